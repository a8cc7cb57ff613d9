//! Errors of the C library are those of Rust: number, offset, line, column and path of drawn and
//! mutated documents, whichever function reads them, and whatever was read before.
//!
//! `VARVEL_MUTANTS` is the number of documents, and `VARVEL_FIRST_MUTANT` that of the first one.
//! Each depends on its number alone.

use std::env;
use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

use varvel::format::UniqueKeys;
use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{Discard, Duplicates, Error, Value, json};
use varvel_capi::codes::VV_OK;
use varvel_capi::document::*;
use varvel_capi::error::*;
use varvel_capi::failure::{VV_NO_OFFSET, vv_error};
use varvel_capi::freezer::*;
use varvel_capi::node::vv_node;
use varvel_capi::options::*;

const FORMATS: [(vv_format, AnyFormat); 5] = [
    (VV_JSON, AnyFormat::Json),
    (VV_YAML, AnyFormat::Yaml),
    (VV_MSGPACK, AnyFormat::MessagePack),
    (VV_CBOR, AnyFormat::Cbor),
    (VV_FLEXBUFFERS, AnyFormat::FlexBuffers),
];

/// Documents with every kind of node, which are mutated in each format.
const DOCUMENTS: [&str; 4] = [
    r#"{"id": 7, "name": "größe", "tags": ["a", "b\n", ""], "price": -1.5e3, "none": null}"#,
    r#"[{"x": 1, "y": [true, false]}, {"x": 2, "y": []}, {"x": 300, "y": [[[{}]]]}]"#,
    r#"{"a": {"b": {"c": {"d": [0.1, 18446744073709551615, -9223372036854775808]}}}}"#,
    r#"["a text that is longer than short ones are", "\ud83d\ude00", {"": ""}, [[1], [2, 3]]]"#,
];

/// Numbers that look random (SplitMix64).
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// Changes some bytes, leaves some out, or ends the document early.
fn mutate(bytes: &mut Vec<u8>, draws: &mut Draws) {
    for _ in 0..1 + draws.below(3) {
        if bytes.is_empty() {
            return;
        }
        let at = draws.below(bytes.len());
        match draws.below(5) {
            0 => bytes[at] = draws.below(256) as u8,
            1 => bytes[at] = b"{}[]:,\"\\0-.\n#&*"[draws.below(15)],
            2 => drop(bytes.remove(at)),
            3 => bytes.insert(at, bytes[at]),
            _ => bytes.truncate(at),
        }
    }
}

/// Compares an error of C with that of Rust, and frees it.
///
/// # Safety
/// The error lives.
unsafe fn compare(error: *mut vv_error, expected: &Error, input: &[u8], what: &str) {
    // SAFETY: the caller's contract.
    unsafe {
        let shown = || {
            let input = String::from_utf8_lossy(input);
            let message = CStr::from_ptr(vv_error_message(error)).to_string_lossy();
            format!("{what} of {input:?}: {message}, in Rust {expected:?}")
        };
        let code = vv_error_code(error);
        assert_eq!(code, u32::from(expected.kind().number()), "{}", shown());
        let offset = expected.offset().unwrap_or(VV_NO_OFFSET);
        assert_eq!(vv_error_offset(error), offset, "{}", shown());
        let path = expected
            .path()
            .map_or_else(String::new, |path| path.to_string());
        let found = CStr::from_ptr(vv_error_path(error)).to_string_lossy();
        assert_eq!(found, path, "{}", shown());
        let place = (vv_error_line(error), vv_error_column(error));
        let counted = expected.report(input).line_column().unwrap_or((0, 0));
        let encoded = input.contains(&0);
        assert!(
            place == counted || encoded,
            "{place:?} {counted:?} {}",
            shown()
        );
        vv_error_free(error);
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn errors_of_c_are_those_of_rust() {
    let first = number("VARVEL_FIRST_MUTANT", 0);
    let count = number("VARVEL_MUTANTS", if cfg!(miri) { 20 } else { 10_000 });
    let values = DOCUMENTS.map(|text| json::from_str::<Value>(text).unwrap());
    let documents = FORMATS.map(|(_, format)| {
        values
            .each_ref()
            .map(|value| format.to_vec(value, &WriteOptions::default()).unwrap())
    });
    let mut kept = FORMATS.map(|(number, _)| {
        let mut freezer = null_mut();
        // SAFETY: a format with a number; a place for the handle.
        let code = unsafe { vv_freezer_new(number, null(), &mut freezer, null_mut()) };
        assert_eq!(code, VV_OK);
        freezer
    });
    let (mut refused, mut taken) = (0_u64, 0_u64);
    for case in first..first + count {
        let mut draws = Draws(case);
        let at = draws.below(FORMATS.len());
        let (number, format) = FORMATS[at];
        let mut bytes = documents[at][draws.below(DOCUMENTS.len())].clone();
        mutate(&mut bytes, &mut draws);
        let options = ReadOptions::default();
        let frozen = format.freeze(&bytes, Duplicates::Error, &options);
        // It finds a doubled key at once, and freezing at the end of the object.
        let checked = format.drive(&bytes, &options, &mut UniqueKeys::new(Discard));
        let data = bytes.as_ptr().cast::<c_void>();
        let mut error = null_mut();
        // SAFETY: bytes with their length; handles that live, and are freed once.
        unsafe {
            let mut document = null_mut();
            let code = vv_freeze(number, data, bytes.len(), null(), &mut document, &mut error);
            let mut root: vv_node = std::mem::zeroed();
            let mut other = null_mut();
            let again = vv_freezer_freeze(kept[at], data, bytes.len(), &mut root, &mut other);
            let mut third = null_mut();
            let valid = vv_validate(number, data, bytes.len(), null(), &mut third);
            assert_eq!(
                (code == VV_OK, again == VV_OK, valid == VV_OK),
                (frozen.is_ok(), frozen.is_ok(), frozen.is_ok()),
                "{bytes:?}"
            );
            match &frozen {
                Ok(_) => {
                    taken += 1;
                    vv_frozen_free(document);
                }
                Err(expected) => {
                    refused += 1;
                    compare(error, expected, &bytes, "vv_freeze");
                    compare(other, expected, &bytes, "vv_freezer_freeze");
                    compare(third, &checked.unwrap_err(), &bytes, "vv_validate");
                }
            }
        }
    }
    for freezer in &mut kept {
        // SAFETY: it lives.
        unsafe { vv_freezer_free(*freezer) };
    }
    assert!(
        refused > count / 4 && taken > count / 50,
        "{refused} refused, {taken} taken"
    );
}
