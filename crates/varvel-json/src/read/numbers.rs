//! Arrays that begin with a number: read in a loop of their own, and handed on as a whole if they
//! are of one kind and short.

use varvel_core::{Result, Sink};
use varvel_raw::look::{Head, Look};
use varvel_raw::number::{Num, NumError};
use varvel_raw::simd::Isa;

use super::drive::{LEADS, Loop, Opened, big};
use crate::error;

/// The longest array that is handed on as a whole; also the size of a run of a longer one.
const RUN: usize = 64;

/// Numbers that were read and not handed on.
pub(super) struct Runs {
    ints: [i64; RUN],
    floats: [f64; RUN],
    /// Whether the last array began with a float.
    of_floats: bool,
}

impl Runs {
    pub(super) const fn new() -> Self {
        Self {
            ints: [0; RUN],
            floats: [0.0; RUN],
            of_floats: false,
        }
    }
}

/// What follows on a number in an array.
enum Next {
    /// Another number; the position is its first byte.
    Number,
    /// The closing bracket; the position is past it.
    Close,
    /// Something else; the position is still past the number.
    Other,
}

/// A number and how many bytes it takes.
type Read = core::result::Result<(Num, usize), NumError>;

/// The kinds of number that arrays are made of.
trait Item: Copy {
    /// Reads a number, the likely kind first.
    fn read<I: Isa>(look: &Look<'_, '_, I>, at: usize, head: &Head) -> Read;
    /// The number, if it is of this kind.
    fn take(number: Num) -> Option<Self>;
    fn run(runs: &mut Runs) -> &mut [Self; RUN];
    /// Hands a whole array on.
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
    /// Hands a part of an array on.
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
}

impl Item for i64 {
    #[inline(always)]
    fn read<I: Isa>(look: &Look<'_, '_, I>, at: usize, head: &Head) -> Read {
        look.number(at, head)
    }
    #[inline(always)]
    fn take(number: Num) -> Option<Self> {
        match number {
            Num::I64(value) => Some(value),
            _ => None,
        }
    }
    #[inline(always)]
    fn run(runs: &mut Runs) -> &mut [Self; RUN] {
        &mut runs.ints
    }
    #[inline(always)]
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.i64_array(values)
    }
    #[inline(always)]
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.i64s(values)
    }
}

impl Item for f64 {
    #[inline(always)]
    fn read<I: Isa>(look: &Look<'_, '_, I>, at: usize, head: &Head) -> Read {
        look.float(at, head)
    }
    #[inline(always)]
    fn take(number: Num) -> Option<Self> {
        match number {
            Num::F64(value) => Some(value),
            _ => None,
        }
    }
    #[inline(always)]
    fn run(runs: &mut Runs) -> &mut [Self; RUN] {
        &mut runs.floats
    }
    #[inline(always)]
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.f64_array(values)
    }
    #[inline(always)]
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.f64s(values)
    }
}

impl<'a: 't, 't, I: Isa> Loop<'_, 'a, 't, I> {
    /// Reads an array whose first item, a number, is at the position. It is not open yet.
    #[inline(always)]
    pub(super) fn numbers<S: Sink<'a>>(&mut self, at: &mut usize, sink: &mut S) -> Result<Opened> {
        // Most likely its numbers are of the kind of the last array's.
        let head = self.look.head(*at);
        let first = if self.runs.of_floats {
            self.look.float(*at, head)
        } else {
            self.look.number(*at, head)
        };
        match first {
            Ok((Num::F64(first), n)) => {
                self.runs.of_floats = true;
                *at += n;
                self.numbers_of(at, first, sink)
            }
            Ok((Num::I64(first), n)) => {
                self.runs.of_floats = false;
                *at += n;
                self.numbers_of(at, first, sink)
            }
            // The general path reads it again.
            _ => {
                self.open.push(false)?;
                sink.begin_array(None)?;
                Ok(Opened::Array)
            }
        }
    }

    /// The same after its first item.
    #[inline(always)]
    fn numbers_of<T: Item, S: Sink<'a>>(
        &mut self,
        at: &mut usize,
        first: T,
        sink: &mut S,
    ) -> Result<Opened> {
        T::run(&mut self.runs)[0] = first;
        let mut n = 1;
        // Whether the array is open, its first runs handed on.
        let mut open = false;
        loop {
            match self.next_number(at) {
                Next::Number => {}
                Next::Close => {
                    self.nodes += n;
                    let values = &T::run(&mut self.runs)[..n];
                    if !open {
                        T::whole(sink, values)?;
                        return Ok(Opened::Nothing);
                    }
                    T::part(sink, values)?;
                    // The main loop closes what it has open.
                    *at -= 1;
                    return Ok(Opened::Inside);
                }
                Next::Other => {
                    self.hand_on::<T, S>(n, open, sink)?;
                    return Ok(Opened::Inside);
                }
            }
            let from = *at;
            let (number, len) = match T::read(&self.look, from, self.look.head(from)) {
                Ok(read) => read,
                Err(error) => return Err(error::number(self.look.input(), from, error)),
            };
            *at += len;
            let Some(value) = T::take(number) else {
                self.hand_on::<T, S>(n, open, sink)?;
                self.nodes += 1;
                match number {
                    Num::I64(value) => sink.i64(value)?,
                    Num::F64(value) => sink.f64(value)?,
                    Num::U64(value) => sink.u64(value)?,
                    Num::Big => big(self.look.input(), from, *at, sink)?,
                }
                return Ok(Opened::Inside);
            };
            if n == RUN {
                self.hand_on::<T, S>(n, open, sink)?;
                open = true;
                n = 0;
            }
            T::run(&mut self.runs)[n] = value;
            n += 1;
        }
    }

    /// Hands the first `n` numbers of the run on, as a part of an array that is opened for it
    /// unless it is open.
    #[inline(always)]
    fn hand_on<T: Item, S: Sink<'a>>(&mut self, n: usize, open: bool, sink: &mut S) -> Result {
        if !open {
            self.open.push(false)?;
            sink.begin_array(None)?;
        }
        self.nodes += n;
        T::part(sink, &T::run(&mut self.runs)[..n])
    }

    #[inline(always)]
    fn next_number(&self, at: &mut usize) -> Next {
        let mut next = *at;
        let mut head = self.look.head(next);
        if head[0] == b',' {
            next += 1;
            if head[1] <= b' ' {
                let lead = &self.leads[(self.open.depth + 1) % LEADS];
                if self.look.lead(head, lead) {
                    next = *at + lead.len();
                }
            }
            head = self.look.head(next);
            if head[0] <= b' ' {
                next += self.look.spaces(next);
                head = self.look.head(next);
            }
            if head[0].wrapping_sub(b'0') < 10 || head[0] == b'-' {
                *at = next;
                return Next::Number;
            }
            return Next::Other;
        }
        if head[0] <= b' ' {
            next += self.look.spaces(next);
            head = self.look.head(next);
        }
        if head[0] == b']' {
            *at = next + 1;
            return Next::Close;
        }
        Next::Other
    }
}
