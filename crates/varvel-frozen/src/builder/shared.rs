//! Counts the strings that occur more than once in a document, and chooses those worth sharing.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Kind, Result};

use super::Builder;
use crate::layout::{self, SMALL_SHARED, tag};
use crate::view::View;

/// The distinct strings of a document.
#[derive(Default)]
pub struct Strings<'a> {
    /// The strings in the order in which they were found.
    list: Vec<Counted<'a>>,
    /// The index of each string in the list, by text.
    table: HashTable<usize>,
    hasher: RandomState,
}

struct Counted<'a> {
    text: &'a str,
    /// How often the string occurs.
    count: usize,
    /// The number by which the builder knows the string.
    number: Option<u32>,
}

impl Counted<'_> {
    /// Returns how many bytes sharing saves: all texts but one, less 4 bytes for the place of that
    /// one. Slots stay as wide.
    fn gain(&self) -> usize {
        let (_, prefix) = layout::length_prefix(self.text.len());
        let saved = (self.count - 1).saturating_mul(prefix + self.text.len());
        saved.saturating_sub(4)
    }
}

impl<'a> Strings<'a> {
    /// Counts the strings of at most `longest` bytes in a document. Keys do not count. Strings that
    /// stand in their slot have no bytes to save.
    pub fn count(view: View<'a>, longest: usize) -> Result<Self> {
        let mut strings = Self::default();
        let mut open = Vec::new();
        strings.look(view, longest, &mut open)?;
        while let Some(node) = open.pop() {
            for item in node.items() {
                strings.look(item, longest, &mut open)?;
            }
            for (key, value) in node.pairs() {
                if key.kind() != Kind::String {
                    strings.look(key, longest, &mut open)?;
                }
                strings.look(value, longest, &mut open)?;
            }
            if let Some((_, inner)) = node.tag() {
                strings.look(inner, longest, &mut open)?;
            }
        }
        Ok(strings)
    }

    /// Counts a string. Puts a container that may hold strings on the list.
    fn look(&mut self, node: View<'a>, longest: usize, open: &mut Vec<View<'a>>) -> Result {
        let no_memory = |_| Error::out_of_memory();
        match node.kind() {
            Kind::Array if node.target().tag == tag::PACKED => {}
            Kind::Array | Kind::Object | Kind::Map | Kind::Tagged => {
                open.try_reserve(1).map_err(no_memory)?;
                open.push(node);
            }
            Kind::String => match node.as_str() {
                Some(text) if (2..=longest).contains(&text.len()) => self.add(text)?,
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, text: &'a str) -> Result {
        let Self {
            list,
            table,
            hasher,
        } = self;
        list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        let hash = |&i: &usize| hasher.hash_one(list[i].text);
        table
            .try_reserve(1, hash)
            .map_err(|_| Error::out_of_memory())?;
        match table.entry(hasher.hash_one(text), |&i| list[i].text == text, hash) {
            Entry::Occupied(entry) => list[*entry.get()].count += 1,
            Entry::Vacant(place) => {
                place.insert(list.len());
                list.push(Counted {
                    text,
                    count: 1,
                    number: None,
                });
            }
        }
        Ok(())
    }

    /// Tells the builder the strings that gain most by sharing.
    pub fn share(&mut self, builder: &mut Builder) -> Result {
        let mut best = Vec::new();
        let gain = |i: usize| self.list[i].gain();
        let gaining = || (0..self.list.len()).filter(|&i| gain(i) != 0);
        best.try_reserve_exact(gaining().count())
            .map_err(|_| Error::out_of_memory())?;
        best.extend(gaining());
        best.sort_unstable_by_key(|&i| (Reverse(gain(i)), i));
        best.truncate(SMALL_SHARED);
        for i in best {
            let string = &mut self.list[i];
            string.number = Some(builder.share(string.text)?);
        }
        Ok(())
    }

    /// Returns the number of a string, if it is shared.
    pub fn number(&self, text: &str) -> Option<u32> {
        if self.list.is_empty() {
            return None;
        }
        let same = |&i: &usize| self.list[i].text == text;
        let found = self.table.find(self.hasher.hash_one(text), same)?;
        self.list[*found].number
    }
}
