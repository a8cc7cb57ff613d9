//! Inputs: a file or standard input, unpacked if it is compressed, with its format.
//!
//! [`Opened`] has only its first bytes in memory, for streams that are read record by record;
//! [`Input`] has all bytes in memory, for documents.

use std::borrow::Cow;
use std::fs::{File, TryLockError};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use varvel::formats::AnyFormat;
use varvel::yaml::Encoding;
use varvel::{ErrorKind, Limits, PartReader, format, records};
#[cfg(feature = "full")]
use varvel_arrow::Projection;
use varvel_files::{Compression, Origin, Part, Split};

use crate::files::format::{Format, HEAD};
use crate::files::reading::Reading;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::progress::{Progress, Watched};
use crate::terminal::report;

/// The most bytes of a sample, unless its first line is longer.
#[cfg(feature = "full")]
const SAMPLE: usize = 64 << 20;

/// How many bytes are read at once for a sample.
#[cfg(feature = "full")]
const CHUNK: u64 = 64 << 10;

/// An input that was opened: its format is known, and it is at its beginning.
pub struct Opened {
    /// Its name in errors.
    pub name: String,
    /// The format in which it is read.
    pub format: Format,
    /// How it was compressed.
    pub compression: Option<Compression>,
    /// The first bytes.
    head: Vec<u8>,
    /// The progress of reading.
    pub progress: Progress,
    /// The columns that are read of a table; `None` for all.
    #[cfg(feature = "full")]
    columns: Option<Box<Projection>>,
    source: Source,
}

/// The source of the bytes.
enum Source {
    /// An input that can be read at any offset.
    Seekable(Seekable),
    /// An input that can be read only once.
    Pipe(Box<dyn Read + Send>),
    /// A split of a file.
    Part(Box<Watched<Part>>),
}

/// A file, or bytes in memory.
pub enum Seekable {
    /// A regular file that is not compressed.
    File(Watched<File>),
    /// An input that was read whole, since it cannot be read at any offset.
    Memory(Cursor<Vec<u8>>),
}

impl Opened {
    /// Opens the file at `path`, or standard input if that is `-`.
    pub fn open(path: &Path, reading: &Reading) -> Result<Self, Failure> {
        let name = name_of(path);
        let opened = Self::try_open(path, reading, &name)
            .map_err(|cause| report::io(&format!("read {name}"), &cause))?;
        #[cfg(not(feature = "full"))]
        opened.check_left_out(reading)?;
        Ok(opened)
    }

    /// Fails for a file that only the feature `full` reads, unless an option or the name gives it a
    /// format that may begin so.
    #[cfg(not(feature = "full"))]
    fn check_left_out(&self, reading: &Reading) -> Result<(), Failure> {
        let json = matches!(self.format.each(), Some(AnyFormat::Json | AnyFormat::Json5));
        if reading.from.is_some() || !json {
            return Ok(());
        }
        let Some(phrase) = Format::left_out(&self.head) else {
            return Ok(());
        };
        let what = format!(
            "{} is {phrase}, and this build of the command does not read such files",
            self.name
        );
        let hint = "a command that was built with `--features full` reads them";
        Err(report::plain(Exit::Document, what, Some(hint)))
    }

    fn try_open(path: &Path, reading: &Reading, name: &str) -> io::Result<Self> {
        let (mut source, mut len, progress) = Source::open(path, reading.file.quiet)?;
        let decided = |head: &[u8]| reading.is_decided_by(head);
        let mut head = source.peek(decided)?;
        // A file that was cut off inside its signature has the compression that its name tells.
        let cut_off = (head.len() < 4 && !head.is_empty()).then(|| Compression::of_name(path));
        let compression = Compression::of_bytes(&head).or(cut_off.flatten());
        if let Some(how) = compression {
            let packed = source.into_read();
            let unpacked = varvel_files::unpack(packed, how, reading.file.max_expansion)?;
            source = Source::Pipe(unpacked);
            head = source.peek(decided)?;
            len = None;
        }
        let by_name = reading.schema.format_of(path);
        let named = by_name.or_else(|| reading.schema.format_of_bytes(&head, len));
        let from = reading.schema.named(reading.from);
        let guess = from.or(Format::of_bytes(&head, len, named));
        // The length decides whether it is one buffer or a stream of them.
        let frozen = guess == Some(Format::Frozen);
        if let Source::Pipe(pipe) = &mut source
            && frozen
        {
            let bytes = read_to_end(pipe, 0)?;
            len = Some(bytes.len() as u64);
            source = Source::Seekable(Seekable::Memory(Cursor::new(bytes)));
        }
        let mut format = from.or(Format::of_bytes(&head, len, named));
        // A stream of one buffer is a document.
        if format == Some(Format::FlatbuffersStream) && source.is_one_buffer(&head, len)? {
            format = Some(Format::Flatbuffers);
        }
        Ok(Self {
            name: name.to_owned(),
            format: format.unwrap_or(Format::Document(AnyFormat::Json)),
            compression,
            head,
            progress,
            #[cfg(feature = "full")]
            columns: None,
            source,
        })
    }

