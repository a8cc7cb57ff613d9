//! [`infer`]: the schema of the records of a stream, on all cores; [`inference`], of several;
//! [`RowInference`], of rows that come one by one.

use std::io::Read;

use varvel::records::{self, Events, Failure, Format, Options, Reduce, Watch};
use varvel::schema::{Inference, InferenceOptions, Schema};
use varvel::{Builder, Encode as _, Error, ErrorKind, Kind, Result, View};

use crate::{Projection, Wanted};

/// The most members of an object whose members are columns. With more it is a map.
const MEMBERS: usize = 1000;

/// The most columns of a table. Each takes memory in each batch, and in each row group of a file.
pub(crate) const TABLE_COLUMNS: usize = 4096;

/// The most places in columns for each value: as many as a table of objects with one of
/// [`MEMBERS`] members each has.
pub(crate) const COLUMNS_PER_VALUE: usize = 1024;

/// Returns the bounds of an inference whose schema becomes columns.
fn bounds() -> InferenceOptions {
    InferenceOptions {
        members: MEMBERS,
        root_members: Some(TABLE_COLUMNS),
        columns_per_value: Some(COLUMNS_PER_VALUE),
        ..InferenceOptions::default()
    }
}

/// Infers the schema of the wanted columns of all records of `input`: of all columns if `wanted` is
/// `None`.
///
/// An object with more than 1,000 different keys in all records, or with a key of more than 512
/// bytes, is a map, and not a record of columns. So are objects that make a table of more than
/// 1,024 places for each value. The records themselves have up to 4,096 keys. A record that is no
/// object is bad: it is no row. Bad records are set aside if [`Watch::bad`] takes them,
/// and then leave nothing in the schema.
///
/// With [`Options::exact_decimals`] a decimal is a float only if the float comes back as the same
/// number; [`Columns::exact_decimals`](crate::Columns::exact_decimals) is for the columns then.
///
/// # Errors
/// Returns the first bad record, unless it is set aside, and the errors of the input.
pub fn infer(
    input: impl Read + Send,
    from: Format,
    wanted: Option<&Projection>,
    options: &Options,
    watch: Watch<'_>,
) -> std::result::Result<Schema, Failure> {
    Ok(inference(input, from, wanted, options, watch)?.finish())
}

/// Infers as [`infer`] does, for a schema of several inputs: [`Inference::merge`] adds the others.
///
/// ```
/// use varvel::records::{Format, Options, Watch};
/// use varvel_arrow::inference;
/// let of = |lines: &'static str| {
///     let (lines, options) = (lines.as_bytes(), Options::default());
///     inference(lines, Format::Ndjson, None, &options, Watch::default())
/// };
/// let mut all = of("{\"id\":1}\n")?;
/// all.merge(of("{\"id\":2.5}\n")?)?;
/// assert_eq!(all.finish().to_string(), "object\n  id: number\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the failures of [`infer`].
pub fn inference(
    input: impl Read + Send,
    from: Format,
    wanted: Option<&Projection>,
    options: &Options,
    watch: Watch<'_>,
) -> std::result::Result<Inference, Failure> {
    let aside = watch.bad.is_some();
    let new = || Inferring {
        rows: RowInference::new(wanted).exact_decimals(options.exact_decimals),
        whole: aside.then(|| Builder::new().keep_beyond_floats()),
    };
    let (inferring, _) = records::fold(input, from, new, options, watch)?;
    Ok(inferring.rows.inference)
}

/// Infers a schema from rows that come one by one, such as those of a document in memory. The
/// schema has the bounds of [`infer`].
///
/// ```
/// use varvel::Frozen;
/// use varvel_arrow::RowInference;
/// let rows: Frozen = varvel::json::from_str(r#"[{"id":1},{"id":2.5}]"#)?;
/// let mut inference = RowInference::new(None);
/// for row in rows.view().items() {
///     inference.add(&row)?;
/// }
/// assert!(inference.add(&rows.view()).is_err(), "an array is no row");
/// assert_eq!(inference.finish().finish().to_string(), "object\n  id: number\n");
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct RowInference<'w> {
    inference: Inference,
    /// The filter of the wanted columns, with the keys that it knows; `None` if all are wanted.
    wanted: Option<Wanted<'w, ()>>,
    rows: u64,
}

