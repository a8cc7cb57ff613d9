//! [`Shredding`]: parts of VARIANT in columns of their own.
//!
//! A value whose kind is that of most values at its place leaves the bytes of VARIANT, and goes
//! into a column `typed_value` of that type. What has another kind stays in `value`. An engine then
//! reads a member without the rest, and knows its bounds.
//!
//! Source: "Variant Shredding", `VariantShredding.md` of apache/parquet-format.
//!
//! | room | holds |
//! |---|---|
//! | `infer` | the types that parts get, by the values of a batch |
//! | `names` | the names of members that get no columns |
//! | `part` | a value: its column of bytes, and its column of a type |
//! | `typed` | the columns of scalars, objects and arrays |

mod infer;
mod names;
mod part;
mod typed;

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, RecordBatchOptions, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use varvel::{Error, ErrorKind, Result};

use crate::extension::{METADATA, VALUE, is_variant, variant_fields};
use crate::parts::with_parts;
use crate::variant::Metadata;
use part::{Part, Room};

/// The most places of columns that the values of a batch take, and four for each of their bytes.
const PLACES: usize = 64 << 20;

/// Shreds the columns of VARIANT in batches: parts of them get columns of their own.
///
/// Nothing is lost: a value that its column does not hold exactly stays in the bytes of VARIANT. So
/// a decimal goes into a column only if it has as many digits behind the point as that.
///
/// ```
/// use varvel::{json, schema::Inference};
/// use varvel_arrow::{Columns, Conflicts, RowOptions, Rows, Shredding, arrow_schema};
///
/// let lines = [r#"{"a":{"id":1,"x":true}}"#, r#"{"a":{"id":2}}"#, r#"{"a":"none"}"#];
/// let mut inference = Inference::default();
/// for line in lines {
///     json::drive(line.as_bytes(), &Default::default(), &mut inference)?;
///     inference.end_document();
/// }
/// let mut columns = Columns::new(arrow_schema(&inference.finish(), Conflicts::Variant, true)?)?;
/// for line in lines {
///     json::drive(line.as_bytes(), &Default::default(), &mut columns)?;
///     columns.end_row();
/// }
/// let batch = columns.take();
/// let shredding = Shredding::infer(&batch)?;
/// let shredded = shredding.shred(&batch)?;
/// assert_ne!(shredded.schema(), batch.schema());
/// let rows = Rows::new(&shredded, RowOptions::default())?;
/// assert_eq!(json::to_string(&rows.row(0))?, lines[0]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shredding {
    schema: SchemaRef,
}

impl Shredding {
    /// Chooses the types of parts by the values of a batch. The same batch always gives the same
    /// types.
    ///
    /// At each place, nulls aside, the most common kind of its values counts: objects, arrays, or
    /// one kind of scalars, for which integers of any size are one kind, and decimals with equally
    /// many digits behind the point. It gets a column if at least half of the values have this
    /// kind. An object has columns for the members that at least every tenth object has. They go
    /// eight containers deep, and a column of VARIANT gets at most 300 of them: those of the most
    /// frequent members.
    ///
    /// A member gets none if its name is empty, or if another member of such objects has the same
    /// name in lower case, by Unicode: DuckDB would refuse the column, or change the names.
    ///
    /// # Errors
    /// Bytes that are no VARIANT.
    pub fn infer(batch: &RecordBatch) -> Result<Self> {
        let columns = batch.schema_ref().fields().iter().zip(batch.columns());
        let fields = columns.map(|(field, column)| inferred(field, column));
        let fields = fields.collect::<Result<Fields>>()?;
        let metadata = batch.schema_ref().metadata().clone();
        Ok(Self {
            schema: Arc::new(Schema::new_with_metadata(fields, metadata)),
        })
    }

    /// Takes the types of parts from a schema. It is that of the batches, in which columns of
    /// VARIANT may have a member `typed_value`, as the specification has it. Members that never get
    /// columns ([`Shredding::infer`]) get none here: [`Shredding::schema`] is without them.
    ///
    /// # Errors
    /// `Unrepresentable` for types that the specification has not.
    pub fn with_schema(schema: SchemaRef) -> Result<Self> {
        schema.fields().iter().try_for_each(|field| check(field))?;
        let fields = schema.fields().iter().map(names::readable);
        let fields = fields.collect::<Fields>();
        let metadata = schema.metadata().clone();
        Ok(Self {
            schema: Arc::new(Schema::new_with_metadata(fields, metadata)),
        })
    }

    /// Returns the schema of the shredded batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Shreds a batch.
    ///
    /// # Errors
    /// Bytes that are no VARIANT, and `Unrepresentable` for a batch of another schema. `SizeLimit`
    /// if the columns would have more than 64 Mi places, and four for each byte of their values.
    pub fn shred(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        let columns = batch.columns().iter().zip(self.schema.fields());
        let columns = columns.map(|(column, field)| shredded(column, field));
        let columns = columns.collect::<Result<Vec<_>>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options);
        batch.map_err(other_schema)
    }
}

