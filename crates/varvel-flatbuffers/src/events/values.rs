//! Reads values, in the forms of `flatc`'s JSON: an enum also by its name, a number also as a
//! string.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Decode, Error, ErrorKind, Kind, Limits, Result, Source};
use varvel_flexbuffers::{Builder, Flex};

use super::decode::{DecodeFields, DecodeUnion};
use super::number_text;
use super::read;
use crate::encode::EncodeTable;
use crate::layout::{Base64, Field, Layout, Scalar, Type};
use crate::schema::{At, Object, Of};
use crate::{Encoder, Enum, Primitive, Schema};

/// A place for a value that may be absent.
pub trait ValueSlot<V> {
    /// Returns the value, and makes it if it is absent.
    fn place(&mut self) -> &mut V;

    /// Sets the value to absent. A string becomes `text`.
    fn reset(&mut self, text: &'static str);
}

impl ValueSlot<String> for String {
    #[inline(always)]
    fn place(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn reset(&mut self, text: &'static str) {
        self.clear();
        self.push_str(text);
    }
}

impl<V> ValueSlot<Vec<V>> for Vec<V> {
    #[inline(always)]
    fn place(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn reset(&mut self, _: &'static str) {
        self.clear();
    }
}

impl<S: DecodeFields> ValueSlot<S> for S {
    #[inline(always)]
    fn place(&mut self) -> &mut S {
        self
    }

    #[inline]
    fn reset(&mut self, _: &'static str) {
        *self = S::default();
    }
}

impl<V: Default> ValueSlot<V> for Option<V> {
    #[inline(always)]
    fn place(&mut self) -> &mut V {
        self.get_or_insert_default()
    }

