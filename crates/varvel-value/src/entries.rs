//! Members in a row with keys that differ: the ordered hash table below objects and maps.
//!
//! Members stand in a `Vec` in their order. Up to [`COMPARED`] keys are compared one by one; beyond
//! that a hash table of numbers leads to them. It is seeded at random, so that nobody can choose
//! keys that collide.

use alloc::boxed::Box;
use alloc::vec::Vec;

use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry as TableEntry;

/// Up to so many keys are compared one by one.
const COMPARED: usize = 8;

/// A key of [`Entries`].
pub trait Key {
    /// A hash that agrees with equality.
    fn digest(&self, hasher: &RandomState) -> u64;
}

/// Members with keys that differ, in order.
#[derive(Clone)]
pub struct Entries<K, V> {
    list: Vec<(K, V)>,
    /// There whenever there are more than [`COMPARED`] members.
    index: Option<Box<Index>>,
}

#[derive(Clone)]
struct Index {
    table: HashTable<Slot>,
    hasher: RandomState,
}

/// A member in the table: its number and its key's hash, so that other members are not touched to
/// find it, nor its own to grow.
#[derive(Clone, Copy)]
struct Slot {
    at: u32,
    hash: u32,
}

impl Slot {
    fn at(self) -> usize {
        self.at as usize
    }
}

/// 32 bits of a hash for a slot.
#[inline]
fn short(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// What a table is asked with: it takes some bits from the top and some from the bottom.
#[inline]
fn wide(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// The number of a member in a slot.
fn number(at: usize) -> u32 {
    u32::try_from(at).expect("an object has fewer than 2^32 members")
}

impl Index {
    fn find(&self, hash: u32, mut same: impl FnMut(usize) -> bool) -> Option<usize> {
        self.table
            .find(wide(hash), |slot| slot.hash == hash && same(slot.at()))
            .map(|slot| slot.at())
    }

    fn add(&mut self, at: usize, hash: u32) {
        let slot = Slot {
            at: number(at),
            hash,
        };
        self.table
            .insert_unique(wide(hash), slot, |slot| wide(slot.hash));
    }

    /// The entry of member `at`.
    fn entry(
        &mut self,
        hash: u32,
        at: usize,
    ) -> Option<hashbrown::hash_table::OccupiedEntry<'_, Slot>> {
        match self
            .table
            .entry(wide(hash), |slot| slot.at() == at, |slot| wide(slot.hash))
        {
            TableEntry::Occupied(entry) => Some(entry),
            TableEntry::Vacant(_) => None,
        }
    }
}

impl<K, V> Default for Entries<K, V> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            index: None,
        }
    }
}

impl<K: Key, V> Entries<K, V> {
    /// Takes members whose keys differ.
    pub fn from_unique(list: Vec<(K, V)>) -> Self {
        let mut entries = Self { list, index: None };
        entries.renumber();
        entries
    }

    #[inline]
    pub fn list(&self) -> &[(K, V)] {
        &self.list
    }

    /// The members; keys must stay as they are.
    #[inline]
    pub fn list_mut(&mut self) -> &mut [(K, V)] {
        &mut self.list
    }

    /// Gives all members away.
    pub fn take(&mut self) -> Vec<(K, V)> {
        self.index = None;
        core::mem::take(&mut self.list)
    }

    /// The number of the member whose key is `same`; `hash` must be that of the key.
    #[inline]
    pub fn position(
        &self,
        hash: impl FnOnce(&RandomState) -> u64,
        same: impl Fn(&K) -> bool,
    ) -> Option<usize> {
        match &self.index {
            None => self.list.iter().position(|(key, _)| same(key)),
            Some(index) => {
                let hash = short(hash(&index.hasher));
                index.find(hash, |at| {
                    self.list.get(at).is_some_and(|(key, _)| same(key))
                })
            }
        }
    }

    /// Adds a member at the end; its key is new.
    #[inline]
    pub fn push(&mut self, key: K, value: V) {
        if let Some(index) = &mut self.index {
            let hash = short(key.digest(&index.hasher));
            index.add(self.list.len(), hash);
        }
        self.list.push((key, value));
        if self.list.len() > COMPARED && self.index.is_none() {
            self.renumber();
        }
    }

