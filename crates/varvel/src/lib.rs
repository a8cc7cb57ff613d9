//! One library for structured data: JSON, YAML and binary formats in and out, and frozen documents
//! that are read in place.
//!
//! | item | purpose |
//! |---|---|
//! | [`json`] | JSON text: into frozen buffers and your types, and out of both |
//! | [`json5`] | JSON5: JSON with comments and names without quotes |
//! | `msgpack` | MessagePack, with the feature of that name |
//! | `cbor` | CBOR, with the feature of that name |
//! | `flexbuffers` | FlexBuffers, with the feature of that name |
//! | `flatbuffers` | FlatBuffers by a schema that is read at run time, with the feature of that name |
//! | `yaml` | YAML, with the feature of that name |
//! | [`formats`] | a format that is chosen at run time |
//! | [`mod@format`] | the types for a format of your own, and [`format::RecordReader`], which reads records one by one |
//! | `edit` | edits of JSON and YAML text that leave the rest of it as it is, with the feature of that name |
//! | [`Frozen`], [`View`](struct@crate::View) | a document as one contiguous buffer, read in place |
//! | [`Owner`], [`Buffer`] | the types that may own the bytes of such a buffer |
//! | [`Freeze`] | freezes anything that encodes itself, with options: in canonical form, with shared strings, with a checksum |
//! | [`Builder`] | lays such a buffer out, from any source of events |
//! | [`Stream`], [`StreamReader`], [`StreamWriter`] | documents in a row, of any number, each reached without the others |
//! | [`records`] | converts lines of JSON, values of binary formats and frozen streams into each other, of any size, on all cores |
//! | [`Usage`] | how many bytes each part of a frozen buffer takes |
//! | [`Value`], [`value!`], [`mod@value`] | a mutable tree with copy-on-write sharing, whose parts may still be frozen |
//! | [`local`] | the mutable tree, counted for one thread |
//! | [`Decode`], [`Encode`] | the traits by which a type is read and written in any format |
//! | [`mod@codec`] | which types of `std` and of other crates have codecs; [`codec::bytes`] and [`codec::text`] for fields |
//! | [`Source`], [`Sink`] | the traits that a format implements: events, pulled or driven |
//! | `derive(Encode, Decode)` | codecs of your own types, with the feature `derive` |
//! | `schema` | descriptions of documents, with `derive(Schema)`, as JSON Schema; access to parts of your values by path, with `derive(Properties)`; with the feature of that name |
//! | [`View::to`], [`Value::to`] | such types from trees; [`TreeSource`]: trees as sources |
//! | `derive(View)`, [`ReadInPlace`], [`List`] | such types read in place, with the feature `derive` |
//! | `serde` | types that implement serde's traits, with the feature of that name |
//! | [`mod@pipe`] | converts a format into another with filters between: other keys, members left out, bytes as Base64; no tree |
//! | [`Raw`], [`OwnedRaw`] | a part of a document, carried through unparsed, borrowed or owned |
//! | [`Error`], [`Limits`], [`Duplicates`] | errors, limits and the policy for duplicate keys, for every format and shape |
//! | [`mod@path`] | paths (`users[3].name`) and JSON Pointers, as errors show them and [`View::path`] reads them |
//!
//! ```
//! let text = br#"{"id": 7, "items": [{"sku": "A-1", "price": 9.5}]}"#;
//! let order = varvel::json::freeze(text)?;
//! let first = order.view().field("items")?.item(0)?;
//! assert_eq!(first.field("sku")?.str()?, "A-1");
//! assert_eq!(first.get("colour").map_or("none", |colour| colour.str_or("none")), "none");
//!
//! // The bytes can be stored or sent; the receiver validates once and reads in place.
//! let bytes = order.into_bytes();
//! let view = varvel::Frozen::validate(&bytes)?;
//! assert_eq!(varvel::json::to_string(&view.field("id")?)?, "7");
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! To change a document, make it a [`Value`], without a copy. Only the parts that are changed thaw;
//! the rest stays where it is.
//!
//! ```
//! use varvel::{Value, value};
//! let mut order = Value::from(varvel::json::freeze(br#"{"id": 7, "items": [{"price": 9.5}]}"#)?);
//! order["items"][0]["price"] = 11.into();
//! order["paid"] = true.into();
//! assert_eq!(order, value!({"id": 7, "items": [{"price": 11}], "paid": true}));
//! assert_eq!(order.to_string(), r#"{"id":7,"items":[{"price":11}],"paid":true}"#);
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Coming from another library
//!
//! The repository has a guide in `docs/guide`, with pages that map each function of another library
//! to one here: serde_json, serde, rkyv, the `flatbuffers` crate and flatc, libdart.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `std` (default) | [`std::io`], streams in files, [`records`], the choice of instructions at run time; without it, `alloc` only |
//! | `cbor`, `flatbuffers`, `flexbuffers`, `msgpack`, `yaml` | the modules of these formats |
//! | `derive` | `derive(Decode, Encode, View)` |
//! | `edit` | the module `edit` |
//! | `schema` | the module `schema`; with `derive` also `derive(Schema, Properties)` |
//! | `regex` | patterns of JSON Schemas that check documents |
//! | `serde` | types with serde's traits, in every format and shape |
//! | `serde_json` | [`Value`] from and to `serde_json::Value` |
//! | `bytes` | `bytes::Bytes` as an [`Owner`], and as a field |
//! | `indexmap` (2), `jiff` (1), `ordered-float` (5), `rust_decimal` (1), `smallvec` (1), `time` (0.3), `uuid` (1) | the types of these crates, in these versions, as fields |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "cbor")]
pub mod cbor;
#[cfg(feature = "flatbuffers")]
pub mod flatbuffers;
#[cfg(feature = "flexbuffers")]
pub mod flexbuffers;
pub mod formats;
mod freezing;
pub mod json;
pub mod json5;
#[cfg(feature = "msgpack")]
pub mod msgpack;
#[cfg(feature = "std")]
pub mod records;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "yaml")]
pub mod yaml;

