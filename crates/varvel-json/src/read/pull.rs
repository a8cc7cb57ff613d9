//! Typed reads: the values that a struct codec asks for, one at a time.
//!
//! Every read guesses that what it is to read stands at the cursor, no white space before it; all
//! else, white space and every error, is behind a call that is not inlined. A key is looked for
//! together with the comma and white space before it and the colon behind it, as they were the last
//! time, in one go ([`Cursor::eat_member`]).
//!
//! Invariant: `place` says what the innermost open container allows next. The calls of a confused
//! caller that no document has are refused by it.

use varvel_core::{
    Error, ErrorKind, Format, Key, Kind, Limits, Number, Profile, Raw, Result, Sink, Source, Str,
    Text,
};
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::key::{Colon, Lead};
use varvel_raw::number::{self, Num};
use varvel_raw::simd::Isa;

use super::place::{LEADS, Place};
use super::{Reader, drive, skip, string};
use crate::error;
use crate::options::ReadOptions;

/// JSON, as [`Raw`] knows it.
pub static FORMAT: Format = Format {
    name: "JSON",
    drive: |text, mut sink| drive(text, &ReadOptions::with_limits(Limits::NONE), &mut sink),
};

/// A place of a [`Reader`] to come back to: what [`Source::mark`] gives.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    at: usize,
    place: Place,
    depth: usize,
    objects: u64,
}

