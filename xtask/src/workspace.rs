//! The packages of the checkout, read from their manifests.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

pub use crate::checkout::{in_ci, root, target_dir};
use crate::cmd::Cmd;
use crate::crates;

/// One package of `crates/`.
pub struct Package {
    /// The name of the package and of its folder.
    pub name: String,
    /// Its manifest.
    pub manifest: toml::Table,
    /// Whether it is published on crates.io.
    pub published: bool,
    /// Whether it has a library (else only binaries).
    pub library: bool,
}

/// Returns the packages of `crates/`, by name.
pub fn packages() -> Result<Vec<Package>> {
    let crates = root().join("crates");
    let mut packages = Vec::new();
    for entry in
        std::fs::read_dir(&crates).with_context(|| format!("cannot list {}", crates.display()))?
    {
        let dir = entry?.path();
        let path = dir.join("Cargo.toml");
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let manifest: toml::Table = text
            .parse()
            .with_context(|| format!("cannot read {}", path.display()))?;
        let package = manifest
            .get("package")
            .and_then(toml::Value::as_table)
            .context("no [package]")?;
        packages.push(Package {
            name: package
                .get("name")
                .and_then(toml::Value::as_str)
                .context("no package.name")?
                .to_owned(),
            published: is_published(package),
            library: dir.join("src/lib.rs").is_file(),
            manifest,
        });
    }
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

/// One package of the workspace: the crates, the benchmarks, the suites, these commands.
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its folder, from the root of the checkout, with a slash at the end.
    pub folder: String,
    /// The packages that it uses, including those for its tests and its build. The facade does not
    /// count for the crates below it, whose examples use it: a change of any crate would concern
    /// all of them.
    uses: Vec<String>,
}

/// Returns the packages of the workspace, as cargo lists them.
pub fn members() -> Result<Vec<Member>> {
    let printed = Cmd::cargo("metadata --no-deps --offline --format-version 1").read();
    let printed = printed.context("`cargo metadata` failed")?;
    let metadata: Value = serde_json::from_str(&printed)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let below = crates::used_by("varvel");
    let member = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        let folder = manifest.parent()?.strip_prefix(root()).ok()?;
        let name = text(&package["name"])?;
        let uses = package["dependencies"].as_array()?.iter();
        let for_examples = |one: &Value| {
            one["kind"] == "dev" && one["name"] == "varvel" && below.contains(&name.as_str())
        };
        let uses = uses.filter(|one| !for_examples(one));
        Some(Member {
            uses: uses.filter_map(|one| text(&one["name"])).collect(),
            name,
            folder: format!("{}/", folder.to_str()?),
        })
    };
    let packages = metadata["packages"].as_array();
    let members = packages.and_then(|packages| packages.iter().map(member).collect());
    members.context("`cargo metadata` does not list packages")
}

/// Returns the names of the chosen packages and of all that use them, including in tests.
pub fn with_dependents(members: &[Member], chosen: impl Fn(&Member) -> bool) -> Vec<String> {
    let mut found: Vec<&Member> = members.iter().filter(|one| chosen(one)).collect();
    let mut next = 0;
    while let Some(used) = found.get(next).map(|one| &one.name) {
        for one in members.iter().filter(|one| one.uses.contains(used)) {
            if !found.iter().any(|other| other.name == one.name) {
                found.push(one);
            }
        }
        next += 1;
    }
    found.into_iter().map(|one| one.name.clone()).collect()
}

/// Returns whether a `[package]` table allows publishing.
pub fn is_published(package: &toml::Table) -> bool {
    package.get("publish").and_then(toml::Value::as_bool) != Some(false)
}

/// Returns `-p NAME` for each package that is published on crates.io.
pub fn published_arguments() -> Result<Vec<String>> {
    let published = packages()?.into_iter().filter(|package| package.published);
    Ok(published
        .flat_map(|package| ["-p".to_owned(), package.name])
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facade_is_found_and_published() {
        let packages = packages().unwrap();
        let facade = packages
            .iter()
            .find(|package| package.name == "varvel")
            .unwrap();
        assert!(facade.published && facade.library);
    }

    #[test]
    fn publish_false_is_seen() {
        let package: toml::Table = "name = \"bench\"\npublish = false".parse().unwrap();
        assert!(!is_published(&package));
    }
}
