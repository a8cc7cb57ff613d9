//! [`Unit`]: a file, or a split of one, whose records are read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use varvel::formats::{AnyFormat, ReadOptions};
use varvel::records::{Format, Options};
use varvel::{Discard, Error, ErrorKind};
use varvel_files::{Compression, MAX_EXPANSION, Part, Split, unpack};

use super::once::Once;
use super::place::Place;
use crate::errors::Located;
use crate::interrupts::Interrupts;

/// The first bytes of a file that tell an array from other documents.
const HEAD: usize = 64 << 10;

/// The most bytes of a first line that tell lines of JSON from a document.
const FIRST_LINE: u64 = 16 << 20;

/// Files up to this length are read by one thread.
const SMALL: u64 = 512 << 10;

/// The format of the records of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A stream of records.
    Records(Format),
    /// A document: the items of an array are the records, else it is one.
    Document(AnyFormat),
}

/// A file, or a split of one, whose records are read.
#[derive(Clone, Debug)]
pub struct Unit {
    pub file: String,
    pub how: How,
    pub split: Option<Split>,
    /// The file, if it gives its bytes only once.
    pub once: Option<Arc<Once>>,
    /// The most bytes that each byte of a compressed file may become.
    pub max_expansion: u64,
    /// Whether two forms that YAML forbids are read.
    pub tolerant: bool,
}

/// A unit that was opened.
pub enum Opened {
    /// Records that are read one after the other, with the options for that.
    Records(Box<dyn Read + Send>, Format, Options, Box<Place>),
    /// A text in memory that is read as documents.
    Document(Vec<u8>, AnyFormat),
}

impl How {
    /// Returns the format with this word.
    ///
    /// # Errors
    /// `ValueError` with the words that there are.
    pub fn named(word: &str) -> PyResult<Self> {
        Self::all()
            .find(|how| how.word() == word)
            .ok_or_else(|| no_format(format!("there is no format {word:?}")))
    }

    /// Returns the format of a file: by its name and, for JSON, its first line.
    ///
    /// # Errors
    /// `ValueError` if the name tells none.
    pub fn of_file(file: &str) -> PyResult<Self> {
        let path = Path::new(file);
        let inner = match Compression::of_name(path) {
            Some(_) => Path::new(path.file_stem().unwrap_or_default()),
            None => path,
        };
        let extension = inner.extension().and_then(|one| one.to_str());
        let extension = extension.unwrap_or_default();
        let document = || AnyFormat::of_extension(extension).map(Self::Document);
        match Format::of_extension(extension)
            .map(Self::Records)
            .or_else(document)
        {
            // The first line of a pipe would be lost.
            Some(Self::Document(AnyFormat::Json))
                if Once::of(path).is_none() && has_lines(path).unwrap_or(false) =>
            {
                Ok(Self::Records(Format::Ndjson))
            }
            Some(how) => Ok(how),
            None => Err(no_format(format!(
                "the name {file:?} tells no format: say which by `format`"
            ))),
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let records = Format::ALL.iter().copied().map(Self::Records);
        records.chain(AnyFormat::ALL.iter().copied().map(Self::Document))
    }

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Records(format) => format.word(),
            Self::Document(format) => format.word(),
        }
    }
}

fn no_format(what: String) -> PyErr {
    let words: Vec<_> = How::all().map(How::word).collect();
    PyValueError::new_err(format!("{what}; there are {}", words.join(", ")))
}

/// Returns whether a file of JSON is one of lines: the first one is a whole document.
fn has_lines(file: &Path) -> io::Result<bool> {
    let mut input = BufReader::new(unpacked(File::open(file)?)?.take(FIRST_LINE));
    let mut line = Vec::new();
    // A blank line tells nothing.
    while input.read_until(b'\n', &mut line)? > 0 && line.trim_ascii().is_empty() {
        line.clear();
    }
    let first = line.trim_ascii_start().first();
    let read = AnyFormat::Json.drive(&line, &ReadOptions::default(), &mut &mut Discard);
    Ok(first == Some(&b'{') && read.is_ok())
}

/// Returns the content of a file, which may be compressed.
pub fn unpacked(file: File) -> io::Result<Box<dyn Read + Send>> {
    unpacked_to(Box::new(file), MAX_EXPANSION)
}

/// Returns the content of an input, each byte of which may become so many if it is compressed.
fn unpacked_to(
    mut input: Box<dyn Read + Send>,
    max_expansion: u64,
) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    (&mut input).take(4).read_to_end(&mut head)?;
    let how = Compression::of_bytes(&head);
    let all = io::Cursor::new(head).chain(input);
    match how {
        Some(how) => unpack(all, how, max_expansion),
        None => Ok(Box::new(all)),
    }
}

