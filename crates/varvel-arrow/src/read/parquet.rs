//! [`ParquetFile`]: a Parquet file that is read, a row group after the other.

use std::sync::Arc;

use ::parquet::arrow::ProjectionMask;
use ::parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use ::parquet::basic::{ConvertedType, LogicalType};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use ::parquet::schema::types::Type;
use arrow_array::{RecordBatch, RecordBatchReader as _};
use arrow_schema::SchemaRef;
use varvel::{Error, ErrorKind, Result};

use super::annotate::{annotated, without_intervals};
use super::guard::{damaged, failed, guarded, inside};
use super::input::Input;
use super::pages::{self, Pages};
use super::thrift::walk;
use super::{FileAbout, FileLimits, parquet_about, times};
use crate::Projection;

/// The most rows of a batch.
const ROWS: u64 = 8192;
/// A batch should not have many more bytes.
const BATCH: u64 = 16 << 20;
/// A batch may have so many bytes if each value has the most that it may have.
const WORST: u64 = 256 << 20;

/// A Parquet file.
pub(super) struct ParquetFile {
    input: Input,
    limits: FileLimits,
    metadata: ArrowReaderMetadata,
    /// The columns that are read: which, and their schema.
    mask: ProjectionMask,
    schema: SchemaRef,
    /// The row group that is read, and its reader once it has begun.
    group: usize,
    reader: Option<ParquetRecordBatchReader>,
    /// How many rows of the group are skipped.
    skipped: u64,
    /// How many rows of the group have not come.
    left: u64,
}

impl ParquetFile {
    pub fn open(input: Input, limits: FileLimits) -> Result<Self> {
        check_footer(&input, &limits)?;
        let metadata = guarded(|| {
            let mut options = ArrowReaderOptions::new();
            let mut metadata = ArrowReaderMetadata::load(&input, options.clone()).map_err(fails)?;
            check(metadata.metadata(), &input)?;
            let types = metadata.parquet_schema().root_schema_ptr();
            if let Some(schema) = without_intervals(metadata.parquet_schema()).map_err(fails)? {
                options = options.with_parquet_schema(Arc::new(schema));
                metadata = ArrowReaderMetadata::load(&input, options).map_err(fails)?;
            }
            Ok(with_extensions(metadata, &types))
        })?;
        let schema = metadata.schema().clone();
        Ok(Self {
            input,
            limits,
            metadata,
            mask: ProjectionMask::all(),
            schema,
            group: 0,
            reader: None,
            skipped: 0,
            left: 0,
        })
    }

    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn metadata(&self) -> &ParquetMetaData {
        self.metadata.metadata()
    }

    pub fn about(&self) -> FileAbout {
        parquet_about::about(self.metadata(), self.metadata.schema())
    }

    /// Returns the number of rows of all row groups.
    pub fn rows(&self) -> u64 {
        let groups = self.metadata().row_groups().iter();
        groups.fold(0, |rows, group| {
            rows.saturating_add(group.num_rows().unsigned_abs())
        })
    }

    pub fn project(&mut self, wanted: &Projection) -> Result {
        wanted.check(self.metadata.schema())?;
        let parquet = self.metadata.parquet_schema();
        let mut leaves = Leaves {
            wanted,
            next: 0,
            found: Vec::new(),
        };
        for ty in parquet.root_schema().get_fields() {
            leaves.add_member(ty, Want::Members(wanted.root()));
        }
        self.mask = ProjectionMask::leaves(parquet, leaves.found);
        self.reader = None;
        self.schema = guarded(|| Ok(self.builder().build().map_err(fails)?.schema()))?;
        Ok(())
    }

    fn builder(&self) -> ParquetRecordBatchReaderBuilder<Input> {
        ParquetRecordBatchReaderBuilder::new_with_metadata(
            self.input.clone(),
            self.metadata.clone(),
        )
        .with_projection(self.mask.clone())
    }

