//! JSON5 documents as records, one after the other, and the items of a JSON5 array. Brackets,
//! quotes, comments and white space show where each ends.

use memchr::{memchr, memchr3};
use varvel_core::format::{ArrayFormat, Head, RecordFormat};
use varvel_core::{Error, Result};

use crate::json5::{Json5, line_len, white_len};
use crate::marker::Json;
use crate::options::ReadOptions;

/// A document ends with its bracket or quote; a number or a word before the white space, bracket,
/// quote or comment behind it. Blanks and one line break behind it belong to it. White space and
/// comments before a document belong to that. Documents may stand on any lines, and several on one.
impl RecordFormat for Json5 {
    const BEHIND: &'static [u8] = b"\n";
    const LINES: bool = false;

    type Search = Scan;

    #[inline]
    fn end(search: &mut Scan, bytes: &[u8]) -> Result<Option<usize>> {
        let end = search.document_end(bytes);
        if end.is_some() {
            *search = Scan::default();
        }
        Ok(end)
    }

    #[inline]
    fn least(search: &Scan) -> u64 {
        search.at as u64
    }

    #[inline]
    fn before_first(input: &[u8]) -> usize {
        <Json as RecordFormat>::before_first(input)
    }

    #[inline]
    fn document(record: &[u8]) -> Option<&[u8]> {
        (!is_blank(record)).then_some(record)
    }

    #[inline]
    fn check_last(_: &[u8]) -> Result {
        Ok(())
    }
}

/// An item ends as one of JSON does, and the last one may have a comma behind it.
impl ArrayFormat for Json5 {
    const EMPTY: &'static [u8] = b"[]";
    const FIRST: &'static [u8] = b"[";
    const SECOND: &'static [u8] = b"[null,";
    const CLOSE: &'static [u8] = b"]";
    const MARK: &'static [u8] = <Json as ArrayFormat>::MARK;

    type Search = Scan;

    fn head(head: &[u8]) -> Head {
        match Self::is_blank_so_far(head) {
            true => Head::Unknown,
            false => Json::head(head),
        }
    }

    #[inline]
    fn item_end(search: &mut Scan, bytes: &[u8]) -> Result<Option<(usize, bool)>> {
        let end = search.item_end(bytes);
        Ok(end.map(|end| (end, bytes[end - 1] != b',')))
    }

    #[inline]
    fn least(search: &Scan) -> u64 {
        search.at as u64
    }

    #[inline]
    fn item(record: &[u8]) -> Option<&[u8]> {
        match record {
            [item @ .., b']'] if is_blank(item) => None,
            [item @ .., b',' | b']'] if !is_blank(item) => Some(item),
            // A comma without an item is refused by the reader.
            _ => (!is_blank(record)).then_some(record),
        }
    }

    fn is_blank_so_far(bytes: &[u8]) -> bool {
        match bytes {
            [b'/'] => true,
            [b'/', b'/' | b'*', ..] => Self::blank(bytes) == 0,
            _ => false,
        }
    }

    /// Counts white space and comments that end.
    fn blank(bytes: &[u8]) -> usize {
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            at += match rest {
                [b'/', b'/', ..] => match line_len(rest) {
                    Some(len) => len,
                    None => return at,
                },
                [b'/', b'*', inside @ ..] => match inside.windows(2).position(|two| two == b"*/") {
                    Some(end) => end + 4,
                    None => return at,
                },
                _ => match white_len(rest) {
                    0 => return at,
                    len => len,
                },
            }
        }
    }

    #[cold]
    fn no_item() -> Error {
        Json::no_item()
    }

    #[inline]
    fn in_array(options: &ReadOptions) -> ReadOptions {
        Json::in_array(options)
    }
}

/// Returns whether bytes are white space and comments alone. The last comment may end with them.
fn is_blank(bytes: &[u8]) -> bool {
    let behind = &bytes[<Json5 as ArrayFormat>::blank(bytes)..];
    behind.is_empty() || behind.starts_with(b"//")
}

/// The state of the search for the end of a document or an item.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scan {
    /// How many bytes were searched.
    at: usize,
    /// How many brackets are open at this place.
    depth: usize,
    inside: Inside,
}

/// The token that a search stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    /// A number, a name or another word.
    Word,
    /// A string with this quote.
    String(u8),
    LineComment,
    BlockComment,
    /// The blanks behind a document.
    Behind,
}

