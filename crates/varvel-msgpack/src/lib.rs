//! MessagePack for Varvel: the whole specification as a source and a sink.
//!
//! Reading takes every legal encoding, writing the shortest: integers and lengths in as few bytes as they
//! fit, floats in the width that they came with. Bytes, extension types, timestamps in their three forms
//! and maps with keys of any kind are nodes of the model, so that nothing is lost on the way to a frozen
//! buffer and back.
//!
//! | room | holds |
//! |---|---|
//! | `format` | the bytes that values begin with |
//! | [`read`] | [`Reader`]: the source; [`drive`] and [`from_slice`]; [`Values`] and `ValuesReader`: one after the other |
//! | [`write`](mod@write) | [`Writer`]: the sink; [`to_vec`] |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | what the errors of this format say |
//!
//! The format: <https://github.com/msgpack/msgpack/blob/master/spec.md>
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod format;
mod options;
pub mod read;
pub mod write;

pub use options::{ReadOptions, WriteOptions};
pub use read::{Reader, Values, drive, from_slice, read_into};
#[cfg(feature = "std")]
pub use read::{ValuesReader, from_reader, next_from_reader};
pub use write::{Writer, to_vec, to_vec_with};
