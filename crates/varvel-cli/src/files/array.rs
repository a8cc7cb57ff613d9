//! An array that is too large to be held: its items are read as the records of a stream are, on all
//! cores. Its errors are reported as those of an array that is held, with the line and the text
//! around it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use varvel::ErrorKind;
use varvel::records::{self, BadRecord, Options, Progress, Watch};

use crate::files::format::Format;
use crate::files::input::{Opened, Reading, has_more_behind, is_stream};
use crate::files::pipeline;
use crate::files::trail::{Trail, Trailed};
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// An array that is about to be read.
pub struct Array {
    name: String,
    format: Format,
    items: records::Format,
    input: Opened,
    trail: Trail,
}

/// Why an array was not read to its end.
pub enum Stopped {
    /// A second document stands behind it: the text is documents in a row, and it is none of them
    /// that was to be read.
    Row(Failure),
    /// Anything else.
    Failure(Failure),
}

impl Stopped {
    /// The failure that this is.
    pub fn into_failure(self) -> Failure {
        match self {
            Self::Row(failure) | Self::Failure(failure) => failure,
        }
    }

    /// The failure that this is, unless the file at `path` can be read again as documents in a row.
    pub fn unless_row_in(self, path: &Path) -> Result<(), Failure> {
        match self {
            Self::Row(_) if is_read_again(path) => Ok(()),
            stopped => Err(stopped.into_failure()),
        }
    }
}

/// Whether the input at `path` can be read a second time.
fn is_read_again(path: &Path) -> bool {
    !is_stream(path) && path.is_file()
}

impl Opened {
    /// The array that this is, if it is a large one and its items can be read one by one; else what
    /// was opened, and so where its first bytes are JSON documents in a row.
    pub fn into_array(mut self, reading: &Reading) -> Result<Result<Array, Self>, Failure> {
        if self.items().is_none() || reading.limits().depth == 0 {
            return Ok(Err(self));
        }
        let large = self.is_larger_than(SMALL);
        if !large.map_err(|cause| report::io(&format!("read {}", self.name), &cause))? {
            return Ok(Err(self));
        }
        // More of them are first bytes now.
        let Some(items) = self.items() else {
            return Ok(Err(self));
        };
        Ok(Ok(Array {
            name: self.name.clone(),
            format: self.format,
            items,
            trail: Trail::new(self.format.is_text()),
            input: self,
        }))
    }
}

/// An array of at most so many bytes is held: it takes less memory than reading on all cores may.
const SMALL: u64 = 4 << 20;

impl Array {
    /// Whether documents stand behind it in the file at `path`, from which it comes: so far that is
    /// read to find out. Of what comes once nobody knows.
    pub fn is_in_row(&self, path: &Path, reading: &Reading) -> Result<bool, Failure> {
        if !self.format.is_json() || !is_read_again(path) {
            return Ok(false);
        }
        Ok(has_more_behind(Opened::open(path, reading)?, self.items))
    }

    /// Writes its items as records.
    pub fn convert(
        self,
        out: &mut (dyn Write + Send),
        to: records::Format,
        options: &Options,
    ) -> Result<Progress, Stopped> {
        self.run(options, |input, from, options, watch| {
            records::convert(input, from, out, to, options, watch)
        })
    }

    /// Checks its items, and counts them.
    pub fn check(self, reading: &Reading) -> Result<u64, Stopped> {
        let options = Options {
            limits: reading.limits(),
            duplicates: reading.duplicates(),
            ..Options::DEFAULT
        };
        let done = self.run(&options, records::check)?;
        Ok(done.records)
    }

    fn run(
        self,
        options: &Options,
        run: impl FnOnce(
            Trailed,
            records::Format,
            &Options,
            Watch<'_>,
        ) -> Result<Progress, records::Failure>,
    ) -> Result<Progress, Stopped> {
        let Self {
            name,
            format,
            items,
            input,
            trail,
        } = self;
        let options = Options {
            array: true,
            ..*options
        };
        let done = trail.clone();
        let mut progress = |progress: &Progress| {
            done.leave(progress.bytes_in);
            ControlFlow::Continue(())
        };
        let watch = Watch {
            progress: Some(&mut progress),
            ..Watch::default()
        };
        let input = Trailed(input, trail.clone());
        run(input, items, &options, watch).map_err(|cause| {
            let records::Failure::Bad(bad) = cause else {
                return Stopped::Failure(pipeline::failure(&name, None, cause));
            };
            let row = format.is_json() && bad.error.kind() == ErrorKind::TrailingData;
            let BadRecord {
                number,
                offset,
                error,
                ..
            } = *bad;
            let failure = trail.failure(&name, format, number, offset, error);
            match row {
                true => Stopped::Row(failure),
                false => Stopped::Failure(failure),
            }
        })
    }
}
