//! [`NodeCodes`]: short bytes that are equal if and only if nodes are equal.
//!
//! A map is sorted, put away and replaced by a number as soon as it ends ([`Interned`]). So a map
//! in a map in a map is not sorted and copied again at each level: time is linear in the events,
//! except that the members of a map are sorted.
//!
//! No code is the beginning of another, so the codes of two keys can be compared without their
//! ends.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use crate::secret::RandomState;

use super::interned::Interned;
use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::number::float_bits;
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// The first byte of a code. The lower half of those for numbers is how many bytes follow.
mod first {
    pub const END: u8 = 0x00;
    pub const NULL: u8 = 0x01;
    pub const FALSE: u8 = 0x02;
    pub const TRUE: u8 = 0x03;
    pub const FLOAT: u8 = 0x04;
    pub const ARRAY: u8 = 0x05;
    pub const EMPTY_MAP: u8 = 0x06;
    /// An integer: its sign is the lowest bit.
    pub const INTEGER: u8 = 0x10;
    /// An integer above `i64::MAX`.
    pub const UNSIGNED: u8 = 0x20;
    /// These have a length, and then so many bytes.
    pub const STRING: u8 = 0x30;
    pub const BYTES: u8 = 0x40;
    pub const BIG_INTEGER: u8 = 0x50;
    pub const DECIMAL: u8 = 0x60;
    /// The seconds; the nanoseconds follow as one more number.
    pub const TIMESTAMP: u8 = 0x70;
    pub const NANOSECONDS: u8 = 0x80;
    pub const TAG: u8 = 0x90;
    pub const EXTENSION: u8 = 0xa0;
    pub const SIMPLE: u8 = 0xb0;
    /// A map that was put away.
    pub const NUMBER: u8 = 0xc0;
}

/// A sink that writes the codes of nodes.
///
/// ```
/// use varvel::{Result, Sink as _};
/// use varvel_core::unique::NodeCodes;
/// let mut codes: NodeCodes = NodeCodes::default();
/// let mut node = |members: [i64; 2]| -> Result<u32> {
///     let map = |to: &mut NodeCodes| {
///         to.begin_map(None)?;
///         for member in members {
///             to.any_key()?;
///             to.i64(member)?;
///             to.null()?;
///         }
///         to.end_map()
///     };
///     Ok(codes.number(map)?.0)
/// };
/// assert_eq!(node([1, 2])?, node([2, 1])?);
/// assert_ne!(node([1, 2])?, node([1, 3])?);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct NodeCodes<H = RandomState> {
    /// The codes of the nodes that are coming.
    out: Vec<u8>,
    maps: Vec<Map>,
    /// Where each member of the open maps begins.
    members: Vec<usize>,
    /// The order of the members of the map that ends, as numbers.
    order: Vec<u32>,
    away: Interned<H>,
}

/// An open map.
#[derive(Clone, Copy, Debug)]
struct Map {
    /// Where its members begin in `out`.
    start: usize,
    /// The number of its first member.
    first: usize,
}

impl<H: Default> Default for NodeCodes<H> {
    fn default() -> Self {
        Self {
            out: Vec::new(),
            maps: Vec::new(),
            members: Vec::new(),
            order: Vec::new(),
            away: Interned::default(),
        }
    }
}

fn no_memory<E>(_: E) -> Error {
    Error::out_of_memory()
}

