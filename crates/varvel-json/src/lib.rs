//! JSON for Varvel: a strict RFC 8259 source and sink.
//!
//! Reading is exact: integers of any size, floats correctly rounded, strings always UTF-8; a lone
//! surrogate, a float that overflows and anything outside the grammar is an error with its byte
//! offset and path. Nothing recurses, and no padding is asked of the caller.
//!
//! | room | holds |
//! |---|---|
//! | [`read`] | [`Reader`]: the source; [`drive`] and [`from_slice`] |
//! | [`write`](mod@write) | [`Writer`]: the sink; [`to_vec`], [`to_string`] |
//! | [`options`] | [`ReadOptions`], [`WriteOptions`] |
//! | `relaxed` | [`Relaxed`]: JSON5, rewritten as JSON |
//! | `error` | what the errors of this format say |
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
pub mod options;
pub mod read;
mod relaxed;
pub mod write;

pub use options::{ReadOptions, WriteOptions};
pub use read::{Reader, drive, from_slice, from_slice_with, from_str, read_into};
#[cfg(feature = "std")]
pub use read::{drive_reader, from_reader};
pub use relaxed::Relaxed;
#[cfg(feature = "std")]
pub use write::to_writer;
pub use write::{Writer, to_string, to_string_with, to_vec, to_vec_with};
