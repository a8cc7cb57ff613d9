//! JSON text to the frozen builder in one loop put together by hand: what the events cost is measured
//! against it.
//!
//! The parts are those of `varvel_json::drive` (looks ahead, leads, keys, number text), and the
//! builder is the same; but the loop knows the one builder and the one format. There is no source, no
//! generic sink and no reader's state: one function, its state in local variables, an object's
//! members and an array's items each in their own stretch of code. Limits are the builder's.
//!
//! Errors are short: an offset and what was expected. What is accepted and built is the same, byte
//! for byte, and checked so.

use varvel_core::{Error, ErrorKind, Result, Sink, Str};
use varvel_frozen::Builder;
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::key::{Colon, Lead};
use varvel_raw::look::{Head, Look, Tail};
use varvel_raw::number::{Num, NumError};
use varvel_raw::simd::{self, Isa, Task};
use varvel_raw::text::Text;

use super::hand_escapes;

/// Depths whose leads are remembered apart.
const LEADS: usize = 16;
/// The longest array of numbers that is handed to the builder as a whole.
const RUN: usize = 64;

/// Freezes `input` into `builder`, which was started.
pub fn freeze(input: &[u8], scratch: &mut Buffer, builder: &mut Builder) -> Result {
    simd::dispatch(Document {
        input,
        scratch,
        builder,
    })
}

struct Document<'a, 'b> {
    input: &'a [u8],
    scratch: &'b mut Buffer,
    builder: &'b mut Builder,
}

impl Task for Document<'_, '_> {
    type Output = Result;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result {
        let tail = Tail::new(self.input);
        let fused = Fused {
            look: tail.look(isa),
            scratch: self.scratch,
            builder: self.builder,
            leads: [Lead::COMMA; LEADS],
            colon: Colon::PLAIN,
            kinds: 0,
            depth: 0,
            ints: [0; RUN],
            floats: [0.0; RUN],
        };
        fused.document()
    }
}

struct Fused<'a, 't, 'b, I> {
    look: Look<'a, 't, I>,
    scratch: &'b mut Buffer,
    builder: &'b mut Builder,
    /// What stood between the last members or items at each depth.
    leads: [Lead; LEADS],
    colon: Colon,
    /// Whether each open container is an object, the innermost in the lowest bit. The builder refuses
    /// more than 128.
    kinds: u128,
    depth: usize,
    ints: [i64; RUN],
    floats: [f64; RUN],
}

