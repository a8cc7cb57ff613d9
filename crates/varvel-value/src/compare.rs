//! Equality by the node model, the same frozen or thawed. Without recursion and linear.
//!
//! Objects with the same keys in the same order are compared member by member; else each key of one
//! is found in the other, beyond [`COMPARED`] keys through a hash table. The keys of maps may be any
//! nodes: they are brought together by their digests, then compared like values.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use varvel_core::Kind;
use varvel_frozen::{Frozen, Owner, View};

use crate::count::Count;
use crate::hash::{float_bits, key_digest};
use crate::reference::{Node, Ref};
use crate::value::{Repr, Value};

/// Up to this many keys are compared with each other; more go through a hash table.
const COMPARED: usize = 16;

/// Two containers of one kind and length that are being compared.
struct Pair<'a, 'b, R: Count, S: Count> {
    a: Ref<'a, R>,
    b: Ref<'b, S>,
    kind: Kind,
    next: usize,
    /// How many steps there are: an item, a value, or a key of a map.
    steps: usize,
    /// Objects and maps in different orders: which member of `b` belongs to each of `a`.
    order: Option<Vec<usize>>,
}

impl<'a, 'b, R: Count, S: Count> Pair<'a, 'b, R, S> {
    /// The two nodes of step `i`.
    fn step(&self, i: usize) -> Option<(Ref<'a, R>, Ref<'b, S>)> {
        let member = |i: usize| self.order.as_ref().map_or(i, |order| order[i]);
        match self.kind {
            Kind::Array => self.a.at(i).zip(self.b.at(i)),
            Kind::Object => self.a.value_at(i).zip(self.b.value_at(member(i))),
            Kind::Map => {
                let a = self.a.pair_at(i / 2)?;
                let b = self.b.pair_at(member(i / 2))?;
                Some(match i % 2 {
                    0 => (a.0, b.0),
                    _ => (a.1, b.1),
                })
            }
            _ => self
                .a
                .tag()
                .map(|(_, a)| a)
                .zip(self.b.tag().map(|(_, b)| b)),
        }
    }
}

/// Whether two nodes are equal.
pub(crate) fn equal<R: Count, S: Count>(a: Ref<'_, R>, b: Ref<'_, S>) -> bool {
    let mut open: Vec<Pair<'_, '_, R, S>> = Vec::new();
    let mut next = Some((a, b));
    loop {
        if let Some((a, b)) = next {
            match compare(a, b) {
                Shallow::Differ => return false,
                Shallow::Equal => {}
                Shallow::Open(pair) => open.push(pair),
            }
        }
        let Some(pair) = open.last_mut() else {
            return true;
        };
        let i = pair.next;
        pair.next += 1;
        next = match i < pair.steps {
            true => pair.step(i),
            false => {
                open.pop();
                None
            }
        };
    }
}

/// What is known of two nodes without looking into what they contain.
enum Shallow<'a, 'b, R: Count, S: Count> {
    Differ,
    Equal,
    /// Containers, alike so far.
    Open(Pair<'a, 'b, R, S>),
}

fn compare<'a, 'b, R: Count, S: Count>(a: Ref<'a, R>, b: Ref<'b, S>) -> Shallow<'a, 'b, R, S> {
    if let (Node::View(a), Node::View(b)) = (a.0, b.0) {
        return match a == b {
            true => Shallow::Equal,
            false => Shallow::Differ,
        };
    }
    let kind = a.kind();
    let open = |steps, order| {
        Shallow::Open(Pair {
            a,
            b,
            kind,
            next: 0,
            steps,
            order,
        })
    };
    let same = match kind {
        _ if kind != b.kind() => false,
        Kind::Null => true,
        Kind::Bool => a.as_bool() == b.as_bool(),
        Kind::Integer => {
            // Only integers beyond 64 bits have a text, and they are equal to no others.
            a.as_i64() == b.as_i64()
                && a.as_u64() == b.as_u64()
                && a.as_number_text() == b.as_number_text()
        }
        Kind::Float => a.as_f64().map(float_bits) == b.as_f64().map(float_bits),
        Kind::Decimal => a.as_number_text() == b.as_number_text(),
        Kind::String => a.as_str() == b.as_str(),
        Kind::Bytes => a.as_bytes() == b.as_bytes(),
        Kind::Timestamp => a.as_timestamp() == b.as_timestamp(),
        Kind::Tagged => match (a.tag(), b.tag()) {
            (Some((x, _)), Some((y, _))) if x == y => return open(1, None),
            _ => false,
        },
        _ if a.len() != b.len() => false,
        _ if is_one(a, b) => true,
        Kind::Array => return open(a.len(), None),
        Kind::Object => match object_order(a, b) {
            Some(order) => return open(a.len(), order),
            None => false,
        },
        _ => match map_order(a, b) {
            Some(order) => return open(2 * a.len(), Some(order)),
            None => false,
        },
    };
    match same {
        true => Shallow::Equal,
        false => Shallow::Differ,
    }
}

