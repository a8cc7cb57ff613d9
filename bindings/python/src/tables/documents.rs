//! Documents in memory as records: the items of an array, or the document itself.

use varvel::formats::{AnyFormat, ReadOptions};
use varvel::records::Options;
use varvel::{Error, Kind, View};

use super::place::with_own_hint;
use crate::errors::Located;
use crate::yaml_stream::each_view;

/// Why reading documents ended.
pub enum Ended {
    /// The text is bad.
    Text(Error),
    /// A record is bad.
    Record(Located),
    /// The receiver of the records has had enough.
    Enough,
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Text(error)
    }
}

/// Calls `each` for the records in a text, with their numbers from 0 on. `tolerant` is for YAML.
///
/// # Errors
/// The first error in the text, and those of `each`.
pub fn records(
    text: &[u8],
    format: AnyFormat,
    options: &Options,
    tolerant: bool,
    mut each: impl FnMut(u64, View<'_>) -> Result<(), Ended>,
) -> Result<(), Ended> {
    let mut reading = ReadOptions::with_limits(options.limits);
    reading.exact_decimals = true;
    reading.yaml.tolerant = tolerant;
    let mut number = 0;
    let mut count = || {
        number += 1;
        number - 1
    };
    let mut give = |root: View<'_>| match root.kind() {
        Kind::Array => root.items().try_for_each(|item| each(count(), item)),
        _ => each(count(), root),
    };
    if format != AnyFormat::Yaml {
        return give(format.freeze(text, options.duplicates, &reading)?.view());
    }
    each_view(text, &reading, options.duplicates, give)
}

/// Returns the error of a text in a file.
pub fn bad(error: Error, text: &[u8], file: &str) -> Located {
    Located::of_text(error, text).in_file(file, "")
}

/// Returns the error of a record, counted from 0, which a document in a file has.
pub fn bad_record(error: Error, number: u64, file: &str) -> Located {
    Located::nowhere(with_own_hint(error)).in_file(file, &format!("record {number}: "))
}
