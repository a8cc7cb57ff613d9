//! The layout habits of a text, which new parts of it follow.

use alloc::string::String;

use varvel_core::Result;

use crate::memory::{copied, spaces};
use crate::outline::{Entry, Form, LOOKED_AT, Outline};
use crate::syntax::Syntax;
use crate::text::{byte, column, has_break, indentation};

/// The layout habits of a text.
#[derive(Clone, Debug)]
pub struct Style {
    pub syntax: Syntax,
    /// The line break.
    pub line_break: &'static str,
    /// The indentation of one level of nesting; spaces in YAML.
    pub indent: String,
    /// Whether a space follows commas between nodes on one line.
    pub space_behind_comma: bool,
    /// Whether a space follows colons between brackets.
    pub space_behind_colon: bool,
    /// Whether the first name of the text has no quotes.
    pub bare_names: bool,
    /// How much deeper than its key the items of a block sequence are indented, if the sequence is
    /// a member.
    pub items: Option<usize>,
}

/// The habits that were found already.
#[derive(Default)]
struct Found {
    colon: bool,
    comma: bool,
    indent: bool,
}

impl Style {
    /// Returns the habits of a text. The first occurrence decides each habit, if it is
    /// among the first [`LOOKED_AT`] nodes.
    pub fn of(text: &str, syntax: Syntax, outline: &Outline) -> Result<Self> {
        let mut style = Self {
            syntax,
            line_break: line_break(text),
            indent: copied("  ")?,
            space_behind_comma: true,
            space_behind_colon: true,
            bare_names: false,
            items: None,
        };
        let count = outline.len().min(LOOKED_AT);
        let first = (0..count).find_map(|number| {
            let node = outline.node(number);
            let mut members = outline.entries(number).filter(|_| node.form.is_mapping());
            members.next()?.key
        });
        style.bare_names = first.is_some_and(|key| outline.node(key).form == Form::Plain);
        let mut found = Found {
            // A text on one line has no indentation.
            indent: !syntax.is_yaml() && first_break(text).is_none(),
            ..Found::default()
        };
        for number in 0..count {
            if found.colon && found.comma && found.indent && !syntax.is_yaml() {
                break;
            }
            let form = outline.form(number);
            if form.is_block() {
                let entries = outline.entries(number).take(LOOKED_AT);
                for entry in entries {
                    style.learn_block(text, outline, entry, &mut found)?;
                }
            } else if form.is_mapping() || form.is_sequence() {
                style.learn_flow(text, outline, number, &mut found)?;
            }
        }
        // If only one of the two habits was found, the other is assumed to be equal.
        if found.colon && !found.comma {
            style.space_behind_comma = style.space_behind_colon;
        } else if found.comma && !found.colon {
            style.space_behind_colon = style.space_behind_comma;
        }
        Ok(style)
    }

    /// Learns from a member of a block mapping.
    fn learn_block(
        &mut self,
        text: &str,
        outline: &Outline,
        entry: Entry,
        found: &mut Found,
    ) -> Result {
        let Some(key) = entry.key.map(|key| outline.node(key)) else {
            return Ok(());
        };
        let value = outline.node(entry.value);
        let sequence = value.form.is_sequence();
        if !value.form.is_block()
            || found.indent && (!sequence || self.items.is_some())
            || !has_break(text, value.slot..value.start)
        {
            return Ok(());
        }
        let deeper = column(text, value.start).saturating_sub(column(text, key.begin));
        if sequence {
            self.items = self.items.or(Some(deeper));
        } else if !found.indent && (1..10).contains(&deeper) {
            (found.indent, self.indent) = (true, spaces(deeper)?);
        }
        Ok(())
    }

    /// Learns from a collection between brackets.
    fn learn_flow(
        &mut self,
        text: &str,
        outline: &Outline,
        number: usize,
        found: &mut Found,
    ) -> Result {
        let node = outline.node(number);
        let mut before = None;
        for entry in outline.entries(number).take(LOOKED_AT) {
            let value = outline.node(entry.value);
            let written = entry.key.is_some() && value.end > value.slot;
            if written && !found.colon {
                let space = value.start > value.slot;
                (found.colon, self.space_behind_colon) = (true, space);
            }
            let begin = outline.begin(entry);
            let gap = before.unwrap_or(node.start)..begin;
            let own_line = has_break(text, gap);
            if before.is_some() && !own_line && !found.comma {
                let space = byte(text, begin - 1) != b',';
                (found.comma, self.space_behind_comma) = (true, space);
            }
            if before.is_none() && own_line && !found.indent {
                let (inner, outer) = (indentation(text, begin), indentation(text, node.start));
                if let Some(more) = inner.strip_prefix(outer).filter(|more| !more.is_empty()) {
                    (found.indent, self.indent) = (true, copied(more)?);
                }
            }
            if found.colon && found.comma && found.indent {
                return Ok(());
            }
            before = Some(outline.end(entry));
        }
        Ok(())
    }

    /// Returns the comma between nodes on the same line, with its space.
    pub fn comma(&self) -> &'static str {
        match self.space_behind_comma {
            true => ", ",
            false => ",",
        }
    }

    /// Returns the colon behind a key between brackets, with its space.
    pub fn colon(&self) -> &'static str {
        match self.space_behind_colon {
            true => ": ",
            false => ":",
        }
    }
}

/// Returns the place of the first line break.
fn first_break(text: &str) -> Option<usize> {
    // A search for one character takes many bytes at once.
    let at = text.find('\n');
    let before = text.get(..at.unwrap_or(text.len())).unwrap_or_default();
    before.find('\r').or(at)
}

/// Returns the line break of the first line; that of Unix, if there is only one line.
fn line_break(text: &str) -> &'static str {
    match first_break(text).map(|at| (byte(text, at), byte(text, at + 1))) {
        Some((b'\r', b'\n')) => "\r\n",
        Some((b'\r', _)) => "\r",
        _ => "\n",
    }
}
