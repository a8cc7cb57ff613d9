//! The C library of Varvel: documents of many formats, by functions whose names begin with `vv_`.
//!
//! C programs see `include/varvel.h`, which is generated from these sources. The documentation of
//! each function here is its documentation there, so it is written for readers of C.
//!
//! | room | holds |
//! |---|---|
//! | `guard` | the one way in: pointers that are checked, panics that become errors |
//! | `failure` | numbers of errors, and what is known of one |
//! | `error` | what a program asks an error |
//! | `options` | formats by number, and how documents are read and written |
//! | `document` | documents in and out, frozen documents, buffers, reusable freezers |
//! | `node` | nodes by value: navigation, comparison |
//! | `scalar` | what a node that is no container holds |
//! | `numbers` | arrays of numbers and columns of records |
//! | `iterate` | the children of a node one by one |
//! | `any` | a value on its way into a document |
//! | `value` | documents that change |
#![allow(
    non_camel_case_types,
    reason = "types have the names that they have in C"
)]
#![allow(
    clippy::missing_safety_doc,
    reason = "the contract of every function is the same, and stands in `guard`"
)]

pub mod any;
pub mod document;
pub mod error;
pub mod failure;
mod guard;
pub mod iterate;
pub mod node;
pub mod numbers;
pub mod options;
pub mod scalar;
pub mod value;
