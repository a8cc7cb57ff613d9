//! The rule on the length of source files.

use super::{Rule, Tree, Violation, tokens};

/// The lines of code past which a file gets a warning.
const ASK: usize = 600;

/// The lines of code past which a file is refused unless it is listed.
const REFUSE: usize = 1000;

/// Files that may be longer, each with its reason.
const LONG: &[(&str, &str)] = &[];

const SIZE: Rule = Rule {
    name: "size",
    why: "a file should be one room: what it is for and what depends on it is seen in a minute (CONTRIBUTING.md: 150 \
          to 400 lines of code; comments, tests and tables do not count)",
    remedy: "split it along its phases; if it truly is one thing, list it in xtask/src/tidy/size.rs with the reason",
};

/// Checks all sources outside `tests` folders.
pub fn check(tree: &Tree) -> Vec<Violation> {
    check_with(tree, LONG)
}

fn check_with(tree: &Tree, long: &[(&str, &str)]) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.sources().filter(|(file, _)| !is_test(file)) {
        let Some(tokens) = tokens::lex(text) else {
            continue;
        };
        let lines = tokens::code_lines(&tokens).len();
        let listed = long.iter().any(|(path, _)| *path == file);
        let what = format!("{lines} lines of code");
        if lines > REFUSE && !listed {
            found.push(Violation::new(&SIZE, file, 1, what));
        } else if lines > ASK && !listed {
            found.push(Violation::new(&SIZE, file, 1, what).warning());
        } else if lines <= ASK && listed {
            found.push(Violation::new(
                &SIZE,
                file,
                1,
                format!("{what}: no longer long, so take it off the list"),
            ));
        }
    }
    for (path, _) in long.iter().filter(|(path, _)| tree.text(path).is_none()) {
        found.push(Violation::new(
            &SIZE,
            path,
            1,
            "listed as long, but there is no such file",
        ));
    }
    found
}

fn is_test(file: &str) -> bool {
    file.contains("/tests/") || file.ends_with("/tests.rs")
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    fn source(lines: usize) -> String {
        "fn a() {}\n".repeat(lines)
    }

    #[test]
    fn a_long_file_is_refused_and_a_longish_one_asked() {
        let violations = check(&Tree::of(&[
            ("a.rs", &source(1001)),
            ("b.rs", &source(601)),
            ("c.rs", &source(600)),
        ]));
        let seen: Vec<_> = violations
            .iter()
            .map(|v| (v.file.as_str(), v.warning))
            .collect();
        assert_eq!(seen, [("a.rs", false), ("b.rs", true)]);
    }

    #[test]
    fn tests_may_be_long() {
        assert!(
            found(
                check,
                &[
                    ("crates/a/tests/b.rs", &source(1001)),
                    ("src/tests.rs", &source(1001))
                ]
            )
            .is_empty()
        );
    }

    #[test]
    fn the_list_is_kept_true() {
        let list = [("a.rs", "one grammar"), ("b.rs", "gone")];
        assert!(
            check_with(
                &Tree::of(&[("a.rs", &source(1001)), ("b.rs", &source(601))]),
                &list
            )
            .is_empty()
        );
        assert_eq!(
            check_with(&Tree::of(&[("a.rs", &source(10))]), &list).len(),
            2
        );
    }
}