/// Whether both are the very same container, which clones share.
fn is_one<R: Count, S: Count>(a: Ref<'_, R>, b: Ref<'_, S>) -> bool {
    match (a.container(), b.container()) {
        (Some(a), Some(b)) => core::ptr::eq(a, b),
        _ => false,
    }
}

/// Which member of `b` has the key of each member of `a`: `Some(None)` when they are in the same
/// order, `None` when a key is missing.
#[allow(clippy::option_option)] // the two nones mean what the line above says
fn object_order<R: Count, S: Count>(a: Ref<'_, R>, b: Ref<'_, S>) -> Option<Option<Vec<usize>>> {
    if a.keys().eq(b.keys()) {
        return Some(None);
    }
    if a.len() <= COMPARED {
        let order = a.keys().map(|key| b.keys().position(|other| other == key));
        return order.collect::<Option<Vec<_>>>().map(Some);
    }
    let hasher = RandomState::default();
    let keys: Vec<&str> = b.keys().collect();
    let mut table = HashTable::with_capacity(keys.len());
    for (i, key) in keys.iter().enumerate() {
        table.insert_unique(hasher.hash_one(key), i, |&i| hasher.hash_one(keys[i]));
    }
    let order = a.keys().map(|key| {
        let found = table.find(hasher.hash_one(key), |&i| keys[i] == key);
        found.copied()
    });
    order.collect::<Option<Vec<_>>>().map(Some)
}

/// Which member of `b` has a key with the digest of each member's of `a`.
fn map_order<R: Count, S: Count>(a: Ref<'_, R>, b: Ref<'_, S>) -> Option<Vec<usize>> {
    fn sorted<R: Count>(map: Ref<'_, R>, hasher: &RandomState) -> Vec<(u64, usize)> {
        let keys = map.pairs().map(|(key, _)| key_digest(key, hasher));
        let mut keys: Vec<(u64, usize)> = keys.zip(0..).collect();
        keys.sort_unstable();
        keys
    }
    let hasher = RandomState::default();
    let mut order = alloc::vec![0; a.len()];
    for ((x, i), (y, j)) in sorted(a, &hasher).into_iter().zip(sorted(b, &hasher)) {
        if x != y {
            return None;
        }
        order[i] = j;
    }
    Some(order)
}

impl<'a, R: Count> Ref<'a, R> {
    /// Where a thawed container is, to tell whether two are one.
    fn container(&self) -> Option<*const ()> {
        match self.0 {
            Node::Value(Value(Repr::Array(ptr))) => Some(core::ptr::from_ref(&**ptr).cast()),
            Node::Value(Value(Repr::Object(ptr))) => Some(core::ptr::from_ref(&**ptr).cast()),
            Node::Value(Value(Repr::Map(ptr))) => Some(core::ptr::from_ref(&**ptr).cast()),
            _ => None,
        }
    }

    /// Key and value of an object's or map's member number `index`, from zero.
    ///
    /// ```
    /// # use varvel_value::value;
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
    /// By the node model; see [`Value`].
    fn eq(&self, other: &Value<S>) -> bool {
        equal(self.as_ref(), other.as_ref())
    }
}
impl<R: Count> Eq for Value<R> {}

/// Equality with types that give a node.
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

/// Equality with scalars of Rust: by the node model too, so that `1.0` is not equal to `1`.
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

/// Equality with strings, which `PartialEq` takes by several names.
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
