//! What the manifest of every package says.

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
    remedy: "inherit it by `KEY.workspace = true`, write the description, or mark the package `publish = false`",
};

/// Keys that a published package inherits.
const INHERITED: &[&str] = &[
    "version",
    "edition",
    "rust-version",
    "license",
    "repository",
];

/// All manifests of packages; `fuzz` is a workspace of its own and inherits nothing.
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
                        repository.workspace = true\n[lints]\nworkspace = true\n";

    #[test]
    fn a_whole_manifest_passes() {
        assert!(found(check, &[("crates/a/Cargo.toml", GOOD)]).is_empty());
    }

    #[test]
    fn lints_must_be_inherited() {
        let text = GOOD.replace("[lints]\nworkspace = true\n", "");
        let seen = found(check, &[("crates/a/Cargo.toml", &text)]);
        assert_eq!(
            seen,
            ["crates/a/Cargo.toml:1: does not inherit the workspace's lints"]
        );
    }

    #[test]
    fn a_published_package_is_described_and_inherits() {
        let text = GOOD
            .replace("description = \"A\"\n", "")
            .replace("license.workspace = true", "license = \"MIT\"");
        let seen = found(check, &[("crates/a/Cargo.toml", &text)]);
        assert_eq!(
            seen,
            [
                "crates/a/Cargo.toml:1: does not inherit `license`",
                "crates/a/Cargo.toml:1: has no description"
            ]
        );
    }

    #[test]
    fn an_unpublished_package_needs_the_lints_only() {
        let text = "[package]\nname = \"bench\"\npublish = false\n[lints]\nworkspace = true\n";
        assert!(found(check, &[("bench/Cargo.toml", text)]).is_empty());
    }
}
