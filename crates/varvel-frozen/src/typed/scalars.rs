//! Reads scalars in place, each as a value.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use varvel_core::number::Rounding;
use varvel_core::{Error, ErrorKind, Kind, Number, Result, Timestamp};

use super::{ReadInPlace, Uniform};
use crate::view::View;
use varvel_tree::{exact_number, out_of_range};

/// Implements `ReadInPlace` for a type that one function reads; the function returns `None` for all
/// other nodes.
///
/// `slice` names the method that lends a packed array of the type. A type with a tile is a node of
/// `head` bytes, followed by those of its value; `place` names the method that returns where the
/// node begins.
macro_rules! scalar {
    ($(
        $t:ty: $view:ty = |$node:ident| $read:expr, $what:literal
        $(, slice: $slice:ident)?
        $(, head: $head:literal, place: $place:ident)?;
    )*) => {$(
        impl ReadInPlace for $t {
            type View<'a> = $view;
            type Seen = ();

            fn check($node: View<'_>, _: usize, (): &mut ()) -> Result<Uniform> {
                match $read {
                    Some(_) => Ok(Uniform::ALL),
                    None => Err(refused($node, $what)),
                }
            }

            #[inline(always)]
            fn read<'a>($node: View<'a>, _: Uniform, (): &mut ()) -> $view {
                $read.unwrap_or_default()
            }

            $(
                #[inline]
                fn slice<'a>(array: View<'a>) -> Option<&'a [Self]> {
                    array.$slice()
                }
            )?

            $(
                const TILE: usize = $head + size_of::<$t>();

                #[inline]
                fn tile(view: View<'_>) -> Option<usize> {
                    view.$place()
                }

                #[inline(always)]
                fn is_like(tile: &[u8], other: &[u8]) -> bool {
                    tile.get(..$head) == other.get(..$head)
                }

                #[inline(always)]
                fn read_tile<'a>(tile: &'a [u8], _: View<'a>) -> $view {
                    let bytes = tile.get($head..).and_then(|bytes| bytes.first_chunk());
                    bytes.map_or(0.0, |bytes| <$t>::from_le_bytes(*bytes))
                }
            )?
        }
    )*};
}

scalar! {
    bool: bool = |node| node.as_bool(), "a boolean";
    i8: i8 = |node| node.as_i64().and_then(|value| i8::try_from(value).ok()), "an integer that fits i8", slice: as_i8_slice;
    i16: i16 = |node| node.as_i64().and_then(|value| i16::try_from(value).ok()), "an integer that fits i16", slice: as_i16_slice;
    i32: i32 = |node| node.as_i64().and_then(|value| i32::try_from(value).ok()), "an integer that fits i32", slice: as_i32_slice;
    i64: i64 = |node| node.as_i64(), "an integer that fits i64", slice: as_i64_slice;
    u8: u8 = |node| node.as_i64().and_then(|value| u8::try_from(value).ok()), "an integer that fits u8";
    u16: u16 = |node| node.as_i64().and_then(|value| u16::try_from(value).ok()), "an integer that fits u16";
    u32: u32 = |node| node.as_i64().and_then(|value| u32::try_from(value).ok()), "an integer that fits u32", slice: as_u32_slice;
    u64: u64 = |node| unsigned(node), "an integer that fits u64";
    i128: i128 = |node| wide(node, |digits| digits.parse::<i128>().ok()), "an integer that fits i128";
    u128: u128 = |node| wide(node, |digits| digits.parse::<u128>().ok()), "an integer that fits u128";
    f32: f32 = |node| node.as_f32_in_place().or_else(|| narrowed(node)), "a number that a 32-bit float can hold", slice: as_f32_slice, head: 1, place: f32_place;
    f64: f64 = |node| node.as_f64(), "a number that f64 holds", slice: as_f64_slice, head: 0, place: f64_place;
    String: &'a str = |node| node.as_str(), "a string";
    Box<str>: &'a str = |node| node.as_str(), "a string";
}

/// Returns the 32-bit float nearest to a number that is no 32-bit float, if the result is finite.
fn narrowed(node: View<'_>) -> Option<f32> {
    exact_number(node).and_then(|number| Rounding::Nearest.f32(number))
}

/// Reads an unsigned integer. Most are below 2^63, for which there is a shorter way.
#[inline(always)]
fn unsigned(node: View<'_>) -> Option<u64> {
    match node.as_i64() {
        Some(value) => u64::try_from(value).ok(),
        None => node.as_u64(),
    }
}

/// Reads an integer of any size; beyond 64 bits it is kept as text.
fn wide<T: TryFrom<i64> + From<u64>>(
    node: View<'_>,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    match node.as_number()? {
        Number::I64(value) => T::try_from(value).ok(),
        Number::U64(value) => Some(value.into()),
        Number::Big(digits) => parse(digits),
        _ => None,
    }
}

macro_rules! borrowed {
    ($($t:ty)*) => {$(
        impl ReadInPlace for $t {
            type View<'a> = &'a str;
            type Seen = ();

            fn check(view: View<'_>, depth: usize, seen: &mut ()) -> Result<Uniform> {
                String::check(view, depth, seen)
            }

            #[inline(always)]
            fn read<'a>(view: View<'a>, _: Uniform, (): &mut ()) -> &'a str {
                view.as_str().unwrap_or_default()
            }
        }
    )*};
}
borrowed!(Cow<'_, str> &str);

impl ReadInPlace for Timestamp {
    type View<'a> = Self;
    type Seen = ();

    fn check(view: View<'_>, _: usize, (): &mut ()) -> Result<Uniform> {
        view.timestamp().map(|_| Uniform::ALL)
    }

    #[inline]
    fn read<'a>(view: View<'a>, _: Uniform, (): &mut ()) -> Self {
        const START: Timestamp = match Timestamp::new(0, 0) {
            Some(start) => start,
            None => panic!("no nanoseconds are below 1e9"),
        };
        view.as_timestamp().unwrap_or(START)
    }
}

/// Returns the error for a node that is not of the expected type.
#[cold]
#[inline(never)]
fn refused(view: View<'_>, expected: &'static str) -> Error {
    let number = matches!(view.kind(), Kind::Integer | Kind::Decimal);
    let range = match view.kind() {
        Kind::Float => !expected.contains("integer") && expected.contains("number"),
        _ => number && (expected.contains("fits") || expected.contains("hold")),
    };
    view.placed(match range {
        true => out_of_range(expected, view),
        false => Error::wrong_kind(expected, view.kind()),
    })
}

/// Checks that a node is the name of a variant; `any` accepts every name.
#[doc(hidden)]
pub fn check_name(
    view: View<'_>,
    names: &[&str],
    any: bool,
    is_one: impl FnOnce(&str) -> bool,
) -> Result<Uniform> {
    let name = view.str()?;
    match any || is_one(name) {
        true => Ok(Uniform::ALL),
        false => Err(view.placed(Error::unknown_variant(name, names))),
    }
}

/// Checks that a node is the integer of a variant; `any` accepts every integer.
#[doc(hidden)]
pub fn check_integer(view: View<'_>, known: &[i64], any: bool) -> Result<Uniform> {
    let value = view.i64()?;
    match any || known.contains(&value) {
        true => Ok(Uniform::ALL),
        false => {
            let listed: Vec<_> = known.iter().map(ToString::to_string).collect();
            let expected = format!("one of {}", listed.join(", "));
            let error = Error::expected(ErrorKind::UnknownVariant, expected).with_content(value);
            Err(view.placed(error))
        }
    }
}
