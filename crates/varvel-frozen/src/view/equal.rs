//! Equality by the node model, and the digest of a node that agrees with it. Both without
//! recursion and linear.
//!
//! Arrays are compared item by item whatever their layout. Objects with the same keys in the same
//! order are compared slot by slot; else each key of one is found in the other, beyond
//! [`COMPARED`] keys through a hash table. The keys of maps may be any nodes: they are brought
//! together by their digests, then compared like values.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use varvel_core::{Error, Kind, Result};

use super::View;
use super::raw::Node;

/// Up to this many keys are compared with each other; more go through a hash table.
const COMPARED: usize = 16;

impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        equal(*self, *other)
    }
}

/// Two containers of one kind and length that are being compared.
struct Pair<'a, 'b> {
    a: View<'a>,
    b: View<'b>,
    next: usize,
    /// How many steps there are: an item, a value, or a key of a map.
    steps: usize,
    /// Objects and maps in different orders: which member of `b` belongs to each of `a`.
    order: Option<Vec<usize>>,
}

impl<'a, 'b> Pair<'a, 'b> {
    /// The two nodes of step `i`.
    fn step(&self, i: usize) -> Option<(View<'a>, View<'b>)> {
        let member = |i: usize| self.order.as_ref().map_or(i, |order| order[i]);
        match self.a.kind() {
            Kind::Array => self.a.at(i).zip(self.b.at(i)),
            Kind::Object => self.a.values().nth(i).zip(self.b.values().nth(member(i))),
            Kind::Map => {
                let (a, b) = self
                    .a
                    .pairs()
                    .nth(i / 2)
                    .zip(self.b.pairs().nth(member(i / 2)))?;
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

fn equal<'a, 'b>(a: View<'a>, b: View<'b>) -> bool {
    let mut open: Vec<Pair<'a, 'b>> = Vec::new();
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
enum Shallow<'a, 'b> {
    Differ,
    Equal,
    /// Containers, alike so far.
    Open(Pair<'a, 'b>),
}

fn compare<'a, 'b>(a: View<'a>, b: View<'b>) -> Shallow<'a, 'b> {
    let open = |steps, order| {
        Shallow::Open(Pair {
            a,
            b,
            next: 0,
            steps,
            order,
        })
    };
    let same = match (a.node(), b.node()) {
        (Node::Null, Node::Null) => true,
        (Node::Bool(a), Node::Bool(b)) => a == b,
        (Node::Int(a), Node::Int(b)) => a == b,
        (Node::U64(a), Node::U64(b)) => a == b,
        _ if a.kind() != b.kind() => false,
        _ => match a.kind() {
            Kind::String => a.as_str() == b.as_str(),
            Kind::Bytes => a.as_bytes() == b.as_bytes(),
            Kind::Float => a.as_f64().map(float_bits) == b.as_f64().map(float_bits),
            // Integers of different sizes differ.
            Kind::Integer => {
                a.as_number_text().is_some() && a.as_number_text() == b.as_number_text()
            }
            Kind::Decimal => a.as_number_text() == b.as_number_text(),
            Kind::Timestamp => a.as_timestamp() == b.as_timestamp(),
            Kind::Tagged => match (a.tag(), b.tag()) {
                (Some((x, _)), Some((y, _))) if x == y => return open(1, None),
                _ => false,
            },
            _ if a.len() != b.len() => false,
            Kind::Array => return open(a.len(), None),
            Kind::Object => match object_order(&a, &b) {
                Some(order) => return open(a.len(), order),
                None => false,
            },
            _ => match map_order(&a, &b) {
                Some(order) => return open(2 * a.len(), Some(order)),
                None => false,
            },
        },
    };
    if same {
        Shallow::Equal
    } else {
        Shallow::Differ
    }
}

/// Bits that are equal when floats are: NaN equals NaN, -0.0 differs from 0.0.
fn float_bits(value: f64) -> u64 {
    if value.is_nan() {
        f64::NAN.to_bits()
    } else {
        value.to_bits()
    }
}

/// Which member of `b` has the key of each member of `a`: `Some(None)` when they are in the same
/// order, `None` when a key is missing.
#[allow(clippy::option_option)] // the two nones mean what the line above says
fn object_order(a: &View<'_>, b: &View<'_>) -> Option<Option<Vec<usize>>> {
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
fn map_order(a: &View<'_>, b: &View<'_>) -> Option<Vec<usize>> {
    let hasher = RandomState::default();
    let sorted = |view: &View<'_>| {
        let keys = view.pairs().map(|(key, _)| digest(key, &hasher));
        let mut keys: Vec<(u64, usize)> = keys.zip(0..).collect();
        keys.sort_unstable();
        keys
    };
    let mut order = alloc::vec![0; a.len()];
    for ((x, i), (y, j)) in sorted(a).into_iter().zip(sorted(b)) {
        if x != y {
            return None;
        }
        order[i] = j;
    }
    Some(order)
}

/// A number that is equal for equal nodes, and as good as never for others.
fn digest(view: View<'_>, hasher: &RandomState) -> u64 {
    let mut digester = Digester {
        hasher,
        open: Vec::new(),
        keys: None,
    };
    // Without a record of keys nothing can fail.
    digester.run(view).unwrap_or(0)
}

/// Refuses a document with a map that has a key twice. One linear pass.
pub(crate) fn unique_map_keys(view: View<'_>) -> Result {
    let hasher = RandomState::default();
    let mut digester = Digester {
        hasher: &hasher,
        open: Vec::new(),
        keys: Some(Vec::new()),
    };
    digester.run(view).map(|_| ())
}

struct Digester<'a, 'h> {
    hasher: &'h RandomState,
    open: Vec<Open<'a>>,
    /// The digests of the keys of open maps, when they are to be proved unique.
    keys: Option<Vec<u64>>,
}

/// A container whose digest is being made.
struct Open<'a> {
    view: View<'a>,
    next: usize,
    sum: u64,
    /// The digest of the last key of a map.
    key: u64,
    /// Where this map's keys begin in `Digester::keys`.
    first: usize,
}

impl<'a> Digester<'a, '_> {
    fn one(&self, value: impl Hash) -> u64 {
        self.hasher.hash_one(value)
    }

    fn run(&mut self, view: View<'a>) -> Result<u64> {
        let mut next = view;
        loop {
            let mut done = match self.scalar(&next) {
                Some(digest) => digest,
                None => {
                    self.open
                        .try_reserve(1)
                        .map_err(|_| Error::out_of_memory())?;
                    let first = self.keys.as_ref().map_or(0, Vec::len);
                    self.open.push(Open {
                        view: next,
                        next: 0,
                        sum: 0,
                        key: 0,
                        first,
                    });
                    match self.inner(0) {
                        Some(inner) => {
                            next = inner;
                            continue;
                        }
                        None => self.close()?,
                    }
                }
            };
            next = loop {
                if self.open.is_empty() {
                    return Ok(done);
                }
                let i = self.add(done)?;
                match self.inner(i) {
                    Some(inner) => break inner,
                    None => done = self.close()?,
                }
            };
        }
    }

    /// The node number `i` of the innermost open container.
    fn inner(&self, i: usize) -> Option<View<'a>> {
        let view = self.open.last()?.view;
        match view.kind() {
            Kind::Array => view.at(i),
            Kind::Object => view.values().nth(i),
            Kind::Map => {
                let (key, value) = view.pairs().nth(i / 2)?;
                Some(if i.is_multiple_of(2) { key } else { value })
            }
            _ if i == 0 => view.tag().map(|(_, inner)| inner),
            _ => None,
        }
    }

    /// Adds a node of the innermost open container; the number of the next.
    fn add(&mut self, digest: u64) -> Result<usize> {
        let hasher = self.hasher;
        let Some(open) = self.open.last_mut() else {
            return Ok(0);
        };
        let i = open.next;
        open.next += 1;
        match open.view.kind() {
            // Sums do not depend on the order.
            Kind::Object => {
                let key = open.view.keys().nth(i).unwrap_or_default();
                open.sum = open.sum.wrapping_add(hasher.hash_one((key, digest)));
            }
            Kind::Map if i % 2 == 0 => {
                open.key = digest;
                if let Some(keys) = &mut self.keys {
                    keys.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                    keys.push(digest);
                }
            }
            Kind::Map => open.sum = open.sum.wrapping_add(hasher.hash_one((open.key, digest))),
            _ => open.sum = hasher.hash_one((open.sum, digest)),
        }
        Ok(open.next)
    }

    /// Closes the innermost open container.
    fn close(&mut self) -> Result<u64> {
        let Some(open) = self.open.pop() else {
            return Ok(0);
        };
        let tag = open.view.tag().map(|(tag, _)| tag);
        if let (Kind::Map, Some(keys)) = (open.view.kind(), &mut self.keys) {
            let mine = &mut keys[open.first..];
            mine.sort_unstable();
            if mine.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(crate::validate::invalid(
                    open.view.site.place,
                    "a map whose keys differ",
                ));
            }
            keys.truncate(open.first);
        }
        Ok(self.one((open.view.kind(), tag, open.view.len(), open.sum)))
    }

    /// The digest of a node that contains no others.
    fn scalar(&self, view: &View<'_>) -> Option<u64> {
        let kind = view.kind();
        Some(match view.node() {
            Node::Null => self.one(kind),
            Node::Bool(value) => self.one((kind, value)),
            Node::Int(value) => self.one((kind, value)),
            Node::U64(value) => self.one((kind, value)),
            Node::F64(value) => self.one((kind, float_bits(value))),
            Node::F32(value) => self.one((kind, float_bits(value.into()))),
            Node::Str { .. } => self.one((kind, view.as_str())),
            Node::Bytes { .. } => self.one((kind, view.as_bytes())),
            Node::Big { .. } | Node::Decimal { .. } => self.one((kind, view.as_number_text())),
            Node::Timestamp { .. } => self.one((kind, view.as_timestamp())),
            _ => return None,
        })
    }
}
