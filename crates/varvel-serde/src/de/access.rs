//! The items of arrays and the members of maps, for visitors.

use serde_core::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use varvel_core::{Error, ErrorKind, Result, Source};

use super::key::Key;
use super::read;

/// The items of an array that was entered.
pub struct Items<'s, R> {
    source: &'s mut R,
    hint: Option<usize>,
    /// Whether the array was left.
    done: bool,
}

impl<R> Items<'_, R> {
    /// Gives the array at the source's position to a visitor.
    #[inline]
    pub fn visit<'de, V>(source: &mut R, visitor: V) -> Result<V::Value>
    where
        R: Source<'de>,
        V: Visitor<'de>,
    {
        let done = source.passes_empty_array();
        let hint = match done {
            true => Some(0),
            false => source.begin_array()?,
        };
        let mut items = Items {
            source: &mut *source,
            hint,
            done,
        };
        let value = visitor.visit_seq(&mut items)?;
        if !items.done {
            end_of_items(source)?;
        }
        Ok(value)
    }
}

/// Leaves an array, which has no more items.
#[inline]
pub fn end_of_items<'de, R: Source<'de>>(source: &mut R) -> Result {
    match source.next_item()? {
        false => Ok(()),
        true => Err(one_more(
            source.offset(),
            "the end of the array",
            "an item more",
        )),
    }
}

#[cold]
#[inline(never)]
fn one_more(offset: usize, expected: &'static str, found: &'static str) -> Error {
    Error::expected(ErrorKind::TypeMismatch, expected)
        .with_found(found)
        .or_offset(offset)
}

impl<'de, R: Source<'de>> SeqAccess<'de> for Items<'_, R> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.done {
            return Ok(None);
        }
        if !self.source.next_item()? {
            self.done = true;
            return Ok(None);
        }
        if let Some(left) = &mut self.hint {
            *left = left.saturating_sub(1);
        }
        read(self.source, seed).map(Some)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.hint
    }
}

/// The members of a map that was entered.
pub struct Members<'s, R> {
    source: &'s mut R,
    hint: Option<usize>,
    /// Whether all keys so far are strings.
    strings: bool,
    /// Whether the map was left.
    done: bool,
}

impl<'s, R> Members<'s, R> {
    /// Enters the map at the source's position.
    #[inline]
    pub fn enter<'de>(source: &'s mut R, strings: bool) -> Result<Self>
    where
        R: Source<'de>,
    {
        let hint = source.begin_map()?;
        Ok(Self {
            source,
            hint,
            strings,
            done: false,
        })
    }

    /// Gives the map at the source's position to a visitor.
    #[inline]
    pub fn visit<'de, V>(source: &'s mut R, strings: bool, visitor: V) -> Result<V::Value>
    where
        R: Source<'de>,
        V: Visitor<'de>,
    {
        let mut members = Self::enter(source, strings)?;
        match visitor.visit_map(&mut members) {
            Ok(value) => {
                members.end()?;
                Ok(value)
            }
            Err(error) => Err(members.located(error)),
        }
    }

    /// Adds the offset of the last key to the error of a key that came twice. Other errors of the
    /// visitor are about the whole map, and get their offset later.
    #[cold]
    #[inline(never)]
    pub fn located<'de>(&self, error: Error) -> Error
    where
        R: Source<'de>,
    {
        match error.kind() {
            ErrorKind::DuplicateKey => error.or_offset(self.source.key_offset()),
            _ => error,
        }
    }

    /// Reads the next key. If it is a string, `seen` gets it.
    #[inline]
    pub fn next_key_with<'de, K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
        seen: impl FnOnce(&str),
    ) -> Result<Option<K::Value>>
    where
        R: Source<'de>,
    {
        if self.done {
            return Ok(None);
        }
        if !self.strings {
            return self.any_key(seed);
        }
        if self.source.leaves_map() {
            self.done = true;
            return Ok(None);
        }
        let error = match self.source.next_key() {
            Ok(Some(key)) => {
                seen(&key);
                let result = seed.deserialize(Key(key));
                return match result {
                    Ok(key) => Ok(Some(key)),
                    Err(error) => Err(error.or_offset(self.source.key_offset())),
                };
            }
            Ok(None) => {
                self.done = true;
                return Ok(None);
            }
            Err(error) => error,
        };
        self.other_key(error, seed)
    }

    /// Passes the next key if it is `key`. Returns whether it is.
    #[inline(always)]
    pub fn expect<'de>(&mut self, key: &varvel_core::Key) -> Result<bool>
    where
        R: Source<'de>,
    {
        Ok(!self.done && self.source.expect_key(key)?)
    }

    /// Returns the source, which stands at the value of the last key.
    #[inline]
    pub fn source(&mut self) -> &mut R {
        self.source
    }

    /// Leaves the map, which has no more members.
    #[inline]
    pub fn end<'de>(&mut self) -> Result
    where
        R: Source<'de>,
    {
        if self.done || self.source.next_key()?.is_none() {
            return Ok(());
        }
        let offset = self.source.offset();
        Err(one_more(offset, "the end of the object", "a member more"))
    }

    /// Reads the next key of a map whose keys may be of any kind.
    #[inline(never)]
    fn any_key<'de, K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>>
    where
        R: Source<'de>,
    {
        if !self.source.next_entry()? {
            self.done = true;
            return Ok(None);
        }
        read(self.source, seed).map(Some)
    }

    /// Reads a key that is not a string, if the format has such keys.
    #[cold]
    #[inline(never)]
    fn other_key<'de, K: DeserializeSeed<'de>>(
        &mut self,
        error: Error,
        seed: K,
    ) -> Result<Option<K::Value>>
    where
        R: Source<'de>,
    {
        if error.kind() != ErrorKind::TypeMismatch || !self.source.profile().any_keys {
            return Err(error);
        }
        self.strings = false;
        self.any_key(seed)
    }
}

impl<'de, R: Source<'de>> MapAccess<'de> for Members<'_, R> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.next_key_with(seed, |_| {})
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        read(self.source, seed)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.hint
    }
}
