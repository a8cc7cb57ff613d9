//! [`Raw`]: a part of a document that is carried through unparsed. [`OwnedRaw`]: one that owns its
//! bytes.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::error::{Error, ErrorKind, Result};
use crate::sink::Sink;
use crate::string::Bytes;

/// The properties of a format that [`Raw`] needs.
#[derive(Debug)]
pub(crate) struct Known {
    /// The name, such as `JSON`.
    pub name: &'static str,
    /// Gives the node in these bytes to a sink. There are no limits: they were checked when the
    /// bytes were read.
    pub drive: for<'a> fn(&'a [u8], &mut dyn Sink<'a>) -> Result,
}

/// A part of a document, unparsed: the bytes of one node.
///
/// The bytes are checked as strictly as if they had been read, except for keys that come twice: the
/// sink that builds a tree checks those.
///
/// It is copied into its own format, and given as events to any other format or tree.
///
/// A field of this type borrows from the document: `struct Envelope<'a> { body: Raw<'a> }` can be
/// derived. An [`OwnedRaw`] owns its bytes instead.
///
/// ```
/// use std::collections::BTreeMap;
/// use varvel::{Raw, json};
/// let members: BTreeMap<String, Raw<'_>> = json::from_str(r#"{"id": 7, "body": [ 1.50 ]}"#)?;
/// assert_eq!(members["body"].as_bytes(), b"[ 1.50 ]");
/// assert_eq!(json::to_string(&members["body"])?, "[ 1.50 ]");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone)]
pub struct Raw<'a> {
    bytes: Cow<'a, [u8]>,
    /// The format's name; it is allocated if it came through serde.
    format: Cow<'static, str>,
    /// The functions of the format; `None` if this came through serde, which carries no functions.
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

    /// Makes a node of a format of which only the name is known.
    #[cfg(feature = "serde")]
    pub(crate) fn of_name(bytes: Cow<'a, [u8]>, format: alloc::string::String) -> Self {
        Self {
            bytes,
            format: Cow::Owned(format),
            known: None,
        }
    }

    /// Returns the bytes as they stood in the document.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes as a source gives them: borrowed from the document, if they still are.
    pub fn bytes(&self) -> Bytes<'a, '_> {
        match &self.bytes {
            Cow::Borrowed(bytes) => Bytes::Input(bytes),
            Cow::Owned(bytes) => Bytes::Scratch(bytes),
        }
    }

    /// Returns the bytes as text, if they are UTF-8. The bytes of JSON always are.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.bytes).ok()
    }

    /// Returns the name of the format.
    pub fn format(&self) -> &str {
        &self.format
    }

    /// Copies the bytes if they are borrowed, so that the result can outlive the document.
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
    /// The errors of the sink; `Unrepresentable` if this came through serde.
    pub(crate) fn drive<'a>(&'a self, sink: &mut dyn Sink<'a>) -> Result {
        match self.known {
            Some(format) => (format.drive)(&self.bytes, sink),
            None => Err(other_format(&self.format)),
        }
    }

    /// Copies the bytes if they are borrowed. Fails if there is no memory for the copy.
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
    /// Returns whether both have the same bytes and the same format.
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

/// A [`Raw`] that owns its bytes, for types that outlive the document or are read from a stream.
///
/// It is read and written like [`Raw`], by all derives, and has all methods of [`Raw`].
///
/// ```
/// use varvel::{OwnedRaw, json};
/// let input: &[u8] = b"[[1], true]"; // or a file
/// let parts: Vec<OwnedRaw> = json::from_reader(input)?;
/// assert_eq!(parts[0].as_bytes(), b"[1]");
/// # Ok::<(), varvel::Error>(())
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
    /// Copies the bytes if they are borrowed.
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

/// Makes the error of a raw node that cannot be written in another format.
#[cold]
pub(crate) fn other_format(format: &str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a node of this format")
        .with_found(alloc::format!("raw {format}"))
        .with_hint("what is raw and came through serde goes into its own format only")
}
