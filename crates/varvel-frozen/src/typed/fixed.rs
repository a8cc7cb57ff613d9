//! [`Uniform`]: how uniform a document was found to be. And *tiles*: nodes of types that are laid
//! out in one way only.
//!
//! A float is a node of so many bytes, whatever its value. So a record of nothing but floats and
//! such records has as many bytes as every other of its type: what is in it stands in the order of
//! its members, right before its header and slots. That is its tile. Where all items of a list are
//! tiles, they stand one behind the other, and a member is at a constant distance from where its
//! list begins: no slot and no header has to be read.
//!
//! The check finds out whether lists are so, once. Nothing unsafe rests on it: a tile is a slice of
//! the buffer, and types that lie about theirs read wrong numbers out of it.

use core::marker::PhantomData;
use core::ops::{BitAnd, BitAndAssign};

use super::ReadInPlace;
use crate::layout::{is_short, slot_width};
use crate::view::View;

/// What a check says of a document or a part of one, for what reads it then.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// All records have their members in the order of their fields, and no others.
    pub(super) ordered: bool,
    /// All lists of which the first item is a tile have nothing but tiles.
    pub(super) tiled: bool,
}

impl Uniform {
    /// In all ways: so what has no records and no lists in it is.
    pub const ALL: Self = Self {
        ordered: true,
        tiled: true,
    };
    /// In none.
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

/// Bytes of the header and the slots of a tile with `members`: a byte of widths and one with the
/// number of its shape, and two for each slot.
const fn head(members: usize) -> usize {
    2 + members * slot_width(0)
}

/// The bytes of the first `count` members of a record, if they are tiles of so many bytes; none if
/// one is no tile.
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

/// The bytes of a record's tile, whose members are tiles of so many bytes; zero if it has none: a
/// member of it has none, or its slots are wider.
#[doc(hidden)]
pub const fn record(tiles: &[usize]) -> usize {
    match inner(tiles, tiles.len()) {
        Some(inner) if inner != 0 && is_short(inner) => inner + head(tiles.len()),
        _ => 0,
    }
}

/// Where in the tile of a record its member number `i` begins, if it has one.
#[doc(hidden)]
pub const fn offset(tiles: &[usize], i: usize) -> Option<usize> {
    match record(tiles) {
        0 => None,
        _ => inner(tiles, i),
    }
}

/// Where the tile of an object begins, whose members have to be `tiles` of so many bytes; `each`
/// says where that of a member begins. None if it is laid out otherwise.
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

/// Whether the object `object` is a tile at `at` for all that its own place says, if its members
/// are `tiles`.
#[doc(hidden)]
#[inline]
pub fn is_at(object: View<'_>, tiles: &[usize], at: usize) -> bool {
    let node = inner(tiles, tiles.len()).and_then(|inner| at.checked_add(inner));
    node.is_some() && object.narrow_object() == node
}

/// Whether two tiles of a record are alike in all but the values; `each` says so of a member.
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

/// The tiles that the items of an array have been so far, for its check.
pub(super) struct Tiles<'a, T> {
    /// The first.
    first: &'a [u8],
    /// Where the next has to begin; zero before the first item and where they are none.
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
    /// Whether the next item is a tile as the first is: then it is what that was found to be.
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

    /// Takes note of an item that is not the next tile, and is `uniform`. Whether items are tiles
    /// if the first is one.
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

/// The tile that begins at `at`.
fn slice<'a, T: ReadInPlace>(item: View<'a>, at: usize) -> Option<&'a [u8]> {
    item.buffer().get(at..at.checked_add(T::TILE)?)
}

/// The object in `outer` that ends with `tile`: what a record of a tile is as a view. Looked for
/// from the outside, since nothing else proves that there is an object.
#[cold]
pub(super) fn object_of<'a>(outer: View<'a>, tile: &'a [u8], members: usize) -> View<'a> {
    // A tile of types that lie about theirs may be none of the buffer.
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
