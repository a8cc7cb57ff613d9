//! Which of our crates may use which, and which may hold `unsafe`.

use super::{Rule, Tree, Violation, tokens};

/// A crate, what it may use of ours, and whether it may hold `unsafe`.
struct Layer {
    name: &'static str,
    uses: &'static [&'static str],
    unsafe_allowed: bool,
}

const fn safe(name: &'static str, uses: &'static [&'static str]) -> Layer {
    Layer {
        name,
        uses,
        unsafe_allowed: false,
    }
}

const fn with_unsafe(name: &'static str, uses: &'static [&'static str]) -> Layer {
    Layer {
        name,
        uses,
        unsafe_allowed: true,
    }
}

/// The table of ARCHITECTURE.md. A crate joins it in the commit that creates it.
const LAYERS: &[Layer] = &[
    with_unsafe("varvel-raw", &[]),
    safe("varvel-derive", &[]),
    safe("varvel-core", &["varvel-raw"]),
    safe("varvel-serde", &["varvel-core"]),
    safe("varvel-schema", &["varvel-core"]),
    safe("varvel-codegen", &["varvel-flatbuffers", "varvel-schema"]),
    safe("varvel-json", &["varvel-core", "varvel-raw"]),
    safe("varvel-msgpack", &["varvel-core", "varvel-raw"]),
    safe("varvel-yaml", &["varvel-core", "varvel-raw"]),
    with_unsafe(
        "varvel-flatbuffers",
        &[
            "varvel-core",
            "varvel-derive",
            "varvel-raw",
            "varvel-schema",
        ],
    ),
    with_unsafe(
        "varvel-frozen",
        &[
            "varvel-core",
            "varvel-raw",
            "varvel-json",
            "varvel-schema",
            "varvel-serde",
        ],
    ),
    safe(
        "varvel-value",
        &[
            "varvel-core",
            "varvel-raw",
            "varvel-json",
            "varvel-frozen",
            "varvel-schema",
            "varvel-serde",
        ],
    ),
    safe(
        "varvel-edit",
        &[
            "varvel-core",
            "varvel-json",
            "varvel-yaml",
            "varvel-frozen",
            "varvel-value",
        ],
    ),
    safe(
        "varvel",
        &[
            "varvel-edit",
            "varvel-raw",
            "varvel-core",
            "varvel-derive",
            "varvel-flatbuffers",
            "varvel-json",
            "varvel-msgpack",
            "varvel-yaml",
            "varvel-frozen",
            "varvel-value",
            "varvel-serde",
            "varvel-schema",
        ],
    ),
    safe("varvel-cli", &["varvel", "varvel-codegen"]),
];

const EDGES: Rule = Rule {
    name: "layers",
    why: "formats and shapes meet only in the events of varvel-core: an edge outside the table couples two of them, \
          and every later one would have to know both",
    remedy: "go through varvel-core's events, move the shared part down, or change the table in \
             xtask/src/tidy/layers.rs and ARCHITECTURE.md with the reason",
};

const UNSAFE: Rule = Rule {
    name: "unsafe",
    why: "memory safety is reviewed, fuzzed and run under Miri in a few crates; elsewhere the compiler must refuse it",
    remedy: "write `#![forbid(unsafe_code)]` in the crate's root; a loop that needs an unchecked step moves into \
             varvel-raw behind a function that is safe for all arguments",
};

/// Dependencies of crates on crates, tests and benches aside.
pub fn check_edges(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.texts() {
        let Some(name) = crate_of_manifest(file) else {
            continue;
        };
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
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

/// The roots of crates without `unsafe`.
pub fn check_unsafe(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.sources() {
        let Some((name, path)) = file
            .strip_prefix("crates/")
            .and_then(|rest| rest.split_once('/'))
        else {
            continue;
        };
        let root = path == "src/lib.rs" || path == "src/main.rs" || path.starts_with("src/bin/");
        let allowed = LAYERS
            .iter()
            .any(|layer| layer.name == name && layer.unsafe_allowed);
        if root && !allowed && !tokens::has_inner_attribute(text, "forbid", "unsafe_code") {
            let what = format!("{name} has a root without `#![forbid(unsafe_code)]`");
            found.push(Violation::new(&UNSAFE, file, 1, what));
        }
    }
    found
}

/// The crate whose manifest `file` is.
fn crate_of_manifest(file: &str) -> Option<&str> {
    file.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")
}

/// Names of all packages in normal and build dependencies, for any target.
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
        assert!(found(check_unsafe, &[there, raw]).is_empty());
    }
}
