//! Days, times, durations and intervals as text of ISO 8601. Years beyond 0 to 9999 have a sign.

use std::fmt::Write as _;

use varvel::{Error, ErrorKind, Result};

/// Seconds of a day.
const DAY: i64 = 86_400;
const SECOND: i64 = 1_000_000_000;

/// Returns whole seconds, rounded down, and the nanoseconds after them.
pub(super) fn parts(units: i64, per_second: i64) -> (i64, u32) {
    let nanos = units.rem_euclid(per_second) * (SECOND / per_second);
    (units.div_euclid(per_second), nanos as u32)
}

/// Returns the text of a day after 1970-01-01, such as `2026-01-31`.
pub(super) fn date(days: i64) -> String {
    // Days in the Gregorian calendar, by H. Hinnant: "chrono-compatible low-level date algorithms".
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let sign = match year {
        ..0 => "-",
        0..=9999 => "",
        _ => "+",
    };
    format!("{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs())
}

/// Returns the text of the day of a point in time.
pub(super) fn date_of(units: i64, per_second: i64) -> String {
    match units % (per_second * DAY) {
        0 => date(units / (per_second * DAY)),
        // A day with a time of day: nothing of it is left out.
        _ => local(units, per_second),
    }
}

/// Returns the text of a time without a zone, such as `2026-01-31T23:59:59.5`.
pub(super) fn local(units: i64, per_second: i64) -> String {
    let (seconds, nanos) = parts(units, per_second);
    let mut text = date(seconds.div_euclid(DAY));
    text.push('T');
    push_time(&mut text, seconds.rem_euclid(DAY), nanos);
    text
}

/// Returns the text of a time of day, such as `23:59:59.5`. The end of the day is `24:00:00`.
pub(super) fn time_of_day(units: i64, per_second: i64) -> Result<String> {
    let (seconds, nanos) = parts(units, per_second);
    if !(0..DAY).contains(&seconds) && (seconds, nanos) != (DAY, 0) {
        let expected = "a time of day: at most 24 hours";
        return Err(Error::expected(ErrorKind::NumberOutOfRange, expected).with_content(units));
    }
    let mut text = String::new();
    push_time(&mut text, seconds, nanos);
    Ok(text)
}

fn push_time(text: &mut String, seconds: i64, nanos: u32) {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    // Writing to a string does not fail.
    let _ = write!(text, "{hours:02}:{minutes:02}:{:02}", seconds % 60);
    push_fraction(text, nanos);
}

/// Adds the fraction of a second, with no more digits than it needs.
fn push_fraction(text: &mut String, nanos: u32) {
    if nanos != 0 {
        let digits = format!("{nanos:09}");
        text.push('.');
        text.push_str(digits.trim_end_matches('0'));
    }
}

/// Returns the text of a duration, such as `PT1H30M0.5S`, or `-PT1S`.
pub(super) fn duration(units: i64, per_second: i64) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let units = i128::from(units).abs() * i128::from(SECOND / per_second);
    let mut text = format!("{sign}P");
    push_clock(&mut text, units, "");
    text
}

/// Returns the text of an interval, such as `P1Y2M3DT4H5.5S`. Each part has its own sign.
pub(super) fn interval(months: i64, days: i64, nanos: i64) -> String {
    let mut text = String::from("P");
    for (number, unit) in [(months / 12, 'Y'), (months % 12, 'M'), (days, 'D')] {
        if number != 0 {
            let _ = write!(text, "{number}{unit}");
        }
    }
    if nanos != 0 || text.len() == 1 {
        let sign = if nanos < 0 { "-" } else { "" };
        push_clock(&mut text, i128::from(nanos).abs(), sign);
    }
    text
}

/// Adds hours, minutes and seconds, each with this sign.
fn push_clock(text: &mut String, nanos: i128, sign: &str) {
    let (seconds, nanos) = (nanos / i128::from(SECOND), nanos % i128::from(SECOND));
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    text.push('T');
    for (number, unit) in [(hours, 'H'), (minutes, 'M')] {
        if number != 0 {
            let _ = write!(text, "{sign}{number}{unit}");
        }
    }
    if seconds != 0 || nanos != 0 || text.ends_with('T') {
        let _ = write!(text, "{sign}{seconds}");
        push_fraction(text, nanos as u32);
        text.push('S');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_beyond_the_usual_years_have_a_sign() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(-1), "1969-12-31");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(-719_528), "0000-01-01");
        assert_eq!(date(-719_529), "-0001-12-31");
        assert_eq!(date(2_932_896), "9999-12-31");
        assert_eq!(date(2_932_897), "+10000-01-01");
        assert_eq!(date(i32::MAX.into()), "+5881580-07-11");
        assert_eq!(date(i32::MIN.into()), "-5877641-06-23");
    }

    #[test]
    fn times_have_the_digits_that_they_need() {
        assert_eq!(local(-1, 1_000), "1969-12-31T23:59:59.999");
        assert_eq!(
            local(i64::MIN, 1_000_000_000),
            "1677-09-21T00:12:43.145224192"
        );
        assert_eq!(local(1_500_000, 1_000_000), "1970-01-01T00:00:01.5");
        assert_eq!(local(i64::MAX, 1), "+292277026596-12-04T15:30:07");
        assert_eq!(time_of_day(86_400, 1).unwrap(), "24:00:00");
        assert!(time_of_day(86_401, 1).is_err());
        assert!(time_of_day(-1, 1_000).is_err());
        assert_eq!(date_of(-86_400_000, 1_000), "1969-12-31");
        assert_eq!(date_of(1, 1_000), "1970-01-01T00:00:00.001");
    }

    #[test]
    fn durations_and_intervals_lose_nothing() {
        assert_eq!(duration(0, 1), "PT0S");
        assert_eq!(duration(5_400_500, 1_000), "PT1H30M0.5S");
        assert_eq!(duration(-1, 1_000_000_000), "-PT0.000000001S");
        assert_eq!(duration(i64::MIN, 1), "-PT2562047788015215H30M8S");
        assert_eq!(interval(14, 3, 14_700_000_000_000), "P1Y2M3DT4H5M");
        assert_eq!(interval(-1, 2, -500_000_000), "P-1M2DT-0.5S");
        assert_eq!(interval(0, 0, 0), "PT0S");
        assert_eq!(interval(0, 7, 0), "P7D");
    }
}
