//! Value: a mutable tree of structured data with copy-on-write sharing and frozen subtrees.
//!
//! | item | purpose |
//! |---|---|
//! | [`Value`], [`value!`] | a node of a tree |
//! | [`Ref`] | a node for reading, thawed or frozen |
//! | [`ArrayMut`], [`ObjectMut`], [`Entry`] | changing containers, as a `Vec` or an ordered map |
//! | [`Array`], [`Object`] | values that are known to be an array or an object |
//! | [`TreeBuilder`] | a sink that builds a tree with nothing frozen in it |
//! | [`Atomic`], [`Local`] | how containers are reference-counted |
//!
//! ```
//! use varvel::{Value, value};
//! let mut order = value!({"id": 7, "items": [{"sku": "A-1", "price": 9.5}]});
//! order["items"][0]["price"] = 11.into();
//!
//! // To freeze is to lay the tree out in one buffer; a value is made of it without a copy.
//! let mut order: Value = Value::from(order.freeze()?);
//! order["paid"] = true.into(); // thaws the outermost object, and nothing in it
//! assert_eq!(order.to_string(), r#"{"id":7,"items":[{"sku":"A-1","price":11}],"paid":true}"#);
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Features
//!
//! `std`, on by default: conversion from a `HashMap`. `bytes`: `bytes::Bytes` below a frozen value.
//! `serde_json`: from and to `serde_json::Value`.
//!
//! | room | holds |
//! |---|---|
//! | `value` | [`Value`] and the kinds of its content |
//! | `fallible` | values that are made where memory may be missing |
//! | `store` | the content of containers, thawing and dropping |
//! | `text` | strings and keys |
//! | `entries` | the ordered hash table of objects and maps |
//! | `reference`, `iter` | [`Ref`] and the iterators |
//! | `edit` | changing in place |
//! | `typed` | [`Array`] and [`Object`] |
//! | `path`, `merge`, `walk` | JSON Pointer and paths, RFC 7386, every node of a tree |
//! | `encode`, `build` | a tree as a source of events, and a sink that builds a tree |
//! | `decode` | reading types from a tree |
//! | `compare` | equality, order and hash of the node model |
//! | `schema` | with the feature `schema`: the schema of [`Value`], which any document fits |
//! | `serde` | with the feature `serde`: serde's traits |
//! | `convert`, `serde_json`, `fmt`, `macros` | conversions, text, the macro [`value!`] |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod build;
mod compare;
mod convert;
mod count;
mod decode;
mod edit;
mod encode;
mod entries;
mod fallible;
mod fmt;
mod iter;
mod macros;
mod merge;
mod path;
mod reference;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "serde_json")]
mod serde_json;
mod store;
mod text;
mod typed;
mod value;
mod walk;

pub use build::TreeBuilder;
pub use count::{Atomic, Count, Local};
pub use edit::{ArrayMut, Entry, Index, MembersMut, ObjectMut, OccupiedEntry, VacantEntry};
pub use iter::{Entries, Items, Keys, Pairs, Values};
pub use reference::Ref;
pub use typed::{Array, Object};
pub use value::Value;
pub use walk::Walk;

/// Items for the expansion of macros.
#[doc(hidden)]
pub mod __private {
    pub use alloc::vec;
}

/// Threads may share values with an atomic count.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Value>();
    shared::<Ref<'_>>();
};
