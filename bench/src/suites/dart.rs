//! `dart`: what a Dart program pays. ObjectBox' table through generated code and the package of
//! Varvel, beside straight-line code that knows its one layout; and keys of a frozen object, beside
//! a map. The programs of `bindings/dart/benchmark` measure by the processor's time of their
//! thread, all subjects by turns. What runs them is named as the version: ratios say more than
//! times.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::external::{self, Options};
use crate::results::{OURS, Row};

/// How often each program runs.
const ROUNDS: usize = 5;

const PROGRAMS: [&str; 2] = ["objectbox", "lookup"];

/// Measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/dart");
    let version = version(&package)?;
    let mut measured: Vec<(String, String, Vec<f64>)> = Vec::new();
    for _ in 0..ROUNDS {
        for program in PROGRAMS {
            let file = package
                .join("benchmark")
                .join(program)
                .with_extension("dart");
            let mut run = Command::new("sh");
            run.arg(package.join("tool/run.sh")).arg(file);
            for line in external::output(&mut run, "a virtual machine of Dart is")?.lines() {
                let (case, subject, time) = read(line)?;
                let of = |row: &&mut (String, String, _)| (&row.0, &row.1) == (&case, &subject);
                match measured.iter_mut().find(of) {
                    Some(row) => row.2.push(time),
                    None => measured.push((case, subject, vec![time])),
                }
            }
        }
    }
    let rows = measured.into_iter().map(|(case, subject, times)| {
        let version = match subject.as_str() {
            OURS => env!("CARGO_PKG_VERSION"),
            _ => &version,
        };
        external::row("dart", case, (&subject, version), &times, 0.0)
    });
    let rows: Vec<Row> = rows.collect();
    external::report(&rows, options.json.as_deref())
}

/// Returns the version of the virtual machine.
fn version(package: &Path) -> Result<String, String> {
    let mut find = Command::new("sh");
    find.arg(package.join("tool/vm.sh"));
    let dart = external::output(&mut find, "npm is")?;
    let text = external::output(Command::new(dart.trim()).arg("--version"), "Dart is")?;
    // Dart SDK version: 3.7.3 (stable) (…) on "linux_ia32"
    let behind = text.split("version: ").nth(1).unwrap_or_default();
    let number = behind.split(' ').next().unwrap_or_default();
    let machine = text.split('"').nth(1).unwrap_or_default();
    Ok(format!("Dart {number} {machine}"))
}

/// Reads a line such as `{"case":"build/with_bytes","subject":"varvel","ns":52.5}`.
fn read(line: &str) -> Result<(String, String, f64), String> {
    let wrong = || format!("a program of Dart printed {line}");
    let value: Value = serde_json::from_str(line).map_err(|_| wrong())?;
    let text = |name: &str| value[name].as_str().map(str::to_owned).ok_or_else(wrong);
    let time = value["ns"].as_f64().ok_or_else(wrong)?;
    Ok((text("case")?, text("subject")?, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_programs() {
        let line = r#"{"case":"build/with_bytes","subject":"varvel","ns":52.5}"#;
        let (case, subject, time) = read(line).unwrap();
        assert_eq!(
            (case.as_str(), subject.as_str(), time),
            ("build/with_bytes", OURS, 52.5)
        );
        assert!(read("{}").is_err() && read("built").is_err());
    }
}
