//! Reads types from a tree, and makes a tree from a typed value.

use varvel_core::{Decode, Encode, Error, Limits, Result};
use varvel_frozen::{Frozen, View};
use varvel_tree::{TreeNode, TreeSource};

use crate::count::Count;
use crate::reference::{Node, Ref};
use crate::value::Value;

/// # Types
impl<'a, R: Count> Ref<'a, R> {
    /// Reads a type from this node. `&str` and `&[u8]` borrow from the tree. Nothing thaws.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use varvel::value;
    /// let order = value!({"items": [{"pear": 3}, {"fig": 1.5}]});
    /// let items = order.field("items")?;
    /// assert_eq!(items.item(0)?.to::<BTreeMap<&str, u32>>()?["pear"], 3);
    ///
    /// let error = items.to::<Vec<BTreeMap<&str, u32>>>().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "wrong kind of value: expected an integer, found a float, at $[1].fig"
    /// );
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the type, with the path from this node. `DepthLimit` beyond 128 levels.
    pub fn to<T: Decode<'a>>(&self) -> Result<T> {
        match self.0 {
            // A frozen node may have another place than when it was frozen.
            Node::View(view) => {
                let view = view.pathless(false);
                view.to().map_err(|error| from_here(error, &view))
            }
            Node::Thawed(_) => TreeSource::read(*self),
        }
    }

    /// Returns a source under the default limits from which a [`Decode`] reads this node.
    ///
    /// ```
    /// use varvel::{Source, value};
    /// assert_eq!(value!(7).as_ref().source().read_u64()?, 7);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn source(&self) -> TreeSource<'a, Self> {
        self.source_with(Limits::DEFAULT)
    }

    /// Returns a source under these limits. The depth counts from this node on; the limit on bytes
    /// does not apply, since the bytes are in memory already.
    ///
    /// ```
    /// use varvel::{Limits, Source, value};
    /// let limits = Limits { depth: 0, ..Limits::DEFAULT };
    /// assert!(value!([]).as_ref().source_with(limits).begin_array().is_err());
    /// ```
    pub fn source_with(&self, limits: Limits) -> TreeSource<'a, Self> {
        TreeSource::with(*self, limits)
    }
}

/// Makes the path of an error, which leads from the root of the frozen buffer, lead from this node.
#[cold]
fn from_here(error: Error, node: &View<'_>) -> Error {
    let around = TreeNode::steps(node);
    let Some(inside) = error.steps().and_then(|all| all.strip_prefix(&around[..])) else {
        return error.without_path();
    };
    let inside = inside.to_vec();
    error.without_path().or_path(|| inside)
}

/// # Types
impl<R: Count> Value<R> {
    /// Reads a type from this node: see [`Ref::to`].
    ///
    /// ```
    /// use varvel::value;
    /// let value = value!(["Ada", [1.5, 2]]);
    /// let (name, scores): (&str, Vec<f64>) = value.to()?;
    /// assert_eq!((name, &scores[..]), ("Ada", &[1.5, 2.0][..]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Ref::to`].
    pub fn to<'a, T: Decode<'a>>(&'a self) -> Result<T> {
        self.as_ref().to()
    }

    /// Makes a tree of a value that encodes itself. The tree is frozen, which is faster, and thaws
    /// where it is changed.
    ///
    /// ```
    /// use varvel::{Value, value};
    /// let mut list: Value = Value::from_typed(&[1, 2])?;
    /// list[0] = "one".into();
    /// assert_eq!(list, value!(["one", 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Frozen::from_typed`].
    pub fn from_typed<T: Encode + ?Sized>(value: &T) -> Result<Self> {
        Frozen::from_typed(value).map(Self::from)
    }
}
