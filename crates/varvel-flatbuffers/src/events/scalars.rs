//! Numbers, enums and tags as events.

use alloc::string::String;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind, Result, Sink, Str};

use super::Options;
use crate::layout::{Layout, Scalar};

/// Gives a scalar: by its name, where it is an enum's and has one.
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

/// Gives a number.
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

/// Gives NaN or an infinity to a format that has none: as text, by which it is read again.
#[cold]
fn special<'s, S: Sink<'s>>(value: f64, sink: &mut S) -> Result {
    let text = match value {
        f64::INFINITY => "inf",
        f64::NEG_INFINITY => "-inf",
        _ => "nan",
    };
    sink.str(Str::Scratch(text.into()))
}

/// Gives floats of an array in a row.
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

/// Gives a number of an enum by its name, or its bits by theirs, if it has some: whether.
fn named<'s, S: Sink<'s>>(
    layout: &Layout<'_>,
    of: usize,
    value: i64,
    sink: &mut S,
) -> Result<bool> {
    let symbols = layout.symbols(of);
    let unsigned = !layout.enums()[of].scalar.is_signed();
    // The bits of a `u64` are stored as an `i64`, and sorted as what they are.
    let order = |value: i64| match unsigned {
        true => i128::from(value as u64),
        false => i128::from(value),
    };
    // Most enums count from 0 on.
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

/// Gives the tag of a union. One that the schema does not have is refused, or becomes `NONE`.
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

/// How to go on without a union that the schema does not have.
const SKIP: &str = "a later schema has it: `Options::skip_unknown` leaves it out";

/// A tag that the schema does not have: what it stands for could not be read again.
#[cold]
fn unknown_tag(tag: i64) -> Error {
    Error::expected(ErrorKind::UnknownVariant, "a tag that the union has")
        .with_content(tag)
        .with_hint(SKIP)
}

/// Puts a step before the path of [`unknown_tag`]. Other errors are of the sink, which knows where
/// it is.
#[cold]
#[inline(never)]
pub fn inside(error: Error, step: Step) -> Error {
    match error.hint() == Some(SKIP) {
        true => error.inside(step),
        false => error,
    }
}
