//! FlexBuffers, the schemaless sister of FlatBuffers: verified once, read in place, built from
//! events.
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`FlexBuffers`] as a format; [`from_slice`], [`to_vec`] and their like |
//! | `marker` | the type [`FlexBuffers`] |
//! | `slots` | types, widths, and how a slot is read |
//! | `verify` | the one check that lets all later reading go without failure |
//! | `reference` | [`Reference`], [`Vector`], [`Map`]: reading in place |
//! | `drive` | a verified buffer as events |
//! | `node` | its nodes as those of a tree: types are read from where they stand |
//! | `builder` | [`Builder`]: events as a buffer |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | what the errors say |
//!
//! The format: <https://flatbuffers.dev/internals/>, section FlexBuffers. A buffer ends with its
//! root; what a node refers to lies before it.

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
/// Verified means: every node that the root leads to lies within the buffer, and before whatever
/// refers to it, so that there are no cycles; strings and keys are UTF-8 and end with a zero byte;
/// the keys of a map are sorted, none of them twice; floats have 32 or 64 bits. Bytes that nothing
/// refers to may be anything.
///
/// ```
/// use varvel_core::Limits;
/// use varvel_flexbuffers::{Flex, to_vec};
/// let bytes = to_vec(&[1, 300])?;
/// let flex = Flex::new(&bytes, &Limits::DEFAULT)?;
/// let numbers = flex.root().as_vector().unwrap();
/// assert_eq!(numbers.get(1).and_then(|item| item.as_i64()), Some(300));
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Flex<'a> {
    root: Reference<'a>,
}

impl<'a> Flex<'a> {
    /// Verifies a buffer.
    ///
    /// Nodes may be shared, and so come more than once when the buffer is read. That is bounded by
    /// the limit `replay`: what comes again, of containers and of strings beyond 64 bytes each, may
    /// be so many times the length of the buffer, and 64 KiB. Time is linear in the length of the
    /// buffer under that limit. Memory: one entry for each open container.
    ///
    /// # Errors
    /// `Syntax` with offset and path if the bytes are no such buffer; `UnexpectedEnd` if they are
    /// too few for any; `DuplicateKey`; `InvalidUtf8`; what the limits say.
    pub fn new(bytes: &'a [u8], limits: &Limits) -> Result<Self> {
        let root = verify::verify(bytes, limits)?;
        Ok(Self { root })
    }

    /// The node that the buffer holds.
    #[inline]
    pub fn root(&self) -> Reference<'a> {
        self.root
    }

    /// The bytes.
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
