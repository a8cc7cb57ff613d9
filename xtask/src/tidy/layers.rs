//! The rules on which of our crates may use which, and which may hold `unsafe`.

use super::{Rule, Tree, Violation, tokens};
use crate::crates;
use crate::workspace::is_published;

const EDGES: Rule = Rule {
    name: "layers",
    why: "formats and shapes meet only in the events of varvel-core: an edge outside the table couples two of them, \
          and every later one would have to know both",
    remedy: "go through varvel-core's events, move the shared part down, or change the table in \
             xtask/src/crates.rs and ARCHITECTURE.md with the reason",
};

const UNSAFE: Rule = Rule {
    name: "unsafe",
    why: "memory safety is reviewed, fuzzed and run under Miri in a few crates; elsewhere the compiler must refuse it",
    remedy: "write `#![forbid(unsafe_code)]` in the crate's root; a loop that needs an unchecked step moves into \
             varvel-raw behind a function that is safe for all arguments",
};

const PROMISES: Rule = Rule {
    name: "promises",
    why: "the checks of CI go by the list of crates, so what it does not say is not checked",
    remedy: "change xtask/src/crates.rs, or the crate",
};

/// Checks dependencies of crates on crates, without those for tests and benches.
pub fn check_edges(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.texts() {
        let Some(name) = crate_of_manifest(file) else {
            continue;
        };
        let Some(layer) = crates::find(name) else {
            found.push(Violation::new(
                &EDGES,
                file,
                1,
                format!("crate {name} is not in the table"),
            ));
            continue;
        };
        let Ok(manifest) = text.parse::<toml::Table>() else {
            found.push(Violation::new(
                &EDGES,
                file,
                1,
                "the manifest does not parse",
            ));
            continue;
        };
        for used in dependencies(&manifest) {
            let ours = used == "varvel" || used.starts_with("varvel-");
            if ours && !layer.uses.contains(&used.as_str()) {
                let line = text
                    .lines()
                    .position(|line| line.starts_with(&used))
                    .map_or(1, |at| at + 1);
                found.push(Violation::new(
                    &EDGES,
                    file,
                    line,
                    format!("{name} may not use {used}"),
                ));
            }
        }
    }
    found
}

/// Checks the roots of crates without `unsafe`.
pub fn check_unsafe(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.sources() {
        let Some((name, path)) = crate_of_source(file) else {
            continue;
        };
        let root = path == "src/lib.rs" || path == "src/main.rs" || path.starts_with("src/bin/");
        let allowed = crates::find(name).is_some_and(|one| one.unsafe_code);
        if root && !allowed && !tokens::has_inner_attribute(text, "forbid", "unsafe_code") {
            let what = format!("{name} has a root without `#![forbid(unsafe_code)]`");
            found.push(Violation::new(&UNSAFE, file, 1, what));
        }
    }
    found
}

/// Checks the promises of each crate in the list against its manifest and its root.
pub fn check_promises(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.texts() {
        let Some(one) = crate_of_manifest(file).and_then(crates::find) else {
            continue;
        };
        let mut says =
            |file: &str, what: String| found.push(Violation::new(&PROMISES, file, 1, what));
        let manifest = text.parse::<toml::Table>().unwrap_or_default();
        let package = manifest.get("package").and_then(toml::Value::as_table);
        if package.is_some_and(|package| is_published(package) != one.published) {
            says(
                file,
                format!("`published` of {} is not what the list says", one.name),
            );
        }
        let root = format!("{}/src/lib.rs", one.folder());
        let no_std = |root: &str| root.lines().any(|line| line == "#![no_std]");
        if tree
            .text(&root)
            .is_some_and(|root| no_std(root) != one.no_std)
        {
            says(
                &root,
                format!("`no_std` of {} is not what the list says", one.name),
            );
        }
        for covered in one.covered {
            if !tree.paths().any(|path| path.starts_with(covered)) {
                says(
                    file,
                    format!("there is no {covered}, which the list says is covered"),
                );
            }
        }
    }
    found
}

/// Returns the crate whose manifest `file` is.
fn crate_of_manifest(file: &str) -> Option<&str> {
    match crate_of_source(file)? {
        (name, "Cargo.toml") => Some(name),
        _ => None,
    }
}

/// Returns the crate of a file, and the path of the file in it.
fn crate_of_source(file: &str) -> Option<(&str, &str)> {
    if let Some(rest) = file.strip_prefix("crates/") {
        return rest.split_once('/');
    }
    crates::CRATES.iter().find_map(|one| {
        let rest = file.strip_prefix(one.folder?)?.strip_prefix('/')?;
        Some((one.name, rest))
    })
}

