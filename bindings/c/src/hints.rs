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
    // There is no such option here.
    ("; the option `skip_unknown` leaves it out", ""),
];

/// Returns the hint of an error in the words of C if it has others.
#[cold]
pub(crate) fn of_c(error: &Error) -> Option<String> {
    let hint = error.hint()?;
    let (words, ours) = WORDS.iter().find(|(words, _)| hint.contains(words))?;
    Some(hint.replace(words, ours))
}
