//! `cargo xtask fuzz`: runs the targets of `fuzz/`, starting from their kept corpus.
//!
//! `fuzz/corpus/TARGET` is kept in the repository and only read here; what a run finds grows in the
//! target directory. An input worth keeping is copied over by hand, with its reason in the commit.

use anyhow::{Context, Result, bail};

use crate::cmd::Cmd;
use crate::toolchain::{self, NIGHTLY};
use crate::workspace::{root, target_dir};

/// What to fuzz and how long.
#[derive(clap::Args)]
pub struct Args {
    /// The target; all of them, one after the other, if not given.
    target: Option<String>,
    /// Seconds for each target.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

/// Runs what the arguments name.
pub fn run(args: &Args) -> Result<()> {
    let Some(target) = &args.target else {
        return all(args.seconds);
    };
    let targets = targets()?;
    if !targets.contains(target) {
        bail!(
            "no fuzz target `{target}`; there are: {}",
            targets.join(", ")
        );
    }
    prepare()?;
    one(target, args.seconds)
}

/// Runs every target for `seconds`.
pub fn all(seconds: u32) -> Result<()> {
    let targets = targets()?;
    prepare()?;
    for target in &targets {
        one(target, seconds)?;
    }
    Ok(())
}

/// Whether the checkout has fuzz targets.
pub fn exists() -> bool {
    root().join("fuzz/Cargo.toml").is_file()
}

/// The targets, as the manifest lists them.
fn targets() -> Result<Vec<String>> {
    let path = root().join("fuzz/Cargo.toml");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let targets = binaries(&text.parse()?);
    if targets.is_empty() {
        bail!("{} lists no fuzz target", path.display());
    }
    Ok(targets)
}

/// The names of the `[[bin]]` tables.
fn binaries(manifest: &toml::Table) -> Vec<String> {
    let bins = manifest
        .get("bin")
        .and_then(toml::Value::as_array)
        .into_iter()
        .flatten();
    bins.filter_map(|bin| bin.get("name")?.as_str().map(str::to_owned))
        .collect()
}

/// Sees to the nightly compiler and to cargo-fuzz.
fn prepare() -> Result<()> {
    toolchain::ensure(NIGHTLY, &[])?;
    if Cmd::cargo_of(NIGHTLY, "fuzz --version").read().is_some() {
        return Ok(());
    }
    Cmd::cargo("install cargo-fuzz --locked")
        .run()
        .context("cargo-fuzz is missing and could not be installed")
}

fn one(target: &str, seconds: u32) -> Result<()> {
    let found = target_dir().join("fuzz-corpus").join(target);
    std::fs::create_dir_all(&found)
        .with_context(|| format!("cannot create {}", found.display()))?;
    // libFuzzer writes what it finds into the first folder and only reads the others.
    let mut cmd = Cmd::cargo_of(NIGHTLY, "fuzz run")
        .arg(target)
        .arg(found.to_string_lossy());
    let kept = format!("fuzz/corpus/{target}");
    if root().join(&kept).is_dir() {
        cmd = cmd.arg(kept);
    }
    // An input that takes 10 s breaks the promise of linear time; it is a finding like a crash.
    cmd.arg("--")
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-print_final_stats=1"])
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_lists_the_targets() {
        let manifest =
            "[package]\nname = \"fuzz\"\n[[bin]]\nname = \"json\"\n[[bin]]\nname = \"frozen\"";
        assert_eq!(binaries(&manifest.parse().unwrap()), ["json", "frozen"]);
    }
}
