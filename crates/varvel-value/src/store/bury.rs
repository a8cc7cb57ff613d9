//! Dropping without recursion: a container hands what is in it to a list of work.
//!
//! Only the last owner of a container takes its children out, which `Count::into_inner` finds out
//! also when several threads drop it at once. So however deep a tree is, one drop is inside another
//! at most.

use alloc::vec::Vec;

use super::Tagged;
use super::array::{Array, Items};
use super::frozen::FrozenNode;
use super::map::Map;
use super::object::Object;
use crate::count::Count;
use crate::value::{Repr, Value};

/// Drops these values and all that is in them.
fn bury<R: Count>(mut open: Vec<Value<R>>) {
    while let Some(Value(repr)) = open.pop() {
        // What is left of each container has no children when it is dropped here.
        match repr {
            Repr::Array(array) => {
                if let Some(mut array) = R::into_inner(array)
                    && array.has_children()
                {
                    open.append(&mut array.children());
                }
            }
            Repr::Object(object) => {
                if let Some(mut object) = R::into_inner(object)
                    && object.has_children()
                {
                    open.append(&mut object.children());
                }
            }
            Repr::Map(map) => {
                if let Some(mut map) = R::into_inner(map) {
                    open.append(&mut map.children());
                }
            }
            Repr::Tagged(tagged) => {
                if let Some(mut tagged) = R::into_inner(tagged) {
                    open.push(core::mem::take(&mut tagged.value));
                }
            }
            Repr::Frozen(node) => {
                if let Some(mut node) = R::into_inner(node) {
                    open.extend(node.children());
                }
            }
            _ => {}
        }
    }
}

impl<R: Count> Drop for Array<R> {
    #[inline]
    fn drop(&mut self) {
        if let Items::Values(list) = &mut self.items
            && list.iter().all(Value::is_plain)
        {
            // To drop what owns no memory is a call for each, and a jump by its kind.
            core::mem::take(list)
                .into_iter()
                .for_each(core::mem::forget);
        }
        if self.has_children() {
            bury(self.children());
        }
    }
}

impl<R: Count> Drop for Object<R> {
    #[inline]
    fn drop(&mut self) {
        if self.has_children() {
            bury(self.children());
        }
    }
}

impl<R: Count> Drop for Map<R> {
    fn drop(&mut self) {
        bury(self.children());
    }
}

impl<R: Count> Drop for Tagged<R> {
    fn drop(&mut self) {
        if self.value.is_counted() {
            bury(alloc::vec![core::mem::take(&mut self.value)]);
        }
    }
}

impl<R: Count> Drop for FrozenNode<R> {
    fn drop(&mut self) {
        bury(self.children().collect());
    }
}