impl Unit {
    /// Returns whether reading it does not wait for another program.
    pub fn is_prompt(&self) -> bool {
        self.once.as_ref().is_none_or(|once| once.is_kept())
    }

    /// Opens the first lines of it, of which there are so many at most: see [`first_lines`]. The
    /// bytes of a pipe come once more when it is opened.
    ///
    /// # Errors
    /// Those of [`Unit::open`], one for records that are no lines of JSON, and any if it was
    /// interrupted.
    pub fn sample(
        &self,
        lines: NonZeroU64,
        options: &Options,
        interrupts: &Interrupts,
    ) -> Result<Opened, Located> {
        let path = Path::new(&self.file);
        let (sample, options, place) = match &self.once {
            Some(once) if self.how == How::Records(Format::Ndjson) => {
                let max_expansion = self.max_expansion;
                let look = move |input| first_lines(unpacked_to(input, max_expansion)?, lines);
                let sample = once.look(path, interrupts, look)?;
                (sample, *options, Box::new(Place::of_file(&self.file)))
            }
            Some(_) => return Err(self.no_lines()),
            None => {
                let opened = self.open(options);
                match opened.map_err(|error| Located::system(&error, path))? {
                    Opened::Records(input, Format::Ndjson, options, place) if !options.array => {
                        let sample = first_lines(input, lines);
                        let sample = sample.map_err(|error| Located::system(&error, path))?;
                        (sample, options, place)
                    }
                    _ => return Err(self.no_lines()),
                }
            }
        };
        let sample = Box::new(io::Cursor::new(sample));
        Ok(Opened::Records(sample, Format::Ndjson, options, place))
    }

    fn no_lines(&self) -> Located {
        let error = Error::expected(ErrorKind::Refused, "lines of JSON, which `sample` takes");
        Located::nowhere(error).in_file(&self.file, "")
    }

    /// Opens it, to be read with these options.
    ///
    /// # Errors
    /// Those of the system, [`varvel_files::Refused`] if a split does not fit its file, and one for
    /// the second reading of a file that gives its bytes only once.
    pub fn open(&self, options: &Options) -> io::Result<Opened> {
        let mut options = *options;
        if let Some(split) = &self.split {
            if split.end - split.start.min(split.end) < SMALL {
                options.threads = NonZeroUsize::new(1);
            }
            if let (How::Records(from), false) = (self.how, split.is_whole()) {
                let part = Part::open(split, self.max_expansion)?;
                let place = Box::new(Place::of_split(&self.file, part.origin()));
                options.part = Some(place.first());
                return Ok(Opened::Records(Box::new(part), from, options, place));
            }
        }
        let input: Box<dyn Read + Send> = match (&self.split, &self.once) {
            (None, Some(once)) => once.open(Path::new(&self.file))?,
            (split, _) => {
                let file = match split {
                    Some(split) => split.open()?,
                    None => File::open(&self.file)?,
                };
                if file.metadata()?.len() < SMALL {
                    options.threads = NonZeroUsize::new(1);
                }
                Box::new(file)
            }
        };
        let mut input = unpacked_to(input, self.max_expansion)?;
        let place = Box::new(Place::of_file(&self.file));
        let format = match self.how {
            How::Records(from) => return Ok(Opened::Records(input, from, options, place)),
            How::Document(format) => format,
        };
        let mut head = Vec::new();
        (&mut input).take(HEAD as u64).read_to_end(&mut head)?;
        let mut streams = Format::ALL.iter().copied();
        let stream = streams.find(|stream| stream.document() == Some(format));
        options.array = stream.is_some_and(|stream| stream.is_array(&head) == Some(true));
        match stream {
            // Values one after the other, of which there may be one.
            Some(from) if options.array || from != Format::Ndjson => {
                let all = Box::new(io::Cursor::new(head).chain(input));
                Ok(Opened::Records(all, from, options, place))
            }
            _ => {
                let most = options.limits.bytes as u64;
                input
                    .take(most.saturating_add(1).saturating_sub(head.len() as u64))
                    .read_to_end(&mut head)?;
                Ok(Opened::Document(head, format))
            }
        }
    }
}

/// The most bytes of a sample, unless its first line is longer.
const SAMPLE: u64 = 64 << 20;

/// Returns the first lines of an input: at most so many, and at most 64 MiB of them unless the
/// first one is longer.
fn first_lines(input: impl Read, most: NonZeroU64) -> io::Result<Vec<u8>> {
    let mut input = BufReader::new(input);
    let mut lines = Vec::new();
    for _ in 0..most.get() {
        if input.read_until(b'\n', &mut lines)? == 0 || lines.len() as u64 >= SAMPLE {
            break;
        }
    }
    Ok(lines)
}
