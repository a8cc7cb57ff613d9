//! The rules on the pages that users read: the README and the guide.

use std::collections::BTreeSet;

use super::{Rule, Tree, Violation};

const RUST: Rule = Rule {
    name: "pages-rust",
    why: "an example that is not run is wrong after the next change",
    remedy: "in the facade, among its pages: `page!(Name, \"../../../docs/guide/PAGE.md\");`",
};

const TABLES: Rule = Rule {
    name: "pages-tables",
    why: "what a page calls ours must exist, and only a compiler knows that",
    remedy: "use the name in the Rust below the table, which is compiled; or do not call it code",
};

const PATHS: Rule = Rule {
    name: "pages-paths",
    why: "a page that leads to a file that moved has lost its reader",
    remedy: "name the file as it is now, from the root or from a crate: `json/read/drive.rs`",
};

/// The pages about the code, in which paths are checked.
const CODE_PAGES: [&str; 3] = ["ARCHITECTURE.md", "docs/adding-a-format.md", "docs/tour.md"];

/// Checks that paths in the pages about the code exist. A path begins at the root, or at the
/// sources of a crate: `json/read/drive.rs` is `crates/varvel-json/src/read/drive.rs`.
pub fn check_paths(tree: &Tree) -> Vec<Violation> {
    let mut known = BTreeSet::new();
    for (file, _) in tree.texts() {
        let mut path = file.to_owned();
        if let Some((name, rest)) = of_crate(file) {
            path = format!("{name}/{rest}");
            known.insert(file.to_owned());
        }
        for (at, _) in path.match_indices('/') {
            known.insert(path[..=at].to_owned());
        }
        for (at, _) in file.match_indices('/') {
            known.insert(file[..=at].to_owned());
        }
        known.insert(path);
    }
    let mut found = Vec::new();
    for (file, text) in tree.texts().filter(|(file, _)| CODE_PAGES.contains(file)) {
        for (i, line) in text.lines().enumerate() {
            let spans = line.split('`').skip(1).step_by(2);
            for path in spans.filter(|span| is_path(span) && !known.contains(*span)) {
                found.push(Violation::new(
                    &PATHS,
                    file,
                    i + 1,
                    format!("`{path}` is not there"),
                ));
            }
        }
    }
    found
}

/// Returns the short name of a crate, and the path of one of its sources.
fn of_crate(file: &str) -> Option<(&str, &str)> {
    let (name, rest) = file.strip_prefix("crates/varvel")?.split_once("/src/")?;
    Some((name.strip_prefix('-').unwrap_or("varvel"), rest))
}

/// Returns whether code in a page is the path of a file or folder.
fn is_path(span: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let ends = [".rs", ".md", ".toml", "/"];
    span.chars().all(is_plain) && ends.iter().any(|end| span.ends_with(end))
}

/// Checks that Rust examples of a page are documentation tests of some crate.
pub fn check_rust(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in pages(tree) {
        let Some(line) = text.lines().position(|line| line.starts_with("```rust")) else {
            continue;
        };
        let include = format!("\"../../../{file}\"");
        let tested = tree
            .sources()
            .any(|(file, text)| file.starts_with("crates/") && text.contains(&include));
        if !tested {
            let what = "its Rust examples are not run by any crate";
            found.push(Violation::new(&RUST, file, line + 1, what));
        }
    }
    found
}

/// Checks the tables in pages about other libraries: the Rust code of the page must use the names
/// in the last column.
pub fn check_tables(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    let compared = pages(tree).filter(|(file, _)| file.contains("/from-"));
    for (file, text) in compared {
        let used: BTreeSet<&str> = rust(text).flat_map(words).collect();
        if used.is_empty() {
            continue;
        }
        for (i, line) in text.lines().enumerate() {
            let cell = line.strip_suffix('|').and_then(|row| row.rsplit_once('|'));
            let spans = cell.map_or("", |(_, cell)| cell).split('`');
            for name in spans.skip(1).step_by(2).flat_map(words) {
                if !used.contains(name) {
                    let what = format!("`{name}` is not used in the page's Rust");
                    found.push(Violation::new(&TABLES, file, i + 1, what));
                }
            }
        }
    }
    found
}

/// Returns the README and the pages of the guide.
fn pages(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    tree.texts().filter(|(file, _)| {
        *file == "README.md" || (file.starts_with("docs/guide/") && file.ends_with(".md"))
    })
}

/// Returns the lines of the Rust examples.
fn rust(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        if line.starts_with("```") {
            inside = *line == "```rust";
            return false;
        }
        inside
    })
}

/// Returns the identifiers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    const PAGE: &str = "# V\n\n| theirs | ours |\n|---|---|\n| `x` | `Value::get`, 7 `of` |\n\n\
                        ```rust\nlet get = of(Value);\n```\n";

    #[test]
    fn the_rust_of_pages_is_tested() {
        let seen = found(
            check_rust,
            &[("README.md", PAGE), ("docs/guide/from-x.md", PAGE)],
        );
        assert_eq!(
            seen,
            [
                "README.md:7: its Rust examples are not run by any crate",
                "docs/guide/from-x.md:7: its Rust examples are not run by any crate"
            ]
        );
        let hook = "#[doc = include_str!(\"../../../README.md\")]\nstruct Readme;";
        let files = [("README.md", PAGE), ("crates/varvel/src/lib.rs", hook)];
        assert!(found(check_rust, &files).is_empty());
    }

    #[test]
    fn paths_lead_to_files() {
        let page =
            "`json/read/drive.rs`, `json/read/`, `xtask/`, `Cargo.toml`, `a / b`, `json/old.rs`\n";
        let files = [
            ("ARCHITECTURE.md", page),
            ("crates/varvel-json/src/read/drive.rs", ""),
            ("xtask/src/main.rs", ""),
            ("Cargo.toml", ""),
        ];
        assert_eq!(
            found(check_paths, &files),
            ["ARCHITECTURE.md:1: `json/old.rs` is not there"]
        );
    }

    #[test]
    fn names_in_tables_are_used() {
        assert!(found(check_tables, &[("docs/guide/from-x.md", PAGE)]).is_empty());
        let page = PAGE.replace("let get", "let got");
        assert_eq!(
            found(check_tables, &[("docs/guide/from-x.md", &page)]),
            ["docs/guide/from-x.md:5: `get` is not used in the page's Rust"]
        );
        // Tables of other pages are not checked.
        assert!(found(check_tables, &[("docs/guide/types.md", &page)]).is_empty());
    }
}
