//! A file of which one block at a time is in memory. Lengths in the file are not trusted.

use alloc::vec::Vec;
use std::io::{Read, Seek, SeekFrom};

use varvel_core::{Error, ErrorKind, Result};

use super::block::invalid;
use super::index::Input;

/// An input to read from, such as a file, with memory for blocks.
#[derive(Debug)]
pub struct File<R> {
    pub input: R,
    pub buffer: Vec<u8>,
}

/// The size of the first step in which a block is read.
const FIRST_STEP: u64 = 64 << 10;

impl<R> File<R> {
    pub const fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
        }
    }
}

impl<R: Read + Seek> Input for File<R> {
    fn len(&mut self) -> Result<u64> {
        let len = self.input.seek(SeekFrom::End(0)).map_err(io)?;
        if len > i64::MAX as u64 {
            return Err(invalid(len, "a stream of at most 2^63 bytes"));
        }
        Ok(len)
    }

    fn bytes(&mut self, at: u64, length: u64) -> Result<&[u8]> {
        self.input.seek(SeekFrom::Start(at)).map_err(io)?;
        self.buffer.clear();
        if read_more(&mut self.input, &mut self.buffer, length)? != length {
            return Err(invalid(at + self.buffer.len() as u64, "more bytes"));
        }
        Ok(&self.buffer)
    }
}

/// Appends `length` bytes of `input` to `buffer`, or as many as there are. Returns how many it
/// appended.
pub fn read_more(input: &mut impl Read, buffer: &mut Vec<u8>, length: u64) -> Result<u64> {
    let mut came = 0;
    while came < length {
        // Each step is as long as all before it: bytes that came show that there may be more.
        let step = (length - came).min(FIRST_STEP.max(came));
        buffer
            .try_reserve(usize::try_from(step).map_err(|_| Error::out_of_memory())?)
            .map_err(|_| Error::out_of_memory())?;
        let part = input.by_ref().take(step);
        let more = { part }.read_to_end(buffer).map_err(io)? as u64;
        came += more;
        if more < step {
            break;
        }
    }
    Ok(came)
}

/// Returns an error of the operating system as one of this library.
#[cold]
pub fn io(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Io).with_found(alloc::format!("{error}"))
}
