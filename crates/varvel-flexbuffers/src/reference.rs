//! [`Reference`], [`Vector`], [`Map`]: reading in place.
//!
//! All of it reads from a buffer that was verified. The `try_` methods inside are what the verifier
//! asks; where they say `None` after it, which does not happen, the public ones say what is empty.

use core::ffi::CStr;
use core::fmt;

use varvel_core::Kind;

use super::slots::{self, Items, Type, Width};

/// A node of a verified buffer.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    bytes: &'a [u8],
    /// Where it is: its slot if its value is in that, else where that leads.
    at: usize,
    /// Of the slot if its value is in that, else of what is there.
    width: Width,
    kind: Type,
}

impl<'a> Reference<'a> {
    /// The node whose slot is at `slot`.
    #[inline]
    pub(super) fn resolve(
        bytes: &'a [u8],
        slot: usize,
        slot_width: Width,
        kind: Type,
        width: Width,
    ) -> Option<Self> {
        let (at, width) = match kind.is_inline() {
            true => (slot, slot_width),
            false => (slots::follow(bytes, slot, slot_width)?, width),
        };
        Some(Self {
            bytes,
            at,
            width,
            kind,
        })
    }

    #[inline]
    pub(super) fn position(&self) -> usize {
        self.at
    }

    #[inline]
    pub(super) fn width(&self) -> Width {
        self.width
    }

    #[inline]
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The text of a key, whose end is its zero byte.
    #[inline]
    pub(super) fn try_key(&self) -> Option<&'a [u8]> {
        let text = CStr::from_bytes_until_nul(self.bytes.get(self.at..)?);
        text.ok().map(CStr::to_bytes)
    }

    /// What stands behind its length.
    #[inline]
    pub(super) fn try_block(&self) -> Option<&'a [u8]> {
        let len = self.try_len()?;
        self.bytes.get(self.at..)?.get(..len)
    }

    #[inline]
    fn try_len(&self) -> Option<usize> {
        let len = self.at.checked_sub(self.width.bytes())?;
        usize::try_from(slots::uint(self.bytes, len, self.width)?).ok()
    }

    /// The items of a vector, the values of a map.
    #[inline]
    pub(super) fn try_items(&self) -> Option<Vector<'a>> {
        let (items, len) = self.kind.items()?;
        let len = match len {
            Some(len) => len,
            None => self.try_len()?,
        };
        Some(Vector {
            bytes: self.bytes,
            at: self.at,
            width: self.width,
            items,
            len,
        })
    }

    /// The keys of a map.
    #[inline]
    pub(super) fn try_keys(&self) -> Option<Vector<'a>> {
        let w = self.width.bytes();
        let at = slots::follow(self.bytes, self.at.checked_sub(3 * w)?, self.width)?;
        let width = slots::uint(self.bytes, self.at - 2 * w, self.width)?;
        let keys = Self {
            bytes: self.bytes,
            at,
            width: Width::of_bytes(width)?,
            kind: Type::VectorKey,
        };
        keys.try_items()
    }

    /// Where in the buffer it is: its slot if its value is in that, else where that leads.
    ///
    /// ```
    /// use varvel_core::Limits;
    /// use varvel_flexbuffers::{Flex, to_vec};
    /// let bytes = to_vec("pear")?;
    /// let root = Flex::new(&bytes, &Limits::DEFAULT)?.root();
    /// assert_eq!(&bytes[root.offset()..][..4], b"pear");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// What the format calls it.
    #[inline]
    pub fn flex_type(&self) -> Type {
        self.kind
    }

    /// The kind of node it is.
    pub fn kind(&self) -> Kind {
        match self.kind {
            Type::Null => Kind::Null,
            Type::Bool => Kind::Bool,
            Type::Int | Type::UInt | Type::IndirectInt | Type::IndirectUInt => Kind::Integer,
            Type::Float | Type::IndirectFloat => Kind::Float,
            Type::Key | Type::String => Kind::String,
            Type::Blob => Kind::Bytes,
            Type::Map => Kind::Object,
            _ => Kind::Array,
        }
    }

    /// Whether it is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.kind == Type::Null
    }

    /// The boolean.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind {
            Type::Bool => Some(slots::uint(self.bytes, self.at, self.width)? != 0),
            _ => None,
        }
    }

    /// The integer, if `i64` holds it.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        match self.kind {
            Type::Int | Type::IndirectInt => slots::int(self.bytes, self.at, self.width),
            Type::UInt | Type::IndirectUInt => {
                i64::try_from(slots::uint(self.bytes, self.at, self.width)?).ok()
            }
            _ => None,
        }
    }

    /// The integer, if `u64` holds it.
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        match self.kind {
            Type::UInt | Type::IndirectUInt => slots::uint(self.bytes, self.at, self.width),
            _ => u64::try_from(self.as_i64()?).ok(),
        }
    }

    /// The float.
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        match self.kind {
            Type::Float | Type::IndirectFloat => slots::float(self.bytes, self.at, self.width),
            _ => None,
        }
    }

    /// The text of a string or a key. Checks again that it is UTF-8: time is linear in its length.
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        let text = match self.kind {
            Type::String => self.try_block()?,
            Type::Key => self.try_key()?,
            _ => return None,
        };
        core::str::from_utf8(text).ok()
    }

    /// The bytes of a blob.
    #[inline]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        match self.kind {
            Type::Blob => self.try_block(),
            _ => None,
        }
    }

    /// The vector, of whatever type its items are; none for a map.
    #[inline]
    pub fn as_vector(&self) -> Option<Vector<'a>> {
        match self.kind {
            Type::Map => None,
            _ => self.try_items(),
        }
    }

    /// The map.
    #[inline]
    pub fn as_map(&self) -> Option<Map<'a>> {
        match self.kind {
            Type::Map => Some(Map {
                keys: self.try_keys()?,
                values: self.try_items()?,
            }),
            _ => None,
        }
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not what is in it: that may be deep.
        f.debug_struct("Reference")
            .field("type", &self.kind)
            .field("at", &self.at)
            .finish()
    }
}

