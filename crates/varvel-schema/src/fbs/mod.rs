//! FlatBuffers schemas: the `.fbs` language and its model.
//!
//! Their model is one of its own, since slots, offsets, ids and alignments mean nothing to [`crate::Schema`].
//!
//! | room | holds |
//! |---|---|
//! | [`model`] | what a schema is made of, laid out |

pub mod model;

pub use model::{
    Attribute, AttributeValue, Attributes, Call, DefaultValue, Element, Enum, EnumId, EnumValue,
    Field, File, FileId, Hash, Name, Nested, Object, ObjectId, ObjectKind, Place, Presence, Scalar,
    Schema, Service, Type, Union, UnionId, Variant,
};
