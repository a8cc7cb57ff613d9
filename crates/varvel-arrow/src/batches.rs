//! [`batches`]: the records of a stream as batches, on all cores and in bounded memory.

use std::io::Read;
use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use varvel::records::{self, Events, Failure, Format, Options, Progress, Reduce, Watch};
use varvel::{Discard, ErrorKind, Result};

use crate::Columns;

/// A size of blocks ([`Options::block_bytes`]) that makes batches of a good size, and lets up to
/// five threads read within the memory that blocks may take in all. Blocks of 4 MiB leave room for
/// one.
pub const BLOCK_BYTES: usize = 768 << 10;

/// Reads the records of `input` as rows of the columns that `make` makes, and gives batches of them
/// to `each`, in the order of the input.
///
/// A batch has the rows of a block of the input ([`Options::block_bytes`]). So the batches depend
/// on the input and the options, not on the number of threads. At most some blocks are in memory.
///
/// ```
/// use varvel::records::{Format, Options, Watch};
/// use varvel_arrow::{Columns, Conflicts, arrow_schema, batches, infer};
///
/// let lines = "{\"id\":1}\n{\"id\":2,\"tags\":[\"a\"]}\n";
/// let (from, options) = (Format::Ndjson, Options::default());
/// let schema = infer(lines.as_bytes(), from, None, &options, Watch::default())?;
/// let schema = arrow_schema(&schema, Conflicts::Text, true)?;
/// let mut rows = 0;
/// let mut each = |batch: arrow_array::RecordBatch| {
///     rows += batch.num_rows();
///     Ok(())
/// };
/// let columns = || Columns::new(schema.clone());
/// batches(lines.as_bytes(), from, &columns, &options, Watch::default(), &mut each)?;
/// assert_eq!(rows, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the first bad record, unless [`Watch::bad`] takes it, and the errors of the input, of
/// `each` and of `make`.
pub fn batches(
    input: impl Read + Send,
    from: Format,
    make: &(dyn Fn() -> Result<Columns> + Sync),
    options: &Options,
    watch: Watch<'_>,
    each: &mut (dyn FnMut(RecordBatch) -> Result + Send),
) -> std::result::Result<Progress, Failure> {
    make().map_err(Failure::Input)?;
    let each = Mutex::new(each);
    let rows = || Rows {
        columns: make(),
        each: &each,
        given: Ok(()),
    };
    let (mut last, progress) = records::fold(input, from, rows, options, watch)?;
    last.give().map_err(Failure::Input)?;
    Ok(progress)
}

/// The rows of a block.
struct Rows<'e, 'f> {
    columns: Result<Columns>,
    each: &'e Mutex<&'f mut (dyn FnMut(RecordBatch) -> Result + Send)>,
    /// The error of the rows that were given away as soon as their turn came.
    given: Result,
}

impl Rows<'_, '_> {
    /// Gives the rows away.
    fn give(&mut self) -> Result {
        std::mem::replace(&mut self.given, Ok(()))?;
        let columns = match &mut self.columns {
            Ok(columns) if columns.rows() != 0 => columns,
            _ => return Ok(()),
        };
        let batch = columns.take();
        // Only merging calls it, in one thread.
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        each(batch)
    }
}

impl Reduce for Rows<'_, '_> {
    #[inline]
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        let columns = match &mut self.columns {
            Ok(columns) => columns,
            Err(error) => return Err(error.clone()),
        };
        match record.drive(columns) {
            Ok(()) => {
                columns.end_row();
                Ok(())
            }
            Err(error) => {
                columns.undo();
                if error.kind() == ErrorKind::UnknownMember {
                    // If a schema was inferred, another fault kept the record's members out of it.
                    record.drive(&mut Discard)?;
                }
                Err(error)
            }
        }
    }

    /// Gives the rows away: those before a bad record come before its error.
    fn starts_at(&mut self, _: u64) {
        self.given = self.give();
    }

    fn merge(&mut self, mut later: Self) -> Result {
        self.give()?;
        later.give()
    }

    fn held(&self) -> usize {
        match &self.columns {
            // It takes a look at every column.
            Ok(columns) if columns.rows().is_multiple_of(4) => columns.held(),
            _ => 0,
        }
    }
}
