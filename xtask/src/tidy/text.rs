//! The rules on text that no file may have.

use super::{Rule, Tree, Violation};

const MACHINE: Rule = Rule {
    name: "machine",
    why: "the checkout must work in any folder of any machine, with public tools only",
    remedy: "use a path from the root of the checkout, an environment variable, or `std::env::temp_dir()`; describe \
             what a private tool told instead of naming it",
};

/// Beginnings of absolute paths, split so that this file passes.
const PATHS: &[&str] = &[
    concat!("/", "work/"),
    concat!("/", "root/"),
    concat!("/", "home/"),
    concat!("/", "tmp/"),
];

/// Tools, folders and pages of the machines on which this is developed, split for the same reason.
const PRIVATE: &[&str] = &[
    concat!("issues", " show"),
    concat!("shared/", "design"),
    concat!("shared/", "hooks"),
    concat!("DESIGN", ".md"),
    concat!("DOORS", ".md"),
    concat!("FIGURES", ".md"),
    concat!("STYLE", ".md"),
    concat!("SUITES", ".md"),
];

/// Checks all text files.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.texts() {
        for (i, line) in text.lines().enumerate() {
            let paths = PATHS.iter().filter(|path| has_absolute(line, path));
            let names = PRIVATE.iter().filter(|name| line.contains(**name));
            for what in paths.chain(names) {
                found.push(Violation::new(&MACHINE, file, i + 1, format!("`{what}`")));
            }
        }
    }
    found
}

/// Returns whether `path` is in `line` as the beginning of a path, not in the middle of one or of a
/// URL.
fn has_absolute(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~}/$".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn paths_of_a_machine_are_refused() {
        let text = format!("ok\nsee {}x and ({}y)\n", PATHS[0], PATHS[3]);
        let seen = found(check, &[("a.md", &text)]);
        assert_eq!(
            seen,
            [
                format!("a.md:2: `{}`", PATHS[0]),
                format!("a.md:2: `{}`", PATHS[3])
            ]
        );
    }

    #[test]
    fn the_middle_of_a_path_or_url_is_none() {
        let text = "https://example.invalid/home/page target/tmp/x $DIR/tmp/y ../work/z\n";
        assert!(found(check, &[("a.md", text)]).is_empty());
    }

    #[test]
    fn private_tools_are_refused() {
        let text = format!("run {} 2\nas {} says\n", PRIVATE[0], PRIVATE[3]);
        assert_eq!(found(check, &[("a.md", &text)]).len(), 2);
    }
}
