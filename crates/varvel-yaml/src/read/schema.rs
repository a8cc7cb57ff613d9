//! The meaning of plain scalars: null, booleans, numbers, or strings.
//!
//! The first byte of a text shows whether it may be anything but a string; most texts are strings.

use alloc::borrow::Cow;
use alloc::string::String;

use varvel_core::Number;
use varvel_raw::number::{Num, parse_f64, parse_json};

use crate::options::Schema;

/// The meaning of a scalar.
#[derive(Debug, PartialEq)]
pub enum Meaning<'a> {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    F64(f64),
    /// An integer beyond 64 bits: digits with an optional minus sign.
    Big(Cow<'a, str>),
    String,
    /// A float that overflows. Only its text holds the value.
    Beyond,
    /// An integer of more than 128 bits that is not decimal, or a number to the base of 60 that is
    /// as large.
    TooLarge,
    /// There is no memory for its digits.
    OutOfMemory,
}

impl Meaning<'_> {
    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<Number<'_>> {
        match self {
            Self::I64(value) => Some(Number::I64(*value)),
            Self::U64(value) => Some(Number::U64(*value)),
            Self::F64(value) => Some(Number::F64(*value)),
            Self::Big(digits) => Some(Number::Big(digits)),
            _ => None,
        }
    }

    /// Returns whether this is a float that is written in digits: neither NaN nor an infinity.
    pub fn is_decimal(&self) -> bool {
        match self {
            Self::F64(value) => value.is_finite(),
            Self::Beyond => true,
            _ => false,
        }
    }
}

/// The possible meanings of a plain scalar, by its first byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    String,
    Number,
    Word,
}

const FIRST: [First; 256] = {
    let mut first = [First::String; 256];
    let numbers = b"0123456789+-.";
    let mut i = 0;
    while i < numbers.len() {
        first[numbers[i] as usize] = First::Number;
        i += 1;
    }
    let words = b"~nNtTfFyYoO";
    let mut i = 0;
    while i < words.len() {
        first[words[i] as usize] = First::Word;
        i += 1;
    }
    first
};

/// Returns the meaning of the plain scalar `text`. `window` begins with that text, and may be
/// longer.
#[inline(always)]
pub fn plain<'a>(text: &'a str, window: &[u8], schema: Schema) -> Meaning<'a> {
    let Some(&first) = text.as_bytes().first() else {
        return match schema {
            Schema::Failsafe => Meaning::String,
            _ => Meaning::Null,
        };
    };
    match FIRST[usize::from(first)] {
        First::String => Meaning::String,
        _ if schema == Schema::Failsafe => Meaning::String,
        First::Word => word(text, schema),
        First::Number => {
            match parse_json(window) {
                Ok((Num::I64(value), len)) if len == text.len() && schema != Schema::Yaml11 => {
                    return Meaning::I64(value);
                }
                Ok((Num::F64(value), len)) if len == text.len() => return Meaning::F64(value),
                _ => {}
            }
            number(text, schema)
        }
    }
}

#[inline(never)]
fn word<'a>(text: &str, schema: Schema) -> Meaning<'a> {
    match text {
        "null" => return Meaning::Null,
        "true" => return Meaning::Bool(true),
        "false" => return Meaning::Bool(false),
        _ if schema == Schema::Json => return Meaning::String,
        "~" | "Null" | "NULL" => return Meaning::Null,
        "True" | "TRUE" => return Meaning::Bool(true),
        "False" | "FALSE" => return Meaning::Bool(false),
        _ => {}
    }
    match text {
        _ if schema != Schema::Yaml11 => Meaning::String,
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Meaning::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Meaning::Bool(false),
        _ => Meaning::String,
    }
}

