//! The loop over data items: it gives a node from its bytes to a sink. It does not recurse.

use alloc::vec::Vec;

use varvel_core::binary::{self, Item};
use varvel_core::sink::Runs;
use varvel_core::{Error, Key, Limits, Result, Sink, Str, Tag};
use varvel_raw::simd::Isa;

use super::input::Input;
use super::meaning::{self, Magnitude, Meaning};
use super::open::{Next, Open, State};
use crate::codes::{self, INFO, MAJOR};
use crate::error;
use crate::marker::Cbor;

/// The state of the loop, without the input.
struct Loop<'l> {
    limits: &'l Limits,
    nodes: usize,
    open: &'l mut Open,
    /// The buffer in which strings are put together and numbers are written.
    scratch: &'l mut Vec<u8>,
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
    scratch: &mut Vec<u8>,
    sink: &mut S,
) -> Result {
    // This copy is never borrowed by a call, so it stays in registers.
    let mut ahead = *input;
    let mut state = Loop {
        limits,
        nodes: *nodes,
        open,
        scratch,
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
        loop {
            if !self.value(input, sink)? {
                continue;
            }
            // Moves to the next value, and leaves the containers that end here.
            loop {
                if self.open.frames.len() == outside {
                    return Ok(());
                }
                let state = self.open.state;
                if state.is(Next::Item) {
                    if let Some(next) = begin_next(state, Next::Item, input)? {
                        self.open.state = next;
                        break;
                    }
                    sink.end_array()?;
                } else if state.is(Next::Member) {
                    if let Some(next) = begin_next(state, Next::Member, input)? {
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
            }
        }
    }

    /// Reads a scalar, or enters a container, and returns `true`. Returns `false` behind a tag,
    /// because its value comes next.
    #[inline(always)]
    fn value<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result<bool> {
        self.count(input.position())?;
        let first = input.peek()?;
        // The most common values come first: the processor predicts a jump by a table badly.
        let short = first & INFO < codes::ONE_BYTE;
        if short && first & MAJOR == codes::TEXT {
            input.pass(1);
            sink.str(Str::Input(input.text(usize::from(first & INFO))?))?;
        } else if short && first < codes::NEGATIVE {
            input.pass(1);
            sink.i64(first.into())?;
        } else {
            return self.other_value(input, first, sink);
        }
        self.open.tags = 0;
        Ok(true)
    }

    /// Reads any value except short strings and integers.
    #[inline(always)]
    fn other_value<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        first: u8,
        sink: &mut S,
    ) -> Result<bool> {
        let (at, head) = (input.position(), input.rest());
        input.pass(1);
        match first & MAJOR {
            codes::UNSIGNED => {
                let value = input.argument(first)?;
                match i64::try_from(value) {
                    Ok(value) => sink.i64(value)?,
                    Err(_) => sink.u64(value)?,
                }
            }
            codes::NEGATIVE => {
                let argument = input.argument(first)?;
                match i64::try_from(argument) {
                    Ok(value) => sink.i64(!value)?,
                    Err(_) => self.negative(argument, sink)?,
                }
            }
            codes::BYTES => sink.bytes(input.bytes(first, self.scratch)?)?,
            codes::TEXT => sink.str(input.string(first, self.scratch)?)?,
            codes::ARRAY => self.array(input, at, first, sink)?,
            codes::MAP => self.map(input, at, first, sink)?,
            codes::TAG => {
                let Some((meaning, len)) = meaning::of(head) else {
                    return self.tag(input, at, first, sink);
                };
                input.pass(len - 1);
                self.meaning(&meaning, sink)?;
            }
            _ => match first {
                codes::FLOAT_64 => sink.f64(f64::from_be_bytes(input.take()?))?,
                codes::NULL => sink.null()?,
                codes::FALSE | codes::TRUE => sink.bool(first == codes::TRUE)?,
                // Writers narrow a float where nothing is lost. As a float of 32 bits, text would
                // have fewer digits than its value.
                codes::FLOAT_32 => {
                    sink.f64(codes::widened(f32::from_be_bytes(input.take()?)))?;
                }
                codes::FLOAT_16 => {
                    let single = codes::of_half(u16::from_be_bytes(input.take()?));
                    sink.f64(codes::widened(single))?;
                }
                _ => {
                    let number = simple(input, first)?;
                    self.open.check(self.limits, at, 0, 1, 0)?;
                    self.count(input.position())?;
                    // The tag and the null are two nodes at one place.
                    sink.tag(Tag::Simple(number))
                        .map_err(|error| error.or_offset(at))?;
                    sink.null()?;
                }
            },
        }
        self.open.tags = 0;
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

    /// Gives a negative integer beyond 64 bits: -1 minus the argument.
    #[cold]
    #[inline(never)]
    fn negative<'de, S: Sink<'de>>(&mut self, argument: u64, sink: &mut S) -> Result {
        let integer = meaning::Integer {
            negative: true,
            magnitude: Magnitude::Word(argument),
        };
        self.meaning(&Meaning::Integer(integer), sink)
    }

    /// Gives the value that a tag and its node are together.
    #[inline(never)]
    fn meaning<'de, S: Sink<'de>>(&mut self, meaning: &Meaning<'_>, sink: &mut S) -> Result {
        match meaning {
            Meaning::Timestamp(timestamp) => sink.timestamp(*timestamp),
            Meaning::Decimal(exponent, mantissa) => {
                meaning::write_decimal(*exponent, mantissa, self.scratch)?;
                sink.decimal(meaning::text(self.scratch))
            }
            Meaning::Integer(integer) => match (integer.as_i64(), integer.as_u64()) {
                (Some(value), _) => sink.i64(value),
                (None, Some(value)) => sink.u64(value),
                (None, None) => {
                    integer.write(self.scratch)?;
                    sink.big_integer(meaning::text(self.scratch))
                }
            },
        }
    }

    /// Reads a tag whose head is at `at`.
    #[inline(never)]
    fn tag<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        first: u8,
        sink: &mut S,
    ) -> Result<bool> {
        let number = input.argument(first)?;
        meaning::check(number, input.rest(), at)?;
        self.open.tag(self.limits, at)?;
        sink.tag(Tag::Number(number))?;
        Ok(false)
    }

    /// Reads a whole array whose head is at `at`, or enters it.
    #[inline(always)]
    fn array<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        first: u8,
        sink: &mut S,
    ) -> Result {
        if first & INFO == codes::INDEFINITE {
            self.open.check(self.limits, at, 0, 1, 0)?;
            sink.begin_array(None)?;
            return self.enter(input, at, State::indefinite(Next::Item));
        }
        let count = input.length(first)?;
        let rest = input.rest();
        self.open.check(self.limits, at, count, 1, rest.len())?;
        if count == 0 {
            return sink.i64_array(&[]);
        }
        // Beyond the limit, the general path finds the node that exceeds it.
        let read = match rest.first() {
            _ if self.nodes.saturating_add(count) > self.limits.nodes => None,
            Some(&codes::FLOAT_64) => match binary::point::<Cbor>(rest) {
                Some((point, len)) if count == point.len() => {
                    input.pass(len);
                    sink.f64_array(&point)?;
                    Some(0)
                }
                _ => self.numbers::<f64, I, S>(input, count, sink)?,
            },
            Some(0..codes::BYTES) => self.numbers::<i64, I, S>(input, count, sink)?,
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
        match left {
            0 => Ok(()),
            _ => self.enter(input, at, State::new(Next::Item, left)),
        }
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
        let left = binary::array::<Cbor, T, S>(&mut rest, count, self.runs, sink);
        input.pass_to(rest);
        left
    }

    /// Enters a map whose head is at `at`, unless it is empty.
    #[inline(always)]
    fn map<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        first: u8,
        sink: &mut S,
    ) -> Result {
        if first & INFO == codes::INDEFINITE {
            self.open.check(self.limits, at, 0, 1, 0)?;
            sink.begin_map(None)?;
            return self.enter(input, at, State::indefinite(Next::Member));
        }
        let count = input.length(first)?;
        let left = input.rest().len();
        self.open.check(self.limits, at, count, 2, left)?;
        sink.begin_map(Some(count))?;
        match count {
            0 => sink.end_map(),
            _ => self.enter(input, at, State::new(Next::Member, count)),
        }
    }

    #[inline(always)]
    fn enter<'de, I: Isa>(&mut self, input: &Input<'de, I>, at: usize, inside: State) -> Result {
        let behind = self.open.state;
        self.open.enter(input.left_from(at), inside, behind)
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
        let at = input.position();
        let first = input.peek()?;
        if first & MAJOR != codes::TEXT {
            self.open.state = self.open.state.at(Next::AnyKey);
            return sink.any_key();
        }
        input.pass(1);
        let text = input.string(first, self.scratch)?;
        sink.key(text).map_err(|error| error.or_offset(at))
    }
}

