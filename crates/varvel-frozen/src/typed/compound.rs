//! Reads options, boxes, tuples and arrays of a fixed length in place.

use alloc::boxed::Box;

use varvel_core::{Error, ErrorKind, Result};

use super::{ReadInPlace, Uniform, inside};
use crate::view::View;

impl<T: ReadInPlace> ReadInPlace for Option<T> {
    type View<'a> = Option<T::View<'a>>;
    type Seen = T::Seen;

    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
        match view.is_null() {
            true => Ok(Uniform::ALL),
            false => T::check(view, depth, seen),
        }
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> Self::View<'a> {
        (!view.is_null()).then(|| T::read(view, uniform, seen))
    }

    const MAY_MISS: bool = true;

    #[inline]
    fn missing<'a>(_: View<'a>) -> Self::View<'a> {
        None
    }
}

impl<T: ReadInPlace> ReadInPlace for Box<T> {
    type View<'a> = T::View<'a>;
    type Seen = T::Seen;

    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
        T::check(view, depth, seen)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> Self::View<'a> {
        T::read(view, uniform, seen)
    }

    const MAY_MISS: bool = T::MAY_MISS;

    #[inline]
    fn missing<'a>(around: View<'a>) -> Self::View<'a> {
        T::missing(around)
    }
}

impl<T: ReadInPlace, const N: usize> ReadInPlace for [T; N] {
    type View<'a> = [T::View<'a>; N];
    type Seen = T::Seen;

    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
        check_len(view, N)?;
        let depth = inside(view, depth)?;
        let mut uniform = Uniform::ALL;
        for item in view.items() {
            uniform &= T::check(item, depth, seen)?;
        }
        Ok(uniform)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> Self::View<'a> {
        let mut items = view.items();
        core::array::from_fn(|_| T::read(items.next().unwrap_or(view), uniform, seen))
    }
}

macro_rules! tuples {
    ($($len:literal: $($t:ident $i:tt),*;)*) => {$(
        impl<$($t: ReadInPlace),*> ReadInPlace for ($($t,)*) {
            type View<'a> = ($($t::View<'a>,)*);
            type Seen = ($($t::Seen,)*);

            fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
                check_len(view, $len)?;
                let depth = inside(view, depth)?;
                let mut items = view.items();
                let mut uniform = Uniform::ALL;
                $(uniform &= $t::check(items.next().unwrap_or(view), depth, &mut seen.$i)?;)*
                Ok(uniform)
            }

            #[inline(always)]
            fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> Self::View<'a> {
                let mut items = view.items();
                ($($t::read(items.next().unwrap_or(view), uniform, &mut seen.$i),)*)
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
}

/// Checks that an array has exactly `len` items.
///
/// # Errors
/// `TypeMismatch` for another number of items, and for a node that is no array.
#[doc(hidden)]
pub fn check_len(view: View<'_>, len: usize) -> Result {
    if !view.is_array() {
        return Err(view.placed(Error::wrong_kind("an array", view.kind())));
    }
    if view.len() == len {
        return Ok(());
    }
    let expected = alloc::format!("an array of exactly {len} items");
    let found = alloc::format!("one of {}", view.len());
    Err(view.placed(Error::expected(ErrorKind::TypeMismatch, expected).with_found(found)))
}
