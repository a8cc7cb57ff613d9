//! Data items one after the other, with nothing between them (RFC 8742). The heads alone show where
//! each item ends.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use varvel_core::{Error, Limits, Result};

use super::input::head;
use crate::codes::{self, INFO};
use crate::error;

/// A search for the end of a data item whose bytes may come in several pieces.
///
/// It counts the items that are still to come, whatever containers they are in. Only items of
/// indefinite length need a stack: 8 bytes for each such string, array or map that is open, up to
/// the given depth. The search ends at an item beyond that depth, because its reader refuses it. It
/// looks at heads only, and checks nothing; the reader of the item does that.
///
/// ```
/// use varvel_cbor::read::Extent;
/// let sequence = [0x82, 0x61, b'a', 0x02, 0x03]; // ["a", 2], 3
/// let mut extent = Extent::new(128);
/// assert_eq!(extent.end(&sequence[..2])?, None);
/// assert_eq!(extent.least(), 4); // the string and one more byte
/// assert_eq!(extent.end(&sequence)?, Some(4));
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extent {
    /// How many bytes are known to belong to the item. The next byte begins another item in it.
    at: u64,
    /// How many items are still to come, up to the break of the innermost item of indefinite
    /// length.
    items: u64,
    /// How many bytes the first of them has at least.
    first: u64,
    /// How many items come behind each of the breaks, the outermost first.
    open: Vec<u64>,
    /// The sum of `open`.
    outside: u64,
    depth: usize,
}

/// The depth if no limit is known. The memory for it is at most 512 KiB.
const DEPTH: usize = 1 << 16;

impl Default for Extent {
    fn default() -> Self {
        Self::new(DEPTH)
    }
}

impl Extent {
    /// Makes a search that stands before an item in which `depth` items of indefinite length may be
    /// open.
    pub const fn new(depth: usize) -> Self {
        Self {
            at: 0,
            items: 1,
            first: 1,
            open: Vec::new(),
            outside: 0,
            depth,
        }
    }

    /// Finds where the item ends that `bytes` begin with; `None` if they do not have all of it. The
    /// next call then has more bytes behind the same.
    ///
    /// # Errors
    /// `OutOfMemory`: the next call goes on from there, with the same bytes or more.
    pub fn end(&mut self, bytes: &[u8]) -> Result<Option<usize>> {
        while self.items != 0 || !self.open.is_empty() {
            let at = usize::try_from(self.at).unwrap_or(usize::MAX);
            let Some(rest @ [first, ..]) = bytes.get(at..) else {
                return Ok(None);
            };
            if self.items == 0 {
                // Another one, or the break.
                match first {
                    &codes::BREAK => {
                        self.at += 1;
                        self.items = self.open.pop().unwrap_or(0);
                        self.outside = self.outside.saturating_sub(self.items);
                        continue;
                    }
                    _ => self.items = 1,
                }
            }
            let Some(node) = Node::at(rest) else {
                self.first = head_len(*first);
                return Ok(None);
            };
            if node.open && self.open.len() < self.depth {
                let reserved = self.open.try_reserve(1);
                reserved.map_err(|_| Error::out_of_memory())?;
            }
            self.first = 1;
            self.at = self.at.saturating_add(node.len);
            self.items = self.items.saturating_add(node.inside) - 1;
            if node.open {
                self.enter();
            }
        }
        let end = usize::try_from(self.at).ok();
        Ok(end.filter(|&end| end <= bytes.len()))
    }

    /// Enters what has no length, for which there is room on the stack if it is not too deep.
    fn enter(&mut self) {
        if self.open.len() >= self.depth {
            // It ends here.
            self.open.clear();
            (self.items, self.outside) = (0, 0);
            return;
        }
        self.open.push(self.items);
        self.outside = self.outside.saturating_add(self.items);
        self.items = 0;
    }

