//! One library for structured data: JSON in and out, frozen zero-copy buffers.
//!
//! | item | what it is for |
//! |---|---|
//! | [`json`] | JSON text: into frozen buffers, into your types, out of both |
//! | [`Frozen`], [`View`] | a document as one contiguous buffer, read in place |
//! | [`Builder`] | lays such a buffer out, from any source of events |
//! | [`Decode`], [`Encode`] | what a type does to be read and written in any format |
//! | [`Source`], [`Sink`] | what a format does: events, pulled or driven |
//! | [`Error`], [`Limits`], [`Duplicates`] | the same for every format and shape |
//!
//! ```
//! let text = br#"{"id": 7, "items": [{"sku": "A-1", "price": 9.5}]}"#;
//! let order = varvel::json::freeze(text)?;
//! let first = order.view().field("items")?.item(0)?;
//! assert_eq!(first.field("sku")?.str()?, "A-1");
//! assert_eq!(first.get("colour").map_or("none", |colour| colour.str_or("none")), "none");
//!
//! // The bytes can be stored or sent; whoever gets them validates once and reads in place.
//! let bytes = order.into_bytes();
//! let view = varvel::Frozen::validate(&bytes)?;
//! assert_eq!(varvel::json::to_string(&view.field("id")?)?, "7");
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Features
//!
//! `std`, on by default: reading from a [`std::io::Read`], writing to a [`std::io::Write`], and the
//! choice of the processor's instruction set at run time. Without it the library needs `alloc` only.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

pub mod json;

pub use varvel_core::error::{Path, Quoted, Step};
pub use varvel_core::{
    Bytes, Decode, Discard, Duplicates, Encode, Error, ErrorKind, Key, Kind, Limits, Number,
    Result, Sink, Source, Span, Str, Tag, Text, Timestamp, UniqueKeys,
};
pub use varvel_frozen::{
    Builder, Column, Entries, Frozen, HashedKey, Items, Keys, Object, Pairs, Values, View, key,
};

/// The README's Rust, as documentation tests. Only the checkout has the file, and only its tests
/// look for it.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
