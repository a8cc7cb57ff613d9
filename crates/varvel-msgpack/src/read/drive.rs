//! The loop over values: a document from its bytes into a sink. It does not recurse.

use alloc::string::ToString;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Bytes, Error, Limits, Result, Sink, Str, Tag, Timestamp};
use varvel_raw::simd::Isa;

use super::input::{Input, text_at};
use super::numbers;
use crate::error;
use crate::format;

/// What the value is that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The document.
    Root,
    Item,
    /// The value of a member.
    Member,
    /// The node that is a key.
    Key,
}

/// A container that is open.
#[derive(Clone, Copy, Debug)]
struct Frame {
    place: Place,
    count: usize,
    /// Items or members that are not complete.
    left: usize,
    /// A map: where its last key is.
    key: usize,
}

/// What the loop has beside the input.
struct Loop<'l> {
    limits: &'l Limits,
    nodes: usize,
    /// The innermost, or the document itself.
    current: Frame,
    /// Those around it.
    outer: Vec<Frame>,
}

/// Drives the value at `at` into `sink`; leaves `at` behind it, or where an error was met.
#[inline(always)]
pub fn document<'de, I: Isa, S: Sink<'de>>(
    isa: I,
    bytes: &'de [u8],
    at: &mut usize,
    limits: &Limits,
    sink: &mut S,
) -> Result {
    let at_first = (*at).min(bytes.len());
    let mut input = Input {
        isa,
        bytes,
        at: at_first,
    };
    let mut state = Loop {
        limits,
        nodes: 0,
        current: Frame {
            place: Place::Root,
            count: 0,
            left: 0,
            key: 0,
        },
        outer: Vec::new(),
    };
    let result = state.run(&mut input, sink);
    *at = input.at;
    result.map_err(|error| state.locate(error, bytes, input.at))
}

