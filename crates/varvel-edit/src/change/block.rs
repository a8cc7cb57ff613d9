//! Changes nodes of YAML's block style, which is by indentation.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::{Kind, Result};

use super::{Attempt, Change};
use crate::Ref;
use crate::memory::{add, copied, gathered, joined, push, spaces};
use crate::outline::{Form, Node};
use crate::render::{self, Lines, Quotes};
use crate::text::{
    after_break, back_over_blanks, before_break, byte, column, has_break, is_first, is_white,
    line_end, line_start, lines, next_token, skip_blanks,
};

/// The sign before a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// Nothing on its line: the node is a document.
    Nothing,
    /// The marker `---`
    Marker,
    /// `-`, `?`, or the `:` of a `?`: a collection may begin on the same line.
    Indicator,
    /// A key and its colon.
    Colon,
}

/// The place of a node in a block collection.
struct Slot {
    before: Before,
    /// The column of the entry to which the node belongs.
    column: usize,
}

/// The parts of a node's text that are replaced when the node changes.
struct Old {
    start: usize,
    /// The end of the node; for a block scalar with a comment behind its sign, the end of the sign.
    sign_end: usize,
    /// The end of the line of `sign_end`.
    line_end: usize,
    /// The lines of a block scalar with a comment behind its sign.
    rest: Range<usize>,
    /// Whether a comment of the node stands behind `sign_end`.
    comment: bool,
}

impl Old {
    /// Returns the parts of a node that begins at `start`, which includes its anchor and tag or
    /// not.
    fn of(text: &str, node: Node, start: usize) -> Self {
        let comment = |at: usize| byte(text, skip_blanks(text, at)) == b'#';
        let line = line_end(text, node.start);
        let sign = text.get(node.start..line).unwrap_or_default();
        let sign_end = node.start + sign.find([' ', '\t']).unwrap_or(sign.len());
        if node.form == Form::Lines && comment(sign_end) {
            return Self {
                start,
                sign_end,
                line_end: line,
                rest: line..node.end.max(line),
                comment: true,
            };
        }
        Self {
            start,
            sign_end: node.end,
            line_end: line_end(text, node.end),
            rest: node.end..node.end,
            // A comment behind a block collection belongs to a node in it.
            comment: !node.form.is_block() && comment(node.end),
        }
    }
}

/// Adds a line before all others.
fn insert_first(lines: &mut Vec<String>, line: String) -> Result {
    push(lines, line)?;
    lines.rotate_right(1);
    Ok(())
}

impl<'a> Change<'a> {
    /// Replaces a node that is in a block collection, or is a document.
    pub(super) fn replace_block(
        &mut self,
        number: usize,
        around: Option<usize>,
        value: Ref<'a>,
    ) -> Result {
        let (text, node) = (self.text, self.node(number));
        let slot = self.slot(number, around);
        let quotes = self.quotes(Some(node), value);
        let flow = self.attempt == Attempt::Plainest
            || matches!(node.form, Form::FlowSequence | Form::FlowMapping)
                && self.outline.entries(number).next().is_some()
                && render::is_container(value);
        let new = match flow {
            true => self.one_line(value, quotes)?,
            false => self.placed(render::lines(value, self.style, quotes)?, value, &slot)?,
        };
        let mut head = new.head;
        if slot.before == Before::Colon && node.lacks_sign() {
            // The key is `? key` without a value.
            let indentation = spaces(slot.column)?;
            let sign = if head.is_empty() { ":" } else { ": " };
            let line = joined(&[self.style.line_break, &indentation, sign, &head])?;
            let at = line_end(text, node.end);
            self.replacements.insert(at, line)?;
            return self.insert_body(at, &new.body);
        }
        // A comment between the anchor or tag and the node stays; only the tag must go.
        let noted = node.has_properties() && !is_white(text, node.properties_end..node.start);
        let keep = node.has_properties() && self.attempt == Attempt::Natural;
        if noted && !keep {
            let from = back_over_blanks(text, node.slot, node.outer);
            self.replacements.delete(from..node.properties_end)?;
        }
        let keep = keep || noted;
        let (from, start) = match keep {
            true => (node.properties_end, node.start),
            false => (node.slot, node.outer),
        };
        let old = Old::of(text, node, start);
        if has_break(text, from..start) {
            return self.replace_on_lines(from, &old, head, new.body, &slot);
        }
        let separate = slot.before != Before::Nothing || keep;
        let blanks = start > from && is_white(text, from..start);
        let from = match head.is_empty() {
            true => from,
            false if blanks => start,
            false => {
                if separate {
                    head = joined(&[" ", &head])?;
                }
                from
            }
        };
        self.replacements.replace(from..old.sign_end, head)?;
        self.insert_body(old.line_end, &new.body)?;
        self.replacements.delete(old.rest)
    }

