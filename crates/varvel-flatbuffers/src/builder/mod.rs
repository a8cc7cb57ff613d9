//! The incremental builder: builds parts first, then the tables that refer to them, from back to
//! front.
//!
//! An [`Offset`] names a part that has been built. It knows the part's type and buffer: an offset
//! of another type does not compile, and one of another buffer is an error. An open table borrows
//! the builder, so that nothing else is built meanwhile. Positions count from the end of the
//! buffer, which stays in place while the front grows.

mod long;
mod stock;
mod table;
mod union;

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, Ordering};

use varvel_core::{Error, ErrorKind, Result};

use crate::encode::{EncodeStruct, Identifier, Output, structure};
use crate::layout::{Layout, Type};
use crate::read::{Scalars, Strings, Structs, Tables};
use crate::schema::{Object, Of};
use crate::{Primitive, Table, compare};
use stock::Stock;

pub use long::Long;
pub use table::TableBuilder;
pub use union::{UnionValue, UnionVector};

/// The largest buffer: the offset of a vtable is signed.
const MOST: usize = i32::MAX as usize;

/// A part that has been built: [`Text`], a table, or a vector of a [`Kind`](crate::read::Kind).
pub struct Offset<K> {
    /// The number of bytes from its start to the end of the buffer.
    at: u32,
    /// The number of its buffer.
    buffer: u32,
    of: PhantomData<fn(K) -> K>,
}

impl<K> Clone for Offset<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Offset<K> {}

impl<K> core::fmt::Debug for Offset<K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Offset({})", self.at)
    }
}

/// The type of an [`Offset`] to a string.
#[derive(Debug)]
pub enum Text {}

/// A builder of buffers, one after the other in the same memory.
///
/// The first part after a finished buffer begins the next one.
///
/// ```
/// use varvel_flatbuffers::Builder;
/// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
/// # use varvel_flatbuffers::{Object, Schema};
/// # enum Ages {}
/// # impl Schema for Ages {
/// #     const LAYOUT: Layout<'static> = Layout::new(Parts {
/// #         names: "age",
/// #         objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 2))],
/// #         fields: &[
/// #             Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8)).default_bits(30),
/// #             Field::new(Name::new(0, 3), Type::String),
/// #         ],
/// #         root: Some(0),
/// #         ..Parts::EMPTY
/// #     });
/// # }
/// # enum Person {}
/// # impl Object for Person {
/// #     type Schema = Ages;
/// #     const OBJECT: usize = 0;
/// # }
/// let mut builder = Builder::new();
/// let name = builder.string("Ada")?;
/// let mut person = builder.table::<Person>()?;
/// person.scalar::<u8, 0>(36)?.string::<1>(name)?;
/// let person = person.finish()?;
/// let bytes = builder.finish(person)?;
/// assert_eq!(bytes.len() % 4, 0);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Builder {
    /// The memory. All of its bytes are initialized, and the buffer takes the last of them.
    out: Output,
    /// The length of the buffer in bytes.
    used: usize,
    /// The largest alignment in the buffer.
    align: usize,
    /// The number of this buffer; 0 if the next part begins one.
    buffer: u32,
    force_defaults: bool,
    identifier: Identifier,
    vtables: Stock,
    strings: Stock,
    /// The positions of the open table's fields, from the end of the buffer; 0 for absent fields.
    slots: Vec<u32>,
    /// The vtable that is being made.
    vtable: Vec<u8>,
    /// The order of a vector that is being sorted.
    sorted: Vec<u32>,
}

impl Builder {
    /// Makes a builder that has no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether scalars are also written if they equal their default.
    pub fn force_defaults(&mut self, force: bool) -> &mut Self {
        self.force_defaults = force;
        self
    }

    /// Sets the file identifier of the buffers that are finished after this.
    pub fn identifier(&mut self, identifier: Identifier) -> &mut Self {
        self.identifier = identifier;
        self
    }

    /// Discards the parts of an unfinished buffer.
    pub fn reset(&mut self) {
        self.buffer = 0;
    }

    /// Begins a buffer, unless one is being built.
    fn begin(&mut self) {
        static BUFFERS: AtomicU32 = AtomicU32::new(1);
        if self.buffer != 0 {
            return;
        }
        // Any memory order will do: the number only has to differ.
        self.buffer = BUFFERS.fetch_add(1, Ordering::Relaxed).max(1);
        self.used = 0;
        self.align = 4;
        self.vtables.clear();
        self.strings.clear();
    }