/// The parts of a format of your own: the trait [`Format`](format::Format), and the types that
/// sources and sinks of formats exchange.
pub mod format {
    pub use varvel_core::format::*;
    pub use varvel_core::number::Rounding;
    pub use varvel_core::{
        Copying, Format, Key, Kinds, Name, Pattern, Profile, Text, Transient, UniqueKeys,
    };
}

/// Edits of JSON and YAML text that leave the rest of it as it is: comments, spacing, quotes, the
/// order of keys. See [`edit::Document`].
///
/// ```
/// use varvel::edit::{Document, Syntax};
/// let mut document = Document::new("{\n  // the port\n  \"port\": 80\n}\n", Syntax::Jsonc)?;
/// document.set("port", 443)?;
/// assert_eq!(document.text(), "{\n  // the port\n  \"port\": 443\n}\n");
/// # Ok::<(), varvel::Error>(())
/// ```
#[cfg(feature = "edit")]
pub mod edit {
    pub use varvel_edit::{Document, Syntax, ends_in_block_scalar, laid_out};
}

/// The names that derived code calls. They may change with any version.
#[doc(hidden)]
pub mod __private {
    pub use varvel_core::__private::*;
    #[cfg(all(feature = "std", debug_assertions))]
    pub use varvel_frozen::set_self_check;
    pub use varvel_frozen::{HashedKey, View, typed};
    pub use varvel_value::{__value as value, Atomic};
}