    #[inline]
    fn reset(&mut self, _: &'static str) {
        *self = None;
    }
}

/// Reads a scalar of this field, or an item of it. Returns `None` for null.
#[inline(always)]
pub fn scalar<'de, T: Object, V: Primitive, R: Source<'de>, const I: usize>(
    source: &mut R,
) -> Result<Option<V>> {
    let field = const { &At::<T, I>::FIELD };
    if field.symbols.is_none() {
        let start = source.mark();
        match (V::decode(source, &()), V::SCALAR) {
            (Ok(value), _) => return Ok(Some(value)),
            (Err(error), Scalar::F32 | Scalar::F64)
                if error.kind() == ErrorKind::NumberOutOfRange =>
            {
                // An integer beyond 64 bits may be one that a float can hold.
                source.rewind(start)?;
                if source.peek()? != Kind::Integer {
                    return Err(error);
                }
            }
            (Err(error), _) if error.kind() != ErrorKind::TypeMismatch => return Err(error),
            (Err(_), _) => {}
        }
    }
    let bits = other(const { &Of::<T>::LAYOUT }, field, V::SCALAR, source)?;
    Ok(bits.map(V::from_bits))
}

/// Reads a scalar that is not a plain number. Returns `None` for null.
#[inline(never)]
fn other<'de, R: Source<'de>>(
    layout: &Layout<'_>,
    field: &Field,
    scalar: Scalar,
    source: &mut R,
) -> Result<Option<u64>> {
    let at = source.offset();
    let found = source.peek()?;
    let bits = match found {
        Kind::Null => {
            source.read_null()?;
            return Ok(None);
        }
        Kind::String => {
            let text = source.read_str()?;
            text_bits(layout, field, scalar, &text)
        }
        Kind::Integer => {
            let value = i128::decode(source, &())?;
            match number_text::integer(value, scalar) {
                Some(bits) => Ok(bits),
                None if scalar == Scalar::Bool => Err(Error::wrong_kind("a boolean", found)),
                None => Err(number_text::out_of_range(scalar).with_content(value)),
            }
        }
        _ => Err(Error::wrong_kind(number_text::phrase(field, scalar), found)),
    };
    bits.map(Some).map_err(|error| error.or_offset(at))
}

/// Returns the bits of a scalar that came as a string.
fn text_bits(layout: &Layout<'_>, field: &Field, scalar: Scalar, text: &str) -> Result<u64> {
    let find = |name: &str, of: u32| {
        let mut symbols = layout.symbols(of as usize).iter();
        symbols.position(|symbol| layout.name(symbol.name) == name)
    };
    match number_text::bits(layout, field, scalar, text, find)? {
        Some(bits) => Ok(bits),
        None => Err(number_text::out_of_range(scalar).with_content(text)),
    }
}

/// Reads the tag of a union, by its name or as a number. It returns 0 or a tag that the union has.
pub fn tag<'de, U: DecodeUnion, R: Source<'de>>(source: &mut R) -> Result<i64> {
    let layout = const { &U::Schema::LAYOUT };
    let union = &layout.unions()[U::UNION];
    let (at, found) = (source.offset(), source.peek()?);
    let tag = match found {
        Kind::Null => {
            source.read_null()?;
            Ok(0)
        }
        Kind::String => {
            let text = source.read_str()?;
            let name = number_text::unqualified(&text, layout.name(union.name));
            let members = layout.members(U::UNION);
            match members
                .iter()
                .find(|member| layout.name(member.name) == name)
            {
                Some(member) => Ok(member.tag),
                None if name == "NONE" => Ok(0),
                None => {
                    let names = members.iter().map(|member| layout.name(member.name));
                    Err(Error::unknown_variant(&text, &names.collect::<Vec<_>>()))
                }
            }
        }
        Kind::Integer => {
            let tag = i128::decode(source, &())?;
            let known = i64::try_from(tag).ok();
            match known.filter(|tag| *tag == 0 || layout.member(U::UNION, *tag).is_some()) {
                Some(tag) => Ok(tag),
                None => {
                    let expected = "a tag that the union has";
                    Err(Error::expected(ErrorKind::UnknownVariant, expected).with_content(tag))
                }
            }
        }
        _ => Err(Error::wrong_kind("a name or a tag of the union", found)),
    };
    tag.map_err(|error| error.or_offset(at))
}

/// Reads the value of a union with this tag.
#[inline]
pub fn member<'de, U: DecodeUnion, R: Source<'de>>(
    place: &mut U,
    tag: i64,
    source: &mut R,
) -> Result {
    if tag != 0 {
        return place.member_mut(tag, source);
    }
    *place = U::default();
    match source.at_null()? {
        true => source.read_null(),
        false => {
            let found = source.peek()?;
            let expected = "null, since the union's type is NONE";
            Err(Error::wrong_kind(expected, found).or_offset(source.offset()))
        }
    }
}

/// Reads an array into a vector, and sets the vector's length to that of the array.
#[inline]
pub fn each<'de, V: Default, R: Source<'de>>(
    values: &mut Vec<V>,
    source: &mut R,
    mut read: impl FnMut(&mut V, &mut R) -> Result,
) -> Result {
    source.begin_array()?;
    let mut count = 0;
    while source.next_item()? {
        if count == values.len() {
            values.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            values.push(V::default());
        }
        read(&mut values[count], source)?;
        count += 1;
    }
    values.truncate(count);
    Ok(())
}

/// Reads an array of a fixed length.
#[inline]
pub fn array<'de, V, R: Source<'de>>(
    values: &mut [V],
    source: &mut R,
    mut read: impl FnMut(&mut V, &mut R) -> Result,
) -> Result {
    let (at, len) = (source.offset(), values.len());
    source.begin_array()?;
    for value in values {
        if !source.next_item()? {
            return Err(wrong_len(len, "fewer").or_offset(at));
        }
        read(value, source)?;
    }
    match source.next_item()? {
        true => Err(wrong_len(len, "more").or_offset(at)),
        false => Ok(()),
    }
}

/// Reads text into an array of `char`.
pub fn chars<'de, V: Primitive, R: Source<'de>>(values: &mut [V], source: &mut R) -> Result {
    let at = source.offset();
    let text = source.read_str()?;
    crate::chars::fits(&text, values.len()).map_err(|error| error.or_offset(at))?;
    let bytes = text.bytes().chain(core::iter::repeat(0));
    for (value, byte) in values.iter_mut().zip(bytes) {
        *value = V::from_bits(byte.into());
    }
    Ok(())
}

#[cold]
fn wrong_len(len: usize, found: &'static str) -> Error {
    Error::expected(ErrorKind::Refused, alloc::format!("an array of {len}")).with_found(found)
}

/// Reads a vector of scalars: many at once, as long as all are plain numbers.
#[inline]
pub fn scalars<'de, T: Object, V: Primitive, R: Source<'de>, const I: usize>(
    values: &mut Vec<V>,
    source: &mut R,
) -> Result {
    let field = const { &At::<T, I>::FIELD };
    if let Some(base64) = field.base64
        && source.peek()? == Kind::String
    {
        let bytes = base64_of(base64, source)?;
        values.clear();
        values
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        values.extend(bytes.iter().map(|byte| V::from_bits((*byte).into())));
        return Ok(());
    }
    let start = source.mark();
    if field.symbols.is_none() {
        match values.decode_into(source, &()) {
            // Items that are no plain numbers are read one by one.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::TypeMismatch | ErrorKind::NumberOutOfRange
                ) =>
            {
                source.rewind(start)?;
            }
            done => return done,
        }
    }
    if V::SCALAR.size() == 1 && source.peek()? == Kind::Bytes {
        values.clear();
        let bytes = source.read_bytes()?;
        values
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        values.extend(bytes.iter().map(|byte| V::from_bits((*byte).into())));
        return Ok(());
    }
    each_scalar::<T, V, R, V, I>(values, source, |value| value)
}

/// Reads a vector of enums.
pub fn enums<'de, T: Object, E: Enum, R: Source<'de>, const I: usize>(
    values: &mut Vec<E>,
    source: &mut R,
) -> Result {
    if E::Number::SCALAR.size() != 1 || source.peek()? != Kind::Bytes {
        return each_scalar::<T, E::Number, R, E, I>(values, source, E::of);
    }
    values.clear();
    let bytes = source.read_bytes()?;
    values
        .try_reserve(bytes.len())
        .map_err(|_| Error::out_of_memory())?;
    let number = |byte: &u8| E::Number::from_bits((*byte).into());
    values.extend(bytes.iter().map(|byte| E::of(number(byte))));
    Ok(())
}

/// Reads a scalar that must not be null.
#[inline(always)]
pub fn present<'de, T: Object, V: Primitive, R: Source<'de>, const I: usize>(
    source: &mut R,
) -> Result<V> {
    let at = source.offset();
    match scalar::<T, V, R, I>(source)? {
        Some(value) => Ok(value),
        None => {
            let expected = number_text::phrase(const { &At::<T, I>::FIELD }, V::SCALAR);
            Err(Error::wrong_kind(expected, Kind::Null).or_offset(at))
        }
    }
}

/// Reads base64 text, and returns its bytes.
fn base64_of<'de, R: Source<'de>>(base64: Base64, source: &mut R) -> Result<Vec<u8>> {
    let at = source.offset();
    let text = source.read_str()?;
    base64.decode(&text).map_err(|error| error.or_offset(at))
}

fn each_scalar<'de, T: Object, V: Primitive, R: Source<'de>, A, const I: usize>(
    values: &mut Vec<A>,
    source: &mut R,
    made: impl Fn(V) -> A,
) -> Result {
    source.begin_array()?;
    values.clear();
    while source.next_item()? {
        let value = present::<T, V, R, I>(source)?;
        values.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        values.push(made(value));
    }
    Ok(())
}

/// Reads the bytes of a nested buffer, or the object in it.
pub fn nested<'de, T, E, R, const I: usize>(place: &mut Vec<u8>, source: &mut R) -> Result
where
    T: Object,
    E: DecodeFields + EncodeTable,
    R: Source<'de>,
{
    let at = source.offset();
    match source.peek()? {
        Kind::Object => {
            let mut encoder = Encoder::new();
            encoder
                .encode(&read::read_new::<E, R>(source)?)
                .map_err(|error| error.or_offset(at))?;
            *place = encoder.take();
            Ok(())
        }
        Kind::Null => Err(Error::wrong_kind(
            "an object, or the bytes of a buffer",
            Kind::Null,
        )),
        kind => {
            match const { At::<T, I>::FIELD.base64 } {
                Some(base64) if kind == Kind::String => *place = base64_of(base64, source)?,
                _ => bytes(place, source)?,
            }
            let Type::Nested(object) = (const { At::<T, I>::FIELD.ty }) else {
                return Ok(());
            };
            // An offset within those bytes means nothing to the reader of the document.
            crate::Verify::new()
                .check(const { &Of::<T>::LAYOUT }, object as usize, place)
                .map(|_| ())
                .map_err(|error| error.without_offset().or_offset(at))
        }
    }
}

/// Reads the bytes of a FlexBuffer, or the value in it.
pub fn flex<'de, R: Source<'de>>(place: &mut Vec<u8>, source: &mut R) -> Result {
    let at = source.offset();
    match source.peek()? {
        Kind::Bytes => {
            bytes(place, source)?;
            Flex::new(place, &Limits::DEFAULT)
                .map(|_| ())
                .map_err(|error| error.without_offset().or_offset(at))
        }
        Kind::Null => Err(Error::wrong_kind("any value", Kind::Null)),
        _ => {
            let mut builder = Builder::new();
            builder.reset(core::mem::take(place));
            source.drive(&mut builder)?;
            *place = builder.finish()?;
            Ok(())
        }
    }
}

/// Reads bytes, also one by one.
fn bytes<'de, R: Source<'de>>(place: &mut Vec<u8>, source: &mut R) -> Result {
    if source.peek()? != Kind::Bytes {
        return place.decode_into(source, &());
    }
    place.clear();
    let bytes = source.read_bytes()?;
    place
        .try_reserve(bytes.len())
        .map_err(|_| Error::out_of_memory())?;
    place.extend_from_slice(&bytes);
    Ok(())
}
