//! Algorithms for all kinds of trees: equality, order, hashes, and a tree as a source.
//!
//! A type that can be read node by node is a [`TreeNode`]: the `View` of `varvel-frozen`, the `Ref`
//! of `varvel-value` over thawed and frozen nodes, the nodes of a FlexBuffer. Nodes of two types
//! compare with each other. Only the code for serde recurses, so only there depth costs stack.
//!
//! | room | holds |
//! |---|---|
//! | `node` | [`TreeNode`]: the interface of a node |
//! | `equal` | [`equal()`] |
//! | `hash` | [`hash()`] and [`digest`], which agree with equality |
//! | `compare` | [`compare()`], the total order |
//! | `number` | numbers of any kind, and their exact order |
//! | `pull` | [`TreeSource`]: a tree as a source |
//! | `serde` | with the feature `serde`: nodes for serde |
//! | `sort_key` | [`sort_key()`]: bytes by which the members of maps are sorted |
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
