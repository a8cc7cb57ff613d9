//! The field table: everything that a schema says about the bytes of a buffer, as plain data.
//!
//! One [`Layout`] serves the verifier, the accessors, the builder and reflection. Since all of them
//! read the same table, verified buffers can be read without checks. A generator writes the table
//! as a `const`; reflection makes it at run time from its own vectors. A layout borrows flat
//! slices, and types refer to objects by index. So a schema that refers to itself needs no special
//! case, and nothing owns a part of itself.
//!
//! A [`Layout`] is right by construction: [`Layout::new`] and [`Layout::try_new`] check everything
//! that others rely on, in a `const` at compile time. See there for the list.
//!
//! Facts about the format come from the FlatBuffers documentation, "FlatBuffer Internals", and from
//! `reflection.fbs`.

mod check;
mod types;

pub use check::Fault;
pub use varvel_core::codec::Base64;

pub use types::{Element, Hash, MemberType, Presence, Scalar, TableOrStruct, Type, Width};

/// The place of a name in the names of its layout.
///
/// ```
/// use varvel_flatbuffers::layout::Name;
/// const POOL: &str = "Monster name";
/// assert_eq!(Name::new(8, 4).of(POOL), "name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    start: u32,
    len: u32,
}

impl Name {
    /// Makes the name of `len` bytes from byte `start` of the pool on.
    pub const fn new(start: u32, len: u32) -> Self {
        Self { start, len }
    }

    /// Returns the range of bytes in the pool.
    ///
    /// ```
    /// use varvel_flatbuffers::layout::Name;
    /// assert_eq!(Name::new(8, 4).range(), 8..12);
    /// ```
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }

    /// Returns the text of the name, or the empty string if it is outside of the pool, which a
    /// layout refuses.
    pub const fn of(self, pool: &str) -> &str {
        let (Some((_, rest)), len) = (
            pool.split_at_checked(self.start as usize),
            self.len as usize,
        ) else {
            return "";
        };
        match rest.split_at_checked(len) {
            Some((name, _)) => name,
            None => "",
        }
    }

    /// Finds the first place of `name` in `pool`, for tables that are written by hand. This takes
    /// quadratic time; a generator knows the places.
    ///
    /// # Panics
    /// Panics if the name is not there: in a `const` at compile time.
    ///
    /// ```
    /// use varvel_flatbuffers::layout::Name;
    /// const NAME: Name = Name::find("Monster name", "name");
    /// assert_eq!(NAME, Name::new(8, 4));
    /// ```
    pub const fn find(pool: &str, name: &str) -> Self {
        let (pool, name) = (pool.as_bytes(), name.as_bytes());
        let mut start = 0;
        while start + name.len() <= pool.len() {
            let mut len = 0;
            while len < name.len() && pool[start + len] == name[len] {
                len += 1;
            }
            if len == name.len() {
                return Self::new(start as u32, len as u32);
            }
            start += 1;
        }
        panic!("the name is not in the pool")
    }
}

/// A range of items, `first..first + len`, in one of a layout's slices.
///
/// ```
/// use varvel_flatbuffers::layout::List;
/// assert_eq!(List::new(2, 3).range(), 2..5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    first: u32,
    len: u32,
}

impl List {
    /// The empty list.
    pub const EMPTY: Self = Self::new(0, 0);

    /// Makes a list of `len` items from `first` on.
    pub const fn new(first: u32, len: u32) -> Self {
        Self { first, len }
    }

    /// Returns the number of items.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no items.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the range of indices.
    pub const fn range(self) -> core::ops::Range<usize> {
        self.first as usize..self.first as usize + self.len as usize
    }

    const fn of<T>(self, all: &[T]) -> &[T] {
        let (_, rest) = all.split_at(self.first as usize);
        rest.split_at(self.len as usize).0
    }
}

/// A table or a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// The full name, such as `MyGame.Example.Monster`.
    pub name: Name,
    /// Whether it is a table or a struct, and the size of a struct.
    pub shape: TableOrStruct,
    /// The fields. Those of a table are ordered by id from 0 on without a gap, with deprecated
    /// ones, and with the tag of a union right before the union. Those of a struct are ordered by
    /// offset.
    pub fields: List,
    /// The index of the field by which vectors of these objects are sorted.
    pub key: Option<u16>,
    /// The file identifier of buffers whose root is this table, if the layout has several roots.
    pub identifier: Option<[u8; 4]>,
}

