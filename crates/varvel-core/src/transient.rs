//! [`Transient`]: a sink for values that live shorter than what else it is given.

use crate::error::Result;
use crate::node::{Tag, Timestamp};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A sink that takes values of any lifetime: what it is given counts as scratch memory.
///
/// [`Encode`](crate::Encode) gives a sink what lives as long as the value that is encoded. A value that is made
/// only for it, or lent by a lock, does not:
///
/// ```
/// use varvel_core::{Encode, Result, Sink, Transient};
/// struct Celsius(f64);
/// impl<C: ?Sized> Encode<C> for Celsius {
///     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
///         format!("{}°", self.0).encode(&mut Transient::new(sink), context)
///     }
/// }
/// ```
///
/// The sink behind it is called through a pointer, so that a type which has itself behind a lock is compiled
/// once, and not once for each depth.
#[allow(missing_debug_implementations, reason = "a sink need not have one")]
pub struct Transient<'s, 'a>(&'s mut (dyn Sink<'a> + 's));

impl<'s, 'a> Transient<'s, 'a> {
    /// Passes events on to `sink`.
    #[inline]
    pub fn new<S: Sink<'a>>(sink: &'s mut S) -> Self {
        Self(sink)
    }
}

impl<'de> Sink<'de> for Transient<'_, '_> {
    #[inline]
    fn null(&mut self) -> Result {
        self.0.null()
    }
    #[inline]
    fn bool(&mut self, value: bool) -> Result {
        self.0.bool(value)
    }
    #[inline]
    fn i64(&mut self, value: i64) -> Result {
        self.0.i64(value)
    }
    #[inline]
    fn u64(&mut self, value: u64) -> Result {
        self.0.u64(value)
    }
    #[inline]
    fn f64(&mut self, value: f64) -> Result {
        self.0.f64(value)
    }
    #[inline]
    fn f32(&mut self, value: f32) -> Result {
        self.0.f32(value)
    }
    #[inline]
    fn big_integer(&mut self, digits: &str) -> Result {
        self.0.big_integer(digits)
    }
    #[inline]
    fn decimal(&mut self, text: &str) -> Result {
        self.0.decimal(text)
    }
    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.0.str(Str::Scratch(value.text()))
    }
    #[inline]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.0.bytes(Bytes::Scratch(&value))
    }
    #[inline]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.0.timestamp(value)
    }
    #[inline]
    fn tag(&mut self, tag: Tag) -> Result {
        self.0.tag(tag)
    }
    #[inline]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.0.begin_array(len)
    }
    #[inline]
    fn end_array(&mut self) -> Result {
        self.0.end_array()
    }
    #[inline]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.0.begin_map(len)
    }
    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.0.key(Str::Scratch(key.text()))
    }
    #[inline]
    fn any_key(&mut self) -> Result {
        self.0.any_key()
    }
    #[inline]
    fn end_map(&mut self) -> Result {
        self.0.end_map()
    }
    #[inline]
    fn wants_decimal(&self) -> bool {
        self.0.wants_decimal()
    }
    #[inline]
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    #[inline]
    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        self.0.raw(format, bytes)
    }
    #[inline]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.0.i64s(values)
    }
    #[inline]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.0.f64s(values)
    }
    #[inline]
    fn empty_array(&mut self) -> Result {
        self.0.empty_array()
    }
    #[inline]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.0.i64_array(values)
    }
    #[inline]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.0.f64_array(values)
    }
}
