//! Hints in the words of C. The library for Rust names its own options in some of them.

use varvel::{AsText, Error};

/// Parts of hints, and the words for them here.
const WORDS: &[(&str, &str)] = &[
    (
        AsText::HINT,
        "VV_BYTES_AS_TEXT and the flags beside it write such values as text (C++: all_as_text())",
    ),
    (
        "set the option `merge_keys`",
        "set the flag VV_MERGE_KEYS (C++: merge_keys())",
    ),
    (
        "set the option `tolerant`",
        "read it as VV_SYNTAX_TOLERANT_YAML or with the flag VV_TOLERANT (C++: tolerant_yaml, tolerant())",
    ),
    (
        "with `through_aliases` it",
        "after vv_text_through_aliases() (C++: through_aliases()) it",
    ),
    // There is no such option here.
    ("; the option `skip_unknown` leaves it out", ""),
];

/// Returns an error with its hint in the words of C if it has others. `Err` if there is no memory
/// for it.
#[cold]
pub(crate) fn of_c(error: &Error) -> Result<Option<Error>, Refused> {
    let hint = error.hint().unwrap_or_default();
    let known = |&(words, ours)| hint.split_once(words).map(|(a, b)| [a, ours, b]);
    let Some(parts) = WORDS.iter().find_map(known) else {
        return Ok(None);
    };
    let mut text = String::new();
    text.try_reserve_exact(parts.iter().map(|part| part.len()).sum())
        .map_err(|_| Refused)?;
    text.extend(parts);
    let copy = error.clone();
    match copy.kind() == error.kind() {
        true => Ok(Some(copy.with_hint(text))),
        false => Err(Refused),
    }
}

/// Memory was refused.
pub(crate) struct Refused;
