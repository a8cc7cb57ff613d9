//! Passes records one by one from their source into the next part of the output.

use alloc::vec::Vec;
use core::mem;

use super::failure::Failure;
use super::in_turn::{Bad, Part, Stop};
use super::options::Options;
use crate::format::Passed;
use crate::{Error, ErrorKind, Result, Sink};

/// A record of the input.
pub trait Given<'a> {
    /// Whether its source has no duplicate keys.
    const UNIQUE_KEYS: bool;

    /// Whether [`Part::numbers`] counts such records, and not only [`Part::records`].
    const NUMBERED: bool;

    /// Writes its events into a sink.
    fn drive<S: Sink<'a>>(&mut self, sink: &mut S) -> Result;
}

/// An output of records.
pub trait Output: Sized {
    /// The value into which records are folded, if they are.
    type Folded;

    /// Returns a new output, without the memory of this one.
    fn renewed(&self, options: &Options) -> Self;

    /// Begins a part, in memory that another left.
    fn begin(&mut self, spare: Vec<u8>, part: &mut Part<Self::Folded>);

    /// Adds a record, or nothing if it fails.
    fn push<'a, G: Given<'a>>(&mut self, record: &mut G, part: &mut Part<Self::Folded>) -> Result;

    /// Returns how many bytes the part has so far.
    fn held(&self, part: &Part<Self::Folded>) -> usize;

    /// Ends the part.
    fn end(&mut self, part: &mut Part<Self::Folded>) -> core::result::Result<(), Stop>;

    /// Takes note of a part that is passed on before its block is done.
    fn passed(&mut self, part: &Part<Self::Folded>) {
        let _ = part;
    }
}

/// Takes a part of a block before the whole is done, in its turn. Returns `false` if the work has
/// stopped.
pub type Early<'a, M> = dyn FnMut(Part<M>) -> bool + 'a;

/// At most this many bytes of output, and this many bad records, are held until a block is done:
/// they may be many times its length.
const HELD: usize = 1 << 20;
const HELD_BAD: usize = 64;

/// An output with its options.
pub struct Made<O> {
    output: O,
    options: Options,
    /// Whether bad records are set aside.
    aside: bool,
}

impl<O: Output> Made<O> {
    pub fn new(output: O, options: &Options, aside: bool) -> Self {
        Self {
            output,
            options: *options,
            aside,
        }
    }

    /// Frees the memory that is kept from block to block.
    pub fn shrink(&mut self) {
        self.output = self.output.renewed(&self.options);
    }

    /// Begins a part, in memory that another left.
    pub fn begin(&mut self, spare: Vec<u8>) -> Part<O::Folded> {
        let mut part = Part::default();
        self.output.begin(spare, &mut part);
        part
    }

    /// Returns the options for converting records.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Adds a record.
    #[inline]
    pub fn push<'a, G: Given<'a>>(&mut self, record: &mut G, part: &mut Part<O::Folded>) -> Result {
        self.output.push(record, part)?;
        part.records += 1;
        Ok(())
    }

    /// Sets a record aside, or stops at it.
    ///
    /// `lines` are those of the part before it, if the format is text.
    #[cold]
    pub fn refuse(
        &self,
        error: Error,
        offset: u64,
        bytes: &[u8],
        lines: Option<Passed>,
        part: &mut Part<O::Folded>,
    ) {
        let must_stop = matches!(
            error.kind(),
            ErrorKind::SizeLimit | ErrorKind::OutOfMemory | ErrorKind::InvalidEvents
        );
        let mut copy = Vec::new();
        if copy.try_reserve_exact(bytes.len()).is_err() {
            part.stop = Some(Failure::Input(Error::out_of_memory()).into());
            return;
        }
        copy.extend_from_slice(bytes);
        let bad = Bad {
            number: part.numbers,
            lines,
            offset,
            bytes: copy,
            error,
            unit: None,
        };
        match self.aside && !must_stop {
            true if part.bad.try_reserve(1).is_err() => {
                part.stop = Some(Failure::Input(Error::out_of_memory()).into());
            }
            true => part.bad.push(bad),
            false => part.stop = Some(Stop::Bad(bad)),
        }
    }

    /// Passes the part on if it is large. Returns `false` if the work has stopped.
    #[inline]
    pub fn give_early(
        &mut self,
        part: &mut Part<O::Folded>,
        early: &mut Early<'_, O::Folded>,
    ) -> bool {
        let held = self.output.held(part);
        if held < HELD && part.bad.len() < HELD_BAD {
            return true;
        }
        if held >= HELD {
            self.end(part);
        }
        self.output.passed(part);
        early(mem::take(part))
    }

    /// Ends the part.
    pub fn end(&mut self, part: &mut Part<O::Folded>) {
        if let Err(stop) = self.output.end(part) {
            part.stop.get_or_insert(stop);
        }
    }
}
