//! Our subjects, through the facade: freezing, writing, validating; `read` has those that read,
//! `hashed_keys` look-ups by keys that were hashed before, `value` those about values.

mod hashed_keys;
mod read;
mod value;

use std::hint::black_box;

use varvel::json::{self, Freezer};
use varvel::{Frozen, Kind, View};
use varvel_json::to_vec;

use super::prepared::{Each, Kept, frozen, text};
use super::texts::as_given;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

pub use hashed_keys::*;
pub use read::*;
pub use value::*;

/// Returns the subjects that read JSON text: to a view of frozen bytes in memory that is reused,
/// and to a `Frozen` of its own.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let reused = Kept {
        name: OURS,
        kept: Freezer::new(),
        load: as_given,
        check: |freezer, json| checksum(freezer.freeze(json).map_err(text)?),
    };
    let fresh = Each {
        name: "varvel (fresh)",
        load: as_given,
        work: |json| json::freeze(json),
        sum: |frozen| checksum(frozen.map_err(text)?.view()),
    };
    vec![
        reused.subject(|freezer, json| u64::from(black_box(&freezer.freeze(json)).is_ok())),
        fresh.subject(),
    ]
}

/// Returns the subject that writes frozen bytes as JSON text in a fresh `Vec`.
pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Each {
        name: OURS,
        load: frozen,
        work: |frozen| to_vec(&frozen.view()),
        sum: |json| super::reference(&json.map_err(text)?),
    };
    vec![write.subject()]
}

/// Returns the subject that validates frozen bytes from elsewhere.
pub fn validate() -> Vec<Box<dyn Subject>> {
    let validate = Kept {
        name: OURS,
        kept: (),
        load: frozen,
        check: |(), frozen| checksum(Frozen::validate(frozen.as_bytes()).map_err(text)?),
    };
    vec![
        validate.subject(|(), frozen| {
            u64::from(black_box(&Frozen::validate(frozen.as_bytes())).is_ok())
        }),
    ]
}

/// Returns the size of a document in the frozen format.
pub fn frozen_size(document: &[u8]) -> Result<usize, String> {
    // The builder is new, so it knows nothing of other documents.
    let frozen = Freezer::new().freeze_owned(document).map_err(text)?;
    Ok(frozen.as_bytes().len())
}

/// Returns the checksum of a view, read through its own methods.
pub fn checksum(view: View<'_>) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    walk(view, &mut sum)?;
    Ok(sum)
}

/// Adds up a node and its content.
pub fn walk(view: View<'_>, sum: &mut Checksum) -> Result<(), String> {
    match view.kind() {
        Kind::Null => sum.null(),
        Kind::Bool => sum.boolean(view.bool().map_err(text)?),
        Kind::Integer => match (view.as_i64(), view.as_u64()) {
            (Some(value), _) => sum.integer(value as u64),
            (None, Some(value)) => sum.integer(value),
            (None, None) => return Err("an integer beyond 64 bits".to_owned()),
        },
        Kind::Float => sum.number(view.f64().map_err(text)?),
        Kind::String => sum.string(view.str().map_err(text)?),
        Kind::Array => {
            sum.container();
            for item in view.items() {
                walk(item, sum)?;
            }
        }
        Kind::Object => {
            sum.container();
            for (key, value) in view.entries() {
                sum.key(key);
                walk(value, sum)?;
            }
        }
        other => return Err(format!("JSON has no {}", other.name())),
    }
    Ok(())
}
