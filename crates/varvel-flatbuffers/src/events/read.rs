//! Reads plain structs from any source, by the fields that their types give.
//!
//! A field that comes in the expected place costs one comparison of its name. The value of a union
//! waits for its tag, wherever that comes: if it comes later, the object is read a second time for
//! the value.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use varvel_core::codec::members::MISSES;
use varvel_core::path::Quoted;
use varvel_core::{Decode, Error, ErrorKind, Kind, Name, Result, Source};

use super::NameOf;
use super::decode::{DecodeFields, DecodeUnion, FieldsMut};
use super::defaults::Reset;
use super::field_set::Seen;
use super::values::{self, ValueSlot};
use crate::encode::EncodeTable;
use crate::layout::{Field, Presence, TableOrStruct};
use crate::schema::{At, Object, Of};
use crate::{Enum, Primitive};

/// Reads an object as a table or a struct. It replaces the old value, and reuses its memory.
///
/// # Errors
/// Returns the errors of `source`, `UnknownMember`, `DuplicateKey`, `MissingField`,
/// `UnknownVariant`, or `NumberOutOfRange`. After an error the value is some valid value of its
/// type.
#[inline]
pub fn read<'de, T: DecodeFields, R: Source<'de>>(value: &mut T, source: &mut R) -> Result {
    let (start, at) = (source.mark(), source.offset());
    let mut fields = Reading {
        source,
        next: const { following::<T::Object>(0) },
        came: false,
        misses: 0,
        seen: Seen::default(),
        unions: Vec::new(),
        again: false,
        of: PhantomData::<T::Object>,
    };
    fields.source.begin_map()?;
    loop {
        value.fields_mut(&mut fields)?;
        if core::mem::replace(&mut fields.came, false) {
            // The union has no variants, so that no code reads it.
            fields.source.skip()?;
        }
        match fields.other()? {
            Some(index) => {
                fields.next = index;
                fields.came = true;
                fields.misses += 1;
            }
            None if fields.begin_again(start)? => {}
            None => break,
        }
    }
    let (seen, unions) = (fields.seen, fields.unions);
    if let Some(missing) = missing::<T::Object>(&seen) {
        return Err(missing.or_offset(at));
    }
    for union in &unions {
        union
            .complete::<T::Object>()
            .map_err(|error| error.or_offset(at))?;
    }
    if !seen.has_all(const { mask::<T::Object>(false) }) {
        value.fields_mut(&mut Reset {
            seen,
            of: PhantomData,
        })?;
    }
    Ok(())
}

/// Reads an object as a new table or struct.
///
/// # Errors
/// Returns the errors of [`read`].
#[inline]
pub fn read_new<'de, T: DecodeFields, R: Source<'de>>(source: &mut R) -> Result<T> {
    let mut value = T::default();
    read(&mut value, source)?;
    Ok(value)
}

/// Returns the first field from `index` on that can come, or the number of fields.
const fn following<T: Object>(mut index: usize) -> usize {
    let fields = Of::<T>::FIELDS;
    while index < fields.len() && fields[index].deprecated {
        index += 1;
    }
    index
}

/// Returns whether the field must come. All fields of a struct must.
const fn is_demanded<T: Object>(index: usize) -> bool {
    let field = &Of::<T>::FIELDS[index];
    let in_struct = matches!(
        Of::<T>::LAYOUT.objects()[T::OBJECT].shape,
        TableOrStruct::Struct { .. }
    );
    !field.deprecated && (in_struct || matches!(field.presence, Presence::Required))
}

/// Returns those of the first 64 fields that can come, or only those that must.
const fn mask<T: Object>(demanded: bool) -> u64 {
    let (mut mask, mut index) = (0, 0);
    while index < Of::<T>::FIELDS.len() && index < 64 {
        let is_one = match demanded {
            true => is_demanded::<T>(index),
            false => !Of::<T>::FIELDS[index].deprecated,
        };
        if is_one {
            mask |= 1 << index;
        }
        index += 1;
    }
    mask
}

/// Returns the error for an object without a field that must come.
#[inline]
fn missing<T: Object>(seen: &Seen) -> Option<Error> {
    let demanded = const { mask::<T>(true) };
    let many = const { Of::<T>::FIELDS }.len() > 64;
    match seen.few & demanded == demanded && !many {
        true => None,
        false => first_missing::<T>(seen),
    }
}

#[cold]
fn first_missing<T: Object>(seen: &Seen) -> Option<Error> {
    let count = Of::<T>::FIELDS.len();
    let index = (0..count).find(|index| is_demanded::<T>(*index) && !seen.has(*index))?;
    let expected = alloc::format!("a member `{}`", name_of::<T>(index));
    Some(Error::expected(ErrorKind::MissingField, expected))
}

