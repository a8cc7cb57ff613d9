//! An open table.

use core::marker::PhantomData;

use varvel_core::{Error, ErrorKind, Result};

use super::{Builder, Offset, Text};
use crate::Primitive;
use crate::encode::{EncodeStruct, structure};
use crate::layout::{Layout, MemberType, Presence, Type, Width};
use crate::read::{Kind, assert_element};
use crate::schema::{At, Object, Of};

/// The builder of an open table. `I` is the index of a field, whose type is checked at compile
/// time.
///
/// Each method returns the builder, so that calls can be chained.
#[derive(Debug)]
pub struct TableBuilder<'a, T> {
    builder: &'a mut Builder,
    /// The length of the buffer before the table.
    before: usize,
    of: PhantomData<fn(T) -> T>,
}

impl<'a, T: Object> TableBuilder<'a, T> {
    pub(super) fn new(builder: &'a mut Builder) -> Self {
        let before = builder.used;
        Self {
            builder,
            before,
            of: PhantomData,
        }
    }

    /// Makes room for a field in place. Returns its place in the memory.
    fn place(&mut self, field: usize, size: usize, align: usize) -> Result<usize> {
        if self.builder.slots[field] != 0 {
            let fields = const { Of::<T>::FIELDS };
            let name = const { Of::<T>::LAYOUT }.name(fields[field].name);
            return Err(Error::expected(
                ErrorKind::InvalidEvents,
                alloc::format!("the field `{name}` once"),
            ));
        }
        self.builder.pad(size, align)?;
        let at = self.builder.reserve(size)?;
        self.builder.slots[field] = self.builder.used as u32;
        Ok(at)
    }

    fn number<V: Primitive>(&mut self, field: usize, value: V) -> Result {
        let size = size_of::<V>();
        let at = self.place(field, size, size)?;
        // SAFETY: `place` has made room for these bytes, which end inside of the memory.
        unsafe { self.builder.out.put(at, value) };
        Ok(())
    }

    /// Sets a scalar. It is left out if it equals the default, unless [`Builder::force_defaults`]
    /// is set.
    ///
    /// # Errors
    /// Returns `InvalidEvents` if the field was set before, and the errors of [`Builder::string`].
    pub fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result<&mut Self> {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        let default = const { At::<T, I>::FIELD.presence };
        if let Presence::Default(default) = default
            && !self.builder.force_defaults
            && V::from_bits(default).bits() == value.bits()
        {
            return Ok(self);
        }
        self.number(I, value)?;
        Ok(self)
    }

    fn point<K, const I: usize>(&mut self, to: Offset<K>) -> Result {
        let wide = const {
            assert!(
                !matches!(At::<T, I>::FIELD.width, Width::Vector),
                "vectors with lengths of 64 bits are long vectors"
            );
            At::<T, I>::WIDE
        };
        match wide {
            true => self.point_far(I, to),
            false => self.point_from(I, to),
        }
    }

    /// Writes a 64-bit offset into a field.
    pub(super) fn point_far<K>(&mut self, field: usize, to: Offset<K>) -> Result {
        self.builder.check(to)?;
        let at = self.place(field, 8, 8)?;
        let offset = (self.builder.used - to.at as usize) as u64;
        // SAFETY: `place` has made room for these bytes, which end inside of the memory.
        unsafe { self.builder.out.put(at, offset) };
        Ok(())
    }

    /// Writes a 32-bit offset into a field.
    pub(super) fn point_from<K>(&mut self, field: usize, to: Offset<K>) -> Result {
        self.builder.check(to)?;
        let at = self.place(field, 4, 4)?;
        let offset = (self.builder.used - to.at as usize) as u32;
        // SAFETY: `place` has made room for these bytes, which end inside of the memory.
        unsafe { self.builder.out.put(at, offset) };
        Ok(())
    }

    /// Sets a string.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::scalar`], and `InvalidEvents` for an offset of another
    /// buffer.
    pub fn string<const I: usize>(&mut self, text: Offset<Text>) -> Result<&mut Self> {
        const { assert!(matches!(At::<T, I>::FIELD.ty, Type::String)) };
        self.point::<Text, I>(text)?;
        Ok(self)
    }

