//! [`Columns`]: documents as the columns of Arrow.
//!
//! Events go straight into the buffers of the arrays: there is no tree of a document between. All
//! columns and their parts are in one list and name each other by number, so that nothing recurses
//! by the depth of a document. How many values a part has tells which members of an object have
//! come, and what is to be taken back when a document is bad.
//!
//! | room | holds |
//! |---|---|
//! | `events` | the events of documents |
//! | `column` | the values of one column |
//! | `chunks` | strings and bytes |
//! | `any_kind` | values of any kind, as JSON text or VARIANT |
//! | `scalars` | numbers, strings and points in time as values of a type |
//! | `local` | times without a zone, from text |

mod any_kind;
mod chunks;
mod column;
mod events;
mod local;
mod scalars;

use std::mem;

use arrow_array::cast::AsArray as _;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use varvel::path::Step;
use varvel::{AsText, Encode as _, Error, ErrorKind, Result, View};

pub(crate) use chunks::offset;
use column::{Column, Values};

/// The columns of a schema, into which documents are driven: one row each.
///
/// It is a [`Sink`](varvel::Sink). Call [`Columns::end_row`] behind a document, and
/// [`Columns::undo`] if it failed; then the document has left nothing.
///
/// A missing member is null. A member that the schema has not is an error, unless
/// [`Columns::skip_unknown`] was called.
///
/// ```
/// use std::sync::Arc;
/// use arrow_schema::{DataType, Field, Schema};
/// use varvel::json;
/// use varvel_arrow::Columns;
///
/// let fields = vec![Field::new("id", DataType::Int64, false), Field::new("name", DataType::Utf8, true)];
/// let mut columns = Columns::new(Arc::new(Schema::new(fields)))?;
/// for line in [r#"{"id":9007199254740993,"name":"a"}"#, r#"{"id":2}"#] {
///     json::drive(line.as_bytes(), &json::ReadOptions::default(), &mut columns)?;
///     columns.end_row();
/// }
/// let batch = columns.take();
/// assert_eq!((batch.num_rows(), batch.column(1).null_count()), (2, 1));
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Columns {
    schema: SchemaRef,
    columns: Vec<Column>,
    /// The innermost container, and those around it.
    current: Open,
    outer: Vec<Open>,
    /// The column of the next value.
    next: usize,
    /// The containers that are open in a value of any kind, which is the next one.
    open: usize,
    /// The rows that have ended.
    rows: usize,
    unknown_skipped: bool,
    /// How many nulls the row has for members that did not come, less those that are usual.
    missing: usize,
}

/// How many members may be missing for each member and each object of a row: a list of objects
/// with many different members takes memory for each of them in each object.
const USUAL: usize = 16;

/// How many more members may be missing in a row.
const MOST_MISSING: usize = 1 << 25;

/// After how many rows their bytes are counted.
const ROWS_LOOKED_AT: usize = 16;

/// A container that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    column: usize,
    /// In an object, the number of the member that most likely comes next.
    likely: usize,
    /// In an object, how many members have come.
    came: usize,
}

impl Open {
    fn of(column: usize) -> Self {
        Self {
            column,
            likely: 0,
            came: 0,
        }
    }
}

/// The column of what is not wanted.
const SKIPPED: usize = 0;

/// The column of the documents.
const ROOT: usize = 1;

impl Columns {
    /// Makes columns of a schema.
    ///
    /// # Errors
    /// `Unrepresentable` if the schema has a type that documents are not read into.
    pub fn new(schema: SchemaRef) -> Result<Self> {
        let mut columns = vec![Column::skipped()];
        Column::add(&mut columns, &column::root(schema.fields()))?;
        Ok(Self {
            schema,
            columns,
            current: Open::of(ROOT),
            outer: Vec::new(),
            next: ROOT,
            open: 0,
            rows: 0,
            unknown_skipped: false,
            missing: 0,
        })
    }

    /// Skips members that the schema has not, which are errors otherwise.
    #[must_use]
    pub fn skip_unknown(mut self) -> Self {
        self.unknown_skipped = true;
        self
    }

    /// Writes as text what columns for values of any kind do not hold, which are errors otherwise:
    /// keys that are no strings, bytes and points in time in JSON, and numbers of more than 38
    /// digits in VARIANT.
    #[must_use]
    pub fn as_text(mut self, as_text: AsText) -> Self {
        for column in &mut self.columns {
            match &mut column.values {
                Values::Json(json) => json.as_text = as_text,
                Values::Variant(variants) => variants.encoder.set_as_text(as_text),
                _ => {}
            }
        }
        self
    }

