//! Codecs of the crate `indexmap`: maps and sets that keep the order of the document.

use core::hash::{BuildHasher, Hash};

use indexmap::{IndexMap, IndexSet};

use crate::codec::maps::{each_member, encode_members};
use crate::codec::sequences::{each_item, encode_items, trusted};
use crate::{Decode, Encode, Error, Result, Sink, Source};

impl<C: ?Sized, K: Encode<C>, V: Encode<C>, H> Encode<C> for IndexMap<K, V, H> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_members(self.len(), self.iter(), sink, context)
    }
}
impl<'de, C, K, V, H> Decode<'de, C> for IndexMap<K, V, H>
where
    C: ?Sized,
    K: Eq + Hash + Decode<'de, C>,
    V: Decode<'de, C>,
    H: BuildHasher + Default,
{
    /// Refuses a key that comes twice.
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let mut members = Self::default();
        members.decode_into(source, context)?;
        Ok(members)
    }
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        self.clear();
        each_member(source, context, |key, value| {
            self.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            Ok(self.insert(key, value).is_none())
        })
    }
}

impl<C: ?Sized, T: Encode<C>, H> Encode<C> for IndexSet<T, H> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_items(self.len(), self.iter(), sink, context)
    }
}
impl<'de, C, T, H> Decode<'de, C> for IndexSet<T, H>
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
