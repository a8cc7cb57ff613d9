//! Merges the observations of two places: when objects become a map, and when two inferences become
//! one.
//!
//! The result does not depend on the order in which places are added. Kinds and counts are sums. A
//! member has the earlier of its first appearances. Objects are a map if both together have too
//! many keys. So a merged inference knows what one inference would know that had seen all
//! documents.
//!
//! Pairs of places wait on a stack, those inside of others on top. All pairs that one addition
//! causes are done before the pair that waited below. Objects are made a map before any of their
//! members waits. So no place waits that has been added to another already.

use alloc::vec::Vec;
use core::mem;

use varvel_core::{Error, Result};

use super::seen::{Kinds, Member, NOWHERE, Seen};
use super::{BEYOND, Inference};

/// The additions that are under way.
pub(super) struct Merging<'i> {
    here: &'i mut Inference,
    /// The observations of the other inference.
    there: &'i mut [Seen],
    /// The offset that is added to the `first` of the other inference's members.
    later: u64,
    left: Vec<Pair>,
}

/// A place that is to be added to another one of this inference.
#[derive(Clone, Copy)]
struct Pair {
    from: Side,
    to: u32,
}

/// A place of this inference or of the other.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Here(u32),
    There(u32),
}

impl Side {
    /// Returns another place of the same inference.
    fn beside(self, place: u32) -> Self {
        match self {
            Self::Here(_) => Self::Here(place),
            Self::There(_) => Self::There(place),
        }
    }

    fn place(self) -> u32 {
        match self {
            Self::Here(place) | Self::There(place) => place,
        }
    }
}

/// Whether the union of two objects is still a record.
enum Fit {
    Record,
    Map,
    /// A record, but there is no room for its members.
    NoRoom,
}

impl<'i> Merging<'i> {
    /// Makes a map of the objects at `place`. If there is no `room` for their values, these are
    /// anything.
    pub fn collapse(here: &'i mut Inference, place: u32, room: bool) -> Result {
        let mut merging = Self {
            here,
            there: &mut [],
            later: 0,
            left: Vec::new(),
        };
        merging.make_map(place, Side::Here(place), Seen::new(), room)?;
        merging.run()
    }

    /// Adds all observations of another inference, whose documents came later.
    pub fn all(here: &'i mut Inference, there: &'i mut [Seen], later: u64, root: u32) -> Result {
        let mut merging = Self {
            here,
            there,
            later,
            left: Vec::new(),
        };
        merging.wait(Side::There(root), root)?;
        merging.run()
    }

    /// Puts a pair on the stack.
    fn wait(&mut self, from: Side, to: u32) -> Result {
        let room = self.left.try_reserve(1);
        room.map_err(|_| Error::out_of_memory())?;
        self.left.push(Pair { from, to });
        Ok(())
    }

    fn run(&mut self) -> Result {
        while let Some(Pair { from, to }) = self.left.pop() {
            if to == BEYOND {
                if let Side::Here(place) = from {
                    self.forget(place)?;
                }
                continue;
            }
            if from.place() == BEYOND {
                let number = self.here.number;
                self.here.seen[to as usize].see(Kinds::ANYTHING, number)?;
                continue;
            }
            let seen = match from {
                Side::Here(place) => self.here.release(place)?,
                Side::There(place) => mem::take(&mut self.there[place as usize]),
            };
            self.add(from, seen, to)?;
        }
        Ok(())
    }

    /// Frees a place and all places in it.
    fn forget(&mut self, place: u32) -> Result {
        let mut left = alloc::vec![place];
        while let Some(place) = left.pop() {
            if place == BEYOND {
                continue;
            }
            let seen = self.here.release(place)?;
            let parts = seen.members.len() + 3;
            left.try_reserve(parts)
                .map_err(|_| Error::out_of_memory())?;
            left.extend(seen.parts());
        }
        Ok(())
    }

