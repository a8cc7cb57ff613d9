//! Schemas that hold together: those of `allOf`, and keywords beside it, beside `anyOf` and its
//! like, and beside references.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::Build;
use super::keywords::{Keywords, Shape};
use crate::schema::{Field, NodeId, Record, Type, Union};

/// The most joins inside each other.
const JOINS: usize = 128;

/// A node that says what all of some others say.
pub(super) struct Join {
    nodes: Vec<NodeId>,
    /// Members that are required by schemas that have no `properties`.
    required: Vec<String>,
    offset: usize,
}

impl Build {
    /// Returns whether several schemas hold for the values of one.
    pub(super) fn is_join(&self, keywords: &Keywords) -> bool {
        let reference = usize::from(keywords.reference.is_some());
        if reference > 0 && self.hides {
            return false;
        }
        let own = usize::from(keywords.has_type());
        !keywords.all.is_empty() || reference + own + keywords.choices().count() > 1
    }

    /// Makes the nodes of all schemas that hold for a node.
    pub(super) fn parts(&mut self, keywords: &Keywords) -> Result<Join> {
        let mut nodes = Vec::new();
        if let Some(reference) = &keywords.reference {
            nodes.push(self.referred(reference)?);
        }
        for shape in &keywords.all {
            nodes.push(self.node(shape)?);
        }
        if keywords.has_type() {
            let ty = self.own(keywords)?;
            nodes.push(self.add(ty));
        }
        for (shapes, open) in keywords.choices() {
            let ty = self.union(shapes, open)?;
            nodes.push(self.add(ty));
        }
        Ok(Join {
            nodes,
            required: required(keywords),
            offset: keywords.offset,
        })
    }

    /// Gives the nodes that are joins their types, from the innermost ones on.
    pub(super) fn join(&mut self) -> Result {
        // Joins wait for the schemas of their unions, too, as long as these do not lead back.
        let mut patient = true;
        for _ in 0..2 * JOINS {
            let before = self.joins.len();
            let ids: Vec<NodeId> = self.joins.keys().rev().copied().collect();
            for id in ids {
                let waits = |join: &Join| {
                    let mut nodes = join.nodes.iter();
                    nodes.any(|node| self.waits_for(*node, patient))
                };
                if self.joins.get(&id).is_none_or(waits) {
                    continue;
                }
                let Some(join) = self.joins.remove(&id) else {
                    continue;
                };
                let joined = self.joined(&join);
                let ty = joined.map_err(|error| error.or_offset(join.offset))?;
                self.nodes[id.index()].ty = ty;
            }
            if self.joins.is_empty() {
                return Ok(());
            }
            patient &= self.joins.len() != before;
        }
        let expected = "`allOf` without itself among its schemas";
        Err(Error::expected(ErrorKind::Unrepresentable, expected))
    }

    /// Returns whether the type of a node is not known yet.
    fn waits_for(&self, node: NodeId, patient: bool) -> bool {
        let (node, _) = self.settled(node);
        let is_open = |node: NodeId| self.joins.contains_key(&self.settled(node).0);
        match &self.nodes[node.index()].ty {
            Type::Union(union) if patient => contents(union).any(is_open),
            _ => is_open(node),
        }
    }

    /// Returns the type of what all of some nodes say.
    fn joined(&mut self, join: &Join) -> Result<Type> {
        let says = |node: &&NodeId| self.nodes[self.settled(**node).0.index()].ty != Type::Any;
        let said: Vec<NodeId> = join.nodes.iter().filter(says).copied().collect();
        let is_record = |node: NodeId| {
            let (node, _) = self.settled(node);
            matches!(self.nodes[node.index()].ty, Type::Record(_))
        };
        if let [node] = said[..]
            && (join.required.is_empty() || !is_record(node))
        {
            return Ok(Type::Alias(node));
        }
        let mut nullable = !said.is_empty();
        let mut nodes = Vec::new();
        for node in said {
            let (node, optional) = self.settled(node);
            match &self.nodes[node.index()].ty {
                Type::Null => return Ok(Type::Null),
                Type::Union(union) if self.takes_anything(union) => {}
                _ => nullable &= optional,
            }
            nodes.push(node);
        }
        let ty = match self.is_of_objects(&nodes) {
            true => Type::Record(self.record(&nodes, join)?),
            false => self.narrowest(&nodes)?,
        };
        Ok(match nullable {
            true => Type::Optional(self.add(ty)),
            false => ty,
        })
    }

    /// Returns whether some of the nodes, which hold together, name members.
    fn is_of_objects(&self, nodes: &[NodeId]) -> bool {
        let ty = |node: &NodeId| &self.nodes[node.index()].ty;
        let mut all = nodes.iter().map(ty);
        nodes.iter().map(ty).any(|ty| matches!(ty, Type::Record(_)))
            || all.all(|ty| matches!(ty, Type::Map { .. } | Type::Union(_)))
                && nodes.iter().any(|node| self.has_objects(*node))
    }

    /// Returns whether a node is a union with objects that have members with names.
    fn has_objects(&self, node: NodeId) -> bool {
        let Type::Union(union) = &self.nodes[node.index()].ty else {
            return false;
        };
        contents(union).any(|node| {
            let (node, _) = self.settled(node);
            let ty = &self.nodes[node.index()].ty;
            self.joins.contains_key(&node) || matches!(ty, Type::Record(_) | Type::Union(_))
        })
    }

