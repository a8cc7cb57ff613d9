//! Members in a row with keys that differ: the ordered hash table below objects and maps.
//!
//! Members stand in a `Vec` in their order. Up to [`FEW`] are found by comparing a number that is
//! made of each key, all of them at once; beyond that a hash table of positions leads to them. It is
//! seeded at random, so that nobody can choose keys that collide.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::{Entry as TableEntry, OccupiedEntry};

/// Up to so many keys have their marks compared.
const FEW: usize = 8;

/// What a key is looked for by.
pub trait Key {
    /// A hash that agrees with equality.
    fn digest(&self, hasher: &RandomState) -> u64;
    /// A number that agrees with equality, found faster than a hash, and may be the same for many.
    fn mark(&self) -> u32;
}

/// Members with keys that differ, in order.
#[derive(Clone)]
pub struct Entries<K, V> {
    list: Vec<(K, V)>,
    find: Find,
}

/// How members are found.
#[derive(Clone)]
enum Find {
    /// The marks of their keys.
    Few([u32; FEW]),
    /// There whenever there are more than [`FEW`].
    Many(Index),
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
    #[inline]
    fn at(self) -> usize {
        self.at as usize
    }
}

/// What a key is looked for by in these entries as they are now: its mark, or its hash.
#[derive(Clone, Copy)]
pub struct Probe(u32);

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
#[inline]
fn number(at: usize) -> u32 {
    u32::try_from(at).expect("an object has fewer than 2^32 members")
}

impl Index {
    #[inline]
    fn add(&mut self, at: usize, hash: u32) {
        let slot = Slot {
            at: number(at),
            hash,
        };
        self.table
            .insert_unique(wide(hash), slot, |slot| wide(slot.hash));
    }

    /// The entry of member `at`.
    fn entry(&mut self, hash: u32, at: usize) -> Option<OccupiedEntry<'_, Slot>> {
        let is_it = |slot: &Slot| slot.at() == at;
        match self.table.entry(wide(hash), is_it, |slot| wide(slot.hash)) {
            TableEntry::Occupied(entry) => Some(entry),
            TableEntry::Vacant(_) => None,
        }
    }
}

impl<K, V> Default for Entries<K, V> {
    #[inline]
    fn default() -> Self {
        Self {
            list: Vec::new(),
            find: Find::Few([0; FEW]),
        }
    }
}

impl<K: Key, V> Entries<K, V> {
    /// Takes members whose keys differ.
    pub fn from_unique(list: Vec<(K, V)>) -> Self {
        let mut entries = Self {
            list,
            ..Self::default()
        };
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
        core::mem::take(self).list
    }

    /// What to look for `key` by; used up by the next change.
    #[inline(always)]
    pub fn probe(&self, key: &(impl Key + ?Sized)) -> Probe {
        Probe(match &self.find {
            Find::Few(_) => key.mark(),
            Find::Many(index) => short(key.digest(&index.hasher)),
        })
    }

    /// The number of the member whose key is `same`; `probe` must be that of the key.
    #[inline(always)]
    pub fn position(&self, probe: Probe, same: impl Fn(&K) -> bool) -> Option<usize> {
        let same = |at: usize| self.list.get(at).is_some_and(|(key, _)| same(key));
        match &self.find {
            Find::Few(marks) => {
                let mut found = 0_u32;
                for (at, &mark) in marks.iter().enumerate() {
                    found |= u32::from(mark == probe.0) << at;
                }
                while found != 0 {
                    let at = found.trailing_zeros() as usize;
                    if same(at) {
                        return Some(at);
                    }
                    found &= found - 1;
                }
                None
            }
            Find::Many(index) => index
                .table
                .find(wide(probe.0), |slot| {
                    slot.hash == probe.0 && same(slot.at())
                })
                .map(|slot| slot.at()),
        }
    }

    /// Adds a member at the end; its key is new, and `probe` is that of the key.
    #[inline]
    pub fn push(&mut self, probe: Probe, key: K, value: V) {
        let at = self.list.len();
        self.list.push((key, value));
        match &mut self.find {
            Find::Few(marks) => match marks.get_mut(at) {
                Some(mark) => *mark = probe.0,
                None => self.renumber(),
            },
            Find::Many(index) => index.add(at, probe.0),
        }
    }

    /// Makes room for so many members more.
    pub fn reserve(&mut self, additional: usize) {
        self.list.reserve(additional);
        if let Find::Many(index) = &mut self.find {
            index.table.reserve(additional, |slot| wide(slot.hash));
        }
    }

    /// Takes a member out, and puts the last in its place.
    pub fn swap_remove(&mut self, at: usize) -> (K, V) {
        let last = self.list.len() - 1;
        self.unlist(at);
        match &mut self.find {
            Find::Few(marks) => marks[at] = marks[last],
            Find::Many(index) => {
                let hash = short(self.list[last].0.digest(&index.hasher));
                if let Some(mut entry) = index.entry(hash, last) {
                    entry.get_mut().at = number(at);
                }
            }
        }
        self.list.swap_remove(at)
    }