    /// Adds the observations of the place `from`.
    fn add(&mut self, from: Side, seen: Seen, to: u32) -> Result {
        let known = &mut self.here.seen[to as usize];
        for first in &seen.firsts {
            known.see_first(*first)?;
        }
        known.objects += seen.objects;
        let (items, keys) = (known.items, known.keys);
        let items = self.join(items, from.beside(seen.items))?;
        let keys = self.join(keys, from.beside(seen.keys))?;
        let known = &mut self.here.seen[to as usize];
        known.items = items;
        known.keys = keys;
        if seen.members.is_empty() && seen.rest == NOWHERE {
            return Ok(());
        }
        match self.fit(from, &seen, to) {
            Fit::Record => self.add_members(from, seen.members, to),
            Fit::Map => self.make_map(to, from, seen, true),
            Fit::NoRoom => self.make_map(to, from, seen, false),
        }
    }

    /// Returns the known place, to which the other will be added; or the other one if none is
    /// known.
    fn join(&mut self, known: u32, from: Side) -> Result<u32> {
        match (known, from.place()) {
            (_, NOWHERE) => Ok(known),
            (NOWHERE, _) => self.adopt(from),
            _ => {
                self.wait(from, known)?;
                Ok(known)
            }
        }
    }

    /// Returns a place of this inference that will hold the observations of another; `BEYOND` if
    /// there is no room for it.
    fn adopt(&mut self, from: Side) -> Result<u32> {
        match from {
            Side::Here(place) | Side::There(place @ BEYOND) => Ok(place),
            Side::There(_) => {
                let place = self.here.place()?;
                self.wait(from, place)?;
                Ok(place)
            }
        }
    }

    fn fit(&self, from: Side, seen: &Seen, to: u32) -> Fit {
        let known = &self.here.seen[to as usize];
        if known.rest != NOWHERE || seen.rest != NOWHERE {
            return Fit::Map;
        }
        let is_new = |(number, member): &(usize, &Member)| {
            let found = known.find(*number, &member.name, &self.here.hasher);
            found.is_none()
        };
        let more = seen.members.iter().enumerate().filter(is_new).count();
        if known.members.len() + more > self.here.options.most_members(to) {
            return Fit::Map;
        }
        match from {
            Side::There(_) if more > self.here.room() => Fit::NoRoom,
            _ => Fit::Record,
        }
    }

    /// Adds members to records. The caller has checked that there is room for them.
    fn add_members(&mut self, from: Side, members: Vec<Member>, to: u32) -> Result {
        let later = match from {
            Side::Here(_) => 0,
            Side::There(_) => self.later,
        };
        for (number, mut member) in members.into_iter().enumerate() {
            member.first += later;
            let place = from.beside(member.place);
            let Inference { seen, hasher, .. } = &mut *self.here;
            let known = &mut seen[to as usize];
            match known.find(number, &member.name, hasher) {
                Some(number) => {
                    let known = &mut known.members[number as usize];
                    known.count += member.count;
                    known.first = known.first.min(member.first);
                    let known = known.place;
                    self.wait(place, known)?;
                }
                None => {
                    member.forget_order();
                    member.place = self.adopt(place)?;
                    let Inference { seen, hasher, .. } = &mut *self.here;
                    seen[to as usize].push(member, hasher)?;
                }
            }
        }
        Ok(())
    }

    /// Makes a map of the objects at the place `to` and of the observations of `from`. Without
    /// `room` its values are anything.
    fn make_map(&mut self, to: u32, from: Side, seen: Seen, room: bool) -> Result {
        let known = &mut self.here.seen[to as usize];
        let old = known.rest;
        let members = known.take_members();
        let own = [old]
            .into_iter()
            .chain(members.iter().map(|member| member.place));
        let others = [seen.rest]
            .into_iter()
            .chain(seen.members.iter().map(|member| member.place));
        let all = own
            .map(Side::Here)
            .chain(others.map(|place| from.beside(place)));
        let all = all.filter(|side| side.place() != NOWHERE);
        let beyond = !room || old == BEYOND || seen.rest == BEYOND;
        // A place of this inference takes the others in, so that no more room is needed.
        let mut here = all.clone().filter(|side| matches!(side, Side::Here(_)));
        let rest = match here.next() {
            _ if beyond => BEYOND,
            Some(first) => first.place(),
            None => self.here.place()?,
        };
        self.here.seen[to as usize].rest = rest;
        for side in all {
            if side != Side::Here(rest) {
                self.wait(side, rest)?;
            }
        }
        Ok(())
    }
}
