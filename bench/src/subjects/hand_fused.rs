//! JSON text to the frozen builder in one loop put together by hand, which shows the cost of the
//! events.
//!
//! The parts are those of `varvel_json::drive` (look-ahead, leads, keys, number text), and the
//! builder is the same; but the loop knows the one builder and the one format. There is no source,
//! no generic sink and no reader's state: one function, its state in local variables, an object's
//! members and an array's items each in their own stretch of code. The limits are those of the
//! builder.
//!
//! Errors are short: an offset and the expectation. The loop accepts the same texts and builds the
//! same bytes, which a check compares.

use varvel_core::{Error, Result, Sink, Str};
use varvel_frozen::Builder;
use varvel_raw::ahead::Ahead;
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::key::{Colon, Lead};
use varvel_raw::look::{AHEAD, Look, Tail};
use varvel_raw::number::{Num, NumError};
use varvel_raw::simd::{self, Isa, Task};
use varvel_raw::text::Text;

use super::hand_escapes::{self, expected};

const NULL: u32 = u32::from_le_bytes(*b"null");
const TRUE: u32 = u32::from_le_bytes(*b"true");
const FALS: u32 = u32::from_le_bytes(*b"fals");
/// The number of depths whose leads are remembered separately.
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
        let mut tail = Tail::new();
        let look = tail.look(isa, self.input);
        let mut leads = [Lead::COMMA; LEADS];
        let fused = Fused {
            look,
            scratch: self.scratch,
            builder: self.builder,
            leads: &mut leads,
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
    /// The bytes between the last members or items at each depth.
    leads: &'b mut [Lead; LEADS],
    colon: Colon,
    /// Whether each open container is an object, the innermost in the lowest bit. The builder
    /// refuses more than 128 containers.
    kinds: u128,
    depth: usize,
    ints: [i64; RUN],
    floats: [f64; RUN],
}

