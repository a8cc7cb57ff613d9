//! Equality, order and hash by the node model, which thawed and frozen nodes share: `varvel_tree`,
//! over [`Ref`].

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use varvel_core::Kind;
use varvel_core::number::float_bits;
use varvel_frozen::{Frozen, Owner, View};
use varvel_tree::{TreeNode, node_methods};

use crate::count::Count;
use crate::iter::{Items, Pairs};
use crate::reference::{Node, Ref};
use crate::value::{Repr, Value};

impl<'a, R: Count> TreeNode<'a> for Ref<'a, R> {
    type Items = Items<'a, R>;
    type Pairs = Pairs<'a, R>;
    node_methods!('a);

    #[inline]
    fn identity(&self) -> Option<*const ()> {
        self.container()
    }
}

/// Returns whether two nodes are equal.
pub(crate) fn equal<R: Count, S: Count>(a: Ref<'_, R>, b: Ref<'_, S>) -> bool {
    match (a.0, b.0) {
        (Node::View(a), Node::View(b)) => a == b,
        (Node::View(a), _) => varvel_tree::equal(a, b),
        (_, Node::View(b)) => varvel_tree::equal(a, b),
        _ => varvel_tree::equal(a, b),
    }
}

impl<R: Count> Hash for Ref<'_, R> {
    /// Hashes so that equal nodes have equal hashes, a [`View`] included. Costs time linear in the
    /// tree, without recursion.
    fn hash<H: Hasher>(&self, state: &mut H) {
        varvel_tree::hash(*self, state);
    }
}

impl<R: Count> Hash for Value<R> {
    /// Hashes as [`Ref`] does.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_ref().hash(state);
    }
}

impl<R: Count> Ord for Ref<'_, R> {
    /// Orders as [`View`] does: numbers compare exactly by their value, whatever their kind.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!(9007199254740993_i64) > value!(9007199254740992.0));
    /// assert!(value!([1, 2]) < value!([1, 2, 0]));
    /// assert!(value!({"b": 1, "a": 2}) < value!({"a": 2, "b": 2}));
    /// ```
    fn cmp(&self, other: &Self) -> Ordering {
        varvel_tree::compare(*self, *other)
    }
}

impl<R: Count> PartialOrd for Ref<'_, R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Count> Ord for Value<R> {
    /// Orders as [`Ref`] does.
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_ref().cmp(&other.as_ref())
    }
}

impl<R: Count> PartialOrd for Value<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Count> Ref<'_, R> {
    /// Returns the address of a thawed container, which shows whether two are the same one.
    fn container(&self) -> Option<*const ()> {
        match self.repr()? {
            Repr::Array(ptr) => Some(core::ptr::from_ref(&**ptr).cast()),
            Repr::Object(ptr) => Some(core::ptr::from_ref(&**ptr).cast()),
            Repr::Map(ptr) => Some(core::ptr::from_ref(&**ptr).cast()),
            _ => None,
        }
    }

    /// Returns key and value of the member at `index` of an object or a map, from zero.
    ///
    /// ```
    /// # use varvel::value;
    /// let point = value!({"x": 1, "y": 2});
    /// let (key, value) = point.as_ref().pair_at(1).unwrap();
    /// assert!(key == "y" && value == 2);
    /// ```
    pub fn pair_at(&self, index: usize) -> Option<(Self, Self)> {
        self.pairs().nth(index)
    }
}

impl<R: Count, S: Count> PartialEq<Ref<'_, S>> for Ref<'_, R> {
    fn eq(&self, other: &Ref<'_, S>) -> bool {
        equal(*self, *other)
    }
}
impl<R: Count> Eq for Ref<'_, R> {}

impl<R: Count, S: Count> PartialEq<Value<S>> for Value<R> {
    /// Compares by the node model; see [`Value`].
    fn eq(&self, other: &Value<S>) -> bool {
        equal(self.as_ref(), other.as_ref())
    }
}
impl<R: Count> Eq for Value<R> {}