impl Loop<'_> {
    #[inline(always)]
    fn run<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result {
        loop {
            if !self.value(input, sink)? {
                continue;
            }
            // On to the next value, out of the containers that end here.
            loop {
                match self.current.place {
                    Place::Root => return Ok(()),
                    Place::Key => {
                        self.current.place = Place::Member;
                        break;
                    }
                    Place::Item => {
                        self.current.left -= 1;
                        if self.current.left != 0 {
                            break;
                        }
                        sink.end_array()?;
                    }
                    Place::Member => {
                        self.current.left -= 1;
                        if self.current.left != 0 {
                            self.key(input, sink)?;
                            break;
                        }
                        sink.end_map()?;
                    }
                }
                match self.outer.pop() {
                    Some(frame) => self.current = frame,
                    None => return Ok(()),
                }
            }
        }
    }

    /// Reads a scalar or an empty container (`true`), or the head of a container (`false`).
    #[inline(always)]
    fn value<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result<bool> {
        let at = input.at;
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(error::too_many_nodes(at, self.limits.nodes));
        }
        let first = input.first()?;
        match first {
            0x00..=0x7F => sink.i64(first.into())?,
            format::NEGATIVE_FIXINT.. => sink.i64((first as i8).into())?,
            format::FIX_STR..format::NIL | format::STR_8..=format::STR_32 => {
                // One of the families of strings.
                let len = input.string(first)?.unwrap_or(0);
                sink.str(Str::Input(input.text(len)?))?;
            }
            format::FIX_MAP..format::FIX_ARRAY => {
                return self.map(input, at, usize::from(first & 15), sink);
            }
            format::FIX_ARRAY..format::FIX_STR => {
                return self.array(input, at, usize::from(first & 15), sink);
            }
            format::NIL => sink.null()?,
            format::FALSE => sink.bool(false)?,
            format::TRUE => sink.bool(true)?,
            format::FLOAT_64 => sink.f64(f64::from_be_bytes(input.take()?))?,
            format::FLOAT_32 => sink.f32(f32::from_be_bytes(input.take()?))?,
            format::UINT_8 => sink.i64(u8::from_be_bytes(input.take()?).into())?,
            format::UINT_16 => sink.i64(u16::from_be_bytes(input.take()?).into())?,
            format::UINT_32 => sink.i64(u32::from_be_bytes(input.take()?).into())?,
            format::UINT_64 => {
                let value = u64::from_be_bytes(input.take()?);
                match i64::try_from(value) {
                    Ok(value) => sink.i64(value)?,
                    Err(_) => sink.u64(value)?,
                }
            }
            format::INT_8 => sink.i64(i8::from_be_bytes(input.take()?).into())?,
            format::INT_16 => sink.i64(i16::from_be_bytes(input.take()?).into())?,
            format::INT_32 => sink.i64(i32::from_be_bytes(input.take()?).into())?,
            format::INT_64 => sink.i64(i64::from_be_bytes(input.take()?))?,
            format::BIN_8..=format::BIN_32 => {
                let len = input.length(1 << (first - format::BIN_8))?;
                sink.bytes(Bytes::Input(input.block(len)?))?;
            }
            format::EXT_8..=format::EXT_32 => {
                let len = input.length(1 << (first - format::EXT_8))?;
                extension(input, at, len, sink)?;
            }
            format::FIX_EXT_1..=format::FIX_EXT_16 => {
                extension(input, at, 1 << (first - format::FIX_EXT_1), sink)?;
            }
            format::ARRAY_16 | format::ARRAY_32 => {
                let count = input.length(2 << (first - format::ARRAY_16))?;
                return self.array(input, at, count, sink);
            }
            format::MAP_16 | format::MAP_32 => {
                let count = input.length(2 << (first - format::MAP_16))?;
                return self.map(input, at, count, sink);
            }
            format::NEVER_USED => return Err(error::never_used(at)),
        }
        Ok(true)
    }

    /// Begins an array of `count` items whose head is at `at`; `true` if it is complete.
    #[inline(always)]
    fn array<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        count: usize,
        sink: &mut S,
    ) -> Result<bool> {
        self.check(at, count, 1, input.rest().len())?;
        if count == 0 {
            sink.i64_array(&[])?;
            return Ok(true);
        }
        let read = match input.rest().first() {
            Some(&format::FLOAT_64) => numbers::array::<f64, I, S>(input, count, sink)?,
            Some(0x00..=0x7F | format::UINT_8..=format::INT_64 | format::NEGATIVE_FIXINT..) => {
                numbers::array::<i64, I, S>(input, count, sink)?
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
        if left == 0 {
            return Ok(true);
        }
        self.enter(Place::Item, count, left)?;
        Ok(false)
    }

    /// Begins a map of `count` members whose head is at `at`; `true` if it is complete.
    #[inline(always)]
    fn map<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        at: usize,
        count: usize,
        sink: &mut S,
    ) -> Result<bool> {
        self.check(at, count, 2, input.rest().len())?;
        sink.begin_map(Some(count))?;
        if count == 0 {
            sink.end_map()?;
            return Ok(true);
        }
        self.enter(Place::Member, count, count)?;
        self.key(input, sink)?;
        Ok(false)
    }

    /// Checks what a container at `at` says of itself, before anything is believed of it: each of its
    /// `count` nodes or members takes `least` bytes of the `left` ones.
    #[inline(always)]
    fn check(&self, at: usize, count: usize, least: usize, left: usize) -> Result {
        if self.outer.len() >= self.limits.depth {
            return Err(error::too_deep(at, self.limits.depth));
        }
        if count > left / least {
            return Err(error::too_few_bytes(at, count, left));
        }
        Ok(())
    }

    #[inline(always)]
    fn enter(&mut self, place: Place, count: usize, left: usize) -> Result {
        self.outer
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.outer.push(self.current);
        self.current = Frame {
            place,
            count,
            left,
            key: 0,
        };
        Ok(())
    }

    /// Reads a key, if it is a string; else its node comes next.
    #[inline(always)]
    fn key<'de, I: Isa, S: Sink<'de>>(
        &mut self,
        input: &mut Input<'de, I>,
        sink: &mut S,
    ) -> Result {
        let at = input.at;
        self.current.key = at;
        let first = input.first()?;
        let Some(len) = input.string(first)? else {
            input.at = at;
            self.current.place = Place::Key;
            return sink.any_key();
        };
        self.current.place = Place::Member;
        if let Some([_, key @ .., _]) = sink.expect_key().and_then(varvel_core::Key::quoted)
            && key.len() == len
            && input.rest().starts_with(key)
        {
            input.at += len;
            return sink.expected_key();
        }
        let text = input.text(len)?;
        sink.key(Str::Input(text)).map_err(|error| error.or_offset(at))
    }

    /// Adds to an error where it happened: at `at`, if it does not say.
    #[cold]
    #[inline(never)]
    fn locate(&self, error: Error, bytes: &[u8], at: usize) -> Error {
        let step = |frame: &Frame| match frame.place {
            Place::Item => Some(Step::Index(frame.count - frame.left)),
            Place::Member => text_at(bytes, frame.key).map(|key| Step::Key(key.to_string())),
            _ => None,
        };
        let frames = self.outer.iter().chain([&self.current]);
        error
            .or_offset(at)
            .or_path(|| frames.filter_map(step).collect())
    }
}

/// An extension of `len` bytes whose head is at `at`, from its type on.
#[cold]
#[inline(never)]
fn extension<'de, I: Isa, S: Sink<'de>>(
    input: &mut Input<'de, I>,
    at: usize,
    len: usize,
    sink: &mut S,
) -> Result {
    let kind = i8::from_be_bytes(input.take()?);
    let bytes = input.block(len)?;
    if kind == format::TIMESTAMP {
        let Some(timestamp) = timestamp(bytes) else {
            return Err(error::bad_timestamp(at));
        };
        return sink.timestamp(timestamp);
    }
    sink.tag(Tag::Extension(kind))?;
    sink.bytes(Bytes::Input(bytes))
}

/// A timestamp in one of its three forms.
fn timestamp(bytes: &[u8]) -> Option<Timestamp> {
    match *bytes {
        [a, b, c, d] => Timestamp::new(u32::from_be_bytes([a, b, c, d]).into(), 0),
        [a, b, c, d, e, f, g, h] => {
            let both = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
            // 34 bits of seconds below 30 of nanoseconds.
            Timestamp::new((both & ((1 << 34) - 1)) as i64, (both >> 34) as u32)
        }
        [a, b, c, d, ref seconds @ ..] => {
            let seconds = i64::from_be_bytes(seconds.try_into().ok()?);
            Timestamp::new(seconds, u32::from_be_bytes([a, b, c, d]))
        }
        _ => None,
    }
}
