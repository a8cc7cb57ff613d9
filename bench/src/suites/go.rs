//! `go`: what a Go program pays. ObjectBox' table through Varvel's package for FlatBuffers and
//! through google/flatbuffers for Go (`interop/go`), and look-ups in a frozen object by
//! the reader in Go (`bindings/go/frozen`), beside the same in Rust. The programs of Go's own
//! harness and the loop in Rust take turns.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::external::{self, Options};
use super::lookup::Object;
use crate::results::{OURS, Row};

const NEEDED: &str = "Go 1.23 is";

/// The number of measurements of each case.
const ROUNDS: usize = 9;

/// The time of a measurement, for Go's harness and for ours.
const TIME: Duration = Duration::from_millis(400);

/// A module of Go whose benchmarks are measured.
struct Module {
    /// The name of the program that its benchmarks become.
    name: &'static str,
    /// The folder of its module, from the root of the checkout.
    folder: &'static str,
    /// The benchmarks that are run, as a pattern.
    pattern: &'static str,
}

const MODULES: [Module; 2] = [
    Module {
        name: "interop",
        folder: "interop/go",
        pattern: "^Benchmark(Varvel)?(Build|Read)$",
    },
    Module {
        name: "frozen",
        folder: "bindings/go/frozen",
        pattern: "^BenchmarkGet(Key)?$",
    },
];

/// A kind of benchmarks in Go: the beginning of their names, their family and their subject. The
/// first that fits counts.
const KINDS: [(&str, &str, &str); 6] = [
    ("varvelbuild/", "build/", OURS),
    ("varvelread/", "read/", OURS),
    ("build/", "build/", GOOGLE),
    ("read/", "read/", GOOGLE),
    ("getkey", "lookup-key/64", OURS),
    ("get", "lookup/64", OURS),
];

const GOOGLE: &str = "google/flatbuffers Go";

/// The subject of the loop in Rust.
const RUST: &str = "varvel Rust";

/// Returns the root of the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let programs: Vec<Program> = MODULES.iter().map(built).collect::<Result<_, _>>()?;
    let object = Object::read()?;
    let mut measured: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut in_rust = Vec::new();
    for _ in 0..ROUNDS {
        for program in &programs {
            read_into(&mut measured, &program.measure()?);
        }
        in_rust.push(object.measure(TIME));
    }
    let version = version(&root().join("interop/go/go.mod"))?;
    let mut rows = rows(&measured, &version)?;
    let ours = env!("CARGO_PKG_VERSION");
    let case = "lookup/64".to_owned();
    rows.push(external::row("go", case, (RUST, ours), &in_rust, 0.0));
    external::report(&rows, options.json.as_deref())
}

/// The benchmarks of a module as a program.
struct Program {
    /// The folder in which it runs: it reads files there.
    folder: PathBuf,
    file: PathBuf,
    pattern: &'static str,
}

/// Builds the benchmarks of a module, and runs its tests once.
fn built(module: &Module) -> Result<Program, String> {
    let program = Program {
        folder: root().join(module.folder),
        file: external::built("go-rows")?.join(module.name),
        pattern: module.pattern,
    };
    let mut build = Command::new("go");
    build
        .current_dir(&program.folder)
        .args(["test", "-c", "-o"])
        .arg(&program.file);
    external::output(&mut build, NEEDED)?;
    external::output(
        Command::new(&program.file).current_dir(&program.folder),
        NEEDED,
    )?;
    Ok(program)
}

impl Program {
    /// Returns the output of one measurement of each benchmark.
    fn measure(&self) -> Result<String, String> {
        let mut run = Command::new(&self.file);
        run.current_dir(&self.folder)
            .args(["-test.run", "^$", "-test.cpu", "1"])
            .args(["-test.bench", self.pattern])
            .args(["-test.benchtime", &format!("{}ms", TIME.as_millis())]);
        external::output(&mut run, NEEDED)
    }
}

/// Returns the version of google/flatbuffers in `go.mod`.
fn version(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let (_, behind) = text.split_once("flatbuffers v").unwrap_or_default();
    let number = behind.split(['+', '\n']).next();
    Ok(number.unwrap_or_default().to_owned())
}

/// Adds the time of each benchmark from lines such as
/// `BenchmarkBuild/with_bytes  8618136  138.8 ns/op`, by its name without `Benchmark`.
fn read_into(times: &mut BTreeMap<String, Vec<f64>>, printed: &str) {
    for line in printed.lines() {
        let mut words = line.split_whitespace();
        let Some(name) = words.next().and_then(|word| word.strip_prefix("Benchmark")) else {
            continue;
        };
        let Some(Ok(time)) = words.nth(1).map(str::parse) else {
            continue;
        };
        let name = name.to_ascii_lowercase();
        times.entry(name).or_default().push(time);
    }
}

/// Returns a row for each benchmark, and that of ours first in each case.
fn rows(measured: &BTreeMap<String, Vec<f64>>, google: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (prefix, family, subject) in KINDS {
        let of_kind = |name: &str| {
            let kind = KINDS.iter().find(|(prefix, ..)| name.starts_with(prefix));
            kind.is_some_and(|(first, ..)| *first == prefix)
        };
        let named: Vec<_> = measured.iter().filter(|(name, _)| of_kind(name)).collect();
        if named.is_empty() {
            return Err(format!("go test measured nothing of {prefix}"));
        }
        let version = match subject {
            OURS => env!("CARGO_PKG_VERSION"),
            _ => google,
        };
        rows.extend(named.into_iter().map(|(name, times)| {
            let case = format!("{family}{}", &name[prefix.len()..]);
            external::row("go", case, (subject, version), times, 0.0)
        }));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_go_test() {
        let printed = "goos: linux\nBenchmarkBuild/with_bytes \t 8618136\t       138.8 ns/op\n\
                       BenchmarkBuild/with_bytes \t 8618136\t       140 ns/op\nPASS\n";
        let mut times = BTreeMap::new();
        read_into(&mut times, printed);
        assert_eq!(times.len(), 1);
        assert_eq!(times["build/with_bytes"], [138.8, 140.0]);
    }

    #[test]
    fn each_benchmark_has_a_row() {
        let names = [
            "varvelbuild/with_bytes",
            "varvelread/with_bytes",
            "build/with_bytes",
            "read/with_bytes",
            "getkey",
            "get",
        ];
        let all = names.map(|name| (name.to_owned(), vec![2.0]));
        let rows = rows(&BTreeMap::from(all), "25").unwrap();
        let found: Vec<_> = rows
            .iter()
            .map(|row| (row.case.as_str(), row.subject.as_str()))
            .collect();
        let expected = [
            ("build/with_bytes", OURS),
            ("read/with_bytes", OURS),
            ("build/with_bytes", GOOGLE),
            ("read/with_bytes", GOOGLE),
            ("lookup-key/64", OURS),
            ("lookup/64", OURS),
        ];
        assert_eq!(found, expected);
        assert!(super::rows(&BTreeMap::new(), "25").is_err());
    }
}