/// Implements equality with types that can be viewed as a node.
macro_rules! with_nodes {
    ($([$($p:ident: $bound:ident)?] $other:ty, $of:ident => $node:expr;)*) => {$(
        impl<R: Count $(, $p: $bound)?> PartialEq<$other> for Value<R> {
            fn eq(&self, other: &$other) -> bool {
                let $of = other;
                equal::<R, R>(self.as_ref(), $node)
            }
        }
        impl<R: Count $(, $p: $bound)?> PartialEq<Value<R>> for $other {
            fn eq(&self, other: &Value<R>) -> bool {
                other == self
            }
        }
        impl<R: Count $(, $p: $bound)?> PartialEq<$other> for Ref<'_, R> {
            fn eq(&self, other: &$other) -> bool {
                let $of = other;
                equal::<R, R>(*self, $node)
            }
        }
        impl<R: Count $(, $p: $bound)?> PartialEq<Ref<'_, R>> for $other {
            fn eq(&self, other: &Ref<'_, R>) -> bool {
                other == self
            }
        }
    )*};
}

with_nodes! {
    [] View<'_>, view => Ref::from_view(*view);
    [O: Owner] Frozen<O>, frozen => Ref::from_view(frozen.view());
}

impl<R: Count> PartialEq<Ref<'_, R>> for Value<R> {
    fn eq(&self, other: &Ref<'_, R>) -> bool {
        equal(self.as_ref(), *other)
    }
}
impl<R: Count> PartialEq<Value<R>> for Ref<'_, R> {
    fn eq(&self, other: &Value<R>) -> bool {
        equal(*self, other.as_ref())
    }
}

/// Implements equality with scalars of Rust, by the node model: `1.0` does not equal `1`.
macro_rules! with_scalars {
    ($($t:ty, $this:ident, $other:ident => $same:expr;)*) => {$(
        impl<R: Count> PartialEq<$t> for Ref<'_, R> {
            fn eq(&self, $other: &$t) -> bool {
                let $this = self;
                $same
            }
        }
        impl<R: Count> PartialEq<$t> for Value<R> {
            fn eq(&self, other: &$t) -> bool {
                self.as_ref() == *other
            }
        }
        impl<R: Count> PartialEq<$t> for &Value<R> {
            fn eq(&self, other: &$t) -> bool {
                **self == *other
            }
        }
        impl<R: Count> PartialEq<Value<R>> for $t {
            fn eq(&self, other: &Value<R>) -> bool {
                other.as_ref() == *self
            }
        }
        impl<R: Count> PartialEq<Ref<'_, R>> for $t {
            fn eq(&self, other: &Ref<'_, R>) -> bool {
                other == self
            }
        }
    )*};
}

with_scalars! {
    bool, this, other => this.as_bool() == Some(*other);
    i8, this, other => this.as_i64() == Some((*other).into());
    i16, this, other => this.as_i64() == Some((*other).into());
    i32, this, other => this.as_i64() == Some((*other).into());
    i64, this, other => this.as_i64() == Some(*other);
    isize, this, other => this.as_i64() == i64::try_from(*other).ok();
    u8, this, other => this.as_u64() == Some((*other).into());
    u16, this, other => this.as_u64() == Some((*other).into());
    u32, this, other => this.as_u64() == Some((*other).into());
    u64, this, other => this.as_u64() == Some(*other);
    usize, this, other => this.as_u64() == u64::try_from(*other).ok();
    f32, this, other => this.kind() == Kind::Float
        && this.as_f64().map(float_bits) == Some(float_bits((*other).into()));
    f64, this, other => this.kind() == Kind::Float
        && this.as_f64().map(float_bits) == Some(float_bits(*other));
}

/// Implements equality with the string types of Rust.
macro_rules! with_strings {
    ($($t:ty)*) => {$(
        impl<R: Count> PartialEq<$t> for Ref<'_, R> {
            fn eq(&self, other: &$t) -> bool {
                let other: &str = other;
                self.as_str() == Some(other)
            }
        }
        impl<R: Count> PartialEq<$t> for Value<R> {
            fn eq(&self, other: &$t) -> bool {
                let other: &str = other;
                self.as_str() == Some(other)
            }
        }
        impl<R: Count> PartialEq<Value<R>> for $t {
            fn eq(&self, other: &Value<R>) -> bool {
                let this: &str = self;
                other.as_str() == Some(this)
            }
        }
        impl<R: Count> PartialEq<Ref<'_, R>> for $t {
            fn eq(&self, other: &Ref<'_, R>) -> bool {
                let this: &str = self;
                other.as_str() == Some(this)
            }
        }
    )*};
}

with_strings!(str &str alloc::string::String);
