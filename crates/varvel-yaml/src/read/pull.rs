//! Typed reads: a codec of a struct asks for the values one at a time.
//!
//! Each read looks at the next event, and passes it if it has the right kind. Calls in an order
//! that no document has fail, because they meet an event of another kind.

use varvel_core::number::Rounding;
use varvel_core::{
    Bytes, Discard, Error, ErrorKind, Format, Key, Kind, Limits, Number, Profile, Result, Sink,
    Source, Str, Timestamp,
};
use varvel_raw::number::parse_f32;

use super::decimal;
use super::events::{Cursor, Event, Style};
use super::scalar::Scalar;
use super::schema::{self, Meaning};
use super::{Reader, drive};
use crate::error;
use crate::marker::Yaml;
use crate::options::Schema;

/// A place of a [`Reader`] that it can go back to; [`Source::mark`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    cursor: Cursor,
    /// Whether the tag of the node there was read as the name of a variant.
    taken: bool,
}

impl<'de> Source<'de> for Reader<'de> {
    type Mark = Mark;

    #[inline]
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        let event = self.look()?;
        self.next = None;
        drive::node(&mut self.nodes, event, self.options.schema, sink)
    }

    fn peek(&mut self) -> Result<Kind> {
        match self.look()? {
            Event::Scalar(style) => Ok(self.nodes.scalar(style, self.options.schema)?.kind()),
            Event::SequenceStart(_) => Ok(Kind::Array),
            Event::MappingStart(_) => self.kind_of_mapping(),
            _ => Err(error::out_of_order("a value")),
        }
    }

    fn at_null(&mut self) -> Result<bool> {
        match self.look()? {
            Event::Scalar(style) => Ok(self.is_null(style)),
            _ => Ok(false),
        }
    }

    #[inline]
    fn read_null(&mut self) -> Result {
        match self.meaning("null")? {
            Meaning::Null => self.pass(()),
            _ => Err(self.not("null")),
        }
    }

    #[inline]
    fn read_bool(&mut self) -> Result<bool> {
        match self.meaning("a boolean")? {
            Meaning::Bool(value) => self.pass(value),
            _ => Err(self.not("a boolean")),
        }
    }

    #[inline]
    fn read_i64(&mut self) -> Result<i64> {
        match self.meaning("an integer")? {
            Meaning::I64(value) => self.pass(value),
            _ => Err(self.no_integer("an integer that fits i64")),
        }
    }

    #[inline]
    fn read_u64(&mut self) -> Result<u64> {
        match self.meaning("an integer")? {
            Meaning::I64(value) if value >= 0 => self.pass(value as u64),
            Meaning::U64(value) => self.pass(value),
            _ => Err(self.no_integer("an integer that fits u64")),
        }
    }

    #[inline]
    fn read_f64(&mut self) -> Result<f64> {
        let mut rounding = self.rounding;
        let value = match self.meaning("a number")? {
            Meaning::F64(value) => Some(value),
            Meaning::Beyond => None,
            meaning => match meaning.number() {
                Some(number) => rounding.f64(number),
                None => return Err(self.not("a number")),
            },
        };
        self.rounding = rounding;
        match value {
            Some(value) => self.pass(value),
            None => Err(self.beyond("a number that a 64-bit float can hold")),
        }
    }

    #[inline]
    fn read_f32(&mut self) -> Result<f32> {
        let mut rounding = self.rounding;
        let value = match self.meaning("a number")? {
            Meaning::F64(value) if !value.is_finite() => Some(value as f32),
            Meaning::F64(_) => self.decimal_f32()?,
            Meaning::Beyond => None,
            meaning => match meaning.number() {
                Some(number) => rounding.f32(number),
                None => return Err(self.not("a number")),
            },
        };
        self.rounding = rounding;
        match value {
            Some(value) => self.pass(value),
            None => Err(self.beyond("a number that a 32-bit float can hold")),
        }
    }

    #[inline]
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding {
        core::mem::replace(&mut self.rounding, rounding)
    }

    #[inline]
    fn read_number(&mut self) -> Result<Number<'_>> {
        self.number(self.nodes.exact)
    }

    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.number(true)
    }

    #[inline]
    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        let Event::Scalar(style) = self.look()? else {
            return Err(self.not("a string"));
        };
        let tried = self.rounding.is_trying();
        self.check_text(style, tried, "a string")?;
        self.next = None;
        Ok(self.nodes.events.text())
    }

    fn read_bytes(&mut self) -> Result<Bytes<'de, '_>> {
        match self.scalar("bytes")? {
            Scalar::Bytes(bytes) => {
                self.bytes = bytes;
                self.next = None;
                Ok(Bytes::Scratch(&self.bytes))
            }
            _ => Err(self.not("bytes")),
        }
    }

    fn read_timestamp(&mut self) -> Result<Timestamp> {
        match self.scalar("a timestamp")? {
            Scalar::Timestamp(timestamp) => self.pass(timestamp),
            _ => Err(self.not("a timestamp")),
        }
    }

    fn read_variant(&mut self) -> Result<Option<Str<'de, '_>>> {
        let event = self.look()?;
        if !self.nodes.events.has_tag() {
            return Ok(None);
        }
        Ok(self.take_tag(event).map(Str::from))
    }

    #[inline]
    fn begin_array(&mut self) -> Result<Option<usize>> {
        match self.look()? {
            event @ Event::SequenceStart(_) => {
                self.nodes.check_collection(event)?;
                self.pass(None)
            }
            Event::Scalar(style) if self.is_empty(style) => self.nothing(Event::SequenceEnd),
            _ => Err(self.not("an array")),
        }
    }

    #[inline]
    fn next_item(&mut self) -> Result<bool> {
        match self.look()? {
            Event::SequenceEnd => self.pass(false),
            Event::MappingEnd | Event::DocumentEnd { .. } | Event::StreamEnd => {
                Err(error::out_of_order("a value, or the end of an array"))
            }
            _ => Ok(true),
        }
    }

    #[inline]
    fn begin_map(&mut self) -> Result<Option<usize>> {
        match self.look()? {
            event @ Event::MappingStart(_) => {
                self.nodes.check_collection(event)?;
                self.pass(None)
            }
            Event::Scalar(style) if self.is_empty(style) => self.nothing(Event::MappingEnd),
            _ => Err(self.not("an object")),
        }
    }

    #[inline]
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        match self.look()? {
            Event::MappingEnd => self.pass(None),
            Event::Scalar(style) if self.is_string(style) => {
                self.next = None;
                Ok(Some(self.nodes.events.text()))
            }
            _ => Err(self.not("a key that is a string")),
        }
    }

    #[inline]
    fn next_name(&mut self) -> Result<Option<Str<'de, '_>>> {
        match self.look()? {
            Event::MappingEnd => self.pass(None),
            Event::Scalar(style) => {
                self.check_text(style, false, "a key that is a string")?;
                self.next = None;
                Ok(Some(self.nodes.events.text()))
            }
            _ => Err(self.not("a key that is a string")),
        }
    }

    #[inline]
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        let Event::Scalar(style) = self.look()? else {
            return Ok(false);
        };
        let Some([_, expected @ .., _]) = key.quoted() else {
            return Ok(false);
        };
        if expected != self.nodes.events.text().as_bytes() || !self.is_string(style) {
            return Ok(false);
        }
        self.pass(true)
    }

    fn next_entry(&mut self) -> Result<bool> {
        match self.look()? {
            Event::MappingEnd => self.pass(false),
            Event::SequenceEnd | Event::DocumentEnd { .. } | Event::StreamEnd => {
                Err(error::out_of_order("a key, or the end of a map"))
            }
            _ => Ok(true),
        }
    }

    #[inline]
    fn skip(&mut self) -> Result {
        self.drive(&mut Discard)
    }

    #[inline]
    fn skip_member(&mut self) -> Result {
        if self.next.is_none() && self.nodes.events.is_behind_merge_key() {
            return Err(error::merge_key_ignored(self.nodes.events.offset()));
        }
        self.skip()
    }

    #[inline]
    fn profile(&self) -> Profile {
        Yaml::PROFILE
    }

    #[inline]
    fn limits(&self) -> Limits {
        self.options.limits
    }

    #[inline]
    fn mark(&self) -> Mark {
        match self.next {
            Some(_) => Mark {
                cursor: self.before,
                taken: self.taken.is_some(),
            },
            None => Mark {
                cursor: self.nodes.events.cursor(),
                taken: false,
            },
        }
    }

    #[inline]
    fn rewind(&mut self, mark: Mark) -> Result {
        let here = self.offset();
        let again = here.saturating_sub(mark.cursor.position());
        let limits = &self.options.limits;
        let counted = self.again.go_back(again, self.input.len(), limits);
        counted.map_err(|error| error.with_offset(here))?;
        self.nodes.events.rewind(mark.cursor);
        self.next = None;
        if mark.taken {
            let event = self.look()?;
            self.take_tag(event);
        }
        Ok(())
    }

    #[inline]
    fn offset(&self) -> usize {
        match self.next {
            Some(_) => self.here(),
            None => self.nodes.events.ahead(),
        }
    }

    /// Returns the offset of the last event, the key. If the next event was read already, it is
    /// that of the name of a variant, which stands before the node.
    #[cold]
    fn key_offset(&self) -> usize {
        match (self.next, self.taken) {
            (Some(_), Some(at)) => at,
            _ => self.nodes.events.offset(),
        }
    }
}

