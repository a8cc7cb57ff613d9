//! [`FileReader`]: Parquet and Arrow files that someone else wrote.
//!
//! The crates `parquet` and `arrow-ipc` decode the values. Before they see a part of a file, its
//! lengths are checked against the bytes that there are, since these crates take memory by them. A
//! panic in them is an error.
//!
//! | room | holds |
//! |---|---|
//! | `input` | the bytes, of which parts are read |
//! | `guard` | panics as errors |
//! | `parquet`, `pages`, `thrift` | Parquet files, and what is checked of them first |
//! | `times` | times of 96 bits, which are checked |
//! | `annotate` | the types of Parquet that Arrow names by extensions |
//! | `about`, `parquet_about` | summaries of files, from their metadata |
//! | `ipc` | Arrow files and streams, and what is checked of them first |

mod about;
#[cfg(feature = "parquet")]
mod annotate;
mod guard;
mod input;
mod ipc;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_about;
#[cfg(feature = "parquet")]
mod thrift;
#[cfg(feature = "parquet")]
mod times;

use std::fmt;
use std::io::{Read, Seek};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use varvel::{Error, ErrorKind, Limits, Result};

use crate::{Kind, Projection};
pub(crate) use about::type_name;
pub use about::{ColumnAbout, FileAbout, PartAbout};
#[cfg(feature = "parquet")]
pub(crate) use guard::guarded;
pub use guard::is_guarded;
pub(crate) use guard::{damaged, guarded_or};
use input::Input;
use ipc::IpcFile;
#[cfg(feature = "parquet")]
use parquet::ParquetFile;

/// Bounds on what a file may cost.
#[derive(Clone, Copy, Debug)]
pub struct FileLimits {
    /// How many times its size a page of Parquet or a batch of Arrow may unpack to: 1,000 by
    /// default. 64 MiB are always allowed.
    pub expansion: u64,
    /// How many items a column of lists may have in a row group: 2^28 by default. A row may have
    /// all of them.
    pub items: u64,
    /// The limits of each row; here the depth bounds that of types.
    pub limits: Limits,
}

impl Default for FileLimits {
    fn default() -> Self {
        Self {
            expansion: 1000,
            items: 1 << 28,
            limits: Limits::DEFAULT,
        }
    }
}

impl FileLimits {
    /// Checks to how many bytes a part of the file unpacks. `free` are always allowed.
    fn check_unpacked(&self, packed: u64, unpacked: u64, free: u64) -> Result {
        if unpacked <= packed.saturating_mul(self.expansion).max(free) {
            return Ok(());
        }
        let times = self.expansion;
        let expected = format!("a part that unpacks to at most {times} times its size");
        let error = Error::expected(ErrorKind::SizeLimit, expected)
            .with_content(format_args!("{packed} bytes that become {unpacked}"));
        Err(error.with_hint("raise the limit `expansion`, if the file is trusted"))
    }
}

/// A Parquet or Arrow file, or a stream of Arrow, that is read.
///
/// ```
/// use std::io::Cursor;
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Int64Array, RecordBatch};
/// use varvel::json;
/// use varvel_arrow::{FileLimits, FileReader, FileWriter, Kind, RowOptions, Rows};
///
/// let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
/// let batch = RecordBatch::try_from_iter([("id", ids)])?;
/// let mut writer = FileWriter::new(Vec::new(), Kind::Parquet, batch.schema_ref())?;
/// writer.write(&batch)?;
///
/// let mut reader = FileReader::open(Cursor::new(writer.finish()?), FileLimits::default())?;
/// assert_eq!(reader.rows(), 2);
/// while let Some(batch) = reader.next_batch()? {
///     let rows = Rows::new(&batch, RowOptions::default())?;
///     assert_eq!(json::to_string(&rows.row(0))?, r#"{"id":1}"#);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FileReader {
    input: Input,
    file: File,
}

enum File {
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile>),
    Arrow(Box<IpcFile>),
}

impl fmt::Debug for FileReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("FileReader");
        debug
            .field("kind", &self.kind())
            .field("rows", &self.rows());
        debug.finish_non_exhaustive()
    }
}

impl FileReader {
    /// Opens a file, whose first bytes tell its kind. Reads its metadata; a stream of Arrow is
    /// walked through for it.
    ///
    /// # Errors
    /// Bytes that are no such file, or a damaged one, types that are nested too deeply, and the
    /// errors of the input.
    pub fn open(input: impl Read + Seek + Send + 'static, limits: FileLimits) -> Result<Self> {
        let input = Input::new(Box::new(input))?;
        let head = input.bytes(0, input.len().min(HEAD as u64))?;
        let file = match FileKind::of(&head) {
            #[cfg(feature = "parquet")]
            Some(FileKind::Parquet) => {
                ParquetFile::open(input.clone(), limits).map(|file| File::Parquet(Box::new(file)))
            }
            Some(kind @ (FileKind::Arrow | FileKind::ArrowStream)) => {
                IpcFile::open(input.clone(), kind == FileKind::ArrowStream, limits)
                    .map(|file| File::Arrow(Box::new(file)))
            }
            other => Err(unknown(other, &head)),
        };
        let file = file.map_err(|error| input.failure_or(error))?;
        Ok(Self { input, file })
    }