    /// Takes a member out; those behind it move up. Linear in the members.
    pub fn shift_remove(&mut self, at: usize) -> (K, V) {
        self.unlist(at);
        match &mut self.find {
            Find::Few(marks) => marks[at..].rotate_left(1),
            Find::Many(index) if at + 1 < self.list.len() => {
                for slot in index.table.iter_mut().filter(|slot| slot.at() > at) {
                    slot.at -= 1;
                }
            }
            Find::Many(_) => {}
        }
        self.list.remove(at)
    }

    /// Takes member `at` out of the table.
    fn unlist(&mut self, at: usize) {
        if let Find::Many(index) = &mut self.find {
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

    /// Makes marks or table anew.
    #[inline(never)]
    fn renumber(&mut self) {
        if self.list.len() <= FEW {
            let mut marks = [0; FEW];
            for (mark, (key, _)) in marks.iter_mut().zip(&self.list) {
                *mark = key.mark();
            }
            self.find = Find::Few(marks);
            return;
        }
        if let Find::Few(_) = self.find {
            self.find = Find::Many(Index {
                table: HashTable::new(),
                hasher: RandomState::default(),
            });
        }
        if let Find::Many(index) = &mut self.find {
            index.table.clear();
            // An object that has just outgrown the marks may go on growing.
            let room = self.list.len().max(3 * FEW);
            index.table.reserve(room, |slot| wide(slot.hash));
            for (at, (key, _)) in self.list.iter().enumerate() {
                let hash = short(key.digest(&index.hasher));
                index.add(at, hash);
            }
        }
    }
}

impl Key for str {
    #[inline]
    fn digest(&self, hasher: &RandomState) -> u64 {
        hasher.hash_one(self)
    }

    /// Its length and up to eight of its bytes, those at both ends.
    #[inline]
    fn mark(&self) -> u32 {
        let bytes = self.as_bytes();
        let len = bytes.len();
        let word = |at: usize| match bytes[at..] {
            [a, b, c, d, ..] => u32::from_le_bytes([a, b, c, d]),
            _ => 0,
        };
        let ends = match len {
            4.. => word(0).rotate_left(16) ^ word(len - 4),
            1.. => u32::from_le_bytes([bytes[0], bytes[len / 2], bytes[len - 1], 0]),
            0 => 0,
        };
        ends ^ (len as u32) << 24
    }
}

/// Whether two keys are equal. Keys of usual lengths compare in line: a call to `memcmp` would cost
/// the loop around it its registers, which is more than the comparison itself.
#[inline(always)]
pub fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    match (
        a.first_chunk(),
        a.last_chunk(),
        b.first_chunk(),
        b.last_chunk(),
    ) {
        (Some(first), Some(last), Some(x), Some(y)) if a.len() <= 16 => {
            let (first, last) = (u64::from_ne_bytes(*first), u64::from_ne_bytes(*last));
            (first ^ u64::from_ne_bytes(*x)) | (last ^ u64::from_ne_bytes(*y)) == 0
        }
        (Some(_), ..) => long_same(a, b),
        _ => short_same(a, b),
    }
}

/// Keys of one length below eight.
#[inline(never)]
fn short_same(a: &[u8], b: &[u8]) -> bool {
    a == b
}

#[inline(never)]
fn long_same(a: &[u8], b: &[u8]) -> bool {
    a == b
}

impl Key for smol_str::SmolStr {
    #[inline]
    fn digest(&self, hasher: &RandomState) -> u64 {
        self.as_str().digest(hasher)
    }

    #[inline]
    fn mark(&self) -> u32 {
        self.as_str().mark()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use smol_str::SmolStr;

    fn find(entries: &Entries<SmolStr, usize>, key: &str) -> Option<usize> {
        entries.position(entries.probe(key), |other| same(other, key))
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
    fn keys_of_every_length_compare() {
        let text = "abcdefghijklmnopqrstuvwxyzäöü";
        for (end, _) in text.char_indices() {
            let key = &text[..end];
            assert!(same(key, &alloc::string::String::from(key)));
            assert!(!same(key, &text[..end.saturating_sub(1).min(25)]) || end == 0);
            for (at, _) in key.char_indices() {
                let other = format!(
                    "{}_{}",
                    &key[..at],
                    &key[at..].chars().skip(1).collect::<alloc::string::String>()
                );
                assert!(!same(key, &other), "{key} {other}");
            }
        }
    }

    #[test]
    fn members_are_found_after_every_change() {
        const ALL: usize = 40;
        let mut entries = Entries::default();
        for i in 0..ALL {
            let key = SmolStr::from(format!("key {i}"));
            entries.push(entries.probe(&key), key, i);
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
