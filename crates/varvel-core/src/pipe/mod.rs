//! Pipes: they carry a document from any source to any sink, through filters, without a tree.
//!
//! ```
//! use varvel::json::{self, WriteOptions};
//! use varvel::pipe::{At, Omit, Place, Rename, ToF32, pipe};
//! let text = br#"{"users": {"ada": {"mail": "a@b", "password": "x", "score": 0.1}}}"#;
//! let mut source = json::Reader::new(text, &Default::default())?;
//! let mut sink = json::Writer::new(WriteOptions::compact());
//! pipe(&mut source)
//!     .filter(Omit(At::new("users.*.password")?))
//!     .filter(Rename(|key: &str| (key == "mail").then_some("email")))
//!     .filter(ToF32(|place: &Place| place.key() == Some("score")))
//!     .into(&mut sink)?;
//! assert_eq!(sink.finish()?, br#"{"users":{"ada":{"email":"a@b","score":0.1}}}"#);
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! The first filter sees the original document; each other filter sees the output of the filter
//! before it. A filter takes memory for the keys on the path to one node. Keys that filters change
//! are not checked: if two keys of one object may become equal, put
//! [`UniqueKeys`](crate::UniqueKeys) around the sink, or choose a sink that checks keys itself.
//!
//! | room | holds |
//! |---|---|
//! | `place` | [`Place`]: the place of a node; [`At`], [`Everywhere`] and closures: sets of places |
//! | `filtered` | the sink in the middle: which nodes pass, under which keys |
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

/// Begins a pipe; see the [module](self).
pub fn pipe<R>(source: &mut R) -> Pipe<'_, R, Straight> {
    Pipe {
        source,
        filters: Straight,
    }
}

/// A source, and the filters that its events go through.
#[derive(Debug)]
pub struct Pipe<'r, R, F> {
    source: &'r mut R,
    filters: F,
}

impl<'r, R, F> Pipe<'r, R, F> {
    /// Adds a filter behind the others.
    pub fn filter<G: Filter>(self, filter: G) -> Pipe<'r, R, Then<F, G>> {
        Pipe {
            source: self.source,
            filters: Then(self.filters, filter),
        }
    }

    /// Gives the next node of the source to `sink`, through the filters.
    ///
    /// # Errors
    /// The errors of the source, of the sink and of the filters. An error about a scalar has the
    /// path of that scalar in the source.
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

/// Several filters, and one more behind them.
#[derive(Clone, Copy, Debug)]
pub struct Then<F, G>(F, G);

/// A chain of filters.
pub trait Filters<'de> {
    /// Gives the node at `source` to `sink` through all filters.
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
