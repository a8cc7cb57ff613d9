//! Nodes by path: paths (`a.b[0].c`) and JSON Pointer (RFC 6901).
//!
//! A path passes through tags as if they were not there.

use alloc::vec::Vec;

use varvel_core::path::{Selector, Selectors, Step};
use varvel_core::{Error, ErrorKind, Kind, Result};

use crate::count::Count;
use crate::reference::{Node, Ref};
use crate::value::Value;

/// # By path
impl<'a, R: Count> Ref<'a, R> {
    /// Returns the node at a path (`a.b[0]["a key"]`) or a JSON Pointer (`/a/b/0`); see
    /// [`Selectors`]. The path of an [`Error`] is such a path.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!({"users": [{"first name": "Ada"}]});
    /// assert_eq!(v.path(r#"users[0]["first name"]"#)?, "Ada");
    /// assert_eq!(v.path("$.users[0]")?.len(), 1);
    /// assert_eq!(v.path("/users/0/first name")?, "Ada");
    ///
    /// let error = v.path("users[0].name").unwrap_err();
    /// assert_eq!(error.to_string(), "not found: expected a member \"name\", at $.users[0]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidPath` if `path` is neither, `NotFound` if nothing is there, `TypeMismatch` if a node
    /// on the way is of another kind; with the path from this node to the last one that exists.
    pub fn path(&self, path: &str) -> Result<Self> {
        let mut steps = 0;
        Selectors::path(path).follow(*self, |node, selector| {
            let next = node.select(&selector).ok_or_else(|| {
                let node = node.untagged();
                let error = selector.missing(node.kind(), node.len());
                error.or_path(|| self.steps(path, steps))
            });
            steps += 1;
            next
        })
    }

    /// Returns the first steps of a path, as many as lead somewhere.
    #[cold]
    fn steps(&self, path: &str, count: usize) -> Vec<Step> {
        let mut node = Some(*self);
        let selectors = Selectors::path(path).take(count).flatten();
        let steps = selectors.map_while(|selector| {
            let from = node?;
            node = from.select(&selector);
            Some(selector.step(from.untagged().kind()))
        });
        steps.collect()
    }

    /// Returns the node at a path or a JSON Pointer, like [`Ref::path`], or `None`.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"a": [1]}).get_path("a[0]").unwrap(), 1);
    /// assert!(value!({"a": [1]}).get_path("a[1]").is_none());
    /// ```
    pub fn get_path(&self, path: &str) -> Option<Self> {
        Selectors::path(path).try_fold(*self, |node, selector| node.select(&selector.ok()?))
    }

    /// Returns the node at a JSON Pointer (RFC 6901), or `None` for any other text: `""` is this
    /// node, `"/a/0"` the first item of the member `a`; `~1` stands for `/` and `~0` for `~`.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!({"a/b": [1, {"c": 2}]});
    /// assert_eq!(v.pointer("/a~1b/1/c").unwrap(), 2);
    /// assert!(v.pointer("/a~1b/2").is_none());
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<Self> {
        Selectors::pointer(pointer).try_fold(*self, |node, selector| node.select(&selector.ok()?))
    }

    /// Takes one step of a path: returns the selected item or member.
    ///
    /// ```
    /// # use varvel::value;
    /// use varvel::path::Selector;
    /// assert_eq!(value!([1, 2]).as_ref().select(&Selector::Index(1)).unwrap(), 2);
    /// ```
    pub fn select(&self, selector: &Selector<'_>) -> Option<Self> {
        let node = self.untagged();
        match (node.0, node.kind()) {
            (Node::View(view), _) => view.select(selector).map(Self::from_view),
            (_, Kind::Array) => node.at(selector.index()?),
            (_, Kind::Map) => node.value_at(node.position_of(selector)?),
            _ => node.get(&selector.name()?.to_cow()),
        }
    }

