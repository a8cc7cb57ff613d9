//! Writes the tables of a document: those that it began with, and its new shapes and shared
//! strings.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

use super::{Builder, no_memory};
use crate::index;
use crate::layout::checked;
use crate::layout::{self, TABLES_HEADER_LEN};

/// The parts of the tables that a document began with, which have no shared strings. All parts are
/// empty for a document of its own.
struct Parts<'t> {
    tables: &'t [u8],
    shapes: usize,
    keys: usize,
    /// The place where the text of the first key begins; that of the last ends at `texts_end`.
    texts: usize,
    texts_end: usize,
    records: usize,
}

impl<'t> Parts<'t> {
    fn of(tables: &'t [u8]) -> Self {
        let field = |i: usize| checked::count(tables, 4 * i, 4).unwrap_or(0);
        let [shapes, keys, records] = [field(0), field(1), field(2)];
        Self {
            tables,
            shapes,
            keys,
            texts: if tables.is_empty() {
                0
            } else {
                TABLES_HEADER_LEN + 4 * shapes
            },
            texts_end: records - usize::from(keys != 0),
            records,
        }
    }

    /// Returns the place of each key, with its text.
    fn keys(&self) -> impl Iterator<Item = (usize, &'t [u8])> {
        let mut at = self.texts;
        core::iter::from_fn(move || {
            if at >= self.texts_end {
                return None;
            }
            let place = at;
            let (len, start) = checked::length(self.tables, at)?;
            at = start + len;
            Some((place, self.tables.get(start..at)?))
        })
    }
}

impl Builder {
    /// Writes the tables: the places of all shape records and shared strings, the texts, the
    /// records.
    #[inline(never)]
    pub(super) fn new_tables(&mut self) -> Result {
        if self.shapes.used().is_empty() && !self.base.tables.is_empty() {
            return self.out.extend(&self.base.tables).map_err(no_memory);
        }
        let base = core::mem::take(&mut self.base.tables);
        let result = self.tables_on(&Parts::of(&base));
        self.base.tables = base;
        result
    }

    fn tables_on(&mut self, base: &Parts<'_>) -> Result {
        let from = self.out.len();
        let new = self.shapes.used().len();
        let shapes = base.shapes + new;
        let shared = self.shared.len();
        self.out.put([0; TABLES_HEADER_LEN]).map_err(no_memory)?;
        for _ in 0..shapes + shared {
            self.out.put([0; 4]).map_err(no_memory)?;
        }
        let texts = self.out.len() - from;
        self.out
            .extend(&base.tables[base.texts..base.texts_end])
            .map_err(no_memory)?;
        // How far the keys of the base move.
        let moved = texts - base.texts;
        let keys = base.keys + self.texts(from, base, moved)?;
        if keys != 0 {
            self.out.put([0]).map_err(no_memory)?;
        }
        let records = self.out.len() - from;
        let mut at = base.records;
        for shape in 0..base.shapes {
            self.patch(from + TABLES_HEADER_LEN + 4 * shape, self.out.len() - from)?;
            at = self.move_record(base, at, moved)?;
        }
        let mut path = Vec::new();
        for i in 0..new {
            self.patch(
                from + TABLES_HEADER_LEN + 4 * (base.shapes + i),
                self.out.len() - from,
            )?;
            self.shapes.path(self.shapes.used()[i], &mut path)?;
            self.record(&path)?;
        }
        for i in 0..shared {
            let place = self.shapes.placed(self.shared[i]) as usize;
            self.patch(from + TABLES_HEADER_LEN + 4 * (shapes + i), place)?;
        }
        for (i, field) in [shapes, keys, records, shared].into_iter().enumerate() {
            self.patch(from + 4 * i, field)?;
        }
        Ok(())
    }

    /// Overwrites 4 bytes at `at` with a number.
    fn patch(&mut self, at: usize, value: usize) -> Result {
        let bytes = layout::number(value)?.to_le_bytes();
        self.out.as_mut_slice()[at..at + 4].copy_from_slice(&bytes);
        Ok(())
    }

