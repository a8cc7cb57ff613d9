//! [`PartReader`]: one node of a frozen document in a file, without the rest of the file.
//!
//! The bytes of a node and of all nodes in it are one range, and what refers into the range does so
//! from its end. So the range, behind a new header and before the tables of the document, is a
//! document by itself. It is copied into memory and validated there, as any bytes are. The way to
//! the node is read with checks, and nothing relies on what was found there.

use alloc::vec::Vec;
use core::hash::Hasher;
use core::ops::Range;
use std::io::{Read, Seek, SeekFrom};

use twox_hash::XxHash3_64;
use varvel_core::path::{Selector, Step};
use varvel_core::{Error, ErrorKind, Kind, Limits, Result};

use crate::checksum;
use crate::frozen::Frozen;
use crate::index::SCANNED;
use crate::layout::checked::{self, ContainerHeader};
use crate::layout::{
    FLAG_CHECKSUM, FLAGS_AT, HEADER_LEN, MAGIC, ROOT_AT, TABLES_HEADER_LEN, TOTAL_AT, TREE_END_AT,
    VERSION, other, tag,
};
use crate::stream::{io, read_more};
use crate::validate::invalid;

/// The most bytes of a node's header: a kind, a byte of widths, two counts of 8 bytes.
const NODE_HEADER: u64 = 18;

/// This many slots are read at once where the one before is looked for.
const SLOTS_AT_ONCE: u64 = 4096;

/// This many bytes are read at once where all are.
const BYTES_AT_ONCE: usize = 64 << 10;

/// Reads single nodes of a frozen document that is too large for memory, or of which little is
/// needed.
///
/// Opening it reads the tables of keys, and all bytes once if they end in a checksum. A node costs
/// a few reads for each step of its path, and as much memory as the node and the tables take.
///
/// Each node that it returns was validated. **The rest of the document was not**: bytes that are
/// wrong elsewhere are not found, and if they are wrong on the way to a node, another node may be
/// returned. The file may change meanwhile: this is an error or another valid node.
///
/// ```
/// use std::io::Cursor;
/// use varvel::path::Selectors;
/// use varvel::{Limits, PartReader};
/// # let document = varvel::json::freeze(br#"{"users": [{"name": "Ada"}, {"name": "Bo"}]}"#)?;
/// // {"users": [{"name": "Ada"}, {"name": "Bo"}]}
/// let file = Cursor::new(document.into_bytes()); // or a `File`
/// let mut parts = PartReader::open(file, &Limits::DEFAULT)?;
/// let path = Selectors::path("users[1].name").collect::<Result<Vec<_>, _>>()?;
/// let (node, steps) = parts.select(&path)?;
/// assert_eq!((node.view().as_str(), steps.len()), (Some("Bo"), 3));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct PartReader<R> {
    input: R,
    limits: Limits,
    tables: Vec<u8>,
    tree_end: u64,
    root: Node,
    /// Memory for reads.
    buffer: Vec<u8>,
}

/// A node, as a slot of 8 bytes has it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The slot; the payload of a reference is not used.
    slot: u64,
    /// The place of the node, if the slot refers to one.
    at: u64,
    /// The place where the nodes begin that are inside of it, or its own.
    begin: u64,
}

impl Node {
    /// Returns the tag of the slot.
    const fn tag(self) -> u8 {
        (self.slot & 15) as u8
    }

    const fn is_reference(self) -> bool {
        self.tag() & tag::REFERENCE != 0
    }
}

/// The slots of a container in the file.
#[derive(Clone, Copy)]
struct Slots {
    /// The container.
    of: Node,
    /// The place of the first slot.
    at: u64,
    count: u64,
    /// The width of a slot.
    width: u64,
}

impl<R: Read + Seek> PartReader<R> {
    /// Opens a frozen document: reads its header and its tables, and checks its checksum.
    ///
    /// # Errors
    /// `InvalidFrozen`, `UnsupportedVersion`, `ChecksumMismatch`, `SizeLimit`, `Io`, `OutOfMemory`.
    pub fn open(mut input: R, limits: &Limits) -> Result<Self> {
        let len = input.seek(SeekFrom::End(0)).map_err(io)?;
        if len > limits.bytes as u64 {
            return Err(Error::too_large(limits.bytes));
        }
        let mut header = Vec::new();
        bytes_of(&mut input, 0..len.min(HEADER_LEN as u64), &mut header)?;
        if header.get(..4) != Some(&MAGIC) || header.len() < HEADER_LEN {
            return Err(invalid(0, "the header of a frozen buffer"));
        }
        if header[4] != VERSION {
            return Err(crate::layout::unsupported(header[4], 4));
        }
        let field = |at| checked::uint(&header, at, 8).unwrap_or_default();
        if field(TOTAL_AT) != len {
            return Err(invalid(TOTAL_AT, "the length of the buffer"));
        }
        let end = match header[FLAGS_AT] & FLAG_CHECKSUM {
            0 => len,
            _ => check_sum(&mut input, len)?,
        };
        let (tree_end, slot) = (field(TREE_END_AT), field(ROOT_AT));
        if tree_end < HEADER_LEN as u64 || tree_end.saturating_add(TABLES_HEADER_LEN as u64) > end {
            let expected = "the end of the tree inside the buffer";
            return Err(invalid(TREE_END_AT, expected));
        }
        let mut tables = Vec::new();
        bytes_of(&mut input, tree_end..end, &mut tables)?;
        Ok(Self {
            root: node(slot, tree_end, HEADER_LEN as u64)?,
            input,
            limits: *limits,
            tables,
            tree_end,
            buffer: Vec::new(),
        })
    }

