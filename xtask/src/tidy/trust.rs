//! The rule that `docs/trust.md` lists each place that takes bytes as valid without a check.

use std::collections::BTreeMap;

use proc_macro2::TokenTree;

use super::tokens;
use super::{Rule, Tree, Violation};

const TRUST: Rule = Rule {
    name: "trust",
    why: "reading without checks is safe only if these bytes are valid, so each such place is read again at each change",
    remedy: "list the place in docs/trust.md with the reason why its bytes are valid, or take a function that checks",
};

/// The page with the list.
const PAGE: &str = "docs/trust.md";

/// The functions that take bytes, or a place in them, as valid.
const ROOTS: &[&str] = &[
    "at_address",
    "vouched",
    "from_bytes_unchecked",
    "from_vec_unchecked",
    "root_unchecked",
];

/// The number of calls of a root of trust, by file and function.
type Calls = BTreeMap<(String, String), usize>;

/// Checks the list against the sources of the published crates, without their tests.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let Some(page) = tree.text(PAGE) else {
        return vec![Violation::new(&TRUST, PAGE, 1, "the page is missing")];
    };
    let listed = listed(page);
    let mut made = Calls::new();
    let published = |path: &str| {
        let crates = path.starts_with("crates/") && path.contains("/src/");
        crates || path.starts_with("bindings/c/library/src/")
    };
    for (path, text) in tree.sources().filter(|(path, _)| published(path)) {
        for name in calls(text) {
            *made.entry((path.to_owned(), name)).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    for ((path, name), count) in &made {
        let known = listed.get(&(path.clone(), name.clone())).copied();
        if known != Some(*count) {
            let known = known.unwrap_or(0);
            let what = format!("`{name}` is called {count} times, and listed {known} times");
            found.push(Violation::new(&TRUST, path, 1, what));
        }
    }
    for (path, name) in listed.keys().filter(|row| !made.contains_key(row)) {
        let what = format!("`{name}` is not called in {path}");
        found.push(Violation::new(&TRUST, PAGE, 1, what));
    }
    found
}

/// Reads the rows of the page: `` | `path` | `function` | count | reason | ``.
fn listed(page: &str) -> Calls {
    let mut rows = Calls::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", path, name, count, reason, ""] = cells[..] else {
            continue;
        };
        let (path, name) = (path.trim_matches('`'), name.trim_matches('`'));
        if let Ok(count) = count.parse()
            && !reason.is_empty()
        {
            rows.insert((path.to_owned(), name.to_owned()), count);
        }
    }
    rows
}

/// Returns the name of the root of trust in each call, outside of tests.
fn calls(text: &str) -> Vec<String> {
    // Most files have none of the names, and need no tokens.
    if !ROOTS.iter().any(|root| text.contains(root)) {
        return Vec::new();
    }
    let all = tokens::lex(text).unwrap_or_default();
    let lines = tokens::code_lines(&all);
    let mut found = Vec::new();
    collect(&all, &mut |name, line| {
        if lines.contains(&line) {
            found.push(name);
        }
    });
    found
}

fn collect(all: &[TokenTree], found: &mut impl FnMut(String, usize)) {
    for (i, token) in all.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                collect(&inside, found);
            }
            TokenTree::Ident(word) => {
                let before = i.checked_sub(1).map(|before| &all[before]);
                let declared = matches!(before, Some(TokenTree::Ident(word)) if word == "fn");
                // A name in `use` is no call, and one without a call would be a function pointer.
                let imported = matches!(all.get(i + 1), Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), ',' | ';'));
                let name = word.to_string();
                if ROOTS.contains(&name.as_str()) && !declared && !imported {
                    found(name, word.span().start().line);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    const SOURCE: &str = "use a::{root_unchecked, b};\n\
        // root_unchecked(x)\n\
        fn f() { unsafe { View::root_unchecked(x) }; unsafe { root_unchecked::<T>(y) } }\n\
        unsafe fn from_vec_unchecked() {}\n\
        #[cfg(test)] mod tests { fn t() { root_unchecked(z) } }";

    #[test]
    fn each_call_has_a_row_with_a_reason() {
        let path = "crates/a/src/b.rs";
        let page =
            |rows: &str| format!("| file | function | calls | why |\n|---|---|---|---|\n{rows}");
        let check = |rows: &str| found(check, &[(PAGE, &page(rows)), (path, SOURCE)]);
        let right = format!("| `{path}` | `root_unchecked` | 2 | it is validated |\n");
        assert!(check(&right).is_empty());
        for wrong in [
            "",
            &right.replace('2', "1"),
            &right.replace("it is validated", ""),
        ] {
            assert_eq!(check(wrong).len(), 1, "{wrong}");
        }
        let gone = format!("{right}| `{path}` | `at_address` | 1 | why not |\n");
        assert_eq!(
            check(&gone),
            [format!("{PAGE}:1: `at_address` is not called in {path}")]
        );
        assert_eq!(found(super::check, &[(path, SOURCE)]).len(), 1);
    }

    #[test]
    fn tests_and_other_folders_need_no_row() {
        let files = [
            (PAGE, ""),
            ("fuzz/src/a.rs", SOURCE),
            ("crates/a/tests/b.rs", SOURCE),
        ];
        assert!(found(check, &files).is_empty());
    }
}