    /// Makes room for so many members more.
    pub fn reserve(&mut self, additional: usize) {
        self.list.reserve(additional);
        if let Some(index) = &mut self.index {
            index.table.reserve(additional, |slot| wide(slot.hash));
        }
    }

    /// Takes a member out, and puts the last in its place.
    pub fn swap_remove(&mut self, at: usize) -> (K, V) {
        self.unlist(at);
        let last = self.list.len() - 1;
        if at != last
            && let Some(index) = &mut self.index
        {
            let hash = short(self.list[last].0.digest(&index.hasher));
            if let Some(mut entry) = index.entry(hash, last) {
                entry.get_mut().at = number(at);
            }
        }
        self.list.swap_remove(at)
    }

    /// Takes a member out; those behind it move up. Linear in the members.
    pub fn shift_remove(&mut self, at: usize) -> (K, V) {
        self.unlist(at);
        if at + 1 < self.list.len()
            && let Some(index) = &mut self.index
        {
            for slot in index.table.iter_mut().filter(|slot| slot.at() > at) {
                slot.at -= 1;
            }
        }
        self.list.remove(at)
    }

    /// Takes member `at` out of the table.
    fn unlist(&mut self, at: usize) {
        if let Some(index) = &mut self.index {
            let hash = short(self.list[at].0.digest(&index.hasher));
            if let Some(entry) = index.entry(hash, at) {
                entry.remove();
            }
        }
    }

    /// Lets `change` move members about or take some away. Linear in the members.
    pub fn rearrange<T>(&mut self, change: impl FnOnce(&mut Vec<(K, V)>) -> T) -> T {
        let result = change(&mut self.list);
        self.renumber();
        result
    }

    /// Makes the table anew, if there is to be one.
    fn renumber(&mut self) {
        if self.list.len() <= COMPARED {
            self.index = None;
            return;
        }
        let mut index = self.index.take().unwrap_or_else(|| {
            Box::new(Index {
                table: HashTable::new(),
                hasher: RandomState::default(),
            })
        });
        index.table.clear();
        index.table.reserve(self.list.len(), |slot| wide(slot.hash));
        for (at, (key, _)) in self.list.iter().enumerate() {
            let hash = short(key.digest(&index.hasher));
            index.add(at, hash);
        }
        self.index = Some(index);
    }
}

impl Key for smol_str::SmolStr {
    #[inline]
    fn digest(&self, hasher: &RandomState) -> u64 {
        text_digest(self, hasher)
    }
}

/// The hash of a key that is a string.
#[inline]
pub fn text_digest(key: &str, hasher: &RandomState) -> u64 {
    hasher.hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use smol_str::SmolStr;

    fn find(entries: &Entries<SmolStr, usize>, key: &str) -> Option<usize> {
        entries.position(|hasher| text_digest(key, hasher), |other| other == key)
    }

    /// Each member is found under its own key, and only there.
    fn check(entries: &Entries<SmolStr, usize>, all: usize) {
        let mut found = 0;
        for i in 0..all {
            let key = format!("key {i}");
            if let Some(at) = find(entries, &key) {
                assert_eq!(entries.list()[at], (SmolStr::from(key), i));
                found += 1;
            }
        }
        assert_eq!(found, entries.list().len());
    }

    #[test]
    fn members_are_found_after_every_change() {
        const ALL: usize = 40;
        let mut entries = Entries::default();
        for i in 0..ALL {
            entries.push(SmolStr::from(format!("key {i}")), i);
            check(&entries, ALL);
        }
        for at in [0, 5, 30, 3, 20] {
            entries.swap_remove(at);
            check(&entries, ALL);
            entries.shift_remove(at.min(entries.list().len() - 1));
            check(&entries, ALL);
        }
        entries.rearrange(|list| list.reverse());
        check(&entries, ALL);
        while entries.list().len() > 2 {
            entries.shift_remove(1);
            check(&entries, ALL);
        }
    }
}
