//! Typed reads: a codec of a struct asks for the values one at a time.
//!
//! Invariant: `open` always knows what comes next, because the bytes do not separate a value from
//! the next one. It refuses calls in an order that no document has.

use varvel_core::number::Rounding;
use varvel_core::{
    Bytes, Discard, Error, Format, Key, Kind, Limits, Number, Profile, Raw, Result, Sink, Source,
    Str, Tag, Timestamp,
};
use varvel_raw::simd::Isa;

use super::any_number::{Plain, as_f32, number};
use super::input::Input;
use super::kinds::kind;
use super::meaning::{self, Meaning};
use super::open::{Frame, Next, Open, State};
use super::{Reader, drive, numbers};
use crate::codes::{self, INFO, MAJOR};
use crate::marker::Cbor;

/// A place of a [`Reader`] that it can go back to; [`Source::mark`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) state: State,
    pub(super) key: usize,
    pub(super) around: usize,
    /// How many tags stand before the value, and before the containers around it.
    pub(super) tags: (usize, usize),
    /// The place of the head of the innermost container.
    pub(super) head: usize,
}

impl<'de, I: Isa> Source<'de> for Reader<'de, I> {
    type Mark = Mark;

    #[inline]
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        if self.open.state.is(Next::Simple) {
            self.read_null()?;
            return sink.null();
        }
        self.check_place("a value")?;
        let Self {
            input,
            nodes,
            options,
            open,
            scratch,
            ..
        } = self;
        let (from, outside, before) = (input.position(), open.frames.len(), *nodes);
        match drive::node(input, nodes, &options.limits, open, scratch, sink) {
            Ok(()) => {
                self.behind_value();
                Ok(())
            }
            Err(error) => {
                let nodes = self.nodes.saturating_sub(before);
                Err(self.undriven(error, from, outside, nodes))
            }
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<Kind> {
        if self.open.state.is(Next::Simple) {
            return Ok(Kind::Null);
        }
        self.check_place("a value")?;
        match self.input.rest().first() {
            Some(&codes::NULL) => Ok(Kind::Null),
            Some(0..codes::BYTES) => Ok(Kind::Integer),
            Some(codes::TEXT..codes::ARRAY) => Ok(Kind::String),
            _ => kind(self.input),
        }
    }

    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        match self.input.rest().first() {
            Some(&first) if self.open.state.takes_value() => Ok(first == codes::NULL),
            // This is a simple value, or an error.
            _ => self.peek().map(|kind| kind == Kind::Null),
        }
    }

    #[inline]
    fn read_null(&mut self) -> Result {
        if self.open.state.is(Next::Simple) {
            self.count()?;
            self.open.leave();
            return Ok(());
        }
        match self.begin_value("null")? {
            codes::NULL => self.end_value(1, ()),
            _ => Err(self.not("null")),
        }
    }

    #[inline]
    fn read_bool(&mut self) -> Result<bool> {
        match self.begin_value("a boolean")? {
            first @ (codes::FALSE | codes::TRUE) => self.end_value(1, first == codes::TRUE),
            _ => Err(self.not("a boolean")),
        }
    }

    #[inline]
    fn read_i64(&mut self) -> Result<i64> {
        match self.likely_unsigned() {
            Some((value, len)) if value <= i64::MAX as u64 => {
                self.nodes += 1;
                self.end_value(len, value as i64)
            }
            _ => self.any_i64(),
        }
    }

    #[inline]
    fn read_u64(&mut self) -> Result<u64> {
        match self.likely_unsigned() {
            Some((value, len)) => {
                self.nodes += 1;
                self.end_value(len, value)
            }
            None => self.any_u64(),
        }
    }

    #[inline]
    fn read_f64(&mut self) -> Result<f64> {
        if self.begin_value("a number")? == codes::FLOAT_64
            && let Some([_, bits @ ..]) = self.input.rest().first_chunk::<9>()
        {
            return self.end_value(9, f64::from_be_bytes(*bits));
        }
        self.other_f64()
    }

    #[inline]
    fn read_f64_row(&mut self, row: &mut [f64]) -> Result<bool> {
        let nodes = self.nodes.saturating_add(1 + row.len());
        if !self.open.state.takes_value()
            || nodes > self.options.limits.nodes
            || row.len() >= usize::from(codes::ONE_BYTE)
            || self.open.depth() >= self.options.limits.depth
        {
            return Ok(false);
        }
        let Some(len) = numbers::row(self.input.rest(), row) else {
            return Ok(false);
        };
        self.nodes = nodes;
        self.end_value(len, true)
    }

    #[inline]
    fn read_f32(&mut self) -> Result<f32> {
        self.begin_value("a number")?;
        let Some((number, len)) = number(self.input.rest(), &mut self.scratch)? else {
            return Err(self.not("a number"));
        };
        let value = match number {
            // The float does not go through 64 bits, which would change some NaN.
            Plain::F32(value) => Some(value),
            other => as_f32(&other.number(&self.scratch)),
        };
        match value {
            Some(value) => self.end_value(len, value),
            None => Err(self.out_of_range("a number that a 32-bit float can hold")),
        }
    }

    /// Returns `Exact`, because CBOR tells integers from floats.
    #[inline]
    fn set_rounding(&mut self, _: Rounding) -> Rounding {
        Rounding::Exact
    }

    #[inline]
    fn read_number(&mut self) -> Result<Number<'_>> {
        self.begin_value("a number")?;
        match number(self.input.rest(), &mut self.scratch)? {
            Some((number, len)) => {
                self.end_value(len, ())?;
                Ok(number.number(&self.scratch))
            }
            None => Err(self.not("a number")),
        }
    }

    /// Reads a number. Decimals are exact in any case.
    #[inline]
    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.read_number()
    }

    #[inline]
    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        match self.likely_text() {
            Some((text, head)) => {
                self.nodes += 1;
                self.end_value(head + text.len(), Str::Input(text))
            }
            None => self.any_str(),
        }
    }

    #[inline]
    fn read_bytes(&mut self) -> Result<Bytes<'de, '_>> {
        let first = self.begin_value("bytes")?;
        if first & MAJOR != codes::BYTES {
            return Err(self.not("bytes"));
        }
        let Self {
            input,
            open,
            scratch,
            ..
        } = self;
        let mut ahead = *input;
        ahead.pass(1);
        let bytes = ahead.bytes(first, scratch)?;
        *input = ahead;
        open.behind_value();
        Ok(bytes)
    }

    fn read_timestamp(&mut self) -> Result<Timestamp> {
        self.begin_value("a timestamp")?;
        match meaning::of(self.input.rest()) {
            Some((Meaning::Timestamp(timestamp), len)) => self.end_value(len, timestamp),
            _ => Err(self.no_timestamp()),
        }
    }

    fn read_tag(&mut self) -> Result<Tag> {
        let first = self.begin_value("a tagged value")?;
        let (at, limits) = (self.input.position(), &self.options.limits);
        let mut input = self.input;
        input.pass(1);
        match first {
            codes::TAG..codes::SIMPLE if meaning::of(self.input.rest()).is_none() => {
                let number = input.argument(first)?;
                meaning::check(number, input.rest(), at)?;
                self.open.tag(limits, at)?;
                self.input = input;
                Ok(Tag::Number(number))
            }
            codes::SIMPLE..codes::FALSE | codes::UNDEFINED | codes::SIMPLE_8 => {
                let number = drive::simple(&mut input, first)?;
                self.open.check(limits, at, 0, 1, 0)?;
                let behind = self.open.state.behind_value();
                self.open
                    .enter(self.input.left_from(at), State::SIMPLE, behind)?;
                self.input = input;
                Ok(Tag::Simple(number))
            }
            _ => Err(self.not("a tagged value")),
        }
    }

    #[inline(always)]
    fn begin_array(&mut self) -> Result<Option<usize>> {
        match self.enters_short(codes::ARRAY, 1, Next::MoreItems) {
            Some(count) => Ok(Some(count)),
            None => self.begin_any(codes::ARRAY, "an array"),
        }
    }

    #[inline(always)]
    fn passes_empty_array(&mut self) -> bool {
        let empty = self.may_come()
            && self.input.rest().first() == Some(&codes::ARRAY)
            && self.open.depth() < self.options.limits.depth;
        if empty {
            self.nodes += 1;
            self.input.pass(1);
            self.behind_value();
        }
        empty
    }

    #[inline(always)]
    fn next_item(&mut self) -> Result<bool> {
        let state = self.open.state;
        if !state.is(Next::MoreItems) {
            return Err(self.misplaced("an array"));
        }
        if state.is_indefinite() && self.input.peek()? == codes::BREAK {
            self.input.pass(1);
            self.open.leave();
            return Ok(false);
        }
        let next = state.next(Next::MoreItems, Next::Item);
        match next {
            Some(next) => self.open.state = next,
            None => self.open.leave(),
        }
        Ok(next.is_some())
    }

    #[inline(always)]
    fn begin_map(&mut self) -> Result<Option<usize>> {
        match self.enters_short(codes::MAP, 2, Next::MoreKeys) {
            Some(count) => Ok(Some(count)),
            None => self.begin_any(codes::MAP, "a map"),
        }
    }

    #[inline(always)]
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        if !self.has_member()? {
            self.leave_map();
            return Ok(None);
        }
        self.key().map(Some)
    }

    #[inline(always)]
    fn leaves_map(&mut self) -> bool {
        let ends = self.open.state == State::new(Next::MoreKeys, 0);
        if ends {
            self.open.leave();
        }
        ends
    }

    #[inline(always)]
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        if !self.has_member()? {
            return Ok(false);
        }
        let behind = drive::behind_key(self.input.isa, self.input.rest(), key);
        if let Some(behind) = behind {
            self.begin_member(Next::Member);
            self.input.pass_to(behind);
        }
        Ok(behind.is_some())
    }

    fn next_entry(&mut self) -> Result<bool> {
        if !self.has_member()? {
            self.leave_map();
            return Ok(false);
        }
        self.open.key = self.input.rest().len();
        if kind(self.input)? == Kind::String {
            // A string key does not count by itself, but the following read will count it.
            self.nodes = self.nodes.saturating_sub(1);
        }
        self.begin_member(Next::AnyKey);
        Ok(true)
    }

    #[inline]
    fn skip(&mut self) -> Result {
        self.drive(&mut Discard)
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        Cbor::PROFILE
    }

    #[inline]
    fn limits(&self) -> Limits {
        self.options.limits
    }

    fn read_raw(&mut self) -> Result<Raw<'de>> {
        if self.open.state.is(Next::Simple) {
            return Err(self.misplaced("a value"));
        }
        let from = self.input.position();
        self.skip()?;
        let node = self.bytes.get(from..self.input.position());
        Ok(Raw::of::<Cbor>(node.unwrap_or(&[])))
    }

    #[inline]
    fn mark(&self) -> Mark {
        Mark {
            at: self.input.position(),
            depth: self.open.frames.len(),
            state: self.open.state,
            key: self.open.key,
            around: self.open.around,
            tags: (self.open.tags, self.open.outer_tags),
            head: head_of(self.open.frames.last()),
        }
    }

    #[inline]
    fn rewind(&mut self, mark: Mark) -> Result {
        let again = self.input.position().saturating_sub(mark.at);
        let counted = self
            .replayed
            .go_back(again, self.bytes.len(), &self.options.limits);
        counted.map_err(|error| error.with_offset(self.input.position()))?;
        // The place of a container's head identifies its frame.
        let innermost = mark.depth.checked_sub(1);
        let there = innermost.map(|number| self.open.frames.get(number));
        if there.is_some_and(|frame| frame.is_none() || head_of(frame) != mark.head) {
            self.find_again(mark);
        }
        self.open.frames.truncate(mark.depth);
        self.open.state = mark.state;
        self.open.key = mark.key;
        self.open.around = mark.around;
        (self.open.tags, self.open.outer_tags) = mark.tags;
        self.input = Input::new(self.input.isa, self.bytes, mark.at);
        Ok(())
    }

    #[inline]
    fn offset(&self) -> usize {
        self.input.position()
    }

    #[cold]
    fn key_offset(&self) -> usize {
        let len = self.input.position() + self.input.rest().len();
        len.saturating_sub(self.open.key)
    }
}

