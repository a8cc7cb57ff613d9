//! serde over Varvel: types with serde's traits are read from any [`Source`] and written into any
//! [`Sink`]. The value of any serde deserializer can be given to any sink.
//!
//! | room | holds |
//! |---|---|
//! | [`de`] | [`Deserializer`]: a source as a deserializer of serde |
//! | [`ser`] | [`Serializer`]: a sink as a serializer of serde |
//! | `drive` | [`Drive`]: gives the value of any serde deserializer to a sink |
//! | `forward` | a macro for deserializers that forward to another one |
//! | `json` | nodes to which `serde_json` gives names of its own |
//!
//! [`Serde`] gives a serde type the traits [`Decode`] and [`Encode`], so that it is read and
//! written wherever these traits are.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::serde::Serde;
//! #[derive(Deserialize, Serialize)]
//! struct Point { x: i32, y: i32 }
//! let Serde(point): Serde<Point> = varvel::json::from_str(r#"{"x": 1, "y": -2}"#)?;
//! assert_eq!(varvel::msgpack::to_vec(&Serde(point))?, [0x82, 0xA1, b'x', 1, 0xA1, b'y', 0xFE]);
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # What is kept
//!
//! Integers of up to 128 bits are exact if the type asks for an integer. If it takes anything, an
//! integer beyond 64 bits becomes the nearest float, because serde's own buffer holds no more.
//! Nodes that serde has no kind for (timestamps, tags, numbers of any size) become the newtype
//! structs of [`varvel_core::serde`]. serde recurses from type to type. The source's limit of depth
//! bounds that in reading, and [`ser::DEPTH`] in writing.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod de;
mod drive;
mod forward;
mod json;
pub mod ser;

pub use de::Deserializer;
pub use drive::Drive;
pub use ser::Serializer;

use core::marker::PhantomData;

use serde_core::{Deserialize, Serialize};
use varvel_core::{Decode, Encode, Result, Sink, Source};

/// A wrapper that gives a serde type Varvel's traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serde<T>(pub T);

impl<'de, C: ?Sized, T: Deserialize<'de>> Decode<'de, C> for Serde<T> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        de::read(source, PhantomData).map(Self)
    }
}

impl<C: ?Sized, T: Serialize> Encode<C> for Serde<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.0.serialize(Serializer::new(sink))
    }
}

/// A wrapper like [`Serde`] that writes a struct as an array of its fields, without their names, as
/// `rmp_serde::to_vec` does. Both wrappers read this form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unnamed<T>(pub T);

impl<C: ?Sized, T: Serialize> Encode<C> for Unnamed<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.0.serialize(Serializer::new(sink).unnamed())
    }
}

/// A wrapper like [`Serde`] that writes a unit struct as an array without items, as
/// `rmp_serde::to_vec_named` does. Both wrappers read this form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named<T>(pub T);

impl<C: ?Sized, T: Serialize> Encode<C> for Named<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.0.serialize(Serializer::new(sink).with_unit_arrays())
    }
}
