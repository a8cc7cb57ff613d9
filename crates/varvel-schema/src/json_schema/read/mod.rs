//! [`OwnedJsonSchema`]: a JSON Schema read as a schema.

mod keywords;

use alloc::borrow::{Cow, ToOwned as _};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Decode, Error, ErrorKind, Result, Source};

use crate::schema::{Field, Node, NodeId, Record, Schema, Tagging, Type, Union, Variant};
use keywords::{Keywords, Named, Shape};

/// The most `allOf` inside each other.
const JOINS: usize = 128;

/// A schema that is read from JSON Schema: drafts 4 to 2020-12, of which the keywords count that
/// say something about types.
///
/// | JSON Schema | schema |
/// |---|---|
/// | `integer` | an integer of the bounds that it has; where it has none, those of 64 bits |
/// | `number` | a float of 64 bits |
/// | `string` with a `format` | a string of that form |
/// | `object` with `properties` | a record; closed if `additionalProperties` is `false` |
/// | `object` with a schema for other members alone | a map |
/// | `array` | an array; with `prefixItems` alone, a tuple |
/// | `null` beside another type, in `anyOf` or `type` | an optional node |
/// | `anyOf`, `oneOf`, several types | an untagged union |
/// | `allOf` | the only one of them that says something about types, or one record of all members |
/// | `enum`, `const` | the types of the values |
/// | `$ref` | the schema in `$defs` or `definitions`, or the whole one |
/// | `true`, `{}` | any node |
///
/// Conditions (`if`, `dependentRequired`, `pattern`, `not`, …) say which values are right, and are
/// passed over.
///
/// ```
/// use varvel::json;
/// use varvel::schema::OwnedJsonSchema;
/// let text = r#"{"type": "object", "required": ["id"], "properties": {
///     "id": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}}}"#;
/// let OwnedJsonSchema(schema) = json::from_str(text)?;
/// assert_eq!(schema.to_string(), "\
/// object
///   id: integer
///   tags?: array of string
/// ");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnedJsonSchema(pub Schema);

impl<'de, C: ?Sized> Decode<'de, C> for OwnedJsonSchema {
    /// Reads a JSON Schema.
    ///
    /// # Errors
    /// `NotFound` for a reference to a schema that the document does not have; `Unrepresentable`
    /// for a schema that has no type; `DepthLimit` for more than 128 schemas inside each other.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let mut shape = Shape::read(source, 0)?;
        let (definitions, title) = match &mut shape {
            Shape::Of(keywords) => (
                core::mem::take(&mut keywords.definitions),
                keywords.title.take(),
            ),
            _ => (Vec::new(), None),
        };
        let mut build = Build {
            definitions: definitions.into_iter().collect(),
            nodes: alloc::vec![Node::new(Type::Any)],
            places: BTreeMap::new(),
            title,
            left: alloc::vec![(NodeId(0), shape)],
            joins: Vec::new(),
        };
        // References are followed one after the other: a chain of them may be long.
        while let Some((id, shape)) = build.left.pop() {
            build.fill(id, &shape)?;
        }
        build.join()?;
        Ok(Self(Schema {
            nodes: build.nodes,
            root: NodeId(0),
        }))
    }
}

/// The schema that is made.
struct Build {
    definitions: BTreeMap<String, Shape>,
    nodes: Vec<Node>,
    /// The nodes of references. All have names, since they may be inside of themselves.
    places: BTreeMap<String, NodeId>,
    /// The title of the document.
    title: Option<String>,
    /// The nodes that are still to be made, with their shapes.
    left: Vec<(NodeId, Shape)>,
    /// The nodes that are the join of others.
    joins: Vec<Join>,
}

/// A node that says what all of some others say.
struct Join {
    id: NodeId,
    nodes: Vec<NodeId>,
    /// Members that are required by schemas that have no `properties`.
    required: Vec<String>,
    offset: usize,
}

impl Build {
    /// Adds the node of a shape.
    fn node(&mut self, shape: &Shape) -> Result<NodeId> {
        let id = self.add(Type::Any);
        self.fill(id, shape)?;
        Ok(id)
    }

