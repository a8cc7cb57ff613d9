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

    /// Returns the first steps of a path, also those into containers that it makes.
    #[cold]
    fn steps(&self, path: &str, count: usize) -> Vec<Step> {
        let mut node = Some(*self);
        let selectors = Selectors::path(path).take(count).flatten();
        let steps = selectors.map(|selector| {
            let from = node
                .map(|node| node.untagged())
                .filter(|node| !node.is_null());
            node = from.and_then(|from| from.select(&selector));
            match from {
                Some(from) if from.kind() == Kind::Array && selector.is_next() => {
                    Step::Index(from.len())
                }
                Some(from) => selector.step(from.kind()),
                None => selector.made_step(),
            }
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
            (Node::View(view), _) => {
                let found = view.select(selector)?;
                Some(Self::from_view(found.pathless_as(&view)))
            }
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

    /// Sets the value at a path or a JSON Pointer, and returns the old one. Makes what is missing
    /// on the way:
    ///
    /// - a member of an object that exists. A member whose key is no string is set where the path
    ///   finds it; new keys are strings;
    /// - the item behind the last one of an array that exists: `list[2]` if it has two items, or
    ///   `/list/-`;
    /// - where nothing is, or null: an array with an item for `list[0]` and `/list/-`, and an
    ///   object for any other key. `list.0` and `/list/0` do not say which is meant, and are
    ///   refused there; `list["0"]` and `/list/00` are members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({});
    /// v.set_path("a.list[0].b", 1)?;
    /// assert_eq!(v, value!({"a": {"list": [{"b": 1}]}}));
    /// assert_eq!(v.set_path("a.list[0].b", 2)?, Some(value!(1)));
    /// v.set_path("/a/list/-", "last")?;
    /// v.set_path("/a/new/-/c", 3)?;
    /// assert_eq!(v, value!({"a": {"list": [{"b": 2}, "last"], "new": [{"c": 3}]}}));
    ///
    /// let error = v.set_path("/a/other/0", 4).unwrap_err();
    /// let hint = "`$.a.other[0]` makes an array, and `$.a.other[\"0\"]` an object";
    /// assert_eq!(error.hint(), Some(hint));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidPath` if `path` is neither; `TypeMismatch` if a node on the way is of another kind;
    /// `NotFound` for an item further behind the last one, and for a number where nothing is. The
    /// path of the error leads to the node that is of another kind or has no such item. After an
    /// error nothing is changed.
    pub fn set_path(&mut self, path: &str, value: impl Into<Self>) -> Result<Option<Self>> {
        let selectors = selectors(path)?;
        match self.reach(&selectors) {
            Ok((node, fresh)) => {
                let old = core::mem::replace(node, value.into());
                Ok((!fresh).then_some(old))
            }
            Err((steps, Some(error))) => Err(error.or_path(|| self.as_ref().steps(path, steps))),
            Err((steps, None)) => {
                let place = self.as_ref().steps(path, steps);
                Err(selectors[steps].makes_nothing(place))
            }
        }
    }

    /// Returns the node that a way leads to, after adding what is missing on it, and whether the
    /// node was missing.
    fn reach(&mut self, way: &[Selector<'_>]) -> core::result::Result<(&mut Self, bool), Stop> {
        let mut node = self;
        let mut fresh = false;
        for steps in 0..way.len() {
            (node, fresh) = node
                .step_into(&way[steps..])
                .map_err(|(more, error)| (steps + more, error))?;
        }
        Ok((node, fresh))
    }

    /// Returns the member or item of this node that the first step of a way selects, after adding
    /// it as null if it is missing, and whether it was missing. Changes nothing if a later step
    /// cannot be taken then.
    fn step_into(&mut self, way: &[Selector<'_>]) -> core::result::Result<(&mut Self, bool), Stop> {
        let (selector, rest) = match way {
            [first, rest @ ..] => (first, rest),
            [] => return Ok((self, false)),
        };
        let node = self.untagged_mut();
        if node.is_null() {
            check_made(way).map_err(|step| (step, None))?;
            *node = match selector.makes() {
                Some(Kind::Array) => Self::new_array(),
                _ => Self::new_object(),
            };
        }
        let len = node.len();
        let here = |error| (0, Some(error));
        let behind = |step| (1 + step, None);
        let name = selector.name().map(|name| name.to_cow());
        match (node.kind(), selector.index(), name) {
            (Kind::Array, index, _) if selector.is_next() || index.is_some() => {
                let index = index.unwrap_or(len);
                if index == len {
                    check_made(rest).map_err(behind)?;
                }
                node.item_or_next(index).map_err(here)
            }
            (Kind::Map, _, Some(key)) => {
                let at = node.as_ref().position_of(selector);
                if at.is_none() {
                    check_made(rest).map_err(behind)?;
                }
                Ok((node.member_of_map(at, &key), at.is_none()))
            }
            (Kind::Object, _, Some(key)) => {
                let object = node.object_mut().map_err(here)?;
                let fresh = !object.contains_key(&key);
                if fresh {
                    check_made(rest).map_err(behind)?;
                }
                Ok((object.entry(key).or_insert(Self::NULL), fresh))
            }
            (kind, ..) => Err(here(selector.missing(kind, len))),
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

/// Why a node was not reached: the number of steps before the one that failed, and the error. There
/// is none if the step makes no container where nothing is.
type Stop = (usize, Option<Error>);

/// Checks that each step makes a container where nothing is. Returns the number of the first that
/// does not.
fn check_made(way: &[Selector<'_>]) -> core::result::Result<(), usize> {
    match way.iter().position(|selector| selector.makes().is_none()) {
        Some(step) => Err(step),
        None => Ok(()),
    }
}

/// Parses all steps of a path before anything is changed.
fn selectors(path: &str) -> Result<Vec<Selector<'_>>> {
    let mut all = Vec::new();
    for selector in Selectors::path(path) {
        all.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        all.push(selector?);
    }
    Ok(all)
}
