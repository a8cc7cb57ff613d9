//! The changes in the cases about values, and their right results.

use serde_json::Value;

use crate::checksum::Checksum;

/// The member that is added to a shared object.
pub const BONUS: (&str, &str) = ("bonus track", "wish you were here");

/// The places for edits: a document is edited at the first of these that it has, which is three
/// levels deep in twitter and citm_catalog.
pub const PLACES: [&str; 4] = [
    "/statuses/50/text",
    "/performances/100/venueCode",
    "/1000/note",
    "/5000/name",
];

/// The string that replaces the value.
pub const EDIT: &str = "edited";

/// A document, and the place where it is edited.
pub struct Edit {
    pub document: Vec<u8>,
    pub place: &'static str,
}

impl Edit {
    fn of(document: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(document).map_err(|error| error.to_string())?;
        let place = PLACES
            .into_iter()
            .find(|place| value.pointer(place).is_some_and(Value::is_string));
        Ok(Self {
            document: document.to_vec(),
            place: place.ok_or("no place to edit")?,
        })
    }
}

/// Returns the documents, each with its place.
pub fn edits(documents: &[Vec<u8>]) -> Result<Vec<Edit>, String> {
    documents
        .iter()
        .map(|document| Edit::of(document))
        .collect()
}

/// Returns the checksum of the document after the edit.
pub fn edited(document: &[u8]) -> Result<Checksum, String> {
    let edit = Edit::of(document)?;
    super::sonic::edited(document, edit.place, EDIT)
}

/// Returns the checksum of the object after [`BONUS`] was added.
pub fn extended(document: &[u8]) -> Result<Checksum, String> {
    let mut sum = super::reference(document)?;
    sum.key(BONUS.0);
    sum.string(BONUS.1);
    Ok(sum)
}

/// Returns the checksum of the array after the string of [`BONUS`] was added.
pub fn appended(document: &[u8]) -> Result<Checksum, String> {
    let mut sum = super::reference(document)?;
    sum.string(BONUS.1);
    Ok(sum)
}