    /// Opens a split of a file. A file that has no other split is opened as a whole.
    pub fn of_split(split: &Split, reading: &Reading) -> Result<Self, Failure> {
        let path = Path::new(&split.file);
        let name = shown(path);
        let format = Format::from_str(&split.format, false).map_err(|_| {
            let what = format!("the split has an unknown format, `{}`", split.format);
            report::plain(Exit::Usage, what, None)
        })?;
        let fails = |cause| report::io(&format!("read {name}"), &cause);
        if split.is_whole() {
            split.open().map_err(fails)?;
            let mut opened = Self::open(path, reading)?;
            if format != Format::Flatbuffers {
                opened.format = format;
            }
            return Ok(opened);
        }
        let part = Part::open(split, reading.file.max_expansion).map_err(fails)?;
        let len = split.compression.is_none().then(|| split.end - split.start);
        let progress = Progress::of(len, reading.file.quiet);
        Ok(Self {
            format,
            compression: split.compression,
            // Records are not looked at to find their format.
            head: Vec::new(),
            progress: progress.clone(),
            #[cfg(feature = "full")]
            columns: None,
            source: Source::Part(Box::new(Watched(part, progress))),
            name,
        })
    }

    /// Returns the first bytes: as many as it took to find the format, or more.
    #[cfg(feature = "full")]
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Returns the split, if it is one.
    pub fn split(&self) -> Option<&Split> {
        match &self.source {
            Source::Part(part) => Some(part.0.split()),
            _ => None,
        }
    }

    /// Returns where in its file a split is.
    pub fn origin(&self) -> Option<Origin> {
        match &self.source {
            Source::Part(part) => Some(part.0.origin()),
            _ => None,
        }
    }

    /// Returns the format and the compression, for a line about what was done.
    pub fn description(&self) -> String {
        described(self.format, self.compression)
    }

    /// Returns whether it may be an array, judged by its first bytes if it is text. Other formats
    /// may be arrays.
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

    /// Returns the format in which the items of the array are records, if the first bytes show that
    /// the document is an array, and its items can be read one by one. Returns `None` if they show
    /// that another document follows.
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

    /// Returns whether it can be read only once. It may also be slow.
    pub fn is_pipe(&self) -> bool {
        matches!(self.source, Source::Pipe(_))
    }

    /// Returns whether it is a frozen stream that another process adds to just now, so that its end
    /// is missing.
    pub fn is_added_to(&self) -> bool {
        let Source::Seekable(Seekable::File(Watched(file, _))) = &self.source else {
            return false;
        };
        if self.format != Format::Records(records::Format::Frozen) {
            return false;
        }
        match file.try_lock_shared() {
            Ok(()) => {
                // A process that begins to add to it meanwhile waits for this.
                let _ = file.unlock();
                false
            }
            Err(error) => matches!(error, TryLockError::WouldBlock),
        }
    }

    /// Returns whether it is a frozen stream of which only the whole segments are read.
    pub fn is_recovered(&self, reading: &Reading) -> bool {
        let frozen = self.format == Format::Records(records::Format::Frozen);
        frozen && (reading.recover || self.is_added_to())
    }

    /// Returns what `read` reads of a frozen document, at any offset, or `None` if it is another
    /// input or `read` fails. The input is as it was.
    pub fn part_of_frozen<T>(
        &mut self,
        limits: &Limits,
        read: impl FnOnce(&mut PartReader<&mut Seekable>) -> varvel::Result<T>,
    ) -> Result<Option<T>, Failure> {
        let Source::Seekable(source) = &mut self.source else {
            return Ok(None);
        };
        if self.format != Format::Frozen {
            return Ok(None);
        }
        let part = PartReader::open(&mut *source, limits).and_then(|mut parts| read(&mut parts));
        match source.seek(SeekFrom::Start(0)) {
            Ok(_) => Ok(part.ok()),
            Err(cause) => Err(report::io(&format!("read {}", self.name), &cause)),
        }
    }

