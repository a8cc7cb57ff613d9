//! `cargo xtask fuzz`: runs the targets of `fuzz/`, starting from their kept corpus.
//!
//! All targets are one program, and `VARVEL_FUZZ` says which one runs. As programs of their own,
//! each would be compiled with its own copies of all readers and writers, which took longer than
//! fuzzing.
//!
//! `fuzz/corpus/TARGET` is kept in the repository. A run collects its findings in the target
//! directory, and reduces them to the inputs that cover something of their own. `--keep` adds short
//! ones to the kept corpus if they cover something new.

use anyhow::{Context, Result, bail};

use crate::changes::Changes;
use crate::cmd::{Cmd, two_at_a_time};
use crate::crates::CRATES;
use crate::steps::part;
use crate::toolchain::{self, NIGHTLY};
use crate::workspace::{root, target_dir};

/// The targets to fuzz, and the time.
#[derive(clap::Args)]
pub struct Args {
    /// The target; all of them, one after the other, if not given.
    target: Option<String>,
    /// Minutes in all, shared out among the targets.
    #[arg(long, default_value_t = 10)]
    minutes: u32,
    /// Add inputs to the kept corpus that cover something new.
    #[arg(long)]
    keep: bool,
}

/// The program with all targets.
const PROGRAM: &str = "targets";

/// The longest input that is added to the kept corpus, in bytes.
const KEPT: u32 = 256;

/// Runs the targets that the arguments name, and reduces the findings.
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
        timed(target, seconds.max(1), LONGEST)?.run()?;
        reduce(target)?;
        if args.keep {
            keep(target)?;
        }
    }
    Ok(())
}

/// The seed in CI. It is the same in each run: a commit is judged by its changes, and a failure can
/// be repeated. [`run`] explores with other seeds.
const CI_SEED: u32 = 1;

/// How many seconds one input may take: longer breaks the promise of linear time, and is a finding
/// like a crash. The clock counts what else runs, so that CI waits longer.
const LONGEST: u32 = 10;
const LONGEST_IN_CI: u32 = 60;

/// All targets have their turn once in this many runs. To build them takes as long as to fuzz them,
/// and seconds of fuzzing find little that the kept corpus does not.
const EACH: usize = 4;

/// Runs the targets that are due for `seconds` each, as CI does: two at a time, since a fuzzer uses
/// one core. Their progress is not printed. Lints are checked in each run, so a target that no
/// longer compiles is found at once.
pub fn due(changes: &Changes, seconds: u32) -> Result<()> {
    let mut due = targets()?;
    let count = due.len();
    if !changes.turn.is_multiple_of(EACH) {
        // Where one target is new, all are built, and those run that try what else changed.
        let any = due.iter().any(|target| touched(changes, target));
        due.retain(|target| any && (touched(changes, target) || tries(changes, target)));
    }
    println!("{} of {count} targets are due", due.len());
    if due.is_empty() {
        return Ok(());
    }
    part("fuzz: tools", prepare)?;
    part("fuzz: build", || fuzz("build").run())?;
    two_at_a_time(due, |target| {
        let cmd = timed(&target, seconds, LONGEST_IN_CI)?;
        let cmd = cmd.args([format!("-seed={CI_SEED}"), "-verbosity=0".to_owned()]);
        part(format!("fuzz {target}"), || cmd.run())
    })
}

/// Returns whether a change touches the target itself.
fn touched(changes: &Changes, target: &str) -> bool {
    let kept = format!("{}/", kept(target));
    let source = format!("{TARGETS}/{target}.rs");
    changes.below(&["fuzz/Cargo.toml", "fuzz/src/main.rs", &kept, &source])
}

/// Returns whether the target tries a crate that changed, or that uses one.
fn tries(changes: &Changes, target: &str) -> bool {
    let mut tried = CRATES.iter().filter(|one| one.fuzzed.contains(&target));
    tried.any(|one| changes.touches(one.name, |_| true))
}

/// The manifest of the targets: a workspace of its own, since they need a nightly compiler.
pub const MANIFEST: &str = "fuzz/Cargo.toml";

/// Returns whether the checkout has fuzz targets.
pub fn exists() -> bool {
    root().join(MANIFEST).is_file()
}

/// The folder that has a file for each target.
const TARGETS: &str = "fuzz/src/targets";

/// Returns the targets, in the order of their names.
fn targets() -> Result<Vec<String>> {
    let folder = root().join(TARGETS);
    let files = std::fs::read_dir(&folder);
    let files = files.with_context(|| format!("cannot read {}", folder.display()))?;
    let mut targets = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|it| it == "rs") {
            let name = path.file_stem().and_then(|name| name.to_str());
            targets.push(name.context("a file name in UTF-8")?.to_owned());
        }
    }
    targets.sort_unstable();
    Ok(targets)
}

/// Installs the nightly compiler and cargo-fuzz.
fn prepare() -> Result<()> {
    toolchain::ensure(NIGHTLY, &[])?;
    toolchain::ensure_subcommand("fuzz", "dev")
}

/// Returns the folder of the repository with inputs of `target`, from the root of the checkout.
fn kept(target: &str) -> String {
    format!("fuzz/corpus/{target}")
}

/// Returns the folder in which the findings of `target` grow.
fn found(target: &str) -> Result<String> {
    let found = target_dir().join("fuzz-corpus").join(target);
    std::fs::create_dir_all(&found)
        .with_context(|| format!("cannot create {}", found.display()))?;
    Ok(found.to_string_lossy().into_owned())
}

/// Returns a subcommand of `cargo fuzz` for the program. It is built in several units: in one,
/// which is the default, one core would work on it alone.
fn fuzz(subcommand: &str) -> Cmd {
    Cmd::cargo_of(NIGHTLY, "fuzz").args([subcommand, "--codegen-units", "8", PROGRAM])
}

/// Returns a subcommand of `cargo fuzz` for one target.
fn of(target: &str, subcommand: &str) -> Cmd {
    fuzz(subcommand).env("VARVEL_FUZZ", target)
}

/// Returns a run of `target` for this many seconds, in which an input takes at most `longest`.
fn timed(target: &str, seconds: u32, longest: u32) -> Result<Cmd> {
    // libFuzzer writes its findings into the first folder and only reads the others.
    let mut cmd = of(target, "run").arg(found(target)?);
    if root().join(kept(target)).is_dir() {
        cmd = cmd.arg(kept(target));
    }
    let failures = format!("fuzz/artifacts/{target}/");
    std::fs::create_dir_all(root().join(&failures))
        .with_context(|| format!("cannot create {failures}"))?;
    Ok(cmd
        .arg("--")
        .arg(format!("-artifact_prefix={failures}"))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={longest}"))
        .arg("-print_final_stats=1"))
}

/// Reduces the findings to the fewest inputs that cover the same code.
fn reduce(target: &str) -> Result<()> {
    of(target, "cmin").arg(found(target)?).run()
}

/// Adds inputs that cover more than the kept corpus.
fn keep(target: &str) -> Result<()> {
    let kept = kept(target);
    std::fs::create_dir_all(root().join(&kept)).with_context(|| format!("cannot create {kept}"))?;
    of(target, "run")
        .args([kept, found(target)?])
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
    fn the_program_has_each_target() {
        let program = std::fs::read_to_string(root().join("fuzz/src/lib.rs")).unwrap();
        for target in targets().unwrap() {
            let listed = program.lines().any(|line| line.trim() == target);
            assert!(listed, "fuzz/src/lib.rs does not list {target}");
        }
    }
}
