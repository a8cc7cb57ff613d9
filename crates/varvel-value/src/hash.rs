//! Digests and hashes that agree with equality. Without recursion and linear: the digests of members
//! are added up, so that their order does not count.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use varvel_core::{Kind, Tag};

use crate::count::Count;
use crate::entries::Key;
use crate::iter::{Items, Pairs};
use crate::reference::Ref;
use crate::value::Value;

/// Bits that are equal when floats are: NaN equals NaN, -0.0 differs from 0.0.
pub(crate) fn float_bits(value: f64) -> u64 {
    match value.is_nan() {
        true => f64::NAN.to_bits(),
        false => value.to_bits(),
    }
}

/// The digest of a key of a map; of a string it is that of its text.
pub(crate) fn key_digest<R: Count>(key: Ref<'_, R>, hasher: &foldhash::fast::RandomState) -> u64 {
    match key.as_str() {
        Some(text) => text.digest(hasher),
        None => digest(key, hasher),
    }
}

impl<R: Count> Hash for Ref<'_, R> {
    /// Agrees with equality. Linear in the tree, without recursion.
    ///
    /// `Hasher` can be fed in one order only, and the members of equal objects may stand in any. So
    /// what is fed is a digest that does not depend on their order; it is keyed by what the hasher
    /// says so far, so that a hasher with a secret key makes one with a secret key.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let hasher = FixedState::with_seed(state.finish());
        state.write_u64(digest(*self, &hasher));
    }
}

impl<R: Count> Hash for Value<R> {
    /// See [`Ref`].
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_ref().hash(state);
    }
}

/// A container whose digest is being made.
struct Open<'a, R: Count> {
    children: Children<'a, R>,
    kind: Kind,
    len: usize,
    sum: u64,
}

enum Children<'a, R: Count> {
    Items(Items<'a, R>),
    /// Members whose keys are hashed as they come: an object's.
    Members(Pairs<'a, R>, Option<&'a str>),
    /// A key of any kind; then the value that belongs to it, with the digest of the key.
    Pairs(Pairs<'a, R>, Option<Ref<'a, R>>, Option<u64>),
    Tagged(Tag, Option<Ref<'a, R>>),
}

impl<'a, R: Count> Open<'a, R> {
    fn new(node: Ref<'a, R>, kind: Kind) -> Option<Self> {
        let children = match kind {
            Kind::Array => Children::Items(node.items()),
            Kind::Object => Children::Members(node.pairs(), None),
            Kind::Map => Children::Pairs(node.pairs(), None, None),
            Kind::Tagged => node
                .tag()
                .map(|(tag, inner)| Children::Tagged(tag, Some(inner)))?,
            _ => return None,
        };
        Some(Self {
            children,
            kind,
            len: node.len(),
            sum: 0,
        })
    }

    /// The next node of which the digest is needed.
    fn next(&mut self) -> Option<Ref<'a, R>> {
        match &mut self.children {
            Children::Items(items) => items.next(),
            Children::Members(members, last) => {
                let (key, value) = members.next()?;
                *last = key.as_str();
                Some(value)
            }
            Children::Pairs(members, waiting, _) => match waiting.take() {
                Some(value) => Some(value),
                None => {
                    let (key, value) = members.next()?;
                    *waiting = Some(value);
                    Some(key)
                }
            },
            Children::Tagged(_, inner) => inner.take(),
        }
    }

    /// Adds the digest of the node that came last.
    fn add<B: BuildHasher>(&mut self, digest: u64, hasher: &B) {
        match &mut self.children {
            Children::Members(_, key) => {
                self.sum = self.sum.wrapping_add(hasher.hash_one((*key, digest)));
            }
            Children::Pairs(_, _, key) => match key.take() {
                Some(key) => self.sum = self.sum.wrapping_add(hasher.hash_one((key, digest))),
                None => *key = Some(digest),
            },
            Children::Items(_) | Children::Tagged(..) => {
                self.sum = hasher.hash_one((self.sum, digest));
            }
        }
    }

    fn close<B: BuildHasher>(self, hasher: &B) -> u64 {
        let tag = match self.children {
            Children::Tagged(tag, _) => Some(tag),
            _ => None,
        };
        hasher.hash_one((self.kind, tag, self.len, self.sum))
    }
}

/// A number that is equal for equal nodes, and as good as never for others.
fn digest<R: Count, B: BuildHasher>(node: Ref<'_, R>, hasher: &B) -> u64 {
    let mut open: Vec<Open<'_, R>> = Vec::new();
    let mut next = node;
    loop {
        let kind = next.kind();
        let mut done = match Open::new(next, kind) {
            Some(mut inner) => match inner.next() {
                Some(child) => {
                    open.push(inner);
                    next = child;
                    continue;
                }
                None => inner.close(hasher),
            },
            None => scalar(next, kind, hasher),
        };
        next = loop {
            let Some(outer) = open.last_mut() else {
                return done;
            };
            outer.add(done, hasher);
            if let Some(child) = outer.next() {
                break child;
            }
            if let Some(outer) = open.pop() {
                done = outer.close(hasher);
            }
        };
    }
}

/// The digest of a node that contains no others.
fn scalar<R: Count, B: BuildHasher>(node: Ref<'_, R>, kind: Kind, hasher: &B) -> u64 {
    match kind {
        Kind::Bool => hasher.hash_one((kind, node.as_bool())),
        Kind::Integer => match node.as_number_text() {
            Some(text) => hasher.hash_one((kind, text)),
            None => hasher.hash_one((kind, node.as_i64(), node.as_u64())),
        },
        Kind::Float => hasher.hash_one((kind, node.as_f64().map(float_bits))),
        Kind::Decimal => hasher.hash_one((kind, node.as_number_text())),
        Kind::String => hasher.hash_one((kind, node.as_str())),
        Kind::Bytes => hasher.hash_one((kind, node.as_bytes())),
        Kind::Timestamp => hasher.hash_one((kind, node.as_timestamp())),
        _ => hasher.hash_one(kind),
    }
}
