//! Results of schemas and values that are remembered. Only references lead to a schema again and
//! again, so results are remembered there, and only once it is known that looks repeat themselves.
//!
//! A result that took few looks is found again as fast as it is remembered. Where memory ends, only
//! results are kept that took more looks: those of values that hold many others.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use hashbrown::HashMap;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

use super::Check;
use super::faults::{Fault, once};
use super::marks::Marks;
use super::way::Place;
use crate::validator::document::Id;
use crate::validator::rules::Rule;

/// How many schemas may look at each node, before it is remembered what they found. Few schemas
/// come so far without looking at a value twice.
const LOOKS: u64 = 64;
const FIRST_LOOKS: u64 = 10_000;

/// How many looks there may be after that for each schema and node, and at most. Each pair of them
/// takes few where results are remembered.
const PAIR_LOOKS: u64 = 64;
const MORE_LOOKS: u64 = 1 << 24;
const MOST_LOOKS: u64 = 1 << 31;

/// The most memory that remembered results take, in bytes. Their table may take up to half of it
/// again for a moment when it grows.
const MEMORY: usize = 20 << 20;

/// The least looks of a result that is remembered, to begin with, and how the number grows.
const LEAST: u64 = 8;
const FACTOR: u64 = 4;

/// A schema, a value, and the way to the schema.
type Key = (Rule, Id, Place);

/// The result of a schema and a value.
struct Known {
    fits: bool,
    /// How many looks it took.
    looks: u32,
    /// The children that were looked at, if they were asked for.
    marks: Option<Box<Marks>>,
    /// The faults, if they were asked for.
    faults: Option<Box<[Fault]>>,
}

impl Known {
    /// Returns how many bytes it takes at most. A table may be half empty, and as much of it may be
    /// entries that were removed.
    fn size(&self) -> usize {
        let faults = self.faults.as_deref().map_or(0, size_of_val);
        let marks = self.marks.as_deref().map_or(0, Marks::size);
        4 * size_of::<(Key, Self)>() + faults + marks
    }
}

/// The results that are remembered, and the count of looks.
pub(super) struct Memory {
    known: HashMap<Key, Known, RandomState>,
    size: usize,
    /// The least looks of a result that is remembered.
    least: u64,
    /// How many schemas have looked at values.
    looks: u64,
    /// From so many looks on results are remembered.
    first: u64,
    /// The most looks.
    most: u64,
}

impl Memory {
    /// Makes an empty memory for a document with so many nodes and schemas.
    pub fn new(nodes: usize, schemas: usize) -> Self {
        let (nodes, schemas) = (nodes as u64, schemas as u64);
        let first = nodes.saturating_mul(LOOKS).saturating_add(FIRST_LOOKS);
        let pairs = nodes.saturating_mul(schemas).saturating_mul(PAIR_LOOKS);
        let more = pairs.saturating_add(MORE_LOOKS).min(MOST_LOOKS);
        Self {
            known: HashMap::default(),
            size: 0,
            least: LEAST,
            looks: 0,
            first,
            most: first.saturating_add(more),
        }
    }

    /// Counts looks. Returns whether there may be more.
    pub fn count(&mut self, looks: u64) -> bool {
        self.looks = self.looks.saturating_add(looks);
        self.looks <= self.most
    }

    fn remember(&mut self, key: Key, known: Known) -> Result {
        if u64::from(known.looks) < self.least {
            return Ok(());
        }
        let reserved = self.known.try_reserve(1);
        reserved.map_err(|_| Error::out_of_memory())?;
        self.size += known.size();
        if let Some(before) = self.known.insert(key, known) {
            self.size -= before.size();
        }
        while self.size > MEMORY {
            self.least *= FACTOR;
            let (least, size) = (self.least, &mut self.size);
            self.known.retain(|_, known| {
                let stays = u64::from(known.looks) >= least;
                if !stays {
                    *size -= known.size();
                }
                stays
            });
        }
        Ok(())
    }
}

impl Check<'_> {
    /// Looks at a value with the schema that a reference leads to.
    pub(super) fn follow(
        &mut self,
        to: Rule,
        id: Id,
        mut marks: Option<&mut Marks>,
    ) -> Result<bool> {
        if self.memory.looks < self.memory.first {
            return self.look(to, id, marks);
        }
        let key = (to, id, self.way.place());
        let (mut with_marks, mut with_faults) = (marks.is_some(), self.notes);
        if let Some(known) = self.memory.known.get(&key) {
            with_marks |= known.marks.is_some();
            with_faults |= known.faults.is_some();
            let has_faults = known.fits || known.faults.is_some() || !self.notes;
            let has_marks = known.marks.is_some() || marks.is_none();
            if has_faults && has_marks {
                let fits = known.fits;
                if let (Some(marks), Some(known)) = (marks.as_deref_mut(), &known.marks) {
                    marks.add(known);
                }
                let faults = known.faults.as_deref().filter(|_| self.notes);
                let faults: Vec<Fault> = faults.map_or(Vec::new(), <[Fault]>::to_vec);
                if !self.memory.count(faults.len() as u64) {
                    return Err(self.too_much(id));
                }
                faults.into_iter().for_each(|fault| self.note(fault));
                return Ok(fits);
            }
        }
        let known = self.result_of(key, with_marks, with_faults)?;
        if let (Some(marks), Some(found)) = (marks, &known.marks) {
            marks.add(found);
        }
        if self.notes {
            let faults = known.faults.iter().flatten().cloned();
            faults.for_each(|fault| self.note(fault));
        }
        let fits = known.fits;
        self.memory.remember(key, known)?;
        Ok(fits)
    }

    /// Looks at a value with a schema, and returns what may be asked for later.
    fn result_of(&mut self, key: Key, with_marks: bool, with_faults: bool) -> Result<Known> {
        let (start, looks) = (self.faults.len(), self.memory.looks);
        let outer = mem::replace(&mut self.branch, start);
        let notes = mem::replace(&mut self.notes, with_faults);
        let mut marks = with_marks.then(Box::<Marks>::default);
        let fits = self.look(key.0, key.1, marks.as_deref_mut())?;
        (self.branch, self.notes) = (outer, notes);
        let mut faults = self.faults.split_off(start);
        once(&mut faults);
        Ok(Known {
            fits,
            looks: u32::try_from(self.memory.looks - looks).unwrap_or(u32::MAX),
            marks,
            faults: with_faults.then(|| faults.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_results_that_took_long_stay() {
        let mut memory = Memory::new(10, 10);
        for number in 0..1_000_000 {
            let known = Known {
                fits: true,
                looks: 1_000_000 / (1 + number % 1000),
                marks: None,
                faults: None,
            };
            memory.remember((number, 0, 0), known).unwrap();
            assert!(memory.size <= MEMORY);
        }
        let least = memory.least;
        assert!((LEAST + 1..1_000_000).contains(&least), "{least}");
        let stay = |known: &Known| u64::from(known.looks) >= least;
        assert!(memory.known.values().all(stay));
        let size: usize = memory.known.values().map(Known::size).sum();
        assert_eq!(size, memory.size);
        // The table takes no more than was reckoned for its entries.
        assert!(memory.known.allocation_size() <= MEMORY);
        assert!(memory.known.contains_key(&(999_000, 0, 0)));
    }

    #[test]
    fn looks_are_bounded() {
        let mut memory = Memory::new(10, 10);
        assert!(memory.count(memory.most));
        assert!(!memory.count(1));
        let huge = Memory::new(usize::MAX, usize::MAX);
        assert!(huge.most >= huge.first);
    }
}
