//! Vectors and arrays.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use super::Position;
use super::lookup::{self, Key};
use super::table::{StructRef, TableRef};
use crate::layout::{Element, MemberType, Scalar, Type};
use crate::schema::{At, Object, Of, Schema, Struct, Table};
use crate::{Enum, Primitive, layout};

mod sealed {
    use super::{Element, Position};

    /// The way to read elements. Only this crate implements it.
    pub trait Elements {
        type Item<'a>;

        const STRIDE: usize;

        /// # Safety
        /// A verified element of this kind is here.
        unsafe fn item(at: Position<'_>) -> Self::Item<'_>;
    }

    /// The element type of a layout that a kind stands for.
    pub trait Fits<S> {
        const ELEMENT: Element;
    }
}

use sealed::{Elements, Fits};

/// The kind of a vector's elements: [`Scalars`], [`Enums`], [`Strings`], [`Structs`] or [`Tables`]
/// of a schema.
pub trait Kind<S>: Elements + Fits<S> {}

impl<S, K: Elements + Fits<S>> Kind<S> for K {}

/// The kind of scalars.
pub struct Scalars<V>(PhantomData<V>);

/// The kind of enums.
pub struct Enums<E>(PhantomData<E>);

/// The kind of strings.
pub struct Strings(());

/// The kind of structs.
pub struct Structs<S>(PhantomData<S>);

/// The kind of tables.
pub struct Tables<T>(PhantomData<T>);

impl<V: Primitive> Elements for Scalars<V> {
    type Item<'a> = V;

    const STRIDE: usize = V::SCALAR.size();

    #[inline(always)]
    unsafe fn item(at: Position<'_>) -> V {
        // SAFETY: the caller's contract.
        unsafe { at.read() }
    }
}

impl<S, V: Primitive> Fits<S> for Scalars<V> {
    const ELEMENT: Element = Element::Scalar(V::SCALAR);
}

impl<E: Enum> Elements for Enums<E> {
    type Item<'a> = E;

    const STRIDE: usize = E::Number::SCALAR.size();

    #[inline(always)]
    unsafe fn item(at: Position<'_>) -> E {
        // SAFETY: the caller's contract. A verified enum is its number.
        E::of(unsafe { at.read() })
    }
}

impl<S, E: Enum> Fits<S> for Enums<E> {
    const ELEMENT: Element = Element::Scalar(E::Number::SCALAR);
}

impl Elements for Strings {
    type Item<'a> = &'a str;

    const STRIDE: usize = 4;

    #[inline(always)]
    unsafe fn item(at: Position<'_>) -> &str {
        // SAFETY: the caller's contract.
        unsafe { at.follow(false).text() }
    }
}

impl<S> Fits<S> for Strings {
    const ELEMENT: Element = Element::String;
}

impl<T: Struct> Elements for Structs<T> {
    type Item<'a> = T::View<'a>;

    const STRIDE: usize = Of::<T>::STRUCT.0;

    #[inline(always)]
    unsafe fn item(at: Position<'_>) -> T::View<'_> {
        // SAFETY: the caller's contract.
        T::view(unsafe { StructRef::new(at) })
    }
}

impl<T: Struct> Fits<T::Schema> for Structs<T> {
    const ELEMENT: Element = Element::Struct(T::OBJECT as u32);
}

impl<T: Table> Elements for Tables<T> {
    type Item<'a> = T::View<'a>;

    const STRIDE: usize = 4;

    #[inline(always)]
    unsafe fn item(at: Position<'_>) -> T::View<'_> {
        // SAFETY: the caller's contract.
        T::view(unsafe { TableRef::new(at.follow(false)) })
    }
}

impl<T: Table> Fits<T::Schema> for Tables<T> {
    const ELEMENT: Element = Element::Table(T::OBJECT as u32);
}

/// Returns whether a kind stands for this element type.
pub(super) const fn is_element<S, K: Fits<S>>(element: Element) -> bool {
    match (K::ELEMENT, element) {
        (Element::Scalar(wanted), Element::Scalar(found)) => wanted as u8 == found as u8,
        (Element::String, Element::String) => true,
        (Element::Struct(wanted), Element::Struct(found))
        | (Element::Table(wanted), Element::Table(found)) => wanted == found,
        _ => false,
    }
}

/// Asserts that the field is a vector of elements of this kind.
pub(crate) const fn assert_element<T: Object, K: Fits<T::Schema>, const I: usize>() {
    let element = match At::<T, I>::FIELD.ty {
        Type::Vector(Element::Tag(union)) => {
            Element::Scalar(Of::<T>::LAYOUT.unions()[union as usize].tag)
        }
        Type::Vector(element) => element,
        Type::Nested(_) | Type::Flex => Element::Scalar(Scalar::U8),
        _ => panic!("this field is no vector"),
    };
    assert!(
        is_element::<T::Schema, K>(element),
        "this field is a vector of something else"
    );
}

/// A verified vector, or an array.
///
/// Each element is read in place on demand. [`Vector::as_slice`] returns scalars as a slice.
pub struct Vector<'a, K> {
    first: Position<'a>,
    len: usize,
    of: PhantomData<fn(K) -> K>,
}

impl<K> Clone for Vector<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Vector<'_, K> {}

impl<'a, K> Vector<'a, K> {
    /// The empty vector.
    pub const EMPTY: Self = Self {
        first: Position::NOWHERE,
        len: 0,
        of: PhantomData,
    };

