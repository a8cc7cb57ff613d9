//! [`conflicts()`]: the columns whose values have no common type, and the error that names them.

use varvel::schema::{Inference, KindSeen};
use varvel::{Error, Result};

use crate::places::no_common_type;
use crate::types;
use crate::{Conflicts, Projection};

/// A column whose values have no common type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The path of the column: `user.tags[]`, where `[]` is any item of a list and `*` any value of
    /// a map.
    pub path: String,
    /// The reason in words: `values of several kinds`.
    pub reason: &'static str,
    /// The kinds of its values, each with the number of the first record that has it, in the order
    /// in which they came. It is empty if that is not known.
    pub kinds: Vec<KindSeen>,
}

/// Returns the columns for which [`arrow_schema_with()`](crate::arrow_schema_with) fails with
/// [`Conflicts::Error`], in their order: the first 1,000 of them.
///
/// ```
/// use varvel::records::{Format, Options, Watch};
/// use varvel_arrow::{Conflict, conflicts, inference};
/// let lines = "{\"id\":1,\"at\":[1]}\n{\"id\":\"x\",\"at\":[\"x\"]}\n";
/// let (options, watch) = (Options::default(), Watch::default());
/// let inference = inference(lines.as_bytes(), Format::Ndjson, None, &options, watch)?;
/// let found = conflicts(&inference, None)?;
/// assert_eq!((&*found[0].path, &*found[1].path), ("id", "at[]"));
/// let error = Conflict::error(&found, &|seen| format!("{} in line {}", seen.kind, seen.number));
/// let text = "in the column `id`, found an integer in line 1, a string in line 2; \
///             and in `at[]` an integer in line 1, a string in line 2";
/// assert!(error.unwrap().to_string().ends_with(text));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of [`arrow_schema_with()`](crate::arrow_schema_with) that are no conflicts.
pub fn conflicts(inference: &Inference, variant: Option<&Projection>) -> Result<Vec<Conflict>> {
    let documents = inference.clone().finish();
    let (_, places) = types::columns(&documents, Conflicts::Error, true, variant)?;
    let mixed = inference.mixed();
    let found = places.into_iter().map(|place| {
        let seen = mixed.iter().find(|mixed| place.is_at(&mixed.steps));
        Conflict {
            path: place.name(),
            reason: place.reason,
            kinds: seen.map_or_else(Vec::new, |mixed| mixed.kinds.clone()),
        }
    });
    Ok(found.collect())
}

impl Conflict {
    /// Returns the error that names the first four of several columns; `None` if there are none.
    /// `words` says which kind came first in which record.
    pub fn error(conflicts: &[Self], words: &dyn Fn(&KindSeen) -> String) -> Option<Error> {
        let columns = conflicts.iter().map(|conflict| {
            let found = match &conflict.kinds[..] {
                [] => conflict.reason.to_owned(),
                kinds => kinds.iter().map(words).collect::<Vec<_>>().join(", "),
            };
            (conflict.path.clone(), found)
        });
        no_common_type(columns)
    }
}
