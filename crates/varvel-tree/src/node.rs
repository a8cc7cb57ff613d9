//! [`TreeNode`]: a node of any tree, and the nodes in it.

use alloc::vec::Vec;
use core::fmt::Debug;

use varvel_core::path::{KeyText, Step};
use varvel_core::{Kind, Profile, Result, Sink, Tag, Timestamp};

/// A node that can be read, and the nodes in it. A copy of it copies no other node.
///
/// A type that implements this trait has all algorithms of this crate. If the type has methods of
/// these names, `node_methods!` forwards to them.
///
/// ```
/// use varvel_core::Kind;
/// use varvel_frozen::Frozen;
/// use varvel_tree::TreeNode;
/// /// Counts the nodes below one whose children are items.
/// fn items_below<'a, C: TreeNode<'a>>(node: C) -> usize {
///     let (mut open, mut count) = (vec![node], 0);
///     while let Some(node) = open.pop() {
///         count += node.len();
///         open.extend(node.items());
///     }
///     count
/// }
/// let frozen = Frozen::from_typed(&[vec![1, 2], vec![3]])?;
/// assert_eq!(items_below(frozen.view()), 5);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[allow(clippy::len_without_is_empty, reason = "nothing here asks for it")]
pub trait TreeNode<'a>: Copy + Debug {
    /// The iterator over the items of an array.
    type Items: Iterator<Item = Self> + Debug;
    /// The iterator over keys and values of an object or a map.
    type Pairs: Iterator<Item = (Self, Self)> + Debug;

    /// Whether `as_f64`, and every source over such nodes, accepts only integers that a float holds
    /// exactly. Formats that distinguish integers from floats set this.
    const EXACT_FLOATS: bool = false;
    /// The kinds of values that the nodes hold, by which types choose their form.
    const PROFILE: Profile = Profile::TREE;

    /// Returns the kind of the node.
    fn kind(&self) -> Kind;
    /// Returns how many items or members the node has: 0 for a node that is no container.
    fn len(&self) -> usize;
    /// Returns the boolean that the node is.
    fn as_bool(&self) -> Option<bool>;
    /// Returns the integer that the node is, if it fits `i64`.
    fn as_i64(&self) -> Option<i64>;
    /// Returns the integer that the node is, if it fits `u64`.
    fn as_u64(&self) -> Option<u64>;
    /// Returns the number that the node is, as a float. With [`EXACT_FLOATS`](Self::EXACT_FLOATS),
    /// returns an integer only if the float holds it exactly.
    fn as_f64(&self) -> Option<f64>;
    /// Returns the number that the node is, if it was written as a float of 32 bits.
    fn as_f32(&self) -> Option<f32>;
    /// Returns the digits of a decimal, and of an integer beyond 64 bits.
    fn as_number_text(&self) -> Option<&'a str>;
    /// Returns the string that the node is.
    fn as_str(&self) -> Option<&'a str>;
    /// Returns the bytes that the node is.
    fn as_bytes(&self) -> Option<&'a [u8]>;
    /// Returns the point in time that the node is.
    fn as_timestamp(&self) -> Option<Timestamp>;
    /// Returns the tag of a tagged node, and the tagged node.
    fn tag(&self) -> Option<(Tag, Self)>;
    /// Returns an iterator over the items of an array, or an empty one for another node.
    fn items(&self) -> Self::Items;
    /// Returns an iterator over the members of an object or a map in their order, or an empty one
    /// for another node.
    fn pairs(&self) -> Self::Pairs;
    /// Gives the node to `sink`.
    fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result;
    /// Returns a pointer that two nodes share only if they are one and the same node.
    fn identity(&self) -> Option<*const ()> {
        None
    }
    /// Returns the byte offset of the node in its buffer, if it is in one.
    fn offset(&self) -> Option<usize> {
        None
    }
    /// Returns the path to the node, if the node knows its document.
    fn steps(&self) -> Vec<Step> {
        Vec::new()
    }
}

/// Implements the methods of [`TreeNode`] by a type's own methods of the same names. The calling
/// crate must depend on `varvel-core`.
#[doc(hidden)]
#[macro_export]
macro_rules! node_methods {
    ($lifetime:lifetime) => {
        $crate::node_methods!(@
            kind() -> varvel_core::Kind;
            len() -> usize;
            as_bool() -> Option<bool>;
            as_i64() -> Option<i64>;
            as_u64() -> Option<u64>;
            as_f64() -> Option<f64>;
            as_f32() -> Option<f32>;
            as_number_text() -> Option<&$lifetime str>;
            as_str() -> Option<&$lifetime str>;
            as_bytes() -> Option<&$lifetime [u8]>;
            as_timestamp() -> Option<varvel_core::Timestamp>;
            tag() -> Option<(varvel_core::Tag, Self)>;
            items() -> Self::Items;
            pairs() -> Self::Pairs;
        );
        fn drive<S: varvel_core::Sink<$lifetime>>(self, sink: &mut S) -> varvel_core::Result {
            self.drive(sink)
        }
    };
    (@ $($name:ident() -> $out:ty;)*) => {$(
        #[inline]
        fn $name(&self) -> $out {
            Self::$name(self)
        }
    )*};
}

/// Returns the step of a path to the member with this key.
#[cold]
pub(crate) fn key_step<'a>(key: impl TreeNode<'a>) -> Step {
    let mut text = KeyText::new();
    // If a key cannot be read, the step has the text that came before the error.
    let _ = key.drive(&mut text);
    Step::Key(text.finish())
}