pub use freezing::{Freezer, freeze_with};
pub use varvel_core::{
    AsText, Bytes, Category, Decode, Discard, Duplicates, Encode, Error, ErrorKind, Kind, Limits,
    Location, Number, OwnedRaw, Raw, Report, Result, Sink, Source, Span, Str, Tag, Timestamp,
};
pub use varvel_core::{codec, path, pipe, secret};
/// # Example
///
/// ```
/// use varvel::{Decode, json};
/// #[derive(Debug, PartialEq, Decode)]
/// #[varvel(rename_all = "camelCase", deny_unknown)]
/// struct Job {
///     job_id: u64,
///     #[varvel(default)]
///     retries: u8,
/// }
/// let job: Job = json::from_str(r#"{"jobId": 7}"#)?;
/// assert_eq!(job, Job { job_id: 7, retries: 0 });
/// let error = json::from_str::<Job>(r#"{"jobId": 7, "retires": 1}"#).unwrap_err();
/// assert_eq!(error.hint(), Some("did you mean `retries`?"));
/// # Ok::<(), varvel::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use varvel_derive::Decode;
/// # Example
///
/// ```
/// use varvel::{Encode, json};
/// #[derive(Encode)]
/// #[varvel(tag = "kind", rename_all = "snake_case")]
/// enum Shape {
///     Circle { radius: f64 },
///     Empty,
/// }
/// let shapes = [Shape::Circle { radius: 1.5 }, Shape::Empty];
/// assert_eq!(json::to_string(&shapes)?, r#"[{"kind":"circle","radius":1.5},{"kind":"empty"}]"#);
/// # Ok::<(), varvel::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use varvel_derive::Encode;
/// # Example
///
/// ```
/// use varvel::schema::{get, set};
/// use varvel::{Decode, Encode, Properties};
/// #[derive(Encode, Decode, Properties)]
/// struct User {
///     name: String,
///     scores: Vec<u32>,
/// }
/// let mut user = User { name: "Ada".into(), scores: vec![3, 4] };
/// assert_eq!(get::<u32, _>(&user, "scores[1]")?, 4);
/// set(&mut user, "scores[0]", &5)?;
/// assert_eq!(user.scores, [5, 4]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[cfg(all(feature = "derive", feature = "schema"))]
pub use varvel_derive::Properties;
/// # Example
///
/// ```
/// use varvel::schema;
/// /// Somebody who plays.
/// #[derive(varvel::Encode, varvel::Schema)]
/// struct User {
///     name: String,
///     /// The best of all games.
///     score: u8,
/// }
/// let schema = schema::Schema::of::<User>();
/// assert!(schema.to_string().contains("score: integer, 0 to 255  # The best of all games."));
/// ```
#[cfg(all(feature = "derive", feature = "schema"))]
pub use varvel_derive::Schema;
/// # Example
///
/// ```
/// use varvel::json;
/// #[derive(varvel::View)]
/// struct User {
///     name: String,
///     scores: Vec<u32>,
/// }
/// let frozen = json::freeze(br#"{"name": "Ada", "scores": [3, 4]}"#)?;
/// let user = User::view(&frozen)?;
/// assert_eq!(user.name(), "Ada");
/// assert_eq!(user.scores().iter().max(), Some(4));
/// # Ok::<(), varvel::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use varvel_derive::View;
pub use varvel_frozen::{
    Address, Boxed, Buffer, Builder, Column, Element, Entries, Freeze, Frozen, HashedKey, I64s,
    Items, KeyInPlace, Keys, List, Map, MapIter, Object, Owner, Pairs, ReadInPlace, Stream,
    StreamRecords, TreeSource, Usage, Values, View, key, with_builder,
};
#[cfg(feature = "std")]
pub use varvel_frozen::{
    PartReader, RawSegment, RecordSink, SegmentBuilder, SegmentReader, StreamOptions, StreamReader,
    StreamWriter,
};
pub use varvel_value::{Ref, value};

