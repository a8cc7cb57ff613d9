//! `cargo xtask mutants`: changes the frozen validator in small ways, one after the other, and
//! checks that the tests notice.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cmd::Cmd;
use crate::toolchain;
use crate::workspace::target_dir;

/// The share of changes that must be noticed, in percent.
const LEAST: f64 = 95.0;

/// Runs the tests on each change, two at a time: some seconds each, half an hour for all. `shard`
/// is `K/N`: each Nth change, from the Kth on, from 0.
///
/// `.cargo/mutants.toml` has the code that is changed, the tests, and the exceptions.
pub fn run(shard: Option<&str>) -> Result<()> {
    toolchain::ensure_subcommand("mutants", "release")?;
    // The results of each part are kept.
    let part = shard.unwrap_or("all").replace('/', "-of-");
    let out = target_dir().join("mutants").join(part);
    std::fs::create_dir_all(&out)?;
    let mut cmd =
        Cmd::cargo("mutants --package varvel-frozen --jobs 2 --sharding round-robin --output")
            .arg(out.to_string_lossy())
            // The target folder is inside the copy that is changed, wherever this program builds.
            .env("CARGO_TARGET_DIR", "target");
    if let Some(shard) = shard {
        cmd = cmd.args(["--shard", shard]);
    }
    // Missed changes give an exit code, too, but only their number counts.
    let outcome = cmd.run();
    let file = out.join("mutants.out/outcomes.json");
    let text = std::fs::read_to_string(&file).with_context(|| format!("no report, {outcome:?}"))?;
    let report: Value = serde_json::from_str(&text)?;
    let count = |name: &str| report[name].as_u64().unwrap_or(0);
    let caught = count("caught") + count("timeout");
    let all = caught + count("missed");
    let percent = 100.0 * caught as f64 / all.max(1) as f64;
    println!("{caught} of {all} changes were noticed: {percent:.1} %");
    if all == 0 || percent < LEAST {
        bail!("less than {LEAST} % of the changes were noticed");
    }
    Ok(())
}
