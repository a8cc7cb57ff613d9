//! Where in a document a byte is, as a path: found by reading up to it once more.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::Step;

/// The path to the node that `offset` falls into. `input` is well-formed up to there.
///
/// Called for errors only; linear in `offset`.
#[cold]
pub fn find(input: &[u8], offset: usize) -> Vec<Step> {
    let input = &input[..offset.min(input.len())];
    // One step an open container: the member or item that is being read, if one has begun.
    let mut open: Vec<Option<Step>> = Vec::new();
    let mut key: Option<String> = None;
    let mut at = 0;
    while at < input.len() {
        match input[at] {
            b'"' => {
                let end = string_end(input, at + 1);
                if matches!(open.last(), Some(None)) {
                    key = Some(text(&input[at..input.len().min(end + 1)]));
                }
                at = end;
            }
            b':' => {
                if let (Some(top), Some(key)) = (open.last_mut(), key.take()) {
                    *top = Some(Step::Key(key));
                }
            }
            b'{' => open.push(None),
            b'[' => open.push(Some(Step::Index(0))),
            b'}' | b']' => {
                open.pop();
            }
            b',' => match open.last_mut() {
                Some(Some(Step::Index(i))) => *i += 1,
                Some(member) => *member = None,
                None => {}
            },
            _ => {}
        }
        at += 1;
    }
    // A key that was read but has no colon yet is the place of a duplicate-key error.
    if let (Some(top @ None), Some(key)) = (open.last_mut(), key) {
        *top = Some(Step::Key(key));
    }
    open.into_iter().flatten().collect()
}

/// The closing quote of the string whose body begins at `at`, or the end of input.
fn string_end(input: &[u8], mut at: usize) -> usize {
    while at < input.len() && input[at] != b'"' {
        at += if input[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// The text of a key, which stands here with its quotes; as it stands if it is cut off.
fn text(quoted: &[u8]) -> String {
    let raw = quoted.strip_prefix(b"\"").unwrap_or(quoted);
    let raw = raw.strip_suffix(b"\"").unwrap_or(raw);
    if raw.contains(&b'\\')
        && let Ok(text) = super::from_slice(quoted)
    {
        return text;
    }
    String::from_utf8_lossy(raw).into_owned()
}
