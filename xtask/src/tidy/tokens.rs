//! Rust sources as tokens, so that comments and strings cannot be mistaken for code.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Lexes `text`. Returns `None` if it is not Rust.
pub fn lex(text: &str) -> Option<Vec<TokenTree>> {
    let stream: TokenStream = text.parse().ok()?;
    Some(stream.into_iter().collect())
}

/// Returns whether the file has `#![outer(.., inner, ..)]`.
pub fn has_inner_attribute(text: &str, outer: &str, inner: &str) -> bool {
    let tokens = lex(text).unwrap_or_default();
    tokens.windows(3).any(|window| match window {
        [
            TokenTree::Punct(hash),
            TokenTree::Punct(bang),
            TokenTree::Group(attribute),
        ] => {
            hash.as_char() == '#'
                && bang.as_char() == '!'
                && attribute_names(attribute, outer, inner)
        }
        _ => false,
    })
}

/// Returns whether the brackets of an attribute hold `outer(.., inner, ..)`.
fn attribute_names(attribute: &Group, outer: &str, inner: &str) -> bool {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name), TokenTree::Group(list)]
            if attribute.delimiter() == Delimiter::Bracket =>
        {
            name == outer
                && list
                    .stream()
                    .into_iter()
                    .any(|token| matches!(token, TokenTree::Ident(word) if word == inner))
        }
        _ => false,
    }
}

/// Returns the lines on which one of the macros `names` is called, with the name.
pub fn macro_calls(tokens: &[TokenTree], names: &[&str]) -> Vec<(usize, String)> {
    let mut calls = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                calls.extend(macro_calls(&inside, names));
            }
            TokenTree::Ident(word) if is_punct(tokens.get(i + 1), '!') => {
                let name = word.to_string();
                // `name != x` is a comparison.
                if names.contains(&name.as_str()) && !is_punct(tokens.get(i + 2), '=') {
                    calls.push((word.span().start().line, name));
                }
            }
            _ => {}
        }
    }
    calls
}

/// Returns the lines that hold code: no comments, documentation, blank lines, tests or tables.
pub fn code_lines(tokens: &[TokenTree]) -> BTreeSet<usize> {
    let mut lines = BTreeSet::new();
    collect(tokens, &mut lines);
    lines
}

fn collect(tokens: &[TokenTree], lines: &mut BTreeSet<usize>) {
    let mut i = 0;
    while i < tokens.len() {
        if let Some(after) = after_doc(tokens, i).or_else(|| after_test_item(tokens, i)) {
            i = after;
            continue;
        }
        if let Some(table) = table_at(tokens, i) {
            // The lines of the declaration count, those of its rows do not.
            lines.extend(
                tokens[i..table]
                    .iter()
                    .map(|token| token.span().start().line),
            );
            i = if is_punct(tokens.get(table + 1), ';') {
                table + 2
            } else {
                table + 1
            };
            continue;
        }
        match &tokens[i] {
            TokenTree::Group(group) => {
                lines.insert(group.span_open().start().line);
                lines.insert(group.span_close().start().line);
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                collect(&inside, lines);
            }
            token => lines.extend(token.span().start().line..=token.span().end().line),
        }
        i += 1;
    }
}

/// Returns the position after a documentation comment at `i`, which the lexer gives as
/// `#[doc = ".."]`.
fn after_doc(tokens: &[TokenTree], i: usize) -> Option<usize> {
    let at = attribute_at(tokens, i)?;
    let TokenTree::Group(group) = &tokens[at] else {
        return None;
    };
    match group.stream().into_iter().next() {
        Some(TokenTree::Ident(name)) if name == "doc" => Some(at + 1),
        _ => None,
    }
}

/// Returns the position after an item at `i` that is marked `#[cfg(test)]` or
/// `#[cfg(all(test, ..))]`.
pub fn after_test_item(tokens: &[TokenTree], i: usize) -> Option<usize> {
    let at = attribute_at(tokens, i)?;
    let TokenTree::Group(group) = &tokens[at] else {
        return None;
    };
    if !(attribute_names(group, "cfg", "test") || group.to_string().starts_with("[cfg (all (test"))
    {
        return None;
    }
    let end = tokens[at + 1..].iter().position(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_punct(Some(token), ';'),
    })?;
    Some(at + 1 + end + 1)
}

/// Returns the position of the brackets of an attribute at `i`.
pub fn attribute_at(tokens: &[TokenTree], i: usize) -> Option<usize> {
    if !is_punct(tokens.get(i), '#') {
        return None;
    }
    let at = if is_punct(tokens.get(i + 1), '!') {
        i + 2
    } else {
        i + 1
    };
    match tokens.get(at) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some(at),
        _ => None,
    }
}

/// Returns the position of the array that a `const` or `static` at `i` is set to.
fn table_at(tokens: &[TokenTree], i: usize) -> Option<usize> {
    let TokenTree::Ident(word) = tokens.get(i)? else {
        return None;
    };
    if word != "const" && word != "static" {
        return None;
    }
    let mut set = false;
    for (at, token) in tokens.iter().enumerate().skip(i + 1) {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ';' => return None,
            TokenTree::Punct(punct) if punct.as_char() == '=' => set = true,
            TokenTree::Punct(punct) if punct.as_char() == '&' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return None,
            TokenTree::Group(group) if set && group.delimiter() == Delimiter::Bracket => {
                return Some(at);
            }
            _ if set => return None,
            _ => {}
        }
    }
    None
}

/// Returns whether there is a token and it is this sign.
pub fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Returns whether there is a token and it is this word.
pub fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        code_lines(&lex(text).unwrap()).len()
    }

    #[test]
    fn comments_docs_and_blank_lines_are_no_code() {
        assert_eq!(
            count("//! Docs.\n\n// why\n/// What.\nfn a() {\n    // then\n\n    b();\n}\n"),
            3
        );
    }

    #[test]
    fn tests_are_no_code() {
        assert_eq!(
            count("fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n"),
            1
        );
        assert_eq!(count("#[cfg(test)]\nuse a::b;\nfn c() {}\n"), 1);
        assert_eq!(
            count("#[cfg(all(test, unix))]\nmod tests {\n    fn b() {}\n}\n"),
            0
        );
        assert_eq!(count("#[cfg(unix)]\nmod other {\n    fn b() {}\n}\n"), 4);
    }

    #[test]
    fn tables_are_no_code() {
        assert_eq!(count("static T: [u8; 2] = [\n    1,\n    2,\n];\n"), 1);
        assert_eq!(
            count("const T: &[&str] = &[\n    \"a\",\n];\nconst fn f() {\n    g([\n1])\n}\n"),
            5
        );
    }

    #[test]
    fn a_string_over_lines_is_code() {
        assert_eq!(count("fn a() {\n    b(\"x\ny\nz\");\n}\n"), 5);
    }

    #[test]
    fn calls_are_found_in_code_only() {
        let text = "//! todo!()\nfn a() {\n    let s = \"todo!()\"; // todo!()\n    b(|| todo!());\n    todo != s;\n}\n";
        assert_eq!(
            macro_calls(&lex(text).unwrap(), &["todo"]),
            [(4, "todo".to_owned())]
        );
    }
}
