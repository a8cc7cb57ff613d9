//! Results as rows of a JSON file and as a table on the terminal.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::Machine;

/// The name of our subject that reuses its memory, in every file.
pub const OURS: &str = "varvel";

/// The name of our subject with serde's derive.
pub const BRIDGE: &str = "varvel (serde)";

/// One subject in one case. The names of the fields are the format of `--json`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Row {
    /// The suite, such as `json`.
    pub suite: String,
    /// The case, such as `parse/twitter`.
    pub case: String,
    /// The name of the subject; `varvel` for ours.
    pub subject: String,
    /// The version of the subject.
    pub version: String,
    /// The median.
    pub ns_per_op: f64,
    /// The median absolute deviation.
    pub mad_ns: f64,
    /// The mean size of a document, for the throughput; zero if the case has no throughput.
    pub bytes_per_op: f64,
    /// The mean of the rounds, where a suite keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_ns: Option<f64>,
    /// The standard deviation of the rounds, where a suite keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation_ns: Option<f64>,
}

impl Row {
    /// Returns the throughput in GB/s.
    pub fn gb_per_s(&self) -> f64 {
        self.bytes_per_op / self.ns_per_op
    }
}

/// Returns whether a subject is one of ours, of whatever kind.
pub fn is_ours(subject: &str) -> bool {
    subject.starts_with(OURS)
}

/// Reads one file of rows, and the machine on which they were measured if that was kept.
pub fn read(path: &Path) -> Result<(Vec<Row>, Option<Machine>), String> {
    let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows =
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let machine = fs::read(beside(path))
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok());
    Ok((rows, machine))
}

/// Writes one file of rows, one a line, and beside it (`NAME.machine.json`) the machine on which
/// they were measured.
pub fn write(path: &Path, rows: &[Row], machine: &Machine) -> Result<(), String> {
    let save = |path: &Path, text: String| {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let lines: Result<Vec<String>, _> = rows.iter().map(serde_json::to_string).collect();
    let lines = lines.map_err(|error| error.to_string())?;
    save(path, format!("[\n{}\n]\n", lines.join(",\n")))?;
    let machine = serde_json::to_string_pretty(machine).map_err(|error| error.to_string())?;
    save(&beside(path), machine + "\n")
}

fn beside(path: &Path) -> PathBuf {
    path.with_extension("machine.json")
}

/// Returns names in order of first appearance.
pub fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

/// Returns our time divided by the best peer's in the rows of one case: below 1 we are faster.
pub fn ratio(rows: &[&Row]) -> Option<f64> {
    let ours = rows.iter().find(|row| row.subject == OURS)?;
    let peers = rows.iter().filter(|row| !is_ours(&row.subject));
    let best = peers.map(|row| row.ns_per_op).min_by(f64::total_cmp)?;
    Some(ours.ns_per_op / best)
}

/// Returns the header of a table: the case, then the subjects, then the ratio.
pub fn table_header(subjects: &[&str]) -> String {
    let cells: Vec<String> = subjects.iter().map(|name| format!("{name:>20}")).collect();
    let first = "case (time, GB/s; ~ if MAD > 5 %)";
    format!("{first:<40}{} {:>9}", cells.join(""), "ours÷best")
}

/// Returns one case as a line under [`table_header`].
pub fn table_line(case: &str, subjects: &[&str], rows: &[Row]) -> String {
    let cell = |name: &&str| match rows.iter().find(|row| row.subject == **name) {
        Some(row) => {
            let noisy = if row.mad_ns > 0.05 * row.ns_per_op {
                "~"
            } else {
                ""
            };
            let time = format!("{noisy}{}", nanoseconds(row.ns_per_op));
            match row.bytes_per_op {
                0.0 => time,
                _ => format!("{time} {:>6.2}", row.gb_per_s()),
            }
        }
        None => "-".to_owned(),
    };
    let cells: Vec<String> = subjects
        .iter()
        .map(|name| format!("{:>20}", cell(name)))
        .collect();
    let ratio = ratio(&rows.iter().collect::<Vec<_>>());
    let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    format!("{case:<40}{} {ratio:>9}", cells.join(""))
}

/// Returns nanoseconds in a unit that keeps the number short.
pub fn nanoseconds(ns: f64) -> String {
    match ns {
        _ if ns < 100.0 => format!("{ns:.2}ns"),
        _ if ns < 10_000.0 => format!("{ns:.0}ns"),
        _ if ns < 10_000_000.0 => format!("{:.1}µs", ns / 1e3),
        _ => format!("{:.1}ms", ns / 1e6),
    }
}
