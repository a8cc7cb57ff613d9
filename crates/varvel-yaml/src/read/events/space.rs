//! White space, comments, lines and their indentation; also the check of all characters, which
//! comes first.

use varvel_core::{Limits, Result};

use super::{Event, Events, State, Style};
use crate::error;

/// Returns whether a byte is a space or a tab.
#[inline(always)]
pub(super) const fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Returns whether a byte is a line break, or the end of the input.
#[inline(always)]
pub(super) const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0)
}

/// Returns whether a byte is white space, which an indicator needs behind it.
#[inline(always)]
pub(super) const fn is_space(byte: u8) -> bool {
    is_blank(byte) || is_break(byte)
}

/// Returns whether a byte is a bracket or comma, which end a plain scalar inside of brackets.
#[inline(always)]
pub(super) const fn is_flow_indicator(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

/// Checks that YAML allows all characters of the input. Returns the input as text, and the place of
/// its first byte order mark.
pub(super) fn checked<'de>(input: &'de [u8], limits: &Limits) -> Result<(&'de str, usize)> {
    limits.check_len(input.len())?;
    let text = match varvel_raw::utf8::is_valid(input) {
        true => core::str::from_utf8(input),
        false => return Err(error::not_utf8(input)),
    };
    let Ok(text) = text else {
        return Err(error::not_utf8(input));
    };
    match first_mark(input) {
        Ok(mark) => Ok((text, mark)),
        Err(at) => Err(error::forbidden(text, at)),
    }
}

/// The place of a byte order mark that does not exist.
pub(super) const NO_MARK: usize = usize::MAX;

/// Returns the place of the first byte order mark, if YAML allows all characters.
///
/// # Errors
/// The place of the first character that YAML does not allow: a control character, or a
/// noncharacter. Such a character is refused inside of quotes, too: it must be written as an
/// escape.
fn first_mark(input: &[u8]) -> core::result::Result<usize, usize> {
    const BLOCK: usize = 64;
    let mut mark = NO_MARK;
    for (i, block) in input.chunks(BLOCK).enumerate() {
        // The loop has no branch, so that the compiler vectorizes it.
        let odd = block.iter().fold(0, |odd, &byte| {
            let control = byte < b' ' && byte != b'\n' && byte != b'\r' && byte != b'\t';
            odd | u8::from(control | (byte == 0x7F) | (byte == 0xC2) | (byte == 0xEF))
        });
        if odd == 0 {
            continue;
        }
        let start = i * BLOCK;
        for at in start..start + block.len() {
            match input[at..] {
                [0xEF, 0xBB, 0xBF, ..] => mark = mark.min(at),
                ref text if is_forbidden(text) => return Err(at),
                _ => {}
            }
        }
    }
    Ok(mark)
}

/// Returns whether `text` begins with a character that YAML does not allow.
fn is_forbidden(text: &[u8]) -> bool {
    match *text {
        [0..=8 | 0x0B | 0x0C | 0x0E..=0x1F | 0x7F, ..] => true,
        [0xC2, second, ..] => second < 0xA0 && second != 0x85,
        [0xEF, 0xBF, third, ..] => third >= 0xBE,
        _ => false,
    }
}

impl<'de> Events<'de> {
    /// Finds the next byte order mark.
    pub(super) fn next_mark(&mut self) {
        const MARK: char = '\u{FEFF}';
        let from = self.mark + MARK.len_utf8();
        let rest = self.input.get(from..).unwrap_or_default();
        self.mark = rest.find(MARK).map_or(NO_MARK, |at| from + at);
    }

    /// Checks the byte order marks before the position, after the event `last`. They are allowed in
    /// quotes, and before a document, where they were passed already.
    ///
    /// YAML 1.2.2, production 27 (`nb-char`) and chapter 5.2.
    #[cold]
    pub(super) fn check_marks(&mut self, last: Event) -> Result {
        let quoted = matches!(
            last,
            Event::Scalar(Style::SingleQuoted | Style::DoubleQuoted)
        );
        while self.mark < self.place.at {
            if !quoted || self.mark < self.start {
                return Err(error::byte_order_mark(self.mark));
            }
            self.next_mark();
        }
        Ok(())
    }

    /// Returns the beginning of the line behind the one that ends at `at`.
    #[inline(always)]
    pub(super) fn after_break(&self, at: usize) -> usize {
        match self.byte(at) {
            b'\r' if self.byte(at + 1) == b'\n' => at + 2,
            0 => at,
            _ => at + 1,
        }
    }