    pub fn seek(&mut self, row: u64) -> bool {
        self.reader = None;
        self.skipped = row;
        self.group = 0;
        for group in self.metadata.metadata().row_groups() {
            let rows = group.num_rows().unsigned_abs();
            if self.skipped < rows {
                return true;
            }
            self.skipped -= rows;
            self.group += 1;
        }
        self.skipped = 0;
        false
    }

    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        while self.group < self.metadata().num_row_groups() {
            let batch = self.next_in_group();
            match batch.map_err(|error| in_group(error, self.group))? {
                Some(batch) if batch.num_rows() > 0 => {
                    let left = self.left.checked_sub(batch.num_rows() as u64);
                    self.left = left.ok_or_else(|| self.other_rows())?;
                    return Ok(Some(batch));
                }
                Some(_) => {}
                None if self.left > 0 => return Err(self.other_rows()),
                None => {
                    self.reader = None;
                    self.group += 1;
                    self.skipped = 0;
                }
            }
        }
        Ok(None)
    }

    #[cold]
    fn other_rows(&self) -> Error {
        let rows = self.metadata().row_group(self.group).num_rows();
        let error = damaged(format!("the {rows} rows that the row group has"));
        in_group(error, self.group)
    }

    fn next_in_group(&mut self) -> Result<Option<RecordBatch>> {
        if self.reader.is_none() {
            let rows = self.batch_rows()?;
            times::check(&self.input, &self.metadata, &self.mask, self.group)?;
            let reader = guarded(|| {
                let builder = self.builder().with_row_groups(vec![self.group]);
                let builder = builder.with_batch_size(rows);
                let offset = usize::try_from(self.skipped).unwrap_or(usize::MAX);
                builder.with_offset(offset).build().map_err(fails)
            })?;
            self.reader = Some(reader);
            let rows = self.metadata().row_group(self.group).num_rows();
            self.left = rows.unsigned_abs().saturating_sub(self.skipped);
        }
        let Some(reader) = &mut self.reader else {
            return Ok(None);
        };
        let batch = guarded(|| reader.next().transpose().map_err(failed));
        if batch.is_err() {
            // The state of the reader is unknown.
            self.reader = None;
        }
        batch
    }

    /// Looks at the pages of the row group, and returns how many rows a batch should have.
    fn batch_rows(&self) -> Result<usize> {
        let group = self.metadata().row_group(self.group);
        let rows = group.num_rows().unsigned_abs().max(1);
        let (mut bytes, mut widest) = (0, 1);
        for (leaf, column) in group.columns().iter().enumerate() {
            if !self.mask.leaf_included(leaf) {
                continue;
            }
            let pages = self.pages(column);
            let pages = pages.map_err(|error| in_column(error, column))?;
            let items = pages.values / rows + 1;
            let unpacked = column.uncompressed_size().unsigned_abs();
            bytes = unpacked.saturating_add(bytes).saturating_add(pages.values);
            widest = widest.max(pages.widest.saturating_mul(items));
        }
        let usual = (BATCH / (bytes / rows).max(1)).clamp(1, ROWS);
        let worst = (WORST / widest).max(1);
        Ok(usual.min(worst) as usize)
    }

    fn pages(&self, column: &ColumnChunkMetaData) -> Result<Pages> {
        let (start, len) = column.byte_range();
        let pages = pages::survey(&self.input, start, len, &self.limits)?;
        if column.column_descr().max_rep_level() > 0 && pages.values > self.limits.items {
            let limit = self.limits.items;
            let expected = format!("at most {limit} items of lists in a row group");
            let error = Error::expected(ErrorKind::SizeLimit, expected);
            return Err(error.with_content(pages.values));
        }
        Ok(pages)
    }
}

/// Finds the leaves that are wanted.
struct Leaves<'w> {
    wanted: &'w Projection,
    /// The number of the next leaf.
    next: usize,
    found: Vec<usize>,
}

/// The members of a group that are wanted.
#[derive(Clone, Copy)]
enum Want {
    Nothing,
    Everything,
    /// The members that this place of the projection names.
    Members(usize),
}

impl Leaves<'_> {
    /// Adds the leaves of a member of a group.
    fn add_member(&mut self, ty: &Type, want: Want) {
        let inner = match want {
            Want::Members(outer) => match self.wanted.inner(outer, ty.name()) {
                Some(inner) => Want::Members(inner),
                None => Want::Nothing,
            },
            other => other,
        };
        self.add(ty, inner);
    }

    /// Adds the leaves of a type. This recurses by its depth.
    fn add(&mut self, ty: &Type, want: Want) {
        if ty.is_primitive() {
            if !matches!(want, Want::Nothing) {
                self.found.push(self.next);
            }
            self.next += 1;
            return;
        }
        let want = match want {
            Want::Members(_) if is_map(ty) => Want::Everything,
            want if is_list(ty) => return self.add_items(ty, want),
            want => want,
        };
        for member in ty.get_fields() {
            self.add_member(member, want);
        }
    }

    /// Adds the leaves of a list: a repeated item, or a repeated group of one.
    fn add_items(&mut self, ty: &Type, want: Want) {
        for repeated in ty.get_fields() {
            match repeated.is_group().then(|| repeated.get_fields()) {
                Some([item]) => self.add(item, want),
                _ => self.add(repeated, want),
            }
        }
    }
}

fn is_list(ty: &Type) -> bool {
    let info = ty.get_basic_info();
    matches!(info.logical_type_ref(), Some(LogicalType::List))
        || info.converted_type() == ConvertedType::LIST
}

/// Returns whether it is a map or VARIANT, of which nothing is left out.
fn is_map(ty: &Type) -> bool {
    let info = ty.get_basic_info();
    let maps = [ConvertedType::MAP, ConvertedType::MAP_KEY_VALUE];
    matches!(
        info.logical_type_ref(),
        Some(LogicalType::Map | LogicalType::Variant(_))
    ) || maps.contains(&info.converted_type())
}

