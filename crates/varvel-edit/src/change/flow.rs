//! Changes nodes between brackets.

use alloc::string::String;
use core::ops::Range;

use varvel_core::Result;

use super::gap::{Gap, Stand};
use super::{Attempt, Change};
use crate::Ref;
use crate::memory::{add, copied, joined, spaces};
use crate::outline::Entry;
use crate::render::{self, Spread};
use crate::text::{
    after_break, back_over_blanks, byte, column, has_break, indentation, is_break, is_white,
    line_end, line_start, skip_blanks,
};

impl<'a> Change<'a> {
    /// Replaces a node between brackets.
    pub(super) fn replace_flow(
        &mut self,
        number: usize,
        around: Option<usize>,
        value: Ref<'a>,
    ) -> Result {
        let node = self.node(number);
        let quotes = self.quotes(Some(node), value);
        let spread = match around {
            Some(around) => self.is_spread(around),
            None => has_break(self.text, node.start..node.end),
        };
        let spread = spread.then(|| indentation(self.text, node.start));
        let text = self.flow_text(value, quotes, spread)?;
        // A comment between the anchor or tag and the node stays.
        let noted = node.has_properties() && !is_white(self.text, node.properties_end..node.start);
        if noted && self.attempt != Attempt::Natural {
            self.replacements.delete(node.outer..node.properties_end)?;
        }
        let from = match self.attempt {
            Attempt::WithoutTag | Attempt::Plainest if !noted => node.outer,
            _ => node.start,
        };
        // The entry is a key alone, without its colon.
        let missing =
            around.is_some_and(|around| self.form(around).is_mapping()) && node.lacks_sign();
        let before = if missing {
            ": "
        } else if self.at_properties(node, from) || self.needs_space(from, &text) {
            " "
        } else {
            ""
        };
        self.replacements
            .replace(from..node.end, joined(&[before, &text])?)?;
        Ok(())
    }

    /// Returns whether a node at `at` needs a space behind the colon before it.
    fn needs_space(&self, at: usize, text: &str) -> bool {
        let yaml = self.style.syntax.is_yaml();
        let quoted = text.starts_with(['"', '\'', '[', '{']) && !self.style.space_behind_colon;
        yaml && at > 0 && byte(self.text, at - 1) == b':' && !quoted
    }

    fn flow_text(
        &self,
        value: Ref<'a>,
        quotes: render::Quotes,
        spread: Spread<'_>,
    ) -> Result<String> {
        let spread = spread.filter(|_| self.attempt != Attempt::Plainest);
        render::flow(value, self.style, quotes, spread)
    }

    /// Inserts an entry into a collection with brackets at `index`.
    pub(super) fn insert_flow(
        &mut self,
        number: usize,
        index: usize,
        key: Option<Ref<'a>>,
        value: Ref<'a>,
    ) -> Result {
        let count = self.outline.entries(number).count();
        if count == 0 {
            return self.fill_flow(number, key, value);
        }
        let beside = self.entry(number, index.min(count - 1))?;
        let spread = self.is_spread(number);
        let lines = indentation(self.text, self.outline.begin(beside));
        let quotes = self.quotes(Some(self.node(beside.value)), value);
        let mut text = String::new();
        if let Some(key) = key {
            let quotes = self.key_quotes(number);
            add(&mut text, &render::flow_key(key, self.style, quotes)?)?;
            add(&mut text, self.style.colon())?;
        }
        let lines = spread.then_some(lines);
        add(&mut text, &self.flow_text(value, quotes, lines)?)?;
        match index < count {
            true => self.insert_before(number, index, text),
            false => self.insert_last(number, count - 1, text),
        }
    }

    /// Inserts the text of an entry before the entry at `index`, and before the comments that
    /// belong to that entry.
    fn insert_before(&mut self, number: usize, index: usize, text: String) -> Result {
        let gap = self.gap_before(number, index)?;
        let begin = self.outline.begin(self.entry(number, index)?);
        let line_break = self.style.line_break;
        match gap.stand() {
            Stand::First => {
                let line = joined(&[indentation(self.text, begin), &text, ",", line_break])?;
                self.replacements.insert(gap.line_above(), line)?;
            }
            Stand::BehindComma(comma) => {
                let line = joined(&[self.comma_line(comma, gap.lead()), &text, line_break])?;
                self.replacements.insert(gap.line_above(), line)?;
            }
            Stand::Within => {
                self.replacements
                    .insert(gap.lead(), joined(&[&text, self.style.comma()])?)?;
            }
        }
        Ok(())
    }

