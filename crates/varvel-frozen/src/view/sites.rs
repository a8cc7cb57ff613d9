//! [`Sites`]: where the items of an array stand, or the members of an object. They are as far from each
//! other, so that going through them is an addition.

use super::View;
use super::node::{Node, Site, Slots, Target};
use super::shape::Shape;
use crate::layout::{Element, tag};

/// Sites at equal distances.
#[derive(Clone, Copy, Debug)]
pub struct Sites {
    place: usize,
    distance: usize,
    base: usize,
    how: u8,
}

impl Sites {
    /// Those of an empty container.
    const NONE: Self = Self {
        place: 0,
        distance: 0,
        base: 0,
        how: 0,
    };

    /// Each `step`th slot, from number `first` on.
    #[inline(always)]
    fn slots(slots: Slots, first: usize, step: usize) -> Self {
        let site = slots.site(first);
        Self {
            place: site.place,
            distance: step * slots.width(),
            base: site.base,
            how: site.how,
        }
    }

    /// Elements of a packed array that begin at `place`.
    #[inline(always)]
    fn elements(element: Element, place: usize) -> Self {
        Self {
            place,
            distance: element.width(),
            base: 0,
            how: Site::ELEMENT + element as u8,
        }
    }

    /// Number `i`.
    #[inline(always)]
    pub fn site(&self, i: usize) -> Site {
        Site {
            place: self.place + i * self.distance,
            base: self.base,
            how: self.how,
        }
    }
}

/// Where the keys of an object or a map are.
#[derive(Clone, Copy, Debug)]
pub enum KeySites<'a> {
    Shape(Shape<'a>),
    Slots(Sites),
}

impl<'a> View<'a> {
    /// The sites of an array's items, and how many there are; none for all other kinds.
    #[inline(always)]
    pub(super) fn item_sites(&self) -> (Sites, usize) {
        let target = self.target();
        // SAFETY: validated: a node of its tag stands there, with a whole header.
        unsafe {
            match target.tag {
                tag::ARRAY => {
                    let (slots, count) = self.raw.slots(target.at(), 0);
                    (Sites::slots(slots, 0, 1), count)
                }
                tag::PACKED | Target::ROW => self.number_sites(),
                _ => (Sites::NONE, 0),
            }
        }
    }

    /// The same of numbers.
    #[inline(never)]
    fn number_sites(self) -> (Sites, usize) {
        match self.node() {
            Node::Packed { element, at, count } => (Sites::elements(element, at), count),
            Node::Matrix { at, rows } => {
                // SAFETY: validated: a matrix stands there.
                let matrix = unsafe { self.raw.matrix(at) };
                let sites = Sites {
                    place: matrix.at,
                    distance: matrix.cols * matrix.element.width(),
                    base: matrix.cols,
                    how: Site::ROW + matrix.element as u8,
                };
                (sites, rows)
            }
            _ => (Sites::NONE, 0),
        }
    }

    /// The sites of the keys and values of an object, or (unless there are to be `strings`) a map,
    /// and how many there are; none for all other kinds.
    #[inline(always)]
    pub(super) fn member_sites(&self, strings: bool) -> (KeySites<'a>, Sites, usize) {
        let target = self.target();
        if target.tag == tag::OBJECT {
            // SAFETY: validated: an object stands there, and its shape is one of the tables'.
            let (slots, shape) = unsafe {
                let (slots, shape) = self.raw.slots(target.at(), 0);
                (slots, Shape::of(self.raw, shape as u32))
            };
            let values = Sites::slots(slots, 0, 1);
            return (KeySites::Shape(shape), values, shape.count());
        }
        self.pair_sites(strings)
    }

    /// The same of what carries its keys.
    #[inline(never)]
    fn pair_sites(self, strings: bool) -> (KeySites<'a>, Sites, usize) {
        match self.node() {
            Node::Map { .. } if strings => {}
            Node::Pairs { at, form, count } | Node::Map { at, form, count } => {
                let slots = Slots { at, form };
                let keys = KeySites::Slots(Sites::slots(slots, 0, 2));
                return (keys, Sites::slots(slots, 1, 2), count);
            }
            _ => {}
        }
        (KeySites::Slots(Sites::NONE), Sites::NONE, 0)
    }
}