    /// Returns the kind of the file.
    pub fn kind(&self) -> Kind {
        match &self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(_) => Kind::Parquet,
            File::Arrow(file) if file.is_stream() => Kind::ArrowStream,
            File::Arrow(_) => Kind::Arrow,
        }
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        match &self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(file) => file.schema(),
            File::Arrow(file) => file.schema(),
        }
    }

    /// Returns the number of rows in the file, which its metadata tells.
    pub fn rows(&self) -> u64 {
        match &self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(file) => file.rows(),
            File::Arrow(file) => file.rows(),
        }
    }

    /// Returns what the metadata tells about the file.
    pub fn about(&self) -> FileAbout {
        match &self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(file) => file.about(),
            File::Arrow(file) => file.about(),
        }
    }

    /// Reads only these columns from the next batch on. The wanted members of a structure alone are
    /// read from Parquet; from Arrow its whole column is.
    ///
    /// # Errors
    /// `NotFound` for a column that the file does not have.
    pub fn project(&mut self, wanted: &Projection) -> Result {
        match &mut self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(file) => file.project(wanted),
            File::Arrow(file) => file.project(wanted),
        }
    }

    /// Goes on with the row of this number, counted from zero: [`FileReader::next_batch`] returns a
    /// batch that begins with it. Nothing before it is read, except pages of Parquet that have
    /// rows on both sides of it. Returns whether there is such a row.
    ///
    /// # Errors
    /// A damaged file, and the errors of the input.
    pub fn seek(&mut self, row: u64) -> Result<bool> {
        let found = match &mut self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(file) => Ok(file.seek(row)),
            File::Arrow(file) => file.seek(row),
        };
        found.map_err(|error| self.input.failure_or(error))
    }

    /// Reads the next rows: some thousands at most, and fewer if they are large. `None` at the end.
    ///
    /// # Errors
    /// A damaged file, exceeded limits, and the errors of the input. They name the row group or
    /// the batch.
    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        let batch = match &mut self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(file) => file.next_batch(),
            File::Arrow(file) => file.next_batch(),
        };
        batch.map_err(|error| self.input.failure_or(error))
    }
}

/// The number of bytes that [`FileKind::of`] looks at.
const HEAD: usize = 16;

/// The kind of a file by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A Parquet file.
    Parquet,
    /// An Arrow file (IPC).
    Arrow,
    /// A stream of Arrow (IPC).
    ArrowStream,
    /// A Parquet file with an encrypted footer, which is not read.
    Encrypted,
    /// A file of the first version of Feather, which is not read.
    Feather,
}

impl FileKind {
    /// Returns the kind of a file that begins with these bytes: 16 or more, if it has so many.
    pub fn of(head: &[u8]) -> Option<Self> {
        let stream = |rest: &[u8]| {
            // The message with the schema: its size, of which 8 bytes are a unit, and then a
            // place in it.
            let (size, rest) = rest.split_first_chunk()?;
            let (root, _) = rest.split_first_chunk()?;
            let (size, root) = (u32::from_le_bytes(*size), u32::from_le_bytes(*root));
            (size > 8 && size % 8 == 0 && root < size && size < 1 << 28).then_some(())
        };
        match head {
            [b'P', b'A', b'R', b'1', ..] => Some(Self::Parquet),
            [b'P', b'A', b'R', b'E', ..] => Some(Self::Encrypted),
            [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Some(Self::Arrow),
            [b'F', b'E', b'A', b'1', ..] => Some(Self::Feather),
            [0xFF, 0xFF, 0xFF, 0xFF, rest @ ..] => stream(rest).map(|()| Self::ArrowStream),
            _ => None,
        }
    }
}

#[cold]
fn unknown(kind: Option<FileKind>, head: &[u8]) -> Error {
    let no = |expected: &'static str, found: &'static str| {
        Error::expected(ErrorKind::UnsupportedVersion, expected).with_found(found)
    };
    match kind {
        Some(FileKind::Encrypted) => no("a file that is not encrypted", "an encrypted footer"),
        Some(FileKind::Feather) => no("version 2 of Feather, which is Arrow", "version 1")
            .with_hint("pyarrow reads it, and writes it anew: `feather.write_feather`"),
        Some(FileKind::Parquet) => no("an Arrow file", "a Parquet file"),
        _ if head.is_empty() => damaged("a Parquet or Arrow file").with_found("no bytes"),
        _ => Error::expected(ErrorKind::Syntax, "a Parquet or Arrow file"),
    }
}
