//! Rust types as members of unions.

use alloc::boxed::Box;
use alloc::string::String;

use varvel_core::Result;

use crate::encode::{EncodeUnion, Member};
use crate::layout::MemberType;
use crate::read::{TableRef, Unions};
use crate::schema::{Object, Schema};

/// A Rust type that can be a member of a union: `String`, structs with `#[derive(Table)]` or
/// `#[derive(Struct)]`, and a `Box` of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a FlatBuffers union",
    note = "a union holds strings, and structs with `#[derive(varvel_flatbuffers::Table)]` or `Struct`"
)]
pub trait UnionMember<S: Schema>: Sized {
    /// The type of the member.
    const TYPE: MemberType;

    /// Gives the value to `member`.
    ///
    /// # Errors
    /// Returns the errors of `member`.
    fn put<U: EncodeUnion<Schema = S>, M: Member<S>, const TAG: i64>(
        &self,
        member: &mut M,
    ) -> Result;

    /// Reads the value from the union of this field, if the union has this tag.
    ///
    /// # Errors
    /// Returns the errors of reading the type.
    fn get<T: Object<Schema = S>, const I: usize, const TAG: i64>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>>;

    /// Reads the value from a vector of unions, if the item has the right tag.
    ///
    /// # Errors
    /// Returns the errors of reading the type.
    fn get_item(unions: Unions<'_, S>, index: usize) -> Result<Option<Self>>;
}

impl<S: Schema> UnionMember<S> for String {
    const TYPE: MemberType = MemberType::String;

    fn put<U: EncodeUnion<Schema = S>, M: Member<S>, const TAG: i64>(
        &self,
        member: &mut M,
    ) -> Result {
        member.string::<U, TAG>(self)
    }

    fn get<T: Object<Schema = S>, const I: usize, const TAG: i64>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>> {
        Ok(table.member_string::<I, TAG>().map(Into::into))
    }

    fn get_item(unions: Unions<'_, S>, index: usize) -> Result<Option<Self>> {
        Ok(unions.string(index).map(Into::into))
    }
}

impl<S: Schema, V: UnionMember<S>> UnionMember<S> for Box<V> {
    const TYPE: MemberType = V::TYPE;

    fn put<U: EncodeUnion<Schema = S>, M: Member<S>, const TAG: i64>(
        &self,
        member: &mut M,
    ) -> Result {
        V::put::<U, M, TAG>(self, member)
    }

    fn get<T: Object<Schema = S>, const I: usize, const TAG: i64>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>> {
        Ok(V::get::<T, I, TAG>(table)?.map(Self::new))
    }

    fn get_item(unions: Unions<'_, S>, index: usize) -> Result<Option<Self>> {
        Ok(V::get_item(unions, index)?.map(Self::new))
    }
}
