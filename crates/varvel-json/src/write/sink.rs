//! The writer as a sink: it writes one event after the other.
//!
//! An event of a compact document is straight-line code: one comparison (may it come here?), one
//! reservation, wide stores. Everything else takes `unusual_value` or `unusual_key`.

use varvel_core::number::{is_integer, is_number};
use varvel_core::pipe::Scalar;
use varvel_core::{
    Bytes, Error, ErrorKind, Format, Kind, Name, Profile, Result, Sink, Str, Tag, Text, Timestamp,
};
use varvel_raw::buffer::OutOfMemory;
use varvel_raw::number;

use super::Writer;
use super::state::Next;
use crate::error;
use crate::marker::Json;
use crate::options::{Names, NonFinite};

/// How many bytes are reserved for a number and the comma behind it.
const NUMBER: usize = 32;

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

/// Returns whether a name is valid without quotes.
fn is_bare(name: &str) -> bool {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name.bytes().all(bare)
}

/// How many numbers are written in one piece.
const LIST: usize = 64;

/// Writes the comma behind a number of `len` bytes. Returns the length with the comma.
#[cfg_attr(not(debug_assertions), inline(always))]
fn comma(len: usize, room: &mut [u8; NUMBER]) -> usize {
    // A number has at most 24 bytes, so the remainder changes nothing. It spares a bounds check.
    let len = len % NUMBER;
    room[len] = b',';
    len + 1
}

/// Writes an integer and the comma behind it. It is not inlined: inlined into each event it takes
/// longer (1.9 ns a number).
#[inline(never)]
fn integer_and_comma(value: i64, room: &mut [u8; NUMBER]) -> usize {
    if let 0..100 = value {
        return small_and_comma(value as u32, room);
    }
    comma(number::write_i64(value, room), room)
}

/// Writes a number below 100, as many members are, and the comma behind it. Its length is known
/// after few steps, and all later writes wait for it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn small_and_comma(value: u32, room: &mut [u8; NUMBER]) -> usize {
    // floor(n / 10) for n < 100.
    let tens = (value * 103) >> 10;
    let both = tens | (value - 10 * tens) << 8 | u32::from_le_bytes(*b"00,\0");
    let one = value < 10;
    room[..4].copy_from_slice(&(both >> (8 * u32::from(one))).to_le_bytes());
    3 - usize::from(one)
}

/// Writes an integer.
#[cfg_attr(not(debug_assertions), inline(always))]
fn integer(values: &[i64], room: &mut [u8; NUMBER]) -> usize {
    match *values {
        [value, ..] => number::write_i64(value, room),
        [] => 0,
    }
}

