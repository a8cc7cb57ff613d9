//! Base64: bytes as text, in two alphabets (RFC 4648, sections 4 and 5).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ::base64::Engine as _;
use ::base64::engine::GeneralPurpose;
use ::base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use ::base64::{DecodeError, DecodeSliceError, encoded_len};

use crate::error::{Error, ErrorKind, Result};

/// An alphabet of Base64. The two differ in the characters beyond letters and digits.
///
/// ```
/// use varvel::codec::Base64;
/// let bytes = [0xFB, 0xEF, 0xFF, 0x00];
/// assert_eq!(Base64::Standard.encode(&bytes)?, "++//AA==");
/// assert_eq!(Base64::Url.encode(&bytes)?, "--__AA==");
/// assert_eq!(Base64::Url.decode("--__AA")?, bytes);
/// let error = Base64::Url.decode("--//AA").unwrap_err();
/// assert!(error.to_string().contains("`/` at byte 2 of the text"));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    /// `+` and `/`.
    Standard,
    /// `-` and `_`, which have no meaning of their own in a URL.
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

    /// Returns the Base64 text of bytes, with padding.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn encode(self, bytes: &[u8]) -> Result<String> {
        let Some(len) = encoded_len(bytes.len(), true) else {
            return Err(Error::out_of_memory());
        };
        let mut text = zeros(len)?;
        // The text is exactly `len` bytes of ASCII.
        let engine = self.engine(true);
        let written = engine.encode_slice(bytes, &mut text).unwrap_or(0);
        text.truncate(written);
        Ok(String::from_utf8(text).unwrap_or_default())
    }

    /// Returns the bytes of a Base64 text. The text has all of its padding, or none.
    ///
    /// # Errors
    /// `TypeMismatch` for a character outside of this alphabet, and for bits that belong to no
    /// byte; `OutOfMemory`.
    pub fn decode(self, text: &str) -> Result<Vec<u8>> {
        decode(self.engine(text.ends_with('=')), text)?.map_err(|wrong| self.refused(text, &wrong))
    }

    /// Makes the error of a text: its first character outside of the alphabet, or else the engine's
    /// reason.
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

/// Decodes a text by an engine. Returns its bytes, or what is wrong with the text.
pub(super) fn decode(
    engine: &GeneralPurpose,
    text: &str,
) -> Result<core::result::Result<Vec<u8>, DecodeError>> {
    // This is an upper bound: the padding is cut off below.
    let mut bytes = zeros(text.len().div_ceil(4) * 3)?;
    match engine.decode_slice(text, &mut bytes) {
        Ok(len) => {
            bytes.truncate(len);
            Ok(Ok(bytes))
        }
        Err(DecodeSliceError::DecodeError(wrong)) => Ok(Err(wrong)),
        // The buffer was large enough, so this cannot happen.
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
