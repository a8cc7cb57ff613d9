//! Peers of other languages: their own harness measures them in a process of its own, and their
//! rows are shown beside ours. So these are not interleaved with ours.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::harness::median;
use crate::machine::Machine;
use crate::results::{self, Row};

/// The options of these suites.
#[derive(Args)]
pub struct Options {
    /// Write the rows to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// Returns the folder where they are built, beside this program.
pub fn built(name: &str) -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let built = program.with_file_name(name);
    fs::create_dir_all(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    Ok(built)
}

/// Runs a program to its end, with its output on the terminal. `needed` names what has to be
/// installed.
pub fn run(command: &mut Command, needed: &str) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program}: {status}")),
        Err(error) => Err(format!("{program}: {error}; {needed} needed")),
    }
}

/// Returns what a program prints. `needed` names what has to be installed.
pub fn output(command: &mut Command, needed: &str) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{program}: {error}; {needed} needed"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(text),
        false => Err(format!(
            "{program}: {}\n{text}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// Returns a row of times of an operation, in nanoseconds: their median, and the median absolute
/// deviation.
pub fn row(
    suite: &str,
    case: String,
    (subject, version): (&str, &str),
    times: &[f64],
    bytes: f64,
) -> Row {
    let middle = median(&mut times.to_vec());
    let mut away: Vec<f64> = times.iter().map(|time| (time - middle).abs()).collect();
    Row {
        suite: suite.to_owned(),
        case,
        subject: subject.to_owned(),
        version: version.to_owned(),
        ns_per_op: middle,
        mad_ns: median(&mut away),
        bytes_per_op: bytes,
        mean_ns: None,
        deviation_ns: None,
    }
}

/// Prints the rows, and writes them to the file if there is one.
pub fn report(rows: &[Row], json: Option<&Path>) -> Result<(), String> {
    for row in rows {
        let value = match row.ns_per_op {
            0.0 => row.bytes_per_op.to_string(),
            time => results::nanoseconds(time),
        };
        println!("{:<28}{:<16}{value:>14}", row.case, row.subject);
    }
    match json {
        Some(file) => results::write(file, rows, &Machine::this()),
        None => Ok(()),
    }
}
