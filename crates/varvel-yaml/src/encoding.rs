//! The encodings of a text. The other rooms read UTF-8; a text in UTF-16 or UTF-32 is converted
//! first.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

/// The encoding of a text. YAML is read in all of these, and written in UTF-8.
///
/// [`from_slice`](crate::from_slice), [`drive`](crate::drive()) and similar functions convert a
/// text themselves. A [`Reader`](crate::Reader) borrows from a text in UTF-8;
/// [`decode`](Self::decode) makes one:
///
/// ```
/// use varvel::yaml::{Encoding, from_slice};
/// let file = b"\xFF\xFEa\0:\0 \x001\0";
/// let encoding = Encoding::of(file);
/// assert_eq!(encoding, Encoding::Utf16Le);
/// let text = encoding.decode(file)?;
/// assert_eq!(&*text, "\u{FEFF}a: 1".as_bytes());
/// assert_eq!(encoding.encode(str::from_utf8(&text).unwrap())?, file);
/// assert_eq!(from_slice::<std::collections::BTreeMap<String, u8>>(file)?["a"], 1);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// YAML 1.2.2, chapter 5.2: <https://yaml.org/spec/1.2.2/#52-character-encodings>
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-16, the low byte of each unit first.
    Utf16Le,
    /// UTF-16, the high byte of each unit first.
    Utf16Be,
    /// UTF-32, the lowest byte of each unit first.
    Utf32Le,
    /// UTF-32, the highest byte of each unit first.
    Utf32Be,
}

impl Encoding {
    /// Detects the encoding of a text by its first bytes: a byte order mark, or the zeros in a
    /// first character that is ASCII.
    #[inline]
    pub fn of(text: &[u8]) -> Self {
        match *text {
            [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, _, ..] => Self::Utf32Be,
            [0xFF, 0xFE, 0, 0, ..] | [_, 0, 0, 0, ..] => Self::Utf32Le,
            [0xFE, 0xFF, ..] | [0, _, ..] => Self::Utf16Be,
            [0xFF, 0xFE, ..] | [_, 0, ..] => Self::Utf16Le,
            _ => Self::Utf8,
        }
    }

    /// Returns the text in UTF-8, with its byte order mark. A text in UTF-8 is returned as it is;
    /// its reader checks it.
    ///
    /// # Errors
    /// `InvalidUtf8` for bytes that are not a character in this encoding, with their offset;
    /// `OutOfMemory`.
    pub fn decode(self, text: &[u8]) -> Result<Cow<'_, [u8]>> {
        let mut out = String::new();
        match self {
            Self::Utf8 => return Ok(Cow::Borrowed(text)),
            Self::Utf16Le | Self::Utf16Be => {
                let (units, rest) = text.as_chunks::<2>();
                let units = units.iter().map(|&unit| match self {
                    Self::Utf16Le => u16::from_le_bytes(unit),
                    _ => u16::from_be_bytes(unit),
                });
                let mut at = 0;
                for c in char::decode_utf16(units) {
                    let c = c.map_err(|_| self.no_character(at))?;
                    at += 2 * c.len_utf16();
                    push(&mut out, c)?;
                }
                if !rest.is_empty() {
                    return Err(self.no_character(at));
                }
            }
            Self::Utf32Le | Self::Utf32Be => {
                let (units, rest) = text.as_chunks::<4>();
                for (i, &unit) in units.iter().enumerate() {
                    let unit = match self {
                        Self::Utf32Le => u32::from_le_bytes(unit),
                        _ => u32::from_be_bytes(unit),
                    };
                    let c = char::from_u32(unit).ok_or_else(|| self.no_character(4 * i))?;
                    push(&mut out, c)?;
                }
                if !rest.is_empty() {
                    return Err(self.no_character(4 * units.len()));
                }
            }
        }
        Ok(Cow::Owned(out.into_bytes()))
    }

    /// Returns a text in this encoding.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn encode(self, text: &str) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        out.try_reserve_exact(self.place(text, text.len()))
            .map_err(|_| Error::out_of_memory())?;
        match self {
            Self::Utf8 => out.extend_from_slice(text.as_bytes()),
            Self::Utf16Le => text
                .encode_utf16()
                .for_each(|unit| out.extend_from_slice(&unit.to_le_bytes())),
            Self::Utf16Be => text
                .encode_utf16()
                .for_each(|unit| out.extend_from_slice(&unit.to_be_bytes())),
            Self::Utf32Le => text
                .chars()
                .for_each(|c| out.extend_from_slice(&u32::from(c).to_le_bytes())),
            Self::Utf32Be => text
                .chars()
                .for_each(|c| out.extend_from_slice(&u32::from(c).to_be_bytes())),
        }
        Ok(out)
    }

    /// Returns the offset in this encoding of the byte at `at` of a text in UTF-8.
    ///
    /// ```
    /// use varvel::yaml::Encoding;
    /// assert_eq!(Encoding::Utf16Be.place("né: x", 5), 8);
    /// ```
    pub fn place(self, text: &str, at: usize) -> usize {
        let before = text.char_indices().take_while(|&(start, _)| start < at);
        let chars = before.map(|(_, c)| c);
        match self {
            Self::Utf8 => at.min(text.len()),
            Self::Utf16Le | Self::Utf16Be => 2 * chars.map(char::len_utf16).sum::<usize>(),
            Self::Utf32Le | Self::Utf32Be => 4 * chars.count(),
        }
    }

    /// Returns its name, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Utf32Le | Self::Utf32Be => "UTF-32",
        }
    }

    /// Makes the error of bytes at `at` that are not a character in this encoding.
    #[cold]
    #[inline(never)]
    fn no_character(self, at: usize) -> Error {
        Error::expected(ErrorKind::InvalidUtf8, format!("text in {}", self.name())).with_offset(at)
    }
}

fn push(text: &mut String, c: char) -> Result {
    text.try_reserve(4).map_err(|_| Error::out_of_memory())?;
    text.push(c);
    Ok(())
}
