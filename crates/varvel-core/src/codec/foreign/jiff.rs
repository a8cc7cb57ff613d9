//! Codecs of the crate `jiff`: a `Timestamp` is a point in time. Every other type is the text that
//! it prints and parses, which keeps time zones and units.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Span, Timestamp, ZonedDateTime};

use crate::codec::text::as_text;
use crate::codec::times::{decode_timestamp, encode_parts, out_of_range};
use crate::{Decode, Encode, Result, Sink, Source};

impl<C: ?Sized> Encode<C> for Timestamp {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        // Before 1970, jiff's nanoseconds are negative; ours always count up.
        let nanos = i64::from(self.subsec_nanosecond());
        let seconds = self.as_second() + nanos.div_euclid(1_000_000_000);
        let nanos = nanos.rem_euclid(1_000_000_000) as u32;
        encode_parts(seconds, nanos, sink)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Timestamp {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        let timestamp = decode_timestamp(source)?;
        // The nanoseconds are below a billion, so the cast loses nothing.
        Self::new(timestamp.seconds(), timestamp.nanos() as i32)
            .map_err(|_| out_of_range("a point in time in the years -9999 to 9999", at))
    }
}

as_text! {
    ZonedDateTime: "a time with its zone as 2026-01-31T12:00:00+01:00[Europe/Berlin]";
    Date: "a date as 2026-01-31";
    Time: "a time as 12:00:00";
    DateTime: "a date and time as 2026-01-31T12:00:00";
    Span: "a span of time as P1Y2M3DT4H5M6S";
    SignedDuration: "a duration as PT4H5M6S";
}