/// A token that was passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Comma,
    Scalar,
}

impl Scan {
    /// Returns the end of the document that `bytes` begin with.
    fn document_end(&mut self, bytes: &[u8]) -> Option<usize> {
        while self.inside != Inside::Behind {
            match self.token(bytes)? {
                Token::Open => self.depth += 1,
                Token::Close if self.depth > 1 => self.depth -= 1,
                Token::Scalar | Token::Comma if self.depth > 0 => {}
                // A bracket or comma that stands alone is refused by the reader.
                _ => self.inside = Inside::Behind,
            }
        }
        loop {
            match bytes.get(self.at)? {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => return Some(self.at + 1),
                _ => return Some(self.at),
            }
        }
    }

    /// Returns the end of the comma or the bracket that ends the item.
    fn item_end(&mut self, bytes: &[u8]) -> Option<usize> {
        loop {
            match self.token(bytes)? {
                Token::Open => self.depth += 1,
                Token::Close if self.depth > 0 => self.depth -= 1,
                Token::Scalar => {}
                Token::Comma if self.depth > 0 => {}
                Token::Close | Token::Comma => return Some(self.at),
            }
        }
    }

    /// Passes the next token. Returns `None` if it goes on behind `bytes`.
    fn token(&mut self, bytes: &[u8]) -> Option<Token> {
        loop {
            let rest = bytes.get(self.at..)?;
            let found = match self.inside {
                Inside::Nothing | Inside::Behind => match self.begin(rest)? {
                    Some(token) => return Some(token),
                    None => continue,
                },
                Inside::Word => (0..rest.len()).find(|&at| match rest[at] {
                    0x80.. => is_cut(&rest[at..]) || white_len(&rest[at..]) > 0,
                    byte => ENDS_WORD[usize::from(byte)],
                }),
                // A line break ends a string, too: the reader refuses it, and the next document can
                // be found.
                Inside::String(quote) => memchr3(quote, b'\\', b'\n', rest),
                Inside::LineComment => line_len(rest).or_else(|| cut_end(rest)),
                Inside::BlockComment => memchr(b'*', rest),
            };
            let Some(found) = found else {
                self.at = bytes.len();
                return None;
            };
            self.at += found;
            if is_cut(&rest[found..]) {
                return None;
            }
            let next = rest.get(found + 1);
            match (self.inside, rest[found]) {
                // These are passed together with the byte behind them.
                (Inside::String(_), b'\\') | (Inside::BlockComment, _) => match next? {
                    b'/' if self.inside == Inside::BlockComment => {
                        self.at += 2;
                        self.inside = Inside::Nothing;
                    }
                    _ if self.inside == Inside::BlockComment => self.at += 1,
                    _ => self.at += 2,
                },
                (Inside::String(_), _) => {
                    self.at += 1;
                    self.inside = Inside::Nothing;
                    return Some(Token::Scalar);
                }
                (Inside::Word, byte) => {
                    // A record ends with the byte that shows its end, or before it: never before
                    // the first bytes of a character that came in an earlier piece.
                    if !byte.is_ascii() {
                        self.at += white_len(&rest[found..]);
                    }
                    self.inside = Inside::Nothing;
                    return Some(Token::Scalar);
                }
                // The end of its line is white space.
                (Inside::LineComment | Inside::Nothing | Inside::Behind, _) => {
                    self.inside = Inside::Nothing;
                }
            }
        }
    }

    /// Begins a token. Returns one that has a single byte; `Some(None)` for others, and for blanks.
    fn begin(&mut self, rest: &[u8]) -> Option<Option<Token>> {
        let (len, inside, token) = match (*rest.first()?, rest.get(1)) {
            (b'[' | b'{', _) => (1, Inside::Nothing, Some(Token::Open)),
            (b']' | b'}', _) => (1, Inside::Nothing, Some(Token::Close)),
            (b',', _) => (1, Inside::Nothing, Some(Token::Comma)),
            (quote @ (b'"' | b'\''), _) => (1, Inside::String(quote), None),
            // It may be the beginning of a comment, or of white space.
            (b'/', None) => return None,
            _ if is_cut(rest) => return None,
            (b'/', Some(b'/')) => (2, Inside::LineComment, None),
            (b'/', Some(b'*')) => (2, Inside::BlockComment, None),
            _ => match white_len(rest) {
                0 => (1, Inside::Word, None),
                len => (len, Inside::Nothing, None),
            },
        };
        self.at += len;
        self.inside = inside;
        Some(token)
    }
}

