//! Indents the lines of a YAML text anew: two columns a level, one space behind `-`. Apart from
//! that, only white space at the ends of lines outside of scalars and brackets changes: styles,
//! quotes, comments and empty lines stay.
//!
//! Each line that begins an entry moves to the column of its collection. Lines inside of scalars
//! and brackets move as far as their entry does. A comment moves with the collection that has its
//! column.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::Result;
use varvel_yaml::ReadOptions;
use varvel_yaml::read::events::{Event, Events};

use crate::outline::{self, Outline};
use crate::text::{
    Comments, after_break, byte, column, has_break, is_first, is_white, line_end, skip_blanks,
};

/// The number of columns a level.
const STEP: usize = 2;

/// The old and the new column of an entry.
struct EntryMove {
    at: usize,
    /// Whether the entry is the first of its line.
    first: bool,
    old: usize,
    new: usize,
    /// The text before its value on its line, which becomes one space.
    space: Option<Range<usize>>,
}

/// Returns the text, laid out anew.
pub fn laid_out(text: &str, outline: &Outline) -> String {
    let moves = moves(text, outline);
    let opaque = opaque(text, outline);
    let mut out = String::with_capacity(text.len());
    let (mut at, mut index, mut inner) = (0, 0, 0);
    if text.starts_with('\u{FEFF}') {
        out.push('\u{FEFF}');
        at = 3;
    }
    // The last entry that has begun, and the columns of the entries around it: old and new.
    let mut shift = (0, 0);
    let mut columns: Vec<(usize, usize)> = Vec::new();
    while at < text.len() {
        let end = line_end(text, at);
        let next = after_break(text, end);
        while opaque.get(inner).is_some_and(|range| range.end < at) {
            inner += 1;
        }
        let inside = |place: usize| {
            opaque
                .get(inner..)
                .unwrap_or_default()
                .iter()
                .take(2)
                .any(|range| range.start < place && place <= range.end)
        };
        let continued = inside(at);
        let content = skip_blanks(text, at).min(end);
        let open_end = inside(end)
            && opaque
                .iter()
                .skip(inner)
                .take(2)
                .any(|range| range.start <= end && end < range.end);
        let first = moves
            .get(index)
            .filter(|entry| entry.at < next.max(end) && entry.first && !continued);
        let mut from = at;
        if let Some(first) = first {
            indent(&mut out, first.new);
            from = content;
        } else if continued {
            // The line moves as far as its entry, but never further to the left than it has spaces.
            // The spaces of an empty line of a scalar may be part of its text.
            let rest = text.get(at..end).unwrap_or_default();
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            if spaces > 0 {
                indent(&mut out, (spaces + shift.1).saturating_sub(shift.0));
            }
            from = at + spaces;
        } else if byte(text, content) == b'#' {
            let old = content - at;
            let upcoming = moves.get(index).map(|entry| (entry.old, entry.new));
            let known = columns
                .iter()
                .rev()
                .copied()
                .chain(upcoming)
                .find(|&(column, _)| column == old);
            indent(
                &mut out,
                match known {
                    Some((_, new)) => new,
                    None => (old + shift.1).saturating_sub(shift.0),
                },
            );
            from = content;
        } else if content < end && byte(text, at) == b' ' {
            // A node on a line of its own.
            indent(&mut out, (content - at + shift.1).saturating_sub(shift.0));
            from = content;
        }
        while let Some(here) = moves.get(index).filter(|here| here.at <= end && !continued) {
            shift = (here.old, here.new);
            columns.retain(|&(old, new)| old < here.old && new < here.new);
            columns.push(shift);
            if let Some(space) = &here.space {
                out.push_str(text.get(from..space.start).unwrap_or_default());
                out.push(' ');
                from = space.end;
            }
            index += 1;
        }
        let rest = text.get(from..end).unwrap_or_default();
        out.push_str(match open_end || continued {
            true => rest,
            false => rest.trim_end_matches([' ', '\t']),
        });
        out.push_str(text.get(end..next).unwrap_or_default());
        at = next;
    }
    out
}

fn indent(out: &mut String, count: usize) {
    out.extend(core::iter::repeat_n(' ', count));
}

/// Returns all entries of block collections, in order.
fn moves(text: &str, outline: &Outline) -> Vec<EntryMove> {
    let mut moves = Vec::new();
    // The open block collections: where each ends, and its new column.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for number in 0..outline.len() {
        while open.last().is_some_and(|&(next, _)| next <= number) {
            open.pop();
        }
        let node = outline.node(number);
        if !node.form.is_block() {
            continue;
        }
        let new = open.last().map_or(0, |&(_, around)| around + STEP);
        for entry in outline.entries(number) {
            let at = outline.begin(entry);
            let parts = [entry.key, Some(entry.value)].into_iter().flatten();
            let mut spaces = parts.filter_map(|part| {
                let part = outline.node(part);
                let gap = part.slot..part.outer;
                let sign = byte(text, part.begin);
                let indicator = part.slot > part.begin && (sign == b'-' || sign == b'?');
                let fits =
                    gap.len() > 1 && is_white(text, gap.clone()) && !has_break(text, gap.clone());
                (indicator && fits && part.end > part.outer).then_some(gap)
            });
            moves.push(EntryMove {
                at,
                first: is_first(text, at),
                old: column(text, at),
                new,
                space: spaces.next(),
            });
        }
        open.push((node.next, new));
    }
    moves.sort_by_key(|entry| entry.at);
    moves
}

/// Returns scalars and collections between brackets that have several lines and only move as a
/// whole.
fn opaque(text: &str, outline: &Outline) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for number in 0..outline.len() {
        let node = outline.node(number);
        let inside = found.last().is_some_and(|range| node.start < range.end);
        if !node.form.is_block() && !inside && has_break(text, node.start..node.end) {
            found.push(node.start..node.end);
        }
    }
    found
}

/// Returns whether two texts have the same events and comments; `outline` is that of `old`.
pub fn is_same(old: &str, outline: &Outline, new: &str, options: &ReadOptions) -> Result<bool> {
    let mut a = Events::with_options(old.as_bytes(), options)?;
    let Ok(mut b) = Events::with_options(new.as_bytes(), options) else {
        return Ok(false);
    };
    loop {
        let event = a.next()?;
        if b.next() != Ok(event) || a.anchor() != b.anchor() {
            return Ok(false);
        }
        let tags = (
            a.tag().map(|tag| tag.to_string()),
            b.tag().map(|tag| tag.to_string()),
        );
        let text = matches!(event, Event::Scalar(_) | Event::Alias);
        if tags.0 != tags.1 || text && *a.text() != *b.text() {
            return Ok(false);
        }
        if event == Event::StreamEnd {
            break;
        }
    }
    let again = outline::yaml(new, options)?;
    let all = |text, outline| outline::comments(text, outline, Comments::Hash);
    let (before, behind) = (all(old, outline), all(new, &again));
    let trimmed = |text: &str, range: &Range<usize>| {
        String::from(text.get(range.clone()).unwrap_or_default().trim_end())
    };
    Ok(before.len() == behind.len()
        && before
            .iter()
            .zip(&behind)
            .all(|(a, b)| trimmed(old, a) == trimmed(new, b)))
}
