//! The error for columns whose values have no common type.

use varvel::Error;
use varvel::records::Format;
use varvel::schema::{Inference, KindSeen};
use varvel_arrow::{Conflict, conflicts};

use super::given::Bad;
use super::unit::{How, Unit};

/// How many bits the number of a record takes in the number of one of several units.
const NUMBER_BITS: u32 = 40;

/// Returns the number before the first record of a unit, which is one of several.
pub fn first_number(unit: usize) -> u64 {
    (unit as u64) << NUMBER_BITS
}

/// Returns the error for the columns whose values have no common type; `None` if another error
/// comes before. Records are numbered by [`first_number`].
pub fn conflict(inference: &Inference, units: &[Unit], bad: &Bad) -> Option<Error> {
    let found = conflicts(inference, None).ok()?;
    let error = Conflict::error(&found, &|seen| words(seen, units))?;
    Some(error.with_hint(match bad.is_error() {
        true => "`conflicts=\"json\"` or `\"variant\"` keeps all values of the column",
        false => {
            "`bad_lines` is about a record that is bad by itself, and not a conflict between \
             records: `conflicts=\"json\"` or `\"variant\"` keeps all values of the column"
        }
    }))
}

/// Returns the words for a kind, with its first record. The lines before a split are not counted.
fn words(seen: &KindSeen, units: &[Unit]) -> String {
    let number = seen.number & ((1 << NUMBER_BITS) - 1);
    let Some(unit) = units.get((seen.number >> NUMBER_BITS) as usize) else {
        return seen.kind.to_owned();
    };
    let record = match (unit.how, &unit.split) {
        (_, Some(_)) => None,
        (How::Records(Format::Ndjson), _) => Some(format!("line {number}")),
        (How::Records(_) | How::Document(_), _) => Some(format!("record {number}")),
    };
    let file = (units.len() > 1).then(|| unit.file.clone());
    let place: Vec<_> = file.into_iter().chain(record).collect();
    match place.is_empty() {
        true => seen.kind.to_owned(),
        false => format!("{} in {}", seen.kind, place.join(", ")),
    }
}
