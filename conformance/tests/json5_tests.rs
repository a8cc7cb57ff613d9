//! json5-tests under strict JSON: `.json` is valid in both, all else is refused (`.json5` is JSON5
//! only; `.js` and `.txt` are invalid in both).

use conformance::{Verdict, accepted, cases, refused, suite};

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
