//! simdjson's jsonchecker: `pass*` is accepted, `fail*` refused, `*_EXCLUDE*` is not judged.

use conformance::{Case, Verdict, accepted, cases, refused, suite};

/// The cases named `fail*` that are accepted all the same, with reasons.
const ACCEPTED: &[(&str, &str)] = &[(
    "fail41_toolarge.json",
    "2^64 by the grammar; it is simdjson that cannot hold it. Here integers of any size are exact",
)];

/// Checks that a text is only documents, each on one line or on several.
fn all_accepted(text: &[u8]) -> Result<(), String> {
    let mut document = Vec::new();
    let mut outcome = Ok(());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        document.extend_from_slice(line);
        outcome = accepted(&document);
        if outcome.is_ok() || document.trim_ascii().is_empty() {
            document.clear();
            outcome = Ok(());
        }
    }
    outcome
}

fn judge(case: &Case) -> Result<(), String> {
    if ACCEPTED.iter().any(|(name, _)| *name == case.name) {
        return accepted(&case.bytes);
    }
    match (case.file_name().starts_with("pass"), case.extension()) {
        (true, "json") => accepted(&case.bytes),
        (false, "json") => refused(&case.bytes),
        (true, "ndjson") => all_accepted(&case.bytes),
        (false, "ndjson") => match all_accepted(&case.bytes) {
            Ok(()) => Err("all of it was accepted".to_owned()),
            Err(_) => Ok(()),
        },
        (_, other) => Err(format!("unknown extension {other}")),
    }
}

#[test]
fn pass_and_fail() {
    let Some(folder) = suite("simdjson-data/jsonchecker") else {
        return;
    };
    let (excluded, judged): (Vec<_>, Vec<_>) = cases(&folder)
        .into_iter()
        .partition(|case| case.name.contains("EXCLUDE"));
    let mut verdict = Verdict::default();
    for case in &judged {
        verdict.judge(&case.name, judge(case));
    }
    verdict.close(111 - excluded.len());
    assert_eq!(excluded.len(), 3);
}
