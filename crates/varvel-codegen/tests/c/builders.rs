//! Drawn calls of all that builds buffers in C: Rust takes what C has finished.

use std::fs;
use std::process::Command;

use varvel_codegen::{Backend as _, C};

use super::corpus::zoo;
use super::languages::{drawn_mutants, finished};
use super::{folder, options, sanitizers, schema};

/// How many sequences there are by default.
const SEQUENCES: usize = 100_000;

#[test]
fn rust_takes_what_drawn_calls_of_c_finish() {
    let held = tempfile::tempdir().unwrap();
    let program = held.path().join("drawn");
    for (name, schema) in [("zoo", zoo()), ("keys", schema("keys"))] {
        for file in C.code(&schema, &options(name)).unwrap() {
            fs::write(held.path().join(file.name), file.code).unwrap();
        }
    }
    let drawn = drawn_mutants();
    let count = match std::env::var_os("VARVEL_MUTANTS") {
        Some(_) => drawn.len(),
        None => SEQUENCES,
    };
    let runtime = fs::read_dir(folder()).unwrap();
    let runtime = runtime.map(|entry| entry.unwrap().path());
    let runtime = runtime.filter(|path| path.extension().is_some_and(|ends| ends == "c"));
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(&compiler)
        .args(["-std=c99", "-O1", "-g"])
        .args(sanitizers())
        .arg("-I")
        .arg(folder())
        .arg("-I")
        .arg(held.path())
        .arg(folder().join("tests/drawn.c"))
        .args(runtime)
        .arg("-o")
        .arg(&program)
        .status();
    let Ok(compiled) = compiled else {
        println!("skipped: no C compiler");
        return;
    };
    assert!(compiled.success());
    let out = held.path().join("finished");
    fs::create_dir(&out).unwrap();
    let ran = Command::new(&program)
        .args([drawn.start, count].map(|number| number.to_string()))
        .arg(out.join("buffers"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let taken = finished::check(&out);
    println!("{said}Rust takes {taken} buffers");
    assert!(
        taken > count as u64 / 10,
        "{taken} buffers of {count} sequences"
    );
}
