//! Checks that time grows no faster than hostile input, by counting instructions: a clock on a busy
//! machine proves nothing.

mod readers;

use std::sync::Mutex;

use anyhow::{Context, Result, bail};

use crate::changes::Changes;
use crate::cmd::{Cmd, two_at_a_time};
use crate::{tools, workspace};

/// The folders whose code is counted, or makes the input.
const PATHS: &[&str] = &["bindings/c/", "bindings/go/", "conformance/", "crates/"];

/// How many times the instructions twice the input may take: a little more than twice, since
/// sorting keys is n log n.
const MOST: f64 = 2.2;

/// The size that is compared with twice that, and the size for documents with keys that collide.
const SIZE: usize = 10_000;
const SIZE_OF_KEYS: usize = 50_000;

/// The size of hostile input, in bytes, and the most instructions for each byte of twice that: each
/// input is read in up to five ways, and what aliases stand for may be eight times its length.
const SIZE_OF_HOSTILE: usize = 40_000;
const MOST_A_BYTE: u64 = 10_000;

/// Runs the cases of `conformance/examples/slope` that are due, at two sizes, and the readers in C
/// and Go with its inputs for them. A run of CI has half of the cases of what changed: all of them
/// take minutes, and an input that takes too much work is seldom alone.
pub fn run(changes: &Changes) -> Result<()> {
    tools::VALGRIND.require()?;
    Cmd::cargo("build --profile slope -p conformance --example slope").run()?;
    let program = workspace::target_dir().join("slope/examples/slope");
    let program = program.to_str().context("a path in UTF-8")?;
    let cases = Cmd::new(program).read();
    let cases = cases.context("the cases")?;
    let steep = Mutex::new(Vec::new());
    let all: Vec<&str> = cases.lines().collect();
    let count = all.len();
    let cases = due(changes, all);
    println!("{} of {count} cases are due", cases.len());
    two_at_a_time(cases, |case| {
        let hostile = case.starts_with("hostile/");
        let size = match case.starts_with("shapes") || case.starts_with("colliding-keys") {
            _ if hostile => SIZE_OF_HOSTILE,
            true => SIZE_OF_KEYS,
            false => SIZE,
        };
        let small = instructions(program, case, size)?;
        let large = instructions(program, case, 2 * size)?;
        let much = hostile && large > MOST_A_BYTE * 2 * SIZE_OF_HOSTILE as u64;
        if is_steep(case, small, large) || much {
            let mut steep = steep.lock().expect("no panic under the lock");
            steep.push(case.to_owned());
        }
        Ok(())
    })?;
    readers::run(program, changes, &steep)?;
    let steep = steep.into_inner().expect("no panic under the lock");
    match steep.is_empty() {
        true => Ok(()),
        false => bail!(
            "more than {MOST} times the work for twice the input, or more than {MOST_A_BYTE} \
             instructions for a byte: {}",
            steep.join(", ")
        ),
    }
}

/// Returns the cases of this run.
fn due<'c>(changes: &Changes, all: Vec<&'c str>) -> Vec<&'c str> {
    changes.due_by_halves(all, |_| changes.below(PATHS))
}

/// Prints the counts of a case at a size and at twice that, and returns whether they grow too much.
fn is_steep(case: &str, small: u64, large: u64) -> bool {
    let growth = large as f64 / small.max(1) as f64;
    println!("{case:<48} {small:>14} {large:>14}   x {growth:.2}");
    // A case that ends before anything depends on the size is ignored.
    growth > MOST && large > 1_000_000
}

/// Returns the number of instructions of the measured part of a case.
fn instructions(program: &str, case: &str, size: usize) -> Result<u64> {
    let run = Cmd::new("valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-fd=1")
        .args(["--toggle-collect=*measured*", program, case])
        .arg(size.to_string());
    collected(&run)
}

/// Returns how many instructions a run of callgrind has counted.
fn collected(run: &Cmd) -> Result<u64> {
    let output = run.read().with_context(|| format!("failed: {run}"))?;
    let count = output
        .lines()
        .find_map(|line| line.split_once("Collected :"));
    let (_, count) = count.with_context(|| format!("no count from: {run}"))?;
    Ok(count.trim().parse()?)
}