/// Returns the meaning of a number that is not written as in JSON, or of a string.
#[inline(never)]
fn number<'a>(text: &'a str, schema: Schema) -> Meaning<'a> {
    if schema == Schema::Json {
        return match varvel_core::number::is_number(text.as_bytes()) {
            true => decimal(text, false),
            false => Meaning::String,
        };
    }
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    if schema == Schema::Yaml11
        && let Some(meaning) = yaml11(negative, digits)
    {
        return meaning;
    }
    match digits.as_bytes() {
        // These have no sign in the core schema.
        [b'0', b'o', ..] if digits.len() == text.len() => return based(&digits[2..], 8, false),
        [b'0', b'x', ..] if digits.len() == text.len() => return based(&digits[2..], 16, false),
        _ => {}
    }
    match digits {
        ".inf" | ".Inf" | ".INF" if negative => return Meaning::F64(f64::NEG_INFINITY),
        ".inf" | ".Inf" | ".INF" => return Meaning::F64(f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" if digits.len() == text.len() => return Meaning::F64(f64::NAN),
        _ => {}
    }
    decimal(text, true)
}

/// Reads a decimal integer or float; in the core schema (`loose`) also `+1`, `007`, `.5` and `5.`.
fn decimal<'a>(text: &'a str, loose: bool) -> Meaning<'a> {
    let unsigned = match loose {
        true => text.strip_prefix('+').unwrap_or(text),
        false => text,
    };
    let (negative, digits) = match unsigned.strip_prefix('-') {
        Some(digits) if unsigned.len() == text.len() => (true, digits),
        Some(_) => return Meaning::String,
        None => (false, unsigned),
    };
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return integer(negative, unsigned, digits);
    }
    // Infinities and NaN are not decimals, which begin with a digit or a point.
    let first = digits.as_bytes().first();
    if !first.is_some_and(|&byte| byte.is_ascii_digit() || byte == b'.') {
        return Meaning::String;
    }
    match parse_f64(unsigned.as_bytes()) {
        Some(value) if value.is_finite() => Meaning::F64(value),
        Some(_) => Meaning::Beyond,
        None => Meaning::String,
    }
}

/// Reads the decimal integer `digits`. `text` is the integer with its minus sign.
fn integer<'a>(negative: bool, text: &'a str, digits: &'a str) -> Meaning<'a> {
    let short = digits.trim_start_matches('0');
    match (short, negative) {
        // Minus zero is a float.
        ("", true) => return Meaning::F64(-0.0),
        ("", false) => return Meaning::I64(0),
        _ => {}
    }
    if short.len() <= 20
        && let Ok(value) = short.parse::<u128>()
        && let Some(meaning) = small(negative, value)
    {
        return meaning;
    }
    match (short.len() == digits.len(), negative) {
        (true, _) => Meaning::Big(Cow::Borrowed(text)),
        (false, false) => Meaning::Big(Cow::Borrowed(short)),
        (false, true) => big(&["-", short]),
    }
}

/// Makes an integer beyond 64 bits from its parts.
fn big<'a>(parts: &[&str]) -> Meaning<'a> {
    match concat(parts) {
        Some(digits) => Meaning::Big(Cow::Owned(digits)),
        None => Meaning::OutOfMemory,
    }
}

/// Joins all parts, if there is memory for them.
pub fn concat(parts: &[&str]) -> Option<String> {
    let mut text = String::new();
    text.try_reserve_exact(parts.iter().map(|part| part.len()).sum())
        .ok()?;
    parts.iter().for_each(|part| text.push_str(part));
    Some(text)
}

/// Makes an integer from its magnitude, if it has at most 64 bits.
fn small<'a>(negative: bool, value: u128) -> Option<Meaning<'a>> {
    match (negative, i64::try_from(value), u64::try_from(value)) {
        // Minus zero is a float.
        (true, _, _) if value == 0 => Some(Meaning::F64(-0.0)),
        (true, _, _) if value <= 1 << 63 => {
            Some(Meaning::I64((value as i128).wrapping_neg() as i64))
        }
        (true, _, _) => None,
        (false, Ok(value), _) => Some(Meaning::I64(value)),
        (false, _, Ok(value)) => Some(Meaning::U64(value)),
        (false, _, _) => None,
    }
}