    /// Refuses a decimal in a column of floats unless the shortest text of the nearest float has
    /// the same value. Without this the column takes the nearest one.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arrow_schema::{DataType, Field, Schema};
    /// use varvel::json;
    /// use varvel_arrow::Columns;
    ///
    /// let fields = vec![Field::new("x", DataType::Float64, false)];
    /// let mut columns = Columns::new(Arc::new(Schema::new(fields)))?.exact_decimals();
    /// json::drive(br#"{"x":0.10}"#, &Default::default(), &mut columns)?;
    /// columns.end_row();
    /// assert!(json::drive(br#"{"x":0.10000000000000001}"#, &Default::default(), &mut columns).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn exact_decimals(mut self) -> Self {
        for column in &mut self.columns {
            match &mut column.values {
                Values::F32(values) => column.values = Values::ExactF32(mem::take(values)),
                Values::F64(values) => column.values = Values::ExactF64(mem::take(values)),
                _ => {}
            }
        }
        self
    }

    /// Returns the schema.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the number of rows since they were last taken.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns about how many bytes the rows take.
    pub fn held(&self) -> usize {
        self.columns.iter().map(Column::held).sum()
    }

    /// Returns whether the rows take about as many bytes as a batch should, such as
    /// [`BLOCK_BYTES`](crate::BLOCK_BYTES). It looks at the columns after some rows only, so that
    /// it may be called after each.
    pub fn is_full(&self, bytes: usize) -> bool {
        self.rows.is_multiple_of(ROWS_LOOKED_AT) && self.rows > 0 && self.held() >= bytes
    }

    /// Adds a document as a row. One that fails leaves nothing.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arrow_schema::{DataType, Field, Schema};
    /// use varvel::Frozen;
    /// use varvel_arrow::Columns;
    ///
    /// let item = Arc::new(Field::new("item", DataType::Int64, true));
    /// let fields = vec![Field::new("n", DataType::List(item), true)];
    /// let mut columns = Columns::new(Arc::new(Schema::new(fields)))?;
    /// let rows: Frozen = varvel::json::from_str(r#"[{"n":[1,2]},{"n":[3,"x"]}]"#)?;
    /// columns.add(&rows.view().item(0)?)?;
    /// let error = columns.add(&rows.view().item(1)?).unwrap_err();
    /// assert_eq!(error.path().unwrap().to_string(), "$.n[1]");
    /// assert_eq!(columns.take().num_rows(), 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of values that their columns do not hold, with their paths.
    pub fn add(&mut self, document: &View<'_>) -> Result {
        match document.encode(self, &()) {
            Ok(()) => {
                self.end_row();
                Ok(())
            }
            Err(error) => {
                let error = self.with_path(error);
                self.undo();
                Err(error)
            }
        }
    }

    /// Adds the path of the next value to an error: a document in memory does not know it.
    #[cold]
    fn with_path(&self, error: Error) -> Error {
        let of_object = matches!(
            error.kind(),
            ErrorKind::UnknownMember | ErrorKind::MissingField | ErrorKind::DuplicateKey
        );
        let mut steps = Vec::new();
        // The first one is around the document.
        for open in self.outer.iter().skip(1).chain([&self.current]) {
            match &self.columns[open.column].values {
                Values::Struct(_) if of_object && std::ptr::eq(open, &self.current) => {}
                Values::Struct(members) => {
                    let member = open.likely.checked_sub(1);
                    let column = member.and_then(|number| members.columns.get(number));
                    let column = column.map(|&number| &self.columns[number]);
                    steps.extend(column.map(|one| Step::Key(one.field.name().clone())));
                }
                Values::List { offsets, items } => {
                    let begun = offsets.last().map_or(0, |&begin| begin as usize);
                    let came = self.columns[*items].nulls.len();
                    steps.push(Step::Index(came.saturating_sub(begun)));
                }
                // The key of an entry is not known any more, nor the path inside of its value.
                _ => break,
            }
        }
        steps.extend(error.steps().unwrap_or_default().iter().cloned());
        error.with_path(steps)
    }

    /// Ends a row, whose document was driven into this.
    pub fn end_row(&mut self) {
        self.rows += 1;
        self.begin_row();
    }

    /// Takes back what a document has left that failed.
    pub fn undo(&mut self) {
        self.begin_row();
        let mut left = vec![(ROOT, self.rows)];
        while let Some((number, rows)) = left.pop() {
            let column = &mut self.columns[number];
            let parts = column.truncate(rows);
            match &column.values {
                Values::List { items, .. } => left.push((*items, parts)),
                Values::Map { entries, .. } => left.push((*entries, parts)),
                Values::Struct(members) => {
                    left.extend(members.columns.iter().map(|&member| (member, rows)));
                }
                _ => {}
            }
        }
    }

    fn begin_row(&mut self) {
        self.outer.clear();
        self.current = Open::of(ROOT);
        self.next = ROOT;
        self.open = 0;
        self.missing = 0;
    }

    /// Takes the rows as a batch, and leaves none.
    pub fn take(&mut self) -> RecordBatch {
        let rows = mem::take(&mut self.rows);
        let root = self.array(ROOT);
        let columns = root.as_struct().columns().to_vec();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options);
        batch.expect("the columns have the types of the schema")
    }

    /// Takes a column as an array. This recurses by the depth of the schema.
    fn array(&mut self, number: usize) -> ArrayRef {
        let mut column = mem::replace(&mut self.columns[number], Column::skipped());
        let array = column.take(|part| self.array(part));
        self.columns[number] = column;
        array
    }
}
