//! Drawn calls of all that builds buffers in Go: Rust takes what Go has finished.

use std::path::Path;
use std::process::Command;

use super::languages::{drawn_mutants, finished};

/// How many sequences of each kind there are by default. The tests of the module draw fewer, since
/// they also run with a race detector and an emulator.
const SEQUENCES: usize = 100_000;

#[test]
fn rust_takes_what_drawn_calls_of_go_finish() {
    let held = tempfile::tempdir().unwrap();
    let drawn = drawn_mutants();
    let count = match std::env::var_os("VARVEL_MUTANTS") {
        Some(_) => drawn.len(),
        None => SEQUENCES,
    };
    let go = Command::new("go")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/go"))
        .args([
            "test",
            "-count=1",
            "-timeout=10h",
            "-v",
            "-run=TestDrawn",
            "./flatbuffers",
        ])
        .env("VARVEL_FIRST_MUTANT", drawn.start.to_string())
        .env("VARVEL_MUTANTS", count.to_string())
        .env("VARVEL_DRAWN_OUT", held.path())
        .output();
    let Ok(go) = go else {
        println!("skipped: no go");
        return;
    };
    let said = String::from_utf8_lossy(&go.stdout);
    assert!(
        go.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&go.stderr)
    );
    let taken = finished::check(held.path());
    println!("{said}Rust takes {taken} buffers");
    assert!(
        taken > count as u64 / 10,
        "{taken} buffers of {count} sequences"
    );
}
