//! What is read: a file or standard input, unpacked if it is compressed, and which format it has.
//!
//! [`Opened`] is that with its first bytes looked at and no more, for what goes through a stream
//! record by record; [`Input`] has all of it in memory, for documents.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use clap::ValueEnum;
use varvel::edit::Syntax;
use varvel::formats::{AnyFormat, ReadOptions, Row};
use varvel::json::{self, Json, Relaxed};
use varvel::msgpack::{self, MessagePack};
use varvel::yaml::Encoding;
use varvel::{Duplicates, ErrorKind, Limits, Sink, records};

use crate::files::compress;
use crate::files::flatbuffers::{Loaded, Schema};
use crate::files::format::{Compression, Format, HEAD, MAGIC};
use crate::files::purpose::Purpose;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::progress::{Progress, Watched};
use crate::terminal::report;

/// Options of everything that reads.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct Reading {
    /// Format of the input [default: by its first bytes and its name, else json]
    #[arg(long, value_name = "FORMAT")]
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
    /// What a text without quotes means in YAML: 1.1 also has yes, no, on, off, 014 for 12, 1_000,
    /// 1:30:00
    #[arg(
        long,
        value_name = "1.2|1.1",
        default_value = "1.2",
        hide_possible_values = true
    )]
    yaml: YamlVersion,
    /// Carry out merge keys of YAML: `<<: *defaults` adds the members of that mapping
    #[arg(long)]
    merge_keys: bool,
    /// Take two forms that YAML does not have, and many files do
    ///
    /// A closing bracket in the column of its parent, and a text in quotes that goes on in the
    /// column of its key.
    #[arg(long)]
    tolerant: bool,
    /// Keep all digits of decimals of text also in a frozen document; MessagePack and FlexBuffers,
    /// which have no decimals, refuse them (with --as-text they get their digits)
    ///
    /// Text keeps them without this. Elsewhere a decimal is the nearest float of 64 bits.
    #[arg(long)]
    exact_decimals: bool,
    /// Read what is whole of a frozen stream whose end is missing
    #[arg(long)]
    pub recover: bool,
    /// How many times its size a compressed file may expand to; 1 MiB is always allowed
    #[arg(long, value_name = "N", default_value_t = compress::MAX_EXPANSION)]
    max_expansion: u64,
    #[command(flatten)]
    pub schema: Schema,
    /// Show no progress, and no line about what was written
    #[arg(long, short)]
    pub quiet: bool,
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

