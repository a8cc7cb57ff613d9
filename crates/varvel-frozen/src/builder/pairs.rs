//! Closes the rare containers: maps, objects that carry their keys, and objects with a duplicate
//! key.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use varvel_core::secret::RandomState;
use varvel_core::{Duplicates, Error, Result};

use super::shapes::{NONE, Step};
use super::{
    Builder, Mode, literal_entry, no_memory, out_of_order, position, reference, short_entry,
};
use crate::index;
use crate::key::hash_of;
use crate::layout::checked;
use crate::layout::{self, literal, other, tag};

/// Up to this many keys are compared with each other; more keys go through a hash table.
const COMPARED: usize = 16;

/// Keys of more bytes than this are hashed only if another one is as long.
const LONG: usize = 64;

fn is_reference(entry: u64) -> bool {
    entry as u8 & tag::REFERENCE != 0
}

/// Returns the text that an entry of tag `SHORT` holds, which has at most one byte.
fn short_text(entry: u64) -> &'static [u8] {
    static BYTES: [u8; 256] = {
        let mut bytes = [0; 256];
        let mut i = 0;
        while i < 256 {
            bytes[i] = i as u8;
            i += 1;
        }
        bytes
    };
    let byte = (entry >> 8) as u8 as usize;
    &BYTES[byte..byte + (entry >> 4 & 1) as usize]
}

/// Returns the entry of a node after the node has moved by `delta` bytes (two's complement).
pub(super) fn moved(entry: u64, delta: usize) -> u64 {
    if is_reference(entry) {
        entry.wrapping_sub((delta as u64) << 4)
    } else {
        entry
    }
}

impl Builder {
    /// Returns where the bytes of an entry end. They begin at `start`, where the bytes of the entry
    /// before it end.
    fn end(&self, entry: u64, start: usize) -> Result<usize> {
        if !is_reference(entry) {
            return Ok(start);
        }
        let members = |shape| match self.shapes.shape_members(shape) {
            None => self.base.members(shape),
            some => some,
        };
        let tag = entry as u8 & 15;
        checked::end(self.out.as_slice(), tag, position(entry), members).ok_or_else(out_of_order)
    }

    /// Returns the position of the first byte of each key of the current map.
    fn starts(&self) -> Result<Vec<usize>> {
        let entries = &self.entries[self.frames.current().start..];
        let mut starts = Vec::new();
        starts
            .try_reserve_exact(entries.len() / 2)
            .map_err(|_| Error::out_of_memory())?;
        let mut end = self.frames.current().content;
        for pair in entries.as_chunks::<2>().0 {
            starts.push(end);
            end = self.end(pair[1], self.end(pair[0], end)?)?;
        }
        Ok(starts)
    }

    /// Turns the current object into one that carries its keys: puts each key before its value.
    #[cold]
    #[inline(never)]
    pub(super) fn become_pairs(&mut self, mode: Mode) -> Result {
        let (start, content) = (self.frames.current().start, self.frames.current().content);
        let mut path = Vec::new();
        self.shapes.path(self.frames.current().node, &mut path)?;
        if path.len() != self.entries.top() - start {
            return Err(out_of_order());
        }
        let no_room = |_| Error::out_of_memory();
        // Each value, with the end of its bytes.
        let mut values = Vec::new();
        values.try_reserve_exact(path.len()).map_err(no_room)?;
        let mut end = content;
        for &value in &self.entries[start..] {
            end = self.end(value, end)?;
            values.push((value, end));
        }
        let mut bytes = Vec::new();
        bytes
            .try_reserve(self.out.len() - content)
            .map_err(no_room)?;
        bytes.extend_from_slice(&self.out.as_slice()[content..]);
        self.out.truncate(content);
        self.entries.truncate(start);
        let frame = self.frames.current_mut();
        frame.mode = mode;
        // Keys are entries from here on, but a predicted key would push none: nothing is predicted.
        frame.next = NONE;
        let mut from = content;
        for (key, (value, end)) in path.into_iter().zip(values) {
            let (at, text) = (self.out.len(), self.shapes.text(key));
            let entry = if text.len() < 2 {
                short_entry(text.as_bytes())
            } else {
                let (prefix, n) = layout::length_prefix(text.len());
                self.out.put_part(prefix, n).map_err(no_memory)?;
                self.out.extend(text.as_bytes()).map_err(no_memory)?;
                reference(tag::STRING, at)
            };
            self.entries.push(entry)?;
            let delta = self.out.len().wrapping_sub(from);
            self.out
                .extend(&bytes[from - content..end - content])
                .map_err(no_memory)?;
            self.entries.push(moved(value, delta))?;
            from = end;
        }
        Ok(())
    }

