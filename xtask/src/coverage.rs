//! `cargo xtask coverage`: the share of branches that the tests take in code that reads foreign
//! bytes.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cmd::Cmd;
use crate::crates::CRATES;
use crate::toolchain::{self, NIGHTLY};
use crate::workspace::{root, target_dir};

/// The share of branches that must be taken in each folder, in percent.
const LEAST: f64 = 95.0;

/// The place of a condition: the line and column of its first character, then of its end.
type Place = (u64, u64, u64, u64);

/// For each condition of a file, whether it was ever true, and ever false.
type Conditions = BTreeMap<Place, [bool; 2]>;

/// Runs the tests and prints the report.
pub fn run() -> Result<()> {
    toolchain::ensure(NIGHTLY, &["llvm-tools"])?;
    toolchain::ensure_subcommand("llvm-cov", "dev")?;
    let covered = || CRATES.iter().filter(|one| !one.covered.is_empty());
    // The crates' own tests, with all features.
    let tested = covered().flat_map(|one| ["-p", one.name]);
    // Old counts and programs must not be in the report.
    Cmd::cargo_of(NIGHTLY, "llvm-cov clean --workspace").run()?;
    Cmd::cargo_of(
        NIGHTLY,
        "llvm-cov --branch --tests --all-features --no-report",
    )
    .args(tested)
    .run()?;
    let files = measured(&target_dir().join("llvm-cov-target"))?;
    let mut short = Vec::new();
    for room in covered().flat_map(|one| one.covered) {
        let (mut taken, mut all) = (0, 0);
        for (name, conditions) in files.iter().filter(|(name, _)| name.starts_with(room)) {
            taken += report_file(name, conditions);
            all += 2 * conditions.len();
        }
        let percent = 100.0 * taken as f64 / all.max(1) as f64;
        println!("{taken:>4} of {all:>4}   {room}: {percent:.1} % of the branches");
        if all == 0 || percent < LEAST {
            short.push(*room);
        }
    }
    if !short.is_empty() {
        bail!(
            "less than {LEAST} % of the branches are taken in {}",
            short.join(", ")
        );
    }
    Ok(())
}

/// Returns the conditions of each file, by its path from the root of the checkout.
///
/// Each test program gets a report of its own. For a function that is in several programs, LLVM
/// uses only the first one, and that may never call the function and have no code for it.
fn measured(built: &Path) -> Result<BTreeMap<String, Conditions>> {
    let libraries = Cmd::new("rustup run").arg(NIGHTLY);
    let libraries = libraries.args(["rustc", "--print", "target-libdir"]).read();
    let libraries = libraries.context("rustc does not say where its libraries are")?;
    let tool = |name: &str| {
        let path = format!("{}/../bin/{name}", libraries.trim());
        Cmd::new("rustup run").arg(NIGHTLY).arg(path)
    };
    let counts = built.join("counts").to_string_lossy().into_owned();
    tool("llvm-profdata")
        .args(["merge", "--sparse", "--output", &counts])
        .args(paths(built, |path| {
            path.extension().is_some_and(|it| it == "profraw")
        })?)
        .run()?;
    let mut files = BTreeMap::new();
    for program in paths(&built.join("debug/deps"), |path| path.extension().is_none())? {
        let report = tool("llvm-cov")
            .args([
                "export",
                "--skip-functions",
                "--instr-profile",
                &counts,
                &program,
            ])
            .read();
        let report = report.with_context(|| format!("no report on {program}"))?;
        let report: Value = serde_json::from_str(&report)?;
        let reported = report["data"][0]["files"].as_array();
        for file in reported.context("a report with files")? {
            add(file, &mut files);
        }
    }
    Ok(files)
}

/// Returns the wanted files of a folder.
fn paths(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() && wanted(&path) {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(found)
}

/// Adds the report on one of our files.
///
/// Generic code exists once for each set of types, and so for each instruction set: a branch counts
/// as taken if one of the copies takes it.
fn add(file: &Value, files: &mut BTreeMap<String, Conditions>) -> Option<()> {
    let name = file["filename"].as_str()?.strip_prefix(root().to_str()?)?;
    let name = name.trim_start_matches('/').to_owned();
    let conditions = files.entry(name).or_default();
    for branch in file["branches"].as_array()? {
        let field = |i: usize| branch[i].as_u64();
        let place = (field(0)?, field(1)?, field(2)?, field(3)?);
        let ever = conditions.entry(place).or_default();
        ever[0] |= field(4)? != 0;
        ever[1] |= field(5)? != 0;
    }
    Some(())
}

/// Prints the branches of a file that were not taken. Returns the number of those that were.
fn report_file(name: &str, conditions: &Conditions) -> usize {
    let taken = conditions.values().flatten().filter(|&&taken| taken);
    let taken = taken.count();
    println!("{taken:>4} of {:>4}   {name}", 2 * conditions.len());
    for ((line, column, ..), ever) in conditions {
        for (ever, what) in ever.iter().zip(["true", "false"]) {
            if !ever {
                println!("               {name}:{line}:{column} is never {what}");
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn copies_of_generic_code_count_as_one() {
        let file = json!({
            "filename": root().join("a.rs"),
            "branches": [
                [1, 5, 1, 9, 3, 0, 0, 0, 4],
                [1, 5, 1, 9, 0, 2, 0, 0, 4],
                [7, 1, 7, 2, 0, 1, 0, 0, 4],
            ],
        });
        let mut files = BTreeMap::new();
        add(&file, &mut files).unwrap();
        let conditions = [((1, 5, 1, 9), [true, true]), ((7, 1, 7, 2), [false, true])];
        assert_eq!(
            files,
            BTreeMap::from([("a.rs".into(), BTreeMap::from(conditions))])
        );
    }
}