/// Begins the next item or member of a container, if there is one. At the end of a container of
/// indefinite length, it passes the break.
#[inline(always)]
fn begin_next<I: Isa>(
    state: State,
    place: Next,
    input: &mut Input<'_, I>,
) -> Result<Option<State>> {
    if state.is_indefinite() && input.peek()? == codes::BREAK {
        input.pass(1);
        return Ok(None);
    }
    Ok(state.next(place, place))
}

/// Returns the number of the simple value that begins with `first`, which was passed, if the value
/// has no kind of its own.
#[cold]
#[inline(never)]
pub fn simple<I: Isa>(input: &mut Input<'_, I>, first: u8) -> Result<u8> {
    let at = input.position() - 1;
    match first {
        codes::SIMPLE..codes::FALSE | codes::UNDEFINED => Ok(first & INFO),
        codes::SIMPLE_8 => match input.take()? {
            [..32] => Err(error::short_simple(at)),
            [number] => Ok(number),
        },
        codes::BREAK => Err(error::misplaced_break(at)),
        _ => Err(error::reserved(at, first)),
    }
}

/// Returns the bytes behind the key that `bytes` begin with, if it is `key`.
#[inline(always)]
pub fn behind_key<'de, I: Isa>(isa: I, bytes: &'de [u8], key: &Key) -> Option<&'de [u8]> {
    match head_of_key(key) {
        (None, head) => key.behind_head(isa, head, bytes),
        (Some(before), len) => match bytes.split_first() {
            Some((first, rest)) if *first == before => key.behind_head(isa, len, rest),
            _ => None,
        },
    }
}

/// Returns the head of a key with a quoted form, in its shortest form: the byte right before the
/// text, and from 24 bytes of text on the byte before that.
#[inline(always)]
pub fn head_of_key(key: &Key) -> (Option<u8>, u8) {
    // The length is at most 30.
    let len = key.block().1.saturating_sub(2) as u8;
    match len < codes::ONE_BYTE {
        true => (None, codes::TEXT | len),
        false => (Some(codes::TEXT | codes::ONE_BYTE), len),
    }
}