/// Returns the names of all packages in normal and build dependencies, for any target.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let by_target = targets
        .into_iter()
        .flat_map(|targets| targets.values().filter_map(toml::Value::as_table));
    let tables = std::iter::once(manifest).chain(by_target);
    let mut names = Vec::new();
    for table in tables {
        for section in ["dependencies", "build-dependencies"] {
            for (key, value) in table
                .get(section)
                .and_then(toml::Value::as_table)
                .into_iter()
                .flatten()
            {
                let renamed = value.get("package").and_then(toml::Value::as_str);
                names.push(renamed.unwrap_or(key).to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn a_format_may_not_use_a_shape() {
        let manifest =
            "[dependencies]\nvarvel-core.workspace = true\nvarvel-frozen.workspace = true";
        assert_eq!(
            found(check_edges, &[("crates/varvel-json/Cargo.toml", manifest)]),
            ["crates/varvel-json/Cargo.toml:3: varvel-json may not use varvel-frozen"]
        );
    }

    #[test]
    fn a_renamed_or_target_dependency_does_not_hide() {
        let renamed = "[dependencies]\nf = { package = \"varvel-frozen\", path = \"..\" }";
        assert_eq!(
            found(check_edges, &[("crates/varvel-core/Cargo.toml", renamed)]).len(),
            1
        );
        let target = "[target.'cfg(unix)'.build-dependencies]\nvarvel-json.workspace = true";
        assert_eq!(
            found(check_edges, &[("crates/varvel-raw/Cargo.toml", target)]).len(),
            1
        );
    }

    #[test]
    fn the_library_for_c_has_its_row() {
        let manifest = "[dependencies]\nvarvel-raw.workspace = true";
        assert_eq!(
            found(check_edges, &[("bindings/c/library/Cargo.toml", manifest)]),
            ["bindings/c/library/Cargo.toml:2: varvel-capi may not use varvel-raw"]
        );
    }

    #[test]
    fn an_edge_of_the_table_and_tests_are_free() {
        let manifest = "[dependencies]\nvarvel-core = { path = \"..\" }\nserde = \"1\"\n\
                        [dev-dependencies]\nvarvel-frozen = { path = \"..\" }";
        assert!(found(check_edges, &[("crates/varvel-json/Cargo.toml", manifest)]).is_empty());
    }

    #[test]
    fn an_unknown_crate_must_join_the_table() {
        assert_eq!(
            found(check_edges, &[("crates/varvel-new/Cargo.toml", "")]),
            ["crates/varvel-new/Cargo.toml:1: crate varvel-new is not in the table"]
        );
    }

    #[test]
    fn the_list_says_what_a_crate_is() {
        let manifest = "[package]\nname = \"varvel-json\"\n";
        let file = "crates/varvel-json/Cargo.toml";
        let root = ("crates/varvel-json/src/lib.rs", "//! J.\n#![no_std]\n");
        let read = ("crates/varvel-json/src/read/mod.rs", "//! R.\n");
        assert!(found(check_promises, &[(file, manifest), root, read]).is_empty());
        let kept = manifest.to_owned() + "publish = false\n";
        let root = ("crates/varvel-json/src/lib.rs", "//! J.\n");
        assert_eq!(
            found(check_promises, &[(file, &kept), root]),
            [
                "crates/varvel-json/Cargo.toml:1: `published` of varvel-json is not what the list says",
                "crates/varvel-json/src/lib.rs:1: `no_std` of varvel-json is not what the list says",
                "crates/varvel-json/Cargo.toml:1: there is no crates/varvel-json/src/read/, which the list says is covered",
            ]
        );
    }

    #[test]
    fn a_safe_crate_forbids_unsafe_code() {
        let missing = (
            "crates/varvel-json/src/lib.rs",
            "//! #![forbid(unsafe_code)]\n",
        );
        assert_eq!(found(check_unsafe, &[missing]).len(), 1);
        let binary = ("crates/varvel-cli/src/main.rs", "//! V.\nfn main() {}");
        assert_eq!(found(check_unsafe, &[binary]).len(), 1);
        let there = (
            "crates/varvel-json/src/lib.rs",
            "//! J.\n#![no_std]\n#![forbid(unsafe_code, unstable)]\n",
        );
        let raw = ("crates/varvel-raw/src/lib.rs", "//! Raw.\n");
        let c = ("bindings/c/library/src/lib.rs", "//! C.\n");
        assert!(found(check_unsafe, &[there, raw, c]).is_empty());
    }
}
