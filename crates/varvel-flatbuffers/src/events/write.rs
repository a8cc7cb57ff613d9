//! Writes the fields that a type gives, as events.

use alloc::vec::Vec;
use core::marker::PhantomData;

use varvel_core::path::Step;
use varvel_core::{Error, Limits, Name, Result, Sink, Str, Transient};
use varvel_flexbuffers::Flex;

use super::{NameOf, Options, scalars};
use crate::Primitive;
use crate::chars;
use crate::encode::{
    EncodeStruct, EncodeTable, EncodeUnion, Fields, Items, Member, Row, StructFields,
};
use crate::layout::{Base64, Presence, Scalar};
use crate::schema::{At, Object, Of, Table};

/// The most numbers in one event.
const ROW: usize = 64;

/// Writes a table to a sink.
///
/// # Errors
/// Returns the errors of `sink`, `DepthLimit` (of [`Limits::DEFAULT`]), and for an invalid nested
/// buffer those of [`root`](crate::root()) and [`Flex::new`].
#[inline]
pub fn table<'s, E: EncodeTable, S: Sink<'s>>(
    value: &E,
    options: &Options,
    sink: &mut S,
) -> Result {
    let mut to = To {
        sink,
        options,
        depth: 0,
        of: PhantomData,
    };
    to.table(value)
}

/// Writes a struct to a sink.
///
/// # Errors
/// Returns the errors of `sink`.
#[inline]
pub fn structure<'s, E: EncodeStruct, S: Sink<'s>>(
    value: &E,
    options: &Options,
    sink: &mut S,
) -> Result {
    let mut to = To {
        sink,
        options,
        depth: 0,
        of: PhantomData,
    };
    to.structure(value)
}

/// The target of the events.
struct To<'t, 's, S> {
    sink: &'t mut S,
    options: &'t Options,
    depth: usize,
    of: PhantomData<&'s ()>,
}

impl<'s, S: Sink<'s>> To<'_, 's, S> {
    /// Writes a table with all that it contains.
    #[inline]
    fn table<E: EncodeTable>(&mut self, value: &E) -> Result {
        if self.depth >= Limits::DEFAULT.depth {
            return Err(Error::too_deep(Limits::DEFAULT.depth));
        }
        self.depth += 1;
        self.sink.begin_map(None)?;
        value.fields(&mut self.fields_of::<E::Table>())?;
        self.depth -= 1;
        self.sink.end_map()
    }

    #[inline]
    fn structure<E: EncodeStruct>(&mut self, value: &E) -> Result {
        let fields = const { Of::<E::Struct>::FIELDS }.len();
        self.sink.begin_map(Some(fields))?;
        value.fields(&mut self.fields_of::<E::Struct>())?;
        self.sink.end_map()
    }

