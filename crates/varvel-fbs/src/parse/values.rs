//! Parses types, attributes and defaults as they are written.

use alloc::string::String;
use alloc::vec::Vec;

use super::lex::TokenKind;
use super::parser::Parser;
use super::syntax::{AttributeSyntax, Literal, LiteralKind, Several, TypeSyntax, Word};
use crate::diagnostic::{Problem, ProblemKind};

/// The most functions inside each other.
const DEEPEST: usize = 16;

impl Parser<'_, '_> {
    /// Parses a type: `T`, `a.b.T`, `[T]` or `[T:3]`.
    pub fn ty(&mut self) -> Option<TypeSyntax> {
        let start = self.place();
        if !self.eat(b'[') {
            let name = self.path("a type")?;
            let (place, of) = (name.place, Several::One);
            return Some(TypeSyntax { name, of, place });
        }
        if self.at(b'[') {
            let message = "a vector cannot be in a vector";
            let hint = "put the inner one into a table of its own, and have a vector of these";
            let problem = Problem::new(ProblemKind::WrongType, self.place(), message);
            self.found.push(problem.hint(hint));
            return None;
        }
        let name = self.path("the type of the items")?;
        let of = match self.eat(b':') {
            true => Several::Array(self.number("the number of items")?),
            false => Several::Vector,
        };
        self.expect(b']', "`]`")?;
        let place = self.since(start);
        Some(TypeSyntax { name, of, place })
    }

    fn number(&mut self, what: &str) -> Option<Word> {
        if self.token.kind != TokenKind::Number {
            return self.wrong(what);
        }
        let word = Word {
            text: self.text().into(),
            place: self.place(),
        };
        self.advance();
        Some(word)
    }

    /// Parses attributes in parentheses, if they are there.
    pub fn attributes(&mut self) -> Option<Vec<AttributeSyntax>> {
        let mut attributes = Vec::new();
        if !self.eat(b'(') {
            return Some(attributes);
        }
        loop {
            let name = self.name("the name of an attribute")?;
            let value = match self.eat(b':') {
                true => Some(self.literal("the attribute's value")?),
                false => None,
            };
            attributes.push(AttributeSyntax { name, value });
            if self.eat(b')') {
                return Some(attributes);
            }
            self.expect(b',', "`,` or `)`")?;
        }
    }

    /// Parses the value after `=`.
    pub fn literal(&mut self, what: &str) -> Option<Literal> {
        let start = self.place();
        let kind = match self.token.kind {
            TokenKind::Text => LiteralKind::Text(self.string(what)?.text),
            TokenKind::Number => LiteralKind::Number(self.number(what)?.text),
            TokenKind::Sign(b'[') => {
                self.advance();
                self.expect(b']', "`]`: of vectors only the empty one can be a default")?;
                LiteralKind::EmptyVector
            }
            TokenKind::Name => self.name_or_call()?,
            _ => return self.wrong(what),
        };
        let place = self.since(start);
        Some(Literal { kind, place })
    }

    /// Parses a name, or functions of a number.
    fn name_or_call(&mut self) -> Option<LiteralKind> {
        let mut functions = Vec::new();
        loop {
            let start = self.place();
            let mut text = String::from(self.text());
            self.advance();
            if self.at(b'(') && !text.starts_with(['+', '-']) {
                // Attributes follow a default without a separator: `= Red (id: 1)`.
                if !is_function(&text) {
                    return Some(LiteralKind::Name(text));
                }
                self.advance();
                functions.push(Word { text, place: start });
                if functions.len() > DEEPEST {
                    return self.wrong("a number");
                }
                if self.token.kind == TokenKind::Name {
                    continue;
                }
                let number = self.number("a number")?.text;
                for _ in &functions {
                    self.expect(b')', "`)`")?;
                }
                return Some(LiteralKind::Call(functions, number));
            }
            while self.eat(b'.') {
                let next = self.name("the rest of the name")?;
                text.push('.');
                text.push_str(&next.text);
            }
            if functions.is_empty() {
                return Some(LiteralKind::Name(text));
            }
            let message = "functions are of numbers";
            let problem = Problem::new(ProblemKind::Default, self.since(start), message);
            self.found.push(problem);
            return None;
        }
    }
}

/// Returns whether a default may use this function.
pub(super) fn is_function(name: &str) -> bool {
    matches!(
        name,
        "deg" | "rad" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan"
    )
}
