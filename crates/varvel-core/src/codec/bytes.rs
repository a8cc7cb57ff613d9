//! Writes bytes as bytes, for the derive's `with = varvel::codec::bytes`. A format without bytes
//! gets Base64 text.
//!
//! Without it, `Vec<u8>` and `[u8]` are arrays of integers, like any other numbers. With it, they
//! are one node of bytes in formats that have bytes (MessagePack, CBOR, frozen buffers). In other
//! formats (JSON) they are a Base64 string (RFC 4648, section 4: the standard alphabet, padded).
//! Reading takes both forms, and no other Base64: equal bytes have one text.
//!
//! ```
//! use varvel::codec::bytes;
//! use varvel::{Decode, Encode, Result, Sink, Source, json};
//!
//! struct Digest([u8; 4]);
//! impl<C: ?Sized> Encode<C> for Digest {
//!     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
//!         bytes::encode(&self.0, sink, context)
//!     }
//! }
//! impl<'de, C: ?Sized> Decode<'de, C> for Digest {
//!     fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
//!         bytes::decode(source, context).map(Self)
//!     }
//! }
//! assert_eq!(json::to_string(&Digest([1, 2, 3, 4]))?, r#""AQIDBA==""#);
//! assert_eq!(json::from_str::<Digest>(r#""AQIDBA==""#)?.0, [1, 2, 3, 4]);
//! # Ok::<(), varvel::Error>(())
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use ::base64::engine::general_purpose::STANDARD;

use super::Base64;
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::path::Quoted;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::{Bytes, Str};

/// Gives bytes to `sink`, or their Base64 text if the format has no bytes.
pub fn encode<'a, T, S, C>(value: &'a T, sink: &mut S, _: &C) -> Result
where
    T: AsRef<[u8]> + ?Sized,
    S: Sink<'a>,
    C: ?Sized,
{
    let bytes = value.as_ref();
    if sink.profile().bytes {
        return sink.bytes(Bytes::Input(bytes));
    }
    sink.str(Str::Scratch((&*to_base64(bytes)?).into()))
}

/// Returns the Base64 text of bytes.
pub(crate) fn to_base64(bytes: &[u8]) -> Result<String> {
    Base64::Standard.encode(bytes)
}

/// Reads bytes, or Base64 text.
pub fn decode<'de, T, R, C>(source: &mut R, _: &C) -> Result<T>
where
    T: FromBytes<'de>,
    R: Source<'de>,
    C: ?Sized,
{
    let at = source.offset();
    let value = match source.peek()? {
        Kind::String => {
            let text = source.read_str()?;
            let bytes = from_base64(&text).map_err(|error| error.or_offset(at))?;
            T::from_bytes(Bytes::Scratch(&bytes))
        }
        _ => T::from_bytes(source.read_bytes()?),
    };
    value.map_err(|error| error.or_offset(at))
}

/// Reads and writes optional bytes. `None` is null.
pub mod optional {
    use super::{FromBytes, Kind, Result, Sink, Source};

    /// Gives bytes or null to `sink`.
    pub fn encode<'a, T, S, C>(value: &'a Option<T>, sink: &mut S, context: &C) -> Result
    where
        T: AsRef<[u8]>,
        S: Sink<'a>,
        C: ?Sized,
    {
        match value {
            Some(value) => super::encode(value, sink, context),
            None => sink.null(),
        }
    }

    /// Reads bytes, or null.
    pub fn decode<'de, T, R, C>(source: &mut R, context: &C) -> Result<Option<T>>
    where
        T: FromBytes<'de>,
        R: Source<'de>,
        C: ?Sized,
    {
        match source.peek()? {
            Kind::Null => source.read_null().map(|()| None),
            _ => super::decode(source, context).map(Some),
        }
    }
}

/// A type that can be made of bytes.
pub trait FromBytes<'de>: Sized {
    /// Makes a value of `bytes`. Fails if they do not fit, or cannot be borrowed.
    fn from_bytes(bytes: Bytes<'de, '_>) -> Result<Self>;
}

impl FromBytes<'_> for Vec<u8> {
    fn from_bytes(bytes: Bytes<'_, '_>) -> Result<Self> {
        let mut copy = Self::new();
        copy.try_reserve_exact(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        copy.extend_from_slice(&bytes);
        Ok(copy)
    }
}

impl FromBytes<'_> for Box<[u8]> {
    fn from_bytes(bytes: Bytes<'_, '_>) -> Result<Self> {
        Vec::from_bytes(bytes).map(Vec::into_boxed_slice)
    }
}

impl<'a, 'de: 'a> FromBytes<'de> for Cow<'a, [u8]> {
    fn from_bytes(bytes: Bytes<'de, '_>) -> Result<Self> {
        match bytes.borrowed() {
            Some(bytes) => Ok(Cow::Borrowed(bytes)),
            None => Vec::from_bytes(bytes).map(Cow::Owned),
        }
    }
}

impl<'a, 'de: 'a> FromBytes<'de> for &'a [u8] {
    /// Fails on bytes that the source had to copy, such as decoded Base64 text.
    fn from_bytes(bytes: Bytes<'de, '_>) -> Result<Self> {
        bytes.borrowed().ok_or_else(|| {
            Error::expected(ErrorKind::TypeMismatch, "bytes that can be borrowed")
                .with_hint("a text of bytes cannot be borrowed; read it as Cow<[u8]>")
        })
    }
}

impl<const N: usize> FromBytes<'_> for [u8; N] {
    fn from_bytes(bytes: Bytes<'_, '_>) -> Result<Self> {
        Self::try_from(&*bytes).map_err(|_| {
            let expected = alloc::format!("exactly {N} bytes");
            Error::expected(ErrorKind::TypeMismatch, expected)
                .with_found(alloc::format!("{} bytes", bytes.len()))
        })
    }
}

/// Returns the bytes of a padded Base64 text.
pub(crate) fn from_base64(text: &str) -> Result<Vec<u8>> {
    super::base64::decode(&STANDARD, text)?.map_err(|_| {
        Error::expected(ErrorKind::TypeMismatch, "bytes as Base64 text, padded")
            .with_content(Quoted(text))
    })
}
