//! The rules of a document with schemas.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::compile::{Compile, at};
use super::document::{Document, Id};
use super::rules::{Rule, Rules};

/// The rules of a document, of which the first one is that of the whole document.
pub(super) struct Compiled {
    pub rules: Vec<Rules>,
    /// The node of each.
    nodes: Vec<Id>,
    /// The root of the resource of each.
    pub resources: Vec<Id>,
    /// Whether some reference depends on the way to it.
    pub is_dynamic: bool,
}

impl Compiled {
    /// Makes the rules of a document.
    pub fn of(document: &Document) -> Result<Self> {
        let mut compile = Compile::new(document)?;
        let mut rules: Vec<Rules> = Vec::new();
        while let Some((node, draft)) = compile.enter(rules.len())? {
            rules.push(Rules::read(&mut compile, node, draft)?);
        }
        let nodes = core::mem::take(&mut compile.nodes);
        let resources = nodes.iter().map(|node| compile.resource(*node));
        let compiled = Self {
            resources: resources.collect::<Result<_>>()?,
            is_dynamic: rules.iter().any(Rules::is_dynamic),
            rules,
            nodes,
        };
        match compiled.circle() {
            None => Ok(compiled),
            Some(rule) => {
                let expected = "a schema that does not apply itself to the same value";
                let error = Error::expected(ErrorKind::Refused, expected);
                let error = error.with_found("one whose reference leads to itself");
                Err(at(document, compiled.nodes[rule as usize], error))
            }
        }
    }

    /// Returns a schema that applies itself to the same value, if there is one: checking would not
    /// end.
    fn circle(&self) -> Option<Rule> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            Inside,
            Done,
        }
        let mut seen = alloc::vec![Seen::No; self.rules.len()];
        let mut way: Vec<(Rule, Vec<Rule>)> = Vec::new();
        for first in 0..self.rules.len() as Rule {
            let mut next = Some(first);
            loop {
                match next {
                    Some(rule) if seen[rule as usize] == Seen::Inside => return Some(rule),
                    Some(rule) if seen[rule as usize] == Seen::No => {
                        seen[rule as usize] = Seen::Inside;
                        way.push((rule, self.rules[rule as usize].in_place()));
                    }
                    _ => {}
                }
                let Some((rule, left)) = way.last_mut() else {
                    break;
                };
                next = left.pop();
                if next.is_none() {
                    seen[*rule as usize] = Seen::Done;
                    way.pop();
                }
            }
        }
        None
    }
}
