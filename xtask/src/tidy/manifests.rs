//! The rules on manifests of packages.

use super::{Rule, Tree, Violation};
use crate::workspace::is_published;

const LINTS: Rule = Rule {
    name: "lints",
    why: "the workspace's lints (a proof beside each unsafe block, no unfinished places) hold only where they are \
          inherited",
    remedy: "add `[lints]` with `workspace = true`",
};

const PUBLISHED: Rule = Rule {
    name: "manifest",
    why: "crates of one release carry one version, licence and oldest compiler, and crates.io shows what they are for",
    remedy: "inherit it by `KEY.workspace = true`, write what is missing, link the licences by `ln -s`, or mark the package `publish = false`",
};

/// Keys that a published package inherits.
const INHERITED: &[&str] = &[
    "version",
    "edition",
    "rust-version",
    "license",
    "repository",
];

/// The other keys with which a published package describes itself.
const SAID: &[&str] = &["keywords", "categories"];

/// The files of a published package, so that a copy of it has them, too.
const FILES: &[&str] = &["LICENSE-MIT", "LICENSE-APACHE"];

/// Checks all manifests of packages; `fuzz` is a workspace of its own and inherits nothing.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.texts() {
        let Some(folder) = file.strip_suffix("Cargo.toml") else {
            continue;
        };
        let Ok(manifest) = text.parse::<toml::Table>() else {
            continue;
        };
        let Some(package) = manifest.get("package").and_then(toml::Value::as_table) else {
            continue;
        };
        if folder == "fuzz/" {
            continue;
        }
        if !manifest.get("lints").is_some_and(is_inherited) {
            found.push(Violation::new(
                &LINTS,
                file,
                1,
                "does not inherit the workspace's lints",
            ));
        }
        if !is_published(package) {
            continue;
        }
        for key in INHERITED {
            if !package.get(*key).is_some_and(is_inherited) {
                found.push(Violation::new(
                    &PUBLISHED,
                    file,
                    1,
                    format!("does not inherit `{key}`"),
                ));
            }
        }
        for key in SAID {
            let list = package.get(*key).and_then(toml::Value::as_array);
            if list.is_none_or(Vec::is_empty) {
                let what = format!("has no {key}");
                found.push(Violation::new(&PUBLISHED, file, 1, what));
            }
        }
        let there = |name: &str| tree.text(&format!("{folder}{name}")).is_some();
        let readme = package.contains_key("readme") || there("README.md");
        let missing = FILES.iter().copied().filter(|name| !there(name));
        for name in missing.chain((!readme).then_some("README.md")) {
            let what = format!("has no {name} beside it");
            found.push(Violation::new(&PUBLISHED, file, 1, what));
        }
        if package
            .get("description")
            .and_then(toml::Value::as_str)
            .is_none_or(str::is_empty)
        {
            found.push(Violation::new(&PUBLISHED, file, 1, "has no description"));
        }
    }
    found
}

fn is_inherited(value: &toml::Value) -> bool {
    value.get("workspace").and_then(toml::Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    const GOOD: &str = "[package]\nname = \"a\"\ndescription = \"A\"\nversion.workspace = true\n\
                        edition.workspace = true\nrust-version.workspace = true\nlicense.workspace = true\n\
                        repository.workspace = true\nkeywords = [\"a\"]\ncategories = [\"encoding\"]\n\
                        [lints]\nworkspace = true\n";

    /// Returns a published package with this manifest and all other files that it needs.
    fn package(manifest: &str) -> Vec<String> {
        let files = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];
        let files = files.map(|name| (format!("crates/a/{name}"), "a"));
        let mut all: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (path.as_str(), *text))
            .collect();
        all.push(("crates/a/Cargo.toml", manifest));
        found(check, &all)
    }

    #[test]
    fn a_whole_manifest_passes() {
        assert!(package(GOOD).is_empty());
    }

    #[test]
    fn lints_must_be_inherited() {
        let seen = package(&GOOD.replace("[lints]\nworkspace = true\n", ""));
        assert_eq!(
            seen,
            ["crates/a/Cargo.toml:1: does not inherit the workspace's lints"]
        );
    }

    #[test]
    fn a_published_package_is_described_and_inherits() {
        let text = GOOD
            .replace("description = \"A\"\n", "")
            .replace("categories = [\"encoding\"]\n", "")
            .replace("license.workspace = true", "license = \"MIT\"");
        assert_eq!(
            package(&text),
            [
                "crates/a/Cargo.toml:1: does not inherit `license`",
                "crates/a/Cargo.toml:1: has no categories",
                "crates/a/Cargo.toml:1: has no description"
            ]
        );
    }

    #[test]
    fn a_published_package_has_its_licences_and_a_page() {
        let seen = found(check, &[("crates/a/Cargo.toml", GOOD)]);
        assert_eq!(
            seen,
            ["LICENSE-MIT", "LICENSE-APACHE", "README.md"]
                .map(|name| format!("crates/a/Cargo.toml:1: has no {name} beside it"))
        );
        let named = GOOD.replace("keywords", "readme = \"../README.md\"\nkeywords");
        assert_eq!(found(check, &[("crates/a/Cargo.toml", &named)]).len(), 2);
    }

    #[test]
    fn an_unpublished_package_needs_the_lints_only() {
        let text = "[package]\nname = \"bench\"\npublish = false\n[lints]\nworkspace = true\n";
        assert!(found(check, &[("bench/Cargo.toml", text)]).is_empty());
    }
}
