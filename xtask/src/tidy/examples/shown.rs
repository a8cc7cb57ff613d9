//! [`Shown`]: the items of other crates that users see in the documentation of the facade.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenTree};

use super::super::Tree;
use super::super::tokens::{self, is_punct, is_word};
use crate::crates::CRATES;

/// The path of an item or a module, from its crate on.
pub type Path = Vec<String>;

/// The names that users never see: derived code calls what they contain.
const PRIVATE: &str = "__private";

/// The items and modules that the facade has by `pub use` or as a type alias.
pub struct Shown(BTreeSet<Path>);

impl Shown {
    /// Reads the sources of the facade, and the roots of the crates whose items it has by way of
    /// another crate.
    pub fn of(tree: &Tree) -> Self {
        let mut shown = Self(BTreeSet::new());
        let facade = tree.sources();
        for (_, text) in facade.filter(|(file, _)| file.starts_with("crates/varvel/src/")) {
            shown
                .0
                .extend(reexports(text).into_iter().map(|one| one.path));
        }
        // A crate stands behind those that it uses.
        for one in CRATES.iter().rev().filter(|one| one.name != "varvel") {
            let Some(root) = tree.text(&format!("{}/src/lib.rs", one.folder())) else {
                continue;
            };
            for Reexport { path, name } in reexports(root) {
                if shown.has(&[one.name.replace('-', "_")], &name) {
                    shown.0.insert(path);
                }
            }
        }
        shown
    }

    /// Returns whether the facade shows the item `name` that is defined in the module `module`. The
    /// path by which the facade has it may leave out some of the modules.
    pub fn has(&self, module: &[String], name: &str) -> bool {
        self.0.iter().any(|path| {
            let (last, before) = path.split_last().expect("a path has a crate");
            module.starts_with(path) || (last == name && module.starts_with(before))
        })
    }
}

/// An item or module of another crate, and its name here. A glob has the name `*`, and the path of
/// its module.
struct Reexport {
    path: Path,
    name: String,
}

/// Returns the items of our other crates that a source has by `pub use` or as a type alias.
fn reexports(text: &str) -> Vec<Reexport> {
    let mut found = Vec::new();
    collect(&tokens::lex(text).unwrap_or_default(), &mut found);
    found.retain(|one| {
        let is_private = one.path.iter().any(|segment| segment == PRIVATE);
        one.path[0].starts_with("varvel_") && !is_private
    });
    found
}

fn collect(tokens: &[TokenTree], found: &mut Vec<Reexport>) {
    for (i, token) in tokens.iter().enumerate() {
        let is_public = is_word(i.checked_sub(1).and_then(|at| tokens.get(at)), "pub");
        let rest = &tokens[i + 1..];
        match token {
            word if is_public && is_word(Some(word), "use") => add_tree(rest, &[], found),
            word if is_public && is_word(Some(word), "type") => {
                let set = rest.iter().position(|token| is_punct(Some(token), '='));
                add_tree(&rest[set.map_or(rest.len(), |at| at + 1)..], &[], found);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && i >= 2 => {
                let is_module = is_word(tokens.get(i - 2), "mod");
                if is_module && !is_word(tokens.get(i - 1), PRIVATE) {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    collect(&inside, found);
                }
            }
            _ => {}
        }
    }
}

/// Adds the paths of a tree such as `a::{b, c::*}`, up to the first token behind it.
fn add_tree(tokens: &[TokenTree], before: &[String], found: &mut Vec<Reexport>) {
    let mut path = before.to_vec();
    let mut name = None;
    let mut tokens = tokens.iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "as" => {
                name = tokens.next().map(ToString::to_string);
            }
            TokenTree::Ident(word) if word == "self" => {}
            TokenTree::Ident(word) => path.push(word.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Punct(punct) if punct.as_char() == '*' => name = Some("*".to_owned()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                for tree in inside.split(|token| is_punct(Some(token), ',')) {
                    add_tree(tree, &path, found);
                }
                return;
            }
            _ => break,
        }
    }
    if let Some(last) = path.last().filter(|_| path.len() > before.len()) {
        let name = name.unwrap_or_else(|| last.clone());
        found.push(Reexport { path, name });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(files: &[(&str, &str)]) -> Vec<String> {
        let shown = Shown::of(&Tree::of(files));
        shown.0.iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn names_modules_globs_and_aliases_are_shown() {
        let root = "pub use varvel_core::{Sink, path, sink::{self, Runs as R}};\n\
                    pub mod inner { pub use varvel_core::format::*; }\n\
                    pub mod __private { pub use varvel_core::Hidden; }\n\
                    pub use varvel_core::__private;\n\
                    use varvel_core::Source; pub use alloc::vec; pub use self::inner::Format;\n\
                    pub type Value = varvel_value::Value<varvel_value::Atomic>;\n";
        assert_eq!(
            shown(&[("crates/varvel/src/lib.rs", root)]),
            [
                "varvel_core::Sink",
                "varvel_core::format",
                "varvel_core::path",
                "varvel_core::sink::Runs",
                "varvel_value::Value",
            ]
        );
    }

    #[test]
    fn items_are_shown_by_way_of_another_crate() {
        let files = [
            ("crates/varvel/src/lib.rs", "pub use varvel_frozen::Source;"),
            (
                "crates/varvel-frozen/src/lib.rs",
                "pub use varvel_tree::{Mark, TreeSource as Source};",
            ),
        ];
        assert_eq!(
            shown(&files),
            ["varvel_frozen::Source", "varvel_tree::TreeSource"]
        );
    }

    #[test]
    fn a_path_may_leave_modules_out() {
        let files = [(
            "crates/varvel/src/lib.rs",
            "pub use varvel_core::{Sink, path, binary::Heads};",
        )];
        let shown = Shown::of(&Tree::of(&files));
        let has = |module: &[&str], name| {
            let module: Path = module.iter().map(|one| (*one).to_owned()).collect();
            shown.has(&module, name)
        };
        assert!(has(&["varvel_core", "sink", "inner"], "Sink"));
        assert!(has(&["varvel_core", "path", "select"], "Selector"));
        assert!(has(&["varvel_core", "binary"], "Heads"));
        assert!(!has(&["varvel_core", "sink"], "Runs"));
        assert!(!has(&["varvel_core", "sink"], "Heads"));
        assert!(!has(&["varvel_json", "sink"], "Sink"));
    }
}
