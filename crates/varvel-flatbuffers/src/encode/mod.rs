//! Encodes plain structs as buffers, in one pass from front to back, by the layout of their types.
//!
//! A type gives its fields twice. The first time shows which fields are present, which determines
//! the table's size and vtable. The second time they are written. Both calls are straight-line code
//! of the same generic method. The place of a field is a constant, as long as the absent fields
//! leave only a small part of the table empty. Otherwise the table is laid out by its present
//! fields. Tables of the same type with the same fields share their vtable.

mod compact;
mod fixed;
mod head;
mod items;
mod output;
mod presence;
mod root;
mod sort;
mod strings;
mod visit;
mod vtables;
mod write;

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Limits, Result};

use crate::Primitive;
use crate::compare;
use crate::layout::{Element, MemberType, Presence, Type, Union, Width};
use crate::schema::{At, Object, Of};
use crate::table_layout::Plan;
pub use items::{Items, Numbers, Row};
pub(crate) use output::Output;
use strings::Strings;
pub use visit::{
    EncodeRoot, EncodeStruct, EncodeTable, EncodeUnion, Fields, Member, StructFields, VisitRoot,
};
use vtables::Vtables;

/// The file identifier of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identifier {
    /// The identifier of the schema, if it has one and the root is the schema's.
    #[default]
    Schema,
    /// No identifier.
    None,
    /// This identifier.
    Other([u8; 4]),
}

impl Identifier {
    /// Returns the identifier of a buffer with this root.
    #[inline(always)]
    pub(crate) fn of<T: Object>(self) -> Option<[u8; 4]> {
        match self {
            Self::Schema => const { Of::<T>::IDENTIFIER },
            Self::None => None,
            Self::Other(identifier) => Some(identifier),
        }
    }
}

/// An encoder of buffers, one after the other in the same memory.
///
/// Vectors of tables and structs with a key are sorted by it, so that
/// [`lookup`](crate::Vector::lookup) works. Items of equal keys keep their order. Equal strings of
/// fields that the schema marks `shared` are written once.
///
/// ```
/// use varvel_flatbuffers::Encoder;
/// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
/// # use varvel_flatbuffers::{EncodeTable, Fields, Object, Schema};
/// # enum Ages {}
/// # impl Schema for Ages {
/// #     const LAYOUT: Layout<'static> = Layout::new(Parts {
/// #         names: "age",
/// #         objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 1))],
/// #         fields: &[Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8)).default_bits(30)],
/// #         root: Some(0),
/// #         ..Parts::EMPTY
/// #     });
/// # }
/// # impl Object for Age {
/// #     type Schema = Ages;
/// #     const OBJECT: usize = 0;
/// # }
/// struct Age {
///     age: u8,
/// }
/// impl EncodeTable for Age {
///     type Table = Self; // generated code has the accessors' type here
///     fn fields<F: Fields<Self>>(&self, fields: &mut F) -> varvel_core::Result {
///         fields.scalar::<u8, 0>(self.age)
///     }
/// }
/// let mut encoder = Encoder::new();
/// // The offset of the table, its vtable of one slot, and the table: the offset of the vtable, and the age.
/// assert_eq!(encoder.encode(&Age { age: 31 })?, [12, 0, 0, 0, 6, 0, 5, 0, 4, 0, 0, 0, 8, 0, 0, 0, 31]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Encoder {
    out: Output,
    vtables: Vtables,
    strings: Strings,
    identifier: Identifier,
    depth: usize,
}

impl Encoder {
    /// Makes an encoder that has no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Encodes a buffer with this root. The bytes are valid until the next call.
    ///
    /// # Errors
    /// Returns `MissingField`, `DepthLimit` (of [`Limits::DEFAULT`]), `SizeLimit` at 2 GiB,
    /// `OutOfMemory`, or the error of [`root`](crate::root()) for bytes that are no nested buffer.
    pub fn encode<E: EncodeRoot>(&mut self, root: &E) -> Result<&[u8]> {
        self.buffer::<E, false>(root)?;
        Ok(self.out.bytes())
    }

    /// Encodes a buffer with this root, with its size before it.
    ///
    /// # Errors
    /// Returns the errors of [`Encoder::encode`].
    pub fn encode_size_prefixed<E: EncodeRoot>(&mut self, root: &E) -> Result<&[u8]> {
        self.buffer::<E, true>(root)?;
        Ok(self.out.bytes())
    }

