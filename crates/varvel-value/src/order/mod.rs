//! The total order of nodes, which agrees with equality. Without recursion.
//!
//! Null, booleans, numbers, strings, bytes, timestamps, tagged nodes, arrays, objects, maps: in this
//! order. Arrays compare item by item, objects member by member in the order of their keys.
//!
//! | room | holds |
//! |---|---|
//! | `number` | the exact order of numbers of any kind |
//! | `canonical` | bytes that are equal when nodes are: by these maps compare |

mod canonical;
mod number;

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::Kind;

use crate::count::Count;
use crate::reference::Ref;
use crate::value::Value;

impl<R: Count> Ord for Ref<'_, R> {
    /// Numbers by their value, exactly, whatever their kind; of numbers of one value integers come
    /// first, then floats (`-0.0` before `0.0`), then decimals. NaN is the last of them. Strings and
    /// bytes compare byte by byte, maps in an order of no meaning.
    ///
    /// Linear for arrays; objects are sorted by their keys for it.
    ///
    /// ```
    /// # use varvel_value::value;
    /// assert!(value!(9007199254740993_i64) > value!(9007199254740992.0));
    /// assert!(value!([1, 2]) < value!([1, 2, 0]));
    /// assert!(value!({"b": 1, "a": 2}) < value!({"a": 2, "b": 2}));
    /// ```
    fn cmp(&self, other: &Self) -> Ordering {
        compare(*self, *other)
    }
}

impl<R: Count> PartialOrd for Ref<'_, R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Count> Ord for Value<R> {
    /// See [`Ref`].
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_ref().cmp(&other.as_ref())
    }
}

impl<R: Count> PartialOrd for Value<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Two arrays, objects or tagged nodes that are being compared.
struct Pair<'a, 'b, R: Count> {
    a: Side<'a, R>,
    b: Side<'b, R>,
}

/// One of them.
enum Side<'a, R: Count> {
    Items(crate::Items<'a, R>),
    /// Sorted by key, the last first.
    Members(Vec<(&'a str, Ref<'a, R>)>),
    Tagged(Option<Ref<'a, R>>),
}

impl<'a, R: Count> Side<'a, R> {
    fn new(node: Ref<'a, R>, kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::Array => Self::Items(node.items()),
            Kind::Object => {
                let mut members: Vec<_> = node.entries().collect();
                members.sort_unstable_by(|(a, _), (b, _)| b.cmp(a));
                Self::Members(members)
            }
            Kind::Tagged => Self::Tagged(node.tag().map(|(_, inner)| inner)),
            _ => return None,
        })
    }

    /// The next child, with its key if it has one.
    fn next(&mut self) -> Option<(&'a str, Ref<'a, R>)> {
        match self {
            Self::Items(items) => items.next().map(|item| ("", item)),
            Self::Members(members) => members.pop(),
            Self::Tagged(inner) => inner.take().map(|inner| ("", inner)),
        }
    }
}

fn compare<R: Count>(a: Ref<'_, R>, b: Ref<'_, R>) -> Ordering {
    let mut open: Vec<Pair<'_, '_, R>> = Vec::new();
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

/// What can be said of two nodes without looking into what they contain; if that is nothing, what
/// they contain.
fn shallow<'a, 'b, R: Count>(a: Ref<'a, R>, b: Ref<'b, R>) -> (Ordering, Option<Pair<'a, 'b, R>>) {
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
        Kind::Map => canonical::bytes(a).cmp(&canonical::bytes(b)),
        Kind::Tagged => {
            let tag = |node: Ref<'_, R>| node.tag().map(|(tag, _)| tag);
            tag(a).cmp(&tag(b))
        }
        _ => Ordering::Equal,
    };
    if order != Ordering::Equal {
        return (order, None);
    }
    let pair = Side::new(a, kind).zip(Side::new(b, other));
    (order, pair.map(|(a, b)| Pair { a, b }))
}

/// Kinds in their order; numbers are one.
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
