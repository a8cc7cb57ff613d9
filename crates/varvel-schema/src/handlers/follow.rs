//! Reads a document along a schema into a recording, and replaces some nodes.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::recording::Recording;
use varvel_core::{
    Encode as _, Error, ErrorKind, Kind, Number, Profile, Result, Sink as _, Source, Str,
};

use super::{Handler, Picked};
use crate::object::Object;
use crate::schema::{NodeId, Schema, Type};

/// The side of a handler that fits the schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fits {
    /// Its input, which a type has written.
    Before,
    /// Its output, which a type will read.
    After,
}

/// Reads a document along a schema. Nodes that do not fit it are copied: the type that reads the
/// recording reports them.
///
/// Each container takes a call, as in a typed read.
pub(super) struct Follow<'s> {
    pub(super) schema: &'s Schema,
    picked: &'s Picked<'s>,
    pub(super) fits: Fits,
    /// The document with its nodes replaced.
    pub(super) out: Recording,
    /// Whether a handler has refused its input.
    pub(super) refused: bool,
}

impl<'s> Follow<'s> {
    pub(super) fn new(
        schema: &'s Schema,
        picked: &'s Picked<'s>,
        fits: Fits,
        profile: Profile,
    ) -> Self {
        Self {
            schema,
            picked,
            fits,
            out: Recording::new(profile),
            refused: false,
        }
    }

    /// Returns a copy that has read nothing yet, to try a variant.
    pub(super) fn attempt(&self) -> Self {
        Self::new(self.schema, self.picked, self.fits, self.out.profile())
    }

    /// Reads a node along `id`.
    pub(super) fn node<'de, R: Source<'de>>(&mut self, id: NodeId, source: &mut R) -> Result {
        let mut id = id;
        // An alias may lead to an alias, so the steps of a chain are bounded: it may lead to
        // itself.
        for _ in 0..=self.picked.followed.len() {
            if let Some(handler) = self.picked.handler(id) {
                return self.replaced(handler, source);
            }
            // In a format with plain scalars, only the schema tells which are strings.
            if !self.picked.followed[id.index()] && !source.profile().plain {
                return source.drive(&mut self.out);
            }
            match self.schema.node(id).ty {
                Type::Alias(inner) => id = inner,
                Type::Optional(inner) if !source.at_null()? => id = inner,
                _ => break,
            }
        }
        let kind = match (source.peek()?, source.profile().plain) {
            (Kind::Null, true) => as_empty(&self.schema.node(id).ty),
            (kind, _) => kind,
        };
        match (&self.schema.node(id).ty, kind) {
            (Type::Array { items, .. }, Kind::Array) => self.array(|_| Some(*items), source),
            (Type::Tuple { items }, Kind::Array) => {
                self.array(|index| items.get(index).copied(), source)
            }
            (Type::Map { keys, values }, Kind::Map) => self.map(*keys, *values, source),
            (Type::Map { .. } | Type::Record(_), Kind::Object) => {
                self.object(Object::of(self.schema, id), source)
            }
            (Type::Record(_), Kind::Map) if source.profile().plain => {
                self.object(Object::of(self.schema, id), source)
            }
            (Type::String { .. }, Kind::Null | Kind::Bool | Kind::Integer | Kind::Float)
                if source.profile().plain =>
            {
                let text = String::from(&*source.read_str()?);
                self.out.str(Str::from(text.as_str()))
            }
            (Type::Union(union), _) => self.union(union, source),
            (Type::Float { bits: 32 }, Kind::Float) => self.out.f32(source.read_f32()?),
            (Type::Number, Kind::Integer | Kind::Float | Kind::Decimal) => {
                number(source, &mut self.out)
            }
            _ => source.drive(&mut self.out),
        }
    }

    fn replaced<'de, R: Source<'de>>(&mut self, handler: &Handler, source: &mut R) -> Result {
        let at = source.offset();
        let mut part = Recording::new(self.out.profile());
        copy(source, &mut part)?;
        let converted = (handler.convert)(&part, self.out.profile()).map_err(|error| {
            self.refused = true;
            // The handler's offset counts in the part, which the caller does not know.
            error
                .with_offset(at)
                .or_path(|| self.out.path_to(self.out.len()))
        })?;
        converted.encode(&mut self.out, &())
    }

    fn array<'de, R: Source<'de>>(
        &mut self,
        item: impl Fn(usize) -> Option<NodeId>,
        source: &mut R,
    ) -> Result {
        source.begin_array()?;
        self.out.begin_array(None)?;
        let mut index = 0;
        while source.next_item()? {
            match item(index) {
                Some(id) => self.node(id, source)?,
                None => source.drive(&mut self.out)?,
            }
            index += 1;
        }
        self.out.end_array()
    }

