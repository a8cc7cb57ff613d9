//! YAML: reads it into frozen buffers, values and your types, and writes it from all of them.
//!
//! | from, to | call |
//! |---|---|
//! | a document to [`Frozen`](crate::Frozen) | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | a document to a [`Value`](crate::Value) | `Value::from(freeze(input)?)`, which is free |
//! | a document to a type | [`from_slice`], [`from_str`], [`from_reader`]; into one that is there: [`read_into`] |
//! | [`Frozen`](crate::Frozen), [`View`](struct@crate::View), [`Value`](crate::Value) or a type to a document | [`to_vec`], [`to_string`], [`to_writer`]; a [`Writer`] |
//! | a document to any [`Sink`](crate::Sink) | [`drive`] |
//! | several documents in one text | [`Documents`] |
//! | a document with its merge keys (`<<: *defaults`) resolved | [`ReadOptions::with_merge_keys`]; for a tree, [`merge_keys`] |
//! | a text in UTF-16 or UTF-32 | all but [`Reader`] and [`Documents`] read it; for these [`Encoding`] makes UTF-8 of it |
//! | the tokens of a text, with styles and anchors | [`events`] |
//! | types that implement serde's traits | `serde`, with the names of `serde_yaml` |
//!
//! Each function has a sibling that takes [`ReadOptions`] or [`WriteOptions`], whose name ends in
//! `_with`.
//!
//! The reader takes YAML 1.2, with its core schema unless [`ReadOptions`] choose another. The
//! writer quotes a string if a reader of YAML 1.1 would take it for something else.
//!
//! # Into types
//!
//! Strings need no quotes in YAML, so the type that is read decides. A string takes the text of any
//! scalar (`version: 1.10`), and so do keys and names of members. A null, also an empty document,
//! is an empty list, map or struct. `!Name x` is the variant `Name` of an enum. Trees and untagged
//! enums keep the kinds of the document. No other format does this.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use varvel::{Decode, yaml};
//!
//! #[derive(Debug, PartialEq, Decode)]
//! struct Package {
//!     version: String,
//!     tags: Vec<String>,
//!     source: Source,
//! }
//! #[derive(Debug, PartialEq, Decode)]
//! enum Source {
//!     Path(String),
//! }
//! let read: Package = yaml::from_str("version: 1.10\ntags:\nsource: !Path 7\n")?;
//! let source = Source::Path("7".into());
//! assert_eq!(read, Package { version: "1.10".into(), tags: vec![], source });
//! # }
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Into other formats
//!
//! JSON becomes YAML without a tree in between:
//!
//! ```
//! use varvel::{format::UniqueKeys, json, yaml};
//! let mut writer = UniqueKeys::new(yaml::Writer::new(yaml::WriteOptions::default()));
//! json::drive(br#"{"a": [1, "no"], "b": {}}"#, &Default::default(), &mut writer)?;
//! let text = writer.into_inner().finish()?;
//! assert_eq!(text, b"a:\n  - 1\n  - \"no\"\nb: {}\n");
//! # Ok::<(), varvel::Error>(())
//! ```

mod merging;
#[cfg(feature = "serde")]
pub mod serde;

pub use merging::merge_keys;
pub use varvel_yaml::read::events;
pub use varvel_yaml::{
    Documents, Encoding, ReadOptions, Reader, Schema, WriteOptions, Writer, Yaml, decode, drive,
    from_slice, from_slice_with, from_str, from_str_with, read_into, read_into_with, to_string,
    to_string_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_yaml::{from_reader, from_reader_with, to_writer, to_writer_with};

crate::freezing::freezing! {
    Yaml, "YAML document";
    /// ```
    /// use varvel::yaml;
    /// let frozen = yaml::freeze(b"defaults: &all\n  retries: 3\nweb: *all\n8080: odd\n")?;
    /// let web = frozen.view().pairs().nth(1).unwrap().1;
    /// assert_eq!(web.field("retries")?.i64()?, 3);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze
    /// ```
    /// use varvel::{Duplicates, yaml};
    /// let old = yaml::ReadOptions::with_schema(yaml::Schema::Yaml11);
    /// let frozen = yaml::freeze_with(b"a: no\na: yes\n", Duplicates::Last, old)?;
    /// assert_eq!(frozen.view().field("a")?.bool()?, true);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze_with
}
