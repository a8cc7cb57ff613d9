//! The bytes of a node and everything in it: one range, which can be copied.

use core::ops::Range;

use super::View;
use super::shape::Shape;
use crate::checksum;
use crate::layout::checked;
use crate::layout::{other, tag};

impl<'a> View<'a> {
    /// Returns whether a slot refers to this node.
    pub(crate) fn is_reference(&self) -> bool {
        self.target().is_reference()
    }

    /// Returns the number of an object's shape and how many keys the shape has, if the object has
    /// one.
    pub(crate) fn shape(&self) -> Option<(usize, usize)> {
        let target = self.target();
        (target.tag == tag::OBJECT).then(|| {
            // SAFETY: validated: an object stands there, and its shape is one of the tables'.
            unsafe {
                let (_, shape) = self.raw.slots(target.position(), 0);
                (shape, Shape::of(self.raw, shape as u32).count())
            }
        })
    }

    /// Returns the tables of the buffer.
    pub(crate) fn tables(&self) -> &'a [u8] {
        // SAFETY: `raw` is a whole buffer.
        let tree_end = unsafe { self.raw.tree_end() };
        &checksum::strip(self.buffer())[tree_end..]
    }

    /// Returns where the bytes of the node end to which a slot refers.
    pub(crate) fn end(&self) -> usize {
        let target = self.target();
        let at = target.position();
        // SAFETY: validated: the shape of an object is one of the tables'.
        let members = |shape: usize| unsafe { Some(Shape::of(self.raw, shape as u32).count()) };
        // Validated: the node is whole.
        checked::end(self.buffer(), target.tag, at, members).unwrap_or(at)
    }

    /// Returns the range of the bytes of a container and everything in it, if a slot refers to it.
    pub(crate) fn subtree(&self) -> Option<Range<usize>> {
        let target = self.target();
        let container = match target.tag {
            tag::ARRAY | tag::OBJECT | tag::PACKED => true,
            tag::OTHER => self.buffer()[target.position()] >= other::TAGGED,
            _ => false,
        };
        container.then(|| {
            let mut first = *self;
            while let Some(inner) = first.first_inside() {
                first = inner;
            }
            first.target().position()..self.end()
        })
    }

    /// Returns the first node that this container refers to. Keys of a shape do not count.
    fn first_inside(&self) -> Option<Self> {
        let tagged = self.tag().map(|(_, node)| node);
        let values = self.pairs().flat_map(|(key, value)| [key, value]);
        let mut nodes = tagged.into_iter().chain(self.items()).chain(values);
        nodes.find(|node| node.is_reference() && node.site.is_slot())
    }
}
