//! The hot loop: one document from the reader's cursor into a sink.
//!
//! In plain words: a value; after it, in an object, either `,` and a key and `:` or `}`, in an
//! array either `,` or `]`; and so on until the first container closes. It does not recurse. The
//! real loop runs on predictions. The sink keeps the next key with the whole text that led to its
//! value the last time, from the comma to the white space behind the colon. One comparison of
//! vectors confirms all of it, and the processor runs ahead of that comparison. Text that was not
//! predicted takes the plain path, and the sink learns it for the next time. The loop itself
//! remembers the text before the items of an array and before closing brackets, by depth.
//!
//! The position is a pointer in a register ([`Ahead`]). Functions that are not inlined take its
//! offset by value: a reference to it would keep it in memory, and every step would wait for a
//! store.

use alloc::vec::Vec;

use varvel_core::number::{is_zero, number_len};
use varvel_core::sink::Runs;
use varvel_core::{Error, Limits, Result, Sink, Str};
use varvel_raw::ahead::Ahead;
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::key::{Colon, Lead};
use varvel_raw::look::{AHEAD, Look, Tail};
use varvel_raw::number::{Num, NumErrorKind};
use varvel_raw::simd::{Isa, Task};

use super::at_value;
use super::indent::{self, LEADS};
use super::string;
use crate::error;

/// The next step of the loop.
pub(super) enum Then {
    /// The text behind a complete value.
    Next,
    /// A value, which begins at the position.
    Value,
}

const NULL: u32 = u32::from_le_bytes(*b"null");
const TRUE: u32 = u32::from_le_bytes(*b"true");
const FALS: u32 = u32::from_le_bytes(*b"fals");

/// The state of the loop, without the position.
pub(super) struct Loop<'r, 'a, 't, I> {
    pub(super) look: Look<'a, 't, I>,
    scratch: &'r mut Buffer,
    pub(super) open: Open<'r>,
    /// The white space behind a comma, at each depth: before items and closing brackets.
    pub(super) leads: &'r mut [Lead; LEADS],
    /// The text between the last key that was not predicted and its value.
    colon: Colon,
    pub(super) nodes: usize,
    max_depth: usize,
    max_nodes: usize,
    /// Whether NaN and the infinities are read, as the words of JSON5.
    words: bool,
    /// The first numbers of an array, as long as all its items are numbers of one kind.
    pub(super) runs: &'r mut Runs,
}

/// The kinds of the open containers: 64 in a register, the rest in memory.
pub(super) struct Open<'r> {
    /// The kinds of the `n` innermost containers. A one above them makes the outside of all
    /// containers look like an array.
    ///
    /// ```text
    /// bit   63 ... n+1   n   n-1 ... 1 0
    ///      +-----------+---+-------------+
    ///      | zeros     | 1 | 1: array    |
    ///      |           |   | 0: object   |
    ///      +-----------+---+-------------+
    ///                        bit 0: the innermost container
    /// ```
    kinds: u64,
    pub(super) depth: usize,
    outer: &'r mut Vec<u64>,
}

impl Open<'_> {
    #[inline(always)]
    pub(super) fn push(&mut self, object: bool) -> Result {
        if self.kinds >> 63 == 1 {
            self.spill()?;
        }
        self.kinds = self.kinds << 1 | u64::from(!object);
        self.depth += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn spill(&mut self) -> Result {
        self.outer
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.outer.push(self.kinds);
        self.kinds = 1;
        Ok(())
    }

    /// Returns whether the innermost container is an object.
    #[inline(always)]
    fn in_object(&self) -> bool {
        self.kinds & 1 == 0
    }

    /// Leaves the innermost container.
    #[inline(always)]
    fn pop(&mut self) {
        self.depth -= 1;
        self.kinds >>= 1;
        if self.kinds == 1
            && let Some(outer) = self.outer.pop()
        {
            self.kinds = outer;
        }
    }
}

