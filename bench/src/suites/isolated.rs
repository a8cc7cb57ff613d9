//! Runs a case in a process of its own.
//!
//! In one process, each case would find the heap in the state that earlier cases left: trees
//! scattered over recycled pages took up to three times as long to walk. A peer that crashes takes
//! only its case along.

use std::env;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Options;
use crate::results::Row;

/// The output of a case's process.
#[derive(Deserialize, Serialize)]
pub struct Outcome {
    /// The measurements.
    pub rows: Vec<Row>,
    /// The subjects that were left out, each with the reason.
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
    // Freed memory is kept. If it were returned while another subject has its turn, subjects that
    // allocate would pay a page fault for each page, which they do not pay when they run alone.
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
