//! [`infer`]: the schema of the records of a stream, on all cores; [`inference`], of several.

use std::io::Read;

use varvel::records::{self, Events, Failure, Format, Options, Reduce, Watch};
use varvel::schema::{Inference, InferenceOptions, Schema};
use varvel::{Builder, Encode as _, Result};

use crate::Projection;

/// The most members of an object whose members are columns. With more it is a map.
const MEMBERS: usize = 1000;

/// The most places in columns for each value: as many as a table of objects with one of
/// [`MEMBERS`] members each has.
const COLUMNS_PER_VALUE: usize = 1024;

/// Infers the schema of the wanted columns of all records of `input`: of all columns if `wanted` is
/// `None`.
///
/// An object with more than 1,000 different keys in all records is a map, and not a record of
/// columns. So are objects that make a table of more than 1,024 places for each value. Bad records
/// are set aside if [`Watch::bad`] takes them, and then leave nothing in the schema.
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
            members: MEMBERS,
            columns_per_value: Some(COLUMNS_PER_VALUE),
            ..InferenceOptions::default()
        }),
        wanted,
        whole: aside.then(|| Builder::new().keep_beyond_floats()),
    };
    let (inferring, _) = records::fold(input, from, new, options, watch)?;
    Ok(inferring.inference)
}

/// The inference of a block.
struct Inferring<'w> {
    inference: Inference,
    wanted: Option<&'w Projection>,
    /// Builds each record before it counts, so that one that turns out to be bad leaves nothing.
    whole: Option<Builder>,
}

impl Reduce for Inferring<'_> {
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        let inference = &mut self.inference;
        inference.set_number(record.number());
        match &mut self.whole {
            None => match self.wanted {
                None => record.drive(inference)?,
                Some(wanted) => record.drive(&mut wanted.before(inference))?,
            },
            Some(builder) => {
                builder.start()?;
                record.drive(builder)?;
                let view = builder.finish_view()?;
                match self.wanted {
                    None => view.encode(inference, &())?,
                    Some(wanted) => view.encode(&mut wanted.before(inference), &())?,
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