/// Versions of YAML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum YamlVersion {
    /// The core schema
    #[value(name = "1.2")]
    Core,
    /// The types of YAML 1.1
    #[value(name = "1.1")]
    Old,
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

    /// Whether decimals of text keep their digits in what is written in this format.
    pub fn keeps_decimals(&self, to: Format) -> bool {
        self.exact_decimals || to.is_text()
    }

    /// How documents are read for this purpose, whatever their format.
    pub fn options(&self, purpose: Purpose) -> ReadOptions {
        let mut options = ReadOptions::with_limits(self.limits());
        options.exact_decimals = self.exact_decimals || purpose.keeps_decimals();
        options.yaml_1_1 = self.yaml == YamlVersion::Old;
        options.merge_keys = self.merge_keys;
        options.tolerant = self.tolerant;
        options
    }

    /// How documents of one format are read for this purpose.
    pub fn options_of<F: Row>(&self, purpose: Purpose) -> F::ReadOptions {
        F::read_options(&self.options(purpose))
    }

    /// Drives a document of this format into a sink. From JSON, JSON5 and MessagePack that is
    /// compiled for the sink.
    pub fn drive<S: for<'x> Sink<'x>>(
        &self,
        format: AnyFormat,
        bytes: &[u8],
        purpose: Purpose,
        sink: &mut S,
    ) -> varvel::Result {
        match format {
            AnyFormat::Json => json::drive(bytes, &self.options_of::<Json>(purpose), sink),
            AnyFormat::MessagePack => {
                msgpack::drive(bytes, &self.options_of::<MessagePack>(purpose), sink)
            }
            // JSON when it is prepared, so that costs no code for the sink.
            AnyFormat::Json5 => {
                let options = self.options_of::<Json>(purpose).with_non_finite();
                let relaxed = self.relaxed(bytes)?;
                relaxed.read(|json| json::drive(json, &options, sink))
            }
            _ => format.drive(bytes, &self.options(purpose), sink),
        }
    }

    /// JSON5 as JSON, and words for NaN and the infinities. What other words mean, such as the name
    /// of an enum, a schema tells.
    pub fn relaxed<'t>(&self, text: &'t [u8]) -> varvel::Result<Relaxed<'t>> {
        match self.schema.is_given() {
            true => Relaxed::with_words(text),
            false => Relaxed::with_non_finite(text),
        }
    }

    /// Whether these first bytes show how an input is to be read, so that no more of them are
    /// needed.
    fn is_decided_by(&self, head: &[u8]) -> bool {
        let Some(&first) = head.first() else {
            return false;
        };
        if Compression::may_begin_with(first) || self.schema.is_given() {
            return false;
        }
        let items = |document| match Format::stream_of(document) {
            Some(Format::Records(items)) => items.is_array(head).is_some(),
            _ => true,
        };
        match self.from {
            Some(Format::Records(format)) => format != records::Format::Frozen,
            Some(Format::Document(document)) => items(document),
            Some(_) => false,
            None => first.is_ascii() && first != MAGIC[0] && items(AnyFormat::Json),
        }
    }

    /// The syntax of YAML text that is edited.
    pub fn yaml_syntax(&self) -> Syntax {
        match self.tolerant {
            true => Syntax::TolerantYaml,
            false => Syntax::Yaml,
        }
    }

    /// The option that says what YAML text means, if one is set: an edit leaves that to who reads
    /// the file.
    pub fn set_meaning(&self) -> Option<&'static str> {
        match self {
            Self {
                yaml: YamlVersion::Old,
                ..
            } => Some("--yaml"),
            Self {
                merge_keys: true, ..
            } => Some("--merge-keys"),
            _ => None,
        }
    }

    /// By which schema FlatBuffers are read and written.
    pub fn flatbuffers(&self) -> Result<Loaded, Failure> {
        self.schema.load(self.limits())
    }
}

/// What is about to be read: its format is known, and it stands at its beginning.
pub struct Opened {
    /// As errors name it.
    pub name: String,
    /// What it is taken for.
    pub format: Format,
    /// How it was compressed.
    pub compression: Option<Compression>,
    /// The first bytes.
    head: Vec<u8>,
    /// How far the reading is.
    pub progress: Progress,
    source: Source,
}

/// Where bytes come from.
enum Source {
    /// What can be read anywhere.
    Seekable(Seekable),
    /// What comes once.
    Pipe(Box<dyn Read + Send>),
}

/// A file, or what is in memory.
pub enum Seekable {
    /// A regular file that is not compressed.
    File(Watched<File>),
    /// What was read whole, since it cannot be read otherwise.
    Memory(Cursor<Vec<u8>>),
}

impl Opened {
    /// Opens the file at `path`, or standard input if that is `-`.
    pub fn open(path: &Path, reading: &Reading) -> Result<Self, Failure> {
        let name = name_of(path);
        Self::try_open(path, reading, &name)
            .map_err(|cause| report::io(&format!("read {name}"), &cause))
    }

