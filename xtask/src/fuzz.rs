//! `cargo xtask fuzz`: runs the targets of `fuzz/`, starting from their kept corpus.
//!
//! `fuzz/corpus/TARGET` is kept in the repository. What a run finds grows in the target directory, and is
//! reduced there to what each input alone covers. `--keep` adds to the kept corpus the short ones that cover
//! what it does not.

use anyhow::{Context, Result, bail};

use crate::changes::Changes;
use crate::cmd::{Cmd, two_at_a_time};
use crate::crates::CRATES;
use crate::steps::part;
use crate::toolchain::{self, NIGHTLY};
use crate::workspace::{root, target_dir};

/// What to fuzz and how long.
#[derive(clap::Args)]
pub struct Args {
    /// The target; all of them, one after the other, if not given.
    target: Option<String>,
    /// Minutes in all, shared out among the targets.
    #[arg(long, default_value_t = 10)]
    minutes: u32,
    /// Add to the kept corpus what it does not cover yet.
    #[arg(long)]
    keep: bool,
}

/// The longest input that is added to the kept corpus, in bytes.
const KEPT: u32 = 256;

/// Runs what the arguments name, and reduces what was found.
pub fn run(args: &Args) -> Result<()> {
    let all = targets()?;
    let chosen = match &args.target {
        None => all,
        Some(target) if all.contains(target) => vec![target.clone()],
        Some(target) => bail!("no fuzz target `{target}`; there are: {}", all.join(", ")),
    };
    prepare()?;
    let seconds = 60 * args.minutes / chosen.len() as u32;
    for target in &chosen {
        timed(target, seconds.max(1))?.run()?;
        reduce(target)?;
        if args.keep {
            keep(target)?;
        }
    }
    Ok(())
}

/// Where CI's dice begin. They are the same in each run: a commit is judged by what it changes, and what it is refused
/// for comes up again. New ground is broken by [`run`].
const CI_SEED: u32 = 1;

/// Runs the targets that are due for `seconds` each, as CI does: built together, and two at a time, since a fuzzer uses
/// one core. What they find on the way is not printed.
pub fn due(changes: &Changes, seconds: u32) -> Result<()> {
    let all = targets()?;
    let count = all.len();
    let due = changes.due(all, |target| touched(changes, target));
    println!("{} of {count} targets are due", due.len());
    prepare()?;
    // A few are built while others run.
    if 2 * due.len() > count {
        part("fuzz: build all", || {
            Cmd::cargo_of(NIGHTLY, "fuzz build").run()
        })?;
    }
    two_at_a_time(due, |target| {
        let cmd = timed(&target, seconds)?;
        let cmd = cmd.args([format!("-seed={CI_SEED}"), "-verbosity=0".to_owned()]);
        part(format!("fuzz {target}"), || cmd.run())
    })
}

/// Whether a change touches a target, or a crate that it tries, or what that uses.
fn touched(changes: &Changes, target: &str) -> bool {
    let kept = format!("{}/", kept(target));
    let source = format!("fuzz/fuzz_targets/{target}.rs");
    let mut tried = CRATES.iter().filter(|one| one.fuzzed.contains(&target));
    changes.below(&["fuzz/Cargo", "fuzz/src/", &kept, &source])
        || tried.any(|one| changes.touches(one.name, |_| true))
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
    toolchain::ensure_subcommand("fuzz")
}

/// Where the repository keeps inputs of `target`, from the root of the checkout.
fn kept(target: &str) -> String {
    format!("fuzz/corpus/{target}")
}

/// Where what is found for `target` grows.
fn found(target: &str) -> Result<String> {
    let found = target_dir().join("fuzz-corpus").join(target);
    std::fs::create_dir_all(&found)
        .with_context(|| format!("cannot create {}", found.display()))?;
    Ok(found.to_string_lossy().into_owned())
}

/// A run of `target` for so many seconds.
fn timed(target: &str, seconds: u32) -> Result<Cmd> {
    // libFuzzer writes what it finds into the first folder and only reads the others.
    let mut cmd = Cmd::cargo_of(NIGHTLY, "fuzz run").args([target, &found(target)?]);
    if root().join(kept(target)).is_dir() {
        cmd = cmd.arg(kept(target));
    }
    // An input that takes 10 s breaks the promise of linear time; it is a finding like a crash.
    Ok(cmd
        .arg("--")
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-print_final_stats=1"]))
}

/// Leaves of what was found the fewest inputs that cover the same.
fn reduce(target: &str) -> Result<()> {
    Cmd::cargo_of(NIGHTLY, "fuzz cmin")
        .args([target, &found(target)?])
        .run()
}

/// Adds what covers more than the kept corpus does.
fn keep(target: &str) -> Result<()> {
    let kept = kept(target);
    std::fs::create_dir_all(root().join(&kept)).with_context(|| format!("cannot create {kept}"))?;
    Cmd::cargo_of(NIGHTLY, "fuzz run")
        .args([target, &kept, &found(target)?])
        .args(["--", "-set_cover_merge=1", "-use_counters=0"])
        .arg(format!("-max_len={KEPT}"))
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_is_tried_for_a_crate_and_the_other_way_round() {
        let targets = targets().unwrap();
        let tried: Vec<&str> = CRATES.iter().flat_map(|one| one.fuzzed).copied().collect();
        for target in &targets {
            assert!(tried.contains(&target.as_str()), "no crate names {target}");
        }
        for target in tried {
            assert!(
                targets.iter().any(|one| one == target),
                "no target {target}"
            );
        }
    }

    #[test]
    fn the_manifest_lists_the_targets() {
        let manifest =
            "[package]\nname = \"fuzz\"\n[[bin]]\nname = \"json\"\n[[bin]]\nname = \"frozen\"";
        assert_eq!(binaries(&manifest.parse().unwrap()), ["json", "frozen"]);
    }
}
