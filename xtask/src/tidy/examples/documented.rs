//! [`items`]: the examples in the documentation of a source, with the items that they belong to.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::super::tokens::{self, is_punct, is_word};
use super::shown::Path;

/// The documentation of one item.
pub struct Documented {
    /// The module that the item is defined in.
    pub module: Path,
    /// The names by which users find the item: its own; for a member, those of its type and trait;
    /// for the documentation of a module, the module's.
    pub names: Vec<String>,
    /// The lines of its Rust examples, with their numbers in the file.
    pub examples: Vec<(usize, String)>,
}

/// Words that may stand between the documentation of an item and its name.
const WORDS: &[&str] = &[
    "pub",
    "crate",
    "const",
    "static",
    "unsafe",
    "async",
    "extern",
    "fn",
    "struct",
    "enum",
    "union",
    "trait",
    "type",
    "mod",
    "macro_rules",
];

/// Words behind the fence of a block that is Rust.
const RUST: &[&str] = &["rust", "ignore", "no_run", "should_panic", "compile_fail"];

/// Returns the documented items of a source that is the module `module`.
pub fn items(text: &str, module: Path) -> Vec<Documented> {
    let mut found = Vec::new();
    let tokens = tokens::lex(text).unwrap_or_default();
    walk(&tokens, &module, &[], &mut found);
    found.retain(|one| !one.examples.is_empty());
    found
}

/// Adds the items among `tokens`. `owner` has the names of the type and trait that they belong to.
fn walk(tokens: &[TokenTree], module: &Path, owner: &[String], found: &mut Vec<Documented>) {
    let mut add = |names: Vec<String>, docs: &[(usize, String)]| {
        found.push(Documented {
            module: module.clone(),
            names,
            examples: rust(docs),
        });
    };
    let mut inside = Vec::new();
    let (mut docs, mut own) = (Vec::new(), Vec::new());
    let (mut header, mut i) = (0, 0);
    while i < tokens.len() {
        if let Some(at) = tokens::attribute_at(tokens, i) {
            // One with `!` is about what contains it.
            let to = if at == i + 1 { &mut docs } else { &mut own };
            to.extend(documentation(&tokens[at]));
            i = at + 1;
            header = i;
            continue;
        }
        if !docs.is_empty() {
            let names = match owner {
                [] => names(&tokens[i..]),
                owner => owner.to_vec(),
            };
            add(names, &docs);
            docs.clear();
        }
        match &tokens[i] {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                inside.push((&tokens[header..i], group));
                header = i + 1;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => header = i + 1,
            _ => {}
        }
        i += 1;
    }
    if !own.is_empty() {
        let of_module = module.last().into_iter().cloned().collect();
        add(
            if owner.is_empty() {
                of_module
            } else {
                owner.to_vec()
            },
            &own,
        );
    }
    for (header, group) in inside {
        enter(header, group, module, owner, found);
    }
}

/// Adds the items between the braces of an item that begins with `header`.
fn enter(
    header: &[TokenTree],
    group: &Group,
    module: &Path,
    owner: &[String],
    found: &mut Vec<Documented>,
) {
    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
    let is = |word: &str| header.iter().any(|token| is_word(Some(token), word));
    let mut names = names(header);
    if is("mod") {
        let module = module.iter().cloned().chain(names).collect();
        return walk(&inside, &module, owner, found);
    }
    // The call of a macro that declares items.
    if is_punct(header.last(), '!') {
        names.clear();
    }
    let owner = if owner.is_empty() {
        names.as_slice()
    } else {
        owner
    };
    walk(&inside, module, owner, found);
}

/// Returns the name of the item that begins here, or those of the type and trait of an `impl`.
fn names(tokens: &[TokenTree]) -> Vec<String> {
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "impl" => return implemented(&tokens[i + 1..]),
            TokenTree::Ident(word) if WORDS.iter().any(|other| word == other) => {}
            TokenTree::Ident(word) => return vec![word.to_string()],
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
            _ => {}
        }
    }
    Vec::new()
}

