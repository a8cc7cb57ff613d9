//! [`Encode`] and [`Decode`]: what a shape does with a sink and a source.
//!
//! Both take a context `C`, `()` by default, by which a caller chooses codecs for types of other
//! crates that have none here: the context is the caller's type, so the caller may implement
//! `Decode<'de, Turns> for Angle`, and containers pass it on. A type that needs none is generic
//! over `C`; the context is then a reference to nothing and costs nothing.
//!
//! ```
//! # mod angles { #[derive(Default)] pub struct Angle { pub degrees: f64 } }
//! use angles::Angle; // of another crate
//! use varvel_core::{Decode, Result, Source};
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
//! Types of `std` have the codecs that are here, in every context. Another one for a field is a
//! module of two functions, which the derive's `with` names, as [`bytes`] and [`text`] are.
//!
//! | room | holds |
//! |---|---|
//! | `scalars` | null, booleans, floats, [`Number`](crate::Number) |
//! | `integers` | integers of any width |
//! | `strings` | strings, owned and borrowed; characters |
//! | `paths` | strings of the system and of C |
//! | `text` | what prints and parses itself: addresses |
//! | `bytes` | bytes as bytes, or as Base64 |
//! | `as_text` | [`AsText`]: a choice of values to write as text, for formats that have no kind for them |
//! | `times`, `rfc3339` | points in time |
//! | `raw` | parts carried through unparsed |
//! | `pointers` | what holds one value or none: `Option`, `Box`, `Wrapping` |
//! | `cells` | cells, locks, atomics |
//! | `sequences` | lists and sets |
//! | `arrays` | arrays of one length, tuples |
//! | `maps`, `keys` | maps with keys of any type |
//! | `records`, `fields` | `Result`, ranges, `Duration`: as a derive would do them |
//! | `foreign` | types of other crates, by features |
//! | [`members`] | objects whose members have names known when the program is compiled |
//! | `flatten` | maps and options among the members of an object |
//! | [`tagged`] | enums |

mod arrays;
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

/// A shape that can give itself to any sink.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written by Varvel",
    note = "derive it: `#[derive(varvel::Encode)]`",
    note = "one that is written by hand is a part of derived types if it is for every context: `impl<C: ?Sized> Encode<C> for {Self}`"
)]
pub trait Encode<C: ?Sized = ()> {
    /// Gives this value to `sink` as events.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result;

    /// How many bytes of text this value may come to, for whoever makes room ahead; zero where it
    /// is not known. A guess in either direction costs time or room only.
    #[inline]
    fn size_hint(&self) -> usize {
        0
    }

    /// Gives several of these to `sink` as one array. A type of which a sink takes a whole array in
    /// one event uses that.
    #[inline]
    fn encode_slice<'a, S: Sink<'a>>(items: &'a [Self], sink: &mut S, context: &C) -> Result
    where
        Self: Sized,
    {
        sequences::encode_items(items.len(), items.iter(), sink, context)
    }

    /// Gives this as the member `name` of the map that `sink` is in. A type of which a sink takes a
    /// member in one event uses that.
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

    /// Whether this stands for nothing, as `None` does: a member that may be left out.
    #[inline]
    fn is_none(&self) -> bool {
        false
    }
}

/// A shape that can be read from any source.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read by Varvel",
    note = "derive it: `#[derive(varvel::Decode)]`",
    note = "one that is written by hand is a part of derived types if it is for every context: `impl<'de, C: ?Sized> Decode<'de, C> for {Self}`"
)]
pub trait Decode<'de, C: ?Sized = ()>: Sized {
    /// The kinds of node that may be read as this type: what the variants of an untagged enum are
    /// told apart by first.
    const KINDS: Kinds = Kinds::ALL;

    /// Reads one node from `source`.
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self>;

    /// Reads one node from `source` into a value that is there, whose memory is used again where
    /// the type can. After an error the value is some value of its type.
    ///
    /// ```
    /// use varvel_core::Decode;
    /// # fn read<'de>(mut source: impl varvel_core::Source<'de>) -> varvel_core::Result {
    /// let mut lines = vec![String::with_capacity(80)];
    /// Decode::<()>::decode_into(&mut lines, &mut source, &())?;
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        *self = Self::decode(source, context)?;
        Ok(())
    }

    /// Reads one array of exactly `N` of these, where source and type can do that in one go; else
    /// the source has not moved.
    #[inline]
    fn decode_array<R: Source<'de>, const N: usize>(source: &mut R) -> Result<Option<[Self; N]>> {
        let _ = source;
        Ok(None)
    }

    /// What a member called `name` is when its object does not have it: an error, unless the type
    /// has a value for it, as `Option` has `None`.
    #[cold]
    fn missing(name: &'static str) -> Result<Self> {
        Err(Error::missing_field(name))
    }
}