    /// Returns the number of elements.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.len
    }

    /// Returns whether there are no elements.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<'a, K: Elements> Vector<'a, K> {
    /// # Safety
    /// A verified vector of elements of this kind is here.
    #[inline(always)]
    pub(super) unsafe fn new(at: Position<'a>, long: bool) -> Self {
        // SAFETY: the caller's contract.
        unsafe {
            let (len, first) = at.len(long);
            Self::of_parts(first, len)
        }
    }

    /// # Safety
    /// `len` verified elements of this kind are here.
    #[inline(always)]
    pub(super) unsafe fn of_parts(first: Position<'a>, len: usize) -> Self {
        Self {
            first,
            len,
            of: PhantomData,
        }
    }

    /// Returns element `index`.
    #[inline]
    pub fn get(self, index: usize) -> Option<K::Item<'a>> {
        match index < self.len {
            // SAFETY: the vector has this element.
            true => Some(unsafe { self.get_unchecked(index) }),
            false => None,
        }
    }

    /// # Safety
    /// There are more than `index` elements.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked(self, index: usize) -> K::Item<'a> {
        // SAFETY: the caller's contract. The verifier has found all elements inside of the buffer,
        // so that neither the product nor the sum overflows.
        unsafe { K::item(self.first.on(index * K::STRIDE)) }
    }

    /// Returns an iterator over the elements in order.
    #[inline]
    pub fn iter(self) -> Iter<'a, K> {
        Iter {
            range: 0..self.len,
            vector: self,
        }
    }
}

impl<'a, V: Primitive> Vector<'a, Scalars<V>> {
    /// Returns the elements as a slice, if memory has them in this machine's form. For that the
    /// machine is little-endian (or elements are single bytes), and the elements are aligned.
    /// `bool` has no slices, since any byte may be stored for it.
    #[inline]
    pub fn as_slice(self) -> Option<&'a [V]> {
        let same_order = cfg!(target_endian = "little") || size_of::<V>() == 1;
        let pointer = self.first.pointer().cast::<V>();
        if self.len == 0 {
            return Some(&[]);
        }
        if !V::PLAIN || !same_order || !pointer.is_aligned() {
            return None;
        }
        // SAFETY: the vector has this many elements of this size, which live for `'a` and which
        // nobody changes. The pointer is aligned and not null, and every pattern of bits is a `V`,
        // as `PLAIN` says.
        Some(unsafe { core::slice::from_raw_parts(pointer, self.len) })
    }
}

impl<'a, E: Enum> Vector<'a, Enums<E>> {
    /// Returns the enums as a vector of their numbers.
    #[inline]
    pub fn numbers(self) -> Vector<'a, Scalars<E::Number>> {
        Vector {
            first: self.first,
            len: self.len,
            of: PhantomData,
        }
    }
}

impl<'a, T: Table> Vector<'a, Tables<T>> {
    /// Finds the table with this key by binary search. The vector must be sorted by its key, which
    /// builders do on request. In an unsorted vector this may miss tables.
    #[inline]
    pub fn lookup<Q: Key<T::Schema>>(self, key: Q) -> Option<T::View<'a>> {
        let (index, field) = const {
            let (index, field) = key_of::<T>();
            lookup::assert_key::<T::Schema, Q>(field.ty);
            (index, field)
        };
        // SAFETY: `bisect` passes verified elements, here offsets of tables of this object.
        self.bisect(|at| unsafe { lookup::compare_table(at.follow(false), index, field, key) })
    }
}

impl<'a, S: Struct> Vector<'a, Structs<S>> {
    /// Finds the struct with this key by binary search. The vector must be sorted by its key.
    #[inline]
    pub fn lookup<Q: Key<S::Schema>>(self, key: Q) -> Option<S::View<'a>> {
        let field = const {
            let (_, field) = key_of::<S>();
            lookup::assert_key::<S::Schema, Q>(field.ty);
            field
        };
        // SAFETY: `bisect` passes verified elements, here structs of this object.
        self.bisect(|at| unsafe { lookup::compare_struct(at, field, key) })
    }
}

impl<'a, K: Elements> Vector<'a, K> {
    #[inline]
    fn bisect(self, compare: impl Fn(Position<'a>) -> core::cmp::Ordering) -> Option<K::Item<'a>> {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            // SAFETY: `middle` is below the number of elements.
            let at = unsafe { self.first.on(middle * K::STRIDE) };
            match compare(at) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                // SAFETY: a verified element of this kind is at `at`.
                core::cmp::Ordering::Equal => return Some(unsafe { K::item(at) }),
            }
        }
        None
    }
}

/// Returns the index of an object's key field, and the field.
const fn key_of<T: Object>() -> (usize, layout::Field) {
    match Of::<T>::LAYOUT.objects()[T::OBJECT].key {
        Some(key) => (key as usize, Of::<T>::FIELDS[key as usize]),
        None => panic!("this object has no key"),
    }
}

