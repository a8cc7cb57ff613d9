//! Functions that derived code calls. They may change with any version.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

pub use crate::codec::arrays::{end as last_item, item};
pub use crate::codec::members::{
    self, DecodeMembers, EncodeMembers, List, Name, Partial, Start, TagMember, UNKNOWN,
};
pub use crate::codec::tagged::{self, Pair, Tried, Variants};
pub use crate::codec::{Decode, Encode, bytes};
pub use crate::error::Result;
pub use crate::node::{Kind, Kinds};
pub use crate::sink::Sink;
pub use crate::source::Source;

use crate::error::{Error, ErrorKind};

/// Checks that a member did not come before.
#[inline(always)]
pub fn once<'de, T, R: Source<'de>>(slot: &Option<T>, name: &'static str, source: &R) -> Result {
    match slot {
        None => Ok(()),
        Some(_) => Err(members::twice(name, source)),
    }
}

/// Returns whether the member called `name` comes next. It does if it `came`: then it was found by
/// its name. Else it is guessed, unless too many guesses were wrong.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn comes<'de, R: Source<'de>>(
    source: &mut R,
    came: bool,
    misses: u32,
    name: &Name,
) -> Result<bool> {
    match came {
        true => Ok(true),
        false if misses < members::MISSES => source.expect_key(name.key()),
        false => Ok(false),
    }
}

/// Reads the value of a member. It is an error if the member came before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read<'de, T, C, R>(
    slot: &mut Option<T>,
    name: &'static str,
    source: &mut R,
    context: &C,
) -> Result
where
    T: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    once(slot, name, source)?;
    put(slot, T::decode(source, context)?);
    Ok(())
}

/// Puts a value into a slot that is empty. An assignment would have code to drop an old value, too.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn put<T>(slot: &mut Option<T>, value: T) {
    core::mem::forget(slot.replace(value));
}

/// Puts the value of a missing member into its slot, if that is empty. The object begins at byte
/// `at`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn or_missing_in<'de, T, C>(slot: &mut Option<T>, name: &'static str, at: usize) -> Result
where
    T: Decode<'de, C>,
    C: ?Sized,
{
    if slot.is_none() {
        put(slot, or_missing(T::missing(name), at)?);
    }
    Ok(())
}

/// Makes the error of a struct with an empty slot, which cannot be: all were filled. It takes the
/// slots, so that the caller has nothing left to drop.
#[cold]
#[inline(never)]
pub fn not_filled<P>(partial: P, at: usize) -> Error {
    drop(partial);
    missing("", at)
}

/// Gives a member to `sink`: its name, and its value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn member<'a, T, C, S>(value: &'a T, name: &'static Name, sink: &mut S, context: &C) -> Result
where
    T: Encode<C>,
    C: ?Sized,
    S: Sink<'a>,
{
    sink.name(name)?;
    value.encode(sink, context)
}

/// Reads a value by a codec that the user names. If the codec refuses the value, the error has the
/// offset of the value, not of the bytes behind it.
#[inline]
pub fn refused_here<'de, T, R: Source<'de>>(
    source: &mut R,
    read: impl FnOnce(&mut R) -> Result<T>,
) -> Result<T> {
    let at = source.offset();
    read(source).map_err(|error| match error.kind() {
        ErrorKind::Refused => error.or_offset(at),
        _ => error,
    })
}

/// Makes the error of an object at `at` that has no member `name`.
#[cold]
#[inline(never)]
pub fn missing(name: &'static str, at: usize) -> Error {
    Error::missing_field(name).or_offset(at)
}

/// Adds the offset `at` to the error of a missing member.
#[inline(always)]
pub fn or_missing<T>(value: Result<T>, at: usize) -> Result<T> {
    value.map_err(|error| error.or_offset(at))
}

/// Refuses a null.
#[inline]
pub fn not_null<'de, R: Source<'de>>(source: &mut R) -> Result {
    let at = source.offset();
    match source.peek()? {
        Kind::Null => Err(Error::wrong_kind("a value", Kind::Null)
            .with_hint("the member may be left out, but not null")
            .or_offset(at)),
        _ => Ok(()),
    }
}

/// Refuses to write `None`. `name` is the type that has no form for it.
#[inline]
pub fn some(is_none: bool, name: &'static str) -> Result {
    match is_none {
        false => Ok(()),
        true => Err(
            Error::expected(ErrorKind::Unrepresentable, format!("a value of `{name}`"))
                .with_found(Kind::Null.name()),
        ),
    }
}

/// Makes the error of a variant that came as its name alone, without its content.
#[cold]
#[inline(never)]
pub fn no_content<T>(name: &'static str, at: usize) -> Result<T> {
    let expected = format!("an object with the member `{name}`, and what is in that variant");
    Err(Error::expected(ErrorKind::TypeMismatch, expected)
        .with_found("its name alone")
        .or_offset(at))
}

/// Makes the error of a variant that is skipped: it cannot be written.
#[cold]
#[inline(never)]
pub fn skipped(name: &'static str) -> Error {
    Error::expected(
        ErrorKind::Unrepresentable,
        format!("a variant that can be written; `{name}` is skipped"),
    )
}

/// Makes the error of a variant that cannot be flattened, because it is a node of its own.
#[cold]
#[inline(never)]
pub fn not_among(name: &'static str) -> Error {
    let expected =
        format!("a variant whose members can stand among others; `{name}` is a node of its own");
    Error::expected(ErrorKind::Unrepresentable, expected)
}

/// Makes the error of a variant number that does not exist. It is never made: tables and matches
/// list the same variants.
#[cold]
#[inline(never)]
pub fn no_variant() -> Error {
    Error::new(ErrorKind::UnknownVariant)
}

/// Makes the error of an integer that is the value of no variant.
#[cold]
#[inline(never)]
pub fn no_such_integer(value: i64, known: &[i64], at: usize) -> Error {
    let known: Vec<_> = known.iter().map(ToString::to_string).collect();
    Error::expected(
        ErrorKind::UnknownVariant,
        format!("one of {}", known.join(", ")),
    )
    .with_content(value)
    .or_offset(at)
}
