//! Points in time as RFC 3339 text, in UTC, with no more digits of a second than are needed.
//!
//! Days are counted by years that begin in March, so that a leap day is the last of its year; see
//! Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".

use core::fmt::Write as _;

use arrayvec::ArrayString;

use crate::node::Timestamp;

const DAY: i64 = 86_400;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;
/// Days of 400 years.
const ERA: i64 = 146_097;

/// Returns the text of a point in time; `None` outside of the years 0 to 9999, which RFC 3339 has.
pub(crate) fn print(timestamp: Timestamp) -> Option<ArrayString<40>> {
    let (days, second) = (
        timestamp.seconds().div_euclid(DAY),
        timestamp.seconds().rem_euclid(DAY),
    );
    let (year, month, day) = date(days)?;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let mut text = ArrayString::new();
    write!(
        text,
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
    )
    .ok()?;
    if timestamp.nanos() != 0 {
        write!(text, ".{:09}", timestamp.nanos()).ok()?;
        while text.ends_with('0') {
            text.pop();
        }
    }
    text.try_push('Z').ok()?;
    Some(text)
}

/// Returns the year, month and day of a number of days since 1970-01-01; `None` outside of the
/// years 0 to 9999.
fn date(days: i64) -> Option<(i64, i64, i64)> {
    let days = days.checked_add(EPOCH)?;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, the months have 31, 30, 31, 30, 31 days, over and over.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (0..=9999).contains(&year).then_some((year, month, day))
}

/// Returns the number of days since 1970-01-01.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let month = if month > 2 { month - 3 } else { month + 9 };
    let day = (153 * month + 2) / 5 + day - 1;
    era * ERA + year * 365 + year / 4 - year / 100 + day - EPOCH
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Timestamp {
    /// Reads RFC 3339 text. Returns `None` for any other text, and if nanoseconds would be rounded.
    /// A leap second is read as the second after it.
    ///
    /// ```
    /// use varvel::Timestamp;
    /// let midnight = Timestamp::new(86_400, 0);
    /// assert_eq!(Timestamp::of_rfc3339("1970-01-02T01:00:00+01:00"), midnight);
    /// assert_eq!(Timestamp::of_rfc3339("1970-01-02"), None);
    /// ```
    #[inline(never)]
    pub fn of_rfc3339(text: &str) -> Option<Self> {
        parse(text)
    }
}

/// Reads RFC 3339: a date, `T` or `t` or a space, a time, and `Z` or `z` or an offset from UTC.
///
/// Returns `None` for any other text, and for a time that would be rounded: one with a digit other
/// than zero behind nine digits of a second. A leap second is read as the second after it, as POSIX
/// counts.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let mut rest = text.as_bytes();
    let year = digits(&mut rest, 4)?;
    one(&mut rest, b"-")?;
    let month = digits(&mut rest, 2)?;
    one(&mut rest, b"-")?;
    let day = digits(&mut rest, 2)?;
    one(&mut rest, b"Tt ")?;
    let hour = digits(&mut rest, 2)?;
    one(&mut rest, b":")?;
    let minute = digits(&mut rest, 2)?;
    one(&mut rest, b":")?;
    let second = digits(&mut rest, 2)?;
    let nanos = match one(&mut rest, b".") {
        Some(_) => fraction(&mut rest)?,
        None => 0,
    };
    let offset = offset(&mut rest)?;
    let is_date = (1..=12).contains(&month) && (1..=days_of_month(year, month)).contains(&day);
    if !is_date || hour > 23 || minute > 59 || second > 60 || !rest.is_empty() {
        return None;
    }
    let seconds = days(year, month, day) * DAY + hour * 3600 + minute * 60 + second - offset;
    // A leap second is the last of a day in UTC.
    if second == 60 && seconds.rem_euclid(DAY) != 0 {
        return None;
    }
    Timestamp::new(seconds, nanos)
}

/// Reads `n` digits, and passes them.
fn digits(rest: &mut &[u8], n: usize) -> Option<i64> {
    let (digits, behind) = rest.split_at_checked(n)?;
    *rest = behind;
    digits.iter().try_fold(0, |value, byte| {
        byte.is_ascii_digit()
            .then(|| value * 10 + i64::from(byte - b'0'))
    })
}

