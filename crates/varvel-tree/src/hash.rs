//! Digests and hashes that agree with equality, in linear time. The digests of members are added
//! up, so that their order does not matter.
//!
//! A digest only ever says that nodes differ. Keys of a map whose digests are equal are compared.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hasher};

use varvel_core::number::float_bits;
use varvel_core::secret::RandomState;
use varvel_core::unique::NodeCodes;
use varvel_core::{Kind, Tag};

use crate::node::TreeNode;

/// Feeds a node to a hasher. Equal nodes of two types feed it the same number. Costs linear time,
/// without recursion.
///
/// A `Hasher` is fed in one order only, but the members of equal objects may stand in any order. So
/// this feeds it a digest that does not depend on their order. The current state of the hasher is
/// the key of the digest, so that a hasher with a secret key makes a digest with a secret key.
pub fn hash<'a, N: TreeNode<'a>, H: Hasher>(node: N, state: &mut H) {
    let hasher = RandomState::with_seed(state.finish());
    state.write_u64(digest(node, &hasher));
}

/// Computes a number that is equal for equal nodes, and almost never for others. Costs linear time,
/// without recursion.
///
/// ```
/// use core::hash::BuildHasher;
/// use varvel_frozen::Frozen;
/// use varvel_tree::digest;
/// # fn digest_of<B: BuildHasher>(hasher: B) -> Result<(), varvel_core::Error> {
/// let (narrow, wide) = (Frozen::from_typed(&[1_u8, 2])?, Frozen::from_typed(&[1_i64, 2])?);
/// assert_eq!(digest(narrow.view(), &hasher), digest(wide.view(), &hasher));
/// # Ok(())
/// # }
/// # digest_of(std::hash::RandomState::new())?;
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn digest<'a, N: TreeNode<'a>, B: BuildHasher>(node: N, hasher: &B) -> u64 {
    // Without a record of keys, the only error is missing memory, for which zero is returned.
    run(node, hasher, None).unwrap_or(0)
}

/// Computes the same number as [`digest`], unless a map in the node has a duplicate key. Keys with
/// equal digests are compared exactly, in linear time for each map that has such keys.
///
/// # Errors
/// [`Refused`]: a map with a duplicate key, or no memory for the digests of the keys.
pub fn digest_with_unique_keys<'a, N: TreeNode<'a>, B: BuildHasher>(
    node: N,
    hasher: &B,
) -> Result<u64, Refused<N>> {
    run(node, hasher, Some(&mut Vec::new()))
}

/// The reason why [`digest_with_unique_keys`] returns no digest.
#[derive(Clone, Copy, Debug)]
pub enum Refused<N> {
    /// Memory was missing.
    Memory,
    /// This map has a duplicate key.
    Twice(N),
}

/// A container whose digest is being computed.
struct Open<'a, N: TreeNode<'a>> {
    node: N,
    children: Children<'a, N>,
    kind: Kind,
    sum: u64,
    /// The index of this map's first key in the record of keys.
    first: usize,
}

enum Children<'a, N: TreeNode<'a>> {
    Items(N::Items),
    /// The members of an object, and the key of the last one.
    Members(N::Pairs, Option<&'a str>),
    /// The members of a map, the value of the last key, and the digest of the last key.
    Pairs(N::Pairs, Option<N>, Option<u64>),
    Tagged(Tag, Option<N>),
}

impl<'a, N: TreeNode<'a>> Open<'a, N> {
    #[inline]
    fn new(node: N, kind: Kind, first: usize) -> Option<Self> {
        let children = match kind {
            Kind::Array => Children::Items(node.items()),
            Kind::Object => Children::Members(node.pairs(), None),
            Kind::Map => Children::Pairs(node.pairs(), None, None),
            Kind::Tagged => {
                let (tag, inner) = node.tag()?;
                Children::Tagged(tag, Some(inner))
            }
            _ => return None,
        };
        Some(Self {
            node,
            children,
            kind,
            sum: 0,
            first,
        })
    }

