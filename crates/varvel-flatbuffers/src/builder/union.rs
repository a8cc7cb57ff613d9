//! Vectors of unions: a vector of tags and a vector of values, built together so that they have the
//! same length.

use core::fmt;
use core::marker::PhantomData;

use varvel_core::Result;

use super::{Builder, Offset, TableBuilder, Text};
use crate::layout::{Element, Layout, MemberType, Scalar, Type};
use crate::schema::{At, Object, Of};

/// An item for a vector of unions. Field `I` of table `T` is that vector.
///
/// ```
/// use varvel_flatbuffers::Builder;
/// use varvel_flatbuffers::builder::UnionValue;
/// # use varvel_flatbuffers::layout::{Element, Field, Layout, List, Name, Parts, Scalar, Type, self};
/// # use varvel_flatbuffers::layout::{Member, MemberType, Union};
/// # use varvel_flatbuffers::{Object, Schema};
/// # const NAME: Name = Name::new(0, 4);
/// # enum Words {}
/// # impl Schema for Words {
/// #     const LAYOUT: Layout<'static> = Layout::new(Parts {
/// #         names: "word",
/// #         objects: &[layout::Object::table(NAME, List::new(0, 2))],
/// #         fields: &[
/// #             Field::new(NAME, Type::Vector(Element::Tag(0))),
/// #             Field::new(NAME, Type::Vector(Element::Union(0))),
/// #         ],
/// #         unions: &[Union { name: NAME, tag: Scalar::U8, members: List::new(0, 1) }],
/// #         members: &[Member { name: NAME, tag: 1, ty: MemberType::String }],
/// #         root: Some(0),
/// #         ..Parts::EMPTY
/// #     });
/// # }
/// # enum Line {}
/// # impl Object for Line {
/// #     type Schema = Words;
/// #     const OBJECT: usize = 0;
/// # }
/// let mut builder = Builder::new();
/// let word = builder.string("word")?;
/// let words = builder.unions(&[UnionValue::string::<1>(word), UnionValue::NONE])?;
/// let mut line = builder.table::<Line>()?;
/// line.unions::<1>(words)?;
/// let line = line.finish()?;
/// assert!(builder.finish(line)?.len() > 30);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub struct UnionValue<T, const I: usize> {
    tag: i64,
    value: Option<Offset<Text>>,
    of: PhantomData<fn(T) -> T>,
}

impl<T, const I: usize> Clone for UnionValue<T, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const I: usize> Copy for UnionValue<T, I> {}

impl<T, const I: usize> fmt::Debug for UnionValue<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnionValue(tag {}, {:?})", self.tag, self.value)
    }
}

impl<T: Object, const I: usize> UnionValue<T, I> {
    /// An item without a value, with the tag `NONE`.
    pub const NONE: Self = Self {
        tag: 0,
        value: None,
        of: PhantomData,
    };

    /// Makes an item that holds a table, with this tag.
    pub fn table<C: Object<Schema = T::Schema>, const TAG: i64>(table: Offset<C>) -> Self {
        const {
            assert!(
                matches!(member::<T, I>(TAG), MemberType::Table(found) if found as usize == C::OBJECT)
            )
        };
        Self::new(TAG, table)
    }

    /// Makes an item that holds a struct, which [`Builder::structure`] has built, with this tag.
    pub fn structure<S: Object<Schema = T::Schema>, const TAG: i64>(place: Offset<S>) -> Self {
        const {
            assert!(
                matches!(member::<T, I>(TAG), MemberType::Struct(found) if found as usize == S::OBJECT)
            )
        };
        Self::new(TAG, place)
    }

    /// Makes an item that holds a string, with this tag.
    pub fn string<const TAG: i64>(text: Offset<Text>) -> Self {
        const { assert!(matches!(member::<T, I>(TAG), MemberType::String)) };
        Self::new(TAG, text)
    }

    /// Makes an item of any value. The caller has checked that the tag fits the value, so that the
    /// value's type is no longer needed.
    fn new<K>(tag: i64, value: Offset<K>) -> Self {
        let value = Offset {
            at: value.at,
            buffer: value.buffer,
            of: PhantomData,
        };
        Self {
            tag,
            value: Some(value),
            of: PhantomData,
        }
    }
}

/// The vectors for field `I` of table `T`: the tags and the values.
pub struct UnionVector<T, const I: usize> {
    tags: Offset<Self>,
    values: Offset<Self>,
}

impl<T, const I: usize> Clone for UnionVector<T, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const I: usize> Copy for UnionVector<T, I> {}

impl<T, const I: usize> fmt::Debug for UnionVector<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnionVector({:?}, {:?})", self.tags, self.values)
    }
}

impl Builder {
    /// Builds a vector of unions, for [`TableBuilder::unions`].
    ///
    /// # Errors
    /// Returns the errors of [`Builder::strings`].
    pub fn unions<T: Object, const I: usize>(
        &mut self,
        members: &[UnionValue<T, I>],
    ) -> Result<UnionVector<T, I>> {
        self.begin();
        for value in members.iter().filter_map(|member| member.value) {
            self.check(value)?;
        }
        self.room(4 * members.len(), 4)?;
        for member in members.iter().rev() {
            match member.value {
                Some(value) => self.point(value.at)?,
                None => self.put(0_u32)?,
            }
        }
        self.put(members.len() as u32)?;
        let values = self.here();
        let size = const { tag::<T, I>() }.size();
        self.room(size * members.len(), size.max(4))?;
        for member in members.iter().rev() {
            self.push(&member.tag.to_le_bytes()[..size])?;
        }
        self.put(members.len() as u32)?;
        let tags = self.here();
        Ok(UnionVector { tags, values })
    }
}

impl<T: Object> TableBuilder<'_, T> {
    /// Sets a vector of unions: its tags and its values.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn unions<const I: usize>(&mut self, members: UnionVector<T, I>) -> Result<&mut Self> {
        self.point_from(I, members.values)?;
        self.point_from(I - 1, members.tags)?;
        Ok(self)
    }
}

const fn union<T: Object, const I: usize>() -> usize {
    match At::<T, I>::FIELD.ty {
        Type::Vector(Element::Union(union)) => union as usize,
        _ => panic!("this field is no vector of unions"),
    }
}

const fn tag<T: Object, const I: usize>() -> Scalar {
    layout::<T>().unions()[union::<T, I>()].tag
}

const fn member<T: Object, const I: usize>(tag: i64) -> MemberType {
    match layout::<T>().member(union::<T, I>(), tag) {
        Some(member) => member.ty,
        None => panic!("the union has no such tag"),
    }
}

const fn layout<T: Object>() -> &'static Layout<'static> {
    const { &Of::<T>::LAYOUT }
}
