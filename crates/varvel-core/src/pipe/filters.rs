//! Filters that are there.

use alloc::borrow::Cow;

use super::filtered::{Filter, Scalar};
use super::place::{Place, Where};
use crate::codec::bytes::{from_base64, to_base64};
use crate::error::{Error, ErrorKind, Result};
use crate::sink::Sink;
use crate::string::{Bytes, Str};
use varvel_raw::number;

/// Leaves out the members and items at some places. A document itself stays.
#[derive(Clone, Copy, Debug)]
pub struct Omit<W>(pub W);

impl<W: Where> Filter for Omit<W> {
    fn keep(&mut self, place: &Place) -> bool {
        !self.0.holds(place)
    }
}

/// Gives members other keys: a function has the new one of an old one, or none where it stays.
#[derive(Clone, Copy, Debug)]
pub struct Rename<F>(pub F);

impl<F, K> Filter for Rename<F>
where
    F: FnMut(&str) -> Option<K>,
    K: Into<Cow<'static, str>>,
{
    fn rename<'k>(&'k mut self, place: &'k Place) -> Option<Cow<'k, str>> {
        (self.0)(place.key()?).map(Into::into)
    }
}

/// Makes the numbers at some places floats of 32 bits: the nearest one, which a format that has
/// them writes in five bytes. What no finite one is near is an error.
#[derive(Clone, Copy, Debug)]
pub struct ToF32<W>(pub W);

impl<W: Where> Filter for ToF32<W> {
    fn scalar<'de, S: Sink<'de>>(
        &mut self,
        place: &Place,
        value: Scalar<'de, '_>,
        sink: &mut S,
    ) -> Result {
        let near = match value {
            Scalar::I64(value) => value as f32,
            Scalar::U64(value) => value as f32,
            Scalar::F64(value) => value as f32,
            // From its text it is rounded once.
            Scalar::BigInteger(text) | Scalar::Decimal(text) => {
                number::parse_f32(text.as_bytes()).unwrap_or(f32::INFINITY)
            }
            other => return other.give(sink),
        };
        if !self.0.holds(place) {
            return value.give(sink);
        }
        // What is no number, or infinite, is so in 32 bits.
        let was_finite = !matches!(value, Scalar::F64(value) if !value.is_finite());
        match near.is_finite() || !was_finite {
            true => sink.f32(near),
            false => Err(Error::expected(
                ErrorKind::NumberOutOfRange,
                "a number that a 32-bit float can hold",
            )),
        }
    }
}

/// Makes the bytes at some places strings in Base64 (RFC 4648, section 4, padded): for a format
/// that has no bytes.
#[derive(Clone, Copy, Debug)]
pub struct BytesToBase64<W>(pub W);

impl<W: Where> Filter for BytesToBase64<W> {
    fn scalar<'de, S: Sink<'de>>(
        &mut self,
        place: &Place,
        value: Scalar<'de, '_>,
        sink: &mut S,
    ) -> Result {
        match value {
            Scalar::Bytes(bytes) if self.0.holds(place) => {
                let text = to_base64(&bytes)?;
                sink.str(Str::Scratch((&*text).into()))
            }
            other => other.give(sink),
        }
    }
}

/// Makes the strings at some places, which are Base64, bytes again.
///
/// A string there that is no Base64 (as [`BytesToBase64`] writes it) is an error.
#[derive(Clone, Copy, Debug)]
pub struct Base64ToBytes<W>(pub W);

impl<W: Where> Filter for Base64ToBytes<W> {
    fn scalar<'de, S: Sink<'de>>(
        &mut self,
        place: &Place,
        value: Scalar<'de, '_>,
        sink: &mut S,
    ) -> Result {
        match value {
            Scalar::Str(text) if self.0.holds(place) => {
                sink.bytes(Bytes::Scratch(&from_base64(&text)?))
            }
            other => other.give(sink),
        }
    }
}
