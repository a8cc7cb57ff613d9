//! Codecs of the crate `uuid`: 16 bytes if the format has bytes and is not YAML, else text with
//! hyphens. Reading takes both.

use uuid::Uuid;

use crate::codec::bytes::FromBytes;
use crate::codec::strings::not_of_form;
use crate::{Bytes, Decode, Encode, Kind, Result, Sink, Source, Str};

impl<C: ?Sized> Encode<C> for Uuid {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        let profile = sink.profile();
        if profile.bytes && !profile.plain {
            return sink.bytes(Bytes::Input(self.as_bytes()));
        }
        let mut text = Self::encode_buffer();
        let text = &*self.as_hyphenated().encode_lower(&mut text);
        sink.str(Str::Scratch(text.into()))
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Uuid {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        if source.peek()? == Kind::String {
            let text = source.read_str()?;
            return Self::try_parse(&text).map_err(|_| not_of_form("a UUID", &text, at));
        }
        <[u8; 16]>::from_bytes(source.read_bytes()?)
            .map(Self::from_bytes)
            .map_err(|error| error.or_offset(at))
    }
}
