//! The resources of the schemas that are looking at a value, the outermost first. A `$dynamicRef`
//! leads to the first of them that has the anchor.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::validator::document::Id;
use crate::validator::rules::Rule;

/// A list of resources, each once: a later time changes nothing. Equal lists have equal numbers.
#[derive(Debug, Default)]
pub(super) struct Way {
    /// The number of the list, or 0 for the empty one.
    place: u32,
    /// For each list but the empty one: the list before its last resource, and that.
    lists: Vec<(u32, Id)>,
    /// The numbers of lists.
    numbers: BTreeMap<(u32, Id), u32>,
}

impl Way {
    /// Returns the number of the list.
    pub fn place(&self) -> u32 {
        self.place
    }

    /// Makes the list one that there was before.
    pub fn back_to(&mut self, place: u32) {
        self.place = place;
    }

    /// Adds a resource.
    pub fn enter(&mut self, resource: Id) {
        if self.backwards().any(|one| one == resource) {
            return;
        }
        let list = (self.place, resource);
        let next = self.lists.len() as u32 + 1;
        self.place = *self.numbers.entry(list).or_insert(next);
        if self.place == next {
            self.lists.push(list);
        }
    }

    /// Returns the schema of the outermost resource that has one.
    pub fn first_of(&self, schemas: &[(Id, Rule)]) -> Option<Rule> {
        let schema = |resource| schemas.iter().find(|(one, _)| *one == resource);
        let found = self.backwards().filter_map(schema).last();
        found.map(|(_, rule)| *rule)
    }

    /// Returns the resources, the innermost first.
    fn backwards(&self) -> impl Iterator<Item = Id> + '_ {
        let mut place = self.place;
        core::iter::from_fn(move || {
            let (before, resource) = *self.lists.get(place.checked_sub(1)? as usize)?;
            place = before;
            Some(resource)
        })
    }
}