/// Makes an integer of any size from its magnitude.
fn any_size<'a>(negative: bool, mut value: u128) -> Meaning<'a> {
    if let Some(meaning) = small(negative, value) {
        return meaning;
    }
    // The integer has at most 39 digits.
    let mut digits = [b'0'; 39];
    let mut start = digits.len();
    while value > 0 && start > 0 {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    let digits = core::str::from_utf8(&digits[start..]).unwrap_or_default();
    match negative {
        true => big(&["-", digits]),
        false => big(&[digits]),
    }
}

/// Reads an integer to another base than ten.
fn based<'a>(digits: &str, radix: u32, negative: bool) -> Meaning<'a> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Meaning::String;
    }
    match u128::from_str_radix(digits, radix) {
        Ok(value) => any_size(negative, value),
        Err(_) => Meaning::TooLarge,
    }
}

/// Reads a number by the rules of YAML 1.1. Returns `None` if the rules of YAML 1.2 give the same.
/// `digits` has no sign.
fn yaml11<'a>(negative: bool, digits: &str) -> Option<Meaning<'a>> {
    let first = digits.as_bytes().first()?;
    if !first.is_ascii_digit() && *first != b'.' {
        return None;
    }
    let mut plain = String::new();
    // The text with its sign, and without `_` between digits.
    if plain.try_reserve_exact(digits.len() + 1).is_err() {
        return Some(Meaning::OutOfMemory);
    }
    plain.push_str(if negative { "-" } else { "" });
    plain.extend(digits.chars().filter(|&digit| digit != '_'));
    let text = plain;
    let plain = text.get(usize::from(negative)..).unwrap_or_default();
    if plain.contains(':') {
        return sixty(negative, plain);
    }
    match plain.as_bytes() {
        [b'0', b'b', rest @ ..] if !rest.is_empty() => {
            return Some(based(&plain[2..], 2, negative));
        }
        [b'0', b'x', rest @ ..] if !rest.is_empty() => {
            return Some(based(&plain[2..], 16, negative));
        }
        [b'0', b'0'..=b'9', ..] if plain.bytes().all(|byte| byte.is_ascii_digit()) => {
            return Some(based(&plain[1..], 8, negative));
        }
        // `0o` is an octal number in YAML 1.2 only.
        [b'0', b'o', ..] => return Some(Meaning::String),
        _ => {}
    }
    if plain.len() == digits.len() {
        return None;
    }
    Some(match decimal(&text, true) {
        Meaning::Big(digits) => big(&[&digits]),
        Meaning::I64(value) => Meaning::I64(value),
        Meaning::U64(value) => Meaning::U64(value),
        Meaning::F64(value) => Meaning::F64(value),
        Meaning::Beyond => Meaning::Beyond,
        Meaning::TooLarge => Meaning::TooLarge,
        Meaning::OutOfMemory => Meaning::OutOfMemory,
        _ => Meaning::String,
    })
}

