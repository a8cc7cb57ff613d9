//! The field table: all that a schema says of the bytes of a buffer, as plain data.
//!
//! One [`Layout`] serves the verifier, the accessors, the builder and reflection; that they read
//! the same table is why what is verified can be read without a check. A generator writes it as a
//! `const`, reflection makes it at run time over vectors of its own: it borrows six flat slices,
//! and types refer to objects by index, so that a schema which refers to itself is nothing special
//! and nothing owns a part of itself.
//!
//! A [`Layout`] is right by construction: [`Layout::new`] and [`Layout::try_new`] check what
//! everyone else relies on (see there), in a `const` at compile time.
//!
//! Facts of the format are those of the FlatBuffers documentation, "FlatBuffer Internals", and of
//! `reflection.fbs`.

mod check;
mod types;

pub use check::Fault;
pub use varvel_core::codec::Base64;

pub use types::{Element, Hash, MemberType, Presence, Scalar, TableOrStruct, Type, Width};

/// Where a name stands in the pool of names of its layout.
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
    /// The name of `len` bytes from byte `start` of the pool on.
    pub const fn new(start: u32, len: u32) -> Self {
        Self { start, len }
    }

    /// The bytes of the pool where it stands.
    ///
    /// ```
    /// use varvel_flatbuffers::layout::Name;
    /// assert_eq!(Name::new(8, 4).range(), 8..12);
    /// ```
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }

    /// The name; empty if it stands outside of the pool, which a layout refuses.
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

    /// The first place of `name` in `pool`, for tables that are written by hand. Quadratic: a
    /// generator knows the places.
    ///
    /// # Panics
    /// If it is not there: at compile time, in a `const`.
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

/// Items `first..first + len` of one of a layout's slices.
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
    /// No items.
    pub const EMPTY: Self = Self::new(0, 0);

    /// So many items from `first` on.
    pub const fn new(first: u32, len: u32) -> Self {
        Self { first, len }
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The indices.
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
    /// Its full name, `MyGame.Example.Monster`.
    pub name: Name,
    /// Which of the two, and how large a struct is.
    pub shape: TableOrStruct,
    /// Its fields: of a table by id from 0 on without a gap (deprecated ones too, and the tag of a
    /// union right before the union), of a struct in the order of their offsets.
    pub fields: List,
    /// The index of the field by which vectors of it are sorted.
    pub key: Option<u16>,
    /// The file identifier of buffers of which it is the root, where the layout has several roots.
    pub identifier: Option<[u8; 4]>,
}

impl Object {
    /// A table.
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

    /// A struct of so many bytes.
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

    /// Vectors of it are sorted by this field.
    pub const fn key(mut self, field: u16) -> Self {
        self.key = Some(field);
        self
    }

    /// Buffers of which it is the root have this file identifier.
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
    /// Its name.
    pub name: Name,
    /// What it holds.
    pub ty: Type,
    /// What holds when it is not there. Of no meaning in a struct.
    pub presence: Presence,
    /// Bytes from the start of the struct. Of no meaning in a table, where the place in the vtable
    /// follows from the id: see [`Layout::slot`].
    pub offset: u32,
    /// The enum by whose names its numbers go (of a scalar, or of the elements of a vector or an
    /// array).
    pub symbols: Option<u32>,
    /// Whether it is no longer written, and has no accessor.
    pub deprecated: bool,
    /// How wide its offset and its length are.
    pub width: Width,
    /// A larger alignment of a vector's elements than their own; 0 for none.
    pub force_align: u16,
    /// Whether equal strings of such fields are written once.
    pub shared: bool,
    /// The hash by which JSON gives it as a string.
    pub hash: Hash,
    /// The text that formats give its bytes as: `base64` and `base64url` of the schema.
    pub base64: Option<Base64>,
}

impl Field {
    /// A field that need not be there: a scalar has the default 0, all else is optional.
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
        }
    }

    /// The default, by its bits in its own width: `f32::to_bits`, or a negative number's as an
    /// unsigned one of the same width.
    pub const fn default_bits(self, bits: u64) -> Self {
        self.presence(Presence::Default(bits))
    }

    /// With this presence.
    pub const fn presence(mut self, presence: Presence) -> Self {
        self.presence = presence;
        self
    }

    /// Must be there.
    pub const fn required(self) -> Self {
        self.presence(Presence::Required)
    }

    /// A scalar that may be absent, without a default.
    pub const fn optional(self) -> Self {
        self.presence(Presence::Optional)
    }

    /// At this offset of its struct.
    pub const fn at(mut self, offset: u32) -> Self {
        self.offset = offset;
        self
    }

    /// With the names of this enum.
    pub const fn symbols(mut self, index: u32) -> Self {
        self.symbols = Some(index);
        self
    }

    /// No longer written.
    pub const fn deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// With a 64-bit offset, or a 64-bit length, too.
    pub const fn width(mut self, width: Width) -> Self {
        self.width = width;
        self
    }

    /// With elements aligned so.
    pub const fn force_align(mut self, align: u16) -> Self {
        self.force_align = align;
        self
    }

    /// With strings that are written once, however often they come.
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Hashed so in JSON.
    pub const fn hash(mut self, hash: Hash) -> Self {
        self.hash = hash;
        self
    }

    /// Bytes that are given as such text.
    pub const fn base64(mut self, base64: Base64) -> Self {
        self.base64 = Some(base64);
        self
    }
}

/// A union: what its tag says of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Union {
    /// Its full name.
    pub name: Name,
    /// What its tag is stored as.
    pub tag: Scalar,
    /// What it may hold, by increasing tags. `NONE`, tag 0, is not among them.
    pub members: List,
}

/// What a union may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name in the union.
    pub name: Name,
    /// Its tag, never 0, with its sign.
    pub tag: i64,
    /// What it is.
    pub ty: MemberType,
}