    /// Returns how many bytes the item has at least, as far as it was seen.
    pub fn least(&self) -> u64 {
        // Each item has at least one byte, and so has each break.
        let first = self.first.min(self.items.saturating_mul(self.first));
        self.at
            .saturating_add(self.items.saturating_sub(1))
            .saturating_add(first)
            .saturating_add(self.outside)
            .saturating_add(self.open.len() as u64)
    }
}

/// The extent of an item.
struct Node {
    /// The length of its own bytes, without the items in it.
    len: u64,
    /// How many items are directly in it.
    inside: u64,
    /// Whether items or chunks follow, and a break.
    open: bool,
}

impl Node {
    /// Returns the extent of the item whose head `bytes` begin with, if the head is complete.
    fn at(bytes: &[u8]) -> Option<Self> {
        let &first = bytes.first()?;
        let leaf = |len| {
            Some(Self {
                len,
                inside: 0,
                open: false,
            })
        };
        if first & INFO > 27 {
            // This includes bytes that are not an item: the reader refuses them.
            let open =
                first & INFO == codes::INDEFINITE && (codes::BYTES..codes::TAG).contains(&first);
            return Some(Self {
                len: 1,
                inside: 0,
                open,
            });
        }
        let (major, argument, rest) = head(bytes)?;
        let len = (bytes.len() - rest.len()) as u64;
        let inside = |inside| {
            Some(Self {
                len,
                inside,
                open: false,
            })
        };
        match major {
            codes::BYTES | codes::TEXT => leaf(len.saturating_add(argument)),
            codes::ARRAY => inside(argument),
            codes::MAP => inside(argument.saturating_mul(2)),
            codes::TAG => inside(1),
            _ => leaf(len),
        }
    }
}

/// Returns the length of an item's head with this first byte.
fn head_len(first: u8) -> u64 {
    match first & INFO {
        info @ 24..28 => 1 + (1 << (info - 24)),
        _ => 1,
    }
}

/// An iterator over the data items of a sequence in memory. It gives the bytes of each.
///
/// It looks at heads only. The reader of an item checks it: [`from_slice`](crate::from_slice()) or
/// [`drive`](crate::drive()), perhaps in another thread.
///
/// ```
/// use varvel::cbor::{Values, from_slice};
/// let sequence = [0x01, 0x61, b'a', 0x82, 0x02, 0x03];
/// let mut values = Values::new(&sequence);
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
    depth: usize,
}

impl<'de> Values<'de> {
    /// Makes an iterator over the items of `input`.
    pub const fn new(input: &'de [u8]) -> Self {
        Self::with_depth(input, Limits::DEFAULT.depth)
    }

    /// Makes an iterator over the items of `input`. In each of them, `depth` containers may be
    /// open.
    pub const fn with_depth(input: &'de [u8], depth: usize) -> Self {
        Self {
            input,
            at: 0,
            depth,
        }
    }

    /// Returns where the next item begins. Offsets of errors inside it count from there.
    pub const fn offset(&self) -> usize {
        self.at
    }
}

impl<'de> Iterator for Values<'de> {
    /// An error, the last one, if the sequence ends inside an item, or if there is no memory to
    /// look for its end.
    type Item = Result<&'de [u8]>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.input.get(self.at..).filter(|rest| !rest.is_empty())?;
        let mut extent = Extent::new(self.depth);
        let end = match extent.end(rest) {
            Ok(Some(end)) => end,
            Ok(None) => {
                self.at = self.input.len();
                return Some(Err(cut_off(self.at)));
            }
            Err(error) => {
                self.at = self.input.len();
                return Some(Err(error));
            }
        };
        self.at += end;
        rest.get(..end).map(Ok)
    }
}

impl FusedIterator for Values<'_> {}

/// Makes the error of a sequence that ends at `end`, inside an item.
#[cold]
pub fn cut_off(end: usize) -> Error {
    error::cut_off(end, "the rest of a data item")
}
