//! A layout that owns its parts, of a schema that is read at run time.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};
use varvel_fbs::{self as fbs, DefaultValue};

use super::names::Names;
use crate::layout::{
    Base64, Element, Enum, Field, Hash, Layout, List, Member, MemberType, Name, Object, Parts,
    Presence, Scalar, Symbol, Type, Union, Width,
};

/// The layout of a schema that is read at run time. Objects, enums and unions have their numbers of
/// the schema.
///
/// ```
/// use varvel::flatbuffers::SchemaLayout;
/// let schema = varvel::schema::fbs::parse_text("table Point { x: int = 7; } root_type Point;").unwrap();
/// let layout = SchemaLayout::new(&schema)?;
/// let layout = layout.layout();
/// assert_eq!(layout.name(layout.fields(0)[0].name), "x");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaLayout {
    names: String,
    objects: Vec<Object>,
    fields: Vec<Field>,
    unions: Vec<Union>,
    members: Vec<Member>,
    enums: Vec<Enum>,
    symbols: Vec<Symbol>,
    root: Option<u32>,
    file_identifier: Option<[u8; 4]>,
    sorted: Names,
}

impl SchemaLayout {
    /// Makes the layout of a schema, and checks it. This takes linear time.
    ///
    /// # Errors
    /// Returns `Refused` if no layout is possible: see [`Layout::try_new`]. This does not happen
    /// for a parsed schema.
    pub fn new(schema: &fbs::Schema) -> Result<Self> {
        let schema = &*schema.in_use();
        let mut layout = Self {
            names: String::new(),
            objects: Vec::with_capacity(schema.objects.len()),
            fields: Vec::new(),
            unions: Vec::with_capacity(schema.unions.len()),
            members: Vec::new(),
            enums: Vec::with_capacity(schema.enums.len()),
            symbols: Vec::new(),
            root: schema.root.map(|root| root.0),
            file_identifier: schema
                .file_identifier
                .as_ref()
                .and_then(|identifier| identifier.as_bytes().try_into().ok()),
            sorted: Names::default(),
        };
        schema
            .objects
            .iter()
            .for_each(|object| layout.add_object(schema, object));
        schema
            .unions
            .iter()
            .for_each(|union| layout.add_union(schema, union));
        schema.enums.iter().for_each(|of| layout.add_enum(of));
        match Layout::try_new(layout.parts()) {
            Ok(checked) => layout.sorted = Names::new(checked),
            Err(fault) => return Err(fault.error()),
        }
        Ok(layout)
    }