    /// Sets a table.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn table<C: Object<Schema = T::Schema>, const I: usize>(
        &mut self,
        table: Offset<C>,
    ) -> Result<&mut Self> {
        const {
            assert!(
                matches!(At::<T, I>::FIELD.ty, Type::Table(found) if found as usize == C::OBJECT)
            )
        };
        self.point::<C, I>(table)?;
        Ok(self)
    }

    /// Sets a vector.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn vector<K: Kind<T::Schema>, const I: usize>(
        &mut self,
        vector: Offset<K>,
    ) -> Result<&mut Self> {
        const { assert_element::<T, K, I>() };
        self.point::<K, I>(vector)?;
        Ok(self)
    }

    /// Sets a struct.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::scalar`].
    pub fn structure<S: EncodeStruct, const I: usize>(&mut self, value: &S) -> Result<&mut Self>
    where
        S::Struct: Object<Schema = T::Schema>,
    {
        const {
            assert!(
                matches!(At::<T, I>::FIELD.ty, Type::Struct(found) if found as usize == S::Struct::OBJECT)
            )
        };
        let (size, align) = const { Of::<S::Struct>::STRUCT };
        let at = self.place(I, size, align)?;
        // SAFETY: `place` has made room for these bytes, as zeros, which end inside of the memory.
        unsafe { structure(&mut self.builder.out, at, value)? };
        Ok(self)
    }

    /// Sets a union to a table with this tag. `I` is the index of the union's value.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn member_table<C: Object<Schema = T::Schema>, const I: usize, const TAG: i64>(
        &mut self,
        table: Offset<C>,
    ) -> Result<&mut Self> {
        const {
            assert!(
                matches!(member::<T, I>(TAG), MemberType::Table(found) if found as usize == C::OBJECT)
            )
        };
        self.member::<C, I, TAG>(table)
    }

    /// Sets a union to a struct with this tag, which [`Builder::structure`] has built.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn member_structure<S: Object<Schema = T::Schema>, const I: usize, const TAG: i64>(
        &mut self,
        place: Offset<S>,
    ) -> Result<&mut Self> {
        const {
            assert!(
                matches!(member::<T, I>(TAG), MemberType::Struct(found) if found as usize == S::OBJECT)
            )
        };
        self.member::<S, I, TAG>(place)
    }

    /// Sets a union to a string with this tag.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn member_string<const I: usize, const TAG: i64>(
        &mut self,
        text: Offset<Text>,
    ) -> Result<&mut Self> {
        const { assert!(matches!(member::<T, I>(TAG), MemberType::String)) };
        self.member::<Text, I, TAG>(text)
    }

    fn member<K, const I: usize, const TAG: i64>(&mut self, to: Offset<K>) -> Result<&mut Self> {
        self.point::<K, I>(to)?;
        let tag = const {
            match At::<T, I>::FIELD.ty {
                Type::Union(union) => Of::<T>::LAYOUT.unions()[union as usize].tag,
                _ => panic!("this field is no union"),
            }
        };
        match tag.size() {
            1 => self.number(I - 1, TAG as u8)?,
            2 => self.number(I - 1, TAG as u16)?,
            4 => self.number(I - 1, TAG as u32)?,
            _ => self.number(I - 1, TAG as u64)?,
        }
        Ok(self)
    }

    /// Finishes the table.
    ///
    /// # Errors
    /// Returns `MissingField` if a required field is absent, `SizeLimit` for a table of more than
    /// 64 KiB, and the errors of [`Builder::string`].
    pub fn finish(self) -> Result<Offset<T>> {
        let (layout, fields) = const { (&Of::<T>::LAYOUT, Of::<T>::FIELDS) };
        let builder = self.builder;
        let absent = |at: &u32| *at == 0;
        for (field, at) in fields.iter().zip(&builder.slots) {
            if let (Presence::Required, true) = (field.presence, absent(at)) {
                let name = layout.name(field.name);
                return Err(Error::expected(
                    ErrorKind::MissingField,
                    alloc::format!("the required field `{name}`"),
                ));
            }
        }
        builder.pad(4, 4)?;
        let table = builder.used + 4;
        let size = table - self.before;
        let size = u16::try_from(size)
            .map_err(|_| Error::too_large(u16::MAX.into()).with_hint("a table ends at 64 KiB"))?;
        let count = builder.slots.len()
            - builder
                .slots
                .iter()
                .rev()
                .take_while(|at| absent(at))
                .count();
        let mut vtable = core::mem::take(&mut builder.vtable);
        vtable.clear();
        vtable
            .try_reserve(Layout::slot(count))
            .map_err(|_| Error::out_of_memory())?;
        vtable.extend_from_slice(&(Layout::slot(count) as u16).to_le_bytes());
        vtable.extend_from_slice(&size.to_le_bytes());
        for at in &builder.slots[..count] {
            let offset = if absent(at) { 0 } else { table - *at as usize };
            vtable.extend_from_slice(&(offset as u16).to_le_bytes());
        }
        let hash = builder.vtables.hash(&vtable);
        let same = |at: u32| builder.from(at as usize).starts_with(&vtable);
        let shared = builder.vtables.find(hash, same);
        let soffset_at = builder.reserve(4)?;
        let end = builder.out.bytes().len() - soffset_at;
        let at = match shared {
            Some(at) => at,
            None => {
                builder.push(&vtable)?;
                let at = builder.used as u32;
                builder.vtables.insert(hash, at)?;
                at
            }
        };
        builder.vtable = vtable;
        // The memory may have grown at its front since then.
        let soffset_at = builder.out.bytes().len() - end;
        // SAFETY: `reserve` has made room for these bytes, which end inside of the memory.
        unsafe { builder.out.put(soffset_at, at as i32 - table as i32) };
        Ok(builder.offset(table as u32))
    }
}

const fn member<T: Object, const I: usize>(tag: i64) -> MemberType {
    let Type::Union(union) = At::<T, I>::FIELD.ty else {
        panic!("this field is no union")
    };
    match Of::<T>::LAYOUT.member(union as usize, tag) {
        Some(member) => member.ty,
        None => panic!("the union has no such tag"),
    }
}
