//! CBOR for Varvel: the whole of RFC 8949 as a source and a sink.
//!
//! Reading takes every well-formed encoding. Writing uses the preferred one: integers, lengths and
//! floats in the fewest bytes that hold them exactly, and definite lengths. Bytes, tags, simple
//! values and maps with keys of any kind are nodes of the model, so a frozen buffer loses nothing.
//!
//! | in CBOR | in the model |
//! |---|---|
//! | integers of any sign | an integer; beyond 64 bits its digits |
//! | floats of 16, 32 and 64 bits | a float of 64 bits |
//! | tags 2 and 3 before up to 128 bytes | an integer |
//! | tag 4 with such an integer or a shorter one, and an exponent from -9999 to 9999 | a decimal |
//! | tag 0 before a date of RFC 3339; tag 1 before an integer or a float that 64 bits of seconds hold: the whole microseconds of which it is the nearest float, or else the nearest nanosecond; tag 1001 before `{1: seconds, -9: nanoseconds}` (RFC 9581) | a timestamp |
//! | tag 55799 before a document | nothing: it marks the document as CBOR |
//! | any other tag, and those before anything else | [`Tag::Number`](varvel_core::Tag::Number) and a node |
//! | simple values but false, true and null | [`Tag::Simple`](varvel_core::Tag::Simple) and a null |
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`Cbor`] as a format; [`from_slice`], [`to_vec`] and similar functions |
//! | `marker` | the type [`Cbor`] |
//! | [`read`] | [`Reader`]: the source; [`drive`]; [`Values`] and `ValuesReader`: sequences (RFC 8742) |
//! | [`write`](mod@write) | [`Writer`]: the sink |
//! | `items` | the items of an array as records |
//! | `records` | data items as records, with nothing between them |
//! | `codes` | the heads of data items |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | the errors of this format |
//!
//! The format: <https://www.rfc-editor.org/rfc/rfc8949>
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
pub use marker::Cbor;
pub use options::{ReadOptions, WriteOptions};
pub use read::{Reader, Values, drive};
#[cfg(feature = "std")]
pub use read::{ValuesReader, next_from_reader};
pub use write::Writer;
