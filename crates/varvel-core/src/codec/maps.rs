//! Codecs of maps, with keys of any type that has a codec.
//!
//! A key that comes twice is an error: a map keeps one value a key, and no value is dropped
//! silently.

use alloc::collections::BTreeMap;

use super::keys::{KeySink, KeyText};
use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::{Kind, Kinds};
use crate::path;
use crate::sink::Sink;
use crate::source::Source;

/// Gives `members`, `len` of them, to `sink` as one map.
#[inline]
pub(super) fn encode_members<'a, K, V, C, S>(
    len: usize,
    members: impl Iterator<Item = (&'a K, &'a V)>,
    sink: &mut S,
    context: &C,
) -> Result
where
    K: Encode<C> + 'a,
    V: Encode<C> + 'a,
    C: ?Sized,
    S: Sink<'a>,
{
    sink.nest()?;
    sink.begin_map(Some(len))?;
    for (key, value) in members {
        key.encode(&mut KeySink::new(sink), context)?;
        value.encode(sink, context)?;
    }
    sink.end_map()
}

/// Reads a map, and gives each member to `insert`, which returns whether the key is new.
#[inline]
pub(super) fn each_member<'de, K, V, C, R>(
    source: &mut R,
    context: &C,
    mut insert: impl FnMut(K, V) -> Result<bool>,
) -> Result
where
    K: Decode<'de, C>,
    V: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    let mut keys = Keys::Strings;
    if source.profile().any_keys && source.peek()? == Kind::Map {
        keys = Keys::Any;
    }
    source.begin_map()?;
    loop {
        let before = source.mark();
        let Some(key) = next_key(source, context, &mut keys)? else {
            return Ok(());
        };
        let value = V::decode(source, context)?;
        if !insert(key, value)? {
            source.rewind(before)?;
            return Err(duplicate(source, keys));
        }
    }
}

/// The kinds of keys that an open map has had so far.
#[derive(Clone, Copy)]
enum Keys {
    Strings,
    Any,
}

#[inline]
fn next_key<'de, K, C, R>(source: &mut R, context: &C, keys: &mut Keys) -> Result<Option<K>>
where
    K: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    if matches!(keys, Keys::Strings) {
        match source.next_key() {
            Ok(Some(text)) => {
                let key = K::decode(&mut KeyText::new(text), context);
                // The text does not know its place in the input.
                return key
                    .map(Some)
                    .map_err(|error| error.with_offset(source.key_offset()));
            }
            Ok(None) => return Ok(None),
            // This is the first key that is not a string; nothing of it was read.
            Err(error) if error.kind() == ErrorKind::TypeMismatch => {}
            Err(error) => return Err(error),
        }
    }
    next_node(source, context, keys)
}

/// Reads the next key, of any kind. A string may be the text of another type here, too.
#[inline(never)]
fn next_node<'de, K, C, R>(source: &mut R, context: &C, keys: &mut Keys) -> Result<Option<K>>
where
    K: Decode<'de, C>,
    C: ?Sized,
    R: Source<'de>,
{
    *keys = Keys::Any;
    if !source.next_entry()? {
        return Ok(None);
    }
    if !matches!(source.peek(), Ok(Kind::String)) {
        return K::decode(source, context).map(Some);
    }
    let at = source.offset();
    let text = source.read_str()?;
    let key = K::decode(&mut KeyText::new(text), context);
    key.map(Some).map_err(|error| error.with_offset(at))
}

/// Makes the error of a key that came before. The source stands behind that key.
#[cold]
#[inline(never)]
fn duplicate<'de, R: Source<'de>>(source: &mut R, keys: Keys) -> Error {
    let twice = Error::expected(ErrorKind::DuplicateKey, "each key once");
    if matches!(keys, Keys::Strings) {
        let error = match source.next_key() {
            Ok(Some(text)) => Error::duplicate_key(&text),
            _ => twice,
        };
        return error.or_offset(source.key_offset());
    }
    let key = source.next_entry().and_then(|_| source.peek());
    let at = source.offset();
    if matches!(key, Ok(Kind::String)) {
        let error = match source.read_str() {
            Ok(text) => Error::duplicate_key(&text),
            Err(_) => twice,
        };
        return error.or_offset(at);
    }
    let before = source.mark();
    let mut text = path::KeyText::new();
    let error = match source.drive(&mut text) {
        Ok(()) => twice.with_content(format_args!("{} again", text.finish())),
        Err(_) => twice,
    };
    // The path of the error is the path of the key, because the source stands at it now.
    let _ = source.rewind(before);
    error.or_offset(at)
}

impl<C: ?Sized, K: Encode<C>, V: Encode<C>> Encode<C> for BTreeMap<K, V> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        encode_members(self.len(), self.iter(), sink, context)
    }
}
impl<'de, C, K, V> Decode<'de, C> for BTreeMap<K, V>
where
    C: ?Sized,
    K: Ord + Decode<'de, C>,
    V: Decode<'de, C>,
{
    const KINDS: Kinds = Kinds::of(&[Kind::Object, Kind::Map]);
    /// Refuses a key that comes twice.
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let mut members = Self::new();
        each_member(source, context, |key, value| {
            Ok(members.insert(key, value).is_none())
        })?;
        Ok(members)
    }
}

#[cfg(feature = "std")]
mod hashed {
    use core::hash::{BuildHasher, Hash};
    use std::collections::HashMap;

    use super::*;

    impl<C: ?Sized, K: Encode<C>, V: Encode<C>, H> Encode<C> for HashMap<K, V, H> {
        #[inline]
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
            encode_members(self.len(), self.iter(), sink, context)
        }
    }
    impl<'de, C, K, V, H> Decode<'de, C> for HashMap<K, V, H>
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
        /// Reuses the memory of the table, not of keys and values.
        #[inline]
        fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
            self.clear();
            each_member(source, context, |key, value| {
                self.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                Ok(self.insert(key, value).is_none())
            })
        }
    }
}
