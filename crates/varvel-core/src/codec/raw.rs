//! Codecs of [`Raw`] and [`OwnedRaw`]: they are copied into their own format, and given as events
//! to any other.

use super::{Decode, Encode};
use crate::error::Result;
use crate::raw::{OwnedRaw, Raw};
use crate::sink::Sink;
use crate::source::Source;

impl<C: ?Sized> Encode<C> for Raw<'_> {
    /// # Errors
    /// The errors of the sink; `Unrepresentable` for another format if this came through serde.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        match sink.raw(self.format(), self.as_bytes())? {
            true => Ok(()),
            false => self.drive(sink),
        }
    }

    fn size_hint(&self) -> usize {
        self.as_bytes().len()
    }
}

impl<'a, 'de: 'a, C: ?Sized> Decode<'de, C> for Raw<'a> {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_raw()
    }
}

impl<C: ?Sized> Encode<C> for OwnedRaw {
    /// # Errors
    /// The errors of the sink; `Unrepresentable` for another format if this came through serde.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        Raw::encode(self, sink, context)
    }

    fn size_hint(&self) -> usize {
        self.as_bytes().len()
    }
}

impl<'de, C: ?Sized> Decode<'de, C> for OwnedRaw {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_raw()?.try_into_owned().map(Self::from)
    }
}
