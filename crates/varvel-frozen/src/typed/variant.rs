//! Finds the variant of an enum, and reads boxes in variants.

use alloc::format;
use core::fmt;
use core::marker::PhantomData;

use varvel_core::__private::{UNKNOWN, Variants};
use varvel_core::{Error, ErrorKind, Kind, Result};

use super::{ReadInPlace, Uniform};
use crate::key::HashedKey;
use crate::view::View;

/// The content of a `Box` in a variant, which is read on demand, so that an enum may contain
/// itself.
///
/// ```
/// use varvel::json;
/// #[derive(varvel::View)]
/// enum Term {
///     Number(f64),
///     Minus(Box<Term>),
/// }
/// let frozen = json::freeze(br#"{"Minus": {"Number": 1.5}}"#)?;
/// let TermView::Minus(boxed) = Term::view(&frozen)? else {
///     unreachable!("it is one");
/// };
/// assert!(matches!(boxed.get(), TermView::Number(1.5)));
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Boxed<'a, T> {
    /// The node of the content; if the member is missing, that of the object.
    view: View<'a>,
    is_missing: bool,
    uniform: Uniform,
    to: PhantomData<fn() -> T>,
}

impl<T> Clone for Boxed<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Boxed<'_, T> {}

impl<'a, T: ReadInPlace> Boxed<'a, T> {
    /// Reads the content of the box.
    #[inline]
    pub fn get(self) -> T::View<'a> {
        match self.is_missing {
            true => T::missing(self.view),
            false => T::read(self.view, self.uniform, &mut T::Seen::default()),
        }
    }
}

impl<'a, T: ReadInPlace> fmt::Debug for Boxed<'a, T>
where
    T::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A marker for a `Box<T>` in a variant.
#[doc(hidden)]
#[derive(Debug)]
pub struct Later<T>(PhantomData<fn() -> T>);

impl<T: ReadInPlace> ReadInPlace for Later<T> {
    type View<'a> = Boxed<'a, T>;
    type Seen = ();

    fn check(view: View<'_>, depth: usize, (): &mut ()) -> Result<Uniform> {
        T::check(view, depth, &mut T::Seen::default())
    }

    #[inline]
    fn read<'a>(view: View<'a>, uniform: Uniform, (): &mut ()) -> Boxed<'a, T> {
        Boxed {
            view,
            is_missing: false,
            uniform,
            to: PhantomData,
        }
    }

    const MAY_MISS: bool = T::MAY_MISS;

    #[inline]
    fn missing<'a>(around: View<'a>) -> Boxed<'a, T> {
        Boxed {
            view: around,
            is_missing: true,
            uniform: Uniform::NONE,
            to: PhantomData,
        }
    }
}

/// Returns the number of the variant whose name the node is.
fn number(name: View<'_>, variants: &Variants) -> Result<usize> {
    let text = name.str()?;
    find(text, variants).map_err(|error| name.placed(error))
}

fn find(name: &str, variants: &Variants) -> Result<usize> {
    match ((variants.find)(name), variants.other) {
        (UNKNOWN, Some(other)) => Ok(other),
        (UNKNOWN, None) => Err(Error::unknown_variant(name, variants.names)),
        (number, _) => Ok(number),
    }
}

/// Reads a variant that is its name, or the one member of an object. Returns its number and its
/// content.
///
/// # Errors
/// `UnknownVariant`, and `TypeMismatch` for any other node.
pub fn external<'a>(view: View<'a>, variants: &Variants) -> Result<(usize, Option<View<'a>>)> {
    let wrong = |expected: &'static str, found: &'static str| {
        view.placed(Error::expected(ErrorKind::TypeMismatch, expected).with_found(found))
    };
    const ONE: &str = "one member: the name of a variant and what is in it";
    match view.kind() {
        Kind::String => Ok((number(view, variants)?, None)),
        Kind::Object => {
            let Some((name, content)) = view.entries().next() else {
                return Err(wrong(ONE, "no member"));
            };
            let number = find(name, variants).map_err(|error| content.placed(error))?;
            if view.len() > 1 && variants.other != Some(number) {
                return Err(wrong(ONE, "another one"));
            }
            Ok((number, Some(content)))
        }
        found => match variants.other {
            Some(other) => Ok((other, None)),
            None => Err(wrong(
                "the name of a variant, or an object with it",
                found.name(),
            )),
        },
    }
}

/// Returns the number of the variant that the member `tag` of an object names.
///
/// # Errors
/// `MissingField`, `UnknownVariant`, and `TypeMismatch` for a tag that is no string.
pub fn check_tagged(view: View<'_>, tag: HashedKey<'static>, variants: &Variants) -> Result<usize> {
    match (view.get(tag), variants.other) {
        (Some(name), _) => number(name, variants),
        (None, Some(other)) => Ok(other),
        (None, None) => Err(view.placed(Error::missing_field(tag.as_str()))),
    }
}

/// Returns the number of the variant that the member `tag` of an object names, and the member
/// `content`.
///
/// # Errors
/// The errors of [`check_tagged`].
pub fn adjacent<'a>(
    view: View<'a>,
    tag: HashedKey<'static>,
    content: HashedKey<'static>,
    variants: &Variants,
) -> Result<(usize, Option<View<'a>>)> {
    Ok((check_tagged(view, tag, variants)?, view.get(content)))
}

/// Checks that the content of a variant without fields is null.
///
/// # Errors
/// `TypeMismatch`.
pub fn check_null(view: View<'_>) -> Result<Uniform> {
    match view.is_null() {
        true => Ok(Uniform::ALL),
        false => Err(view.placed(Error::wrong_kind("null", view.kind()))),
    }
}

/// The error for the name of a variant alone, without the content that the variant needs.
#[cold]
pub fn no_content(view: View<'_>, name: &'static str) -> Error {
    let expected = format!("an object with the member `{name}`, and what is in that variant");
    let error = Error::expected(ErrorKind::TypeMismatch, expected);
    view.placed(error.with_found("its name alone"))
}

/// The error for an object without the member that holds the content of the variant.
#[cold]
pub fn no_other(view: View<'_>, content: &'static str) -> Error {
    view.placed(Error::missing_field(content))
}
