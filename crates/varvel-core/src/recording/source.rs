//! A recording as a source. Its offsets are numbers of events.

use varvel_raw::key::Key;

use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Limits, Replayed};
use crate::node::{Kind, Tag, Timestamp};
use crate::number::{Number, Rounding};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::{Bytes, Str};

use super::{Event, Recording, give};

/// A source that reads a recording; see [`Recording::source`]. [`Limits::DEFAULT`] bounds how often
/// it goes back; an event counts as the bytes that it takes.
#[derive(Clone, Debug)]
pub struct RecordingSource<'r> {
    events: &'r [Event],
    at: usize,
    replayed: Replayed,
    profile: Profile,
    /// How integers become floats.
    rounding: Rounding,
}

impl Recording {
    /// Returns a source that stands at the beginning of the recording.
    pub fn source(&self) -> RecordingSource<'_> {
        RecordingSource {
            events: &self.events,
            at: 0,
            replayed: Replayed::default(),
            // The kind of each scalar is known, so nothing depends on the type that is asked for.
            profile: Profile {
                plain: false,
                ..self.profile
            },
            rounding: Rounding::Nearest,
        }
    }

    /// Returns the end of the node that begins at `at`.
    pub(super) fn node_end(&self, at: usize) -> usize {
        node_end(&self.events, at)
    }

    /// Returns the kind of the node that begins at `at`.
    pub(super) fn kind_at(&self, at: usize) -> Option<Kind> {
        kind(&self.events, at)
    }
}

fn node_end(events: &[Event], mut at: usize) -> usize {
    while let Some(Event::Tag(_)) = events.get(at) {
        at += 1;
    }
    match events.get(at) {
        Some(Event::Array(_, end) | Event::Map(_, end)) => end + 1,
        _ => at + 1,
    }
}

fn kind(events: &[Event], at: usize) -> Option<Kind> {
    Some(match events.get(at)? {
        Event::Null => Kind::Null,
        Event::Bool(_) => Kind::Bool,
        Event::I64(_) | Event::U64(_) | Event::Big(_) => Kind::Integer,
        Event::F64(_) | Event::F32(_) => Kind::Float,
        Event::Decimal(_) => Kind::Decimal,
        Event::Str(_) => Kind::String,
        Event::Bytes(_) => Kind::Bytes,
        Event::Timestamp(_) => Kind::Timestamp,
        Event::Tag(_) => Kind::Tagged,
        Event::Array(..) => Kind::Array,
        Event::Map(..) => match events.get(at + 1) {
            Some(Event::AnyKey) => Kind::Map,
            _ => Kind::Object,
        },
        Event::EndArray | Event::EndMap | Event::Key(_) | Event::AnyKey => return None,
    })
}