/// Drives the node at `at` into `sink`, and moves `at` behind it, or to the place of an error. It
/// adds to the number of `nodes`. `words` tells whether NaN and the infinities may come as words.
#[inline(always)]
pub fn document<'de, I: Isa, S: Sink<'de>>(
    isa: I,
    input: &'de [u8],
    (at, nodes): (&mut usize, &mut usize),
    limits: &Limits,
    words: bool,
    scratch: &mut Buffer,
    sink: &mut S,
) -> Result {
    // The state is made here and lent, because moving it into place would copy it.
    let mut tail = Tail::new();
    let look = tail.look(isa, input);
    let mut leads = [Lead::COMMA; LEADS];
    let mut runs = Runs::new();
    let mut outer = Vec::new();
    // This variable is never borrowed by a call, so it stays in a register.
    let mut ahead = Ahead::new(look, *at);
    let mut state = Loop {
        look,
        scratch,
        open: Open {
            kinds: 1,
            depth: 0,
            outer: &mut outer,
        },
        leads: &mut leads,
        colon: Colon::PLAIN,
        nodes: *nodes,
        max_depth: limits.depth,
        max_nodes: limits.nodes,
        words,
        runs: &mut runs,
    };
    let result = state.run(&mut ahead, sink);
    *at = ahead.position();
    *nodes = state.nodes;
    if result.is_ok() && *nodes > limits.nodes {
        return Err(Error::too_many_nodes(limits.nodes).with_offset(*at));
    }
    result
}

