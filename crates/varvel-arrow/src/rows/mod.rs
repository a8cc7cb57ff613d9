//! [`Rows`]: the rows of a batch as events.
//!
//! The columns of a batch become a tree of [`Node`]s once, in which each array has its
//! type. A row is then one walk through this tree.
//!
//! | room | holds |
//! |---|---|
//! | `node` | the arrays of a batch by their types |
//! | `arrays` | makes nodes of arrays |
//! | `give` | the value of a node in a row |
//! | `times` | days, times, durations and intervals as text |
//! | `shredded` | VARIANT, also if it has columns of its own |

mod arrays;
mod give;
mod node;
mod shredded;
mod times;

use arrow_array::{Array, RecordBatch};
use arrow_schema::Field;
use varvel::{Encode, Limits, Result, Sink};

use node::{Member, Node};

/// The way in which rows are given.
#[derive(Clone, Copy, Debug)]
pub struct RowOptions {
    /// Leaves out members of objects that are null. Items of arrays and values of maps stay.
    pub skip_nulls: bool,
    /// Decimals in columns of JSON keep their digits; else they are the nearest floats. Columns of
    /// decimals always keep them.
    pub exact_decimals: bool,
    /// The limits of a row, and of the values in columns of JSON and VARIANT.
    pub limits: Limits,
}

impl Default for RowOptions {
    fn default() -> Self {
        Self {
            skip_nulls: false,
            exact_decimals: false,
            limits: Limits::DEFAULT,
        }
    }
}

/// The rows of a batch, each of which is an object. They share the memory of the batch.
///
/// | column | event |
/// |---|---|
/// | booleans, integers, floats | what they are; a half is a float |
/// | decimals | a decimal with all its digits, or an integer if it has none behind the point |
/// | text, bytes | what they are |
/// | timestamps with a zone | a point in time, or RFC 3339 text in UTC if the sink has none |
/// | timestamps without a zone, dates, times | text of ISO 8601, never with a zone |
/// | durations, intervals | text of ISO 8601: `PT1H30M`, `P1M2DT3S` |
/// | lists of all kinds | arrays |
/// | structures | objects with all members, in the order of the columns |
/// | maps | maps; keys that are not text are events of keys of any kind |
/// | dictionaries, run-end encoded, unions | the value itself |
/// | VARIANT, also shredded | the value that it holds |
/// | text that is JSON (`arrow.json`) | the value that it holds |
/// | UUIDs (`arrow.uuid`) | text |
///
/// A null is an event of null, also in an object, unless [`RowOptions::skip_nulls`] is set: a
/// column does not tell null from missing.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Int64Array, RecordBatch};
/// use varvel::json;
/// use varvel_arrow::{RowOptions, Rows};
/// let ids: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None]));
/// let batch = RecordBatch::try_from_iter([("id", ids)])?;
/// let rows = Rows::new(&batch, RowOptions::default())?;
/// assert_eq!(json::to_string(&rows.row(1))?, r#"{"id":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rows {
    members: Vec<Member>,
    len: usize,
    options: RowOptions,
}

impl Rows {
    /// Looks at the types of a batch.
    ///
    /// # Errors
    /// `DepthLimit` if types are nested deeper than the limit, or than 256. `Unrepresentable` for
    /// types that are not known, and columns of VARIANT that are none.
    pub fn new(batch: &RecordBatch, options: RowOptions) -> Result<Self> {
        let depth = options.limits.depth.min(DEPTH);
        let schema = batch.schema_ref();
        let columns = schema.fields().iter().zip(batch.columns());
        Ok(Self {
            members: Node::members(columns, depth)?,
            len: batch.num_rows(),
            options,
        })
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether no object can have a key twice: there are no maps, no values of any kind,
    /// and no two columns of one name.
    pub fn has_unique_keys(&self) -> bool {
        node::are_unique(&self.members)
    }

    /// Returns a row, which can be encoded.
    ///
    /// # Panics
    /// If there are not so many rows.
    pub fn row(&self, index: usize) -> Row<'_> {
        assert!(index < self.len, "row {index} of {}", self.len);
        Row { rows: self, index }
    }

    /// Gives a row to a sink. Text and bytes are borrowed.
    ///
    /// # Errors
    /// Values that have no text, broken JSON and VARIANT, exceeded limits, and the errors of the
    /// sink. The error has the path of the value.
    ///
    /// # Panics
    /// If there are not so many rows.
    pub fn give<'s, S: Sink<'s>>(&'s self, index: usize, sink: &mut S) -> Result {
        assert!(index < self.len, "row {index} of {}", self.len);
        give::row(&self.members, index, self.options, sink)
    }

    /// Gives a row to a sink as [`Rows::give`] does. Decimals in columns of JSON keep their digits.
    ///
    /// # Errors
    /// Those of [`Rows::give`].
    ///
    /// # Panics
    /// If there are not so many rows.
    pub fn give_exact<'s, S: Sink<'s>>(&'s self, index: usize, sink: &mut S) -> Result {
        assert!(index < self.len, "row {index} of {}", self.len);
        let options = RowOptions {
            exact_decimals: true,
            ..self.options
        };
        give::row(&self.members, index, options, sink)
    }
}

/// A row of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    rows: &'r Rows,
    index: usize,
}

impl<C: ?Sized> Encode<C> for Row<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        self.rows.give(self.index, sink)
    }
}

/// The values of an array of Arrow, as one array of a document.
///
/// They are what the columns of [`Rows`] are. Integers and floats of 64 bits, of which none is
/// null, go to the sink at once, so that a frozen document takes them as they are.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Float64Array};
/// use arrow_schema::{DataType, Field};
/// use varvel::{Builder, Encode as _};
/// use varvel_arrow::{Items, RowOptions};
/// let array: ArrayRef = Arc::new(Float64Array::from(vec![0.5, 1.5]));
/// let field = Field::new_list_field(DataType::Float64, true);
/// let items = Items::new(&field, &array, RowOptions::default())?;
/// let mut builder = Builder::new();
/// builder.start()?;
/// items.encode(&mut builder, &())?;
/// assert_eq!(builder.finish()?.view().as_f64_slice(), None); // Two are not aligned.
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Items {
    node: Node,
    len: usize,
    options: RowOptions,
}

impl Items {
    /// Looks at the type of an array. `field` says whether it is JSON, VARIANT or a UUID.
    ///
    /// # Errors
    /// Those of [`Rows::new`].
    pub fn new(field: &Field, array: &dyn Array, options: RowOptions) -> Result<Self> {
        let depth = options.limits.depth.min(DEPTH);
        Ok(Self {
            node: Node::new(field, array, depth)?,
            len: array.len(),
            options,
        })
    }
}

impl<C: ?Sized> Encode<C> for Items {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        give::items(&self.node, self.len, self.options, sink)
    }
}

/// The most types inside of each other: each is a call.
const DEPTH: usize = 256;
