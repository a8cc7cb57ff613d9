//! The part of a changed collection that has to be read again.
//!
//! Brackets and commas end what they separate, whatever is around them. So only the entries that
//! changed are read again, with the one before and the one behind them: what touches the change is
//! read with it. The values of those two stand as they did, and `null` is read in their place.

use alloc::string::String;
use core::ops::Range;

use varvel_core::{Error, Kind, Result};

use crate::edit;
use crate::order::is_same;
use crate::outline::{Entry, Form, Node, Outline};
use crate::replacement::Extent;
use crate::{Ref, Value};

/// The text of some neighbouring entries, between the brackets of their collection.
#[derive(Debug)]
pub struct Window {
    pub text: String,
    /// How many steps of the way lead to the collection.
    pub depth: usize,
    /// The index of the first entry.
    first: usize,
    /// How many entries of the collection are behind the last.
    behind: usize,
    /// Whether the first and the last entry have `null` in place of their values.
    stands: [bool; 2],
}

impl Window {
    /// Returns the window of a collection between brackets in which everything is that was
    /// replaced. `new` is the text after that.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn new(
        outline: &Outline,
        number: usize,
        depth: usize,
        extent: &Extent,
        new: &str,
    ) -> Result<Self> {
        let around = outline.node(number);
        let mut before: Option<(usize, Entry)> = None;
        let mut after: Option<(usize, Entry)> = None;
        let mut count = 0;
        for (index, entry) in outline.entries(number).enumerate() {
            if outline.end(entry) <= extent.range.start {
                before = Some((index, entry));
            } else if after.is_none() && outline.begin(entry) >= extent.range.end {
                after = Some((index, entry));
            }
            count = index + 1;
        }
        // A place behind the change, in the new text.
        let moved = |at: usize| at + extent.come - extent.go;
        let value = |entry: Entry| outline.node(entry.value);
        let start = before.map_or(around.start, |(_, entry)| outline.begin(entry));
        let end = after.map_or(around.end, |(_, entry)| value(entry).end);
        let mut text = String::new();
        text.try_reserve(moved(end).saturating_sub(start) + 16)
            .map_err(|_| Error::out_of_memory())?;
        let piece = |range: Range<usize>| new.get(range).unwrap_or_default();
        let mut from = start;
        if let Some((_, entry)) = before {
            text.push_str(piece(around.start..around.start + 1));
            text.push_str(piece(start..value(entry).start));
            text.push_str(NULL);
            from = value(entry).end;
        }
        match after {
            Some((_, entry)) => {
                text.push_str(piece(from..moved(value(entry).start)));
                text.push_str(NULL);
                text.push(closing(around));
            }
            None => text.push_str(piece(from..moved(end))),
        }
        Ok(Self {
            text,
            depth,
            first: before.map_or(0, |(index, _)| index),
            behind: after.map_or(0, |(index, _)| count - index - 1),
            stands: [before.is_some(), after.is_some()],
        })
    }

    /// Returns whether the window, as it was read, has these entries of `document`.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn is_of(&self, read: &Value, document: &Value, way: &[usize]) -> Result<bool> {
        let Some(all) = edit::node(document, &way[..self.depth]) else {
            return Ok(false);
        };
        let read = read.as_ref();
        let count = all.len().saturating_sub(self.first + self.behind);
        if (read.kind() == Kind::Array) != (all.kind() == Kind::Array) || read.len() != count {
            return Ok(false);
        }
        for index in 0..count {
            let stands = index == 0 && self.stands[0] || index + 1 == count && self.stands[1];
            let (Some(found), Some(right)) = (entry(read, index), entry(all, self.first + index))
            else {
                return Ok(false);
            };
            let same = match stands {
                true => found.1.is_null(),
                false => is_same(found.1, right.1)?,
            };
            if !same || found.0 != right.0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Stands for a value that did not change.
const NULL: &str = "null";

/// Returns the bracket that closes a collection.
fn closing(node: Node) -> char {
    match node.form {
        Form::FlowMapping => '}',
        _ => ']',
    }
}

/// Returns the key and the value of a member, or an item.
fn entry(node: Ref<'_>, index: usize) -> Option<(Option<&str>, Ref<'_>)> {
    match node.kind() {
        Kind::Array => Some((None, node.at(index)?)),
        _ => node.entry_at(index).map(|(key, value)| (Some(key), value)),
    }
}