    fn try_open(path: &Path, reading: &Reading, name: &str) -> io::Result<Self> {
        let (mut source, mut len, progress) = Source::open(path, reading.quiet)?;
        let decided = |head: &[u8]| reading.is_decided_by(head);
        let mut head = source.peek(decided)?;
        // Of a file that was cut off in its signature the name tells what it was to be.
        let cut_off = (head.len() < 4 && !head.is_empty()).then(|| Compression::of_name(path));
        let compression = Compression::of_bytes(&head).or(cut_off.flatten());
        if let Some(how) = compression {
            let packed = source.into_read();
            let unpacked = compress::reader(packed, how, reading.max_expansion)?;
            source = Source::Pipe(unpacked);
            head = source.peek(decided)?;
            len = None;
        }
        let by_name = reading.schema.format_of(path);
        let named = by_name.or_else(|| reading.schema.format_of_bytes(&head, len));
        let from = reading.schema.named(reading.from);
        let guess = from.or(Format::of_bytes(&head, len, named));
        // Whether it is one buffer or many its length tells.
        let frozen = guess == Some(Format::Frozen);
        if let Source::Pipe(pipe) = &mut source
            && frozen
        {
            let bytes = read_to_end(pipe, 0)?;
            len = Some(bytes.len() as u64);
            source = Source::Seekable(Seekable::Memory(Cursor::new(bytes)));
        }
        let mut format = from.or(Format::of_bytes(&head, len, named));
        // A row of one is a document.
        if format == Some(Format::FlatbuffersStream) && source.is_one_buffer(&head, len)? {
            format = Some(Format::Flatbuffers);
        }
        Ok(Self {
            name: name.to_owned(),
            format: format.unwrap_or(Format::Document(AnyFormat::Json)),
            compression,
            head,
            progress,
            source,
        })
    }

    /// The format, and how it was compressed, for a line about what was done.
    pub fn description(&self) -> String {
        described(self.format, self.compression)
    }

    /// Whether it may be an array, as far as its first bytes tell: what is no text may be.
    pub fn may_be_array(&self) -> bool {
        match self.format {
            _ if self.format.is_json() => {
                let head = self
                    .head
                    .strip_prefix(b"\xEF\xBB\xBF")
                    .unwrap_or(&self.head);
                head.trim_ascii_start().first() != Some(&b'{')
            }
            Format::Flatbuffers => false,
            _ => true,
        }
    }

    /// The format in which the items of the array are records, if it is a document whose first
    /// bytes show that it is an array, and its items can be read one by one. Where they show that
    /// another document follows, it is no array.
    pub fn items(&self) -> Option<records::Format> {
        let Format::Document(document) = self.format else {
            return None;
        };
        match Format::stream_of(document)? {
            Format::Records(items) if items.is_array(&self.head) != Some(true) => None,
            Format::Records(items) => {
                let row = self.format.is_json() && has_more_behind(&self.head[..], items);
                (!row).then_some(items)
            }
            _ => None,
        }
    }

    /// Whether it comes once, and perhaps slowly.
    pub fn is_pipe(&self) -> bool {
        matches!(self.source, Source::Pipe(_))
    }

    /// Whether it is a file of at most so many bytes.
    pub fn is_file_of(&self, most: u64) -> bool {
        match &self.source {
            Source::Seekable(Seekable::File(file)) => {
                let len = file.0.metadata().map(|metadata| metadata.len());
                len.is_ok_and(|len| len <= most)
            }
            _ => false,
        }
    }

    /// Whether it has more than so many bytes. Of what comes once so many are read, and stay to be
    /// read: they are the first bytes from then on.
    pub fn is_larger_than(&mut self, most: u64) -> io::Result<bool> {
        match &mut self.source {
            Source::Seekable(Seekable::File(file)) => Ok(file.0.metadata()?.len() > most),
            Source::Seekable(Seekable::Memory(bytes)) => Ok(bytes.get_ref().len() as u64 > most),
            Source::Pipe(pipe) => {
                let first = read_to_end(pipe.take(most + 1), 0)?;
                let larger = first.len() as u64 > most;
                let rest = std::mem::replace(pipe, Box::new(io::empty()));
                if larger {
                    first.clone_into(&mut self.head);
                }
                let first = Cursor::new(first);
                self.source = match larger {
                    true => Source::Pipe(Box::new(first.chain(rest))),
                    false => Source::Seekable(Seekable::Memory(first)),
                };
                Ok(larger)
            }
        }
    }