    /// Builds a string.
    ///
    /// # Errors
    /// Returns `SizeLimit` at 2 GiB, and `OutOfMemory`.
    pub fn string(&mut self, text: &str) -> Result<Offset<Text>> {
        self.begin();
        self.room(text.len() + 1, 4)?;
        self.push(&[0])?;
        self.push(text.as_bytes())?;
        self.put(text.len() as u32)?;
        Ok(self.here())
    }

    /// Builds a string, or returns the equal one that was shared before.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn shared_string(&mut self, text: &str) -> Result<Offset<Text>> {
        self.begin();
        let hash = self.strings.hash(text.as_bytes());
        let same = |at: u32| self.text_at(at as usize) == text.as_bytes();
        if let Some(at) = self.strings.find(hash, same) {
            return Ok(self.offset(at));
        }
        let offset = self.string(text)?;
        self.strings.insert(hash, offset.at)?;
        Ok(offset)
    }

    /// Builds a vector of scalars. One of `u8` also serves for nested buffers and FlexBuffers.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn scalars<V: Primitive>(&mut self, values: &[V]) -> Result<Offset<Scalars<V>>> {
        self.aligned_scalars(values, 1)
    }

    /// Builds a vector of scalars whose elements are aligned to `align`: for `force_align`, or for
    /// a nested buffer.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`], and `Refused` if the alignment is no power of two
    /// up to 256.
    pub fn aligned_scalars<V: Primitive>(
        &mut self,
        values: &[V],
        align: usize,
    ) -> Result<Offset<Scalars<V>>> {
        if !align.is_power_of_two() || align > 256 {
            let error = Error::expected(ErrorKind::Refused, "a power of two up to 256");
            return Err(error.with_found(alloc::format!("an alignment of {align}")));
        }
        self.begin();
        self.scalar_elements(values, align.max(4))?;
        self.put(values.len() as u32)?;
        Ok(self.here())
    }

    /// Writes the elements of a vector of scalars, which come before its length.
    fn scalar_elements<V: Primitive>(&mut self, values: &[V], align: usize) -> Result {
        let size = size_of::<V>();
        self.room(size_of_val(values), align.max(size))?;
        let at = self.reserve(size_of_val(values))?;
        for (index, value) in values.iter().enumerate() {
            // SAFETY: `reserve` has made room for all of these bytes, which end inside of the
            // memory.
            unsafe { self.out.put(at + index * size, *value) };
        }
        Ok(())
    }

    /// Builds a vector of structs.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn structs<S: EncodeStruct>(&mut self, values: &[S]) -> Result<Offset<Structs<S::Struct>>> {
        self.begin();
        self.struct_elements(values, 4)?;
        self.put(values.len() as u32)?;
        Ok(self.here())
    }

    /// Builds a vector of structs, sorted by their key as [`lookup`](crate::Vector::lookup) needs
    /// it. Structs of equal keys keep their order.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn sorted_structs<S: EncodeStruct>(
        &mut self,
        values: &[S],
    ) -> Result<Offset<Structs<S::Struct>>> {
        let layout = const {
            let layout = Of::<S::Struct>::LAYOUT;
            assert!(
                layout.objects()[S::Struct::OBJECT].key.is_some(),
                "this object has no key"
            );
            layout
        };
        self.begin();
        self.struct_elements(values, 4)?;
        let bytes = self.out.bytes_mut();
        let at = bytes.len() - self.used;
        let structs = &mut bytes[at..at + values.len() * const { Of::<S::Struct>::STRUCT }.0];
        compare::sort_structs(layout, S::Struct::OBJECT as u32, structs)?;
        self.put(values.len() as u32)?;
        Ok(self.here())
    }

    /// Writes the elements of a vector of structs, which come before its length.
    fn struct_elements<S: EncodeStruct>(&mut self, values: &[S], least: usize) -> Result {
        let (size, align) = const { Of::<S::Struct>::STRUCT };
        let bytes = values.len().checked_mul(size).ok_or_else(too_large)?;
        self.room(bytes, align.max(least))?;
        let at = self.reserve(bytes)?;
        for (index, value) in values.iter().enumerate() {
            // SAFETY: `reserve` has made room for all of these bytes, as zeros, which end inside of
            // the memory.
            unsafe { structure(&mut self.out, at + index * size, value)? };
        }
        Ok(())
    }

    /// Builds a struct outside of tables: for a union, or as the root.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn structure<S: EncodeStruct>(&mut self, value: &S) -> Result<Offset<S::Struct>> {
        let (size, align) = const { Of::<S::Struct>::STRUCT };
        self.begin();
        self.room(size, align)?;
        let at = self.reserve(size)?;
        // SAFETY: `reserve` has made room for these bytes, as zeros, which end inside of the
        // memory.
        unsafe { structure(&mut self.out, at, value)? };
        Ok(self.here())
    }

    /// Builds a vector of strings.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`], and `InvalidEvents` for an offset of another
    /// buffer.
    pub fn strings(&mut self, values: &[Offset<Text>]) -> Result<Offset<Strings>> {
        self.offsets(values)
    }

    /// Builds a vector of tables.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::strings`].
    pub fn tables<T: Object>(&mut self, values: &[Offset<T>]) -> Result<Offset<Tables<T>>> {
        self.offsets(values)
    }

    /// Builds a vector of tables, sorted by their key as [`lookup`](crate::Vector::lookup) needs
    /// it. Tables of equal keys come in any order.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::strings`].
    pub fn sorted_tables<T: Table>(&mut self, values: &[Offset<T>]) -> Result<Offset<Tables<T>>> {
        const { Of::<T>::TABLE };
        let (number, field) = const {
            let Some(key) = Of::<T>::LAYOUT.objects()[T::OBJECT].key else {
                panic!("this object has no key")
            };
            (key as usize, Of::<T>::FIELDS[key as usize])
        };
        self.begin();
        for value in values {
            self.check(*value)?;
        }
        let mut sorted = core::mem::take(&mut self.sorted);
        sorted.clear();
        sorted
            .try_reserve(values.len())
            .map_err(|_| Error::out_of_memory())?;
        sorted.extend(values.iter().map(|value| value.at));
        match field.ty {
            Type::String => sorted.sort_unstable_by(|a, b| {
                let key = |at: u32| self.string_key(at as usize, number);
                key(*a).cmp(key(*b))
            }),
            _ => {
                let layout = const { Of::<T>::LAYOUT };
                let key = |at: u32| {
                    let at = self.field_at(at as usize, number);
                    at.map(|at| self.from(at))
                };
                sorted
                    .sort_unstable_by(|a, b| compare::of_tables(layout, &field, key(*a), key(*b)));
            }
        }
        let result = self.positions(&sorted);
        self.sorted = sorted;
        result
    }

    /// Opens a table.
    ///
    /// # Errors
    /// Returns `OutOfMemory`.
    pub fn table<T: Object>(&mut self) -> Result<TableBuilder<'_, T>> {
        const { Of::<T>::TABLE };
        self.begin();
        let fields = const { Of::<T>::FIELDS }.len();
        self.slots.clear();
        self.slots
            .try_reserve(fields)
            .map_err(|_| Error::out_of_memory())?;
        self.slots.resize(fields, 0);
        Ok(TableBuilder::new(self))
    }

    /// Finishes the buffer with this root: a table, or a struct, as flatcc has it. The bytes are
    /// valid until the next buffer begins.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::strings`].
    pub fn finish<T: Object>(&mut self, root: Offset<T>) -> Result<&[u8]> {
        self.finish_with(root, false)
    }

    /// Finishes the buffer with this root, and writes its size before it.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::strings`].
    pub fn finish_size_prefixed<T: Object>(&mut self, root: Offset<T>) -> Result<&[u8]> {
        self.finish_with(root, true)
    }

    fn finish_with<T: Object>(&mut self, root: Offset<T>, size_prefixed: bool) -> Result<&[u8]> {
        self.check(root)?;
        let identifier = self.identifier.of::<T>();
        let identifier = identifier.as_ref().map_or(&[][..], |bytes| bytes);
        let prefix = if size_prefixed { 4 } else { 0 };
        self.pad(identifier.len() + 4 + prefix, self.align)?;
        self.push(identifier)?;
        let root = self.used + 4 - root.at as usize;
        self.put(root as u32)?;
        if size_prefixed {
            self.put(self.used as u32)?;
        }
        self.buffer = 0;
        let bytes = self.out.bytes();
        Ok(&bytes[bytes.len() - self.used..])
    }

    fn offsets<X, K>(&mut self, values: &[Offset<X>]) -> Result<Offset<K>> {
        self.begin();
        for value in values {
            self.check(*value)?;
        }
        self.room(4 * values.len(), 4)?;
        for value in values.iter().rev() {
            self.point(value.at)?;
        }
        self.put(values.len() as u32)?;
        Ok(self.here())
    }

    fn positions<K>(&mut self, values: &[u32]) -> Result<Offset<K>> {
        self.room(4 * values.len(), 4)?;
        for value in values.iter().rev() {
            self.point(*value)?;
        }
        self.put(values.len() as u32)?;
        Ok(self.here())
    }

    /// Refuses an offset of another buffer.
    fn check<K>(&self, offset: Offset<K>) -> Result {
        if offset.buffer == self.buffer && self.buffer != 0 {
            return Ok(());
        }
        Err(Error::expected(
            ErrorKind::InvalidEvents,
            "an offset of the buffer under way",
        )
        .with_found("one of another buffer"))
    }

    fn here<K>(&self) -> Offset<K> {
        self.offset(self.used as u32)
    }

    fn offset<K>(&self, at: u32) -> Offset<K> {
        Offset {
            at,
            buffer: self.buffer,
            of: PhantomData,
        }
    }

    /// Pads so that the front is at a multiple of `align` after `bytes` more. A length follows
    /// these bytes.
    fn room(&mut self, bytes: usize, align: usize) -> Result {
        self.pad(bytes, align)
    }

    fn pad(&mut self, ahead: usize, align: usize) -> Result {
        self.align = self.align.max(align);
        let pad = (self.used.saturating_add(ahead)).wrapping_neg() & (align - 1);
        self.reserve(pad).map(drop)
    }

    fn push(&mut self, bytes: &[u8]) -> Result {
        let at = self.reserve(bytes.len())?;
        // SAFETY: `reserve` has made room for these bytes, which end inside of the memory.
        unsafe { self.out.copy(at, bytes) };
        Ok(())
    }

    fn put<V: Primitive>(&mut self, value: V) -> Result {
        let at = self.reserve(size_of::<V>())?;
        // SAFETY: `reserve` has made room for these bytes, which end inside of the memory.
        unsafe { self.out.put(at, value) };
        Ok(())
    }

    /// Writes the offset from here to a position further back.
    fn point(&mut self, to: u32) -> Result {
        let offset = (self.used + 4) as u32 - to;
        self.put(offset)
    }

    /// Adds `size` zeros at the front. Returns their place in the memory.
    fn reserve(&mut self, size: usize) -> Result<usize> {
        let used = self.used.checked_add(size).filter(|used| *used <= MOST);
        let used = used.ok_or_else(too_large)?;
        if used > self.out.bytes().len() {
            self.grow(used)?;
        }
        self.used = used;
        let memory = self.out.bytes_mut();
        let at = memory.len() - used;
        memory[at..at + size].fill(0);
        Ok(at)
    }

    #[cold]
    fn grow(&mut self, wanted: usize) -> Result {
        let memory = self.out.bytes_mut();
        let old = memory.len();
        let len = wanted.max(2 * old).max(256);
        memory
            .try_reserve_exact(len - old)
            .map_err(|_| Error::out_of_memory())?;
        memory.resize(len, 0);
        memory.copy_within(old - self.used..old, len - self.used);
        Ok(())
    }

    /// Returns the bytes from a position on.
    fn from(&self, at: usize) -> &[u8] {
        let bytes = self.out.bytes();
        &bytes[bytes.len() - at..]
    }

    fn text_at(&self, at: usize) -> &[u8] {
        let bytes = self.from(at);
        let len = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        &bytes[4..4 + len as usize]
    }

    /// Returns the position of a field in a finished table, counted from the end.
    fn field_at(&self, table: usize, field: usize) -> Option<usize> {
        let bytes = self.from(table);
        let back = i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let vtable = self.from((table as i64 + i64::from(back)) as usize);
        let slot = Layout::slot(field);
        if slot + 2 > usize::from(u16::from_le_bytes([vtable[0], vtable[1]])) {
            return None;
        }
        match u16::from_le_bytes([vtable[slot], vtable[slot + 1]]) {
            0 => None,
            offset => Some(table - usize::from(offset)),
        }
    }

    fn string_key(&self, table: usize, field: usize) -> &[u8] {
        self.field_at(table, field).map_or(&[], |at| {
            let bytes = self.from(at);
            let offset = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            self.text_at(at - offset as usize)
        })
    }
}

#[cold]
fn too_large() -> Error {
    Error::too_large(MOST).with_hint("a buffer ends at 2 GiB")
}
