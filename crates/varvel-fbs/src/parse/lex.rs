//! The lexer: makes tokens, one after the other. It notes characters that form no token and skips
//! them, so that the rest is still read.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use varvel_core::Span;

use super::strings;
use crate::diagnostic::{Found, Problem, ProblemKind};
use crate::schema::{FileId, SourcePos};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name, or one with a sign before it (`-inf`).
    Name,
    /// A number, with its sign if it has one.
    Number,
    /// A string in quotes.
    Text,
    /// One of `{}[]():;=,.`
    Sign(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// Whether the token is the first on its line.
    pub first_on_line: bool,
}

/// The text that is split into tokens.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    pub text: &'t str,
    pub file: FileId,
    at: usize,
    /// The lines after `///` since the last token.
    doc: Vec<String>,
    first_on_line: bool,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str, file: FileId) -> Self {
        // Some editors put a byte order mark in front of UTF-8.
        let at = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
        Self {
            text,
            file,
            at,
            doc: Vec::new(),
            first_on_line: true,
        }
    }

    pub fn place(&self, span: Span) -> SourcePos {
        SourcePos {
            file: self.file,
            span,
        }
    }

    /// Takes the doc comment in front of the last token.
    pub fn take_doc(&mut self) -> Vec<String> {
        mem::take(&mut self.doc)
    }

    /// Returns the next token.
    pub fn next(&mut self, found: &mut Found) -> Token {
        self.doc.clear();
        loop {
            self.skip(found);
            let start = self.at;
            let Some(&byte) = self.text.as_bytes().get(start) else {
                return self.token(TokenKind::End, start);
            };
            let kind = match byte {
                b'{' | b'}' | b'[' | b']' | b'(' | b')' | b':' | b';' | b'=' | b',' => {
                    self.at += 1;
                    TokenKind::Sign(byte)
                }
                b'.' if !self.byte(1).is_ascii_digit() => {
                    self.at += 1;
                    TokenKind::Sign(byte)
                }
                b'"' | b'\'' => {
                    self.at = strings::end(self.text, start, self.file, found);
                    TokenKind::Text
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    self.skip_name();
                    TokenKind::Name
                }
                b'+' | b'-' if self.byte(1).is_ascii_alphabetic() => {
                    self.at += 1;
                    self.skip_name();
                    TokenKind::Name
                }
                b'0'..=b'9' | b'.' => self.number(),
                b'+' | b'-' if self.byte(1).is_ascii_digit() || self.byte(1) == b'.' => {
                    self.at += 1;
                    self.number()
                }
                _ => {
                    self.refuse(found);
                    continue;
                }
            };
            return self.token(kind, start);
        }
    }

    fn token(&mut self, kind: TokenKind, start: usize) -> Token {
        let first_on_line = mem::replace(&mut self.first_on_line, false);
        let span = Span {
            start,
            end: self.at,
        };
        Token {
            kind,
            span,
            first_on_line,
        }
    }

    /// Returns the byte `ahead` of this place, or 0 behind the end.
    fn byte(&self, ahead: usize) -> u8 {
        let bytes = self.text.as_bytes();
        bytes.get(self.at + ahead).copied().unwrap_or_default()
    }

    fn skip_name(&mut self) {
        while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
            self.at += 1;
        }
    }

    /// Takes all characters that can belong to a number. Whether they form one is checked when the
    /// number is read.
    fn number(&mut self) -> TokenKind {
        let hex = self.byte(0) == b'0' && matches!(self.byte(1), b'x' | b'X');
        loop {
            let byte = self.byte(0);
            let exponent = match hex {
                true => matches!(byte, b'p' | b'P'),
                false => matches!(byte, b'e' | b'E'),
            };
            self.at += match byte {
                _ if exponent && matches!(self.byte(1), b'+' | b'-') => 2,
                b'.' | b'_' => 1,
                _ if byte.is_ascii_alphanumeric() => 1,
                _ => return TokenKind::Number,
            };
        }
    }

    /// Skips white space and comments, and keeps the lines of doc comments.
    fn skip(&mut self, found: &mut Found) {
        loop {
            let rest = &self.text[self.at..];
            match rest.as_bytes() {
                [b'\n', ..] => {
                    self.at += 1;
                    self.first_on_line = true;
                }
                [b' ' | b'\t' | b'\r' | 0x0B | 0x0C, ..] => self.at += 1,
                [b'/', b'/', ..] => self.line_comment(rest, found),
                [b'/', b'*', ..] => self.block_comment(rest, found),
                _ => return,
            }
        }
    }

    fn line_comment(&mut self, rest: &str, found: &mut Found) {
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        if let Some(doc) = line.strip_prefix("///") {
            if self.first_on_line {
                self.doc.push(doc.trim_end_matches('\r').into());
            } else {
                let span = Span {
                    start: self.at,
                    end: self.at + line.trim_end().len(),
                };
                let message = "a comment for documentation stands behind something on its line";
                found.push(
                    Problem::new(ProblemKind::Syntax, self.place(span), message)
                        .hint("put it on a line in front of what it is about, or write `//`"),
                );
            }
        }
        self.at += line.len();
    }

    fn block_comment(&mut self, rest: &str, found: &mut Found) {
        let Some(len) = rest[2..].find("*/") else {
            let span = Span {
                start: self.at,
                end: self.at + 2,
            };
            let message = "this comment does not end";
            found.push(
                Problem::new(ProblemKind::Token, self.place(span), message)
                    .hint("end it with `*/`"),
            );
            self.at = self.text.len();
            return;
        };
        self.first_on_line |= rest[2..2 + len].contains('\n');
        self.at += 2 + len + 2;
    }

    /// Notes and skips a run of characters that begin no token.
    fn refuse(&mut self, found: &mut Found) {
        let start = self.at;
        let rest = &self.text[start..];
        let begins = |c: char| {
            c.is_ascii_alphanumeric() || c.is_whitespace() || "{}[]():;=,.\"'_/".contains(c)
        };
        // The first character begins no token, even if it is in the list: a `/` alone.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let len = rest[first..]
            .find(begins)
            .map_or(rest.len(), |len| first + len);
        self.at += len;
        let span = Span {
            start,
            end: self.at,
        };
        let message = match rest[..len].chars().next() {
            Some(c) if c.is_control() => format!("U+{:04X} cannot stand here", u32::from(c)),
            Some(c) if rest[..len].chars().count() == 1 => format!("`{c}` cannot stand here"),
            _ => "these characters cannot stand here".into(),
        };
        found.push(Problem::new(ProblemKind::Token, self.place(span), message));
    }
}