impl<'a, K: Elements> IntoIterator for Vector<'a, K> {
    type Item = K::Item<'a>;
    type IntoIter = Iter<'a, K>;

    #[inline]
    fn into_iter(self) -> Iter<'a, K> {
        self.iter()
    }
}

impl<K: for<'a> Elements<Item<'a>: fmt::Debug>> fmt::Debug for Vector<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// An iterator over the elements of a vector.
pub struct Iter<'a, K> {
    vector: Vector<'a, K>,
    range: Range<usize>,
}

impl<'a, K: Elements> Iterator for Iter<'a, K> {
    type Item = K::Item<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<K::Item<'a>> {
        let index = self.range.next()?;
        // SAFETY: the range ends at the number of elements.
        Some(unsafe { self.vector.get_unchecked(index) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<K::Item<'a>> {
        let index = self.range.nth(n)?;
        // SAFETY: the range ends at the number of elements.
        Some(unsafe { self.vector.get_unchecked(index) })
    }
}

impl<K: Elements> DoubleEndedIterator for Iter<'_, K> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.range.next_back()?;
        // SAFETY: the range ends at the number of elements.
        Some(unsafe { self.vector.get_unchecked(index) })
    }
}

impl<K: Elements> ExactSizeIterator for Iter<'_, K> {}
impl<K: Elements> FusedIterator for Iter<'_, K> {}

/// A verified vector of unions, as tags and values.
pub struct Unions<'a, S> {
    tags: Position<'a>,
    values: Position<'a>,
    len: usize,
    union: usize,
    of: PhantomData<fn(S) -> S>,
}

impl<S> Clone for Unions<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Unions<'_, S> {}

impl<'a, S: Schema> Unions<'a, S> {
    /// # Safety
    /// Verified vectors of tags and of values of this union are here.
    pub(super) unsafe fn new(tags: Position<'a>, values: Position<'a>, union: usize) -> Self {
        // SAFETY: the caller's contract.
        unsafe {
            let (_, tags) = tags.len(false);
            let (len, values) = values.len(false);
            Self {
                tags,
                values,
                len,
                union,
                of: PhantomData,
            }
        }
    }

    /// Returns the number of unions.
    pub fn len(self) -> usize {
        self.len
    }

    /// Returns whether there are no unions.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the tag of union `index`, as a signed number, or 0 behind the end.
    pub fn tag(self, index: usize) -> i64 {
        if index >= self.len {
            return 0;
        }
        let tag = const { S::LAYOUT }.unions()[self.union].tag;
        // SAFETY: the verifier has found as many tags as values.
        unsafe { read_tag(self.tags.on(index * tag.size()), tag) }
    }

    /// Returns the type and the position of the value of union `index`.
    fn member(self, index: usize) -> Option<(MemberType, Position<'a>)> {
        let member = const { S::LAYOUT }.member(self.union, self.tag(index))?;
        // SAFETY: only an index below the length has a tag of a member. The verifier has found a
        // value of that member's type there.
        Some((member.ty, unsafe {
            self.values.on(4 * index).follow(false)
        }))
    }

    /// Returns union `index`, if it contains such a table.
    pub fn table<T: Table<Schema = S>>(self, index: usize) -> Option<T::View<'a>> {
        match self.member(index)? {
            (MemberType::Table(object), place) if object as usize == T::OBJECT => {
                // SAFETY: a verified table of this object, of the same schema, is here.
                Some(T::view(unsafe { TableRef::new(place) }))
            }
            _ => None,
        }
    }

    /// Returns union `index`, if it contains such a struct.
    pub fn structure<T: Struct<Schema = S>>(self, index: usize) -> Option<T::View<'a>> {
        match self.member(index)? {
            (MemberType::Struct(object), place) if object as usize == T::OBJECT => {
                // SAFETY: the bytes of a struct of this object, of the same schema, are here.
                Some(T::view(unsafe { StructRef::new(place) }))
            }
            _ => None,
        }
    }

    /// Returns union `index`, if it contains a string.
    pub fn string(self, index: usize) -> Option<&'a str> {
        match self.member(index)? {
            // SAFETY: a verified string is here.
            (MemberType::String, place) => Some(unsafe { place.text() }),
            _ => None,
        }
    }
}

/// Reads a tag as a signed number.
///
/// # Safety
/// The bytes of the tag are there.
#[inline(always)]
pub(super) unsafe fn read_tag(at: Position<'_>, tag: Scalar) -> i64 {
    // SAFETY: the caller's contract.
    unsafe {
        match tag {
            Scalar::Bool | Scalar::U8 => at.read::<u8>().into(),
            Scalar::I8 => at.read::<i8>().into(),
            Scalar::I16 => at.read::<i16>().into(),
            Scalar::U16 => at.read::<u16>().into(),
            Scalar::I32 => at.read::<i32>().into(),
            Scalar::U32 | Scalar::F32 => at.read::<u32>().into(),
            Scalar::I64 | Scalar::U64 | Scalar::F64 => at.read::<i64>(),
        }
    }
}