fn name_of<T: Object>(index: usize) -> &'static str {
    Of::<T>::LAYOUT.name(Of::<T>::FIELDS[index].name)
}

/// The tags of a union or of a vector of unions.
#[derive(Debug)]
enum Tags {
    /// The tags have not come yet.
    Late,
    One(i64),
    Many(Vec<i64>),
}

/// A union of the object that is being read.
#[derive(Debug)]
struct Union {
    /// The index of the field of its value.
    field: usize,
    tags: Tags,
    /// Whether its value has been read.
    done: bool,
}

impl Union {
    fn complete<T: Object>(&self) -> Result {
        let name = || name_of::<T>(self.field);
        let tag = || name_of::<T>(self.field - 1);
        match &self.tags {
            Tags::One(0) => Ok(()),
            Tags::Late => {
                let expected = alloc::format!("a member `{}`", tag());
                Err(Error::expected(ErrorKind::MissingField, expected)
                    .with_hint("it says of what type the union's value is"))
            }
            _ if self.done => Ok(()),
            _ => {
                let expected = alloc::format!("a member `{}`", name());
                Err(Error::expected(ErrorKind::MissingField, expected)
                    .with_hint("its type says that it is there"))
            }
        }
    }
}

/// Reads the fields in the order in which their names come.
struct Reading<'r, R, T> {
    source: &'r mut R,
    /// The field that is expected next.
    next: usize,
    /// Whether its name has been read.
    came: bool,
    /// The number of unexpected fields in a row.
    misses: u32,
    seen: Seen,
    unions: Vec<Union>,
    /// Whether this is the second pass, for unions whose tags came late.
    again: bool,
    of: PhantomData<T>,
}

impl<'de, R: Source<'de>, T: Object> Reading<'_, R, T> {
    /// Returns whether the value of field `I` comes next.
    #[inline(always)]
    fn is_next<const I: usize>(&mut self) -> Result<bool> {
        let (key, behind) = const { (NameOf::<T, I>::NAME, following::<T>(I + 1)) };
        self.is_at(I, key, behind)
    }

    /// Returns whether the value of the field with this index and name comes next. `behind` is the
    /// field after it.
    #[inline(always)]
    fn is_at(&mut self, index: usize, name: &'static Name, behind: usize) -> Result<bool> {
        if self.next != index {
            return Ok(false);
        }
        if !core::mem::replace(&mut self.came, false) {
            if self.misses >= MISSES || !self.source.expect_key(name.key())? {
                return Ok(false);
            }
            self.misses = 0;
        }
        if self.seen.replace(index) && !self.again {
            return Err(twice(name.text(), self.source.offset()));
        }
        self.next = behind;
        Ok(true)
    }

    /// Returns the field of the next name, or `None` at the end.
    #[inline]
    fn other(&mut self) -> Result<Option<usize>> {
        while let Some(name) = self.source.next_key()? {
            let fields = const { Of::<T>::FIELDS };
            let named =
                |field: &Field| !field.deprecated && Of::<T>::LAYOUT.name(field.name) == &*name;
            let Some(index) = fields.iter().position(named) else {
                let error = unknown::<T>(&name);
                return Err(error.or_offset(self.source.offset()));
            };
            let is_late = |union: &Union| union.field == index && !union.done;
            if self.again && !self.unions.iter().any(is_late) {
                self.source.skip()?;
                continue;
            }
            return Ok(Some(index));
        }
        Ok(None)
    }

    /// Goes back to the start of the object if values wait for tags that have come since. Returns
    /// whether it did.
    #[inline]
    fn begin_again(&mut self, start: R::Mark) -> Result<bool> {
        let waits = |union: &Union| !union.done && self.seen.has(union.field);
        if self.again || !self.unions.iter().any(waits) {
            return Ok(false);
        }
        if self
            .unions
            .iter()
            .any(|union| matches!(union.tags, Tags::Late))
        {
            // The missing tag is reported at the end.
            return Ok(false);
        }
        self.source.rewind(start)?;
        self.source.begin_map()?;
        (self.again, self.next) = (true, usize::MAX);
        Ok(true)
    }

    /// Reads into a place that may be empty. Null means that the field is absent.
    #[inline(always)]
    fn into<V, P: ValueSlot<V>, const I: usize>(
        &mut self,
        place: &mut P,
        read: impl FnOnce(&mut V, &mut R) -> Result,
    ) -> Result {
        if !self.is_next::<I>()? {
            return Ok(());
        }
        match read(place.place(), self.source) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.null_or(error, I)?;
                place.reset(const { default_text::<T, I>() });
                Ok(())
            }
        }
    }

    /// Skips a null where the field may be absent.
    #[cold]
    #[inline(never)]
    fn null_or(&mut self, error: Error, index: usize) -> Result {
        let may_be = error.kind() == ErrorKind::TypeMismatch && !is_demanded::<T>(index);
        // An error of `at_null`, which is about the place behind a value that was read, says less
        // than the value's own error.
        match may_be && matches!(self.source.at_null(), Ok(true)) {
            true => self.source.read_null(),
            false => Err(error),
        }
    }

    /// Makes the error for null in a field that must come.
    #[cold]
    fn demanded(&self, index: usize) -> Error {
        let expected = alloc::format!("a member `{}`", name_of::<T>(index));
        let error = Error::expected(ErrorKind::MissingField, expected).with_found("null");
        error.or_offset(self.source.offset())
    }

    /// Returns whether a union whose tag has not come is null, which means that it is absent.
    fn is_nothing(&mut self, field: usize) -> Result<bool> {
        let known = self.unions.iter().any(|union| union.field == field);
        Ok(!known && self.source.at_null()?)
    }

    /// Returns the state of the union whose value is in this field.
    fn union_of(&mut self, field: usize) -> &mut Union {
        let at = self.unions.iter().position(|union| union.field == field);
        let at = at.unwrap_or_else(|| {
            self.unions.push(Union {
                field,
                tags: Tags::Late,
                done: false,
            });
            self.unions.len() - 1
        });
        &mut self.unions[at]
    }
}

