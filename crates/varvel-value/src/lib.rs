//! Value: a mutable tree of structured data with copy-on-write sharing and frozen subtrees.
//!
//! | item | what it is for |
//! |---|---|
//! | [`Value`], [`value!`] | a node of a tree |
//! | [`Ref`] | a node to be read, thawed or frozen |
//! | [`ArrayMut`], [`ObjectMut`], [`Entry`] | containers to be changed, with the methods of a `Vec` and an ordered map |
//! | [`Array`], [`Object`] | values that are known to be one |
//! | [`TreeBuilder`] | a sink that builds a tree with nothing frozen in it |
//! | [`Atomic`], [`Local`] | how containers are counted |
//!
//! ```
//! use varvel_value::{Value, value};
//! let mut order = value!({"id": 7, "items": [{"sku": "A-1", "price": 9.5}]});
//! order["items"][0]["price"] = 11.into();
//!
//! // To freeze is to lay the tree out in one buffer; a value is made of it without a copy.
//! let mut order: Value = Value::from(order.freeze()?);
//! order["paid"] = true.into(); // thaws the outermost object, and nothing in it
//! assert_eq!(order.to_string(), r#"{"id":7,"items":[{"sku":"A-1","price":11}],"paid":true}"#);
//! # Ok::<(), varvel_core::Error>(())
//! ```
//!
//! # Features
//!
//! `std`, on by default: conversion from a `HashMap`. `bytes`: `bytes::Bytes` below a frozen value.
//! `serde_json`: from and to `serde_json::Value`.
//!
//! | room | holds |
//! |---|---|
//! | `value` | [`Value`] and what a node is |
//! | `store` | what containers hold, thaw and drop |
//! | `text` | strings and keys |
//! | `entries` | the ordered hash table below objects and maps |
//! | `reference`, `iter` | [`Ref`] and the iterators |
//! | `edit` | changing in place |
//! | `typed` | [`Array`] and [`Object`] |
//! | `path`, `merge`, `walk` | JSON Pointer and paths, RFC 7386, every node of a tree |
//! | `encode`, `build` | as a source of events and as a sink |
//! | `decode` | types from a tree |
//! | `compare` | equality, order and hash of the node model |
//! | `schema` | behind the feature of that name: any document fits |
//! | `serde` | behind the feature of that name: serde's traits |
//! | `convert`, `serde_json`, `fmt`, `macros` | other types, text |
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

/// For the expansion of macros.
#[doc(hidden)]
pub mod __private {
    pub use alloc::vec;
}

/// Values may be shared by threads if they are counted for that.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Value>();
    shared::<Ref<'_>>();
};