impl Open {
    /// Moves on behind a value that is complete.
    #[inline(always)]
    fn behind_value(&mut self) {
        self.tags = 0;
        self.state = self.state.behind_value();
    }
}

impl<'de, I: Isa> Reader<'de, I> {
    /// Returns the first byte of the next value. It counts the value, but does not pass it.
    #[inline(always)]
    fn begin_value(&mut self, expected: &'static str) -> Result<u8> {
        self.check_place(expected)?;
        self.count()?;
        self.input.peek()
    }

    #[inline(never)]
    fn any_i64(&mut self) -> Result<i64> {
        self.begin_value("an integer")?;
        match number(self.input.rest(), &mut self.scratch)? {
            Some((Plain::I64(value), len)) => self.end_value(len, value),
            _ => Err(self.no_integer("an integer that fits i64")),
        }
    }

    #[cold]
    #[inline(never)]
    fn any_u64(&mut self) -> Result<u64> {
        self.begin_value("an integer")?;
        match number(self.input.rest(), &mut self.scratch)? {
            Some((Plain::I64(value), len)) if value >= 0 => self.end_value(len, value as u64),
            Some((Plain::U64(value), len)) => self.end_value(len, value),
            _ => Err(self.no_integer("an integer that fits u64")),
        }
    }

    /// Reads any number except a float of 64 bits. The number was counted.
    #[inline(never)]
    fn other_f64(&mut self) -> Result<f64> {
        let Some((number, len)) = number(self.input.rest(), &mut self.scratch)? else {
            return Err(self.not("a number"));
        };
        let number = number.number(&self.scratch);
        let value = match number {
            Number::Decimal(_) => number.as_f64(),
            _ => number.as_f64_exact(),
        };
        match value {
            Some(value) => self.end_value(len, value),
            None => Err(self.out_of_range("a number that a 64-bit float can hold")),
        }
    }

