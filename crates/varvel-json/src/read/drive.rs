//! The hot loop: one document from the cursor into a sink.
//!
//! The loop is a machine of four states; it does not recurse. It runs on predictions: the sink is
//! asked which key comes next, and the comma and white space before it are most likely those of
//! the last time at this depth. One comparison of vectors confirms both; what follows runs ahead
//! of it. Everything that is not as predicted takes the plain path.

use alloc::vec::Vec;

use varvel_core::{Error, Result, Sink, Str};
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::key::{Colon, Lead};
use varvel_raw::number::Num;
use varvel_raw::simd::Isa;

use super::{Reader, string};
use crate::error;

/// What a value turned out to be.
enum Opened {
    /// A value that is complete.
    Nothing,
    /// An object with at least one member; the cursor is at its first key.
    Object,
    /// An array with at least one item; the cursor is at it.
    Array,
}

/// Depths whose leads are remembered apart; a power of two.
const LEADS: usize = 16;

/// What the loop has beside the cursor. The cursor is a variable of its own, handed to functions
/// that are not inlined by value only: so it stays in registers.
struct Loop<'r> {
    scratch: &'r mut Vec<u8>,
    /// Whether each open container is an object.
    open: &'r mut Vec<bool>,
    /// What stood before the last member or item at each depth.
    leads: [Lead; LEADS],
    /// What stood between the last key that was not predicted and its value.
    colon: Colon,
    nodes: usize,
    max_depth: usize,
    max_nodes: usize,
}

/// Drives the node at the reader's cursor into `sink`.
#[inline(always)]
pub fn document<'de, I: Isa, S: Sink<'de>>(
    reader: &mut Reader<'de, I>,
    sink: &mut S,
) -> Result {
    let base = reader.open.len();
    let mut cursor = reader.cursor;
    let mut state = Loop {
        scratch: &mut reader.scratch,
        open: &mut reader.open,
        leads: [Lead::COMMA; LEADS],
        colon: Colon::PLAIN,
        nodes: reader.nodes,
        max_depth: reader.options.limits.depth,
        max_nodes: reader.options.limits.nodes,
    };
    let result = state.run(&mut cursor, base, sink);
    reader.cursor = cursor;
    reader.nodes = state.nodes;
    reader.open.truncate(base);
    if result.is_ok() && reader.nodes > reader.options.limits.nodes {
        let (at, limit) = (reader.cursor.at(), reader.options.limits.nodes);
        return Err(error::too_many_nodes(at, limit));
    }
    result
}

