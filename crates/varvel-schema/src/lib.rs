//! Schemas: descriptions of documents for several uses.
//!
//! | item | purpose |
//! |---|---|
//! | [`Schema`], [`mod@schema`] | the model: nodes that name each other, of no language and no format |
//! | [`Described`], [`Describer`] | types that describe their documents; `#[derive(Schema)]` of the facade implements it |
//! | [`JsonSchema`] | a schema as JSON Schema 2020-12, given to any sink |
//! | [`OwnedJsonSchema`] | a schema read from JSON Schema |
//! | [`Validator`] | a JSON Schema with all its rules, which checks documents |
//! | [`Fits`] | a sink that checks documents one after the other, in the same memory |
//! | [`Schema::check`], [`decode_or_errors`] | all faults of a document, instead of only the first |
//! | [`Inference`] | folds existing documents into a schema that all of them fit |
//! | [`get`], [`set`], [`Properties`] | access to parts of typed values by path; `#[derive(Properties)]` of the facade |
//! | [`Handlers`] | codecs for all nodes that a predicate over the schema picks |
//! | [`Recording`] | the events of one node, kept: for defaults of fields, and between types |
//!
//! ```
//! use varvel::schema::Schema;
//! let schema = Schema::of::<Vec<(String, Option<f64>)>>();
//! assert_eq!(schema.to_string(), "array of array of 2\n  0: string\n  1: number or null\n");
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
pub mod __private;
mod check;
mod described;
mod handlers;
mod infer;
mod json_schema;
mod object;
pub mod properties;
pub mod schema;
mod show;
mod validator;

pub use check::decode_or_errors;
pub use described::{Described, Describer};
pub use handlers::{HandledCodec, Handlers};
pub use infer::{Inference, InferenceOptions, KindSeen, Mixed, MixedStep};
pub use json_schema::{JsonSchema, OwnedJsonSchema};
pub use properties::{Properties, get, get_into, set, set_from};
pub use schema::{
    Field, Node, NodeId, Record, Schema, StringFormat, Tagging, TimeUnit, Type, Union, Variant,
};
pub use validator::{Fits, Validator};
pub use varvel_core::recording::{Recording, RecordingSource};