/// Gives the schema the extension types that only Parquet's types tell.
fn with_extensions(metadata: ArrowReaderMetadata, types: &Type) -> ArrowReaderMetadata {
    let schema = annotated(metadata.schema(), types);
    if schema == **metadata.schema() {
        return metadata;
    }
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    let again = ArrowReaderMetadata::try_new(metadata.metadata().clone(), options);
    again.unwrap_or(metadata)
}

/// Checks the footer before it is decoded: the lengths of its lists, and the depth of its types.
fn check_footer(input: &Input, limits: &FileLimits) -> Result {
    const TAIL: u64 = 8;
    let len = input.len();
    if len < 4 + TAIL {
        return Err(damaged("a Parquet file of at least 12 bytes"));
    }
    let tail = input.bytes(len - TAIL, TAIL)?;
    let (size, magic) = tail.split_at(4);
    match magic {
        b"PAR1" => {}
        b"PARE" => {
            let expected = "a file that is not encrypted";
            let error = Error::expected(ErrorKind::UnsupportedVersion, expected);
            return Err(error.with_found("an encrypted footer"));
        }
        _ => return Err(damaged("`PAR1` at the end").with_hint("the end of the file is missing")),
    }
    let footer = input.footer(size, TAIL)?;
    let mut children = Vec::new();
    let mut each = |fields: &[i16], value: Option<i64>| match (fields, value) {
        // An element of the schema has a name, and may have a number of members.
        ([2, 4], Some(_)) => children.push(0),
        ([2, 5], Some(value)) => {
            if let Some(last) = children.last_mut() {
                *last = value;
            }
        }
        _ => {}
    };
    walk(&footer, &mut each).map_err(|_| damaged("a footer that is whole"))?;
    check_depth(&children, limits)
}

/// Checks the depth of types, which are given by their numbers of members, each before its members.
fn check_depth(children: &[i64], limits: &FileLimits) -> Result {
    // The document, and then two groups for a list or a map.
    let depth = limits
        .limits
        .depth
        .saturating_mul(2)
        .saturating_add(1)
        .min(DEPTH);
    let mut open: Vec<i64> = Vec::new();
    for &members in children {
        if members < 0 || members > children.len() as i64 {
            return Err(damaged("the number of a column's members"));
        }
        open.push(members);
        if open.len() > depth {
            return Err(Error::type_too_deep(limits.limits.depth));
        }
        while let Some(left) = open.last_mut() {
            if *left > 0 {
                *left -= 1;
                break;
            }
            open.pop();
        }
    }
    Ok(())
}

/// The most groups inside of each other, since the crate recurses.
const DEPTH: usize = 400;

/// Checks the metadata against the file.
fn check(metadata: &ParquetMetaData, input: &Input) -> Result {
    let leaves = metadata.file_metadata().schema_descr().num_columns();
    for (index, group) in metadata.row_groups().iter().enumerate() {
        let check = || {
            if group.num_rows() < 0 || group.num_columns() != leaves {
                return Err(damaged("a row group with all columns"));
            }
            group.columns().iter().try_for_each(|column| {
                check_column(column, input).map_err(|error| in_column(error, column))
            })
        };
        check().map_err(|error| in_group(error, index))?;
    }
    Ok(())
}

fn check_column(column: &ColumnChunkMetaData, input: &Input) -> Result {
    if column.file_path().is_some() {
        let expected = "columns in the file itself";
        let error = Error::expected(ErrorKind::UnsupportedVersion, expected);
        return Err(error.with_found("the name of another file"));
    }
    let start = column
        .dictionary_page_offset()
        .unwrap_or(column.data_page_offset());
    let sizes = [
        start,
        column.data_page_offset(),
        column.compressed_size(),
        column.uncompressed_size(),
        column.num_values(),
    ];
    let end = start.checked_add(column.compressed_size());
    let inside = end.is_some_and(|end| end.unsigned_abs() <= input.len());
    match inside && sizes.iter().all(|&size| size >= 0) {
        true => Ok(()),
        false => Err(damaged("a column inside of the file")),
    }
}

fn fails(error: ParquetError) -> Error {
    match &error {
        ParquetError::NYI(what) => {
            let expected = "a file that uses what is known here";
            Error::expected(ErrorKind::UnsupportedVersion, expected).with_content(what)
        }
        _ => failed(error),
    }
}

#[cold]
fn in_group(error: Error, group: usize) -> Error {
    inside(error, format_args!("row group {group}"))
}

#[cold]
fn in_column(error: Error, column: &ColumnChunkMetaData) -> Error {
    let path = column.column_path().string();
    inside(error, format_args!("column `{path}`"))
}
