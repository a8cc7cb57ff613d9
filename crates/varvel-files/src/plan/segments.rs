//! Boundaries between the segments of a frozen stream, by its index.

use std::fs::File;
use std::io;

use varvel::{ErrorKind, Limits, StreamReader};

use crate::split::Split;

/// The segments that are left.
pub struct Segments {
    stream: StreamReader<File>,
    next: usize,
}

impl std::fmt::Debug for Segments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Segments")
            .field("next", &self.next)
            .finish()
    }
}

impl Segments {
    /// Reads the index.
    pub fn new(file: File) -> io::Result<Self> {
        let stream = StreamReader::open(file, Limits::DEFAULT).map_err(|error| {
            let kind = match error.kind() {
                ErrorKind::OutOfMemory => io::ErrorKind::OutOfMemory,
                ErrorKind::Io => io::ErrorKind::Other,
                _ => io::ErrorKind::InvalidData,
            };
            io::Error::new(kind, error)
        })?;
        Ok(Self { stream, next: 0 })
    }

    /// Makes `split` the next one. Returns `false` if it is the last.
    pub fn next(&mut self, split: &mut Split, size: u64) -> bool {
        (split.segment, split.record) = (Some(0), Some(0));
        if let Some(first) = self.stream.place(self.next) {
            (split.start, split.end) = (first.offset, first.offset);
            (split.segment, split.record) = (Some(first.number), Some(first.first));
        }
        while let Some(place) = self.stream.place(self.next)
            && split.end - split.start < size
        {
            split.end = place.offset + place.padded();
            self.next += 1;
        }
        self.stream.place(self.next).is_some()
    }
}
