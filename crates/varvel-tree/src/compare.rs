//! The total order of nodes, which agrees with equality.
//!
//! The order of kinds is: null, booleans, numbers, strings, bytes, timestamps, tagged nodes,
//! arrays, objects, maps. Arrays compare item by item, objects member by member in the order of
//! their keys, maps by their sort keys.

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::Kind;

use crate::equal::equal;
use crate::node::TreeNode;
use crate::number;
use crate::sort_key::sort_key;

/// Two arrays, objects or tagged nodes that are being compared.
struct Pair<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>> {
    a: Side<'a, A>,
    b: Side<'b, B>,
}

/// One side of a pair.
enum Side<'a, N: TreeNode<'a>> {
    Items(N::Items),
    /// The members, sorted by key in reverse, so that the first is at the end.
    Members(Vec<(&'a str, N)>),
    Tagged(Option<N>),
}

impl<'a, N: TreeNode<'a>> Side<'a, N> {
    fn new(node: N, kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::Array => Self::Items(node.items()),
            Kind::Object => {
                let text = |(key, value): (N, N)| (key.as_str().unwrap_or_default(), value);
                let mut members: Vec<_> = node.pairs().map(text).collect();
                members.sort_unstable_by(|(a, _), (b, _)| b.cmp(a));
                Self::Members(members)
            }
            Kind::Tagged => Self::Tagged(node.tag().map(|(_, inner)| inner)),
            _ => return None,
        })
    }

    /// Returns the next child, with its key if it has one.
    fn next(&mut self) -> Option<(&'a str, N)> {
        match self {
            Self::Items(items) => items.next().map(|item| ("", item)),
            Self::Members(members) => members.pop(),
            Self::Tagged(inner) => inner.take().map(|inner| ("", inner)),
        }
    }
}

/// Compares two nodes, which may be of two types. The order is total, and agrees with
/// [`equal`](crate::equal()).
///
/// Costs linear time for arrays; objects are first sorted by their keys, and maps by their sort
/// keys. Does not recurse.
///
/// ```
/// use varvel_frozen::Frozen;
/// use varvel_tree::compare;
/// let (integer, float) = (Frozen::from_typed(&2_u8)?, Frozen::from_typed(&1.5)?);
/// assert!(compare(integer.view(), float.view()).is_gt());
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn compare<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B) -> Ordering {
    let mut open: Vec<Pair<'a, 'b, A, B>> = Vec::new();
    let mut next = Some((a, b));
    loop {
        if let Some((a, b)) = next {
            match shallow(a, b) {
                (Ordering::Equal, Some(pair)) => open.push(pair),
                (Ordering::Equal, None) => {}
                (order, _) => return order,
            }
        }
        let Some(Pair { a, b }) = open.last_mut() else {
            return Ordering::Equal;
        };
        next = match (a.next(), b.next()) {
            (Some((key, a)), Some((other, b))) => match key.cmp(other) {
                Ordering::Equal => Some((a, b)),
                order => return order,
            },
            (None, None) => {
                open.pop();
                None
            }
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
        };
    }
}

/// Compares two nodes without looking into their content. If they are equal so far, also returns
/// the content to compare.
fn shallow<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(
    a: A,
    b: B,
) -> (Ordering, Option<Pair<'a, 'b, A, B>>) {
    let (kind, other) = (a.kind(), b.kind());
    let order = match kind {
        Kind::Integer | Kind::Float | Kind::Decimal if rank(other) == rank(kind) => {
            number::compare(a, b)
        }
        _ if kind != other => rank(kind).cmp(&rank(other)),
        Kind::Bool => a.as_bool().cmp(&b.as_bool()),
        Kind::String => a.as_str().cmp(&b.as_str()),
        Kind::Bytes => a.as_bytes().cmp(&b.as_bytes()),
        Kind::Timestamp => a.as_timestamp().cmp(&b.as_timestamp()),
        // Sort keys take more time than equality.
        Kind::Map if equal(a, b) => Ordering::Equal,
        Kind::Map => sort_key(a).cmp(&sort_key(b)),
        Kind::Tagged => {
            let (a, b) = (a.tag().map(|(tag, _)| tag), b.tag().map(|(tag, _)| tag));
            a.cmp(&b)
        }
        _ => Ordering::Equal,
    };
    if order != Ordering::Equal {
        return (order, None);
    }
    let pair = Side::new(a, kind).zip(Side::new(b, other));
    (order, pair.map(|(a, b)| Pair { a, b }))
}

/// Returns the place of a kind in the order; all numbers share one.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Null => 0,
        Kind::Bool => 1,
        Kind::Integer | Kind::Float | Kind::Decimal => 2,
        Kind::String => 3,
        Kind::Bytes => 4,
        Kind::Timestamp => 5,
        Kind::Tagged => 6,
        Kind::Array => 7,
        Kind::Object => 8,
        _ => 9,
    }
}
