//! [`FieldsOf`]: an object with members of known names, found once for all objects that are laid
//! out alike.

use varvel_core::{Error, Result};

use super::{ReadInPlace, Uniform, fixed, inside};
use crate::key::HashedKey;
use crate::view::header::{Head, Members, Narrow};
use crate::view::{Object, View};

/// A member as a type has it.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub key: HashedKey<'static>,
    /// Other names that are read.
    pub aliases: &'static [&'static str],
    /// Whether it may be missing.
    pub may_miss: bool,
}

/// No member.
const NONE: u32 = u32::MAX;

/// Where the `N` members are in the object that was looked at last, and in all that begin as it
/// does.
#[derive(Clone, Copy, Debug)]
pub struct Seen<const N: usize> {
    head: Head,
    /// The numbers of the members; [`NONE`] for one that is missing.
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

/// An object of which the places of `N` members are known.
#[derive(Clone, Copy, Debug)]
pub struct FieldsOf<'a, const N: usize> {
    /// Of a tile that of the outermost one around it.
    view: View<'a>,
    read: Read<'a, N>,
    uniform: Uniform,
}

/// What a record is read from.
#[derive(Clone, Copy, Debug)]
enum Read<'a, const N: usize> {
    Tile(&'a [u8]),
    /// Its members, which begin with those of the table.
    Narrow(Narrow<'a, N>),
    /// Its members, and which of them are those of the table.
    Members(Members<'a>, [u32; N]),
}

impl<const N: usize> Seen<N> {
    /// In the order of the fields.
    const ORDERED: [u32; N] = {
        let (mut at, mut i) = ([0; N], 0);
        while i < N {
            at[i] = i as u32;
            i += 1;
        }
        at
    };

    /// Looks for the members, unless the object is laid out as the last one.
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
        // Most records have their members in the order of the fields: a comparison each, and no
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
            // Of more members than that the last ones are not found.
            found.map_or(NONE, |i| u32::try_from(i).unwrap_or(NONE))
        })
    }
}

impl<'a, const N: usize> FieldsOf<'a, N> {
    /// The object `view`.
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

    /// The object `view`, in which other members stand too, in any order; `uniform` is what is in
    /// it.
    #[inline]
    pub fn among(view: View<'a>, uniform: Uniform, table: &'static [Member; N]) -> Self {
        Self {
            view,
            read: Read::Members(view.any_members(), Seen::<N>::search(view, table)),
            uniform,
        }
    }

    /// The object that `tile` is, in `outer`.
    #[inline(always)]
    pub fn of_tile(tile: &'a [u8], outer: View<'a>) -> Self {
        Self {
            view: outer,
            read: Read::Tile(tile),
            uniform: Uniform::ALL,
        }
    }

    /// How uniform what is in this one is.
    #[inline]
    pub fn uniform(&self) -> Uniform {
        self.uniform
    }

    /// Member number `i` of the table.
    #[inline(always)]
    fn member(&self, i: usize) -> Option<View<'a>> {
        match &self.read {
            Read::Narrow(members) => members.get(i),
            Read::Members(members, at) => members.get(*at.get(i)? as usize),
            Read::Tile(_) => None,
        }
    }

    /// Reads member number `i` of the table; if the type has a tile, it is `offset` from where that
    /// begins.
    ///
    /// What most records are is in line: short, since all else is a call.
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

    /// The same of any record, out of line.
    #[inline(never)]
    fn read_any<T: ReadInPlace>(&self, i: usize) -> T::View<'a> {
        match self.member(i) {
            Some(view) => T::read(view, self.uniform, &mut T::Seen::default()),
            // Of what must be there only where this object is not the one that was checked.
            None => T::missing(self.view),
        }
    }

    /// The same of one that has a default.
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

    /// The node of the object. Of a record in a list of nothing but floats it is looked for.
    #[inline]
    pub fn node(&self) -> View<'a> {
        match self.read {
            Read::Tile(tile) => fixed::object_of(self.view, tile, N),
            Read::Narrow(..) | Read::Members(..) => self.view,
        }
    }

    /// Checks an object: the members that must be there are, and `each` of those that are there, by
    /// its number, is what it is to be. With `deny` there are no others.
    ///
    /// # Errors
    /// `TypeMismatch`, `MissingField`, `UnknownMember`, `DuplicateKey`, and those of `each`.
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

    /// The same of members among others, in an object that is known to be one: whether the records
    /// in them are uniform.
    ///
    /// # Errors
    /// `MissingField`, `DuplicateKey`, and those of `each`.
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
    /// Whether this is the member's name, or one of its other names.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.key.as_str() == name || self.aliases.contains(&name)
    }
}

/// Refuses a member that is there by two of its names, as decoding does.
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

/// Refuses a member that the type does not have.
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