    #[inline(never)]
    fn any_str(&mut self) -> Result<Str<'de, '_>> {
        let first = self.begin_value("a string")?;
        if first & MAJOR != codes::TEXT {
            return Err(self.not("a string"));
        }
        let Self {
            input,
            open,
            scratch,
            ..
        } = self;
        let mut ahead = *input;
        ahead.pass(1);
        let text = ahead.string(first, scratch)?;
        *input = ahead;
        open.behind_value();
        Ok(text)
    }

    /// Passes the last `len` bytes of a value, which is then complete.
    #[inline(always)]
    fn end_value<T>(&mut self, len: usize, value: T) -> Result<T> {
        self.input.pass(len);
        self.behind_value();
        Ok(value)
    }

    #[inline(always)]
    fn behind_value(&mut self) {
        self.open.behind_value();
    }

    #[inline(always)]
    fn check_place(&self, expected: &'static str) -> Result {
        match self.open.state.takes_value() {
            true => Ok(()),
            false => Err(self.misplaced(expected)),
        }
    }

    /// Counts another node.
    #[inline(always)]
    fn count(&mut self) -> Result {
        self.nodes += 1;
        let most = self.options.limits.nodes;
        if self.nodes > most {
            return Err(Error::too_many_nodes(most).with_offset(self.input.position()));
        }
        Ok(())
    }

