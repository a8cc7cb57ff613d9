//! References to tables and structs.

use core::fmt;
use core::marker::PhantomData;

use varvel_core::Result;

use super::vector::{Kind, Vector};
use super::{Position, Scalars, Strings};
use crate::chars;
use crate::layout::{Element, Layout, MemberType, Presence, Type, Width};
use crate::schema::{At, Object, Of, Struct, Table};
use crate::table_layout::{self, Plan, Slot};
use crate::{Primitive, read::vector};

/// A verified table, which generated accessors read from.
///
/// If its vtable is the one that our encoder makes for a table with all of its fields, the places
/// of the fields are known at compile time, and no accessor looks them up. One comparison for each
/// table costs less than the lookups.
pub struct TableRef<'a, T> {
    at: Position<'a>,
    /// The vtable, or `None` if it equals [`Plan::VTABLE`].
    vtable: Option<Position<'a>>,
    of: PhantomData<fn(T) -> T>,
}

impl<T> Clone for TableRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TableRef<'_, T> {}

impl<T: Object> fmt::Debug for TableRef<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Of::<T>::LAYOUT.objects()[T::OBJECT].name;
        write!(f, "TableRef<{}>", Of::<T>::LAYOUT.name(name))
    }
}

impl<'a, T: Object> TableRef<'a, T> {
    /// # Safety
    /// A table of this object of this schema is here, as the verifier defines that.
    #[inline(always)]
    pub(crate) unsafe fn new(at: Position<'a>) -> Self {
        const { Of::<T>::TABLE };
        // SAFETY: the caller's contract.
        let vtable = unsafe { at.vtable() };
        Self {
            at,
            // SAFETY: the vtable of a verified table is there.
            vtable: match const { Plan::<T>::KNOWN } && unsafe { is_known::<T>(vtable) } {
                true => None,
                false => Some(vtable),
            },
            of: PhantomData,
        }
    }

    /// Returns the offset of a field by its index, or 0 if it is absent.
    #[inline(always)]
    fn offset(self, index: usize, known: usize) -> usize {
        let Some(vtable) = self.vtable else {
            return known;
        };
        let slot = Layout::slot(index);
        // SAFETY: the verifier has found that the vtable has as many bytes as its first two say. So
        // the bytes of a slot below that size are readable.
        unsafe {
            match slot < vtable.read::<u16>() as usize {
                true => vtable.on(slot).read::<u16>().into(),
                false => 0,
            }
        }
    }