/// Returns the value of an absent string.
pub(super) const fn default_text<T: Object, const I: usize>() -> &'static str {
    match At::<T, I>::FIELD.presence {
        Presence::Text(text) => Of::<T>::LAYOUT.name(text),
        _ => "",
    }
}

/// Returns the bits of an absent scalar.
pub(super) const fn default_bits<T: Object, const I: usize>() -> u64 {
    match At::<T, I>::FIELD.presence {
        Presence::Default(bits) => bits,
        _ => 0,
    }
}

#[cold]
#[inline(never)]
fn twice(name: &str, at: usize) -> Error {
    Error::duplicate_key(name)
        .with_hint("remove one of them")
        .or_offset(at)
}

#[cold]
#[inline(never)]
fn unknown<T: Object>(name: &str) -> Error {
    let fields = Of::<T>::FIELDS;
    let text = |field: &Field| Of::<T>::LAYOUT.name(field.name);
    if fields.iter().any(|field| text(field) == name) {
        let expected = "no member that is deprecated by the schema";
        return Error::expected(ErrorKind::UnknownMember, expected).with_content(Quoted(name));
    }
    let live = fields.iter().filter(|field| !field.deprecated);
    let names: Vec<&str> = live.map(text).collect();
    Error::unknown_member(name, &names)
}

