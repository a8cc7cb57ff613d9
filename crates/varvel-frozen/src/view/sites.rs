//! [`Sites`]: the places of the items of an array, or of the members of an object. Their distances
//! are equal, so stepping through them is one addition.

use super::View;
use super::node::{Node, Site, Slots, Target};
use super::shape::Shape;
use crate::layout::{Element, tag};

/// Sites at equal distances.
#[derive(Clone, Copy, Debug)]
pub struct Sites {
    pub first: Site,
    pub distance: usize,
}

impl Sites {
    /// The sites of an empty container.
    pub const NONE: Self = Self {
        first: Site::slot(0, 0, 0),
        distance: 0,
    };

    /// Returns every `step`th slot, from the index `first` on.
    #[inline(always)]
    pub fn slots(slots: Slots, first: usize, step: usize) -> Self {
        Self {
            first: slots.site(first),
            distance: step * slots.width(),
        }
    }

    /// Returns the elements of a packed array that begin at `place`.
    #[inline(always)]
    fn elements(element: Element, place: usize) -> Self {
        Self {
            first: Site::element(place, element),
            distance: element.width(),
        }
    }

    /// Returns the site with the index `i`.
    #[inline(always)]
    pub fn site(&self, i: usize) -> Site {
        self.first.behind(i * self.distance)
    }

    /// Drops the first `n` sites.
    #[inline(always)]
    pub fn skip(&mut self, n: usize) {
        self.first = self.site(n);
    }
}

impl<'a> View<'a> {
    /// Returns the sites of an array's items, and how many there are; none for all other kinds.
    #[inline(always)]
    pub(super) fn item_sites(&self) -> (Sites, usize) {
        let target = self.target();
        // SAFETY: validated: a node of this tag stands there, with a whole header.
        unsafe {
            match target.tag {
                tag::ARRAY => {
                    let (slots, count) = self.raw.slots(target.position(), 0);
                    (Sites::slots(slots, 0, 1), count)
                }
                tag::PACKED => match self.raw.packed(target.position()) {
                    Node::Packed { element, at, count } => (Sites::elements(element, at), count),
                    _ => self.number_sites(),
                },
                Target::ROW => self.number_sites(),
                _ => (Sites::NONE, 0),
            }
        }
    }

    /// Returns the slots of an array of slots, from that of item `i` on, and their width in bytes.
    pub(crate) fn slot_bytes(&self, i: usize) -> (&'a [u8], usize) {
        let (items, count) = self.item_sites();
        let bytes = self
            .buffer()
            .get(items.site(i).place..items.site(count).place);
        (bytes.unwrap_or(&[]), items.distance)
    }

    /// Returns the sites of the items of a matrix or of one of its rows, and how many there are.
    #[inline(never)]
    fn number_sites(self) -> (Sites, usize) {
        match self.node() {
            Node::Packed { element, at, count } => (Sites::elements(element, at), count),
            Node::Matrix { at, rows } => {
                // SAFETY: validated: a matrix stands there.
                let matrix = unsafe { self.raw.matrix(at) };
                let sites = Sites {
                    first: Site::row(matrix.at, matrix.element, matrix.cols),
                    distance: matrix.cols * matrix.element.width(),
                };
                (sites, rows)
            }
            _ => (Sites::NONE, 0),
        }
    }

    /// Returns the sites of the keys and values of an object, or (unless keys must be `strings`) of
    /// a map, and how many there are; none for all other kinds. Keys of a shape are names.
    #[inline(always)]
    pub(super) fn member_sites(&self, strings: bool) -> (Sites, Sites, usize) {
        let target = self.target();
        if target.tag == tag::OBJECT {
            // SAFETY: validated: an object stands there, and its shape is one of the tables'.
            unsafe {
                let (slots, shape) = self.raw.slots(target.position(), 0);
                let shape = Shape::of(self.raw, shape as u32);
                let names = Sites {
                    first: Site::name(self.raw.tree_end() + shape.ref_at(0)),
                    distance: 4,
                };
                return (names, Sites::slots(slots, 0, 1), shape.count());
            }
        }
        self.pair_sites(strings)
    }

    /// Returns the sites of a container that carries its keys.
    #[inline(never)]
    fn pair_sites(self, strings: bool) -> (Sites, Sites, usize) {
        if self.target().tag != tag::OTHER {
            return (Sites::NONE, Sites::NONE, 0);
        }
        match self.node() {
            Node::Map { .. } if strings => {}
            Node::Pairs { at, form, count } | Node::Map { at, form, count } => {
                let slots = Slots { at, form };
                return (Sites::slots(slots, 0, 2), Sites::slots(slots, 1, 2), count);
            }
            _ => {}
        }
        (Sites::NONE, Sites::NONE, 0)
    }
}