    /// Closes a map, or an object that carries its keys.
    #[cold]
    #[inline(never)]
    pub(super) fn close_pairs(&mut self) -> Result {
        let n = self.entries.top() - self.frames.current().start;
        if !n.is_multiple_of(2) {
            return Err(out_of_order());
        }
        self.shapes.count(n / 2);
        let entries = &self.entries[self.frames.current().start..];
        let is_string = |key: &u64| matches!(*key as u8 & 15, tag::SHORT | tag::STRING);
        let starts = match entries.iter().step_by(2).all(is_string) {
            // Positions of strings are in their entries.
            true => Vec::new(),
            false => self.starts()?,
        };
        let keep = self.keep_pairs(&starts)?;
        if keep.iter().any(|keep| !keep) {
            self.relayout(|i| keep[i / 2])?;
        }
        let entries = &self.entries[self.frames.current().start..];
        let n = entries.len();
        if n == 0 {
            return self.deliver(literal_entry(literal::EMPTY_OBJECT));
        }
        let kind = match self.frames.current().mode {
            // A map whose keys are all strings becomes an object with keys as well.
            _ if entries.iter().step_by(2).all(is_string) => other::PAIRS,
            Mode::Map => other::MAP,
            _ => return Err(out_of_order()),
        };
        // Keys that are equal as nodes may differ in their bytes.
        let exact = |key: &&u64| {
            let tag = **key as u8 & 15;
            tag < tag::REFERENCE || matches!(tag, tag::STRING | tag::I32 | tag::I64)
        };
        let keys = entries.iter().step_by(2);
        self.check_keys |= keys.filter(|key| !exact(key)).nth(1).is_some();
        let index = match kind {
            other::PAIRS if n / 2 > index::SCANNED => self.index_of_keys(n / 2)?,
            _ => Vec::new(),
        };
        let at = self.slots(&[kind], n / 2, n)?;
        self.out.extend(&index).map_err(no_memory)?;
        self.deliver(reference(tag::OTHER, at))
    }

    /// Builds the index of the keys of the current object, which carries them and has this many
    /// `members`.
    fn index_of_keys(&self, members: usize) -> Result<Vec<u8>> {
        let entries = &self.entries[self.frames.current().start..];
        let text = |member: u32| {
            let entry = entries[2 * member as usize];
            if !is_reference(entry) {
                return short_text(entry);
            }
            let string = self.key_string(entry);
            checked::length(string, 0).map_or(&[][..], |(_, start)| &string[start..])
        };
        let mut hashes = Vec::new();
        hashes
            .try_reserve_exact(members)
            .map_err(|_| Error::out_of_memory())?;
        hashes.extend((0..layout::number(members)?).map(|member| hash_of(text(member))));
        index::build(&hashes, |a, b| text(a).cmp(text(b)))
    }

    /// Returns the bytes of a string, with its length before it.
    fn key_string(&self, entry: u64) -> &[u8] {
        let (bytes, at) = (self.out.as_slice(), position(entry));
        let end = checked::length(bytes, at).map(|(len, start)| start + len);
        end.and_then(|end| bytes.get(at..end)).unwrap_or_default()
    }

    /// Returns which members of the current map stay under the policy for duplicates. `starts`
    /// holds where each key begins; it may be empty if all keys are strings.
    fn keep_pairs(&self, starts: &[usize]) -> Result<Vec<bool>> {
        let entries = &self.entries[self.frames.current().start..];
        let members = entries.len() / 2;
        // Keys are equal if these are: the entry of a value in its slot, otherwise tag and bytes.
        let key = |member: usize| {
            let entry = entries[2 * member];
            if !is_reference(entry) {
                return (entry, &[][..]);
            }
            let tag = entry & 15;
            if tag as u8 == tag::STRING {
                return (tag, self.key_string(entry));
            }
            let start = starts[member];
            // Zeros before a packed node are no part of the key.
            let from = match tag as u8 {
                tag::PACKED => position(entry),
                _ => start,
            };
            // `starts` has checked that the node is whole.
            let end = self.end(entry, start).unwrap_or(from);
            (tag, &self.out.as_slice()[from..end])
        };
        let lengths = Self::long_lengths(members, |member| key(member).1.len())?;
        let hash = |hasher: &RandomState, member| {
            let (entry, bytes) = key(member);
            let first = lengths.partition_point(|&length| length < bytes.len());
            match bytes.len() > LONG && lengths.get(first + 1) != Some(&bytes.len()) {
                // Its length is that of no other key. This keeps maps that are keys of maps that
                // are keys from being hashed at each level: with a key of the same length beside
                // it, a map is at least twice as long as the key.
                true => hasher.hash_one((entry, bytes.len())),
                false => hasher.hash_one((entry, bytes)),
            }
        };
        self.keep(members, key, hash, |member| {
            let (entry, bytes) = key(member);
            let text = match entry as u8 & 15 {
                tag::STRING => checked::length(bytes, 0).map(|(_, start)| &bytes[start..]),
                tag::SHORT => Some(short_text(entry)),
                _ => None,
            };
            match text {
                Some(text) => Error::duplicate_key(&String::from_utf8_lossy(text)),
                None => Error::duplicate_node(),
            }
        })
    }

