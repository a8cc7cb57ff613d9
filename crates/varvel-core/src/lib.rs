//! The hub of Varvel: formats and types meet through the events that are defined here.
//!
//! | room | holds |
//! |---|---|
//! | [`sink`] | [`Sink`]: the receiver of events: a writer of a format, a builder of a tree |
//! | [`source`] | [`Source`]: the giver of events, pushed ([`Source::drive`]) or pulled (typed reads) |
//! | [`codec`] | [`Encode`] and [`Decode`]: how a type writes and reads itself |
//! | [`string`] | [`Str`], [`Bytes`]: borrowed from the input, or from scratch memory |
//! | [`node`] | [`Kind`], [`Tag`], [`Timestamp`]: the node model |
//! | [`number`] | [`Number`]: exact numbers of any size |
//! | [`error`] | the one [`Error`], and its report with line, column and caret |
//! | [`path`] | paths and JSON Pointers, as errors show them and as they are read |
//! | [`pipe`] | from a source into a sink with filters between |
//! | [`format`](mod@format) | [`Format`]: the trait of all formats, and the functions that each one has |
//! | [`binary`] | parts of binary formats with lengths in front |
//! | [`limits`] | [`Limits`] and [`Duplicates`]: bounds on what input may cost |
//! | `name` | [`Name`]: the name of a member, known when the program is compiled |
//! | `raw` | [`Raw`], [`OwnedRaw`]: a part of a document carried through unparsed |
//! | [`recording`] | [`Recording`](recording::Recording): the events of one node, kept to be given again |
//! | [`secret`] | the secret of the process, with which hash tables are seeded |
//! | `serde` | behind the feature of that name: serde's traits for the types here, and the names by which the rest of the node model goes through serde |
//! | [`unique`] | [`UniqueKeys`]: the duplicate-key check for pipes between formats |
//!
//! Everything is monomorphised; there is no virtual call on the path of a value.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
pub mod __private;
pub mod binary;
pub mod codec;
mod copying;
pub mod error;
pub mod format;
pub mod limits;
mod name;
pub mod node;
pub mod number;
pub mod path;
pub mod pipe;
mod profile;
mod raw;
pub mod recording;
pub mod secret;
#[cfg(feature = "serde")]
pub mod serde;
pub mod sink;
pub mod source;
pub mod string;
mod transient;
pub mod unique;

pub use codec::members::{DecodeMembers, EncodeMembers};
pub use codec::{AsText, Decode, Encode};
pub use copying::Copying;
pub use error::{Category, Error, ErrorKind, Location, Report, Result, Span};
pub use format::Format;
pub use limits::{Duplicates, Limits};
pub use name::Name;
pub use node::{Kind, Kinds, Tag, Timestamp};
pub use number::Number;
pub use profile::Profile;
pub use raw::{OwnedRaw, Raw};
pub use sink::{Discard, Sink};
pub use source::Source;
pub use string::{Bytes, Str};
pub use transient::Transient;
pub use unique::UniqueKeys;
pub use varvel_raw::key::{Key, Pattern};
pub use varvel_raw::text::Text;
