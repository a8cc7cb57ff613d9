//! JSONTestSuite: `y_` is accepted (if a key comes twice, the last member counts), `n_` is refused.
//! For `i_` and the transform cases a parser may choose; the tables here pin our choices with
//! reasons.

use conformance::{Case, Verdict, accepted, cases, freeze, freeze_with, refused, suite};
use varvel_core::{Duplicates, ErrorKind, Limits};
use varvel_frozen::Builder;
use varvel_json::{ReadOptions, drive, to_string};

fn parsing(prefix: &str) -> Option<Vec<Case>> {
    let mut found = cases(&suite("JSONTestSuite")?.join("test_parsing"));
    found.retain(|case| case.name.starts_with(prefix));
    Some(found)
}

#[test]
fn valid_documents() {
    let Some(found) = parsing("y_") else { return };
    let mut verdict = Verdict::default();
    for case in found {
        verdict.judge(&case.name, accepted(&case.bytes));
    }
    verdict.close(95);
}

#[test]
fn invalid_documents() {
    let Some(found) = parsing("n_") else { return };
    let mut verdict = Verdict::default();
    for case in found {
        verdict.judge(&case.name, refused(&case.bytes));
    }
    verdict.close(188);
}

/// Our choice for a document that the suite leaves open.
enum Ours {
    /// Accepted, and written again as this text.
    Becomes(&'static str),
    /// Refused with this error.
    Refused(ErrorKind),
}
use Ours::{Becomes, Refused};

/// Checks that a document is treated as pinned in `table`.
fn pinned(table: &[(&str, Ours, &str)], case: &Case) -> Result<(), String> {
    let found = freeze(&case.bytes).and_then(|frozen| to_string(&frozen.view()));
    let name = case.name.trim_end_matches(".json");
    let Some((_, ours, reason)) = table.iter().find(|row| row.0 == name) else {
        return Err(format!("not in the table; we have {found:?}"));
    };
    match (ours, &found) {
        (Becomes(text), Ok(json)) if text == json => Ok(()),
        (Refused(kind), Err(error)) if *kind == error.kind() => Ok(()),
        _ => Err(format!("now {found:?}, against: {reason}")),
    }
}

#[test]
fn documents_that_are_free_to_choose() {
    let Some(found) = parsing("i_") else { return };
    let mut verdict = Verdict::default();
    for case in found {
        verdict.judge(&case.name, pinned(FREE, &case));
    }
    verdict.close(35);
    assert_eq!(FREE.len(), 35);
}

#[test]
fn depth_is_a_limit_that_can_be_raised() {
    let Some(found) = parsing("i_structure_500_nested_arrays") else {
        return;
    };
    let limits = Limits {
        depth: 500,
        ..Limits::DEFAULT
    };
    let mut builder = Builder::with(Duplicates::Error, limits);
    builder.start().expect("memory");
    let options = ReadOptions::with_limits(limits);
    assert_eq!(drive(&found[0].bytes, &options, &mut builder), Ok(()));
}

#[test]
fn documents_that_others_change() {
    let Some(folder) = suite("JSONTestSuite") else {
        return;
    };
    let mut verdict = Verdict::default();
    for case in cases(&folder.join("test_transform")) {
        verdict.judge(&case.name, pinned(TRANSFORM, &case));
        // A key that comes twice is refused unless a policy was chosen.
        if case.name.starts_with("object_same_key") {
            let found = freeze_with(&case.bytes, Duplicates::Error).map_err(|error| error.kind());
            let outcome = match found {
                Err(ErrorKind::DuplicateKey) => Ok(()),
                other => Err(format!("not refused as duplicate: {:?}", other.err())),
            };
            verdict.judge(&case.name, outcome);
        }
    }
    verdict.close(22 + 3);
    assert_eq!(TRANSFORM.len(), 22);
}

// The reasons.
const NEAREST: &str = "a decimal is the nearest 64-bit float, zero where it underflows";
const OVERFLOW: &str = "infinity is not what was written: refused rather than changed";
const EXACT: &str = "an integer of any size is kept exactly";
const SURROGATE: &str = "half of a surrogate pair is no character; no UTF-8 string can hold it";
const UTF8: &str = "strings are UTF-8, always";
const UTF16: &str = "JSON between systems is UTF-8 (RFC 8259, 8.1)";
const DEPTH: &str = "deeper than Limits::depth, 128 by default; raised, it is accepted";
const BOM: &str = "a writer must not add one, and a reader may pass over it (RFC 8259, 8.1)";
const NO_NORMAL_FORM: &str = "keys are compared as code points; Unicode is not normalised";
const LAST: &str = "the policy that was chosen; without one it is an error";
const ANY_CHARACTER: &str = "a string may hold U+0000";

const FREE: &[(&str, Ours, &str)] = &[
    ("i_number_double_huge_neg_exp", Becomes(r#"[0.0]"#), NEAREST),
    ("i_number_real_underflow", Becomes(r#"[0.0]"#), NEAREST),
    (
        "i_number_huge_exp",
        Refused(ErrorKind::NumberOutOfRange),
        OVERFLOW,
    ),
    (
        "i_number_neg_int_huge_exp",
        Refused(ErrorKind::NumberOutOfRange),
        OVERFLOW,
    ),
    (
        "i_number_pos_double_huge_exp",
        Refused(ErrorKind::NumberOutOfRange),
        OVERFLOW,
    ),
    (
        "i_number_real_neg_overflow",
        Refused(ErrorKind::NumberOutOfRange),
        OVERFLOW,
    ),
    (
        "i_number_real_pos_overflow",
        Refused(ErrorKind::NumberOutOfRange),
        OVERFLOW,
    ),
    (
        "i_number_too_big_neg_int",
        Becomes(r#"[-123123123123123123123123123123]"#),
        EXACT,
    ),
    (
        "i_number_too_big_pos_int",
        Becomes(r#"[100000000000000000000]"#),
        EXACT,
    ),
    (
        "i_number_very_big_negative_int",
        Becomes(r#"[-237462374673276894279832749832423479823246327846]"#),
        EXACT,
    ),
    (
        "i_object_key_lone_2nd_surrogate",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_1st_surrogate_but_2nd_missing",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_1st_valid_surrogate_2nd_invalid",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_incomplete_surrogate_and_escape_valid",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_incomplete_surrogate_pair",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_incomplete_surrogates_escape_valid",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_invalid_lonely_surrogate",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_invalid_surrogate",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_inverted_surrogates_U+1D11E",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_lone_second_surrogate",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "i_string_UTF-8_invalid_sequence",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_UTF8_surrogate_U+D800",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_invalid_utf-8",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_iso_latin_1",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_lone_utf8_continuation_byte",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_not_in_unicode_range",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_overlong_sequence_2_bytes",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_overlong_sequence_6_bytes",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_overlong_sequence_6_bytes_null",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_truncated-utf-8",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "i_string_UTF-16LE_with_BOM",
        Refused(ErrorKind::Syntax),
        UTF16,
    ),
    ("i_string_utf16BE_no_BOM", Refused(ErrorKind::Syntax), UTF16),
    ("i_string_utf16LE_no_BOM", Refused(ErrorKind::Syntax), UTF16),
    (
        "i_structure_500_nested_arrays",
        Refused(ErrorKind::DepthLimit),
        DEPTH,
    ),
    ("i_structure_UTF-8_BOM_empty_object", Becomes("{}"), BOM),
];

const TRANSFORM: &[(&str, Ours, &str)] = &[
    (
        "number_-9223372036854775808",
        Becomes(r#"[-9223372036854775808]"#),
        EXACT,
    ),
    (
        "number_-9223372036854775809",
        Becomes(r#"[-9223372036854775809]"#),
        EXACT,
    ),
    (
        "number_1000000000000000",
        Becomes(r#"[1000000000000000]"#),
        EXACT,
    ),
    (
        "number_10000000000000000999",
        Becomes(r#"[10000000000000000999]"#),
        EXACT,
    ),
    (
        "number_9223372036854775807",
        Becomes(r#"[9223372036854775807]"#),
        EXACT,
    ),
    (
        "number_9223372036854775808",
        Becomes(r#"[9223372036854775808]"#),
        EXACT,
    ),
    ("number_1.0", Becomes(r#"[1.0]"#), NEAREST),
    ("number_1.000000000000000005", Becomes(r#"[1.0]"#), NEAREST),
    ("number_1e-999", Becomes(r#"[0.0]"#), NEAREST),
    ("number_1e6", Becomes(r#"[1000000.0]"#), NEAREST),
    (
        "object_key_nfc_nfd",
        Becomes("{\"\u{e9}\":\"NFC\",\"e\u{301}\":\"NFD\"}"),
        NO_NORMAL_FORM,
    ),
    (
        "object_key_nfd_nfc",
        Becomes("{\"e\u{301}\":\"NFD\",\"\u{e9}\":\"NFC\"}"),
        NO_NORMAL_FORM,
    ),
    (
        "object_same_key_different_values",
        Becomes(r#"{"a":2}"#),
        LAST,
    ),
    ("object_same_key_same_value", Becomes(r#"{"a":1}"#), LAST),
    (
        "object_same_key_unclear_values",
        Becomes(r#"{"a":-0.0}"#),
        LAST,
    ),
    (
        "string_1_escaped_invalid_codepoint",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "string_2_escaped_invalid_codepoints",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "string_3_escaped_invalid_codepoints",
        Refused(ErrorKind::LoneSurrogate),
        SURROGATE,
    ),
    (
        "string_1_invalid_codepoint",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "string_2_invalid_codepoints",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "string_3_invalid_codepoints",
        Refused(ErrorKind::InvalidUtf8),
        UTF8,
    ),
    (
        "string_with_escaped_NULL",
        Becomes(r#"["A\u0000B"]"#),
        ANY_CHARACTER,
    ),
];
