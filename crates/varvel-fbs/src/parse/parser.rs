//! The steps of the parser: expecting a token, and recovering after an error.
//!
//! A step that finds something else notes a problem and returns `None`. Then the parser skips to
//! where the next field or declaration most likely begins, so that one mistake hides no other.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::Span;

use super::lex::{Lexer, Token, TokenKind};
use super::strings;
use super::syntax::Word;
use crate::diagnostic::{Found, Problem, ProblemKind};
use crate::schema::{FileId, SourcePos};

/// The keywords that begin declarations.
pub(super) const KEYWORDS: [&str; 12] = [
    "table",
    "struct",
    "enum",
    "union",
    "namespace",
    "root_type",
    "attribute",
    "include",
    "rpc_service",
    "file_identifier",
    "file_extension",
    "native_include",
];

pub(super) struct Parser<'t, 'f> {
    lexer: Lexer<'t>,
    /// The next token.
    pub token: Token,
    /// The end of the token before it.
    last_end: usize,
    pub found: &'f mut Found,
}

impl<'t, 'f> Parser<'t, 'f> {
    pub fn new(text: &'t str, file: FileId, found: &'f mut Found) -> Self {
        let mut lexer = Lexer::new(text, file);
        let token = lexer.next(found);
        Self {
            lexer,
            token,
            last_end: 0,
            found,
        }
    }

    pub fn file(&self) -> FileId {
        self.lexer.file
    }

    /// Returns the text of the next token.
    pub fn text(&self) -> &'t str {
        &self.lexer.text[self.token.span.start..self.token.span.end]
    }

    pub fn place(&self) -> SourcePos {
        self.lexer.place(self.token.span)
    }

    /// Returns the place from `start` to the end of the last taken token.
    pub fn since(&self, start: SourcePos) -> SourcePos {
        let span = Span {
            start: start.span.start,
            end: self.last_end.max(start.span.start),
        };
        self.lexer.place(span)
    }

    /// Takes the doc comment in front of the next token.
    pub fn take_doc(&mut self) -> Vec<String> {
        self.lexer.take_doc()
    }

    pub fn advance(&mut self) {
        self.last_end = self.token.span.end;
        self.token = self.lexer.next(self.found);
    }

    pub fn at_end(&self) -> bool {
        self.token.kind == TokenKind::End
    }

    pub fn at(&self, sign: u8) -> bool {
        self.token.kind == TokenKind::Sign(sign)
    }

    pub fn eat(&mut self, sign: u8) -> bool {
        let there = self.at(sign);
        if there {
            self.advance();
        }
        there
    }

    /// Takes `sign`, or notes what is expected: “`:` and a type”.
    pub fn expect(&mut self, sign: u8, what: &str) -> Option<()> {
        match self.eat(sign) {
            true => Some(()),
            false => self.wrong(what),
        }
    }

    /// Takes the sign that ends an entry. If it is missing at the end of a line, this notes the
    /// problem, and the next line is parsed as if it were there.
    pub fn expect_end(&mut self, sign: u8) -> Option<()> {
        if self.eat(sign) {
            return Some(());
        }
        let what = format!("`{}`", char::from(sign));
        if !self.token.first_on_line && !self.at(b'}') {
            return self.wrong(&what);
        }
        let place = self.lexer.place(Span {
            start: self.last_end,
            end: self.last_end,
        });
        let message = format!("expected {what} here");
        self.found
            .push(Problem::new(ProblemKind::Syntax, place, message));
        Some(())
    }

    /// Takes a name.
    pub fn name(&mut self, what: &str) -> Option<Word> {
        let text = self.text();
        if self.token.kind != TokenKind::Name || text.starts_with(['+', '-']) {
            return self.wrong(what);
        }
        let word = Word {
            text: text.into(),
            place: self.place(),
        };
        self.advance();
        Some(word)
    }

    /// Takes names separated by dots.
    pub fn path(&mut self, what: &str) -> Option<Word> {
        let mut word = self.name(what)?;
        while self.eat(b'.') {
            let next = self.name("the rest of the name")?;
            word.text.push('.');
            word.text.push_str(&next.text);
        }
        word.place = self.since(word.place);
        Some(word)
    }

    /// Takes a string.
    pub fn string(&mut self, what: &str) -> Option<Word> {
        if self.token.kind != TokenKind::Text {
            return self.wrong(what);
        }
        let text = strings::content(
            self.lexer.text,
            self.token.span,
            self.lexer.file,
            self.found,
        );
        let word = Word {
            text,
            place: self.place(),
        };
        self.advance();
        Some(word)
    }

    /// Notes that the next token is not what is expected.
    pub fn wrong<T>(&mut self, expected: &str) -> Option<T> {
        let problem = self.unexpected(expected);
        self.found.push(problem);
        None
    }

    /// Makes the problem that the next token is not what is expected.
    pub fn unexpected(&self, expected: &str) -> Problem {
        let message = match self.token.kind {
            TokenKind::End => format!("expected {expected}, but the file ends"),
            TokenKind::Text => format!("expected {expected}, found a string"),
            _ => format!("expected {expected}, found `{}`", shown(self.text())),
        };
        Problem::new(ProblemKind::Syntax, self.place(), message)
    }

    /// Returns whether a declaration begins here: a keyword at the beginning of a line, followed by
    /// a name or a string. A field may have the name of a keyword.
    pub fn at_declaration(&self) -> bool {
        let behind = self.lexer.text[self.token.span.end..].trim_start();
        self.token.first_on_line
            && self.token.kind == TokenKind::Name
            && KEYWORDS.contains(&self.text())
            && behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '"')
    }

    /// Skips to the next declaration, by at least one token from `from`.
    pub fn skip_to_declaration(&mut self, from: Token) {
        if self.token.span.start == from.span.start {
            self.advance();
        }
        while !self.at_end() && !self.at_declaration() {
            self.advance();
        }
    }

    /// Skips past the next `end`, or to a token that cannot be inside of braces. This skips at
    /// least one token from `from`, unless that is such a token.
    pub fn skip_to_entry(&mut self, from: Token, end: u8) {
        let stuck = self.token.span.start == from.span.start;
        if stuck && !self.at(b'}') && !self.at_declaration() && !self.at(end) {
            self.advance();
        }
        while !self.at_end() && !self.at(b'}') && !self.at_declaration() {
            if self.eat(end) {
                return;
            }
            self.advance();
        }
    }
}

/// Returns a token for a message, cut if it is long.
fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
