//! A case in a process of its own.
//!
//! One after the other in one process, each case would find the heap as the ones before left it:
//! trees scattered over recycled pages took up to three times as long to walk. And a peer that
//! crashes takes only its case along.

use std::env;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Options;
use crate::results::Row;

/// What a case's process prints.
#[derive(Deserialize, Serialize)]
pub struct Outcome {
    /// What was measured.
    pub rows: Vec<Row>,
    /// Subjects left out, each with the reason.
    pub refused: Vec<(String, String)>,
}

/// Prints an outcome for the process that waits for it.
pub fn print(outcome: &Outcome) -> Result<(), String> {
    let text = serde_json::to_string(outcome).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}

/// Runs a case in a new process.
pub fn run(
    suite: &str,
    name: &str,
    options: &Options,
    per_case: Duration,
) -> Result<Outcome, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg(suite).args(["--case", name]);
    command
        .arg("--budget-ms")
        .arg(per_case.as_millis().to_string());
    if options.quick {
        command.arg("--quick");
    }
    if !options.peers.is_empty() {
        command.arg("--peers").arg(options.peers.join(","));
    }
    // Freed memory is kept: given back while another subject has its turn, it would cost those that
    // allocate anew a page fault a page, which they do not pay when they run by themselves.
    command.env("MIMALLOC_PURGE_DELAY", "-1");
    let run = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    if !run.status.success() {
        return Err(format!("{name}: its process ended with {}", run.status));
    }
    serde_json::from_slice(&run.stdout).map_err(|error| format!("{name}: {error}"))
}