    /// Returns the next node whose digest is needed.
    #[inline]
    fn next(&mut self) -> Option<N> {
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

    /// Adds the digest of the last node.
    #[inline]
    fn add<B: BuildHasher>(
        &mut self,
        digest: u64,
        hasher: &B,
        keys: &mut Option<&mut Vec<u64>>,
    ) -> Result<(), Refused<N>> {
        match &mut self.children {
            // A sum does not depend on the order.
            Children::Members(_, key) => {
                self.sum = self.sum.wrapping_add(hasher.hash_one((*key, digest)));
            }
            Children::Pairs(_, _, key) => match key.take() {
                Some(key) => self.sum = self.sum.wrapping_add(hasher.hash_one((key, digest))),
                None => {
                    *key = Some(digest);
                    if let Some(keys) = keys {
                        keys.try_reserve(1).map_err(|_| Refused::Memory)?;
                        keys.push(digest);
                    }
                }
            },
            Children::Items(_) | Children::Tagged(..) => {
                self.sum = hasher.hash_one((self.sum, digest));
            }
        }
        Ok(())
    }

    fn close<B: BuildHasher>(
        self,
        hasher: &B,
        keys: &mut Option<&mut Vec<u64>>,
    ) -> Result<u64, Refused<N>> {
        if let (Kind::Map, Some(keys)) = (self.kind, keys) {
            let mine = &mut keys[self.first..];
            mine.sort_unstable();
            if mine.windows(2).any(|pair| pair[0] == pair[1]) && has_twice(self.node, mine, hasher)?
            {
                return Err(Refused::Twice(self.node));
            }
            keys.truncate(self.first);
        }
        let tag = match self.children {
            Children::Tagged(tag, _) => Some(tag),
            _ => None,
        };
        Ok(hasher.hash_one((self.kind, tag, self.node.len(), self.sum)))
    }
}

/// Returns whether a map has a duplicate key. `digests` are those of its keys, sorted.
#[cold]
#[inline(never)]
fn has_twice<'a, N: TreeNode<'a>, B: BuildHasher>(
    map: N,
    digests: &[u64],
    hasher: &B,
) -> Result<bool, Refused<N>> {
    let mut codes: NodeCodes = NodeCodes::default();
    for (key, _) in map.pairs() {
        let digest = run(key, hasher, None)?;
        let first = digests.partition_point(|&other| other < digest);
        if digests.get(first + 1) == Some(&digest) {
            // This sink refuses nothing, so an error is missing memory.
            let number = codes.number(|codes| key.drive(codes));
            let (_, is_new) = number.map_err(|_| Refused::Memory)?;
            if !is_new {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn run<'a, N: TreeNode<'a>, B: BuildHasher>(
    node: N,
    hasher: &B,
    mut keys: Option<&mut Vec<u64>>,
) -> Result<u64, Refused<N>> {
    let mut open: Vec<Open<'a, N>> = Vec::new();
    let mut next = node;
    loop {
        let kind = next.kind();
        let first = keys.as_ref().map_or(0, |keys| keys.len());
        let mut done = match Open::new(next, kind, first) {
            Some(mut inner) => match inner.next() {
                Some(child) => {
                    open.try_reserve(1).map_err(|_| Refused::Memory)?;
                    open.push(inner);
                    next = child;
                    continue;
                }
                None => inner.close(hasher, &mut keys)?,
            },
            None => scalar(next, kind, hasher),
        };
        next = loop {
            let Some(outer) = open.last_mut() else {
                return Ok(done);
            };
            outer.add(done, hasher, &mut keys)?;
            if let Some(child) = outer.next() {
                break child;
            }
            if let Some(outer) = open.pop() {
                done = outer.close(hasher, &mut keys)?;
            }
        };
    }
}

/// Returns the digest of a node that contains no others.
#[inline]
fn scalar<'a, N: TreeNode<'a>, B: BuildHasher>(node: N, kind: Kind, hasher: &B) -> u64 {
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