impl<H: BuildHasher> NodeCodes<H> {
    /// Returns a number for the node that `give` gives to this sink, and whether it is new: equal
    /// nodes have the same number, and others never have.
    ///
    /// # Errors
    /// Returns an error if `give` does, or if memory is missing.
    pub fn number(&mut self, give: impl FnOnce(&mut Self) -> Result) -> Result<(u32, bool)> {
        self.forget_coming();
        give(self)?;
        // A single code is never the content of a map, which is two codes or more.
        self.away.put(&self.out)?;
        self.away.finish()
    }

    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.forget_coming();
        self.away.truncate(0);
    }

    /// Forgets the nodes that are coming.
    pub(super) fn forget_coming(&mut self) {
        self.out.clear();
        self.maps.clear();
        self.members.clear();
    }

    /// Returns how many maps are put away.
    pub(super) fn away(&self) -> usize {
        self.away.len()
    }

    /// Forgets all maps that were put away, but the first `len`. No code that is still used refers
    /// to them.
    pub(super) fn forget_away(&mut self, len: usize) {
        self.away.truncate(len);
    }

    /// Returns the codes so far.
    pub(super) fn codes(&self) -> &[u8] {
        &self.out
    }

    fn put(&mut self, bytes: &[u8]) -> Result {
        self.out.try_reserve(bytes.len()).map_err(no_memory)?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes a number in as few bytes as hold it.
    fn integer(&mut self, kind: u8, value: u64) -> Result {
        let bytes = value.to_be_bytes();
        let zeros = value.leading_zeros() as usize / 8;
        self.put(&[kind | (bytes.len() - zeros) as u8])?;
        self.put(&bytes[zeros..])
    }

    fn signed(&mut self, kind: u8, value: i64) -> Result {
        self.integer(kind, (value << 1 ^ value >> 63) as u64)
    }

    fn text(&mut self, kind: u8, bytes: &[u8]) -> Result {
        self.integer(kind, bytes.len() as u64)?;
        self.put(bytes)
    }

    fn member(&mut self) -> Result {
        if !self.maps.is_empty() {
            self.members.try_reserve(1).map_err(no_memory)?;
            self.members.push(self.out.len());
        }
        Ok(())
    }

    /// Puts the members of a map away in the order of their codes.
    fn sorted(&mut self, Map { start, first }: Map) -> Result {
        let (out, members) = (&self.out, &self.members[first..]);
        let code = |&member: &usize| &out[member..];
        if members.is_sorted_by(|a, b| code(a) <= code(b)) {
            return self.away.put(&out[start..]);
        }
        let count = u32::try_from(members.len()).map_err(no_memory)?;
        self.order.clear();
        self.order.try_reserve(members.len()).map_err(no_memory)?;
        self.order.extend(0..count);
        let at = |member: u32| members.get(member as usize).copied();
        let code = |member: u32| &out[at(member).unwrap_or(out.len())..];
        self.order.sort_unstable_by(|&a, &b| code(a).cmp(code(b)));
        for &member in &self.order {
            let (start, end) = (at(member), at(member + 1));
            let code = &out[start.unwrap_or(out.len())..end.unwrap_or(out.len())];
            self.away.put(code)?;
        }
        Ok(())
    }
}

/// Returns the text of a code, if it is that of a string.
pub(super) fn string(code: &[u8]) -> Option<&str> {
    let (&kind, rest) = code.split_first()?;
    let text = rest.get(usize::from(kind & 0x0f)..)?;
    match kind & 0xf0 == first::STRING {
        true => core::str::from_utf8(text).ok(),
        false => None,
    }
}

impl<'de, H: BuildHasher> Sink<'de> for NodeCodes<H> {
    fn null(&mut self) -> Result {
        self.put(&[first::NULL])
    }
    fn bool(&mut self, value: bool) -> Result {
        self.put(&[if value { first::TRUE } else { first::FALSE }])
    }
    fn i64(&mut self, value: i64) -> Result {
        self.signed(first::INTEGER, value)
    }
    fn u64(&mut self, value: u64) -> Result {
        self.integer(first::UNSIGNED, value)
    }
    fn f64(&mut self, value: f64) -> Result {
        self.put(&[first::FLOAT])?;
        self.put(&float_bits(value).to_be_bytes())
    }
    fn f32(&mut self, value: f32) -> Result {
        self.f64(value.into())
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.text(first::BIG_INTEGER, digits.as_bytes())
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.text(first::DECIMAL, text.as_bytes())
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.text(first::STRING, value.as_bytes())
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.text(first::BYTES, &value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.signed(first::TIMESTAMP, value.seconds())?;
        self.integer(first::NANOSECONDS, value.nanos().into())
    }
    fn tag(&mut self, tag: Tag) -> Result {
        match tag {
            Tag::Number(number) => self.integer(first::TAG, number),
            Tag::Extension(kind) => self.signed(first::EXTENSION, kind.into()),
            Tag::Simple(number) => self.integer(first::SIMPLE, number.into()),
        }
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.put(&[first::ARRAY])
    }
    fn end_array(&mut self) -> Result {
        self.put(&[first::END])
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.maps.try_reserve(1).map_err(no_memory)?;
        self.maps.push(Map {
            start: self.out.len(),
            first: self.members.len(),
        });
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.member()?;
        self.str(key)
    }
    fn any_key(&mut self) -> Result {
        self.member()
    }
    fn end_map(&mut self) -> Result {
        let Some(map) = self.maps.pop() else {
            return Ok(()); // events out of order
        };
        if self.members.len() == map.first {
            return self.put(&[first::EMPTY_MAP]);
        }
        self.sorted(map)?;
        self.members.truncate(map.first);
        self.out.truncate(map.start);
        let (number, _) = self.away.finish()?;
        self.integer(first::NUMBER, number.into())
    }
}

#[cfg(test)]
mod tests {
    use core::hash::{BuildHasherDefault, Hasher};

