//! The low-level parts of Varvel's hot loops: SIMD scans with run-time dispatch, input cursor,
//! output buffer, number text.
//!
//! Every function that other crates call is safe for all arguments, unless it is marked `unsafe`.
//! If speed needs an unchecked step, this crate has the whole loop, with its proof beside it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod ahead;
pub mod buffer;
pub mod cursor;
pub mod find;
pub mod gather;
pub mod key;
pub mod look;
pub mod number;
pub mod owned;
pub mod prefetch;
pub mod short;
pub mod simd;
pub mod text;
pub mod unescape;
pub mod utf8;
