//! Finds the comments of a text: text that begins like one and is in no scalar.

use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::{Error, Result};

use super::{Form, Outline};
use crate::text::{Comments, byte, comment, is_blank, is_break, line_end};

/// Returns the comments of `text`, in order, each without its line break.
pub fn comments(text: &str, outline: &Outline, signs: Comments) -> Result<Vec<Range<usize>>> {
    let mut found = Vec::new();
    each_comment(text, outline, signs, |range| {
        found.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        found.push(range);
        Ok(())
    })?;
    Ok(found)
}

/// Gives the comments of `text` to `found`, in order, each without its line break.
pub fn each_comment(
    text: &str,
    outline: &Outline,
    signs: Comments,
    mut found: impl FnMut(Range<usize>) -> Result,
) -> Result {
    let mut from = 0;
    for node in (0..outline.len()).map(|number| outline.node(number)) {
        match node.form {
            Form::Plain | Form::Single | Form::Double | Form::Alias => {
                between(text, from..node.start, signs, &mut found)?;
                from = from.max(node.end);
            }
            Form::Lines => {
                // A comment may stand on the line of its `|`.
                between(text, from..line_end(text, node.start), signs, &mut found)?;
                from = from.max(node.end);
            }
            _ => {}
        }
    }
    between(text, from..text.len(), signs, &mut found)
}

/// Gives the comments of a range without scalars to `found`.
fn between(
    text: &str,
    range: Range<usize>,
    signs: Comments,
    found: &mut impl FnMut(Range<usize>) -> Result,
) -> Result {
    let mut at = range.start;
    while at < range.end {
        let end = comment(text, at, signs);
        let end = end.filter(|_| signs != Comments::Hash || begins(text, at));
        match end {
            Some(end) => {
                found(at..end)?;
                at = end;
            }
            None => at += 1,
        }
    }
    Ok(())
}

/// Returns whether a `#` at this place begins a comment: it stands at the start of the text or
/// behind white space.
fn begins(text: &str, at: usize) -> bool {
    let before = at.checked_sub(1).map_or(b'\n', |before| byte(text, before));
    is_blank(before) || is_break(before) || text.get(..at) == Some("\u{FEFF}")
}
