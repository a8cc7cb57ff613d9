//! Drawn calls of what builds buffers in Dart: Rust takes what Dart has finished.

use super::languages::{drawn_mutants, finished, number, read, tests};
use super::program::Program;
use varvel_codegen::Options;

/// How many sequences there are if `VARVEL_MUTANTS` does not say so.
const SEQUENCES: usize = 10_000;

#[test]
fn rust_takes_what_drawn_calls_of_dart_finish() {
    let Some(mut program) = Program::new("drawn") else {
        return;
    };
    // In the order in which the file of buffers numbers them.
    for schema in ["corpus/zoo.fbs", "corpus/keys.fbs", "generated/keys.fbs"] {
        program.add(&read(&tests().join(schema)), Options::default());
    }
    program.main(include_str!("drawn.dart.txt"));
    let first = drawn_mutants().start.to_string();
    let count = number("VARVEL_MUTANTS", SEQUENCES);
    let held = tempfile::tempdir().unwrap();
    for (define, file) in [("-Dvarvel.web=false", "vm"), ("-Dvarvel.web=true", "web")] {
        let file = held.path().join(file);
        let file = file.to_str().unwrap();
        let said = program.vm_with(&[define], &[&first, &count.to_string(), file]);
        println!("{said}");
    }
    let taken = finished::check(held.path());
    println!("Rust takes {taken} buffers");
    assert!(
        taken > count as u64 / 2,
        "{taken} buffers of {count} sequences"
    );
}
