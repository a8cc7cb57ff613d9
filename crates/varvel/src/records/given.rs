//! A record as it came, and its events.

use crate::{Encode, Limits, Result, Sink, View, json};

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
        limits: &Limits,
        scratch: &mut json::Scratch,
        sink: &mut S,
    ) -> Result {
        match self {
            Self::Json(text) => {
                let options = json::ReadOptions::with_limits(*limits);
                json::drive_with(text, &options, scratch, sink)
            }
            #[cfg(feature = "msgpack")]
            Self::MessagePack(value) => {
                let options = crate::msgpack::ReadOptions::with_limits(*limits);
                crate::msgpack::drive(value, &options, sink)
            }
            Self::View(view) => view.encode(sink, &()),
        }
    }
}