    /// Replaces a node that stands on lines of its own, behind `from`.
    fn replace_on_lines(
        &mut self,
        from: usize,
        old: &Old,
        head: String,
        mut body: Vec<String>,
        slot: &Slot,
    ) -> Result {
        let text = self.text;
        if !old.comment {
            // Its lines are deleted, and the head follows the rest of the sign's line.
            let lines = lines(text, old.start..old.sign_end);
            if head.is_empty() {
                return self.replace_lines(lines, &body);
            }
            self.replacements.insert(from, joined(&[" ", &head])?)?;
            self.insert_body(line_end(text, from), &body)?;
            return self.replacements.delete(lines);
        }
        // The comment on its line stays there.
        let scalar = head.starts_with(['|', '>']);
        if body.is_empty() || scalar {
            self.replacements.replace(old.start..old.sign_end, head)?;
        } else {
            if !head.is_empty() {
                let step = 2 * usize::from(slot.before == Before::Indicator);
                let line = joined(&[&spaces(slot.column + step)?, &head])?;
                insert_first(&mut body, line)?;
            }
            self.replacements
                .delete(old.start..skip_blanks(text, old.sign_end))?;
        }
        self.insert_body(old.line_end, &body)?;
        self.replacements.delete(old.rest.clone())
    }

    /// Returns the place of a node in a block collection, or as a document.
    fn slot(&self, number: usize, around: Option<usize>) -> Slot {
        let node = self.node(number);
        let Some(around) = around else {
            let marker = node.slot > 2 && self.text.get(node.slot - 3..node.slot) == Some("---");
            return Slot {
                before: match marker {
                    true => Before::Marker,
                    false => Before::Nothing,
                },
                column: 0,
            };
        };
        let mut entries = self.outline.entries(around);
        let entry = entries.find(|entry| entry.value == number);
        let begin = entry.map_or(node.begin, |entry| self.outline.begin(entry));
        let explicit = byte(self.text, begin) == b'?' && {
            let key = entry.and_then(|entry| entry.key);
            key.is_some_and(|key| !self.node(key).lacks_sign())
        };
        let before = match (self.form(around), explicit && !node.lacks_sign()) {
            (Form::BlockSequence, _) | (_, true) => Before::Indicator,
            _ => Before::Colon,
        };
        Slot {
            before,
            column: column(self.text, begin),
        }
    }

    /// Returns a node on one line, in a form that is valid anywhere.
    fn one_line(&self, value: Ref<'_>, quotes: Quotes) -> Result<Lines> {
        Ok(Lines {
            head: render::flow(value, self.style, quotes, None)?,
            ..Lines::default()
        })
    }

    /// Adds the indentation of a slot to lines.
    fn placed(&self, mut new: Lines, value: Ref<'_>, slot: &Slot) -> Result<Lines> {
        let container = render::is_container(value);
        let step = match (slot.before, value.kind()) {
            // A container behind `- ` begins on the same line.
            (Before::Indicator, _) if container => 2,
            (Before::Colon, Kind::Array) if container => {
                self.style.items.unwrap_or(self.style.indent.len())
            }
            (Before::Colon, _) if container => self.style.indent.len(),
            _ => 0,
        };
        if container && matches!(slot.before, Before::Colon | Before::Marker) {
            let head = core::mem::take(&mut new.head);
            insert_first(&mut new.body, head)?;
        }
        let indentation = spaces(slot.column + step)?;
        for line in &mut new.body {
            if !line.is_empty() {
                *line = joined(&[&indentation, line])?;
            }
        }
        Ok(new)
    }

    /// Inserts lines behind the line that ends at `at`.
    fn insert_body(&mut self, at: usize, body: &[String]) -> Result {
        if body.is_empty() {
            return Ok(());
        }
        let lines = self.lines_of(body)?;
        self.replacements.insert(at, lines)
    }

    /// Returns lines as one text, each with a line break before it.
    fn lines_of(&self, body: &[String]) -> Result<String> {
        let line_break = self.style.line_break;
        gathered(body.iter().flat_map(|line| [line_break, line.as_str()]))
    }

    /// Replaces lines by others.
    fn replace_lines(&mut self, old: Range<usize>, body: &[String]) -> Result {
        let ends = old.end > 0 && matches!(byte(self.text, old.end - 1), b'\n' | b'\r');
        let line_break = self.style.line_break;
        let mut text = String::new();
        for (i, line) in body.iter().enumerate() {
            add(&mut text, if i == 0 { "" } else { line_break })?;
            add(&mut text, line)?;
        }
        if ends {
            add(&mut text, line_break)?;
        }
        self.replacements.replace(old, text)
    }

    /// Returns the text of a key in a block mapping.
    pub(super) fn block_key(&self, key: Ref<'_>, quotes: Quotes) -> Result<String> {
        render::scalar(key, self.style.syntax, quotes, false)
    }

