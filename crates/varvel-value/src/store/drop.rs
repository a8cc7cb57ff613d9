//! Drops trees without recursion: a container hands its content to a list of work.
//!
//! Only the last owner of a container takes its children out. `Count::into_inner` determines it,
//! even if several threads drop the container at once. So however deep a tree is, at most one drop
//! runs inside another.

use alloc::vec::Vec;

use super::Tagged;
use super::array::{Array, Items};
use super::frozen::FrozenNode;
use super::map::Map;
use super::object::Object;
use crate::count::Count;
use crate::value::{Repr, Value};

/// Values that are still to be dropped.
///
/// Values for which the list finds no memory are never freed, since the only alternative is to end
/// the program.
pub struct Pending<R: Count>(Vec<Value<R>>);

impl<R: Count> Pending<R> {
    /// Adds a list. The list is reused as this one if this one is empty.
    pub fn add_list(&mut self, mut list: Vec<Value<R>>) {
        if self.0.is_empty() {
            self.0 = list;
        } else if self.0.try_reserve(list.len()).is_ok() {
            self.0.append(&mut list);
        } else {
            list.into_iter().for_each(core::mem::forget);
        }
    }

    /// Adds values that are in no list.
    pub fn add(&mut self, values: impl Iterator<Item = Value<R>>) {
        for value in values {
            match self.0.try_reserve(1) {
                Ok(()) => self.0.push(value),
                Err(_) => core::mem::forget(value),
            }
        }
    }
}

/// Drops these values and everything in them.
fn drop_all<R: Count>(first: impl FnOnce(&mut Pending<R>)) {
    let mut pending = Pending(Vec::new());
    first(&mut pending);
    while let Some(Value(repr)) = pending.0.pop() {
        // A container has no children left when it is dropped here.
        match repr {
            Repr::Array(array) => {
                if let Some(mut array) = R::into_inner(array)
                    && array.has_children()
                {
                    array.give_children(&mut pending);
                }
            }
            Repr::Object(object) => {
                if let Some(mut object) = R::into_inner(object)
                    && object.has_children()
                {
                    object.give_children(&mut pending);
                }
            }
            Repr::Map(map) => {
                if let Some(mut map) = R::into_inner(map) {
                    map.give_children(&mut pending);
                }
            }
            Repr::Tagged(tagged) => {
                if let Some(mut tagged) = R::into_inner(tagged) {
                    pending.add([core::mem::take(&mut tagged.value)].into_iter());
                }
            }
            Repr::Frozen(node) => {
                if let Some(mut node) = R::into_inner(node) {
                    node.give_children(&mut pending);
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
            // Dropping a value that owns no memory would still cost a call and a jump by its kind.
            core::mem::take(list)
                .into_iter()
                .for_each(core::mem::forget);
        }
        if self.has_children() {
            drop_all(|pending| self.give_children(pending));
        }
    }
}

impl<R: Count> Drop for Object<R> {
    #[inline]
    fn drop(&mut self) {
        if self.has_children() {
            drop_all(|pending| self.give_children(pending));
        }
    }
}

impl<R: Count> Drop for Map<R> {
    fn drop(&mut self) {
        drop_all(|pending| self.give_children(pending));
    }
}

impl<R: Count> Drop for Tagged<R> {
    fn drop(&mut self) {
        if self.value.is_counted() {
            drop_all(|pending| pending.add([core::mem::take(&mut self.value)].into_iter()));
        }
    }
}

impl<R: Count> Drop for FrozenNode<R> {
    fn drop(&mut self) {
        drop_all(|pending| self.give_children(pending));
    }
}
