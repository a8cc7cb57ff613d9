//! The plain loop: it drives one node into a sink, and decimals keep their text.
//!
//! The hot loop knows numbers as machine words only. A caller who needs their digits needs no
//! speed, so this loop calls the typed reads one by one, without any prediction. The hot loop stays
//! simple.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Kind, Number, Result, Sink, Source as _};
use varvel_raw::simd::{Compiled, Isa};

use super::{Reader, at_value, locate};
use crate::options::ReadOptions;

/// Drives the document `input` into `sink`.
pub(super) fn document<'de, S: Sink<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
    sink: &mut S,
) -> Result {
    let mut reader = Reader::with_isa(Compiled::compiled(), input, options)?;
    let result = node(&mut reader, sink).and_then(|()| reader.finish());
    result.map_err(|error| locate(reader.cursor.input(), reader.cursor.position(), error))
}

/// Drives the node at the reader's cursor into `sink`.
pub(super) fn node<'de, I: Isa, S: Sink<'de>>(reader: &mut Reader<'de, I>, sink: &mut S) -> Result {
    let result = give(reader, sink);
    result.map_err(|error| at_value(reader.cursor.input(), reader.cursor.position(), error))
}

/// Gives the node at the reader's cursor to `sink`. Does not recurse.
fn give<'de, I: Isa, S: Sink<'de>>(reader: &mut Reader<'de, I>, sink: &mut S) -> Result {
    // Whether each container that was entered here is an object.
    let mut open: Vec<bool> = Vec::new();
    loop {
        let kind = reader.peek()?;
        match kind {
            Kind::Array | Kind::Object => {
                let is_object = kind == Kind::Object;
                match is_object {
                    true => reader.begin_map().and_then(|len| sink.begin_map(len))?,
                    false => reader.begin_array().and_then(|len| sink.begin_array(len))?,
                }
                open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                open.push(is_object);
            }
            _ => scalar(reader, kind, sink)?,
        }
        // Moves to the next value, and leaves the containers that end here.
        loop {
            let Some(&is_object) = open.last() else {
                return Ok(());
            };
            match is_object {
                true if next_key(reader, sink)? => break,
                false if reader.next_item()? => break,
                true => sink.end_map()?,
                false => sink.end_array()?,
            }
            open.pop();
        }
    }
}

/// Gives the key of the next member to `sink`. Returns `false` if the object has ended.
fn next_key<'de, I: Isa, S: Sink<'de>>(reader: &mut Reader<'de, I>, sink: &mut S) -> Result<bool> {
    let (input, from) = (reader.cursor.input(), reader.offset());
    let Some(key) = reader.next_key()? else {
        return Ok(false);
    };
    match sink.key(key) {
        Ok(()) => Ok(true),
        Err(error) => Err(error.or_offset(quote_behind(input, from))),
    }
}

/// Returns the beginning of the next key behind `from`. Only white space and a comma stand before
/// it.
#[cold]
fn quote_behind(input: &[u8], from: usize) -> usize {
    let mut rest = input[from..].iter();
    from + rest.position(|&byte| byte == b'"').unwrap_or(0)
}

/// Gives the scalar at the reader's cursor to `sink`.
fn scalar<'de, I: Isa, S: Sink<'de>>(
    reader: &mut Reader<'de, I>,
    kind: Kind,
    sink: &mut S,
) -> Result {
    match kind {
        Kind::Null => reader.read_null().and_then(|()| sink.null()),
        Kind::Bool => sink.bool(reader.read_bool()?),
        Kind::String => sink.str(reader.read_str()?),
        _ => match reader.read_exact_number()? {
            Number::I64(value) => sink.i64(value),
            Number::U64(value) => sink.u64(value),
            Number::Big(digits) => sink.big_integer(digits),
            Number::Decimal(text) => sink.decimal(text),
            Number::F64(value) => sink.f64(value),
            _ => Err(Error::new(ErrorKind::InvalidEvents)),
        },
    }
}
