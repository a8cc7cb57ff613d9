//! The rare cases of typed reads: values that do not have the most likely form, and errors.

use varvel_core::number::number_len;
use varvel_core::{Error, ErrorKind, Key, Kind, Number, Result, Source as _, Str};
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::key::{Colon, Lead};
use varvel_raw::number::{Num, NumErrorKind, parse_f32};
use varvel_raw::simd::Isa;

use super::super::string::escaped_aside;
use crate::error;
use crate::read::indent::{self, LEADS};
use crate::read::next::Next;
use crate::read::{Reader, string};

impl<'de, I: Isa> Reader<'de, I> {
    /// Checks the number of nodes against the limit.
    #[cold]
    #[inline(never)]
    pub(super) fn check_count(&self) -> Result {
        match self.nodes <= self.options.limits.nodes {
            true => Ok(()),
            false => Err(Error::too_many_nodes(self.options.limits.nodes)
                .with_offset(self.cursor.position())),
        }
    }

    /// Reads a string that does not have the likely form. Fails on any other value.
    #[inline(never)]
    pub(super) fn long_str(&mut self) -> Result<Str<'de, '_>> {
        self.count()?;
        if self.cursor.peek() != b'"' {
            self.find_quote()?;
        }
        self.cursor.bump(1);
        match self.cursor.string_body() {
            StringScan::Plain(text) => Ok(Str::Input(text)),
            StringScan::Stop(stop) => {
                let (end, text) = escaped_aside(self.cursor, stop, &mut self.scratch)?;
                self.cursor = end;
                Ok(Str::Scratch(text))
            }
            StringScan::NotUtf8 => Err(string::not_utf8(
                self.cursor.input(),
                self.cursor.position(),
            )),
        }
    }

