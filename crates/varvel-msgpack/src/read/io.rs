//! Values one after the other from a [`Read`], in memory of the size of the largest; or one, and no byte more.

use alloc::vec::Vec;
use std::io::Read;

use varvel_core::format::{RecordReader, next_record};
use varvel_core::{Decode, Result};

use super::stream::Extent;
use crate::format::decode;
use crate::marker::MessagePack;
use crate::options::ReadOptions;

/// The values of a stream that comes from a [`Read`], one after the other: the bytes of each.
///
/// A value may come in pieces; it is given whole. Memory is at most 64 KiB and three times the longest value:
/// lengths in the stream are not trusted, memory grows with the bytes that came, and
/// [`Limits::bytes`](varvel_core::Limits::bytes) bounds each value. As with
/// [`Values`](crate::Values), whoever reads a value checks it.
///
/// ```
/// use varvel_msgpack::{ReadOptions, ValuesReader, from_slice};
/// let input: &[u8] = &[0x01, 0x92, 0x02, 0x03]; // or a file, or a socket
/// let mut values = ValuesReader::new(input, &ReadOptions::default());
/// let mut sum = 0;
/// while let Some(value) = values.next()? {
///     sum += from_slice::<u8>(value).or_else(|_| from_slice::<[u8; 2]>(value).map(|[a, b]| a + b))?;
/// }
/// assert_eq!(sum, 6);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct ValuesReader<R>(RecordReader<R, MessagePack>);

impl<R: Read> ValuesReader<R> {
    /// Those of `input`.
    pub fn new(input: R, options: &ReadOptions) -> Self {
        Self(RecordReader::new(input, &options.limits))
    }

    /// The next value, if the stream goes on; lent until the next call.
    ///
    /// # Errors
    /// `Io`, after which it can be tried again; `UnexpectedEnd` if the stream ends inside a value;
    /// `SizeLimit`.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        let record = self.0.next()?;
        Ok(record.map(|record| record.document))
    }

    /// Where in the stream the next value begins; offsets of errors count from the beginning of the value
    /// that was asked for.
    pub const fn offset(&self) -> u64 {
        self.0.offset()
    }

    /// Gives away what is read from. Bytes of it that came with the last value are lost.
    pub fn into_inner(self) -> R {
        self.0.into_inner()
    }
}

/// Reads one value of a type from `input`, and leaves what is behind it unread; `None` where `input` has ended.
///
/// Each value takes several calls of `read`: wrap a file or a socket into a [`BufReader`](std::io::BufReader). Where nobody
/// else reads from `input`, a [`ValuesReader`] takes fewer. Memory grows with the bytes that came, whatever lengths they
/// claim. A value that is not of the type has been passed, so that the next one can be read.
///
/// ```
/// use varvel_msgpack::{ReadOptions, next_from_reader};
/// let mut input: &[u8] = &[0x92, 0x01, 0x02, 0x03];
/// let options = ReadOptions::default();
/// assert_eq!(next_from_reader::<Vec<u8>>(&mut input, &options)?, Some(vec![1, 2]));
/// assert_eq!(input, [0x03]);
/// assert_eq!(next_from_reader::<u8>(&mut input, &options)?, Some(3));
/// assert_eq!(next_from_reader::<u8>(&mut input, &options)?, None);
/// # Ok::<(), varvel_core::Error>(())
/// ```
///
/// # Errors
/// `Io`; `UnexpectedEnd` if `input` ends inside the value; `SizeLimit`; and what is wrong with the value, whose offsets
/// count from its beginning.
pub fn next_from_reader<T: for<'de> Decode<'de>>(
    input: impl Read,
    options: &ReadOptions,
) -> Result<Option<T>> {
    match next_bytes(input, options)? {
        Some(value) => decode(&value, options, &()).map(Some),
        None => Ok(None),
    }
}

/// The bytes of the value that `input` gives next, and no byte behind it; `None` where `input` has ended. Else as
/// [`next_from_reader`].
///
/// # Errors
/// `Io`; `UnexpectedEnd` if `input` ends inside the value; `SizeLimit`.
pub fn next_bytes(input: impl Read, options: &ReadOptions) -> Result<Option<Vec<u8>>> {
    next_record::<MessagePack>(input, &options.limits, Extent::START)
}
