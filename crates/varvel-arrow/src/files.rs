//! [`FileWriter`]: batches as a file.

use std::io::Write;
use std::mem;

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter as IpcWriter, StreamWriter as IpcStream};
use arrow_schema::SchemaRef;
#[cfg(feature = "parquet")]
use parquet::{
    arrow::{ArrowWriter, arrow_writer::ArrowWriterOptions},
    basic::{Compression, ZstdLevel},
    file::properties::WriterProperties,
};
use varvel::{Error, ErrorKind, Result};

use crate::output::{Failure, Output};
#[cfg(feature = "parquet")]
use crate::parquet_schema::schema_of;
#[cfg(feature = "parquet")]
use crate::read::guarded;
use crate::read::guarded_or;
use crate::{Shredding, depth};

/// A row group of Parquet ends when about this many bytes of it are in memory.
#[cfg(feature = "parquet")]
const ROW_GROUP: usize = 64 << 20;

/// Rows are shredded so many at a time that they take about this many places in columns: a row that
/// has few of the members takes much more memory than its bytes.
const SHREDDED_PLACES: usize = 4 << 20;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An Arrow file (IPC), as its batches are.
    Arrow,
    /// A stream of Arrow (IPC): the batches of a file without its index, so that a reader gets
    /// each as soon as it is written.
    ArrowStream,
    /// A Parquet file with statistics, compressed by zstd.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Writes batches as a file.
///
/// ```
/// use std::sync::Arc;
/// use arrow_schema::{DataType, Field, Schema};
/// use varvel_arrow::{Columns, FileWriter, Kind};
/// let fields = vec![Field::new("id", DataType::Int64, true)];
/// let mut columns = Columns::new(Arc::new(Schema::new(fields)))?;
/// varvel::json::drive(br#"{"id":1}"#, &Default::default(), &mut columns)?;
/// columns.end_row();
/// let mut writer = FileWriter::new(Vec::new(), Kind::Arrow, columns.schema())?;
/// writer.write(&columns.take())?;
/// assert!(writer.finish()?.starts_with(b"ARROW1"));
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct FileWriter<W: Write + Send> {
    state: State<W>,
    failure: Failure,
    shredding: Option<Shredding>,
}

enum State<W: Write + Send> {
    /// The first batch has not come, which says how VARIANT is shredded.
    Waiting(Output<W>, Kind, SchemaRef),
    Begun(Writer<W>),
    Failed,
}

enum Writer<W: Write + Send> {
    Arrow(Box<IpcWriter<Output<W>>>),
    ArrowStream(Box<IpcStream<Output<W>>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ArrowWriter<Output<W>>>),
}

impl<W: Write + Send> FileWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// Returns the errors of `out`, and types that the file does not have.
    pub fn new(out: W, kind: Kind, schema: &SchemaRef) -> Result<Self> {
        let (out, failure) = Output::new(out);
        let writer = written(&failure, || Writer::new(out, kind, schema))?;
        Ok(Self {
            state: State::Begun(writer),
            failure,
            shredding: None,
        })
    }

    /// Makes a file whose columns of VARIANT are shredded as [`Shredding::infer`] says of the first
    /// batch.
    pub fn shredding(out: W, kind: Kind, schema: &SchemaRef) -> Self {
        let (out, failure) = Output::new(out);
        Self {
            state: State::Waiting(out, kind, schema.clone()),
            failure,
            shredding: None,
        }
    }

    /// Adds a batch.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn write(&mut self, batch: &RecordBatch) -> Result {
        if let State::Waiting(..) = self.state {
            let shredding = Shredding::infer(batch)?;
            self.begin(shredding.schema())?;
            self.shredding = Some(shredding);
        }
        let State::Begun(mut writer) = mem::replace(&mut self.state, State::Failed) else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        let result = written(&self.failure, || self.write_to(&mut writer, batch));
        // After a panic the file is not gone on with.
        let ended = |error: &Error| error.kind() == ErrorKind::OutOfMemory;
        if !result.as_ref().is_err_and(ended) {
            self.state = State::Begun(writer);
        }
        result
    }

    fn write_to(&self, writer: &mut Writer<W>, batch: &RecordBatch) -> Result {
        match &self.shredding {
            Some(shredding) => {
                let columns = shredding.schema().flattened_fields().len();
                let rows = (SHREDDED_PLACES / columns.max(1)).max(1);
                for start in (0..batch.num_rows()).step_by(rows) {
                    let part = batch.slice(start, rows.min(batch.num_rows() - start));
                    writer.write(&shredding.shred(&part)?)?;
                }
                Ok(())
            }
            None => writer.write(batch),
        }
    }

    /// Begins a file that waits for that.
    fn begin(&mut self, schema: &SchemaRef) -> Result {
        self.state = match mem::replace(&mut self.state, State::Failed) {
            State::Waiting(out, kind, _) => {
                let writer = written(&self.failure, || Writer::new(out, kind, schema));
                State::Begun(writer?)
            }
            other => other,
        };
        Ok(())
    }

    /// Ends the file, and returns the output.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn finish(mut self) -> Result<W> {
        if let State::Waiting(_, _, schema) = &self.state {
            let schema = schema.clone();
            self.begin(&schema)?;
        }
        match self.state {
            State::Begun(writer) => written(&self.failure, || writer.finish()),
            _ => Err(Error::new(ErrorKind::InvalidEvents)),
        }
    }
}