    /// Returns the visitor of the fields of an object.
    #[inline(always)]
    fn fields_of<T>(&mut self) -> FieldsOf<'_, '_, 's, T, S> {
        FieldsOf {
            sink: self.sink,
            options: self.options,
            depth: self.depth,
            of: PhantomData,
        }
    }

    #[inline(always)]
    fn text(&mut self, text: &str) -> Result {
        self.sink.str(Str::Scratch(text.into()))
    }

    /// Writes an array of what `each` writes for every item.
    #[inline]
    fn items<L: Items>(
        &mut self,
        items: L,
        mut each: impl FnMut(&mut Self, L::Item) -> Result,
    ) -> Result {
        let items = items.into_iter();
        self.sink.begin_array(Some(items.len()))?;
        for (index, item) in items.enumerate() {
            each(self, item).map_err(|error| scalars::inside(error, Step::Index(index)))?;
        }
        self.sink.end_array()
    }

    /// Writes an array of numbers, many in one event.
    #[inline]
    fn rows<V: Primitive, T: Copy + Default>(
        &mut self,
        values: impl ExactSizeIterator<Item = V>,
        read: impl Fn(u64) -> T,
        give: impl Fn(&mut S, &[T]) -> Result,
    ) -> Result {
        self.sink.begin_array(Some(values.len()))?;
        let (mut row, mut len) = ([T::default(); ROW], 0);
        for value in values {
            row[len] = read(value.bits());
            len += 1;
            if len == ROW {
                give(self.sink, &row)?;
                len = 0;
            }
        }
        give(self.sink, &row[..len])?;
        self.sink.end_array()
    }

    /// Writes bytes as base64 text.
    fn base64<V: Primitive>(
        &mut self,
        base64: Base64,
        values: impl ExactSizeIterator<Item = V>,
    ) -> Result {
        let text = base64.encode(&bytes_of(values)?)?;
        self.text(&text)
    }

    #[inline]
    fn scalars<T: Object, V: Primitive, const I: usize>(
        &mut self,
        values: impl ExactSizeIterator<Item = V>,
    ) -> Result {
        if let Some(base64) = const { At::<T, I>::FIELD.base64 } {
            return self.base64(base64, values);
        }
        if const { At::<T, I>::FIELD.chars } {
            return self.text(chars::text(&bytes_of(values)?)?);
        }
        match (V::SCALAR, const { At::<T, I>::FIELD.symbols }) {
            (Scalar::F64, _) => {
                let options = self.options;
                self.rows(values, f64::from_bits, |sink, row| {
                    scalars::floats(row, options, sink)
                })
            }
            (Scalar::U64 | Scalar::F32 | Scalar::Bool, _) | (_, Some(_)) => {
                self.items(values, |this, value| this.scalar::<T, V, I>(value))
            }
            _ => {
                let read = |bits| V::SCALAR.signed(bits);
                self.rows(values, read, |sink, row| sink.i64s(row))
            }
        }
    }

    #[inline(always)]
    fn scalar<T: Object, V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        match const { At::<T, I>::FIELD.symbols } {
            None => scalars::number(V::SCALAR, value.bits(), self.options, self.sink),
            symbols => {
                let layout = const { &Of::<T>::LAYOUT };
                let bits = value.bits();
                scalars::scalar(layout, V::SCALAR, symbols, bits, self.options, self.sink)
            }
        }
    }

    /// Writes the tag of a union.
    fn tag<U: EncodeUnion>(&mut self, tag: i64) -> Result {
        let layout = const { &<U::Schema as crate::Schema>::LAYOUT };
        scalars::tag(layout, U::UNION as u32, tag, self.options, self.sink)
    }
}

/// Collects bytes.
fn bytes_of<V: Primitive>(values: impl ExactSizeIterator<Item = V>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(values.len())
        .map_err(|_| Error::out_of_memory())?;
    bytes.extend(values.map(|value| value.bits() as u8));
    Ok(bytes)
}

/// The visitor that writes the fields of a table or of a struct, each after its name.
///
/// It is a copy of [`To`], which each call that is not inlined makes anew, so that the address of
/// the sink stays in a register.
struct FieldsOf<'f, 't, 's, T, S> {
    sink: &'f mut S,
    options: &'t Options,
    depth: usize,
    of: PhantomData<(T, &'s ())>,
}

impl<'t, 's, T: Object, S: Sink<'s>> FieldsOf<'_, 't, 's, T, S> {
    #[inline(always)]
    fn to(&mut self) -> To<'_, 's, S> {
        To {
            sink: self.sink,
            options: self.options,
            depth: self.depth,
            of: PhantomData,
        }
    }

    #[inline(always)]
    fn name<const I: usize>(&mut self) -> Result {
        self.sink.name(const { NameOf::<T, I>::NAME })
    }

    /// Writes a scalar after its name. An integer takes one event.
    #[inline(always)]
    fn number<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        let integer = match V::SCALAR {
            Scalar::Bool | Scalar::F32 | Scalar::F64 => None,
            Scalar::U64 => i64::try_from(value.bits()).ok(),
            scalar => Some(scalar.signed(value.bits())),
        };
        match (integer, const { At::<T, I>::FIELD.symbols }) {
            (Some(integer), None) => {
                let name = const { NameOf::<T, I>::NAME };
                self.sink.member_i64(name, integer)
            }
            _ => {
                self.name::<I>()?;
                self.to().scalar::<T, V, I>(value)
            }
        }
    }
}

