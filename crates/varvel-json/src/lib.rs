//! JSON for Varvel: a strict RFC 8259 source and sink.
//!
//! Reading is exact: integers of any size, floats correctly rounded, strings always UTF-8; a lone
//! surrogate, a float that overflows and anything outside the grammar is an error with its byte
//! offset and path. Driving a document does not recurse, and the input needs no padding.
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`Json`] as a format; [`from_slice`], [`to_vec`] and similar functions |
//! | `records`, `records5` | documents as records: JSON, a line each; JSON5, one after the other |
//! | `marker` | the type [`Json`] |
//! | [`read`] | [`Reader`]: the source; [`drive`] |
//! | [`write`](mod@write) | [`Writer`]: the sink |
//! | [`options`] | [`ReadOptions`], [`WriteOptions`] |
//! | [`number`] | floats as text, without a document |
//! | [`json5`] | [`Json5`](json5::Json5) as a format, and its functions |
//! | `relaxed` | [`Relaxed`]: JSON5, rewritten as JSON |
//! | `error` | the errors of this format |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
pub mod format;
mod items;
pub mod json5;
mod marker;
pub mod number;
pub mod options;
pub mod read;
mod records;
mod records5;
mod relaxed;
pub mod write;

pub use format::{
    decode, from_slice, from_slice_with, from_str, from_str_with, read_into, read_into_with,
    to_string, to_string_pretty, to_string_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use format::{from_reader, from_reader_with, to_writer, to_writer_with};
pub use marker::Json;
pub use options::{ReadOptions, WriteOptions};
pub use read::{Reader, drive};
pub use relaxed::Relaxed;
pub use write::Writer;