impl<W: Write + Send> Writer<W> {
    fn new(out: Output<W>, kind: Kind, schema: &SchemaRef) -> Result<Self> {
        depth::check(schema)?;
        Ok(match kind {
            Kind::Arrow => {
                let writer = IpcWriter::try_new(out, schema);
                Self::Arrow(Box::new(writer.map_err(|error| failed(&error))?))
            }
            Kind::ArrowStream => {
                let writer = IpcStream::try_new(out, schema);
                Self::ArrowStream(Box::new(writer.map_err(|error| failed(&error))?))
            }
            #[cfg(feature = "parquet")]
            Kind::Parquet => {
                let level = ZstdLevel::try_new(1).map_err(|error| failed(&error))?;
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(level))
                    .set_created_by(concat!("varvel version ", env!("CARGO_PKG_VERSION")).into())
                    .build();
                // It panics for some types.
                let parquet = guarded(|| schema_of(schema).map_err(|error| failed(&error)));
                let parquet = parquet.map_err(|error| match error.kind() {
                    ErrorKind::Unrepresentable => error,
                    _ => Error::expected(ErrorKind::Unrepresentable, "types that Parquet has"),
                })?;
                let options = ArrowWriterOptions::new()
                    .with_properties(properties)
                    .with_parquet_schema(parquet);
                let writer = ArrowWriter::try_new_with_options(out, schema.clone(), options);
                Self::Parquet(Box::new(writer.map_err(|error| failed(&error))?))
            }
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> Result {
        match self {
            Self::Arrow(writer) => writer.write(batch).map_err(|error| failed(&error)),
            Self::ArrowStream(writer) => writer.write(batch).map_err(|error| failed(&error)),
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => {
                check_columns(batch)?;
                writer.write(batch).map_err(|error| failed(&error))?;
                match writer.in_progress_size() > ROW_GROUP {
                    true => writer.flush().map_err(|error| failed(&error)),
                    false => Ok(()),
                }
            }
        }
    }

    fn finish(self) -> Result<W> {
        let out = match self {
            Self::Arrow(mut writer) => {
                writer.finish().map_err(|error| failed(&error))?;
                writer.into_inner().map_err(|error| failed(&error))
            }
            Self::ArrowStream(mut writer) => {
                writer.finish().map_err(|error| failed(&error))?;
                writer.into_inner().map_err(|error| failed(&error))
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.into_inner().map_err(|error| failed(&error)),
        };
        Ok(out?.into_inner())
    }
}

/// Calls the crates that write files. A panic in them, as of zstd without memory, is an error. If
/// the output has failed, that is the error: they do not always hand it on.
fn written<T>(failure: &Failure, call: impl FnOnce() -> Result<T>) -> Result<T> {
    let result = guarded_or(call, |panic| {
        let error = Error::new(ErrorKind::OutOfMemory);
        let hint = format!("or a fault in the crate that writes the file: {panic}");
        error.with_hint(hint)
    });
    result.map_err(|error| failure.or(error))
}

/// Fails for rows without columns: the number of rows in Parquet is that of its columns.
#[cfg(feature = "parquet")]
fn check_columns(batch: &RecordBatch) -> Result {
    if batch.num_columns() > 0 || batch.num_rows() == 0 {
        return Ok(());
    }
    let error = Error::expected(ErrorKind::Unrepresentable, "rows that have a column");
    Err(error.with_hint("Parquet has no rows without columns; an Arrow file has them"))
}

/// Returns the error of a writer of files.
fn failed(error: &dyn std::error::Error) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "rows that the file holds").with_content(error)
}