    /// Returns the node that a path leads to, and the steps to it. If the path leads on to nothing,
    /// or through an array of numbers or a map, these are the node and the steps up to there: the
    /// rest of the path is to be followed in the node.
    ///
    /// # Errors
    /// `InvalidFrozen` (its offset counts in the part of the file that was read), `DepthLimit`,
    /// `NodeLimit`, `Io`, `OutOfMemory`. A node that refers to very many shared strings may be
    /// refused, though the whole document is valid.
    pub fn select(&mut self, path: &[Selector<'_>]) -> Result<(Frozen, Vec<Step>)> {
        let mut node = self.root;
        let mut steps = Vec::new();
        for selector in path {
            let mut inside = node;
            while let Some(slots) = self.tagged(inside)? {
                inside = self.item(&slots, 0)?;
            }
            let found = match inside.tag() {
                tag::ARRAY => self.in_array(inside, selector)?,
                tag::OBJECT => self.in_object(inside, selector)?,
                _ => None,
            };
            let Some((next, kind)) = found else { break };
            steps.push(selector.step(kind));
            node = next;
        }
        let end = match node.is_reference() {
            true => self.end_of(node)?,
            false => node.begin,
        };
        let frozen = self.build(node, node.begin..end, &[])?;
        Ok((frozen, steps))
    }

    /// Returns the first `count` items of the array that the document is, as an array; fewer if it
    /// has fewer. Returns `None` for any other document, and for arrays of nothing but numbers.
    ///
    /// # Errors
    /// Those of [`PartReader::select`].
    pub fn first_items(&mut self, count: u64) -> Result<Option<Frozen>> {
        if self.root.tag() != tag::ARRAY {
            return Ok(None);
        }
        let header = checked::array(self.header(self.root.at)?, 0);
        let slots = self.slots(self.root, header)?;
        let count = count.min(slots.count);
        if count == 0 {
            let empty = node(crate::layout::literal::EMPTY_ARRAY << 4, 0, 0)?;
            return self.build(empty, 0..0, &[]).map(Some);
        }
        let (begin, end) = (self.root.begin, self.end_before(&slots, count)?);
        // The array stands closer to its items than it did, so references fit into the slots.
        let moved = self.root.at.checked_sub(end).ok_or_else(broken)?;
        let mut array = Vec::new();
        array.try_reserve(9).map_err(|_| Error::out_of_memory())?;
        array.push((slots.width / 4) as u8 | 3 << 2);
        array.extend_from_slice(&count.to_le_bytes());
        let mut items = Vec::new();
        let range = slots.at..slots.at + count * slots.width;
        bytes_of(&mut self.input, range, &mut items)?;
        for slot in items.chunks_exact_mut(slots.width as usize) {
            let mut wide = [0; 8];
            wide[..slot.len()].copy_from_slice(slot);
            let value = u64::from_le_bytes(wide);
            if value as u8 & tag::REFERENCE != 0 {
                let back = (value >> 4).checked_sub(moved).ok_or_else(broken)?;
                let bytes = (back << 4 | value & 15).to_le_bytes();
                slot.copy_from_slice(&bytes[..slot.len()]);
            }
        }
        array
            .try_reserve(items.len())
            .map_err(|_| Error::out_of_memory())?;
        array.extend_from_slice(&items);
        let root = Node {
            at: end,
            ..self.root
        };
        self.build(root, begin..end, &array).map(Some)
    }

    /// Returns the item of an array that a selector chooses.
    fn in_array(&mut self, array: Node, selector: &Selector<'_>) -> Result<Option<(Node, Kind)>> {
        let header = checked::array(self.header(array.at)?, 0);
        let slots = self.slots(array, header)?;
        match selector.index().map(|index| index as u64) {
            Some(index) if index < slots.count => {
                Ok(Some((self.item(&slots, index)?, Kind::Array)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the value of the member of an object that a selector chooses. Its shape is looked
    /// through from the front.
    fn in_object(&mut self, object: Node, selector: &Selector<'_>) -> Result<Option<(Node, Kind)>> {
        let Some(name) = selector.name() else {
            return Ok(None);
        };
        let at = self.bytes(object.at, NODE_HEADER)?;
        let header = checked::object(&self.buffer[..at], 0, |shape| self.members(shape));
        let (shape, header) = header.ok_or_else(broken)?;
        let slots = self.slots(object, Some(header))?;
        let named = |i: &usize| self.key(shape, *i).is_some_and(|key| *name == *key);
        match (0..header.count).find(named) {
            Some(i) => Ok(Some((self.item(&slots, i as u64)?, Kind::Object))),
            None => Ok(None),
        }
    }

    /// Returns the slot of a tagged node.
    fn tagged(&mut self, node: Node) -> Result<Option<Slots>> {
        if node.tag() != tag::OTHER {
            return Ok(None);
        }
        let header = self.header(node.at)?;
        match header.first() {
            Some(&(other::TAGGED | other::EXTENSION | other::SIMPLE)) => {
                let header = checked::tagged(header, 0);
                self.slots(node, header).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns the slots of a container, whose header was read from its place on.
    fn slots(&self, of: Node, header: Option<ContainerHeader>) -> Result<Slots> {
        let header = header.ok_or_else(broken)?;
        let slots = Slots {
            of,
            at: of.at + header.at as u64,
            count: header.count as u64,
            width: header.width as u64,
        };
        let end = slots.count.checked_mul(slots.width);
        let end = end.and_then(|len| slots.at.checked_add(len));
        match end {
            Some(end) if end <= self.tree_end => Ok(slots),
            _ => Err(broken()),
        }
    }

    /// Returns the node of a slot. There are more than `i` slots.
    fn item(&mut self, slots: &Slots, i: u64) -> Result<Node> {
        let len = self.bytes(slots.at + i * slots.width, slots.width)?;
        let slot = wide(&self.buffer[..len]);
        let begin = self.end_before(slots, i)?;
        node(slot, slots.of.at, begin)
    }

    /// Returns the place where the last node ends to which one of the first `count` slots refers,
    /// or where the nodes inside of the container begin.
    fn end_before(&mut self, slots: &Slots, count: u64) -> Result<u64> {
        let mut left = count;
        while left > 0 {
            let first = left.saturating_sub(SLOTS_AT_ONCE);
            let range = (left - first) * slots.width;
            let len = self.bytes(slots.at + first * slots.width, range)?;
            let mut read = self.buffer[..len].chunks_exact(slots.width as usize);
            let reference = read.rfind(|slot| slot[0] & tag::REFERENCE != 0);
            if let Some(slot) = reference.map(wide) {
                return self.end_of(node(slot, slots.of.at, slots.of.begin)?);
            }
            left = first;
        }
        Ok(slots.of.begin)
    }

    /// Returns where a node ends to which a slot refers.
    fn end_of(&mut self, node: Node) -> Result<u64> {
        let len = self.bytes(node.at, NODE_HEADER)?;
        let header = &self.buffer[..len];
        let mut end = match (node.tag(), header.first()) {
            (tag::OTHER, Some(&other::PAIRS)) => {
                let slots = checked::pairs(header, 0).ok_or_else(broken)?;
                let end = slots.end().ok_or_else(broken)?;
                let members = slots.count / 2;
                match members > SCANNED {
                    false => Some(end),
                    true => {
                        let end = node.at.checked_add(end as u64).ok_or_else(broken)?;
                        let len = self.bytes(end, 1)?;
                        let index = checked::index(&self.buffer[..len], 0, members);
                        let index = index.ok_or_else(broken)? as u64;
                        usize::try_from(end - node.at + index).ok()
                    }
                }
            }
            (kind, _) => checked::end(header, kind, 0, |shape| self.members(shape)),
        };
        end = end.filter(|&end| node.at.saturating_add(end as u64) <= self.tree_end);
        Ok(node.at + end.ok_or_else(broken)? as u64)
    }

    /// Returns the number of keys of a shape.
    fn members(&self, shape: usize) -> Option<usize> {
        Some(self.record(shape)?.count)
    }

    fn record(&self, shape: usize) -> Option<checked::ShapeEntry> {
        let shapes = checked::count(&self.tables, 0, 4)?;
        let at = (shape < shapes).then(|| TABLES_HEADER_LEN + 4 * shape)?;
        checked::record(&self.tables, checked::count(&self.tables, at, 4)?)
    }

    /// Returns a key of a shape.
    fn key(&self, shape: usize, i: usize) -> Option<&str> {
        let places = self.record(shape)?.places(&self.tables)?;
        let place = checked::count(&self.tables, places.checked_add(4 * i)?, 4)?;
        let (len, at) = checked::length(&self.tables, place)?;
        core::str::from_utf8(self.tables.get(at..at.checked_add(len)?)?).ok()
    }

    /// Returns the bytes at the beginning of a node.
    fn header(&mut self, at: u64) -> Result<&[u8]> {
        let len = self.bytes(at, NODE_HEADER)?;
        Ok(&self.buffer[..len])
    }

    /// Reads up to `len` bytes of the tree into the buffer. Returns how many there are.
    fn bytes(&mut self, at: u64, len: u64) -> Result<usize> {
        if at >= self.tree_end {
            return Err(broken());
        }
        let end = at.saturating_add(len).min(self.tree_end);
        self.buffer.clear();
        bytes_of(&mut self.input, at..end, &mut self.buffer)?;
        Ok(self.buffer.len())
    }

    /// Makes a document of a node: of the bytes of `range`, and of `behind`, which follow these.
    fn build(&mut self, root: Node, range: Range<u64>, behind: &[u8]) -> Result<Frozen> {
        let inside = range.end.checked_sub(range.start).ok_or_else(broken)?;
        let tree_end = HEADER_LEN as u64 + inside + behind.len() as u64;
        let total = tree_end + self.tables.len() as u64;
        let slot = match root.is_reference() {
            true => {
                let end = range.end + behind.len() as u64;
                end.checked_sub(root.at).ok_or_else(broken)? << 4 | root.slot & 15
            }
            false => root.slot,
        };
        let no_memory = |_| Error::out_of_memory();
        let mut bytes = Vec::new();
        bytes.try_reserve(HEADER_LEN).map_err(no_memory)?;
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[VERSION, 0, 0, 0]);
        for field in [total, tree_end, slot] {
            bytes.extend_from_slice(&field.to_le_bytes());
        }
        bytes_of(&mut self.input, range, &mut bytes)?;
        for part in [behind, &self.tables] {
            bytes.try_reserve_exact(part.len()).map_err(no_memory)?;
            bytes.extend_from_slice(part);
        }
        Frozen::from_bytes_with(bytes, &self.limits)
    }
}

/// Appends these bytes of the input to `buffer`.
fn bytes_of<R: Read + Seek>(input: &mut R, range: Range<u64>, buffer: &mut Vec<u8>) -> Result {
    let len = range.end - range.start;
    input.seek(SeekFrom::Start(range.start)).map_err(io)?;
    match read_more(input, buffer, len)? == len {
        true => Ok(()),
        false => Err(broken()),
    }
}

/// Compares the last bytes of a document with the checksum of those before. Returns where these
/// end.
fn check_sum<R: Read + Seek>(input: &mut R, len: u64) -> Result<u64> {
    let end = len.checked_sub(checksum::LEN as u64).ok_or_else(broken)?;
    let mut hasher = XxHash3_64::new();
    let mut part = Vec::new();
    let mut at = 0;
    while at < end {
        let next = end.min(at + BYTES_AT_ONCE as u64);
        part.clear();
        bytes_of(input, at..next, &mut part)?;
        hasher.write(&part);
        at = next;
    }
    part.clear();
    bytes_of(input, end..len, &mut part)?;
    if part == hasher.finish().to_le_bytes() {
        return Ok(end);
    }
    let expected = "the checksum of all bytes before it";
    Err(Error::expected(ErrorKind::ChecksumMismatch, expected))
}

/// Returns a slot of any width as one of 8 bytes.
fn wide(slot: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..slot.len()].copy_from_slice(slot);
    let value = u64::from_le_bytes(bytes);
    match value as u8 & 15 {
        tag::INT => {
            // The sign of a narrow integer is its highest bit.
            let above = 64 - 8 * slot.len() as u32;
            ((value << above) as i64 >> above) as u64
        }
        _ => value,
    }
}

/// Returns the node of a slot, whose references count from `base`, and whose nodes begin at
/// `begin`.
fn node(slot: u64, base: u64, begin: u64) -> Result<Node> {
    let mut node = Node {
        slot,
        at: begin,
        begin,
    };
    if node.is_reference() {
        let at = base.checked_sub(slot >> 4);
        node.at = at.filter(|&at| at >= begin).ok_or_else(broken)?;
    }
    Ok(node)
}

/// The error for bytes on the way to a node that are wrong. Validating the whole document finds out
/// which.
#[cold]
fn broken() -> Error {
    Error::expected(ErrorKind::InvalidFrozen, "valid nodes on the way")
        .with_hint("validate the whole document, which finds the place")
}