impl<'w> RowInference<'w> {
    /// Begins with no row. Only the wanted columns are looked at: all if `wanted` is `None`.
    pub fn new(wanted: Option<&'w Projection>) -> Self {
        Self {
            inference: Inference::with(bounds()),
            wanted: wanted.map(|wanted| wanted.before(())),
            rows: 0,
        }
    }

    /// Makes a decimal a float only if the float comes back as the same number, from the first row
    /// on.
    #[must_use]
    pub fn exact_decimals(self, exact_decimals: bool) -> Self {
        let options = InferenceOptions {
            exact_decimals,
            ..bounds()
        };
        Self {
            inference: Inference::with(options),
            ..self
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// `TypeMismatch` for a value that is no object; it leaves nothing in the schema.
    pub fn add(&mut self, row: &View<'_>) -> Result {
        self.inference.set_number(self.rows);
        self.rows += 1;
        match self.add_view(row)? {
            Some(found) => Err(no_row(found)),
            None => {
                self.inference.end_document();
                Ok(())
            }
        }
    }

    /// Returns the inference of all rows, which may be merged with others.
    pub fn finish(self) -> Inference {
        self.inference
    }

    /// Adds a value, or returns its kind if it is no object.
    fn add_view(&mut self, row: &View<'_>) -> Result<Option<&'static str>> {
        if row.kind() != Kind::Object {
            let mut kind = Inference::default();
            row.encode(&mut kind, &())?;
            return Ok(Some(kind.other_document().unwrap_or("a value")));
        }
        match self.wanted.take() {
            None => row.encode(&mut self.inference, &())?,
            Some(wanted) => {
                let mut wanted = wanted.with(&mut self.inference);
                let encoded = row.encode(&mut wanted, &());
                self.wanted = Some(wanted.with(()));
                encoded?;
            }
        }
        Ok(None)
    }

    /// Adds the events of a value, and returns its kind if it is no object.
    fn add_events<E: Events>(&mut self, record: &mut E) -> Result<Option<&'static str>> {
        let inference = &mut self.inference;
        match self.wanted.take() {
            None => record.drive(inference)?,
            Some(wanted) => {
                let mut wanted = wanted.with(&mut *inference);
                let driven = record.drive(&mut wanted);
                self.wanted = Some(wanted.with(()));
                driven?;
            }
        }
        Ok(inference.other_document())
    }
}

/// The inference of a block.
struct Inferring<'w> {
    rows: RowInference<'w>,
    /// Builds each record before it counts, so that one that turns out to be bad leaves nothing.
    whole: Option<Builder>,
}

impl Reduce for Inferring<'_> {
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        let rows = &mut self.rows;
        rows.inference.set_number(record.number());
        let other = match &mut self.whole {
            None => rows.add_events(record)?,
            Some(builder) => {
                builder.start()?;
                record.drive(builder)?;
                rows.add_view(&builder.finish_view()?)?
            }
        };
        if let Some(found) = other {
            // The place of the record, since that of the value is not known any more.
            return Err(no_row(found).with_offset(0));
        }
        rows.inference.end_document();
        Ok(())
    }

    fn starts_at(&mut self, number: u64) {
        self.rows.inference.move_numbers(number);
    }

    fn merge(&mut self, later: Self) -> Result {
        self.rows.inference.merge(later.rows.inference)
    }

    fn held(&self) -> usize {
        self.rows.inference.held()
    }
}

#[cold]
fn no_row(found: &'static str) -> Error {
    Error::expected(ErrorKind::TypeMismatch, "an object").with_found(found)
}