/// Reads one byte, which must be one of `of`, and passes it.
fn one(rest: &mut &[u8], of: &[u8]) -> Option<u8> {
    let (&byte, behind) = rest.split_first()?;
    of.contains(&byte).then(|| {
        *rest = behind;
        byte
    })
}

/// Reads the digits of a fraction of a second, at least one. Returns it in nanoseconds.
fn fraction(rest: &mut &[u8]) -> Option<u32> {
    let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, behind) = rest.split_at(len);
    *rest = behind;
    let lost = digits.iter().skip(9).any(|&byte| byte != b'0');
    let nanos = (0..9).fold(0, |value, place| {
        value * 10 + u32::from(digits.get(place).map_or(0, |byte| byte - b'0'))
    });
    (len > 0 && !lost).then_some(nanos)
}

/// Reads an offset from UTC. Returns it in seconds.
fn offset(rest: &mut &[u8]) -> Option<i64> {
    let sign = match one(rest, b"Zz+-")? {
        b'+' => 1,
        b'-' => -1,
        _ => return Some(0),
    };
    let hours = digits(rest, 2)?;
    one(rest, b":")?;
    let minutes = digits(rest, 2)?;
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 3600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64, nanos: u32) -> Timestamp {
        Timestamp::new(seconds, nanos).unwrap()
    }

    #[test]
    fn known_points_in_time() {
        for (text, seconds, nanos) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
            ("2000-02-29T12:00:00Z", 951_825_600, 0),
            ("2026-11-22T13:50:00.000000001Z", 1_795_355_400, 1),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
            (
                "9999-12-31T23:59:59.999999999Z",
                253_402_300_799,
                999_999_999,
            ),
        ] {
            assert_eq!(parse(text), Some(at(seconds, nanos)), "{text}");
            assert_eq!(&*print(at(seconds, nanos)).unwrap(), text);
        }
    }

    #[test]
    fn every_day_of_four_hundred_years_is_itself() {
        let step = if cfg!(miri) { 997 } else { 1 };
        for day in (-EPOCH..ERA - EPOCH).step_by(step) {
            let (year, month, of_month) = date(day).unwrap();
            assert_eq!(days(year, month, of_month), day);
            assert!(of_month <= days_of_month(year, month));
        }
    }

    #[test]
    fn other_forms_of_the_same() {
        for text in [
            "1996-12-19t16:39:57-08:00",
            "1996-12-20 00:39:57z",
            "1996-12-20T00:39:57.000000000000Z",
            "1996-12-20T00:39:57+00:00",
        ] {
            assert_eq!(parse(text), Some(at(851_042_397, 0)), "{text}");
        }
        // A leap second.
        assert_eq!(parse("1990-12-31T23:59:60Z"), parse("1991-01-01T00:00:00Z"));
        assert_eq!(
            parse("1990-12-31T15:59:60-08:00"),
            parse("1991-01-01T00:00:00Z")
        );
    }

    #[test]
    fn what_is_no_time_and_what_would_be_rounded() {
        for text in [
            "",
            "1996-12-19",
            "1996-12-19T16:39:57",
            "1996-13-19T16:39:57Z",
            "1996-02-30T16:39:57Z",
            "1997-02-29T16:39:57Z",
            "1900-02-29T16:39:57Z",
            "1996-12-19T24:00:00Z",
            "1996-12-19T16:60:57Z",
            "1996-12-19T16:39:61Z",
            "1996-12-19T16:39:60Z",
            "1990-12-31T23:59:60-08:00",
            "1996-12-19T16:39:57.Z",
            "1996-12-19T16:39:57.0000000001Z",
            "1996-12-19T16:39:57+24:00",
            "1996-12-19T16:39:57+0000",
            "1996-12-19T16:39:57Zx",
            "+996-12-19T16:39:57Z",
            "１996-12-19T16:39:57Z",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(print(at(253_402_300_800, 0)).is_none());
        assert!(print(at(-62_167_219_201, 0)).is_none());
        assert!(print(at(i64::MAX, 0)).is_none() && print(at(i64::MIN, 0)).is_none());
    }
}
