//! Writes numbers, enums and tags as events.

use alloc::string::String;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind, Result, Sink, Str};

use super::Options;
use crate::layout::{Layout, Scalar};

/// Writes a scalar, by its name if it is of an enum and has one.
pub fn scalar<'s, S: Sink<'s>>(
    layout: &Layout<'_>,
    scalar: Scalar,
    symbols: Option<u32>,
    bits: u64,
    options: &Options,
    sink: &mut S,
) -> Result {
    if let Some(of) = symbols
        && !options.numbers
        && named(layout, of as usize, scalar.signed(bits), sink)?
    {
        return Ok(());
    }
    number(scalar, bits, options, sink)
}

/// Writes a number.
#[inline(always)]
pub fn number<'s, S: Sink<'s>>(
    scalar: Scalar,
    bits: u64,
    options: &Options,
    sink: &mut S,
) -> Result {
    let as_number = |sink: &S| !options.words && sink.profile().non_finite;
    match scalar {
        Scalar::Bool => sink.bool(bits != 0),
        Scalar::F32 => {
            let value = f32::from_bits(bits as u32);
            match value.is_finite() || as_number(sink) {
                true => sink.f32(value),
                false => special(value.into(), sink),
            }
        }
        Scalar::F64 => {
            let value = f64::from_bits(bits);
            match value.is_finite() || as_number(sink) {
                true => sink.f64(value),
                false => special(value, sink),
            }
        }
        Scalar::U64 => match i64::try_from(bits) {
            Ok(value) => sink.i64(value),
            Err(_) => sink.u64(bits),
        },
        _ => sink.i64(scalar.signed(bits)),
    }
}

/// Writes NaN or an infinity as text to a format that has none. Reading accepts that text.
#[cold]
fn special<'s, S: Sink<'s>>(value: f64, sink: &mut S) -> Result {
    let text = match value {
        f64::INFINITY => "inf",
        f64::NEG_INFINITY => "-inf",
        _ => "nan",
    };
    sink.str(Str::Scratch(text.into()))
}

/// Writes a row of floats of an array.
#[inline]
pub fn floats<'s, S: Sink<'s>>(values: &[f64], options: &Options, sink: &mut S) -> Result {
    let as_numbers = !options.words && sink.profile().non_finite;
    match as_numbers || values.iter().all(|value| value.is_finite()) {
        true => sink.f64s(values),
        false => values
            .iter()
            .try_for_each(|value| number(Scalar::F64, value.to_bits(), options, sink)),
    }
}

/// Writes the number of an enum by its name, or bit flags by their names. Returns whether there
/// were names.
fn named<'s, S: Sink<'s>>(
    layout: &Layout<'_>,
    of: usize,
    value: i64,
    sink: &mut S,
) -> Result<bool> {
    let symbols = layout.symbols(of);
    let unsigned = !layout.enums()[of].scalar.is_signed();
    // The bits of a `u64` are stored as an `i64`, but sorted as a `u64`.
    let order = |value: i64| match unsigned {
        true => i128::from(value as u64),
        false => i128::from(value),
    };
    // Most enums count from 0.
    let direct = usize::try_from(value).unwrap_or(usize::MAX);
    let found = match symbols.get(direct) {
        Some(symbol) if symbol.value == value => Some(symbol),
        _ => symbols
            .binary_search_by_key(&order(value), |symbol| order(symbol.value))
            .ok()
            .map(|at| &symbols[at]),
    };
    if let Some(symbol) = found {
        sink.str(Str::Scratch(layout.name(symbol.name).into()))?;
        return Ok(true);
    }
    if !layout.enums()[of].bit_flags || value == 0 {
        return Ok(false);
    }
    let (mut names, mut found) = (String::new(), 0);
    for symbol in symbols {
        if symbol.value & value != 0 {
            found |= symbol.value;
            if !names.is_empty() {
                names.push(' ');
            }
            names.push_str(layout.name(symbol.name));
        }
    }
    if found != value {
        return Ok(false);
    }
    sink.str(Str::Scratch(names.as_str().into()))?;
    Ok(true)
}

/// Writes the tag of a union. A tag unknown to the schema is refused, or becomes `NONE`.
pub fn tag<'s, S: Sink<'s>>(
    layout: &Layout<'_>,
    union: u32,
    tag: i64,
    options: &Options,
    sink: &mut S,
) -> Result {
    let member = layout.member(union as usize, tag);
    if member.is_none() && tag != 0 && !options.skip_unknown {
        return Err(unknown_tag(tag));
    }
    if options.numbers {
        return sink.i64(member.map_or(0, |member| member.tag));
    }
    let name = member.map_or("NONE", |member| layout.name(member.name));
    sink.str(Str::Scratch(name.into()))
}

/// The hint on how to go on without an unknown union.
const SKIP: &str = "a later schema has it; the option `skip_unknown` leaves it out";

/// Makes the error for a tag unknown to the schema: its value could not be read again.
#[cold]
fn unknown_tag(tag: i64) -> Error {
    Error::expected(ErrorKind::UnknownVariant, "a tag that the union has")
        .with_content(tag)
        .with_hint(SKIP)
}

/// Puts a step before the path of [`unknown_tag`]. Other errors come from the sink, which knows its
/// own path.
#[cold]
#[inline(never)]
pub fn inside(error: Error, step: Step) -> Error {
    match error.hint() == Some(SKIP) {
        true => error.inside(step),
        false => error,
    }
}
