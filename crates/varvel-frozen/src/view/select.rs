//! Nodes by path: paths (`a.b[0].c`) and JSON Pointer (RFC 6901), without allocating.

use varvel_core::path::{Name, Selector, Selectors};
use varvel_core::{Kind, Result};

use super::View;

/// The most bytes of a key with escapes that is decoded for a look-up like any other.
const DECODED: usize = 256;

/// # By path
///
/// A path passes through tags as if they were not there.
impl<'a> View<'a> {
    /// Returns the node at a path (`a.b[0]["a key"]`) or a JSON Pointer (`/a/b/0`); see
    /// [`Selectors`]. The path of an error is such a path.
    ///
    /// Costs one look-up a step, by [`View::get`] or [`View::at`].
    ///
    /// # Errors
    /// `InvalidPath` if `path` is neither, `NotFound` if nothing is there, `TypeMismatch` if a node
    /// on the way is of another kind; with the path of the last node that exists.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # builder.key("users".into())?;
    /// # builder.begin_array(None)?;
    /// # builder.begin_map(None)?;
    /// # builder.key("name".into())?;
    /// # builder.str("Ada".into())?;
    /// # builder.end_map()?;
    /// # builder.end_array()?;
    /// # builder.end_map()?;
    /// # let frozen = builder.finish()?;
    /// let view = frozen.view(); // {"users": [{"name": "Ada"}]}
    /// assert_eq!(view.path("users[0].name")?.str()?, "Ada");
    /// assert_eq!(view.path("/users/0/name")?.str()?, "Ada");
    ///
    /// let error = view.path("users[0].born.year").unwrap_err();
    /// let expected = "not found: expected a member \"born\", at $.users[0]";
    /// assert!(error.to_string().starts_with(expected));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn path(&self, path: &str) -> Result<Self> {
        Selectors::path(path).follow(*self, |node, selector| match node.select(&selector) {
            Some(next) => Ok(next),
            None => {
                let node = node.untagged();
                Err(node.placed(selector.missing(node.kind(), node.len())))
            }
        })
    }

    /// Returns the node at a path or a JSON Pointer, like [`View::path`], or `None`.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_array(None)?;
    /// # builder.i64s(&[3, 5])?;
    /// # builder.end_array()?;
    /// # let frozen = builder.finish()?;
    /// let view = frozen.view(); // [3, 5]
    /// assert_eq!(view.get_path("[1]").and_then(|item| item.as_i64()), Some(5));
    /// assert!(view.get_path("[2]").is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn get_path(&self, path: &str) -> Option<Self> {
        Selectors::path(path).try_fold(*self, |node, selector| node.select(&selector.ok()?))
    }

    /// Returns the node at a JSON Pointer (RFC 6901), or `None` for any other text: `""` is this
    /// node, `"/a/0"` the first item of the member `a`; `~1` stands for `/` and `~0` for `~`.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # builder.key("a/b".into())?;
    /// # builder.i64(7)?;
    /// # builder.end_map()?;
    /// # let frozen = builder.finish()?;
    /// let view = frozen.view(); // {"a/b": 7}
    /// assert_eq!(view.pointer("/a~1b").and_then(|node| node.as_i64()), Some(7));
    /// assert!(view.pointer("a~1b").is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<Self> {
        Selectors::pointer(pointer).try_fold(*self, |node, selector| node.select(&selector.ok()?))
    }

    /// Takes one step of a path: returns the selected item or member. A member is found by its
    /// string key. If there is none, it is found by the text of a key of another kind, which takes
    /// time linear in the number of members.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_array(None)?;
    /// # builder.i64s(&[3, 5])?;
    /// # builder.end_array()?;
    /// # let frozen = builder.finish()?;
    /// use varvel::path::Selector;
    /// let view = frozen.view(); // [3, 5]
    /// assert!(view.select(&Selector::Index(1)).is_some());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn select(&self, selector: &Selector<'_>) -> Option<Self> {
        let node = self.untagged();
        match node.kind() {
            Kind::Array => node.at(selector.index()?),
            _ => node.member(selector.name()?),
        }
    }

    /// Returns the node inside all tags.
    fn untagged(mut self) -> Self {
        while let Some((_, tagged)) = self.tag() {
            self = tagged;
        }
        self
    }

    /// Returns the value of the member with this name: of the string key, otherwise of a key with
    /// this text.
    fn member(&self, name: &Name<'_>) -> Option<Self> {
        let found = match name.as_str() {
            Some(key) => self.get(key),
            None => self.member_with_escapes(name),
        };
        match found {
            None if self.kind() == Kind::Map => self.member_with_text(name),
            found => found,
        }
    }

    /// Returns the value of the member with this string key, whose name has escapes.
    fn member_with_escapes(&self, name: &Name<'_>) -> Option<Self> {
        match name.copy_into(&mut [0; DECODED]) {
            Some(key) => self.get(key),
            // The key is too long for the array, and this must not allocate: compares one member
            // after the other.
            None => {
                let named = |key: &Self| key.as_str().is_some_and(|key| *name == *key);
                let mut pairs = self.pairs();
                pairs.find_map(|(key, value)| named(&key).then_some(value))
            }
        }
    }

    /// Returns the value of the first member whose key has this text. Costs time linear in the
    /// keys.
    #[cold]
    fn member_with_text(&self, name: &Name<'_>) -> Option<Self> {
        let mut pairs = self.pairs();
        pairs.find_map(|(key, value)| name.is_text_of(&key).then_some(value))
    }
}
