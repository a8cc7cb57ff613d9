//! The text of a float as a JSON number, with all its digits.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use varvel_core::number::is_number;
use varvel_core::{Error, Result};

use super::schema::{self, concat, plain};
use crate::options::Schema;

/// Returns the scalar `text` as a JSON number: `+.5` becomes `0.5`. The scalar must be a float in
/// digits by `schema`. An integer that its tag turns into a float gets the fraction `.0`.
///
/// # Errors
/// `OutOfMemory`.
pub fn text(text: &str, schema: Schema) -> Result<Cow<'_, str>> {
    let schema = match schema {
        // Only its tag makes the scalar a float.
        Schema::Failsafe => Schema::Core,
        schema => schema,
    };
    if let Some(integer) = integer(text, schema) {
        return joined(&[&integer, ".0"]);
    }
    if is_number(text.as_bytes()) {
        return Ok(Cow::Borrowed(text));
    }
    let (sign, digits) = match text.as_bytes().first() {
        Some(b'-') => ("-", &text[1..]),
        Some(b'+') => ("", &text[1..]),
        _ => ("", text),
    };
    if !digits.contains(['_', ':']) {
        return as_json(sign, digits);
    }
    let mut without = String::new();
    without
        .try_reserve_exact(digits.len())
        .map_err(|_| Error::out_of_memory())?;
    without.extend(digits.chars().filter(|&digit| digit != '_'));
    let Some((whole, fraction)) = without.split_once('.').filter(|_| without.contains(':')) else {
        return as_json(sign, &without).map(|text| Cow::Owned(text.into_owned()));
    };
    let whole = whole.split(':').filter_map(|part| part.parse::<u64>().ok());
    let whole = whole.fold(0_u64, |sum, part| sum.wrapping_mul(60).wrapping_add(part));
    as_json(sign, &joined(&[&whole.to_string(), ".", fraction])?)
        .map(|text| Cow::Owned(text.into_owned()))
}

/// Returns the digits of an integer, if `text` is one.
fn integer(text: &str, schema: Schema) -> Option<String> {
    let meaning = plain(text, text.as_bytes(), schema);
    match meaning {
        schema::Meaning::F64(_) => None,
        meaning => meaning.number().map(|number| number.to_string()),
    }
}

/// Writes a decimal without its sign, such as `.5`, `5.`, `007.50` or `5.e3`, as JSON does.
fn as_json<'a>(sign: &str, digits: &str) -> Result<Cow<'a, str>> {
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => digits.split_at(at),
        None => (digits, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let (point, fraction) = match (mantissa.contains('.'), fraction, exponent) {
        (true, "", "") => (".", "0"),
        (true, fraction, _) if !fraction.is_empty() => (".", fraction),
        _ => ("", ""),
    };
    joined(&[sign, whole, point, fraction, exponent])
}

fn joined<'a>(parts: &[&str]) -> Result<Cow<'a, str>> {
    concat(parts)
        .map(Cow::Owned)
        .ok_or_else(Error::out_of_memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_numbers_of_json() {
        for (given, expected) in [
            ("1.10", "1.10"),
            ("+.5", "0.5"),
            ("5.", "5.0"),
            ("-5.e+3", "-5e+3"),
            ("007.50E-2", "7.50E-2"),
            ("-00", "-0"),
            ("-0", "-0"),
            ("1e999", "1e999"),
            // These are floats because of the tag `!!float`.
            ("0x10", "16.0"),
            ("+3", "3.0"),
        ] {
            assert_eq!(text(given, Schema::Core).unwrap(), expected, "{given}");
            assert!(is_number(expected.as_bytes()));
        }
        for (given, expected) in [
            ("1_000.10", "1000.10"),
            ("-190:20:30.150", "-685230.150"),
            ("1:30.", "90.0"),
        ] {
            assert_eq!(text(given, Schema::Yaml11).unwrap(), expected, "{given}");
        }
    }
}