    /// Writes the texts of the keys of new shapes and of shared strings, except texts that the base
    /// has. The tables begin at `from`, and the texts of the base move by `moved`. Returns how many
    /// texts it wrote.
    fn texts(&mut self, from: usize, base: &Parts<'_>, moved: usize) -> Result<usize> {
        let hasher = RandomState::default();
        let mut known: HashTable<(usize, &[u8])> = HashTable::new();
        if base.keys != 0 && !self.shapes.used().is_empty() {
            let hash = |key: &(usize, &[u8])| hasher.hash_one(key.1);
            known
                .try_reserve(base.keys, hash)
                .map_err(|_| Error::out_of_memory())?;
            for key in base.keys() {
                known.insert_unique(hash(&key), key, hash);
            }
        }
        let known = |text: &[u8]| match base.keys {
            0 => None,
            _ => {
                let same = |other: &(usize, &[u8])| other.1 == text;
                let (place, _) = known.find(hasher.hash_one(text), same)?;
                Some(place + moved)
            }
        };
        let mut texts = 0;
        for shape in 0..self.shapes.used().len() {
            let mut at = self.shapes.used()[shape];
            while self.shapes.depth(at) != 0 {
                texts += self.text(from, self.shapes.key_number(at), known)?;
                at = self.shapes.parent(at);
            }
        }
        for i in 0..self.shared.len() {
            texts += self.text(from, self.shared[i], known)?;
        }
        Ok(texts)
    }

    /// Writes the text of a key, unless it has a place in the tables, or `known` returns one.
    /// Returns how many texts it wrote: 0 or 1.
    fn text(
        &mut self,
        from: usize,
        key: u32,
        known: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<usize> {
        if !self.shapes.unplaced(key) {
            return Ok(0);
        }
        let text = self.shapes.text(key).as_bytes();
        if let Some(place) = known(text) {
            self.shapes.place(key, layout::number(place)?);
            return Ok(0);
        }
        let place = layout::number(self.out.len() - from)?;
        let (prefix, n) = layout::length_prefix(text.len());
        self.out.put_part(prefix, n).map_err(no_memory)?;
        self.out.extend(text).map_err(no_memory)?;
        self.shapes.place(key, place);
        Ok(1)
    }

    /// Writes the record at `at` of the base, whose keys move by `moved`. Returns where the next
    /// record is.
    fn move_record(&mut self, base: &Parts<'_>, at: usize, moved: usize) -> Result<usize> {
        let whole = || {
            let record = checked::record(base.tables, at)?;
            let refs = record.places(base.tables)?;
            Some((
                base.tables.get(at..refs)?,
                base.tables.get(refs..refs + 4 * record.count)?,
            ))
        };
        // The base is validated, so the record is whole.
        let Some((head, refs)) = whole() else {
            return Ok(at);
        };
        self.out.extend(head).map_err(no_memory)?;
        let (places, _) = refs.as_chunks::<4>();
        for place in places {
            let place = layout::number(u32::from_le_bytes(*place) as usize + moved)?;
            self.out.put(place.to_le_bytes()).map_err(no_memory)?;
        }
        Ok(at + head.len() + refs.len())
    }

    /// Writes the record of a shape with these keys.
    fn record(&mut self, path: &[u32]) -> Result {
        if path.len() <= index::SCANNED {
            self.out.put([path.len() as u8]).map_err(no_memory)?;
            for &key in path {
                let fingerprint = (self.shapes.hash(key) >> 56) as u8;
                self.out.put([fingerprint]).map_err(no_memory)?;
            }
        } else {
            let mut hashes = Vec::new();
            hashes
                .try_reserve_exact(path.len())
                .map_err(|_| Error::out_of_memory())?;
            hashes.extend(path.iter().map(|&key| self.shapes.hash(key)));
            let text = |i: u32| self.shapes.text(path[i as usize]);
            let index = index::build(&hashes, |a, b| text(a).cmp(text(b)))?;
            self.out.put([0]).map_err(no_memory)?;
            self.out
                .put(layout::number(path.len())?.to_le_bytes())
                .map_err(no_memory)?;
            self.out.extend(&index).map_err(no_memory)?;
        }
        for &key in path {
            let place = self.shapes.placed(key);
            self.out.put(place.to_le_bytes()).map_err(no_memory)?;
        }
        Ok(())
    }
}
