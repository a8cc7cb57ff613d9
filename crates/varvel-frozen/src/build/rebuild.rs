//! A document laid out anew from a view: in canonical form.
//!
//! The builder's layout is a function of the events but for two things: which objects get a shape,
//! and which number that has, follow from its budget and its predictions, which
//! [`Builder::canonical`] does without; and where an object turns out to be a map, what has come of
//! it is moved. So what is left to do here is to give the same events for equal nodes, each map as
//! one from its first key on.

use alloc::vec::{self, Vec};

use varvel_core::{Error, Kind, Number, Result, Sink};

use super::Builder;
use crate::freeze::unlimited;
use crate::frozen::Frozen;
use crate::model;
use crate::view::{Items, View};

/// The canonical form of a node. `spec/frozen.md` says what that is.
pub fn canonical(view: View<'_>) -> Result<Frozen> {
    let mut builder = unlimited().canonical();
    builder.start()?;
    rebuild(view, &mut builder)?;
    builder.finish()
}

/// What is left of an open container.
enum Open<'a> {
    Items(Items<'a>),
    Members(vec::IntoIter<(&'a str, View<'a>)>),
    /// Members of a map, and the value that belongs to the last key.
    Pairs(vec::IntoIter<(View<'a>, View<'a>)>, Option<View<'a>>),
}

/// Gives the node to the builder.
fn rebuild(view: View<'_>, builder: &mut Builder) -> Result {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut next = Some(view);
    loop {
        let container = match next {
            Some(node) => give(node, builder)?,
            None => None,
        };
        if let Some(container) = container {
            open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            open.push(container);
        }
        let Some(current) = open.last_mut() else {
            return Ok(());
        };
        next = current.next(builder)?;
        if next.is_none() {
            open.pop();
        }
    }
}

impl<'a> Open<'a> {
    /// The next node inside, of which the key is given; at the end, gives that.
    fn next(&mut self, builder: &mut Builder) -> Result<Option<View<'a>>> {
        let next = match self {
            Self::Items(items) => items.next(),
            Self::Members(members) => match members.next() {
                Some((key, value)) => {
                    builder.key(key.into())?;
                    Some(value)
                }
                None => None,
            },
            Self::Pairs(pairs, waiting) => match waiting.take() {
                Some(value) => Some(value),
                None => match pairs.next() {
                    Some((key, value)) => {
                        *waiting = Some(value);
                        builder.any_key()?;
                        Some(key)
                    }
                    None => None,
                },
            },
        };
        match (&next, self) {
            (Some(_), _) => {}
            (None, Self::Items(_)) => builder.end_array()?,
            (None, _) => builder.end_map()?,
        }
        Ok(next)
    }
}

/// Gives a scalar, or opens a container.
fn give<'a>(mut node: View<'a>, builder: &mut Builder) -> Result<Option<Open<'a>>> {
    let mut kind = node.kind();
    // A tag has no end: what it tags comes in its place.
    while let Kind::Tagged = kind
        && let Some((tag, inner)) = node.tag()
    {
        builder.tag(tag)?;
        node = inner;
        kind = node.kind();
    }
    match kind {
        Kind::Array => {
            builder.begin_array(Some(node.len()))?;
            return Ok(Some(Open::Items(node.items())));
        }
        Kind::Object => {
            builder.begin_map(Some(node.len()))?;
            let mut members = with_room(node.len())?;
            members.extend(node.entries());
            // Already in order, most likely: then this is linear.
            members.sort_unstable_by_key(|(key, _): &(&str, View<'_>)| *key);
            return Ok(Some(Open::Members(members.into_iter())));
        }
        Kind::Map => {
            builder.begin_map(Some(node.len()))?;
            let mut pairs = with_room(node.len())?;
            pairs.extend(node.pairs());
            pairs.sort_by_cached_key(|(key, _)| model::sort_key(*key));
            return Ok(Some(Open::Pairs(pairs.into_iter(), None)));
        }
        _ => scalar(node, kind, builder)?,
    }
    Ok(None)
}

fn with_room<T>(n: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(n)
        .map_err(|_| Error::out_of_memory())?;
    Ok(list)
}

/// Gives a node that contains no others; equal ones as the same event.
#[inline]
fn scalar(node: View<'_>, kind: Kind, builder: &mut Builder) -> Result {
    match kind {
        Kind::String => builder.str(node.as_str().unwrap_or_default().into()),
        Kind::Bool => builder.bool(node.as_bool().unwrap_or_default()),
        Kind::Float => {
            let value = node.as_f64().unwrap_or_default();
            builder.f64(f64::from_bits(model::float_bits(value)))
        }
        Kind::Integer => match node.as_number() {
            Some(Number::I64(value)) => builder.i64(value),
            Some(Number::U64(value)) => builder.u64(value),
            _ => builder.big_integer(node.as_number_text().unwrap_or_default()),
        },
        Kind::Decimal => builder.decimal(node.as_number_text().unwrap_or_default()),
        Kind::Bytes => builder.bytes(node.as_bytes().unwrap_or_default().into()),
        Kind::Timestamp => node
            .as_timestamp()
            .map_or(Ok(()), |time| builder.timestamp(time)),
        _ => builder.null(),
    }
}