    /// Returns the position of the field, if it is present.
    #[inline(always)]
    fn place<const I: usize>(self) -> Option<Position<'a>> {
        match self.offset(I, const { Slot::<T, I>::OFFSET }) {
            0 => None,
            // SAFETY: the verifier has found that each offset of a known field stays in the table.
            offset => Some(unsafe { self.at.on(offset) }),
        }
    }

    /// Returns the position of a required field.
    ///
    /// # Safety
    /// The field is required.
    #[inline(always)]
    unsafe fn required<const I: usize>(self) -> Position<'a> {
        let offset = match self.vtable {
            None => const { Slot::<T, I>::OFFSET },
            // SAFETY: the verifier refuses a table without a required field, so that its slot is in
            // the vtable.
            Some(vtable) => unsafe { vtable.on(const { Layout::slot(I) }).read::<u16>().into() },
        };
        // SAFETY: the verifier has found that the offset stays in the table.
        unsafe { self.at.on(offset) }
    }

    /// Returns whether the field is present. A field that equals its default may be, too.
    #[inline]
    pub fn is_present<const I: usize>(self) -> bool {
        self.place::<I>().is_some()
    }

    /// Returns a scalar, or the tag of a union. If it is absent this is its default.
    #[inline(always)]
    pub fn scalar<V: Primitive, const I: usize>(self) -> V {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        let default = const {
            match At::<T, I>::FIELD.presence {
                Presence::Default(bits) => bits,
                _ => panic!("this scalar has no default: it is optional"),
            }
        };
        match self.place::<I>() {
            // SAFETY: the verifier has found that a present scalar of this type has its bytes here.
            Some(place) => unsafe { place.read() },
            None => V::from_bits(default),
        }
    }

    /// Returns a scalar without a default.
    #[inline(always)]
    pub fn scalar_opt<V: Primitive, const I: usize>(self) -> Option<V> {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        // SAFETY: as in `scalar`.
        self.place::<I>().map(|place| unsafe { place.read() })
    }

    /// Returns the target of the field's offset.
    #[inline(always)]
    fn target<const I: usize>(self) -> Option<Position<'a>> {
        // SAFETY: every type whose methods call this stands behind an offset of this width, which
        // the verifier has followed.
        self.place::<I>()
            .map(|place| unsafe { place.follow(At::<T, I>::WIDE) })
    }

    /// Returns the target of a required field's offset.
    ///
    /// # Safety
    /// The field is required.
    #[inline(always)]
    unsafe fn required_target<const I: usize>(self) -> Position<'a> {
        // SAFETY: the caller's contract; as in `target`.
        unsafe { self.required::<I>().follow(At::<T, I>::WIDE) }
    }

    /// Returns a string that may be absent.
    #[inline(always)]
    pub fn string_opt<const I: usize>(self) -> Option<&'a str> {
        const { assert!(matches!(At::<T, I>::FIELD.ty, Type::String)) };
        // SAFETY: the verifier has found a string there.
        self.target::<I>().map(|place| unsafe { place.text() })
    }

    /// Returns a string that is required, or has a default.
    #[inline(always)]
    pub fn string<const I: usize>(self) -> &'a str {
        const {
            assert!(matches!(At::<T, I>::FIELD.ty, Type::String));
            assert!(!At::<T, I>::IS_OPTIONAL, "this string may be absent");
        };
        match const { At::<T, I>::FIELD.presence } {
            Presence::Text(name) => self
                .string_opt::<I>()
                .unwrap_or(const { Of::<T>::LAYOUT }.name(name)),
            // SAFETY: the field is required, and the verifier has found a string there.
            Presence::Required => unsafe { self.required_target::<I>().text() },
            _ => "",
        }
    }

    /// Returns a table that may be absent.
    #[inline(always)]
    pub fn table_opt<C: Table<Schema = T::Schema>, const I: usize>(self) -> Option<C::View<'a>> {
        const { assert!(is_table(At::<T, I>::FIELD.ty, C::OBJECT)) };
        // SAFETY: the verifier has found a table of this object, of the same schema, there.
        self.target::<I>()
            .map(|place| C::view(unsafe { TableRef::new(place) }))
    }

    /// Returns a table that is required.
    #[inline(always)]
    pub fn table<C: Table<Schema = T::Schema>, const I: usize>(self) -> C::View<'a> {
        const {
            assert!(is_table(At::<T, I>::FIELD.ty, C::OBJECT));
            assert!(At::<T, I>::IS_REQUIRED, "this table may be absent");
        };
        // SAFETY: the field is required; as in `table_opt`.
        C::view(unsafe { TableRef::new(self.required_target::<I>()) })
    }

    /// Returns a struct that may be absent.
    #[inline(always)]
    pub fn structure_opt<S: Struct<Schema = T::Schema>, const I: usize>(
        self,
    ) -> Option<S::View<'a>> {
        const { assert!(is_struct(At::<T, I>::FIELD.ty, S::OBJECT)) };
        // SAFETY: the verifier has found that a present struct of this object has its bytes here.
        self.place::<I>()
            .map(|place| S::view(unsafe { StructRef::new(place) }))
    }

    /// Returns a struct that is required.
    #[inline(always)]
    pub fn structure<S: Struct<Schema = T::Schema>, const I: usize>(self) -> S::View<'a> {
        const {
            assert!(is_struct(At::<T, I>::FIELD.ty, S::OBJECT));
            assert!(At::<T, I>::IS_REQUIRED, "this struct may be absent");
        };
        // SAFETY: the field is required; as in `structure_opt`.
        S::view(unsafe { StructRef::new(self.required::<I>()) })
    }

    /// Returns a vector that may be absent.
    #[inline(always)]
    pub fn vector_opt<K: Kind<T::Schema>, const I: usize>(self) -> Option<Vector<'a, K>> {
        const { vector::assert_element::<T, K, I>() };
        // SAFETY: the verifier has found a vector of elements of this kind there.
        self.target::<I>()
            .map(|place| unsafe { Vector::new(place, is_long::<T, I>()) })
    }

    /// Returns a vector that is required. An absent vector that is not required is empty.
    #[inline(always)]
    pub fn vector<K: Kind<T::Schema>, const I: usize>(self) -> Vector<'a, K> {
        const {
            vector::assert_element::<T, K, I>();
            assert!(!At::<T, I>::IS_OPTIONAL, "this vector may be absent");
        };
        match const { At::<T, I>::FIELD.presence } {
            Presence::Empty => self.vector_opt::<K, I>().unwrap_or(Vector::EMPTY),
            // SAFETY: the field is required, and the verifier has found a vector of elements of
            // this kind there.
            Presence::Required => unsafe {
                Vector::new(self.required_target::<I>(), is_long::<T, I>())
            },
            _ => Vector::EMPTY,
        }
    }

    /// Returns the bytes of a vector of bytes, of a nested buffer or of a FlexBuffer, which may be
    /// absent.
    #[inline(always)]
    pub fn bytes_opt<const I: usize>(self) -> Option<&'a [u8]> {
        const { assert!(is_bytes(At::<T, I>::FIELD.ty), "this field is no bytes") };
        // SAFETY: the verifier has found a vector of single bytes there.
        self.target::<I>()
            .map(|place| unsafe { place.bytes(is_long::<T, I>()) })
    }

    /// Returns the bytes of a vector that is required. An absent vector that is not required is
    /// empty.
    #[inline(always)]
    pub fn bytes<const I: usize>(self) -> &'a [u8] {
        const {
            assert!(is_bytes(At::<T, I>::FIELD.ty), "this field is no bytes");
            assert!(!At::<T, I>::IS_OPTIONAL, "these bytes may be absent");
        };
        match const { At::<T, I>::FIELD.presence } {
            Presence::Empty => self.bytes_opt::<I>().unwrap_or_default(),
            // SAFETY: the field is required, and the verifier has found a vector of single bytes
            // there.
            Presence::Required => unsafe { self.required_target::<I>().bytes(is_long::<T, I>()) },
            _ => &[],
        }
    }

    /// Returns the root of a nested buffer, if there is one. It was verified with the buffer around
    /// it.
    #[inline]
    pub fn nested<C: Table<Schema = T::Schema>, const I: usize>(self) -> Option<C::View<'a>> {
        const {
            let Type::Nested(object) = At::<T, I>::FIELD.ty else {
                panic!("this field is no nested buffer")
            };
            assert!(object as usize == C::OBJECT, "this buffer has another root");
        };
        let place = self.target::<I>()?;
        // SAFETY: the verifier has found a buffer with a root of this object, of the same schema,
        // there.
        Some(C::view(unsafe {
            let (_, first) = place.len(is_long::<T, I>());
            TableRef::new(first.follow(false))
        }))
    }

    /// Returns the table in a union, if the union has this tag. `I` is the index of the union, not
    /// of the tag.
    #[inline]
    pub fn member_table<C: Table<Schema = T::Schema>, const I: usize, const TAG: i64>(
        self,
    ) -> Option<C::View<'a>> {
        const {
            let MemberType::Table(object) = member::<T>(At::<T, I>::FIELD.ty, TAG) else {
                panic!("this member is no table")
            };
            assert!(object as usize == C::OBJECT, "this member is another table");
        };
        // SAFETY: the verifier has found a table of this object, of the same schema, behind a union
        // of this tag.
        self.member::<I, TAG>()
            .map(|place| C::view(unsafe { TableRef::new(place) }))
    }

    /// Returns the struct in a union, if the union has this tag.
    #[inline]
    pub fn member_structure<S: Struct<Schema = T::Schema>, const I: usize, const TAG: i64>(
        self,
    ) -> Option<S::View<'a>> {
        const {
            let MemberType::Struct(object) = member::<T>(At::<T, I>::FIELD.ty, TAG) else {
                panic!("this member is no struct")
            };
            assert!(
                object as usize == S::OBJECT,
                "this member is another struct"
            );
        };
        // SAFETY: the verifier has found a struct of this object behind a union of this tag.
        self.member::<I, TAG>()
            .map(|place| S::view(unsafe { StructRef::new(place) }))
    }

    /// Returns the string in a union, if the union has this tag.
    #[inline]
    pub fn member_string<const I: usize, const TAG: i64>(self) -> Option<&'a str> {
        const {
            assert!(matches!(
                member::<T>(At::<T, I>::FIELD.ty, TAG),
                MemberType::String
            ))
        };
        // SAFETY: the verifier has found a string behind a union of this tag.
        self.member::<I, TAG>().map(|place| unsafe { place.text() })
    }

    #[inline(always)]
    fn member<const I: usize, const TAG: i64>(self) -> Option<Position<'a>> {
        match self.tag::<I>() == TAG {
            true => self.target::<I>(),
            false => None,
        }
    }

    /// Returns the tag of the union with index `I`, as a signed number, or 0 if it is absent.
    #[inline(always)]
    pub fn tag<const I: usize>(self) -> i64 {
        let (known, scalar) = const {
            let Type::Union(union) = At::<T, I>::FIELD.ty else {
                panic!("this field is no union")
            };
            let union = Of::<T>::LAYOUT.unions()[union as usize];
            (table_layout::offset::<T>(I - 1), union.tag)
        };
        match self.offset(I - 1, known) {
            0 => 0,
            // SAFETY: a layout has the tag of this union in the field before it, and the verifier
            // has found that a present one has its bytes there.
            offset => unsafe { vector::read_tag(self.at.on(offset), scalar) },
        }
    }

    /// Returns a vector of unions that may be absent: their tags and their values.
    #[inline]
    pub fn unions_opt<const I: usize>(self) -> Option<vector::Unions<'a, T::Schema>> {
        let union = const {
            let Type::Vector(Element::Union(union)) = At::<T, I>::FIELD.ty else {
                panic!("this field is no vector of unions")
            };
            union as usize
        };
        let values = self.target::<I>()?;
        let offset = self.offset(I - 1, const { table_layout::offset::<T>(I - 1) });
        // SAFETY: the verifier refuses a vector of unions without its vector of tags, which is in
        // the field before it in any layout, and one with another number of tags.
        Some(unsafe {
            let tags = self.at.on(offset).follow(false);
            vector::Unions::new(tags, values, union)
        })
    }

    /// Returns a vector of strings that may be absent.
    #[inline]
    pub fn strings_opt<const I: usize>(self) -> Option<Vector<'a, Strings>> {
        self.vector_opt::<Strings, I>()
    }
}

