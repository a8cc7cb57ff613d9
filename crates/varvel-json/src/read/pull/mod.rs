//! Typed reads: a codec of a struct asks for the values one at a time.
//!
//! Every read guesses that its value stands at the cursor, without white space before it.
//! Everything else, such as white space and errors, is behind a call that is not inlined. One
//! comparison looks for a key together with the comma and white space before it and the colon
//! behind it, as they were the last time
//! ([`Cursor::eat_member`](varvel_raw::cursor::Cursor::eat_member)).
//!
//! Invariant: `next` is what the innermost open container allows next. It refuses calls in an
//! order that no document has.
//!
//! The likely cases are here, and call nothing, so they need no stack frame. The other cases are in
//! `rare`, in calls at the end.

mod rare;

use varvel_core::number::Rounding;
use varvel_core::{
    Error, ErrorKind, Format, Key, Kind, Limits, Number, Profile, Raw, Result, Sink, Source, Str,
    Text,
};
use varvel_raw::number::Num;
use varvel_raw::simd::Isa;

use super::next::{Next, WORD};
use super::{Reader, at_value, drive, exact, path, skip};
use crate::marker::Json;

/// A place of a [`Reader`] that it can go back to; [`Source::mark`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    at: usize,
    next: Next,
    depth: usize,
    objects: u64,
}