impl<'s, T: Object, S: Sink<'s>> Fields<T> for FieldsOf<'_, '_, 's, T, S> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        let default = const {
            match At::<T, I>::FIELD.presence {
                Presence::Default(bits) => bits,
                _ => panic!("this scalar has no default: it is optional"),
            }
        };
        let is_key = const { is_key::<T>(I) };
        // Compared by its bits, as it is encoded.
        let is_default = value.bits() == V::from_bits(default).bits();
        match is_default && !self.options.defaults && !is_key {
            true => Ok(()),
            false => self.number::<V, I>(value),
        }
    }

    #[inline(always)]
    fn scalar_opt<V: Primitive, const I: usize>(&mut self, value: Option<V>) -> Result {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        value.map_or(Ok(()), |value| self.number::<V, I>(value))
    }

    #[inline(always)]
    fn string<const I: usize>(&mut self, text: Option<&str>) -> Result {
        let Some(text) = text else { return Ok(()) };
        self.name::<I>()?;
        self.to().text(text)
    }

    #[inline(always)]
    fn structure<E: EncodeStruct, const I: usize>(&mut self, value: Option<&E>) -> Result
    where
        E::Struct: Object<Schema = T::Schema>,
    {
        let Some(value) = value else { return Ok(()) };
        self.name::<I>()?;
        self.to().structure(value)
    }

    #[inline(always)]
    fn table<E: EncodeTable, const I: usize>(&mut self, value: Option<&E>) -> Result
    where
        E::Table: Object<Schema = T::Schema>,
    {
        let Some(value) = value else { return Ok(()) };
        self.name::<I>()?;
        let given = self.to().table(value);
        given.map_err(|error| inside(error, const { NameOf::<T, I>::NAME }))
    }

    #[inline]
    fn union<U: EncodeUnion<Schema = T::Schema>, const I: usize>(&mut self, value: &U) -> Result {
        value.member(&mut Tagged {
            to: &mut self.to(),
            part: Part::Both(
                const { NameOf::<T, I>::TAG },
                const { NameOf::<T, I>::NAME },
            ),
            given: false,
        })
    }

    #[inline]
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: Option<L>) -> Result {
        let Some(values) = values else { return Ok(()) };
        self.name::<I>()?;
        self.to().scalars::<T, V, I>(values.each())
    }

    #[inline]
    fn strings<L: Items<Item: AsRef<str>>, const I: usize>(&mut self, values: Option<L>) -> Result {
        let Some(values) = values else { return Ok(()) };
        self.name::<I>()?;
        self.to().items(values, |to, text| to.text(text.as_ref()))
    }

    #[inline]
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = T::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: Option<L>,
    ) -> Result {
        let Some(values) = values else { return Ok(()) };
        self.name::<I>()?;
        self.to().items(values, |to, value| to.structure(&value))
    }

    #[inline]
    fn tables<L: Items<Item: EncodeTable<Table: Object<Schema = T::Schema>>>, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result {
        let Some(values) = values else { return Ok(()) };
        self.name::<I>()?;
        let given = self.to().items(values, |to, value| to.table(&value));
        given.map_err(|error| inside(error, const { NameOf::<T, I>::NAME }))
    }

    fn unions<L: Items<Item: EncodeUnion<Schema = T::Schema>> + Clone, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result {
        let Some(values) = values else { return Ok(()) };
        let mut part = |name: &'static Name, part| {
            self.sink.name(name)?;
            let given = self.to().items(values.clone(), |to, value| {
                let mut tagged = Tagged {
                    to,
                    part,
                    given: false,
                };
                value.member(&mut tagged)?;
                match tagged.given {
                    true => Ok(()),
                    false => tagged.nothing::<L::Item>(),
                }
            });
            given.map_err(|error| inside(error, name))
        };
        part(const { NameOf::<T, I>::TAG }, Part::Tag)?;
        part(const { NameOf::<T, I>::NAME }, Part::Value)
    }

    fn nested<C, const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result
    where
        C: Table<Schema = T::Schema>,
        for<'a> C::View<'a>: EncodeTable,
    {
        let Some(bytes) = bytes else { return Ok(()) };
        self.name::<I>()?;
        if let Some(base64) = const { At::<T, I>::FIELD.base64 } {
            return self.to().base64(base64, bytes.iter().copied());
        }
        let given = self.to().table(&crate::root::<C>(bytes)?);
        given.map_err(|error| inside(error, const { NameOf::<T, I>::NAME }))
    }

    fn flex<const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result {
        let Some(bytes) = bytes else { return Ok(()) };
        self.name::<I>()?;
        let flexible = Flex::new(bytes, &self.options.limits)?;
        flexible.root().drive(&mut Transient::new(self.sink))
    }
}

