//! `go`: ObjectBox' table with google/flatbuffers for Go, under `go test` (`bindings/go/exchange`,
//! where Varvel's package for Go does the same work), on the values of the suite `objectbox`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::external::{self, Options};
use crate::results::Row;

const NEEDED: &str = "Go 1.23 is";

/// The number of measurements of each case, a second each.
const ROUNDS: &str = "9";

/// The benchmarks of google/flatbuffers.
const THEIRS: &str = "^Benchmark(Build|Read)$";

/// Returns the folder of the module.
fn module() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/go/exchange")
}

/// Measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let module = module();
    let measured = measure(&module)?;
    let version = version(&module)?;
    let rows: Vec<Row> = cases(&measured)
        .iter()
        .map(|(case, times)| {
            let subject = ("google/flatbuffers Go", version.as_str());
            external::row("objectbox", case.clone(), subject, times, 0.0)
        })
        .collect();
    match rows.is_empty() {
        true => Err(format!("go test measured nothing:\n{measured}")),
        false => external::report(&rows, options.json.as_deref()),
    }
}

/// Returns the output of the benchmarks, after the tests have passed.
fn measure(module: &Path) -> Result<String, String> {
    let mut test = Command::new("go");
    test.current_dir(module)
        .args(["test", "-bench", THEIRS, "-cpu", "1", "-count", ROUNDS]);
    let output = test
        .output()
        .map_err(|error| format!("go: {error}; {NEEDED} needed"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(text),
        false => Err(format!(
            "go test: {}\n{text}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Returns the version of the library in `go.mod`.
fn version(module: &Path) -> Result<String, String> {
    let file = module.join("go.mod");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let (_, behind) = text.split_once("flatbuffers v").unwrap_or_default();
    let number = behind.split(['+', '\n']).next();
    Ok(number.unwrap_or_default().to_owned())
}

/// Returns the times of each case from lines such as
/// `BenchmarkBuild/with_bytes  8618136  138.8 ns/op`.
fn cases(printed: &str) -> BTreeMap<String, Vec<f64>> {
    let mut cases: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in printed.lines() {
        let mut words = line.split_whitespace();
        let Some(name) = words.next().and_then(|word| word.strip_prefix("Benchmark")) else {
            continue;
        };
        let Some(Ok(time)) = words.nth(1).map(str::parse) else {
            continue;
        };
        cases
            .entry(name.to_ascii_lowercase())
            .or_default()
            .push(time);
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_go_test() {
        let printed = "goos: linux\nBenchmarkBuild/with_bytes \t 8618136\t       138.8 ns/op\n\
                       BenchmarkBuild/with_bytes \t 8618136\t       140 ns/op\nPASS\n";
        let cases = cases(printed);
        assert_eq!(cases.len(), 1);
        assert_eq!(cases["build/with_bytes"], [138.8, 140.0]);
    }
}