impl<'a: 't, 't, I: Isa> Loop<'_, 'a, 't, I> {
    #[inline(always)]
    fn run<S: Sink<'a>>(&mut self, ahead: &mut Ahead<'a, 't, I>, sink: &mut S) -> Result {
        loop {
            if let Then::Value = self.value(ahead, sink)? {
                continue;
            }
            // Moves to the next value, and leaves the containers that end here.
            loop {
                if self.open.in_object() {
                    if self.next_member(ahead, sink)? {
                        break;
                    }
                    sink.end_map()?;
                } else {
                    if self.open.depth == 0 {
                        return Ok(());
                    }
                    if self.next_item(ahead)? {
                        break;
                    }
                    sink.end_array()?;
                }
                self.open.pop();
            }
        }
    }

    /// Passes the text up to the value of the next member, and returns `true`. Returns `false` at
    /// the closing brace.
    #[inline(always)]
    fn next_member<S: Sink<'a>>(
        &mut self,
        ahead: &mut Ahead<'a, 't, I>,
        sink: &mut S,
    ) -> Result<bool> {
        if self.expected_member(ahead, sink)? {
            return Ok(true);
        }
        if self.closes(ahead, b'}') {
            return Ok(false);
        }
        let from = ahead.position();
        if self.comma(ahead, b'}')? {
            self.key(ahead, from, sink)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Passes the text up to the value of the next member, if it is as predicted. Returns whether
    /// it is.
    #[inline(always)]
    fn expected_member<S: Sink<'a>>(
        &mut self,
        ahead: &mut Ahead<'a, 't, I>,
        sink: &mut S,
    ) -> Result<bool> {
        if let Some(pattern) = sink.expect_member()
            && let Some(n) = self.look.pattern(ahead.far(), pattern)
        {
            ahead.advance(n);
            sink.expected_key()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Passes the text up to the next item, and returns `true`. Returns `false` behind the closing
    /// bracket.
    #[inline(always)]
    fn next_item(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Result<bool> {
        let lead = &self.leads[self.open.depth % LEADS];
        if self.look.lead(ahead.head(), lead) && ahead.far()[lead.len() % AHEAD] > b' ' {
            ahead.advance(lead.len());
            return Ok(true);
        }
        if self.closes(ahead, b']') {
            return Ok(false);
        }
        self.comma(ahead, b']')
    }

    /// Passes the closing bracket if it stands at the position, or behind the white space that
    /// stands before the container's own siblings. Returns whether it does.
    #[inline(always)]
    fn closes(&self, ahead: &mut Ahead<'a, 't, I>, bracket: u8) -> bool {
        let outer = &self.leads[(self.open.depth - 1) % LEADS];
        if self.look.lead_spaces(ahead.head(), outer)
            && ahead.far()[(outer.len() - 1) % AHEAD] == bracket
        {
            ahead.advance(outer.len());
            return true;
        }
        false
    }

    /// Passes the comma and white space before a member or an item, and returns `true`. Returns
    /// `false` behind the closing bracket. It remembers the text that it passed.
    #[inline(always)]
    fn comma(&mut self, ahead: &mut Ahead<'a, 't, I>, bracket: u8) -> Result<bool> {
        let mut at = ahead.position();
        let mut n = 0;
        if ahead.byte() <= b' ' {
            n = self.look.spaces(at);
            at += n;
            ahead.seek(at);
        }
        let byte = ahead.byte();
        if byte == bracket {
            ahead.advance(1);
            if n != 0 {
                self.learn_spaces(at - n, n, self.open.depth - 1);
            }
            return Ok(false);
        }
        if byte != b',' {
            let expected = match bracket {
                b'}' => "`,` or `}`",
                _ => "`,` or `]`",
            };
            return Err(unexpected(self.look, at, expected));
        }
        let n = 1 + self.look.spaces(at + 1);
        if let Some(lead) = self.look.input().get(at..at + n) {
            self.leads[self.open.depth % LEADS] = Lead::new(lead);
        }
        ahead.seek(at + n);
        Ok(true)
    }

    /// Reads a key, the colon and the white space around it. The text that leads to the key begins
    /// at `from`.
    #[inline(always)]
    fn key<S: Sink<'a>>(
        &mut self,
        ahead: &mut Ahead<'a, 't, I>,
        from: usize,
        sink: &mut S,
    ) -> Result {
        struct ReadKey<'l, 'r, 'a, 't, I, S> {
            state: &'l mut Loop<'r, 'a, 't, I>,
            from: usize,
            at: usize,
            sink: &'l mut S,
        }
        impl<'a: 't, 't, I: Isa, S: Sink<'a>> Task for ReadKey<'_, '_, 'a, 't, I, S> {
            type Output = Result<usize>;
            #[inline(always)]
            fn run<J: Isa>(self, _: J) -> Result<usize> {
                self.state.read_key(self.from, self.at, self.sink)
            }
        }
        let isa = self.look.isa();
        let at = isa.outlined(ReadKey {
            state: self,
            from,
            at: ahead.position(),
            sink,
        })?;
        ahead.seek(at);
        Ok(())
    }

    /// Reads the key at `at`, the colon and the white space around it. Returns the place of its
    /// value. The text that leads to the key begins at `from`.
    #[inline(always)]
    fn read_key<S: Sink<'a>>(&mut self, from: usize, at: usize, sink: &mut S) -> Result<usize> {
        let head = self.look.head(at);
        let mut value = if let Some(key) = sink.expect_key()
            && let Some(n) = self.look.key_colon(head, key, &self.colon)
        {
            sink.expected_key()?;
            at + n
        } else {
            self.other_key(at, sink)?
        };
        if self.look.head(value)[0] <= b' ' {
            value += self.look.spaces(value);
        }
        if let Some(text) = self.look.input().get(from..value) {
            sink.learn_member(text);
        }
        Ok(value)
    }

    /// Reads a key that was not predicted, the colon and the white space around it. Returns the
    /// place of its value.
    #[inline(always)]
    fn other_key<S: Sink<'a>>(&mut self, from: usize, sink: &mut S) -> Result<usize> {
        let head = self.look.head(from);
        if head[0] != b'"' {
            return Err(unexpected(self.look, from, error::EXPECTED_KEY));
        }
        let (after, result) = match self.look.short_string(from) {
            Some(text) => (from + text.len() + 2, sink.key(Str::Input(text))),
            None => {
                let (end, text) = long_string(self.look, from, self.scratch)?;
                (end, sink.key(text))
            }
        };
        result.map_err(|error| error.or_offset(from))?;
        let mut n = self.look.spaces(after);
        if self.look.head(after + n)[0] != b':' {
            return Err(unexpected(self.look, after + n, "`:` after the key"));
        }
        n += 1;
        n += self.look.spaces(after + n);
        if let Some(colon) = self.look.input().get(after..after + n) {
            self.colon = Colon::new(colon);
        }
        Ok(after + n)
    }

    /// Reads a scalar, an empty container, or the opening of a container.
    #[inline(always)]
    fn value<S: Sink<'a>>(&mut self, ahead: &mut Ahead<'a, 't, I>, sink: &mut S) -> Result<Then> {
        self.nodes += 1;
        let byte = ahead.byte();
        if byte == b'"' {
            if let Some(text) = ahead.short_string() {
                sink.str(Str::Input(text))?;
            } else {
                let (end, text) = long_string(self.look, ahead.position(), self.scratch)?;
                ahead.seek(end);
                sink.str(text)?;
            }
            return Ok(Then::Next);
        }
        if begins_number(byte) {
            if let Some((value, n)) = self.look.quick_int(ahead.head()) {
                ahead.advance(n);
                sink.i64(value)?;
            } else if sink.wants_decimal() {
                ahead.seek(self.exact_number(ahead.position(), sink)?);
            } else if let Some((value, n)) = self.look.quick_float(ahead.head()) {
                ahead.advance(n);
                sink.f64(value)?;
            } else {
                ahead.seek(self.other_number(ahead.position(), sink)?);
            }
            return Ok(Then::Next);
        }
        match byte {
            b'{' => {
                self.enter(ahead)?;
                self.open.push(true)?;
                sink.begin_map(None)?;
                if self.expected_member(ahead, sink)? {
                    return Ok(Then::Value);
                }
                let from = ahead.position();
                self.spaces_inside(ahead, 0);
                if ahead.byte() != b'}' {
                    self.key(ahead, from, sink)?;
                    return Ok(Then::Value);
                }
                ahead.advance(1);
                self.open.pop();
                sink.end_map()?;
            }
            b'[' => {
                self.enter(ahead)?;
                self.spaces_inside(ahead, 1);
                let first = ahead.byte();
                if begins_number(first) {
                    return self.numbers(ahead, sink);
                }
                if first != b']' {
                    self.open.push(false)?;
                    sink.begin_array(None)?;
                    return Ok(Then::Value);
                }
                ahead.advance(1);
                sink.i64_array(&[])?;
            }
            _ => return self.word(ahead, sink),
        }
        Ok(Then::Next)
    }

    /// Reads `null`, `true` or `false`, or passes white space before a value.
    #[inline(always)]
    fn word<S: Sink<'a>>(&mut self, ahead: &mut Ahead<'a, 't, I>, sink: &mut S) -> Result<Then> {
        match ahead.word() {
            NULL => {
                ahead.advance(4);
                sink.null()?;
            }
            TRUE => {
                ahead.advance(4);
                sink.bool(true)?;
            }
            FALS if ahead.far()[4] == b'e' => {
                ahead.advance(5);
                sink.bool(false)?;
            }
            _ => {
                let (at, then) = self.other_word(ahead.position(), sink)?;
                ahead.seek(at);
                return Ok(then);
            }
        }
        Ok(Then::Next)
    }

    /// Reads a number that does not have one of the most common forms. Returns its end.
    #[inline(never)]
    fn other_number<S: Sink<'a>>(&mut self, at: usize, sink: &mut S) -> Result<usize> {
        match self.look.number(at) {
            Ok((Num::F64(0.0), n)) if self.is_beyond_floats(at, n, sink) => {
                self.text_of_number(at, n, sink)
            }
            Ok((number, n)) => {
                let given = match number {
                    Num::I64(value) => sink.i64(value),
                    Num::F64(value) => sink.f64(value),
                    Num::U64(value) => sink.u64(value),
                    Num::Big => big(self.look.input(), at, at + n, sink),
                };
                given.map_err(|error| at_value(self.look.input(), at + n, error))?;
                Ok(at + n)
            }
            Err(error) if error.kind == NumErrorKind::Overflow && sink.takes_beyond_floats() => {
                let rest = self.look.input().get(at..).unwrap_or_default();
                self.text_of_number(at, number_len(rest).unwrap_or(0), sink)
            }
            Err(error) => match self.non_finite(at, sink)? {
                Some(end) => Ok(end),
                None => Err(error::number(self.look.input(), at, error)),
            },
        }
    }

    /// Returns whether a number whose nearest float is zero is another one, and wanted as text.
    #[cold]
    pub(super) fn is_beyond_floats<S: Sink<'a>>(&self, at: usize, len: usize, sink: &S) -> bool {
        let text = self.look.input().get(at..at + len);
        sink.takes_beyond_floats() && !text.is_none_or(is_zero)
    }

    /// Reads NaN or an infinity at `at`, if the options allow it. Returns its end.
    #[cold]
    #[inline(never)]
    fn non_finite<S: Sink<'a>>(&mut self, at: usize, sink: &mut S) -> Result<Option<usize>> {
        if !self.words {
            return Ok(None);
        }
        match super::non_finite(self.look.input(), at) {
            Some((value, n)) => match sink.f64(value) {
                Ok(()) => Ok(Some(at + n)),
                Err(error) => Err(at_value(self.look.input(), at + n, error)),
            },
            None => Ok(None),
        }
    }

    /// Reads a value that is not common: NaN or an infinity, or white space before a value.
    #[cold]
    #[inline(never)]
    fn other_word<S: Sink<'a>>(&mut self, at: usize, sink: &mut S) -> Result<(usize, Then)> {
        match self.non_finite(at, sink)? {
            Some(end) => Ok((end, Then::Next)),
            None => Ok((self.more_space(at, sink)?, Then::Value)),
        }
    }

    /// Reads a number, and gives it as text if it is not an integer. Returns its end.
    #[inline(never)]
    fn exact_number<S: Sink<'a>>(&mut self, at: usize, sink: &mut S) -> Result<usize> {
        match self.look.number(at) {
            Ok((Num::F64(_), n)) => self.text_of_number(at, n, sink),
            _ => self.other_number(at, sink),
        }
    }

    /// Gives a number as text. Returns its end.
    fn text_of_number<S: Sink<'a>>(&self, at: usize, len: usize, sink: &mut S) -> Result<usize> {
        let text = self.look.input().get(at..at + len).unwrap_or_default();
        // The grammar of numbers allows only ASCII.
        let given = sink.decimal(core::str::from_utf8(text).unwrap_or("0"));
        given.map_err(|error| at_value(self.look.input(), at + len, error))?;
        Ok(at + len)
    }

    /// Passes more white space before a value than was predicted. Any other text is an error. If it
    /// stands behind a colon, the same white space is predicted behind the next colon.
    #[cold]
    #[inline(never)]
    fn more_space<S: Sink<'a>>(&mut self, at: usize, sink: &mut S) -> Result<usize> {
        let end = at + self.look.spaces(at);
        if end == at {
            return Err(unexpected(self.look, at, "a value"));
        }
        if let Some(text) = self.look.input().get(at.saturating_sub(1)..end)
            && text.first() == Some(&b':')
        {
            self.colon = Colon::new(text);
        }
        if self.open.in_object() {
            // This predicts no text for the member, so its text is learnt again the next time.
            sink.learn_member(&[]);
        }
        // The value will be counted when it is read.
        self.nodes -= 1;
        Ok(end)
    }

    /// Passes the opening bracket, and checks the limits.
    #[inline(always)]
    fn enter(&self, ahead: &mut Ahead<'a, 't, I>) -> Result {
        if self.open.depth >= self.max_depth {
            return Err(Error::too_deep(self.max_depth).with_offset(ahead.position()));
        }
        if self.nodes > self.max_nodes {
            return Err(Error::too_many_nodes(self.max_nodes).with_offset(ahead.position()));
        }
        ahead.advance(1);
        Ok(())
    }

    /// Passes white space behind an opening bracket, `depth` containers further in. Most likely the
    /// same white space stands behind the commas there.
    #[inline(always)]
    fn spaces_inside(&mut self, ahead: &mut Ahead<'a, 't, I>, depth: usize) {
        if ahead.byte() <= b' ' {
            let lead = &self.leads[(self.open.depth + depth) % LEADS];
            let n = lead.len() - 1;
            if self.look.lead_spaces(ahead.head(), lead) && ahead.far()[n % AHEAD] > b' ' {
                ahead.advance(n);
            } else {
                let at = ahead.position();
                let n = self.look.spaces(at);
                self.learn_spaces(at, n, self.open.depth + depth);
                ahead.seek(at + n);
            }
        }
    }

    /// Remembers white space as the text behind the commas at that depth, unless such text is known
    /// already: the text behind a comma is more reliable.
    #[inline(never)]
    pub(super) fn learn_spaces(&mut self, at: usize, n: usize, depth: usize) {
        let lead = &mut self.leads[depth % LEADS];
        if lead.len() == 1
            && let Some(spaces) = self.look.input().get(at..at + n)
        {
            *lead = Lead::of_spaces(spaces);
            // This applies behind the document's first bracket only, and not if its containers
            // follow each other without a line between.
            if depth == 1
                && self.open.depth == 0
                && let Some(leads) = indent::guess(spaces)
            {
                *self.leads = *leads;
                self.colon = indent::COLON;
            }
        }
    }
}

