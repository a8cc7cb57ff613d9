//! The formats of files, from the library's tables: one that is added there is tested without a
//! line here.

use varvel::formats::AnyFormat;
use varvel::records;

/// The most usual ending of the names of files of each format of documents.
pub fn documents() -> impl Iterator<Item = &'static str> {
    AnyFormat::ALL.iter().map(|format| format.extensions()[0])
}

/// The most usual ending of the names of files of each format of records.
pub fn streams() -> impl Iterator<Item = &'static str> {
    records::Format::ALL
        .iter()
        .map(|format| format.extensions()[0])
}

/// The word that options take for a format, with each ending of the names of its files; none is by
/// a schema.
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
