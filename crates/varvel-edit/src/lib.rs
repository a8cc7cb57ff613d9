//! Edits of JSON and YAML text that leave the rest of the text unchanged.
//!
//! A [`Document`] is a text together with its meaning. An edit names a node by its path, and
//! changes the bytes of that node alone: comments, spacing, quotes, the order of keys and line
//! endings stay. A new node is written like its neighbours. After each edit the text is read again,
//! and must mean the result of the same edit on a [`Value`]; otherwise the edit is an error, and
//! nothing has changed.
//!
//! | room | holds |
//! |---|---|
//! | `document` | [`Document`]: a text that can be edited |
//! | `syntax` | [`Syntax`]: the syntaxes of texts, and reading them |
//! | `edit` | an edit on a [`Value`], and its place in the tree |
//! | `order` | the order of members, which equality ignores |
//! | `outline` | the places of nodes in a text: of JSON, of YAML |
//! | `style` | the layout habits of a text |
//! | `render` | writing new nodes: on one line, or on lines of their own |
//! | `change` | an edit as replacements: between brackets (`flow`), by indentation (`block`) |
//! | `replacement` | pieces of a text that are replaced by others |
//! | `layout` | indenting a YAML text anew |
//! | `text` | lines, white space and comments of a text |
//! | `memory` | lists and texts that grow by requests which may be refused |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod aliases;
mod change;
mod document;
mod edit;
mod layout;
mod memory;
mod order;
mod outline;
mod render;
mod replacement;
mod style;
mod syntax;
mod text;

pub use document::{Document, ends_in_block_scalar, laid_out};
pub use syntax::Syntax;

/// A node of a mutable tree; see [`varvel_value::Value`].
pub type Value = varvel_value::Value<varvel_value::Atomic>;

/// A node for reading.
type Ref<'a> = varvel_value::Ref<'a, varvel_value::Atomic>;