    /// Reads a key that was not predicted, or the end of the object behind white space.
    #[inline(never)]
    pub(super) fn some_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        if !self.pass_comma()? {
            self.cursor.bump(1);
            self.pull.leave();
            return Ok(None);
        }
        let at = self.cursor.position();
        self.cursor.bump(1);
        let text = match self.cursor.string_body() {
            StringScan::Plain(text) => Str::Input(text),
            StringScan::Stop(stop) => {
                let (end, text) = escaped_aside(self.cursor, stop, &mut self.scratch)?;
                self.cursor = end;
                Str::Scratch(text)
            }
            StringScan::NotUtf8 => return Err(string::not_utf8(self.cursor.input(), at + 1)),
        };
        pass_colon(&mut self.cursor, &mut self.pull.colon)?;
        self.pull.next = Next::Member;
        Ok(Some(text))
    }

    /// Passes white space before a quote. Fails if no quote follows.
    #[cold]
    #[inline(never)]
    pub(super) fn find_quote(&mut self) -> Result {
        self.cursor.skip_spaces();
        if self.cursor.peek() == b'"' {
            return Ok(());
        }
        Err(self.not("a string", Kind::String))
    }

    /// Reads an integer of many digits or behind white space. Fails on any other value.
    #[inline(never)]
    pub(super) fn other_i64(&mut self) -> Result<i64> {
        let at = self.cursor.position();
        if self.counted()
            && let Ok(Num::I64(value)) = self.cursor.number()
        {
            return Ok(value);
        }
        let at = self.number_again(at)?;
        match self.cursor.number() {
            Ok(Num::I64(value)) => Ok(value),
            _ => self.no_integer(at, "an integer that fits i64"),
        }
    }

    /// Reads an unsigned integer of many digits or behind white space. The node was counted. Fails
    /// on any other value.
    #[cold]
    #[inline(never)]
    pub(super) fn other_u64(&mut self, at: usize) -> Result<u64> {
        let at = self.number_again(at)?;
        match self.cursor.number() {
            Ok(Num::I64(value)) if value >= 0 => Ok(value as u64),
            Ok(Num::U64(value)) => Ok(value),
            _ => self.no_integer(at, "an integer that fits u64"),
        }
    }

    /// Reads a float behind white space, or a large integer. The node was counted. Fails on any
    /// other value.
    #[inline(never)]
    pub(super) fn other_f64(&mut self, at: usize) -> Result<f64> {
        let at = self.number_again(at)?;
        match self.cursor.number() {
            Ok(Num::F64(value)) => Ok(value),
            Ok(Num::I64(value)) if value.unsigned_abs() <= 1 << 53 => Ok(value as f64),
            _ => self.whole_f64(at),
        }
    }

    /// Reads a number as `f32`, with any number of digits. The node was counted. Fails on any other
    /// value.
    #[inline(never)]
    pub(super) fn other_f32(&mut self, at: usize) -> Result<f32> {
        let at = self.number_again(at)?;
        match self.cursor.number() {
            Ok(Num::I64(value)) if value.unsigned_abs() <= 1 << 24 => Ok(value as f32),
            Ok(Num::F64(_)) => {
                let text = &self.cursor.input()[at..self.cursor.position()];
                let value = parse_f32(text).filter(|value| value.is_finite());
                value.ok_or_else(|| self.out_of_range(at, "a number that a 32-bit float can hold"))
            }
            _ => self.whole_f32(at),
        }
    }

    /// Goes back to `at`, and passes the white space before the number there. The node was counted.
    pub(super) fn number_again(&mut self, at: usize) -> Result<usize> {
        self.cursor.seek(at);
        self.check_count()?;
        self.cursor.skip_spaces();
        Ok(self.cursor.position())
    }

    /// Makes the error of a value at `at` that is not an integer, or is too large.
    #[cold]
    #[inline(never)]
    pub(super) fn no_integer<T>(&mut self, at: usize, expected: &'static str) -> Result<T> {
        self.cursor.seek(at);
        if self.peek()? != Kind::Integer {
            return Err(self.no_number(at, "an integer"));
        }
        // `-0` alone is a float that is written like an integer.
        Err(match self.cursor.number() {
            Err(error) => error::number(self.cursor.input(), at, error),
            Ok(_) => {
                let error = self.out_of_range(at, expected);
                self.cursor.seek(at);
                error
            }
        })
    }

    /// Makes the error of a value at `at` that is not the number that `expected` describes: no
    /// number, or another kind.
    #[cold]
    #[inline(never)]
    pub(super) fn no_number(&mut self, at: usize, expected: &'static str) -> Error {
        self.cursor.seek(at);
        match self.peek() {
            Ok(found @ (Kind::Integer | Kind::Float)) => {
                let mut cursor = self.cursor;
                match cursor.number() {
                    Ok(_) => error::wrong_kind(at, expected, found),
                    Err(_) if self.non_finite(at).is_some() => {
                        error::wrong_kind(at, expected, found)
                    }
                    Err(error) => error::number(cursor.input(), at, error),
                }
            }
            Ok(found) => error::wrong_kind(at, expected, found),
            Err(error) => error,
        }
    }

    /// Reads the number at `at`, with a big integer or a decimal as its text, and passes it.
    #[cold]
    #[inline(never)]
    pub(super) fn other_number(&mut self, at: usize) -> Result<Number<'de>> {
        self.cursor.seek(at);
        match self.cursor.number() {
            Ok(Num::I64(value)) => Ok(Number::I64(value)),
            Ok(Num::U64(value)) => Ok(Number::U64(value)),
            Ok(Num::Big) => Ok(Number::Big(self.text_from(at))),
            Ok(Num::F64(_)) | Err(_) => self.decimal(at),
        }
    }

    /// Reads the decimal at `at` as its text, or NaN or an infinity, and passes it.
    #[cold]
    #[inline(never)]
    pub(super) fn decimal(&mut self, at: usize) -> Result<Number<'de>> {
        self.cursor.seek(at);
        match self.cursor.number() {
            Ok(_) => {}
            // A decimal that is kept as text need not fit a float.
            Err(error) if error.kind == NumErrorKind::Overflow && self.options.exact_decimals => {
                self.cursor
                    .bump(number_len(self.cursor.rest()).unwrap_or(0));
            }
            Err(_) => {
                return match self.non_finite(at) {
                    Some((value, len)) => {
                        self.cursor.seek(at + len);
                        Ok(Number::F64(value))
                    }
                    None => Err(self.no_number(at, "a number")),
                };
            }
        }
        Ok(Number::Decimal(self.text_from(at)))
    }

    /// Returns the number from `at` up to the cursor. The grammar of numbers allows only ASCII.
    fn text_from(&self, at: usize) -> &'de str {
        core::str::from_utf8(&self.cursor.input()[at..self.cursor.position()]).unwrap_or("0")
    }

    /// Makes the error of the number from `at` up to the cursor that is out of the range
    /// `expected`.
    #[cold]
    fn out_of_range(&self, at: usize, expected: &'static str) -> Error {
        Error::out_of_range(expected, self.text_from(at)).with_offset(at)
    }

    /// Reads a large integer as the nearest float, unless the rounding refuses it.
    #[cold]
    #[inline(never)]
    pub(super) fn whole_f64(&mut self, at: usize) -> Result<f64> {
        let mut rounding = self.rounding;
        let value = rounding.f64(self.other_number(at)?);
        self.rounding = rounding;
        value.ok_or_else(|| self.out_of_range(at, "a number that a 64-bit float can hold"))
    }

    /// Reads a large integer as a float of 32 bits, rounded once, unless the rounding refuses it.
    #[cold]
    #[inline(never)]
    pub(super) fn whole_f32(&mut self, at: usize) -> Result<f32> {
        let mut rounding = self.rounding;
        let value = rounding.f32(self.other_number(at)?);
        self.rounding = rounding;
        value.ok_or_else(|| self.out_of_range(at, "a number that a 32-bit float can hold"))
    }

    /// Returns NaN or an infinity at `at` with its length, if the options allow it.
    #[cold]
    #[inline(never)]
    pub(super) fn non_finite(&self, at: usize) -> Option<(f64, usize)> {
        match self.options.non_finite {
            true => crate::read::non_finite(self.cursor.input(), at),
            false => None,
        }
    }

    /// Makes the error of a node that is not of the kind `wanted`, or is broken.
    #[cold]
    #[inline(never)]
    pub(super) fn not(&mut self, expected: &'static str, wanted: Kind) -> Error {
        match self.peek() {
            Ok(found) if found == wanted => self.unexpected("a value"),
            Ok(found) => error::wrong_kind(self.cursor.position(), expected, found),
            Err(error) => error,
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn unexpected(&mut self, expected: &'static str) -> Error {
        self.cursor.skip_spaces();
        error::unexpected(self.cursor.input(), self.cursor.position(), expected)
    }

    /// Passes the white space behind an opening bracket. Most likely it is that of the last
    /// container at this depth.
    #[inline(never)]
    pub(super) fn begin_behind_spaces(&mut self) -> Result {
        let from = self.cursor.position();
        if self.cursor.eat_lead_spaces(self.pull.lead()) && self.cursor.peek() > b' ' {
            return Ok(());
        }
        self.learn_first_lead(from)
    }

    /// Enters a container that is behind white space, or does not have the likely form. The node
    /// was counted.
    #[inline(never)]
    pub(super) fn begin_other(&mut self, bracket: u8) -> Result {
        self.check_count()?;
        if self.cursor.peek() != bracket {
            self.find_bracket(bracket)?;
        }
        if self.pull.depth >= self.options.limits.depth {
            return Err(
                Error::too_deep(self.options.limits.depth).with_offset(self.cursor.position())
            );
        }
        self.cursor.bump(1);
        self.pull.enter(bracket == b'{')?;
        match self.cursor.peek() > b' ' {
            true => Ok(()),
            false => self.begin_behind_spaces(),
        }
    }

    /// Passes white space before the bracket. Fails if it does not follow.
    #[cold]
    #[inline(never)]
    pub(super) fn find_bracket(&mut self, bracket: u8) -> Result {
        self.cursor.skip_spaces();
        if self.cursor.peek() == bracket {
            return Ok(());
        }
        Err(match bracket {
            b'{' => self.not("an object", Kind::Object),
            _ => self.not("an array", Kind::Array),
        })
    }

    /// Goes to an item behind a comma and white space like the last ones, or to any other item or
    /// the end.
    #[inline(never)]
    pub(super) fn item_like_the_last(&mut self) -> Result<bool> {
        let from = self.cursor.position();
        if self.cursor.eat_lead(self.pull.lead()) && self.cursor.peek() > b' ' {
            return Ok(true);
        }
        self.cursor.seek(from);
        self.other_item()
    }

    /// Leaves an array whose bracket is behind white space, or goes to an item.
    #[inline(never)]
    pub(super) fn end_behind_spaces(&mut self) -> Result<bool> {
        match self.leaves_behind_spaces(b']') {
            true => Ok(false),
            false => self.other_item(),
        }
    }

    /// Leaves a container if its closing bracket is behind white space. Returns `false`, and does
    /// not move, if it is not.
    #[inline(never)]
    pub(super) fn leaves_behind_spaces(&mut self, bracket: u8) -> bool {
        match self.cursor.far_from_end() {
            true => self.leaves(bracket),
            false => self.leaves_near_end(bracket),
        }
    }

    /// Leaves a container like [`Self::leaves_behind_spaces`], near the end of the input. It is not
    /// inlined, so that the caller needs no stack frame.
    #[inline(never)]
    fn leaves_near_end(&mut self, bracket: u8) -> bool {
        self.leaves(bracket)
    }

    #[inline(always)]
    fn leaves(&mut self, bracket: u8) -> bool {
        let leaves = self.cursor.eat_behind_spaces(bracket);
        if leaves {
            self.pull.leave();
        }
        leaves
    }

    /// Goes to an item that does not come as the last one did. Leaves the array if there is none.
    #[inline(never)]
    pub(super) fn other_item(&mut self) -> Result<bool> {
        let from = self.cursor.position();
        self.cursor.skip_spaces();
        let byte = self.cursor.peek();
        match self.pull.next {
            Next::FirstItem | Next::Item if byte == b']' => {
                self.cursor.bump(1);
                self.pull.leave();
                Ok(false)
            }
            Next::FirstItem => {
                self.pull.next = Next::Item;
                Ok(true)
            }
            Next::Item if byte == b',' => {
                self.cursor.bump(1);
                self.cursor.skip_spaces();
                self.learn_lead(from);
                Ok(true)
            }
            Next::Item => Err(self.unexpected("`,` or `]`")),
            _ => Err(self.misused("an array")),
        }
    }

    /// Remembers the text from `from`, the end of the last value, up to the cursor.
    #[inline(always)]
    pub(super) fn learn_lead(&mut self, from: usize) {
        let lead = Lead::new(&self.cursor.input()[from..self.cursor.position()]);
        self.pull.leads[self.pull.depth % LEADS] = lead;
    }

    /// Passes the white space from `from` on, behind an opening bracket. Most likely it stands
    /// behind the commas of this container, too.
    #[inline(never)]
    pub(super) fn learn_first_lead(&mut self, from: usize) -> Result {
        self.cursor.seek(from);
        self.cursor.skip_long_spaces();
        let (window, len) = (&self.cursor.input()[from..], self.cursor.position() - from);
        if self.pull.depth == 1
            && let Some(leads) = indent::guess(&window[..len])
        {
            self.pull.leads = *leads;
            self.pull.colon = indent::COLON;
            return Ok(());
        }
        self.pull.leads[self.pull.depth % LEADS].learn(window, len);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn misused(&self, container: &'static str) -> Error {
        Error::expected(ErrorKind::InvalidEvents, container)
            .with_hint("next_item belongs into an array, keys belong into a map")
            .with_offset(self.cursor.position())
    }

    /// Looks for `key` if the text that leads to its value differs from the last one.
    #[inline(never)]
    pub(super) fn other_expected_key(&mut self, key: &Key) -> Result<bool> {
        let pull = &mut self.pull;
        let member = pull.next == Next::Member;
        if member
            && self
                .cursor
                .eat_member_near_end(pull.lead(), key, &pull.colon)
        {
            // There is more white space than the last time. It is passed so that an error of the
            // value points at the value.
            self.cursor.skip_spaces();
            return Ok(true);
        }
        if !self.pass_comma()? || !self.cursor.eat_key(key) {
            return Ok(false);
        }
        pass_colon(&mut self.cursor, &mut self.pull.colon)?;
        self.pull.next = Next::Member;
        Ok(true)
    }

    /// Goes to the next key, and returns `true`. Returns `false` before the closing bracket.
    #[inline(always)]
    pub(super) fn pass_comma(&mut self) -> Result<bool> {
        match self.pull.next {
            Next::Member if self.cursor.peek() == b',' => {
                let from = self.cursor.position();
                if self.cursor.eat_lead(self.pull.lead()) && self.cursor.peek() == b'"' {
                    self.pull.next = Next::Key;
                    return Ok(true);
                }
                self.cursor.seek(from);
            }
            Next::FirstMember | Next::Key if self.cursor.peek() == b'"' => return Ok(true),
            _ => {}
        }
        self.pass_other_comma()
    }

    /// Goes to the next key like [`Self::pass_comma`], without any guess.
    #[inline(never)]
    pub(super) fn pass_other_comma(&mut self) -> Result<bool> {
        let from = self.cursor.position();
        self.cursor.skip_spaces();
        match (self.pull.next, self.cursor.peek()) {
            (Next::Member | Next::FirstMember, b'}') => return Ok(false),
            (Next::Member, b',') => {
                self.cursor.bump(1);
                self.cursor.skip_spaces();
                self.learn_lead(from);
                // The comma was passed, whatever the key is.
                self.pull.next = Next::Key;
            }
            (Next::Member, _) => return Err(self.unexpected("`,` or `}`")),
            (Next::FirstMember | Next::Key, _) => {}
            _ => return Err(self.misused("a map")),
        }
        if self.cursor.peek() == b'"' {
            return Ok(true);
        }
        Err(self.unexpected(error::EXPECTED_KEY))
    }
}

/// Passes the colon and the white space around it, and remembers them.
#[inline(always)]
fn pass_colon<I: Isa>(cursor: &mut Cursor<'_, I>, colon: &mut Colon) -> Result {
    if cursor.peek() == b':' && cursor.peek_at(1) > b' ' {
        cursor.bump(1);
        *colon = Colon::PLAIN;
        return Ok(());
    }
    let from = cursor.position();
    cursor.skip_spaces();
    if cursor.peek() != b':' {
        return Err(error::unexpected(
            cursor.input(),
            cursor.position(),
            "`:` after the key",
        ));
    }
    cursor.bump(1);
    cursor.skip_spaces();
    *colon = Colon::new(&cursor.input()[from..cursor.position()]);
    Ok(())
}
