//! The loop over values: it gives a node from its bytes to a sink. It does not recurse.

use varvel_core::binary::{self, Item};
use varvel_core::sink::Runs;
use varvel_core::{Bytes, Error, Key, Limits, Result, Sink, Str, Tag};
use varvel_raw::simd::Isa;

use super::input::Input;
use super::numbers;
use super::open::{Next, Open, State};
use crate::codes;
use crate::error;
use crate::marker::MessagePack;

/// The state of the loop, without the input.
struct Loop<'l> {
    limits: &'l Limits,
    nodes: usize,
    open: &'l mut Open,
    /// The first numbers of an array, as long as all its items are numbers of one kind.
    runs: &'l mut Runs,
}

/// Drives the node at `input` into `sink`, inside of the containers that are `open`. It moves
/// `input` behind the node, or to the place of an error, and adds to the number of `nodes`.
#[inline(always)]
pub fn node<'de, I: Isa, S: Sink<'de>>(
    input: &mut Input<'de, I>,
    nodes: &mut usize,
    limits: &Limits,
    open: &mut Open,
    sink: &mut S,
) -> Result {
    // This copy is never borrowed by a call, so it stays in registers.
    let mut ahead = *input;
    let mut state = Loop {
        limits,
        nodes: *nodes,
        open,
        runs: &mut Runs::new(),
    };
    let result = state.run(&mut ahead, sink);
    *nodes = state.nodes;
    *input = ahead;
    result
}

