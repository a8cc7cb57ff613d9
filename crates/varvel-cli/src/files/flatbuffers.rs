//! FlatBuffers as documents, by the schema of `--schema`; and streams of them, each with its size
//! before it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use varvel::flatbuffers::{BuildOptions, Builder, Dynamic, Options, SchemaLayout, Verify};
use varvel::schema::fbs;
use varvel::{AsText, Encode as _, Error, Limits};
use varvel_files::Compression;

use crate::files::any_sink::AnySink;
use crate::files::format::Format;
use crate::files::schema_file::{SchemaFile, is_named_json, read};
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// In a pipe without a name, the root of a buffer may be at most this far from its beginning.
const NEAR: u64 = 1 << 16;

/// The options for reading and writing FlatBuffers.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "FlatBuffers")]
pub struct Schema {
    /// Schema (.fbs, .bfbs) of the FlatBuffers that are read or written; of Parquet and Arrow files
    /// that are written, and of documents that `validate` checks, also a JSON Schema (.json, .yaml)
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Table that is the root [default: the schema's root_type]
    #[arg(long, value_name = "TABLE", requires = "schema")]
    root: Option<String>,
    /// Folder to search for included files that are not beside the file that includes them
    #[arg(short = 'I', long = "include", value_name = "DIR", requires = "schema")]
    include: Vec<PathBuf>,
    /// Show absent fields with their defaults, and write fields that hold their default
    #[arg(long, requires = "schema")]
    defaults: bool,
    /// Leave out members that the schema does not have
    #[arg(long, requires = "schema")]
    skip_unknown: bool,
    /// Each FlatBuffer has its size before it, and several follow each other in a file: a stream of
    /// records
    #[arg(long, requires = "schema")]
    size_prefixed: bool,
    /// Read FlatBuffers with another file identifier than the schema's, or without one
    #[arg(long, requires = "schema")]
    any_identifier: bool,
    /// The schema, once it has been read.
    #[arg(skip)]
    parsed: OnceLock<fbs::Schema>,
    /// The file, once it has been opened.
    #[arg(skip)]
    opened: OnceLock<SchemaFile>,
}

impl Schema {
    /// Returns whether a schema of FlatBuffers was given.
    pub fn is_given(&self) -> bool {
        self.of_flatbuffers().is_some()
    }

    /// Returns the file of a schema of FlatBuffers.
    fn of_flatbuffers(&self) -> Option<&Path> {
        self.file()
            .filter(|_| matches!(self.json_schema(), Ok(None)))
    }

    /// Returns the file of a JSON Schema, if it is one. One that cannot be opened is one if its
    /// name says so.
    pub fn json_schema(&self) -> Result<Option<&SchemaFile>, Failure> {
        match (self.file(), self.opened()) {
            (_, Ok(file)) => Ok(file.filter(|file| file.is_json())),
            (Some(path), Err(failure)) if is_named_json(path) => Err(failure),
            (_, Err(_)) => Ok(None),
        }
    }

    /// Returns the file of the schema, and opens it at the first call.
    fn opened(&self) -> Result<Option<&SchemaFile>, Failure> {
        let Some(path) = self.file() else {
            return Ok(None);
        };
        if let Some(file) = self.opened.get() {
            return Ok(Some(file));
        }
        let file = SchemaFile::open(path)?;
        Ok(Some(self.opened.get_or_init(|| file)))
    }

    /// Returns the format of FlatBuffers here: one, or a stream of them.
    pub fn format(&self) -> Format {
        match self.size_prefixed {
            true => Format::FlatbuffersStream,
            false => Format::Flatbuffers,
        }
    }

    /// Returns the format that an option names. For FlatBuffers, `--size-prefixed` chooses between
    /// one and a stream of them.
    pub fn named(&self, format: Option<Format>) -> Option<Format> {
        match format {
            Some(Format::Flatbuffers) => Some(self.format()),
            other => other,
        }
    }

