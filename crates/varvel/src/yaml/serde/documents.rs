//! Reads the documents of a YAML text with serde.

use alloc::boxed::Box;
use core::fmt;
use core::iter::FusedIterator;

use serde_core::de::{self, Visitor};

use crate::yaml::{Documents, ReadOptions, Reader};
use crate::{Error, Result};

/// A YAML text that serde reads: its one document; or, as an iterator, all of them, each as such a
/// deserializer.
///
/// ```
/// use serde::Deserialize;
/// use varvel::yaml::serde as serde_yaml;
/// let text = "---\nk: 107\n---\nj: 106\n";
/// let mut sum = 0;
/// for document in serde_yaml::Deserializer::from_str(text) {
///     let value = serde_yaml::Value::deserialize(document)?;
///     sum += value.entries().map(|(_, number)| number.i64_or(0)).sum::<i64>();
/// }
/// assert_eq!(sum, 213);
/// let one = serde_yaml::Deserializer::from_str("[1, 2]\n");
/// assert_eq!(<(u8, u8)>::deserialize(one)?, (1, 2));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// A malformed text gives an error at the document in which the parser finds the fault, and no
/// document after it.
pub struct Deserializer<'de>(State<'de>);

enum State<'de> {
    /// A text from which nothing was read yet.
    Text(&'de [u8]),
    /// The remaining documents of a text.
    Documents(Box<Left<'de>>),
    /// One document of a text.
    Document(Box<Reader<'de>>),
    Failed(Error),
    Ended,
}

/// The next document, if there is one, and the ones behind it.
struct Left<'de> {
    next: Option<Box<Reader<'de>>>,
    behind: Documents<'de>,
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
        reason = "the name that `serde_yaml` has"
    )]
    pub fn from_str(input: &'de str) -> Self {
        Self::from_slice(input.as_bytes())
    }

    /// Reads from bytes in UTF-8.
    pub fn from_slice(input: &'de [u8]) -> Self {
        Self(State::Text(input))
    }

    /// Returns the document that is to be read.
    fn document(self) -> Result<Document<'de>> {
        let none = || Reader::new(b"", &ReadOptions::default());
        let (reader, alone) = match self.0 {
            State::Text(input) => (Reader::new(input, &ReadOptions::default())?, true),
            State::Documents(left) => match left.next {
                Some(reader) => (*reader, false),
                None => (none()?, false),
            },
            State::Document(reader) => (*reader, false),
            State::Failed(error) => return Err(error),
            State::Ended => (none()?, false),
        };
        Ok(Document { reader, alone })
    }

    /// Returns the next document. The parser has read it to its end.
    fn next_document(&mut self) -> Result<Option<Box<Reader<'de>>>> {
        if let State::Text(input) = self.0 {
            let mut behind = Documents::new(input, &ReadOptions::default())?;
            let next = behind.next()?.cloned().map(Box::new);
            self.0 = State::Documents(Box::new(Left { next, behind }));
        }
        let State::Documents(left) = &mut self.0 else {
            return Ok(None);
        };
        let Some(reader) = left.next.take() else {
            return Ok(None);
        };
        left.next = left.behind.next()?.cloned().map(Box::new);
        Ok(Some(reader))
    }
}

impl<'de> Iterator for Deserializer<'de> {
    type Item = Self;

    fn next(&mut self) -> Option<Self> {
        match self.next_document() {
            Ok(Some(reader)) => Some(Self(State::Document(reader))),
            Ok(None) => None,
            Err(error) => {
                self.0 = State::Ended;
                Some(Self(State::Failed(error)))
            }
        }
    }
}

impl FusedIterator for Deserializer<'_> {}

impl<'de> de::Deserializer<'de> for Deserializer<'de> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        true
    }

    varvel_serde::forward_deserializer! { self => (&mut self.document()?) }
}

/// One document of a text.
struct Document<'de> {
    reader: Reader<'de>,
    /// Whether no other document may follow.
    alone: bool,
}

impl Document<'_> {
    /// Checks the end of a document that is alone, and adds its place to an error.
    fn ended<T>(&mut self, result: Result<T>) -> Result<T> {
        let result = match (result, self.alone) {
            (Ok(value), true) => self.reader.finish().map(|()| value),
            (result, _) => result,
        };
        result.map_err(|error| self.reader.locate(error))
    }
}

impl<'de> de::Deserializer<'de> for &mut Document<'de> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        true
    }

    varvel_serde::forward_deserializer! {
        self => varvel_serde::Deserializer::new(&mut self.reader), then ended
    }
}