impl<'de, I: Isa> Source<'de> for Reader<'de, I> {
    type Mark = Mark;

    #[inline]
    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        let limit = self.options.limits.depth;
        // The loop counts from the depth it begins at.
        let limits = Limits {
            depth: limit.saturating_sub(self.pull.depth),
            ..self.options.limits
        };
        let mut at = self.cursor.at();
        let result = drive::document(
            self.cursor.isa(),
            self.cursor.input(),
            &mut at,
            &mut self.nodes,
            &limits,
            &mut self.scratch,
            sink,
        );
        self.cursor.seek(at);
        result.map_err(|error| match (error.kind(), error.offset()) {
            (ErrorKind::DepthLimit, Some(at)) => Error::too_deep(limit).at(at),
            _ => error,
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
        if self.cursor.eat4(*b"null") {
            return Ok(());
        }
        self.cursor.skip_spaces();
        if self.cursor.eat4(*b"null") {
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
        if self.cursor.eat4(*b"true") {
            return Ok(true);
        }
        if self.cursor.peek_at(4) == b'e' && self.cursor.eat4(*b"fals") {
            self.cursor.bump(1);
            return Ok(false);
        }
        Err(self.not("a boolean", Kind::Bool))
    }

    #[inline]
    fn read_i64(&mut self) -> Result<i64> {
        let at = self.cursor.at();
        match self.number_here() {
            Some(Num::I64(value)) => Ok(value),
            _ => self.other_i64(at),
        }
    }

    #[inline]
    fn read_u64(&mut self) -> Result<u64> {
        let at = self.cursor.at();
        match self.number_here() {
            Some(Num::I64(value)) if value >= 0 => Ok(value as u64),
            Some(Num::U64(value)) => Ok(value),
            _ => self.other_u64(at),
        }
    }

    #[inline]
    fn read_f64(&mut self) -> Result<f64> {
        let at = self.number_start()?;
        match self.cursor.number() {
            Ok(Num::F64(value)) => Ok(value),
            Ok(Num::I64(value)) if value.unsigned_abs() <= 1 << 53 => Ok(value as f64),
            _ => self.whole_f64(at),
        }
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
            // The bracket or a comma, and no white space.
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
        if cursor.at() == self.cursor.at() {
            return Ok(false);
        }
        cursor.bump(1);
        self.cursor = cursor;
        self.nodes = nodes;
        Ok(true)
    }

    #[inline]
    fn read_f32(&mut self) -> Result<f32> {
        let at = self.number_start()?;
        match self.cursor.number() {
            Ok(Num::I64(value)) if value.unsigned_abs() <= 1 << 24 => Ok(value as f32),
            _ => self.whole_f32(at),
        }
    }

    #[inline]
    fn read_number(&mut self) -> Result<Number<'_>> {
        let at = self.number_start()?;
        match self.cursor.number() {
            Ok(Num::I64(value)) => Ok(Number::I64(value)),
            Ok(Num::U64(value)) => Ok(Number::U64(value)),
            Ok(Num::F64(value)) => Ok(Number::F64(value)),
            Ok(Num::Big) => {
                let digits = &self.cursor.input()[at..self.cursor.at()];
                // The number's own grammar leaves nothing but ASCII.
                Ok(Number::Big(core::str::from_utf8(digits).unwrap_or("0")))
            }
            Err(_) => Err(self.no_number(at, "a number")),
        }
    }

    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        if self.peek()? != Kind::Float {
            return self.read_number();
        }
        let at = self.number_start()?;
        if self.cursor.number().is_err() {
            return Err(self.no_number(at, "a number"));
        }
        let text = &self.cursor.input()[at..self.cursor.at()];
        // The number's own grammar leaves nothing but ASCII.
        Ok(Number::Decimal(core::str::from_utf8(text).unwrap_or("0")))
    }

    #[inline]
    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        if self.counted()
            && let Some(text) = self.cursor.short_string()
        {
            return Ok(Str::Input(text));
        }
        self.other_str()
    }

    #[inline]
    fn begin_array(&mut self) -> Result<Option<usize>> {
        self.begin(b'[').map(|()| None)
    }

    #[inline]
    fn next_item(&mut self) -> Result<bool> {
        match self.pull.place {
            Place::Item => {
                let byte = self.cursor.peek();
                if byte == b',' {
                    if self.cursor.peek_at(1) > b' ' {
                        self.cursor.bump(1);
                        return Ok(true);
                    }
                    return self.item_like_the_last();
                }
                if byte == b']' {
                    self.cursor.bump(1);
                    self.pull.leave();
                    return Ok(false);
                }
                self.other_item()
            }
            Place::FirstItem if self.cursor.peek() != b']' => {
                self.pull.place = Place::Item;
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
        if self.pull.place == Place::Member && self.cursor.peek() == b'}' {
            self.cursor.bump(1);
            self.pull.leave();
            return Ok(None);
        }
        self.some_key()
    }

    #[inline]
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        let same = match self.pull.place {
            Place::Member => self
                .cursor
                .eat_member(self.pull.lead(), key, &self.pull.colon),
            Place::FirstMember | Place::Key => self.cursor.eat_key_colon(key, &self.pull.colon),
            _ => false,
        };
        if same {
            self.pull.place = Place::Member;
            if self.cursor.peek() <= b' ' {
                self.learn_colon();
            }
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
        let from = self.cursor.at();
        skip::node(self, self.pull.depth)?;
        let node = self.cursor.input().get(from..self.cursor.at());
        Ok(Raw::new(node.unwrap_or(&[]), &FORMAT))
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        Profile::JSON
    }

    #[inline]
    fn mark(&self) -> Mark {
        Mark {
            at: self.cursor.at(),
            place: self.pull.place,
            depth: self.pull.depth,
            objects: self.pull.objects,
        }
    }

    #[inline]
    fn rewind(&mut self, mark: Mark) -> Result {
        let (at, len) = (self.cursor.at(), self.cursor.input().len());
        let again = at.saturating_sub(mark.at);
        let counted = self.replayed.go_back(again, len, &self.options.limits);
        counted.map_err(|error| error.at(at))?;
        self.cursor.seek(mark.at);
        self.pull.place = mark.place;
        self.pull.depth = mark.depth;
        self.pull.objects = mark.objects;
        self.pull.outer.truncate(mark.depth.saturating_sub(1) / 64);
        Ok(())
    }

    #[inline]
    fn offset(&self) -> usize {
        self.cursor.at()
    }
}

impl<'de, I: Isa> Reader<'de, I> {
    /// Counts one node more.
    #[inline(always)]
    fn count(&mut self) -> Result {
        self.nodes += 1;
        if self.nodes > self.options.limits.nodes {
            return Err(Error::too_many_nodes(self.options.limits.nodes).at(self.cursor.at()));
        }
        Ok(())
    }

    /// Counts one node more: whether that is within the limit.
    #[inline(always)]
    fn counted(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.options.limits.nodes
    }

    /// The error of a node beyond the limit.
    #[cold]
    #[inline(never)]
    fn check_count(&self) -> Result {
        match self.nodes <= self.options.limits.nodes {
            true => Ok(()),
            false => Err(Error::too_many_nodes(self.options.limits.nodes).at(self.cursor.at())),
        }
    }

    /// A string that is not of the likely kind, or none; it has been counted.
    #[inline(never)]
    fn other_str(&mut self) -> Result<Str<'de, '_>> {
        self.check_count()?;
        if self.cursor.peek() != b'"' {
            self.find_quote()?;
        }
        self.cursor.bump(1);
        match self.cursor.string_body() {
            StringScan::Plain(text) => Ok(Str::Input(text)),
            StringScan::Stop(stop) => {
                let (end, text) = escaped(self.cursor, stop, &mut self.scratch)?;
                self.cursor = end;
                Ok(Str::Scratch(text))
            }
            StringScan::NotUtf8 => Err(string::not_utf8(self.cursor.input(), self.cursor.at())),
        }
    }

    /// A key that is not known, or the end of the object behind white space.
    #[inline(never)]
    fn some_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        if !self.pass_comma()? {
            self.cursor.bump(1);
            self.pull.leave();
            return Ok(None);
        }
        let at = self.cursor.at();
        self.cursor.bump(1);
        let text = match self.cursor.string_body() {
            StringScan::Plain(text) => Str::Input(text),
            StringScan::Stop(stop) => {
                let (end, text) = escaped(self.cursor, stop, &mut self.scratch)?;
                self.cursor = end;
                Str::Scratch(text)
            }
            StringScan::NotUtf8 => return Err(string::not_utf8(self.cursor.input(), at + 1)),
        };
        pass_colon(&mut self.cursor, &mut self.pull.colon)?;
        self.pull.place = Place::Member;
        Ok(Some(text))
    }

    /// White space, then a quote.
    #[cold]
    #[inline(never)]
    fn find_quote(&mut self) -> Result {
        self.cursor.skip_spaces();
        if self.cursor.peek() == b'"' {
            return Ok(());
        }
        Err(self.not("a string", Kind::String))
    }

    /// Counts the node, and reads the number that begins here, if one does and nothing is wrong.
    #[inline(always)]
    fn number_here(&mut self) -> Option<Num> {
        match self.counted() {
            true => self.cursor.number().ok(),
            false => None,
        }
    }

    /// An integer behind white space, or none; it has been counted.
    #[cold]
    #[inline(never)]
    fn other_i64(&mut self, at: usize) -> Result<i64> {
        let at = self.number_again(at)?;
        match self.cursor.number() {
            Ok(Num::I64(value)) => Ok(value),
            _ => self.no_integer(at, "an integer that fits i64"),
        }
    }

    /// The same without a sign.
    #[cold]
    #[inline(never)]
    fn other_u64(&mut self, at: usize) -> Result<u64> {
        let at = self.number_again(at)?;
        match self.cursor.number() {
            Ok(Num::I64(value)) if value >= 0 => Ok(value as u64),
            Ok(Num::U64(value)) => Ok(value),
            _ => self.no_integer(at, "an integer that fits u64"),
        }
    }

    /// Goes back to `at` and to the number behind the white space there; it has been counted.
    fn number_again(&mut self, at: usize) -> Result<usize> {
        self.cursor.seek(at);
        self.check_count()?;
        self.cursor.skip_spaces();
        Ok(self.cursor.at())
    }

    /// Counts the node, and gives the place where a number begins, if one does.
    #[inline(always)]
    fn number_start(&mut self) -> Result<usize> {
        self.count()?;
        if self.cursor.peek() <= b' ' {
            self.cursor.skip_long_spaces();
        }
        Ok(self.cursor.at())
    }

    /// What stands at `at` is no integer, or one that is too large.
    #[cold]
    #[inline(never)]
    fn no_integer<T>(&mut self, at: usize, expected: &'static str) -> Result<T> {
        self.cursor.seek(at);
        if self.peek()? != Kind::Integer {
            return Err(self.no_number(at, "an integer"));
        }
        // `-0` alone is a float that is written as an integer.
        Err(match self.cursor.number() {
            Err(error) => error::number(self.cursor.input(), at, error),
            Ok(_) => Error::expected(ErrorKind::NumberOutOfRange, expected).at(at),
        })
    }

    /// What stands at `at` is not what `expected` says: no number, or one of another kind.
    #[cold]
    #[inline(never)]
    fn no_number(&mut self, at: usize, expected: &'static str) -> Error {
        self.cursor.seek(at);
        match self.peek() {
            Ok(found @ (Kind::Integer | Kind::Float)) => {
                let mut cursor = self.cursor;
                match cursor.number() {
                    Ok(_) => error::wrong_kind(at, expected, found),
                    Err(error) => error::number(cursor.input(), at, error),
                }
            }
            Ok(found) => error::wrong_kind(at, expected, found),
            Err(error) => error,
        }
    }

    /// A large integer as a float, if one holds it; else the error.
    #[cold]
    #[inline(never)]
    fn whole_f64(&mut self, at: usize) -> Result<f64> {
        self.cursor.seek(at);
        let number = match self.cursor.number() {
            Ok(Num::I64(value)) => Number::I64(value),
            Ok(Num::U64(value)) => Number::U64(value),
            Ok(Num::F64(value)) => Number::F64(value),
            Ok(Num::Big) => Number::Big(""),
            Err(_) => return Err(self.no_number(at, "a number")),
        };
        number.as_f64().ok_or_else(|| {
            Error::expected(
                ErrorKind::NumberOutOfRange,
                "an integer that a 64-bit float holds exactly",
            )
            .with_hint("write it with a fraction or an exponent to have it rounded")
            .at(at)
        })
    }

    /// A number's text as a float of 32 bits, rounded once.
    #[inline(never)]
    fn whole_f32(&mut self, at: usize) -> Result<f32> {
        self.cursor.seek(at);
        let wide = self.whole_f64(at)?;
        let text = &self.cursor.input()[at..self.cursor.at()];
        let value = number::parse_f32(text).unwrap_or(f32::INFINITY);
        let whole = !text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
        if value.is_finite() && (!whole || f64::from(value) == wide) {
            return Ok(value);
        }
        Err(Error::expected(
            ErrorKind::NumberOutOfRange,
            "a number that a 32-bit float can hold",
        )
        .at(at))
    }

    /// Something else than a node of the kind `wanted` stands here, or a broken one.
    #[cold]
    #[inline(never)]
    fn not(&mut self, expected: &'static str, wanted: Kind) -> Error {
        match self.peek() {
            Ok(found) if found == wanted => self.unexpected("a value"),
            Ok(found) => error::wrong_kind(self.cursor.at(), expected, found),
            Err(error) => error,
        }
    }

    #[cold]
    #[inline(never)]
    fn unexpected(&mut self, expected: &'static str) -> Error {
        self.cursor.skip_spaces();
        error::unexpected(self.cursor.input(), self.cursor.at(), expected)
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

    /// Passes the white space behind an opening bracket, most likely that of the last container there.
    #[inline(never)]
    fn begin_behind_spaces(&mut self) -> Result {
        let from = self.cursor.at();
        if !self.cursor.eat_lead_spaces(self.pull.lead()) || self.cursor.peek() <= b' ' {
            self.learn_first_lead(from);
        }
        Ok(())
    }

    /// Enters a container that stands behind white space, or is no likely one; it has been counted.
    #[inline(never)]
    fn begin_other(&mut self, bracket: u8) -> Result {
        self.check_count()?;
        if self.cursor.peek() != bracket {
            self.find_bracket(bracket)?;
        }
        if self.pull.depth >= self.options.limits.depth {
            return Err(Error::too_deep(self.options.limits.depth).at(self.cursor.at()));
        }
        self.cursor.bump(1);
        self.pull.enter(bracket == b'{')?;
        match self.cursor.peek() > b' ' {
            true => Ok(()),
            false => self.begin_behind_spaces(),
        }
    }

    /// White space, then the bracket.
    #[cold]
    #[inline(never)]
    fn find_bracket(&mut self, bracket: u8) -> Result {
        self.cursor.skip_spaces();
        if self.cursor.peek() == bracket {
            return Ok(());
        }
        Err(match bracket {
            b'{' => self.not("an object", Kind::Object),
            _ => self.not("an array", Kind::Array),
        })
    }

    /// An item behind a comma and white space, as they were the last time; or else any, or none.
    #[inline(never)]
    fn item_like_the_last(&mut self) -> Result<bool> {
        let from = self.cursor.at();
        if self.cursor.eat_lead(self.pull.lead()) && self.cursor.peek() > b' ' {
            return Ok(true);
        }
        self.cursor.seek(from);
        self.other_item()
    }

    /// An item that does not come as the last one did, or none.
    #[inline(never)]
    fn other_item(&mut self) -> Result<bool> {
        let from = self.cursor.at();
        self.cursor.skip_spaces();
        let byte = self.cursor.peek();
        match self.pull.place {
            Place::FirstItem | Place::Item if byte == b']' => {
                self.cursor.bump(1);
                self.pull.leave();
                Ok(false)
            }
            Place::FirstItem => {
                self.pull.place = Place::Item;
                Ok(true)
            }
            Place::Item if byte == b',' => {
                self.cursor.bump(1);
                self.cursor.skip_spaces();
                self.learn_lead(from);
                Ok(true)
            }
            Place::Item => Err(self.unexpected("`,` or `]`")),
            _ => Err(self.misused("an array")),
        }
    }

    /// Remembers what stands from `from`, where the last value ended, up to here.
    #[inline(always)]
    fn learn_lead(&mut self, from: usize) {
        let lead = Lead::new(&self.cursor.input()[from..self.cursor.at()]);
        self.pull.leads[self.pull.depth % LEADS] = lead;
    }

    /// Passes the white space from `from` on, behind an opening bracket: most likely it stands
    /// behind the commas of this container too.
    #[inline(never)]
    fn learn_first_lead(&mut self, from: usize) {
        self.cursor.seek(from);
        self.cursor.skip_long_spaces();
        let spaces = &self.cursor.input()[from..self.cursor.at()];
        self.pull.leads[self.pull.depth % LEADS] = Lead::of_spaces(spaces);
    }

    /// Passes white space behind a colon where none was expected.
    #[inline(never)]
    fn learn_colon(&mut self) {
        let from = self.cursor.at().saturating_sub(1);
        self.cursor.skip_long_spaces();
        let text = &self.cursor.input()[from..self.cursor.at()];
        if text.first() == Some(&b':') {
            self.pull.colon = Colon::new(text);
        }
    }

    #[cold]
    #[inline(never)]
    fn misused(&self, container: &'static str) -> Error {
        Error::expected(ErrorKind::InvalidEvents, container)
            .with_hint("next_item belongs into an array, keys belong into a map")
            .at(self.cursor.at())
    }

    /// Looks for `key` where not all that leads to its value is as it was the last time.
    #[inline(never)]
    fn other_expected_key(&mut self, key: &Key) -> Result<bool> {
        if !self.pass_comma()? || !self.cursor.eat_key(key) {
            return Ok(false);
        }
        pass_colon(&mut self.cursor, &mut self.pull.colon)?;
        self.pull.place = Place::Member;
        Ok(true)
    }

    /// Goes to the next key (`true`), or stays before the closing bracket.
    #[inline(always)]
    fn pass_comma(&mut self) -> Result<bool> {
        match self.pull.place {
            Place::Member if self.cursor.peek() == b',' => {
                let from = self.cursor.at();
                if self.cursor.eat_lead(self.pull.lead()) && self.cursor.peek() == b'"' {
                    self.pull.place = Place::Key;
                    return Ok(true);
                }
                self.cursor.seek(from);
            }
            Place::FirstMember | Place::Key if self.cursor.peek() == b'"' => return Ok(true),
            _ => {}
        }
        self.pass_other_comma()
    }

    /// The same without any guess.
    #[inline(never)]
    fn pass_other_comma(&mut self) -> Result<bool> {
        let from = self.cursor.at();
        self.cursor.skip_spaces();
        match (self.pull.place, self.cursor.peek()) {
            (Place::Member | Place::FirstMember, b'}') => return Ok(false),
            (Place::Member, b',') => {
                self.cursor.bump(1);
                self.cursor.skip_spaces();
                self.learn_lead(from);
                // The comma is behind us, whatever the key is.
                self.pull.place = Place::Key;
            }
            (Place::Member, _) => return Err(self.unexpected("`,` or `}`")),
            (Place::FirstMember | Place::Key, _) => {}
            _ => return Err(self.misused("a map")),
        }
        if self.cursor.peek() == b'"' {
            return Ok(true);
        }
        Err(self.unexpected("a key in double quotes"))
    }
}

/// [`string::escaped`], out of line.
#[cold]
#[inline(never)]
pub fn escaped<'de, 's, I: Isa>(
    cursor: Cursor<'de, I>,
    stop: usize,
    scratch: &'s mut Buffer,
) -> Result<(Cursor<'de, I>, Text<'s>)> {
    string::escaped(cursor, stop, scratch)
}

/// Passes the colon and the white space around it, and remembers them.
#[inline(always)]
fn pass_colon<I: Isa>(cursor: &mut Cursor<'_, I>, colon: &mut Colon) -> Result {
    if cursor.peek() == b':' && cursor.peek_at(1) > b' ' {
        cursor.bump(1);
        *colon = Colon::PLAIN;
        return Ok(());
    }
    let from = cursor.at();
    cursor.skip_spaces();
    if cursor.peek() != b':' {
        return Err(error::unexpected(
            cursor.input(),
            cursor.at(),
            "`:` after the key",
        ));
    }
    cursor.bump(1);
    cursor.skip_spaces();
    *colon = Colon::new(&cursor.input()[from..cursor.at()]);
    Ok(())
}

/// Whether the number that begins here is written as a float.
#[inline(never)]
fn kind_of_number(text: &[u8]) -> Kind {
    let minus = usize::from(text.first() == Some(&b'-'));
    let rest = &text[minus..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match rest.get(digits) {
        Some(b'.' | b'e' | b'E') => Kind::Float,
        _ if minus == 1 && &rest[..digits] == b"0" => Kind::Float,
        _ => Kind::Integer,
    }
}