impl Loop<'_> {
    #[inline(always)]
    fn run<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result {
        let outside = self.open.frames.len();
        if self.value(input, sink)? {
            return Ok(());
        }
        loop {
            if !self.value(input, sink)? {
                continue;
            }
            // Moves to the next value, and leaves the containers that end here.
            loop {
                let state = self.open.state;
                if state.is(Next::Item) {
                    if let Some(next) = state.next(Next::Item, Next::Item) {
                        self.open.state = next;
                        break;
                    }
                    sink.end_array()?;
                } else if state.is(Next::Member) {
                    if let Some(next) = state.next(Next::Member, Next::Member) {
                        self.open.state = next;
                        self.key(input, sink)?;
                        break;
                    }
                    sink.end_map()?;
                } else {
                    // This was a key that is not a string.
                    self.open.state = state.behind_value();
                    break;
                }
                self.open.leave();
                if self.open.frames.len() == outside {
                    return Ok(());
                }
            }
        }
    }

    /// Reads a scalar or an empty container, and returns `true`. Returns `false` behind the head of
    /// a container.
    #[inline(always)]
    fn value<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result<bool> {
        self.count(input.position())?;
        let first = input.peek()?;
        // The most common values come first: the processor predicts a jump by a table badly.
        if first & 0xE0 == codes::FIX_STR {
            input.pass(1);
            sink.str(Str::Input(input.text(usize::from(first & 31))?))?;
            return Ok(true);
        }
        if first as i8 >= -32 {
            input.pass(1);
            sink.i64((first as i8).into())?;
            return Ok(true);
        }
        self.other_value(input, first, sink)
    }

    /// Reads any value except short strings and integers.
    #[inline(always)]
    fn other_value<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        first: u8,
        sink: &mut S,
    ) -> Result<bool> {
        let at = input.position();
        if let codes::UINT_8..=codes::INT_64 = first {
            if let Some((value, len)) = numbers::integer(input.rest()) {
                input.pass(len);
                sink.i64(value)?;
                return Ok(true);
            }
            input.pass(1);
            // The integer does not fit `i64`, or it is cut off.
            sink.u64(u64::from_be_bytes(input.take()?))?;
            return Ok(true);
        }
        input.pass(1);
        match first {
            codes::FIX_MAP..codes::FIX_ARRAY => {
                return self.map(input, at, usize::from(first & 15), sink);
            }
            codes::FIX_ARRAY..codes::FIX_STR => {
                return self.array(input, at, usize::from(first & 15), sink);
            }
            codes::NIL => sink.null()?,
            codes::FALSE => sink.bool(false)?,
            codes::TRUE => sink.bool(true)?,
            codes::FLOAT_64 => sink.f64(f64::from_be_bytes(input.take()?))?,
            codes::FLOAT_32 => sink.f32(f32::from_be_bytes(input.take()?))?,
            codes::STR_8..=codes::STR_32 => {
                let len = input.length(1 << (first - codes::STR_8))?;
                sink.str(Str::Input(input.text(len)?))?;
            }
            codes::BIN_8..=codes::BIN_32 => {
                let len = input.length(1 << (first - codes::BIN_8))?;
                sink.bytes(Bytes::Input(input.block(len)?))?;
            }
            codes::ARRAY_16 | codes::ARRAY_32 => {
                let count = input.length(2 << (first - codes::ARRAY_16))?;
                return self.array(input, at, count, sink);
            }
            codes::MAP_16 | codes::MAP_32 => {
                let count = input.length(2 << (first - codes::MAP_16))?;
                return self.map(input, at, count, sink);
            }
            _ => match input.extension(first)? {
                Some((len, codes::TIMESTAMP)) => sink.timestamp(input.timestamp(at, len)?)?,
                Some((len, kind)) => self.extension(input, at, len, kind, sink)?,
                None => return Err(error::never_used(at)),
            },
        }
        Ok(true)
    }

    /// Counts another node, which is at `at`.
    #[inline(always)]
    fn count(&mut self, at: usize) -> Result {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Error::too_many_nodes(self.limits.nodes).with_offset(at));
        }
        Ok(())
    }

    /// Begins an array of `count` items whose head is at `at`. Returns whether the array is
    /// complete.
    #[inline(always)]
    fn array<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        count: usize,
        sink: &mut S,
    ) -> Result<bool> {
        let rest = input.rest();
        self.open.check(self.limits, at, count, 1, rest.len())?;
        if count == 0 {
            sink.i64_array(&[])?;
            return Ok(true);
        }
        // Beyond the limit, the general path finds the node that exceeds it.
        let read = match rest.first() {
            _ if self.nodes.saturating_add(count) > self.limits.nodes => None,
            Some(&codes::FLOAT_64) => match binary::point::<MessagePack>(rest) {
                Some((point, len)) if count == point.len() => {
                    input.pass(len);
                    sink.f64_array(&point)?;
                    Some(0)
                }
                _ => self.numbers::<f64, I, S>(input, count, sink)?,
            },
            Some(0x00..=0x7F | codes::UINT_8..=codes::INT_64 | codes::NEGATIVE_FIXINT..) => {
                self.numbers::<i64, I, S>(input, count, sink)?
            }
            _ => None,
        };
        let left = match read {
            Some(left) => left,
            None => {
                sink.begin_array(Some(count))?;
                count
            }
        };
        self.nodes += count - left;
        let Some(next) = left.checked_sub(1) else {
            return Ok(true);
        };
        let inside = State::new(Next::Item, next);
        self.open
            .enter(input.left_from(at), inside, self.open.state)?;
        Ok(false)
    }

    /// Reads the items of an array of `count` items as long as they are numbers of one kind; see
    /// [`binary::array`].
    #[inline(always)]
    fn numbers<'de, T: Item, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        count: usize,
        sink: &mut S,
    ) -> Result<Option<usize>> {
        let mut rest = input.rest();
        let left = binary::array::<MessagePack, T, S>(&mut rest, count, self.runs, sink);
        input.pass_to(rest);
        left
    }

    /// Begins a map of `count` members whose head is at `at`. Returns whether the map is complete.
    #[inline(always)]
    fn map<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        count: usize,
        sink: &mut S,
    ) -> Result<bool> {
        self.open
            .check(self.limits, at, count, 2, input.rest().len())?;
        sink.begin_map(Some(count))?;
        let Some(left) = count.checked_sub(1) else {
            sink.end_map()?;
            return Ok(true);
        };
        let inside = State::new(Next::Member, left);
        self.open
            .enter(input.left_from(at), inside, self.open.state)?;
        self.key(input, sink)?;
        Ok(false)
    }

    /// Reads a key if it is a string. If it is not, its node comes next.
    #[inline(always)]
    fn key<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result {
        self.open.key = input.rest().len();
        if let Some(behind) = sink
            .expect_key()
            .and_then(|key| behind_key(input.isa, input.rest(), key))
        {
            input.pass_to(behind);
            return sink.expected_key();
        }
        self.other_key(input, sink)
    }

    /// Reads a key that was not predicted.
    #[inline(always)]
    fn other_key<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result {
        let before = *input;
        let first = input.first()?;
        let Some(len) = input.string(first)? else {
            *input = before;
            self.open.state = self.open.state.at(Next::AnyKey);
            return sink.any_key();
        };
        let text = input.text(len)?;
        let at = before.position();
        sink.key(Str::Input(text))
            .map_err(|error| error.or_offset(at))
    }

    /// Reads an extension, from its bytes on. Its head is at `at`. It counts as a container with
    /// the bytes in it.
    #[inline(always)]
    fn extension<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        len: usize,
        kind: i8,
        sink: &mut S,
    ) -> Result {
        self.open.check(self.limits, at, 0, 1, 0)?;
        self.count(input.position())?;
        let bytes = input.block(len)?;
        sink.tag(Tag::Extension(kind))
            .map_err(|error| error.or_offset(at))?;
        sink.bytes(Bytes::Input(bytes))
    }
}

/// Returns the bytes behind the key that `bytes` begin with, if it is `key`.
#[inline(always)]
pub fn behind_key<'de, I: Isa>(isa: I, bytes: &'de [u8], key: &Key) -> Option<&'de [u8]> {
    key.behind_head(isa, head_of_key(key).0, bytes)
}

/// Returns the first byte of a key with a quoted form, and the key's length with that byte.
///
/// Such a key has at most 30 bytes, so the shortest form has its length in the first byte. Keys in
/// a longer form, and longer keys, are not found by it.
#[inline(always)]
pub fn head_of_key(key: &Key) -> (u8, usize) {
    let len = key.block().1.saturating_sub(2);
    (codes::FIX_STR | len as u8, 1 + len)
}