#[cold]
fn other_schema(error: ArrowError) -> Error {
    let expected = "a batch of the schema that is shredded";
    Error::expected(ErrorKind::Unrepresentable, expected).with_content(error)
}

/// Returns a field of another type.
fn of_type(field: &Field, ty: DataType) -> FieldRef {
    Arc::new(field.clone().with_data_type(ty))
}

/// Returns the field of a shredded column. This recurses by the depth of the schema.
fn inferred(field: &FieldRef, array: &dyn Array) -> Result<FieldRef> {
    let ty = match field.data_type() {
        DataType::Struct(fields) if is_variant(field) && *fields == variant_fields() => {
            infer::column(array.as_struct())?
        }
        DataType::Struct(fields) if !is_variant(field) => {
            let parts = fields.iter().zip(array.as_struct().columns());
            let parts = parts.map(|(field, part)| inferred(field, part));
            DataType::Struct(parts.collect::<Result<_>>()?)
        }
        DataType::List(item) => DataType::List(inferred(item, array.as_list::<i32>().values())?),
        DataType::Map(entries, sorted) => {
            DataType::Map(inferred(entries, array.as_map().entries())?, *sorted)
        }
        _ => return Ok(field.clone()),
    };
    Ok(of_type(field, ty))
}

/// Checks the types of the columns of VARIANT in a column.
fn check(field: &Field) -> Result {
    match field.data_type() {
        DataType::Struct(fields) if *fields == variant_fields() => Ok(()),
        DataType::Struct(fields) if is_variant(field) => Part::new(fields).map(drop),
        DataType::Struct(fields) => fields.iter().try_for_each(|field| check(field)),
        DataType::List(inner) | DataType::Map(inner, _) => check(inner),
        _ => Ok(()),
    }
}

/// Returns a column as one of `field`. This recurses by the depth of the schema.
fn shredded(array: &ArrayRef, field: &Field) -> Result<ArrayRef> {
    if array.data_type() == field.data_type() {
        return Ok(array.clone());
    }
    match (field.data_type(), array.data_type()) {
        (DataType::Struct(fields), DataType::Struct(_)) if is_variant(field) => {
            Ok(Arc::new(variant(array.as_struct(), fields)?))
        }
        (ty, _) => match with_parts(array, ty, shredded, other_schema)? {
            Some(array) => Ok(array),
            // Making the batch is what fails.
            None => Ok(array.clone()),
        },
    }
}

/// Returns a column of VARIANT as one with `fields`.
fn variant(array: &StructArray, fields: &Fields) -> Result<StructArray> {
    let (metadata, values) = plain(array)?;
    let mut part = Part::new(fields)?;
    let offsets = values.value_offsets();
    let bytes = (offsets[array.len()] - offsets[0]) as usize;
    if part.width().saturating_mul(array.len()) > PLACES.saturating_add(bytes.saturating_mul(4)) {
        return Err(too_sparse());
    }
    let mut room = Room::of(bytes);
    let mut keys = None;
    for row in 0..array.len() {
        if array.is_null(row) {
            part.push_missing();
            continue;
        }
        let keys = metadata_of(&mut keys, metadata.value(row))?;
        part.push(values.value(row), keys, &mut room)?;
    }
    let metadata: ArrayRef = Arc::new(metadata.clone());
    let members = part.finish(fields, Some(metadata))?;
    let array = StructArray::try_new_with_length(
        fields.clone(),
        members,
        array.nulls().cloned(),
        array.len(),
    );
    array.map_err(other_schema)
}

#[cold]
fn too_sparse() -> Error {
    let expected = "values of VARIANT that have more of the members with columns";
    Error::expected(ErrorKind::SizeLimit, expected)
        .with_hint("fewer rows at once, or no columns for members, take less memory")
}

/// Returns the bytes of a column of VARIANT that is not shredded.
fn plain(array: &StructArray) -> Result<(&BinaryArray, &BinaryArray)> {
    let part = |name| {
        let column = array
            .column_by_name(name)
            .filter(|column| column.null_count() == 0);
        column.and_then(|column| column.as_binary_opt::<i32>())
    };
    match (part(METADATA), part(VALUE), array.num_columns()) {
        (Some(metadata), Some(value), 2) => Ok((metadata, value)),
        _ => {
            let expected = "a column of VARIANT that is not shredded";
            Err(Error::expected(ErrorKind::Unrepresentable, expected))
        }
    }
}

/// Returns the keys of a value. Most values of a column have the same ones, which are checked once.
fn metadata_of<'k, 'a>(
    last: &'k mut Option<(&'a [u8], Metadata<'a>)>,
    bytes: &'a [u8],
) -> Result<&'k Metadata<'a>> {
    match last {
        Some((before, _)) if *before == bytes => {}
        _ => *last = Some((bytes, Metadata::new(bytes)?)),
    }
    match last {
        Some((_, keys)) => Ok(keys),
        None => unreachable!("it was set"),
    }
}