    /// Returns whether it is a file of at most this many bytes.
    pub fn is_file_of(&self, most: u64) -> bool {
        match &self.source {
            Source::Seekable(Seekable::File(file)) => {
                let len = file.0.metadata().map(|metadata| metadata.len());
                len.is_ok_and(|len| len <= most)
            }
            _ => false,
        }
    }

    /// Returns whether it has more than this many bytes. An input that can be read only once is
    /// read so far; the bytes are kept, and are its first bytes from then on.
    pub fn is_larger_than(&mut self, most: u64) -> io::Result<bool> {
        match &mut self.source {
            Source::Seekable(Seekable::File(file)) => Ok(file.0.metadata()?.len() > most),
            Source::Seekable(Seekable::Memory(bytes)) => Ok(bytes.get_ref().len() as u64 > most),
            Source::Part(_) => Ok(true),
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

    /// Copies an input that can be read only once into a file without a name in `folder`, so that
    /// it can be read again ([`Opened::rewind`]).
    #[cfg(feature = "full")]
    pub fn kept_in(mut self, folder: &Path) -> io::Result<Self> {
        if let Source::Pipe(pipe) = &mut self.source {
            let mut file = tempfile::tempfile_in(folder)?;
            io::copy(pipe, &mut file)?;
            file.seek(SeekFrom::Start(0))?;
            let file = Watched(file, self.progress.clone());
            self.source = Source::Seekable(Seekable::File(file));
        }
        Ok(self)
    }

    /// Returns the first lines: at most so many, and at most 64 MiB of them unless the first one is
    /// longer. The input is at its beginning again, also if it can be read only once.
    #[cfg(feature = "full")]
    pub fn first_lines(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let (mut lines, mut count, mut end) = (Vec::new(), 0, 0);
        while count < most && (end == 0 || lines.len() < SAMPLE) {
            let begin = lines.len();
            if self.by_ref().take(CHUNK).read_to_end(&mut lines)? == 0 {
                end = begin;
                break;
            }
            for (at, byte) in lines.iter().enumerate().skip(begin) {
                if *byte == b'\n' && count < most {
                    (count, end) = (count + 1, at + 1);
                }
            }
        }
        let sample = lines[..end].to_vec();
        self.put_back(lines)?;
        Ok(sample)
    }

    /// Goes back to the beginning, from which `bytes` were read.
    #[cfg(feature = "full")]
    pub fn put_back(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        match &mut self.source {
            Source::Pipe(pipe) => {
                let rest = std::mem::replace(pipe, Box::new(io::empty()));
                *pipe = Box::new(Cursor::new(bytes).chain(rest));
                Ok(())
            }
            _ => self.rewind(),
        }
    }

    /// Chooses the columns that are read of a table; `None` for all.
    #[cfg(feature = "full")]
    pub fn with_columns(self, columns: Option<Projection>) -> Self {
        let columns = columns.map(Box::new);
        Self { columns, ..self }
    }

    /// Returns the columns that are read of a table.
    #[cfg(feature = "full")]
    pub fn columns(&self) -> Option<&Projection> {
        self.columns.as_deref()
    }

    /// Goes back to the beginning. An input that can be read only once stays where it is.
    #[cfg(feature = "full")]
    pub fn rewind(&mut self) -> io::Result<()> {
        match &mut self.source {
            Source::Seekable(seekable) => seekable.seek(SeekFrom::Start(0)).map(drop),
            Source::Part(part) => part.0.rewind(),
            Source::Pipe(_) => Ok(()),
        }
    }

    /// Returns the input as one that can be read at any offset; a frozen stream always is one. The
    /// result for a split of a frozen stream is the whole file.
    pub fn into_seekable(self) -> io::Result<Seekable> {
        match self.source {
            Source::Seekable(seekable) => Ok(seekable),
            Source::Part(part) if self.format == Format::Records(records::Format::Frozen) => {
                let Watched(part, progress) = *part;
                let file = part.split().open()?;
                Ok(Seekable::File(Watched(file, progress)))
            }
            other => {
                let bytes = read_to_end(other.into_read(), 0)?;
                Ok(Seekable::Memory(Cursor::new(bytes)))
            }
        }
    }

    /// Reads all of it.
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
            // If the first byte shows that it is not JSON, the beginning is enough for the report,
            // however long the input is.
            mut source if no_json => read_to_end((&mut source).take(BEGINNING), 0),
            Source::Seekable(Seekable::File(mut file)) => {
                let len = file.0.metadata().map_or(0, |metadata| metadata.len());
                read_to_end(&mut file, len)
            }
            other => read_to_end(other.into_read(), 0),
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
    /// Opens the source. Also returns the length of a regular file.
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

    /// Returns the first bytes, which are read again later. From a pipe no more are awaited than
    /// the decision takes, but bytes that came with them are returned, too.
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
            // The plan states the format.
            Self::Part(_) => {}
        }
        Ok(head)
    }

