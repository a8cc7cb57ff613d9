//! [`Input`]: the bytes of a file, of which parts are read.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use varvel::{Error, Result};

use super::guard::damaged;

/// An input that can be read at any offset.
pub(super) trait Seekable: Read + Seek + Send {}

impl<R: Read + Seek + Send> Seekable for R {}

/// A file that several readers share.
#[derive(Clone)]
pub(super) struct Input {
    shared: Arc<Mutex<Shared>>,
    len: u64,
}

struct Shared {
    source: Box<dyn Seekable>,
    /// The first failure of the source.
    failure: Option<io::Error>,
}

impl Input {
    pub fn new(mut source: Box<dyn Seekable>) -> Result<Self> {
        let len = source.seek(SeekFrom::End(0));
        let len = len.map_err(|cause| Error::of_io(&cause))?;
        let shared = Shared {
            source,
            failure: None,
        };
        Ok(Self {
            shared: Arc::new(Mutex::new(shared)),
            len,
        })
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    /// Reads `len` bytes from `start` on. Bytes beyond the end are an error before memory is taken.
    pub fn bytes(&self, start: u64, len: u64) -> Result<Vec<u8>> {
        let end = start.checked_add(len).filter(|&end| end <= self.len);
        let size = end.and(usize::try_from(len).ok());
        let size = size.ok_or_else(|| damaged("parts inside of the file"))?;
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(size)
            .map_err(|_| Error::out_of_memory())?;
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let read = shared
            .source
            .seek(SeekFrom::Start(start))
            .and_then(|_| (&mut shared.source).take(len).read_to_end(&mut bytes));
        match read {
            Ok(read) if read == size => Ok(bytes),
            Ok(_) => Err(damaged("a file that does not become shorter")),
            Err(cause) => {
                let error = Error::of_io(&cause);
                shared.failure.get_or_insert(cause);
                Err(error)
            }
        }
    }

    /// Reads the footer, which comes before the last `tail` bytes of the file. `size` is the number
    /// of its bytes, as these bytes have it.
    pub fn footer(&self, size: &[u8], tail: u64) -> Result<Vec<u8>> {
        let size = size.first_chunk().copied().unwrap_or_default();
        let size = u64::from(u32::from_le_bytes(size));
        let start = self.len.checked_sub(tail);
        let start = start.and_then(|end| end.checked_sub(size));
        let start = start.ok_or_else(|| damaged("a footer inside of the file"))?;
        self.bytes(start, size)
    }

    /// Returns the failure of the source, if there was one, or else `error`.
    pub fn failure_or(&self, error: Error) -> Error {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        match shared.failure.take() {
            Some(cause) => Error::of_io(&cause),
            None => error,
        }
    }
}

#[cfg(feature = "parquet")]
mod parquet {
    use ::parquet::errors::{ParquetError, Result};
    use ::parquet::file::reader::{ChunkReader, Length};
    use bytes::Bytes;

    use super::*;

    impl Length for Input {
        fn len(&self) -> u64 {
            self.len
        }
    }

    impl ChunkReader for Input {
        type T = Part;

        fn get_read(&self, start: u64) -> Result<Part> {
            Ok(Part {
                input: self.clone(),
                at: start,
                ahead: Vec::new(),
                taken: 0,
            })
        }

        fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
            match self.bytes(start, length as u64) {
                Ok(bytes) => Ok(bytes.into()),
                Err(error) => Err(ParquetError::External(Box::new(error))),
            }
        }
    }

    /// The file from an offset on.
    pub struct Part {
        input: Input,
        at: u64,
        /// Bytes that were read ahead, and how many of them were taken.
        ahead: Vec<u8>,
        taken: usize,
    }

    /// So many bytes are read ahead: headers of pages have some dozens.
    const AHEAD: u64 = 512;

    impl Read for Part {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.taken == self.ahead.len() {
                let len = AHEAD.max(buffer.len().min(1 << 20) as u64);
                let len = len.min(self.input.len.saturating_sub(self.at));
                self.ahead = self.input.bytes(self.at, len).map_err(io::Error::other)?;
                self.at += len;
                self.taken = 0;
            }
            let mut rest = &self.ahead[self.taken..];
            let count = rest.read(buffer)?;
            self.taken += count;
            Ok(count)
        }
    }
}