    /// Sets the file identifier of the buffers that are encoded after this.
    ///
    /// ```
    /// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
    /// # use varvel_flatbuffers::{EncodeTable, Fields, Object, Schema};
    /// # enum Ages {}
    /// # impl Schema for Ages {
    /// #     const LAYOUT: Layout<'static> = Layout::new(Parts {
    /// #         names: "age",
    /// #         objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 1))],
    /// #         fields: &[Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8)).default_bits(30)],
    /// #         root: Some(0),
    /// #         ..Parts::EMPTY
    /// #     });
    /// # }
    /// # impl Object for Age {
    /// #     type Schema = Ages;
    /// #     const OBJECT: usize = 0;
    /// # }
    /// # struct Age { age: u8 }
    /// # impl EncodeTable for Age {
    /// #     type Table = Self;
    /// #     fn fields<F: Fields<Self>>(&self, fields: &mut F) -> varvel_core::Result {
    /// #         fields.scalar::<u8, 0>(self.age)
    /// #     }
    /// # }
    /// use varvel_flatbuffers::{Encoder, Identifier};
    /// let mut encoder = Encoder::new();
    /// encoder.identifier(Identifier::Other(*b"AGES"));
    /// assert_eq!(&encoder.encode(&Age { age: 31 })?[4..8], b"AGES");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn identifier(&mut self, identifier: Identifier) -> &mut Self {
        self.identifier = identifier;
        self
    }

    /// Takes the last buffer out of the encoder.
    pub fn take(&mut self) -> Vec<u8> {
        self.out.take()
    }

    #[inline]
    fn buffer<E: EncodeRoot, const SIZE_PREFIXED: bool>(&mut self, root: &E) -> Result {
        self.out.clear();
        self.vtables.clear();
        self.strings.clear();
        self.depth = 1;
        root.root(&mut root::Write::<SIZE_PREFIXED>(self))
    }

    /// Writes a table with all that it contains. Returns its position.
    #[inline]
    fn table<E: EncodeTable>(&mut self, value: &E) -> Result<usize> {
        const { Of::<E::Table>::TABLE };
        if self.depth >= Limits::DEFAULT.depth {
            return Err(Error::too_deep(Limits::DEFAULT.depth));
        }
        self.depth += 1;
        let at = match const { Plan::<E::Table>::FIXED } {
            true => fixed::table(self, value)?,
            false => compact::table(self, value)?,
        };
        self.depth -= 1;
        Ok(at)
    }

    /// Writes a vector of scalars.
    #[inline]
    fn scalars<V: Primitive, L: Row<V>>(
        &mut self,
        values: L,
        align: usize,
        long: bool,
    ) -> Result<usize> {
        let size = size_of::<V>();
        if (cfg!(target_endian = "little") || size == 1)
            && let Some(values) = values.as_slice()
        {
            // SAFETY: a scalar has no padding, so that all bytes of the slice can be read.
            let bytes =
                unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) };
            return self
                .out
                .bytes_of(bytes, values.len(), align.max(size), long);
        }
        let values = values.each();
        let count = values.len();
        let (at, first) = self.out.vector(count, size, align.max(size), long)?;
        for (index, value) in values.take(count).enumerate() {
            // SAFETY: the element is inside of the vector that was just written.
            unsafe { self.out.put(first + index * size, value) };
        }
        Ok(at)
    }

    /// Writes a vector of shared strings.
    fn shared_strings<L: Items<Item: AsRef<str>>>(&mut self, values: L) -> Result<usize> {
        let values = values.into_iter();
        let count = values.len();
        let (at, first) = self.out.vector(count, 4, 4, false)?;
        for (index, value) in values.take(count).enumerate() {
            self.strings
                .point(first + 4 * index, false, value.as_ref())?;
        }
        Ok(at)
    }

    /// Writes a vector of tables, sorted by their key if they have one.
    #[inline]
    fn tables<L: Items<Item: EncodeTable>>(&mut self, values: L) -> Result<usize> {
        let at = self.offsets(values, |this, value| this.table(&value).map(Some))?;
        if const { key_of::<<L::Item as EncodeTable>::Table>() } {
            let layout = const { Of::<<L::Item as EncodeTable>::Table>::LAYOUT };
            let object = table_of::<L::Item>();
            match const { has_shared_key::<<L::Item as EncodeTable>::Table>() } {
                true => self.strings.sort(layout, object, at)?,
                false => sort::tables(&mut self.out, &layout, object, at)?,
            }
        }
        Ok(at)
    }

    /// Writes a vector of offsets to the parts that `each` writes.
    #[inline]
    fn offsets<L: Items>(
        &mut self,
        values: L,
        mut each: impl FnMut(&mut Self, L::Item) -> Result<Option<usize>>,
    ) -> Result<usize> {
        let values = values.into_iter();
        let count = values.len();
        let (at, first) = self.out.vector(count, 4, 4, false)?;
        for (index, value) in values.take(count).enumerate() {
            if let Some(to) = each(self, value)? {
                // SAFETY: the element is inside of the vector.
                unsafe { self.out.point(first + 4 * index, to, false) };
            }
        }
        Ok(at)
    }

    #[inline]
    fn structures<L: Items<Item: EncodeStruct>>(
        &mut self,
        values: L,
        force_align: usize,
        long: bool,
    ) -> Result<usize> {
        let (size, align) = const { Of::<<L::Item as EncodeStruct>::Struct>::STRUCT };
        let values = values.into_iter();
        let count = values.len();
        let (at, first) = self.out.vector(count, size, align.max(force_align), long)?;
        for (index, value) in values.take(count).enumerate() {
            // SAFETY: the element is inside of the vector.
            unsafe { structure(&mut self.out, first + index * size, &value)? };
        }
        if const { key_of::<<L::Item as EncodeStruct>::Struct>() } {
            let layout = const { Of::<<L::Item as EncodeStruct>::Struct>::LAYOUT };
            let structs = self.out.bytes_mut().get_mut(first..first + count * size);
            compare::sort_structs(layout, struct_of::<L::Item>(), structs.unwrap_or_default())?;
        }
        Ok(at)
    }

    /// Writes a struct behind an offset.
    fn lone_structure<S: EncodeStruct>(&mut self, value: &S) -> Result<usize> {
        let (size, align) = const { Of::<S::Struct>::STRUCT };
        self.out.reserve(size)?;
        // SAFETY: there is room for the struct, and a layout's alignments are powers of two up to
        // 256; then its bytes are there.
        unsafe {
            let at = self.out.zeros(0, align, size);
            structure(&mut self.out, at, value)?;
            Ok(at)
        }
    }

    /// Writes the value of a union. Returns its tag, and the position of the value.
    #[inline]
    fn union<U: EncodeUnion>(&mut self, value: &U) -> Result<(i64, Option<usize>)> {
        let mut written = Written {
            encoder: self,
            tag: 0,
            at: None,
        };
        value.member(&mut written)?;
        Ok((written.tag, written.at))
    }

    /// Writes a vector of the tags of unions, and a vector of their values.
    fn unions<L: Items<Item: EncodeUnion>>(&mut self, values: L) -> Result<(usize, usize)> {
        let tag = const { union_of::<L::Item>() }.tag;
        let values = values.into_iter();
        let count = values.len();
        let (tags_at, first) = self.out.vector(count, tag.size(), 4, false)?;
        let mut index = 0;
        let at = self.offsets(values, |this, value| {
            let (number, to) = this.union(&value)?;
            if index < count {
                let at = first + index * tag.size();
                // SAFETY: the element is inside of the vector of tags, which has `count`.
                unsafe { put_tag(&mut this.out, at, number, tag.size()) };
            }
            index += 1;
            Ok(to)
        })?;
        Ok((tags_at, at))
    }
}

