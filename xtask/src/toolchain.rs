//! The toolchains and tools beside the stable one, and the installation of missing ones.

use anyhow::{Context, Result};

use crate::cmd::Cmd;

/// The oldest compiler that builds the published crates; `rust-version` has the same number.
pub const MSRV: &str = "1.89.0";

/// The pinned nightly, for tools that need one: Miri, fuzzing, sanitizers.
pub const NIGHTLY: &str = "nightly-2026-05-20";

/// Installs `toolchain` with `components` if it is missing.
pub fn ensure(toolchain: &str, components: &[&str]) -> Result<()> {
    let there = Cmd::new("rustup component list --installed --toolchain")
        .arg(toolchain)
        .read();
    let has = |component: &&str| {
        there
            .as_ref()
            .is_some_and(|list| list.lines().any(|line| line.starts_with(*component)))
    };
    if there.is_some() && components.iter().all(has) {
        return Ok(());
    }
    let mut install = Cmd::new("rustup toolchain install")
        .arg(toolchain)
        .args(["--profile", "minimal"]);
    if !components.is_empty() {
        install = install.arg("--component").arg(components.join(","));
    }
    install.run().with_context(|| {
        format!("toolchain {toolchain} is missing and could not be installed; this step needs it")
    })
}

/// Installs the standard library of `target` for the toolchain in use.
pub fn ensure_target(target: &str) -> Result<()> {
    let there = Cmd::new("rustup target list --installed")
        .read()
        .unwrap_or_default();
    if there.lines().any(|line| line == target) {
        return Ok(());
    }
    Cmd::new("rustup target add")
        .arg(target)
        .run()
        .with_context(|| {
            format!("target {target} is missing and could not be installed; this step needs it")
        })
}

/// Installs a subcommand of cargo, with the toolchain in use and with a profile: `dev` for one that
/// only starts other programs, since optimising it takes longer than running it.
pub fn ensure_subcommand(name: &str, profile: &str) -> Result<()> {
    if Cmd::cargo(name).arg("--version").read().is_some() {
        return Ok(());
    }
    Cmd::cargo("install --locked --profile")
        .arg(profile)
        .arg(format!("cargo-{name}"))
        .run()
        .with_context(|| format!("cargo-{name} is missing and could not be installed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifests_state_the_same_msrv() {
        let manifest =
            std::fs::read_to_string(crate::workspace::root().join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let stated = manifest["workspace"]["package"]["rust-version"]
            .as_str()
            .unwrap();
        assert!(
            MSRV == stated || MSRV.strip_suffix(".0") == Some(stated),
            "{MSRV} against {stated}"
        );
    }
}