    /// Enters any container of a major type, or makes the error.
    #[cold]
    #[inline(never)]
    fn begin_any(&mut self, major: u8, expected: &'static str) -> Result<Option<usize>> {
        let first = self.begin_value(expected)?;
        if first & MAJOR != major {
            return Err(self.not(expected));
        }
        let (nodes, place) = match major {
            codes::MAP => (2, Next::MoreKeys),
            _ => (1, Next::MoreItems),
        };
        let (at, limits) = (self.input.position(), &self.options.limits);
        let mut input = self.input;
        input.pass(1);
        let (count, inside) = match first & INFO {
            codes::INDEFINITE => {
                self.open.check(limits, at, 0, 1, 0)?;
                (None, State::indefinite(place))
            }
            _ => {
                let count = input.length(first)?;
                self.open
                    .check(limits, at, count, nodes, input.rest().len())?;
                (Some(count), State::new(place, count))
            }
        };
        let (head, behind) = (self.input.left_from(at), self.open.state.behind_value());
        self.input = input;
        self.open.enter(head, inside, behind)?;
        Ok(count)
    }

    /// Reads the next key.
    #[inline(never)]
    fn key(&mut self) -> Result<Str<'de, '_>> {
        // An error of the key must not have the path of the member before.
        self.open.key = self.input.rest().len();
        let first = self.input.peek()?;
        if first & MAJOR != codes::TEXT {
            return Err(self.not("a string as key"));
        }
        self.begin_member(Next::Member);
        self.input.pass(1);
        self.input.string(first, &mut self.scratch)
    }

    /// Returns whether another member follows.
    #[inline(always)]
    fn has_member(&self) -> Result<bool> {
        let state = self.open.state;
        match (state.is(Next::MoreKeys), state.is_indefinite()) {
            (true, false) => Ok(state.left() != 0),
            (true, true) => Ok(self.input.peek()? != codes::BREAK),
            (false, _) => Err(self.misplaced("a map")),
        }
    }

    /// Leaves the innermost map, which has no more members.
    #[inline(always)]
    fn leave_map(&mut self) {
        if self.open.state.is_indefinite() {
            self.input.pass(1);
        }
        self.open.leave();
    }

    /// Begins a member. `place` comes next, or behind its key.
    #[inline(always)]
    fn begin_member(&mut self, place: Next) {
        if let Some(next) = self.open.state.next(Next::MoreKeys, place) {
            self.open.state = next;
        }
        self.open.key = self.input.rest().len();
    }
}

/// Returns the place of a container's head; `usize::MAX` for the document.
#[inline(always)]
fn head_of(frame: Option<&Frame>) -> usize {
    frame.map_or(usize::MAX, |frame| frame.head)
}