    /// Returns the layout.
    pub fn layout(&self) -> Layout<'_> {
        // It was checked when this was made, and nothing changes it.
        Layout::known(self.parts())
    }

    /// Returns the number of the table or struct with this full name.
    ///
    /// # Errors
    /// Returns `NotFound`.
    pub fn object(&self, name: &str) -> Result<usize> {
        let named = |object: &Object| object.name.of(&self.names) == name;
        self.objects.iter().position(named).ok_or_else(|| {
            Error::expected(ErrorKind::NotFound, "a table or struct of the schema")
                .with_content(name)
        })
    }

    /// Returns the sorted names.
    pub(super) fn names(&self) -> &Names {
        &self.sorted
    }

    fn parts(&self) -> Parts<'_> {
        Parts {
            names: &self.names,
            objects: &self.objects,
            fields: &self.fields,
            unions: &self.unions,
            members: &self.members,
            enums: &self.enums,
            symbols: &self.symbols,
            root: self.root,
            file_identifier: self.file_identifier,
        }
    }

    fn name(&mut self, name: &str) -> Name {
        let start = self.names.len();
        self.names.push_str(name);
        // The parser bounds the size of a schema.
        Name::new(start as u32, name.len() as u32)
    }

    fn add_object(&mut self, schema: &fbs::Schema, object: &fbs::Object) {
        let name = self.name(object.name.as_str());
        let fields = List::new(self.fields.len() as u32, object.fields.len() as u32);
        let mut made = match object.is_struct() {
            true => Object::structure(name, object.size, object.align as u16, fields),
            false => Object::table(name, fields),
        };
        if let Some(key) = object.key() {
            made = made.key(key.slot);
        }
        self.objects.push(made);
        for field in &object.fields {
            let field = self.field(schema, object.is_struct(), field);
            self.fields.push(field);
        }
    }

    fn field(&mut self, schema: &fbs::Schema, in_struct: bool, field: &fbs::Field) -> Field {
        let mut made = Field::new(self.name(&field.name), ty(schema, field));
        match in_struct {
            true => made = made.at(field.offset),
            false => made.presence = self.presence(schema, field, made.presence),
        }
        if let fbs::Element::Enum(id) = field.ty.element() {
            made = made.symbols(id.0);
        }
        made.deprecated = field.deprecated;
        // No writer writes a deprecated field, so that no reader may require it.
        if field.deprecated && made.presence == Presence::Required {
            made.presence = Presence::Optional;
        }
        made.width = match field.ty {
            fbs::Type::Vector64(_) => Width::Vector,
            _ if field.offset64 => Width::Offset,
            _ => Width::Narrow,
        };
        made.force_align = match field.ty.is_vector() {
            true => field.force_align.unwrap_or(0) as u16,
            false => 0,
        };
        made.shared = field.shared;
        made.base64 = field.base64.map(|base64| match base64 {
            fbs::Base64::Standard => Base64::Standard,
            fbs::Base64::Url => Base64::Url,
        });
        made.chars = field.chars;
        made.hash = match field.hash {
            None => Hash::None,
            Some(fbs::Hash::Fnv1W16) => Hash::Fnv1x16,
            Some(fbs::Hash::Fnv1aW16) => Hash::Fnv1ax16,
            Some(fbs::Hash::Fnv1W32) => Hash::Fnv1x32,
            Some(fbs::Hash::Fnv1aW32) => Hash::Fnv1ax32,
            Some(fbs::Hash::Fnv1W64) => Hash::Fnv1x64,
            Some(fbs::Hash::Fnv1aW64) => Hash::Fnv1ax64,
        };
        made
    }

    fn presence(
        &mut self,
        schema: &fbs::Schema,
        field: &fbs::Field,
        otherwise: Presence,
    ) -> Presence {
        let one = match field.ty {
            fbs::Type::One(element) => schema.scalar_of(element),
            _ => None,
        };
        match (&field.default, field.presence, one) {
            (_, fbs::Presence::Required, _) => Presence::Required,
            (_, fbs::Presence::Optional, Some(_)) => Presence::Optional,
            (DefaultValue::Integer(value), _, Some(scalar)) => {
                // The bits of its own width.
                Presence::Default(*value as u64 & (u64::MAX >> (64 - 8 * scalar.size())))
            }
            (DefaultValue::Float(value), _, Some(fbs::Scalar::F32)) => {
                Presence::Default((*value as f32).to_bits().into())
            }
            (DefaultValue::Float(value), _, Some(_)) => Presence::Default(value.to_bits()),
            (DefaultValue::Text(text), ..) => Presence::Text(self.name(text)),
            (DefaultValue::EmptyVector, ..) => Presence::Empty,
            _ => otherwise,
        }
    }

    fn add_union(&mut self, schema: &fbs::Schema, union: &fbs::Union) {
        let name = self.name(union.name.as_str());
        self.unions.push(Union {
            name,
            tag: scalar(union.tag),
            members: List::new(self.members.len() as u32, union.variants.len() as u32),
        });
        for variant in &union.variants {
            let ty = match variant.of {
                fbs::Element::Object(id) if schema.is_struct(variant.of) => {
                    MemberType::Struct(id.0)
                }
                fbs::Element::Object(id) => MemberType::Table(id.0),
                _ => MemberType::String,
            };
            let name = self.name(&variant.name);
            let tag = variant.tag as i64;
            self.members.push(Member { name, tag, ty });
        }
    }

    fn add_enum(&mut self, of: &fbs::Enum) {
        let name = self.name(of.name.as_str());
        self.enums.push(Enum {
            name,
            scalar: scalar(of.underlying),
            bit_flags: of.bit_flags,
            symbols: List::new(self.symbols.len() as u32, of.values.len() as u32),
        });
        for value in &of.values {
            let name = self.name(&value.name);
            let value = value.value as i64;
            self.symbols.push(Symbol { name, value });
        }
    }
}

fn ty(schema: &fbs::Schema, field: &fbs::Field) -> Type {
    match field.nested {
        Some(fbs::Nested::Flexible) => return Type::Flex,
        Some(fbs::Nested::Table(id)) => return Type::Nested(id.0),
        None => {}
    }
    let of = element(schema, field.ty.element());
    match field.ty {
        fbs::Type::Vector(_) | fbs::Type::Vector64(_) => Type::Vector(of),
        fbs::Type::Array(_, len) => Type::Array(of, len),
        fbs::Type::One(_) => match of {
            Element::Scalar(scalar) => Type::Scalar(scalar),
            Element::Tag(union) => Type::Tag(union),
            Element::String => Type::String,
            Element::Struct(id) => Type::Struct(id),
            Element::Table(id) => Type::Table(id),
            Element::Union(union) => Type::Union(union),
        },
    }
}

fn element(schema: &fbs::Schema, element: fbs::Element) -> Element {
    match element {
        fbs::Element::Scalar(of) => Element::Scalar(scalar(of)),
        fbs::Element::Enum(id) => Element::Scalar(scalar(schema.enumeration(id).underlying)),
        fbs::Element::Tag(id) => Element::Tag(id.0),
        fbs::Element::String => Element::String,
        fbs::Element::Object(id) if schema.is_struct(element) => Element::Struct(id.0),
        fbs::Element::Object(id) => Element::Table(id.0),
        fbs::Element::Union(id) => Element::Union(id.0),
    }
}

const fn scalar(scalar: fbs::Scalar) -> Scalar {
    match scalar {
        fbs::Scalar::Bool => Scalar::Bool,
        fbs::Scalar::I8 => Scalar::I8,
        fbs::Scalar::U8 => Scalar::U8,
        fbs::Scalar::I16 => Scalar::I16,
        fbs::Scalar::U16 => Scalar::U16,
        fbs::Scalar::I32 => Scalar::I32,
        fbs::Scalar::U32 => Scalar::U32,
        fbs::Scalar::I64 => Scalar::I64,
        fbs::Scalar::U64 => Scalar::U64,
        fbs::Scalar::F32 => Scalar::F32,
        fbs::Scalar::F64 => Scalar::F64,
    }
}
