//! Writes new nodes as text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use varvel_core::{Error, ErrorKind, Kind, Result};
use varvel_yaml::WriteOptions;

use crate::Ref;
use crate::memory::{add, copied, gathered, list, push};
use crate::outline::Form;
use crate::style::Style;
use crate::syntax::Syntax;

/// The text of a node in a block collection: the part on the line of the sign before it, and the
/// lines that follow, without their common indentation.
#[derive(Debug, Default)]
pub struct Lines {
    pub head: String,
    pub body: Vec<String>,
}

/// The quotes for strings of a new node, where YAML leaves a choice.
pub type Quotes = Option<Form>;

/// The layout of a container between brackets that is spread over lines: the indentation of the
/// line on which it begins.
pub type Spread<'a> = Option<&'a str>;

/// The rest of a container that is being written.
enum Open<'a> {
    Items(Vec<Ref<'a>>),
    Members(Vec<(Ref<'a>, Ref<'a>)>),
}

/// Returns a node on one line, or spread over lines, in a form that is valid between brackets, and
/// in YAML anywhere.
pub fn flow(value: Ref<'_>, style: &Style, quotes: Quotes, spread: Spread<'_>) -> Result<String> {
    let mut out = String::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut next = Some(value);
    let new_line = |out: &mut String, depth: usize| {
        if let Some(indentation) = spread {
            add(out, style.line_break)?;
            add(out, indentation)?;
            (0..depth).try_for_each(|_| add(out, &style.indent))?;
        }
        Ok(())
    };
    loop {
        let mut opened = false;
        if let Some(node) = next.take() {
            opened = true;
            // Children are taken from the end of a list.
            match node.kind() {
                Kind::Array if !node.is_empty() => {
                    let mut items = list(node.items())?;
                    items.reverse();
                    add(&mut out, "[")?;
                    push(&mut open, Open::Items(items))?;
                }
                Kind::Object | Kind::Map if !node.is_empty() => {
                    let mut members = list(node.pairs())?;
                    members.reverse();
                    add(&mut out, "{")?;
                    push(&mut open, Open::Members(members))?;
                }
                _ => {
                    add(&mut out, &scalar(node, style.syntax, quotes, true)?)?;
                    opened = false;
                }
            }
        }
        let depth = open.len();
        let Some(innermost) = open.last_mut() else {
            return Ok(out);
        };
        let (close, more) = match innermost {
            Open::Items(items) => ("]", items.pop().map(|item| (None, item))),
            Open::Members(members) => {
                let member = members.pop();
                ("}", member.map(|(key, value)| (Some(key), value)))
            }
        };
        let Some((key, value)) = more else {
            open.pop();
            new_line(&mut out, open.len())?;
            add(&mut out, close)?;
            continue;
        };
        if !opened {
            let comma = match spread {
                Some(_) => ",",
                None => style.comma(),
            };
            add(&mut out, comma)?;
        }
        new_line(&mut out, depth)?;
        if let Some(key) = key {
            add(&mut out, &flow_key(key, style, quotes)?)?;
            add(&mut out, style.colon())?;
        }
        next = Some(value);
    }
}

/// Returns the text of a key between brackets.
pub fn flow_key(key: Ref<'_>, style: &Style, quotes: Quotes) -> Result<String> {
    match (style.syntax, key.kind()) {
        (syntax, _) if syntax.is_yaml() => {
            let text = scalar(key, style.syntax, quotes, true)?;
            // Without a space behind the colon, only quotes show that it is one.
            match key.as_str() {
                Some(string) if !style.space_behind_colon && !text.starts_with('\'') => {
                    json_string(string)
                }
                _ => Ok(text),
            }
        }
        (Syntax::Json5, Kind::String) if style.bare_names => {
            let name = key.as_str().unwrap_or_default();
            match is_bare(name) {
                true => copied(name),
                false => json_string(name),
            }
        }
        (_, Kind::String) => scalar(key, style.syntax, quotes, true),
        (_, kind) => Err(Error::wrong_kind("a key that is a string", kind)),
    }
}