/// An enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its full name.
    pub name: Name,
    /// What it is stored as.
    pub scalar: Scalar,
    /// Whether its numbers are bits that go together.
    pub bit_flags: bool,
    /// Its names, by increasing numbers.
    pub symbols: List,
}

/// A name of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: Name,
    /// Its number: of an unsigned enum the bits of the `u64`, and of `bit_flags` the bit itself,
    /// not its place.
    pub value: i64,
}

/// The slices a layout is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// All names, one after the other.
    pub names: &'a str,
    /// All tables and structs.
    pub objects: &'a [Object],
    /// Their fields.
    pub fields: &'a [Field],
    /// All unions.
    pub unions: &'a [Union],
    /// Their members.
    pub members: &'a [Member],
    /// All enums.
    pub enums: &'a [Enum],
    /// Their names.
    pub symbols: &'a [Symbol],
    /// The table of the root type.
    pub root: Option<u32>,
    /// The four bytes after the root offset.
    pub file_identifier: Option<[u8; 4]>,
}

impl Parts<'_> {
    /// Nothing.
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
    /// A layout of these parts.
    ///
    /// # Panics
    /// Where [`Layout::try_new`] gives a fault: in a `const`, at compile time.
    pub const fn new(parts: Parts<'a>) -> Self {
        match Self::try_new(parts) {
            Ok(layout) => layout,
            Err(fault) => panic!("{}", fault.what),
        }
    }

    /// A layout of these parts, checked once. Linear.
    ///
    /// # Errors
    /// The first [`Fault`]. After that holds:
    /// * every list, name and index is in bounds and of the right shape; no table has more than
    ///   32,765 fields;
    /// * a struct holds scalars, structs and arrays of them alone; these follow each other, do not
    ///   overlap, stand inside and at multiples of their alignment; its size is a multiple of its
    ///   alignment, and not 0; no struct holds itself;
    /// * a union (or a vector of them) has its tag (or its vector of tags) in the field right
    ///   before it; members increase by tag;
    /// * a field is present in a way that its type allows; only strings, bytes and vectors of
    ///   scalars and structs are wide;
    /// * a key is a scalar, a string, a struct or an array, and not deprecated; the root is a
    ///   table.
    pub const fn try_new(parts: Parts<'a>) -> Result<Self, Fault> {
        match check::parts(&parts) {
            Ok(()) => Ok(Self { parts }),
            Err(fault) => Err(fault),
        }
    }

    /// A layout of parts that [`Layout::try_new`] has found to be right, and that have not changed
    /// since.
    #[cfg(feature = "reflect")]
    pub(crate) const fn known(parts: Parts<'a>) -> Self {
        Self { parts }
    }

    /// What it is made of.
    pub const fn parts(&self) -> &Parts<'a> {
        &self.parts
    }

    /// This name; empty if it is not of this layout.
    pub const fn name(&self, name: Name) -> &'a str {
        name.of(self.parts.names)
    }

    /// All tables and structs.
    pub const fn objects(&self) -> &'a [Object] {
        self.parts.objects
    }

    /// The fields of the object of this index.
    ///
    /// # Panics
    /// If there is no such object.
    pub const fn fields(&self, object: usize) -> &'a [Field] {
        self.parts.objects[object].fields.of(self.parts.fields)
    }

    /// All unions.
    pub const fn unions(&self) -> &'a [Union] {
        self.parts.unions
    }

    /// The members of the union of this index.
    ///
    /// # Panics
    /// If there is no such union.
    pub const fn members(&self, union: usize) -> &'a [Member] {
        self.parts.unions[union].members.of(self.parts.members)
    }

    /// The member of this union with this tag. Found at once where tags count from 1 on, else by
    /// bisection.
    ///
    /// # Panics
    /// If there is no such union.
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

    /// All enums.
    pub const fn enums(&self) -> &'a [Enum] {
        self.parts.enums
    }

    /// The names of the enum of this index.
    ///
    /// # Panics
    /// If there is no such enum.
    pub const fn symbols(&self, index: usize) -> &'a [Symbol] {
        self.parts.enums[index].symbols.of(self.parts.symbols)
    }

    /// The table of the root type.
    pub const fn root(&self) -> Option<usize> {
        match self.parts.root {
            Some(root) => Some(root as usize),
            None => None,
        }
    }

    /// The four bytes after the root offset.
    pub const fn file_identifier(&self) -> Option<[u8; 4]> {
        self.parts.file_identifier
    }

    /// The file identifier of buffers of which the object of this index is the root: its own, or
    /// that of the schema if that has no other root.
    ///
    /// # Panics
    /// If there is no such object.
    pub const fn identifier(&self, object: usize) -> Option<[u8; 4]> {
        match (self.parts.objects[object].identifier, self.parts.root) {
            (Some(identifier), _) => Some(identifier),
            (None, Some(root)) if root as usize != object => None,
            (None, _) => self.parts.file_identifier,
        }
    }

    /// Where in a vtable the field of this id has its offset, in bytes.
    ///
    /// ```
    /// use varvel_flatbuffers::layout::Layout;
    /// assert_eq!(Layout::slot(0), 4);
    /// assert_eq!(Layout::slot(3), 10);
    /// ```
    pub const fn slot(field: usize) -> usize {
        4 + 2 * field
    }

    /// The size and the alignment of what stands in place for this type: in a table the offset,
    /// where it has one.
    pub const fn inline(&self, ty: Type, width: Width) -> (usize, usize) {
        self.parts.inline(ty, width)
    }

    /// The size and the alignment of an element of a vector.
    pub const fn element(&self, element: Element) -> (usize, usize) {
        self.parts.element(element)
    }
}