/// Returns whether this vtable is that of a table with all fields in the places of [`Plan`].
///
/// # Safety
/// A vtable of a verified table is here.
#[inline(always)]
unsafe fn is_known<T: Object>(vtable: Position<'_>) -> bool {
    let known = const { Plan::<T>::VTABLE }.as_flattened();
    let (sizes, slots) = known[..const { Plan::<T>::SLOTS }].split_at(4);
    // SAFETY: a vtable has its two sizes. If these are the known ones, it has as many bytes as the
    // known one.
    unsafe {
        let found = core::slice::from_raw_parts(vtable.pointer(), 4);
        found == sizes && core::slice::from_raw_parts(vtable.on(4).pointer(), slots.len()) == slots
    }
}

const fn is_long<T: Object, const I: usize>() -> bool {
    matches!(At::<T, I>::FIELD.width, Width::Vector)
}

const fn is_table(ty: Type, object: usize) -> bool {
    matches!(ty, Type::Table(found) if found as usize == object)
}

const fn is_struct(ty: Type, object: usize) -> bool {
    matches!(ty, Type::Struct(found) if found as usize == object)
}

const fn is_bytes(ty: Type) -> bool {
    match ty {
        Type::Vector(Element::Scalar(scalar)) => scalar.size() == 1,
        Type::Nested(_) | Type::Flex => true,
        _ => false,
    }
}