    /// Returns whether nothing follows a FlatBuffer that begins with its size. From a pipe no more
    /// is read than that.
    fn is_one_buffer(&mut self, head: &[u8], len: Option<u64>) -> io::Result<bool> {
        let Some(size) = head.first_chunk() else {
            return Ok(false);
        };
        let whole = 4 + u64::from(u32::from_le_bytes(*size));
        if let (Self::Seekable(_), Some(len)) = (&*self, len) {
            return Ok(len == whole);
        }
        match self {
            Self::Seekable(_) | Self::Part(_) => Ok(false),
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
            Self::Part(part) => part,
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Seekable(seekable) => seekable.read(buffer),
            Self::Pipe(pipe) => pipe.read(buffer),
            Self::Part(part) => part.read(buffer),
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
    /// Its name in errors.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The format in which it is read.
    pub format: Format,
    /// The original encoding of a text that is UTF-8 here.
    pub encoding: Encoding,
    /// The part before these bytes, if they are not the whole input: places count from the
    /// beginning.
    pub passed: Option<Passed>,
}

/// The part of a text that is no longer in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passed {
    /// Its length in bytes.
    pub offset: usize,
    lines: format::Passed,
}

impl Passed {
    /// Adds the bytes behind it.
    pub fn pass(&mut self, bytes: &[u8]) {
        self.offset += bytes.len();
        self.lines.pass(bytes);
    }

    /// Returns the line and the column of the whole at a line and a column behind this part.
    pub fn place(self, (line, column): (usize, usize)) -> (usize, usize) {
        let (lines, columns) = self.lines.place();
        let [lines, columns] = [lines, columns].map(|from_one| from_one as usize - 1);
        (
            lines + line,
            if line == 1 { columns + column } else { column },
        )
    }
}

/// Returns a format and a compression for a line about what was done.
pub fn described(format: Format, compression: Option<Compression>) -> String {
    match compression {
        Some(how) => format!("{}, {}", format.word(), how.name()),
        None => format.word().to_owned(),
    }
}

/// Returns whether `path` means a standard stream.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the files that names mean, which may have wildcards.
pub fn expanded(names: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for name in names {
        let found = varvel_files::expand(name);
        files.extend(found.map_err(|cause| match cause.kind() {
            io::ErrorKind::NotFound => {
                report::plain(Exit::Io, format!("no file matches {}", shown(name)), None)
            }
            _ => report::io(&format!("read the folders of {}", shown(name)), &cause),
        })?);
    }
    Ok(files)
}

/// Returns the name of an input in errors.
pub fn name_of(path: &Path) -> String {
    if is_stream(path) {
        return "<stdin>".to_owned();
    }
    shown(path)
}

/// Returns a path on one line, whatever characters it has.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.is_empty() || text.chars().any(char::is_control) {
        return format!("{text:?}");
    }
    text.into_owned()
}

/// Returns whether the array at the beginning of `input` ends, and something follows it.
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

/// At most this many bytes at the beginning of an input are looked at: [`HEAD`] are enough to tell
/// its format.
const FIRST: usize = 16 << 10;

/// This much is read of an input that its first byte shows to be wrong: more than was looked at to
/// find that.
const BEGINNING: u64 = 2 * FIRST as u64;

/// Returns whether the first byte that is not white space can begin a JSON text, a comment before
/// one, or a text of several (RFC 7464).
fn may_be_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let first = head.trim_ascii_start().first();
    first.is_none_or(|first| b"{[\"-0123456789tfn/\x1E".contains(first))
}

/// Reads all bytes of `input`. `expected` is the likely number; more or fewer may come.
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
