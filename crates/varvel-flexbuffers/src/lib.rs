//! FlexBuffers, the schemaless sister of FlatBuffers: verified once, read in place, built from
//! events.
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`FlexBuffers`] as a format, with [`from_slice`], [`to_vec`] and the other functions |
//! | `marker` | the type [`FlexBuffers`] |
//! | `slots` | types, widths, and reading of slots |
//! | `verify` | the check after which no reading can fail |
//! | `reference` | [`Reference`], [`Vector`], [`Map`]: reading in place |
//! | `drive` | a verified buffer as events |
//! | `node` | nodes as those of a tree, so that types are read in place |
//! | `builder` | [`Builder`]: a buffer from events |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | errors |
//!
//! The format is described at <https://flatbuffers.dev/internals/>, section FlexBuffers. A buffer
//! ends with its root. All that a node refers to is before the node.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod builder;
mod drive;
mod error;
pub mod format;
mod marker;
mod node;
mod options;
mod reference;
mod slots;
mod verify;

use varvel_core::{Encode, Limits, Result, Sink};

pub use builder::Builder;
pub use format::{
    decode, drive, from_slice, from_slice_with, read, read_into, read_into_with, to_vec,
    to_vec_with,
};
#[cfg(feature = "std")]
pub use format::{from_reader, from_reader_with, to_writer, to_writer_with};
pub use marker::FlexBuffers;
pub use options::{ReadOptions, WriteOptions};
pub use reference::{Iter, Map, Members, Reference, Vector};
pub use slots::Type;

/// A verified buffer. Reading from it neither fails nor allocates.
///
/// Verification guarantees:
///
/// - Every node that the root leads to lies within the buffer, and before the node that refers to
///   it. So there are no cycles.
/// - Strings and keys are UTF-8 and end with a zero byte.
/// - The keys of a map are sorted, and no key occurs twice.
/// - Floats have 32 or 64 bits.
///
/// Bytes that no node refers to may be anything.
///
/// ```
/// use varvel::Limits;
/// use varvel::flexbuffers::{Flex, to_vec};
/// let bytes = to_vec(&[1, 300])?;
/// let flex = Flex::new(&bytes, &Limits::DEFAULT)?;
/// let numbers = flex.root().as_vector().unwrap();
/// assert_eq!(numbers.get(1).and_then(|item| item.as_i64()), Some(300));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Flex<'a> {
    root: Reference<'a>,
}

impl<'a> Flex<'a> {
    /// Verifies a buffer.
    ///
    /// Nodes may be shared, and are then read more than once. The limit `replay` bounds that:
    /// repeated reads of containers, and of the part of strings beyond 64 bytes, may come to that
    /// many times the length of the buffer, plus 64 KiB. Under that limit, time is linear in the
    /// length of the buffer. It needs memory for one entry for each open container.
    ///
    /// # Errors
    /// Returns `Syntax` with offset and path if the bytes are no valid buffer, `UnexpectedEnd` if
    /// they are too few, `DuplicateKey`, `InvalidUtf8`, and the errors of the limits.
    pub fn new(bytes: &'a [u8], limits: &Limits) -> Result<Self> {
        let root = verify::verify(bytes, limits)?;
        Ok(Self { root })
    }

    /// Returns the root node of the buffer.
    #[inline]
    pub fn root(&self) -> Reference<'a> {
        self.root
    }

    /// Returns the bytes of the buffer.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.root.bytes()
    }
}

impl<C: ?Sized> Encode<C> for Flex<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.root.encode(sink, context)
    }

    fn size_hint(&self) -> usize {
        self.as_bytes().len()
    }
}
