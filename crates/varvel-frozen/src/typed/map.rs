//! [`Map`]: an object or a map with keys of one type and values of one type.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use varvel_core::{Error, Result};

use super::{ReadInPlace, Uniform, inside};
use crate::view::{Pairs, View};

/// An object or a map that is read in place, with keys that are read as `K` and values as `V`.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::{Map, json};
/// #[derive(varvel::View)]
/// struct Stock {
///     counts: BTreeMap<String, u8>,
/// }
/// let frozen = json::freeze(br#"{"counts": {"a": 1, "b": 2}}"#)?;
/// let map: Map<'_, String, u8> = Stock::view(&frozen)?.counts();
/// assert_eq!((map.len(), map.get("b"), map.get("c")), (2, Some(2), None));
/// assert_eq!(map.iter().collect::<Vec<_>>(), [("a", 1), ("b", 2)]);
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Map<'a, K, V> {
    /// `None` for an empty map that stands for a missing one.
    members: Option<View<'a>>,
    uniform: Uniform,
    types: PhantomData<fn() -> (K, V)>,
}

/// A type that the keys of a map are read as: a string or an integer type.
///
/// An integer key is an integer, or a string of its digits, as in formats that have only string
/// keys.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map that is read in place",
    note = "keys are strings or integers; what has other keys is read by `View::pairs`"
)]
pub trait KeyInPlace: ReadInPlace {
    /// The expected kind of key, for errors.
    #[doc(hidden)]
    const WHAT: &'static str;

    /// Reads a key, or returns `None` if it cannot be read as this type.
    #[doc(hidden)]
    fn key<'a>(key: View<'a>) -> Option<Self::View<'a>>;

    /// Returns the value of a key.
    #[doc(hidden)]
    fn find<'a>(members: View<'a>, key: Self::View<'_>) -> Option<View<'a>>;
}

impl<K, V> Clone for Map<'_, K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for Map<'_, K, V> {}

impl<K, V> Default for Map<'_, K, V> {
    /// Returns an empty map.
    fn default() -> Self {
        Self {
            members: None,
            uniform: Uniform::NONE,
            types: PhantomData,
        }
    }
}

impl<'a, K: KeyInPlace, V: ReadInPlace> Map<'a, K, V> {
    /// Returns how many members there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.members.map_or(0, |members| members.len())
    }

    /// Returns whether there are no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a key. A string is found as by [`View::get`]; an integer costs time
    /// linear in the number of members.
    #[inline]
    pub fn get(&self, key: K::View<'_>) -> Option<V::View<'a>> {
        let value = K::find(self.members?, key)?;
        Some(V::read(value, self.uniform, &mut V::Seen::default()))
    }

    /// Returns the members in order. If records have the same layout, as most have, their members
    /// are found only once.
    #[inline]
    pub fn iter(&self) -> MapIter<'a, K, V> {
        MapIter {
            pairs: self.members.map(|members| members.pairs()),
            uniform: self.uniform,
            seen: V::Seen::default(),
            keys: PhantomData,
        }
    }
}

impl<'a, K: KeyInPlace, V: ReadInPlace> IntoIterator for Map<'a, K, V> {
    type Item = (K::View<'a>, V::View<'a>);
    type IntoIter = MapIter<'a, K, V>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, K: KeyInPlace, V: ReadInPlace> fmt::Debug for Map<'a, K, V>
where
    K::View<'a>: fmt::Debug,
    V::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// An iterator over the members of a [`Map`].
pub struct MapIter<'a, K, V: ReadInPlace> {
    pairs: Option<Pairs<'a>>,
    uniform: Uniform,
    seen: V::Seen,
    keys: PhantomData<fn() -> K>,
}

impl<K, V: ReadInPlace> Clone for MapIter<'_, K, V> {
    fn clone(&self) -> Self {
        Self {
            pairs: self.pairs.clone(),
            uniform: self.uniform,
            seen: self.seen.clone(),
            keys: PhantomData,
        }
    }
}

