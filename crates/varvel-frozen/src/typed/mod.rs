//! Types that are read in place: `#[derive(View)]` and its building blocks.
//!
//! A document is checked once against the type that it will be read as. From then on every access
//! returns a value. That check is not what makes an access safe; validation is. Reading a node that
//! was not checked returns useless values (zero, the empty string, an empty list), and never leaves
//! the buffer.
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
//! | `variant` | finding the variant of an enum, and boxes in variants |

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

/// A type that can be read in place, from a frozen document, without being constructed.
///
/// `#[derive(View)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read in place",
    note = "derive it: `#[derive(varvel::View)]`",
    note = "numbers, `bool`, strings, `Timestamp`, `Vec`, `Option`, `Box`, maps, tuples and arrays of such types can be"
)]
pub trait ReadInPlace: Sized {
    /// The type that it is read as: a number as itself, a `String` as `&str`, a `Vec` as a
    /// [`List`].
    type View<'a>;

    /// The facts remembered about one node for the next one with the same layout.
    #[doc(hidden)]
    type Seen: Default + Clone;

    /// Checks that a node and everything in it can be read as this type. Returns how uniform the
    /// node is.
    #[doc(hidden)]
    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform>;

    /// Reads a node that was checked; `uniform` is the result of the check. The result for any
    /// other node is useless.
    #[doc(hidden)]
    fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> Self::View<'a>;

    /// The number of bytes of the tile of this type: of a node and everything in it, if there is
    /// only one layout. Zero if there are more.
    #[doc(hidden)]
    const TILE: usize = 0;

    /// Returns where the tile of a checked node begins, if the node has this layout.
    #[doc(hidden)]
    #[inline]
    fn tile(view: View<'_>) -> Option<usize> {
        let _ = view;
        None
    }

    /// Returns whether a node is a tile at `at`, provided that the bytes there are like a tile that
    /// was found.
    #[doc(hidden)]
    #[inline]
    fn is_tile_at(view: View<'_>, at: usize) -> bool {
        Self::tile(view) == Some(at)
    }

    /// Returns whether two tiles differ only in their values.
    #[doc(hidden)]
    #[inline]
    fn is_like(tile: &[u8], other: &[u8]) -> bool {
        let _ = (tile, other);
        false
    }

    /// Reads a tile. `outer` is the outermost node around it.
    #[doc(hidden)]
    #[inline]
    fn read_tile<'a>(tile: &'a [u8], outer: View<'a>) -> Self::View<'a> {
        let _ = tile;
        Self::read(outer, Uniform::NONE, &mut Self::Seen::default())
    }

    /// Whether an object may lack a member of this type.
    #[doc(hidden)]
    const MAY_MISS: bool = false;

    /// Returns the value of a member that its object lacks. `around` is the object.
    #[doc(hidden)]
    #[inline]
    fn missing<'a>(around: View<'a>) -> Self::View<'a> {
        Self::read(around, Uniform::NONE, &mut Self::Seen::default())
    }

    /// Returns the numbers of a packed array in place; see [`List::as_slice`].
    #[doc(hidden)]
    #[inline]
    fn slice<'a>(array: View<'a>) -> Option<&'a [Self]> {
        let _ = array;
        None
    }
}

/// Checks a node and reads it. `T::view` calls this.
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

/// Returns how many levels are left inside of a node.
///
/// # Errors
/// `DepthLimit` if no level is left.
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
