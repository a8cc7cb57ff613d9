//! Keys of maps, which may be of any type with a codec.
//!
//! A string is a key as it is. Any other node is a key if the sink holds such keys. If the sink
//! holds only strings, a number or boolean is written as its text, and the sink refuses any other
//! node. [`KeyText`] reads the text back: it is a source that gives the text as the type that is
//! asked for.

use core::fmt::Write as _;

use arrayvec::ArrayString;
use varvel_raw::key::Key;

use super::strings::not_of_form;
use crate::error::{Error, Result};
use crate::node::{Kind, Tag, Timestamp};
use crate::number::{Number, Rounding, is_integer, is_number};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::{Bytes, Str};

/// A sink that takes one node, and gives it to another sink as a key.
///
/// The other sink is called through a pointer, so that a type which has itself as a key is compiled
/// once.
pub(super) struct KeySink<'s, 'a> {
    sink: &'s mut (dyn Sink<'a> + 's),
    /// Whether a key that is not a string has begun. The events that follow are inside of it.
    begun: bool,
}

impl<'s, 'a> KeySink<'s, 'a> {
    #[inline]
    pub fn new<S: Sink<'a>>(sink: &'s mut S) -> Self {
        Self { sink, begun: false }
    }

    /// Begins the key. It is called before every event except a string.
    #[inline]
    fn begin(&mut self) -> Result {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        self.sink.any_key()
    }

    /// Returns whether this scalar is to be written as text.
    #[inline]
    fn is_text(&self) -> bool {
        !self.begun && !self.sink.profile().any_keys
    }

    fn text(&mut self, text: &str) -> Result {
        self.sink.key(Str::Scratch(text.into()))
    }

    fn number(&mut self, number: Number<'_>) -> Result {
        let mut text = ArrayString::<32>::new();
        // 32 bytes hold any number of 64 bits.
        write!(text, "{number}").map_err(|_| Error::out_of_memory())?;
        self.text(&text)
    }
}

impl<'de> Sink<'de> for KeySink<'_, 'de> {
    fn null(&mut self) -> Result {
        self.begin()?;
        self.sink.null()
    }
    fn bool(&mut self, value: bool) -> Result {
        if self.is_text() {
            return self.text(if value { "true" } else { "false" });
        }
        self.begin()?;
        self.sink.bool(value)
    }
    fn i64(&mut self, value: i64) -> Result {
        if self.is_text() {
            return self.number(Number::I64(value));
        }
        self.begin()?;
        self.sink.i64(value)
    }
    fn u64(&mut self, value: u64) -> Result {
        if self.is_text() {
            return self.number(Number::U64(value));
        }
        self.begin()?;
        self.sink.u64(value)
    }
    fn f64(&mut self, value: f64) -> Result {
        if self.is_text() && value.is_finite() {
            return self.number(Number::F64(value));
        }
        self.begin()?;
        self.sink.f64(value)
    }
    fn f32(&mut self, value: f32) -> Result {
        if self.is_text() && value.is_finite() {
            let mut text = [0; 32];
            let len = varvel_raw::number::write_f32(value, &mut text);
            return self.text(core::str::from_utf8(&text[..len]).unwrap_or_default());
        }
        self.begin()?;
        self.sink.f32(value)
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        if self.is_text() {
            return self.text(digits);
        }
        self.begin()?;
        self.sink.big_integer(digits)
    }
    fn decimal(&mut self, text: &str) -> Result {
        if self.is_text() {
            return self.text(text);
        }
        self.begin()?;
        self.sink.decimal(text)
    }
    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        match self.begun {
            false => self.sink.key(value),
            true => self.sink.str(value),
        }
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.begin()?;
        self.sink.bytes(value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.begin()?;
        self.sink.timestamp(value)
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.begin()?;
        self.sink.tag(tag)
    }
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin()?;
        self.sink.begin_array(len)
    }
    fn end_array(&mut self) -> Result {
        self.sink.end_array()
    }
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.begin()?;
        self.sink.begin_map(len)
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.sink.key(key)
    }
    fn any_key(&mut self) -> Result {
        self.sink.any_key()
    }
    fn end_map(&mut self) -> Result {
        self.sink.end_map()
    }
    fn nest(&mut self) -> Result {
        self.sink.nest()
    }
    fn profile(&self) -> Profile {
        let profile = self.sink.profile();
        match self.is_text() {
            true => Profile {
                bytes: false,
                timestamps: false,
                ..profile
            },
            false => profile,
        }
    }
}