    /// Returns the lengths of the keys that are [`LONG`], sorted, if keys will be hashed.
    fn long_lengths(members: usize, length: impl Fn(usize) -> usize) -> Result<Vec<usize>> {
        let mut lengths = Vec::new();
        if members > COMPARED {
            for length in (0..members).map(length).filter(|&length| length > LONG) {
                lengths.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                lengths.push(length);
            }
            lengths.sort_unstable();
        }
        Ok(lengths)
    }

    /// Returns which of `n` members stay: the first or the last of those with equal keys.
    fn keep<K: Eq>(
        &self,
        n: usize,
        key: impl Fn(usize) -> K,
        hash: impl Fn(&RandomState, usize) -> u64,
        duplicate: impl Fn(usize) -> Error,
    ) -> Result<Vec<bool>> {
        let mut keep = Vec::new();
        keep.try_reserve(n).map_err(|_| Error::out_of_memory())?;
        keep.resize(n, true);
        let hasher = RandomState::default();
        let hash = |&member: &u32| hash(&hasher, member as usize);
        // Grows with the number of different keys: a document can have many members and few keys.
        let mut seen: HashTable<u32> = HashTable::new();
        for number in 0..layout::number(n)? {
            let member = number as usize;
            let mine = key(member);
            let same = |&other: &u32| key(other as usize) == mine;
            let earlier = if n > COMPARED {
                let found = seen.find_mut(hash(&number), same);
                found.map(|place| core::mem::replace(place, number))
            } else {
                (0..number).rev().find(same)
            };
            match (earlier, self.duplicates) {
                (None, _) if n > COMPARED => {
                    seen.try_reserve(1, hash)
                        .map_err(|_| Error::out_of_memory())?;
                    seen.insert_unique(hash(&number), number, hash);
                }
                (None, _) => {}
                (Some(_), Duplicates::Error) => return Err(duplicate(member)),
                (Some(_), Duplicates::First) => keep[member] = false,
                (Some(earlier), Duplicates::Last) => keep[earlier as usize] = false,
            }
        }
        Ok(keep)
    }

    /// Drops the entries that do not stay, and their bytes.
    fn relayout(&mut self, stays: impl Fn(usize) -> bool) -> Result {
        let start = self.frames.current().start;
        let mut from = self.frames.current().content;
        let mut to = from;
        let mut top = start;
        for i in 0..self.entries.top() - start {
            let entry = self.entries[start + i];
            // Nodes from here on have not moved yet.
            let end = self.end(entry, from)?;
            if stays(i) {
                self.out.as_mut_slice().copy_within(from..end, to);
                self.entries[top] = moved(entry, to.wrapping_sub(from));
                top += 1;
                to += end - from;
            }
            from = end;
        }
        self.out.truncate(to);
        self.entries.truncate(top);
        Ok(())
    }

    /// Closes an object with a duplicate key, under the policies `First` and `Last`.
    #[cold]
    #[inline(never)]
    pub(super) fn close_doubled(&mut self) -> Result {
        let mut path = Vec::new();
        self.shapes.path(self.frames.current().node, &mut path)?;
        let hash = |hasher: &RandomState, i: usize| hasher.hash_one(path[i]);
        let keep = self.keep(path.len(), |i| path[i], hash, |_| out_of_order())?;
        // The object that is left counts its keys itself.
        self.shapes
            .count(keep.iter().filter(|keep| !**keep).count());
        let mut node = NONE;
        for (&key, _) in path.iter().zip(&keep).filter(|(_, keep)| **keep) {
            let text = String::from(self.shapes.text(key));
            match self.shapes.step(node, self.frames.owner(), &text)? {
                Step::Node(next) => node = next,
                Step::Duplicate => return Err(out_of_order()),
                Step::Full => {
                    self.become_pairs(Mode::Pairs)?;
                    return self.close_pairs();
                }
            }
        }
        self.relayout(|i| keep[i])?;
        self.frames.current_mut().node = node;
        self.close_object()
    }
}