    #[inline(always)]
    pub(super) fn skip_blanks(&self, mut at: usize) -> usize {
        while is_blank(self.byte(at)) {
            at += 1;
        }
        at
    }

    #[inline(always)]
    pub(super) fn skip_spaces(&self, mut at: usize) -> usize {
        while self.byte(at) == b' ' {
            at += 1;
        }
        at
    }

    /// Returns the end of the line of `at`.
    pub(super) fn line_end(&self, mut at: usize) -> usize {
        while !is_break(self.byte(at)) {
            at += 1;
        }
        at
    }

    /// Returns whether the line, or its text before a comment, ends at `at`.
    #[inline(always)]
    pub(super) fn ends_line(&self, at: usize) -> bool {
        match self.byte(at) {
            b'#' => at == 0 || is_space(self.byte(at - 1)),
            byte => is_break(byte),
        }
    }

    /// Returns whether a mark between documents, `---` or `...`, stands at `at`, the beginning of a
    /// line.
    #[inline(always)]
    pub(super) fn is_marker(&self, at: usize) -> bool {
        let byte = self.byte(at);
        (byte == b'-' || byte == b'.')
            && self.byte(at + 1) == byte
            && self.byte(at + 2) == byte
            && is_space(self.byte(at + 3))
    }

    /// Goes to the first token of the next line that has one. The rest of this line may only be a
    /// comment. It stays if the position is at a token already.
    #[inline(always)]
    pub(super) fn next_line(&mut self) -> Result {
        if self.place.is_fresh() {
            return Ok(());
        }
        let mut at = self.place.at;
        if at != self.place.line {
            at = self.skip_blanks(at);
            if !self.ends_line(at) {
                self.place.at = at;
                return Err(error::after_node(self.input, at));
            }
            if self.byte(at) == b'#' {
                at = self.line_end(at);
            }
            at = self.after_break(at);
        }
        self.first_token(at);
        Ok(())
    }

    /// Goes to the first token from `line` on, which is the beginning of a line.
    #[inline(always)]
    pub(super) fn first_token(&mut self, mut line: usize) {
        loop {
            let spaces = self.skip_spaces(line);
            let at = self.skip_blanks(spaces);
            match self.byte(at) {
                b'\n' | b'\r' => {
                    line = self.after_break(at);
                    continue;
                }
                b'#' => {
                    line = self.after_break(self.line_end(at));
                    continue;
                }
                _ => {}
            }
            let end = at >= self.input.len() || at == line && self.is_marker(at);
            self.place = super::Position {
                at,
                line,
                token: at,
                indent: match end {
                    true => -1,
                    false => i32::try_from(spaces - line).unwrap_or(i32::MAX),
                },
                tab: at != spaces,
            };
            return;
        }
    }

    /// Passes the text between an indicator and its node: white space, or comments and lines.
    #[inline(always)]
    pub(super) fn separate(&mut self) -> Result {
        if self.place.is_fresh() {
            return Ok(());
        }
        let spaces = self.skip_spaces(self.place.at);
        let at = self.skip_blanks(spaces);
        if self.ends_line(at) {
            return self.next_line();
        }
        self.place.at = at;
        self.place.tab = at != spaces;
        Ok(())
    }

    /// Passes white space, comments and lines between brackets. Returns whether there was a line
    /// break.
    #[inline(always)]
    pub(super) fn flow_space(&mut self) -> Result<bool> {
        let at = self.place.at;
        match self.byte(at) {
            b' ' | b'\t' | b'\n' | b'\r' | b'#' | 0 => self.long_flow_space(),
            _ => Ok(false),
        }
    }

    fn long_flow_space(&mut self) -> Result<bool> {
        let at = self.skip_blanks(self.place.at);
        self.place.at = at;
        if !self.ends_line(at) {
            return Ok(false);
        }
        self.next_line()?;
        self.continues()?;
        Ok(true)
    }

    /// Checks that the line that begins here continues the text inside of brackets.
    fn continues(&self) -> Result {
        let place = &self.place;
        if place.at >= self.input.len() {
            return Err(error::unclosed_flow(self.input, place.at));
        }
        if place.indent < 0 {
            return Err(error::marker_inside(place.at, "a flow collection"));
        }
        if place.indent <= self.frame.indent && !self.tolerates_bracket() {
            return Err(error::flow_indent(
                self.input,
                place.at,
                (place.indent, self.frame.indent),
                place.tab,
            ));
        }
        Ok(())
    }

