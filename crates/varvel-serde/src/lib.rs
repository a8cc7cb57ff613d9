//! serde over Varvel: a type that implements serde's traits is read from any [`Source`] and written
//! into any [`Sink`], and what another format's serde deserializer reads goes into any sink.
//!
//! | room | holds |
//! |---|---|
//! | [`de`] | [`Deserializer`]: a source, as serde reads |
//! | [`ser`] | [`Serializer`]: a sink, as serde writes |
//! | `drive` | [`Drive`]: any serde deserializer into a sink |
//! | `forward` | a deserializer that is another one |
//! | `json` | what `serde_json` hands on under names of its own |
//!
//! [`Serde`] makes a serde type one of [`Decode`] and [`Encode`], so that it is read and written
//! wherever those are.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel_serde::Serde;
//! #[derive(Deserialize, Serialize)]
//! struct Point { x: i32, y: i32 }
//! let Serde(point): Serde<Point> = varvel_json::from_str(r#"{"x": 1, "y": -2}"#)?;
//! assert_eq!(varvel_msgpack::to_vec(&Serde(point))?, [0x82, 0xA1, b'x', 1, 0xA1, b'y', 0xFE]);
//! # Ok::<(), varvel_core::Error>(())
//! ```
//!
//! # What is kept
//!
//! Integers of up to 128 bits are exact where one is asked for; who asks for anything gets beyond
//! 64 bits the nearest float, since serde's own buffer holds no more. What serde has no kind for
//! (timestamps, tags, numbers of any size) is carried as [`varvel_core::serde`] says. serde
//! recurses from type to type: a source's limit of depth bounds that, and [`ser::DEPTH`] does in
//! writing.
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

/// A type that serde knows, as one that Varvel does.
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

/// As [`Serde`], but a struct is written as an array of its fields, without their names: what
/// `rmp_serde::to_vec` does. It is read by both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unnamed<T>(pub T);

impl<C: ?Sized, T: Serialize> Encode<C> for Unnamed<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.0.serialize(Serializer::new(sink).unnamed())
    }
}

/// A value of serde that is written as [`Serde`] is, but a unit struct as an array without items,
/// as `rmp_serde::to_vec_named` does. It is read by both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named<T>(pub T);

impl<C: ?Sized, T: Serialize> Encode<C> for Named<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.0.serialize(Serializer::new(sink).with_unit_arrays())
    }
}
