//! Visits every node of a tree in order, without recursion.

use alloc::vec::Vec;

use crate::count::{Atomic, Count};
use crate::iter::{Items, Pairs};
use crate::reference::Ref;
use crate::value::Value;

/// An iterator over every node of a tree, a container before its content; see [`Ref::walk`].
pub struct Walk<'a, R: Count = Atomic> {
    first: Option<Ref<'a, R>>,
    open: Vec<Open<'a, R>>,
}

/// The rest of a container.
enum Open<'a, R: Count> {
    Items(Items<'a, R>),
    Pairs(Pairs<'a, R>),
}

impl<'a, R: Count> Open<'a, R> {
    fn next(&mut self) -> Option<Ref<'a, R>> {
        match self {
            Self::Items(items) => items.next(),
            Self::Pairs(pairs) => pairs.next().map(|(_, value)| value),
        }
    }
}

impl<R: Count> core::fmt::Debug for Walk<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Walk")
            .field("depth", &self.depth())
            .finish_non_exhaustive()
    }
}

impl<R: Count> Walk<'_, R> {
    /// Returns how many containers are around the next node, not counting the whole tree.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!([[1]]);
    /// let mut walk = v.walk();
    /// walk.next();
    /// assert_eq!(walk.depth(), 1);
    /// ```
    pub fn depth(&self) -> usize {
        self.open.len()
    }
}

impl<'a, R: Count> Iterator for Walk<'a, R> {
    type Item = Ref<'a, R>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut node = self.first.take();
        while node.is_none() {
            node = self.open.last_mut()?.next();
            if node.is_none() {
                self.open.pop();
            }
        }
        let node = node?;
        let mut inner = node;
        while let Some((_, tagged)) = inner.tag() {
            inner = tagged;
        }
        if inner.is_array() {
            self.open.push(Open::Items(inner.items()));
        } else if !inner.is_empty() {
            self.open.push(Open::Pairs(inner.pairs()));
        }
        Some(node)
    }
}

impl<'a, R: Count> Ref<'a, R> {
    /// Returns every node of this tree, itself first, a container before its content. Keys are not
    /// visited, and a tagged node is visited once, with its tag.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!({"a": [1, {"b": 2}], "c": 3});
    /// assert_eq!(v.as_ref().walk().filter_map(|node| node.as_i64()).sum::<i64>(), 6);
    /// ```
    pub fn walk(&self) -> Walk<'a, R> {
        Walk {
            first: Some(*self),
            open: Vec::new(),
        }
    }
}

impl<R: Count> Value<R> {
    /// Returns every node of this tree; see [`Ref::walk`].
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!([1, [2, 3]]).walk().count(), 5);
    /// ```
    pub fn walk(&self) -> Walk<'_, R> {
        self.as_ref().walk()
    }

    /// Changes every node of this tree, the content of a container before the container. Thaws all
    /// containers; to keep frozen parts that `change` need not see, change the others by hand.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": [1, {"b": 2}], "c": "x"});
    /// v.walk_mut(|node| {
    ///     if let Some(number) = node.as_i64() {
    ///         *node = (number * 10).into();
    ///     }
    /// });
    /// assert_eq!(v, value!({"a": [10, {"b": 20}], "c": "x"}));
    /// ```
    pub fn walk_mut(&mut self, mut change: impl FnMut(&mut Self)) {
        // Takes containers out of their place while their content is changed. So the way back up is
        // a list, and no reference into the tree above is needed.
        let mut open = alloc::vec![(self.take(), 0)];
        while let Some((node, next)) = open.last_mut() {
            if let Some(child) = node.child_mut(*next) {
                let child = child.take();
                open.push((child, 0));
                continue;
            }
            let Some((mut done, _)) = open.pop() else {
                break;
            };
            change(&mut done);
            match open.last_mut() {
                Some((around, at)) => {
                    if let Some(place) = around.child_mut(*at) {
                        *place = done;
                    }
                    *at += 1;
                }
                None => *self = done,
            }
        }
    }

    /// Returns the child at `at` of any container, for changing.
    fn child_mut(&mut self, at: usize) -> Option<&mut Self> {
        use varvel_core::Kind;
        match self.kind() {
            Kind::Array => self.at_mut(at),
            Kind::Object => self.object_store()?.value_mut(at),
            Kind::Map => self.map_store()?.value_mut(at),
            Kind::Tagged if at == 0 => self.tag_mut().map(|(_, inner)| inner),
            _ => None,
        }
    }
}
