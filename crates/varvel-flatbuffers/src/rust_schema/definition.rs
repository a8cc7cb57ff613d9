//! Definitions of types, and the layout that is made from them.

use crate::layout::{
    Element, Enum, Field, Layout, List, Member, MemberType, Name, Object, Parts, Presence, Scalar,
    Symbol, TableOrStruct, Type, Union,
};
use crate::schema::Schema;

use super::field::FieldType;
use super::in_place::InPlace;

/// A Rust struct that is a table, or a struct in place.
pub trait DefinedObject {
    /// The definition of the type.
    const DEFINITION: &'static ObjectDefinition;
}

/// A Rust enum of integers.
pub trait DefinedEnum {
    /// The definition of the type.
    const DEFINITION: &'static EnumDefinition;
}

/// An enum that belongs to a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is in no FlatBuffers schema",
    label = "add it to the `enums:` of a `varvel_flatbuffers::schema!`"
)]
pub trait EnumOf {
    /// The schema.
    type Schema: Schema;

    /// The index in that schema's enums.
    const ENUM: usize;
}

/// A Rust enum whose variants hold values: a union.
pub trait DefinedUnion {
    /// The definition of the type.
    const DEFINITION: &'static UnionDefinition;
}

/// A union that belongs to a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is in no FlatBuffers schema",
    label = "add it to the `unions:` of a `varvel_flatbuffers::schema!`"
)]
pub trait UnionOf {
    /// The schema.
    type Schema: Schema;

    /// The index in that schema's unions.
    const UNION: usize;
}

/// The definition of a table or a struct in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectDefinition {
    /// The name.
    pub name: &'static str,
    /// The fields, in order.
    pub fields: &'static [FieldDefinition],
    /// Whether it is a table or a struct.
    pub shape: TableOrStruct,
}

/// The definition of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldDefinition {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub ty: Type,
    /// The meaning of its absence.
    pub presence: Presence,
    /// The enum that names its numbers.
    pub symbols: Option<u32>,
    /// The offset in a struct in place.
    pub offset: u32,
}

impl FieldDefinition {
    /// Makes a field of this type.
    pub const fn of<S: Schema, V: FieldType<S>>(name: &'static str) -> Self {
        Self {
            name,
            ty: V::TYPE,
            presence: V::PRESENCE,
            symbols: V::SYMBOLS,
            offset: 0,
        }
    }

    /// Makes a field of this type for a struct in place. The offset is set later.
    pub const fn in_place<S: Schema, V: InPlace<S>>(name: &'static str) -> Self {
        Self {
            name,
            ty: V::TYPE,
            presence: Presence::Default(0),
            symbols: V::SYMBOLS,
            offset: 0,
        }
    }

    /// Returns the number of fields that it takes in the table: two for a union, whose tag is the
    /// field before it.
    pub const fn slots(&self) -> usize {
        match self.ty {
            Type::Union(_) | Type::Vector(Element::Union(_)) => 2,
            _ => 1,
        }
    }

    /// Returns the index in the table of the field at `index` of `fields`. For a union it is the
    /// index of its value.
    pub const fn index(fields: &[Self], index: usize) -> usize {
        let mut slots = 0;
        let mut k = 0;
        while k <= index {
            slots += fields[k].slots();
            k += 1;
        }
        slots - 1
    }

    /// Returns the type of the tag field of a union.
    const fn tag(&self) -> Type {
        match self.ty {
            Type::Vector(Element::Union(union)) => Type::Vector(Element::Tag(union)),
            Type::Union(union) => Type::Tag(union),
            _ => self.ty,
        }
    }

    /// Makes the field optional, since Rust has a default for it. A number becomes optional, too:
    /// the format reads an absent number as 0, which may not be Rust's default.
    pub const fn defaulted(mut self) -> Self {
        self.presence = Presence::Optional;
        self
    }
}

/// The definition of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumDefinition {
    /// The name.
    pub name: &'static str,
    /// The integer type that stores it.
    pub scalar: Scalar,
    /// The names with their numbers, in any order. For an unsigned enum these are the bits of the
    /// `u64`.
    pub symbols: &'static [(&'static str, i64)],
}

impl EnumDefinition {
    /// Returns the number that is read if the field is absent: 0 if that is one of the numbers,
    /// else the first.
    pub const fn default(&self) -> i64 {
        let mut k = 0;
        while k < self.symbols.len() {
            if self.symbols[k].1 == 0 {
                return 0;
            }
            k += 1;
        }
        assert!(
            !self.symbols.is_empty(),
            "an enum without variants has no value"
        );
        self.symbols[0].1
    }
}

/// The definition of a union. Its variants have the tags 1, 2, 3 and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionDefinition {
    /// The name.
    pub name: &'static str,
    /// The names and the types of its variants.
    pub members: &'static [(&'static str, MemberType)],
}

