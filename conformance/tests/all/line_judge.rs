//! Runs a judge in another language: a program that takes cases with Rust's verdicts on standard
//! input, a line each, and prints where its own differ.

use std::env;
use std::io::{BufWriter, Read as _, Write as _};
use std::process::{Command, Stdio};

/// Returns how many cases are drawn: `VARVEL_MUTANTS`, by default 20,000, or 100,000 if `CI` is
/// set.
pub fn count() -> u64 {
    match env::var("VARVEL_MUTANTS") {
        Ok(count) => count.parse().unwrap(),
        Err(_) if env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false") => 100_000,
        Err(_) => 20_000,
    }
}

/// Gives cases to a program, and fails if a verdict differs.
///
/// Of the cases more than a twentieth and less than a half have to be taken, so that both are
/// tested.
pub fn judge(program: &mut Command, count: u64, lines: impl Iterator<Item = String>) {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = BufWriter::new(child.stdin.take().unwrap());
    let (mut taken, mut given) = (0, Ok(()));
    for line in lines {
        taken += u64::from(line.ends_with(" taken\n"));
        given = input.write_all(line.as_bytes());
        if given.is_err() {
            break;
        }
    }
    given = given.and_then(|()| input.flush());
    drop(input);
    let mut said = String::new();
    let mut output = child.stdout.take().unwrap();
    output.read_to_string(&mut said).unwrap();
    assert!(said.ends_with(" 0 differ\n"), "{said}");
    given.unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        taken > count / 20 && taken < count / 2,
        "{taken} of {count} are taken"
    );
}