/// Stores a tag.
///
/// # Safety
/// The tag ends within the written bytes.
#[inline(always)]
unsafe fn put_tag(out: &mut Output, at: usize, tag: i64, size: usize) {
    // SAFETY: the caller's contract.
    unsafe {
        match size {
            1 => out.put(at, tag as u8),
            2 => out.put(at, tag as u16),
            4 => out.put(at, tag as u32),
            _ => out.put(at, tag),
        }
    }
}

/// Stores a struct.
///
/// # Safety
/// The bytes of the struct, all zero, end within the written bytes.
#[inline(always)]
pub(crate) unsafe fn structure<S: EncodeStruct>(out: &mut Output, at: usize, value: &S) -> Result {
    const {
        let _ = Of::<S::Struct>::STRUCT;
    }
    let of = core::marker::PhantomData;
    value.fields(&mut InPlace { out, at, of })
}

/// Writes the fields of a struct in place: its bytes have been written, and are zero.
struct InPlace<'a, S> {
    out: &'a mut Output,
    at: usize,
    of: core::marker::PhantomData<S>,
}

impl<S: Object> StructFields<S> for InPlace<'_, S> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        const { At::<S, I>::is_scalar(V::SCALAR) };
        let offset = const { At::<S, I>::FIELD.offset as usize };
        // SAFETY: a layout has the field inside of its struct, whose bytes have been written.
        unsafe { self.out.put(self.at + offset, value) }
        Ok(())
    }

    #[inline(always)]
    fn structure<C: EncodeStruct<Struct: Object<Schema = S::Schema>>, const I: usize>(
        &mut self,
        value: &C,
    ) -> Result {
        let offset = const { At::<S, I>::structure::<C::Struct>() };
        // SAFETY: a layout has the field inside of its struct, whose bytes have been written as
        // zeros.
        unsafe { structure(self.out, self.at + offset, value) }
    }

    #[inline(always)]
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: L) -> Result {
        let (offset, len) = const { At::<S, I>::scalars(V::SCALAR) };
        for (index, value) in values.each().take(len).enumerate() {
            let at = self.at + offset + index * size_of::<V>();
            // SAFETY: as in `scalar`; the array has this many elements.
            unsafe { self.out.put(at, value) };
        }
        Ok(())
    }

    #[inline(always)]
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = S::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: L,
    ) -> Result {
        let (offset, len, size) =
            const { At::<S, I>::structures::<<L::Item as EncodeStruct>::Struct>() };
        for (index, value) in values.into_iter().take(len).enumerate() {
            // SAFETY: as in `structure`; the array has this many elements.
            unsafe { structure(self.out, self.at + offset + index * size, &value)? };
        }
        Ok(())
    }
}

