//! [`Encode`] and [`Decode`]: how a type writes itself to a sink, and reads itself from a source.
//!
//! Both take a context `C`, which is `()` by default. A context chooses codecs for types of other
//! crates that have none here. It is the caller's type, so the caller may implement
//! `Decode<'de, Turns> for Angle`; containers pass it on. A type that needs no context is generic
//! over `C`. Such a context is a reference to nothing and costs nothing.
//!
//! ```
//! # mod angles { #[derive(Default)] pub struct Angle { pub degrees: f64 } }
//! use angles::Angle; // of another crate
//! use varvel::{Decode, Result, Source};
//!
//! /// Reads an angle as a number of turns.
//! struct Turns;
//! impl<'de> Decode<'de, Turns> for Angle {
//!     fn decode<R: Source<'de>>(source: &mut R, _: &Turns) -> Result<Self> {
//!         Ok(Angle { degrees: 360.0 * source.read_f64()? })
//!     }
//! }
//! fn every_container_passes_it_on<'de>() -> impl Decode<'de, Turns> {
//!     vec![Some(Box::new(Angle::default()))]
//! }
//! # every_container_passes_it_on();
//! ```
//!
//! Types of `std` have the codecs of this module in every context. The derive's `with` names
//! another codec for a field: a module of two functions, such as [`bytes`] and [`text`].
//!
//! Types of other crates have codecs by the features with the names of these crates:
//!
//! | type | in text | in binary formats |
//! |---|---|---|
//! | `jiff::Timestamp`, `time::UtcDateTime`, `SystemTime` | text as `"2026-01-31T12:00:00Z"` | a point in time |
//! | other types of `jiff` and `time` | text of RFC 3339 or ISO 8601 | such text |
//! | `rust_decimal::Decimal` | a number with all its digits | a decimal, or its text |
//! | `uuid::Uuid`; `bytes::Bytes`, `bytes::BytesMut` | a UUID; Base64, in YAML `!!binary` | bytes |
//! | lists of `smallvec`, maps and sets of `indexmap`, floats of `ordered-float` | as those of `std` | as those of `std` |
//!
//! The codecs stand in these files:
//!
//! | file | holds |
//! |---|---|
//! | `scalars` | null, booleans, floats, [`Number`](crate::Number) |
//! | `integers` | integers of any width |
//! | `strings` | strings, owned and borrowed; characters |
//! | `paths` | strings of the system and of C |
//! | `text` | types that print and parse themselves: addresses |
//! | `bytes` | bytes as bytes, or as Base64 |
//! | `as_text` | [`AsText`]: a choice of values to write as text, for formats that have no kind for them |
//! | `times`, `rfc3339` | points in time |
//! | `raw` | parts carried through unparsed |
//! | `pointers` | types that hold one value or none: `Option`, `Box`, `Wrapping` |
//! | `cells` | cells, locks, atomics |
//! | `sequences` | lists and sets |
//! | `arrays` | arrays of one length, tuples |
//! | `maps`, `keys` | maps with keys of any type |
//! | `records`, `fields` | `Result`, ranges, `Duration`: as a derive would do them |
//! | `foreign` | types of other crates, by features |
//! | [`members`] | objects whose members have names known when the program is compiled |
//! | `flatten` | maps and options among the members of an object |
//! | [`tagged`] | enums |

pub(crate) mod arrays;
mod as_text;
mod base64;
pub mod bytes;
mod cells;
mod fields;
mod flatten;
mod foreign;
mod integers;
mod keys;
mod maps;
pub mod members;
mod paths;
mod pointers;
mod raw;
mod records;
pub(crate) mod rfc3339;
mod scalars;
mod sequences;
mod strings;
pub mod tagged;
pub mod text;
mod times;

pub use as_text::{AsText, ScalarText};
pub use base64::Base64;
pub(crate) use strings::owned;

use crate::error::{Error, Result};
use crate::name::Name;
use crate::node::Kinds;
use crate::sink::Sink;
use crate::source::Source;

/// A type that can give itself to any sink.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written by Varvel",
    note = "derive it: `#[derive(varvel::Encode)]`",
    note = "one that is written by hand is a part of derived types if it is for every context: `impl<C: ?Sized> Encode<C> for {Self}`"
)]
pub trait Encode<C: ?Sized = ()> {
    /// Gives this value to `sink` as events.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result;

    /// Returns how many bytes of text this value may take, so that a caller can reserve memory.
    /// Returns zero if that is not known. A wrong guess costs only time or memory.
    #[inline]
    fn size_hint(&self) -> usize {
        0
    }

    /// Gives several values to `sink` as one array. A type overrides this if a sink takes a whole
    /// array of it in one event.
    #[inline]
    fn encode_slice<'a, S: Sink<'a>>(items: &'a [Self], sink: &mut S, context: &C) -> Result
    where
        Self: Sized,
    {
        sequences::encode_items(items.len(), items.iter(), sink, context)
    }

    /// Gives this value as the member `name` of the map that is open in `sink`. A type overrides
    /// this if a sink takes a whole member in one event.
    #[inline]
    fn encode_member<'a, S: Sink<'a>>(
        &'a self,
        name: &'static Name,
        sink: &mut S,
        context: &C,
    ) -> Result {
        sink.name(name)?;
        self.encode(sink, context)
    }

    /// Returns whether this value stands for nothing, like `None`. Such a member may be left out.
    #[inline]
    fn is_none(&self) -> bool {
        false
    }
}

/// A type that can be read from any source.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read by Varvel",
    note = "derive it: `#[derive(varvel::Decode)]`",
    note = "one that is written by hand is a part of derived types if it is for every context: `impl<'de, C: ?Sized> Decode<'de, C> for {Self}`"
)]
pub trait Decode<'de, C: ?Sized = ()>: Sized {
    /// The kinds of nodes that may be read as this type. The variants of an untagged enum are told
    /// apart by their kinds first.
    const KINDS: Kinds = Kinds::ALL;

    /// Reads one node from `source`.
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self>;

    /// Reads one node from `source` into an existing value, and reuses its memory if the type can.
    /// After an error the value is some value of its type.
    ///
    /// ```
    /// use varvel::{Decode, json};
    /// let mut lines = vec![String::with_capacity(80)];
    /// let mut source = json::Reader::new(br#"["first"]"#, &Default::default())?;
    /// Decode::<()>::decode_into(&mut lines, &mut source, &())?;
    /// assert!(lines == ["first"] && lines[0].capacity() == 80);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        *self = Self::decode(source, context)?;
        Ok(())
    }

    /// Reads one array of exactly `N` values, if source and type can do that in one go. If not, the
    /// source does not move.
    #[inline]
    fn decode_array<R: Source<'de>, const N: usize>(source: &mut R) -> Result<Option<[Self; N]>> {
        let _ = source;
        Ok(None)
    }

    /// Returns the value of a member called `name` that its object does not have. This is an error,
    /// unless the type has a value for it, as `Option` has `None`.
    #[cold]
    fn missing(name: &'static str) -> Result<Self> {
        Err(Error::missing_field(name))
    }
}
