//! The kind of the next value, by its first bytes.

use varvel_core::{Kind, Result};
use varvel_raw::simd::Isa;

use super::input::Input;
use crate::codes;
use crate::error;

/// Returns the kind of the value at `input`.
pub fn kind<I: Isa>(mut input: Input<'_, I>) -> Result<Kind> {
    let at = input.position();
    let first = input.first()?;
    Ok(match first {
        0x00..=0x7F | codes::UINT_8..=codes::INT_64 | codes::NEGATIVE_FIXINT.. => Kind::Integer,
        codes::FIX_STR..codes::NIL | codes::STR_8..=codes::STR_32 => Kind::String,
        codes::NIL => Kind::Null,
        codes::FALSE | codes::TRUE => Kind::Bool,
        codes::FLOAT_32 | codes::FLOAT_64 => Kind::Float,
        codes::BIN_8..=codes::BIN_32 => Kind::Bytes,
        codes::FIX_ARRAY..codes::FIX_STR | codes::ARRAY_16 | codes::ARRAY_32 => Kind::Array,
        codes::FIX_MAP..codes::FIX_ARRAY => kind_of_map(input, usize::from(first & 15)),
        codes::MAP_16 | codes::MAP_32 => {
            let count = input.length(2 << (first - codes::MAP_16))?;
            kind_of_map(input, count)
        }
        _ => match input.extension(first)? {
            Some((_, codes::TIMESTAMP)) => Kind::Timestamp,
            Some(_) => Kind::Tagged,
            None => return Err(error::never_used(at)),
        },
    })
}

/// Returns the kind of a map of `count` members. Its first key is next, and decides.
fn kind_of_map<I: Isa>(input: Input<'_, I>, count: usize) -> Kind {
    match input.rest().first() {
        None | Some(codes::FIX_STR..codes::NIL | codes::STR_8..=codes::STR_32) => Kind::Object,
        Some(_) if count == 0 => Kind::Object,
        Some(_) => Kind::Map,
    }
}

/// Checks that the number at `input`, if it is one, is not cut off.
pub fn complete<I: Isa>(mut input: Input<'_, I>) -> Result {
    let len = match input.first()? {
        codes::UINT_8 | codes::INT_8 => 1,
        codes::UINT_16 | codes::INT_16 => 2,
        codes::UINT_32 | codes::INT_32 | codes::FLOAT_32 => 4,
        codes::UINT_64 | codes::INT_64 | codes::FLOAT_64 => 8,
        _ => 0,
    };
    input.block(len).map(drop)
}
