//! [`Uniform`]: how uniform a document was found to be; and *tiles*: nodes of types with one
//! possible layout.
//!
//! A float is a node of a fixed number of bytes, whatever its value. So a record that holds only
//! floats, or such records, has as many bytes as every other record of its type. Its members stand
//! in their order, right before its header and slots. These bytes are its tile:
//!
//! ```text
//! member 0 | member 1 | ... | header | slots
//! ```
//!
//! If all items of a list are tiles, they stand one behind the other. Then each member is at a
//! constant distance from the start of the list, and no slot and no header has to be read.
//!
//! The check finds out once whether lists are so. Nothing unsafe relies on it: a tile is a slice of
//! the buffer, and a type with a wrong `TILE` only reads wrong numbers from it.

use core::marker::PhantomData;
use core::ops::{BitAnd, BitAndAssign};

use super::ReadInPlace;
use crate::layout::{is_short, slot_width};
use crate::view::View;

/// The result of checking a document or a part of it, which tells readers the short ways that they
/// may take.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// Whether all records have their members in the order of their fields, and no others.
    pub(super) ordered: bool,
    /// Whether all items are tiles in each list whose first item is a tile.
    pub(super) tiled: bool,
}

impl Uniform {
    /// Uniform in all ways, as a node without records and lists is.
    pub const ALL: Self = Self {
        ordered: true,
        tiled: true,
    };
    /// Uniform in no way.
    pub const NONE: Self = Self {
        ordered: false,
        tiled: false,
    };
}

impl BitAnd for Uniform {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self {
            ordered: self.ordered & other.ordered,
            tiled: self.tiled & other.tiled,
        }
    }
}

impl BitAndAssign for Uniform {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// Returns the bytes of the header and the slots of a tile with `members`: one byte of widths, one
/// with the number of its shape, and two for each slot.
const fn head(members: usize) -> usize {
    2 + members * slot_width(0)
}

/// Returns the bytes of the first `count` members of a record, whose tiles have these numbers of
/// bytes. Returns `None` if a member is no tile (zero).
const fn inner(tiles: &[usize], count: usize) -> Option<usize> {
    let (mut sum, mut i) = (0_usize, 0);
    while i < count {
        if tiles[i] == 0 {
            return None;
        }
        sum = sum.saturating_add(tiles[i]);
        i += 1;
    }
    Some(sum)
}

/// Returns the bytes of a record's tile, whose members are tiles of these numbers of bytes. Returns
/// zero if the record has no tile, because a member has none, or because its slots are wider than 2
/// bytes.
#[doc(hidden)]
pub const fn record(tiles: &[usize]) -> usize {
    match inner(tiles, tiles.len()) {
        Some(inner) if inner != 0 && is_short(inner) => inner + head(tiles.len()),
        _ => 0,
    }
}

/// Returns where member `i` begins in the tile of a record, if the record has a tile.
#[doc(hidden)]
pub const fn offset(tiles: &[usize], i: usize) -> Option<usize> {
    match record(tiles) {
        0 => None,
        _ => inner(tiles, i),
    }
}

/// Returns where the tile of an object begins. Its members must be tiles of these numbers of bytes;
/// `each` returns where the tile of a member begins. Returns `None` if the object has another
/// layout.
#[doc(hidden)]
#[inline]
pub fn find<'a>(
    object: View<'a>,
    tiles: &[usize],
    each: impl Fn(usize, View<'a>) -> Option<usize>,
) -> Option<usize> {
    let node = object.narrow_object()?;
    let members = object.shaped_members();
    if members.len() != tiles.len() {
        return None;
    }
    let begin = node.checked_sub(inner(tiles, tiles.len())?)?;
    let mut at = begin;
    for (i, bytes) in tiles.iter().enumerate() {
        if each(i, members.get(i)?)? != at {
            return None;
        }
        at += bytes;
    }
    Some(begin)
}

/// Returns whether the node of `object` stands where it must stand if the object is a tile that
/// begins at `at`, with members of these numbers of bytes.
#[doc(hidden)]
#[inline]
pub fn is_at(object: View<'_>, tiles: &[usize], at: usize) -> bool {
    let node = inner(tiles, tiles.len()).and_then(|inner| at.checked_add(inner));
    node.is_some() && object.narrow_object() == node
}

/// Returns whether two tiles of a record differ only in their values; `each` does so for a member.
#[doc(hidden)]
#[inline]
pub fn is_like(
    tile: &[u8],
    other: &[u8],
    tiles: &[usize],
    each: impl Fn(usize, &[u8], &[u8]) -> bool,
) -> bool {
    let (mut tile, mut other) = (tile, other);
    for (i, &bytes) in tiles.iter().enumerate() {
        let (Some((member, rest)), Some((beside, others))) =
            (tile.split_at_checked(bytes), other.split_at_checked(bytes))
        else {
            return false;
        };
        if !each(i, member, beside) {
            return false;
        }
        (tile, other) = (rest, others);
    }
    tile == other
}

/// The tiles that the items of an array have been so far, for the array's check.
pub(super) struct Tiles<'a, T> {
    /// The tile of the first item.
    first: &'a [u8],
    /// The place where the next item has to begin; zero before the first item, and if the items are
    /// no tiles.
    next: usize,
    is_begun: bool,
    of: PhantomData<fn() -> T>,
}

