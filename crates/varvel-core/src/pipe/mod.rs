//! Pipes: from any source into any sink, with filters between, and no tree.
//!
//! ```
//! use varvel_core::pipe::{At, Omit, Rename, ToF32, pipe};
//! # fn example<'de>(source: &mut impl varvel_core::Source<'de>, sink: &mut impl varvel_core::Sink<'de>)
//! # -> varvel_core::Result {
//! pipe(source)
//!     .filter(Omit(At::new("users.*.password")?))
//!     .filter(Rename(|key: &str| (key == "mail").then_some("email")))
//!     .filter(ToF32(|place: &varvel_core::pipe::Place| place.key() == Some("score")))
//!     .into(sink)
//! # }
//! ```
//!
//! The first filter sees the document as it is, each other one what the one before leaves of it.
//! The memory that a filter takes is that of the keys on the way to one node. What filters make of
//! keys is not looked at again: where two keys of one object may come to be the same, put
//! [`UniqueKeys`](crate::UniqueKeys) around the sink, or drive into a shape that looks for that
//! itself.
//!
//! | room | holds |
//! |---|---|
//! | `place` | [`Place`]: where a node is; [`At`], [`Everywhere`] and closures: which places are meant |
//! | `filtered` | the sink between: what passes, under which name |
//! | `filters` | [`Omit`], [`Rename`], [`ToF32`], [`BytesToBase64`], [`Base64ToBytes`] |

mod filtered;
mod filters;
mod place;

pub use filtered::{Filter, Filtered, Scalar};
pub use filters::{Base64ToBytes, BytesToBase64, Omit, Rename, ToF32};
pub use place::{At, Everywhere, Place, Where};

use crate::error::Result;
use crate::sink::Sink;
use crate::source::Source;

/// Begins a pipe: see the [module](self).
pub fn pipe<R>(source: &mut R) -> Pipe<'_, R, Straight> {
    Pipe {
        source,
        filters: Straight,
    }
}

/// A source, and filters that what it gives is to go through.
#[derive(Debug)]
pub struct Pipe<'r, R, F> {
    source: &'r mut R,
    filters: F,
}

impl<'r, R, F> Pipe<'r, R, F> {
    /// Puts a filter behind those that are there.
    pub fn filter<G: Filter>(self, filter: G) -> Pipe<'r, R, Then<F, G>> {
        Pipe {
            source: self.source,
            filters: Then(self.filters, filter),
        }
    }

    /// Gives the node that stands at the source to `sink`, as the filters leave it.
    ///
    /// # Errors
    /// Those of the source, of the sink and of the filters. One about a scalar says where in the
    /// source that is.
    pub fn into<'de, S: Sink<'de>>(self, sink: &mut S) -> Result
    where
        R: Source<'de>,
        F: Filters<'de>,
    {
        self.filters.drive(self.source, sink)
    }
}

/// No filter.
#[derive(Clone, Copy, Debug)]
pub struct Straight;

/// Filters, and one more behind them.
#[derive(Clone, Copy, Debug)]
pub struct Then<F, G>(F, G);

/// Filters in a row.
pub trait Filters<'de> {
    /// Gives the node at `source` to `sink` through all of them.
    fn drive<R: Source<'de>, S: Sink<'de>>(self, source: &mut R, sink: &mut S) -> Result;
}

impl<'de> Filters<'de> for Straight {
    fn drive<R: Source<'de>, S: Sink<'de>>(self, source: &mut R, sink: &mut S) -> Result {
        source.drive(sink)
    }
}

impl<'de, F: Filters<'de>, G: Filter> Filters<'de> for Then<F, G> {
    fn drive<R: Source<'de>, S: Sink<'de>>(self, source: &mut R, sink: &mut S) -> Result {
        self.0.drive(source, &mut Filtered::new(self.1, sink))
    }
}
