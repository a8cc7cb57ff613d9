//! Keys of dicts in formats whose keys are all strings: their texts are read as the type of keys.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyString};
use varvel::codec::Base64;
use varvel::{Error, ErrorKind, Kind};

use super::place::Place;
use super::plan::{Chosen, KINDS, Node};
use super::read::{Reading, Value};
use super::scalars::{big, made_of};
use super::texts::is_decimal;

impl<'py> Reading<'_, 'py> {
    /// Returns the key that a text is for a type.
    pub fn key_of_text(
        &mut self,
        text: &Bound<'py, PyString>,
        node: usize,
        at: usize,
        outer: &Place<'_>,
    ) -> Value<'py> {
        let py = self.py;
        let Ok(key) = text.to_str() else {
            return Ok(None);
        };
        let plan = self.plan;
        let place = outer.member(key);
        let wrong = |expected: &'static str| {
            let error = Error::expected(ErrorKind::TypeMismatch, expected);
            error.with_content(format_args!("the key {key:?}"))
        };
        let made = match &plan.nodes[node] {
            Node::Str | Node::Any => Ok(text.clone().into_any()),
            Node::Int | Node::Flag(_) if is_integer(key) => big(py, key),
            Node::Int | Node::Flag(_) => Err(wrong("an integer as key")),
            Node::Float => match float(key) {
                Some(value) => Ok(PyFloat::new(py, value).into_any()),
                None => Err(wrong("a number as key")),
            },
            Node::Bool => match key {
                "true" | "false" => Ok(PyBool::new(py, key == "true").to_owned().into_any()),
                _ => Err(wrong("true or false as key")),
            },
            Node::None => match key {
                "null" => Ok(self.none()),
                _ => Err(wrong("null as key")),
            },
            Node::Decimal if is_decimal(key) => {
                let made = py
                    .import("decimal")
                    .and_then(|module| module.getattr("Decimal"));
                let made = made.and_then(|class| class.call1((key,)));
                made.map_err(|_| wrong("a decimal as key"))
            }
            Node::Decimal => Err(wrong("a decimal as key")),
            Node::Bytes => match Base64::Standard.decode(key) {
                Ok(bytes) => Ok(PyBytes::new(py, &bytes).into_any()),
                Err(_) => Err(wrong("Base64 text as key")),
            },
            text @ (Node::Datetime | Node::Date | Node::Time | Node::Uuid) => {
                let made = made_of(py, text, key);
                self.made(made)?
            }
            Node::Choice(choice) => {
                let value = match &choice.of {
                    Chosen::Strings(_) => Some(text.clone().into_any()),
                    Chosen::Bools(_) if matches!(key, "true" | "false") => {
                        Some(PyBool::new(py, key == "true").to_owned().into_any())
                    }
                    Chosen::Integers(_) if is_integer(key) => big(py, key).ok(),
                    Chosen::Floats(_) => float(key).map(|value| PyFloat::new(py, value).into_any()),
                    _ => None,
                };
                let value = value.unwrap_or_else(|| text.clone().into_any());
                return self.chosen(&value, choice, at, &place);
            }
            Node::Checked(inner, checks) => {
                let Some(key) = self.key_of_text(text, *inner, at, outer)? else {
                    return Ok(None);
                };
                return self.check(key, checks, at, &place);
            }
            Node::Made(inner, class) => {
                let Some(key) = self.key_of_text(text, *inner, at, outer)? else {
                    return Ok(None);
                };
                let made = class.bind(py).call1((key,));
                return self.accepted(made, at, &place);
            }
            Node::Union(by_kind) => match key_member(by_kind) {
                Some(member) => return self.key_of_text(text, member, at, outer),
                None => Err(no_text()),
            },
            _ => Err(no_text()),
        };
        match (made, &plan.nodes[node]) {
            (Ok(made), Node::Flag(class)) => self.flags(&made, class, at, &place),
            (Ok(made), _) => Ok(Some(made)),
            (Err(error), _) => self.bad(error, at, &place),
        }
    }
}

/// Returns the member of a union that a text as key is for: that of strings, or the only one.
fn key_member(by_kind: &[Option<usize>; KINDS]) -> Option<usize> {
    if let Some(member) = by_kind[Kind::String as usize] {
        return Some(member);
    }
    let mut members = by_kind.iter().flatten();
    let first = *members.next()?;
    members.all(|member| *member == first).then_some(first)
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let has_zero = digits.starts_with('0') && text != "0";
    !digits.is_empty() && !has_zero && digits.bytes().all(|c| c.is_ascii_digit())
}

/// Returns the float of a text that is a number, or that a float which is none is written as.
fn float(text: &str) -> Option<f64> {
    match text {
        "nan" => Some(f64::NAN),
        "inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        _ if text.starts_with('+') || !is_decimal(text) => None,
        _ => text.parse().ok().filter(|value: &f64| value.is_finite()),
    }
}

#[cold]
fn no_text() -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a type of keys that has a text")
        .with_hint("keys of this format are strings")
}
