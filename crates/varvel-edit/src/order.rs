//! The order of members: two trees that are equal may have it or not.

use alloc::vec::Vec;

use varvel_core::Kind;
use varvel_value::{Atomic, Items, Pairs};

use crate::Ref;

/// The rest of two containers that are being compared.
enum Rest<'a> {
    Items([Items<'a, Atomic>; 2]),
    /// The members, and the values of the keys that came last.
    Pairs([Pairs<'a, Atomic>; 2], Option<[Ref<'a>; 2]>),
    Tagged(Option<[Ref<'a>; 2]>),
}

impl<'a> Rest<'a> {
    fn new(a: Ref<'a>, b: Ref<'a>) -> Option<Self> {
        Some(match a.kind() {
            Kind::Array => Self::Items([a.items(), b.items()]),
            Kind::Object | Kind::Map => Self::Pairs([a.pairs(), b.pairs()], None),
            Kind::Tagged => Self::Tagged(Some([a.tag()?.1, b.tag()?.1])),
            _ => return None,
        })
    }

    /// Returns the next two nodes, if there are two.
    fn next(&mut self) -> Option<[Ref<'a>; 2]> {
        match self {
            Self::Items([a, b]) => Some([a.next()?, b.next()?]),
            Self::Pairs([a, b], values) => {
                if let Some(values) = values.take() {
                    return Some(values);
                }
                let ((key, value), (other, other_value)) = (a.next()?, b.next()?);
                *values = Some([value, other_value]);
                Some([key, other])
            }
            Self::Tagged(inner) => inner.take(),
        }
    }
}

/// Returns whether members have the same order in two trees that are equal. Costs linear time, and
/// memory for the open containers.
pub fn is_same(a: Ref<'_>, b: Ref<'_>) -> bool {
    let mut open: Vec<Rest<'_>> = Vec::new();
    open.extend(Rest::new(a, b));
    while let Some(rest) = open.last_mut() {
        match rest.next() {
            // Keys are compared at each place, so all that follows is compared with its like.
            Some([a, b]) => match Rest::new(a, b) {
                _ if a.kind() != b.kind() || a.as_str() != b.as_str() => return false,
                None if a != b => return false,
                inner => open.extend(inner),
            },
            None => {
                open.pop();
            }
        }
    }
    true
}
