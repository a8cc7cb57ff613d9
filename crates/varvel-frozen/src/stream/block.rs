//! The blocks of a stream: segments and indexes. `spec/stream.md` is the norm.
//!
//! A block begins at the end of the one before, and an index lists the lengths of the blocks before
//! it. So the place of each block follows from the lengths, nothing overlaps, and no pointer can
//! lead astray.

use alloc::borrow::Cow;

use varvel_core::{Error, ErrorKind, Limits, Result};

use crate::frozen::Frozen;
use crate::layout::checked;
use crate::layout::{self, HEADER_LEN, TABLES_HEADER_LEN, VERSION};
use crate::view::View;

/// The first and the last bytes of every index.
pub const MAGIC: [u8; 4] = *b"VRVI";
/// Blocks begin on multiples of this, so that packed numbers stay aligned.
pub const ALIGN: usize = 8;
/// The length of the head of segments and indexes: magic, version, three zero bytes, length.
pub const HEAD_LEN: usize = 16;
/// The bytes of an index before its entries: the head, and the number of all records.
pub const INDEX_HEAD_LEN: usize = 24;
/// The length of an entry: length of a segment, number of its records.
pub const ENTRY_LEN: usize = 16;
/// The bytes of an index behind its entries: length, CRC-32, magic.
pub const FOOT_LEN: usize = 16;
/// The length of an index without entries.
pub const MIN_INDEX: usize = INDEX_HEAD_LEN + FOOT_LEN;
/// The length of the shortest segment.
const MIN_SEGMENT: usize = HEADER_LEN + TABLES_HEADER_LEN;

/// An entry of an index, which describes a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The length in bytes, without the padding up to the next block.
    pub length: u64,
    pub records: u64,
}

/// Returns the length of a block with the padding up to the next one; `None` beyond 64 bits.
pub fn padded(length: u64) -> Option<u64> {
    length.checked_next_multiple_of(ALIGN as u64)
}

/// The error for bytes that are no stream: `expected` is not at `at`.
#[cold]
pub fn invalid(at: u64, expected: impl Into<Cow<'static, str>>) -> Error {
    Error::expected(ErrorKind::InvalidFrozen, expected)
        .with_offset(offset(at))
        .with_hint("the stream was damaged, cut off, or never one; what is whole can be recovered")
}

/// Returns a position as the offset of an error.
pub fn offset(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// Turns an error in the segment at `at` into one in the stream: its offset counts from the start
/// of the stream, and the limit of depth is that of the records.
#[cold]
fn in_stream(error: Error, at: u64, limits: &Limits) -> Error {
    let Some(inside) = error.offset() else {
        return error;
    };
    let place = offset(at.saturating_add(inside as u64));
    match error.kind() {
        ErrorKind::DepthLimit => Error::too_deep(limits.depth).with_offset(place),
        _ => error.with_offset(place),
    }
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Segment,
    Index,
}

/// Reads the kind and the length of the block at `at` from its first bytes.
pub fn head(bytes: &[u8], at: u64) -> Result<(Kind, u64)> {
    let kind = match bytes.first_chunk() {
        Some(&layout::MAGIC) => Kind::Segment,
        Some(&MAGIC) => Kind::Index,
        _ => return Err(invalid(at, "a segment or an index")),
    };
    // The version first: another one may give the bytes behind it a meaning.
    let found = bytes.get(4).copied();
    if let Some(found) = found.filter(|found| *found != VERSION) {
        return Err(layout::unsupported(found, offset(at + 4)));
    }
    let (Some(&[.., 0, 0, 0]), Some(length)) =
        (bytes.first_chunk::<8>(), checked::uint(bytes, 8, 8))
    else {
        return Err(invalid(at, "the head of a segment or an index"));
    };
    let fewest = match kind {
        Kind::Segment => MIN_SEGMENT,
        Kind::Index => MIN_INDEX,
    };
    if length < fewest as u64 {
        return Err(invalid(
            at + 8,
            alloc::format!("a length of {fewest} or more"),
        ));
    }
    Ok((kind, length))
}

/// Returns an error if a block at `at` is longer than the limit.
pub fn check_length(at: u64, length: u64, limits: &Limits) -> Result {
    if length <= limits.bytes as u64 {
        return Ok(());
    }
    let most = alloc::format!("segments of at most {} bytes", limits.bytes);
    Err(Error::expected(ErrorKind::SizeLimit, most)
        .with_offset(offset(at))
        .with_hint("raise the limit `bytes` if the input is trusted"))
}

/// Validates the segment at `at`. `bytes` goes up to the next block.
pub fn segment<'a>(bytes: &'a [u8], at: u64, length: u64, limits: &Limits) -> Result<View<'a>> {
    let whole = usize::try_from(length).ok().filter(|&n| n <= bytes.len());
    let Some((bytes, rest)) = whole.map(|n| bytes.split_at(n)) else {
        return Err(invalid(at, "a whole segment"));
    };
    if let Some(odd) = rest.iter().position(|&byte| byte != 0) {
        return Err(invalid(
            at + length + odd as u64,
            "zeros behind the segment",
        ));
    }
    // `recover` and forward readers require the same of the head: no flags, so no checksum.
    let (Kind::Segment, _) = head(bytes, at)? else {
        return Err(invalid(at, "a segment"));
    };
    // The limit of depth holds for each record, not for the array around the records.
    let within = Limits {
        depth: limits.depth.saturating_add(1),
        ..*limits
    };
    let records =
        Frozen::validate_with(bytes, &within).map_err(|error| in_stream(error, at, limits))?;
    if records.is_empty() || !records.is_array() {
        return Err(invalid(at, "an array of records"));
    }
    Ok(records)
}