    fn add(&mut self, ty: Type) -> NodeId {
        self.nodes.push(Node::new(ty));
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Gives a node the type and the description of a shape.
    fn fill(&mut self, id: NodeId, shape: &Shape) -> Result {
        let ty = match shape {
            Shape::Anything => Type::Any,
            Shape::Nothing(offset) => {
                let expected = "a schema that some value has";
                let error = Error::expected(ErrorKind::Unrepresentable, expected);
                return Err(error.with_found("`false`").with_offset(*offset));
            }
            Shape::Of(keywords) => {
                let node = &mut self.nodes[id.index()];
                node.doc.clone_from(&keywords.doc);
                if !keywords.all.is_empty() && keywords.reference.is_none() {
                    let nodes = self.parts(keywords)?;
                    self.joins.push(Join {
                        id,
                        nodes,
                        required: required(keywords),
                        offset: keywords.offset,
                    });
                    return Ok(());
                }
                self.ty(keywords)
                    .map_err(|error| error.or_offset(keywords.offset))?
            }
        };
        self.nodes[id.index()].ty = ty;
        Ok(())
    }

    /// Returns the type that keywords say.
    fn ty(&mut self, keywords: &Keywords) -> Result<Type> {
        if let Some(reference) = &keywords.reference {
            return Ok(Type::Alias(self.referred(reference)?));
        }
        if !keywords.any.is_empty() {
            return self.union(&keywords.any);
        }
        let mut named = keywords.types.clone();
        if named.is_empty() {
            let object = keywords.properties.is_some() || keywords.rest.is_some();
            let array = keywords.items.is_some() || keywords.prefix.is_some();
            named = match &keywords.values {
                Some(values) => values.clone(),
                None if object => alloc::vec![Named::Object],
                None if array => alloc::vec![Named::Array],
                None => return Ok(Type::Any),
            };
        }
        // Each integer is a number, too.
        if named.contains(&Named::Number) {
            named.retain(|named| *named != Named::Integer);
        }
        let nullable = named.contains(&Named::Null);
        named.retain(|named| *named != Named::Null);
        let ty = match named[..] {
            [] => return Ok(Type::Null),
            [named] => self.named(named, keywords)?,
            _ => {
                let mut variants = Vec::new();
                for named in named {
                    let ty = self.named(named, keywords)?;
                    variants.push(Variant::new("", Some(self.add(ty))));
                }
                untagged(variants)
            }
        };
        Ok(match nullable {
            true => Type::Optional(self.add(ty)),
            false => ty,
        })
    }

    /// Returns the type of a name.
    fn named(&mut self, named: Named, keywords: &Keywords) -> Result<Type> {
        Ok(match named {
            Named::Null => Type::Null,
            Named::Boolean => Type::Bool,
            Named::Number => Type::Float { bits: 64 },
            Named::Integer => Type::Integer {
                min: keywords.min.or(Some(i64::MIN.into())),
                max: keywords.max.or(Some(i64::MAX.into())),
                zero: true,
            },
            Named::String => Type::String {
                format: keywords.format,
            },
            Named::Array => match (&keywords.prefix, &keywords.items) {
                (Some(items), None | Some(Shape::Nothing(_))) if !items.is_empty() => {
                    let items = items.iter().map(|item| self.node(item));
                    Type::Tuple {
                        items: items.collect::<Result<_>>()?,
                    }
                }
                (None, Some(items)) => Type::Array {
                    items: self.node(items)?,
                    len: None,
                },
                _ => Type::Array {
                    items: self.add(Type::Any),
                    len: None,
                },
            },
            Named::Object => self.object(keywords)?,
        })
    }

    fn object(&mut self, keywords: &Keywords) -> Result<Type> {
        let closed = matches!(keywords.rest, Some(Shape::Nothing(_)));
        match (&keywords.properties, &keywords.rest) {
            (None, Some(values @ Shape::Of(_))) => {
                let keys = self.add(Type::String { format: None });
                let values = self.node(values)?;
                Ok(Type::Map { keys, values })
            }
            (None, _) if !closed => {
                let keys = self.add(Type::String { format: None });
                let values = self.add(Type::Any);
                Ok(Type::Map { keys, values })
            }
            (properties, _) => {
                let mut record = Record {
                    closed,
                    ..Record::default()
                };
                let mut required: BTreeSet<&str> =
                    keywords.required.iter().map(String::as_str).collect();
                for (name, shape) in properties.iter().flatten() {
                    let node = self.node(shape)?;
                    let doc = self.nodes[node.index()].doc.clone();
                    record.fields.push(Field {
                        required: required.remove(&**name),
                        doc,
                        ..Field::new(name.clone(), node)
                    });
                }
                for name in keywords.required.iter().map(String::as_str) {
                    if required.remove(name) {
                        let node = match &keywords.rest {
                            Some(values @ Shape::Of(_)) if !keywords.patterns => {
                                self.node(values)?
                            }
                            _ => self.add(Type::Any),
                        };
                        record.fields.push(Field {
                            required: true,
                            ..Field::new(name.to_owned(), node)
                        });
                    }
                }
                Ok(Type::Record(record))
            }
        }
    }

    /// Returns a union, or an optional node if one of the shapes is null.
    fn union(&mut self, shapes: &[Shape]) -> Result<Type> {
        let mut nodes = Vec::new();
        for shape in shapes {
            // A schema that no value has adds nothing.
            if !matches!(shape, Shape::Nothing(_)) {
                nodes.push(self.node(shape)?);
            }
        }
        // A schema without a type among them, such as a condition, has any value.
        if nodes
            .iter()
            .any(|node| self.nodes[node.index()].ty == Type::Any)
        {
            return Ok(Type::Any);
        }
        let all = nodes.len();
        nodes.retain(|node| self.nodes[node.index()].ty != Type::Null);
        let nullable = nodes.len() != all;
        let ty = match nodes[..] {
            [] => return Ok(Type::Null),
            [node] => Type::Alias(node),
            _ => {
                let variants = nodes.into_iter().map(|node| Variant::new("", Some(node)));
                untagged(variants.collect())
            }
        };
        Ok(match nullable {
            true => Type::Optional(self.add(ty)),
            false => ty,
        })
    }

    /// Returns the nodes of the schemas in `allOf`, and of the keywords beside it.
    fn parts(&mut self, keywords: &Keywords) -> Result<Vec<NodeId>> {
        let mut nodes = Vec::new();
        for shape in &keywords.all {
            nodes.push(self.node(shape)?);
        }
        if keywords.properties.is_some() {
            let ty = self.object(keywords)?;
            nodes.push(self.add(ty));
        }
        Ok(nodes)
    }

    /// Gives the nodes that are joins their types, from the innermost ones on.
    fn join(&mut self) -> Result {
        let mut left = core::mem::take(&mut self.joins);
        for _ in 0..JOINS {
            let mut waiting: Vec<Join> = Vec::new();
            let mut open: BTreeSet<NodeId> = left.iter().map(|join| join.id).collect();
            for join in left.into_iter().rev() {
                let is_open = |&node: &NodeId| open.contains(&self.resolved(node));
                if join.nodes.iter().any(is_open) {
                    waiting.push(join);
                    continue;
                }
                let joined = self.joined(&join);
                let ty = joined.map_err(|error| error.or_offset(join.offset))?;
                self.nodes[join.id.index()].ty = ty;
                open.remove(&join.id);
            }
            if waiting.is_empty() {
                return Ok(());
            }
            waiting.reverse();
            left = waiting;
        }
        let expected = "`allOf` without itself among its schemas";
        Err(Error::expected(ErrorKind::Unrepresentable, expected))
    }

    /// Returns the type of what all of some nodes say.
    fn joined(&mut self, join: &Join) -> Result<Type> {
        // A condition says nothing about types.
        let says = |node: &NodeId| self.nodes[node.index()].ty != Type::Any;
        let said = join
            .nodes
            .iter()
            .map(|&node| self.resolved(node))
            .filter(says);
        let said: Vec<_> = said.collect();
        if let [node] = said[..]
            && (join.required.is_empty() || !matches!(self.nodes[node.index()].ty, Type::Record(_)))
        {
            return Ok(Type::Alias(node));
        }
        let mut record = Record::default();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for node in &said {
            let Type::Record(part) = &self.nodes[node.index()].ty else {
                let expected = "objects in `allOf`, or one schema that says something about types";
                return Err(Error::expected(ErrorKind::Unrepresentable, expected));
            };
            record.closed |= part.closed;
            for field in &part.fields {
                match places.get(field.name.as_str()) {
                    Some(&place) => {
                        let known = &mut record.fields[place];
                        known.required |= field.required;
                        if self.nodes[known.node.index()].ty == Type::Any {
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
        if said.is_empty() {
            return Ok(Type::Any);
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
        Ok(Type::Record(record))
    }

    fn has(&self, pointer: &str) -> bool {
        self.definitions.contains_key(pointer) || self.places.contains_key(pointer)
    }

    fn is_defined(&self, name: &str) -> bool {
        ["$defs", "definitions"]
            .iter()
            .any(|folder| self.has(&format!("#/{folder}/{name}")))
    }

    /// Follows references from a node. Returns the node at their end.
    fn resolved(&self, mut id: NodeId) -> NodeId {
        // A chain that leads back to itself ends somewhere.
        for _ in 0..self.nodes.len() {
            match self.nodes[id.index()].ty {
                Type::Alias(inner) => id = inner,
                _ => break,
            }
        }
        id
    }

    /// Returns the node that a reference leads to.
    fn referred(&mut self, reference: &str) -> Result<NodeId> {
        let pointer = decoded(reference);
        if let Some(&id) = self.places.get(&*pointer) {
            return Ok(id);
        }
        if pointer == "#" {
            let mut name = self.title.take().unwrap_or_else(|| "Document".to_owned());
            while self.is_defined(&name) {
                name.push('_');
            }
            self.nodes[0].name = Some(name);
            self.places.insert(pointer.into_owned(), NodeId(0));
            return Ok(NodeId(0));
        }
        let Some(shape) = self.definitions.remove(&*pointer) else {
            let expected = "a reference to `#`, or to a schema in `$defs` or `definitions`";
            let error = Error::expected(ErrorKind::NotFound, expected);
            return Err(error.with_content(format_args!("`{reference}`")));
        };
        let id = self.add(Type::Any);
        let (folder, name) = pointer.split_at(pointer[2..].find('/').map_or(2, |at| at + 3));
        // Both folders may have the name.
        let again = folder == "#/definitions/" && self.has(&format!("#/$defs/{name}"));
        self.nodes[id.index()].name = Some(match again {
            true => format!("{name}_"),
            false => name.to_owned(),
        });
        self.places.insert(pointer.into_owned(), id);
        self.left.push((id, shape));
        Ok(id)
    }
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

fn untagged(variants: Vec<Variant>) -> Type {
    Type::Union(Union {
        tagging: Tagging::Untagged,
        variants,
        closed: false,
    })
}

/// Returns the pointer of a reference, whose escapes are undone: `%25` and `~1`.
fn decoded(reference: &str) -> Cow<'_, str> {
    if !reference.contains(['%', '~']) {
        return Cow::Borrowed(reference);
    }
    let mut bytes = Vec::new();
    let mut rest = reference.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = |at: usize| {
            after
                .get(at)
                .and_then(|digit| (*digit as char).to_digit(16))
        };
        match (first, hex(0), hex(1), after.first()) {
            (b'%', Some(high), Some(low), _) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            (b'~', _, _, Some(b'0')) => {
                bytes.push(b'~');
                rest = &after[1..];
            }
            (b'~', _, _, Some(b'1')) => {
                bytes.push(b'/');
                rest = &after[1..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => Cow::Owned(text),
        Err(_) => Cow::Owned(format!("{reference} in no UTF-8")),
    }
}
