//! Checks the licences of dependencies, their duplicates and where they come from: `cargo deny` by
//! `deny.toml`.

use anyhow::Result;

use crate::cmd::Cmd;
use crate::{fuzz, toolchain};

/// The exceptions are of the workspace; `fuzz/` needs a few of them.
const ALL_MET: &[&str] = &["-D", "unmatched-skip", "-D", "unnecessary-skip"];
const SOME_MET: &[&str] = &["-A", "unmatched-skip", "-A", "unnecessary-skip"];

/// The files by which the result changes.
pub const PATHS: &[&str] = &[
    "Cargo.lock",
    "deny.toml",
    "fuzz/Cargo.lock",
    "xtask/src/deny.rs",
];

/// Checks the workspace and the fuzz targets.
pub fn run() -> Result<()> {
    // Built in a minute, where optimising it would take longer than all of its runs.
    toolchain::ensure_subcommand("deny", "dev")?;
    check("Cargo.toml", ALL_MET)?;
    match fuzz::exists() {
        true => check(fuzz::MANIFEST, SOME_MET),
        false => Ok(()),
    }
}

/// Checks what the lock file of one workspace names. The packages are fetched before, those of all
/// systems: the check itself asks no network.
fn check(manifest: &str, lints: &[&str]) -> Result<()> {
    let fetch = Cmd::cargo("fetch --locked --manifest-path").arg(manifest);
    fetch.run()?;
    Cmd::cargo("deny --offline --locked --workspace --config deny.toml --manifest-path")
        .arg(manifest)
        .arg("check")
        .args(lints.iter().copied())
        .args(["licenses", "bans", "sources"])
        .run()
}
