//! Boundaries between gzip members (RFC 1952).
//!
//! A member of BGZF (the SAM specification, section 4.1) has its length in its head, and is passed
//! without being unpacked. The end of any other member shows when it is unpacked. A length that a
//! head states is not trusted: the reader of the split sees whether its last member ends there.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};

use flate2::bufread::GzDecoder;

use crate::{Compression, Refused};

/// The length of the head of a BGZF member.
const BGZF: usize = 18;

/// The members that are left.
#[derive(Debug)]
pub struct Members {
    file: File,
    /// The offset of the next member.
    at: u64,
}

impl Members {
    pub fn new(file: File) -> Self {
        Self { file, at: 0 }
    }

    /// Returns the first end of a member at `target` or after it.
    pub fn boundary(&mut self, target: u64, length: u64) -> io::Result<u64> {
        while self.at < target && self.at < length {
            self.at = match self.stated()? {
                Some(len) if self.may_end(self.at + len, length)? => self.at + len,
                // Zeros may pad the file after its last member, and belong to it.
                None if self.only_zeros_follow()? => length,
                _ => self.unpacked()?,
            };
        }
        if self.at < length && self.only_zeros_follow()? {
            self.at = length;
        }
        Ok(self.at.min(length))
    }

    /// Returns the length of the next member, if its head has it.
    fn stated(&mut self) -> io::Result<Option<u64>> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let mut head = Vec::with_capacity(BGZF);
        (&mut self.file).take(BGZF as u64).read_to_end(&mut head)?;
        let is_bgzf = |head: &[u8; BGZF]| {
            head[..4] == [0x1F, 0x8B, 8, 4] && head[10..16] == [6, 0, b'B', b'C', 2, 0]
        };
        let head: Result<[u8; BGZF], _> = head.try_into();
        let head = head.ok().filter(is_bgzf);
        Ok(head.map(|head| u64::from(u16::from_le_bytes([head[16], head[17]])) + 1))
    }

    /// Returns whether a member may end at `at`: the file ends there, or another member or zeros
    /// begin.
    fn may_end(&mut self, at: u64, length: u64) -> io::Result<bool> {
        if at >= length {
            return Ok(at == length);
        }
        self.file.seek(SeekFrom::Start(at))?;
        let mut magic = Vec::with_capacity(3);
        (&mut self.file).take(3).read_to_end(&mut magic)?;
        Ok(magic == [0x1F, 0x8B, 8] || magic.first() == Some(&0))
    }

    /// Unpacks the next member, and returns where it ends.
    fn unpacked(&mut self) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let mut decoder = GzDecoder::new(BufReader::with_capacity(1 << 16, &self.file));
        io::copy(&mut decoder, &mut io::sink()).map_err(|cause| {
            let what = match cause.kind() {
                _ if cause.raw_os_error().is_some() => return cause,
                io::ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
                _ => cause.to_string(),
            };
            Refused::damaged(Compression::Gzip, what)
        })?;
        let rest = decoder.into_inner();
        let unread = rest.buffer().len() as u64;
        let mut file = rest.into_inner();
        Ok(file.stream_position()? - unread)
    }

    fn only_zeros_follow(&mut self) -> io::Result<bool> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let mut rest = BufReader::with_capacity(1 << 12, &self.file);
        loop {
            let bytes = rest.fill_buf()?;
            match (bytes.len(), bytes.iter().all(|&byte| byte == 0)) {
                (0, _) => return Ok(true),
                (_, false) => return Ok(false),
                (count, true) => rest.consume(count),
            }
        }
    }
}
