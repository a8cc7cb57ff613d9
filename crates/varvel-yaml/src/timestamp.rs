//! Points in time as text: RFC 3339, and the additional forms of `!!timestamp`.

use varvel_core::Timestamp;

/// Returns the number of days from 1970-01-01 to a day of the Gregorian calendar.
///
/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that a
/// leap day is the last day of its year, and 400 years are one period.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Returns the year, month and day of a number of days since 1970-01-01.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = (month + 2) % 12 + 1;
    (era * 400 + year + i64::from(month <= 2), month, day)
}

/// Reads digits, as many as there are, between `least` and `most`.
fn number(text: &mut &[u8], least: usize, most: usize) -> Option<i64> {
    let count = text
        .iter()
        .take(most)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let (digits, rest) = text.split_at_checked(count).filter(|_| count >= least)?;
    *text = rest;
    Some(
        digits
            .iter()
            .fold(0, |value, digit| value * 10 + i64::from(digit - b'0')),
    )
}

fn eat(text: &mut &[u8], byte: u8) -> Option<()> {
    *text = text.strip_prefix(&[byte])?;
    Some(())
}

fn month_days(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The fields of a text in the form of a timestamp. Their values may be impossible.
struct Fields {
    year: i64,
    month: i64,
    day: i64,
    time: Option<Time>,
}

/// A time of day as it is written.
struct Time {
    hour: i64,
    minute: i64,
    second: i64,
    /// The nanoseconds; `None` if the text is finer than that.
    nanos: Option<i64>,
    /// The hours and minutes by which it is ahead of UTC. Both have the sign.
    offset: (i64, i64),
}

/// Returns whether `text` has the form of a timestamp. Some readers of YAML 1.1 decide by the form,
/// and then refuse a day that the calendar does not have: `2025-13-01`.
///
/// <https://yaml.org/type/timestamp.html>
pub fn is_like(text: &str) -> bool {
    fields(text).is_some()
}

/// Reads a point in time: a date, or a date, a time and perhaps an offset from UTC. Returns `None`
/// for any other text.
pub fn parse(text: &str) -> Option<Timestamp> {
    let Fields {
        year,
        month,
        day,
        time,
    } = fields(text)?;
    let in_month = (1..=12).contains(&month) && day >= 1 && day <= month_days(year, month);
    let seconds = in_month.then(|| days(year, month, day) * 86_400)?;
    let Some(time) = time else {
        return Timestamp::new(seconds, 0);
    };
    let (hours, minutes) = time.offset;
    let of_day = time.hour < 24 && time.minute < 60 && time.second < 60;
    if !of_day || hours.abs() >= 24 || minutes.abs() >= 60 {
        return None;
    }
    let seconds = seconds + time.hour * 3600 + time.minute * 60 + time.second;
    let nanos = u32::try_from(time.nanos?).ok()?;
    Timestamp::new(seconds - (hours * 3600 + minutes * 60), nanos)
}

fn fields(text: &str) -> Option<Fields> {
    let rest = &mut text.as_bytes();
    let year = number(rest, 4, 4)?;
    eat(rest, b'-')?;
    let month = number(rest, 1, 2)?;
    eat(rest, b'-')?;
    let day = number(rest, 1, 2)?;
    let time = match rest.is_empty() {
        true => None,
        false => Some(time(rest)?),
    };
    rest.is_empty().then_some(Fields {
        year,
        month,
        day,
        time,
    })
}

fn time(rest: &mut &[u8]) -> Option<Time> {
    match rest.split_first()? {
        (b'T' | b't', time) => *rest = time,
        _ => blanks(rest, 1)?,
    }
    let hour = number(rest, 1, 2)?;
    eat(rest, b':')?;
    let minute = number(rest, 2, 2)?;
    eat(rest, b':')?;
    let second = number(rest, 2, 2)?;
    let mut nanos = Some(0);
    if eat(rest, b'.').is_some() {
        let len = rest.len();
        let mut value = number(rest, 0, 9)?;
        for _ in len - rest.len()..9 {
            value *= 10;
        }
        // Digits beyond nanoseconds must be zeros: nothing is rounded.
        while eat(rest, b'0').is_some() {}
        let exact = !rest.first().is_some_and(u8::is_ascii_digit);
        nanos = exact.then_some(value);
        while rest.first().is_some_and(u8::is_ascii_digit) {
            *rest = &rest[1..];
        }
    }
    blanks(rest, 0)?;
    Some(Time {
        hour,
        minute,
        second,
        nanos,
        offset: offset(rest)?,
    })
}

/// Passes white space, at least `least` bytes of it.
fn blanks(text: &mut &[u8], least: usize) -> Option<()> {
    let count = text
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    *text = text.get(count..)?;
    (count >= least).then_some(())
}

/// Reads the hours and minutes by which a time is ahead of UTC.
fn offset(text: &mut &[u8]) -> Option<(i64, i64)> {
    let sign = match text.split_first() {
        None => return Some((0, 0)),
        Some((b'Z' | b'z', rest)) => {
            *text = rest;
            return Some((0, 0));
        }
        Some((b'+', rest)) => {
            *text = rest;
            1
        }
        Some((b'-', rest)) => {
            *text = rest;
            -1
        }
        Some(_) => return None,
    };
    let hours = number(text, 1, 2)?;
    let minutes = match eat(text, b':') {
        Some(()) => number(text, 2, 2)?,
        None => 0,
    };
    Some((sign * hours, sign * minutes))
}

/// Returns a point in time as text in UTC, and the length of the text. Returns `None` if its year
/// does not have four digits.
pub fn write(timestamp: Timestamp) -> Option<([u8; 30], usize)> {
    let (year, month, day) = date(timestamp.seconds().div_euclid(86_400));
    if !(0..=9999).contains(&year) {
        return None;
    }
    let second = timestamp.seconds().rem_euclid(86_400);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let mut text = *b"0000-00-00T00:00:00.000000000Z";
    let parts = [
        (3, year),
        (6, month),
        (9, day),
        (12, hour),
        (15, minute),
        (18, second),
    ];
    for (last, number) in parts.into_iter().chain([(28, timestamp.nanos().into())]) {
        digits(&mut text, last, number);
    }
    // Trailing zeros are left out, and so is the point if no digit follows it.
    let mut len = text.len() - 1;
    while text[len - 1] == b'0' && len > 19 {
        len -= 1;
    }
    if text[len - 1] == b'.' {
        len -= 1;
    }
    text[len] = b'Z';
    Some((text, len + 1))
}

/// Writes the digits of a number into `text`. The last digit is at `last`.
fn digits(text: &mut [u8; 30], last: usize, mut number: i64) {
    let mut at = last;
    while number > 0 {
        text[at] = b'0' + (number % 10) as u8;
        number /= 10;
        at = at.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_points_in_time() {
        let at = |seconds, nanos| Timestamp::new(seconds, nanos);
        assert_eq!(parse("1970-01-01"), at(0, 0));
        assert_eq!(
            parse("2001-12-15T02:59:43.1Z"),
            at(1_008_385_183, 100_000_000)
        );
        assert_eq!(
            parse("2001-12-14t21:59:43.10-05:00"),
            at(1_008_385_183, 100_000_000)
        );
        assert_eq!(
            parse("2001-12-14 21:59:43.10 -5"),
            at(1_008_385_183, 100_000_000)
        );
        assert_eq!(
            parse("2001-12-15 2:59:43.10"),
            at(1_008_385_183, 100_000_000)
        );
        assert_eq!(parse("0000-03-01"), at(-62_162_035_200, 0));
        assert_eq!(parse("2000-02-29"), at(951_782_400, 0));
        for text in [
            "",
            "2001",
            "2001-02-29",
            "1900-02-29",
            "2001-13-01",
            "2001-1-",
            "2001-12-15T24:00:00Z",
            "2001-12-15T02:59:43.0000000001Z",
            "2001-12-15T02:59Z",
            "2001-12-15T02:59:43+",
            "2001-12-15x",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_form_is_not_the_calendar() {
        for text in [
            "2025-13-01",
            "0000-00-00",
            "2025-02-30",
            "2025-01-01T25:00:00Z",
            "2025-01-01 1:99:99.12345678901 +99:99",
        ] {
            assert!(is_like(text) && parse(text).is_none(), "{text}");
        }
        for text in [
            "2025-13",
            "2025-13-001",
            "25-01-01",
            "2025-01-01T1:00",
            "2025-01-01 x",
        ] {
            assert!(!is_like(text), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for seconds in [
            0,
            -1,
            951_782_399,
            951_782_400,
            4_107_542_400,
            -62_167_219_200,
            253_402_300_799,
        ] {
            for nanos in [0, 1, 500_000_000, 999_999_999] {
                let timestamp = Timestamp::new(seconds, nanos).unwrap();
                let (text, len) = write(timestamp).unwrap();
                let text = core::str::from_utf8(&text[..len]).unwrap();
                assert_eq!(parse(text), Some(timestamp), "{text}");
            }
        }
        assert_eq!(write(Timestamp::new(253_402_300_800, 0).unwrap()), None);
        let (text, len) = write(Timestamp::new(0, 120_000_000).unwrap()).unwrap();
        assert_eq!(text[..len], *b"1970-01-01T00:00:00.12Z");
    }
}
