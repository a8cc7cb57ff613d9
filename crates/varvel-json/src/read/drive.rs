//! The hot loop: one document from the cursor into a sink.
//!
//! The loop is a machine of four states, `Member`, `AfterMember`, `Item`, `AfterItem`; it does not
//! recurse. The sink is asked which key comes next, and one wide comparison confirms it. White
//! space after a comma is predicted too: it is most likely as long as the last time at this depth,
//! so that what follows need not wait for it to be counted.

use alloc::vec::Vec;

use varvel_core::{Error, Result, Sink, Str};
use varvel_raw::cursor::{Cursor, StringScan};
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

enum State {
    /// At a key.
    Member,
    /// Past the value of a member.
    AfterMember,
    /// At an item.
    Item,
    /// Past an item.
    AfterItem,
}

/// What the loop holds in registers, and what it borrows from the reader.
struct Loop<'r, 'de, I> {
    cursor: Cursor<'de, I>,
    scratch: &'r mut Vec<u8>,
    /// Whether each open container is an object.
    open: &'r mut Vec<bool>,
    /// White space before the members of the container at each depth, the last time.
    indent: [u8; 64],
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
    let mut state = Loop {
        cursor: reader.cursor,
        scratch: &mut reader.scratch,
        open: &mut reader.open,
        indent: [0; 64],
        nodes: reader.nodes,
        max_depth: reader.options.limits.depth,
        max_nodes: reader.options.limits.nodes,
    };
    let result = state.run(base, sink);
    reader.cursor = state.cursor;
    reader.nodes = state.nodes;
    reader.open.truncate(base);
    result
}