/// Writes the value of a union, and keeps its tag and its position.
struct Written<'a> {
    encoder: &'a mut Encoder,
    tag: i64,
    at: Option<usize>,
}

impl<S: crate::Schema> Member<S> for Written<'_> {
    #[inline]
    fn table<U: EncodeUnion<Schema = S>, E: EncodeTable, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Table: Object<Schema = S>,
    {
        const { assert_member::<U>(TAG, MemberType::Table(E::Table::OBJECT as u32)) };
        (self.tag, self.at) = (TAG, Some(self.encoder.table(value)?));
        Ok(())
    }

    #[inline]
    fn structure<U: EncodeUnion<Schema = S>, E: EncodeStruct, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Struct: Object<Schema = S>,
    {
        const { assert_member::<U>(TAG, MemberType::Struct(E::Struct::OBJECT as u32)) };
        (self.tag, self.at) = (TAG, Some(self.encoder.lone_structure(value)?));
        Ok(())
    }

    #[inline]
    fn string<U: EncodeUnion<Schema = S>, const TAG: i64>(&mut self, text: &str) -> Result {
        const { assert_member::<U>(TAG, MemberType::String) };
        (self.tag, self.at) = (TAG, Some(self.encoder.out.string(text)?));
        Ok(())
    }

    #[cold]
    fn unknown<U: EncodeUnion<Schema = S>>(&mut self, tag: i64) -> Result {
        let expected = "a tag that the union has";
        Err(Error::expected(ErrorKind::UnknownVariant, expected)
            .with_content(tag)
            .with_hint("it comes from a later schema, and what is not known cannot be copied"))
    }
}

/// Finds out whether a union has a value.
struct Held(bool);

impl<S: crate::Schema> Member<S> for Held {
    #[inline(always)]
    fn table<U: EncodeUnion<Schema = S>, E: EncodeTable, const TAG: i64>(&mut self, _: &E) -> Result
    where
        E::Table: Object<Schema = S>,
    {
        self.0 = true;
        Ok(())
    }

    #[inline(always)]
    fn structure<U: EncodeUnion<Schema = S>, E: EncodeStruct, const TAG: i64>(
        &mut self,
        _: &E,
    ) -> Result
    where
        E::Struct: Object<Schema = S>,
    {
        self.0 = true;
        Ok(())
    }

