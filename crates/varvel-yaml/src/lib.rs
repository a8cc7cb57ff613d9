//! YAML 1.2 for Varvel: a source and a sink.
//!
//! Reading takes all of YAML 1.2.2: block and flow style, all scalar styles, anchors and aliases,
//! tags, directives, several documents. What a scalar without quotes means is the core schema's to
//! say, or that of another [`Schema`]. A tag never makes anything but a node of the model. Writing
//! is in block style, with a string in quotes where a reader of YAML 1.2 or 1.1 would take it for
//! something else.
//!
//! # Into types
//!
//! Strings need no quotes here, so only its text tells what a scalar is, and a type that is read
//! knows better:
//!
//! * A string is the text of any scalar: `1.10`, `true`, `~` and, where nothing stands, the empty
//!   text, as `serde_yaml` has it; so are keys of maps and names of members. `Option<String>` of a
//!   null is `None`. What is tagged `!!binary` or `!!timestamp` is no string.
//! * A null, also an empty document, is an empty list, map or struct. A struct has its defaults
//!   then, or lacks a member.
//! * `!Name x` is the variant `Name` of an enum with its tag outside, as `Name: x` is.
//!   [`WriteOptions::variant_tags`] writes it so.
//!
//! It is not so where a value has to tell what it is: in untagged enums, in what serde buffers
//! (flattened and internally tagged types of its own), and in trees, which keep the kinds of the
//! schema and no tags.
//!
//! ```
//! use std::collections::BTreeMap;
//! let text = "version: 1.10\n200: yes\nnone:\n";
//! let read: BTreeMap<String, String> = varvel_yaml::from_str(text)?;
//! assert_eq!((&*read["version"], &*read["200"], &*read["none"]), ("1.10", "yes", ""));
//! let lists: BTreeMap<String, Vec<u8>> = varvel_yaml::from_str("a: [1]\nb:\n")?;
//! assert!(lists["b"].is_empty());
//! # Ok::<(), varvel_core::Error>(())
//! ```
//!
//! # Rooms
//!
//! | room | holds |
//! |---|---|
//! | [`format`](mod@format) | [`Yaml`] as a format; [`from_slice`], [`to_vec`] and their like |
//! | `marker` | the type [`Yaml`] |
//! | [`read`] | [`Reader`]: the source; [`drive`]; [`Documents`]: one after the other |
//! | [`read::events`] | what stands in a text, before anything is made of it |
//! | [`write`](mod@write) | [`Writer`]: the sink |
//! | `encoding` | [`Encoding`]: UTF-16 and UTF-32 to UTF-8 and back |
//! | `options` | [`ReadOptions`], [`WriteOptions`] |
//! | `error` | what the errors of this format say |
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
