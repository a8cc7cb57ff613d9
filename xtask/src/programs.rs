//! Test programs: cargo builds them, and they run two at a time.
//!
//! Cargo runs them one after the other. Some of them count allocations of the whole process, so
//! that they use one core.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::cmd::{Cmd, two_at_a_time};

/// Programs that take less, in seconds, are not listed with their times.
const LISTED: f64 = 5.0;

/// The arguments of cargo for the programs, besides their packages.
const BUILD: &str = "test --no-run --tests --all-features --message-format json-render-diagnostics";

/// One test program.
struct Program {
    path: PathBuf,
    /// The package's folder, in which it runs.
    folder: PathBuf,
    /// The package, and the argument of `cargo test` that names the program.
    name: String,
}

impl Program {
    /// Reads one of the lines that cargo prints while it builds. Returns `None` if the line is not
    /// about a test program.
    fn of_message(line: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(line).ok()?;
        if message["profile"]["test"] != true {
            return None;
        }
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        // `…/crates/one#0.1.0`, or `…/c/library#two@0.1.0` where the folder has another name.
        let id = message["package_id"].as_str()?;
        let named = id.rsplit_once('#').and_then(|(_, id)| id.split_once('@'));
        let package = match named {
            Some((name, _)) => name,
            None => folder.file_name()?.to_str()?,
        };
        let target = &message["target"];
        let kind = match target["kind"][0].as_str()? {
            kind @ ("bin" | "test") => format!("--{kind} {}", target["name"].as_str()?),
            _ => "--lib".to_owned(),
        };
        Some(Self {
            path: message["executable"].as_str()?.into(),
            folder: folder.to_owned(),
            name: format!("{package} {kind}"),
        })
    }

    /// Runs it, and shows its output when it has ended. `see` gets each line of its standard
    /// output.
    fn run(&self, libraries: &str, see: impl Fn(&str)) -> Result<()> {
        let output = Command::new(&self.path)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .env(LIBRARIES, libraries)
            .output()
            .with_context(|| format!("cannot start {}", self.path.display()))?;
        let mut shown = std::io::stdout().lock();
        writeln!(shown, "\n$ cargo test --all-features -p {}", self.name)?;
        shown.write_all(&output.stdout)?;
        shown.write_all(&output.stderr)?;
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .for_each(see);
        match output.status.success() {
            true => Ok(()),
            false => bail!("{}: {}", self.name, output.status),
        }
    }
}

/// The folders in which the system looks for libraries: the tests of a crate of macros use the
/// compiler's.
#[cfg(target_os = "macos")]
const LIBRARIES: &str = "DYLD_FALLBACK_LIBRARY_PATH";
#[cfg(not(target_os = "macos"))]
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// The result once all have run.
#[derive(Default)]
struct Outcome {
    failed: Vec<String>,
    slow: Vec<(f64, String)>,
}

/// Builds the test programs of `packages`, which are arguments of cargo, and runs them, and the
/// examples of their documentation at the same time. `see` gets each line that is printed. All of
/// them run, whatever fails.
pub fn run(packages: &[String], see: impl Fn(&str) + Sync) -> Result<()> {
    let mut programs = Vec::new();
    Cmd::cargo(BUILD)
        .args(packages.iter().cloned())
        .run_reading(|line| programs.extend(Program::of_message(line)))?;
    ensure!(!programs.is_empty(), "cargo built no test program");
    // Whole suites take longest, so they begin first.
    programs.sort_by_key(|one| !one.folder.ends_with("conformance"));

    let libraries = Cmd::new("rustc --print target-libdir").read();
    let libraries = libraries.context("`rustc --print target-libdir` failed")?;
    let outcome = Mutex::new(Outcome::default());
    let jobs = std::iter::once(None).chain(programs.iter().map(Some));
    two_at_a_time(jobs.collect(), |job| {
        let begin = Instant::now();
        let (name, result) = match job {
            Some(program) => (program.name.as_str(), program.run(libraries.trim(), &see)),
            None => ("the documentation's examples", examples(packages, &see)),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let mut outcome = outcome.lock().expect("no panic under the lock");
        if let Err(error) = result {
            outcome.failed.push(format!("{error:#}"));
        }
        if seconds >= LISTED {
            outcome.slow.push((seconds, name.to_owned()));
        }
        Ok(())
    })?;
    let Outcome { failed, mut slow } = outcome.into_inner().expect("no panic under the lock");
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (seconds, name) in slow {
        println!("{seconds:>7.1} s  {name}");
    }
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("{}", failed.join("\n")),
    }
}

/// Runs the examples of the documentation. Most of their time is compiling.
fn examples(packages: &[String], see: impl Fn(&str)) -> Result<()> {
    let mut printed = String::new();
    let result = Cmd::cargo("test --no-fail-fast --all-features --doc")
        .args(packages.iter().cloned())
        .run_reading(|line| {
            see(line);
            printed.push_str(line);
            printed.push('\n');
        });
    std::io::stdout().lock().write_all(printed.as_bytes())?;
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::root;

    #[test]
    fn test_programs_are_found_in_what_cargo_prints() {
        let message = |kind: &str, test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/crates/one/Cargo.toml",
                "package_id":"path+file:///a/crates/one#0.1.0","target":{{"kind":["{kind}"],"name":"all"}},"profile":{{"test":{test}}},"executable":"/a/t/all-1"}}"#
            )
        };
        let name = |line: &str| Program::of_message(line).map(|one| one.name);
        assert_eq!(name(&message("test", true)).unwrap(), "one --test all");
        assert_eq!(name(&message("rlib", true)).unwrap(), "one --lib");
        assert_eq!(name(&message("bin", false)), None);
        let other = message("rlib", true).replace("one#0.1.0", "c#two@0.1.0");
        assert_eq!(name(&other).unwrap(), "two --lib");
        assert_eq!(name("no message"), None);
    }

    #[test]
    fn a_program_that_fails_is_an_error() {
        let program = |path: &str| Program {
            path: path.into(),
            folder: root().to_owned(),
            name: "one --lib".to_owned(),
        };
        assert!(program("true").run("", |_| ()).is_ok());
        let error = program("false").run("", |_| ()).unwrap_err().to_string();
        assert!(error.starts_with("one --lib: exit status: 1"), "{error}");
    }
}
