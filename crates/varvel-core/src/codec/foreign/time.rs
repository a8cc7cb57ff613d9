//! Codecs of the crate `time`. A `UtcDateTime` is a point in time. An `OffsetDateTime` is RFC 3339
//! text in every format, because a timestamp has no offset. Dates and times without an offset are
//! ISO 8601 text.

use alloc::string::String;

use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime};

use crate::codec::strings::not_of_form;
use crate::codec::times::{decode_timestamp, encode_parts, out_of_range};
use crate::{Decode, Encode, Error, ErrorKind, Kind, Result, Sink, Source, Str};

fn encode_text<'a, S: Sink<'a>, E>(text: core::result::Result<String, E>, sink: &mut S) -> Result {
    match text {
        Ok(text) => sink.str(Str::Scratch((&*text).into())),
        Err(_) => Err(Error::expected(
            ErrorKind::Unrepresentable,
            "a date in the years 0 to 9999, an offset of whole minutes",
        )),
    }
}

fn decode_utc<'de, R: Source<'de>>(source: &mut R) -> Result<UtcDateTime> {
    let at = source.offset();
    let timestamp = decode_timestamp(source)?;
    UtcDateTime::from_unix_timestamp(timestamp.seconds())
        .and_then(|time| time.replace_nanosecond(timestamp.nanos()))
        .map_err(|_| out_of_range("a point in time in the years -9999 to 9999", at))
}

impl<C: ?Sized> Encode<C> for UtcDateTime {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        encode_parts(self.unix_timestamp(), self.nanosecond(), sink)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for UtcDateTime {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        decode_utc(source)
    }
}

impl<C: ?Sized> Encode<C> for OffsetDateTime {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        encode_text(self.format(&Rfc3339), sink)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for OffsetDateTime {
    /// Reads text, or a timestamp, which is in UTC.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        if source.peek()? == Kind::Timestamp {
            return decode_utc(source).map(Into::into);
        }
        let at = source.offset();
        let text = source.read_str()?;
        Self::parse(&text, &Rfc3339)
            .map_err(|_| not_of_form("a point in time as 2026-01-31T12:00:00Z", &text, at))
    }
}

/// Implements codecs by ISO 8601 text. Each row holds the type, the format that writes it, and what
/// errors call its texts.
macro_rules! as_iso8601 {
    ($($type:ty, $format:expr, $expected:literal;)*) => {$(
        impl<C: ?Sized> Encode<C> for $type {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
                encode_text(self.format(&$format), sink)
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $type {
            fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
                let at = source.offset();
                let text = source.read_str()?;
                Self::parse(&text, &Iso8601::PARSING)
                    .map_err(|_| not_of_form($expected, &text, at))
            }
        }
    )*};
}
as_iso8601! {
    Date, Iso8601::DATE, "a date as 2026-01-31";
    Time, Iso8601::TIME, "a time as 12:00:00";
    PrimitiveDateTime, Iso8601::DATE_TIME, "a date and time as 2026-01-31T12:00:00";
}
