//! [`Fitting`]: records that fit a JSON Schema.

use alloc::vec::Vec;

use super::failure::BadRecord;
use super::fold::{Events, Reduce};
use super::options::{Format, Options};
use crate::formats::ReadOptions;
use crate::schema::{Fits, Recording, Validator};
use crate::{Error, ErrorKind, Result};

/// Checks records by a JSON Schema on all cores, as a value for [`fold`](super::fold()).
///
/// A record that does not fit is bad: its error is the first fault, with a path.
/// [`Fitting::faults`] returns all of them with their places.
///
/// ```
/// use varvel::json;
/// use varvel::records::{Fitting, Format, Options, Watch, fold};
/// let schema = json::from_str(r#"{"required": ["id"]}"#)?;
/// let lines = &b"{\"id\": 1}\n{\"it\": 2}\n"[..];
/// let new = || Fitting::new(&schema);
/// let failure = fold(lines, Format::Ndjson, new, &Options::default(), Watch::default()).err().unwrap();
/// assert!(failure.to_string().starts_with("line 2"));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Fitting<'s> {
    schema: &'s Validator,
    fits: Fits<'s>,
    /// A record that does not fit, for its first fault.
    record: Recording,
}

impl<'s> Fitting<'s> {
    /// Makes a check by this schema.
    pub fn new(schema: &'s Validator) -> Self {
        Self {
            schema,
            fits: Fits::new(schema),
            record: Recording::default(),
        }
    }

    /// Returns up to `most` faults of a bad record, in the order of the record. Their offsets are
    /// in [`BadRecord::bytes`]. If it has no bytes, or is no document, its error is the only one.
    ///
    /// ```
    /// use varvel::json;
    /// use varvel::records::{BadRecord, Fitting, Format, Options, Watch, fold};
    /// let schema = json::from_str(r#"{"items": {"type": "string"}}"#)?;
    /// let options = Options::default();
    /// let mut columns = Vec::new();
    /// let mut bad = |record: &BadRecord<'_>| {
    ///     let faults = Fitting::faults(&schema, record, Format::Ndjson, &options, 100);
    ///     columns.extend(faults.iter().map(|fault| (record.number, fault.column())));
    ///     Ok(())
    /// };
    /// let watch = Watch { bad: Some(&mut bad), ..Watch::default() };
    /// let lines = &b"[\"a\"]\n[1, \"b\", 2]\n"[..];
    /// fold(lines, Format::Ndjson, || Fitting::new(&schema), &options, watch).unwrap();
    /// assert_eq!(columns, [(2, 2), (2, 10)]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn faults(
        schema: &Validator,
        record: &BadRecord<'_>,
        from: Format,
        options: &Options,
        most: usize,
    ) -> Vec<Error> {
        let mut reading = ReadOptions::with_limits(options.limits);
        reading.exact_decimals = options.exact_decimals;
        let found = from
            .document()
            .map(|format| format.faults(schema, &record.bytes, options.duplicates, &reading, most));
        match found {
            Some(Ok(faults)) if !faults.is_empty() => faults,
            _ => Vec::from([record.error.clone()]),
        }
    }
}

impl Reduce for Fitting<'_> {
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        self.fits.begin();
        if record.drive(&mut self.fits).is_ok() && self.fits.look() == Ok(true) {
            return Ok(());
        }
        self.record.clear();
        record.drive(&mut self.record)?;
        if self.schema.fits(&mut self.record.source())? {
            return Ok(());
        }
        let faults = self.schema.check(&mut self.record.source(), 1);
        Err(match faults.into_iter().next() {
            Some(fault) => fault.without_offset(),
            // A record that does not fit is never good, whatever the second look finds.
            None => Error::expected(ErrorKind::Refused, "a record that fits the schema"),
        })
    }

    fn merge(&mut self, _: Self) -> Result {
        Ok(())
    }
}
