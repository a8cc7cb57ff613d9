//! [`Work`]: what we do with a file of events.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use arrow_schema::SchemaRef;
use varvel::records::{self, Events, Format, Reduce, Watch};
use varvel::{Builder, Discard};
use varvel_arrow::variant::Encoder;
use varvel_arrow::{
    BLOCK_BYTES, Columns, Conflicts, FileWriter, Kind, Projection, arrow_schema, batches, infer,
};

use super::{Done, File};
use crate::harness::process_time;

/// The work on one file.
pub struct Work {
    path: PathBuf,
    key: &'static str,
    options: records::Options,
    projection: Option<Projection>,
    schema: SchemaRef,
}

impl Work {
    /// Makes the work on the columns of `schema`, or on those of them that `columns` names.
    pub fn new(
        file: &File,
        schema: &SchemaRef,
        threads: usize,
        columns: &[&str],
    ) -> Result<Self, String> {
        let projection = match columns {
            [] => None,
            columns => Some(Projection::new(columns.iter().copied()).map_err(text)?),
        };
        let schema = match &projection {
            Some(projection) => projection.of(schema),
            None => schema.clone(),
        };
        Ok(Self {
            path: file.path.clone(),
            key: file.key,
            options: options(threads),
            projection,
            schema,
        })
    }

    fn open(&self) -> Result<fs::File, String> {
        fs::File::open(&self.path).map_err(text)
    }

    /// Gives the batches to `each`.
    fn batches(
        &self,
        schema: &SchemaRef,
        each: &mut (dyn FnMut(RecordBatch) -> varvel::Result + Send),
    ) -> Result<(), String> {
        let make = || {
            let columns = Columns::new(schema.clone())?;
            varvel::Result::Ok(match self.projection {
                Some(_) => columns.skip_unknown(),
                None => columns,
            })
        };
        let input = self.open()?;
        let done = batches(
            input,
            Format::Ndjson,
            &make,
            &self.options,
            Watch::default(),
            each,
        );
        done.map(drop).map_err(text)
    }

    /// Keeps all batches.
    pub fn arrow(&self) -> Result<Done, String> {
        let start = process_time();
        let mut kept = Vec::new();
        self.batches(&self.schema, &mut |batch| {
            kept.push(batch);
            Ok(())
        })?;
        let time = process_time().saturating_sub(start);
        let (mut rows, mut sum) = (0, 0);
        for batch in &kept {
            rows += batch.num_rows();
            sum += sum_of(batch, self.key);
        }
        Ok(Done {
            time,
            rows: Some((rows, sum)),
        })
    }

    /// Writes a Parquet file, with the schema given or inferred.
    pub fn parquet(&self, out: &Path, given: bool) -> Result<Done, String> {
        let start = process_time();
        let inferred;
        let schema = match given {
            true => &self.schema,
            false => {
                inferred = schema_of(&self.path, &self.options)?;
                &inferred
            }
        };
        let file = fs::File::create(out).map_err(text)?;
        let mut writer = FileWriter::new(file, Kind::Parquet, schema).map_err(text)?;
        self.batches(schema, &mut |batch| writer.write(&batch))?;
        writer.finish().map_err(text)?;
        Ok(Done {
            time: process_time().saturating_sub(start),
            rows: None,
        })
    }

    /// Writes each line as VARIANT, into memory that is kept.
    pub fn variant(&self) -> Result<Done, String> {
        self.fold(Variants::default)
    }

    /// Drives all records, and keeps nothing.
    pub fn drive(&self) -> Result<Done, String> {
        self.fold(|| Driven)
    }

    /// Freezes each record.
    pub fn freeze(&self) -> Result<Done, String> {
        self.fold(Frozen::default)
    }

    fn fold<R: Reduce>(&self, new: impl Fn() -> R + Sync) -> Result<Done, String> {
        let start = process_time();
        let input = self.open()?;
        let folded = records::fold(input, Format::Ndjson, new, &self.options, Watch::default());
        folded.map_err(text)?;
        Ok(Done {
            time: process_time().saturating_sub(start),
            rows: None,
        })
    }
}

/// Returns the options of the work on so many threads.
pub fn options(threads: usize) -> records::Options {
    records::Options {
        threads: NonZeroUsize::new(threads),
        block_bytes: BLOCK_BYTES,
        ..records::Options::default()
    }
}

/// Returns the columns of a file, inferred from all of its lines.
pub fn schema_of(path: &Path, options: &records::Options) -> Result<SchemaRef, String> {
    let input = fs::File::open(path).map_err(text)?;
    let inferred = infer(input, Format::Ndjson, None, options, Watch::default());
    arrow_schema(&inferred.map_err(text)?, Conflicts::Error, true).map_err(text)
}

/// Returns the sum of a column of integers.
fn sum_of(batch: &RecordBatch, key: &str) -> i128 {
    let column = batch.column_by_name(key);
    let integers = column.and_then(|column| column.as_primitive_opt::<Int64Type>());
    let values = integers.into_iter().flatten().flatten();
    values.map(i128::from).sum()
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Drives records, and keeps nothing.
struct Driven;

impl Reduce for Driven {
    fn record<E: Events>(&mut self, record: &mut E) -> varvel::Result {
        record.drive(&mut Discard)
    }
    fn merge(&mut self, _: Self) -> varvel::Result {
        Ok(())
    }
}

/// Freezes each record.
#[derive(Default)]
struct Frozen(Builder);

impl Reduce for Frozen {
    fn record<E: Events>(&mut self, record: &mut E) -> varvel::Result {
        self.0.start()?;
        record.drive(&mut self.0)?;
        std::hint::black_box(self.0.finish_view()?);
        Ok(())
    }
    fn merge(&mut self, _: Self) -> varvel::Result {
        Ok(())
    }
}

/// Records as VARIANT: the bytes of all, and where each ends.
#[derive(Default)]
struct Variants {
    encoder: Encoder,
    metadata: Vec<u8>,
    value: Vec<u8>,
    ends: Vec<(usize, usize)>,
    earlier: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Reduce for Variants {
    fn record<E: Events>(&mut self, record: &mut E) -> varvel::Result {
        record.drive(&mut self.encoder)?;
        self.encoder.finish(&mut self.metadata, &mut self.value)?;
        self.ends.push((self.metadata.len(), self.value.len()));
        Ok(())
    }
    fn merge(&mut self, later: Self) -> varvel::Result {
        self.earlier.push((later.metadata, later.value));
        Ok(())
    }
    fn held(&self) -> usize {
        self.metadata.len() + self.value.len()
    }
}