impl<'de, I: Isa> Source<'de> for Reader<'de, I> {
    type Mark = Mark;

    #[inline]
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        if self.options.exact_decimals {
            return exact::node(self, sink);
        }
        let limit = self.options.limits.depth;
        // The loop counts from the depth at which it begins.
        let limits = Limits {
            depth: limit.saturating_sub(self.pull.depth),
            ..self.options.limits
        };
        let mut at = self.cursor.position();
        let result = drive::document(
            self.cursor.isa(),
            self.cursor.input(),
            (&mut at, &mut self.nodes),
            &limits,
            self.options.non_finite,
            &mut self.scratch,
            sink,
        );
        self.cursor.seek(at);
        result.map_err(|error| match (error.kind(), error.offset()) {
            (ErrorKind::DepthLimit, Some(at)) => Error::too_deep(limit).with_offset(at),
            _ => at_value(self.cursor.input(), at, error),
        })
    }

    #[inline]
    fn peek(&mut self) -> Result<Kind> {
        self.cursor.skip_spaces();
        match self.cursor.peek() {
            b'"' => Ok(Kind::String),
            b'{' => Ok(Kind::Object),
            b'[' => Ok(Kind::Array),
            b'n' => Ok(Kind::Null),
            b't' | b'f' => Ok(Kind::Bool),
            b'-' | b'0'..=b'9' => Ok(kind_of_number(self.cursor.rest())),
            _ if self.non_finite(self.cursor.position()).is_some() => Ok(Kind::Float),
            _ => Err(self.unexpected("a value")),
        }
    }

    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        self.cursor.skip_spaces();
        Ok(self.cursor.peek() == b'n')
    }

    #[inline]
    fn read_null(&mut self) -> Result {
        self.count()?;
        if self.cursor.eat(*b"null") {
            return Ok(());
        }
        self.cursor.skip_spaces();
        if self.cursor.eat(*b"null") {
            return Ok(());
        }
        Err(self.not("null", Kind::Null))
    }

    #[inline]
    fn read_bool(&mut self) -> Result<bool> {
        self.count()?;
        if self.cursor.peek() <= b' ' {
            self.cursor.skip_long_spaces();
        }
        if self.cursor.eat(*b"true") {
            return Ok(true);
        }
        if self.cursor.peek_at(4) == b'e' && self.cursor.eat(*b"fals") {
            self.cursor.bump(1);
            return Ok(false);
        }
        Err(self.not("a boolean", Kind::Bool))
    }

    #[inline(always)]
    fn read_i64(&mut self) -> Result<i64> {
        match self.likely_i64() {
            Some(value) => Ok(value),
            None => self.other_i64(),
        }
    }

    #[inline]
    fn read_u64(&mut self) -> Result<u64> {
        let at = self.cursor.position();
        if self.counted() {
            match self.cursor.number() {
                Ok(Num::I64(value)) if value >= 0 => return Ok(value as u64),
                Ok(Num::U64(value)) => return Ok(value),
                _ => {}
            }
        }
        self.other_u64(at)
    }

    #[inline]
    fn read_f64(&mut self) -> Result<f64> {
        let at = self.cursor.position();
        if self.counted() {
            match self.cursor.number() {
                Ok(Num::F64(value)) => return Ok(value),
                Ok(Num::I64(value)) if value.unsigned_abs() <= 1 << 53 => return Ok(value as f64),
                _ => {}
            }
        }
        self.other_f64(at)
    }

    #[inline]
    fn read_f64_row(&mut self, row: &mut [f64]) -> Result<bool> {
        let limits = &self.options.limits;
        let nodes = self.nodes.saturating_add(1 + row.len());
        if self.pull.depth >= limits.depth || nodes > limits.nodes || self.cursor.peek() != b'[' {
            return Ok(false);
        }
        let (mut cursor, mut left) = (self.cursor, row.len());
        for value in row {
            // The bracket or a comma stands here, without white space.
            cursor.bump(1);
            if cursor.peek() <= b' ' {
                return Ok(false);
            }
            *value = match cursor.number() {
                Ok(Num::F64(value)) => value,
                Ok(Num::I64(value)) if value.unsigned_abs() <= 1 << 53 => value as f64,
                _ => return Ok(false),
            };
            left -= 1;
            if cursor.peek() != if left == 0 { b']' } else { b',' } {
                return Ok(false);
            }
        }
        if cursor.position() == self.cursor.position() {
            return Ok(false);
        }
        cursor.bump(1);
        self.cursor = cursor;
        self.nodes = nodes;
        Ok(true)
    }

    #[inline]
    fn read_f32(&mut self) -> Result<f32> {
        let at = self.cursor.position();
        if self.counted()
            && let Some(value) = self.cursor.quick_f32()
        {
            return Ok(value);
        }
        self.other_f32(at)
    }

    #[inline]
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding {
        core::mem::replace(&mut self.rounding, rounding)
    }

    #[inline]
    fn read_number(&mut self) -> Result<Number<'_>> {
        let at = self.number_start()?;
        match self.cursor.number() {
            Ok(Num::I64(value)) => Ok(Number::I64(value)),
            Ok(Num::U64(value)) => Ok(Number::U64(value)),
            Ok(Num::F64(value)) if !self.options.exact_decimals => Ok(Number::F64(value)),
            _ => self.other_number(at),
        }
    }

    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        if self.peek()? != Kind::Float {
            return self.read_number();
        }
        let at = self.number_start()?;
        self.decimal(at)
    }

    #[inline]
    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        match self.likely_str() {
            Some(text) => Ok(Str::Input(text)),
            None => self.long_str(),
        }
    }

    #[inline(always)]
    fn other_str(&mut self) -> Result<Str<'de, '_>> {
        self.long_str()
    }

    #[inline(always)]
    fn likely_str(&mut self) -> Option<Text<'de>> {
        if self.nodes >= self.options.limits.nodes {
            return None;
        }
        let text = self.cursor.short_string()?;
        self.nodes += 1;
        Some(text)
    }

    #[inline]
    fn begin_array(&mut self) -> Result<Option<usize>> {
        self.begin(b'[').map(|()| None)
    }

    #[inline(always)]
    fn passes_empty_array(&mut self) -> bool {
        let at = self.cursor.position();
        if !self.cursor.eat(*b"[]") {
            return false;
        }
        let limits = &self.options.limits;
        let within = self.pull.depth < limits.depth && self.nodes < limits.nodes;
        match within {
            true => self.nodes += 1,
            false => self.cursor.seek(at),
        }
        within
    }

    #[inline]
    fn next_item(&mut self) -> Result<bool> {
        match self.pull.next {
            Next::Item => match self.cursor.peek() {
                b',' if self.cursor.peek_at(1) > b' ' => {
                    self.cursor.bump(1);
                    Ok(true)
                }
                b',' => self.item_like_the_last(),
                b']' => {
                    self.cursor.bump(1);
                    self.pull.leave();
                    Ok(false)
                }
                _ => self.end_behind_spaces(),
            },
            Next::FirstItem if self.cursor.peek() != b']' => {
                self.pull.next = Next::Item;
                Ok(true)
            }
            _ => self.other_item(),
        }
    }

    #[inline]
    fn begin_map(&mut self) -> Result<Option<usize>> {
        self.begin(b'{').map(|()| None)
    }

    #[inline]
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        if self.pull.next == Next::Member && self.cursor.peek() == b'}' {
            self.cursor.bump(1);
            self.pull.leave();
            return Ok(None);
        }
        self.some_key()
    }

    #[inline]
    fn leaves_map(&mut self) -> bool {
        if self.pull.next != Next::Member {
            return false;
        }
        match self.cursor.peek() {
            b'}' => {
                self.cursor.bump(1);
                self.pull.leave();
                true
            }
            ..=b' ' => self.leaves_behind_spaces(b'}'),
            _ => false,
        }
    }

    #[inline(always)]
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        if self.meets_key(key) {
            return Ok(true);
        }
        self.other_expected_key(key)
    }

    #[inline]
    fn skip(&mut self) -> Result {
        skip::node(self, self.pull.depth)
    }

    fn read_raw(&mut self) -> Result<Raw<'de>> {
        self.cursor.skip_spaces();
        let from = self.cursor.position();
        skip::node(self, self.pull.depth)?;
        let node = self.cursor.input().get(from..self.cursor.position());
        Ok(Raw::of::<Json>(node.unwrap_or(&[])))
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        Json::PROFILE
    }

    #[inline]
    fn limits(&self) -> Limits {
        self.options.limits
    }

    #[inline]
    fn mark(&self) -> Mark {
        Mark {
            at: self.cursor.position(),
            next: self.pull.next,
            depth: self.pull.depth,
            objects: self.pull.objects,
        }
    }

    #[inline]
    fn rewind(&mut self, mark: Mark) -> Result {
        let (at, len) = (self.cursor.position(), self.cursor.input().len());
        let again = at.saturating_sub(mark.at);
        let counted = self.replayed.go_back(again, len, &self.options.limits);
        counted.map_err(|error| error.with_offset(at))?;
        self.cursor.seek(mark.at);
        self.pull.next = mark.next;
        self.pull.depth = mark.depth;
        self.pull.objects = mark.objects;
        self.pull
            .outer
            .truncate(mark.depth.saturating_sub(1) / WORD);
        Ok(())
    }

    #[inline]
    fn offset(&self) -> usize {
        self.cursor.position()
    }

    #[cold]
    fn key_offset(&self) -> usize {
        let at = self.cursor.position();
        path::key_before(self.cursor.input(), at).unwrap_or(at)
    }
}

