//! Edits of JSON and YAML text that leave the rest of the text as it is.
//!
//! A [`Document`] is a text and what it means. An edit names a node by its path, and changes the
//! bytes of that node alone: comments, spacing, quotes, the order of keys, line endings stay. What
//! is new is written like what is beside it. Behind each edit the text is read again, and has to
//! mean what the same edit makes of a [`Value`]; else nothing was changed, and there is an error.
//!
//! | room | holds |
//! |---|---|
//! | `document` | [`Document`]: a text, and the edits of it |
//! | `syntax` | [`Syntax`]: which texts there are, and what they mean |
//! | `edit` | the same edits on a [`Value`]; where in the tree an edit is |
//! | `outline` | where in a text each node stands: of JSON, of YAML |
//! | `style` | how a text is laid out |
//! | `render` | new nodes as text: on one line, or on lines of their own |
//! | `change` | an edit as replacements: between brackets (`flow`), by indentation (`block`) |
//! | `replacement` | pieces of a text that are replaced |
//! | `layout` | a YAML text with its lines indented anew |
//! | `text` | lines, white space and comments of a text |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod change;
mod document;
mod edit;
mod layout;
mod outline;
mod render;
mod replacement;
mod style;
mod syntax;
mod text;

pub use document::Document;
pub use syntax::Syntax;

/// A node of a mutable tree; see [`varvel_value::Value`].
pub type Value = varvel_value::Value<varvel_value::Atomic>;

/// A node that is only read.
type Ref<'a> = varvel_value::Ref<'a, varvel_value::Atomic>;
