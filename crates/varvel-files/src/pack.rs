//! [`Writer`]: writes files, with compression or without.

use std::io::{self, Write};

use flate2::write::GzEncoder;

use crate::Compression;

/// A file that is written, with compression or without: see [`unpack()`](crate::unpack()).
pub enum Writer<W: Write> {
    /// Without compression.
    Plain(W),
    /// One gzip member.
    Gzip(GzEncoder<W>),
    /// One zstd frame.
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Writer<W> {
    /// Begins to write after the bytes that `output` has.
    ///
    /// # Errors
    /// Returns `OutOfMemory` if the encoder gets none.
    pub fn new(output: W, how: Option<Compression>) -> io::Result<Self> {
        Ok(match how {
            None => Self::Plain(output),
            Some(Compression::Gzip) => {
                Self::Gzip(GzEncoder::new(output, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => {
                let mut encoder = zstd::Encoder::new(output, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Writes the rest, flushes the output and returns it.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn finish(self) -> io::Result<W> {
        let mut output = match self {
            Self::Plain(output) => output,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Zstd(encoder) => encoder.finish()?,
        };
        output.flush()?;
        Ok(output)
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(output) => output.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}
