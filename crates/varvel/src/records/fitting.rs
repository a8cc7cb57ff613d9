//! [`Fitting`]: records that fit a JSON Schema.

use super::fold::{Events, Reduce};
use crate::Result;
use crate::schema::{Recording, Validator};

/// Checks records by a JSON Schema on all cores, as a value for [`fold`](super::fold()).
///
/// A record that does not fit is bad: its error is the first fault, with a path. To get all faults
/// of it with their places, check [`BadRecord::bytes`](super::BadRecord::bytes) by
/// [`AnyFormat::faults`](crate::formats::AnyFormat::faults).
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
    record: Recording,
}

impl<'s> Fitting<'s> {
    /// Makes a check by this schema.
    pub fn new(schema: &'s Validator) -> Self {
        Self {
            schema,
            record: Recording::default(),
        }
    }
}

impl Reduce for Fitting<'_> {
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        self.record.clear();
        record.drive(&mut self.record)?;
        if self.schema.fits(&mut self.record.source())? {
            return Ok(());
        }
        let faults = self.schema.check(&mut self.record.source(), 1);
        match faults.into_iter().next() {
            Some(fault) => Err(fault.without_offset()),
            None => Ok(()),
        }
    }

    fn merge(&mut self, _: Self) -> Result {
        Ok(())
    }
}
