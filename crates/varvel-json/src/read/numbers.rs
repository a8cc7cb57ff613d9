//! Arrays that begin with a number. They are read in a loop of their own, and given to the sink as
//! a whole if they are short and have numbers of one kind.

use varvel_core::sink::{RUN, RunItem};
use varvel_core::{Result, Sink};
use varvel_raw::ahead::Ahead;
use varvel_raw::look::{AHEAD, Head, Look};
use varvel_raw::number::Num;
use varvel_raw::simd::Isa;

use super::drive::{Loop, Then, begins_number};
use super::indent::LEADS;

/// The text behind a number in an array.
enum Next {
    /// Another number; the position is its first byte.
    Number,
    /// The closing bracket, which is at the position.
    Close,
    /// Something else.
    Other,
}

/// A kind of number that an array may consist of.
trait Item: RunItem {
    /// Reads a number of this kind in its most common form.
    fn quick<I: Isa>(look: &Look<'_, '_, I>, head: &Head) -> Option<(Self, usize)>;
    /// Returns the number if it is of this kind.
    fn take(number: Num) -> Option<Self>;
}

impl Item for i64 {
    #[inline(always)]
    fn quick<I: Isa>(look: &Look<'_, '_, I>, head: &Head) -> Option<(Self, usize)> {
        look.quick_int(head)
    }
    #[inline(always)]
    fn take(number: Num) -> Option<Self> {
        match number {
            Num::I64(value) => Some(value),
            _ => None,
        }
    }
}

impl Item for f64 {
    #[inline(always)]
    fn quick<I: Isa>(look: &Look<'_, '_, I>, head: &Head) -> Option<(Self, usize)> {
        look.quick_float(head)
    }
    #[inline(always)]
    fn take(number: Num) -> Option<Self> {
        match number {
            Num::F64(value) => Some(value),
            _ => None,
        }
    }
}

impl<'a: 't, 't, I: Isa> Loop<'_, 'a, 't, I> {
    /// Reads an array whose first item is a number at the position. The array is not open yet.
    #[inline(always)]
    pub(super) fn numbers<S: Sink<'a>>(
        &mut self,
        ahead: &mut Ahead<'a, 't, I>,
        sink: &mut S,
    ) -> Result<Then> {
        if sink.wants_decimal() {
            self.open.push(false)?;
            sink.begin_array(None)?;
            return Ok(Then::Value);
        }
        if let Some((first, n)) = self.look.quick_int(ahead.head()) {
            ahead.advance(n);
            return self.numbers_of(ahead, first, sink);
        }
        if let Some((first, n)) = self.look.quick_float(ahead.head()) {
            ahead.advance(n);
            return self.numbers_of(ahead, first, sink);
        }
        let at = ahead.position();
        match self.look.number(at) {
            Ok((Num::F64(first), n)) if first != 0.0 || !self.is_beyond_floats(at, n, sink) => {
                ahead.seek(at + n);
                self.numbers_of(ahead, first, sink)
            }
            // The general path reads the number again.
            _ => {
                self.open.push(false)?;
                sink.begin_array(None)?;
                Ok(Then::Value)
            }
        }
    }

    /// Reads the rest of an array of one kind of number, after its `first` item.
    #[inline(always)]
    fn numbers_of<T: Item, S: Sink<'a>>(
        &mut self,
        ahead: &mut Ahead<'a, 't, I>,
        first: T,
        sink: &mut S,
    ) -> Result<Then> {
        T::room(self.runs)[0] = first;
        let mut n = 1;
        // Whether the array was opened, because its first runs were given to the sink.
        let mut open = false;
        loop {
            match self.next_number(ahead) {
                Next::Number => {}
                Next::Close => {
                    if open {
                        // The main loop closes an array that it has open.
                        self.hand_on::<T, S>(n, open, sink)?;
                        return Ok(Then::Next);
                    }
                    ahead.advance(1);
                    self.nodes += n;
                    T::whole(sink, &T::room(self.runs)[..n])?;
                    return Ok(Then::Next);
                }
                Next::Other => {
                    self.hand_on::<T, S>(n, open, sink)?;
                    return Ok(Then::Next);
                }
            }
            let value = match T::quick(&self.look, ahead.head()) {
                Some((value, len)) => {
                    ahead.advance(len);
                    value
                }
                None => {
                    let at = ahead.position();
                    let read = self.look.number(at).ok().filter(|&(number, len)| {
                        number != Num::F64(0.0) || !self.is_beyond_floats(at, len, sink)
                    });
                    match read.and_then(|(number, len)| Some((T::take(number)?, len))) {
                        Some((value, len)) => {
                            ahead.seek(at + len);
                            value
                        }
                        // The item is of another kind, or broken. The general path reads it again.
                        None => {
                            self.hand_on::<T, S>(n, open, sink)?;
                            return Ok(Then::Value);
                        }
                    }
                }
            };
            if n == RUN {
                self.hand_on::<T, S>(n, open, sink)?;
                open = true;
                n = 0;
            }
            T::room(self.runs)[n] = value;
            n += 1;
        }
    }

    /// Gives the first `n` numbers of the run to the sink, as a part of an array. It opens the
    /// array unless it is `open`.
    #[inline(always)]
    fn hand_on<T: Item, S: Sink<'a>>(&mut self, n: usize, open: bool, sink: &mut S) -> Result {
        if !open {
            self.open.push(false)?;
            sink.begin_array(None)?;
        }
        self.nodes += n;
        T::part(sink, &T::room(self.runs)[..n])
    }

    /// Passes a comma and white space before a number, or white space before the closing bracket.
    /// Before any other text it passes white space at most.
    #[inline(always)]
    fn next_number(&mut self, ahead: &mut Ahead<'a, 't, I>) -> Next {
        if ahead.byte() == b',' {
            let far = ahead.far();
            let lead = &self.leads[(self.open.depth + 1) % LEADS];
            let mut n = 1;
            if far[1] <= b' ' && self.look.lead(ahead.head(), lead) {
                n = lead.len() % AHEAD;
            }
            if far[n] <= b' ' {
                let from = ahead.position() + 1;
                n += self.look.spaces(ahead.position() + n);
                self.learn_spaces(from, n - 1, self.open.depth + 1);
                if n >= AHEAD {
                    return Next::Other;
                }
            }
            if begins_number(far[n % AHEAD]) {
                ahead.advance(n);
                return Next::Number;
            }
            return Next::Other;
        }
        if ahead.byte() <= b' ' {
            let at = ahead.position();
            ahead.seek(at + self.look.spaces(at));
        }
        if ahead.byte() == b']' {
            return Next::Close;
        }
        Next::Other
    }
}