/// Returns whether a value that begins with `byte` is a number or an error.
#[inline(always)]
pub(super) fn begins_number(byte: u8) -> bool {
    // One comparison covers `-`, `.`, `/` and the digits.
    byte.wrapping_sub(b'-') <= b'9' - b'-'
}

/// Reads a string that is long, has escapes, or is broken. Its opening quote is at `at`. Returns
/// its end.
#[inline(always)]
fn long_string<'a, 's, I: Isa>(
    look: Look<'a, '_, I>,
    at: usize,
    scratch: &'s mut Buffer,
) -> Result<(usize, Str<'a, 's>)> {
    struct LongString<'a, 's> {
        input: &'a [u8],
        at: usize,
        scratch: &'s mut Buffer,
    }
    impl<'a, 's> Task for LongString<'a, 's> {
        type Output = Result<(usize, Str<'a, 's>)>;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Self::Output {
            let mut cursor = Cursor::new(isa, self.input);
            cursor.seek(self.at + 1);
            match cursor.string_body() {
                StringScan::Plain(text) => Ok((cursor.position(), Str::Input(text))),
                StringScan::Stop(stop) => {
                    let (end, text) = string::escaped(cursor, stop, self.scratch)?;
                    Ok((end.position(), Str::Scratch(text)))
                }
                StringScan::NotUtf8 => Err(string::not_utf8(self.input, self.at + 1)),
            }
        }
    }
    let input = look.input();
    look.isa().outlined(LongString { input, at, scratch })
}

/// Gives an integer beyond 64 bits to `sink`.
#[cold]
#[inline(never)]
fn big<'de, S: Sink<'de>>(input: &[u8], from: usize, to: usize, sink: &mut S) -> Result {
    // The grammar of numbers allows only ASCII.
    sink.big_integer(core::str::from_utf8(&input[from..to]).unwrap_or("0"))
}

#[cold]
#[inline(never)]
fn unexpected<I: Isa>(look: Look<'_, '_, I>, at: usize, expected: &'static str) -> Error {
    let at = at + look.spaces(at);
    error::unexpected(look.input(), at, expected)
}
