//! `python`: objects of Python read and written by the package `varvel`, beside other packages.
//!
//! All run in one process of Python (`bench/external/python/measure.py`), by turns, on one thread,
//! with the collector of cycles off. The time is that of the processor. Results are compared.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use serde_json::{Value, json};

use super::external;
use crate::corpus::config::{Layout, config};
use crate::corpus::json_folder;
use crate::results::Row;

/// The bytes of the configuration in YAML.
const CONFIG: usize = 2 << 20;

/// The options of this suite.
// Two groups of arguments would have one name.
#[derive(Args)]
#[group(skip)]
pub struct Options {
    #[command(flatten)]
    external: external::Options,
    /// Five rounds.
    #[arg(long)]
    quick: bool,
    /// The Python with the package `varvel` and those of `bench/external/python/requirements.txt`,
    /// which `cargo xtask bench python` installs.
    #[arg(long, value_name = "FILE", env = "VARVEL_BENCH_PYTHON")]
    python: PathBuf,
    /// A folder with the package `varvel` as it is built for all versions of Python.
    #[arg(long, value_name = "FOLDER", env = "VARVEL_BENCH_ABI3")]
    abi3: Option<PathBuf>,
    /// Only cases whose name contains this (may be given several times).
    #[arg(long, value_name = "SUBSTRING")]
    only: Vec<String>,
}

/// Measures and prints.
pub fn run(options: &Options) -> Result<(), String> {
    let yaml = external::built("python")?.join("config.yaml");
    fs::write(&yaml, config(CONFIG, Layout::Block))
        .map_err(|error| format!("{}: {error}", yaml.display()))?;
    let task = json!({
        "json": json_folder(),
        "yaml": yaml,
        "abi3": options.abi3,
        "rounds": if options.quick { 5 } else { 41 },
        "only": options.only,
    });
    let rows: Result<Vec<Row>, String> = answer(&options.python, &task)?.lines().map(row).collect();
    external::report(&rows?, options.external.json.as_deref())
}

/// Gives the task to a process of Python, and returns its output.
fn answer(python: &Path, task: &Value) -> Result<String, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("external/python/measure.py");
    let failed = |error: std::io::Error| format!("{}: {error}", python.display());
    let mut process = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut input = process.stdin.take().ok_or("Python has no input")?;
    input
        .write_all(task.to_string().as_bytes())
        .map_err(failed)?;
    drop(input);
    let output = process.wait_with_output().map_err(failed)?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(format!("{}: {}", python.display(), output.status)),
    }
}

/// Returns the row of a line of the output.
fn row(line: &str) -> Result<Row, String> {
    let row: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let times: Vec<f64> = row["times"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_f64)
        .collect();
    Ok(external::row(
        "python",
        text("case").to_owned(),
        (text("subject"), text("version")),
        &times,
        row["bytes"].as_f64().unwrap_or_default(),
    ))
}
