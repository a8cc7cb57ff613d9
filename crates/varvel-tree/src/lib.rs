//! Algorithms over trees of nodes, one for all shapes: equality, order, hashes, and a tree as a
//! source.
//!
//! Whatever can be read node by node is a [`TreeNode`]: the `View` of `varvel-frozen`, the `Ref` of
//! `varvel-value` over thawed and frozen nodes alike, the nodes of a FlexBuffer. Nodes of two
//! shapes compare with each other. Nothing recurses but serde, so only there depth costs stack.
//!
//! | room | holds |
//! |---|---|
//! | `node` | [`TreeNode`]: what a shape has to tell of its nodes |
//! | `equal` | [`equal()`] |
//! | `hash` | [`hash()`] and [`digest`], which agree with equality |
//! | `compare` | [`compare`], the total order |
//! | `number` | numbers of any kind, and their exact order |
//! | `pull` | [`TreeSource`]: a tree as a source |
//! | `serde` | behind the feature of that name: nodes as serde sees them |
//! | `sort_key` | [`sort_key()`]: bytes that are equal when nodes are; the members of maps are sorted by them |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod compare;
mod equal;
mod hash;
mod node;
mod number;
mod pull;
#[cfg(feature = "serde")]
pub mod serde;
mod sort_key;

pub use compare::compare;
pub use equal::equal;
pub use hash::{Refused, digest, digest_with_unique_keys, hash};
pub use node::TreeNode;
pub use number::{exact_number, out_of_range};
pub use pull::{Mark, TreeSource};
pub use sort_key::sort_key;
