//! Frozen buffers: immutable, contiguous, zero-copy structured data, read in place.
//!
//! | room | holds |
//! |---|---|
//! | `layout` | the bytes of format version 1; `spec/frozen.md` is the norm |
//! | `checksum` | the checksum that a buffer may end in |
//! | `key`, `index` | keys with their hashes, and how shapes find them |
//! | `builder` | [`Builder`]: a sink that lays out a buffer in one pass |
//! | `freeze` | [`Freeze`]: the options of freezing |
//! | `validate` | the one linear pass over untrusted bytes |
//! | `frozen` | [`Frozen`]: a handle to a document, or to a part of one, and its buffer |
//! | `owner` | [`Owner`]: the types that can own a buffer |
//! | `part_reader` | [`PartReader`]: one node of a document in a file, without the rest of it |
//! | `schema` | with the feature `schema`: the schema of [`Frozen`], which any document fits |
//! | `serde` | with the feature `serde`: serde's traits |
//! | `view` | [`View`]: a cursor into a buffer |
//! | [`typed`] | types that are read in place |
//! | `stream` | [`Stream`]: documents in a row, written and read a segment at a time |
//! | `usage` | [`Usage`]: what each part of a buffer takes |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod builder;
mod checksum;
mod freeze;
mod frozen;
mod index;
mod key;
mod layout;
mod owner;
#[cfg(feature = "std")]
mod part_reader;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "serde")]
mod serde;
mod stack;
mod stream;
pub mod typed;
mod usage;
mod validate;
mod view;

#[cfg(feature = "std")]
pub use builder::RecordSink;
pub use builder::{Builder, Splice, with_builder};
pub use freeze::Freeze;
pub use frozen::Frozen;
pub use key::HashedKey;
pub use layout::Element;
pub use owner::{Buffer, Owner};
#[cfg(feature = "std")]
pub use part_reader::PartReader;
#[cfg(feature = "std")]
pub use stream::{
    RawSegment, SegmentBuilder, SegmentReader, StreamOptions, StreamReader, StreamWriter,
};
pub use stream::{Stream, StreamRecords};
pub use typed::{Boxed, KeyInPlace, List, ListIter, Map, MapIter, ReadInPlace};
pub use usage::Usage;
pub use varvel_tree::TreeSource;
pub use view::{Address, Column, Entries, I64s, Items, Keys, Object, Pairs, Values, View};
#[doc(hidden)]
pub use view::{debug, display};

/// Sets whether documents that builders of this thread finish are validated, as they are at first,
/// and returns whether they were. Only with debug assertions; for tests that count memory.
#[cfg(all(feature = "std", debug_assertions))]
#[doc(hidden)]
pub use builder::set_self_check;