impl<'de> Reader<'de> {
    /// Returns the place of the event that was looked at last.
    #[inline]
    fn here(&self) -> usize {
        match self.next {
            Some(Event::Scalar(_)) => self.nodes.events.place_of_scalar(),
            _ => self.nodes.events.offset(),
        }
    }

    /// Passes the event that was looked at.
    #[inline(always)]
    fn pass<T>(&mut self, value: T) -> Result<T> {
        self.next = None;
        Ok(value)
    }

    /// Reads the next null as an empty collection, of which only the end comes.
    #[cold]
    fn nothing(&mut self, end: Event) -> Result<Option<usize>> {
        self.next = Some(end);
        Ok(Some(0))
    }

    /// Returns whether the next scalar is read as an empty collection.
    #[cold]
    fn is_empty(&self, style: Style) -> bool {
        !self.rounding.is_trying() && self.is_null(style)
    }

    /// Returns whether the next scalar is null, and not the content of a variant that its tag may
    /// name.
    #[cold]
    fn is_null(&self, style: Style) -> bool {
        // Reading a broken scalar reports the fault.
        let scalar = self.nodes.scalar(style, self.options.schema);
        let null = matches!(scalar, Ok(Scalar::Text(Meaning::Null)));
        null && self.nodes.events.variant().is_none()
    }

