//! Days, times of day and local times as text: the events have no kinds for them.

use varvel::pipe::Scalar;
use varvel::{AsText, Result, Timestamp};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Returns the point in time that is a number of units after 1970.
pub(super) fn point(units: i64, per_second: i64) -> Timestamp {
    let nanos = units.rem_euclid(per_second) * (1_000_000_000 / per_second);
    let time = Timestamp::new(units.div_euclid(per_second), nanos as u32);
    time.expect("the nanoseconds are below a second")
}

/// Returns the text of a day, as `2026-01-31`.
pub(super) fn date(days: i32) -> Result<String> {
    let mut text = local(point(i64::from(days) * DAY, 1))?;
    text.truncate(text.find('T').unwrap_or(text.len()));
    Ok(text)
}

/// Returns the text of a local time, as `2026-01-31T23:59:59.5`.
pub(super) fn local(time: Timestamp) -> Result<String> {
    let text = AsText::ALL.value(Scalar::Timestamp(time))?;
    let text = text.as_deref().unwrap_or_default();
    Ok(text.trim_end_matches('Z').to_owned())
}

/// Returns the text of a time of day, as `23:59:59.5`; `None` if it is none.
pub(super) fn time_of_day(micros: i64) -> Result<Option<String>> {
    let time = point(micros, 1_000_000);
    if !(0..DAY).contains(&time.seconds()) {
        return Ok(None);
    }
    let text = local(time)?;
    Ok(text.split_once('T').map(|(_, time)| time.to_owned()))
}