/// A node of a mutable tree, shared by atomic counts.
///
/// It is [`varvel_value::Value`] with its count chosen, so that `Value::from(1)` needs no type
/// argument; [`local::Value`] is the one for a single thread. Its methods are on that page:
///
/// | to | methods |
/// |---|---|
/// | make | [`from_typed`](varvel_value::Value::from_typed), [`from_pairs`](varvel_value::Value::from_pairs), [`from_view`](varvel_value::Value::from_view), [`new_array`](varvel_value::Value::new_array), [`new_object`](varvel_value::Value::new_object), [`bytes`](varvel_value::Value::bytes), [`integer`](varvel_value::Value::integer), [`decimal`](varvel_value::Value::decimal), [`tagged`](varvel_value::Value::tagged) |
/// | ask | [`kind`](varvel_value::Value::kind), [`len`](varvel_value::Value::len), [`is_null`](varvel_value::Value::is_null), [`is_array`](varvel_value::Value::is_array), [`is_object`](varvel_value::Value::is_object), [`as_bool`](varvel_value::Value::as_bool), [`as_i64`](varvel_value::Value::as_i64), [`as_u64`](varvel_value::Value::as_u64), [`as_f64`](varvel_value::Value::as_f64), [`as_str`](varvel_value::Value::as_str), [`as_bytes`](varvel_value::Value::as_bytes) |
/// | find | [`get`](varvel_value::Value::get), [`at`](varvel_value::Value::at), [`field`](varvel_value::Value::field), [`item`](varvel_value::Value::item), [`path`](varvel_value::Value::path), [`get_path`](varvel_value::Value::get_path), [`pointer`](varvel_value::Value::pointer), [`get_any`](varvel_value::Value::get_any) |
/// | iterate | [`items`](varvel_value::Value::items), [`entries`](varvel_value::Value::entries), [`keys`](varvel_value::Value::keys), [`values`](varvel_value::Value::values), [`pairs`](varvel_value::Value::pairs), [`walk`](varvel_value::Value::walk), [`walk_mut`](varvel_value::Value::walk_mut) |
/// | change | [`get_mut`](varvel_value::Value::get_mut), [`at_mut`](varvel_value::Value::at_mut), [`field_mut`](varvel_value::Value::field_mut), [`item_mut`](varvel_value::Value::item_mut), [`array_mut`](varvel_value::Value::array_mut), [`object_mut`](varvel_value::Value::object_mut), [`path_mut`](varvel_value::Value::path_mut), [`set_path`](varvel_value::Value::set_path), [`remove_path`](varvel_value::Value::remove_path), [`insert_any`](varvel_value::Value::insert_any), [`remove_any`](varvel_value::Value::remove_any), [`take`](varvel_value::Value::take) |
/// | merge | [`merge`](varvel_value::Value::merge), [`merge_patch`](varvel_value::Value::merge_patch) |
/// | become another shape | [`to`](varvel_value::Value::to), [`freeze`](varvel_value::Value::freeze), [`freeze_with`](varvel_value::Value::freeze_with), [`thaw`](varvel_value::Value::thaw), [`detach`](varvel_value::Value::detach), [`as_ref`](varvel_value::Value::as_ref) |
///
/// ```
/// use varvel::{Value, value};
/// let mut user = value!({"name": "Ada", "scores": [3]});
/// user["scores"].array_mut()?.push(Value::from(4));
/// assert_eq!(user.path("scores[1]")?.i64()?, 4);
/// assert_eq!(user.get("mail"), None);
/// # Ok::<(), varvel::Error>(())
/// ```
pub type Value = varvel_value::Value<varvel_value::Atomic>;

/// The types around [`Value`]: arrays and objects known to be one, handles to change containers,
/// iterators over both kinds of nodes.
pub mod value {
    pub use varvel_value::{
        ArrayMut, Atomic, Count, Entries, Entry, Index, Items, Keys, Local, MembersMut, ObjectMut,
        OccupiedEntry, Pairs, Ref, VacantEntry, Values, Walk,
    };

    /// A sink that builds a [`Value`](crate::Value) with nothing frozen in it.
    /// [`varvel_value::TreeBuilder`] has its methods.
    pub type TreeBuilder = varvel_value::TreeBuilder<Atomic>;

    /// A [`Value`](crate::Value) that is an array: [`varvel_value::Array`] has its methods, and
    /// [`edit`](varvel_value::Array::edit) gives an [`ArrayMut`], which has those that change it.
    pub type Array = varvel_value::Array<Atomic>;

