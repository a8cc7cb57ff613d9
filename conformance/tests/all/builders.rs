//! Drawn calls of every public builder: what is finished is valid.
//!
//! `VARVEL_FIRST_CASE` and `VARVEL_CASES` choose other cases. The number of calls of each builder
//! is printed with `--nocapture`.

use conformance::calls::{Made, frozen, records};

/// Runs cases of a builder.
fn run(name: &str, case: fn(u64) -> Made) {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().expect("a number"))
    };
    let first = number("VARVEL_FIRST_CASE").unwrap_or(0);
    let count = number("VARVEL_CASES").unwrap_or(100_000);
    let made = Made::by(case, first..first + count);
    println!("{name}: {count} cases, {made:?}");
    assert!(
        made.finished as u64 * 20 > count,
        "{name}: few documents: {made:?}"
    );
}

#[test]
fn the_frozen_builder() {
    run("Builder", frozen::builder);
}

#[test]
fn splices() {
    run("Splice", frozen::splice);
}

#[test]
fn segments() {
    run("SegmentBuilder, RecordSink", records::segments);
}

#[test]
fn streams() {
    run("StreamWriter, RecordSink", records::stream);
}