/// Returns whether bytes begin with a character of UTF-8 that goes on behind them.
fn is_cut(bytes: &[u8]) -> bool {
    let len = match bytes.first() {
        Some(0xC2..=0xDF) => 2,
        Some(0xE0..=0xEF) => 3,
        Some(0xF0..=0xF4) => 4,
        _ => 1,
    };
    bytes.len() < len
}

/// Returns where the character begins that goes on behind bytes, if one does.
fn cut_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().saturating_sub(3)..bytes.len();
    last.into_iter().find(|&at| is_cut(&bytes[at..]))
}

/// The bytes that end a word. No word of JSON5 has a slash, so that begins a comment.
const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let all = b"\"'[]{},/ \t\r\n\x0B\x0C";
    let mut i = 0;
    while i < all.len() {
        ends[all[i] as usize] = true;
        i += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use varvel_core::Limits;
    use varvel_core::format::{Items, Splitter};

    /// Splits a text that comes in pieces of this length.
    fn split<F: RecordFormat>(text: &str, len: usize) -> Vec<Vec<u8>> {
        let mut splitter = Splitter::<F>::new(&Limits::DEFAULT);
        let mut found = Vec::new();
        for mut piece in text.as_bytes().chunks(len) {
            while let Some(record) = splitter.next(&mut piece).unwrap() {
                found.push(record.document.trim_ascii().to_vec());
            }
        }
        if let Some(record) = splitter.finish().unwrap() {
            found.push(record.document.trim_ascii().to_vec());
        }
        found
    }

    #[test]
    fn documents_end_where_brackets_quotes_comments_and_blanks_show() {
        let text = "\u{FEFF}{a: '}\\'', /* ] */ b: [1, // }\n 2]} [3]'four'5 +6e1/7 NaN//c\n\n\u{a0}{}// end";
        let documents = [
            "{a: '}\\'', /* ] */ b: [1, // }\n 2]}",
            "[3]",
            "'four'",
            "5",
            "+6e1",
            "/7",
            "NaN",
            "//c\n\n\u{a0}{}",
        ];
        for len in [1, 2, 3, 7, text.len()] {
            let found = split::<Json5>(text, len);
            assert!(
                found.iter().eq(documents.iter().map(|d| d.as_bytes())),
                "{len}: {found:?}"
            );
        }
    }

    #[test]
    fn all_white_space_of_json5_ends_words_and_lines() {
        for space in [
            "\u{b}", "\u{a0}", "\u{1680}", "\u{2028}", "\u{3000}", "\u{feff}",
        ] {
            let text = [
                "{\u{e4}\u{20ac}: 1}",
                "5",
                "null",
                "{b: //c\u{2029}2}",
                "6 ",
                "",
            ]
            .join(space);
            let expected = ["{\u{e4}\u{20ac}: 1}", "5", "null", "{b: //c\u{2029}2}", "6"];
            for len in [1, 2, 3, 7, text.len()] {
                let found = split::<Json5>(&text, len);
                let found = found
                    .iter()
                    .map(|found| core::str::from_utf8(found).unwrap());
                let found: Vec<&str> = found
                    .map(|found| found.trim_matches(|c| space.contains(c)))
                    .collect();
                assert_eq!(found[..5], expected, "{space:?} {len}");
            }
            let text = ["[1", ",2", ", 3//]\u{2028}", "]"].join(space);
            let found = split::<Items<Json5>>(&text, 2);
            assert_eq!(found.len(), 3, "{space:?} {found:?}");
        }
    }

    #[test]
    fn items_may_have_comments_and_a_last_comma() {
        let text = "// c ]\n[ {a: ','}, /* , */ 2, ['x]'] , // ,\n] // end";
        let items = ["{a: ','}", "/* , */ 2", "['x]']"];
        for len in [1, 2, 3, 7, text.len()] {
            let found = split::<Items<Json5>>(text, len);
            assert!(
                found.iter().eq(items.iter().map(|d| d.as_bytes())),
                "{len}: {found:?}"
            );
        }
        assert!(split::<Items<Json5>>("[ /* none */ ]", 5).is_empty());
    }
}