    /// Returns one record of the members of all nodes. Those of unions belong to it.
    fn record(&mut self, nodes: &[NodeId], join: &Join) -> Result<Record> {
        let mut record = Record::default();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for node in nodes {
            let part = match &self.nodes[node.index()].ty {
                Type::Record(part) => part,
                Type::Map { .. } => continue,
                Type::Union(_) => {
                    if self.has_objects(*node) {
                        record.flattened.push(*node);
                    }
                    continue;
                }
                _ => return Err(several()),
            };
            record.closed |= part.closed;
            record.flattened.extend(&part.flattened);
            for field in &part.fields {
                match places.get(field.name.as_str()) {
                    Some(&place) => {
                        let known = &mut record.fields[place];
                        known.required |= field.required;
                        if self.says_more(field.node, known.node) {
                            known.node = field.node;
                            known.doc.clone_from(&field.doc);
                        }
                    }
                    None => {
                        places.insert(&field.name, record.fields.len());
                        record.fields.push(field.clone());
                    }
                }
            }
        }
        let mut others = BTreeSet::new();
        for name in &join.required {
            match places.get(name.as_str()) {
                Some(&place) => record.fields[place].required = true,
                None => _ = others.insert(name),
            }
        }
        for name in others {
            record.fields.push(Field {
                required: true,
                ..Field::new(name.clone(), self.add(Type::Any))
            });
        }
        Ok(record)
    }

    /// Returns whether a node has one type, and another that holds as well has none or several.
    fn says_more(&self, node: NodeId, than: NodeId) -> bool {
        let is_one = |node: NodeId| {
            let (node, _) = self.settled(node);
            !matches!(self.nodes[node.index()].ty, Type::Any | Type::Union(_))
        };
        is_one(node) && !is_one(than)
    }

    /// Returns the narrowest type of nodes that hold together. If one is no union, the variants of
    /// unions among them only say which values are right.
    fn narrowest(&self, nodes: &[NodeId]) -> Result<Type> {
        let mut types = nodes.iter().map(|node| &self.nodes[node.index()].ty);
        let mut plain = types.clone().filter(|ty| !matches!(ty, Type::Union(_)));
        let Some(first) = plain.next() else {
            return Ok(types.next().cloned().unwrap_or(Type::Any));
        };
        plain.try_fold(first.clone(), |found, ty| {
            self.narrowed(found, ty).ok_or_else(several)
        })
    }

    /// Returns the type of the values that have two types; `None` if there are none.
    fn narrowed(&self, one: Type, other: &Type) -> Option<Type> {
        let is_anything = |node: NodeId| self.nodes[self.settled(node).0.index()].ty == Type::Any;
        Some(match (one, other) {
            (
                Type::Integer { min, max, zero },
                &Type::Integer {
                    min: a,
                    max: b,
                    zero: c,
                },
            ) => {
                Type::Integer {
                    // `None` is less than any bound.
                    min: min.max(a),
                    max: max.into_iter().chain(b).min(),
                    zero: zero && c,
                }
            }
            (Type::Float { .. }, Type::Integer { .. }) => other.clone(),
            (one @ Type::Integer { .. }, Type::Float { .. }) => one,
            (Type::String { format }, Type::String { format: more }) => Type::String {
                format: format.or(*more),
            },
            (Type::Array { items, .. }, Type::Array { .. }) if is_anything(items) => other.clone(),
            (Type::Array { .. }, Type::Tuple { .. }) => other.clone(),
            (Type::Map { values, .. }, Type::Map { .. }) if is_anything(values) => other.clone(),
            (one @ (Type::Array { .. } | Type::Tuple { .. }), Type::Array { .. }) => one,
            (one @ Type::Map { .. }, Type::Map { .. }) => one,
            (one, other) if one == *other => one,
            _ => return None,
        })
    }

    /// Returns the node behind references and options, and whether it may be null.
    fn settled(&self, mut id: NodeId) -> (NodeId, bool) {
        let mut nullable = false;
        // A chain that leads back to itself ends somewhere.
        for _ in 0..self.nodes.len() {
            id = self.resolved(id);
            let Type::Optional(inner) = self.nodes[id.index()].ty else {
                break;
            };
            (id, nullable) = (inner, true);
        }
        (id, nullable)
    }

    /// Returns whether a node that was made is known to have any value.
    pub(super) fn is_anything(&self, node: NodeId) -> bool {
        self.nodes[node.index()].ty == Type::Any && !self.joins.contains_key(&node)
    }

    /// Returns whether a node that was made may name members.
    pub(super) fn may_be_object(&self, node: NodeId) -> bool {
        match self.nodes[node.index()].ty {
            Type::Record(_) | Type::Union(_) | Type::Alias(_) => true,
            Type::Optional(inner) => self.may_be_object(inner),
            Type::Any => !self.is_anything(node),
            _ => false,
        }
    }

    /// Returns whether one of the variants has any value.
    fn takes_anything(&self, union: &Union) -> bool {
        contents(union).any(|node| self.nodes[self.settled(node).0.index()].ty == Type::Any)
    }
}

/// Returns the nodes of the variants.
fn contents(union: &Union) -> impl Iterator<Item = NodeId> {
    union.variants.iter().filter_map(|variant| variant.content)
}

#[cold]
fn several() -> Error {
    let expected = "schemas of one type in `allOf`, and beside it";
    Error::expected(ErrorKind::Unrepresentable, expected)
}

/// Returns the members that schemas in `allOf`, and the one around them, require without having
/// `properties`.
fn required(keywords: &Keywords) -> Vec<String> {
    let inner = keywords.all.iter().filter_map(|shape| match shape {
        Shape::Of(keywords) => Some(&**keywords),
        _ => None,
    });
    let all = core::iter::once(keywords).chain(inner);
    let conditions = all.filter(|keywords| keywords.properties.is_none());
    let names = conditions.flat_map(|keywords| &keywords.required);
    names.cloned().collect()
}