    /// Returns the format of files with this name, if the name tells it, alone or with the schema.
    pub fn format_of(&self, path: &Path) -> Option<Format> {
        let named = Format::of_name(path);
        if named.is_some() || !self.is_given() {
            return named;
        }
        let path = match Compression::of_name(path) {
            Some(_) => Path::new(path.file_stem()?),
            None => path,
        };
        let extension = path.extension()?.to_str()?;
        let known = matches!(extension, "bin" | "fb" | "mon");
        let is_buffer =
            known || self.has(|schema| schema.file_extension.as_deref() == Some(extension));
        is_buffer.then(|| self.format())
    }

    /// Returns the format of an input whose name does not tell it, from its first bytes and its
    /// length, if that is known. It is a FlatBuffer if it has the schema's identifier, or leads to
    /// a root inside the input. No text has a zero among its first bytes.
    pub fn format_of_bytes(&self, head: &[u8], len: Option<u64>) -> Option<Format> {
        self.of_flatbuffers()?;
        let start = if self.size_prefixed { 4 } else { 0 };
        let first: [u8; 4] = *head.get(start..)?.first_chunk()?;
        let root = u32::from_le_bytes(first);
        let room = len.map_or(NEAR, |len| len.saturating_sub(start as u64));
        let leads =
            first.contains(&0) && root.is_multiple_of(4) && (4..room).contains(&root.into());
        let found = head.get(start + 4..start + 8);
        let is_buffer = leads
            || self.has(|schema| {
                let identifier = schema.file_identifier.as_ref();
                identifier.is_some_and(|identifier| Some(identifier.as_bytes()) == found)
            });
        is_buffer.then(|| self.format())
    }

    /// Returns whether the schema passes a test. A schema that cannot be read passes: the error is
    /// reported when the schema is needed.
    fn has(&self, test: impl Fn(&fbs::Schema) -> bool) -> bool {
        self.parsed()
            .map_or(true, |schema| schema.is_some_and(test))
    }

    /// Returns the schema, and reads it at the first call.
    pub fn parsed(&self) -> Result<Option<&fbs::Schema>, Failure> {
        let Some(file) = self.of_flatbuffers() else {
            return Ok(None);
        };
        if let Some(schema) = self.parsed.get() {
            return Ok(Some(schema));
        }
        let schema = match self.opened() {
            Ok(Some(opened)) => opened.flatbuffers(&self.include)?,
            _ => read(file, &self.include)?,
        };
        Ok(Some(self.parsed.get_or_init(|| schema)))
    }

    /// Returns the file of the schema.
    pub fn file(&self) -> Option<&Path> {
        self.schema.as_deref()
    }

    /// Returns whether members that the schema does not have are left out.
    pub fn skips_unknown(&self) -> bool {
        self.skip_unknown
    }