    use super::*;

    /// A hasher for which everything collides.
    #[derive(Default)]
    struct Constant;

    impl Hasher for Constant {
        fn write(&mut self, _: &[u8]) {}
        fn finish(&self) -> u64 {
            7
        }
    }

    type Colliding = NodeCodes<BuildHasherDefault<Constant>>;

    /// Gives a map of integers and nulls, in which each map is a key of the next one.
    fn nested(to: &mut Colliding, levels: &[[i64; 2]]) -> Result {
        for _ in levels {
            to.begin_map(None)?;
            to.any_key()?;
        }
        to.null()?;
        for members in levels {
            to.null()?;
            for &member in members {
                to.any_key()?;
                to.i64(member)?;
                to.null()?;
            }
            to.end_map()?;
        }
        Ok(())
    }

    #[test]
    fn nodes_with_equal_hashes_have_the_same_number_only_if_they_are_equal() {
        let mut codes = Colliding::default();
        let mut number = |levels: &[[i64; 2]]| {
            let number = codes.number(|to| nested(to, levels));
            number.unwrap().0
        };
        let mut numbers: Vec<u32> = (0..200).map(|i| number(&[[i, -1], [i, 1 << 40]])).collect();
        for i in 0..200 {
            // The order of members does not count, the levels do.
            assert_eq!(number(&[[-1, i], [1 << 40, i]]), numbers[i as usize]);
            assert_ne!(number(&[[i, 1 << 40], [i, -1]]), numbers[i as usize]);
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 200);
    }

    #[test]
    fn forgotten_maps_come_again_as_new_ones() {
        let mut codes = Colliding::default();
        let (first, _) = codes.number(|to| nested(to, &[[1, 2]])).unwrap();
        let away = codes.away();
        for i in 0..40 {
            assert!(codes.number(|to| nested(to, &[[3, i]])).unwrap().1);
        }
        codes.forget_away(away);
        assert!(codes.number(|to| nested(to, &[[3, 5]])).unwrap().1);
        let again = codes.number(|to| nested(to, &[[2, 1]])).unwrap();
        assert_eq!(again, (first, false));
        codes.clear();
        assert!(codes.number(|to| nested(to, &[[1, 2]])).unwrap().1);
    }

    #[test]
    fn no_code_is_the_beginning_of_another() {
        let nodes: [fn(&mut Colliding) -> Result; 24] = [
            |to| to.null(),
            |to| to.bool(false),
            |to| to.bool(true),
            |to| to.i64(0),
            |to| to.i64(1),
            |to| to.i64(-1),
            |to| to.i64(i64::MIN),
            |to| to.i64(i64::MAX),
            |to| to.u64(u64::MAX),
            |to| to.f64(0.0),
            |to| to.f64(-0.0),
            |to| to.f64(1.0),
            |to| to.big_integer("1"),
            |to| to.decimal("1"),
            |to| to.str(Str::from("")),
            |to| to.str(Str::from("1")),
            |to| to.bytes(Bytes::Input(b"")),
            |to| to.bytes(Bytes::Input(b"1")),
            |to| to.timestamp(Timestamp::new(0, 0).unwrap()),
            |to| to.timestamp(Timestamp::new(0, 1).unwrap()),
            |to| to.empty_array(),
            |to| to.i64_array(&[0]),
            |to| to.begin_map(None).and_then(|()| to.end_map()),
            |to| nested(to, &[[1, 2]]),
        ];
        let code = |give: &fn(&mut Colliding) -> Result| {
            let mut codes = Colliding::default();
            give(&mut codes).unwrap();
            codes.codes().to_vec()
        };
        for (i, a) in nodes.iter().enumerate() {
            for (j, b) in nodes.iter().enumerate() {
                let (a, b) = (code(a), code(b));
                assert!(i == j || !a.starts_with(&b), "{a:x?} {b:x?}");
            }
        }
    }

    #[test]
    fn only_the_code_of_a_string_is_one() {
        let mut codes = Colliding::default();
        codes.str(Str::from("a\u{1}")).unwrap();
        assert_eq!(string(codes.codes()), Some("a\u{1}"));
        codes.forget_coming();
        codes.bytes(Bytes::Input(b"a")).unwrap();
        assert_eq!(string(codes.codes()), None);
    }
}
