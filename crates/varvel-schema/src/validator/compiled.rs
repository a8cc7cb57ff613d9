//! The rules of a document with schemas.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::compile::Compile;
use super::document::{Document, Id};
use super::rules::{Anchor, Resource, Rule, Rules};

/// The dynamic anchors of a resource, with their schemas.
type Anchors = Vec<(Anchor, Rule)>;

/// The rules of a document, of which the first one is that of the whole document.
pub(super) struct Compiled {
    pub rules: Vec<Rules>,
    /// The node of each.
    nodes: Vec<Id>,
    /// The number of the resource of each, if that has dynamic anchors.
    pub resources: Vec<Option<Resource>>,
    /// The anchors of those resources.
    pub anchors: Vec<Anchors>,
}

impl Compiled {
    /// Makes the rules of a document.
    pub fn of(document: &Document) -> Result<Self> {
        let mut compile = Compile::new(document)?;
        let mut rules: Vec<Rules> = Vec::new();
        let mut anchors = loop {
            while let Some((node, draft)) = compile.enter(rules.len())? {
                rules.push(Rules::read(&mut compile, node, draft)?);
            }
            let anchors = compile.dynamic_anchors()?;
            if compile.nodes.len() == rules.len() {
                break anchors;
            }
        };
        one_way(&mut rules, &mut anchors);
        let (roots, anchors) = by_resource(&anchors);
        let nodes = core::mem::take(&mut compile.nodes);
        let resources = nodes.iter().map(|node| {
            let root = compile.resource(*node)?;
            Ok(roots.get(&root).copied())
        });
        let compiled = Self {
            resources: resources.collect::<Result<_>>()?,
            anchors,
            rules,
            nodes,
        };
        match compiled.circle() {
            None => Ok(compiled),
            Some(rule) => {
                let expected = "a schema that does not apply itself to the same value";
                let error = Error::expected(ErrorKind::Refused, expected);
                let error = error.with_found("one whose reference leads to itself");
                Err(document.at(compiled.nodes[rule as usize], error))
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

/// Removes the anchors that one resource has: no way leads to another schema.
fn one_way(rules: &mut [Rules], anchors: &mut Vec<BTreeMap<Id, Rule>>) {
    let mut next = 0;
    let several = anchors.iter().map(|schemas| {
        let number = (schemas.len() > 1).then_some(next);
        next += number.map_or(0, |_| 1);
        number
    });
    let several: Vec<Option<Anchor>> = several.collect();
    for dynamic in rules.iter_mut().filter_map(|rules| rules.dynamic.as_mut()) {
        let anchor = dynamic.anchor;
        dynamic.anchor = anchor.and_then(|anchor| several[anchor as usize]);
    }
    anchors.retain(|schemas| schemas.len() > 1);
}

/// Gives each resource that has anchors a number. Returns the numbers by the roots of the
/// resources, and the anchors of each.
fn by_resource(anchors: &[BTreeMap<Id, Rule>]) -> (BTreeMap<Id, Resource>, Vec<Anchors>) {
    let (mut roots, mut all) = (BTreeMap::new(), Vec::<Anchors>::new());
    for (anchor, schemas) in anchors.iter().enumerate() {
        for (root, rule) in schemas {
            let resource = *roots.entry(*root).or_insert(all.len() as Resource);
            if resource as usize == all.len() {
                all.push(Vec::new());
            }
            all[resource as usize].push((anchor as Anchor, *rule));
        }
    }
    (roots, all)
}