/// Writes one or two floats, with a comma between them.
#[inline(never)]
fn one_or_two(values: &[f64], room: &mut [u8; 64]) -> usize {
    match *values {
        [a, b] => number::write_two_f64([a, b], room),
        [a, ..] => {
            let Some(room) = room.first_chunk_mut() else {
                return 0;
            };
            number::write_f64(a, room)
        }
        [] => 0,
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn all_finite(values: &[f64]) -> bool {
    values.iter().all(|value| value.is_finite())
}

impl Writer {
    /// Checks that a value may come. It is called before every value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn before_value(&mut self, kind: Kind) -> Result {
        if self.order.next == Next::Value {
            return Ok(());
        }
        self.unusual_value(kind)
    }

    /// Begins a value outside of a compact document: on a line of its own, or with an error.
    #[cold]
    #[inline(never)]
    fn unusual_value(&mut self, kind: Kind) -> Result {
        match self.order.next {
            Next::LineValue => self.line(),
            Next::AnyKey => Err(self.fail(error::key_not_string(kind))),
            next => Err(self.fail(error::out_of_order(next, kind.name()))),
        }
    }

    /// Writes a scalar that is not a string, if it is a key. Returns whether it is. It is called
    /// before all other functions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn before_scalar(&mut self, scalar: Scalar<'_, '_>) -> Result<bool> {
        if self.order.next == Next::Value {
            return Ok(false);
        }
        self.unusual_scalar(scalar)
    }

    #[cold]
    #[inline(never)]
    fn unusual_scalar(&mut self, scalar: Scalar<'_, '_>) -> Result<bool> {
        if self.order.next == Next::AnyKey {
            let error = match self.options.as_text.key(scalar) {
                Ok(Some(text)) => return self.string_as_key(&text).map(|()| true),
                Ok(None) => error::key_not_string(scalar.kind()),
                Err(error) => error,
            };
            return Err(self.fail_at_key(error, scalar.key_text()));
        }
        self.unusual_value(scalar.kind())?;
        Ok(false)
    }

    /// Checks that a key differs from all others of its object.
    #[cold]
    fn watched_key(&mut self, key: &str) -> Result {
        let first = self.out.as_slice().last() == Some(&b'{');
        let keys = self.keys.get_or_insert_default();
        match keys.add(key, self.order.depth(), first) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::DuplicateKey => {
                Err(self.fail_at_key(error::same_text(key), key))
            }
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Writes a key outside of a compact object, or one without quotes.
    #[cold]
    #[inline(never)]
    fn unusual_key(&mut self, text: Text<'_>) -> Result {
        match self.order.next {
            Next::LineKey => {
                if self.options.as_text.keys {
                    self.watched_key(text.as_str())?;
                }
                if self.options.indent.is_some() {
                    self.line()?;
                }
                if self.options.names == Names::Bare && is_bare(text.as_str()) {
                    self.out
                        .extend(text.as_str().as_bytes())
                        .map_err(no_memory)?;
                    self.out.put_part(*b": ", self.colon).map_err(no_memory)?;
                    self.order.next = Next::Value;
                    return Ok(());
                }
                self.quoted_key(text)
            }
            next => Err(self.fail(error::out_of_order(next, "a key"))),
        }
    }

    /// Begins a line.
    fn line(&mut self) -> Result {
        const SPACES: [u8; 64] = [b' '; 64];
        self.out.put(*b"\n").map_err(no_memory)?;
        let mut spaces = self.order.depth() * usize::from(self.options.indent.unwrap_or(0));
        while spaces > 0 {
            let n = spaces.min(SPACES.len());
            self.out.put_part(SPACES, n).map_err(no_memory)?;
            spaces -= n;
        }
        Ok(())
    }

    /// Writes a value. The first `n` of `bytes` are its text and the comma.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn literal(&mut self, bytes: [u8; 8], n: usize) -> Result {
        self.out.put_part(bytes, n).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(&mut self, write: impl FnOnce(&mut [u8; NUMBER]) -> usize) -> Result {
        self.out
            .put_with(|room| comma(write(room), room))
            .map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    /// Writes a finite float. It is not inlined; the loops over many floats are.
    #[inline(never)]
    fn float(&mut self, value: f64) -> Result {
        self.number(|room| number::write_f64(value, room))
    }

    /// Writes a finite float of 32 bits. It is not inlined.
    #[inline(never)]
    fn float_of_32(&mut self, value: f32) -> Result {
        self.number(|room| number::write_f32(value, room))
    }

    /// Writes several integers of an array, in any document.
    #[inline(never)]
    fn integers(&mut self, values: &[i64]) -> Result {
        if !self.order.in_compact_array() {
            return values.iter().try_for_each(|&value| self.i64(value));
        }
        values.chunks(LIST).try_for_each(|values| {
            self.out
                .put_each::<_, 1, NUMBER>(values, integer)
                .map_err(no_memory)
        })
    }

    /// Writes several floats of an array, in any document.
    #[inline(never)]
    fn floats(&mut self, values: &[f64]) -> Result {
        if !self.order.in_compact_array() || !all_finite(values) {
            return values.iter().try_for_each(|&value| self.f64(value));
        }
        values.chunks(LIST).try_for_each(|values| {
            self.out
                .put_each::<_, 2, 64>(values, one_or_two)
                .map_err(no_memory)
        })
    }

    /// Writes a whole array of at most `LIST` floats.
    #[inline(never)]
    fn float_array(&mut self, values: &[f64]) -> Result {
        if !self.order.may_be_compact_array() || !all_finite(values) {
            return self.unusual_array(&mut |writer| writer.floats(values));
        }
        self.out
            .put_list::<_, 2, 64>(values, one_or_two)
            .map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    /// Writes a point, the most frequent array of floats.
    #[inline(never)]
    fn point(&mut self, values: [f64; 2]) -> Result {
        if !self.order.may_be_compact_array() || !all_finite(&values) {
            return self.unusual_array(&mut |writer| writer.floats(&values));
        }
        const ROOM: usize = 64 + 3;
        self.out
            .put_with::<ROOM>(|room| {
                room[0] = b'[';
                let Some(rest) = room[1..].first_chunk_mut() else {
                    return 0;
                };
                // Two numbers have at most 49 bytes, so the remainder changes nothing. It spares a
                // bounds check.
                let end = 1 + number::write_two_f64(values, rest) % 64;
                room[end..end + 2].copy_from_slice(b"],");
                end + 2
            })
            .map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    /// Writes an array that is long, is not in a compact document, or is an error.
    #[inline(never)]
    fn unusual_array(&mut self, values: &mut dyn FnMut(&mut Self) -> Result) -> Result {
        self.begin_array(None)?;
        values(self)?;
        self.end_array()
    }

    /// Writes a number that comes as text.
    fn number_text(&mut self, text: &str, right: bool, expected: &'static str) -> Result {
        if !right {
            return Err(self.fail(error::not_a_number(expected, text)));
        }
        self.out.extend(text.as_bytes()).map_err(no_memory)?;
        self.out.put(*b",").map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn non_finite(&mut self, value: f64) -> Result {
        if self.options.non_finite == NonFinite::Words {
            let word: &[u8] = match value {
                _ if value.is_nan() => b"NaN,",
                _ if value > 0.0 => b"Infinity,",
                _ => b"-Infinity,",
            };
            self.out.extend(word).map_err(no_memory)?;
            self.order.value();
            return Ok(());
        }
        let text = self.options.as_text.value(Scalar::F64(value));
        if let Some(text) = text.map_err(|error| self.fail(error))? {
            return self.string((&*text).into());
        }
        match self.options.non_finite {
            NonFinite::Null => self.literal(*b"null,\0\0\0", 5),
            _ => Err(self.fail(error::non_finite(value))),
        }
    }

    /// Writes a scalar that JSON has no form for.
    #[cold]
    #[inline(never)]
    fn other_scalar(&mut self, scalar: Scalar<'_, '_>) -> Result {
        // An error about the order, or about a key that is not a string, comes first.
        if self.before_scalar(scalar)? {
            return Ok(());
        }
        let text = self.options.as_text.value(scalar);
        match text.map_err(|error| self.fail(error))? {
            Some(text) => self.string((&*text).into()),
            None => Err(self.fail(error::unrepresentable(scalar.kind()))),
        }
    }

    #[cold]
    #[inline(never)]
    fn unrepresentable(&mut self, kind: Kind) -> Result {
        self.before_value(kind)?;
        Err(self.fail(error::unrepresentable(kind)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn string(&mut self, text: Text<'_>) -> Result {
        self.out.put_quoted(text, *b",\0\0", 1).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key_text(&mut self, text: Text<'_>) -> Result {
        if self.order.next != Next::Key {
            return self.unusual_key(text);
        }
        self.quoted_key(text)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quoted_key(&mut self, text: Text<'_>) -> Result {
        self.out
            .put_quoted(text, *b": \0", self.colon)
            .map_err(no_memory)?;
        self.order.next = Next::Value;
        Ok(())
    }

    /// Writes a string where a key of any kind may come.
    #[cold]
    #[inline(never)]
    fn string_as_key(&mut self, text: &str) -> Result {
        self.order.member();
        self.key_text(text.into())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&mut self, bracket: u8, object: bool, kind: Kind) -> Result {
        self.before_value(kind)?;
        self.out.put([bracket]).map_err(no_memory)?;
        self.order.open(object)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&mut self, bracket: u8, object: bool) -> Result {
        if !self.order.may_close(object) {
            return Err(self.unexpected_end(object));
        }
        self.order.close();
        let len = self.out.len();
        if self.out.as_slice().last() == Some(&b',') {
            self.out.truncate(len - 1);
            if self.options.indent.is_some() {
                self.line()?;
            }
        }
        self.out.put([bracket, b',']).map_err(no_memory)
    }

    #[cold]
    #[inline(never)]
    fn unexpected_end(&mut self, object: bool) -> Error {
        let found = match object {
            true => "the end of an object",
            false => "the end of an array",
        };
        self.fail(error::out_of_order(self.order.next, found))
    }
}

impl<'de> Sink<'de> for Writer {
    #[inline(always)]
    fn nest(&mut self) -> Result {
        let (most, depth) = (self.options.most(), self.order.depth());
        match depth < most {
            true => Ok(()),
            false => Err(self.fail(Error::type_too_deep(most))),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn null(&mut self) -> Result {
        if self.before_scalar(Scalar::Null)? {
            return Ok(());
        }
        self.literal(*b"null,\0\0\0", 5)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bool(&mut self, value: bool) -> Result {
        if self.before_scalar(Scalar::Bool(value))? {
            return Ok(());
        }
        let text = if value {
            *b"true,\0\0\0"
        } else {
            *b"false,\0\0"
        };
        self.literal(text, 6 - usize::from(value))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i64(&mut self, value: i64) -> Result {
        if self.before_scalar(Scalar::I64(value))? {
            return Ok(());
        }
        self.number(|room| number::write_i64(value, room))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn u64(&mut self, value: u64) -> Result {
        if self.before_scalar(Scalar::U64(value))? {
            return Ok(());
        }
        self.number(|room| number::write_u64(value, room))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn f64(&mut self, value: f64) -> Result {
        if self.before_scalar(Scalar::F64(value))? {
            return Ok(());
        }
        if !value.is_finite() {
            return self.non_finite(value);
        }
        self.float(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn f32(&mut self, value: f32) -> Result {
        if self.before_scalar(Scalar::F32(value))? {
            return Ok(());
        }
        if !value.is_finite() {
            return self.non_finite(value.into());
        }
        self.float_of_32(value)
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        if self.before_scalar(Scalar::BigInteger(digits))? {
            return Ok(());
        }
        self.number_text(
            digits,
            is_integer(digits.as_bytes()),
            "digits with an optional minus sign",
        )
    }

    fn decimal(&mut self, text: &str) -> Result {
        if self.before_scalar(Scalar::Decimal(text))? {
            return Ok(());
        }
        self.number_text(
            text,
            is_number(text.as_bytes()),
            "a number as JSON writes it",
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        let text = match value {
            Str::Input(text) => text,
            Str::Scratch(text) => text,
        };
        if self.order.next != Next::Value {
            if self.order.next == Next::AnyKey {
                return self.string_as_key(text.as_str());
            }
            self.unusual_value(Kind::String)?;
        }
        self.string(text)
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.other_scalar(Scalar::Bytes(value))
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.other_scalar(Scalar::Timestamp(value))
    }

    fn tag(&mut self, _: Tag) -> Result {
        self.unrepresentable(Kind::Tagged)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(b'[', false, Kind::Array)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_array(&mut self) -> Result {
        self.end(b']', false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(b'{', true, Kind::Object)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.key_text(match key {
            Str::Input(text) => text,
            Str::Scratch(text) => text,
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn name(&mut self, name: &'static Name) -> Result {
        let (text, len) = name.quoted();
        if self.order.next != Next::Key || len == 0 {
            return self.key_text(Text::from(name.text()));
        }
        self.out.put_part_of(text, len).map_err(no_memory)?;
        self.order.next = Next::Value;
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn member_i64(&mut self, name: &'static Name, value: i64) -> Result {
        let (text, len) = name.quoted();
        if self.order.next != Next::Key || len == 0 {
            self.name(name)?;
            return self.i64(value);
        }
        // A key comes next again.
        self.out
            .put_both(*text, len, |room| integer_and_comma(value, room))
            .map_err(no_memory)
    }

    fn any_key(&mut self) -> Result {
        match self.order.next {
            Next::Key | Next::LineKey => {
                self.order.next = Next::AnyKey;
                Ok(())
            }
            next => Err(self.fail(error::out_of_order(next, "a key"))),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_map(&mut self) -> Result {
        self.end(b'}', true)
    }

    fn raw(&mut self, format: &str, text: &[u8]) -> Result<bool> {
        // A raw key comes as events instead, because only a string may be a key.
        if format != Json::NAME || self.order.next == Next::AnyKey {
            return Ok(false);
        }
        self.before_value(Kind::Object)?;
        self.out.extend(text).map_err(no_memory)?;
        self.out.put(*b",").map_err(no_memory)?;
        self.order.value();
        Ok(true)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn profile(&self) -> Profile {
        let mut profile = Json::PROFILE;
        // The writer takes NaN if it writes `null`, a word or a text for it.
        profile.non_finite =
            self.options.non_finite != NonFinite::Error || self.options.as_text.non_finite;
        profile
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.integers(values)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.floats(values)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        if values.len() > LIST || !self.order.may_be_compact_array() {
            return self.unusual_array(&mut |writer| writer.integers(values));
        }
        self.out
            .put_list::<_, 1, NUMBER>(values, integer)
            .map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        match *values {
            [a, b] => self.point([a, b]),
            _ if values.len() > LIST => self.unusual_array(&mut |writer| writer.floats(values)),
            _ => self.float_array(values),
        }
    }
}
