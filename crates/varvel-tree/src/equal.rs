//! Equality of nodes, in linear time.
//!
//! Arrays compare item by item, whatever their layout. Objects with the same keys in the same order
//! compare member by member. Otherwise each key of one is looked up in the other, beyond
//! [`COMPARED`] keys through a hash table. The keys of maps may be any nodes: maps are compared as
//! a whole by their codes ([`NodeCodes`]), which are equal if and only if the maps are.

use alloc::alloc::handle_alloc_error;
use alloc::vec::{self, Vec};
use core::alloc::Layout;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use varvel_core::number::float_bits;
use varvel_core::secret::RandomState;
use varvel_core::unique::NodeCodes;
use varvel_core::{Error, Kind};

use crate::node::TreeNode;

/// Up to this many keys are compared with each other; more keys go through a hash table.
const COMPARED: usize = 16;

/// The rest of two containers of one kind and length that are being compared.
enum Pair<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>> {
    Items(A::Items, B::Items),
    /// Members with the same keys in the same order.
    Members(A::Pairs, B::Pairs),
    /// Pairs of nodes to compare: the values of members in different orders, tagged nodes.
    Nodes(vec::IntoIter<(A, B)>),
}

impl<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>> Pair<'a, 'b, A, B> {
    #[inline]
    fn next(&mut self) -> Option<(A, B)> {
        match self {
            Self::Items(a, b) => a.next().zip(b.next()),
            Self::Members(a, b) => a.next().zip(b.next()).map(|((_, a), (_, b))| (a, b)),
            Self::Nodes(nodes) => nodes.next(),
        }
    }
}

/// Compares two nodes, which may be of two types. Returns whether they are equal.
///
/// Arrays are equal if their items are, objects whatever the order of their members. An integer
/// never equals a float, and NaN equals NaN. Costs linear time, without recursion.
///
/// ```
/// use varvel_frozen::Frozen;
/// use varvel_tree::equal;
/// let (narrow, wide) = (Frozen::from_typed(&[1_u8, 2])?, Frozen::from_typed(&[1_i64, 2])?);
/// assert!(equal(narrow.view(), wide.view()));
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn equal<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B) -> bool {
    let mut pair = match compare(a, b) {
        Shallow::Differ => return false,
        Shallow::Equal => return true,
        Shallow::Open(pair) => pair,
    };
    let mut open: Vec<Pair<'a, 'b, A, B>> = Vec::new();
    loop {
        while let Some((a, b)) = pair.next() {
            match compare(a, b) {
                Shallow::Differ => return false,
                Shallow::Equal => {}
                Shallow::Open(inner) => open.push(core::mem::replace(&mut pair, inner)),
            }
        }
        match open.pop() {
            Some(outer) => pair = outer,
            None => return true,
        }
    }
}

/// The result of comparing two nodes without looking into their content.
enum Shallow<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>> {
    Differ,
    Equal,
    /// Two containers that are equal so far.
    Open(Pair<'a, 'b, A, B>),
}

#[inline]
fn compare<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B) -> Shallow<'a, 'b, A, B> {
    let kind = a.kind();
    let same = match kind {
        _ if kind != b.kind() => false,
        Kind::Null => true,
        Kind::Bool => a.as_bool() == b.as_bool(),
        Kind::Integer => match (a.as_i64(), b.as_i64()) {
            // Only integers beyond 64 bits have a text, and they equal no others.
            (None, None) => a.as_u64() == b.as_u64() && a.as_number_text() == b.as_number_text(),
            (a, b) => a == b,
        },
        Kind::Float => a.as_f64().map(float_bits) == b.as_f64().map(float_bits),
        Kind::Decimal => a.as_number_text() == b.as_number_text(),
        Kind::String => a.as_str() == b.as_str(),
        Kind::Bytes => a.as_bytes() == b.as_bytes(),
        Kind::Timestamp => a.as_timestamp() == b.as_timestamp(),
        _ => return open(a, b, kind),
    };
    match same {
        true => Shallow::Equal,
        false => Shallow::Differ,
    }
}

/// Opens two containers of one kind.
fn open<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B, kind: Kind) -> Shallow<'a, 'b, A, B> {
    if a.len() != b.len() {
        return Shallow::Differ;
    }
    if a.identity().is_some() && a.identity() == b.identity() {
        return Shallow::Equal;
    }
    let pair = match kind {
        Kind::Array => Some(Pair::Items(a.items(), b.items())),
        Kind::Object => members(a, b),
        Kind::Map if maps(a, b) => return Shallow::Equal,
        Kind::Map => None,
        _ => match (a.tag(), b.tag()) {
            (Some((x, a)), Some((y, b))) if x == y => {
                Some(Pair::Nodes(alloc::vec![(a, b)].into_iter()))
            }
            _ => None,
        },
    };
    pair.map_or(Shallow::Differ, Shallow::Open)
}

/// Returns the members of two objects of one length as a pair, unless a key is missing.
fn members<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B) -> Option<Pair<'a, 'b, A, B>> {
    let same = |((x, _), (y, _)): ((A, A), (B, B))| x.as_str() == y.as_str();
    if a.pairs().zip(b.pairs()).all(same) {
        return Some(Pair::Members(a.pairs(), b.pairs()));
    }
    let text = |(key, value): (B, B)| (key.as_str().unwrap_or_default(), value);
    let others: Vec<(&str, B)> = b.pairs().map(text).collect();
    let nodes: Option<Vec<(A, B)>> = if others.len() <= COMPARED {
        let find = |(key, value): (A, A)| {
            let key = key.as_str()?;
            let (_, other) = others.iter().find(|(other, _)| *other == key)?;
            Some((value, *other))
        };
        a.pairs().map(find).collect()
    } else {
        let hasher = RandomState::default();
        let mut table = HashTable::with_capacity(others.len());
        for (i, (key, _)) in others.iter().enumerate() {
            table.insert_unique(hasher.hash_one(key), i, |&i: &usize| {
                hasher.hash_one(others[i].0)
            });
        }
        let find = |(key, value): (A, A)| {
            let key = key.as_str()?;
            let found = table.find(hasher.hash_one(key), |&i| others[i].0 == key)?;
            Some((value, others[*found].1))
        };
        a.pairs().map(find).collect()
    };
    Some(Pair::Nodes(nodes?.into_iter()))
}

/// Compares two maps of one length.
fn maps<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B) -> bool {
    let mut codes: NodeCodes = NodeCodes::default();
    let mut numbers = || {
        let a = codes.number(|codes| a.drive(codes))?;
        let b = codes.number(|codes| b.drive(codes))?;
        Ok::<_, Error>(a.0 == b.0)
    };
    match numbers() {
        Ok(equal) => equal,
        // This sink refuses nothing, so memory is missing.
        Err(_) => handle_alloc_error(Layout::new::<NodeCodes>()),
    }
}
