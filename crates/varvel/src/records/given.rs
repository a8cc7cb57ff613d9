//! A record as it came, and its events.

use super::options::Options;
use crate::{Encode, Result, Sink, View, json};

/// A record as it came.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    Json(&'a [u8]),
    #[cfg(feature = "msgpack")]
    MessagePack(&'a [u8]),
    View(&'a View<'a>),
}

impl<'a> Given<'a> {
    /// Its events.
    #[inline]
    pub fn drive<S: Sink<'a>>(
        self,
        how: &Options,
        scratch: &mut json::Scratch,
        sink: &mut S,
    ) -> Result {
        match self {
            Self::Json(text) => {
                let mut options = json::ReadOptions::with_limits(how.limits);
                options.exact_decimals = how.exact_decimals;
                json::drive_with(text, &options, scratch, sink)
            }
            #[cfg(feature = "msgpack")]
            Self::MessagePack(value) => {
                let options = crate::msgpack::ReadOptions::with_limits(how.limits);
                crate::msgpack::drive(value, &options, sink)
            }
            Self::View(view) => view.encode(sink, &()),
        }
    }
}
