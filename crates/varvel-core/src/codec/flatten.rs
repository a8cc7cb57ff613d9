//! Flattened maps, options and boxes: a map takes the members that no field has.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
#[cfg(feature = "std")]
use core::hash::BuildHasher;
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::members::{
    DecodeMembers, EncodeMembers, List, Name, Partial, Start, UNKNOWN, read_by_name,
};
use super::strings::owned;
use super::{Decode, Encode};
use crate::error::{Error, Result};
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

/// A map with strings as keys, of any implementation.
trait StringMap<V>: Default {
    fn has(&self, key: &str) -> bool;
    /// Inserts a key that the map does not have yet.
    fn put(&mut self, key: String, value: V) -> Result;
}

impl<V> StringMap<V> for BTreeMap<String, V> {
    fn has(&self, key: &str) -> bool {
        self.contains_key(key)
    }
    fn put(&mut self, key: String, value: V) -> Result {
        self.insert(key, value);
        Ok(())
    }
}

#[cfg(feature = "std")]
impl<V, H: BuildHasher + Default> StringMap<V> for HashMap<String, V, H> {
    fn has(&self, key: &str) -> bool {
        self.contains_key(key)
    }
    fn put(&mut self, key: String, value: V) -> Result {
        self.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        self.insert(key, value);
        Ok(())
    }
}

/// The members that a flattened map takes.
pub struct Rest<M, V>(M, PhantomData<V>);

impl<'de, C: ?Sized, V: Decode<'de, C>, M: StringMap<V>> Partial<'de, C> for Rest<M, V> {
    type Output = M;
    const NAMES: &'static [Name] = &[];
    const OPEN: bool = true;
    fn begin() -> Self {
        Self(M::default(), PhantomData)
    }
    fn find(_: &str) -> usize {
        UNKNOWN
    }
    fn read<R: Source<'de>>(&mut self, _: usize, source: &mut R, _: &C) -> Result {
        source.skip()
    }
    fn read_named<R: Source<'de>>(
        &mut self,
        name: &str,
        source: &mut R,
        context: &C,
    ) -> Result<bool> {
        if self.0.has(name) {
            return Err(Error::duplicate_key(name).or_offset(source.offset()));
        }
        let value = V::decode(source, context)?;
        self.0.put(owned(name)?, value)?;
        Ok(true)
    }
    fn finish<R: Source<'de>>(self, _: &mut R, _: Start<R::Mark>, _: &C) -> Result<M> {
        Ok(self.0)
    }
}

impl<'de, C: ?Sized, V: Decode<'de, C>> DecodeMembers<'de, C> for BTreeMap<String, V> {
    type Partial = Rest<Self, V>;
}

#[cfg(feature = "std")]
impl<'de, C, V, H> DecodeMembers<'de, C> for HashMap<String, V, H>
where
    C: ?Sized,
    V: Decode<'de, C>,
    H: BuildHasher + Default,
{
    type Partial = Rest<Self, V>;
}

/// Gives the members of a map to `sink`.
fn encode_each<'a, C: ?Sized, V: Encode<C> + 'a, S: Sink<'a>>(
    members: impl Iterator<Item = (&'a String, &'a V)>,
    sink: &mut S,
    context: &C,
) -> Result {
    for (key, value) in members {
        sink.key(Str::from(key.as_str()))?;
        value.encode(sink, context)?;
    }
    Ok(())
}

impl<C: ?Sized, V: Encode<C>> EncodeMembers<C> for BTreeMap<String, V> {
    fn member_count(&self) -> usize {
        self.len()
    }
    fn encode_members<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_each(self.iter(), sink, context)
    }
}

#[cfg(feature = "std")]
impl<C: ?Sized, V: Encode<C>, H: BuildHasher> EncodeMembers<C> for HashMap<String, V, H> {
    fn member_count(&self) -> usize {
        self.len()
    }
    fn encode_members<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_each(self.iter(), sink, context)
    }
}

impl<C: ?Sized, T: EncodeMembers<C>> EncodeMembers<C> for Option<T> {
    fn member_count(&self) -> usize {
        self.as_ref().map_or(0, T::member_count)
    }
    fn encode_members<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.as_ref()
            .map_or(Ok(()), |value| value.encode_members(sink, context))
    }
}

/// Reads `None` if none of its members comes.
impl<'de, C: ?Sized, T: DecodeMembers<'de, C>> DecodeMembers<'de, C> for Option<T> {
    type Partial = Maybe<T::Partial>;
}

/// The members of a flattened `Option`.
pub struct Maybe<P> {
    partial: P,
    /// Whether one of them came.
    any: bool,
}

impl<'de, C: ?Sized, P: Partial<'de, C>> Partial<'de, C> for Maybe<P> {
    type Output = Option<P::Output>;
    const NAMES: &'static [Name] = P::NAMES;
    const OPEN: bool = P::OPEN;
    fn list(names: &mut List) {
        P::list(names);
    }
    fn begin() -> Self {
        Self {
            partial: P::begin(),
            any: false,
        }
    }
    fn find(name: &str) -> usize {
        P::find(name)
    }
    fn read<R: Source<'de>>(&mut self, index: usize, source: &mut R, context: &C) -> Result {
        self.any = true;
        self.partial.read(index, source, context)
    }
    fn read_named<R: Source<'de>>(
        &mut self,
        name: &str,
        source: &mut R,
        context: &C,
    ) -> Result<bool> {
        let came = read_by_name(&mut self.partial, name, source, context)?;
        self.any |= came;
        Ok(came)
    }
    fn finish<R: Source<'de>>(
        self,
        source: &mut R,
        start: Start<R::Mark>,
        context: &C,
    ) -> Result<Self::Output> {
        match self.any {
            true => self.partial.finish(source, start, context).map(Some),
            false => Ok(None),
        }
    }
}

impl<C: ?Sized, T: EncodeMembers<C>> EncodeMembers<C> for Box<T> {
    fn member_count(&self) -> usize {
        (**self).member_count()
    }
    fn encode_members<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        (**self).encode_members(sink, context)
    }
}