    /// Inserts an entry into a block collection at `index`.
    pub(super) fn insert_block(
        &mut self,
        number: usize,
        index: usize,
        key: Option<Ref<'a>>,
        value: Ref<'a>,
    ) -> Result {
        let text = self.text;
        let count = self.outline.entries(number).count();
        let beside = self.entry(number, index.min(count.saturating_sub(1)))?;
        let slot = Slot {
            before: match key {
                Some(_) => Before::Colon,
                None => Before::Indicator,
            },
            column: column(text, self.outline.begin(beside)),
        };
        let sign = match key {
            Some(key) => {
                let quotes = self.key_quotes(number);
                joined(&[&self.block_key(key, quotes)?, ":"])?
            }
            None => copied("-")?,
        };
        let quotes = self.quotes(Some(self.node(beside.value)), value);
        let new = match self.attempt {
            Attempt::Plainest => self.one_line(value, quotes)?,
            _ => self.placed(render::lines(value, self.style, quotes)?, value, &slot)?,
        };
        let space = if new.head.is_empty() { "" } else { " " };
        let head = joined(&[&sign, space, &new.head])?;
        let indentation = spaces(slot.column)?;
        let line_break = self.style.line_break;
        let rest = self.lines_of(&new.body)?;
        if index == 0 && count > 0 {
            let begin = self.outline.begin(beside);
            let (at, new) = match self.line_above(number, begin) {
                Some(line) => (line, joined(&[&indentation, &head, &rest, line_break])?),
                None => (begin, joined(&[&head, &rest, line_break, &indentation])?),
            };
            self.replacements.insert(at, new)?;
            return Ok(());
        }
        let before = self.entry(number, index - 1)?;
        let at = self.behind_comments(self.outline.end(before), slot.column);
        let new = joined(&[line_break, &indentation, &head, &rest])?;
        self.replacements.insert(at, new)?;
        Ok(())
    }

    /// Removes an entry from a block collection that has others.
    pub(super) fn remove_block(&mut self, number: usize, index: usize) -> Result {
        let text = self.text;
        let entry = self.entry(number, index)?;
        let (begin, end) = (self.outline.begin(entry), self.outline.end(entry));
        if is_first(text, begin) {
            let end = match self.form(entry.value).is_block() {
                true => self.behind_comments(end, column(text, begin)),
                false => end,
            };
            let gone = lines(text, begin..end);
            if self.attempt != Attempt::Natural {
                self.part_from_scalar(gone.end, column(text, begin))?;
            }
            self.replacements.delete(gone)?;
            return Ok(());
        }
        // The first entry stands behind a `- `: the next one takes its place.
        let next = self.outline.begin(self.entry(number, index + 1)?);
        let token = next_token(text, end, self.style.syntax.comments());
        let comments = !is_white(text, line_end(text, end)..next);
        if !comments && token == next {
            self.replacements.delete(begin..next)?;
            return Ok(());
        }
        // Comments stand between the entries: they stay, and the sign has its line alone.
        let line = line_start(text, begin);
        let from = back_over_blanks(text, line, begin);
        self.replacements.delete(from..line_end(text, end))?;
        Ok(())
    }

    /// Finds the comments on the lines right above the first entry of a collection. Returns where
    /// the line of the first one begins.
    fn line_above(&self, number: usize, begin: usize) -> Option<usize> {
        let text = self.text;
        let top = line_end(text, self.node(number).slot);
        let mut found = None;
        let mut start = line_start(text, begin);
        while is_first(text, begin) && start > top {
            start = line_start(text, before_break(text, start));
            if start <= top || byte(text, skip_blanks(text, start)) != b'#' {
                break;
            }
            found = Some(start);
        }
        found
    }

    /// Returns the end of the line of `at`, or of the last comment behind it that is indented
    /// deeper than `outer`: such comments still belong to the node that ends there.
    fn behind_comments(&self, at: usize, outer: usize) -> usize {
        let text = self.text;
        let mut found = line_end(text, at);
        let mut end = found;
        while end < text.len() {
            let start = after_break(text, end);
            let content = skip_blanks(text, start);
            end = line_end(text, start);
            match byte(text, content) {
                b'#' if content - start > outer => found = end,
                b'\r' | b'\n' => {}
                _ => break,
            }
        }
        found
    }

    /// Prevents the empty lines and the comment at `at` from becoming text of the block scalar that
    /// will stand before them.
    fn part_from_scalar(&mut self, mut at: usize, column: usize) -> Result {
        let text = self.text;
        while at < text.len() {
            let content = skip_blanks(text, at);
            match byte(text, content) {
                b'\r' | b'\n' => {
                    let next = after_break(text, content);
                    self.replacements.delete(at..next)?;
                    at = next;
                }
                b'#' if content > at + column => {
                    return self.replacements.delete(at + column..content);
                }
                _ => break,
            }
        }
        Ok(())
    }
}
