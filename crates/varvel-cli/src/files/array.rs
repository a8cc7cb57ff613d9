//! Arrays that are too large to be held in memory. Their items are read as the records of a stream
//! are, on all cores. Errors are reported as those of an array in memory, with the line and the
//! text around it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use varvel::records::{self, BadRecord, Options, Progress, Watch};
use varvel::{ErrorKind, StreamWriter};

use crate::files::format::Format;
use crate::files::input::{Opened, has_more_behind, is_stream};
use crate::files::pipeline;
use crate::files::reading::Reading;
use crate::files::trail::{Trail, Trailed};
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// An array that is about to be read.
pub struct Array {
    name: String,
    format: Format,
    items: records::Format,
    input: Opened,
}

/// Why reading an array stopped early.
pub enum Stopped {
    /// A second document follows the array: the text is a stream of documents, and not the one
    /// array that was to be read.
    Row(Failure),
    /// Anything else.
    Failure(Failure),
}

impl Stopped {
    /// Returns the failure.
    pub fn into_failure(self) -> Failure {
        match self {
            Self::Row(failure) | Self::Failure(failure) => failure,
        }
    }

    /// Returns the failure, unless the file at `path` can be read again as a stream of documents.
    pub fn unless_row_in(self, path: &Path) -> Result<(), Failure> {
        match self {
            Self::Row(_) if is_read_again(path) => Ok(()),
            stopped => Err(stopped.into_failure()),
        }
    }
}

/// Returns whether the input at `path` can be read a second time.
fn is_read_again(path: &Path) -> bool {
    !is_stream(path) && path.is_file()
}

impl Opened {
    /// Returns the array if it is a large one whose items can be read one by one. Returns the input
    /// otherwise, also if its first bytes are several JSON documents.
    pub fn into_array(mut self, reading: &Reading) -> Result<Result<Array, Self>, Failure> {
        if self.items().is_none() || reading.limits().depth == 0 {
            return Ok(Err(self));
        }
        let large = self.is_larger_than(SMALL);
        if !large.map_err(|cause| report::io(&format!("read {}", self.name), &cause))? {
            return Ok(Err(self));
        }
        // The first bytes that are known are more now.
        let Some(items) = self.items() else {
            return Ok(Err(self));
        };
        Ok(Ok(Array {
            name: self.name.clone(),
            format: self.format,
            items,
            input: self,
        }))
    }
}

/// An array of at most this many bytes is held in memory, since that takes less memory than reading
/// on all cores may.
const SMALL: u64 = 4 << 20;

impl Array {
    /// Returns the array, however small it is, if its items can be read one by one. Returns the
    /// input otherwise.
    #[cfg(feature = "full")]
    pub fn of_items(input: Opened, reading: &Reading) -> Result<Self, Opened> {
        match input.items().filter(|_| reading.limits().depth > 0) {
            Some(items) => Ok(Self {
                name: input.name.clone(),
                format: input.format,
                items,
                input,
            }),
            None => Err(input),
        }
    }

    /// Returns the array of the input that `change` makes of this one.
    #[cfg(feature = "full")]
    pub fn map_input(
        self,
        change: impl FnOnce(Opened) -> Result<Opened, Failure>,
    ) -> Result<Self, Failure> {
        let input = change(self.input)?;
        Ok(Self { input, ..self })
    }

    /// Returns the input.
    #[cfg(feature = "full")]
    pub fn input_mut(&mut self) -> &mut Opened {
        &mut self.input
    }

    /// Returns whether other documents follow it in the file at `path`, from which it comes. The
    /// file is read to find out. Returns `false` for an input that can be read only once.
    pub fn is_in_row(&self, path: &Path, reading: &Reading) -> Result<bool, Failure> {
        if !self.format.is_json() || !is_read_again(path) {
            return Ok(false);
        }
        Ok(has_more_behind(Opened::open(path, reading)?, self.items))
    }

    /// Writes its items as records.
    pub fn convert(
        mut self,
        out: &mut (dyn Write + Send),
        to: records::Format,
        options: &Options,
    ) -> Result<Progress, Stopped> {
        self.run(options, |input, from, options, watch| {
            records::convert(input, from, out, to, options, watch)
        })
    }

    /// Adds the items to a frozen stream.
    pub fn append<W: Write + Send>(
        mut self,
        stream: &mut StreamWriter<W>,
        options: &Options,
    ) -> Result<Progress, Stopped> {
        self.run(options, |input, from, options, watch| {
            records::append(input, from, stream, options, watch)
        })
    }

    /// Checks its items, and counts them.
    pub fn check(mut self, reading: &Reading) -> Result<u64, Stopped> {
        let options = Options {
            limits: reading.limits(),
            duplicates: reading.duplicates(),
            ..Options::DEFAULT
        };
        let done = self.run(&options, |input, from, options, watch| {
            records::check(input, from, options, watch)
        })?;
        Ok(done.records)
    }

    /// Calls `run` with the items. An input that can be read again may be rewound afterwards.
    pub fn run<T>(
        &mut self,
        options: &Options,
        run: impl FnOnce(
            Trailed<&mut Opened>,
            records::Format,
            &Options,
            Watch<'_>,
        ) -> Result<T, records::Failure>,
    ) -> Result<T, Stopped> {
        let Self {
            name,
            format,
            items,
            input,
        } = self;
        let options = Options {
            array: true,
            ..*options
        };
        let trail = Trail::new(format.is_text());
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
        run(input, *items, &options, watch).map_err(|cause| {
            let records::Failure::Bad(bad) = cause else {
                return Stopped::Failure(pipeline::failure(name, None, cause));
            };
            let row = format.is_json() && bad.error.kind() == ErrorKind::TrailingData;
            let BadRecord {
                number,
                offset,
                error,
                bytes,
                ..
            } = *bad;
            // White space before an item is no part of it.
            let blank = match format.is_text() {
                true => bytes.len() - bytes.trim_ascii_start().len(),
                false => 0,
            };
            let error = match error.offset() {
                Some(offset) if offset < blank => error.with_offset(blank),
                _ => error,
            };
            let failure = trail.failure(name, *format, number, offset, error);
            match row {
                true => Stopped::Row(failure),
                false => Stopped::Failure(failure),
            }
        })
    }
}
