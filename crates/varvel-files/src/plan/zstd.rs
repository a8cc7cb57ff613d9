//! Boundaries between zstd frames (RFC 8878).
//!
//! The seek table at the end of a file in the seekable format lists the lengths of its frames. It
//! is used if these add up to the file, and as long as a frame begins at each boundary. Without it,
//! the heads of all blocks lead from frame to frame. Nothing is unpacked. The reader of a split
//! sees whether its last frame ends where the split does.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use crate::{Compression, Refused};

/// The magic number of a frame.
const FRAME: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The magic number of the seek table, a frame that decoders skip.
const TABLE: [u8; 4] = [0x5E, 0x2A, 0x4D, 0x18];

/// The end of the seek table: number of frames, descriptor, this magic number.
const FOOT: [u8; 4] = [0xB1, 0xEA, 0x92, 0x8F];
const FOOT_LEN: u64 = 9;

/// The length of the head of a frame that is skipped.
const SKIPPED_HEAD: u64 = 8;

/// The frames that are left.
#[derive(Debug)]
pub struct Frames {
    file: File,
    /// The offset of the next frame.
    at: u64,
    length: u64,
    table: Option<Table>,
}

/// A seek table, which has a handle of its own.
#[derive(Debug)]
struct Table {
    entries: BufReader<File>,
    /// The entries that are left.
    left: u32,
    /// The length of an entry.
    entry: usize,
    /// Where the frames end.
    end: u64,
}

impl Frames {
    pub fn new(path: &Path, length: u64) -> io::Result<Self> {
        let table = Table::of(File::open(path)?, length)?;
        Ok(Self {
            file: File::open(path)?,
            at: 0,
            length,
            table,
        })
    }

    /// Returns the first end of a frame at `target` or after it.
    pub fn boundary(&mut self, target: u64, length: u64) -> io::Result<u64> {
        if let Some(mut table) = self.table.take() {
            let mut at = self.at;
            while at < target && table.left > 0 {
                at = at.saturating_add(table.next()?);
            }
            if at >= table.end {
                // The frames end before the target; the table belongs to the last split.
                return Ok(length);
            }
            if self.is_frame(at)? {
                self.at = at;
                self.table = Some(table);
                return Ok(at);
            }
        }
        while self.at < target && self.at < length {
            self.pass_frame()?;
        }
        Ok(self.at.min(length))
    }

    /// Returns whether a frame begins at `at`.
    fn is_frame(&mut self, at: u64) -> io::Result<bool> {
        self.file.seek(SeekFrom::Start(at))?;
        let mut magic = Vec::with_capacity(4);
        (&mut self.file).take(4).read_to_end(&mut magic)?;
        Ok(magic == FRAME)
    }

    /// Passes a frame by the heads of its blocks.
    fn pass_frame(&mut self) -> io::Result<()> {
        let magic: [u8; 4] = self.bytes()?;
        if matches!(magic, [0x50..=0x5F, 0x2A, 0x4D, 0x18]) {
            let len = u32::from_le_bytes(self.bytes()?);
            return self.pass(len.into());
        }
        if magic != FRAME {
            return Err(damaged("bytes that are no frame follow one"));
        }
        let [descriptor] = self.bytes()?;
        let single = descriptor >> 5 & 1;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content = match descriptor >> 6 {
            0 => u64::from(single),
            flag => 1 << flag,
        };
        self.pass(u64::from(1 - single) + dictionary + content)?;
        loop {
            let [a, b, c] = self.bytes()?;
            let head = u32::from_le_bytes([a, b, c, 0]);
            let size = u64::from(head >> 3);
            match head >> 1 & 3 {
                0 | 2 => self.pass(size)?,
                1 => self.pass(1)?,
                _ => return Err(damaged("a block has a kind that does not exist")),
            }
            if head & 1 == 1 {
                break;
            }
        }
        self.pass(u64::from(descriptor >> 2 & 1) * 4)
    }

    /// Passes bytes without reading them.
    fn pass(&mut self, count: u64) -> io::Result<()> {
        self.at += count;
        match self.at <= self.length {
            true => Ok(()),
            false => Err(damaged("it ends too early")),
        }
    }

    /// Reads and passes some bytes.
    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file
            .read_exact(&mut bytes)
            .map_err(|cause| match cause.kind() {
                io::ErrorKind::UnexpectedEof => damaged("it ends too early"),
                _ => cause,
            })?;
        self.at += N as u64;
        Ok(bytes)
    }
}

impl Table {
    /// Returns the seek table of a file, if it has one that adds up.
    fn of(mut file: File, length: u64) -> io::Result<Option<Self>> {
        let Some(foot_at) = length.checked_sub(FOOT_LEN) else {
            return Ok(None);
        };
        file.seek(SeekFrom::Start(foot_at))?;
        let mut foot = [0; FOOT_LEN as usize];
        file.read_exact(&mut foot)?;
        let [a, b, c, d, descriptor, magic @ ..] = foot;
        if magic != FOOT {
            return Ok(None);
        }
        let left = u32::from_le_bytes([a, b, c, d]);
        // Entries have a checksum if the first bit says so.
        let entry = if descriptor >> 7 == 1 { 12 } else { 8 };
        let body = u64::from(left) * entry as u64 + FOOT_LEN;
        let Some(end) = length.checked_sub(body + SKIPPED_HEAD) else {
            return Ok(None);
        };
        file.seek(SeekFrom::Start(end))?;
        let mut head = [0; SKIPPED_HEAD as usize];
        file.read_exact(&mut head)?;
        let [a, b, c, d, len @ ..] = head;
        if [a, b, c, d] != TABLE || u64::from(u32::from_le_bytes(len)) != body {
            return Ok(None);
        }
        let mut table = Self {
            entries: BufReader::new(file),
            left,
            entry,
            end,
        };
        let mut sum = 0_u64;
        while table.left > 0 {
            sum += table.next()?;
        }
        table.left = left;
        table.entries.seek(SeekFrom::Start(end + SKIPPED_HEAD))?;
        Ok((sum == end).then_some(table))
    }

    /// Returns the length of the next frame.
    fn next(&mut self) -> io::Result<u64> {
        let mut entry = [0; 12];
        let entry = &mut entry[..self.entry];
        self.entries.read_exact(entry)?;
        self.left -= 1;
        let len = entry.first_chunk().copied().unwrap_or_default();
        Ok(u32::from_le_bytes(len).into())
    }
}

fn damaged(what: &str) -> io::Error {
    Refused::damaged(Compression::Zstd, what)
}
