//! [`local_time`]: times without a zone from text of ISO 8601, as this crate writes them.

use varvel::Timestamp;

/// Years after which the Gregorian calendar repeats itself, and their seconds.
const CYCLE: i64 = 400;
const CYCLE_SECONDS: i64 = 146_097 * 86_400;

/// Reads a date and a time of day without a zone, such as `2026-01-31T23:59:59.5`. Years beyond 0
/// to 9999 have a sign. Returns the point in time that it is in UTC; `None` for other text.
pub(super) fn local_time(text: &str) -> Option<Timestamp> {
    let (year, rest) = text.split_at_checked(year_len(text)?)?;
    // A leap second is one of UTC.
    if rest.get(13..15) == Some("60") {
        return None;
    }
    let year: i64 = year.parse().ok()?;
    let like = year.rem_euclid(CYCLE) + 2000;
    let time = Timestamp::of_rfc3339(&format!("{like:04}{rest}Z"))?;
    let cycles = (year - like) / CYCLE;
    let seconds = cycles.checked_mul(CYCLE_SECONDS)?;
    Timestamp::new(time.seconds().checked_add(seconds)?, time.nanos())
}

/// Returns a time without the digits of a second; `None` if there are at most nine of them, which
/// points in time have.
pub(super) fn without_long_fraction(text: &str) -> Option<String> {
    let (whole, rest) = text.split_once('.')?;
    let zone = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    (rest.len() - zone.len() > 9).then(|| format!("{whole}{zone}"))
}

/// Returns how many bytes the year takes: four digits, or a sign and at least four.
fn year_len(text: &str) -> Option<usize> {
    let digits = text.strip_prefix(['+', '-']);
    let len = digits
        .unwrap_or(text)
        .bytes()
        .take_while(u8::is_ascii_digit);
    match (digits, len.count()) {
        (None, 4) => Some(4),
        (Some(_), len @ 4..=9) => Some(len + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<i64> {
        local_time(text).map(|time| time.seconds())
    }

    #[test]
    fn times_without_a_zone_are_read() {
        assert_eq!(seconds("1970-01-01T00:00:01"), Some(1));
        assert_eq!(seconds("2026-01-01T00:00:00"), Some(1_767_225_600));
        assert_eq!(seconds("+2026-01-01 00:00:00"), Some(1_767_225_600));
        assert_eq!(seconds("1600-02-29T00:00:00"), Some(-11_670_998_400));
        assert_eq!(seconds("0000-01-01T00:00:00"), Some(-62_167_219_200));
        assert_eq!(
            seconds("-0001-12-31T00:00:00"),
            Some(-62_167_219_200 - 86_400)
        );
        assert_eq!(seconds("+10000-01-01T00:00:00"), Some(253_402_300_800));
        let fraction = local_time("1970-01-01T00:00:00.000000001").unwrap();
        assert_eq!(fraction.nanos(), 1);
    }

    #[test]
    fn other_text_is_none() {
        for text in [
            "",
            "2026-01-01",
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00+01:00",
            "2026-06-30T23:59:60",
            "2025-02-29T00:00:00",
            "10000-01-01T00:00:00",
            "+1000000000-01-01T00:00:00",
            "é026-01-01T00:00:00",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
