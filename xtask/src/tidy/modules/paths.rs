//! Reads the names of its own crate that a source uses: in `use` declarations, and as paths in its
//! code.
//!
//! Tests and quoted code of macros are not read: tests may use any name, and quoted code belongs to
//! other crates.

use proc_macro2::{Delimiter, TokenTree};

use crate::tidy::tokens;

/// The declarations and names of one file.
#[derive(Default)]
pub struct Source {
    /// The names that its `use` declarations bring in.
    pub uses: Vec<Use>,
    /// The paths in the code, with two names or more.
    pub paths: Vec<Named>,
    /// The names of its items.
    pub items: Vec<String>,
}

/// One name that a `use` brings in.
#[derive(Debug, PartialEq)]
pub struct Use {
    pub path: Named,
    /// The name in this file; `None` for all names of a module (`*`).
    pub name: Option<String>,
    /// Whether other modules may use it from here: `pub`, `pub(crate)` and the like.
    pub public: bool,
}

/// A path as it is written, and its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub path: Vec<String>,
    pub line: usize,
}

/// Finds the declarations and names of `text`; none if it is not Rust.
pub fn read(text: &str) -> Source {
    let mut source = Source::default();
    let tokens = tokens::lex(text).unwrap_or_default();
    walk(&tokens, true, &mut source);
    source
}

/// Macros whose tokens become code elsewhere.
const QUOTING: &[&str] = &["quote", "quote_spanned", "parse_quote"];

/// Words before the name of an item.
const ITEMS: &[&str] = &[
    "const",
    "enum",
    "fn",
    "macro_rules",
    "mod",
    "static",
    "struct",
    "trait",
    "type",
    "union",
];

fn walk(tokens: &[TokenTree], top: bool, source: &mut Source) {
    let mut i = 0;
    let mut public = false;
    while let Some(token) = tokens.get(i) {
        if let Some(after) = tokens::after_test_item(tokens, i) {
            i = after;
            continue;
        }
        match token {
            TokenTree::Ident(word) if word == "use" => {
                i = declaration(tokens, i + 1, public, source);
            }
            TokenTree::Ident(word)
                if QUOTING.iter().any(|name| word == name) && is(tokens, i + 1, '!') =>
            {
                i += 3;
            }
            TokenTree::Ident(_) => {
                let (path, after) = path_at(tokens, i);
                let word = path.path.first().cloned().unwrap_or_default();
                if path.path.len() > 1 {
                    source.paths.push(path);
                } else if top && ITEMS.contains(&word.as_str()) {
                    source.items.extend(item_name(tokens, after));
                }
                i = after;
            }
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                walk(&inside, false, source);
                i += 1;
            }
            _ => i += 1,
        }
        public = match token {
            TokenTree::Ident(word) => word == "pub",
            TokenTree::Group(group) => public && group.delimiter() == Delimiter::Parenthesis,
            _ => false,
        };
    }
}

/// Returns the name behind the word of an item; `macro_rules` has a sign between.
fn item_name(tokens: &[TokenTree], at: usize) -> Option<String> {
    let at = if is(tokens, at, '!') { at + 1 } else { at };
    match tokens.get(at)? {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    }
}

/// Returns the names at `at` with `::` between them, and the position behind them.
fn path_at(tokens: &[TokenTree], at: usize) -> (Named, usize) {
    let mut named = Named {
        path: Vec::new(),
        line: tokens.get(at).map_or(1, |token| token.span().start().line),
    };
    let mut at = at;
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        named.path.push(name.to_string());
        at += 1;
        match is(tokens, at, ':') && is(tokens, at + 1, ':') {
            true => at += 2,
            false => break,
        }
    }
    (named, at)
}

/// Reads the declaration behind `use`. Returns the position behind it.
fn declaration(tokens: &[TokenTree], at: usize, public: bool, source: &mut Source) -> usize {
    let end = (at..tokens.len()).find(|&i| is(tokens, i, ';'));
    let end = end.unwrap_or(tokens.len());
    // A leading `::` means a crate from outside.
    if !is(tokens, at, ':') {
        tree(&tokens[at..end], &[], public, source);
    }
    end + 1
}

/// Reads one branch of a `use`, behind `prefix`.
fn tree(tokens: &[TokenTree], prefix: &[String], public: bool, source: &mut Source) {
    let (mut named, after) = path_at(tokens, 0);
    named.path.splice(0..0, prefix.iter().cloned());
    match tokens.get(after) {
        Some(TokenTree::Group(group)) => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            for branch in inside.split(|token| punct(token, ',')) {
                tree(branch, &named.path, public, source);
            }
        }
        Some(token) if punct(token, '*') => source.uses.push(Use {
            path: named,
            name: None,
            public,
        }),
        rest => {
            let renamed = rest.and_then(|_| item_name(tokens, after + 1));
            if named.path.len() > prefix.len() && named.path.last().is_some_and(|x| x == "self") {
                named.path.pop();
            }
            let Some(last) = named.path.last().cloned() else {
                return;
            };
            source.uses.push(Use {
                path: named,
                name: Some(renamed.unwrap_or(last)),
                public,
            });
        }
    }
}

fn is(tokens: &[TokenTree], at: usize, sign: char) -> bool {
    tokens.get(at).is_some_and(|token| punct(token, sign))
}

fn punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(source: &Source) -> Vec<String> {
        let path = |named: &Named| named.path.join("::");
        let uses = source.uses.iter().map(|one| {
            let name = one.name.as_deref().unwrap_or("*");
            let word = if one.public { "pub " } else { "" };
            format!("{word}{} as {name}", path(&one.path))
        });
        uses.chain(source.paths.iter().map(path)).collect()
    }

    #[test]
    fn uses_are_taken_apart() {
        let source = read(
            "pub(crate) use super::a::{self, B, c::{D as E}};\nuse crate::f::*;\nuse ::g::H;\nfn i() {\n    use self::j::K;\n}\n",
        );
        assert_eq!(
            named(&source),
            [
                "pub super::a as a",
                "pub super::a::B as B",
                "pub super::a::c::D as E",
                "crate::f as *",
                "self::j::K as K",
            ]
        );
        assert_eq!(source.items, ["i"]);
        assert_eq!(source.uses[4].path.line, 5);
    }

    #[test]
    fn paths_in_code_are_found_and_those_of_tests_and_quotes_are_not() {
        let source = read(
            "fn a() -> super::B {\n    quote!(crate::c::D);\n    e!(crate::f::G)\n}\n#[cfg(test)]\nmod tests {\n    use crate::h;\n}\n",
        );
        assert_eq!(named(&source), ["super::B", "crate::f::G"]);
    }
}
