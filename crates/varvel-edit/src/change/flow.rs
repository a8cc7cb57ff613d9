//! Nodes between brackets.

use alloc::string::String;
use core::ops::Range;

use varvel_core::Result;

use super::{Attempt, Change};
use crate::Ref;
use crate::outline::Entry;
use crate::render::{self, Spread};
use crate::text::{
    after_break, back_over_blanks, byte, has_break, indentation, is_break, is_first, is_white,
    line_end, line_start, next_token,
};

impl<'a> Change<'a> {
    /// Makes a node between brackets another one.
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
        let from = match self.attempt {
            Attempt::Natural => node.start,
            Attempt::WithoutTag | Attempt::Plainest => node.outer,
        };
        // A key alone, without its colon.
        let missing =
            around.is_some_and(|around| self.form(around).is_mapping()) && node.lacks_sign();
        let before = if missing {
            ": "
        } else if self.at_properties(node, from) || self.needs_space(from, &text) {
            " "
        } else {
            ""
        };
        self.splices
            .replace(from..node.end, [before, &text].concat());
        Ok(())
    }

    /// Whether a node at `at` has to be kept apart from the colon before it.
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

    /// Puts an entry into a collection with brackets, with the number `index`.
    pub(super) fn insert_flow(
        &mut self,
        number: usize,
        index: usize,
        key: Option<Ref<'a>>,
        value: Ref<'a>,
    ) -> Result {
        let node = self.node(number);
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
            text.push_str(&render::flow_key(key, self.style, self.key_quotes(number))?);
            text.push_str(self.style.colon());
        }
        text.push_str(&self.flow_text(value, quotes, spread.then_some(lines))?);
        let line = [self.style.line_break, lines].concat();
        if index < count {
            let begin = self.outline.begin(beside);
            let behind = match spread && is_first(self.text, begin) {
                true => [",", &line].concat(),
                false => self.style.comma().into(),
            };
            self.splices.insert(begin, text + &behind);
            return Ok(());
        }
        let end = self.outline.end(beside);
        let comma = self.comma_behind(end, node.end);
        let own_line = spread && is_first(self.text, self.outline.begin(beside));
        match (own_line, comma) {
            (true, _) => {
                if comma.is_none() {
                    self.splices.insert(end, ",");
                }
                let behind = comma.map_or(end, |comma| comma + 1);
                let at = self.line_end_before(behind, node.end - 1);
                let last = if comma.is_some() { "," } else { "" };
                self.splices
                    .insert(at, [&line, text.as_str(), last].concat());
            }
            (false, Some(comma)) => {
                let space = self.style.comma().trim_start_matches(',');
                self.splices.insert(comma + 1, [space, &text, ","].concat());
            }
            (false, None) => {
                self.splices
                    .insert(end, [self.style.comma(), &text].concat());
            }
        }
        Ok(())
    }

    /// Puts the first entry into a collection.
    fn fill_flow(&mut self, number: usize, key: Option<Ref<'a>>, value: Ref<'a>) -> Result {
        let node = self.node(number);
        let inner = node.start + 1..node.end.saturating_sub(1);
        let around = self.nodes.iter().rev().find(|&&around| around < number);
        let spread = has_break(self.text, inner.clone())
            || around.is_some_and(|&around| self.is_spread(around));
        let outer = indentation(self.text, node.start);
        let deeper = [outer, &self.style.indent].concat();
        let mut text = String::new();
        if let Some(key) = key {
            text.push_str(&render::flow_key(key, self.style, self.any_key_quotes())?);
            text.push_str(self.style.colon());
        }
        let quotes = self.quotes(None, value);
        text.push_str(&self.flow_text(value, quotes, spread.then_some(deeper.as_str()))?);
        let line = [self.style.line_break, &deeper].concat();
        if !is_white(self.text, inner.clone()) {
            // Comments stay where they are.
            let at = self.line_end_before(inner.start, inner.end);
            self.splices.insert(at, line + &text);
            if !has_break(self.text, at..inner.end) {
                self.splices.insert(at, self.style.line_break);
            }
        } else if spread {
            let end = [self.style.line_break, outer].concat();
            self.splices.replace(inner, line + &text + &end);
        } else {
            self.splices.replace(inner, text);
        }
        Ok(())
    }

    /// The quotes of the keys around, or of no key.
    fn any_key_quotes(&self) -> render::Quotes {
        let mut around = self.nodes.iter().rev();
        around.find_map(|&around| self.key_quotes(around))
    }

    /// The end of the line of `at`, but not behind `until`; white space before it is left out.
    fn line_end_before(&self, at: usize, until: usize) -> usize {
        let end = line_end(self.text, at);
        match end <= until {
            true => end,
            false => back_over_blanks(self.text, at, until),
        }
    }

    /// Where the comma behind an entry is that ends at `end`, in a collection that does at `until`.
    fn comma_behind(&self, end: usize, until: usize) -> Option<usize> {
        let at = next_token(self.text, end, self.style.syntax.comments());
        (at < until && byte(self.text, at) == b',').then_some(at)
    }

    /// Takes an entry out of a collection with brackets.
    pub(super) fn remove_flow(&mut self, number: usize, index: usize) -> Result {
        let node = self.node(number);
        let entry = self.entry(number, index)?;
        let (begin, end) = (self.outline.begin(entry), self.outline.end(entry));
        let before = match index.checked_sub(1) {
            Some(before) => Some(self.entry(number, before)?),
            None => None,
        };
        let after = self.outline.entries(number).nth(index + 1);
        let comma = self.comma_behind(end, node.end);
        let until = comma.map_or(end, |comma| comma + 1);
        if after.is_none()
            && comma.is_none()
            && let Some(before) = before
        {
            // The entry before is the last one now.
            self.delete_comma(before, node.end);
        }
        if before.is_none() && after.is_none() {
            let inner = node.start + 1..node.end - 1;
            let own = self.own_lines(begin, until).unwrap_or(begin..until);
            let alone = is_white(self.text, inner.start..own.start)
                && is_white(self.text, own.end..inner.end)
                && is_white(self.text, end..comma.unwrap_or(end));
            let gone = if alone { inner } else { own };
            self.splices.delete(gone);
            return Ok(());
        }
        if let Some(lines) = self.own_lines(begin, until) {
            self.splices.delete(lines);
            return Ok(());
        }
        let gone = match (after, before) {
            (Some(after), _) => {
                let next = self.outline.begin(after);
                match is_white(self.text, until..next) && !has_break(self.text, until..next) {
                    true => begin..next,
                    false => begin..until,
                }
            }
            (None, _) => self.with_blanks_before(begin..until),
        };
        self.splices.delete(gone);
        Ok(())
    }

    /// Takes the comma behind an entry away, and blanks behind it, if the next entry is on its line.
    fn delete_comma(&mut self, entry: Entry, until: usize) {
        let end = self.outline.end(entry);
        if let Some(comma) = self.comma_behind(end, until) {
            self.splices.delete(comma..comma + 1);
        }
    }

    /// A range with the blanks before it, if there is something before them on their line.
    fn with_blanks_before(&self, range: Range<usize>) -> Range<usize> {
        let start = line_start(self.text, range.start);
        let from = back_over_blanks(self.text, start, range.start);
        match from == start {
            true => range,
            false => from..range.end,
        }
    }

    /// The lines of an entry, if nothing else is on them but white space and a comment behind it.
    pub(super) fn own_lines(&self, begin: usize, end: usize) -> Option<Range<usize>> {
        let text = self.text;
        if !is_first(text, begin) {
            return None;
        }
        let line = line_end(text, end);
        let next = next_token(text, end, self.style.syntax.comments());
        let comment_ends_there = next >= line && byte(text, line) != 0;
        let start = line_start(text, begin);
        (comment_ends_there && (start > 0 || begin == 0 || is_break(byte(text, line))))
            .then(|| start..after_break(text, line))
    }
}
