//! [`infer`]: the schema of the records of a stream, on all cores; [`inference`], of several.

use std::io::Read;

use varvel::records::{self, Events, Failure, Format, Options, Reduce, Watch};
use varvel::schema::{Inference, InferenceOptions, Schema};
use varvel::{Builder, Encode as _, Error, ErrorKind, Kind, Result};

use crate::{Projection, Wanted};

/// The most members of an object whose members are columns. With more it is a map.
const MEMBERS: usize = 1000;

/// The most columns of a table. Each takes memory in each batch, and in each row group of a file.
pub(crate) const TABLE_COLUMNS: usize = 4096;

/// The most places in columns for each value: as many as a table of objects with one of
/// [`MEMBERS`] members each has.
pub(crate) const COLUMNS_PER_VALUE: usize = 1024;

/// Returns the bounds of an inference whose schema becomes columns: those of [`infer`].
pub fn inference_options() -> InferenceOptions {
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
        inference: Inference::with(InferenceOptions {
            exact_decimals: options.exact_decimals,
            ..inference_options()
        }),
        wanted: wanted.map(|wanted| wanted.before(())),
        whole: aside.then(|| Builder::new().keep_beyond_floats()),
    };
    let (inferring, _) = records::fold(input, from, new, options, watch)?;
    Ok(inferring.inference)
}

/// The inference of a block.
struct Inferring<'w> {
    inference: Inference,
    /// The filter of the wanted columns, with the keys that it knows; `None` if all are wanted.
    wanted: Option<Wanted<'w, ()>>,
    /// Builds each record before it counts, so that one that turns out to be bad leaves nothing.
    whole: Option<Builder>,
}

impl Reduce for Inferring<'_> {
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        let inference = &mut self.inference;
        inference.set_number(record.number());
        match &mut self.whole {
            None => {
                match self.wanted.take() {
                    None => record.drive(inference)?,
                    Some(wanted) => {
                        let mut wanted = wanted.with(&mut *inference);
                        let driven = record.drive(&mut wanted);
                        self.wanted = Some(wanted.with(()));
                        driven?;
                    }
                }
                if let Some(found) = inference.other_document() {
                    return Err(no_row(found));
                }
            }
            Some(builder) => {
                builder.start()?;
                record.drive(builder)?;
                let view = builder.finish_view()?;
                if view.kind() != Kind::Object {
                    let mut kind = Inference::default();
                    view.encode(&mut kind, &())?;
                    return Err(no_row(kind.other_document().unwrap_or("a value")));
                }
                match self.wanted.take() {
                    None => view.encode(inference, &())?,
                    Some(wanted) => {
                        let mut wanted = wanted.with(inference);
                        let encoded = view.encode(&mut wanted, &());
                        self.wanted = Some(wanted.with(()));
                        encoded?;
                    }
                }
            }
        }
        self.inference.end_document();
        Ok(())
    }

    fn starts_at(&mut self, number: u64) {
        self.inference.move_numbers(number);
    }

    fn merge(&mut self, later: Self) -> Result {
        self.inference.merge(later.inference)
    }

    fn held(&self) -> usize {
        self.inference.held()
    }
}

#[cold]
fn no_row(found: &'static str) -> Error {
    // The place of the record, since that of the value is not known any more.
    let error = Error::expected(ErrorKind::TypeMismatch, "an object").with_found(found);
    error.with_offset(0)
}
