//! FlexBuffers: into frozen buffers and values, into your types, and out of all of them.
//!
//! | from, to | call |
//! |---|---|
//! | a buffer to [`Frozen`] | [`freeze`], [`freeze_with`] |
//! | a buffer to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a buffer to a type | [`from_slice`] |
//! | a buffer read in place | [`Flex`] |
//! | [`Frozen`], [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a buffer | [`to_vec`]; a [`Builder`] |
//! | a buffer to any [`Sink`] | [`drive`] |
//!
//! The format sorts the members of a map by their keys: their order is not kept. It has no keys but strings, no points
//! in time, no tags and no integers beyond 64 bits; these are errors that name their place.
//!
//! ```
//! use varvel::{UniqueKeys, flexbuffers, json};
//! let mut builder = UniqueKeys::new(flexbuffers::Builder::new());
//! json::drive(br#"{"b": [1, 2.5], "a": null}"#, &Default::default(), &mut builder)?;
//! let bytes = builder.into_inner().finish()?;
//!
//! let mut text = json::Writer::new(json::WriteOptions::compact());
//! flexbuffers::drive(&bytes, &Default::default(), &mut text)?;
//! assert_eq!(text.finish()?, br#"{"a":null,"b":[1,2.5]}"#);
//! # Ok::<(), varvel::Error>(())
//! ```

pub use varvel_flatbuffers::flex::{Builder, Flex, Iter, Map, Reference, Type, Vector, to_vec};

use crate::{Decode, Error, Frozen, Limits, Result, Sink, with_builder};

/// Freezes a FlexBuffer. The limits are the default ones.
///
/// ```
/// use varvel::{flexbuffers, value};
/// let bytes = flexbuffers::to_vec(&value!({"id": 7, "tags": ["a", "b"]}))?;
/// let frozen = flexbuffers::freeze(&bytes)?;
/// assert_eq!(frozen.view().path("tags[1]")?.str()?, "b");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the buffer, and where: byte offset and path.
pub fn freeze(input: &[u8]) -> Result<Frozen> {
    freeze_with(input, Limits::DEFAULT)
}

/// Freezes a FlexBuffer with limits. There is no policy for duplicate keys: no valid buffer has any.
///
/// Nodes that a buffer shares come as often as it refers to them, and count so.
///
/// # Errors
/// Those of [`freeze`], and whatever goes beyond the limits.
pub fn freeze_with(input: &[u8], limits: Limits) -> Result<Frozen> {
    with_builder(crate::Duplicates::Error, limits, |builder| {
        builder.start()?;
        drive(input, &limits, builder)?;
        builder.finish()
    })
}

/// Verifies a FlexBuffer and gives what it holds to a sink. Linear in the input under `Limits::replay`.
///
/// # Errors
/// Those of [`freeze_with`], before the sink gets anything, and those of the sink.
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], limits: &Limits, sink: &mut S) -> Result {
    Flex::new(input, limits)?.root().drive(sink)
}

/// Reads a value of a type from a FlexBuffer, which is frozen for that: a type that borrows is read from
/// [`freeze`] by [`Frozen::to`].
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::flexbuffers;
/// let stock = BTreeMap::from([("pear".to_owned(), vec![3_u8, 4])]);
/// let bytes = flexbuffers::to_vec(&stock)?;
/// assert_eq!(flexbuffers::from_slice::<BTreeMap<String, Vec<u8>>>(&bytes)?, stock);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of [`freeze`], and what does not fit the type, with its path and without an offset.
pub fn from_slice<T: for<'de> Decode<'de>>(input: &[u8]) -> Result<T> {
    // Its places are not those of the input.
    freeze(input)?.to().map_err(Error::without_offset)
}
