//! Makes the schema of a layout: the inverse of [`SchemaLayout`](super::SchemaLayout).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};
use varvel_fbs::{
    self as fbs, Attributes, DefaultValue, EnumId, Nested, ObjectId, ObjectKind, SourcePos, UnionId,
};

use crate::layout::{
    Base64, Element, Enum, Field, Hash, Layout, MemberType, Name, Object, Presence, Scalar,
    TableOrStruct, Type, Union, Width,
};

/// Returns the schema of a layout, to print it as `.fbs` or to compare it with another.
///
/// It has all facts about bytes, and so no comments, user attributes or services. Objects, enums
/// and unions keep their numbers.
///
/// # Errors
/// Returns `Refused` for a name that a schema cannot have, such as `So-so` (Rust types can be
/// renamed to such), and for two types of the same name (which two Rust modules may have).
///
/// ```
/// use varvel_flatbuffers::reflect::{SchemaLayout, schema_of};
/// let schema = varvel_fbs::parse_text("/// On a map.\ntable Point { x: int = 7; } root_type Point;").unwrap();
/// let schema = schema_of(&SchemaLayout::new(&schema)?.layout())?;
/// assert_eq!(schema.to_string(), "table Point {\n  x: int = 7;\n}\n\nroot_type Point;\n");
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn schema_of(layout: &Layout<'_>) -> Result<fbs::Schema> {
    let of = Reader { layout };
    let identifier = layout.file_identifier().map(|identifier| {
        let text = core::str::from_utf8(&identifier);
        text.map(String::from)
            .map_err(|_| refused("a file identifier that is text"))
    });
    let objects = (0..layout.objects().len()).map(|index| of.object(index));
    let enums = (0..layout.enums().len()).map(|index| of.enumeration(index));
    let unions = (0..layout.unions().len()).map(|index| of.union(index));
    let made = fbs::Schema {
        objects: objects.collect::<Result<_>>()?,
        enums: enums.collect::<Result<_>>()?,
        unions: unions.collect::<Result<_>>()?,
        root: layout.root().map(|root| ObjectId(root as u32)),
        file_identifier: identifier.transpose()?,
        ..fbs::Schema::default()
    };
    let objects = made.objects.iter().map(|object| &object.name);
    let enums = made.enums.iter().map(|definition| &definition.name);
    let unions = made.unions.iter().map(|union| &union.name);
    let mut names = BTreeSet::new();
    match objects
        .chain(enums)
        .chain(unions)
        .find(|name| !names.insert(*name))
    {
        Some(twice) => Err(refused("types of different names").with_content(twice.as_str())),
        None => Ok(made),
    }
}

fn refused(expected: &'static str) -> Error {
    Error::expected(ErrorKind::Refused, expected)
}

struct Reader<'a, 'l> {
    layout: &'a Layout<'l>,
}

impl Reader<'_, '_> {
    /// Returns a name of one part.
    fn word(&self, name: Name) -> Result<String> {
        let name = self.layout.name(name);
        match is_word(name) {
            true => Ok(name.into()),
            false => Err(refused("a name of letters, digits and `_`").with_content(name)),
        }
    }

    /// Returns a name with its namespace.
    fn path(&self, name: Name) -> Result<fbs::Name> {
        let name = self.layout.name(name);
        if !name.split('.').all(is_word) {
            return Err(refused("names of letters, digits and `_`").with_content(name));
        }
        let (namespace, base) = name.rsplit_once('.').unwrap_or(("", name));
        Ok(fbs::Name::new(namespace, base))
    }

    fn object(&self, index: usize) -> Result<fbs::Object> {
        let object: &Object = &self.layout.objects()[index];
        let fields = self.layout.fields(index);
        let (kind, size, align) = match object.shape {
            TableOrStruct::Table => (ObjectKind::Table, 0, 0),
            TableOrStruct::Struct { size, align } => (ObjectKind::Struct, size, u32::from(align)),
        };
        let mut made = Vec::with_capacity(fields.len());
        for (slot, field) in (0_u16..).zip(fields) {
            let mut field = self.field(slot, field, kind)?;
            field.key = object.key == Some(slot);
            made.push(field);
        }
        if kind == ObjectKind::Struct {
            self.pad(&mut made, fields, size);
        }
        Ok(fbs::Object {
            name: self.path(object.name)?,
            doc: Vec::new(),
            kind,
            fields: made,
            size,
            align,
            original_order: false,
            attributes: Attributes::default(),
            place: SourcePos::default(),
        })
    }

