//! The errors of typed reads: another value comes than the caller asked for, or no value can come
//! here.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Kind};
use varvel_raw::simd::Isa;

use super::Reader;
use super::any_number::number;
use super::input::head;
use super::kinds::{complete, kind};
use super::meaning;
use super::open::{Next, State};
use crate::codes::{self, tag};

impl<I: Isa> Reader<'_, I> {
    /// Makes the error of a value that is not `expected`, or is cut off.
    #[cold]
    #[inline(never)]
    pub(super) fn not(&self, expected: &'static str) -> Error {
        match kind(self.input).and_then(|found| complete(self.input).map(|()| found)) {
            Ok(found) => Error::wrong_kind(expected, found).with_offset(self.input.position()),
            Err(error) => error,
        }
    }

    /// Makes the error of a value that is not an integer that fits.
    #[cold]
    #[inline(never)]
    pub(super) fn no_integer(&self, expected: &'static str) -> Error {
        match (kind(self.input), complete(self.input)) {
            (Ok(Kind::Integer), Ok(())) => self.out_of_range(expected),
            _ => self.not("an integer"),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn out_of_range(&self, expected: &'static str) -> Error {
        let error = Error::expected(ErrorKind::NumberOutOfRange, expected)
            .with_offset(self.input.position());
        let mut scratch = Vec::new();
        match number(self.input.rest(), &mut scratch) {
            Ok(Some((found, _))) => error.with_content(found.number(&scratch)),
            _ => error,
        }
    }

    /// Makes the error of a value that is not a point in time: the value behind a tag of dates may
    /// be wrong, cut off, or beyond the range.
    #[cold]
    #[inline(never)]
    pub(super) fn no_timestamp(&mut self) -> Error {
        let at = self.input.position();
        let Some((codes::TAG, tag, rest)) = head(self.input.rest()) else {
            return self.not("a timestamp");
        };
        let mut input = self.input;
        input.pass_to(rest);
        if let Err(error) = meaning::check(tag, rest, at) {
            return error;
        }
        match (tag, kind(input)) {
            (_, Err(error)) => error,
            (tag::TEXT_TIME, Ok(Kind::String)) => {
                let first = rest.first().copied().unwrap_or_default();
                input.pass(1);
                let text = match input.string(first, &mut self.scratch) {
                    Ok(text) => text,
                    Err(error) => return error,
                };
                let expected = "a point in time as 2026-01-31T12:00:00Z behind the tag 0";
                let error = Error::expected(ErrorKind::TypeMismatch, expected);
                error.with_content(&*text).with_offset(at)
            }
            (tag::EPOCH_TIME, Ok(Kind::Integer | Kind::Float)) => {
                if let Err(error) = complete(input) {
                    return error;
                }
                self.out_of_range("a point in time of 64 bits of seconds")
            }
            _ => self.not("a timestamp"),
        }
    }

    /// Makes the error of a call that is not possible here.
    #[cold]
    #[inline(never)]
    pub(super) fn misplaced(&self, expected: &'static str) -> Error {
        if self.open.state.is(Next::Simple) {
            return Error::wrong_kind(expected, Kind::Null).with_offset(self.input.position());
        }
        let error = match self.open.state == State::DONE {
            true => Error::expected(
                ErrorKind::InvalidEvents,
                "no call: the document is complete",
            ),
            false => Error::expected(ErrorKind::InvalidEvents, expected).with_hint(
                "next_item belongs into an array, keys belong into a map, values behind them",
            ),
        };
        error.with_offset(self.input.position())
    }
}