    /// Returns whether a closing bracket stands here in the column of the surrounding block, and
    /// the options allow it.
    #[cold]
    fn tolerates_bracket(&self) -> bool {
        let place = &self.place;
        let here = place.indent == self.frame.indent && !place.tab;
        self.tolerant && here && matches!(self.byte(place.at), b']' | b'}')
    }

    /// Returns the beginning of the next node, behind white space, comments, and the indicators
    /// before it. If there is no node, it returns the place of the next token at least.
    pub(in crate::read) fn ahead(&self) -> usize {
        if let State::Merged | State::MergedValue = self.frame.state {
            return self.merged_here().map_or(self.place.at, |node| node.at);
        }
        let leads = |byte| match self.frame.state {
            State::Entry | State::EntryEnd => byte == b'-',
            State::FlowEntryEnd | State::FlowMemberEnd => byte == b',',
            State::KeyColon | State::FlowColon | State::FlowColonAdjacent => byte == b':',
            _ => false,
        };
        let at = self.token(self.place.at);
        let (from, at) = match leads(self.byte(at)) {
            true => (at + 1, self.token(at + 1)),
            false => (self.place.at, at),
        };
        let value = match self.frame.state {
            State::Value => true,
            State::Entry | State::EntryEnd if from != self.place.at => false,
            _ => return self.behind_properties(at).0,
        };
        if self.is_nothing(from, at, value) {
            return from;
        }
        match self.behind_properties(at) {
            (node, end) if node != at && self.is_nothing(end, node, value) => end,
            (node, _) => node,
        }
    }

    /// Returns the next token behind the anchor and the tag that may stand at `at`, and the end of
    /// these.
    fn behind_properties(&self, mut at: usize) -> (usize, usize) {
        let mut end = at;
        while matches!(self.byte(at), b'&' | b'!') {
            end = at;
            while !is_space(self.byte(end)) && !is_flow_indicator(self.byte(end)) {
                end += 1;
            }
            at = self.token(end);
        }
        (at, end)
    }

    /// Returns whether the next node of a block collection is empty: the next token behind `from`,
    /// which is at `at`, is on another line and not indented deeper. The value of a key may be a
    /// sequence in the column of the key.
    fn is_nothing(&self, from: usize, at: usize, value: bool) -> bool {
        let between = self.input.as_bytes().get(from..at).unwrap_or_default();
        if at == self.input.len() || !between.iter().any(|&byte| is_break(byte)) {
            return at == self.input.len();
        }
        let column = i32::try_from(at - self.line_start(at)).unwrap_or(i32::MAX);
        if column > self.frame.indent {
            return false;
        }
        let entry = value && column == self.frame.indent && self.byte(at) == b'-';
        !(entry && is_space(self.byte(at + 1)))
    }

    /// Returns the beginning of the line of `at`.
    fn line_start(&self, mut at: usize) -> usize {
        while at > 0 && !matches!(self.byte(at - 1), b'\n' | b'\r') {
            at -= 1;
        }
        at
    }

    /// Returns the place of the last event, a scalar. An empty scalar stands right behind its
    /// indicator, not at the next token.
    #[cold]
    pub(in crate::read) fn place_of_scalar(&self) -> usize {
        let range = self.range;
        if self.scratched || !range.is_empty() || range.start != self.start {
            return self.start;
        }
        let mut at = self.start;
        let mut found = at;
        loop {
            while at > 0 && is_blank(self.byte(at - 1)) {
                at -= 1;
            }
            if at == 0 || !matches!(self.byte(at - 1), b'\n' | b'\r') {
                return match found == self.start {
                    // The indicator is on the same line.
                    true => self.start,
                    false => at,
                };
            }
            at -= 1;
            // A comment may end that line.
            let line = self.line_start(at);
            let begins =
                |&at: &usize| self.byte(at) == b'#' && (at == line || is_blank(self.byte(at - 1)));
            at = (line..at).find(begins).unwrap_or(at);
            found = at;
        }
    }

    /// Returns the next token from `at` on.
    fn token(&self, mut at: usize) -> usize {
        loop {
            at = self.skip_blanks(at);
            if self.byte(at) == b'#' && self.ends_line(at) {
                at = self.line_end(at);
            }
            match self.byte(at) {
                b'\n' | b'\r' => at = self.after_break(at),
                _ => return at,
            }
        }
    }
}
