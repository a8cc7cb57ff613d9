//! [`FieldsOf`]: an object with members of known names, which are found once for all objects with
//! the same layout.

use varvel_core::{Error, Result};

use super::{ReadInPlace, Uniform, fixed, inside};
use crate::key::HashedKey;
use crate::view::header::{Head, Members, Narrow};
use crate::view::{Object, View};

/// A member of a type.
#[derive(Debug)]
pub struct Member {
    /// The name of the member.
    pub key: HashedKey<'static>,
    /// Other names that are read as this member.
    pub aliases: &'static [&'static str],
    /// Whether an object may lack the member.
    pub may_miss: bool,
}

/// The index of a missing member.
const NONE: u32 = u32::MAX;

/// The places of the `N` members in the last object, and in all objects with the same beginning.
#[derive(Clone, Copy, Debug)]
pub struct Seen<const N: usize> {
    head: Head,
    /// The indexes of the members; [`NONE`] for a missing one.
    at: [u32; N],
}

impl<const N: usize> Default for Seen<N> {
    fn default() -> Self {
        Self {
            head: Head::NONE,
            at: [NONE; N],
        }
    }
}

/// An object whose `N` members have known places.
#[derive(Clone, Copy, Debug)]
pub struct FieldsOf<'a, const N: usize> {
    /// The object; for a tile, the outermost node around it.
    view: View<'a>,
    read: Read<'a, N>,
    uniform: Uniform,
}