/// Returns whether a name needs no quotes in JSON5. Accepts only the ASCII letters among those
/// allowed.
fn is_bare(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
    name.bytes().next().is_some_and(letter)
        && name
            .bytes()
            .all(|byte| letter(byte) || byte.is_ascii_digit())
}

/// Returns the text of a scalar or an empty container, on one line.
pub fn scalar(value: Ref<'_>, syntax: Syntax, quotes: Quotes, flow: bool) -> Result<String> {
    if syntax == Syntax::Json5 {
        let options = varvel_json::WriteOptions::compact().non_finite_as_words();
        return varvel_json::to_string_with(&value, &options);
    }
    if !syntax.is_yaml() {
        return varvel_json::to_string(&value);
    }
    let Some(string) = value.as_str() else {
        let text = varvel_yaml::to_string(&value)?;
        let text = text.trim_ascii_end();
        return match text.contains('\n') {
            // This is a container as a key.
            true => Err(Error::expected(
                ErrorKind::Unrepresentable,
                "a value on one line",
            )),
            false => copied(text),
        };
    };
    let fine = |text: &str| !text.chars().any(|c| c.is_control() || c == '\u{FEFF}');
    match quotes {
        Some(Form::Double) => return json_string(string),
        Some(Form::Single) if fine(string) => {
            let inside = string.split('\'').enumerate();
            let inside = inside.flat_map(|(i, part)| [if i == 0 { "" } else { "''" }, part]);
            return gathered(["'"].into_iter().chain(inside).chain(["'"]));
        }
        _ => {}
    }
    let text = varvel_yaml::to_string(string)?;
    let text = text.trim_ascii_end();
    let quoted = text.starts_with(['"', '\'']);
    let brackets = flow && string.contains(['[', ']', '{', '}', ',']);
    match !quoted && (brackets || text.contains('\n')) {
        true => json_string(string),
        false => copied(text),
    }
}

/// Returns a string in double quotes. YAML reads everything that JSON leaves unescaped as it is,
/// except for invisible characters.
fn json_string(string: &str) -> Result<String> {
    let text = varvel_json::to_string(string)?;
    let unseen = |c: char| {
        matches!(
            c,
            '\u{7F}'..='\u{A0}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'
        )
    };
    if !text.contains(unseen) {
        return Ok(text);
    }
    let mut out = String::new();
    for character in text.chars() {
        // No escape and no character is longer.
        out.try_reserve(8).map_err(|_| Error::out_of_memory())?;
        match unseen(character) {
            // Writing into a string does not fail.
            true => write!(out, "\\u{:04x}", u32::from(character)).unwrap_or_default(),
            false => out.push(character),
        }
    }
    Ok(out)
}

/// Returns the text of a node in a block collection.
pub fn lines(value: Ref<'_>, style: &Style, quotes: Quotes) -> Result<Lines> {
    let one_line = |string: &str| !string.contains('\n');
    if value.as_str().is_some_and(one_line) {
        return Ok(Lines {
            head: scalar(value, style.syntax, quotes, false)?,
            body: Vec::new(),
        });
    }
    let indent = style.indent.len() as u8;
    let options = WriteOptions::default().with_indent(indent);
    let text = varvel_yaml::to_string_with(&value, &options)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let mut all = text.split('\n');
    let mut new = Lines {
        head: copied(all.next().unwrap_or_default())?,
        body: Vec::new(),
    };
    for line in all {
        push(&mut new.body, copied(line)?)?;
    }
    Ok(new)
}

/// Returns whether a node is a container with content.
pub fn is_container(value: Ref<'_>) -> bool {
    matches!(value.kind(), Kind::Array | Kind::Object | Kind::Map) && !value.is_empty()
}
