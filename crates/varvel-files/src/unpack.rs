//! Reads compressed files. An input may expand only so far.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::GzDecoder;

use crate::{Compression, Refused};

/// The default of how many times its size a file may expand to. The lines of a log come to some 10.
pub const MAX_EXPANSION: u64 = 200;

/// The first byte of each member of a gzip file.
const GZIP: u8 = 0x1F;

/// Any file may expand to this many bytes.
const FREE: u64 = 1 << 20;

/// Returns a reader of the content of the compressed `input`.
///
/// It stops with [`Refused::Bomb`] when it has given more than `max_expansion` times what it read,
/// and more than 1 MiB.
///
/// ```
/// use std::io::{self, Read, Write};
/// use varvel_files::{Compression, MAX_EXPANSION, Writer, unpack};
/// let mut writer = Writer::new(Vec::new(), Some(Compression::Zstd))?;
/// writer.write_all(b"{}\n")?;
/// let packed = writer.finish()?;
/// let mut text = String::new();
/// unpack(io::Cursor::new(packed), Compression::Zstd, MAX_EXPANSION)?.read_to_string(&mut text)?;
/// assert_eq!(text, "{}\n");
/// # Ok::<(), io::Error>(())
/// ```
///
/// # Errors
/// Returns `OutOfMemory` if the decoder gets none. The reader returns the errors of `input`, and
/// [`Refused`] inside an [`io::Error`].
pub fn unpack(
    input: impl Read + Send + 'static,
    how: Compression,
    max_expansion: u64,
) -> io::Result<Box<dyn Read + Send>> {
    let read = Arc::new(AtomicU64::new(0));
    let input = BufReader::with_capacity(1 << 16, Counted(input, Arc::clone(&read)));
    let decoder: Box<dyn Read + Send> = match how {
        Compression::Gzip => Box::new(Members::new(input)),
        Compression::Zstd => Box::new(zstd_reader(input)?),
    };
    Ok(Box::new(Bounded {
        decoder,
        how,
        read,
        given: 0,
        max_expansion,
    }))
}

fn zstd_reader<R: BufRead>(input: R) -> io::Result<zstd::Decoder<'static, R>> {
    zstd::Decoder::with_buffer(input)
}

/// Reads successive gzip members, and skips zeros behind the last: tapes and other block devices
/// pad with them.
struct Members<R> {
    /// The current member; `None` behind the last.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    fn new(input: R) -> Self {
        Self {
            member: Some(GzDecoder::new(input)),
        }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.member.take() {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.member = Some(member);
                return Ok(count);
            }
            let mut input = member.into_inner();
            let mut padded = false;
            loop {
                let rest = input.fill_buf()?;
                let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
                match (rest.len(), zeros) {
                    (0, _) => return Ok(0),
                    (_, 0) => break,
                    _ => padded = true,
                }
                input.consume(zeros);
            }
            if !padded && input.fill_buf()?.first() != Some(&GZIP) {
                let what = "bytes that are not gzip stand behind its end";
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            if padded {
                let what = "zeros, and then something else, stand behind it";
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            self.member = Some(GzDecoder::new(input));
        }
        Ok(0)
    }
}

/// Counts the bytes that are read.
struct Counted<R>(R, Arc<AtomicU64>);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// A decoder that stops when its output grows too large.
struct Bounded {
    decoder: Box<dyn Read + Send>,
    how: Compression,
    /// Compressed bytes that the decoder has read.
    read: Arc<AtomicU64>,
    /// Bytes that came out.
    given: u64,
    max_expansion: u64,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(buffer).map_err(|cause| {
            // Errors of the operating system have a number, those of the decoders have none.
            if cause.raw_os_error().is_some() || cause.kind() == io::ErrorKind::Interrupted {
                return cause;
            }
            // The words of zstd, whose errors have no kind.
            if cause.kind() == io::ErrorKind::OutOfMemory
                || cause.to_string().contains("not enough memory")
            {
                return io::ErrorKind::OutOfMemory.into();
            }
            let what = match cause.kind() {
                io::ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
                _ => cause.to_string(),
            };
            Refused::damaged(self.how, what)
        })?;
        self.given += count as u64;
        let read = self.read.load(Ordering::Relaxed);
        if self.given > read.saturating_mul(self.max_expansion).max(FREE) {
            return Err(io::Error::other(Refused::Bomb(self.max_expansion)));
        }
        Ok(count)
    }
}
