//! FlatBuffers: verified once, then read in place without a failure; built in one pass.
//!
//! | room | holds |
//! |---|---|
//! | [`layout`] | the one const field table: what a schema says of bytes |
//! | `schema` | the traits that tie Rust types to it |
//! | `verify` | [`root`], [`Verified`], [`Verify`]: the one pass over bytes from elsewhere |
//! | [`read`] | tables, structs and vectors in place |
//! | [`build`] | the incremental builder |
//! | [`encode`] | plain structs into buffers |
//! | [`shape`] | tables to and from every format: JSON as `flatc` has it |
//! | [`derived`] | tables without a schema file |
//! | `reflect` | behind the feature of that name: buffers by schemas that are read at run time |
//! | `primitive` | scalars as Rust has them |
//! | `named` | enums as generated code has them |
//! | `compare` | how keys are sorted and searched |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod builder;
mod compare;
pub mod encode;
pub mod events;
pub mod layout;
mod named;
mod primitive;
pub mod read;
#[cfg(feature = "reflect")]
pub mod reflect;
pub mod rust_schema;
mod schema;
mod table_layout;
mod verify;

pub use builder::{Builder, Offset};
pub use encode::{
    EncodeStruct, EncodeTable, EncodeUnion, Encoder, Fields, Identifier, Member, StructFields,
};
pub use events::{DecodeFields, DecodeUnion, FieldsMut};
pub use named::Enum;
pub use primitive::Primitive;
pub use read::{StructRef, TableRef, Vector};
pub use rust_schema::decode;
pub use schema::{Object, Schema, Struct, Table, Union};
#[cfg(feature = "derive")]
pub use varvel_derive::{Struct, Table};
pub use verify::{Bytes, Verified, Verify, root, root_unchecked, size_prefixed_root};

pub use varvel_core::{Error, ErrorKind, Limits, Result};

/// What generated code has of `alloc`: crates without `std` do not have it in their prelude.
#[doc(hidden)]
pub mod owned {
    pub use alloc::{boxed::Box, string::String, vec::Vec};
}

/// What generated code has of `varvel-core`, so that a crate with such code needs this one alone.
#[doc(hidden)]
pub mod generated {
    pub use varvel_core::{Decode, Encode, Kind, Kinds, Result, Sink, Source};

    pub use crate::named::debug;
}
