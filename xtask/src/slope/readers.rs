//! The readers in C and Go on hostile inputs: frozen buffers, FlatBuffers, JSON and JSON5. In C
//! instructions are counted, and in Go the statements of the module and of the parts of the
//! standard library that it calls.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result};

use super::{SIZE, collected, due, is_steep};
use crate::changes::Changes;
use crate::checkout::root;
use crate::cmd::{Cmd, two_at_a_time};
use crate::workspace::target_dir;

/// The packages whose statements are counted in Go: the module, and those of the standard library
/// that loop over its input.
const COUNTED: &str = "./...,bytes,slices,sort,strconv,strings,unicode/utf8,encoding/base64";

/// A reader.
#[derive(Clone, Copy, PartialEq)]
enum Reader {
    C,
    Go,
}

/// Runs the cases that are due by the readers that can be built. Adds the inputs that are too much
/// work.
pub fn run(hostile: &str, changes: &Changes, steep: &Mutex<Vec<String>>) -> Result<()> {
    let folder = target_dir().join("slope/readers");
    fs::create_dir_all(&folder)?;
    let cases = Cmd::new(hostile).arg("--hostile").read();
    let cases = cases.context("the hostile inputs")?;
    for reader in [Reader::C, Reader::Go] {
        if !reader.build(&folder)? {
            continue;
        }
        two_at_a_time(due(changes, cases.lines().collect()), |case| {
            let name = reader.name();
            let small = reader.count(hostile, &folder, case, SIZE)?;
            let large = reader.count(hostile, &folder, case, 2 * SIZE)?;
            let case = format!("{name}/{case}");
            if is_steep(&case, small, large) {
                steep.lock().expect("no panic under the lock").push(case);
            }
            Ok(())
        })?;
    }
    Ok(())
}

impl Reader {
    const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Go => "go",
        }
    }

    /// Builds the program. Returns `false` if there is no compiler.
    fn build(self, folder: &Path) -> Result<bool> {
        let program = folder.join(self.name()).display().to_string();
        let compiler = match self {
            Self::C => "cc --version",
            Self::Go => "go version",
        };
        if Cmd::new(compiler).read().is_none() {
            println!("skipped: the readers in {} (no compiler)", self.name());
            return Ok(false);
        }
        match self {
            Self::C => {
                let runtime = root().join("bindings/c/flatbuffers");
                let mut cc = Cmd::new("cc -std=c99 -O1 -g -Ibindings/c/flatbuffers")
                    .arg("-Ibindings/c/flatbuffers/tests/generated")
                    .arg("bindings/c/tests/slope.c");
                for entry in fs::read_dir(runtime)? {
                    let path = entry?.path();
                    if path.extension().is_some_and(|ends| ends == "c") {
                        cc = cc.arg(path.display().to_string());
                    }
                }
                cc.arg("-o").arg(program).run()?;
            }
            Self::Go => Cmd::new("go build -C bindings/go -buildvcs=false -cover")
                .arg("-covermode=atomic")
                .arg(format!("-coverpkg={COUNTED}"))
                .arg("-o")
                .arg(program)
                .arg("./flatbuffers/internal/slope")
                .run()?,
        }
        Ok(true)
    }

    /// Returns the work that an input of a size takes.
    fn count(self, hostile: &str, folder: &Path, case: &str, size: usize) -> Result<u64> {
        let (kind, name) = case.split_once('/').context("a kind and a name")?;
        let stem = format!("{}-{kind}-{name}-{size}", self.name());
        let file = folder.join(&stem).display().to_string();
        let size = size.to_string();
        let made = Cmd::new(hostile).args(["--hostile", case, &size, &file]);
        made.read().with_context(|| format!("failed: {made}"))?;
        let program = folder.join(self.name()).display().to_string();
        let count = match self {
            Self::C => {
                let run = Cmd::new("valgrind --tool=callgrind --callgrind-out-file=/dev/null")
                    .args(["--log-fd=1", "--toggle-collect=measured"])
                    .args([program.as_str(), kind, &file]);
                collected(&run)?
            }
            Self::Go => statements(&program, kind, &file)?,
        };
        fs::remove_file(file)?;
        Ok(count)
    }
}

/// Returns how many statements a run of the program in Go has executed.
fn statements(program: &str, kind: &str, file: &str) -> Result<u64> {
    let counters = format!("{file}.counters");
    let profile = format!("{file}.profile");
    fs::create_dir_all(&counters)?;
    let run = Cmd::new(program).args([kind, file]);
    let run = run.env("GOCOVERDIR", counters.clone());
    run.read().with_context(|| format!("failed: {run}"))?;
    let text = Cmd::new("go tool covdata textfmt")
        .arg(format!("-i={counters}"))
        .arg(format!("-o={profile}"));
    text.read().with_context(|| format!("failed: {text}"))?;
    let lines = fs::read_to_string(&profile)?;
    fs::remove_dir_all(counters)?;
    fs::remove_file(profile)?;
    // A line ends with the number of its statements, and how often they were executed.
    let count = |line: &str| {
        let mut words = line.rsplit(' ');
        let times: u64 = words.next()?.parse().ok()?;
        let statements: u64 = words.next()?.parse().ok()?;
        Some(times * statements)
    };
    Ok(lines.lines().filter_map(count).sum())
}