    /// Sets the padding after each field, in bytes.
    fn pad(&self, made: &mut [fbs::Field], fields: &[Field], size: u32) {
        let mut next = size;
        for (made, field) in made.iter_mut().zip(fields).rev() {
            let (len, _) = self.layout.inline(field.ty, field.width);
            made.padding = next - field.offset - len as u32;
            next = field.offset;
        }
    }

    fn field(&self, slot: u16, field: &Field, kind: ObjectKind) -> Result<fbs::Field> {
        let (presence, default) = match kind {
            ObjectKind::Struct => (fbs::Presence::Default, DefaultValue::None),
            ObjectKind::Table => self.presence(field),
        };
        Ok(fbs::Field {
            name: self.word(field.name)?,
            doc: Vec::new(),
            ty: ty(field),
            slot,
            offset: match kind {
                ObjectKind::Struct => field.offset,
                ObjectKind::Table => Layout::slot(slot.into()) as u32,
            },
            padding: 0,
            default,
            presence,
            deprecated: field.deprecated,
            key: false,
            sorted: false,
            offset64: field.width != Width::Narrow,
            shared: field.shared,
            force_align: match field.force_align {
                0 => None,
                align => Some(align.into()),
            },
            hash: match field.hash {
                Hash::None => None,
                Hash::Fnv1x16 => Some(fbs::Hash::Fnv1W16),
                Hash::Fnv1ax16 => Some(fbs::Hash::Fnv1aW16),
                Hash::Fnv1x32 => Some(fbs::Hash::Fnv1W32),
                Hash::Fnv1ax32 => Some(fbs::Hash::Fnv1aW32),
                Hash::Fnv1x64 => Some(fbs::Hash::Fnv1W64),
                Hash::Fnv1ax64 => Some(fbs::Hash::Fnv1aW64),
            },
            base64: field.base64.map(|base64| match base64 {
                Base64::Standard => fbs::Base64::Standard,
                Base64::Url => fbs::Base64::Url,
            }),
            chars: field.chars,
            nested: match field.ty {
                Type::Nested(object) => Some(Nested::Table(ObjectId(object))),
                Type::Flex => Some(Nested::Flexible),
                _ => None,
            },
            attributes: Attributes::default(),
            place: SourcePos::default(),
        })
    }

    fn presence(&self, field: &Field) -> (fbs::Presence, DefaultValue) {
        let scalar = match field.ty {
            Type::Scalar(scalar) => Some(scalar),
            Type::Tag(union) => Some(self.layout.unions()[union as usize].tag),
            _ => None,
        };
        match (field.presence, scalar) {
            (Presence::Default(bits), Some(scalar)) => {
                (fbs::Presence::Default, default_of(scalar, bits))
            }
            (Presence::Text(text), _) => {
                let text = self.layout.name(text).into();
                (fbs::Presence::Default, DefaultValue::Text(text))
            }
            (Presence::Empty, _) => (fbs::Presence::Default, DefaultValue::EmptyVector),
            (Presence::Required, _) => (fbs::Presence::Required, DefaultValue::None),
            _ => (fbs::Presence::Optional, DefaultValue::None),
        }
    }

    fn enumeration(&self, index: usize) -> Result<fbs::Enum> {
        let of: &Enum = &self.layout.enums()[index];
        let values = self.layout.symbols(index).iter().map(|symbol| {
            Ok(fbs::EnumValue {
                name: self.word(symbol.name)?,
                doc: Vec::new(),
                value: signed(of.scalar, symbol.value),
                attributes: Attributes::default(),
                place: SourcePos::default(),
            })
        });
        Ok(fbs::Enum {
            name: self.path(of.name)?,
            doc: Vec::new(),
            underlying: scalar(of.scalar),
            bit_flags: of.bit_flags,
            values: values.collect::<Result<_>>()?,
            attributes: Attributes::default(),
            place: SourcePos::default(),
        })
    }

