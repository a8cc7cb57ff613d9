//! Converts a block of records into the other format.

use alloc::vec::Vec;

use super::blocks::Block;
use super::in_turn::Part;
use super::input::{Documents, Input, Segments};
use super::options::{Format, Options, Row, Visit};
use super::output::{Checked, Text};
use super::pass::{Early, Made, Output};
use crate::SegmentBuilder;

/// The work on the records.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub from: Format,
    /// The format of the output; `None` if records are only checked.
    pub to: Option<Format>,
    pub options: Options,
    /// Whether bad records are set aside.
    pub aside: bool,
}

/// The work on all blocks.
pub trait Task: Sync {
    /// The value into which records are folded, if they are.
    type Folded: Send;

    /// Returns the options for converting records.
    fn options(&self) -> &Options;

    /// Returns how many times its own length a block takes in memory at most, until it is written.
    fn factor(&self) -> usize;

    /// Calls `work` with a converter of blocks.
    fn with_worker(&self, work: &mut dyn FnMut(&mut dyn Convert<Self::Folded>));
}

impl Task for Job {
    type Folded = ();

    fn options(&self) -> &Options {
        &self.options
    }

    fn factor(&self) -> usize {
        match (self.from.facts(self.options.array).dense, self.to) {
            (true, Some(Format::Frozen)) => 26,
            _ => FACTOR,
        }
    }

    fn with_worker(&self, work: &mut dyn FnMut(&mut dyn Convert<()>)) {
        let array = self.options.array;
        self.from.visit_input(array, WithInput { job: self, work });
    }
}

/// How many times its own length a block of text takes in memory at most, with its result.
pub const FACTOR: usize = 14;

/// Converts blocks, one at a time.
pub trait Convert<M> {
    /// Converts a block, in memory that another left. Returns `None` if the work has stopped.
    fn convert(
        &mut self,
        block: &mut Block<'_>,
        spare: Vec<u8>,
        early: &mut Early<'_, M>,
    ) -> Option<Part<M>>;

    /// Frees the memory that it keeps from block to block.
    fn shrink(&mut self);
}

struct WithInput<'w> {
    job: &'w Job,
    work: &'w mut dyn FnMut(&mut dyn Convert<()>),
}

impl WithInput<'_> {
    fn into<I: Input>(self) {
        let input = I::new(&self.job.options);
        let to = self.job.to;
        let with = WithOutput { with: self, input };
        match to {
            Some(to) => to.visit(with),
            None => with.work(Checked::new),
        }
    }
}

impl Visit for WithInput<'_> {
    type Output = ();

    fn documents<F: Row>(self) {
        self.into::<Documents<F>>();
    }

    fn frozen(self) {
        self.into::<Segments>();
    }
}

struct WithOutput<'w, I> {
    with: WithInput<'w>,
    input: I,
}

impl<I: Input> WithOutput<'_, I> {
    fn work<O: Output<Folded = ()>>(self, new: impl FnOnce(&Options) -> O) {
        let WithInput { job, work } = self.with;
        let output = new(&job.options);
        work(&mut Worker {
            input: self.input,
            made: Made::new(output, &job.options, job.aside),
        });
    }
}

impl<I: Input> Visit for WithOutput<'_, I> {
    type Output = ();

    fn documents<F: Row>(self) {
        self.work(Text::<F>::new);
    }

    fn frozen(self) {
        self.work(|options| SegmentBuilder::new(options.duplicates, options.limits));
    }
}

/// Passes the records of blocks to their output.
pub struct Worker<I, O> {
    pub input: I,
    pub made: Made<O>,
}

impl<I: Input, O: Output> Convert<O::Folded> for Worker<I, O> {
    fn convert(
        &mut self,
        block: &mut Block<'_>,
        spare: Vec<u8>,
        early: &mut Early<'_, O::Folded>,
    ) -> Option<Part<O::Folded>> {
        let mut part = self.made.begin(spare);
        if !self.input.give(block, &mut self.made, &mut part, early) {
            return None;
        }
        self.made.end(&mut part);
        part.bytes_in = block.bytes().len() as u64;
        if part.stop.is_none() {
            part.stop = block.stop.take();
        }
        Some(part)
    }

    fn shrink(&mut self) {
        self.input = I::new(self.made.options());
        self.made.shrink();
    }
}
