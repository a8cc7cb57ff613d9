//! [`OwnedJsonSchema`]: a JSON Schema read as a schema.

mod join;
mod keywords;

use alloc::borrow::{Cow, ToOwned as _};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Decode, Error, ErrorKind, Result, Source};

use crate::schema::{Field, Node, NodeId, Record, Schema, Tagging, Type, Union, Variant};
use join::Join;
use keywords::{Keywords, Named, Shape};

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
/// | `allOf`, and keywords beside it or beside `anyOf` and its like | the narrowest of the types; records are one record of all members |
/// | `anyOf`, `oneOf`, `then`, `else`, `dependentSchemas` beside the members of an object | a union whose members belong to the record |
/// | `enum`, `const` | the types of the values |
/// | `$ref` | the schema in `$defs` or `definitions`, or the whole one |
/// | `true`, `{}` | any node |
///
/// Conditions (`if`, `dependentRequired`, `pattern`, `not`, …) say which values are right, and are
/// passed over. Keywords beside `$ref` count unless `$schema` names draft 7 or an earlier one.
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
            joins: BTreeMap::new(),
            hides: matches!(&shape, Shape::Of(keywords) if keywords.hides),
            left: alloc::vec![(NodeId(0), shape)],
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
    joins: BTreeMap<NodeId, Join>,
    /// Whether references hide the keywords beside them.
    hides: bool,
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
                if self.is_join(keywords) {
                    let join = self.parts(keywords)?;
                    self.joins.insert(id, join);
                    return Ok(());
                }
                self.ty(keywords)
                    .map_err(|error| error.or_offset(keywords.offset))?
            }
        };
        self.nodes[id.index()].ty = ty;
        Ok(())
    }

    /// Returns the type that keywords say which are no join.
    fn ty(&mut self, keywords: &Keywords) -> Result<Type> {
        if let Some(reference) = &keywords.reference {
            return Ok(Type::Alias(self.referred(reference)?));
        }
        if let Some((shapes, open)) = keywords.choices().next() {
            return self.union(shapes, open);
        }
        self.own(keywords)
    }

    /// Returns the type that the keywords of one schema say, without those of schemas in it.
    fn own(&mut self, keywords: &Keywords) -> Result<Type> {
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
        // Each integer is a number, too. Both names say that integers are exact beside floats.
        let both = [Named::Integer, Named::Number];
        let is_exact = both.iter().all(|named| keywords.types.contains(named));
        if named.contains(&Named::Number) {
            named.retain(|named| *named != Named::Integer);
        }
        let nullable = named.contains(&Named::Null);
        named.retain(|named| *named != Named::Null);
        let ty = match named[..] {
            [] => return Ok(Type::Null),
            [Named::Number] if is_exact => Type::Number,
            [named] => self.named(named, keywords)?,
            _ => {
                let mut variants = Vec::new();
                for named in named {
                    let ty = match named {
                        Named::Number if is_exact => Type::Number,
                        _ => self.named(named, keywords)?,
                    };
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

    /// Returns a union, or an optional node if one of the shapes is null. If it is `open`, none of
    /// them need hold.
    fn union(&mut self, shapes: &[Shape], open: bool) -> Result<Type> {
        let mut nodes = Vec::new();
        for shape in shapes {
            // A schema that no value has adds nothing.
            if !matches!(shape, Shape::Nothing(_)) {
                nodes.push(self.node(shape)?);
            }
        }
        if open {
            nodes.push(self.add(Type::Any));
        }
        // A schema without a type among them, such as a condition, has any value. The others may
        // say something about members all the same.
        if nodes.iter().any(|node| self.is_anything(*node))
            && !nodes.iter().any(|node| self.may_be_object(*node))
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