    /// Returns the index of the item or member that a step of a path selects. A member is found by
    /// its string key. If there is none, it is found by the text of a key of another kind
    /// ([`KeyText`](varvel_core::path::KeyText)), which takes time linear in the number of members.
    /// Does not pass through a tag of this node.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// use varvel::path::Selectors;
    /// let codes: Value = Value::from_pairs([(value!(200), value!("ok")), (value!("200"), value!("text"))]);
    /// let step = Selectors::path("/200").next().unwrap()?;
    /// assert_eq!(codes.as_ref().position_of(&step), Some(1));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn position_of(&self, selector: &Selector<'_>) -> Option<usize> {
        if self.kind() == Kind::Array {
            return selector.index().filter(|&index| index < self.len());
        }
        let name = selector.name()?;
        match self.position(&name.to_cow()) {
            None if self.kind() == Kind::Map => {
                self.pairs().position(|(key, _)| name.is_text_of(&key))
            }
            found => found,
        }
    }

    /// Returns the node inside all tags.
    fn untagged(mut self) -> Self {
        while let Some((_, tagged)) = self.tag() {
            self = tagged;
        }
        self
    }
}

/// # By path
impl<R: Count> Value<R> {
    /// Returns the node at a path or a JSON Pointer; see [`Ref::path`].
    ///
    /// # Errors
    /// The errors of [`Ref::path`].
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"a": [1]}).path("a[0]")?, 1);
    /// assert!(value!({"a": [1]}).path("a[1]").is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn path(&self, path: &str) -> Result<Ref<'_, R>> {
        self.as_ref().path(path)
    }

    /// Returns the node at a path or a JSON Pointer, or `None`; see [`Ref::get_path`].
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"a": [1]}).get_path("/a/0").unwrap(), 1);
    /// ```
    pub fn get_path(&self, path: &str) -> Option<Ref<'_, R>> {
        self.as_ref().get_path(path)
    }

    /// Returns the node at a JSON Pointer; see [`Ref::pointer`].
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!([1, [2, 3]]).pointer("/1/0").unwrap(), 2);
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<Ref<'_, R>> {
        self.as_ref().pointer(pointer)
    }

    /// Returns the node at a JSON Pointer, for changing. Thaws the containers on the way.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": [1]});
    /// *v.pointer_mut("/a/0").unwrap() = 2.into();
    /// assert_eq!(v, value!({"a": [2]}));
    /// ```
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Self> {
        // If the node does not exist, nothing on the way is thawed.
        self.pointer(pointer)?;
        Selectors::pointer(pointer)
            .try_fold(self, |node, selector| node.select_mut(&selector.ok()?))
    }

    /// Returns the node at a path or a JSON Pointer, for changing. Thaws the containers on the way.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": [{"b": 1}]});
    /// *v.path_mut("a[0].b")? = 2.into();
    /// assert_eq!(v, value!({"a": [{"b": 2}]}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Ref::path`].
    pub fn path_mut(&mut self, path: &str) -> Result<&mut Self> {
        self.path(path)?;
        self.go(&selectors(path)?)
    }

    /// Sets the value at a path or a JSON Pointer, and returns the old one. Adds what is missing on
    /// the way: members of objects; an object in the place of null (an array, if the path has an
    /// index in brackets); an item behind the last one, which is `-` in a pointer. A member whose
    /// key is no string is set where the path finds it; new keys are strings.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({});
    /// v.set_path("a.list[0].b", 1)?;
    /// assert_eq!(v, value!({"a": {"list": [{"b": 1}]}}));
    /// assert_eq!(v.set_path("a.list[0].b", 2)?, Some(value!(1)));
    /// v.set_path("/a/list/-", "last")?;
    /// assert_eq!(v, value!({"a": {"list": [{"b": 2}, "last"]}}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidPath` if `path` is neither; `TypeMismatch` if a node on the way is of another kind;
    /// `NotFound` for an item further behind the last one. The path of the error leads to the node
    /// that is of another kind or has no such item. Some of the missing nodes may have been added
    /// before an error.
    pub fn set_path(&mut self, path: &str, value: impl Into<Self>) -> Result<Option<Self>> {
        match self.reach(&selectors(path)?) {
            Ok((node, fresh)) => {
                let old = core::mem::replace(node, value.into());
                Ok((!fresh).then_some(old))
            }
            Err((steps, error)) => Err(error.or_path(|| self.as_ref().steps(path, steps))),
        }
    }

    /// Returns the node that a way leads to, after adding what is missing on it, and whether the
    /// node was missing. An error has the number of steps before the one that failed.
    fn reach(
        &mut self,
        way: &[Selector<'_>],
    ) -> core::result::Result<(&mut Self, bool), (usize, Error)> {
        let mut node = self;
        let mut fresh = false;
        for (steps, selector) in way.iter().enumerate() {
            (node, fresh) = node.step_into(selector).map_err(|error| (steps, error))?;
        }
        Ok((node, fresh))
    }

    /// Returns the member or item of this node, after adding it as null if it is missing, and
    /// whether it was missing.
    fn step_into(&mut self, selector: &Selector<'_>) -> Result<(&mut Self, bool)> {
        let node = self.untagged_mut();
        if node.is_null() {
            *node = match selector {
                Selector::Index(_) => Self::new_array(),
                _ => Self::new_object(),
            };
        }
        let len = node.len();
        let name = selector.name().map(|name| name.to_cow());
        let next = matches!(selector, Selector::Token(token) if *token == *"-");
        match (node.kind(), selector.index(), name) {
            (Kind::Array, ..) if next => node.item_or_next(len),
            (Kind::Array, Some(index), _) => node.item_or_next(index),
            (Kind::Map, _, Some(key)) => {
                let at = node.as_ref().position_of(selector);
                Ok((node.member_of_map(at, &key), at.is_none()))
            }
            (Kind::Object, _, Some(key)) => {
                let object = node.object_mut()?;
                let fresh = !object.contains_key(&key);
                Ok((object.entry(key).or_insert(Self::NULL), fresh))
            }
            (kind, ..) => Err(selector.missing(kind, len)),
        }
    }

    /// Returns the item at `index`, after adding it as null if it is the next one, and whether it
    /// was added.
    fn item_or_next(&mut self, index: usize) -> Result<(&mut Self, bool)> {
        let mut list = self.array_mut()?;
        let fresh = list.len() == index;
        if fresh {
            list.push(Self::NULL);
        }
        Ok((self.item_mut(index)?, fresh))
    }

    /// Removes the node at a path or a JSON Pointer from its object or array; the nodes behind it
    /// move forward by one.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": [1, 2], "b": 3});
    /// assert_eq!(v.remove_path("a[0]")?, value!(1));
    /// assert_eq!(v.remove_path("/b")?, value!(3));
    /// assert_eq!(v, value!({"a": [2]}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Ref::path`].
    pub fn remove_path(&mut self, path: &str) -> Result<Self> {
        self.path(path)?;
        let selectors = selectors(path)?;
        let Some((last, way)) = selectors.split_last() else {
            return Ok(self.take());
        };
        let around = self.go(way)?.untagged_mut();
        let removed = match (around.kind(), last.index(), last.name()) {
            (Kind::Array, Some(index), _) => Some(around.array_mut()?.remove(index)),
            (Kind::Map, ..) => {
                let at = around.as_ref().position_of(last);
                at.map(|at| around.remove_from_map(at))
            }
            (_, _, Some(name)) => around.remove_any(Self::from(name.to_cow()).as_ref())?,
            _ => None,
        };
        removed.ok_or_else(|| Error::new(ErrorKind::NotFound))
    }

    /// Returns the node that these steps lead to; it was found before.
    fn go(&mut self, way: &[Selector<'_>]) -> Result<&mut Self> {
        way.iter()
            .try_fold(self, |node, selector| node.select_mut(selector))
            .ok_or_else(|| Error::new(ErrorKind::NotFound))
    }

    /// Takes one step of a path, like [`Ref::select`], for changing.
    fn select_mut(&mut self, selector: &Selector<'_>) -> Option<&mut Self> {
        let node = self.untagged_mut();
        match node.kind() {
            Kind::Array => node.at_mut(selector.index()?),
            Kind::Map => {
                let at = node.as_ref().position_of(selector)?;
                node.map_store()?.value_mut(at)
            }
            _ => node.get_mut(&selector.name()?.to_cow()),
        }
    }

    /// Returns the node inside all tags.
    fn untagged_mut(&mut self) -> &mut Self {
        let mut node = self;
        while node.kind() == Kind::Tagged {
            node = match node.tag_mut() {
                Some((_, tagged)) => tagged,
                None => unreachable!("a tagged node has a tag"),
            };
        }
        node
    }
}

/// Parses all steps of a path before anything is changed.
fn selectors(path: &str) -> Result<Vec<Selector<'_>>> {
    Selectors::path(path).collect()
}