    /// What can be read anywhere; all of a frozen stream is.
    pub fn into_seekable(self) -> io::Result<Seekable> {
        match self.source {
            Source::Seekable(seekable) => Ok(seekable),
            Source::Pipe(mut pipe) => {
                let bytes = read_to_end(&mut pipe, 0)?;
                Ok(Seekable::Memory(Cursor::new(bytes)))
            }
        }
    }

    /// All of it.
    pub fn whole(self) -> Result<Input, Failure> {
        let Self { name, format, .. } = self;
        // A text of YAML may have no document.
        let yaml = format == Format::Document(AnyFormat::Yaml);
        if self.head.is_empty() && !yaml {
            let what = format!("{name} is empty");
            return Err(report::plain(Exit::Document, what, None));
        }
        let no_json = format == Format::Document(AnyFormat::Json) && !may_be_json(&self.head);
        let bytes = match self.source {
            Source::Seekable(Seekable::Memory(cursor)) => Ok(cursor.into_inner()),
            // Of what is no JSON from its first byte on, however long it is, the beginning is
            // enough to say so.
            mut source if no_json => read_to_end((&mut source).take(BEGINNING), 0),
            Source::Seekable(Seekable::File(mut file)) => {
                let len = file.0.metadata().map_or(0, |metadata| metadata.len());
                read_to_end(&mut file, len)
            }
            Source::Pipe(mut pipe) => read_to_end(&mut pipe, 0),
        };
        let bytes = bytes.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
        let encoding = match yaml {
            true => Encoding::of(&bytes),
            false => Encoding::Utf8,
        };
        let bytes = match encoding.decode(&bytes) {
            Ok(Cow::Owned(text)) => text,
            Ok(Cow::Borrowed(_)) => bytes,
            Err(error) => return Err(report::in_document(&name, &error)),
        };
        Ok(Input {
            name,
            bytes,
            format,
            encoding,
            passed: None,
        })
    }
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer)
    }
}

impl Source {
    /// With its length, if it is a regular file.
    fn open(path: &Path, quiet: bool) -> io::Result<(Self, Option<u64>, Progress)> {
        if is_stream(path) {
            let progress = Progress::of(None, quiet);
            let pipe = Watched(io::stdin(), progress.clone());
            return Ok((Self::Pipe(Box::new(pipe)), None, progress));
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let len = metadata.is_file().then_some(metadata.len());
        let progress = Progress::of(len, quiet);
        let file = Watched(file, progress.clone());
        let source = match len {
            Some(_) => Self::Seekable(Seekable::File(file)),
            None => Self::Pipe(Box::new(file)),
        };
        Ok((source, len, progress))
    }

    /// The first bytes, which are read again. Of a pipe no more are waited for than it takes to
    /// decide, but those that came with them are among these.
    fn peek(&mut self, decided: impl Fn(&[u8]) -> bool) -> io::Result<Vec<u8>> {
        let mut head = Vec::with_capacity(FIRST);
        match self {
            Self::Seekable(seekable) => {
                seekable.take(FIRST as u64).read_to_end(&mut head)?;
                seekable.seek(SeekFrom::Start(0))?;
            }
            Self::Pipe(pipe) => {
                let mut bytes = [0; FIRST];
                while head.len() < HEAD && !decided(&head) {
                    match pipe.read(&mut bytes) {
                        Ok(0) => break,
                        Ok(count) => head.extend_from_slice(&bytes[..count]),
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        Err(error) => return Err(error),
                    }
                }
                let rest = std::mem::replace(pipe, Box::new(io::empty()));
                *pipe = Box::new(Cursor::new(head.clone()).chain(rest));
            }
        }
        Ok(head)
    }

    /// Whether there is nothing behind a FlatBuffer that begins with its size. Of a pipe no more is
    /// read than that.
    fn is_one_buffer(&mut self, head: &[u8], len: Option<u64>) -> io::Result<bool> {
        let Some(size) = head.first_chunk() else {
            return Ok(false);
        };
        let whole = 4 + u64::from(u32::from_le_bytes(*size));
        if let (Self::Seekable(_), Some(len)) = (&*self, len) {
            return Ok(len == whole);
        }
        match self {
            Self::Seekable(_) => Ok(false),
            Self::Pipe(pipe) => {
                let first = read_to_end(pipe.take(whole + 1), 0)?;
                let found = first.len() as u64;
                let rest = std::mem::replace(pipe, Box::new(io::empty()));
                *pipe = Box::new(Cursor::new(first).chain(rest));
                Ok(found == whole)
            }
        }
    }

    fn into_read(self) -> Box<dyn Read + Send> {
        match self {
            Self::Seekable(seekable) => Box::new(seekable),
            Self::Pipe(pipe) => pipe,
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Seekable(seekable) => seekable.read(buffer),
            Self::Pipe(pipe) => pipe.read(buffer),
        }
    }
}

impl Read for Seekable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Memory(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Seekable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.0.seek(to),
            Self::Memory(bytes) => bytes.seek(to),
        }
    }
}