impl<'de, R: Source<'de>, T: Object> FieldsMut<T> for Reading<'_, R, T> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, place: &mut V) -> Result {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        if !self.is_next::<I>()? {
            return Ok(());
        }
        *place = match values::scalar::<T, V, R, I>(self.source)? {
            Some(value) => value,
            None if is_demanded::<T>(I) => return Err(self.demanded(I)),
            None => V::from_bits(const { default_bits::<T, I>() }),
        };
        Ok(())
    }

    #[inline]
    fn scalar_opt<V: Primitive, E: From<V>, const I: usize>(
        &mut self,
        place: &mut Option<E>,
    ) -> Result {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        if self.is_next::<I>()? {
            *place = values::scalar::<T, V, R, I>(self.source)?.map(E::from);
        }
        Ok(())
    }

    #[inline(always)]
    fn string<P: ValueSlot<String>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.into::<String, P, I>(place, |text, source| text.decode_into(source, &()))
    }

    #[inline(always)]
    fn structure<S: DecodeFields, P: ValueSlot<S>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.into::<S, P, I>(place, |value, source| read(value, source))
    }

    #[inline]
    fn table<E: DecodeFields, const I: usize>(&mut self, place: &mut Option<Box<E>>) -> Result {
        self.into::<Box<E>, _, I>(place, |value, source| read(&mut **value, source))
    }

    #[inline]
    fn union<U: DecodeUnion, const I: usize>(&mut self, place: &mut U) -> Result {
        if self.is_at(I - 1, const { NameOf::<T, I>::TAG }, I)? {
            let tag = values::tag::<U, R>(self.source)?;
            self.union_of(I).tags = Tags::One(tag);
        }
        if !self.is_next::<I>()? {
            return Ok(());
        }
        if self.is_nothing(I)? {
            return self.source.read_null();
        }
        let union = self.union_of(I);
        let Tags::One(tag) = union.tags else {
            // The value waits for its tag.
            return self.source.skip();
        };
        union.done = true;
        values::member(place, tag, self.source)
    }

    #[inline]
    fn scalars<V: Primitive, P: ValueSlot<Vec<V>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.into::<Vec<V>, P, I>(place, |values, source| {
            values::scalars::<T, V, R, I>(values, source)
        })
    }

    #[inline]
    fn enums<E: Enum, P: ValueSlot<Vec<E>>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.into::<Vec<E>, P, I>(place, |values, source| {
            values::enums::<T, E, R, I>(values, source)
        })
    }

    #[inline]
    fn strings<P: ValueSlot<Vec<String>>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.into::<Vec<String>, P, I>(place, |texts, source| texts.decode_into(source, &()))
    }

    #[inline]
    fn objects<E: DecodeFields, P: ValueSlot<Vec<E>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.into::<Vec<E>, P, I>(place, |values, source| {
            values::each(values, source, |value, source| read(value, source))?;
            let key = const { Of::<E::Object>::LAYOUT.objects()[E::Object::OBJECT].key };
            if key.is_some() && !values.is_sorted_by(|a, b| a.by_key(b).is_le()) {
                values.sort_by(E::by_key);
            }
            Ok(())
        })
    }

    fn unions<U: DecodeUnion, const I: usize>(&mut self, place: &mut Option<Vec<U>>) -> Result {
        if self.is_at(I - 1, const { NameOf::<T, I>::TAG }, I)? {
            let mut tags = Vec::new();
            let tags = match self.source.at_null()? {
                true => {
                    self.source.read_null()?;
                    Tags::One(0)
                }
                false => {
                    values::each(&mut tags, self.source, |tag, source| {
                        *tag = values::tag::<U, R>(source)?;
                        Ok(())
                    })?;
                    Tags::Many(tags)
                }
            };
            self.union_of(I).tags = tags;
        }
        if !self.is_next::<I>()? {
            return Ok(());
        }
        let at = self.source.offset();
        if self.is_nothing(I)? {
            return self.source.read_null();
        }
        let union = self.union_of(I);
        let tags = match core::mem::replace(&mut union.tags, Tags::One(0)) {
            Tags::Many(tags) => tags,
            Tags::One(_) => return self.source.read_null(),
            Tags::Late => {
                union.tags = Tags::Late;
                return self.source.skip();
            }
        };
        union.done = true;
        let (mut values, mut count) = (place.take().unwrap_or_default(), 0);
        values::each(&mut values, self.source, |value, source| {
            let tag = tags.get(count).copied();
            count += 1;
            match tag {
                Some(tag) => values::member(value, tag, source),
                None => Err(wrong_count(tags.len()).or_offset(source.offset())),
            }
        })?;
        if count != tags.len() {
            return Err(wrong_count(tags.len()).with_content(count).or_offset(at));
        }
        *place = Some(values);
        Ok(())
    }

    #[inline]
    fn nested<E: DecodeFields + EncodeTable, P: ValueSlot<Vec<u8>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.into::<Vec<u8>, P, I>(place, values::nested::<T, E, R, I>)
    }

    #[inline]
    fn flex<P: ValueSlot<Vec<u8>>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.into::<Vec<u8>, P, I>(place, values::flex)
    }

    #[inline]
    fn scalar_array<V: Primitive, const I: usize>(&mut self, place: &mut [V]) -> Result {
        if !self.is_next::<I>()? {
            return Ok(());
        }
        if const { At::<T, I>::FIELD.chars } && self.source.peek()? == Kind::String {
            return values::chars(place, self.source);
        }
        values::array(place, self.source, |value, source| {
            *value = values::present::<T, V, R, I>(source)?;
            Ok(())
        })
    }

    #[inline]
    fn enum_array<E: Enum, const I: usize>(&mut self, place: &mut [E]) -> Result {
        if !self.is_next::<I>()? {
            return Ok(());
        }
        values::array(place, self.source, |value, source| {
            *value = E::of(values::present::<T, E::Number, R, I>(source)?);
            Ok(())
        })
    }

    #[inline]
    fn struct_array<S: DecodeFields, const I: usize>(&mut self, place: &mut [S]) -> Result {
        match self.is_next::<I>()? {
            true => values::array(place, self.source, |value, source| read(value, source)),
            false => Ok(()),
        }
    }
}

#[cold]
fn wrong_count(tags: usize) -> Error {
    let expected = alloc::format!("as many values as types, {tags}");
    Error::expected(ErrorKind::Refused, expected)
}
