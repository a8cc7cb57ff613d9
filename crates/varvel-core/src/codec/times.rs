//! Codecs of points in time: a timestamp if the format has them and is not YAML, else RFC 3339 text
//! in UTC. Reading takes both.

use super::rfc3339;
use super::strings::not_of_form;
use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::{Kind, Kinds, Timestamp};
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

/// The kinds of nodes that a point in time may be read from.
pub(super) const KINDS: Kinds = Kinds::of(&[Kind::Timestamp, Kind::Tagged, Kind::String]);

/// Gives a point in time to `sink`.
pub(super) fn encode_timestamp<'a, S: Sink<'a>>(timestamp: Timestamp, sink: &mut S) -> Result {
    let profile = sink.profile();
    // In YAML people expect the text, without the tag that trees write.
    if profile.timestamps && !profile.plain {
        return sink.timestamp(timestamp);
    }
    match rfc3339::print(timestamp) {
        Some(text) => sink.str(Str::Scratch((&*text).into())),
        None => Err(unrepresentable("a point in time in the years 0 to 9999")),
    }
}

/// Gives a point in time to `sink`, by its parts: those of [`Timestamp::new`].
#[cfg(any(feature = "std", feature = "jiff"))]
pub(super) fn encode_parts<'a, S: Sink<'a>>(seconds: i64, nanos: u32, sink: &mut S) -> Result {
    match Timestamp::new(seconds, nanos) {
        Some(timestamp) => encode_timestamp(timestamp, sink),
        None => Err(unrepresentable("less than 1,000,000,000 nanoseconds")),
    }
}

#[cold]
fn unrepresentable(expected: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, expected)
}

/// Reads a point in time.
pub(super) fn decode_timestamp<'de, R: Source<'de>>(source: &mut R) -> Result<Timestamp> {
    // A tag may mark its node as a date.
    if matches!(source.peek()?, Kind::Timestamp | Kind::Tagged) {
        return source.read_timestamp();
    }
    let at = source.offset();
    let text = source.read_str()?;
    let expected = "a point in time as 2026-01-31T12:00:00Z";
    rfc3339::parse(&text).ok_or_else(|| not_of_form(expected, &text, at))
}

/// Makes the error of a point in time beyond the range of a type, which `expected` describes.
#[cfg(any(feature = "std", feature = "jiff", feature = "time"))]
#[cold]
pub(super) fn out_of_range(expected: &'static str, at: usize) -> Error {
    Error::expected(ErrorKind::NumberOutOfRange, expected).or_offset(at)
}

impl<C: ?Sized> Encode<C> for Timestamp {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        encode_timestamp(*self, sink)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Timestamp {
    const KINDS: Kinds = KINDS;
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        decode_timestamp(source)
    }
}

#[cfg(feature = "std")]
mod system {
    use core::time::Duration;
    use std::time::SystemTime;

    use super::*;

    /// Returns seconds and nanoseconds since 1970. The nanoseconds always count up.
    fn parts(time: SystemTime) -> Option<(i64, u32)> {
        let (before, distance) = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => (false, after),
            Err(before) => (true, before.duration()),
        };
        let (seconds, nanos) = (
            i64::try_from(distance.as_secs()).ok()?,
            distance.subsec_nanos(),
        );
        Some(match (before, nanos) {
            (false, _) => (seconds, nanos),
            (true, 0) => (-seconds, 0),
            (true, _) => (-seconds - 1, 1_000_000_000 - nanos),
        })
    }

    fn system_time(timestamp: Timestamp) -> Option<SystemTime> {
        let whole = Duration::from_secs(timestamp.seconds().unsigned_abs());
        let whole = match timestamp.seconds() {
            ..0 => SystemTime::UNIX_EPOCH.checked_sub(whole)?,
            0.. => SystemTime::UNIX_EPOCH.checked_add(whole)?,
        };
        whole.checked_add(Duration::from_nanos(timestamp.nanos().into()))
    }

    impl<C: ?Sized> Encode<C> for SystemTime {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
            match parts(*self) {
                Some((seconds, nanos)) => encode_parts(seconds, nanos, sink),
                None => Err(unrepresentable("a point in time of 64 bits of seconds")),
            }
        }
    }
    impl<'de, C: ?Sized> Decode<'de, C> for SystemTime {
        const KINDS: Kinds = KINDS;
        /// Drops digits that are finer than the system's clock, as `SystemTime` always does.
        fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
            let at = source.offset();
            system_time(decode_timestamp(source)?)
                .ok_or_else(|| out_of_range("a point in time that the system can hold", at))
        }
    }
}