const fn member<T: Object>(ty: Type, tag: i64) -> MemberType {
    let Type::Union(union) = ty else {
        panic!("this field is no union")
    };
    match Of::<T>::LAYOUT.member(union as usize, tag) {
        Some(member) => member.ty,
        None => panic!("the union has no such tag"),
    }
}

/// A verified struct, which generated accessors read from.
pub struct StructRef<'a, S> {
    at: Position<'a>,
    of: PhantomData<fn(S) -> S>,
}

impl<S> Clone for StructRef<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for StructRef<'_, S> {}

impl<S: Object> fmt::Debug for StructRef<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Of::<S>::LAYOUT.objects()[S::OBJECT].name;
        write!(f, "StructRef<{}>", Of::<S>::LAYOUT.name(name))
    }
}

impl<'a, S: Object> StructRef<'a, S> {
    /// # Safety
    /// The buffer has the bytes of this struct from here on.
    #[inline(always)]
    pub(crate) unsafe fn new(at: Position<'a>) -> Self {
        const {
            let _ = Of::<S>::STRUCT;
        }
        Self {
            at,
            of: PhantomData,
        }
    }

    #[inline(always)]
    fn place<const I: usize>(self) -> Position<'a> {
        // SAFETY: a layout has every field inside of its struct, whose bytes are there.
        unsafe { self.at.on(At::<S, I>::FIELD.offset as usize) }
    }

    /// Returns a scalar.
    #[inline(always)]
    pub fn scalar<V: Primitive, const I: usize>(self) -> V {
        const { At::<S, I>::is_scalar(V::SCALAR) };
        // SAFETY: the field is inside of the struct, with all of its bytes.
        unsafe { self.place::<I>().read() }
    }

    /// Returns a struct in this struct.
    #[inline(always)]
    pub fn structure<C: Struct<Schema = S::Schema>, const I: usize>(self) -> C::View<'a> {
        const { assert!(is_struct(At::<S, I>::FIELD.ty, C::OBJECT)) };
        // SAFETY: the field is inside of the struct, with all of its bytes.
        C::view(unsafe { StructRef::new(self.place::<I>()) })
    }

    /// Returns the text of an array of `char`, without the zeros at its end.
    ///
    /// # Errors
    /// Returns `InvalidUtf8`, since the verifier looks at no bytes of structs.
    pub fn text<const I: usize>(self) -> Result<&'a str> {
        const { assert!(At::<S, I>::FIELD.chars, "this field is no array of `char`") };
        // Bytes are a slice on each machine.
        let bytes = self.array::<Scalars<u8>, I>().as_slice();
        chars::text(bytes.unwrap_or_default())
    }

    /// Returns an array of fixed length.
    #[inline(always)]
    pub fn array<K: Kind<S::Schema>, const I: usize>(self) -> Vector<'a, K> {
        let len = const {
            let Type::Array(element, len) = At::<S, I>::FIELD.ty else {
                panic!("this field is no array")
            };
            assert!(vector::is_element::<S::Schema, K>(element));
            len as usize
        };
        // SAFETY: the field is inside of the struct, with all of its bytes.
        unsafe { Vector::of_parts(self.place::<I>(), len) }
    }
}
