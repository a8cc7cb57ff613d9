//! The model of a FlatBuffers schema: tables and structs with their layout, enums, unions,
//! services, files.
//!
//! Definitions are in lists and refer to each other by number, so nothing here recurses. Slots,
//! offsets, sizes and alignments are computed: a runtime or a generator needs nothing more. A
//! schema from the parser guarantees:
//!
//! - Every number of a definition or file is valid in this schema.
//! - `fields[n].slot == n`, in tables and structs. The tag of a union has the slot before it.
//! - Structs contain scalars, enums and structs alone, and not themselves. Their offsets ascend,
//!   are aligned, do not overlap, and are within [`Object::size`].
//! - No two definitions have the same name, no two fields of an object, no two values of an enum.
//! - Defaults have their field's type and fit it.

mod attributes;
mod enums;
mod in_use;
mod object;
mod sorted;
mod types;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use varvel_core::Span;

pub use attributes::{Attribute, AttributeValue, Attributes};
pub(crate) use attributes::{KNOWN, Needs};
pub use enums::{Enum, EnumValue, Union, Variant};
pub(crate) use object::PRIMARY_KEY;
pub use object::{Base64, DefaultValue, Field, Hash, Nested, Object, ObjectKind, Presence};
pub use types::{Element, Scalar, Type};

/// The number of a file in [`Schema::files`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// The number of a table or struct in [`Schema::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// The number of an enum in [`Schema::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// The number of a union in [`Schema::unions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnionId(pub u32);

/// A FlatBuffers schema.
///
/// ```
/// use varvel::schema::fbs::Schema;
/// let schema = Schema::default();
/// assert!(schema.objects.is_empty() && schema.object_named("Monster").is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The files that it was read from. The first is the one that the caller named.
    pub files: Vec<File>,
    /// Tables and structs, in the order of their declarations, included files first.
    pub objects: Vec<Object>,
    /// Enums, in the order of their declarations, included files first.
    pub enums: Vec<Enum>,
    /// Unions, in the order of their declarations, included files first.
    pub unions: Vec<Union>,
    /// Services, in the order of their declarations, included files first.
    pub services: Vec<Service>,
    /// The user's own attributes, which `attribute` declares.
    pub attributes: Vec<String>,
    /// The root of a buffer: a table, or a struct as in flatcc.
    pub root: Option<ObjectId>,
    /// The file identifier: four bytes that mark buffers of this schema.
    pub file_identifier: Option<String>,
    /// The extension of files that hold such buffers, without the dot.
    pub file_extension: Option<String>,
}

impl Schema {
    /// Returns the table or struct of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more objects.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// Returns the enum of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more enums.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// Returns the union of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more unions.
    pub fn union(&self, id: UnionId) -> &Union {
        &self.unions[id.0 as usize]
    }

    /// Returns the file of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more files.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// Finds the table or struct with this full name (`MyGame.Example.Monster`), in time linear in
    /// their number.
    pub fn object_named(&self, name: &str) -> Option<ObjectId> {
        position(&self.objects, |object| object.name.as_str() == name).map(ObjectId)
    }

    /// Finds the enum with this full name, in time linear in their number.
    pub fn enum_named(&self, name: &str) -> Option<EnumId> {
        position(&self.enums, |e| e.name.as_str() == name).map(EnumId)
    }

    /// Finds the union with this full name, in time linear in their number.
    pub fn union_named(&self, name: &str) -> Option<UnionId> {
        position(&self.unions, |union| union.name.as_str() == name).map(UnionId)
    }

    /// Returns the schema without its files and places, so that it equals the same schema from
    /// another text.
    ///
    /// ```
    /// use varvel::schema::fbs::parse_text;
    /// let schema = parse_text("table  T { a : int = 0x1; }")?.without_places();
    /// assert_eq!(parse_text(&schema.to_string())?.without_places(), schema);
    /// # Ok::<(), varvel::schema::fbs::Problems>(())
    /// ```
    pub fn without_places(mut self) -> Self {
        self.files.clear();
        let nowhere = SourcePos::default;
        for object in &mut self.objects {
            object.place = nowhere();
            object
                .fields
                .iter_mut()
                .for_each(|field| field.place = nowhere());
        }
        for definition in &mut self.enums {
            definition.place = nowhere();
            definition
                .values
                .iter_mut()
                .for_each(|value| value.place = nowhere());
        }
        for union in &mut self.unions {
            union.place = nowhere();
            union
                .variants
                .iter_mut()
                .for_each(|variant| variant.place = nowhere());
        }
        for service in &mut self.services {
            service.place = nowhere();
            service
                .calls
                .iter_mut()
                .for_each(|call| call.place = nowhere());
        }
        self
    }

