//! MessagePack for Varvel: the whole specification as a source and a sink.
//!
//! Reading takes every legal encoding. Writing uses the shortest one: integers and lengths in as
//! few bytes as possible, floats in the width that they came with. Bytes, extension types,
//! timestamps in their three forms and maps with keys of any kind are nodes of the model, so a
//! frozen buffer loses nothing.
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`MessagePack`] as a format; [`from_slice`], [`to_vec`] and similar functions |
//! | `items` | the items of an array as records |
//! | `records` | values as records, with nothing between them |
//! | `marker` | the type [`MessagePack`] |
//! | [`read`] | [`Reader`]: the source; [`drive`]; [`Values`] and `ValuesReader`: one after the other |
//! | [`write`](mod@write) | [`Writer`]: the sink |
//! | `codes` | the first bytes of values |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | the errors of this format |
//!
//! The format: <https://github.com/msgpack/msgpack/blob/master/spec.md>
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod codes;
mod error;
pub mod format;
mod items;
mod marker;
mod options;
pub mod read;
mod records;
pub mod write;

pub use format::{
    decode, from_slice, from_slice_with, read_into, read_into_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use format::{from_reader, from_reader_with, to_writer, to_writer_with};
pub use marker::MessagePack;
pub use options::{ReadOptions, WriteOptions};
pub use read::{Reader, Values, drive};
#[cfg(feature = "std")]
pub use read::{ValuesReader, next_from_reader};
pub use write::Writer;
