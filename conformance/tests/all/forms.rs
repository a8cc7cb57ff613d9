//! Frozen buffers in any form, precisely changed: `varvel-frozen` and a second reader, which was
//! written from the specification alone, give one verdict, and read the same values.
//!
//! `VARVEL_FIRST_CASE` and `VARVEL_CASES` choose other cases. How often each rule was broken is
//! printed with `--nocapture`.

use std::collections::BTreeMap;
use std::path::Path;

use conformance::forms::judge;
use conformance::{cases, second};

#[test]
fn two_readers_agree() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().expect("a number"))
    };
    let first = number("VARVEL_FIRST_CASE").unwrap_or(0);
    let count = number("VARVEL_CASES").unwrap_or(100_000);
    let mut faults = BTreeMap::new();
    for number in first..first + count {
        let verdict = std::panic::catch_unwind(|| judge::case(number));
        let verdict = verdict.unwrap_or_else(|panic| {
            println!("case {number} panicked");
            std::panic::resume_unwind(panic)
        });
        *faults.entry(verdict.err()).or_insert(0_u64) += 1;
    }
    for (fault, count) in &faults {
        println!("{count:8} {}", fault.unwrap_or("valid"));
    }
    let valid = faults.get(&None).copied().unwrap_or(0);
    assert!(valid * 10 > count, "{valid} of {count} are valid");
    assert!(valid * 2 < count, "{valid} of {count} are valid");
    // All rules but those on the length of a buffer of 256 TiB, and the like.
    assert!(
        count < 100_000 || faults.len() > 40,
        "{} rules",
        faults.len()
    );
}

#[test]
fn the_second_reader_judges_the_vectors() {
    let folder = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors/v1");
        let files = cases(&path.join(name)).into_iter();
        files.filter(|case| case.extension() == "varvel")
    };
    for case in folder("good").chain(folder("canonical")) {
        assert_eq!(judge::buffer(&case.bytes), Ok(()), "{}", case.name);
    }
    for case in folder("hostile") {
        let read = second::read(&case.bytes);
        // It is valid without a limit.
        assert_eq!(
            read.is_ok(),
            case.name == "deep.varvel",
            "{}: {read:?}",
            case.name
        );
    }
}
