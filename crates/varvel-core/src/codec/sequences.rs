//! Codecs of lists: arrays of any length.
//!
//! A set keeps a value that comes twice only once, as `collect` does. It writes its values in its
//! own order.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::strings::no_memory;
use super::{Decode, Encode};
use crate::error::{Error, Result};
use crate::node::{Kind, Kinds};
use crate::sink::Sink;
use crate::source::Source;
use varvel_raw::owned::with_room;

/// How many bytes of memory are reserved at most because a source gives a count.
const TRUSTED: usize = 4096;

/// Returns for how many items to reserve memory if a source gives `count`. The count may be large
/// although few bytes follow.
#[inline]
pub(super) fn trusted<T>(count: Option<usize>) -> usize {
    match count {
        Some(count) => count.min(TRUSTED / size_of::<T>().max(1)),
        None => 0,
    }
}

/// Reads the items of an array that has begun.
#[inline]
pub(super) fn each_item<'de, T, C, R>(
    source: &mut R,
    context: &C,
    mut add: impl FnMut(T) -> Result,
) -> Result
where
    T: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    while source.next_item()? {
        add(T::decode(source, context)?)?;
    }
    Ok(())
}

/// Gives `items`, `len` of them, to `sink` as one array.
#[inline]
pub(super) fn encode_items<'a, T, C, S>(
    len: usize,
    items: impl Iterator<Item = &'a T>,
    sink: &mut S,
    context: &C,
) -> Result
where
    T: Encode<C> + 'a,
    C: ?Sized,
    S: Sink<'a>,
{
    if len == 0 {
        return sink.empty_array();
    }
    sink.nest()?;
    sink.begin_array(Some(len))?;
    for item in items {
        item.encode(sink, context)?;
    }
    sink.end_array()
}

/// Returns the [`Encode::size_hint`] of a list: the sum over its items.
#[inline]
pub(super) fn size_hint_of<C: ?Sized, T: Encode<C>>(items: &[T]) -> usize {
    // The sum of values in memory stays far below the end of `usize`, except for items without a
    // size. Any number is a valid hint for those.
    let brackets = 3;
    items.iter().fold(brackets, |sum: usize, item| {
        sum.wrapping_add(item.size_hint())
    })
}

/// Returns the capacity of a list whose length is not known: as much as the standard library's
/// vector allocates for its first item.
const fn first_room<T>() -> usize {
    match size_of::<T>() {
        0 | 1 => 8,
        2..=1024 => 4,
        _ => 1,
    }
}

/// Adds an item. It is inlined, because an item that is passed to a call goes through memory.
#[inline(always)]
fn push<T>(items: &mut Vec<T>, item: T) -> Result {
    if items.len() == items.capacity() {
        grow(items)?;
    }
    items.push(item);
    Ok(())
}

#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>) -> Result {
    items.try_reserve(1).map_err(|_| Error::out_of_memory())
}

/// Reads an item that the list does not have yet. It is not inlined, so that the loop that reads
/// into existing items stays small.
#[inline(never)]
fn push_next<'de, T, C, R>(items: &mut Vec<T>, source: &mut R, context: &C) -> Result
where
    T: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    push(items, T::decode(source, context)?)
}

#[inline]
fn vector<'de, T, C, R>(source: &mut R, context: &C) -> Result<Vec<T>>
where
    T: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    let count = source.begin_array()?;
    if !source.next_item()? {
        return Ok(Vec::new());
    }
    let room = trusted::<T>(count.or(Some(first_room::<T>())));
    let mut items = with_room(room).map_err(no_memory)?;
    loop {
        push(&mut items, T::decode(source, context)?)?;
        if !source.next_item()? {
            return Ok(items);
        }
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for [T] {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        T::encode_slice(self, sink, context)
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_hint_of(self)
    }
}
impl<C: ?Sized, T: Encode<C>> Encode<C> for Vec<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        T::encode_slice(self, sink, context)
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_hint_of(self)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Vec<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Array]);
    #[inline(always)]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        match source.passes_empty_array() {
            true => Ok(Self::new()),
            false => vector(source, context),
        }
    }
    /// Reads into the items that the list has, and drops those beyond the end of the array.
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        source.begin_array()?;
        let mut count = 0;
        while source.next_item()? {
            match self.get_mut(count) {
                Some(item) => item.decode_into(source, context)?,
                None => push_next(self, source, context)?,
            }
            count += 1;
        }
        self.truncate(count);
        Ok(())
    }
}

/// Implements the codecs of lists that are made of a vector.
macro_rules! from_vector {
    ($([$($T:tt)*] $type:ty)*) => {$(
        impl<'de, C: ?Sized, $($T)* + Decode<'de, C>> Decode<'de, C> for $type {
            const KINDS: Kinds = Kinds::of(&[Kind::Array]);
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                Vec::<T>::decode(source, context).map(Into::into)
            }
        }
    )*};
}
from_vector!([T: Sized] Box<[T]> [T: Sized] Rc<[T]> [T: Sized] Arc<[T]> [T: Clone] Cow<'_, [T]>);

impl<C: ?Sized, T: Encode<C>> Encode<C> for VecDeque<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self.as_slices() {
            (items, []) => T::encode_slice(items, sink, context),
            _ => encode_items(self.len(), self.iter(), sink, context),
        }
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for VecDeque<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Array]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        Vec::decode(source, context).map(Self::from)
    }
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        let mut items = Vec::from(core::mem::take(self));
        items.decode_into(source, context)?;
        *self = Self::from(items);
        Ok(())
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for BinaryHeap<T> {
    /// Writes the values in no particular order.
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_items(self.len(), self.iter(), sink, context)
    }
}
impl<'de, C: ?Sized, T: Ord + Decode<'de, C>> Decode<'de, C> for BinaryHeap<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Array]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        Vec::decode(source, context).map(Self::from)
    }
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        let mut items = core::mem::take(self).into_vec();
        items.decode_into(source, context)?;
        *self = Self::from(items);
        Ok(())
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for LinkedList<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_items(self.len(), self.iter(), sink, context)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for LinkedList<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Array]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        source.begin_array()?;
        let mut items = Self::new();
        each_item(source, context, |item| {
            items.push_back(item);
            Ok(())
        })?;
        Ok(items)
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for BTreeSet<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_items(self.len(), self.iter(), sink, context)
    }
}
impl<'de, C: ?Sized, T: Ord + Decode<'de, C>> Decode<'de, C> for BTreeSet<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Array]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        source.begin_array()?;
        let mut items = Self::new();
        each_item(source, context, |item| {
            items.insert(item);
            Ok(())
        })?;
        Ok(items)
    }
}

#[cfg(feature = "std")]
mod hashed {
    use core::hash::{BuildHasher, Hash};
    use std::collections::HashSet;

    use super::*;

    impl<C: ?Sized, T: Encode<C>, H> Encode<C> for HashSet<T, H> {
        #[inline]
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
            encode_items(self.len(), self.iter(), sink, context)
        }
    }
    impl<'de, C, T, H> Decode<'de, C> for HashSet<T, H>
    where
        C: ?Sized,
        T: Eq + Hash + Decode<'de, C>,
        H: BuildHasher + Default,
    {
        #[inline]
        fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
            let mut items = Self::default();
            items.decode_into(source, context)?;
            Ok(items)
        }
        #[inline]
        fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
            self.clear();
            let room = trusted::<T>(source.begin_array()?);
            self.try_reserve(room).map_err(|_| Error::out_of_memory())?;
            each_item(source, context, |item| {
                self.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                self.insert(item);
                Ok(())
            })
        }
    }
}
