//! The formats of files, from the library's tables: a new row there is tested without a line here.

use varvel::formats::AnyFormat;
use varvel::records;

/// Returns the most usual ending of file names for each format of documents.
pub fn documents() -> impl Iterator<Item = &'static str> {
    AnyFormat::ALL.iter().map(|format| format.extensions()[0])
}

/// Returns the most usual ending of file names for each format of records.
pub fn streams() -> impl Iterator<Item = &'static str> {
    records::Format::ALL
        .iter()
        .map(|format| format.extensions()[0])
}

/// Returns the word of each format in options, with each ending of its file names. Formats that
/// need a schema are left out.
pub fn endings() -> impl Iterator<Item = (&'static str, &'static str)> {
    fn each(
        word: &'static str,
        extensions: &'static [&'static str],
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        extensions.iter().map(move |extension| (word, *extension))
    }
    let documents = AnyFormat::ALL.iter();
    let records = records::Format::ALL.iter();
    documents
        .flat_map(|format| each(format.word(), format.extensions()))
        .chain(records.flat_map(|format| each(format.word(), format.extensions())))
        .chain([("frozen", "varvel")])
}
