//! The path of a view in its document: found by a search, when an error needs it.

use alloc::vec::Vec;

use varvel_core::path::{KeyText, Step};

use super::View;
use super::node::{Node, Slots};

impl View<'_> {
    /// Returns the steps from the root to this view.
    ///
    /// The nodes of a container stand before it, and those of an item behind those of the item
    /// before it. So the item that leads to a place is the first that does not end before the
    /// place: the search descends once, past all items on the way.
    #[cold]
    #[inline(never)]
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        // SAFETY: the buffer of a view is validated.
        let mut at = unsafe { View::root_unchecked(self.buffer()) };
        while !(at.site.place == self.site.place && at.same_class(self)) {
            let Some((step, next)) = at.towards(self) else {
                break;
            };
            steps.extend(step);
            at = next;
        }
        steps
    }

    /// Returns whether both are packed arrays or neither is: a row of a matrix and its first
    /// element stand at the same place.
    fn same_class(&self, other: &Self) -> bool {
        matches!(self.node(), Node::Packed { .. }) == matches!(other.node(), Node::Packed { .. })
    }

    /// Returns the step from this container to the item that is `target` or contains it.
    fn towards(&self, target: &View<'_>) -> Option<(Option<Step>, Self)> {
        if let Some((_, inner)) = self.tag() {
            return Some((None, inner));
        }
        let mut index = 0..;
        if let Some(item) = self.items().find(|item| {
            index.next();
            item.leads_to(target)
        }) {
            return Some((Some(Step::Index(index.start - 1)), item));
        }
        for (key, value) in self.pairs() {
            if key.leads_to(target) {
                return Some((None, key));
            }
            if value.leads_to(target) {
                let step = Step::Key(KeyText::of(&key));
                return Some((Some(step), value));
            }
        }
        None
    }

    /// Returns whether this is `target`, or a container that ends behind the place of `target`.
    fn leads_to(&self, target: &View<'_>) -> bool {
        if self.site.place == target.site.place {
            return true;
        }
        let last = match self.node() {
            Node::Array { at, form, count } => at + count * Slots { at, form }.width(),
            Node::Object { at, form, .. } => at + self.len() * Slots { at, form }.width(),
            Node::Pairs { at, form, count } | Node::Map { at, form, count } => {
                at + 2 * count * Slots { at, form }.width()
            }
            Node::Packed { element, at, count } => at + count * element.width(),
            // SAFETY: validated: these nodes are whole.
            Node::Matrix { at, rows } => unsafe {
                let matrix = self.raw.matrix(at);
                matrix.at + rows * matrix.cols * matrix.element.width()
            },
            // SAFETY: validated: these nodes are whole.
            Node::Tagged { at } => unsafe {
                let (_, slots) = self.raw.tagged(at);
                slots.at + slots.width()
            },
            _ => 0,
        };
        target.site.place < last
    }
}
