//! Finds the path to a byte of a document, by reading up to it a second time.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::Source;
use varvel_core::path::Step;

use super::{MARK, Reader};

/// Returns the path to the node that contains `offset`. `input` is well-formed up to there: JSON,
/// or JSON5 that our writer wrote.
///
/// It is called for errors only, and takes time that is linear in `offset`. Where memory is
/// refused, it returns no steps.
#[cold]
pub fn find(input: &[u8], offset: usize) -> Vec<Step> {
    try_find(input, offset).unwrap_or_default()
}

/// Returns the path to the node that contains `offset`, or `None` where memory is refused.
fn try_find(input: &[u8], offset: usize) -> Option<Vec<Step>> {
    let input = &input[..offset.min(input.len())];
    // One step for each open container: the member or item that is being read, if one has begun.
    let mut open: Vec<Option<Step>> = Vec::new();
    let mut key: Option<String> = None;
    let mut at = 0;
    while at < input.len() {
        match input[at] {
            b'"' => {
                let end = string_end(input, at + 1);
                if matches!(open.last(), Some(None)) {
                    key = Some(text(&input[at..input.len().min(end + 1)])?);
                }
                at = end;
            }
            b':' => {
                if let (Some(top), Some(key)) = (open.last_mut(), key.take()) {
                    *top = Some(Step::Key(key));
                }
            }
            b'{' | b'[' => {
                open.try_reserve(1).ok()?;
                open.push((input[at] == b'[').then_some(Step::Index(0)));
            }
            b'}' | b']' => {
                open.pop();
            }
            b',' => match open.last_mut() {
                Some(Some(Step::Index(i))) => *i += 1,
                Some(member) => *member = None,
                None => {}
            },
            // A name without quotes. The writer of JSON5 looks for paths here, too.
            byte if matches!(open.last(), Some(None)) && !byte.is_ascii_whitespace() => {
                let name = input[at..].split(|byte| *byte == b':').next();
                let name = name.unwrap_or_default();
                key = Some(copied(name)?);
                at += name.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    // A key was read, but no colon behind it. Errors about such a key need its path.
    if let (Some(top @ None), Some(key)) = (open.last_mut(), key) {
        *top = Some(Step::Key(key));
    }
    // `collect` may ask for memory that it cannot be refused.
    let mut steps = Vec::new();
    steps.try_reserve_exact(open.len()).ok()?;
    steps.extend(open.into_iter().flatten());
    Some(steps)
}

/// Returns the beginning of the last value or key of `input` that ends at `end` or before. For a
/// container that has ended, this is its opening bracket. For an array of numbers, which the sink
/// gets as a whole, it is the item `last`.
///
/// It is called for errors only, and takes time that is linear in `end`.
#[cold]
pub fn start(input: &[u8], end: usize, last: Option<&Step>) -> usize {
    let input = &input[..end.min(input.len())];
    let mut open: Vec<usize> = Vec::new();
    // A byte order mark is no value.
    let mark = if input.starts_with(MARK) {
        MARK.len()
    } else {
        0
    };
    let (mut at, mut found) = (mark, mark);
    while at < input.len() {
        match input[at] {
            b'"' => {
                found = at;
                at = string_end(input, at + 1);
            }
            b'{' | b'[' => {
                found = at;
                open.push(at);
            }
            b'}' | b']' => found = open.pop().unwrap_or(at),
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => {
                found = at;
                let more = input[at..].iter().take_while(|byte| !ends_scalar(**byte));
                at += more.count().saturating_sub(1);
            }
        }
        at += 1;
    }
    // Finds the array that has just ended, or the one that is read in parts.
    let array = match (input.get(found), open.last()) {
        (Some(b'['), _) => Some(found),
        (_, Some(last)) if input[*last] == b'[' => Some(*last),
        _ => None,
    };
    match (array, last) {
        (Some(array), Some(Step::Index(index))) => item(input, array, *index).unwrap_or(found),
        _ => found,
    }
}

/// Returns the beginning of the value that `steps` lead to, or `None` if there is none before
/// `end`, or where memory is refused. Where a key comes twice, it is the value of the first, which
/// was given to the sink first; `again` asks for the second member of the last step.
///
/// It is called for errors only, and takes time that is linear in `end`.
#[cold]
pub fn value_at(input: &[u8], end: usize, steps: &[Step], again: bool) -> Option<usize> {
    let input = &input[..end.min(input.len())];
    let root = input.iter().position(|byte| matches!(byte, b'{' | b'['))?;
    let Some((last, ahead)) = steps.split_last() else {
        return Some(root);
    };
    let first = |container, step| child(input, container, step, 0);
    let container = ahead.iter().try_fold(root, first)?;
    child(input, container, last, usize::from(again))
}

/// Returns the beginning of the value that `step` leads to in the container at `at`, behind
/// `passed` others that it leads to, too.
fn child(input: &[u8], mut at: usize, step: &Step, mut passed: usize) -> Option<usize> {
    let is_object = *input.get(at)? == b'{';
    for index in 0.. {
        at = next_token(input, at + 1);
        let is_wanted = match step {
            Step::Key(key) if is_object && input.get(at) == Some(&b'"') => {
                let end = input.len().min(string_end(input, at + 1) + 1);
                let name = text(input.get(at..end)?)?;
                at = next_token(input, next_token(input, end) + 1);
                name == *key
            }
            Step::Index(wanted) if !is_object => index == *wanted,
            _ => return None,
        };
        if is_wanted && at < input.len() {
            match passed.checked_sub(1) {
                Some(left) => passed = left,
                None => return Some(at),
            }
        }
        at = behind_value(input, at);
        if input.get(at) != Some(&b',') {
            break;
        }
    }
    None
}

/// Returns the place of the comma or bracket behind a value, or the end of the input.
fn behind_value(input: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while at < input.len() {
        match input[at] {
            b'"' => at = string_end(input, at + 1),
            b'{' | b'[' => depth += 1,
            b',' | b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    input.len()
}

/// Returns the place of the first byte from `at` on that is no white space.
fn next_token(input: &[u8], at: usize) -> usize {
    let rest = input.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_ascii_start().len()
}

fn ends_scalar(byte: u8) -> bool {
    matches!(
        byte,
        b',' | b':' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r'
    )
}

/// Returns the beginning of an item of the array at `array`, if that is an array of numbers and
/// long enough.
fn item(input: &[u8], array: usize, index: usize) -> Option<usize> {
    let items = input[array + 1..].split(|byte| *byte == b']').next()?;
    let mut at = array + 1;
    for (number, text) in items.split(|byte| *byte == b',').enumerate() {
        if text.iter().any(|byte| matches!(byte, b'[' | b'{' | b'"')) {
            return None;
        }
        if number == index {
            let spaces = text.len() - text.trim_ascii_start().len();
            return (spaces < text.len()).then_some(at + spaces);
        }
        at += text.len() + 1;
    }
    None
}

/// Returns the end of the key that begins at `at`, or `at` if no key begins there. The path of an
/// error about a key is the path of its member.
#[cold]
pub fn behind_key(input: &[u8], at: usize) -> usize {
    if input.get(at) != Some(&b'"') {
        return at;
    }
    let end = string_end(input, at + 1) + 1;
    let behind = input.get(end..).unwrap_or_default();
    match behind.trim_ascii_start().first() {
        Some(b':') => end,
        _ => at,
    }
}

/// Returns the beginning of the key whose value is at `at`. It searches backwards: a quote inside
/// of a string has a backslash before it.
#[cold]
pub fn key_before(input: &[u8], at: usize) -> Option<usize> {
    let before = input.get(..at)?.trim_ascii_end().strip_suffix(b":")?;
    let body = before.trim_ascii_end().strip_suffix(b"\"")?;
    let mut end = body.len();
    loop {
        let quote = body[..end].iter().rposition(|&byte| byte == b'"')?;
        let escapes = body[..quote]
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'\\');
        if escapes.count() % 2 == 0 {
            return Some(quote);
        }
        end = quote;
    }
}

/// Returns the closing quote of the string whose body begins at `at`, or the end of the input.
fn string_end(input: &[u8], mut at: usize) -> usize {
    while at < input.len() && input[at] != b'"' {
        at += if input[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// Returns the text of a key that is given with its quotes, or `None` where memory is refused. A
/// key that is cut off is not decoded.
fn text(quoted: &[u8]) -> Option<String> {
    let raw = quoted.strip_prefix(b"\"").unwrap_or(quoted);
    let raw = raw.strip_suffix(b"\"").unwrap_or(raw);
    if raw.contains(&b'\\')
        && let Ok(text) = Reader::from(quoted).read_str()
    {
        return copied(text.as_bytes());
    }
    copied(raw)
}

/// Returns a copy of a text, with a sign for what is not UTF-8, or `None` where memory is refused.
fn copied(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.try_reserve(chunk.valid().len() + 3).ok()?;
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Some(text)
}
