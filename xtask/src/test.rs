//! `cargo xtask test`: everything that must pass, on a machine that only has the toolchain.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use anyhow::Result;

use crate::cmd::Cmd;
use crate::features::{NONE, combinations};
use crate::readme;
use crate::steps::{self, Choice, Step};
use crate::{toolchain, workspace};

/// What the `test result:` and `skipped:` lines of all test programs add up to.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
    skipped: Vec<String>,
}

impl Tally {
    /// Counts one line of a test program's output.
    fn see(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            for part in result.split([';', '.']) {
                match part.trim().split_once(' ') {
                    Some((count, "passed")) => self.passed += count.parse().unwrap_or(0),
                    Some((count, "failed")) => self.failed += count.parse().unwrap_or(0),
                    Some((count, "ignored")) => self.ignored += count.parse().unwrap_or(0),
                    _ => {}
                }
            }
        } else if line.starts_with("skipped:") && !self.skipped.iter().any(|seen| seen == line) {
            self.skipped.push(line.to_owned());
        }
    }
}

/// Runs the chosen steps and ends with what they add up to.
pub fn run(choice: &Choice) -> Result<()> {
    let begin = Instant::now();
    let tally = Rc::new(RefCell::new(Tally::default()));
    let result = steps::run("test", list(&tally)?, choice);

    let mut tally = tally.borrow_mut();
    if !suites_dir().is_dir() {
        tally.see("skipped: the external suites (not at ../shared/suites; VARVEL_SUITES names another place)");
    }
    for line in &tally.skipped {
        println!("{line}");
    }
    let word = if result.is_ok() { "ok" } else { "FAILED" };
    println!(
        "cargo xtask test: {word}. {} tests passed, {} failed, {} ignored, {} skipped, in {:.1} s",
        tally.passed,
        tally.failed,
        tally.ignored,
        tally.skipped.len(),
        begin.elapsed().as_secs_f64(),
    );
    result
}

/// Installs `flatc`. Whoever is not root may do without: the tests that ask it say that they are skipped then.
fn flatc() -> Result<()> {
    let there = Cmd::new("flatc --version").read().is_some();
    match toolchain::ensure_package("flatbuffers-compiler", there) {
        Err(error) if !workspace::in_ci() => {
            println!("{error:#}");
            Ok(())
        }
        result => result,
    }
}

/// The steps: the workspace as one with all features; each crate alone, tested with no features, where it has least to
/// stand on, and built with its tests for its other combinations; the README.
fn list(tally: &Rc<RefCell<Tally>>) -> Result<Vec<Step>> {
    let tests = |name: &str, title: &str, arguments: Vec<String>| {
        let tally = Rc::clone(tally);
        Step::new(name, title, move || {
            let cmd = Cmd::cargo("test --no-fail-fast").args(arguments.clone());
            cmd.run_seeing(|line| tally.borrow_mut().see(line))
        })
    };

    let mut steps = vec![
        Step::new(
            "flatc",
            "the program that FlatBuffers are held against is there",
            flatc,
        ),
        tests(
            "workspace",
            "all crates with all features: unit, integration and doc tests",
            vec!["--workspace".to_owned(), "--all-features".to_owned()],
        ),
    ];
    for package in workspace::packages()?
        .into_iter()
        .filter(|package| package.library)
    {
        for features in combinations(&package.manifest) {
            let words = [
                vec!["-p".to_owned(), package.name.clone()],
                features.clone(),
            ]
            .concat();
            let name = step_name(&package.name, &features);
            steps.push(match features.join(" ").as_str() {
                NONE => tests(&name, "alone, no features", words),
                features => {
                    let (what, check) = match features {
                        "" => ("default features", "check --all-targets"),
                        "--all-features" => (features, "check --all-targets"),
                        // Tests name what they need; here it is the library that has to.
                        features => (features, "check"),
                    };
                    let title = format!("builds alone, {what}");
                    Step::new(&name, &title, move || {
                        Cmd::cargo(check).args(words.clone()).run()
                    })
                }
            });
        }
    }
    steps.push(Step::new(
        "readme",
        "the commands of README.md print what it says",
        readme::check,
    ));
    Ok(steps)
}

/// `varvel-raw`, `varvel-raw:no-default-features`, `varvel:serde`: the crate and what is turned on.
fn step_name(package: &str, features: &[String]) -> String {
    match features.last() {
        None => package.to_owned(),
        Some(last) => format!("{package}:{}", last.trim_start_matches('-')),
    }
}

/// Where the external suites are looked for.
fn suites_dir() -> PathBuf {
    match std::env::var_os("VARVEL_SUITES") {
        Some(dir) => PathBuf::from(dir),
        None => workspace::root().join("../shared/suites"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_add_up() {
        let mut tally = Tally::default();
        tally.see("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        tally.see("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        tally.see("skipped: JSONTestSuite");
        tally.see("skipped: JSONTestSuite");
        assert_eq!(
            (
                tally.passed,
                tally.failed,
                tally.ignored,
                tally.skipped.len()
            ),
            (15, 2, 1, 1)
        );
    }

    #[test]
    fn step_names_tell_the_features() {
        let words = |line: &str| {
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(step_name("varvel", &[]), "varvel");
        assert_eq!(
            step_name("varvel", &words("--no-default-features")),
            "varvel:no-default-features"
        );
        assert_eq!(
            step_name("varvel", &words("--no-default-features --features serde")),
            "varvel:serde"
        );
    }
}