/// The place from which a record is read.
#[derive(Clone, Copy, Debug)]
enum Read<'a, const N: usize> {
    Tile(&'a [u8]),
    /// The members of the object, which begin with those of the table.
    Narrow(Narrow<'a, N>),
    /// The members of the object, and the indexes of those of the table.
    Members(Members<'a>, [u32; N]),
}

impl<const N: usize> Seen<N> {
    /// The indexes of members in the order of the fields.
    const ORDERED: [u32; N] = {
        let (mut at, mut i) = ([0; N], 0);
        while i < N {
            at[i] = i as u32;
            i += 1;
        }
        at
    };

    /// Searches the members, unless the object has the layout of the last one.
    #[inline]
    fn find(&mut self, view: View<'_>, table: &'static [Member; N]) {
        let head = view.head();
        if !self.head.is(head) {
            *self = Self {
                head,
                at: Self::search(view, table),
            };
        }
    }

    #[inline(never)]
    fn search(view: View<'_>, table: &'static [Member; N]) -> [u32; N] {
        // Most records have their members in the order of the fields: a comparison for each, and no
        // look-up.
        let is_ordered = |object: Object<'_>| {
            let mut members = table.iter().enumerate();
            members.all(|(i, member)| object.is_named(i, &member.key))
        };
        if view.as_object().is_some_and(is_ordered) {
            return Self::ORDERED;
        }
        table.each_ref().map(|member| {
            let mut found = view.position(member.key);
            for alias in member.aliases {
                found = found.or_else(|| view.position(*alias));
            }
            // An object with more than 2^32 members hides the last ones.
            found.map_or(NONE, |i| u32::try_from(i).unwrap_or(NONE))
        })
    }
}

impl<'a, const N: usize> FieldsOf<'a, N> {
    /// Returns the fields of the object `view`.
    #[inline(always)]
    pub fn new(
        view: View<'a>,
        uniform: Uniform,
        table: &'static [Member; N],
        seen: &mut Seen<N>,
    ) -> Self {
        if uniform.ordered {
            let read = match view.narrow_members() {
                Some(members) => Read::Narrow(members),
                None => Read::Members(view.shaped_members(), Seen::<N>::ORDERED),
            };
            return Self {
                view,
                read,
                uniform,
            };
        }
        seen.find(view, table);
        Self {
            view,
            read: Read::Members(view.any_members(), seen.at),
            uniform,
        }
    }

    /// Returns the fields of the object `view`, which also has other members, in any order.
    /// `uniform` is how uniform the content of the fields is.
    #[inline]
    pub fn among(view: View<'a>, uniform: Uniform, table: &'static [Member; N]) -> Self {
        Self {
            view,
            read: Read::Members(view.any_members(), Seen::<N>::search(view, table)),
            uniform,
        }
    }

    /// Returns the fields of a record that is the tile `tile` in `outer`.
    #[inline(always)]
    pub fn of_tile(tile: &'a [u8], outer: View<'a>) -> Self {
        Self {
            view: outer,
            read: Read::Tile(tile),
            uniform: Uniform::ALL,
        }
    }

    /// Returns how uniform the content of this object is.
    #[inline]
    pub fn uniform(&self) -> Uniform {
        self.uniform
    }

    /// Returns the member with the index `i` in the table.
    #[inline(always)]
    fn member(&self, i: usize) -> Option<View<'a>> {
        match &self.read {
            Read::Narrow(members) => members.get(i),
            Read::Members(members, at) => members.get(*at.get(i)? as usize),
            Read::Tile(_) => None,
        }
    }

    /// Reads the member with the index `i` in the table. `offset` is its distance from the start of
    /// the tile, if the type has one.
    ///
    /// The common case is inlined and short; everything else is a call.
    #[inline(always)]
    pub fn read<T: ReadInPlace>(&self, i: usize, offset: Option<usize>) -> T::View<'a> {
        match (&self.read, offset) {
            (Read::Tile(tile), Some(offset)) => {
                let tile = tile.get(offset..offset.saturating_add(T::TILE));
                T::read_tile(tile.unwrap_or_default(), self.view)
            }
            (Read::Narrow(members), None) => match members.get(i) {
                Some(view) => T::read(view, self.uniform, &mut T::Seen::default()),
                None => self.read_any::<T>(i),
            },
            _ => self.read_any::<T>(i),
        }
    }

    /// Reads the member with the index `i` of any record, out of line.
    #[inline(never)]
    fn read_any<T: ReadInPlace>(&self, i: usize) -> T::View<'a> {
        match self.member(i) {
            Some(view) => T::read(view, self.uniform, &mut T::Seen::default()),
            // A required member is missing only if this object is not the checked one.
            None => T::missing(self.view),
        }
    }

    /// Reads the member with the index `i` in the table, or returns the default if the object lacks
    /// it.
    #[inline(always)]
    pub fn read_or_default<T: ReadInPlace>(&self, i: usize, offset: Option<usize>) -> T::View<'a>
    where
        T::View<'a>: Default,
    {
        match (self.member(i), self.read) {
            (None, Read::Narrow(..) | Read::Members(..)) => T::View::default(),
            _ => self.read::<T>(i, offset),
        }
    }

    /// Returns the node of the object. Searches it if the record is a tile in a list.
    #[inline]
    pub fn node(&self) -> View<'a> {
        match self.read {
            Read::Tile(tile) => fixed::object_of(self.view, tile, N),
            Read::Narrow(..) | Read::Members(..) => self.view,
        }
    }

    /// Checks an object: required members must be present, and `each` must accept every present
    /// member, given its index. With `deny` there may be no other members.
    ///
    /// # Errors
    /// `TypeMismatch`, `MissingField`, `UnknownMember`, `DuplicateKey`, and the errors of `each`.
    #[inline]
    pub fn check(
        view: View<'a>,
        depth: usize,
        table: &'static [Member; N],
        seen: &mut Seen<N>,
        deny: bool,
        mut each: impl FnMut(usize, View<'a>, usize) -> Result<Uniform>,
    ) -> Result<Uniform> {
        if !view.is_object() {
            return Err(view.placed(Error::wrong_kind("an object", view.kind())));
        }
        let depth = inside(view, depth)?;
        let record = Self::new(view, Uniform::NONE, table, seen);
        let mut uniform = record.check_each(depth, table, &mut each)?;
        let alone = view.shaped_members().len() == N && seen.at == Seen::<N>::ORDERED;
        uniform.ordered &= alone;
        if !alone {
            once(view, table)?;
        }
        if deny && !uniform.ordered {
            known(view, table)?;
        }
        Ok(uniform)
    }

    /// Checks members among others, in a node that is known to be an object. Returns how uniform
    /// the content of the members is.
    ///
    /// # Errors
    /// `MissingField`, `DuplicateKey`, and the errors of `each`.
    pub fn check_among(
        view: View<'a>,
        depth: usize,
        table: &'static [Member; N],
        mut each: impl FnMut(usize, View<'a>, usize) -> Result<Uniform>,
    ) -> Result<Uniform> {
        once(view, table)?;
        Self::among(view, Uniform::NONE, table).check_each(depth, table, &mut each)
    }

    #[inline]
    fn check_each(
        &self,
        depth: usize,
        table: &'static [Member; N],
        each: &mut impl FnMut(usize, View<'a>, usize) -> Result<Uniform>,
    ) -> Result<Uniform> {
        let mut uniform = Uniform::ALL;
        for (i, member) in table.iter().enumerate() {
            match self.member(i) {
                Some(view) => uniform &= each(i, view, depth)?,
                None if member.may_miss => {}
                None => {
                    let error = Error::missing_field(member.key.as_str());
                    return Err(self.view.placed(error));
                }
            }
        }
        Ok(uniform)
    }
}

impl Member {
    /// Returns whether `name` is the member's name, or one of its other names.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.key.as_str() == name || self.aliases.contains(&name)
    }
}

/// Refuses an object with one member under two of its names, as decoding does.
#[inline]
fn once(view: View<'_>, table: &'static [Member]) -> Result {
    for member in table.iter().filter(|member| !member.aliases.is_empty()) {
        let names = [member.key.as_str()]
            .into_iter()
            .chain(member.aliases.iter().copied());
        let mut there = names.filter_map(|name| Some((name, view.get(name)?)));
        there.next();
        if let Some((name, value)) = there.next() {
            return Err(value.placed(Error::duplicate_key(name)));
        }
    }
    Ok(())
}

/// Refuses an object with a member that the type does not have.
#[cold]
#[inline(never)]
fn known(view: View<'_>, table: &'static [Member]) -> Result {
    for (name, value) in view.entries() {
        if !table.iter().any(|member| member.is(name)) {
            let names = table.iter().map(|member| member.key.as_str());
            let names: alloc::vec::Vec<&str> = names.collect();
            return Err(value.placed(Error::unknown_member(name, &names)));
        }
    }
    Ok(())
}
