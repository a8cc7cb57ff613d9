//! What is read: a file or standard input as a whole, and which format it has.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::ValueEnum;
use varvel::json::{Freezer, ReadOptions};
use varvel::{Duplicates, Error, Frozen, Limits, View};

use crate::exit::{Exit, Failure};
use crate::report;

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// JSON text (RFC 8259)
    Json,
    /// A frozen buffer (version 0 of the format)
    Frozen,
}

/// What a frozen buffer begins with.
pub const MAGIC: &[u8] = b"VRVL";

impl Format {
    /// The format that files of this name have, if the name tells.
    pub fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "json" => Some(Self::Json),
            "varvel" => Some(Self::Frozen),
            _ => None,
        }
    }

    /// The word that the options take.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Frozen => "frozen",
        }
    }
}

/// Options of everything that reads.
#[derive(Debug, clap::Args)]
pub struct Reading {
    /// Format of the input [default: frozen if it begins with `VRVL` or is named *.varvel, else json]
    #[arg(long, value_name = "json|frozen", hide_possible_values = true)]
    from: Option<Format>,
    /// An object has a key twice: refuse it, or keep the first or the last member
    #[arg(
        long,
        value_name = "error|first|last",
        default_value = "error",
        hide_possible_values = true
    )]
    duplicates: Policy,
    /// How many arrays and objects may stand inside each other
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.depth)]
    max_depth: usize,
}

/// What to do about duplicate keys.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Policy {
    /// Refuse the document
    Error,
    /// Keep the first member
    First,
    /// Keep the last member
    Last,
}

impl Reading {
    /// What to do about duplicate keys.
    pub fn duplicates(&self) -> Duplicates {
        match self.duplicates {
            Policy::Error => Duplicates::Error,
            Policy::First => Duplicates::First,
            Policy::Last => Duplicates::Last,
        }
    }

    /// What a document may cost.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.max_depth,
            ..Limits::DEFAULT
        }
    }

    /// How JSON text is read.
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions::with_limits(self.limits())
    }
}

/// A document's bytes.
#[derive(Debug)]
pub struct Input {
    /// As errors name it.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
    /// What it is taken for.
    pub format: Format,
}

impl Input {
    /// Reads the file at `path`, or standard input if that is `-`.
    pub fn read(path: &Path, reading: &Reading) -> Result<Self, Failure> {
        let name = name_of(path);
        let bytes = if is_stream(path) {
            read_to_end(io::stdin().lock(), 0)
        } else {
            read_file(path)
        };
        let bytes = bytes.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
        if bytes.is_empty() {
            return Err(report::plain(
                Exit::Document,
                format!("{name} is empty"),
                None,
            ));
        }
        let named = Format::of_name(path) == Some(Format::Frozen);
        let format = match reading.from {
            Some(format) => format,
            None if named || bytes.starts_with(MAGIC) => Format::Frozen,
            None => Format::Json,
        };
        Ok(Self {
            name,
            bytes,
            format,
        })
    }

    /// The document, read in place where it is frozen already.
    pub fn document(&self, reading: &Reading) -> Result<Document<'_>, Failure> {
        let limits = reading.limits();
        match self.format {
            Format::Json => Freezer::with(reading.duplicates(), limits)
                .freeze_owned(&self.bytes)
                .map(Document::Made),
            Format::Frozen => Frozen::validate_with(&self.bytes, &limits).map(Document::Lent),
        }
        .map_err(|error| self.failure(&error))
    }

    /// What is wrong with this document.
    pub fn failure(&self, error: &Error) -> Failure {
        match self.format {
            Format::Json => report::in_text(&self.name, &self.bytes, error),
            Format::Frozen => report::in_frozen(&self.name, &self.bytes, error),
        }
    }
}

/// A document that can be looked into.
#[derive(Debug)]
pub enum Document<'a> {
    /// Frozen from text.
    Made(Frozen),
    /// Frozen bytes as they were read.
    Lent(View<'a>),
}

impl Document<'_> {
    /// Its root.
    pub fn view(&self) -> View<'_> {
        match self {
            Self::Made(frozen) => frozen.view(),
            Self::Lent(view) => *view,
        }
    }
}

/// Whether `path` means a standard stream.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// A path as errors name it.
fn name_of(path: &Path) -> String {
    if is_stream(path) {
        return "<stdin>".to_owned();
    }
    shown(path)
}

/// A path on one line, whatever is in it.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.is_empty() || text.chars().any(char::is_control) {
        return format!("{text:?}");
    }
    text.into_owned()
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    read_to_end(file, metadata.len())
}

/// All bytes of `input`. `expected` is how many there seem to be; more or fewer may come.
///
/// The buffer grows with what has arrived, and a refusal of memory is an error like another.
fn read_to_end(mut input: impl Read, expected: u64) -> io::Result<Vec<u8>> {
    let no_memory = |_| io::Error::from(io::ErrorKind::OutOfMemory);
    let mut bytes = Vec::new();
    // One more, so that the end is seen without growing.
    let mut step = usize::try_from(expected)
        .ok()
        .and_then(|expected| expected.checked_add(1))
        .ok_or(io::ErrorKind::OutOfMemory)?
        .max(16 * 1024);
    loop {
        bytes.try_reserve_exact(step).map_err(no_memory)?;
        let count = (&mut input).take(step as u64).read_to_end(&mut bytes)?;
        if count < step {
            return Ok(bytes);
        }
        step = bytes.len();
    }
}
