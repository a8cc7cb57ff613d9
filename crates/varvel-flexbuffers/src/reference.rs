//! [`Reference`], [`Vector`], [`Map`]: reading in place.
//!
//! All functions here read from a verified buffer. The verifier uses the private `try_` methods,
//! which return `None` for an invalid buffer. After verification they never do, and the public
//! methods have an empty value for that case.

use core::ffi::CStr;
use core::fmt;

use varvel_core::Kind;

use super::slots::{self, Items, Type, Width};

/// A node of a verified buffer.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    bytes: &'a [u8],
    /// The place of its slot if the value is inline, else the place to which the slot leads.
    at: usize,
    /// The width of the slot if the value is inline, else the width of the numbers at its place.
    width: Width,
    kind: Type,
}

impl<'a> Reference<'a> {
    /// Returns the node whose slot is at `slot`.
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

    /// Returns the text of a key, which ends at its zero byte.
    #[inline]
    pub(super) fn try_key(&self) -> Option<&'a [u8]> {
        let text = CStr::from_bytes_until_nul(self.bytes.get(self.at..)?);
        text.ok().map(CStr::to_bytes)
    }

    /// Returns the bytes after their length.
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

    /// Returns the items of a vector, or the values of a map.
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

    /// Returns the keys of a map.
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

    /// Returns the place in the buffer: of the slot if the value is inline, else the place to which
    /// the slot leads.
    ///
    /// ```
    /// use varvel::Limits;
    /// use varvel::flexbuffers::{Flex, to_vec};
    /// let bytes = to_vec("pear")?;
    /// let root = Flex::new(&bytes, &Limits::DEFAULT)?.root();
    /// assert_eq!(&bytes[root.offset()..][..4], b"pear");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the type of the format.
    #[inline]
    pub fn flex_type(&self) -> Type {
        self.kind
    }

    /// Returns the kind of the node.
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

    /// Returns whether it is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.kind == Type::Null
    }

    /// Returns the boolean.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        match self.kind {
            Type::Bool => Some(slots::uint(self.bytes, self.at, self.width)? != 0),
            _ => None,
        }
    }

    /// Returns the integer, if `i64` holds it.
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

    /// Returns the integer, if `u64` holds it.
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        match self.kind {
            Type::UInt | Type::IndirectUInt => slots::uint(self.bytes, self.at, self.width),
            _ => u64::try_from(self.as_i64()?).ok(),
        }
    }

    /// Returns the float.
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        match self.kind {
            Type::Float | Type::IndirectFloat => slots::float(self.bytes, self.at, self.width),
            _ => None,
        }
    }

    /// Returns the text of a string or a key. It is checked for UTF-8 again, in time linear in its
    /// length.
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        let text = match self.kind {
            Type::String => self.try_block()?,
            Type::Key => self.try_key()?,
            _ => return None,
        };
        core::str::from_utf8(text).ok()
    }

    /// Returns the bytes of a blob.
    #[inline]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        match self.kind {
            Type::Blob => self.try_block(),
            _ => None,
        }
    }

    /// Returns the vector, whatever the type of its items. A map is none.
    #[inline]
    pub fn as_vector(&self) -> Option<Vector<'a>> {
        match self.kind {
            Type::Map => None,
            _ => self.try_items(),
        }
    }

    /// Returns the map.
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
        // The content is not shown, since it may be deep.
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

    /// Returns the place of slot `i`.
    #[inline]
    pub(super) fn slot(&self, i: usize) -> usize {
        self.at + i * self.width.bytes()
    }

    /// Returns the bytes that its slots and types take, if these are within the buffer.
    pub(super) fn try_size(&self) -> Option<usize> {
        let each = self.width.bytes() + usize::from(self.items == Items::Any);
        let size = self.len.checked_mul(each)?;
        (size <= self.bytes.len().checked_sub(self.at)?).then_some(size)
    }

    /// Returns the number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether it has no items.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns item `i`, if there is one.
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

    /// Returns an iterator over the items in order.
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

/// An iterator over the items of a [`Vector`] in order.
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

/// A map of a verified buffer. Its keys are sorted by their bytes.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::Limits;
/// use varvel::flexbuffers::{Flex, to_vec};
/// let bytes = to_vec(&BTreeMap::from([("b", 2), ("a", 1)]))?;
/// let map = Flex::new(&bytes, &Limits::DEFAULT)?.root().as_map().unwrap();
/// assert_eq!(map.get("b").and_then(|value| value.as_i64()), Some(2));
/// assert!(map.get("c").is_none());
/// assert_eq!(map.iter().map(|(key, _)| key).collect::<Vec<_>>(), ["a", "b"]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Map<'a> {
    keys: Vector<'a>,
    values: Vector<'a>,
}

impl<'a> Map<'a> {
    /// Returns the number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len
    }

    /// Returns whether it has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a key, by binary search.
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

    /// Returns key `i` in the order of the keys.
    #[inline]
    pub fn key(&self, i: usize) -> Option<&'a str> {
        self.keys.get(i)?.as_str()
    }

    /// Returns the values in the order of the keys.
    #[inline]
    pub fn values(&self) -> Vector<'a> {
        self.values
    }

    /// Returns an iterator over keys and values in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Reference<'a>)> + use<'a> {
        let members = self.members();
        members.filter_map(|(key, value)| Some((key.as_str()?, value)))
    }

    /// Returns an iterator over keys and values in the order of the keys. The keys are nodes of the
    /// type [`Type::Key`].
    #[inline]
    pub fn members(&self) -> Members<'a> {
        Members {
            keys: self.keys.iter(),
            values: self.values.iter(),
        }
    }
}

/// An iterator over the members of a [`Map`]: keys and values, in the order of the keys.
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