/// Returns the names of the trait and of the type behind `impl`.
fn implemented(tokens: &[TokenTree]) -> Vec<String> {
    let (mut names, mut last) = (Vec::new(), None);
    let (mut depth, mut after_dash) = (0_usize, false);
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => break,
            TokenTree::Ident(word) if depth == 0 && word == "where" => break,
            TokenTree::Ident(word) if depth == 0 && word == "for" => names.extend(last.take()),
            TokenTree::Ident(word) if depth == 0 => last = Some(word.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' && !after_dash => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        after_dash = is_punct(Some(token), '-');
    }
    names.extend(last);
    names
}

/// Returns the text of an attribute that is documentation, with its line.
fn documentation(brackets: &TokenTree) -> Option<(usize, String)> {
    let TokenTree::Group(group) = brackets else {
        return None;
    };
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    match tokens.as_slice() {
        [name, equals, TokenTree::Literal(text)]
            if is_word(Some(name), "doc") && is_punct(Some(equals), '=') =>
        {
            let line = text.span().start().line;
            let text = text.to_string();
            Some((line, text.trim_matches('"').trim().to_owned()))
        }
        _ => None,
    }
}

/// Returns the lines between the fences of Rust blocks.
fn rust(docs: &[(usize, String)]) -> Vec<(usize, String)> {
    let mut block = None;
    let mut lines = Vec::new();
    for (line, text) in docs {
        match (text.strip_prefix("```"), block) {
            (Some(_), Some(_)) => block = None,
            (Some(info), None) => {
                let first = info.split([',', ' ']).next().unwrap_or_default();
                block = Some(first.is_empty() || RUST.contains(&first));
            }
            (None, Some(true)) => lines.push((*line, text.clone())),
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each example as `line module names`.
    fn found(text: &str) -> Vec<String> {
        let items = items(text, vec!["c".to_owned()]);
        let shown = |one: &Documented| {
            let lines = one
                .examples
                .iter()
                .map(|(line, text)| format!("{line}:{text}"));
            let lines: Vec<String> = lines.collect();
            format!(
                "{} {} {}",
                lines.join(" "),
                one.module.join("::"),
                one.names.join("+")
            )
        };
        items.iter().map(shown).collect()
    }

    #[test]
    fn examples_belong_to_items() {
        let text = "//! ```\n//! a\n//! ```\n\
                    /// ```\n/// b\n/// ```\n#[derive(Debug)]\npub(crate) struct S<T>(T);\n\
                    /// ```text\n/// c\n/// ```\npub const fn f() {}\n\
                    /// ```no_run\n/// d\n/// ```\nmacro_rules! m { () => {} }\n\
                    /// No example.\nstruct N;\n";
        assert_eq!(found(text), ["5:b c S", "14:d c m", "2:a c c"]);
    }

    #[test]
    fn members_belong_to_their_type_and_trait() {
        let text = "impl<'a, F: Fn(u8) -> T> S<'a, F> where for<'b> F: Q {\n/// ```\n/// a\n/// ```\nfn f(self) {}\n}\n\
                    impl core::fmt::Display for v::W {\n/// ```\n/// b\n/// ```\nfn fmt() {} }\n\
                    pub trait Tr: Sized {\n/// ```\n/// c\n/// ```\ntype T; }\n\
                    enum E { /// ```\n/// d\n/// ```\nA { x: u8 } }\n";
        assert_eq!(
            found(text),
            ["3:a c S", "9:b c Display+W", "14:c c Tr", "18:d c E"]
        );
    }

    #[test]
    fn modules_and_macros_are_entered() {
        let text = "pub mod m {\n//! ```\n//! a\n//! ```\n/// ```\n/// b\n/// ```\nfn f() {}\n}\n\
                    x::functions! { Json;\n/// ```\n/// c\n/// ```\nfrom_slice }\n";
        assert_eq!(
            found(text),
            ["6:b c::m f", "3:a c::m m", "12:c c from_slice"]
        );
    }
}