    fn map<'de, R: Source<'de>>(&mut self, keys: NodeId, values: NodeId, source: &mut R) -> Result {
        source.begin_map()?;
        self.out.begin_map(None)?;
        while source.next_entry()? {
            self.out.any_key()?;
            self.node(keys, source)?;
            self.node(values, source)?;
        }
        self.out.end_map()
    }

    /// Reads an object along its members.
    pub(super) fn object<'de, R: Source<'de>>(
        &mut self,
        mut object: Object<'s>,
        source: &mut R,
    ) -> Result {
        self.add_variants(&mut object, source)?;
        self.members(source, |key| {
            let named = |field: &crate::Field| {
                field.name == key || field.aliases.iter().any(|alias| alias == key)
            };
            let field = object.fields.iter().find(|(field, _)| named(field));
            field.map(|(field, _)| field.node).or(object.rest)
        })
    }

    /// Reads an object. `node` returns the node of a member.
    pub(super) fn members<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: impl Fn(&str) -> Option<NodeId>,
    ) -> Result {
        source.begin_map()?;
        self.out.begin_map(None)?;
        while let Some(key) = source.next_name()? {
            let key = String::from(&*key);
            let id = node(&key);
            self.out.key(Str::from(key.as_str()))?;
            match id {
                Some(id) => self.node(id, source)?,
                None => source.drive(&mut self.out)?,
            }
        }
        self.out.end_map()
    }
}

/// Returns the kind as which a null is read for this type, in a format whose nulls may be empty
/// containers.
fn as_empty(ty: &Type) -> Kind {
    match ty {
        Type::Array { .. } | Type::Tuple { .. } => Kind::Array,
        Type::Map { .. } | Type::Record(_) => Kind::Object,
        _ => Kind::Null,
    }
}

/// Returns the offset of the node at `path`, or of the last node on the way that exists. `source`
/// is at the root.
#[cold]
pub(super) fn offset_of<'de, R: Source<'de>>(path: &[Step], source: &mut R) -> Result<usize> {
    for step in path {
        let at = source.offset();
        match (source.peek()?, step) {
            (Kind::Array, Step::Index(index)) => {
                source.begin_array()?;
                for _ in 0..*index {
                    if !source.next_item()? {
                        return Ok(at);
                    }
                    source.skip()?;
                }
                if !source.next_item()? {
                    return Ok(at);
                }
            }
            (Kind::Object, Step::Key(key)) => {
                source.begin_map()?;
                loop {
                    match source.next_key()? {
                        None => return Ok(at),
                        Some(found) if *found == **key => break,
                        Some(_) => {}
                    }
                    source.skip()?;
                }
            }
            _ => return Ok(at),
        }
    }
    source.peek()?;
    Ok(source.offset())
}

/// Copies a number with all its digits, so that the type that reads it finds the nearest value.
fn number<'de, R: Source<'de>>(source: &mut R, out: &mut Recording) -> Result {
    match source.read_exact_number()? {
        Number::I64(value) => out.i64(value),
        Number::U64(value) => out.u64(value),
        Number::F64(value) => out.f64(value),
        Number::Big(digits) => out.big_integer(digits),
        Number::Decimal(text) => out.decimal(text),
        _ => Err(Error::new(ErrorKind::InvalidEvents)),
    }
}

/// Copies a node, with all digits of its numbers. Containers inside it take no calls.
fn copy<'de, R: Source<'de>>(source: &mut R, out: &mut Recording) -> Result {
    let mut open = Vec::new();
    loop {
        let kind = source.peek()?;
        match kind {
            Kind::Integer | Kind::Float | Kind::Decimal => number(source, out)?,
            Kind::Array | Kind::Object | Kind::Map => {
                match kind {
                    Kind::Array => {
                        source.begin_array()?;
                        out.begin_array(None)?;
                    }
                    _ => {
                        source.begin_map()?;
                        out.begin_map(None)?;
                    }
                }
                open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                open.push((kind, false));
            }
            Kind::Tagged => {
                out.tag(source.read_tag()?)?;
                continue;
            }
            _ => source.drive(out)?,
        }
        // Go on to the next node, and end the containers that end before it.
        while let Some((kind, key)) = open.last_mut() {
            match kind {
                Kind::Array => match source.next_item()? {
                    true => break,
                    false => out.end_array()?,
                },
                Kind::Object => match source.next_key()? {
                    Some(key) => {
                        out.key(Str::from(&*key))?;
                        break;
                    }
                    None => out.end_map()?,
                },
                // A key that is any node is followed by its value.
                _ if core::mem::take(key) => break,
                _ => match source.next_entry()? {
                    true => {
                        *key = true;
                        out.any_key()?;
                        break;
                    }
                    false => out.end_map()?,
                },
            }
            open.pop();
        }
        if open.is_empty() {
            return Ok(());
        }
    }
}
