//! [`Transient`]: a sink for values that live shorter than the value that is encoded.

use crate::error::Result;
use crate::node::{Tag, Timestamp};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A sink that takes values of any lifetime. Everything that it is given counts as scratch memory.
///
/// [`Encode`](crate::Encode) gives a sink parts that live as long as the encoded value. A temporary
/// value, or one that a lock lends, does not live that long:
///
/// ```
/// use varvel::format::Transient;
/// use varvel::{Encode, Result, Sink, json};
/// struct Celsius(f64);
/// impl<C: ?Sized> Encode<C> for Celsius {
///     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
///         format!("{}°", self.0).encode(&mut Transient::new(sink), context)
///     }
/// }
/// assert_eq!(json::to_string(&Celsius(21.5))?, r#""21.5°""#);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// The inner sink is called through a pointer, so that a type which contains itself behind a lock
/// is compiled once, and not once for each depth.
#[allow(missing_debug_implementations, reason = "a sink need not have one")]
pub struct Transient<'s, 'a> {
    sink: &'s mut (dyn Sink<'a> + 's),
    /// Whether decimals should come as text, whatever the inner sink wants.
    exact: bool,
}

impl<'s, 'a> Transient<'s, 'a> {
    /// Makes a sink that passes events on to `sink`.
    #[inline]
    pub fn new<S: Sink<'a>>(sink: &'s mut S) -> Self {
        Self { sink, exact: false }
    }

    /// Makes a sink that passes events on to `sink`, and asks for each decimal as text
    /// ([`Sink::wants_decimal`]). It is for a tree whose numbers will be read as a type that is
    /// more exact than `f64`, or less.
    #[inline]
    pub fn exact<S: Sink<'a>>(sink: &'s mut S) -> Self {
        Self { sink, exact: true }
    }
}

impl<'de> Sink<'de> for Transient<'_, '_> {
    #[inline]
    fn null(&mut self) -> Result {
        self.sink.null()
    }
    #[inline]
    fn bool(&mut self, value: bool) -> Result {
        self.sink.bool(value)
    }
    #[inline]
    fn i64(&mut self, value: i64) -> Result {
        self.sink.i64(value)
    }
    #[inline]
    fn u64(&mut self, value: u64) -> Result {
        self.sink.u64(value)
    }
    #[inline]
    fn f64(&mut self, value: f64) -> Result {
        self.sink.f64(value)
    }
    #[inline]
    fn f32(&mut self, value: f32) -> Result {
        self.sink.f32(value)
    }
    #[inline]
    fn big_integer(&mut self, digits: &str) -> Result {
        self.sink.big_integer(digits)
    }
    #[inline]
    fn decimal(&mut self, text: &str) -> Result {
        self.sink.decimal(text)
    }
    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.sink.str(Str::Scratch(value.text()))
    }
    #[inline]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.sink.bytes(Bytes::Scratch(&value))
    }
    #[inline]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.sink.timestamp(value)
    }
    #[inline]
    fn tag(&mut self, tag: Tag) -> Result {
        self.sink.tag(tag)
    }
    #[inline]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.sink.begin_array(len)
    }
    #[inline]
    fn end_array(&mut self) -> Result {
        self.sink.end_array()
    }
    #[inline]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.sink.begin_map(len)
    }
    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.sink.key(Str::Scratch(key.text()))
    }
    #[inline]
    fn any_key(&mut self) -> Result {
        self.sink.any_key()
    }
    #[inline]
    fn end_map(&mut self) -> Result {
        self.sink.end_map()
    }
    #[inline]
    fn variant(&mut self, name: &str) -> Result<bool> {
        self.sink.variant(name)
    }
    #[inline]
    fn nest(&mut self) -> Result {
        self.sink.nest()
    }
    #[inline]
    fn wants_decimal(&self) -> bool {
        self.exact || self.sink.wants_decimal()
    }
    #[inline]
    fn takes_beyond_floats(&self) -> bool {
        self.exact || self.sink.takes_beyond_floats()
    }
    #[inline]
    fn profile(&self) -> Profile {
        self.sink.profile()
    }
    #[inline]
    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        self.sink.raw(format, bytes)
    }
    #[inline]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.sink.i64s(values)
    }
    #[inline]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.sink.f64s(values)
    }
    #[inline]
    fn empty_array(&mut self) -> Result {
        self.sink.empty_array()
    }
    #[inline]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.sink.i64_array(values)
    }
    #[inline]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.sink.f64_array(values)
    }
}
