//! json5-tests under strict JSON: `.json` is valid in both, all else is refused (`.json5` is JSON5
//! only; `.js` and `.txt` are invalid in both), and under [`Relaxed`], which takes both.

use conformance::{Verdict, accepted, cases, freeze, refused, suite};
use varvel_json::Relaxed;

#[test]
fn strict_json_takes_json_only() {
    let Some(folder) = suite("json5-tests") else {
        return;
    };
    let (mut valid, mut json5, mut invalid) = <(Verdict, Verdict, Verdict)>::default();
    for case in cases(&folder) {
        match case.extension() {
            "json" => valid.judge(&case.name, accepted(&case.bytes)),
            "json5" => json5.judge(&case.name, refused(&case.bytes)),
            "js" | "txt" => invalid.judge(&case.name, refused(&case.bytes)),
            _ => {}
        }
    }
    valid.close(24);
    json5.close(56);
    invalid.close(6 + 25);
}

/// Texts with values that JSON does not have.
const NON_FINITE: [&str; 5] = [
    "misc/readme-example.json5",
    "numbers/infinity.json5",
    "numbers/nan.json5",
    "numbers/negative-infinity.json5",
    "numbers/positive-infinity.json5",
];

#[test]
fn relaxed_takes_json5() {
    let Some(folder) = suite("json5-tests") else {
        return;
    };
    // Strict reading covers the rest of what happens to duplicate keys.
    let read = |text: &[u8]| Relaxed::new(text)?.read(freeze);
    let words = |text: &[u8]| Relaxed::with_words(text)?.read(freeze);
    let (mut json, mut json5, mut invalid) = <(Verdict, Verdict, Verdict)>::default();
    for case in cases(&folder) {
        let read = match NON_FINITE.contains(&case.name.as_str()) {
            true => words(&case.bytes),
            false => read(&case.bytes),
        };
        let read = read.map(|_| ()).map_err(|error| error.to_string());
        match case.extension() {
            "json" => json.judge(&case.name, read),
            "json5" => json5.judge(&case.name, read),
            "js" | "txt" => match read {
                Ok(()) => invalid.judge(&case.name, Err("accepted".to_owned())),
                Err(_) => invalid.judge(&case.name, Ok(())),
            },
            _ => {}
        }
    }
    json.close(24);
    json5.close(56);
    invalid.close(6 + 25);
}
