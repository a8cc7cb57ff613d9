//! The traits by which a type gives its fields, and the traits of those who take them: the encoder,
//! and the writer of events (`events`).

use varvel_core::Result;

use super::{Items, Row};
use crate::Primitive;
use crate::schema::{Object, Table};

/// A value that is encoded as the root of a buffer: every [`EncodeTable`] is one. Generated code
/// implements this for structs that are roots, as flatcc has them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no root of a FlatBuffers buffer",
    label = "a table, or a struct that is the `root_type` of its schema"
)]
pub trait EncodeRoot {
    /// Gives itself to `root`, once.
    ///
    /// # Errors
    /// Returns the errors of `root`.
    fn root<R: VisitRoot>(&self, root: &mut R) -> Result;
}

impl<E: EncodeTable> EncodeRoot for E {
    #[inline(always)]
    fn root<R: VisitRoot>(&self, root: &mut R) -> Result {
        root.table(self)
    }
}

/// A visitor of the root of a buffer.
pub trait VisitRoot {
    /// Takes a table.
    fn table<E: EncodeTable>(&mut self, root: &E) -> Result;

    /// Takes a struct.
    fn structure<E: EncodeStruct>(&mut self, root: &E) -> Result;
}

/// A plain struct that is encoded as a table.
///
/// A wrong implementation, which gives other fields the second time, makes a buffer that does not
/// pass verification. It does no other harm.
pub trait EncodeTable {
    /// The type of the table in the layout.
    type Table: Object;

    /// Gives each field to `fields`, in any order. Deprecated fields are left out.
    ///
    /// # Errors
    /// Returns the errors of `fields`.
    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result;
}

/// A plain struct that is encoded as a struct.
pub trait EncodeStruct {
    /// The type of the struct in the layout.
    type Struct: Object;

    /// Gives each field to `fields`. Fields that are left out are zero.
    ///
    /// # Errors
    /// Returns the errors of `fields`.
    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result;
}

/// A plain enum that is encoded as a union.
pub trait EncodeUnion {
    /// The schema of the union.
    type Schema: crate::Schema;

    /// The index of the union in its layout.
    const UNION: usize;

    /// Gives the value to `member`, once. Gives nothing for `NONE`.
    ///
    /// # Errors
    /// Returns the errors of `member`.
    fn member<M: Member<Self::Schema>>(&self, member: &mut M) -> Result;
}

/// A visitor of the fields of a table. `I` is the index of a field, whose type is checked at
/// compile time.
pub trait Fields<T: Object> {
    /// Takes a scalar, which is left out if it equals the default.
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result;

    /// Takes a scalar without a default.
    fn scalar_opt<V: Primitive, const I: usize>(&mut self, value: Option<V>) -> Result;

    /// Takes a string.
    fn string<const I: usize>(&mut self, text: Option<&str>) -> Result;

    /// Takes a struct.
    fn structure<S: EncodeStruct, const I: usize>(&mut self, value: Option<&S>) -> Result
    where
        S::Struct: Object<Schema = T::Schema>;

    /// Takes a table.
    fn table<E: EncodeTable, const I: usize>(&mut self, value: Option<&E>) -> Result
    where
        E::Table: Object<Schema = T::Schema>;

    /// Takes a union. `I` is the index of its value.
    fn union<U: EncodeUnion<Schema = T::Schema>, const I: usize>(&mut self, value: &U) -> Result;

    /// Takes a vector of scalars, or the bytes of a nested buffer or of a FlexBuffer.
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: Option<L>) -> Result;

    /// Takes a vector of strings.
    fn strings<L: Items<Item: AsRef<str>>, const I: usize>(&mut self, values: Option<L>) -> Result;

    /// Takes a vector of structs.
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = T::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: Option<L>,
    ) -> Result;

    /// Takes a vector of tables.
    fn tables<L: Items<Item: EncodeTable<Table: Object<Schema = T::Schema>>>, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result;

    /// Takes a vector of unions. `I` is the index of their values.
    fn unions<L: Items<Item: EncodeUnion<Schema = T::Schema>> + Clone, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result;

    /// Takes the bytes of a nested buffer whose root is `C`.
    #[inline(always)]
    fn nested<C, const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result
    where
        C: Table<Schema = T::Schema>,
        for<'a> C::View<'a>: EncodeTable,
    {
        self.scalars::<u8, _, I>(bytes)
    }

    /// Takes the bytes of a FlexBuffer.
    #[inline(always)]
    fn flex<const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result {
        self.scalars::<u8, _, I>(bytes)
    }
}

/// A visitor of the fields of a struct. `I` is the index of a field, whose type is checked at
/// compile time.
pub trait StructFields<S: Object> {
    /// Takes a scalar.
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result;

    /// Takes a struct.
    fn structure<C: EncodeStruct<Struct: Object<Schema = S::Schema>>, const I: usize>(
        &mut self,
        value: &C,
    ) -> Result;

    /// Takes an array of scalars. Scalars beyond its length are left out, and missing ones are
    /// zero.
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: L) -> Result;

    /// Takes an array of structs. Structs beyond its length are left out, and missing ones are
    /// zero.
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = S::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: L,
    ) -> Result;
}

/// A visitor of the member of a union. The type of a tag is checked at compile time.
pub trait Member<S: crate::Schema> {
    /// Takes a table with this tag.
    fn table<U: EncodeUnion<Schema = S>, E: EncodeTable, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Table: Object<Schema = S>;

    /// Takes a struct with this tag.
    fn structure<U: EncodeUnion<Schema = S>, E: EncodeStruct, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Struct: Object<Schema = S>;

    /// Takes a string with this tag.
    fn string<U: EncodeUnion<Schema = S>, const TAG: i64>(&mut self, text: &str) -> Result;

    /// Takes a member of a later schema, of which only the tag is known.
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

/// `None` is encoded as `NONE`.
impl<E: EncodeUnion> EncodeUnion for Option<E> {
    type Schema = E::Schema;
    const UNION: usize = E::UNION;

    #[inline(always)]
    fn member<M: Member<Self::Schema>>(&self, member: &mut M) -> Result {
        self.as_ref().map_or(Ok(()), |held| held.member(member))
    }
}
