//! Gives a verified buffer as events.

use alloc::vec::Vec;

use varvel_core::{Bytes, Encode, Error, Result, Sink, Str};

use super::reference::{Iter, Map, Reference, Vector};
use super::slots::{Items, Type};

/// The most numbers in one event.
const ROW: usize = 64;

/// A container that is open.
struct Open<'a> {
    /// A map's keys, and the number of members given so far.
    map: Option<(Map<'a>, usize)>,
    items: Iter<'a>,
}

/// Gives the node as events. All floats are given with 64 bits: their width in a buffer is what
/// they need, not what they were.
impl<C: ?Sized> Encode<C> for Reference<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        drive(*self, sink)
    }
}

impl<'a> Reference<'a> {
    /// Gives the node to a sink. Its strings and bytes may be borrowed from the buffer. Time is
    /// linear in the events.
    ///
    /// ```
    /// use varvel::Limits;
    /// use varvel::flexbuffers::{Builder, Flex, to_vec};
    /// let bytes = to_vec(&[[1, 2], [3, 4]])?;
    /// let root = Flex::new(&bytes, &Limits::DEFAULT)?.root();
    /// let mut builder = Builder::new();
    /// root.as_vector().unwrap().get(1).unwrap().drive(&mut builder)?;
    /// assert_eq!(builder.finish()?, to_vec(&[3, 4])?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns errors of the sink, and `OutOfMemory`.
    pub fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result {
        drive(self, sink)
    }
}

/// Gives a node to a sink, with a stack of its own.
fn drive<'a, S: Sink<'a>>(root: Reference<'a>, sink: &mut S) -> Result {
    let mut open = Vec::new();
    node(root, sink, &mut open)?;
    while let Some(top) = open.last_mut() {
        let Open { map, items } = top;
        let Some(item) = items.next() else {
            match map {
                Some(_) => sink.end_map()?,
                None => sink.end_array()?,
            }
            open.pop();
            continue;
        };
        if let Some((map, i)) = map {
            sink.key(Str::from(map.key(*i).unwrap_or_default()))?;
            *i += 1;
        }
        node(item, sink, &mut open)?;
    }
    Ok(())
}

/// Gives a node to a sink, or opens it.
fn node<'a, S: Sink<'a>>(node: Reference<'a>, sink: &mut S, open: &mut Vec<Open<'a>>) -> Result {
    match node.flex_type() {
        Type::Null => sink.null(),
        Type::Bool => sink.bool(node.as_bool().unwrap_or_default()),
        Type::Int | Type::IndirectInt | Type::UInt | Type::IndirectUInt => integer(node, sink),
        Type::Float | Type::IndirectFloat => sink.f64(node.as_f64().unwrap_or_default()),
        Type::Key | Type::String => sink.str(Str::from(node.as_str().unwrap_or_default())),
        Type::Blob => sink.bytes(Bytes::from(node.as_bytes().unwrap_or_default())),
        Type::Map => {
            let Some(map) = node.as_map() else {
                return Ok(());
            };
            sink.begin_map(Some(map.len()))?;
            push(open, map.values(), Some((map, 0)))
        }
        _ => {
            let Some(vector) = node.as_vector() else {
                return Ok(());
            };
            sink.begin_array(Some(vector.len()))?;
            match vector.items() {
                Items::All(Type::Int) => {
                    rows(vector, |item| item.as_i64(), |row| sink.i64s(row))?;
                }
                Items::All(Type::Float) => {
                    rows(vector, |item| item.as_f64(), |row| sink.f64s(row))?;
                }
                _ => return push(open, vector, None),
            }
            sink.end_array()
        }
    }
}

fn integer<'a, S: Sink<'a>>(node: Reference<'a>, sink: &mut S) -> Result {
    match node.as_i64() {
        Some(value) => sink.i64(value),
        None => sink.u64(node.as_u64().unwrap_or_default()),
    }
}

fn push<'a>(open: &mut Vec<Open<'a>>, items: Vector<'a>, map: Option<(Map<'a>, usize)>) -> Result {
    open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    open.push(Open {
        map,
        items: items.iter(),
    });
    Ok(())
}

/// Gives the numbers of a vector, up to [`ROW`] in one event.
fn rows<'a, T: Copy + Default>(
    vector: Vector<'a>,
    read: impl Fn(Reference<'a>) -> Option<T>,
    mut give: impl FnMut(&[T]) -> Result,
) -> Result {
    let (mut row, mut filled) = ([T::default(); ROW], 0);
    for item in vector {
        row[filled] = read(item).unwrap_or_default();
        filled += 1;
        if filled == ROW {
            give(&row)?;
            filled = 0;
        }
    }
    give(&row[..filled])
}