    /// Returns the options that are about buffers alone, each with whether it is set.
    pub fn of_buffers(&self) -> [(&'static str, bool); 3] {
        [
            ("--defaults", self.defaults),
            ("--size-prefixed", self.size_prefixed),
            ("--any-identifier", self.any_identifier),
        ]
    }

    /// Returns the files that the schema includes. One that cannot be read is reported when it is
    /// needed.
    pub fn included(&self) -> Vec<PathBuf> {
        match (self.parsed(), self.opened.get()) {
            (Ok(Some(schema)), Some(opened)) => opened.files_of(schema),
            _ => Vec::new(),
        }
    }

    /// Returns the name of the table that is the root, if it was given.
    #[cfg(feature = "full")]
    pub fn root_name(&self) -> Option<&str> {
        self.root.as_deref()
    }

    /// Returns the schema, ready for use.
    pub fn load(&self, limits: Limits) -> Result<Loaded, Failure> {
        let (Some(file), Some(schema)) = (&self.schema, self.parsed()?) else {
            let what = "FlatBuffers are read and written by a schema";
            let hint = "name it: `--schema FILE.fbs`";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        };
        let fails = |what: &dyn std::fmt::Display, hint| {
            let what = format!("{}: {what}", file.display());
            report::plain(Exit::Usage, what, hint)
        };
        let layout = SchemaLayout::new(schema).map_err(|error| fails(&error, None))?;
        let root = match &self.root {
            Some(name) => layout.object(name).map_err(|error| {
                fails(&error, Some("say its full name, `Some.Namespace.Table`"))
            })?,
            None => layout.layout().root().ok_or_else(|| {
                let what = "the schema has no root type";
                fails(&what, Some("say which table is the root: `--root TABLE`"))
            })?,
        };
        let mut verify = Verify::new().limits(limits);
        if self.size_prefixed {
            verify = verify.size_prefixed();
        }
        if !self.any_identifier {
            verify = verify.identified();
        }
        Ok(Loaded {
            layout,
            root,
            verify,
            reading: Options {
                defaults: self.defaults,
                skip_unknown: self.skip_unknown,
                limits,
                ..Options::default()
            },
            building: BuildOptions {
                defaults: self.defaults,
                skip_unknown: self.skip_unknown,
                size_prefixed: self.size_prefixed,
                limits,
                ..BuildOptions::default()
            },
        })
    }
}

/// A schema that was read, with the options for using it.
#[derive(Debug)]
pub struct Loaded {
    layout: SchemaLayout,
    root: usize,
    verify: Verify,
    reading: Options,
    building: BuildOptions,
}

impl Loaded {
    /// Verifies a buffer, and gives it to a sink. NaN and the infinities are words in formats that
    /// do not have them; with `words` they are words in all formats, for a tree that becomes JSON
    /// later.
    pub fn drive(&self, bytes: &[u8], words: bool, mut sink: &mut AnySink<'_>) -> varvel::Result {
        let options = Options {
            words,
            ..self.reading
        };
        Dynamic::with(&self.layout, self.root, bytes, self.verify)
            .and_then(|dynamic| dynamic.options(options).encode(&mut sink, &()))
            .map_err(|error| match self.begins_with_size(bytes) {
                true => error.with_hint("it begins with its size: `--size-prefixed` reads it"),
                false => with_option(error),
            })
    }

    /// Returns whether a buffer that was read without a size begins with it, and is good otherwise.
    /// Others may follow it.
    fn begins_with_size(&self, bytes: &[u8]) -> bool {
        let size = bytes.first_chunk().map(|size| u32::from_le_bytes(*size));
        let first = size
            .and_then(|size| usize::try_from(size).ok()?.checked_add(4))
            .and_then(|end| bytes.get(..end));
        let verify = self.verify.size_prefixed();
        !self.building.size_prefixed
            && first
                .is_some_and(|first| Dynamic::with(&self.layout, self.root, first, verify).is_ok())
    }

    /// Returns a builder of a buffer, which writes the values of `as_text` as text.
    pub fn builder(&self, as_text: AsText) -> varvel::Result<Builder<'_>> {
        let options = BuildOptions {
            as_text,
            ..self.building
        };
        Builder::with(&self.layout, self.root, options)
    }
}

/// Replaces the library's parameter in a hint by the option of this command.
fn with_option(error: Error) -> Error {
    let expected = error.expectation().unwrap_or_default();
    if expected.starts_with("the file identifier") {
        return error.with_hint("`--any-identifier` reads it all the same");
    }
    match error.hint() {
        Some(hint) if hint.contains("skip_unknown") => {
            error.with_hint("a later schema has it: `--skip-unknown` leaves it out")
        }
        _ => error,
    }
}

/// Reads successive buffers, each with its size before it.
pub mod rows {
    use std::io::{self, Read};

    /// Why there is no next buffer.
    #[derive(Debug)]
    pub enum Bad {
        /// The input failed.
        Read(io::Error),
        /// The input ends inside a buffer.
        CutOff,
    }

    /// Reads the next buffer with its size. Returns `false` at the end of the input. The memory
    /// grows with the bytes that arrive.
    pub fn next(input: &mut impl Read, buffer: &mut Vec<u8>) -> Result<bool, Bad> {
        buffer.clear();
        input.take(4).read_to_end(buffer).map_err(Bad::Read)?;
        let Some(size) = buffer.first_chunk().copied() else {
            return if buffer.is_empty() {
                Ok(false)
            } else {
                Err(Bad::CutOff)
            };
        };
        let size = u64::from(u32::from_le_bytes(size));
        let read = input.take(size).read_to_end(buffer).map_err(Bad::Read)?;
        match read as u64 == size {
            true => Ok(true),
            false => Err(Bad::CutOff),
        }
    }
}
