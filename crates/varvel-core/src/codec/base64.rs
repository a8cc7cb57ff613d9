//! Bytes as text: the two alphabets of Base64 (RFC 4648, sections 4 and 5).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ::base64::Engine as _;
use ::base64::engine::GeneralPurpose;
use ::base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use ::base64::{DecodeError, DecodeSliceError, encoded_len};

use crate::error::{Error, ErrorKind, Result};

/// What stands for the bits beyond letters and digits.
///
/// ```
/// use varvel_core::codec::Base64;
/// let bytes = [0xFB, 0xEF, 0xFF, 0x00];
/// assert_eq!(Base64::Standard.encode(&bytes)?, "++//AA==");
/// assert_eq!(Base64::Url.encode(&bytes)?, "--__AA==");
/// assert_eq!(Base64::Url.decode("--__AA")?, bytes);
/// let error = Base64::Url.decode("--//AA").unwrap_err();
/// assert!(error.to_string().contains("`/` at byte 2 of the text"));
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    /// `+` and `/`.
    Standard,
    /// `-` and `_`, which mean nothing in an address.
    Url,
}

impl Base64 {
    const fn engine(self, padded: bool) -> &'static GeneralPurpose {
        match (self, padded) {
            (Self::Standard, true) => &STANDARD,
            (Self::Standard, false) => &STANDARD_NO_PAD,
            (Self::Url, true) => &URL_SAFE,
            (Self::Url, false) => &URL_SAFE_NO_PAD,
        }
    }

    /// The text of bytes, padded.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn encode(self, bytes: &[u8]) -> Result<String> {
        let Some(len) = encoded_len(bytes.len(), true) else {
            return Err(Error::out_of_memory());
        };
        let mut text = zeros(len)?;
        // The text is as long as was asked for, and of ASCII.
        let engine = self.engine(true);
        let written = engine.encode_slice(bytes, &mut text).unwrap_or(0);
        text.truncate(written);
        Ok(String::from_utf8(text).unwrap_or_default())
    }

    /// The bytes of a text, with all of its padding or none.
    ///
    /// # Errors
    /// `TypeMismatch` for what is none of this alphabet, or has bits that belong to no byte;
    /// `OutOfMemory`.
    pub fn decode(self, text: &str) -> Result<Vec<u8>> {
        decode(self.engine(text.ends_with('=')), text)?.map_err(|wrong| self.refused(text, &wrong))
    }

    /// What is wrong with a text: the first letter that is none, or else what the engine says.
    #[cold]
    fn refused(self, text: &str, wrong: &DecodeError) -> Error {
        let (what, others) = match self {
            Self::Standard => ("bytes as Base64 text", ['+', '/', '=']),
            Self::Url => ("bytes as URL-safe Base64 text", ['-', '_', '=']),
        };
        let mut letters = text.char_indices();
        let strange = letters.find(|(_, c)| !c.is_ascii_alphanumeric() && !others.contains(c));
        let found = match (strange, wrong) {
            (Some((at, c)), _) => format!("`{}` at byte {at} of the text", c.escape_default()),
            (None, DecodeError::InvalidLastSymbol(at, _)) => {
                format!("bits that belong to no byte, in the letter at byte {at} of the text")
            }
            (None, DecodeError::InvalidLength(len)) => {
                format!("{len} letters, which are no whole bytes")
            }
            (None, DecodeError::InvalidByte(at, _)) => {
                format!("padding at byte {at} of the text, which does not end there")
            }
            (None, DecodeError::InvalidPadding) => "padding that does not fit".into(),
        };
        Error::expected(ErrorKind::TypeMismatch, what).with_content(found)
    }
}

/// The bytes of a text by an engine, or what is wrong with it.
pub(super) fn decode(
    engine: &GeneralPurpose,
    text: &str,
) -> Result<core::result::Result<Vec<u8>, DecodeError>> {
    // At most: what the padding stands for is cut off behind.
    let mut bytes = zeros(text.len().div_ceil(4) * 3)?;
    match engine.decode_slice(text, &mut bytes) {
        Ok(len) => {
            bytes.truncate(len);
            Ok(Ok(bytes))
        }
        Err(DecodeSliceError::DecodeError(wrong)) => Ok(Err(wrong)),
        // There was room for all of it.
        Err(DecodeSliceError::OutputSliceTooSmall) => Err(Error::out_of_memory()),
    }
}

fn zeros(len: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(len)
        .map_err(|_| Error::out_of_memory())?;
    bytes.resize(len, 0);
    Ok(bytes)
}