impl Object {
    /// Makes a table.
    pub const fn table(name: Name, fields: List) -> Self {
        let shape = TableOrStruct::Table;
        Self {
            name,
            shape,
            fields,
            key: None,
            identifier: None,
        }
    }

    /// Makes a struct of `size` bytes.
    pub const fn structure(name: Name, size: u32, align: u16, fields: List) -> Self {
        let shape = TableOrStruct::Struct { size, align };
        Self {
            name,
            shape,
            fields,
            key: None,
            identifier: None,
        }
    }

    /// Sets the field by which vectors of these objects are sorted.
    pub const fn key(mut self, field: u16) -> Self {
        self.key = Some(field);
        self
    }

    /// Sets the file identifier of buffers whose root is this table.
    pub const fn identified(mut self, identifier: [u8; 4]) -> Self {
        self.identifier = Some(identifier);
        self
    }
}

/// A field of a table or a struct.
///
/// ```
/// use varvel_flatbuffers::layout::{Field, Name, Presence, Scalar, Type};
/// const HP: Field = Field::new(Name::new(0, 2), Type::Scalar(Scalar::I16)).default_bits(100);
/// assert_eq!(HP.presence, Presence::Default(100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
    /// The meaning of its absence. It means nothing in a struct.
    pub presence: Presence,
    /// The offset from the start of the struct, in bytes. It means nothing in a table, whose slot
    /// in the vtable follows from the id: see [`Layout::slot`].
    pub offset: u32,
    /// The enum that names its numbers. The numbers are a scalar, or the elements of a vector or an
    /// array.
    pub symbols: Option<u32>,
    /// Whether it is no longer written, and has no accessor.
    pub deprecated: bool,
    /// The widths of its offset and its length.
    pub width: Width,
    /// An alignment of a vector's elements that is larger than their own; 0 for none.
    pub force_align: u16,
    /// Whether equal strings of such fields are written once.
    pub shared: bool,
    /// The hash that makes the number from a string in JSON.
    pub hash: Hash,
    /// The text form of its bytes: `base64` and `base64url` of the schema.
    pub base64: Option<Base64>,
    /// Whether an array of bytes is text with zeros behind it: `char` of the schema.
    pub chars: bool,
}

impl Field {
    /// Makes a field that may be absent. A scalar has the default 0, and all other types are
    /// optional.
    pub const fn new(name: Name, ty: Type) -> Self {
        let presence = match ty {
            Type::Scalar(_) | Type::Tag(_) => Presence::Default(0),
            _ => Presence::Optional,
        };
        Self {
            name,
            ty,
            presence,
            offset: 0,
            symbols: None,
            deprecated: false,
            width: Width::Narrow,
            force_align: 0,
            shared: false,
            hash: Hash::None,
            base64: None,
            chars: false,
        }
    }

    /// Sets the default by its bits in its own width: `f32::to_bits` for a float, and two's
    /// complement for a negative number.
    pub const fn default_bits(self, bits: u64) -> Self {
        self.presence(Presence::Default(bits))
    }

    /// Sets the presence.
    pub const fn presence(mut self, presence: Presence) -> Self {
        self.presence = presence;
        self
    }

    /// Makes the field required.
    pub const fn required(self) -> Self {
        self.presence(Presence::Required)
    }

    /// Makes a scalar that may be absent, without a default.
    pub const fn optional(self) -> Self {
        self.presence(Presence::Optional)
    }

    /// Sets the offset in the struct.
    pub const fn at(mut self, offset: u32) -> Self {
        self.offset = offset;
        self
    }

    /// Sets the enum that names its numbers.
    pub const fn symbols(mut self, index: u32) -> Self {
        self.symbols = Some(index);
        self
    }

    /// Makes the field deprecated.
    pub const fn deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// Sets the widths of its offset and its length.
    pub const fn width(mut self, width: Width) -> Self {
        self.width = width;
        self
    }

    /// Sets the alignment of its elements.
    pub const fn force_align(mut self, align: u16) -> Self {
        self.force_align = align;
        self
    }

