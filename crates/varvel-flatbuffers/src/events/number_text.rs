//! Numbers as text, in the forms of `flatc`'s JSON.

use alloc::vec::Vec;

use varvel_core::number::{is_integer, is_number};
use varvel_core::{Error, ErrorKind, Kind, Result};
use varvel_raw::number::{parse_f32, parse_f64};

use crate::layout::{Field, Hash, Layout, Scalar};

/// Returns the bits of an integer, if it fits the scalar.
pub(crate) fn integer(value: i128, scalar: Scalar) -> Option<u64> {
    let fits = |least: i128, most: i128| {
        (least..=most)
            .contains(&value)
            .then_some(value as u64 & (u64::MAX >> (64 - 8 * scalar.size())))
    };
    match scalar {
        Scalar::Bool => fits(0, 1),
        Scalar::I8 => fits(i8::MIN.into(), i8::MAX.into()),
        Scalar::U8 => fits(0, u8::MAX.into()),
        Scalar::I16 => fits(i16::MIN.into(), i16::MAX.into()),
        Scalar::U16 => fits(0, u16::MAX.into()),
        Scalar::I32 => fits(i32::MIN.into(), i32::MAX.into()),
        Scalar::U32 => fits(0, u32::MAX.into()),
        Scalar::I64 => fits(i64::MIN.into(), i64::MAX.into()),
        Scalar::U64 => fits(0, u64::MAX.into()),
        Scalar::F32 => {
            let near = value as f32;
            (near as i128 == value).then_some(near.to_bits().into())
        }
        Scalar::F64 => {
            let near = value as f64;
            (near as i128 == value).then_some(near.to_bits())
        }
    }
}

/// Returns the bits of a float, unless it becomes infinite.
pub(crate) fn float(value: f64, scalar: Scalar) -> Option<u64> {
    match scalar {
        Scalar::F64 => Some(value.to_bits()),
        _ => {
            let near = value as f32;
            (near.is_finite() || !value.is_finite()).then_some(near.to_bits().into())
        }
    }
}

/// Returns the bits of the float that is nearest to a decimal number, unless that is infinite.
pub(crate) fn decimal(text: &str, scalar: Scalar) -> Option<u64> {
    match scalar {
        Scalar::F32 => {
            let near = parse_f32(text.as_bytes()).filter(|near| near.is_finite())?;
            Some(near.to_bits().into())
        }
        _ => {
            let near = parse_f64(text.as_bytes()).filter(|near| near.is_finite())?;
            Some(near.to_bits())
        }
    }
}

/// Reads `inf` and `nan`, as `flatc` writes them, and the words of JSON5 for them.
pub(crate) fn special(text: &str, scalar: Scalar) -> Option<u64> {
    let (negative, word) = match text.strip_prefix('-') {
        Some(word) => (true, word),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match word {
        "inf" | "infinity" | "Infinity" if negative => f64::NEG_INFINITY,
        "inf" | "infinity" | "Infinity" => f64::INFINITY,
        // The sign of NaN means nothing.
        "nan" | "NaN" => f64::NAN,
        _ => return None,
    };
    float(value, scalar)
}

/// Returns the hash of a text, by Fowler, Noll and Vo. Hashes of 16 bits are folded from 32.
pub(crate) fn hashed(text: &str, hash: Hash) -> Option<u64> {
    let narrow = |xor_first: bool| {
        let step = |hash: u32, byte: &u8| match xor_first {
            true => (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193),
            false => hash.wrapping_mul(0x0100_0193) ^ u32::from(*byte),
        };
        text.as_bytes().iter().fold(0x811C_9DC5, step)
    };
    let wide = |xor_first: bool| {
        let step = |hash: u64, byte: &u8| match xor_first {
            true => (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3),
            false => hash.wrapping_mul(0x100_0000_01B3) ^ u64::from(*byte),
        };
        // The initial value of `flatc`; that of the authors ends in 2325.
        text.as_bytes().iter().fold(0xCBF2_9CE4_8422_2645, step)
    };
    let folded = |hash: u32| u64::from((hash >> 16) ^ (hash & 0xFFFF));
    Some(match hash {
        Hash::None => return None,
        Hash::Fnv1x16 => folded(narrow(false)),
        Hash::Fnv1ax16 => folded(narrow(true)),
        Hash::Fnv1x32 => narrow(false).into(),
        Hash::Fnv1ax32 => narrow(true).into(),
        Hash::Fnv1x64 => wide(false),
        Hash::Fnv1ax64 => wide(true),
    })
}

/// Returns the rest after the name of a type and a dot, if `text` begins so, or else all of it.
pub(crate) fn unqualified<'t>(text: &'t str, of: &str) -> &'t str {
    match text.rsplit_once('.') {
        Some((before, name)) if of == before || of.rsplit('.').next() == Some(before) => name,
        _ => text,
    }
}

#[cold]
pub(crate) fn out_of_range(scalar: Scalar) -> Error {
    let expected = match scalar {
        Scalar::Bool => "0 or 1",
        Scalar::I8 => "an integer that fits `byte`",
        Scalar::U8 => "an integer that fits `ubyte`",
        Scalar::I16 => "an integer that fits `short`",
        Scalar::U16 => "an integer that fits `ushort`",
        Scalar::I32 => "an integer that fits `int`",
        Scalar::U32 => "an integer that fits `uint`",
        Scalar::I64 => "an integer that fits `long`",
        Scalar::U64 => "an integer that fits `ulong`",
        Scalar::F32 => "a number that `float` can hold",
        Scalar::F64 => "a number that `double` can hold",
    };
    Error::expected(ErrorKind::NumberOutOfRange, expected)
}

