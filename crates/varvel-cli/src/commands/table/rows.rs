//! [`Rows`]: an input of a table, whose records are rows.
//!
//! Streams and arrays are read on all cores. Other documents are held in memory: the items of the
//! array at the root are rows, and so is each of several documents, or the one document.

use std::fs;
use std::io;
use std::path::Path;

use varvel::{Error, View, records, with_builder};

use crate::files::array::Array;
use crate::files::document::Document;
use crate::files::format::Format;
use crate::files::input::{self, Opened, is_stream, shown};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// Decimals of text keep their digits, and a FlatBuffer its NaN.
const PURPOSE: Purpose = Purpose::Text;

/// An input of a table, which may be read twice.
pub struct Rows<'a> {
    /// The input, as the user named it.
    pub path: &'a Path,
    kept: Kept,
}

/// The part of an input that is kept until it is read.
enum Kept {
    /// Nothing: it is opened when it is read.
    Nothing,
    /// The input at its beginning.
    Opened(Opened),
    /// The rows, to be read again.
    Source(Source),
}

/// The rows of an input.
pub enum Source {
    /// A stream that is read on all cores.
    Stream(Opened, records::Format),
    /// An array whose items are read on all cores.
    Array(Array),
    /// A document in memory.
    Document(Document),
    /// A file of records that are read one by one: FlatBuffers, or a damaged frozen stream.
    OneByOne(Opened),
}

/// Why reading rows one by one stopped.
pub enum Stop {
    /// The row is bad.
    Row(Error),
    /// Anything else.
    Failure(Failure),
}

impl Stop {
    fn into_failure(self, of_row: impl FnOnce(Error) -> Failure) -> Failure {
        match self {
            Self::Row(error) => of_row(error),
            Self::Failure(failure) => failure,
        }
    }
}

impl<'a> Rows<'a> {
    /// Returns the rows of the input at `path`, which is opened when it is read.
    pub fn unopened(path: &'a Path) -> Self {
        let kept = Kept::Nothing;
        Self { path, kept }
    }

    /// Returns the rows of an input that was opened.
    pub fn of(path: &'a Path, opened: Opened) -> Self {
        let kept = Kept::Opened(opened);
        Self { path, kept }
    }

    /// Returns the name of the input in errors.
    pub fn name(&self) -> String {
        input::name_of(self.path)
    }

    /// Returns whether anything of it is kept until it is read.
    pub fn is_kept(&self) -> bool {
        !matches!(self.kept, Kept::Nothing)
    }

    /// Opens it as an input whose rows have not been looked for.
    pub fn opened(&mut self, reading: &Reading) -> Result<Opened, Failure> {
        match std::mem::replace(&mut self.kept, Kept::Nothing) {
            Kept::Opened(opened) => Ok(opened),
            _ => Opened::open(self.path, reading),
        }
    }

    /// Opens it. Returns the input if its rows have to be found yet.
    pub fn open(&mut self, reading: &Reading) -> Result<Result<Source, Opened>, Failure> {
        Ok(match std::mem::replace(&mut self.kept, Kept::Nothing) {
            Kept::Source(source) => Ok(source),
            Kept::Opened(opened) => Err(opened),
            Kept::Nothing => {
                let mut opened = Opened::open(self.path, reading)?;
                opened.find_lines(reading)?;
                Err(opened)
            }
        })
    }

    /// Keeps the rows, to be read again from the beginning.
    pub fn keep(&mut self, mut source: Source) -> Result<(), Failure> {
        let input = match &mut source {
            Source::Stream(input, _) => Some(input),
            Source::Array(array) => Some(array.input_mut()),
            Source::Document(_) | Source::OneByOne(_) => None,
        };
        if let Some(input) = input {
            let rewound = input.rewind();
            rewound.map_err(|cause| report::io(&format!("read {} again", input.name), &cause))?;
        }
        self.kept = Kept::Source(source);
        Ok(())
    }
}

