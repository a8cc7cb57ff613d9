//! YAML 1.2 for Varvel: a source and a sink.
//!
//! Reading takes all of YAML 1.2.2: block and flow style, all scalar styles, anchors and aliases,
//! tags, directives, several documents. The core schema, or another [`Schema`], gives scalars
//! without quotes their meaning. A tag never makes anything but a node of the model. Writing uses
//! block style. It puts a string in quotes if a reader of YAML 1.2 or 1.1 would not take it for a
//! string.
//!
//! # Into types
//!
//! Strings need no quotes here, so a scalar has only its text. The type that is read knows its
//! meaning better:
//!
//! * A string is the text of any scalar: `1.10`, `true`, `~`, and the empty text if the value is
//!   missing, as in `serde_yaml`. So are keys of maps and names of members. `Option<String>` of a
//!   null is `None`. A scalar with the tag `!!binary` or `!!timestamp` is not a string.
//! * A null, or an empty document, is an empty list, map or struct. Such a struct has its defaults,
//!   or the error of a missing member.
//! * `!Name x` is the variant `Name` of an externally tagged enum, and so is `Name: x`.
//!   [`WriteOptions::variant_tags`] writes the first form.
//!
//! These rules do not apply where no type is asked for: in untagged enums, in serde's buffer (for
//! its flattened and internally tagged types), and in trees. Trees keep the kinds of the schema and
//! no tags.
//!
//! ```
//! use std::collections::BTreeMap;
//! let text = "version: 1.10\n200: yes\nnone:\n";
//! let read: BTreeMap<String, String> = varvel::yaml::from_str(text)?;
//! assert_eq!((&*read["version"], &*read["200"], &*read["none"]), ("1.10", "yes", ""));
//! let lists: BTreeMap<String, Vec<u8>> = varvel::yaml::from_str("a: [1]\nb:\n")?;
//! assert!(lists["b"].is_empty());
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Rooms
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`Yaml`] as a format; [`from_slice`], [`to_vec`] and similar functions |
//! | `marker` | the type [`Yaml`] |
//! | [`read`] | [`Reader`]: the source; [`drive`]; [`Documents`]: one after the other |
//! | [`read::events`] | the events of a text, before they get a meaning |
//! | [`write`](mod@write) | [`Writer`]: the sink |
//! | `encoding` | [`Encoding`]: UTF-16 and UTF-32 to UTF-8 and back |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | the errors of this format |
//! | `base64`, `timestamp` | the texts of `!!binary` and `!!timestamp` |
//!
//! The format: <https://yaml.org/spec/1.2.2/>
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod base64;
mod encoding;
mod error;
pub mod format;
mod marker;
mod options;
pub mod read;
mod timestamp;
pub mod write;

pub use encoding::Encoding;
pub use format::{
    decode, from_slice, from_slice_with, from_str, from_str_with, read_into, read_into_with,
    to_string, to_string_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use format::{from_reader, from_reader_with, to_writer, to_writer_with};
pub use marker::Yaml;
pub use options::{ReadOptions, Schema, WriteOptions};
pub use read::{Documents, Reader, drive};
pub use write::Writer;