/// An index whose own bytes were checked.
#[derive(Debug)]
pub struct IndexBlock<'a> {
    entries: &'a [[u8; ENTRY_LEN]],
    /// The offset where the first listed segment begins.
    pub start: u64,
    /// The number of records before the listed segments.
    pub before: u64,
    /// The number of records before this index.
    pub total: u64,
}

impl<'a> IndexBlock<'a> {
    /// Checks the index at `at`, whose bytes these are and whose head names an index. Does not look
    /// at the segments that it lists.
    pub fn parse(bytes: &'a [u8], at: u64) -> Result<Self> {
        let (_, length) = head(bytes, at)?;
        let body = bytes.len().checked_sub(MIN_INDEX);
        let (Some(body), true) = (body, length == bytes.len() as u64) else {
            return Err(invalid(at + 8, "the length of the index"));
        };
        let (entries, []) = bytes[INDEX_HEAD_LEN..][..body].as_chunks::<ENTRY_LEN>() else {
            return Err(invalid(at + 8, "the length of an index"));
        };
        let foot = bytes.len() - FOOT_LEN;
        if checked::uint(bytes, foot, 8) != Some(length) {
            return Err(invalid(at + foot as u64, "the length of the index again"));
        }
        if !bytes.ends_with(&MAGIC) {
            return Err(invalid(at + foot as u64 + 12, "the bytes \"VRVI\""));
        }
        let sum = crc32fast::hash(&bytes[..foot + 8]);
        if checked::uint(bytes, foot + 8, 4) != Some(sum.into()) {
            return Err(invalid(at + foot as u64 + 8, "the checksum of the index"));
        }
        let total = checked::uint(bytes, HEAD_LEN, 8).unwrap_or(0);
        Self {
            entries,
            start: at,
            before: total,
            total,
        }
        .add_up(at)
    }

    /// Goes back over the listed segments to where the first one begins.
    fn add_up(mut self, at: u64) -> Result<Self> {
        for (i, entry) in self.entries().enumerate() {
            let place = at + (INDEX_HEAD_LEN + i * ENTRY_LEN) as u64;
            let start = padded(entry.length).and_then(|n| self.start.checked_sub(n));
            self.start = match start {
                Some(start) if entry.length >= MIN_SEGMENT as u64 => start,
                _ => return Err(invalid(place, "the length of a segment before the index")),
            };
            // Each record takes at least a byte.
            let before = self.before.checked_sub(entry.records);
            self.before = match before {
                Some(before) if (1..=entry.length).contains(&entry.records) => before,
                _ => return Err(invalid(place + 8, "the number of records of a segment")),
            };
        }
        match self.start {
            0 if self.before != 0 => {
                Err(invalid(at + HEAD_LEN as u64, "the number of all records"))
            }
            _ => Ok(self),
        }
    }

    /// Returns the entries in the order of the stream.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + use<'a> {
        self.entries.iter().map(|entry| Entry {
            length: checked::uint(entry, 0, 8).unwrap_or(0),
            records: checked::uint(entry, 8, 8).unwrap_or(0),
        })
    }

    /// Lays out an index of these segments. `total` is the number of records before the index.
    #[cfg(feature = "std")]
    pub fn lay_out(entries: &[Entry], total: u64) -> Result<alloc::vec::Vec<u8>> {
        let length = MIN_INDEX + entries.len() * ENTRY_LEN;
        let mut bytes = alloc::vec::Vec::new();
        bytes
            .try_reserve_exact(length)
            .map_err(|_| Error::out_of_memory())?;
        bytes.extend(MAGIC);
        bytes.extend([VERSION, 0, 0, 0]);
        bytes.extend((length as u64).to_le_bytes());
        bytes.extend(total.to_le_bytes());
        for entry in entries {
            bytes.extend(entry.length.to_le_bytes());
            bytes.extend(entry.records.to_le_bytes());
        }
        bytes.extend((length as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(MAGIC);
        Ok(bytes)
    }
}