impl<'a: 't, 't, I: Isa> Fused<'a, 't, '_, I> {
    #[inline(always)]
    fn document(mut self) -> Result {
        let mut ahead = Ahead::new(self.look, self.look.spaces(0));
        // Each turn of this loop reads the value at the position, and then goes on to the next one.
        'value: loop {
            if ahead.byte() <= b' ' {
                ahead.seek(self.more_space(ahead.position()));
            }
            let byte = ahead.byte();
            let mut in_object = self.kinds & 1 == 1;
            if byte == b'"' {
                self.string(&mut ahead)?;
            } else if begins_number(byte) {
                self.number(&mut ahead)?;
            } else if byte == b'{' {
                ahead.advance(1);
                self.builder.begin_map(None)?;
                if self.expected_member(&mut ahead)? {
                    self.open(true);
                    continue 'value;
                }
                let from = ahead.position();
                self.spaces_inside(&mut ahead);
                if ahead.byte() == b'}' {
                    ahead.advance(1);
                    self.builder.end_map()?;
                } else {
                    self.open(true);
                    self.key(&mut ahead, from)?;
                    continue 'value;
                }
            } else if byte == b'[' {
                ahead.advance(1);
                self.spaces_inside(&mut ahead);
                if begins_number(ahead.byte()) {
                    let depth = self.depth;
                    self.numbers(&mut ahead)?;
                    in_object &= self.depth == depth;
                } else if ahead.byte() == b']' {
                    ahead.advance(1);
                    self.builder.i64_array(&[])?;
                } else {
                    self.builder.begin_array(None)?;
                    self.open(false);
                    continue 'value;
                }
            } else {
                self.word(&mut ahead)?;
            }
            // A value is complete.
            loop {
                if in_object {
                    if self.expected_member(&mut ahead)? {
                        continue 'value;
                    }
                    let from = ahead.position();
                    if !self.closes(&mut ahead, b'}') && self.comma(&mut ahead, b'}')? {
                        self.key(&mut ahead, from)?;
                        continue 'value;
                    }
                    self.builder.end_map()?;
                } else {
                    if self.depth == 0 {
                        return self.end(ahead.position());
                    }
                    let lead = &self.leads[self.depth % LEADS];
                    if self.look.lead(ahead.head(), lead) && ahead.far()[lead.len() % AHEAD] > b' '
                    {
                        ahead.advance(lead.len());
                        continue 'value;
                    }
                    if !self.closes(&mut ahead, b']') && self.comma(&mut ahead, b']')? {
                        continue 'value;
                    }
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

    /// Checks that only white space is left.
    #[inline(always)]
    fn end(&self, at: usize) -> Result {
        let at = at + self.look.spaces(at);
        if at >= self.look.input().len() {
            return Ok(());
        }
        Err(expected(at, "the end of input"))
    }

    /// Passes the bytes before the value of the next member, if they are as predicted.
    #[inline(always)]
    fn expected_member(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Result<bool> {
        if let Some(pattern) = self.builder.expect_member()
            && let Some(n) = self.look.pattern(ahead.far(), pattern)
        {
            ahead.advance(n);
            self.builder.expected_key()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Passes white space behind an opening bracket that is not counted yet.
    #[inline(always)]
    fn spaces_inside(&mut self, ahead: &mut Ahead<'a, 't, I>) {
        if ahead.byte() <= b' ' {
            let lead = &self.leads[(self.depth + 1) % LEADS];
            let n = lead.len() - 1;
            if self.look.lead_spaces(ahead.head(), lead) && ahead.far()[n % AHEAD] > b' ' {
                ahead.advance(n);
                return;
            }
            let at = ahead.position();
            let n = self.look.spaces(at);
            self.learn_spaces(at, n, self.depth + 1);
            ahead.seek(at + n);
        }
    }

    /// Remembers white space as the lead behind the commas at this depth, if there was none yet.
    #[inline(never)]
    fn learn_spaces(&mut self, at: usize, n: usize, depth: usize) {
        let lead = &mut self.leads[depth % LEADS];
        if lead.len() == 1
            && let Some(spaces) = self.look.input().get(at..at + n)
        {
            *lead = Lead::of_spaces(spaces);
        }
    }

    /// Passes the closing bracket and the bytes before it, if they are as predicted.
    #[inline(always)]
    fn closes(&self, ahead: &mut Ahead<'a, 't, I>, bracket: u8) -> bool {
        let outer = &self.leads[(self.depth - 1) % LEADS];
        let same = self.look.lead_spaces(ahead.head(), outer)
            && ahead.far()[(outer.len() - 1) % AHEAD] == bracket;
        if same {
            ahead.advance(outer.len());
        }
        same
    }

    /// Passes the comma (`true`) or the bracket, and white space, if they are not as predicted.
    #[inline(always)]
    fn comma(&mut self, ahead: &mut Ahead<'a, 't, I>, bracket: u8) -> Result<bool> {
        let mut at = ahead.position();
        let mut n = 0;
        if ahead.byte() <= b' ' {
            n = self.look.spaces(at);
            at += n;
            ahead.seek(at);
        }
        if ahead.byte() == bracket {
            ahead.advance(1);
            if n != 0 {
                self.learn_spaces(at - n, n, self.depth - 1);
            }
            return Ok(false);
        }
        if ahead.byte() != b',' {
            return Err(expected(at, "a comma or the end of the container"));
        }
        let n = 1 + self.look.spaces(at + 1);
        if let Some(text) = self.look.input().get(at..at + n) {
            self.leads[self.depth % LEADS] = Lead::new(text);
        }
        ahead.seek(at + n);
        Ok(true)
    }

    /// Reads a key that no pattern confirms, and its colon. Its lead begins at `from`.
    #[inline(always)]
    fn key(&mut self, ahead: &mut Ahead<'a, 't, I>, from: usize) -> Result {
        let isa = self.look.isa();
        let at = ahead.position();
        let fused = self;
        ahead.seek(isa.outlined(ReadKey { fused, from, at })?);
        Ok(())
    }

    /// Reads a key at `at`. Returns the position of its value.
    #[inline(always)]
    fn read_key(&mut self, from: usize, at: usize) -> Result<usize> {
        let mut value = if let Some(key) = self.builder.expect_key()
            && let Some(n) = self.look.key_colon(self.look.head(at), key, &self.colon)
        {
            self.builder.expected_key()?;
            at + n
        } else {
            self.other_key(at)?
        };
        if self.look.head(value)[0] <= b' ' {
            value += self.look.spaces(value);
        }
        if let Some(text) = self.look.input().get(from..value) {
            self.builder.learn_member(text);
        }
        Ok(value)
    }

    /// Reads a key that was not predicted.
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
    fn string(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Result {
        if let Some(text) = ahead.short_string() {
            return self.builder.str(Str::Input(text));
        }
        let (after, text) = long_string(self.look, ahead.position(), self.scratch)?;
        ahead.seek(after);
        self.builder.str(text)
    }

    #[inline(always)]
    fn number(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Result {
        if let Some((value, n)) = self.look.quick_int(ahead.head()) {
            ahead.advance(n);
            return self.builder.i64(value);
        }
        if let Some((value, n)) = self.look.quick_float(ahead.head()) {
            ahead.advance(n);
            return self.builder.f64(value);
        }
        ahead.seek(self.other_number(ahead.position())?);
        Ok(())
    }

    /// Reads a number that is not of the most common forms.
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

    /// Reads an array whose first item is a number. The array stays open if it has more than 64
    /// items, or others than numbers of one kind.
    #[inline(always)]
    fn numbers(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Result {
        if let Some((first, n)) = self.look.quick_int(ahead.head()) {
            ahead.advance(n);
            return self.ints(ahead, first);
        }
        if let Some((first, n)) = self.look.quick_float(ahead.head()) {
            ahead.advance(n);
            return self.floats(ahead, first);
        }
        let at = ahead.position();
        if let Ok((Num::F64(first), n)) = self.look.number(at) {
            ahead.seek(at + n);
            return self.floats(ahead, first);
        }
        self.builder.begin_array(None)?;
        self.open(false);
        ahead.seek(self.other_number(at)?);
        Ok(())
    }

    #[inline(always)]
    fn floats(&mut self, ahead: &mut Ahead<'a, 't, I>, first: f64) -> Result {
        self.floats[0] = first;
        let mut n = 1;
        let mut open = false;
        loop {
            match self.next_number(ahead) {
                Next::Number => {}
                Next::End if !open => {
                    ahead.advance(1);
                    return self.builder.f64_array(&self.floats[..n]);
                }
                _ => {
                    self.open_for_more(open)?;
                    return self.builder.f64s(&self.floats[..n]);
                }
            }
            let value = if let Some((value, len)) = self.look.quick_float(ahead.head()) {
                ahead.advance(len);
                value
            } else {
                let at = ahead.position();
                let Ok((Num::F64(value), len)) = self.look.number(at) else {
                    self.open_for_more(open)?;
                    self.builder.f64s(&self.floats[..n])?;
                    return self.number(ahead);
                };
                ahead.seek(at + len);
                value
            };
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
    fn ints(&mut self, ahead: &mut Ahead<'a, 't, I>, first: i64) -> Result {
        self.ints[0] = first;
        let mut n = 1;
        let mut open = false;
        loop {
            match self.next_number(ahead) {
                Next::Number => {}
                Next::End if !open => {
                    ahead.advance(1);
                    return self.builder.i64_array(&self.ints[..n]);
                }
                _ => {
                    self.open_for_more(open)?;
                    return self.builder.i64s(&self.ints[..n]);
                }
            }
            let value = if let Some((value, len)) = self.look.quick_int(ahead.head()) {
                ahead.advance(len);
                value
            } else {
                let at = ahead.position();
                let Ok((Num::I64(value), len)) = self.look.number(at) else {
                    self.open_for_more(open)?;
                    self.builder.i64s(&self.ints[..n])?;
                    return self.number(ahead);
                };
                ahead.seek(at + len);
                value
            };
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

    /// Opens an array of numbers that turns out to be longer than a run, or of more than one kind.
    #[inline(always)]
    fn open_for_more(&mut self, open: bool) -> Result {
        if !open {
            self.builder.begin_array(None)?;
            self.open(false);
        }
        Ok(())
    }

    /// Returns the token behind the number that ends at the position, and passes the bytes before
    /// it.
    #[inline(always)]
    fn next_number(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Next {
        if ahead.byte() == b',' {
            let far = ahead.far();
            let lead = &self.leads[(self.depth + 1) % LEADS];
            let mut n = 1;
            if far[1] <= b' ' && self.look.lead(ahead.head(), lead) {
                n = lead.len() % AHEAD;
            }
            if far[n] <= b' ' {
                let from = ahead.position() + 1;
                n += self.look.spaces(ahead.position() + n);
                self.learn_spaces(from, n - 1, self.depth + 1);
            }
            if n < AHEAD && begins_number(far[n]) {
                ahead.advance(n);
                return Next::Number;
            }
            return Next::Other;
        }
        if ahead.byte() <= b' ' {
            let at = ahead.position();
            ahead.seek(at + self.look.spaces(at));
        }
        match ahead.byte() {
            b']' => Next::End,
            _ => Next::Other,
        }
    }

    #[inline(always)]
    fn word(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Result {
        match ahead.word() {
            NULL => {
                ahead.advance(4);
                self.builder.null()
            }
            TRUE => {
                ahead.advance(4);
                self.builder.bool(true)
            }
            FALS if ahead.far()[4] == b'e' => {
                ahead.advance(5);
                self.builder.bool(false)
            }
            _ => Err(expected(ahead.position(), "a value")),
        }
    }

    /// Passes white space before a value that was not predicted.
    #[cold]
    #[inline(never)]
    fn more_space(&mut self, at: usize) -> usize {
        let end = at + self.look.spaces(at);
        if let Some(text) = self.look.input().get(at.saturating_sub(1)..end)
            && text.first() == Some(&b':')
        {
            self.colon = Colon::new(text);
        }
        if self.kinds & 1 == 1 {
            // There is no such text: it is learned again the next time.
            self.builder.learn_member(&[]);
        }
        end
    }
}

/// The token behind a number in an array.
enum Next {
    /// Another number, which is at the position.
    Number,
    /// The closing bracket, which is at the position.
    End,
    Other,
}

/// [`Fused::read_key`] in a function of its own.
struct ReadKey<'f, 'a, 't, 'b, I> {
    fused: &'f mut Fused<'a, 't, 'b, I>,
    from: usize,
    at: usize,
}

impl<'a: 't, 't, I: Isa> Task for ReadKey<'_, 'a, 't, '_, I> {
    type Output = Result<usize>;
    #[inline(always)]
    fn run<J: Isa>(self, _: J) -> Result<usize> {
        self.fused.read_key(self.from, self.at)
    }
}

/// A string that is long or has escapes, in a function of its own: returns where it ends, and its
/// text.
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

/// Returns whether a byte is `-`, `.`, `/` or a digit.
#[inline(always)]
fn begins_number(byte: u8) -> bool {
    byte.wrapping_sub(b'-') <= b'9' - b'-'
}

#[cold]
#[inline(never)]
fn big(input: &[u8], at: usize, len: usize, builder: &mut Builder) -> Result {
    builder.big_integer(std::str::from_utf8(&input[at..at + len]).unwrap_or("0"))
}

#[cold]
#[inline(never)]
fn number_error(at: usize, error: NumError) -> Error {
    expected(at + error.offset, "a number")
}