/// All bytes of an input.
#[derive(Debug)]
pub struct Input {
    /// As errors name it.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
    /// What it is taken for.
    pub format: Format,
    /// How a text was encoded that is UTF-8 here.
    pub encoding: Encoding,
    /// The part before these bytes, if they are not all of it: places count from the beginning.
    pub passed: Option<Passed>,
}

/// The part of a text that has been let go of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passed {
    /// How many bytes it has.
    pub offset: usize,
    /// How many lines end in it.
    pub lines: usize,
    /// How many characters stand in the last one.
    pub columns: usize,
}

impl Passed {
    /// Adds the bytes behind it.
    pub fn pass(&mut self, bytes: &[u8]) {
        self.offset += bytes.len();
        let last = match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => {
                self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
                self.columns = 0;
                &bytes[end + 1..]
            }
            None => bytes,
        };
        // Bytes that go on with a character do not begin one.
        self.columns += last.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    }
}

impl Input {
    /// Reads the file at `path`, or standard input if that is `-`.
    pub fn read(path: &Path, reading: &Reading) -> Result<Self, Failure> {
        Opened::open(path, reading)?.whole()
    }
}

/// A format for a line about what was done.
pub fn described(format: Format, compression: Option<Compression>) -> String {
    match compression {
        Some(how) => format!("{}, {}", format.word(), how.name()),
        None => format.word().to_owned(),
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

/// Whether the array that `input` begins with ends, and something stands behind it.
pub fn has_more_behind(input: impl Read, items: records::Format) -> bool {
    let Some(mut reader) = records::Reader::new(input, items, true, &Limits::NONE) else {
        return false;
    };
    loop {
        match reader.advance() {
            Ok(()) if reader.current().is_some() => {}
            Ok(()) => return false,
            Err(error) => return error.kind() == ErrorKind::TrailingData,
        }
    }
}

/// So many bytes at the beginning of an input are looked at, if they are there: [`HEAD`] are enough
/// to tell its format.
const FIRST: usize = 16 << 10;

/// So much is read of what is not what it should be from its first byte on: more than was looked at
/// to find that.
const BEGINNING: u64 = 2 * FIRST as u64;

/// Whether the first byte that is no white space can begin a JSON text, a comment before one, or a
/// text of several (RFC 7464).
fn may_be_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let first = head.trim_ascii_start().first();
    first.is_none_or(|first| b"{[\"-0123456789tfn/\x1E".contains(first))
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
