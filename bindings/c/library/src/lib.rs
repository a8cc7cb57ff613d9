//! The C library of Varvel: documents of many formats, by functions whose names begin with `vv_`.
//!
//! C programs see `include/varvel.h`, which is generated from these sources. The documentation of
//! each function here is its documentation there, so it is written for readers of C.
//!
//! | room | holds |
//! |---|---|
//! | `guard` | the one way in: pointers that are checked, handles, panics that become errors |
//! | `failure` | numbers of errors, and what is known of one |
//! | `error` | what a program asks an error |
//! | `options` | formats by number, and how documents are read and written |
//! | `buffer` | where functions write bytes |
//! | `marked` | values of the library in structures of the caller |
//! | `document` | documents in and out, frozen documents |
//! | `freezer` | documents one after the other in the same memory |
//! | `node` | nodes by value: navigation, comparison |
//! | `key` | keys that are prepared |
//! | `place` | where nodes stand in frozen bytes |
//! | `tag` | tags before nodes |
//! | `scalar` | what a node that is no container holds |
//! | `numbers` | arrays of numbers and columns of records |
//! | `iterate` | the children of a node one by one |
//! | `any` | a value on its way into a document |
//! | `value` | documents that change |
//! | `edit` | texts that are edited and keep their comments |
//! | `reader` | documents read step by step |
//! | `writer` | documents written event by event |
//! | `sink` | documents driven into callbacks |
//! | `records` | records one after the other, of any number |
//! | `flatbuffers` | FlatBuffers by a schema that is read at run time |
//! | `debugging` | switches for tests of a library with debug assertions; not in the header |
#![allow(
    non_camel_case_types,
    reason = "types have the names that they have in C"
)]
#![allow(
    clippy::missing_safety_doc,
    reason = "the contract of every function is the same, and stands in `guard`"
)]

pub mod any;
pub mod buffer;
pub mod codes;
#[cfg(debug_assertions)]
pub mod debugging;
pub mod document;
pub mod edit;
pub mod error;
pub mod failure;
pub mod flatbuffers;
pub mod freezer;
mod guard;
mod hints;
pub mod iterate;
pub mod key;
mod marked;
pub mod node;
pub mod numbers;
pub mod options;
pub mod place;
pub mod reader;
pub mod records;
pub mod refuse;
pub mod scalar;
pub mod sink;
pub mod tag;
pub mod value;
pub mod writer;
