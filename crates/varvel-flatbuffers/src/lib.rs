//! FlatBuffers: buffers are verified once, then read in place without errors, and built in one
//! pass.
//!
//! | room | holds |
//! |---|---|
//! | [`layout`] | the field table: what a schema says about bytes |
//! | `schema` | the traits that tie Rust types to the field table |
//! | `root` | roots of buffers: tables and structs |
//! | `verify` | [`root()`], [`Verified`], [`Verify`]: the verification of untrusted bytes |
//! | [`read`] | tables, structs and vectors in place |
//! | [`builder`] | the incremental builder |
//! | [`encode`] | plain structs into buffers |
//! | [`events`] | tables to and from every format; JSON in the form of `flatc` |
//! | [`rust_schema`] | tables without a schema file |
//! | `reflect` | buffers by schemas that are read at run time (feature `reflect`) |
//! | `table_layout` | the places of fields in tables that the encoder writes |
//! | `primitive` | Rust types of scalars |
//! | `named` | enums of generated code |
//! | `compare` | the order of keys |
//! | `chars` | arrays of `char` as text |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod builder;
mod chars;
mod compare;
pub mod encode;
pub mod events;
pub mod layout;
mod named;
mod primitive;
pub mod read;
#[cfg(feature = "reflect")]
pub mod reflect;
mod root;
pub mod rust_schema;
mod schema;
mod table_layout;
mod verify;

pub use builder::{Builder, Offset, Text};
pub use encode::{
    EncodeRoot, EncodeStruct, EncodeTable, EncodeUnion, Encoder, Fields, Identifier, Member,
    StructFields, VisitRoot,
};
pub use events::{DecodeFields, DecodeUnion, FieldsMut};
pub use named::Enum;
pub use primitive::Primitive;
pub use read::{StructRef, TableRef, Vector};
pub use root::{Root, RootRef};
pub use rust_schema::decode;
pub use schema::{Object, Schema, Struct, Table, Union};
/// # Example
///
/// ```
/// use varvel_flatbuffers::{Encoder, Struct, Table, decode};
///
/// #[derive(Debug, PartialEq, Struct)]
/// struct Point {
///     x: f32,
///     y: f32,
/// }
///
/// #[derive(Debug, PartialEq, Table)]
/// struct Path {
///     points: Vec<Point>,
/// }
///
/// varvel_flatbuffers::schema! {
///     enum Drawing {
///         tables: Path;
///         structs: Point;
///     }
/// }
///
/// let path = Path { points: vec![Point { x: 0.5, y: 2.0 }] };
/// let bytes = Encoder::new().encode(&path)?.to_vec();
/// assert_eq!(decode::<Path>(&bytes)?, path);
/// # Ok::<(), varvel_flatbuffers::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use varvel_derive::Struct;
/// # Example
///
/// ```
/// use varvel_flatbuffers::{Encoder, Table, decode};
///
/// #[derive(Debug, PartialEq, Table)]
/// struct Lamp {
///     name: String,
///     #[varvel(default)]
///     watts: f32,
/// }
///
/// varvel_flatbuffers::schema! {
///     enum Shop {
///         tables: Lamp;
///     }
/// }
///
/// let lamp = Lamp { name: "desk".into(), watts: 4.5 };
/// let bytes = Encoder::new().encode(&lamp)?.to_vec();
/// assert_eq!(decode::<Lamp>(&bytes)?, lamp);
/// # Ok::<(), varvel_flatbuffers::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use varvel_derive::Table;
pub use verify::{Bytes, Verified, Verify, root, root_unchecked, size_prefixed_root};

pub use varvel_core::{Error, ErrorKind, Limits, Result};

/// The items of `alloc` that generated code uses: crates without `std` do not have them in their
/// prelude.
#[doc(hidden)]
pub mod owned {
    pub use alloc::{boxed::Box, string::String, vec::Vec};
}

/// The items of `varvel-core` that generated code uses, so that its crate needs to depend on this
/// crate only.
#[doc(hidden)]
pub mod generated {
    pub use varvel_core::{Decode, Encode, Kind, Kinds, Result, Sink, Source};

    pub use crate::chars::{set as set_chars, text as chars};
    pub use crate::named::debug;
}