impl<'a: 't, 't, I: Isa> Fused<'a, 't, '_, I> {
    #[inline(always)]
    fn document(mut self) -> Result {
        let mut at = self.look.spaces(0);
        let mut head = self.look.head(at);
        // Each turn of this loop reads the value at `at`, which is what `head` shows, and then goes on to
        // the next one.
        'value: loop {
            if head[0] <= b' ' {
                at = self.more_space(at);
                head = self.look.head(at);
            }
            let byte = head[0];
            let mut in_object = self.kinds & 1 == 1;
            if byte == b'"' {
                at = self.string(at)?;
            } else if is_number(byte) {
                at = self.number(at, head)?;
            } else if byte == b'{' {
                at = self.inside(at + 1);
                self.builder.begin_map(None)?;
                if self.look.head(at)[0] == b'}' {
                    at += 1;
                    self.builder.end_map()?;
                } else {
                    self.open(true);
                    (at, head) = self.first_key(at)?;
                    continue 'value;
                }
            } else if byte == b'[' {
                at = self.inside(at + 1);
                head = self.look.head(at);
                if is_number(head[0]) {
                    let depth = self.depth;
                    at = self.numbers(at, head)?;
                    in_object &= self.depth == depth;
                } else if head[0] == b']' {
                    at += 1;
                    self.builder.i64_array(&[])?;
                } else {
                    self.builder.begin_array(None)?;
                    self.open(false);
                    continue 'value;
                }
            } else {
                at = self.word(at, head)?;
            }
            // A value is complete.
            loop {
                if self.depth == 0 {
                    return self.end(at);
                }
                let far = self.look.far(at);
                let here = Look::<I>::after(far, 0);
                let lead = &self.leads[self.depth % LEADS];
                if in_object {
                    if let Some(key) = self.builder.expect_key() {
                        let n = self.look.member(far, lead, key, &self.colon);
                        if n != 0 {
                            self.builder.expected_key()?;
                            at += n;
                            head = Look::<I>::after(far, n);
                            continue 'value;
                        }
                    }
                    let n = self.closing(here, b'}');
                    if n == 0 {
                        let (next, more) = self.comma(at, b'}')?;
                        at = next;
                        if more {
                            (at, head) = self.first_key(at)?;
                            continue 'value;
                        }
                    }
                    at += n;
                    self.builder.end_map()?;
                } else {
                    head = Look::<I>::after(far, lead.len());
                    if self.look.lead(here, lead) && head[0] > b' ' {
                        at += lead.len();
                        continue 'value;
                    }
                    let n = self.closing(here, b']');
                    if n == 0 {
                        let (next, more) = self.comma(at, b']')?;
                        at = next;
                        if more {
                            head = self.look.head(at);
                            continue 'value;
                        }
                    }
                    at += n;
                    self.builder.end_array()?;
                }
                self.kinds >>= 1;
                self.depth -= 1;
                in_object = self.kinds & 1 == 1;
            }
        }
    }

    #[inline(always)]
    fn open(&mut self, object: bool) {
        self.kinds = self.kinds << 1 | u128::from(object);
        self.depth += 1;
    }

    /// Nothing but white space may be left.
    #[inline(always)]
    fn end(&self, at: usize) -> Result {
        let at = at + self.look.spaces(at);
        if at >= self.look.input().len() {
            return Ok(());
        }
        Err(expected(at, "the end of input"))
    }

    /// Passes the white space behind an opening bracket.
    #[inline(always)]
    fn inside(&self, mut at: usize) -> usize {
        let head = self.look.head(at);
        if head[0] <= b' ' {
            let lead = &self.leads[(self.depth + 1) % LEADS];
            if self.look.lead_spaces(head, lead) && head[(lead.len() - 1) % 64] > b' ' {
                return at + lead.len() - 1;
            }
            at += self.look.spaces(at);
        }
        at
    }

    /// How long the closing bracket and what stands before it are, if they are as predicted; else zero.
    #[inline(always)]
    fn closing(&self, here: &Head, bracket: u8) -> usize {
        let outer = &self.leads[(self.depth - 1) % LEADS];
        if self.look.lead_spaces(here, outer) && here[(outer.len() - 1) % 64] == bracket {
            return outer.len();
        }
        0
    }

    /// The comma (`true`) or the bracket, and white space, where they are not as predicted.
    #[inline(always)]
    fn comma(&mut self, mut at: usize, bracket: u8) -> Result<(usize, bool)> {
        let mut byte = self.look.head(at)[0];
        if byte <= b' ' {
            at += self.look.spaces(at);
            byte = self.look.head(at)[0];
        }
        if byte == bracket {
            return Ok((at + 1, false));
        }
        if byte != b',' {
            return Err(expected(at, "a comma or the end of the container"));
        }
        let n = 1 + self.look.spaces(at + 1);
        if let Some(text) = self.look.input().get(at..at + n) {
            self.leads[self.depth % LEADS] = Lead::new(text);
        }
        Ok((at + n, true))
    }

    /// A key that is not preceded by the usual comma, and its colon.
    #[inline(always)]
    fn first_key(&mut self, at: usize) -> Result<(usize, &'t Head)> {
        let far = self.look.far(at);
        if let Some(key) = self.builder.expect_key() {
            let n = self
                .look
                .key_colon(Look::<I>::after(far, 0), key, &self.colon);
            if n != 0 {
                self.builder.expected_key()?;
                return Ok((at + n, Look::<I>::after(far, n)));
            }
        }
        let isa = self.look.isa();
        let at = isa.outlined(OtherKey { fused: self, at })?;
        Ok((at, self.look.head(at)))
    }

    /// A key that was not predicted.
    #[inline(always)]
    fn other_key(&mut self, at: usize) -> Result<usize> {
        if self.look.head(at)[0] != b'"' {
            return Err(expected(at, "a key"));
        }
        let after = match self.look.short_string(at) {
            Some(text) => {
                self.builder.key(Str::Input(text))?;
                at + text.len() + 2
            }
            None => {
                let (after, text) = long_string(self.look, at, self.scratch)?;
                self.builder.key(text)?;
                after
            }
        };
        let colon = after + self.look.spaces(after);
        if self.look.head(colon)[0] != b':' {
            return Err(expected(colon, "a colon"));
        }
        let value = colon + 1 + self.look.spaces(colon + 1);
        if let Some(text) = self.look.input().get(after..value) {
            self.colon = Colon::new(text);
        }
        Ok(value)
    }

    #[inline(always)]
    fn string(&mut self, at: usize) -> Result<usize> {
        if let Some(text) = self.look.short_string(at) {
            self.builder.str(Str::Input(text))?;
            return Ok(at + text.len() + 2);
        }
        let (after, text) = long_string(self.look, at, self.scratch)?;
        self.builder.str(text)?;
        Ok(after)
    }

    #[inline(always)]
    fn number(&mut self, at: usize, head: &Head) -> Result<usize> {
        if let Some((value, n)) = self.look.quick_int(head) {
            self.builder.i64(value)?;
            return Ok(at + n);
        }
        if let Some((value, n)) = self.look.quick_float(head) {
            self.builder.f64(value)?;
            return Ok(at + n);
        }
        self.other_number(at)
    }

    /// A number that is not of the most common forms.
    #[inline(never)]
    fn other_number(&mut self, at: usize) -> Result<usize> {
        let read = self.look.number(at);
        let (number, n) = read.map_err(|error| number_error(at, error))?;
        match number {
            Num::I64(value) => self.builder.i64(value)?,
            Num::F64(value) => self.builder.f64(value)?,
            Num::U64(value) => self.builder.u64(value)?,
            Num::Big => big(self.look.input(), at, n, self.builder)?,
        }
        Ok(at + n)
    }

    /// An array whose first item is a number; left open if it is not one of 64 numbers of a kind.
    #[inline(always)]
    fn numbers(&mut self, at: usize, head: &Head) -> Result<usize> {
        if let Some((first, n)) = self.look.quick_int(head) {
            return self.ints(at + n, first);
        }
        if let Some((first, n)) = self.look.quick_float(head) {
            return self.floats(at + n, first);
        }
        if let Ok((Num::F64(first), n)) = self.look.number(at) {
            return self.floats(at + n, first);
        }
        self.builder.begin_array(None)?;
        self.open(false);
        self.other_number(at)
    }

    #[inline(always)]
    fn floats(&mut self, mut at: usize, first: f64) -> Result<usize> {
        self.floats[0] = first;
        let mut n = 1;
        let mut open = false;
        loop {
            let (next, head) = match self.next_number(at) {
                Next::Number(next, head) => (next, head),
                Next::End(end) if !open => {
                    self.builder.f64_array(&self.floats[..n])?;
                    return Ok(end);
                }
                _ => {
                    self.open_for_more(open)?;
                    self.builder.f64s(&self.floats[..n])?;
                    return Ok(at);
                }
            };
            let (value, len) = match self.look.quick_float(head) {
                Some(quick) => quick,
                None => match self.look.number(next) {
                    Ok((Num::F64(value), len)) => (value, len),
                    _ => {
                        self.open_for_more(open)?;
                        self.builder.f64s(&self.floats[..n])?;
                        return self.number(next, head);
                    }
                },
            };
            at = next + len;
            if n == RUN {
                self.open_for_more(open)?;
                self.builder.f64s(&self.floats)?;
                open = true;
                n = 0;
            }
            self.floats[n] = value;
            n += 1;
        }
    }

    #[inline(always)]
    fn ints(&mut self, mut at: usize, first: i64) -> Result<usize> {
        self.ints[0] = first;
        let mut n = 1;
        let mut open = false;
        loop {
            let (next, head) = match self.next_number(at) {
                Next::Number(next, head) => (next, head),
                Next::End(end) if !open => {
                    self.builder.i64_array(&self.ints[..n])?;
                    return Ok(end);
                }
                _ => {
                    self.open_for_more(open)?;
                    self.builder.i64s(&self.ints[..n])?;
                    return Ok(at);
                }
            };
            let (value, len) = match self.look.quick_int(head) {
                Some(quick) => quick,
                None => match self.look.number(next) {
                    Ok((Num::I64(value), len)) => (value, len),
                    _ => {
                        self.open_for_more(open)?;
                        self.builder.i64s(&self.ints[..n])?;
                        return self.number(next, head);
                    }
                },
            };
            at = next + len;
            if n == RUN {
                self.open_for_more(open)?;
                self.builder.i64s(&self.ints)?;
                open = true;
                n = 0;
            }
            self.ints[n] = value;
            n += 1;
        }
    }

    /// An array of numbers turns out to be longer than a run, or of more than one kind.
    #[inline(always)]
    fn open_for_more(&mut self, open: bool) -> Result {
        if !open {
            self.builder.begin_array(None)?;
            self.open(false);
        }
        Ok(())
    }

    /// What follows on the number that ends at `at`.
    #[inline(always)]
    fn next_number(&self, at: usize) -> Next<'t> {
        let mut next = at;
        let mut head = self.look.head(at);
        if head[0] == b',' {
            next += 1;
            if head[1] <= b' ' {
                let lead = &self.leads[(self.depth + 1) % LEADS];
                if self.look.lead(head, lead) {
                    next = at + lead.len();
                }
            }
            head = self.look.head(next);
            if head[0] <= b' ' {
                next += self.look.spaces(next);
                head = self.look.head(next);
            }
            return if is_number(head[0]) {
                Next::Number(next, head)
            } else {
                Next::Other
            };
        }
        if head[0] <= b' ' {
            next += self.look.spaces(next);
            head = self.look.head(next);
        }
        if head[0] == b']' {
            Next::End(next + 1)
        } else {
            Next::Other
        }
    }

    #[inline(always)]
    fn word(&mut self, at: usize, head: &Head) -> Result<usize> {
        match [head[0], head[1], head[2], head[3]] {
            [b'n', b'u', b'l', b'l'] => {
                self.builder.null()?;
                Ok(at + 4)
            }
            [b't', b'r', b'u', b'e'] => {
                self.builder.bool(true)?;
                Ok(at + 4)
            }
            [b'f', b'a', b'l', b's'] if head[4] == b'e' => {
                self.builder.bool(false)?;
                Ok(at + 5)
            }
            _ => Err(expected(at, "a value")),
        }
    }

    /// White space before a value that was not predicted.
    #[cold]
    #[inline(never)]
    fn more_space(&mut self, at: usize) -> usize {
        let end = at + self.look.spaces(at);
        if let Some(text) = self.look.input().get(at.saturating_sub(1)..end)
            && text.first() == Some(&b':')
        {
            self.colon = Colon::new(text);
        }
        end
    }
}

