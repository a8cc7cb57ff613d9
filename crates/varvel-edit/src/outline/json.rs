//! Finds the nodes of a JSON text, with the extensions of JSON5 or without. The text was read
//! before, and its faults were reported then; here faults must only do no harm.

use alloc::vec::Vec;

use memchr::memchr2;
use varvel_core::{Error, Result};

use super::{Form, Node, Outline};
use crate::text::{Comments, byte, next_token};

/// An open container.
struct Open {
    number: usize,
    /// Whether the next node is a value behind a colon.
    value: bool,
}

/// Returns the nodes of `text`.
pub fn outline(text: &str) -> Result<Outline> {
    let mut outline = Outline::default();
    let mut open: Vec<Open> = Vec::new();
    let mut at = match text.starts_with('\u{FEFF}') {
        true => 3,
        false => 0,
    };
    let mut colon = None;
    loop {
        at = next_token(text, at, Comments::Slashes);
        let end = token_end(text, at);
        let form = match byte(text, at) {
            0 => break,
            b',' => {
                at = end;
                continue;
            }
            b':' => {
                colon = Some(at);
                at = end;
                continue;
            }
            b']' | b'}' => {
                if let Some(closed) = open.pop() {
                    outline.nodes.close(closed.number, end)?;
                }
                at = end;
                continue;
            }
            b'[' => Form::FlowSequence,
            b'{' => Form::FlowMapping,
            b'"' => Form::Double,
            b'\'' => Form::Single,
            _ => Form::Plain,
        };
        let sign = open.last_mut().and_then(|around| {
            let mapping = outline.nodes.form(around.number) == Form::FlowMapping;
            let value = mapping && around.value;
            around.value = mapping && !value;
            colon.take().filter(|_| value)
        });
        let begin = sign.unwrap_or(at);
        let number = outline.nodes.add(Node {
            form,
            begin,
            slot: sign.map_or(at, |sign| sign + 1),
            outer: at,
            properties_end: at,
            start: at,
            end,
            next: outline.nodes.len() + 1,
        })?;
        if open.is_empty() {
            outline.add_root(number)?;
        }
        if matches!(form, Form::FlowSequence | Form::FlowMapping) {
            open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            open.push(Open {
                number,
                value: false,
            });
        }
        at = end;
    }
    Ok(outline)
}

/// Returns the length of the string that `rest` begins with, if it ends.
fn string_len(rest: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr2(quote, b'\\', rest.get(at..)?)?;
        if rest[at] == quote {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Returns where the string, word, number or sign ends that begins at `at`.
pub fn token_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let len = match rest.first() {
        Some(&quote @ (b'"' | b'\'')) => string_len(rest, quote),
        Some(b'[' | b']' | b'{' | b'}' | b',' | b':') => Some(1),
        _ => {
            let ends = |byte: &u8| b"[]{},:\"'/".contains(byte) || byte.is_ascii_whitespace();
            // At least one byte, so that the loop ends.
            let found = rest.iter().skip(1).position(ends);
            found.map(|len| len + 1)
        }
    };
    at + len.unwrap_or(rest.len())
}