impl<T> Default for Tiles<'_, T> {
    fn default() -> Self {
        Self {
            first: &[],
            next: 0,
            is_begun: false,
            of: PhantomData,
        }
    }
}

impl<'a, T: ReadInPlace> Tiles<'a, T> {
    /// Returns whether the next item is a tile like the first. If so, it is as uniform as the
    /// first.
    #[inline]
    pub(super) fn has(&mut self, item: View<'a>) -> bool {
        let is_next = T::TILE != 0
            && self.next != 0
            && T::is_tile_at(item, self.next)
            && slice::<T>(item, self.next).is_some_and(|tile| T::is_like(tile, self.first));
        if is_next {
            self.next += T::TILE;
        }
        is_next
    }

    /// Notes an item that is not the next tile, and is `uniform`. Returns `false` if the items
    /// before it were tiles.
    pub(super) fn begin(&mut self, item: View<'a>, uniform: Uniform) -> bool {
        let is_first = !self.is_begun;
        self.is_begun = true;
        let was_tile = self.next != 0;
        self.next = 0;
        if T::TILE != 0
            && is_first
            && uniform == Uniform::ALL
            && let Some(begin) = T::tile(item)
            && let Some(tile) = slice::<T>(item, begin)
        {
            self.first = tile;
            self.next = begin + T::TILE;
        }
        !was_tile
    }
}

/// Returns the bytes of the tile that begins at `at`.
fn slice<'a, T: ReadInPlace>(item: View<'a>, at: usize) -> Option<&'a [u8]> {
    item.buffer().get(at..at.checked_add(T::TILE)?)
}

/// Returns the object in `outer` that ends with `tile`, so that a record in a tile can be a view.
/// Searches from the outside, since nothing else proves that there is an object.
#[cold]
pub(super) fn object_of<'a>(outer: View<'a>, tile: &'a [u8], members: usize) -> View<'a> {
    // The tile of a type with a wrong `TILE` may not lie in the buffer.
    let begin = tile.as_ptr().addr();
    let Some(begin) = begin.checked_sub(outer.buffer().as_ptr().addr()) else {
        return outer;
    };
    let node = begin
        .saturating_add(tile.len())
        .saturating_sub(head(members));
    let mut object = outer;
    while object.narrow_object().is_some_and(|at| at > node) {
        let inner = object
            .values()
            .find(|value| value.narrow_object() >= Some(node));
        match inner {
            Some(inner) => object = inner,
            None => return outer,
        }
    }
    object
}