/// What follows on a number in an array.
enum Next<'t> {
    /// A comma and another number, which is there.
    Number(usize, &'t Head),
    /// The closing bracket, and where it ends.
    End(usize),
    Other,
}

/// [`Fused::other_key`] in a function of its own.
struct OtherKey<'f, 'a, 't, 'b, I> {
    fused: &'f mut Fused<'a, 't, 'b, I>,
    at: usize,
}

impl<'a: 't, 't, I: Isa> Task for OtherKey<'_, 'a, 't, '_, I> {
    type Output = Result<usize>;
    #[inline(always)]
    fn run<J: Isa>(self, _: J) -> Result<usize> {
        self.fused.other_key(self.at)
    }
}

/// A string that is long or has escapes, in a function of its own: where it ends, and its text.
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
            StringScan::Plain(text) => Ok((cursor.at(), Str::Input(text))),
            StringScan::Stop(stop) => {
                let (end, text): (usize, Text<'s>) =
                    hand_escapes::decode(cursor, stop, self.scratch)?;
                Ok((end, Str::Scratch(text)))
            }
            StringScan::NotUtf8 => Err(expected(self.at, "UTF-8")),
        }
    }
}

#[inline(always)]
fn long_string<'a, 's, I: Isa>(
    look: Look<'a, '_, I>,
    at: usize,
    scratch: &'s mut Buffer,
) -> Result<(usize, Str<'a, 's>)> {
    let input = look.input();
    look.isa().outlined(LongString { input, at, scratch })
}

#[inline(always)]
fn is_number(byte: u8) -> bool {
    byte.wrapping_sub(b'0') < 10 || byte == b'-'
}

#[cold]
#[inline(never)]
fn big(input: &[u8], at: usize, len: usize, builder: &mut Builder) -> Result {
    builder.big_integer(std::str::from_utf8(&input[at..at + len]).unwrap_or("0"))
}

#[cold]
#[inline(never)]
pub fn expected(at: usize, what: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, what).at(at)
}

#[cold]
#[inline(never)]
fn number_error(at: usize, error: NumError) -> Error {
    expected(at + error.offset, "a number")
}
