//! `cargo xtask ci`: every check, as steps that can also be run alone.
//!
//! Checks that take minutes run by what changed and in turn (see `changes`).

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::Result;

use crate::changes::Changes;
use crate::cmd::Cmd;
use crate::crates;
use crate::steps::{self, Choice, Step};
use crate::workspace::{in_ci, published_arguments, root};
use crate::{coverage, deny, features, fresh, fuzz, miri, slope, test, tidy, toolchain, tools};

/// The targets for which `no_std` crates are built: one without any standard library, so that none
/// of it can slip in, and that of browsers.
const NO_STD_TARGETS: &[&str] = &["thumbv7em-none-eabihf", "wasm32-unknown-unknown"];

/// A target whose pointers have 32 bits and whose programs run here.
const NARROW_TARGET: &str = "i686-unknown-linux-gnu";

/// How long CI fuzzes each target: enough to notice a target that no longer builds or fails at
/// once.
const FUZZ_SECONDS: u32 = 12;

/// A check that takes minutes as a whole: it runs if a file that it depends on changed, and once in
/// all turns.
struct Rare {
    name: &'static str,
    title: &'static str,
    turn: usize,
    /// The paths that it depends on, from the root of the checkout.
    paths: fn() -> Vec<&'static str>,
    action: fn() -> Result<()>,
}

const RARE: &[Rare] = &[
    Rare {
        name: "compile_errors",
        title: "the compiler says of wrong attributes what it said",
        turn: 1,
        paths: || {
            vec![
                "crates/varvel-derive/",
                "crates/varvel/tests/compile_errors/",
            ]
        },
        action: test::compile_errors,
    },
    Rare {
        name: "coverage",
        title: "tests take the branches of what reads foreign bytes",
        turn: 3,
        // The code that is counted changes with most commits, and counting takes as long as all
        // tests.
        paths: || vec!["xtask/src/coverage.rs"],
        action: coverage::run,
    },
    Rare {
        name: "deny",
        title: "licences and sources of dependencies are those that deny.toml allows, and none is there twice",
        turn: 5,
        paths: || deny::PATHS.to_vec(),
        action: deny::run,
    },
    Rare {
        name: "bench",
        title: "the tests of the benchmarks pass",
        turn: 6,
        paths: || vec!["bench/", "docs/benchmarks/"],
        action: || Cmd::cargo("test -p bench").run(),
    },
];

impl Rare {
    fn step(&'static self, changes: &Changes) -> Step {
        let due = changes.turn == self.turn || changes.below(&(self.paths)());
        Step::new(self.name, self.title, move || match due {
            true => (self.action)(),
            false => {
                println!("not touched, and not its turn");
                Ok(())
            }
        })
    }
}

/// The checks to run.
#[derive(clap::Args)]
pub struct Args {
    /// Check everything, whatever changed and whoever's turn it is.
    #[arg(long)]
    all: bool,
    /// The commit that the change is compared with; the merge base by default.
    #[arg(long, value_name = "REV", conflicts_with = "all")]
    since: Option<String>,
    #[command(flatten)]
    choice: Choice,
}

/// Runs the chosen steps.
pub fn run(args: &Args) -> Result<()> {
    let changes = match args.all {
        true => Changes::everything(),
        false => Changes::since(args.since.as_deref())?,
    };
    println!("{}", changes.describe());
    let all = args.all;
    let changes = Rc::new(changes);
    // A step for each check that goes by what changed.
    let by_change = |name: &str, title: &str, check: fn(&Changes) -> Result<()>| {
        let changes = Rc::clone(&changes);
        Step::new(name, title, move || check(&changes))
    };
    let mut steps = vec![
        Step::new("fmt", "the sources are formatted", fmt),
        Step::new("clippy", "no lint is violated", clippy),
        Step::new("doc", "the documentation builds without warnings", doc),
        Step::new("tidy", "the project's own rules hold", tidy::run),
        Step::new("test", "all that `cargo xtask test` runs", move || {
            test::run(&test::Args::everything(all))
        }),
        by_change(
            "features",
            "each crate builds alone, with several combinations of its features",
            features::check,
        ),
        Step::new(
            "msrv",
            "the published crates build with the oldest compiler promised",
            msrv,
        ),
        Step::new(
            "no_std",
            "the core crates build for targets without std",
            no_std,
        ),
        by_change(
            "narrow",
            "the tests of the core crates pass where pointers have 32 bits",
            narrow,
        ),
        by_change(
            "package",
            "each published crate can be packaged and built from its package",
            package_in_turn,
        ),
        by_change(
            "slope",
            "time grows no faster than hostile input does",
            slope::run,
        ),
        by_change(
            "miri",
            "Miri sees no undefined behaviour, nor a data race between threads that share values",
            miri::run,
        ),
        by_change("fuzz", "fuzz targets survive a short run", |changes| {
            fuzz::due(changes, FUZZ_SECONDS)
        }),
        by_change(
            "fresh",
            "the commands of the pages are enough on a bare Debian",
            fresh::in_turn,
        ),
    ];
    steps.extend(RARE.iter().map(|one| one.step(&changes)));
    steps::run("ci", steps, &args.choice)
}

