//! The gaps between the entries of a collection with brackets: comments, a comma, line breaks. A
//! gap knows which of its comments belong to which entry.
//!
//! A comment behind an entry on its line belongs to that entry, and one before an entry on its line
//! belongs to the latter; a comma separates the two. A comment on lines of its own belongs to no
//! removed entry: it is read as a comment about what follows.

use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::Result;

use crate::memory::push;
use crate::text::{Comments, after_break, byte, comment, is_white, line_start};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Comment,
    Comma,
    Break,
}

#[derive(Clone, Debug)]
struct Piece {
    sign: Sign,
    range: Range<usize>,
}

/// The text between two entries, or between an entry and a bracket.
#[derive(Debug)]
pub struct Gap<'a> {
    text: &'a str,
    range: Range<usize>,
    pieces: Vec<Piece>,
}

/// The part of a gap that belongs to the entry before it.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    /// The end of the part: behind its last comment, or its comma.
    pub end: usize,
    /// Whether the entry's comma is before `end`.
    pub comma: bool,
    /// Whether a comment stands behind the comma.
    pub comment_behind_comma: bool,
    /// Whether the last comment goes to the end of the line.
    pub line_comment: bool,
}

/// The position of an entry on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The entry is the first of its line.
    First,
    /// The comma before the entry, at this place, is the first of its line.
    BehindComma(usize),
    /// Something else stands before the entry.
    Within,
}

impl<'a> Gap<'a> {
    /// Returns the gap at `range`, which contains no node.
    pub fn new(text: &'a str, range: Range<usize>, signs: Comments) -> Result<Self> {
        let mut pieces = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let (sign, end) = match (byte(text, at), comment(text, at, signs)) {
                (_, Some(end)) => (Sign::Comment, end),
                (b',', _) => (Sign::Comma, at + 1),
                (b'\r' | b'\n', _) => (Sign::Break, after_break(text, at)),
                _ => {
                    at += 1;
                    continue;
                }
            };
            let range = at..end;
            push(&mut pieces, Piece { sign, range })?;
            at = end;
        }
        Ok(Self {
            text,
            range,
            pieces,
        })
    }

    /// Returns where the gap ends.
    pub fn end(&self) -> usize {
        self.range.end
    }

    /// Returns where the comment ends that a place is inside of.
    pub fn comment_around(&self, at: usize) -> Option<usize> {
        let mut comments = self
            .pieces
            .iter()
            .filter(|piece| piece.sign == Sign::Comment);
        let around = comments.find(|piece| piece.range.start < at && at < piece.range.end);
        around.map(|comment| comment.range.end)
    }

    /// Returns where the comma is.
    pub fn comma(&self) -> Option<usize> {
        let comma = self.pieces.iter().find(|piece| piece.sign == Sign::Comma);
        comma.map(|comma| comma.range.start)
    }

    /// Returns the part that belongs to the entry before; `next` is whether another entry follows
    /// the gap.
    pub fn behind(&self, next: bool) -> Behind {
        self.behind_from(0, next)
    }

    /// Returns the part that belongs to the last entry, with its comma, on whatever line that is.
    pub fn behind_last(&self) -> Behind {
        let comma = self
            .pieces
            .iter()
            .position(|piece| piece.sign == Sign::Comma);
        let first = self.behind_from(0, false);
        match comma {
            Some(comma) if !first.comma => self.behind_from(comma, false),
            _ => first,
        }
    }

    fn behind_from(&self, first: usize, next: bool) -> Behind {
        let pieces = self.pieces.get(first..).unwrap_or_default();
        let len = pieces.iter().position(|piece| piece.sign == Sign::Break);
        let line = pieces
            .get(..len.unwrap_or(pieces.len()))
            .unwrap_or_default();
        let comma = line.iter().position(|piece| piece.sign == Sign::Comma);
        // A comment behind the comma belongs to the next entry on the same line.
        let own = match comma {
            Some(comma) if next && len.is_none() => line.get(..=comma).unwrap_or_default(),
            _ => line,
        };
        let comment_behind_comma = comma.is_some_and(|comma| comma + 1 < own.len());
        Behind {
            end: own.last().map_or(self.range.start, |last| last.range.end),
            comma: comma.is_some(),
            comment_behind_comma,
            line_comment: own.last().is_some_and(|last| {
                let text = self.text.get(last.range.clone());
                last.sign == Sign::Comment && text.is_some_and(|text| !text.starts_with("/*"))
            }),
        }
    }

    /// Returns the pieces on the line of the entry behind this gap, without those before its comma.
    fn before_entry(&self) -> &[Piece] {
        let line = self
            .pieces
            .iter()
            .rposition(|piece| piece.sign != Sign::Comment)
            .map_or(0, |before| before + 1);
        self.pieces.get(line..).unwrap_or_default()
    }

    /// Returns where the entry behind this gap begins, with the comments before it on its line.
    pub fn lead(&self) -> usize {
        let first = self.before_entry().first();
        first.map_or(self.range.end, |comment| comment.range.start)
    }

    /// Returns the position of the entry behind this gap on its line.
    pub fn stand(&self) -> Stand {
        let is_first = |at: usize| is_white(self.text, line_start(self.text, at)..at);
        let lead = self.lead();
        let comma = self.pieces.len().checked_sub(self.before_entry().len() + 1);
        match comma.and_then(|comma| self.pieces.get(comma)) {
            _ if is_first(lead) => Stand::First,
            Some(Piece {
                sign: Sign::Comma,
                range,
            }) if is_first(range.start) => Stand::BehindComma(range.start),
            _ => Stand::Within,
        }
    }

    /// Returns the start of the line of the entry behind this gap, or of the first line of comments
    /// right above it. The entry is the first of its line, or its comma is.
    pub fn line_above(&self) -> usize {
        let comma = usize::from(matches!(self.stand(), Stand::BehindComma(_)));
        let mut line = self.pieces.len() - self.before_entry().len() - comma;
        let mut start = line_start(
            self.text,
            match self.stand() {
                Stand::BehindComma(comma) => comma,
                _ => self.lead(),
            },
        );
        // First the line break before this line; then lines that hold only comments, each between
        // two line breaks.
        while let Some(breaks) = line.checked_sub(1) {
            let above = self.pieces.get(..breaks).unwrap_or_default();
            let Some(before) = above.iter().rposition(|piece| piece.sign != Sign::Comment) else {
                break;
            };
            let comment = self.pieces.get(before + 1).map(|piece| piece.range.start);
            if before + 1 == breaks
                || self.pieces.get(before).map(|piece| piece.sign) != Some(Sign::Break)
            {
                break;
            }
            start = comment.map_or(start, |comment| line_start(self.text, comment));
            line = before + 1;
        }
        start
    }

    /// Returns whether a part of the gap has comments.
    pub fn has_comments(&self, part: Range<usize>) -> bool {
        let mut comments = self
            .pieces
            .iter()
            .filter(|piece| piece.sign == Sign::Comment);
        comments.any(|piece| part.start <= piece.range.start && piece.range.end <= part.end)
    }
}