    /// Returns the scalar that stores a value of this type, if there is one. For an enum or a
    /// union's tag it is the integer type.
    pub fn scalar_of(&self, element: Element) -> Option<Scalar> {
        match element {
            Element::Scalar(scalar) => Some(scalar),
            Element::Enum(id) => Some(self.enumeration(id).underlying),
            Element::Tag(id) => Some(self.union(id).tag),
            Element::String | Element::Object(_) | Element::Union(_) => None,
        }
    }

    /// Returns whether this is a struct, which is stored in place.
    pub fn is_struct(&self, element: Element) -> bool {
        matches!(element, Element::Object(id) if self.object(id).is_struct())
    }

    /// Returns the bytes that one of these takes in a vector, an array or a table. An offset takes
    /// 4 bytes.
    pub fn element_size(&self, element: Element) -> u32 {
        match (element, self.scalar_of(element)) {
            (_, Some(scalar)) => scalar.size(),
            (Element::Object(id), None) if self.object(id).is_struct() => self.object(id).size,
            _ => 4,
        }
    }

    /// Returns the alignment of one of these in bytes.
    pub fn element_align(&self, element: Element) -> u32 {
        match (element, self.scalar_of(element)) {
            (_, Some(scalar)) => scalar.size(),
            (Element::Object(id), None) if self.object(id).is_struct() => self.object(id).align,
            _ => 4,
        }
    }

    /// Returns the bytes that the field takes in its table or struct, without padding.
    pub fn field_size(&self, field: &Field) -> u32 {
        match field.ty {
            Type::One(_) | Type::Vector(_) if field.offset64 => 8,
            Type::One(element) => self.element_size(element),
            Type::Vector(_) => 4,
            Type::Vector64(_) => 8,
            // The parser has refused larger ones.
            Type::Array(element, len) => self.element_size(element).saturating_mul(len.into()),
        }
    }

    /// Returns the alignment of the field in its table or struct, in bytes.
    pub fn field_align(&self, field: &Field) -> u32 {
        match field.ty {
            Type::Array(element, _) => self.element_align(element),
            Type::One(element) if !field.offset64 => self.element_align(element),
            _ => self.field_size(field),
        }
    }
}

fn position<T>(items: &[T], found: impl FnMut(&T) -> bool) -> Option<u32> {
    // The numbers of definitions have 32 bits, which suffice for all that were parsed.
    items
        .iter()
        .position(found)
        .and_then(|at| u32::try_from(at).ok())
}

/// A file that a schema was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The name, as it was opened.
    pub name: String,
    /// The files that it includes, in order.
    pub includes: Vec<FileId>,
    /// The C++ headers that it names with `native_include`.
    pub native_includes: Vec<String>,
}

/// The full name of a definition: its namespace, and its base name.
///
/// ```
/// use varvel::schema::fbs::Name;
/// let name = Name::new("MyGame.Example", "Monster");
/// assert_eq!((name.as_str(), name.namespace(), name.base()), ("MyGame.Example.Monster", "MyGame.Example", "Monster"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    full: String,
    /// The start of the base name.
    base: usize,
}

impl Name {
    /// Makes the name `base` in a namespace, which may be empty.
    pub fn new(namespace: &str, base: &str) -> Self {
        let mut full = String::with_capacity(namespace.len() + 1 + base.len());
        if !namespace.is_empty() {
            full.push_str(namespace);
            full.push('.');
        }
        let at = full.len();
        full.push_str(base);
        Self { full, base: at }
    }

    /// Returns the full name, with dots between its parts.
    pub fn as_str(&self) -> &str {
        &self.full
    }

    /// Returns the namespace, with dots between its parts. It is empty for a name outside of all
    /// namespaces.
    pub fn namespace(&self) -> &str {
        &self.full[..self.base.saturating_sub(1)]
    }

    /// Returns the name without its namespace.
    pub fn base(&self) -> &str {
        &self.full[self.base..]
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full)
    }
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePos {
    /// The file.
    pub file: FileId,
    /// The bytes in the file.
    pub span: Span,
}

impl Default for SourcePos {
    fn default() -> Self {
        let span = Span { start: 0, end: 0 };
        Self {
            file: FileId(0),
            span,
        }
    }
}

/// A service: calls that take a table and return one. It is kept for generators; nothing here makes
/// calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// The name.
    pub name: Name,
    /// The doc comment, one text for each line, as it is written after `///`.
    pub doc: Vec<String>,
    /// The calls, in order.
    pub calls: Vec<Call>,
    /// The attributes.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}

/// A call of a service.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name.
    pub name: String,
    /// The doc comment, one text for each line.
    pub doc: Vec<String>,
    /// The table that it takes.
    pub request: ObjectId,
    /// The table that it returns.
    pub response: ObjectId,
    /// The attributes: `streaming`, `idempotent`, others.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}
