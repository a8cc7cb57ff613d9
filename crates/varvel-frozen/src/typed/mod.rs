//! Types that are read in place: what `#[derive(View)]` makes, and what it is made of.
//!
//! A document is checked once, by the type that it is to be read as; from then on every access
//! gives a value. What makes an access safe is not that check but validation: a reading of
//! something else than was checked gives nothing (zero, the empty string, an empty list), and never
//! leaves the buffer.
//!
//! | room | holds |
//! |---|---|
//! | `record` | objects with members of known names |
//! | `list` | arrays |
//! | `scalars` | numbers, strings, points in time |
//! | `compound` | options, boxes, tuples, arrays of one length |
//! | `map` | maps |
//! | `flatten` | objects whose members stand among those of another |
//! | `fixed` | records of floats, read without their slots |
//! | `variant` | which variant of an enum stands where |

mod compound;
mod fixed;
mod flatten;
mod list;
mod map;
mod record;
mod scalars;
mod variant;

use varvel_core::{Error, Limits, Result};

#[doc(hidden)]
pub use compound::check_len;
pub use fixed::{
    Uniform, find as find_tile, is_at as is_tile_at, is_like as is_like_tile,
    offset as tile_offset, record as record_tile,
};
#[doc(hidden)]
pub use flatten::{FlattenInPlace, Names, check_object, deny};
pub use list::{List, ListIter};
pub use map::{KeyInPlace, Map, MapIter};
#[doc(hidden)] // what the derive calls
pub use record::{FieldsOf, Member, Seen};
#[doc(hidden)]
pub use scalars::{check_integer, check_name};
pub use variant::Boxed;
#[doc(hidden)]
pub use variant::{Later, adjacent, check_null, check_tagged, external, no_content, no_other};

use crate::view::View;
use crate::{Frozen, Owner};

/// A type that can be read in place, out of a frozen document, without being made.
///
/// `#[derive(View)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read in place",
    note = "derive it: `#[derive(varvel::View)]`",
    note = "numbers, `bool`, strings, `Timestamp`, `Vec`, `Option`, `Box`, maps, tuples and arrays of such types can be"
)]
pub trait ReadInPlace: Sized {
    /// What it is read as: numbers as they are, a `String` as `&str`, a `Vec` as a [`List`].
    type View<'a>;

    /// What is remembered of one node for the next one that is laid out alike.
    #[doc(hidden)]
    type Seen: Default + Clone;

    /// Checks that a node can be read as this, with all that is in it; how uniform that is.
    #[doc(hidden)]
    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform>;

    /// Reads a node that was checked, `uniform` as the check said. Of another node what it gives is
    /// of no use.
    #[doc(hidden)]
    fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> Self::View<'a>;

    /// The bytes of a node of this type, with what is in it, if there is one way only to lay it
    /// out: its tile. Else zero.
    #[doc(hidden)]
    const TILE: usize = 0;

    /// Where the tile of a node that was checked begins, if the node is laid out so.
    #[doc(hidden)]
    #[inline]
    fn tile(view: View<'_>) -> Option<usize> {
        let _ = view;
        None
    }

    /// Whether a node is a tile at `at`, if what stands there is like a tile that was found.
    #[doc(hidden)]
    #[inline]
    fn is_tile_at(view: View<'_>, at: usize) -> bool {
        Self::tile(view) == Some(at)
    }

    /// Whether two tiles are alike in all but the values.
    #[doc(hidden)]
    #[inline]
    fn is_like(tile: &[u8], other: &[u8]) -> bool {
        let _ = (tile, other);
        false
    }

    /// Reads a tile; `outer` is the outermost node that it is in.
    #[doc(hidden)]
    #[inline]
    fn read_tile<'a>(tile: &'a [u8], outer: View<'a>) -> Self::View<'a> {
        let _ = tile;
        Self::read(outer, Uniform::NONE, &mut Self::Seen::default())
    }

    /// What a member is when its object does not have it, if that may be.
    #[doc(hidden)]
    const MAY_MISS: bool = false;

    /// The same as what is read; `around` is the object.
    #[doc(hidden)]
    #[inline]
    fn missing<'a>(around: View<'a>) -> Self::View<'a> {
        Self::read(around, Uniform::NONE, &mut Self::Seen::default())
    }

    /// The numbers of a packed array in place; see [`List::as_slice`].
    #[doc(hidden)]
    #[inline]
    fn slice<'a>(array: View<'a>) -> Option<&'a [Self]> {
        let _ = array;
        None
    }
}

/// Checks a node, and reads it: what `T::view` does.
///
/// # Errors
/// `TypeMismatch`, `NumberOutOfRange`, `MissingField`, `UnknownVariant`, with the path;
/// `DepthLimit` beyond 128 levels.
pub fn view<'a, T: ReadInPlace>(view: impl Into<View<'a>>) -> Result<T::View<'a>> {
    let view = view.into();
    let mut seen = T::Seen::default();
    let uniform = T::check(view, Limits::DEFAULT.depth, &mut seen)?;
    Ok(T::read(view, uniform, &mut seen))
}

/// One level less.
///
/// # Errors
/// `DepthLimit` if there is none left.
#[doc(hidden)]
#[inline]
pub fn inside(view: View<'_>, depth: usize) -> Result<usize> {
    depth
        .checked_sub(1)
        .ok_or_else(|| view.placed(Error::too_deep(Limits::DEFAULT.depth)))
}

impl<'a, O: Owner> From<&'a Frozen<O>> for View<'a> {
    #[inline]
    fn from(frozen: &'a Frozen<O>) -> Self {
        frozen.view()
    }
}
