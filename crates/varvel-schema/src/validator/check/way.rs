//! The way to a schema: for each dynamic anchor, the schema of the outermost resource that has it.
//! A `$dynamicRef` leads there. Ways that lead to the same schemas are one.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::validator::rules::{Anchor, Resource, Rule};

/// How much the ways of one check hold at most: anchors, and resources that lead from one to
/// another. They take less than 32 MB.
const MOST: usize = 1 << 18;

/// The number of a way. The one without any anchor is 0.
pub(super) type Place = u32;

/// The schemas of anchors, in the order of those.
type Schemas = Rc<[(Anchor, Rule)]>;

/// The ways that were taken, and the one here.
#[derive(Debug)]
pub(super) struct Way {
    place: Place,
    ways: Vec<Schemas>,
    numbers: BTreeMap<Schemas, Place>,
    /// Where resources lead to.
    next: BTreeMap<(Place, Resource), Place>,
    /// How much they hold.
    held: usize,
}

impl Default for Way {
    fn default() -> Self {
        let none: Schemas = [].into();
        Self {
            place: 0,
            ways: Vec::from([none.clone()]),
            numbers: BTreeMap::from([(none, 0)]),
            next: BTreeMap::new(),
            held: 0,
        }
    }
}

impl Way {
    /// Returns the number of the way here.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Makes the way one that there was before.
    pub fn back_to(&mut self, place: Place) {
        self.place = place;
    }

    /// Adds a resource with its anchors. Returns whether there is room for it.
    pub fn enter(&mut self, resource: Resource, anchors: &[(Anchor, Rule)]) -> bool {
        if let Some(place) = self.next.get(&(self.place, resource)) {
            self.place = *place;
            return true;
        }
        let here = &self.ways[self.place as usize];
        let is_new = |(anchor, _): &&(Anchor, Rule)| position(here, *anchor).is_err();
        let more: Vec<(Anchor, Rule)> = anchors.iter().filter(is_new).copied().collect();
        let mut all: Vec<(Anchor, Rule)> = here.iter().copied().chain(more).collect();
        all.sort_unstable();
        self.held += 1 + all.len();
        if self.held > MOST {
            return false;
        }
        let all: Schemas = all.into();
        let new = self.ways.len() as Place;
        let place = *self.numbers.entry(all.clone()).or_insert(new);
        if place == new {
            self.ways.push(all);
        }
        self.next.insert((self.place, resource), place);
        self.place = place;
        true
    }

    /// Returns the schema that an anchor means here, if a resource on the way has it.
    pub fn schema(&self, anchor: Anchor) -> Option<Rule> {
        let here = &self.ways[self.place as usize];
        let at = position(here, anchor).ok()?;
        Some(here[at].1)
    }
}

fn position(schemas: &[(Anchor, Rule)], anchor: Anchor) -> Result<usize, usize> {
    schemas.binary_search_by_key(&anchor, |(anchor, _)| *anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_resource_counts_and_equal_ways_are_one() {
        let anchors = [[(0, 10), (1, 11)], [(0, 20), (1, 21)], [(0, 30), (2, 32)]];
        let mut way = Way::default();
        let mut places = Vec::new();
        for order in [[0, 1, 2], [0, 2, 1], [0, 2, 0], [1, 0, 2]] {
            way.back_to(0);
            assert_eq!(way.schema(0), None);
            for resource in order {
                assert!(way.enter(resource, &anchors[resource as usize]));
            }
            let first = anchors[order[0] as usize];
            assert_eq!(way.schema(0), Some(first[0].1));
            assert_eq!(way.schema(1), Some(first[1].1));
            assert_eq!(way.schema(2), Some(32));
            places.push(way.place());
        }
        assert_eq!(places[0], places[1]);
        assert_eq!(places[0], places[2]);
        assert_ne!(places[0], places[3]);
    }

    #[test]
    fn the_room_for_ways_is_bounded() {
        let mut way = Way::default();
        let mut taken: u32 = 0;
        while way.enter(taken, &[(taken, 1)]) {
            taken += 1;
            assert!(taken < 10_000);
        }
        assert!(taken > 500, "{taken}");
    }
}
