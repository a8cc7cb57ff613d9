//! The kind of the next value, by its first bytes: for callers that ask before they read, and for
//! errors.

use varvel_core::{Kind, Result};
use varvel_raw::simd::Isa;

use super::drive;
use super::input::{Input, head};
use super::meaning::{self, Meaning};
use crate::codes::{self, INFO, MAJOR};

/// Returns the kind of the value at `input`.
pub fn kind<I: Isa>(mut input: Input<'_, I>) -> Result<Kind> {
    let rest = input.rest();
    let first = input.first()?;
    Ok(match first & MAJOR {
        codes::UNSIGNED | codes::NEGATIVE => Kind::Integer,
        codes::BYTES => Kind::Bytes,
        codes::TEXT => Kind::String,
        codes::ARRAY => Kind::Array,
        codes::MAP => kind_of_map(rest),
        codes::TAG => match meaning::of(rest) {
            Some((Meaning::Integer(_), _)) => Kind::Integer,
            Some((Meaning::Decimal(..), _)) => Kind::Decimal,
            Some((Meaning::Timestamp(_), _)) => Kind::Timestamp,
            None => Kind::Tagged,
        },
        _ => match first {
            codes::NULL => Kind::Null,
            codes::FALSE | codes::TRUE => Kind::Bool,
            codes::FLOAT_16..=codes::FLOAT_64 => Kind::Float,
            _ => drive::simple(&mut input, first).map(|_| Kind::Tagged)?,
        },
    })
}

/// Returns the kind of the map that `bytes` begin with, by its first key.
fn kind_of_map(bytes: &[u8]) -> Kind {
    let first_key = match bytes {
        [0xBF, codes::BREAK, ..] => None,
        [0xBF, rest @ ..] => rest.first(),
        _ => match head(bytes) {
            Some((_, 1.., rest)) => rest.first(),
            _ => None,
        },
    };
    match first_key {
        None | Some(codes::TEXT..codes::ARRAY) => Kind::Object,
        Some(_) => Kind::Map,
    }
}

/// Checks that the number, simple value or head at `input` is not cut off.
pub fn complete<I: Isa>(mut input: Input<'_, I>) -> Result {
    let first = input.first()?;
    match first {
        codes::BYTES..codes::TAG if first & INFO == codes::INDEFINITE => Ok(()),
        codes::FLOAT_16..=codes::FLOAT_64 => input.block(2 << (first - codes::FLOAT_16)).map(drop),
        codes::SIMPLE.. => Ok(()),
        _ => input.argument(first).map(drop),
    }
}
