//! Values one after the other, with nothing between them. The heads alone show where each value
//! ends.

use core::iter::FusedIterator;

use varvel_core::{Error, Result};

use crate::codes;
use crate::error;

/// A search for the end of a value whose bytes may come in several pieces.
///
/// It needs no stack: it counts the nodes that are still to come, whatever containers they are in.
/// It looks at heads only, and checks nothing; the reader of the value does that.
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
    /// How many bytes are known to belong to the value. The next byte begins a node.
    at: u64,
    /// How many nodes are still to come.
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
    /// The state before a value.
    pub const START: Self = Self {
        at: 0,
        nodes: 1,
        first: 1,
    };

    /// Returns the end of the value that `bytes` begin with; `None` if they do not have all of it.
    /// Then it can be called again with more bytes behind the same.
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

    /// Returns how many bytes the value has at least, as far as it was seen.
    pub fn least(&self) -> u64 {
        match self.nodes {
            0 => self.at,
            // Each node has at least one byte.
            nodes => self.at.saturating_add(nodes - 1 + self.first),
        }
    }
}

/// The extent of a node.
struct Node {
    /// The length of its own bytes, without the nodes in it.
    len: u64,
    /// How many nodes are directly in it.
    inside: u64,
}

impl Node {
    /// Returns the extent of the node whose head `bytes` begin with, if the head is complete.
    fn at(bytes: &[u8]) -> Option<Self> {
        let (&first, rest) = bytes.split_first()?;
        let leaf = |len| Some(Self { len, inside: 0 });
        let nodes = |len, inside| Some(Self { len, inside });
        // A length of 1, 2 or 4 bytes, the bytes that it announces, and `more` bytes.
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
            // This includes the byte that is never used: the reader of the value refuses it.
            _ => leaf(1),
        }
    }
}

/// Returns the length of a node's head with this first byte, up to the end of its own length field.
fn head_len(first: u8) -> u64 {
    match first {
        codes::BIN_8..=codes::BIN_32 => 1 + (1 << (first - codes::BIN_8)),
        // Extensions also have a type.
        codes::EXT_8..=codes::EXT_32 => 2 + (1 << (first - codes::EXT_8)),
        codes::STR_8..=codes::STR_32 => 1 + (1 << (first - codes::STR_8)),
        codes::ARRAY_16 | codes::MAP_16 => 3,
        codes::ARRAY_32 | codes::MAP_32 => 5,
        _ => 1,
    }
}

/// Returns the number in the first `width` bytes of `bytes`, the highest byte first.
pub fn length(bytes: &[u8], width: usize) -> Option<u64> {
    let bytes = bytes.get(..width)?;
    Some(
        bytes
            .iter()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)),
    )
}

/// An iterator over the values of a stream in memory. It gives the bytes of each.
///
/// It looks at heads only. The reader of a value checks it: [`from_slice`](crate::from_slice()) or
/// [`drive`](crate::drive()), perhaps in another thread.
///
/// ```
/// use varvel::msgpack::{Values, from_slice};
/// let stream = [0x01, 0xA1, b'a', 0x92, 0x02, 0x03];
/// let mut values = Values::new(&stream);
/// assert_eq!(from_slice::<u8>(values.next().unwrap()?)?, 1);
/// assert_eq!(from_slice::<&str>(values.next().unwrap()?)?, "a");
/// assert_eq!(values.offset(), 3);
/// assert_eq!(from_slice::<Vec<u8>>(values.next().unwrap()?)?, [2, 3]);
/// assert!(values.next().is_none());
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Values<'de> {
    input: &'de [u8],
    at: usize,
}

impl<'de> Values<'de> {
    /// Makes an iterator over the values of `input`.
    pub const fn new(input: &'de [u8]) -> Self {
        Self { input, at: 0 }
    }

    /// Returns where the next value begins. Offsets of errors inside it count from there.
    pub const fn offset(&self) -> usize {
        self.at
    }
}

impl<'de> Iterator for Values<'de> {
    /// The bytes of a value. The last item is an error if the stream ends inside a value.
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

/// Makes the error of a stream that ends at `end`, inside a value.
#[cold]
pub fn cut_off(end: usize) -> Error {
    error::cut_off(end, "the rest of a value")
}