impl<'de, I: Isa> Loop<'_, 'de, I> {
    #[inline(always)]
    fn run<S: Sink<'de>>(&mut self, base: usize, sink: &mut S) -> Result {
        let mut state = match self.value(sink)? {
            Opened::Nothing => return Ok(()),
            Opened::Object => State::Member,
            Opened::Array => State::Item,
        };
        loop {
            match state {
                State::Member => {
                    self.key(sink)?;
                    self.colon()?;
                    state = match self.value(sink)? {
                        Opened::Nothing => State::AfterMember,
                        Opened::Object => State::Member,
                        Opened::Array => State::Item,
                    };
                }
                State::Item => {
                    state = match self.value(sink)? {
                        Opened::Nothing => State::AfterItem,
                        Opened::Object => State::Member,
                        Opened::Array => State::Item,
                    };
                }
                State::AfterMember => {
                    let mut byte = self.cursor.peek();
                    if byte <= b' ' {
                        self.cursor.skip_long_spaces();
                        byte = self.cursor.peek();
                    }
                    if byte == b',' {
                        self.cursor.bump(1);
                        self.indent();
                        state = State::Member;
                        continue;
                    }
                    if byte != b'}' {
                        return Err(self.unexpected("`,` or `}`"));
                    }
                    self.cursor.bump(1);
                    sink.end_map()?;
                    match self.close(base)? {
                        Some(next) => state = next,
                        None => return Ok(()),
                    }
                }
                State::AfterItem => {
                    let mut byte = self.cursor.peek();
                    if byte <= b' ' {
                        self.cursor.skip_long_spaces();
                        byte = self.cursor.peek();
                    }
                    if byte == b',' {
                        self.cursor.bump(1);
                        self.indent();
                        state = State::Item;
                        continue;
                    }
                    if byte != b']' {
                        return Err(self.unexpected("`,` or `]`"));
                    }
                    self.cursor.bump(1);
                    sink.end_array()?;
                    match self.close(base)? {
                        Some(next) => state = next,
                        None => return Ok(()),
                    }
                }
            }
        }
    }

    /// Leaves a container; what comes next in the one around it, if there is one.
    #[inline(always)]
    fn close(&mut self, base: usize) -> Result<Option<State>> {
        self.open.pop();
        if self.open.len() == base {
            return Ok(None);
        }
        Ok(Some(match self.open.last() {
            Some(true) => State::AfterMember,
            _ => State::AfterItem,
        }))
    }

    /// Passes the white space before a member or an item.
    #[inline(always)]
    fn indent(&mut self) {
        if self.cursor.peek() > b' ' {
            return;
        }
        let depth = self.open.len() & 63;
        let expected = usize::from(self.indent[depth]);
        if !self.cursor.eat_spaces(expected) {
            self.learn_indent(depth);
        }
    }

    #[inline(always)]
    fn learn_indent(&mut self, depth: usize) {
        let before = self.cursor.at();
        self.cursor.skip_long_spaces();
        self.indent[depth] = u8::try_from(self.cursor.at() - before).unwrap_or(0);
    }

    /// Reads a key up to its closing quote.
    #[inline(always)]
    fn key<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        if let Some(key) = sink.expect_key()
            && self.cursor.eat_key(key)
        {
            return sink.expected_key();
        }
        self.other_key(sink)
    }

    #[inline(always)]
    fn other_key<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        let at = self.cursor.at();
        if self.cursor.peek() != b'"' {
            return Err(self.unexpected("a key in double quotes"));
        }
        self.cursor.bump(1);
        match self.cursor.string_body() {
            StringScan::Plain(text) => sink.key(Str::Input(text)),
            StringScan::Stop(stop) => {
                let text = string::escaped(&mut self.cursor, stop, self.scratch)?;
                sink.key(Str::Scratch(text))
            }
            StringScan::NotUtf8 => Err(self.not_utf8()),
        }
        .map_err(|error| error.or_offset(at))
    }

    /// Passes the colon and the white space around it.
    #[inline(always)]
    fn colon(&mut self) -> Result {
        if self.cursor.peek() != b':' {
            self.cursor.skip_long_spaces();
            if self.cursor.peek() != b':' {
                return Err(self.unexpected("`:` after the key"));
            }
        }
        self.cursor.bump(1);
        if self.cursor.peek() == b' ' {
            self.cursor.bump(1);
        }
        if self.cursor.peek() <= b' ' {
            self.cursor.skip_long_spaces();
        }
        Ok(())
    }

    /// Reads a scalar, an empty container, or the opening of a container.
    #[inline(always)]
    fn value<S: Sink<'de>>(&mut self, sink: &mut S) -> Result<Opened> {
        self.nodes += 1;
        let byte = self.cursor.peek();
        if byte == b'"' {
            self.cursor.bump(1);
            self.string(sink)?;
            return Ok(Opened::Nothing);
        }
        if byte.wrapping_sub(b'0') < 10 || byte == b'-' {
            self.number(sink)?;
            return Ok(Opened::Nothing);
        }
        match byte {
            b'{' => self.open_object(sink),
            b'[' => self.open_array(sink),
            b'n' if self.cursor.eat4(*b"null") => sink.null().map(|()| Opened::Nothing),
            b't' if self.cursor.eat4(*b"true") => sink.bool(true).map(|()| Opened::Nothing),
            b'f' if self.cursor.peek_at(4) == b'e' && self.cursor.eat4(*b"fals") => {
                self.cursor.bump(1);
                sink.bool(false).map(|()| Opened::Nothing)
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    #[inline(always)]
    fn string<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        match self.cursor.string_body() {
            StringScan::Plain(text) => sink.str(Str::Input(text)),
            StringScan::Stop(stop) => {
                let text = string::escaped(&mut self.cursor, stop, self.scratch)?;
                sink.str(Str::Scratch(text))
            }
            StringScan::NotUtf8 => Err(self.not_utf8()),
        }
    }

    #[inline(always)]
    fn number<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        let at = self.cursor.at();
        match self.cursor.number() {
            Ok(Num::I64(value)) => sink.i64(value),
            Ok(Num::F64(value)) => sink.f64(value),
            Ok(Num::U64(value)) => sink.u64(value),
            Ok(Num::Big) => self.big(at, sink),
            Err(error) => Err(error::number(self.cursor.input(), at, error)),
        }
    }

    #[cold]
    #[inline(never)]
    fn big<S: Sink<'de>>(&mut self, at: usize, sink: &mut S) -> Result {
        let digits = &self.cursor.input()[at..self.cursor.at()];
        // The number's own grammar leaves nothing but ASCII.
        sink.big_integer(core::str::from_utf8(digits).unwrap_or("0"))
    }

    #[inline(always)]
    fn open_object<S: Sink<'de>>(&mut self, sink: &mut S) -> Result<Opened> {
        self.enter(true)?;
        self.indent();
        sink.begin_map(None)?;
        if self.cursor.peek() != b'}' {
            return Ok(Opened::Object);
        }
        self.cursor.bump(1);
        self.open.pop();
        sink.end_map()?;
        Ok(Opened::Nothing)
    }

    #[inline(always)]
    fn open_array<S: Sink<'de>>(&mut self, sink: &mut S) -> Result<Opened> {
        self.enter(false)?;
        self.indent();
        sink.begin_array(None)?;
        if self.cursor.peek() != b']' {
            return Ok(Opened::Array);
        }
        self.cursor.bump(1);
        self.open.pop();
        sink.end_array()?;
        Ok(Opened::Nothing)
    }

    /// Passes an opening bracket and counts one container more.
    #[inline(always)]
    fn enter(&mut self, object: bool) -> Result {
        if self.open.len() >= self.max_depth {
            return Err(error::too_deep(self.cursor.at(), self.max_depth));
        }
        if self.nodes > self.max_nodes {
            return Err(error::too_many_nodes(self.cursor.at(), self.max_nodes));
        }
        if self.open.len() == self.open.capacity() {
            self.grow()?;
        }
        self.cursor.bump(1);
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

    #[cold]
    #[inline(never)]
    fn unexpected(&mut self, expected: &'static str) -> Error {
        self.cursor.skip_spaces();
        error::unexpected(self.cursor.input(), self.cursor.at(), expected)
    }

    #[cold]
    #[inline(never)]
    fn not_utf8(&self) -> Error {
        string::not_utf8(self.cursor.input(), self.cursor.at())
    }
}
