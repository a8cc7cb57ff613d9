//! The rules on attributes and macros of every Rust source.

use super::{Rule, Tree, Violation, tokens};

const DOCS: Rule = Rule {
    name: "opening",
    why: "whoever opens a file should know in a minute what it is and which invariant it keeps",
    remedy: "begin the file with `//!` and a sentence or two; a licence header is not needed",
};

const UNFINISHED: Rule = Rule {
    name: "unfinished",
    why: "no input may panic, so a place that is not written yet is a bug that ships",
    remedy: "write it, return an error that says it is not supported, or leave it out",
};

const RUST: Rule = Rule {
    name: "lexing",
    why: "rules that cannot read a file cannot hold in it",
    remedy: "keep what is not whole Rust in a file that does not end in .rs",
};

/// Macros that mark unfinished work.
const MACROS: &[&str] = &["todo", "unimplemented", "dbg"];

/// Checks all sources, including tests.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, text) in tree.sources() {
        if !text.starts_with("//!") {
            found.push(Violation::new(&DOCS, file, 1, "does not open with `//!`"));
        }
        let Some(tokens) = tokens::lex(text) else {
            found.push(Violation::new(
                &RUST,
                file,
                1,
                "cannot be split into tokens",
            ));
            continue;
        };
        for (line, name) in tokens::macro_calls(&tokens, MACROS) {
            found.push(Violation::new(
                &UNFINISHED,
                file,
                line,
                format!("`{name}!`"),
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn a_file_opens_with_what_it_is() {
        assert_eq!(
            found(check, &[("a.rs", "// A.\nfn a() {}\n")]),
            ["a.rs:1: does not open with `//!`"]
        );
        assert!(found(check, &[("a.rs", "//! A.\nfn a() {}\n")]).is_empty());
    }

    #[test]
    fn unfinished_places_are_refused() {
        let text = "//! A.\nfn a() {\n    dbg!(1);\n    std::todo!()\n}\n";
        assert_eq!(
            found(check, &[("a.rs", text)]),
            ["a.rs:3: `dbg!`", "a.rs:4: `todo!`"]
        );
    }

    #[test]
    fn a_file_that_is_no_rust_is_refused() {
        assert_eq!(
            found(check, &[("a.rs", "//! A.\nfn a( {\n")]),
            ["a.rs:1: cannot be split into tokens"]
        );
    }
}
