//! Options, boxes, tuples and arrays of one length.

use alloc::boxed::Box;

use varvel_core::{Error, ErrorKind, Result};

use super::{Regular, Viewed, inside};
use crate::view::View;

impl<T: Viewed> Viewed for Option<T> {
    type View<'a> = Option<T::View<'a>>;
    type Layout = T::Layout;

    fn check(view: View<'_>, depth: usize, layout: &mut Self::Layout) -> Result<Regular> {
        match view.is_null() {
            true => Ok(Regular::ALL),
            false => T::check(view, depth, layout),
        }
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, regular: Regular, layout: &mut Self::Layout) -> Self::View<'a> {
        (!view.is_null()).then(|| T::read(view, regular, layout))
    }

    const MAY_MISS: bool = true;

    #[inline]
    fn missing<'a>(_: View<'a>) -> Self::View<'a> {
        None
    }
}

impl<T: Viewed> Viewed for Box<T> {
    type View<'a> = T::View<'a>;
    type Layout = T::Layout;

    fn check(view: View<'_>, depth: usize, layout: &mut Self::Layout) -> Result<Regular> {
        T::check(view, depth, layout)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, regular: Regular, layout: &mut Self::Layout) -> Self::View<'a> {
        T::read(view, regular, layout)
    }

    const MAY_MISS: bool = T::MAY_MISS;

    #[inline]
    fn missing<'a>(around: View<'a>) -> Self::View<'a> {
        T::missing(around)
    }
}

impl<T: Viewed, const N: usize> Viewed for [T; N] {
    type View<'a> = [T::View<'a>; N];
    type Layout = T::Layout;

    fn check(view: View<'_>, depth: usize, layout: &mut Self::Layout) -> Result<Regular> {
        check_len(view, N)?;
        let depth = inside(view, depth)?;
        let mut regular = Regular::ALL;
        for item in view.items() {
            regular &= T::check(item, depth, layout)?;
        }
        Ok(regular)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, regular: Regular, layout: &mut Self::Layout) -> Self::View<'a> {
        let mut items = view.items();
        core::array::from_fn(|_| T::read(items.next().unwrap_or(view), regular, layout))
    }
}

macro_rules! tuples {
    ($($len:literal: $($t:ident $i:tt),*;)*) => {$(
        impl<$($t: Viewed),*> Viewed for ($($t,)*) {
            type View<'a> = ($($t::View<'a>,)*);
            type Layout = ($($t::Layout,)*);

            fn check(view: View<'_>, depth: usize, layout: &mut Self::Layout) -> Result<Regular> {
                check_len(view, $len)?;
                let depth = inside(view, depth)?;
                let mut items = view.items();
                let mut regular = Regular::ALL;
                $(regular &= $t::check(items.next().unwrap_or(view), depth, &mut layout.$i)?;)*
                Ok(regular)
            }

            #[inline(always)]
            fn read<'a>(view: View<'a>, regular: Regular, layout: &mut Self::Layout) -> Self::View<'a> {
                let mut items = view.items();
                ($($t::read(items.next().unwrap_or(view), regular, &mut layout.$i),)*)
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

/// Checks that an array has this many items.
///
/// # Errors
/// `TypeMismatch` for another number of them, and for what is no array.
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