/// Returns the phrase for errors about a scalar of this field.
pub(crate) fn phrase(field: &Field, scalar: Scalar) -> &'static str {
    match scalar {
        _ if field.symbols.is_some() => "a name or a number of the enum",
        Scalar::Bool => "a boolean",
        scalar if scalar.is_integer() => "an integer",
        _ => "a number",
    }
}

/// Returns the bits of a scalar that came as a string, or nothing if the number does not fit.
/// `find` returns the number of a name among the symbols of an enum.
pub(crate) fn bits(
    layout: &Layout<'_>,
    field: &Field,
    scalar: Scalar,
    text: &str,
    find: impl Fn(&str, u32) -> Option<usize>,
) -> Result<Option<u64>> {
    if let Some(hash) = hashed(text, field.hash) {
        return Ok(Some(hash));
    }
    Ok(match (field.symbols, scalar) {
        (_, scalar) if scalar.is_integer() && hexadecimal(text).is_some() => {
            hexadecimal(text).and_then(|value| integer(value, scalar))
        }
        (Some(of), _) if !is_number(text.as_bytes()) => Some(symbols(layout, text, of, find)?),
        (_, Scalar::F32 | Scalar::F64) if is_number(text.as_bytes()) => decimal(text, scalar),
        (_, Scalar::F32 | Scalar::F64) => match special(text, scalar) {
            Some(bits) => Some(bits),
            None => return Err(Error::wrong_kind(phrase(field, scalar), Kind::String)),
        },
        (_, Scalar::Bool) if matches!(text, "true" | "false") => Some((text == "true").into()),
        _ if is_integer(text.as_bytes()) => text
            .parse()
            .ok()
            .and_then(|value: i128| integer(value, scalar)),
        (_, scalar) => match named(layout, text) {
            Some(value) if scalar.is_integer() => integer(value, scalar),
            _ => return Err(Error::wrong_kind(phrase(field, scalar), Kind::String)),
        },
    })
}

/// Reads an integer such as `0x1F`, which `flatc` accepts in strings.
fn hexadecimal(text: &str) -> Option<i128> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = rest.strip_prefix("0x").or(rest.strip_prefix("0X"))?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = i128::from_str_radix(digits, 16).ok()?;
    Some(if negative { -value } else { value })
}

/// Returns the value of a name of any enum with the enum's name before it (`Color.Red`), for an
/// integer field without an enum. Several names are bit flags of one enum.
fn named(layout: &Layout<'_>, text: &str) -> Option<i128> {
    let mut found: Option<(usize, i128)> = None;
    for word in text.split_ascii_whitespace() {
        let (of, name) = word.rsplit_once('.')?;
        let index = enum_named(layout, of)?;
        let symbols = layout.symbols(index);
        let symbol = symbols
            .iter()
            .find(|symbol| layout.name(symbol.name) == name)?;
        let value = match layout.enums()[index].scalar.is_signed() {
            true => symbol.value.into(),
            false => i128::from(symbol.value as u64),
        };
        found = match found {
            None => Some((index, value)),
            Some((before, bits)) if before == index && layout.enums()[index].bit_flags => {
                Some((index, bits | value))
            }
            Some(_) => return None,
        };
    }
    found.map(|(_, value)| value)
}

/// Returns the enum with this full name, or the only one whose name ends with it.
fn enum_named(layout: &Layout<'_>, name: &str) -> Option<usize> {
    let full = |index: &usize| layout.name(layout.enums()[*index].name);
    let all = || 0..layout.enums().len();
    if let Some(index) = all().find(|index| full(index) == name) {
        return Some(index);
    }
    let ends = |index: &usize| {
        let before = full(index).strip_suffix(name);
        before.is_some_and(|before| before.ends_with('.'))
    };
    let mut near = all().filter(ends);
    match (near.next(), near.next()) {
        (Some(index), None) => Some(index),
        _ => None,
    }
}

/// Returns the bits of a name of an enum, or of the names of bit flags.
fn symbols(
    layout: &Layout<'_>,
    text: &str,
    of: u32,
    find: impl Fn(&str, u32) -> Option<usize>,
) -> Result<u64> {
    let described = &layout.enums()[of as usize];
    let full = layout.name(described.name);
    let all = layout.symbols(of as usize);
    let mask = u64::MAX >> (64 - 8 * described.scalar.size());
    let unknown = |name: &str| {
        let names: Vec<&str> = all.iter().map(|each| layout.name(each.name)).collect();
        Error::unknown_variant(name, &names)
    };
    // One name alone is the most common case.
    if let Some(symbol) = find(text, of).and_then(|at| all.get(at)) {
        return Ok(symbol.value as u64 & mask);
    }
    let (mut bits, mut count) = (0, 0);
    for name in text.split_ascii_whitespace() {
        match find(unqualified(name, full), of).and_then(|at| all.get(at)) {
            Some(symbol) => bits |= symbol.value as u64,
            None => return Err(unknown(name)),
        }
        count += 1;
    }
    if count == 0 || count > 1 && !described.bit_flags {
        return Err(unknown(text));
    }
    Ok(bits & mask)
}