    fn union(&self, index: usize) -> Result<fbs::Union> {
        let union: &Union = &self.layout.unions()[index];
        let variants = self.layout.members(index).iter().map(|member| {
            Ok(fbs::Variant {
                name: self.word(member.name)?,
                doc: Vec::new(),
                tag: signed(union.tag, member.tag),
                of: match member.ty {
                    MemberType::Table(object) | MemberType::Struct(object) => {
                        fbs::Element::Object(ObjectId(object))
                    }
                    MemberType::String => fbs::Element::String,
                },
                attributes: Attributes::default(),
                place: SourcePos::default(),
            })
        });
        Ok(fbs::Union {
            name: self.path(union.name)?,
            doc: Vec::new(),
            tag: scalar(union.tag),
            variants: variants.collect::<Result<_>>()?,
            attributes: Attributes::default(),
            place: SourcePos::default(),
        })
    }
}

pub(super) fn is_word(name: &str) -> bool {
    let mut bytes = name.bytes();
    let begins = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    bytes.next().is_some_and(begins) && bytes.all(|byte| begins(byte) || byte.is_ascii_digit())
}

/// Returns a number that is stored by its bits.
fn signed(scalar: Scalar, value: i64) -> i128 {
    match scalar.is_signed() {
        true => value.into(),
        false => i128::from(value as u64),
    }
}

/// Returns the default with these bits in its own width.
fn default_of(scalar: Scalar, bits: u64) -> DefaultValue {
    match scalar {
        Scalar::F32 => DefaultValue::Float(f32::from_bits(bits as u32).into()),
        Scalar::F64 => DefaultValue::Float(f64::from_bits(bits)),
        _ => {
            let unused = 64 - 8 * scalar.size() as u32;
            let value = match scalar.is_signed() {
                true => i128::from((bits << unused) as i64 >> unused),
                false => bits.into(),
            };
            DefaultValue::Integer(value)
        }
    }
}

fn ty(field: &Field) -> fbs::Type {
    let of = |of| element(of, field.symbols);
    match field.ty {
        Type::Vector(item) if field.width == Width::Vector => fbs::Type::Vector64(of(item)),
        Type::Vector(item) => fbs::Type::Vector(of(item)),
        Type::Array(item, len) => fbs::Type::Array(of(item), len),
        Type::Nested(_) | Type::Flex => {
            let bytes = fbs::Element::Scalar(fbs::Scalar::U8);
            match field.width {
                Width::Vector => fbs::Type::Vector64(bytes),
                _ => fbs::Type::Vector(bytes),
            }
        }
        Type::Scalar(scalar) => fbs::Type::One(of(Element::Scalar(scalar))),
        Type::Tag(union) => fbs::Type::One(of(Element::Tag(union))),
        Type::String => fbs::Type::One(of(Element::String)),
        Type::Struct(object) => fbs::Type::One(of(Element::Struct(object))),
        Type::Table(object) => fbs::Type::One(of(Element::Table(object))),
        Type::Union(union) => fbs::Type::One(of(Element::Union(union))),
    }
}

fn element(element: Element, symbols: Option<u32>) -> fbs::Element {
    match (element, symbols) {
        (Element::Scalar(_), Some(index)) => fbs::Element::Enum(EnumId(index)),
        (Element::Scalar(of), None) => fbs::Element::Scalar(scalar(of)),
        (Element::Tag(union), _) => fbs::Element::Tag(UnionId(union)),
        (Element::String, _) => fbs::Element::String,
        (Element::Struct(object) | Element::Table(object), _) => {
            fbs::Element::Object(ObjectId(object))
        }
        (Element::Union(union), _) => fbs::Element::Union(UnionId(union)),
    }
}

const fn scalar(scalar: Scalar) -> fbs::Scalar {
    match scalar {
        Scalar::Bool => fbs::Scalar::Bool,
        Scalar::I8 => fbs::Scalar::I8,
        Scalar::U8 => fbs::Scalar::U8,
        Scalar::I16 => fbs::Scalar::I16,
        Scalar::U16 => fbs::Scalar::U16,
        Scalar::I32 => fbs::Scalar::I32,
        Scalar::U32 => fbs::Scalar::U32,
        Scalar::I64 => fbs::Scalar::I64,
        Scalar::U64 => fbs::Scalar::U64,
        Scalar::F32 => fbs::Scalar::F32,
        Scalar::F64 => fbs::Scalar::F64,
    }
}
