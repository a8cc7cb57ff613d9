//! `cargo xtask python`: builds wheels of the package `varvel` into an emptied `target/wheels`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cmd::Cmd;
use crate::python::{BINDING, WHEEL};
use crate::workspace::{root, target_dir};

/// The interpreters that wheels are made for, by their second number.
const VERSIONS: std::ops::RangeInclusive<u32> = 10..=14;

/// The wheels to build.
#[derive(clap::Args)]
pub struct Args {
    /// Build a wheel for each interpreter from 3.10 on that is found, and the one for all of them.
    #[arg(long)]
    all: bool,
    /// Build the one wheel for all versions from 3.10 on. It is slower than one for a version.
    #[arg(long, conflicts_with = "all")]
    abi3: bool,
    /// The profile to build with; `dev` builds fastest.
    #[arg(long, default_value = "release")]
    profile: String,
}

/// Runs `cargo xtask python`.
pub fn run(args: &Args) -> Result<()> {
    let python = WHEEL.program()?;
    let wheels = target_dir().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("{}", wheels.display()))?;
    }
    if !args.abi3 {
        let others = if args.all {
            interpreters()
        } else {
            vec![python.clone()]
        };
        for interpreter in others {
            build(&python, &interpreter, &[], &args.profile, &wheels)?;
        }
    }
    if args.all || args.abi3 {
        let features = ["--features", "abi3"];
        build(&python, &python, &features, &args.profile, &wheels)?;
    }
    Ok(())
}

/// Builds a wheel for one interpreter or, with `abi3`, for all versions from 3.10 on. Returns its
/// path.
pub fn release(interpreter: &Path, abi3: bool) -> Result<PathBuf> {
    let (features, name): (&[&str], _) = match abi3 {
        true => (&["--features", "abi3"], "abi3"),
        false => (&[], "one"),
    };
    let folder = target_dir().join("python/wheels").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    }
    build(&WHEEL.program()?, interpreter, features, "release", &folder)?;
    let wheel = fs::read_dir(&folder)?
        .next()
        .context("no wheel was built")?;
    Ok(wheel?.path())
}

fn build(
    python: &Path,
    interpreter: &Path,
    features: &[&str],
    profile: &str,
    wheels: &Path,
) -> Result<()> {
    Cmd::new(&python.to_string_lossy())
        .args(["-m", "maturin", "build", "--locked"])
        .args(["--profile", profile])
        .args(features.iter().copied())
        .args(["--manifest-path".to_owned(), manifest()])
        .args(["--interpreter".into(), interpreter.to_string_lossy()])
        .args(["--target-dir".to_owned(), build_dir()])
        .args(["--out".into(), wheels.to_string_lossy()])
        .run()
}

fn manifest() -> String {
    let manifest = root().join(BINDING.folder).join("Cargo.toml");
    manifest.to_string_lossy().into_owned()
}

/// Returns the folder that the package is built in. It is a workspace of its own, and its crates
/// would otherwise displace those of the main one.
fn build_dir() -> String {
    let folder = target_dir().join("python").join("build");
    folder.to_string_lossy().into_owned()
}

/// Returns one interpreter of each version that is on the PATH or that pyenv has.
fn interpreters() -> Vec<PathBuf> {
    let pyenv = Cmd::new("pyenv root").read();
    let versions = pyenv.map(|home| PathBuf::from(home.trim()).join("versions"));
    let installed = versions.and_then(|folder| fs::read_dir(folder).ok());
    let mut installed: Vec<_> = installed
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    installed.sort();
    let found = VERSIONS.filter_map(|version| {
        let name = format!("python3.{version}");
        let on_path = Cmd::new(&format!("{name} --version")).read();
        let of_pyenv = installed
            .iter()
            .rev()
            .map(|home| home.join("bin").join(&name));
        match on_path {
            Some(_) => Some(PathBuf::from(name)),
            None => of_pyenv.into_iter().find(|python| python.exists()),
        }
    });
    found.collect()
}
