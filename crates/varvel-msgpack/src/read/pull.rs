//! Typed reads: a codec of a struct asks for the values one at a time.
//!
//! Invariant: `open` always knows what comes next, because the bytes do not separate a value from
//! the next one. It refuses calls in an order that no document has.

use varvel_core::number::Rounding;
use varvel_core::{
    Bytes, Discard, Error, ErrorKind, Format, Key, Kind, Limits, Number, Profile, Raw, Result,
    Sink, Source, Str, Tag, Timestamp,
};
use varvel_raw::simd::Isa;

use super::any_number::{as_f32, number};
use super::input::Input;
use super::kinds::{complete, kind};
use super::open::{Frame, Next, Open, State};
use super::{Reader, drive, numbers};
use crate::codes;
use crate::marker::MessagePack;

/// A place of a [`Reader`] that it can go back to; [`Source::mark`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    at: usize,
    depth: usize,
    state: State,
    key: usize,
    around: usize,
    /// The place of the head of the innermost container.
    head: usize,
}

impl<'de, I: Isa> Source<'de> for Reader<'de, I> {
    type Mark = Mark;

    #[inline]
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        if self.open.state.is(Next::Extension) {
            return self.read_bytes().and_then(|bytes| sink.bytes(bytes));
        }
        self.check_place("a value")?;
        let Self {
            input,
            nodes,
            options,
            open,
            ..
        } = self;
        let (from, outside, before) = (input.position(), open.frames.len(), *nodes);
        match drive::node(input, nodes, &options.limits, open, sink) {
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
        if self.open.state.is(Next::Extension) {
            return Ok(Kind::Bytes);
        }
        self.check_place("a value")?;
        match self.input.rest().first() {
            Some(&codes::NIL) => Ok(Kind::Null),
            Some(0x00..=0x7F) => Ok(Kind::Integer),
            Some(codes::FIX_STR..codes::NIL) => Ok(Kind::String),
            _ => kind(self.input),
        }
    }

    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        match self.input.rest().first() {
            Some(&first) if self.open.state.takes_value() => Ok(first == codes::NIL),
            // This is the bytes of an extension, or an error.
            _ => self.peek().map(|_| false),
        }
    }

    #[inline]
    fn read_null(&mut self) -> Result {
        match self.begin_value("null")? {
            codes::NIL => self.end_value(1, ()),
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
        self.begin_value("a number")?;
        let Some((number, len)) = number(self.input.rest()) else {
            return Err(self.not("a number"));
        };
        match number.as_f64_exact() {
            Some(value) => self.end_value(len, value),
            None => Err(self.out_of_range("an integer that a 64-bit float holds exactly")),
        }
    }

    #[inline]
    fn read_f64_row(&mut self, row: &mut [f64]) -> Result<bool> {
        let (open, limits) = (&self.open, &self.options.limits);
        let nodes = self.nodes.saturating_add(1 + row.len());
        if !open.state.takes_value()
            || open.frames.len() >= limits.depth
            || nodes > limits.nodes
            || row.len() > 15
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
        let Some((number, len)) = number(self.input.rest()) else {
            return Err(self.not("a number"));
        };
        match as_f32(number) {
            Some(value) => self.end_value(len, value),
            None => Err(self.out_of_range("a number that a 32-bit float can hold")),
        }
    }

    /// Returns `Exact`, because MessagePack tells integers from floats.
    #[inline]
    fn set_rounding(&mut self, _: Rounding) -> Rounding {
        Rounding::Exact
    }

    #[inline]
    fn read_number(&mut self) -> Result<Number<'_>> {
        self.begin_value("a number")?;
        match number(self.input.rest()) {
            Some((number, len)) => self.end_value(len, number),
            None => Err(self.not("a number")),
        }
    }

    /// Reads a number. MessagePack has no decimals, so none is rounded.
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
        if self.open.state.is(Next::Extension) {
            self.count()?;
            let bytes = self.input.block(self.open.state.left())?;
            self.open.leave();
            return Ok(Bytes::Input(bytes));
        }
        let first = self.begin_value("bytes")?;
        let mut input = self.input;
        input.pass(1);
        let codes::BIN_8..=codes::BIN_32 = first else {
            return Err(self.not("bytes"));
        };
        let len = input.length(1 << (first - codes::BIN_8))?;
        let bytes = input.block(len)?;
        self.input = input;
        self.end_value(0, Bytes::Input(bytes))
    }

    fn read_timestamp(&mut self) -> Result<Timestamp> {
        let first = self.begin_value("a timestamp")?;
        let mut input = self.input;
        input.pass(1);
        let Some((len, codes::TIMESTAMP)) = input.extension(first)? else {
            return Err(self.not("a timestamp"));
        };
        let timestamp = input.timestamp(self.input.position(), len)?;
        self.input = input;
        self.end_value(0, timestamp)
    }

    fn read_tag(&mut self) -> Result<Tag> {
        let first = self.begin_value("a tagged value")?;
        let mut input = self.input;
        input.pass(1);
        let (len, kind) = match input.extension(first)? {
            Some((len, kind)) if kind != codes::TIMESTAMP => (len, kind),
            _ => return Err(self.not("a tagged value")),
        };
        let at = self.input.position();
        self.open.check(&self.options.limits, at, 0, 1, 0)?;
        self.input = input;
        self.enter(self.input.left_from(at), len, Next::Extension)?;
        Ok(Tag::Extension(kind))
    }

    #[inline(always)]
    fn begin_array(&mut self) -> Result<Option<usize>> {
        match self.enters_short(codes::FIX_ARRAY, 1, Next::MoreItems) {
            Some(count) => Ok(Some(count)),
            None => self.begin_any(codes::FIX_ARRAY, codes::ARRAY_16, "an array"),
        }
    }

    #[inline(always)]
    fn passes_empty_array(&mut self) -> bool {
        let empty = self.may_come()
            && self.input.rest().first() == Some(&codes::FIX_ARRAY)
            && self.open.frames.len() < self.options.limits.depth;
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
        let next = state.next(Next::MoreItems, Next::Item);
        match next {
            Some(next) => self.open.state = next,
            None => self.open.leave(),
        }
        Ok(next.is_some())
    }

    #[inline(always)]
    fn begin_map(&mut self) -> Result<Option<usize>> {
        match self.enters_short(codes::FIX_MAP, 2, Next::MoreKeys) {
            Some(count) => Ok(Some(count)),
            None => self.begin_any(codes::FIX_MAP, codes::MAP_16, "a map"),
        }
    }

    #[inline(always)]
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        if !self.has_member()? {
            self.open.leave();
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
        let rest = self.input.rest();
        let Some(window) = rest.first_chunk() else {
            return Ok(self.passes_key_near_end(key));
        };
        let (head, len) = drive::head_of_key(key);
        let same = key.stands_behind_head(self.input.isa, head, window);
        if same {
            self.begin_member(Next::Member);
            self.input.pass(len);
        }
        Ok(same)
    }

    fn next_entry(&mut self) -> Result<bool> {
        if !self.has_member()? {
            self.open.leave();
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
        MessagePack::PROFILE
    }

    #[inline]
    fn limits(&self) -> Limits {
        self.options.limits
    }

    fn read_raw(&mut self) -> Result<Raw<'de>> {
        if self.open.state.is(Next::Extension) {
            return Err(self.misplaced("a value"));
        }
        let from = self.input.position();
        self.skip()?;
        let node = self.bytes.get(from..self.input.position());
        Ok(Raw::of::<MessagePack>(node.unwrap_or(&[])))
    }

    #[inline]
    fn mark(&self) -> Mark {
        Mark {
            at: self.input.position(),
            depth: self.open.frames.len(),
            state: self.open.state,
            key: self.open.key,
            around: self.open.around,
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
        match numbers::integer(self.input.rest()) {
            Some((value, len)) => self.end_value(len, value),
            None => Err(self.no_integer("an integer that fits i64")),
        }
    }

    #[cold]
    #[inline(never)]
    fn any_u64(&mut self) -> Result<u64> {
        self.begin_value("an integer")?;
        match number(self.input.rest()) {
            Some((Number::I64(value), len)) if value >= 0 => self.end_value(len, value as u64),
            Some((Number::U64(value), len)) => self.end_value(len, value),
            _ => Err(self.no_integer("an integer that fits u64")),
        }
    }

    #[inline(never)]
    fn any_str(&mut self) -> Result<Str<'de, '_>> {
        let first = self.begin_value("a string")?;
        let mut input = self.input;
        input.pass(1);
        let Some(len) = input.string(first)? else {
            return Err(self.not("a string"));
        };
        let text = input.text(len)?;
        self.input = input;
        self.end_value(0, Str::Input(text))
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
        self.open.state = self.open.state.behind_value();
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

    /// Enters any container, or makes the error. `long` is the first byte of a container whose
    /// count has 16 bits.
    #[cold]
    #[inline(never)]
    fn begin_any(&mut self, short: u8, long: u8, expected: &'static str) -> Result<Option<usize>> {
        let first = self.begin_value(expected)?;
        let (count, head) = match first & 0xF0 == short {
            true => (usize::from(first & 15), 1),
            false => self.long_head(long, expected)?,
        };
        let (nodes, place) = match short {
            codes::FIX_MAP => (2, Next::MoreKeys),
            _ => (1, Next::MoreItems),
        };
        let at = self.input.position();
        let mut input = self.input;
        input.pass(head);
        self.open
            .check(&self.options.limits, at, count, nodes, input.rest().len())?;
        self.input = input;
        self.enter(self.input.left_from(at), count, place)?;
        Ok(Some(count))
    }

    #[inline(always)]
    fn enter(&mut self, head: usize, count: usize, place: Next) -> Result {
        let behind = self.open.state.behind_value();
        self.open.enter(head, State::new(place, count), behind)
    }

    /// Returns the count of a head of more than one byte, and the head's length. `short` is the
    /// first byte of the head with 16 bits.
    fn long_head(&self, short: u8, expected: &'static str) -> Result<(usize, usize)> {
        let mut input = self.input;
        let width = match input.first()?.checked_sub(short) {
            Some(0) => 2,
            Some(1) => 4,
            _ => return Err(self.not(expected)),
        };
        Ok((input.length(width)?, 1 + width))
    }

    /// Reads the next key.
    #[inline(never)]
    fn key(&mut self) -> Result<Str<'de, '_>> {
        // An error of the key must not have the path of the member before.
        self.open.key = self.input.rest().len();
        let mut input = self.input;
        let first = input.first()?;
        let Some(len) = input.string(first)? else {
            return Err(self.not("a string as key"));
        };
        let text = input.text(len)?;
        self.begin_member(Next::Member);
        self.input = input;
        Ok(Str::Input(text))
    }

    /// Returns whether another member follows.
    #[inline(always)]
    fn has_member(&self) -> Result<bool> {
        match self.open.state.is(Next::MoreKeys) {
            true => Ok(self.open.state.left() != 0),
            false => Err(self.misplaced("a map")),
        }
    }

    /// Begins a member. `place` comes next, or behind its key.
    #[inline(always)]
    fn begin_member(&mut self, place: Next) {
        if let Some(next) = self.open.state.next(Next::MoreKeys, place) {
            self.open.state = next;
        }
        self.open.key = self.input.rest().len();
    }

    /// Passes `key` near the end of the input, where a wide comparison has too few bytes.
    #[cold]
    #[inline(never)]
    fn passes_key_near_end(&mut self, key: &Key) -> bool {
        let behind = drive::behind_key(self.input.isa, self.input.rest(), key);
        if let Some(behind) = behind {
            self.begin_member(Next::Member);
            self.input.pass_to(behind);
        }
        behind.is_some()
    }

    /// Reads up to a mark from the beginning of the document, because the containers around it were
    /// left.
    #[cold]
    #[inline(never)]
    fn find_again(&mut self, mark: Mark) {
        self.open = Open::new();
        self.input = Input::new(self.input.isa, self.bytes, 0);
        let nodes = self.nodes;
        loop {
            let state = self.open.state;
            let here = (self.input.position(), self.open.frames.len(), state);
            let there = (mark.at, mark.depth, mark.state);
            if here == there || here.0 > there.0 {
                break;
            }
            self.nodes = 0;
            let passed = match (state, self.peek()) {
                (state, _) if state.is(Next::MoreItems) => self.next_item().map(drop),
                (state, _) if state.is(Next::MoreKeys) => self.next_entry().map(drop),
                (_, Ok(Kind::Array)) => self.begin_array().map(drop),
                (_, Ok(Kind::Object | Kind::Map)) => self.begin_map().map(drop),
                (_, Ok(Kind::Tagged)) => self.read_tag().map(drop),
                _ => self.skip(),
            };
            if passed.is_err() {
                break;
            }
        }
        self.nodes = nodes;
    }

    /// Makes the error of a value that is not `expected`, or is cut off.
    #[cold]
    #[inline(never)]
    fn not(&self, expected: &'static str) -> Error {
        match kind(self.input) {
            Ok(found) => match complete(self.input) {
                Ok(()) => Error::wrong_kind(expected, found).with_offset(self.input.position()),
                Err(error) => error,
            },
            Err(error) => error,
        }
    }

    /// Makes the error of a value that is not an integer that fits.
    #[cold]
    #[inline(never)]
    fn no_integer(&self, expected: &'static str) -> Error {
        match (kind(self.input), complete(self.input)) {
            (Ok(Kind::Integer), Ok(())) => self.out_of_range(expected),
            _ => self.not("an integer"),
        }
    }

    #[cold]
    #[inline(never)]
    fn out_of_range(&self, expected: &'static str) -> Error {
        let error = Error::expected(ErrorKind::NumberOutOfRange, expected)
            .with_offset(self.input.position());
        match number(self.input.rest()) {
            Some((number, _)) => error.with_content(number),
            None => error,
        }
    }

    /// Makes the error of a call that is not possible here.
    #[cold]
    #[inline(never)]
    fn misplaced(&self, expected: &'static str) -> Error {
        if self.open.state.is(Next::Extension) {
            return self.wrong_extension(expected);
        }
        let error = match self.open.state == State::DONE {
            true => Error::expected(
                ErrorKind::InvalidEvents,
                "no call: the document is complete",
            ),
            false => Error::expected(ErrorKind::InvalidEvents, expected).with_hint(
                "next_item belongs into an array, keys belong into a map, values behind them",
            ),
        };
        error.with_offset(self.input.position())
    }

    fn wrong_extension(&self, expected: &'static str) -> Error {
        Error::wrong_kind(expected, Kind::Bytes).with_offset(self.input.position())
    }
}

/// Returns the place of a container's head; `usize::MAX` for the document.
#[inline(always)]
fn head_of(frame: Option<&Frame>) -> usize {
    frame.map_or(usize::MAX, |frame| frame.head)
}