    /// Returns the start of a new line for an entry behind its comma, copied from the line of
    /// another entry.
    fn comma_line(&self, comma: usize, entry: usize) -> &'a str {
        let start = line_start(self.text, comma);
        let blanks = self.text.get(start..entry).unwrap_or_default();
        // Comments before the entry belong to it.
        let end = skip_blanks(self.text, comma + 1).min(entry);
        blanks.get(..end - start).unwrap_or_default()
    }

    /// Inserts the text of an entry behind the last one, and behind the comments that belong to
    /// that entry.
    fn insert_last(&mut self, number: usize, last: usize, text: String) -> Result {
        let node = self.node(number);
        let entry = self.entry(number, last)?;
        let (begin, end) = (self.outline.begin(entry), self.outline.end(entry));
        let before = self.gap_before(number, last)?;
        let gap = self.gap_after(number, last)?;
        let (comma, behind) = (gap.comma(), gap.behind_last());
        let at = self.line_end_before(behind.end, node.end - 1);
        let trailing = if comma.is_some() { "," } else { "" };
        let line_break = self.style.line_break;
        let stand = before.stand();
        if let (Stand::BehindComma(comma), None) = (stand, gap.comma()) {
            let line = joined(&[line_break, self.comma_line(comma, before.lead()), &text])?;
            self.replacements.insert(at, line)?;
            return Ok(());
        }
        let own_line = stand == Stand::First && self.is_spread(number);
        if own_line || behind.line_comment {
            if comma.is_none() {
                self.replacements.insert(end, self.comma_of(entry))?;
            }
            let deeper = match has_break(self.text, node.start..begin) {
                true => copied(indentation(self.text, begin))?,
                false => self.deeper(node.start)?,
            };
            let line = joined(&[line_break, &deeper, &text, trailing])?;
            self.replacements.insert(at, line)?;
            return Ok(());
        }
        let space = self.style.comma().trim_start_matches(',');
        match comma {
            // The comments now stand before the comma, with the entry to which they belong.
            Some(comma) if behind.comment_behind_comma => {
                self.replacements.delete(comma..comma + 1)?;
                let new = joined(&[self.style.comma(), &text, ","])?;
                self.replacements.insert(behind.end, new)?;
            }
            Some(comma) => self
                .replacements
                .insert(comma + 1, joined(&[space, &text, ","])?)?,
            None => {
                let comma = joined(&[self.comma_of(entry), space])?;
                self.replacements
                    .insert(behind.end, joined(&[&comma, &text])?)?;
            }
        }
        Ok(())
    }

    /// Returns the comma behind an entry. A `?` alone needs white space behind it.
    fn comma_of(&self, entry: Entry) -> &'static str {
        let (begin, end) = (self.outline.begin(entry), self.outline.end(entry));
        match self.text.get(begin..end) {
            Some("?") => " ,",
            _ => ",",
        }
    }

    /// Returns the indentation of a line inside of a collection that begins at `start`.
    fn deeper(&self, start: usize) -> Result<String> {
        let outer = match self.attempt {
            Attempt::Natural => copied(indentation(self.text, start))?,
            // Always deep enough for YAML.
            Attempt::WithoutTag | Attempt::Plainest => spaces(column(self.text, start))?,
        };
        joined(&[&outer, &self.style.indent])
    }

    /// Returns the gap before an entry of a collection with brackets.
    fn gap_before(&self, number: usize, index: usize) -> Result<Gap<'a>> {
        let from = match index.checked_sub(1) {
            Some(before) => self.outline.end(self.entry(number, before)?),
            None => self.node(number).start + 1,
        };
        let begin = self.outline.begin(self.entry(number, index)?);
        let signs = self.style.syntax.comments();
        Gap::new(self.text, from..begin, signs)
    }

    /// Returns the gap behind an entry of a collection with brackets.
    fn gap_after(&self, number: usize, index: usize) -> Result<Gap<'a>> {
        let end = self.outline.end(self.entry(number, index)?);
        let until = match self.outline.entries(number).nth(index + 1) {
            Some(next) => self.outline.begin(next),
            None => self.node(number).end.saturating_sub(1),
        };
        let signs = self.style.syntax.comments();
        Gap::new(self.text, end..until, signs)
    }

    /// Adds brackets and a second member to a pair, which has no place for one.
    pub(super) fn wrap_pair(&mut self, number: usize, key: Ref<'a>, value: Ref<'a>) -> Result {
        let node = self.node(number);
        let quotes = self.quotes(None, value);
        let key = render::flow_key(key, self.style, self.key_quotes(number))?;
        let value = self.flow_text(value, quotes, None)?;
        let (comma, colon) = (self.style.comma(), self.style.colon());
        self.replacements.insert(node.start, "{")?;
        self.replacements
            .insert(node.end, joined(&[comma, &key, colon, &value, "}"])?)?;
        Ok(())
    }

    /// Inserts the first entry into a collection.
    fn fill_flow(&mut self, number: usize, key: Option<Ref<'a>>, value: Ref<'a>) -> Result {
        let node = self.node(number);
        let inner = node.start + 1..node.end.saturating_sub(1);
        let around = self.nodes.iter().rev().find(|&&around| around < number);
        let spread = has_break(self.text, inner.clone())
            || around.is_some_and(|&around| self.is_spread(around));
        let outer = indentation(self.text, node.start);
        let deeper = joined(&[outer, &self.style.indent])?;
        let mut text = String::new();
        if let Some(key) = key {
            let quotes = self.any_key_quotes();
            add(&mut text, &render::flow_key(key, self.style, quotes)?)?;
            add(&mut text, self.style.colon())?;
        }
        let quotes = self.quotes(None, value);
        let lines = spread.then_some(deeper.as_str());
        add(&mut text, &self.flow_text(value, quotes, lines)?)?;
        let line = joined(&[self.style.line_break, &deeper])?;
        let comments = !is_white(self.text, inner.clone());
        if comments && !has_break(self.text, inner.clone()) {
            // The entry comes behind the comments on their line.
            let at = back_over_blanks(self.text, inner.start, inner.end);
            self.replacements.insert(at, joined(&[" ", &text])?)?;
        } else if comments {
            // Comments stay where they are.
            let mut at = self.line_end_before(inner.start, inner.end);
            let gap = Gap::new(self.text, inner.clone(), self.style.syntax.comments())?;
            while let Some(end) = gap.comment_around(at) {
                at = self.line_end_before(end, inner.end);
            }
            self.replacements.insert(at, joined(&[&line, &text])?)?;
            if !has_break(self.text, at..inner.end) {
                self.replacements.insert(at, self.style.line_break)?;
            }
        } else if spread {
            let end = joined(&[self.style.line_break, outer])?;
            self.replacements
                .replace(inner, joined(&[&line, &text, &end])?)?;
        } else {
            self.replacements.replace(inner, text)?;
        }
        Ok(())
    }

    /// Returns the quotes of the keys in the collections around, or `None` if there are no keys.
    fn any_key_quotes(&self) -> render::Quotes {
        let mut around = self.nodes.iter().rev();
        around.find_map(|&around| self.key_quotes(around))
    }

    /// Returns the end of the line of `at`, but not behind `until`, and without the white space
    /// before it.
    fn line_end_before(&self, at: usize, until: usize) -> usize {
        let end = line_end(self.text, at);
        match end <= until {
            true => end,
            false => back_over_blanks(self.text, at, until),
        }
    }

    /// Removes an entry from a collection with brackets, with the comments that belong to it.
    pub(super) fn remove_flow(&mut self, number: usize, index: usize) -> Result {
        let node = self.node(number);
        let (before, after) = (
            self.gap_before(number, index)?,
            self.gap_after(number, index)?,
        );
        let next = self.outline.entries(number).nth(index + 1).is_some();
        let gone = self.gone(&before, &after, next);
        let inner = node.start + 1..node.end - 1;
        if index == 0
            && !next
            && !before.has_comments(inner.start..gone.start)
            && !after.has_comments(gone.end..inner.end)
        {
            self.replacements.delete(inner)?;
            return Ok(());
        }
        let kept = |comma: Option<usize>| comma.filter(|comma| !gone.contains(comma));
        let commas = (kept(before.comma()), kept(after.comma()));
        let wanted = match (index > 0, next) {
            (true, true) => true,
            // The last entry keeps a comma, if there was one behind the removed entry.
            (true, false) => after.comma().is_some(),
            (false, _) => false,
        };
        match commas {
            (None, None) if wanted => {
                let before = self.entry(number, index - 1)?;
                self.replacements
                    .insert(self.outline.end(before), self.comma_of(before))?;
            }
            (Some(_), Some(comma)) if wanted => self.delete_comma(comma)?,
            (_, Some(comma)) if !wanted => self.delete_comma(comma)?,
            _ => {}
        }
        if let (Some(comma), false) = (commas.0, wanted) {
            self.replacements.delete(comma..comma + 1)?;
        }
        self.replacements.delete(gone)?;
        Ok(())
    }

    /// Returns the text of an entry between two gaps, with its comments: its whole lines, if
    /// nothing else stands on them.
    fn gone(&self, before: &Gap<'_>, after: &Gap<'_>, next: bool) -> Range<usize> {
        let text = self.text;
        let (lead, behind) = (before.lead(), after.behind(next));
        let line = line_end(text, behind.end);
        let alone = is_white(text, behind.end..line) && is_break(byte(text, line));
        let start = match before.stand() {
            Stand::First => Some(lead),
            Stand::BehindComma(comma) => Some(comma),
            Stand::Within => None,
        };
        if let Some(start) = start
            && alone
        {
            return line_start(text, start)..after_break(text, line);
        }
        // An entry that follows on the same line takes the place.
        match after.comma().filter(|_| next) {
            Some(comma)
                if !has_break(text, comma..after.end())
                    && !after.has_comments(behind.end..comma) =>
            {
                lead..skip_blanks(text, comma + 1)
            }
            _ => self.with_blanks_before(lead..behind.end),
        }
    }

    /// Deletes a comma, and the blanks behind it.
    fn delete_comma(&mut self, comma: usize) -> Result {
        self.replacements
            .delete(comma..skip_blanks(self.text, comma + 1))
    }

    /// Extends a range by the blanks before it, if something stands before them on their line.
    fn with_blanks_before(&self, range: Range<usize>) -> Range<usize> {
        let start = line_start(self.text, range.start);
        let from = back_over_blanks(self.text, start, range.start);
        match from == start {
            true => range,
            false => from..range.end,
        }
    }
}