impl<'de, I: Isa> Reader<'de, I> {
    /// Counts another node.
    #[inline(always)]
    fn count(&mut self) -> Result {
        self.nodes += 1;
        if self.nodes > self.options.limits.nodes {
            return Err(Error::too_many_nodes(self.options.limits.nodes)
                .with_offset(self.cursor.position()));
        }
        Ok(())
    }

    /// Counts another node. Returns whether that is within the limit.
    #[inline(always)]
    fn counted(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.options.limits.nodes
    }

    /// Counts the node, and returns the place where a number may begin.
    #[inline(always)]
    fn number_start(&mut self) -> Result<usize> {
        self.count()?;
        if self.cursor.peek() <= b' ' {
            self.cursor.skip_long_spaces();
        }
        Ok(self.cursor.position())
    }

    /// Passes `key` and the text around it, if all of that is as it was the last time. Returns
    /// whether it is.
    ///
    /// It is not inlined, so that derived code stays small. It returns no `Result`, which would go
    /// through memory.
    #[inline(never)]
    fn meets_key(&mut self, key: &Key) -> bool {
        if self.pull.next != Next::Member {
            return self.meets_first_key(key);
        }
        let at = self.cursor.position();
        let (lead, colon) = (self.pull.lead(), &self.pull.colon);
        if !self.cursor.eat_member(lead, key, colon) {
            return false;
        }
        if self.cursor.peek() > b' ' {
            return true;
        }
        // Other functions learn that there is more white space than the last time.
        self.cursor.seek(at);
        false
    }

    /// Passes `key` and the colon behind it, if they are as they were the last time and no comma
    /// comes before.
    #[inline(never)]
    fn meets_first_key(&mut self, key: &Key) -> bool {
        let at = self.cursor.position();
        if !matches!(self.pull.next, Next::FirstMember | Next::Key)
            || !self.cursor.eat_key_colon(key, &self.pull.colon)
        {
            return false;
        }
        if self.cursor.peek() > b' ' {
            self.pull.next = Next::Member;
            return true;
        }
        self.cursor.seek(at);
        false
    }

    /// Reads an integer of few digits at the cursor. It is not inlined, and returns no `Result`,
    /// like [`Self::meets_key`].
    #[inline(never)]
    fn likely_i64(&mut self) -> Option<i64> {
        if self.nodes >= self.options.limits.nodes {
            return None;
        }
        let value = self.cursor.quick_i64()?;
        self.nodes += 1;
        Some(value)
    }

    /// Enters a container.
    #[inline(always)]
    fn begin(&mut self, bracket: u8) -> Result {
        let room = self.pull.depth < self.options.limits.depth && self.pull.has_room();
        if self.counted() && self.cursor.peek() == bracket && room {
            self.cursor.bump(1);
            self.pull.enter_one(bracket == b'{');
            return match self.cursor.peek() > b' ' {
                true => Ok(()),
                false => self.begin_behind_spaces(),
            };
        }
        self.begin_other(bracket)
    }
}

/// Returns whether the number that begins here is written as a float.
#[inline(never)]
fn kind_of_number(text: &[u8]) -> Kind {
    let minus = usize::from(text.first() == Some(&b'-'));
    let rest = &text[minus..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match rest.get(digits) {
        Some(b'.' | b'e' | b'E') => Kind::Float,
        // This is `-Infinity`, or an error.
        Some(b'I') if digits == 0 => Kind::Float,
        _ if minus == 1 && &rest[..digits] == b"0" => Kind::Float,
        _ => Kind::Integer,
    }
}
