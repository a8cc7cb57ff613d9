//! Lays out a document anew from a view: in canonical form, or with shared strings.
//!
//! For the canonical form, equal documents must give equal bytes. The builder's layout is a
//! function of the events, with two exceptions. First, its budget and its predictions decide which
//! objects get a shape and which number the shape has; [`Builder::canonical`] uses neither. Second,
//! an object that turns out to be a map, or to carry its keys, is moved, and the zeros before
//! packed nodes in it are those of the old place. So it remains to give the same events for equal
//! nodes, and to begin each map as a map and each object with a long key as one that carries its
//! keys.

use alloc::vec::{self, Vec};

use varvel_core::{Duplicates, Error, Kind, Limits, Number, Result, Sink};

use super::shared::Strings;
use super::{Builder, Mode, out_of_order};
use crate::frozen::Frozen;
use crate::layout::{MAX_EXPANSION, MAX_SHAPE_KEY};
use crate::view::{Items, View};

/// Returns the canonical form of a node, as `spec/frozen.md` defines it.
pub fn canonical(view: View<'_>) -> Result<Frozen> {
    let mut rebuild = Rebuild {
        builder: unlimited()?.canonical(),
        canonical: true,
        strings: Strings::default(),
        expanded: 0,
    };
    rebuild.builder.start()?;
    rebuild.run(view)?;
    rebuild.builder.finish()
}

/// Returns a copy of a node in which strings that occur more than once are shared.
pub fn sharing(view: View<'_>) -> Result<Frozen> {
    // A document that consists almost only of long strings shares the short ones alone. A reference
    // to a string takes at least two bytes, so these never stand for too much.
    for longest in [usize::MAX, 2 * MAX_EXPANSION] {
        if let Some(frozen) = sharing_up_to(view, longest)? {
            return Ok(frozen);
        }
    }
    Err(out_of_order())
}

/// Shares strings of at most `longest` bytes. Returns `None` if the references would stand for more
/// bytes than a buffer may have.
fn sharing_up_to(view: View<'_>, longest: usize) -> Result<Option<Frozen>> {
    let mut rebuild = Rebuild {
        builder: unlimited()?,
        canonical: false,
        strings: Strings::count(view, longest)?,
        expanded: 0,
    };
    rebuild.builder.start()?;
    rebuild.strings.share(&mut rebuild.builder)?;
    rebuild.run(view)?;
    let Rebuild {
        mut builder,
        expanded,
        ..
    } = rebuild;
    builder.finish_if(|len| expanded / MAX_EXPANSION < len)
}

/// The state of a document that is laid out anew.
struct Rebuild<'a> {
    builder: Builder,
    /// Whether equal nodes must give the same events.
    canonical: bool,
    /// The strings that the builder shares.
    strings: Strings<'a>,
    /// The number of bytes of all strings that were written as references.
    expanded: usize,
}

/// The rest of an open container.
enum Open<'a> {
    Items(Items<'a>),
    Members(vec::IntoIter<(&'a str, View<'a>)>),
    /// The members of a map, and the value of the last key.
    Pairs(vec::IntoIter<(View<'a>, View<'a>)>, Option<View<'a>>),
}

impl<'a> Rebuild<'a> {
    /// Gives the node to the builder.
    fn run(&mut self, view: View<'a>) -> Result {
        let mut open: Vec<Open<'a>> = Vec::new();
        let mut next = Some(view);
        loop {
            let container = match next {
                Some(node) => self.give(node)?,
                None => None,
            };
            if let Some(container) = container {
                open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                open.push(container);
            }
            let Some(current) = open.last_mut() else {
                return Ok(());
            };
            next = self.next(current)?;
            if next.is_none() {
                open.pop();
            }
        }
    }

    /// Returns the next node of a container, after giving its key. At the end, gives the end of the
    /// container.
    fn next(&mut self, open: &mut Open<'a>) -> Result<Option<View<'a>>> {
        match open {
            Open::Items(items) => match items.next() {
                Some(item) => return Ok(Some(item)),
                None => self.builder.end_array()?,
            },
            Open::Members(members) => match members.next() {
                Some((key, value)) => {
                    self.builder.key(key.into())?;
                    return Ok(Some(value));
                }
                None => self.builder.end_map()?,
            },
            Open::Pairs(pairs, waiting) => {
                if let Some(value) = waiting.take() {
                    return Ok(Some(value));
                }
                match pairs.next() {
                    Some((key, value)) => {
                        self.builder.any_key()?;
                        // A string that is a key is never shared.
                        if let Some(text) = key.as_str() {
                            self.builder.str(text.into())?;
                            return Ok(Some(value));
                        }
                        *waiting = Some(value);
                        return Ok(Some(key));
                    }
                    None => self.builder.end_map()?,
                }
            }
        }
        Ok(None)
    }

    /// Gives a scalar to the builder, or opens a container.
    fn give(&mut self, mut node: View<'a>) -> Result<Option<Open<'a>>> {
        let mut kind = node.kind();
        // A tag has no end event: the tagged node takes its place.
        while let Kind::Tagged = kind
            && let Some((tag, inner)) = node.tag()
        {
            self.builder.tag(tag)?;
            node = inner;
            kind = node.kind();
        }
        match kind {
            Kind::Array => {
                self.builder.begin_array(Some(node.len()))?;
                return Ok(Some(Open::Items(node.items())));
            }
            Kind::Object => {
                self.builder.begin_map(Some(node.len()))?;
                let mut members = with_room(node.len())?;
                members.extend(node.entries());
                if self.canonical {
                    members.sort_unstable_by_key(|(key, _): &(&str, View<'_>)| *key);
                    if members.iter().any(|(key, _)| key.len() > MAX_SHAPE_KEY) {
                        self.builder.become_pairs(Mode::Pairs)?;
                    }
                }
                return Ok(Some(Open::Members(members.into_iter())));
            }
            Kind::Map => {
                self.builder.begin_map(Some(node.len()))?;
                let mut pairs = with_room(node.len())?;
                pairs.extend(node.pairs());
                if self.canonical {
                    pairs.sort_by_cached_key(|(key, _)| varvel_tree::sort_key(*key));
                }
                return Ok(Some(Open::Pairs(pairs.into_iter(), None)));
            }
            Kind::String => self.string(node.as_str().unwrap_or_default())?,
            _ => self.scalar(node, kind)?,
        }
        Ok(None)
    }

    fn string(&mut self, text: &'a str) -> Result {
        match self.strings.number(text) {
            Some(number) => {
                self.expanded = self.expanded.saturating_add(text.len());
                self.builder.shared_str(number)
            }
            None => self.builder.str(text.into()),
        }
    }

    /// Gives any other node that contains none.
    #[inline]
    fn scalar(&mut self, node: View<'_>, kind: Kind) -> Result {
        let builder = &mut self.builder;
        match kind {
            Kind::Bool => builder.bool(node.as_bool().unwrap_or_default()),
            Kind::Float => match node.as_f32() {
                Some(value) if !self.canonical => builder.f32(value),
                _ => {
                    let mut value = node.as_f64().unwrap_or_default();
                    if self.canonical {
                        value = f64::from_bits(varvel_core::number::float_bits(value));
                    }
                    builder.f64(value)
                }
            },
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
}

fn with_room<T>(n: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(n)
        .map_err(|_| Error::out_of_memory())?;
    Ok(list)
}

/// Returns a builder without limits, for a document that was accepted under some limits before.
fn unlimited() -> Result<Builder> {
    Builder::try_with(Duplicates::Error, Limits::NONE)
}
