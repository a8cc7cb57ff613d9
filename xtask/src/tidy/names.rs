//! The rule against file names that do not tell the content.

use super::{Rule, Tree, Violation};

const NAMES: Rule = Rule {
    name: "names",
    why: "a file that is named after no thing collects things: nobody can say what belongs in it",
    remedy: "name it after what it holds, or move each part to where it is used",
};

const EMPTY: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

/// Checks all Rust sources and their folders.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.paths().filter(|file| file.ends_with(".rs")) {
        let parts = file.trim_end_matches(".rs").split('/');
        for part in parts.filter(|part| EMPTY.contains(part)) {
            found.push(Violation::new(&NAMES, file, 1, format!("`{part}`")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn empty_names_are_refused() {
        let files = [
            ("src/utils.rs", ""),
            ("tests/common/mod.rs", ""),
            ("src/common_keys.rs", ""),
        ];
        assert_eq!(
            found(check, &files),
            ["src/utils.rs:1: `utils`", "tests/common/mod.rs:1: `common`"]
        );
    }
}
