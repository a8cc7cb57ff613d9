//! The members of an object that is a struct: its fields come most likely in the order in which
//! they are declared, and each key then takes one comparison, together with what stands around it.

use serde_core::de::{DeserializeSeed, MapAccess, Visitor};
use varvel_core::{Error, Key, Result, Source, Str};

use super::access::Members;
use super::key::Key as KeyText;
use super::keys::{self, Names};

/// After so many wrong guesses the order is taken for another one.
const MISSES: u8 = 4;

/// So many fields further on a key that was not expected is looked for.
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
    /// The field that is expected next; beyond all if none is.
    next: usize,
    misses: u8,
}

impl Order {
    /// Another key than the expected one has come: goes on behind it, if it is one of the next.
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
    /// Gives the object that stands here to a visitor.
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

    /// A key that was not expected, or none.
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
