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

use varvel_core::{Error, Result};
use varvel_yaml::ReadOptions;
use varvel_yaml::read::events::{Event, Events};

use crate::memory::push;
use crate::outline::{self, Form, Node, Outline};
use crate::text::{
    Comments, after_break, byte, column, has_break, is_first, is_white, line_end, skip_blanks,
};

/// The number of columns a level.
const STEP: usize = 2;

/// The old and the new column of an entry. A text with an [`Outline`] is below 4 GiB.
#[derive(Clone, Copy)]
struct EntryMove {
    at: u32,
    old: u32,
    new: u32,
    /// The range of the text before its value on its line, which becomes one space; empty if there
    /// is none.
    space: (u32, u32),
    /// Whether the entry is the first of its line.
    first: bool,
}

impl EntryMove {
    fn at(&self) -> usize {
        self.at as usize
    }

    fn columns(&self) -> (usize, usize) {
        (self.old as usize, self.new as usize)
    }

    fn space(&self) -> Range<usize> {
        self.space.0 as usize..self.space.1 as usize
    }
}

/// Returns the text, laid out anew.
pub fn laid_out(text: &str, outline: &Outline) -> Result<String> {
    let moves = moves(text, outline)?;
    let opaque = opaque(text, outline)?;
    let mut out = String::new();
    out.try_reserve(text.len()).map_err(no_memory)?;
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
        out.try_reserve(next - at).map_err(no_memory)?;
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
            .filter(|entry| entry.at() < next.max(end) && entry.first && !continued);
        let mut from = at;
        if let Some(first) = first {
            indent(&mut out, first.columns().1)?;
            from = content;
        } else if continued {
            // The line moves as far as its entry, but never further to the left than it has spaces.
            // The spaces of an empty line of a scalar may be part of its text.
            let rest = text.get(at..end).unwrap_or_default();
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            if spaces > 0 {
                indent(&mut out, (spaces + shift.1).saturating_sub(shift.0))?;
            }
            from = at + spaces;
        } else if byte(text, content) == b'#' {
            let old = content - at;
            let upcoming = moves.get(index).map(EntryMove::columns);
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
            )?;
            from = content;
        } else if content < end && byte(text, at) == b' ' {
            // A node on a line of its own.
            indent(&mut out, (content - at + shift.1).saturating_sub(shift.0))?;
            from = content;
        }
        while let Some(here) = moves
            .get(index)
            .filter(|here| here.at() <= end && !continued)
        {
            shift = here.columns();
            columns.retain(|&(old, new)| old < shift.0 && new < shift.1);
            push(&mut columns, shift)?;
            let space = here.space();
            if !space.is_empty() {
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
    Ok(out)
}

fn no_memory<E>(_: E) -> Error {
    Error::out_of_memory()
}

fn indent(out: &mut String, count: usize) -> Result {
    out.try_reserve(count).map_err(no_memory)?;
    out.extend(core::iter::repeat_n(' ', count));
    Ok(())
}

/// Returns all entries of block collections, in order.
fn moves(text: &str, outline: &Outline) -> Result<Vec<EntryMove>> {
    let blocks = (0..outline.len()).filter(|&number| outline.form(number).is_block());
    let count = blocks.map(|number| outline.entries(number).count()).sum();
    let mut moves = Vec::new();
    moves.try_reserve_exact(count).map_err(no_memory)?;
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
            let space = spaces.next().unwrap_or_default();
            moves.push(EntryMove {
                at: at as u32,
                old: column(text, at) as u32,
                new: new as u32,
                space: (space.start as u32, space.end as u32),
                first: is_first(text, at),
            });
            let value = outline.node(entry.value);
            for at in own_lines(text, value) {
                moves.try_reserve(1).map_err(no_memory)?;
                moves.push(EntryMove {
                    at: at as u32,
                    old: column(text, at) as u32,
                    new: (new + STEP) as u32,
                    space: (0, 0),
                    first: true,
                });
            }
        }
        push(&mut open, (node.next, new))?;
    }
    // Of two entries at one place, the outer one has the smaller column.
    moves.sort_unstable_by_key(|entry| (entry.at, entry.new));
    Ok(moves)
}

/// Returns the places of a value that begin a line: of its anchor or tag, and its own. Block
/// collections and block scalars are not moved so.
fn own_lines(text: &str, value: Node) -> impl Iterator<Item = usize> {
    let moved = !value.form.is_block() && value.form != Form::Lines && value.end > value.start;
    let start = (value.start > value.outer).then_some(value.start);
    let places = [Some(value.outer), start].into_iter().flatten();
    places.filter(move |&at| moved && at > value.begin && is_first(text, at))
}

/// Returns scalars and collections between brackets that have several lines and only move as a
/// whole.
fn opaque(text: &str, outline: &Outline) -> Result<Vec<Range<usize>>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for number in 0..outline.len() {
        let node = outline.node(number);
        let inside = found.last().is_some_and(|range| node.start < range.end);
        if !node.form.is_block() && !inside && has_break(text, node.start..node.end) {
            found.try_reserve(1).map_err(no_memory)?;
            found.push(node.start..node.end);
        }
    }
    Ok(found)
}

/// Returns whether two texts have the same events and comments. `comments` are those of `old`.
pub fn is_same(
    old: &str,
    comments: &[Range<usize>],
    new: &str,
    options: &ReadOptions,
) -> Result<bool> {
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
    let mut before = comments.iter().map(|range| trimmed(old, range.clone()));
    let mut same = true;
    outline::each_comment(new, &again, Comments::Hash, |range| {
        same &= before.next() == Some(trimmed(new, range));
        Ok(())
    })?;
    Ok(same && before.next().is_none())
}

/// Returns a comment without the white space behind it.
fn trimmed(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default().trim_end()
}
