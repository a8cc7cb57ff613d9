//! Finds the nodes of a JSON text, with the extensions of JSON5 or without. The text was read
//! before, and its faults were reported then; here faults must only do no harm.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr2;
use varvel_core::{Error, Result};

use super::{Form, LOOKED_AT, Node, Outline};
use crate::text::{Comments, byte, next_token, white};

/// An open container.
struct Open {
    number: usize,
    /// Whether the next node is a value behind a colon.
    value: bool,
    /// How many of its items, or values of members, were found.
    count: usize,
    /// Whether the way leads to it.
    on_way: bool,
}

/// Returns the nodes of `text`, which is JSON5 if its comments are. With a way, containers beside
/// it are single nodes, except those near the start of the text.
pub fn outline(text: &str, comments: Comments, way: Option<&[usize]>) -> Result<Outline> {
    let mut outline = Outline::default();
    let mut open: Vec<Open> = Vec::new();
    let mut at = match text.starts_with('\u{FEFF}') {
        true => 3,
        false => 0,
    };
    let mut colon = None;
    loop {
        at = next_token(text, at, comments);
        let form = match byte(text, at) {
            0 => break,
            b',' => {
                at += 1;
                continue;
            }
            b':' => {
                colon = Some(at);
                at += 1;
                continue;
            }
            b']' | b'}' => {
                at += 1;
                if let Some(closed) = open.pop() {
                    outline.nodes.close(closed.number, at)?;
                }
                continue;
            }
            b'[' => Form::FlowSequence,
            b'{' => Form::FlowMapping,
            b'"' => Form::Double,
            b'\'' => Form::Single,
            _ => Form::Plain,
        };
        let container = matches!(form, Form::FlowSequence | Form::FlowMapping);
        let mut on_way = true;
        let depth = open.len();
        let sign = open.last_mut().and_then(|around| {
            let mapping = outline.nodes.form(around.number) == Form::FlowMapping;
            let value = mapping && around.value;
            on_way =
                around.on_way && way.is_none_or(|way| way.get(depth - 1) == Some(&around.count));
            around.count += usize::from(value || !mapping);
            around.value = mapping && !value;
            colon.take().filter(|_| value)
        });
        let alone = container && !on_way && outline.nodes.len() > LOOKED_AT;
        let end = match alone {
            true => container_end(text, at, comments),
            false => token_end(text, at, comments),
        };
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
        if container && !alone {
            open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            open.push(Open {
                number,
                value: false,
                count: 0,
                on_way,
            });
        }
        at = end;
    }
    Ok(outline)
}

/// Returns where the container ends that begins at `at`.
fn container_end(text: &str, mut at: usize, comments: Comments) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(found) = rest.iter().position(|&byte| MARKS[byte as usize]) else {
            return bytes.len();
        };
        at += found;
        match bytes[at] {
            b'"' | b'\'' => {
                at = token_end(text, at, comments);
                continue;
            }
            b'/' => {
                let next = next_token(text, at, comments);
                at = next.max(at + 1);
                continue;
            }
            b'[' | b'{' => depth += 1,
            _ => depth = depth.saturating_sub(1),
        }
        at += 1;
        if depth == 0 {
            return at;
        }
    }
}

/// Whether a byte begins or ends a container, or begins text in which these mean nothing.
const MARKS: [bool; 256] = among(b"[]{}\"'/");

/// Whether a byte ends a word or a number before it.
const ENDS: [bool; 256] = among(b"[]{},:\"'/ \t\n\r\x0B\x0C");

/// Returns the length of a word or number, which ends before white space beyond ASCII.
fn before_white(text: &str, range: Range<usize>, comments: Comments) -> usize {
    if comments != Comments::Json5 {
        return range.len();
    }
    let word = text.get(range).unwrap_or_default();
    let is_white =
        |at: &usize| !word.as_bytes()[*at].is_ascii() && white(word, *at, comments).is_some();
    (1..word.len()).find(is_white).unwrap_or(word.len())
}

/// Returns for each byte whether it is one of these.
const fn among(bytes: &[u8]) -> [bool; 256] {
    let mut among = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        among[bytes[at] as usize] = true;
        at += 1;
    }
    among
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
pub fn token_end(text: &str, at: usize, comments: Comments) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let len = match rest.first() {
        Some(&quote @ (b'"' | b'\'')) => string_len(rest, quote),
        Some(b'[' | b']' | b'{' | b'}' | b',' | b':') => Some(1),
        _ => {
            // At least one byte, so that the loop ends.
            let found = rest.iter().skip(1).position(|&byte| ENDS[byte as usize]);
            let len = found.map_or(rest.len(), |len| len + 1);
            Some(before_white(text, at..at + len, comments))
        }
    };
    at + len.unwrap_or(rest.len())
}
