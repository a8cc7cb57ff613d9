//! Values one after the other, with nothing between them: where each ends, found by the heads
//! alone.

use core::iter::FusedIterator;

use varvel_core::{Error, Result};

use crate::codes;
use crate::error;

/// Looks for the end of a value, in as many steps as its bytes come in.
///
/// No stack: so many nodes are still to come, whatever they are in. Nothing but heads is looked at,
/// and nothing is checked: that is for whoever reads the value.
///
/// ```
/// use varvel_msgpack::read::Extent;
/// let stream = [0x92, 0xA1, b'a', 0x02, 0x03]; // ["a", 2], 3
/// let mut extent = Extent::START;
/// assert_eq!(extent.end(&stream[..2]), None);
/// assert_eq!(extent.least(), 4); // the string and one more byte
/// assert_eq!(extent.end(&stream), Some(4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Bytes that are known to belong to the value; the next is the first one of a node.
    at: u64,
    /// Nodes that are still to come.
    nodes: u64,
    /// How many bytes the first of them has at least.
    first: u64,
}

impl Default for Extent {
    fn default() -> Self {
        Self::START
    }
}

impl Extent {
    /// Before a value.
    pub const START: Self = Self {
        at: 0,
        nodes: 1,
        first: 1,
    };

    /// Where the value ends that `bytes` begin with, if they have all of it; to be asked again with
    /// more bytes behind the same if not.
    pub fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        while self.nodes != 0 {
            let at = usize::try_from(self.at).ok()?;
            let rest = bytes.get(at..)?;
            let Some(node) = Node::at(rest) else {
                self.first = rest.first().map_or(1, |&first| head_len(first));
                return None;
            };
            self.first = 1;
            self.at += node.len;
            self.nodes += node.inside;
            self.nodes -= 1;
        }
        let end = usize::try_from(self.at).ok()?;
        (end <= bytes.len()).then_some(end)
    }

    /// How many bytes the value has at least, by what was seen of it.
    pub fn least(&self) -> u64 {
        match self.nodes {
            0 => self.at,
            // Each node has one byte.
            nodes => self.at.saturating_add(nodes - 1 + self.first),
        }
    }
}

/// How much there is to a node.
struct Node {
    /// Its bytes, without the nodes in it.
    len: u64,
    /// Nodes right in it.
    inside: u64,
}

impl Node {
    /// The one whose head `bytes` begin with, if that is all there.
    fn at(bytes: &[u8]) -> Option<Self> {
        let (&first, rest) = bytes.split_first()?;
        let leaf = |len| Some(Self { len, inside: 0 });
        let nodes = |len, inside| Some(Self { len, inside });
        // A length of 1, 2 or 4 bytes, and so many bytes more.
        let block = |width: usize, more: u64| leaf(1 + width as u64 + more + length(rest, width)?);
        match first {
            codes::FIX_MAP..codes::FIX_ARRAY => nodes(1, 2 * u64::from(first & 15)),
            codes::FIX_ARRAY..codes::FIX_STR => nodes(1, u64::from(first & 15)),
            codes::FIX_STR..codes::NIL => leaf(1 + u64::from(first & 31)),
            codes::BIN_8..=codes::BIN_32 => block(1 << (first - codes::BIN_8), 0),
            codes::EXT_8..=codes::EXT_32 => block(1 << (first - codes::EXT_8), 1),
            codes::STR_8..=codes::STR_32 => block(1 << (first - codes::STR_8), 0),
            codes::FLOAT_32 => leaf(5),
            codes::FLOAT_64 => leaf(9),
            codes::UINT_8..=codes::UINT_64 => leaf(1 + (1 << (first - codes::UINT_8))),
            codes::INT_8..=codes::INT_64 => leaf(1 + (1 << (first - codes::INT_8))),
            codes::FIX_EXT_1..=codes::FIX_EXT_16 => leaf(2 + (1 << (first - codes::FIX_EXT_1))),
            codes::ARRAY_16 => nodes(3, length(rest, 2)?),
            codes::ARRAY_32 => nodes(5, length(rest, 4)?),
            codes::MAP_16 => nodes(3, 2 * length(rest, 2)?),
            codes::MAP_32 => nodes(5, 2 * length(rest, 4)?),
            // The byte that is never used, too: whoever reads the value refuses it.
            _ => leaf(1),
        }
    }
}

/// How many bytes a node of this first byte has up to the end of its length.
fn head_len(first: u8) -> u64 {
    match first {
        codes::BIN_8..=codes::BIN_32 => 1 + (1 << (first - codes::BIN_8)),
        // The type, too, which no extension is without.
        codes::EXT_8..=codes::EXT_32 => 2 + (1 << (first - codes::EXT_8)),
        codes::STR_8..=codes::STR_32 => 1 + (1 << (first - codes::STR_8)),
        codes::ARRAY_16 | codes::MAP_16 => 3,
        codes::ARRAY_32 | codes::MAP_32 => 5,
        _ => 1,
    }
}

/// The number in the first bytes of `bytes`, the highest first.
pub fn length(bytes: &[u8], width: usize) -> Option<u64> {
    let bytes = bytes.get(..width)?;
    Some(
        bytes
            .iter()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)),
    )
}

/// The values of a stream in memory, one after the other: the bytes of each.
///
/// Only their heads are looked at. Whoever reads a value checks it: with
/// [`from_slice`](crate::from_slice()), with [`drive`](crate::drive()), in another thread.
///
/// ```
/// use varvel_msgpack::{Values, from_slice};
/// let stream = [0x01, 0xA1, b'a', 0x92, 0x02, 0x03];
/// let mut values = Values::new(&stream);
/// assert_eq!(from_slice::<u8>(values.next().unwrap()?)?, 1);
/// assert_eq!(from_slice::<&str>(values.next().unwrap()?)?, "a");
/// assert_eq!(values.offset(), 3);
/// assert_eq!(from_slice::<Vec<u8>>(values.next().unwrap()?)?, [2, 3]);
/// assert!(values.next().is_none());
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Values<'de> {
    input: &'de [u8],
    at: usize,
}

impl<'de> Values<'de> {
    /// Those of `input`.
    pub const fn new(input: &'de [u8]) -> Self {
        Self { input, at: 0 }
    }

    /// Where the next value begins: offsets of errors inside it count from there.
    pub const fn offset(&self) -> usize {
        self.at
    }
}

impl<'de> Iterator for Values<'de> {
    /// An error, the last one, if the stream ends inside a value.
    type Item = Result<&'de [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.input.get(self.at..).filter(|rest| !rest.is_empty())?;
        let mut extent = Extent::START;
        let Some(end) = extent.end(rest) else {
            self.at = self.input.len();
            return Some(Err(cut_off(self.input.len())));
        };
        self.at += end;
        rest.get(..end).map(Ok)
    }
}

impl FusedIterator for Values<'_> {}

/// The stream ends at `end` inside a value.
#[cold]
pub fn cut_off(end: usize) -> Error {
    error::cut_off(end, "the rest of a value")
}
