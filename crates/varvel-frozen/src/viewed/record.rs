//! [`Record`]: an object with members of known names, found once for all objects that are laid out alike.

use varvel_core::{Error, Result};

use super::{Viewed, inside};
use crate::key::HashedKey;
use crate::view::View;
use crate::view::members::{Head, Members};

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

/// Where the `N` members are in the object that was looked at last, and in all that begin as it does.
#[derive(Clone, Copy, Debug)]
pub struct Layout<const N: usize> {
    head: Head,
    /// The numbers of the members; [`NONE`] for one that is missing.
    at: [u32; N],
}

impl<const N: usize> Default for Layout<N> {
    fn default() -> Self {
        Self {
            head: Head::NONE,
            at: [NONE; N],
        }
    }
}

/// An object of which the places of `N` members are known.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a, const N: usize> {
    view: View<'a>,
    members: Members<'a>,
    at: [u32; N],
    ordered: bool,
}

impl<const N: usize> Layout<N> {
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

impl<'a, const N: usize> Record<'a, N> {
    /// The object `view`.
    #[inline(always)]
    pub fn new(
        view: View<'a>,
        ordered: bool,
        table: &'static [Member; N],
        layout: &mut Layout<N>,
    ) -> Self {
        if ordered {
            return Self {
                view,
                members: view.shaped_members(),
                at: Layout::<N>::ORDERED,
                ordered,
            };
        }
        layout.find(view, table);
        Self {
            view,
            members: view.any_members(),
            at: layout.at,
            ordered,
        }
    }

    /// The object `view`, in which other members stand too, in any order; `ordered` is what is in it.
    #[inline]
    pub fn among(view: View<'a>, ordered: bool, table: &'static [Member; N]) -> Self {
        Self {
            view,
            members: view.any_members(),
            at: Layout::<N>::search(view, table),
            ordered,
        }
    }

    /// Whether the records in this one have their members in the order of their fields.
    #[inline]
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Member number `i` of the table.
    #[inline(always)]
    fn member(&self, i: usize) -> Option<View<'a>> {
        self.members.get(*self.at.get(i)? as usize)
    }

    /// Reads member number `i` of the table.
    #[inline(always)]
    pub fn read<T: Viewed>(&self, i: usize) -> T::View<'a> {
        match self.member(i) {
            Some(view) => T::read(view, self.ordered, &mut T::Layout::default()),
            None => T::missing(self.view),
        }
    }

    /// The same of one that has a default.
    #[inline(always)]
    pub fn read_or_default<T: Viewed>(&self, i: usize) -> T::View<'a>
    where
        T::View<'a>: Default,
    {
        match self.member(i) {
            Some(view) => T::read(view, self.ordered, &mut T::Layout::default()),
            None => T::View::default(),
        }
    }

    /// The node of the object.
    #[inline]
    pub fn node(&self) -> View<'a> {
        self.view
    }

    /// Checks an object: the members that must be there are, and `each` of those that are there, by its number, is
    /// what it is to be. With `deny` there are no others.
    ///
    /// # Errors
    /// `TypeMismatch`, `MissingField`, `UnknownMember`, and those of `each`.
    #[inline]
    pub fn check(
        view: View<'a>,
        depth: usize,
        table: &'static [Member; N],
        layout: &mut Layout<N>,
        deny: bool,
        mut each: impl FnMut(usize, View<'a>, usize) -> Result<bool>,
    ) -> Result<bool> {
        if !view.is_object() {
            return Err(view.placed(Error::wrong_kind("an object", view.kind())));
        }
        let depth = inside(view, depth)?;
        let record = Self::new(view, false, table, layout);
        let mut ordered = view.shaped_members().len() == N && record.at == Layout::<N>::ORDERED;
        ordered &= record.check_each(depth, table, &mut each)?;
        if deny && !ordered {
            known(view, table)?;
        }
        Ok(ordered)
    }

    /// The same of members among others, in an object that is known to be one: whether the records in them are
    /// ordered.
    ///
    /// # Errors
    /// `MissingField`, and those of `each`.
    pub fn check_among(
        view: View<'a>,
        depth: usize,
        table: &'static [Member; N],
        mut each: impl FnMut(usize, View<'a>, usize) -> Result<bool>,
    ) -> Result<bool> {
        Self::among(view, false, table).check_each(depth, table, &mut each)
    }

    #[inline]
    fn check_each(
        &self,
        depth: usize,
        table: &'static [Member; N],
        each: &mut impl FnMut(usize, View<'a>, usize) -> Result<bool>,
    ) -> Result<bool> {
        let mut ordered = true;
        for (i, member) in table.iter().enumerate() {
            match self.member(i) {
                Some(view) => ordered &= each(i, view, depth)?,
                None if member.may_miss => {}
                None => {
                    let error = Error::missing_field(member.key.as_str());
                    return Err(self.view.placed(error));
                }
            }
        }
        Ok(ordered)
    }
}

impl Member {
    /// Whether this is the member's name, or one of its other names.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.key.as_str() == name || self.aliases.contains(&name)
    }
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
