//! Reads successive JSON values with serde.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use serde_core::Deserialize;
use serde_core::de::{self, Visitor};

use crate::json::Reader;
use crate::{Error, ErrorKind, Result};

/// A JSON text that serde reads: one value, or several one after the other.
///
/// ```
/// use serde::Deserialize;
/// use varvel::json::serde as serde_json;
/// let mut deserializer = serde_json::Deserializer::from_str("[1, 2]  ");
/// assert_eq!(<(u8, u8)>::deserialize(&mut deserializer)?, (1, 2));
/// deserializer.end()?;
///
/// let lines = "{\"id\": 1}\n{\"id\": 2}";
/// #[derive(Deserialize)]
/// struct Line { id: u8 }
/// let read = serde_json::Deserializer::from_str(lines).into_iter::<Line>();
/// assert_eq!(read.map(|line| line.unwrap().id).sum::<u8>(), 3);
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Deserializer<'de> {
    input: &'de [u8],
    reader: Reader<'de>,
}

impl fmt::Debug for Deserializer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deserializer").finish_non_exhaustive()
    }
}

impl<'de> Deserializer<'de> {
    /// Reads from a string.
    #[allow(
        clippy::should_implement_trait,
        reason = "the name that `serde_json` has"
    )]
    pub fn from_str(input: &'de str) -> Self {
        Self::from_slice(input.as_bytes())
    }

    /// Reads from bytes.
    pub fn from_slice(input: &'de [u8]) -> Self {
        let reader = input.into();
        Self { input, reader }
    }

    /// Checks that nothing but white space is left.
    ///
    /// # Errors
    /// `TrailingData` if something is left.
    pub fn end(&mut self) -> Result {
        let result = self.reader.finish();
        self.located(result)
    }

    /// Returns an iterator over the values, which ends behind the first malformed one.
    #[allow(
        clippy::should_implement_trait,
        reason = "the name that `serde_json` has, and the type of the values is chosen here"
    )]
    pub fn into_iter<T: Deserialize<'de>>(self) -> StreamDeserializer<'de, T> {
        StreamDeserializer {
            at: 0,
            inner: self,
            failed: false,
            of: PhantomData,
        }
    }

    fn located<T>(&self, result: Result<T>) -> Result<T> {
        result.map_err(|error| self.reader.locate(error))
    }
}

impl<'de> de::Deserializer<'de> for &mut Deserializer<'de> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        true
    }

    varvel_serde::forward_deserializer! {
        self => varvel_serde::Deserializer::new(&mut self.reader), then located
    }
}

/// An iterator over the values of a [`Deserializer`]. It ends behind a value that cannot be read.
///
/// ```
/// use varvel::json::serde::{Deserializer, Value};
/// let mut values = Deserializer::from_str(r#"{"a": 1} [2] "three" 4"#).into_iter::<Value>();
/// assert_eq!(values.next().unwrap()?["a"], 1);
/// assert_eq!(values.byte_offset(), 8);
/// assert_eq!(values.count(), 3);
/// let broken = Deserializer::from_str("[1] [2").into_iter::<Value>();
/// let last = broken.last().unwrap().unwrap_err();
/// assert!(last.is_eof() && last.offset() == Some(6));
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct StreamDeserializer<'de, T> {
    inner: Deserializer<'de>,
    /// The offset behind the last value.
    at: usize,
    failed: bool,
    of: PhantomData<T>,
}

impl<T> fmt::Debug for StreamDeserializer<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamDeserializer")
            .field("byte_offset", &self.at)
            .finish_non_exhaustive()
    }
}

impl<T> StreamDeserializer<'_, T> {
    /// Returns how many bytes were read into values. The unread rest begins there.
    pub fn byte_offset(&self) -> usize {
        self.at
    }
}

impl<'de, T: Deserialize<'de>> StreamDeserializer<'de, T> {
    fn value(&mut self) -> Result<T> {
        use crate::Source as _;
        let first = self.inner.input.get(self.start());
        let result = T::deserialize(&mut self.inner);
        self.failed = result.is_err();
        let value = result?;
        self.at = self.inner.reader.offset();
        // A number or a word has no end of its own, so the byte behind it is checked. The iterator
        // goes on after this error.
        let ends_itself = matches!(first, Some(b'"' | b'[' | b'{'));
        match self.inner.input.get(self.at) {
            Some(byte) if !ends_itself && !ends(*byte) => {
                let error = Error::expected(ErrorKind::TrailingData, "white space");
                self.inner.located(Err(error.with_offset(self.at)))
            }
            _ => Ok(value),
        }
    }

    /// Returns the offset of the next value, or of the end of the text.
    fn start(&self) -> usize {
        let rest = self.inner.input.get(self.at..).unwrap_or_default();
        let begins = rest.iter().position(|byte| !is_space(*byte));
        self.at + begins.unwrap_or(rest.len())
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns whether a number or a word may end before `byte`.
fn ends(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'"' | b'[' | b']' | b'{' | b'}' | b',' | b':')
}

impl<'de, T: Deserialize<'de>> Iterator for StreamDeserializer<'de, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.failed || self.start() == self.inner.input.len() {
            return None;
        }
        Some(self.value())
    }
}

impl<'de, T: Deserialize<'de>> FusedIterator for StreamDeserializer<'de, T> {}
