//! `cpp`: libdart's and DataConfig's suites through the C++ headers. A program in C++ measures
//! them, `bindings/cpp/bench`, since C++ is what they are about; `cargo xtask bench cpp` builds it,
//! and passes its path in `VARVEL_BENCH_CPP`.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;
use serde::Deserialize;

use super::external;
use crate::corpus;
use crate::machine::Machine;
use crate::results::{self, Row};

/// The options of this suite.
#[derive(Args)]
pub struct Options {
    /// Fewer and shorter rounds: half a minute.
    #[arg(long)]
    quick: bool,
    /// Only cases whose `SUITE/NAME` contains this.
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Write the rows to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The output of the program.
#[derive(Deserialize)]
struct Outcome {
    missing: Vec<String>,
    rows: Vec<Row>,
}

/// Runs the program, which prints its figures, and keeps them.
pub fn run(options: &Options) -> Result<(), String> {
    let program = env::var_os("VARVEL_BENCH_CPP")
        .ok_or("the program in C++ is built by `cargo xtask bench cpp`")?;
    let output = external::built("cpp-rows")?.join("rows.json");
    let mut command = Command::new(program);
    command
        .arg(corpus::json_folder())
        .arg("--json")
        .arg(&output);
    if options.quick {
        command.arg("--quick");
    }
    if let Some(only) = &options.only {
        command.args(["--only", only]);
    }
    external::run(&mut command, "what `cargo xtask bench cpp` builds is")?;
    let text = fs::read(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let outcome: Outcome =
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", output.display()))?;
    let machine = Machine {
        allocator: "the system's, for all".to_owned(),
        missing: outcome.missing,
        ..Machine::this()
    };
    match &options.json {
        Some(file) => results::write(file, &outcome.rows, &machine),
        None => Ok(()),
    }
}