impl Source {
    /// Finds the rows of an input that is no table. One that comes only once can be read again
    /// afterwards if it has to be read `twice`.
    pub fn of(
        input: Opened,
        path: &Path,
        reading: &Reading,
        output: &Output<'_>,
        twice: bool,
    ) -> Result<Self, Failure> {
        let again = |input| match twice {
            true => readable_twice(input, path, output),
            false => Ok(input),
        };
        match input.format {
            Format::Records(from) if !input.is_recovered(reading) => {
                Ok(Self::Stream(again(input)?, from))
            }
            Format::Records(_) | Format::FlatbuffersStream if is_file(path) => {
                Ok(Self::OneByOne(input))
            }
            _ => match Array::of_items(input, reading) {
                Ok(array) => array.map_input(again).map(Self::Array),
                Err(input) => Document::of_records(input, reading, PURPOSE).map(Self::Document),
            },
        }
    }

    /// Returns the unit that the numbers of its records count.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Stream(_, records::Format::Ndjson) => "line",
            Self::Stream(_, records::Format::Frozen) | Self::OneByOne(_) => "record",
            Self::Stream(..) => "value",
            Self::Array(_) | Self::Document(_) => "item",
        }
    }
}

/// Calls `row` for each row of a document, which is the one at `path`.
pub fn each_of_document(
    document: &Document,
    path: &Path,
    reading: &Reading,
    mut row: impl FnMut(&View<'_>) -> Result<(), Stop>,
) -> Result<u64, Failure> {
    let mut count = 0;
    for (step, record) in document.records() {
        row(&record).map_err(|stop| {
            stop.into_failure(|error| {
                document.failure_below(path, reading, step.into_iter(), error)
            })
        })?;
        count += 1;
    }
    Ok(count)
}

/// Calls `row` for each record of a stream.
pub fn each_of_stream(
    input: Opened,
    reading: &Reading,
    mut row: impl FnMut(&View<'_>) -> Result<(), Stop>,
) -> Result<u64, Failure> {
    let mut records = Records::of(input, reading)?;
    let mut count = 0;
    while let Some(record) = records.next()? {
        let frozen = with_builder(reading.duplicates(), reading.limits(), |builder| {
            builder.start()?;
            record.freeze(PURPOSE, builder)?;
            builder.finish()
        });
        let frozen = frozen.map_err(|error| record.failure(error))?;
        row(&frozen.view()).map_err(|stop| stop.into_failure(|error| record.failure(error)))?;
        count += 1;
    }
    Ok(count)
}

/// Reports the input `name`, which is made of records beside tables, or the other way round.
pub fn mixed(name: &str, format: Format) -> Failure {
    let (found, others) = match format {
        Format::Table(_) => (format.phrase(), "records"),
        _ => (format.phrase(), "tables"),
    };
    let what = format!(
        "several files become a table if all are tables or all are records: {name} is {found}, \
         and other files are {others}"
    );
    let hint = "by way of records: `varvel convert IN... OUT.ndjson`, and that into the file";
    report::plain(Exit::Usage, what, Some(hint))
}

/// Returns the name of the inputs in errors about all of them.
pub fn name_of(inputs: &[Rows<'_>]) -> String {
    match inputs {
        [one] => one.name(),
        _ => format!("{} files", inputs.len()),
    }
}

/// Returns whether a name leads to a file that can be opened again.
pub fn is_file(path: &Path) -> bool {
    !is_stream(path) && fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Returns an input that can be read again. A compressed file is opened again for that.
fn readable_twice(input: Opened, path: &Path, output: &Output<'_>) -> Result<Opened, Failure> {
    if !input.is_pipe() || is_file(path) {
        return Ok(input);
    }
    let folder = output.path().and_then(Path::parent);
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let what = format!("keep {} in {}", input.name, shown(folder));
    input
        .kept_in(folder)
        .map_err(|cause: io::Error| report::io(&what, &cause))
}
