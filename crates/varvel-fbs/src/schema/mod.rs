//! What a FlatBuffers schema is made of: tables and structs with their layout, enums, unions,
//! services, files.
//!
//! Definitions stand in lists and name each other by number, so nothing here recurses. Slots,
//! offsets, sizes and alignments are worked out: a runtime or a generator needs nothing more. Of a
//! schema that the parser gave, these hold:
//!
//! - Every number of a definition or file is one of this schema.
//! - `fields[n].slot == n`, in tables and structs. The tag of a union stands in the slot before it.
//! - Structs hold scalars, enums and structs alone, not themselves; their offsets ascend, aligned,
//!   without overlap, inside [`Object::size`].
//! - No two definitions have one name, no two fields of an object, no two values of an enum.
//! - Defaults are of their field's type and fit it.

mod attributes;
mod enums;
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
pub use object::{Base64, DefaultValue, Field, Hash, Nested, Object, ObjectKind, Presence};
pub use types::{Element, Scalar, Type};

/// A file that was read, by its number in [`Schema::files`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A table or struct, by its number in [`Schema::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// An enum, by its number in [`Schema::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// A union, by its number in [`Schema::unions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnionId(pub u32);

/// A FlatBuffers schema.
///
/// ```
/// use varvel_fbs::Schema;
/// let schema = Schema::default();
/// assert!(schema.objects.is_empty() && schema.object_named("Monster").is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The files that it was read from; the first is the one that was asked for.
    pub files: Vec<File>,
    /// Tables and structs, in the order in which they are declared, included files first.
    pub objects: Vec<Object>,
    /// Enums, likewise.
    pub enums: Vec<Enum>,
    /// Unions, likewise.
    pub unions: Vec<Union>,
    /// Services, likewise.
    pub services: Vec<Service>,
    /// The user's own attributes that `attribute` declares.
    pub attributes: Vec<String>,
    /// The table that a buffer is.
    pub root: Option<ObjectId>,
    /// The four bytes that tell buffers of this schema from others.
    pub file_identifier: Option<String>,
    /// How names of files end that hold such buffers; without the dot.
    pub file_extension: Option<String>,
}

impl Schema {
    /// The table or struct of this number.
    ///
    /// # Panics
    /// If it is one of another schema, with more objects than this one.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// The enum of this number.
    ///
    /// # Panics
    /// If it is one of another schema, with more enums than this one.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// The union of this number.
    ///
    /// # Panics
    /// If it is one of another schema, with more unions than this one.
    pub fn union(&self, id: UnionId) -> &Union {
        &self.unions[id.0 as usize]
    }

    /// The file of this number.
    ///
    /// # Panics
    /// If it is one of another schema, with more files than this one.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// The table or struct of this full name (`MyGame.Example.Monster`), in time linear in their
    /// number.
    pub fn object_named(&self, name: &str) -> Option<ObjectId> {
        position(&self.objects, |object| object.name.as_str() == name).map(ObjectId)
    }

    /// The enum of this full name, likewise.
    pub fn enum_named(&self, name: &str) -> Option<EnumId> {
        position(&self.enums, |e| e.name.as_str() == name).map(EnumId)
    }

    /// The union of this full name, likewise.
    pub fn union_named(&self, name: &str) -> Option<UnionId> {
        position(&self.unions, |union| union.name.as_str() == name).map(UnionId)
    }

    /// The schema without the files and places that it was read from, so that it equals one that
    /// was written elsewhere.
    ///
    /// ```
    /// use varvel_fbs::parse_text;
    /// let schema = parse_text("table  T { a : int = 0x1; }")?.without_places();
    /// assert_eq!(parse_text(&schema.to_string())?.without_places(), schema);
    /// # Ok::<(), varvel_fbs::Problems>(())
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

    /// The scalar that a value of this type is stored as, if it is one: of an enum, or of a union's
    /// tag, the integer below it.
    pub fn scalar_of(&self, element: Element) -> Option<Scalar> {
        match element {
            Element::Scalar(scalar) => Some(scalar),
            Element::Enum(id) => Some(self.enumeration(id).underlying),
            Element::Tag(id) => Some(self.union(id).tag),
            Element::String | Element::Object(_) | Element::Union(_) => None,
        }
    }

    /// Whether this is a struct, which stands in place.
    pub fn is_struct(&self, element: Element) -> bool {
        matches!(element, Element::Object(id) if self.object(id).is_struct())
    }

    /// How many bytes one of these takes where it stands: in a vector, an array or a table. Offsets
    /// take 4.
    pub fn element_size(&self, element: Element) -> u32 {
        match (element, self.scalar_of(element)) {
            (_, Some(scalar)) => scalar.size(),
            (Element::Object(id), None) if self.object(id).is_struct() => self.object(id).size,
            _ => 4,
        }
    }

    /// At which multiple of bytes one of these stands.
    pub fn element_align(&self, element: Element) -> u32 {
        match (element, self.scalar_of(element)) {
            (_, Some(scalar)) => scalar.size(),
            (Element::Object(id), None) if self.object(id).is_struct() => self.object(id).align,
            _ => 4,
        }
    }

    /// How many bytes the field takes in its table or struct, padding behind it aside.
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

    /// At which multiple of bytes the field stands in its table or struct.
    pub fn field_align(&self, field: &Field) -> u32 {
        match field.ty {
            Type::Array(element, _) => self.element_align(element),
            Type::One(element) if !field.offset64 => self.element_align(element),
            _ => self.field_size(field),
        }
    }
}

fn position<T>(items: &[T], found: impl FnMut(&T) -> bool) -> Option<u32> {
    // Numbers of definitions are 32 bits wide, and so are those of all that were parsed.
    items
        .iter()
        .position(found)
        .and_then(|at| u32::try_from(at).ok())
}

/// A file that a schema was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its name, as it was opened.
    pub name: String,
    /// The files that it includes, in order.
    pub includes: Vec<FileId>,
    /// The C++ headers that it names with `native_include`.
    pub native_includes: Vec<String>,
}

/// The full name of a definition: its namespace, and its own name.
///
/// ```
/// use varvel_fbs::Name;
/// let name = Name::new("MyGame.Example", "Monster");
/// assert_eq!((name.as_str(), name.namespace(), name.base()), ("MyGame.Example.Monster", "MyGame.Example", "Monster"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    full: String,
    /// Where the own name begins.
    base: usize,
}

impl Name {
    /// The name `base` in a namespace, which may be empty.
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

    /// All of it, with dots between.
    pub fn as_str(&self) -> &str {
        &self.full
    }

    /// The namespace, with dots between its parts; empty outside of any.
    pub fn namespace(&self) -> &str {
        &self.full[..self.base.saturating_sub(1)]
    }

    /// The name without its namespace.
    pub fn base(&self) -> &str {
        &self.full[self.base..]
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full)
    }
}

/// Where something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePos {
    /// The file.
    pub file: FileId,
    /// Its bytes there.
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

/// A service: calls that take a table and give one. Kept for generators; nothing here makes calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// The name.
    pub name: Name,
    /// What is said of it, line by line, as it stands behind `///`.
    pub doc: Vec<String>,
    /// The calls, in order.
    pub calls: Vec<Call>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}

/// A call of a service.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name.
    pub name: String,
    /// What is said of it, line by line.
    pub doc: Vec<String>,
    /// The table that it takes.
    pub request: ObjectId,
    /// The table that it gives.
    pub response: ObjectId,
    /// Its attributes: `streaming`, `idempotent`, others.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}
