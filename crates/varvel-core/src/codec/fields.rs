//! Parts of the codecs for the few structs and enums of `std`: members with known names, and
//! variants of externally tagged enums.

use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

/// Gives one member to `sink`.
#[inline]
pub(super) fn encode_field<'a, T, C, S>(
    name: &'static str,
    value: &'a T,
    sink: &mut S,
    context: &C,
) -> Result
where
    T: Encode<C> + ?Sized,
    C: ?Sized,
    S: Sink<'a>,
{
    sink.key(Str::from(name))?;
    value.encode(sink, context)
}

/// Reads an object that has no other members than `names`. `read` gets the number of a name, and
/// reads the value of that member.
#[inline]
pub(super) fn each_field<'de, R: Source<'de>>(
    source: &mut R,
    names: &'static [&'static str],
    mut read: impl FnMut(usize, &mut R) -> Result,
) -> Result {
    source.begin_map()?;
    let mut seen = 0_u32;
    while let Some(key) = source.next_name()? {
        let Some(number) = names.iter().position(|name| *name == &*key) else {
            let error = Error::unknown_member(&key, names);
            return Err(error.or_offset(source.key_offset()));
        };
        if seen >> number & 1 == 1 {
            let error = Error::duplicate_key(&key);
            return Err(error.or_offset(source.key_offset()));
        }
        seen |= 1 << number;
        read(number, source)?;
    }
    Ok(())
}

/// Returns the member's value, or the value that the type has for a missing member.
#[inline]
pub(super) fn or_missing<'de, T, C>(value: Option<T>, name: &'static str) -> Result<T>
where
    T: Decode<'de, C>,
    C: ?Sized,
{
    value.map_or_else(|| T::missing(name), Ok)
}

/// Gives the variant `name` with its value to `sink`.
#[inline]
pub(super) fn encode_variant<'a, T, C, S>(
    name: &'static str,
    value: &'a T,
    sink: &mut S,
    context: &C,
) -> Result
where
    T: Encode<C> + ?Sized,
    C: ?Sized,
    S: Sink<'a>,
{
    if sink.variant(name)? {
        return value.encode(sink, context);
    }
    sink.nest()?;
    sink.begin_map(Some(1))?;
    encode_field(name, value, sink, context)?;
    sink.end_map()
}

/// Reads a variant: a string that is one of `names`, or an object whose only key is one of them.
///
/// `read` gets the number of the variant, and `true` if the variant's value comes next.
#[inline]
pub(super) fn variant<'de, T, R: Source<'de>>(
    source: &mut R,
    names: &'static [&'static str],
    read: impl FnOnce(usize, bool, &mut R) -> Result<T>,
) -> Result<T> {
    let at = source.offset();
    let number = |text: &str| {
        let number = names.iter().position(|name| *name == text);
        number.ok_or_else(|| Error::unknown_variant(text, names))
    };
    let tag = source.read_variant()?.map(|name| number(&name));
    if let Some(number) = tag {
        let number = number.map_err(|error| error.or_offset(source.key_offset()));
        return read(number?, true, source);
    }
    if source.peek()? == Kind::String {
        let number = number(&source.read_str()?).map_err(|error| error.or_offset(at));
        return read(number?, false, source);
    }
    source.begin_map()?;
    let number = match source.next_name()? {
        Some(key) => number(&key),
        None => return Err(one_member(at)),
    };
    let number = number.map_err(|error| error.or_offset(source.key_offset()));
    let value = read(number?, true, source)?;
    match source.next_name()? {
        Some(_) => Err(one_member(at)),
        None => Ok(value),
    }
}

/// Makes the error of a variant that came without its value, or with a value that it does not have.
#[cold]
pub(super) fn wrong_variant(expected: &'static str, at: usize) -> Error {
    Error::expected(ErrorKind::TypeMismatch, expected).or_offset(at)
}

#[cold]
fn one_member(at: usize) -> Error {
    wrong_variant("an object of one member", at)
}
