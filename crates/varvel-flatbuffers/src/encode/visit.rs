//! What a type says of itself, and who listens: what writes buffers, and what gives events
//! (`shape`).

use varvel_core::Result;

use super::{Items, Row};
use crate::Primitive;
use crate::schema::{Object, Table};

/// A plain struct that is written as a table.
///
/// A wrong implementation, one that says other fields the second time, makes a buffer that is not
/// verified; it does no other harm.
pub trait EncodeTable {
    /// The table.
    type Table: Object;

    /// Says each field to `fields`, in any order; deprecated ones are left out.
    ///
    /// # Errors
    /// Those of `fields`.
    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result;
}

/// A plain struct that is written as a struct.
pub trait EncodeStruct {
    /// The struct.
    type Struct: Object;

    /// Says each field to `fields`; those left out are zero.
    ///
    /// # Errors
    /// Those of `fields`.
    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result;
}

/// A plain enum that is written as a union.
pub trait EncodeUnion {
    /// The schema.
    type Schema: crate::Schema;

    /// The index of the union in its layout.
    const UNION: usize;

    /// Gives what it holds to `member`, once; nothing for `NONE`.
    ///
    /// # Errors
    /// Those of `member`.
    fn member<M: Member<Self::Schema>>(&self, member: &mut M) -> Result;
}

/// What takes the fields of a table. `I` is a field's index; that it has such a type is checked at
/// compile time.
pub trait Fields<T: Object> {
    /// A scalar; left out where it is the default.
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result;

    /// A scalar without a default.
    fn scalar_opt<V: Primitive, const I: usize>(&mut self, value: Option<V>) -> Result;

    /// A string.
    fn string<const I: usize>(&mut self, text: Option<&str>) -> Result;

    /// A struct.
    fn structure<S: EncodeStruct, const I: usize>(&mut self, value: Option<&S>) -> Result
    where
        S::Struct: Object<Schema = T::Schema>;

    /// A table.
    fn table<E: EncodeTable, const I: usize>(&mut self, value: Option<&E>) -> Result
    where
        E::Table: Object<Schema = T::Schema>;

    /// A union, by the index of its value.
    fn union<U: EncodeUnion<Schema = T::Schema>, const I: usize>(&mut self, value: &U) -> Result;

    /// A vector of scalars, or the bytes of a nested buffer or of a FlexBuffer.
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: Option<L>) -> Result;

    /// A vector of strings.
    fn strings<L: Items<Item: AsRef<str>>, const I: usize>(&mut self, values: Option<L>) -> Result;

    /// A vector of structs.
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = T::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: Option<L>,
    ) -> Result;

    /// A vector of tables.
    fn tables<L: Items<Item: EncodeTable<Table: Object<Schema = T::Schema>>>, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result;

    /// A vector of unions, by the index of their values.
    fn unions<L: Items<Item: EncodeUnion<Schema = T::Schema>> + Clone, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result;

    /// The bytes of a nested buffer, of which `C` is the root.
    #[inline(always)]
    fn nested<C, const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result
    where
        C: Table<Schema = T::Schema>,
        for<'a> C::View<'a>: EncodeTable,
    {
        self.scalars::<u8, _, I>(bytes)
    }

    /// The bytes of a FlexBuffer.
    #[inline(always)]
    fn flex<const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result {
        self.scalars::<u8, _, I>(bytes)
    }
}

/// What takes the fields of a struct. `I` is a field's index; that it has such a type is checked at
/// compile time.
pub trait StructFields<S: Object> {
    /// A scalar.
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result;

    /// A struct.
    fn structure<C: EncodeStruct<Struct: Object<Schema = S::Schema>>, const I: usize>(
        &mut self,
        value: &C,
    ) -> Result;

    /// An array of scalars: what is beyond its length is left out, what is short of it is zero.
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: L) -> Result;

    /// The same of structs.
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = S::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: L,
    ) -> Result;
}

/// What takes the member of a union. That a tag is of such a type is checked at compile time.
pub trait Member<S: crate::Schema> {
    /// A table with this tag.
    fn table<U: EncodeUnion<Schema = S>, E: EncodeTable, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Table: Object<Schema = S>;

    /// A struct with this tag.
    fn structure<U: EncodeUnion<Schema = S>, E: EncodeStruct, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Struct: Object<Schema = S>;

    /// A string with this tag.
    fn string<U: EncodeUnion<Schema = S>, const TAG: i64>(&mut self, text: &str) -> Result;

    /// Something of a later schema, of which nothing is known but its tag.
    fn unknown<U: EncodeUnion<Schema = S>>(&mut self, tag: i64) -> Result;
}

impl<E: EncodeTable> EncodeTable for &E {
    type Table = E::Table;

    #[inline(always)]
    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result {
        E::fields(self, fields)
    }
}

impl<E: EncodeStruct> EncodeStruct for &E {
    type Struct = E::Struct;

    #[inline(always)]
    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        E::fields(self, fields)
    }
}

impl<E: EncodeUnion> EncodeUnion for &E {
    type Schema = E::Schema;
    const UNION: usize = E::UNION;

    #[inline(always)]
    fn member<M: Member<Self::Schema>>(&self, member: &mut M) -> Result {
        E::member(self, member)
    }
}

/// `None` holds nothing.
impl<E: EncodeUnion> EncodeUnion for Option<E> {
    type Schema = E::Schema;
    const UNION: usize = E::UNION;

    #[inline(always)]
    fn member<M: Member<Self::Schema>>(&self, member: &mut M) -> Result {
        self.as_ref().map_or(Ok(()), |held| held.member(member))
    }
}
