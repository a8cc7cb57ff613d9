//! Algorithms over trees of nodes, one for all shapes: equality, order, hashes, and a tree as a source.
//!
//! Whatever can be read node by node is a [`Cursor`]: the `View` of `varvel-frozen`, the `Ref` of `varvel-value` over thawed and
//! frozen nodes alike, the nodes of a FlexBuffer. Nodes of two shapes compare with each other. Nothing recurses but
//! serde, so only there depth costs stack.
//!
//! | room | holds |
//! |---|---|
//! | `cursor` | [`Cursor`]: what a shape has to tell of its nodes |
//! | `equal` | [`equal()`] |
//! | `hash` | [`hash()`] and [`digest`], which agree with equality |
//! | `order` | [`compare`], the total order |
//! | `number` | numbers of any kind, and their exact order |
//! | `pull` | [`Nodes`]: a tree as a source |
//! | `serde` | behind the feature of that name: nodes as serde sees them |
//! | `sort_key` | [`sort_key()`]: bytes that are equal when nodes are; the members of maps are sorted by them |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod cursor;
mod equal;
mod hash;
mod number;
mod order;
mod pull;
#[cfg(feature = "serde")]
pub mod serde;
mod sort_key;

pub use cursor::Cursor;
pub use equal::equal;
pub use hash::{Refused, digest, digest_with_unique_keys, hash};
pub use number::{exact_number, out_of_range};
pub use order::compare;
pub use pull::{Mark, Nodes};
pub use sort_key::sort_key;
