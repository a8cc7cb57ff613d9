//! Paths: the place of a node in a document, as text. A path that is shown can be read again.
//!
//! | room | holds |
//! |---|---|
//! | `show` | [`Path`] and [`Quoted`]: steps and keys as messages show them |
//! | `select` | [`Selectors`]: a path or a JSON Pointer, read step by step |
//! | `make` | the containers that a path makes where nothing is |
//! | `name` | [`Name`]: a key as a path writes it, with or without escapes |
//! | `key` | [`KeyText`]: the text by which a path finds a key that is not a string |
//! | `enter` | [`enter()`]: one step of a path in a source |

mod enter;
mod key;
mod make;
mod name;
mod select;
mod show;

use alloc::string::String;

pub use enter::enter;
pub use key::KeyText;
pub use name::Name;
pub use select::{Selector, Selectors};
pub use show::{Path, Quoted, is_visible};

/// One step of a path into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member of an object or a map: its key, or the [`KeyText`] of a key that is not a string.
    Key(String),
    /// An item of an array, from zero.
    Index(usize),
}
