//! [`Raw`]: a part of a document carried through unparsed; [`OwnedRaw`]: one that owns its bytes.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::error::{Error, ErrorKind, Result};
use crate::sink::Sink;
use crate::string::Bytes;

/// A format as [`Raw`] knows it.
#[derive(Debug)]
pub(crate) struct Known {
    /// The name, such as `JSON`.
    pub name: &'static str,
    /// Gives the node that is these bytes to a sink, without limits: they were held when the bytes
    /// were read.
    pub drive: for<'a> fn(&'a [u8], &mut dyn Sink<'a>) -> Result,
}

/// A part of a document, unparsed: the bytes of one node, checked as strictly as if it had been
/// read (a key that comes twice is what the shape that is built looks for, so here it is not).
///
/// It goes into the same format as it stands, and into another format or shape as events.
///
/// As a field of a struct it borrows from the document: `struct Envelope<'a> { body: Raw<'a> }` has
/// a derive. An [`OwnedRaw`] owns its bytes instead.
///
/// ```
/// # // The formats are in crates of their own; theirs have examples that run.
/// use std::collections::BTreeMap;
/// use varvel_core::{Decode, Raw, Result, Source};
/// fn members<'de>(source: &mut impl Source<'de>) -> Result<BTreeMap<String, Raw<'de>>> {
///     Decode::<'_, ()>::decode(source, &())
/// }
/// ```
#[derive(Clone)]
pub struct Raw<'a> {
    bytes: Cow<'a, [u8]>,
    /// The format's name; it is allocated if it came through serde.
    format: Cow<'static, str>,
    /// `None` if it came through serde, which hands no function on.
    known: Option<&'static Known>,
}

impl<'a> Raw<'a> {
    pub(crate) fn new(bytes: &'a [u8], known: &'static Known) -> Self {
        Self {
            bytes: Cow::Borrowed(bytes),
            format: Cow::Borrowed(known.name),
            known: Some(known),
        }
    }

    /// A node of a format of which only the name is known.
    #[cfg(feature = "serde")]
    pub(crate) fn of_name(bytes: Cow<'a, [u8]>, format: alloc::string::String) -> Self {
        Self {
            bytes,
            format: Cow::Owned(format),
            known: None,
        }
    }

    /// The bytes, as they stood in the document.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes as a source gives them: borrowed from the document, if they still are.
    pub fn bytes(&self) -> Bytes<'a, '_> {
        match &self.bytes {
            Cow::Borrowed(bytes) => Bytes::Input(bytes),
            Cow::Owned(bytes) => Bytes::Scratch(bytes),
        }
    }

    /// The bytes as text, if they are; those of JSON are.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.bytes).ok()
    }

    /// The name of the format.
    pub fn format(&self) -> &str {
        &self.format
    }

    /// With bytes of its own, for longer than the document lives.
    pub fn into_owned(self) -> Raw<'static> {
        Raw {
            bytes: Cow::Owned(self.bytes.into_owned()),
            ..self
        }
    }
}

impl Raw<'_> {
    /// Gives the node to a sink as events.
    ///
    /// # Errors
    /// Those of the sink; `Unrepresentable` if this came through serde.
    pub(crate) fn drive<'a>(&'a self, sink: &mut dyn Sink<'a>) -> Result {
        match self.known {
            Some(format) => (format.drive)(&self.bytes, sink),
            None => Err(other_format(&self.format)),
        }
    }

    /// Copies the bytes if they are borrowed, with an error where there is no memory for the copy.
    pub(crate) fn try_into_owned(self) -> Result<Raw<'static>> {
        let bytes = match self.bytes {
            Cow::Owned(bytes) => bytes,
            Cow::Borrowed(bytes) => {
                let mut copy = Vec::new();
                copy.try_reserve_exact(bytes.len())
                    .map_err(|_| Error::out_of_memory())?;
                copy.extend_from_slice(bytes);
                copy
            }
        };
        Ok(Raw {
            bytes: Cow::Owned(bytes),
            format: self.format,
            known: self.known,
        })
    }
}

impl PartialEq for Raw<'_> {
    /// Whether the bytes are the same, and of the same format.
    fn eq(&self, other: &Self) -> bool {
        self.format == other.format && self.bytes == other.bytes
    }
}

impl Eq for Raw<'_> {}

impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.format, self.bytes.escape_ascii())
    }
}

/// A [`Raw`] that owns its bytes: for types that live longer than the document, or are read from a
/// stream.
///
/// It is read and written as [`Raw`] is, by all derives, and has all methods of [`Raw`].
///
/// ```
/// # // The formats are in crates of their own; theirs have examples that run.
/// use varvel_core::{Decode, OwnedRaw, Result, Source};
/// fn body<'de>(source: &mut impl Source<'de>) -> Result<OwnedRaw> {
///     Decode::<'_, ()>::decode(source, &())
/// }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct OwnedRaw(Raw<'static>);

impl Deref for OwnedRaw {
    type Target = Raw<'static>;

    fn deref(&self) -> &Raw<'static> {
        &self.0
    }
}

impl From<Raw<'_>> for OwnedRaw {
    /// Copies the bytes, if they are borrowed.
    fn from(raw: Raw<'_>) -> Self {
        Self(raw.into_owned())
    }
}

impl From<OwnedRaw> for Raw<'static> {
    fn from(raw: OwnedRaw) -> Self {
        raw.0
    }
}

impl fmt::Debug for OwnedRaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is raw and of one format would go into another.
#[cold]
pub(crate) fn other_format(format: &str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a node of this format")
        .with_found(alloc::format!("raw {format}"))
        .with_hint("what is raw and came through serde goes into its own format only")
}