fn fmt() -> Result<()> {
    Cmd::cargo("fmt --all --check").run()?;
    if fuzz::exists() {
        Cmd::cargo("fmt --check --manifest-path")
            .arg(fuzz::MANIFEST)
            .run()?;
    }
    Ok(())
}

fn clippy() -> Result<()> {
    Cmd::cargo("clippy --workspace --all-targets --all-features -- -D warnings").run()?;
    if fuzz::exists() {
        Cmd::cargo("clippy --manifest-path")
            .arg(fuzz::MANIFEST)
            .args(["--", "-D", "warnings"])
            .run()?;
    }
    Ok(())
}

fn doc() -> Result<()> {
    Cmd::cargo("doc --workspace --no-deps --all-features --document-private-items")
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

fn msrv() -> Result<()> {
    toolchain::ensure(toolchain::MSRV, &[])?;
    Cmd::cargo_of(toolchain::MSRV, "check --all-features")
        .args(published_arguments()?)
        .run()
}

fn no_std() -> Result<()> {
    for target in NO_STD_TARGETS {
        toolchain::ensure_target(target)?;
        // Each crate is built alone: built together, one crate's features could hide a missing
        // feature of another.
        for name in crates::that(|one| one.no_std) {
            Cmd::cargo("check --quiet --no-default-features --target")
                .args([target, "-p", name])
                .run()?;
        }
    }
    Ok(())
}

fn narrow(changes: &Changes) -> Result<()> {
    // The facade only repeats the others.
    let all = crates::that(|one| one.no_std).filter(|name| *name != "varvel");
    let all: Vec<&'static str> = all.collect();
    let count = all.len();
    let due = changes.due_by_halves(all, |name| changes.touches(name, |_| true));
    println!("{} of {count} crates are due", due.len());
    if due.is_empty() {
        return Ok(());
    }
    toolchain::ensure_target(NARROW_TARGET)?;
    tools::GCC_32_BITS.require()?;
    let mut cmd = Cmd::cargo("test --tests --target").arg(NARROW_TARGET);
    for name in due {
        cmd = cmd.args(["-p", name]);
    }
    cmd.run()
}

/// The turn in which packages are made although no manifest changed.
const PACKAGE_TURN: usize = 2;

/// Packages what is published if a manifest changed or what is packed beside sources, and in turn.
fn package_in_turn(changes: &Changes) -> Result<()> {
    let packed = |file: &String| file.ends_with("Cargo.toml") || file.contains("LICENSE");
    let runtime = changes.below(&["bindings/c/flatbuffers/", "bindings/c/shared/"]);
    if changes.turn != PACKAGE_TURN && !runtime && !changes.files.iter().any(packed) {
        println!("no manifest was touched, and not its turn");
        return Ok(());
    }
    package()
}

fn package() -> Result<()> {
    let published = published_arguments()?;
    if forget_unpacked()? {
        // Otherwise cargo takes the old compiled crates for new.
        let clean = Cmd::cargo("clean").args(["--profile", "dev"]);
        clean.args(published.clone()).run()?;
    }
    let mut cmd = Cmd::cargo("package").args(published);
    if !in_ci() {
        // A developer's checkout has work in progress; CI's clone must be what was committed.
        cmd = cmd.arg("--allow-dirty");
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        anyhow::ensure!(root().join(licence).is_file(), "{licence} is missing");
    }
    cmd.run()
}

/// Removes the sources of these crates that Cargo has unpacked for an earlier check. Cargo keeps
/// them by path and version, and would build a changed crate against its old neighbours. Returns
/// whether there were any.
fn forget_unpacked() -> Result<bool> {
    let home = match (std::env::var_os("CARGO_HOME"), std::env::home_dir()) {
        (Some(home), _) => PathBuf::from(home),
        (None, Some(home)) => home.join(".cargo"),
        (None, None) => return Ok(false),
    };
    let Ok(registries) = fs::read_dir(home.join("registry/src")) else {
        return Ok(false);
    };
    let mut any = false;
    for registry in registries {
        let registry = registry?;
        // The folder of a registry without a host, which is a folder of packages, begins so.
        if !registry.file_name().to_string_lossy().starts_with('-') {
            continue;
        }
        for unpacked in fs::read_dir(registry.path())? {
            let unpacked = unpacked?;
            if unpacked.file_name().to_string_lossy().starts_with("varvel") {
                fs::remove_dir_all(unpacked.path())?;
                any = true;
            }
        }
    }
    Ok(any)
}