    /// Makes equal strings be written once.
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Sets the hash that makes the number from a string in JSON.
    pub const fn hash(mut self, hash: Hash) -> Self {
        self.hash = hash;
        self
    }

    /// Sets the text form of its bytes.
    pub const fn base64(mut self, base64: Base64) -> Self {
        self.base64 = Some(base64);
        self
    }

    /// Makes an array of bytes text.
    pub const fn chars(mut self) -> Self {
        self.chars = true;
        self
    }
}

/// A union: the list of members that its tag selects from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Union {
    /// The full name.
    pub name: Name,
    /// The integer type that stores the tag.
    pub tag: Scalar,
    /// The members, by increasing tags. `NONE`, with tag 0, is not among them.
    pub members: List,
}

/// A member of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name in the union.
    pub name: Name,
    /// The tag, never 0, as a signed number.
    pub tag: i64,
    /// The type.
    pub ty: MemberType,
}

/// An enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enum {
    /// The full name.
    pub name: Name,
    /// The integer type that stores it.
    pub scalar: Scalar,
    /// Whether its numbers are sets of bits.
    pub bit_flags: bool,
    /// The names, by increasing numbers.
    pub symbols: List,
}

/// A named number of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: Name,
    /// The number. For an unsigned enum these are the bits of the `u64`. For `bit_flags` it is the
    /// bit itself, not its index.
    pub value: i64,
}

/// The slices of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// All names, one after the other.
    pub names: &'a str,
    /// All tables and structs.
    pub objects: &'a [Object],
    /// The fields of the objects.
    pub fields: &'a [Field],
    /// All unions.
    pub unions: &'a [Union],
    /// The members of the unions.
    pub members: &'a [Member],
    /// All enums.
    pub enums: &'a [Enum],
    /// The symbols of the enums.
    pub symbols: &'a [Symbol],
    /// The root: a table, or a struct.
    pub root: Option<u32>,
    /// The file identifier: the four bytes after the root offset.
    pub file_identifier: Option<[u8; 4]>,
}

impl Parts<'_> {
    /// The parts of an empty layout.
    pub const EMPTY: Self = Self {
        names: "",
        objects: &[],
        fields: &[],
        unions: &[],
        members: &[],
        enums: &[],
        symbols: &[],
        root: None,
        file_identifier: None,
    };
}

/// The field table of a schema.
///
/// ```
/// use varvel_flatbuffers::layout::{Field, Layout, List, Name, Object, Parts, Scalar, Type};
/// const NAMES: &str = "Point x y";
/// const POINTS: Layout<'static> = Layout::new(Parts {
///     names: NAMES,
///     objects: &[Object::table(Name::find(NAMES, "Point"), List::new(0, 2))],
///     fields: &[
///         Field::new(Name::find(NAMES, "x"), Type::Scalar(Scalar::F32)),
///         Field::new(Name::find(NAMES, "y"), Type::Scalar(Scalar::F32)),
///     ],
///     root: Some(0),
///     ..Parts::EMPTY
/// });
/// assert_eq!(POINTS.name(POINTS.fields(0)[1].name), "y");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    parts: Parts<'a>,
}

impl<'a> Layout<'a> {
    /// Makes a layout of these parts.
    ///
    /// # Panics
    /// Panics if [`Layout::try_new`] returns a fault: in a `const` at compile time.
    pub const fn new(parts: Parts<'a>) -> Self {
        match Self::try_new(parts) {
            Ok(layout) => layout,
            Err(fault) => panic!("{}", fault.what),
        }
    }

    /// Makes a layout of these parts, and checks them once, in linear time.
    ///
    /// # Errors
    /// Returns the first [`Fault`]. A layout guarantees:
    /// * Every list, name and index is in bounds and refers to the right kind. No table has more
    ///   than 32,765 fields.
    /// * A struct contains only scalars, structs and arrays of these. They follow each other
    ///   without overlap, each within the struct at a multiple of its alignment. The size of a
    ///   struct is a multiple of its alignment, and not 0. No struct contains itself.
    /// * A union (or a vector of unions) has its tag (or its vector of tags) in the field right
    ///   before it. Members are sorted by tag.
    /// * The presence of a field is one that its type allows. Only strings, bytes and vectors of
    ///   scalars and structs are wide.
    /// * A key is a scalar, a string, a struct or an array, and not deprecated. Only arrays of
    ///   bytes are text. The root is a table or a struct.
    pub const fn try_new(parts: Parts<'a>) -> Result<Self, Fault> {
        match check::parts(&parts) {
            Ok(()) => Ok(Self { parts }),
            Err(fault) => Err(fault),
        }
    }