/// Returns the position of `name` among `names`. There are few types, and this runs at compile
/// time.
pub const fn position(names: &[&str], name: &str) -> usize {
    let mut k = 0;
    while k < names.len() {
        if is_equal(names[k].as_bytes(), name.as_bytes()) {
            return k;
        }
        k += 1;
    }
    panic!("the name is not in the list")
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut k = 0;
    while k < one.len() && k < other.len() && one[k] == other[k] {
        k += 1;
    }
    k == one.len() && k == other.len()
}

/// Returns whether a field has the name of this union's tag.
const fn has_tag(fields: &[FieldDefinition], union: &str) -> bool {
    let mut k = 0;
    while k < fields.len() {
        if let Some((one, other)) = fields[k].name.as_bytes().split_at_checked(union.len())
            && is_equal(one, union.as_bytes())
            && is_equal(other, TAG.as_bytes())
        {
            return true;
        }
        k += 1;
    }
    false
}

/// The numbers of a schema's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The bytes of all names.
    pub names: usize,
    /// The tables, and structs in place.
    pub objects: usize,
    /// The fields of the objects.
    pub fields: usize,
    /// The enums.
    pub enums: usize,
    /// The symbols of the enums.
    pub symbols: usize,
    /// The unions.
    pub unions: usize,
    /// The members of the unions.
    pub members: usize,
}

/// The suffix of a tag's name after the name of its union.
const TAG: &str = "_type";

impl Sizes {
    /// Returns the sizes of these types.
    pub const fn of(
        objects: &[&ObjectDefinition],
        enums: &[&EnumDefinition],
        unions: &[&UnionDefinition],
    ) -> Self {
        let mut sizes = Self {
            names: 0,
            objects: objects.len(),
            fields: 0,
            enums: enums.len(),
            symbols: 0,
            unions: unions.len(),
            members: 0,
        };
        let mut i = 0;
        while i < objects.len() {
            sizes.names += objects[i].name.len();
            let mut k = 0;
            while k < objects[i].fields.len() {
                let field = &objects[i].fields[k];
                sizes.fields += field.slots();
                sizes.names += field.slots() * field.name.len();
                if field.slots() == 2 {
                    sizes.names += TAG.len();
                }
                k += 1;
            }
            i += 1;
        }
        i = 0;
        while i < unions.len() {
            sizes.names += unions[i].name.len();
            sizes.members += unions[i].members.len();
            let mut k = 0;
            while k < unions[i].members.len() {
                sizes.names += unions[i].members[k].0.len();
                k += 1;
            }
            i += 1;
        }
        i = 0;
        while i < enums.len() {
            sizes.names += enums[i].name.len();
            sizes.symbols += enums[i].symbols.len();
            let mut k = 0;
            while k < enums[i].symbols.len() {
                sizes.names += enums[i].symbols[k].0.len();
                k += 1;
            }
            i += 1;
        }
        sizes
    }
}

/// The parts of a layout, in a constant.
#[derive(Debug)]
pub struct Pool<
    const N: usize,
    const T: usize,
    const F: usize,
    const E: usize,
    const Y: usize,
    const U: usize,
    const M: usize,
> {
    names: [u8; N],
    /// The number of bytes of the names so far.
    end: usize,
    objects: [Object; T],
    fields: [Field; F],
    enums: [Enum; E],
    symbols: [Symbol; Y],
    unions: [Union; U],
    members: [Member; M],
}

impl<
    const N: usize,
    const T: usize,
    const F: usize,
    const E: usize,
    const Y: usize,
    const U: usize,
    const M: usize,