    /// A [`Value`](crate::Value) that is an object: [`varvel_value::Object`] has its methods, and
    /// [`edit`](varvel_value::Object::edit) gives an [`ObjectMut`], which has those that change it.
    pub type Object = varvel_value::Object<Atomic>;
}

/// Values that are counted without atomics, and stay in their thread.
///
/// ```
/// use varvel::local::{Value, value};
/// let mut list = value!([1, 2]);
/// list[0] = Value::from(3);
/// assert_eq!(list.to_string(), "[3,2]");
/// ```
pub mod local {
    pub use varvel_value::local_value as value;

    /// A [`crate::Value`] that is counted without atomics; it is neither `Send` nor `Sync`.
    pub type Value = varvel_value::Value<varvel_value::Local>;

    /// A [`crate::value::Array`] of values of this module.
    pub type Array = varvel_value::Array<varvel_value::Local>;

    /// A [`crate::value::Object`] of values of this module.
    pub type Object = varvel_value::Object<varvel_value::Local>;

    /// A [`crate::value::TreeBuilder`] that builds values of this module.
    pub type TreeBuilder = varvel_value::TreeBuilder<varvel_value::Local>;

    /// A [`crate::Ref`] to a [`Value`] of this module.
    pub type Ref<'a> = varvel_value::Ref<'a, varvel_value::Local>;
}

/// The Rust of the README and of the guide, as documentation tests. Only the checkout has these
/// files, and only its tests look for them.
#[cfg(doctest)]
mod pages {
    /// A type that contains only itself does not compile, since reading it would never end. The
    /// compiler reports it when it compiles the whole program.
    ///
    /// ```compile_fail,E0391
    /// #[derive(varvel::Decode)]
    /// struct Chain(Option<Box<Chain>>);
    /// let _ = varvel::json::from_str::<Chain>("1");
    /// ```
    ///
    /// ```compile_fail,E0391
    /// #[derive(varvel::Decode)]
    /// #[varvel(untagged)]
    /// enum Knot {
    ///     Again(Box<Knot>),
    ///     Other(u8),
    /// }
    /// let _ = varvel::json::from_str::<Knot>("1");
    /// ```
    ///
    /// A container in between ends it:
    ///
    /// ```
    /// #[derive(Debug, PartialEq, varvel::Decode)]
    /// struct Tree(Vec<Tree>);
    /// assert_eq!(varvel::json::from_str("[[],[]]"), Ok(Tree(vec![Tree(vec![]), Tree(vec![])])));
    /// ```
    #[cfg(feature = "derive")]
    struct OnlyItself;

    /// Declares a page whose examples are tested in a build with all features.
    macro_rules! page {
        ($name:ident, $path:literal) => {
            #[cfg(all(
                feature = "std",
                feature = "cbor",
                feature = "derive",
                feature = "edit",
                feature = "flatbuffers",
                feature = "jiff",
                feature = "msgpack",
                feature = "rust_decimal",
                feature = "serde",
                feature = "serde_json",
                feature = "yaml"
            ))]
            #[doc = include_str!($path)]
            struct $name;
        };
    }

    page!(Readme, "../../../README.md");
    page!(Documents, "../../../docs/guide/documents.md");
    page!(Edits, "../../../docs/guide/edits.md");
    page!(Errors, "../../../docs/guide/errors.md");
    page!(Flatbuffers, "../../../docs/guide/flatbuffers.md");
    page!(Formats, "../../../docs/guide/formats.md");
    page!(FromFlatbuffers, "../../../docs/guide/from-flatbuffers.md");
    page!(FromLibdart, "../../../docs/guide/from-libdart.md");
    page!(FromRkyv, "../../../docs/guide/from-rkyv.md");
    page!(FromSerde, "../../../docs/guide/from-serde.md");
    page!(FromSerdeJson, "../../../docs/guide/from-serde_json.md");
    page!(Performance, "../../../docs/guide/performance.md");
    page!(Streams, "../../../docs/guide/streams.md");
    page!(Types, "../../../docs/guide/types.md");
}