/// Reads a number to the base of 60, such as `1:30:00` or `1:30.5`.
fn sixty<'a>(negative: bool, text: &str) -> Option<Meaning<'a>> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let mut value = 0_u128;
    for (i, part) in whole.split(':').enumerate() {
        let number = part
            .parse::<u128>()
            .ok()
            .filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()))?;
        if i > 0 && (number >= 60 || part.len() > 2) {
            return Some(Meaning::String);
        }
        value = match value
            .checked_mul(60)
            .and_then(|value| value.checked_add(number))
        {
            Some(value) => value,
            None => return Some(Meaning::TooLarge),
        };
    }
    let Some(fraction) = fraction else {
        return Some(any_size(negative, value));
    };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Meaning::String);
    }
    let (Ok(value), true) = (u64::try_from(value), fraction.len() < 40) else {
        return Some(Meaning::TooLarge);
    };
    let mut room = [0; 32];
    let len = varvel_raw::number::write_u64(value, &mut room);
    let whole = core::str::from_utf8(&room[..len]).unwrap_or_default();
    let sign = if negative { "-" } else { "" };
    let Some(text) = concat(&[sign, whole, ".", fraction]) else {
        return Some(Meaning::OutOfMemory);
    };
    parse_f64(text.as_bytes()).map(Meaning::F64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(text: &str) -> Meaning<'_> {
        plain(text, text.as_bytes(), Schema::Core)
    }

    #[test]
    fn the_core_schema_is_that_of_the_specification() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(core(text), Meaning::Null, "{text}");
        }
        for text in ["true", "True", "TRUE"] {
            assert_eq!(core(text), Meaning::Bool(true), "{text}");
        }
        for (text, value) in [
            ("0", 0),
            ("-19", -19),
            ("+7", 7),
            ("007", 7),
            ("0o14", 12),
            ("0xC", 12),
            ("-9223372036854775808", i64::MIN),
            ("00009223372036854775807", i64::MAX),
        ] {
            assert_eq!(core(text), Meaning::I64(value), "{text}");
        }
        for (text, value) in [
            ("-0", -0.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("+12e03", 12000.0),
            ("-.inf", f64::NEG_INFINITY),
            ("+.INF", f64::INFINITY),
            ("-2E+05", -200_000.0),
        ] {
            match core(text) {
                Meaning::F64(found) => assert_eq!(found.to_bits(), value.to_bits(), "{text}"),
                found => panic!("{text}: {found:?}"),
            }
        }
        for text in [
            "nUll",
            "yes",
            "on",
            "1_000",
            "0b1",
            "1:30",
            "+-1",
            "-+1",
            "--1",
            "0o8",
            "0xg",
            "-0x1",
            ".",
            "-",
            "+",
            "1e",
            "e5",
            ".e5",
            "1 2",
            "-.nan",
            "inf",
            "0x",
            "1.2.3",
            "tRue",
            "...",
            "2001-12-14",
        ] {
            assert_eq!(core(text), Meaning::String, "{text}");
        }
    }

    #[test]
    fn integers_are_exact_at_any_size() {
        assert_eq!(core("18446744073709551615"), Meaning::U64(u64::MAX));
        let big = |digits: &'static str| Meaning::Big(Cow::Borrowed(digits));
        assert_eq!(core("18446744073709551616"), big("18446744073709551616"));
        assert_eq!(core("+018446744073709551616"), big("18446744073709551616"));
        assert_eq!(core("-09223372036854775809"), big("-9223372036854775809"));
        assert_eq!(core("0x10000000000000000"), big("18446744073709551616"));
        assert_eq!(
            core("0x100000000000000000000000000000000"),
            Meaning::TooLarge
        );
        assert_eq!(core("1e999"), Meaning::Beyond);
    }

    #[test]
    fn yaml_1_1_is_read_on_request() {
        let read = |text: &'static str| plain(text, text.as_bytes(), Schema::Yaml11);
        assert_eq!(read("yes"), Meaning::Bool(true));
        assert_eq!(read("OFF"), Meaning::Bool(false));
        assert_eq!(read("014"), Meaning::I64(12));
        assert_eq!(read("-0b1_01"), Meaning::I64(-5));
        assert_eq!(read("+1_000"), Meaning::I64(1000));
        assert_eq!(read("1:30:00"), Meaning::I64(5400));
        assert_eq!(read("190:20:30.15"), Meaning::F64(685_230.15));
        assert_eq!(read("12:75"), Meaning::String);
        assert_eq!(read("0o14"), Meaning::String);
        assert_eq!(read("12"), Meaning::I64(12));
        assert_eq!(read("null"), Meaning::Null);
    }

    #[test]
    fn the_other_schemas_take_less() {
        let json = |text: &'static str| plain(text, text.as_bytes(), Schema::Json);
        assert_eq!(json("-1.5e3"), Meaning::F64(-1500.0));
        assert_eq!(json("012"), Meaning::String);
        assert_eq!(json("True"), Meaning::String);
        assert_eq!(plain("1", b"1", Schema::Failsafe), Meaning::String);
        assert_eq!(plain("", b"", Schema::Failsafe), Meaning::String);
    }
}
