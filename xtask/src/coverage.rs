//! `cargo xtask coverage`: how many of the branches in what reads foreign bytes the tests take.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cmd::Cmd;
use crate::toolchain::{self, NIGHTLY};
use crate::workspace::{root, target_dir};

/// What is looked at: the sources of validators and readers.
const ROOMS: &[&str] = &[
    "crates/varvel-frozen/src/validate/",
    "crates/varvel-frozen/src/stream/",
    "crates/varvel-json/src/read/",
    "crates/varvel-msgpack/src/read/",
];

/// The crates whose tests are run.
const TESTED: &str = "-p varvel-frozen -p varvel-json -p varvel-msgpack -p conformance";

/// How many of the branches of each room have to be taken, in percent.
const LEAST: f64 = 95.0;

/// Runs the tests and reports.
pub fn run() -> Result<()> {
    toolchain::ensure(NIGHTLY, &["llvm-tools"])?;
    toolchain::ensure_subcommand("llvm-cov")?;
    let file = target_dir().join("coverage.json");
    Cmd::cargo_of(NIGHTLY, "llvm-cov --branch --tests --json --summary-only")
        .args(TESTED.split(' '))
        .arg("--output-path")
        .arg(file.to_string_lossy())
        .run()?;
    let text = std::fs::read_to_string(&file).context("the report of cargo-llvm-cov")?;
    let report: Value = serde_json::from_str(&text)?;
    let files = report["data"][0]["files"].as_array();
    let files = files.context("a report with files")?;
    let mut short = Vec::new();
    for room in ROOMS {
        let (mut taken, mut all) = (0, 0);
        for (name, branches) in files.iter().filter_map(branches) {
            if name.starts_with(room) {
                println!("{:>4} of {:>4}   {name}", branches.0, branches.1);
                taken += branches.0;
                all += branches.1;
            }
        }
        let percent = 100.0 * taken as f64 / all.max(1) as f64;
        println!("{taken:>4} of {all:>4}   {room}: {percent:.1} % of the branches");
        if percent < LEAST {
            short.push(*room);
        }
    }
    if !short.is_empty() {
        bail!(
            "less than {LEAST} % of the branches are taken in {}",
            short.join(", ")
        );
    }
    Ok(())
}

/// The path of a file in the report, from the root of the checkout; its branches that were taken, and all.
fn branches(file: &Value) -> Option<(&str, (u64, u64))> {
    let name = file["filename"].as_str()?;
    let name = name.strip_prefix(root().to_str()?)?.trim_start_matches('/');
    let branches = &file["summary"]["branches"];
    Some((
        name,
        (branches["covered"].as_u64()?, branches["count"].as_u64()?),
    ))
}