    #[inline(always)]
    fn string<U: EncodeUnion<Schema = S>, const TAG: i64>(&mut self, _: &str) -> Result {
        self.0 = true;
        Ok(())
    }

    #[inline(always)]
    fn unknown<U: EncodeUnion<Schema = S>>(&mut self, _: i64) -> Result {
        self.0 = true;
        Ok(())
    }
}

/// Returns whether vectors of this object are sorted by a key.
const fn key_of<T: Object>() -> bool {
    Of::<T>::LAYOUT.objects()[T::OBJECT].key.is_some()
}

/// Returns whether the key is a shared string, which is written at the end only.
const fn has_shared_key<T: Object>() -> bool {
    match Of::<T>::LAYOUT.objects()[T::OBJECT].key {
        Some(key) => Of::<T>::FIELDS[key as usize].shared,
        None => false,
    }
}

const fn table_of<E: EncodeTable>() -> u32 {
    E::Table::OBJECT as u32
}

const fn struct_of<E: EncodeStruct>() -> u32 {
    E::Struct::OBJECT as u32
}

const fn union_of<U: EncodeUnion>() -> Union {
    <U::Schema as crate::Schema>::LAYOUT.unions()[U::UNION]
}

/// Asserts that the union has this member with this tag.
const fn assert_member<U: EncodeUnion>(tag: i64, wanted: MemberType) {
    let Some(member) = <U::Schema as crate::Schema>::LAYOUT.member(U::UNION, tag) else {
        panic!("the union has no such tag")
    };
    let fits = match (member.ty, wanted) {
        (MemberType::Table(found), MemberType::Table(wanted))
        | (MemberType::Struct(found), MemberType::Struct(wanted)) => found == wanted,
        (MemberType::String, MemberType::String) => true,
        _ => false,
    };
    assert!(fits, "this tag of the union is of another type");
}

/// Compile-time assertions about a field, for all implementations of [`Fields`].
struct Assert<T, const I: usize>(core::marker::PhantomData<T>);

impl<T: Object, const I: usize> Assert<T, I> {
    const STRING: () = {
        Self::live();
        assert!(
            matches!(At::<T, I>::FIELD.ty, Type::String),
            "this field is no string"
        );
    };
    const WIDE: bool = At::<T, I>::WIDE;
    const LONG: bool = matches!(At::<T, I>::FIELD.width, Width::Vector);
    const FORCE_ALIGN: usize = At::<T, I>::FIELD.force_align as usize;
    const REQUIRED: bool = matches!(At::<T, I>::FIELD.presence, Presence::Required);

    const DEFAULT: u64 = match At::<T, I>::FIELD.presence {
        Presence::Default(bits) => bits,
        _ => panic!("this scalar has no default: it is optional"),
    };

    const fn live() {
        assert!(!At::<T, I>::FIELD.deprecated, "this field is deprecated");
    }

    const fn is(wanted: Type) {
        Self::live();
        let fits = match (At::<T, I>::FIELD.ty, wanted) {
            (Type::Struct(found), Type::Struct(wanted))
            | (Type::Table(found), Type::Table(wanted))
            | (Type::Union(found), Type::Union(wanted)) => found == wanted,
            (Type::Vector(found), Type::Vector(wanted)) => match (found, wanted) {
                (Element::Scalar(found), Element::Scalar(wanted)) => found as u8 == wanted as u8,
                (Element::String, Element::String) => true,
                (Element::Struct(found), Element::Struct(wanted))
                | (Element::Table(found), Element::Table(wanted))
                | (Element::Union(found), Element::Union(wanted)) => found == wanted,
                _ => false,
            },
            (Type::Nested(_) | Type::Flex, Type::Vector(Element::Scalar(wanted))) => {
                wanted as u8 == crate::layout::Scalar::U8 as u8
            }
            _ => false,
        };
        assert!(fits, "this field is of another type");
    }

    #[cold]
    #[inline(never)]
    fn missing() -> Error {
        let name = Of::<T>::LAYOUT.name(At::<T, I>::FIELD.name);
        Error::expected(
            ErrorKind::MissingField,
            alloc::format!("the required field `{name}`"),
        )
    }
}