/// A vector of a verified buffer.
#[derive(Clone, Copy)]
pub struct Vector<'a> {
    bytes: &'a [u8],
    at: usize,
    width: Width,
    items: Items,
    len: usize,
}

impl<'a> Vector<'a> {
    #[inline]
    pub(super) fn position(&self) -> usize {
        self.at
    }

    #[inline]
    pub(super) fn width(&self) -> Width {
        self.width
    }

    #[inline]
    pub(super) fn items(&self) -> Items {
        self.items
    }

    /// Where slot `i` is.
    #[inline]
    pub(super) fn slot(&self, i: usize) -> usize {
        self.at + i * self.width.bytes()
    }

    /// How many bytes its slots and types have, if those are in the buffer.
    pub(super) fn try_size(&self) -> Option<usize> {
        let each = self.width.bytes() + usize::from(self.items == Items::Any);
        let size = self.len.checked_mul(each)?;
        (size <= self.bytes.len().checked_sub(self.at)?).then_some(size)
    }

    /// How many items it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no items.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Item `i`, if there are so many.
    #[inline]
    pub fn get(&self, i: usize) -> Option<Reference<'a>> {
        if i >= self.len {
            return None;
        }
        let (kind, width) = match self.items {
            Items::All(kind) => (kind, Width::W8),
            Items::Any => slots::unpack(*self.bytes.get(self.slot(self.len) + i)?)?,
        };
        Reference::resolve(self.bytes, self.slot(i), self.width, kind, width)
    }

    /// The items in order.
    #[inline]
    pub fn iter(&self) -> Iter<'a> {
        Iter {
            vector: *self,
            next: 0,
        }
    }
}

impl fmt::Debug for Vector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for Vector<'a> {
    type Item = Reference<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The items of a [`Vector`] in order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    vector: Vector<'a>,
    next: usize,
}

impl<'a> Iterator for Iter<'a> {
    type Item = Reference<'a>;

    #[inline]
    fn next(&mut self) -> Option<Reference<'a>> {
        let item = self.vector.get(self.next)?;
        self.next += 1;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.vector.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// A map of a verified buffer: its keys are sorted by their bytes.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel_core::Limits;
/// use varvel_flexbuffers::{Flex, to_vec};
/// let bytes = to_vec(&BTreeMap::from([("b", 2), ("a", 1)]))?;
/// let map = Flex::new(&bytes, &Limits::DEFAULT)?.root().as_map().unwrap();
/// assert_eq!(map.get("b").and_then(|value| value.as_i64()), Some(2));
/// assert!(map.get("c").is_none());
/// assert_eq!(map.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["a", "b"]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Map<'a> {
    keys: Vector<'a>,
    values: Vector<'a>,
}

impl<'a> Map<'a> {
    /// How many members it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len
    }

    /// Whether it has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key: so many steps as the number of members has bits.
    pub fn get(&self, key: &str) -> Option<Reference<'a>> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.keys.get(middle)?.try_key()?.cmp(key.as_bytes()) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Equal => return self.values.get(middle),
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Key `i` in the order of the keys.
    #[inline]
    pub fn key(&self, i: usize) -> Option<&'a str> {
        self.keys.get(i)?.as_str()
    }

    /// The values in the order of the keys.
    #[inline]
    pub fn values(&self) -> Vector<'a> {
        self.values
    }

    /// Keys and values in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Reference<'a>)> + use<'a> {
        let members = self.members();
        members.filter_map(|(key, value)| Some((key.as_str()?, value)))
    }

    /// The same with the keys as nodes, whose type is [`Type::Key`].
    #[inline]
    pub fn members(&self) -> Members<'a> {
        Members {
            keys: self.keys.iter(),
            values: self.values.iter(),
        }
    }
}

/// The members of a [`Map`]: keys and values, in the order of the keys.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    keys: Iter<'a>,
    values: Iter<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Reference<'a>, Reference<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.keys.next().zip(self.values.next())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl ExactSizeIterator for Members<'_> {}

impl fmt::Debug for Map<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