impl Loop<'_> {
    #[inline(always)]
    fn run<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        base: usize,
        sink: &mut S,
    ) -> Result {
        let mut in_object = match self.value(cursor, sink)? {
            Opened::Nothing => return Ok(()),
            Opened::Object => true,
            Opened::Array => false,
        };
        // Whether nothing of the current container was read yet.
        let mut first = true;
        loop {
            let opened = if in_object {
                if first {
                    self.key(cursor, sink)?;
                } else if !self.next_member(cursor, sink)? {
                    sink.end_map()?;
                    match self.close(base) {
                        Some(object) => in_object = object,
                        None => return Ok(()),
                    }
                    continue;
                }
                self.value(cursor, sink)?
            } else {
                if !first && !self.next_item(cursor)? {
                    sink.end_array()?;
                    match self.close(base) {
                        Some(object) => in_object = object,
                        None => return Ok(()),
                    }
                    continue;
                }
                self.value(cursor, sink)?
            };
            first = match opened {
                Opened::Nothing => false,
                Opened::Object => {
                    in_object = true;
                    true
                }
                Opened::Array => {
                    in_object = false;
                    true
                }
            };
        }
    }

    /// Leaves a container; whether the one around it, if there is one, is an object.
    #[inline(always)]
    fn close(&mut self, base: usize) -> Option<bool> {
        self.open.pop();
        if self.open.len() == base {
            return None;
        }
        self.open.last().copied()
    }

    /// Passes all that leads to the value of the next member, or the closing brace (`false`).
    #[inline(always)]
    fn next_member<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result<bool> {
        let lead = &self.leads[self.open.len() % LEADS];
        if let Some(key) = sink.expect_key()
            && cursor.eat_member(lead, key, &self.colon)
        {
            return sink.expected_key().map(|()| true);
        }
        if self.lead(cursor) || self.comma(cursor, b'}')? {
            return self.key(cursor, sink).map(|()| true);
        }
        Ok(false)
    }

    /// Passes the comma and white space if they are as predicted.
    #[inline(always)]
    fn lead<I: Isa>(&mut self, cursor: &mut Cursor<'_, I>) -> bool {
        let from = cursor.at();
        if !cursor.eat_lead(&self.leads[self.open.len() % LEADS]) {
            return false;
        }
        if cursor.peek() > b' ' {
            return true;
        }
        // There is more of it: to be learned anew.
        cursor.seek(from);
        false
    }

    /// Passes what leads to the next item, or the closing bracket (`false`).
    #[inline(always)]
    fn next_item<I: Isa>(&mut self, cursor: &mut Cursor<'_, I>) -> Result<bool> {
        if self.lead(cursor) {
            return Ok(true);
        }
        self.comma(cursor, b']')
    }

    /// Passes the comma and white space before a member or an item (`true`), or the closing
    /// bracket (`false`). Remembers what it passed.
    #[inline(always)]
    fn comma<I: Isa>(&mut self, cursor: &mut Cursor<'_, I>, bracket: u8) -> Result<bool> {
        if cursor.peek() == bracket {
            cursor.bump(1);
            return Ok(false);
        }
        cursor.skip_spaces();
        let byte = cursor.peek();
        if byte == b',' {
            *cursor = self.learn_lead(*cursor);
            return Ok(true);
        }
        if byte == bracket {
            cursor.bump(1);
            return Ok(false);
        }
        Err(unexpected(*cursor, match bracket {
            b'}' => "`,` or `}`",
            _ => "`,` or `]`",
        }))
    }

    #[inline(never)]
    fn learn_lead<'de, I: Isa>(&mut self, mut cursor: Cursor<'de, I>) -> Cursor<'de, I> {
        let from = cursor.at();
        cursor.bump(1);
        cursor.skip_spaces();
        self.leads[self.open.len() % LEADS] = Lead::new(&cursor.input()[from..cursor.at()]);
        cursor
    }

    /// Reads a key, the colon and the white space around it.
    #[inline(always)]
    fn key<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result {
        if let Some(key) = sink.expect_key()
            && cursor.eat_key_colon(key, &self.colon)
        {
            return sink.expected_key();
        }
        cursor.skip_spaces();
        match sink.expect_key() {
            Some(key) if cursor.eat_key(key) => sink.expected_key()?,
            _ => self.other_key(cursor, sink)?,
        }
        let from = cursor.at();
        cursor.skip_spaces();
        if cursor.peek() != b':' {
            return Err(unexpected(*cursor, "`:` after the key"));
        }
        cursor.bump(1);
        cursor.skip_spaces();
        self.colon = Colon::new(&cursor.input()[from..cursor.at()]);
        Ok(())
    }

    #[inline(always)]
    fn other_key<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result {
        let at = cursor.at();
        if cursor.peek() != b'"' {
            return Err(unexpected(*cursor, "a key in double quotes"));
        }
        cursor.bump(1);
        match cursor.string_body() {
            StringScan::Plain(text) => sink.key(Str::Input(text)),
            StringScan::Stop(stop) => {
                let (end, text) = string::escaped(*cursor, stop, self.scratch)?;
                *cursor = end;
                sink.key(Str::Scratch(text))
            }
            StringScan::NotUtf8 => Err(not_utf8(*cursor)),
        }
        .map_err(|error| error.or_offset(at))
    }

    /// Reads a scalar, an empty container, or the opening of a container.
    #[inline(always)]
    fn value<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result<Opened> {
        self.nodes += 1;
        let mut byte = cursor.peek();
        if byte <= b' ' {
            // More white space than predicted.
            cursor.skip_long_spaces();
            byte = cursor.peek();
        }
        if byte == b'"' {
            cursor.bump(1);
            self.string(cursor, sink)?;
            return Ok(Opened::Nothing);
        }
        if byte.wrapping_sub(b'0') < 10 || byte == b'-' {
            self.number(cursor, sink)?;
            return Ok(Opened::Nothing);
        }
        match byte {
            b'{' => self.open_object(cursor, sink),
            b'[' => self.open_array(cursor, sink),
            b'n' if cursor.eat4(*b"null") => sink.null().map(|()| Opened::Nothing),
            b't' if cursor.eat4(*b"true") => sink.bool(true).map(|()| Opened::Nothing),
            b'f' if cursor.peek_at(4) == b'e' && cursor.eat4(*b"fals") => {
                cursor.bump(1);
                sink.bool(false).map(|()| Opened::Nothing)
            }
            _ => Err(unexpected(*cursor, "a value")),
        }
    }

    #[inline(always)]
    fn string<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result {
        match cursor.string_body() {
            StringScan::Plain(text) => sink.str(Str::Input(text)),
            StringScan::Stop(stop) => {
                let (end, text) = string::escaped(*cursor, stop, self.scratch)?;
                *cursor = end;
                sink.str(Str::Scratch(text))
            }
            StringScan::NotUtf8 => Err(not_utf8(*cursor)),
        }
    }

    #[inline(always)]
    fn number<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result {
        let at = cursor.at();
        match cursor.number() {
            Ok(Num::I64(value)) => sink.i64(value),
            Ok(Num::F64(value)) => sink.f64(value),
            Ok(Num::U64(value)) => sink.u64(value),
            Ok(Num::Big) => big(*cursor, at, sink),
            Err(error) => Err(error::number(cursor.input(), at, error)),
        }
    }

    #[inline(always)]
    fn open_object<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result<Opened> {
        self.enter(cursor, true)?;
        self.open_lead(cursor);
        sink.begin_map(None)?;
        if cursor.peek() != b'}' {
            return Ok(Opened::Object);
        }
        cursor.bump(1);
        self.open.pop();
        sink.end_map()?;
        Ok(Opened::Nothing)
    }

    #[inline(always)]
    fn open_array<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        cursor: &mut Cursor<'de, I>,
        sink: &mut S,
    ) -> Result<Opened> {
        self.enter(cursor, false)?;
        self.open_lead(cursor);
        sink.begin_array(None)?;
        if cursor.peek() != b']' {
            return Ok(Opened::Array);
        }
        cursor.bump(1);
        self.open.pop();
        sink.end_array()?;
        Ok(Opened::Nothing)
    }

    /// Passes the white space after an opening bracket.
    #[inline(always)]
    fn open_lead<I: Isa>(&mut self, cursor: &mut Cursor<'_, I>) {
        if cursor.peek() > b' ' {
            return;
        }
        let lead = &self.leads[self.open.len() % LEADS];
        if !cursor.eat_lead_spaces(lead) || cursor.peek() <= b' ' {
            cursor.skip_long_spaces();
        }
    }

    /// Passes an opening bracket and counts one container more.
    #[inline(always)]
    fn enter<I: Isa>(&mut self, cursor: &mut Cursor<'_, I>, object: bool) -> Result {
        if self.open.len() >= self.max_depth {
            return Err(error::too_deep(cursor.at(), self.max_depth));
        }
        if self.nodes > self.max_nodes {
            return Err(error::too_many_nodes(cursor.at(), self.max_nodes));
        }
        if self.open.len() == self.open.capacity() {
            self.grow()?;
        }
        cursor.bump(1);
        self.open.push(object);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.open
            .try_reserve(32)
            .map_err(|_| Error::out_of_memory())
    }
}

/// An integer beyond 64 bits: the text from `at` to the cursor.
#[cold]
#[inline(never)]
fn big<'de, I: Isa, S: Sink<'de>>(cursor: Cursor<'de, I>, at: usize, sink: &mut S) -> Result {
    let digits = &cursor.input()[at..cursor.at()];
    // The number's own grammar leaves nothing but ASCII.
    sink.big_integer(core::str::from_utf8(digits).unwrap_or("0"))
}

#[cold]
#[inline(never)]
fn unexpected<I: Isa>(mut cursor: Cursor<'_, I>, expected: &'static str) -> Error {
    cursor.skip_spaces();
    error::unexpected(cursor.input(), cursor.at(), expected)
}

#[cold]
#[inline(never)]
fn not_utf8<I: Isa>(cursor: Cursor<'_, I>) -> Error {
    string::not_utf8(cursor.input(), cursor.at())
}