impl<K, V: ReadInPlace> fmt::Debug for MapIter<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MapIter").field(&self.pairs).finish()
    }
}

impl<'a, K: KeyInPlace, V: ReadInPlace> Iterator for MapIter<'a, K, V> {
    type Item = (K::View<'a>, V::View<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // A checked map has no other keys. In an unchecked one, other keys are skipped.
        loop {
            let (key, value) = self.pairs.as_mut()?.next()?;
            if let Some(key) = K::key(key) {
                return Some((key, V::read(value, self.uniform, &mut self.seen)));
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (
            0,
            self.pairs
                .as_ref()
                .map_or(Some(0), |pairs| pairs.size_hint().1),
        )
    }
}

impl<K: KeyInPlace, V: ReadInPlace> FusedIterator for MapIter<'_, K, V> {}

/// Checks a map and everything in it.
fn check<K: KeyInPlace, V: ReadInPlace>(
    view: View<'_>,
    depth: usize,
    seen: &mut V::Seen,
) -> Result<Uniform> {
    if !matches!(
        view.kind(),
        varvel_core::Kind::Object | varvel_core::Kind::Map
    ) {
        return Err(view.placed(Error::wrong_kind("an object or a map", view.kind())));
    }
    let depth = inside(view, depth)?;
    let mut uniform = Uniform::ALL;
    for (key, value) in view.pairs() {
        if K::key(key).is_none() {
            return Err(value.placed(Error::wrong_kind(K::WHAT, key.kind())));
        }
        uniform &= V::check(value, depth, seen)?;
    }
    Ok(uniform)
}

macro_rules! maps {
    ($($(#[$attribute:meta])? [$($extra:ident)?] $map:ty;)*) => {$(
        $(#[$attribute])?
        impl<K: KeyInPlace, V: ReadInPlace $(, $extra)?> ReadInPlace for $map {
            type View<'a> = Map<'a, K, V>;
            type Seen = V::Seen;

            fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
                check::<K, V>(view, depth, seen)
            }

            #[inline(always)]
            fn read<'a>(view: View<'a>, uniform: Uniform, _: &mut Self::Seen) -> Map<'a, K, V> {
                Map {
                    members: Some(view),
                    uniform,
                    types: PhantomData,
                }
            }
        }
    )*};
}

maps! {
    [] BTreeMap<K, V>;
    #[cfg(feature = "std")]
    [S] std::collections::HashMap<K, V, S>;
}

macro_rules! texts {
    ($($t:ty)*) => {$(
        impl KeyInPlace for $t {
            const WHAT: &'static str = "a key that is a string";

            #[inline]
            fn key<'a>(key: View<'a>) -> Option<&'a str> {
                key.as_str()
            }

            #[inline]
            fn find<'a>(members: View<'a>, key: &str) -> Option<View<'a>> {
                members.get(key)
            }
        }
    )*};
}
texts!(String Box<str> Cow<'_, str>);

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl KeyInPlace for $t {
            const WHAT: &'static str = concat!("a key that is an integer that fits ", stringify!($t));

            #[inline]
            fn key<'a>(key: View<'a>) -> Option<$t> {
                match key.as_str() {
                    Some(digits) => is_number(digits).then(|| digits.parse().ok()).flatten(),
                    None => key.as_i64().and_then(|value| value.try_into().ok())
                        .or_else(|| key.as_u64().and_then(|value| value.try_into().ok())),
                }
            }

            #[inline]
            fn find<'a>(members: View<'a>, key: $t) -> Option<View<'a>> {
                members.pairs().find(|(found, _)| Self::key(*found) == Some(key)).map(|(_, value)| value)
            }
        }
    )*};
}

/// Returns whether an integer is written as formats write it: no plus sign, no leading zeros.
fn is_number(digits: &str) -> bool {
    let digits = digits.strip_prefix('-').unwrap_or(digits).as_bytes();
    matches!(digits, [b'0'] | [b'1'..=b'9', ..])
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);
