//! What no text file may say, and what stands behind the README's Rust.

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

/// Tools and folders of the machines this is developed on, split likewise.
const PRIVATE: &[&str] = &[
    concat!("issues", " show"),
    concat!("shared/", "design"),
    concat!("shared/", "hooks"),
];

/// All text files.
pub fn check_machine(tree: &Tree) -> Vec<Violation> {
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

/// Whether `path` stands in `line` as the beginning of a path, not in the middle of one or of a URL.
fn has_absolute(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~}/$".contains(c))
    })
}

const README: Rule = Rule {
    name: "readme",
    why: "an example that is not run is wrong after the next change",
    remedy: "in the facade: `#[cfg(doctest)] #[doc = include_str!(\"../../../README.md\")] struct Readme;`",
};

/// Rust examples of the README must be documentation tests of some crate.
pub fn check_readme(tree: &Tree) -> Vec<Violation> {
    let Some(readme) = tree.text("README.md") else {
        return Vec::new();
    };
    let Some(line) = readme.lines().position(|line| line.starts_with("```rust")) else {
        return Vec::new();
    };
    let tested = tree.sources().any(|(file, text)| {
        file.starts_with("crates/")
            && text.contains("include_str!(\"")
            && text.contains("/README.md\")")
    });
    if tested {
        return Vec::new();
    }
    vec![Violation::new(
        &README,
        "README.md",
        line + 1,
        "its Rust examples are not run by any crate",
    )]
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn paths_of_a_machine_are_refused() {
        let text = format!("ok\nsee {}x and ({}y)\n", PATHS[0], PATHS[3]);
        let seen = found(check_machine, &[("a.md", &text)]);
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
        assert!(found(check_machine, &[("a.md", text)]).is_empty());
    }

    #[test]
    fn private_tools_are_refused() {
        let text = format!("run {} 2\n", PRIVATE[0]);
        assert_eq!(found(check_machine, &[("a.md", &text)]).len(), 1);
    }

    #[test]
    fn the_readme_is_tested() {
        let readme = ("README.md", "# V\n\n```rust\nlet x = 1;\n```\n");
        let seen = found(check_readme, &[readme]);
        assert_eq!(
            seen,
            ["README.md:3: its Rust examples are not run by any crate"]
        );
        let hook = (
            "crates/varvel/src/lib.rs",
            "#[doc = include_str!(\"../../../README.md\")]\nstruct Readme;",
        );
        assert!(found(check_readme, &[readme, hook]).is_empty());
    }
}