    /// Reads the tag of the next node as the name of a variant. The node then has no tag.
    #[cold]
    #[inline(never)]
    fn take_tag(&mut self, event: Event) -> Option<&'de str> {
        let node = matches!(
            event,
            Event::Scalar(_) | Event::SequenceStart(_) | Event::MappingStart(_)
        );
        let (name, at) = self.nodes.events.variant().filter(|_| node)?;
        self.nodes.events.forget_tag();
        self.taken = Some(at);
        Some(name)
    }

    /// Checks that the next scalar may be read as its text. Every scalar may, except for bytes and
    /// points in time; only strings may if `tried`.
    #[inline(always)]
    fn check_text(&mut self, style: Style, tried: bool, expected: &'static str) -> Result {
        match tried || self.nodes.events.has_tag() || self.options.schema == Schema::Json {
            true => self.check_meaning(style, tried, expected),
            false => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn check_meaning(&mut self, style: Style, tried: bool, expected: &'static str) -> Result {
        match self.nodes.scalar(style, self.options.schema)? {
            Scalar::Text(Meaning::String) => Ok(()),
            Scalar::Text(_) if !tried => Ok(()),
            _ => Err(self.not(expected)),
        }
    }

    /// Reads the next scalar.
    #[inline(always)]
    fn scalar(&mut self, expected: &'static str) -> Result<Scalar<'_>> {
        match self.look()? {
            Event::Scalar(style) => self.nodes.scalar(style, self.options.schema),
            _ => Err(self.not(expected)),
        }
    }

    /// Returns the meaning of the next scalar, if it is neither bytes nor a timestamp.
    #[inline(always)]
    fn meaning(&mut self, expected: &'static str) -> Result<Meaning<'_>> {
        let Event::Scalar(style) = self.look()? else {
            return Err(self.not(expected));
        };
        if let Scalar::Text(meaning) = self.nodes.scalar(style, self.options.schema)? {
            return Ok(meaning);
        }
        Err(error::wrong_kind(
            self.here(),
            expected,
            self.nodes.scalar(style, self.options.schema)?.kind(),
        ))
    }

    /// Returns whether the next scalar is a string.
    #[inline(always)]
    fn is_string(&self, style: Style) -> bool {
        let scalar = self.nodes.scalar(style, self.options.schema);
        matches!(scalar, Ok(Scalar::Text(Meaning::String)))
    }

    /// Looks at the first key of the next mapping.
    #[inline(never)]
    fn kind_of_mapping(&mut self) -> Result<Kind> {
        let (before, count, taken) = (self.before, self.nodes.count(), self.taken);
        let kind = match self.nodes.next()? {
            Event::Scalar(style) if !self.is_string(style) => Kind::Map,
            Event::SequenceStart(_) | Event::MappingStart(_) => Kind::Map,
            _ => Kind::Object,
        };
        self.nodes.events.rewind(before);
        let event = self.advance()?;
        self.nodes.set_count(count);
        if taken.is_some() {
            self.take_tag(event);
        }
        Ok(kind)
    }

    /// Makes the error of a next node that is not of the kind that was asked for.
    #[cold]
    #[inline(never)]
    fn not(&mut self, expected: &'static str) -> Error {
        match self.peek() {
            Ok(found) => {
                let error = error::wrong_kind(self.here(), expected, found);
                match (expected, found) {
                    (
                        "a key that is a string",
                        Kind::Null | Kind::Bool | Kind::Integer | Kind::Float,
                    ) => error.with_hint("put it in quotes to have it as a string"),
                    _ => error,
                }
            }
            // This is a number beyond all floats. A caller that asks for a string could read it as
            // text.
            Err(error) if error.kind() == ErrorKind::NumberOutOfRange => {
                error::wrong_kind(self.here(), expected, Kind::Float)
            }
            Err(error) => error,
        }
    }

    /// Makes the error of a next node that is not an integer, or an integer that is too large.
    #[cold]
    #[inline(never)]
    fn no_integer(&mut self, expected: &'static str) -> Error {
        match self.peek() {
            Ok(Kind::Integer) => self.beyond(expected),
            _ => self.not("an integer"),
        }
    }

    #[cold]
    #[inline(never)]
    fn beyond(&self, expected: &'static str) -> Error {
        error::out_of_range(self.here(), expected, &self.nodes.events.text())
    }

    /// Reads the next float as one of 32 bits, rounded once from its text. Returns `None` if that
    /// is infinite.
    fn decimal_f32(&self) -> Result<Option<f32>> {
        let text = self.nodes.events.text();
        let plain = text.strip_prefix('+').unwrap_or(&text);
        let value = match parse_f32(plain.as_bytes()) {
            Some(value) => Some(value),
            // The text is not a number in the usual form.
            None => parse_f32(decimal::text(&text, self.options.schema)?.as_bytes()),
        };
        Ok(value.filter(|value| value.is_finite()))
    }

    /// Returns the next number. With `exact`, a float in digits comes as its text.
    #[inline]
    fn number(&mut self, exact: bool) -> Result<Number<'_>> {
        let number = match self.meaning("a number")? {
            Meaning::I64(value) => Number::I64(value),
            Meaning::U64(value) => Number::U64(value),
            Meaning::F64(value) if !exact || !value.is_finite() => Number::F64(value),
            Meaning::F64(_) | Meaning::Beyond => {
                let text = self.nodes.events.text();
                let text = decimal::text(&text, self.options.schema)?;
                self.digits = schema::concat(&[&text]).ok_or_else(Error::out_of_memory)?;
                self.next = None;
                return Ok(Number::Decimal(&self.digits));
            }
            Meaning::Big(digits) => {
                let digits = schema::concat(&[&digits]).ok_or_else(Error::out_of_memory)?;
                self.digits = digits;
                self.next = None;
                return Ok(Number::Big(&self.digits));
            }
            _ => return Err(self.not("a number")),
        };
        self.pass(number)
    }
}