    /// Makes a layout of parts that [`Layout::try_new`] has accepted, and that have not changed
    /// since.
    #[cfg(feature = "reflect")]
    pub(crate) const fn known(parts: Parts<'a>) -> Self {
        Self { parts }
    }

    /// Returns the slices of the layout.
    pub const fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    /// Returns the text of a name, or the empty string if the name is not of this layout.
    pub const fn name(&self, name: Name) -> &'a str {
        name.of(self.parts.names)
    }

    /// Returns all tables and structs.
    pub const fn objects(&self) -> &'a [Object] {
        self.parts.objects
    }

    /// Returns the fields of the object with this index.
    ///
    /// # Panics
    /// Panics if there is no such object.
    pub const fn fields(&self, object: usize) -> &'a [Field] {
        self.parts.objects[object].fields.of(self.parts.fields)
    }

    /// Returns all unions.
    pub const fn unions(&self) -> &'a [Union] {
        self.parts.unions
    }

    /// Returns the members of the union with this index.
    ///
    /// # Panics
    /// Panics if there is no such union.
    pub const fn members(&self, union: usize) -> &'a [Member] {
        self.parts.unions[union].members.of(self.parts.members)
    }

    /// Returns the member of this union with this tag. This takes constant time if tags count from
    /// 1 on, otherwise a binary search.
    ///
    /// # Panics
    /// Panics if there is no such union.
    pub const fn member(&self, union: usize, tag: i64) -> Option<&'a Member> {
        let members = self.members(union);
        let direct = tag.wrapping_sub(1);
        if direct >= 0 && (direct as u64) < members.len() as u64 {
            let member = &members[direct as usize];
            if member.tag == tag {
                return Some(member);
            }
        }
        let (mut low, mut high) = (0, members.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if members[middle].tag < tag {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < members.len() && members[low].tag == tag {
            return Some(&members[low]);
        }
        None
    }

    /// Returns all enums.
    pub const fn enums(&self) -> &'a [Enum] {
        self.parts.enums
    }

    /// Returns the symbols of the enum with this index.
    ///
    /// # Panics
    /// Panics if there is no such enum.
    pub const fn symbols(&self, index: usize) -> &'a [Symbol] {
        self.parts.enums[index].symbols.of(self.parts.symbols)
    }

    /// Returns the root: a table, or a struct.
    pub const fn root(&self) -> Option<usize> {
        match self.parts.root {
            Some(root) => Some(root as usize),
            None => None,
        }
    }

    /// Returns the file identifier: the four bytes after the root offset.
    pub const fn file_identifier(&self) -> Option<[u8; 4]> {
        self.parts.file_identifier
    }

    /// Returns the file identifier of buffers whose root is the object with this index: its own
    /// one, or that of the schema if the schema has no other root.
    ///
    /// # Panics
    /// Panics if there is no such object.
    pub const fn identifier(&self, object: usize) -> Option<[u8; 4]> {
        match (self.parts.objects[object].identifier, self.parts.root) {
            (Some(identifier), _) => Some(identifier),
            (None, Some(root)) if root as usize != object => None,
            (None, _) => self.parts.file_identifier,
        }
    }

    /// Returns the position in a vtable, in bytes, of the offset of the field with this id.
    ///
    /// ```
    /// use varvel_flatbuffers::layout::Layout;
    /// assert_eq!(Layout::slot(0), 4);
    /// assert_eq!(Layout::slot(3), 10);
    /// ```
    pub const fn slot(field: usize) -> usize {
        4 + 2 * field
    }

    /// Returns the size and the alignment of the bytes that a field of this type takes in place. In
    /// a table that is the offset, if the type has one.
    pub const fn inline(&self, ty: Type, width: Width) -> (usize, usize) {
        self.parts.inline(ty, width)
    }

    /// Returns the size and the alignment of an element of a vector.
    pub const fn element(&self, element: Element) -> (usize, usize) {
        self.parts.element(element)
    }
}