impl<'r> RecordingSource<'r> {
    /// Takes the next event if `take` accepts it.
    fn take<T>(
        &mut self,
        expected: &'static str,
        take: impl FnOnce(&'r Event) -> Option<T>,
    ) -> Result<T> {
        match self.events.get(self.at).and_then(take) {
            Some(taken) => {
                self.at += 1;
                Ok(taken)
            }
            None => Err(self.wrong(expected)),
        }
    }

    #[cold]
    fn wrong(&self, expected: &'static str) -> Error {
        match kind(self.events, self.at) {
            Some(found) => Error::wrong_kind(expected, found),
            None => Error::new(ErrorKind::InvalidEvents),
        }
    }

    fn number(&self, expected: &'static str) -> Result<Number<'r>> {
        match self.events.get(self.at) {
            Some(Event::I64(value)) => Ok(Number::I64(*value)),
            Some(Event::U64(value)) => Ok(Number::U64(*value)),
            Some(Event::F64(value)) => Ok(Number::F64(*value)),
            Some(Event::F32(value)) => Ok(Number::F64((*value).into())),
            Some(Event::Big(digits)) => Ok(Number::Big(digits)),
            Some(Event::Decimal(text)) => Ok(Number::Decimal(text)),
            _ => Err(self.wrong(expected)),
        }
    }

    fn integer<T>(
        &mut self,
        expected: &'static str,
        as_is: fn(&Number<'r>) -> Option<T>,
    ) -> Result<T> {
        let number = self.number("an integer")?;
        match as_is(&number) {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None if matches!(number, Number::F64(_) | Number::Decimal(_)) => {
                Err(self.wrong("an integer"))
            }
            None => Err(Error::out_of_range(expected, number)),
        }
    }
}

impl<'r> Source<'r> for RecordingSource<'r> {
    type Mark = usize;

    fn drive<S: Sink<'r>>(&mut self, sink: &mut S) -> Result {
        if let Some(Event::Key(key)) = self.events.get(self.at) {
            self.at += 1;
            return sink.str(Str::from(key.as_str()));
        }
        let end = node_end(self.events, self.at);
        let node = self.events.get(self.at..end);
        let node = node.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
        self.at = end;
        give(node, sink)
    }
    fn peek(&mut self) -> Result<Kind> {
        match kind(self.events, self.at) {
            // A decimal counts as a float. Callers that want its text ask for that.
            Some(Kind::Decimal) => Ok(Kind::Float),
            Some(kind) => Ok(kind),
            // The key of an entry is a node.
            None if matches!(self.events.get(self.at), Some(Event::Key(_))) => Ok(Kind::String),
            None => Err(Error::new(ErrorKind::InvalidEvents)),
        }
    }
    fn read_null(&mut self) -> Result {
        self.take("null", |event| matches!(event, Event::Null).then_some(()))
    }
    fn read_bool(&mut self) -> Result<bool> {
        self.take("a boolean", |event| match event {
            Event::Bool(value) => Some(*value),
            _ => None,
        })
    }
    fn read_i64(&mut self) -> Result<i64> {
        self.integer("an integer that fits i64", |number| match number {
            Number::I64(value) => Some(*value),
            _ => None,
        })
    }
    fn read_u64(&mut self) -> Result<u64> {
        self.integer("an integer that fits u64", Number::as_u64)
    }
    fn read_f64(&mut self) -> Result<f64> {
        let number = self.number("a number")?;
        let value = self.rounding.f64(number);
        let value = value
            .ok_or_else(|| Error::out_of_range("a number that a 64-bit float can hold", number))?;
        self.at += 1;
        Ok(value)
    }
    fn read_f32(&mut self) -> Result<f32> {
        if let Some(Event::F32(value)) = self.events.get(self.at) {
            self.at += 1;
            return Ok(*value);
        }
        let number = self.number("a number")?;
        let value = self.rounding.f32(number);
        let value = value
            .ok_or_else(|| Error::out_of_range("a number that a 32-bit float can hold", number))?;
        self.at += 1;
        Ok(value)
    }
    fn read_number(&mut self) -> Result<Number<'_>> {
        let number = self.number("a number")?;
        self.at += 1;
        Ok(number)
    }
    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.read_number()
    }
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding {
        core::mem::replace(&mut self.rounding, rounding)
    }
    fn read_str(&mut self) -> Result<Str<'r, '_>> {
        self.take("a string", |event| match event {
            Event::Str(text) | Event::Key(text) => Some(Str::from(text.as_str())),
            _ => None,
        })
    }
    fn read_bytes(&mut self) -> Result<Bytes<'r, '_>> {
        self.take("bytes", |event| match event {
            Event::Bytes(bytes) => Some(Bytes::from(bytes.as_slice())),
            _ => None,
        })
    }
    fn read_timestamp(&mut self) -> Result<Timestamp> {
        self.take("a timestamp", |event| match event {
            Event::Timestamp(value) => Some(*value),
            _ => None,
        })
    }
    fn read_tag(&mut self) -> Result<Tag> {
        self.take("a tagged value", |event| match event {
            Event::Tag(tag) => Some(*tag),
            _ => None,
        })
    }
    fn begin_array(&mut self) -> Result<Option<usize>> {
        self.take("an array", |event| match event {
            Event::Array(count, _) => Some(Some(*count)),
            _ => None,
        })
    }
    fn next_item(&mut self) -> Result<bool> {
        match self.events.get(self.at) {
            Some(Event::EndArray) => {
                self.at += 1;
                Ok(false)
            }
            Some(_) => Ok(true),
            None => Err(Error::new(ErrorKind::InvalidEvents)),
        }
    }
    fn begin_map(&mut self) -> Result<Option<usize>> {
        self.take("an object", |event| match event {
            Event::Map(count, _) => Some(Some(*count)),
            _ => None,
        })
    }
    fn next_key(&mut self) -> Result<Option<Str<'r, '_>>> {
        self.take("a key", |event| match event {
            Event::Key(key) => Some(Some(Str::from(key.as_str()))),
            Event::EndMap => Some(None),
            _ => None,
        })
    }
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        let Some([_, expected @ .., _]) = key.quoted() else {
            return Ok(false);
        };
        let next = self.events.get(self.at);
        let is = matches!(next, Some(Event::Key(found)) if found.as_bytes() == expected);
        self.at += usize::from(is);
        Ok(is)
    }
    fn next_entry(&mut self) -> Result<bool> {
        match self.events.get(self.at) {
            Some(Event::EndMap) => {
                self.at += 1;
                Ok(false)
            }
            Some(Event::AnyKey) => {
                self.at += 1;
                Ok(true)
            }
            // The key itself is read next.
            Some(Event::Key(_)) => Ok(true),
            _ => Err(self.wrong("a key")),
        }
    }
    fn skip(&mut self) -> Result {
        self.peek()?;
        self.at = node_end(self.events, self.at);
        Ok(())
    }
    fn profile(&self) -> Profile {
        self.profile
    }
    fn mark(&self) -> usize {
        self.at
    }
    fn rewind(&mut self, mark: usize) -> Result {
        let bytes = |events: usize| events * size_of::<Event>();
        let again = bytes(self.at.saturating_sub(mark));
        let len = bytes(self.events.len());
        let counted = self.replayed.go_back(again, len, &Limits::DEFAULT);
        counted.map_err(|error| error.with_offset(self.at))?;
        self.at = mark;
        Ok(())
    }
    fn offset(&self) -> usize {
        self.at
    }
}