/// A source of one node: the text of a key. The caller adds the place in the input to its errors.
pub(super) struct KeyText<'de, 's> {
    text: Str<'de, 's>,
    rounding: Rounding,
}

impl<'de, 's> KeyText<'de, 's> {
    #[inline]
    pub fn new(text: Str<'de, 's>) -> Self {
        Self {
            text,
            rounding: Rounding::Nearest,
        }
    }

    #[cold]
    fn not(&self, expected: &'static str) -> Error {
        not_of_form(expected, &self.text, 0)
    }

    #[cold]
    fn out_of_range(&self, expected: &'static str) -> Error {
        Error::out_of_range(expected, &*self.text)
    }

    /// Reads the text as an integer. `expected` describes the range in errors.
    fn integer<T: core::str::FromStr>(&self, expected: &'static str) -> Result<T> {
        // `-0` is a float.
        match is_integer(self.text.as_bytes()) && &*self.text != "-0" {
            true => self.text.parse().map_err(|_| self.out_of_range(expected)),
            false => Err(self.not("a key that is an integer")),
        }
    }

    /// Reads the text as a number that is not rounded. `-0` is a float.
    fn exact(&self) -> Result<Number<'_>> {
        let text = self.text.text().as_str();
        if !is_number(text.as_bytes()) {
            return Err(self.not("a key that is a number"));
        }
        if !is_integer(text.as_bytes()) || text == "-0" {
            return Ok(Number::Decimal(text));
        }
        if let Ok(value) = text.parse() {
            return Ok(Number::I64(value));
        }
        Ok(text.parse().map_or(Number::Big(text), Number::U64))
    }
}

impl<'de> Source<'de> for KeyText<'de, '_> {
    type Mark = ();

    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        sink.str(self.text)
    }
    fn peek(&mut self) -> Result<Kind> {
        Ok(Kind::String)
    }
    fn read_null(&mut self) -> Result {
        Err(self.not("a key that is null"))
    }
    fn read_bool(&mut self) -> Result<bool> {
        match &*self.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.not("a key that is true or false")),
        }
    }
    fn read_i64(&mut self) -> Result<i64> {
        self.integer("an integer that fits i64")
    }
    fn read_u64(&mut self) -> Result<u64> {
        self.integer("an integer that fits u64")
    }
    fn read_f64(&mut self) -> Result<f64> {
        let mut rounding = self.rounding;
        let value = rounding.f64(self.exact()?);
        self.rounding = rounding;
        value.ok_or_else(|| self.out_of_range("a number that a 64-bit float can hold"))
    }
    fn read_f32(&mut self) -> Result<f32> {
        let mut rounding = self.rounding;
        let value = rounding.f32(self.exact()?);
        self.rounding = rounding;
        value.ok_or_else(|| self.out_of_range("a number that a 32-bit float can hold"))
    }
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding {
        core::mem::replace(&mut self.rounding, rounding)
    }
    fn read_number(&mut self) -> Result<Number<'_>> {
        match self.exact()? {
            Number::Decimal(_) => self.read_f64().map(Number::F64),
            _ => self.exact(),
        }
    }
    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.exact()
    }
    #[inline]
    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        Ok(self.text)
    }
    fn begin_array(&mut self) -> Result<Option<usize>> {
        Err(self.not("a key that is an array"))
    }
    fn next_item(&mut self) -> Result<bool> {
        Err(self.not("a key that is an array"))
    }
    fn begin_map(&mut self) -> Result<Option<usize>> {
        Err(self.not("a key that is a map"))
    }
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        Err(self.not("a key that is a map"))
    }
    fn expect_key(&mut self, _: &Key) -> Result<bool> {
        Err(self.not("a key that is a map"))
    }
    fn skip(&mut self) -> Result {
        Ok(())
    }
    fn mark(&self) {}
    fn rewind(&mut self, (): ()) -> Result {
        Ok(())
    }
    fn offset(&self) -> usize {
        0
    }
}
