//! Compares two trees, and the order of their members, in one walk.

use alloc::vec::Vec;

use varvel_core::{Error, Kind, Result};
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

/// Returns whether two trees are equal, and their members have the same order. Costs linear time,
/// and memory for the open containers.
///
/// # Errors
/// `OutOfMemory`.
pub fn is_same(a: Ref<'_>, b: Ref<'_>) -> Result<bool> {
    let mut open: Vec<Rest<'_>> = Vec::new();
    let mut next = Some([a, b]);
    loop {
        // Keys are compared at each place, so all that follows is compared with its like.
        if let Some([a, b]) = next {
            if kind(a) != kind(b) || a.len() != b.len() {
                return Ok(false);
            }
            match Rest::new(a, b) {
                Some(inner) => {
                    let tags = [a.tag(), b.tag()].map(|tag| tag.map(|(tag, _)| tag));
                    if tags[0] != tags[1] {
                        return Ok(false);
                    }
                    open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                    open.push(inner);
                }
                None if !equal(a, b) => return Ok(false),
                None => {}
            }
        }
        let Some(rest) = open.last_mut() else {
            return Ok(true);
        };
        next = rest.next();
        if next.is_none() {
            open.pop();
        }
    }
}

/// Returns the kind of a node. An object is a map whose keys are all strings.
fn kind(node: Ref<'_>) -> Kind {
    match node.kind() {
        Kind::Object => Kind::Map,
        kind => kind,
    }
}

/// Returns whether two nodes without nodes inside are equal.
fn equal(a: Ref<'_>, b: Ref<'_>) -> bool {
    match (a.as_str(), b.as_str()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}