/// Puts the name of a member before the path of an error, as [`scalars::inside`] does.
#[cold]
fn inside(error: Error, name: &Name) -> Error {
    scalars::inside(error, Step::Key(name.text().into()))
}

/// Returns whether vectors are sorted by the field of this index.
const fn is_key<T: Object>(index: usize) -> bool {
    match Of::<T>::LAYOUT.objects()[T::OBJECT].key {
        Some(key) => key as usize == index,
        None => false,
    }
}

/// The parts of a union to write.
#[derive(Clone, Copy)]
enum Part {
    /// The tag and the value, after these names. A union without a value is left out.
    Both(&'static Name, &'static Name),
    Tag,
    Value,
}

/// The visitor that writes the value of a union.
struct Tagged<'f, 't, 's, S> {
    to: &'f mut To<'t, 's, S>,
    part: Part,
    given: bool,
}

impl<'s, S: Sink<'s>> Tagged<'_, '_, 's, S> {
    #[inline]
    fn value<U: EncodeUnion>(
        &mut self,
        tag: i64,
        give: impl FnOnce(&mut To<'_, 's, S>) -> Result,
    ) -> Result {
        self.given = true;
        match self.part {
            Part::Both(tag_name, name) => {
                self.to.sink.name(tag_name)?;
                self.to.tag::<U>(tag)?;
                self.to.sink.name(name)?;
                give(self.to).map_err(|error| inside(error, name))
            }
            Part::Tag => self.to.tag::<U>(tag),
            Part::Value => give(self.to),
        }
    }

    /// Writes a union without a value.
    fn nothing<U: EncodeUnion>(&mut self) -> Result {
        match self.part {
            Part::Both(..) => Ok(()),
            Part::Tag => self.to.tag::<U>(0),
            Part::Value => self.to.sink.null(),
        }
    }
}

impl<'s, B: crate::Schema, S: Sink<'s>> Member<B> for Tagged<'_, '_, 's, S> {
    #[inline]
    fn table<U: EncodeUnion<Schema = B>, E: EncodeTable, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Table: Object<Schema = B>,
    {
        self.value::<U>(TAG, |to| to.table(value))
    }

    #[inline]
    fn structure<U: EncodeUnion<Schema = B>, E: EncodeStruct, const TAG: i64>(
        &mut self,
        value: &E,
    ) -> Result
    where
        E::Struct: Object<Schema = B>,
    {
        self.value::<U>(TAG, |to| to.structure(value))
    }

    fn string<U: EncodeUnion<Schema = B>, const TAG: i64>(&mut self, text: &str) -> Result {
        self.value::<U>(TAG, |to| to.text(text))
    }

    /// Refuses a union of which only the tag is known, or leaves it out.
    fn unknown<U: EncodeUnion<Schema = B>>(&mut self, tag: i64) -> Result {
        self.given = true;
        match self.part {
            Part::Both(..) if self.to.options.skip_unknown => Ok(()),
            Part::Both(name, _) => {
                let refused = self.to.tag::<U>(tag);
                refused.map_err(|error| inside(error, name))
            }
            Part::Tag => self.to.tag::<U>(tag),
            Part::Value => self.to.sink.null(),
        }
    }
}

impl<'s, T: Object, S: Sink<'s>> StructFields<T> for FieldsOf<'_, '_, 's, T, S> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        self.number::<V, I>(value)
    }

    #[inline(always)]
    fn structure<E: EncodeStruct<Struct: Object<Schema = T::Schema>>, const I: usize>(
        &mut self,
        value: &E,
    ) -> Result {
        self.name::<I>()?;
        self.to().structure(value)
    }

    #[inline]
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: L) -> Result {
        self.name::<I>()?;
        self.to().scalars::<T, V, I>(values.each())
    }

    #[inline]
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = T::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: L,
    ) -> Result {
        self.name::<I>()?;
        self.to().items(values, |to, value| to.structure(&value))
    }
}
