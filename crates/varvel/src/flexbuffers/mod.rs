//! FlexBuffers: into frozen buffers and values, into your types, and out of all of them.
//!
//! | from, to | call |
//! |---|---|
//! | a buffer to [`Frozen`] | [`freeze`], [`freeze_with`] |
//! | a buffer to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a buffer to a type, which may borrow from it | [`from_slice`]; from a part of one [`read`] |
//! | a buffer read in place | [`Flex`] |
//! | [`Frozen`], [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a buffer | [`to_vec`], [`to_vec_with`]; a [`Builder`] |
//! | a buffer to any [`Sink`] | [`drive`] |
//!
//! The format sorts the members of a map by their keys: their order is not kept. It has no keys but strings, no points
//! in time, no tags and no integers beyond 64 bits; these are errors that name their place, or are written as text
//! where [`AsText`](crate::AsText) says so.
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

mod node;

pub use varvel_flexbuffers::{
    Builder, Flex, Iter, Map, Members, Reference, Type, Vector, to_vec, to_vec_with,
};

use varvel_tree::Nodes;

use crate::{Decode, Frozen, Limits, Result, Sink, with_builder};
use node::Node;

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

/// Reads a value of a type from a FlexBuffer, which is verified first under the default limits. Strings and bytes that are
/// borrowed stay in the buffer.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::flexbuffers;
/// let stock = BTreeMap::from([("pear", vec![3_u8, 4])]);
/// let bytes = flexbuffers::to_vec(&stock)?;
/// assert_eq!(flexbuffers::from_slice::<BTreeMap<&str, Vec<u8>>>(&bytes)?, stock);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of [`freeze`], and those of [`read`].
pub fn from_slice<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    read(Flex::new(input, &Limits::DEFAULT)?.root())
}

/// Reads a value of a type from a node of a verified buffer.
///
/// ```
/// use varvel::{Limits, flexbuffers, value};
/// let bytes = flexbuffers::to_vec(&value!({"id": 7, "tags": ["a", "b"]}))?;
/// let buffer = flexbuffers::Flex::new(&bytes, &Limits::DEFAULT)?;
/// let tags = buffer.root().as_map().and_then(|root| root.get("tags")).unwrap();
/// assert_eq!(flexbuffers::read::<[&str; 2]>(tags)?, ["a", "b"]);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// What does not fit the type, with its path from this node and its offset in the buffer. `DepthLimit` and `NodeLimit`
/// beyond the default limits.
pub fn read<'a, T: Decode<'a>>(node: Reference<'a>) -> Result<T> {
    Nodes::read(Node(node))
}
