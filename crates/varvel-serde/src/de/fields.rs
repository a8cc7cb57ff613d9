//! The members of an object that is read as a struct. Its fields most likely come in the order of
//! their declaration. Then each key takes one comparison, together with the text around it.

use serde_core::de::{DeserializeSeed, MapAccess, Visitor};
use varvel_core::{Error, Key, Result, Source, Str};

use super::access::Members;
use super::key::Key as KeyText;
use super::keys::{self, Names};

/// How many wrong guesses end the guessing of an order.
const MISSES: u8 = 4;

/// How many fields after the expected one are searched for another key.
const AHEAD: usize = 4;

/// The members of an object that was entered.
pub struct Fields<'s, R> {
    members: Members<'s, R>,
    order: Order,
}

/// The order of the fields.
struct Order {
    names: Names,
    keys: &'static [Key],
    /// The index of the field that is expected next. It is past the end if none is expected.
    next: usize,
    misses: u8,
}

impl Order {
    /// Continues behind a key that was not expected, if it is one of the next fields.
    #[inline]
    fn resume(&mut self, key: &str) {
        let from = self.next + 1;
        let ahead = self.names.iter().skip(from).take(AHEAD);
        match ahead.zip(from..).find(|(name, _)| **name == key) {
            Some((_, at)) => self.next = at + 1,
            None => {
                self.misses += 1;
                if self.misses == MISSES {
                    self.next = self.names.len();
                }
            }
        }
    }
}

impl<'s, R> Fields<'s, R> {
    /// Gives the object at the source's position to a visitor.
    #[inline]
    pub fn visit<'de, V>(source: &'s mut R, names: Names, visitor: V) -> Result<V::Value>
    where
        R: Source<'de>,
        V: Visitor<'de>,
    {
        let mut fields = Self {
            members: Members::enter(source, true)?,
            order: Order {
                names,
                keys: keys::of(names),
                next: 0,
                misses: 0,
            },
        };
        match visitor.visit_map(&mut fields) {
            Ok(value) => {
                fields.members.end()?;
                Ok(value)
            }
            Err(error) => Err(fields.members.located(error)),
        }
    }

    /// Reads a key that was not expected, or the end of the object.
    #[inline(never)]
    fn unexpected<'de, K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>>
    where
        R: Source<'de>,
    {
        let Self { members, order } = self;
        members.next_key_with(seed, |key| order.resume(key))
    }
}

impl<'de, R: Source<'de>> MapAccess<'de> for Fields<'_, R> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let next = self.order.next;
        if let (Some(key), Some(name)) = (self.order.keys.get(next), self.order.names.get(next))
            && self.members.expect(key)?
        {
            self.order.next = next + 1;
            return seed.deserialize(KeyText(Str::from(*name))).map(Some);
        }
        self.unexpected(seed)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.members.next_value_seed(seed)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.members.size_hint()
    }
}
