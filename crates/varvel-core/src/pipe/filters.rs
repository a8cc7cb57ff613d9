//! The filters that Varvel provides.

use alloc::borrow::Cow;

use super::filtered::{Filter, Scalar};
use super::place::{Place, Where};
use crate::codec::bytes::{from_base64, to_base64};
use crate::error::{Error, ErrorKind, Result};
use crate::sink::Sink;
use crate::string::{Bytes, Str};
use varvel_raw::number;

/// Leaves out the members and items at some places. The document itself stays.
#[derive(Clone, Copy, Debug)]
pub struct Omit<W>(pub W);

impl<W: Where> Filter for Omit<W> {
    fn keep(&mut self, place: &Place) -> bool {
        !self.0.holds(place)
    }
}

/// Gives members other keys. A function returns the new key for an old one, or `None` to keep it.
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

/// Turns the numbers at some places into floats of 32 bits, which some formats write in five bytes.
/// Each number becomes the nearest float. It is an error if that is infinite.
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
            // A number that is text is rounded only once.
            Scalar::BigInteger(text) | Scalar::Decimal(text) => {
                number::parse_f32(text.as_bytes()).unwrap_or(f32::INFINITY)
            }
            other => return other.give(sink),
        };
        if !self.0.holds(place) {
            return value.give(sink);
        }
        // NaN and infinities stay what they are in 32 bits.
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

/// Turns the bytes at some places into Base64 strings (RFC 4648, section 4, padded), for a format
/// without bytes.
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

/// Turns the Base64 strings at some places back into bytes.
///
/// A string at such a place that is not Base64, as [`BytesToBase64`] writes it, is an error.
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
