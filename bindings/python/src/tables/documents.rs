//! Documents in memory as records: the items of an array, or the document itself.

use varvel::formats::{AnyFormat, ReadOptions, Row as _};
use varvel::records::Options;
use varvel::yaml::{self, Yaml};
use varvel::{Builder, Error, Kind, View};

use crate::errors::Located;

/// Why reading documents ended.
pub enum Ended {
    /// The text is bad.
    Text(Error),
    /// A record is bad.
    Record(Located),
    /// The receiver of the records has had enough.
    Enough,
}

/// Calls `each` for the records in a text, with their numbers from 0 on.
///
/// # Errors
/// The first error in the text, and those of `each`.
pub fn records(
    text: &[u8],
    format: AnyFormat,
    options: &Options,
    mut each: impl FnMut(u64, View<'_>) -> Result<(), Ended>,
) -> Result<(), Ended> {
    let mut reading = ReadOptions::with_limits(options.limits);
    reading.exact_decimals = true;
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
        let frozen = format.freeze(text, options.duplicates, &reading);
        return give(frozen.map_err(Ended::Text)?.view());
    }
    let reading = Yaml::read_options(&reading);
    let mut documents = yaml::Documents::new(text, &reading).map_err(Ended::Text)?;
    let mut builder = Builder::with(options.duplicates, options.limits);
    loop {
        builder.start().map_err(Ended::Text)?;
        if !documents.drive_next(&mut builder).map_err(Ended::Text)? {
            return Ok(());
        }
        give(builder.finish_view().map_err(Ended::Text)?)?;
    }
}

/// Returns the error of a text in a file.
pub fn bad(error: Error, text: &[u8], file: &str) -> Located {
    Located::of_text(error, text).in_file(file, "")
}

/// Returns the error of a record, counted from 0, which a document in a file has.
pub fn bad_record(error: Error, number: u64, file: &str) -> Located {
    Located::nowhere(error).in_file(file, &format!("record {number}: "))
}