> Pool<N, T, F, E, Y, U, M>
{
    /// Makes the parts of these types. [`Sizes::of`] gives the numbers in the type's parameters.
    pub const fn new(
        objects: &[&ObjectDefinition],
        enums: &[&EnumDefinition],
        unions: &[&UnionDefinition],
    ) -> Self {
        const NAME: Name = Name::new(0, 0);
        let mut pool = Self {
            names: [0; N],
            end: 0,
            objects: [Object::table(NAME, List::EMPTY); T],
            fields: [Field::new(NAME, Type::String); F],
            enums: [Enum {
                name: NAME,
                scalar: Scalar::U8,
                bit_flags: false,
                symbols: List::EMPTY,
            }; E],
            symbols: [Symbol {
                name: NAME,
                value: 0,
            }; Y],
            unions: [Union {
                name: NAME,
                tag: Scalar::U8,
                members: List::EMPTY,
            }; U],
            members: [Member {
                name: NAME,
                tag: 0,
                ty: MemberType::String,
            }; M],
        };
        let (mut fields, mut symbols, mut members) = (0, 0, 0);
        let mut i = 0;
        while i < T {
            fields = pool.object(i, fields, objects[i]);
            i += 1;
        }
        i = 0;
        while i < E {
            symbols = pool.enumeration(i, symbols, enums[i]);
            i += 1;
        }
        i = 0;
        while i < U {
            members = pool.union(i, members, unions[i]);
            i += 1;
        }
        pool
    }

    /// Adds a table or a struct, whose fields begin at `first`. Returns the end of its fields.
    const fn object(&mut self, index: usize, first: usize, object: &ObjectDefinition) -> usize {
        let name = self.name(object.name, "");
        let mut next = first;
        let mut k = 0;
        while k < object.fields.len() {
            let of = &object.fields[k];
            if of.slots() == 2 {
                assert!(
                    !has_tag(object.fields, of.name),
                    "a field has the name of a union's tag, which is that of the union with `_type` behind it: rename one of both"
                );
                let tag = Field::new(self.name(of.name, TAG), of.tag());
                self.fields[next] = match of.ty {
                    // The vector of tags is present if and only if the vector of values is.
                    Type::Vector(_) => tag.presence(of.presence),
                    _ => tag,
                };
                next += 1;
            }
            let mut field = Field::new(self.name(of.name, ""), of.ty).presence(of.presence);
            field.symbols = of.symbols;
            field.offset = of.offset;
            self.fields[next] = field;
            next += 1;
            k += 1;
        }
        let fields = List::new(first as u32, (next - first) as u32);
        self.objects[index] = match object.shape {
            TableOrStruct::Table => Object::table(name, fields),
            TableOrStruct::Struct { size, align } => Object::structure(name, size, align, fields),
        };
        next
    }

    /// Adds an enum, whose symbols begin at `first`. Returns the end of its symbols.
    const fn enumeration(&mut self, index: usize, first: usize, of: &EnumDefinition) -> usize {
        let len = of.symbols.len();
        self.enums[index] = Enum {
            name: self.name(of.name, ""),
            scalar: of.scalar,
            bit_flags: false,
            symbols: List::new(first as u32, len as u32),
        };
        let mut k = 0;
        while k < len {
            let symbol = Symbol {
                name: self.name(of.symbols[k].0, ""),
                value: of.symbols[k].1,
            };
            // A layout has the symbols by increasing numbers.
            let mut at = first + k;
            while at > first && is_less(of.scalar, symbol.value, self.symbols[at - 1].value) {
                self.symbols[at] = self.symbols[at - 1];
                at -= 1;
            }
            self.symbols[at] = symbol;
            k += 1;
        }
        first + len
    }

    /// Adds a union, whose members begin at `first`. Returns the end of its members.
    const fn union(&mut self, index: usize, first: usize, of: &UnionDefinition) -> usize {
        let len = of.members.len();
        assert!(len <= u8::MAX as usize, "a union has at most 255 variants");
        self.unions[index] = Union {
            name: self.name(of.name, ""),
            tag: Scalar::U8,
            members: List::new(first as u32, len as u32),
        };
        let mut k = 0;
        while k < len {
            let (name, ty) = of.members[k];
            self.members[first + k] = Member {
                name: self.name(name, ""),
                tag: k as i64 + 1,
                ty,
            };
            k += 1;
        }
        first + len
    }

    /// Adds a name that consists of two parts.
    const fn name(&mut self, one: &str, other: &str) -> Name {
        let start = self.end;
        self.bytes(one.as_bytes());
        self.bytes(other.as_bytes());
        Name::new(start as u32, (self.end - start) as u32)
    }

    const fn bytes(&mut self, bytes: &[u8]) {
        let mut k = 0;
        while k < bytes.len() {
            self.names[self.end] = bytes[k];
            self.end += 1;
            k += 1;
        }
    }

    /// Makes the layout, with the first table as its root.
    pub const fn layout(&'static self, file_identifier: Option<[u8; 4]>) -> Layout<'static> {
        let Ok(names) = core::str::from_utf8(&self.names) else {
            panic!("names are strings")
        };
        Layout::new(Parts {
            names,
            objects: &self.objects,
            fields: &self.fields,
            unions: &self.unions,
            members: &self.members,
            enums: &self.enums,
            symbols: &self.symbols,
            root: if T == 0 { None } else { Some(0) },
            file_identifier,
        })
    }
}

const fn is_less(scalar: Scalar, one: i64, other: i64) -> bool {
    match scalar.is_signed() {
        true => one < other,
        false => (one as u64) < other as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a field has the name of a union's tag")]
    fn no_field_is_called_as_a_tag() {
        const fn field(name: &'static str, ty: Type) -> FieldDefinition {
            FieldDefinition {
                name,
                ty,
                presence: Presence::Optional,
                symbols: None,
                offset: 0,
            }
        }
        let object = ObjectDefinition {
            name: "A",
            fields: &const {
                [
                    field("kind_type", Type::String),
                    field("kind", Type::Union(0)),
                ]
            },
            shape: TableOrStruct::Table,
        };
        let union = UnionDefinition {
            name: "B",
            members: &[],
        };
        let _ = Pool::<24, 1, 3, 0, 0, 1, 0>::new(&[&object], &[], &[&union]);
    }
}
