//! Strings and bytes as sources lend them: for the life of the input, or until the next call.

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Deref;

use varvel_raw::text::Text;

/// A string from a source. It is borrowed from the input (`'de`), or from the source's scratch
/// memory (`'s`) if escapes or the format forced a copy.
#[derive(Clone, Copy)]
pub enum Str<'de, 's> {
    /// The string lives as long as the input.
    Input(Text<'de>),
    /// The string lives until the source is used again.
    Scratch(Text<'s>),
}

impl<'de, 's> Str<'de, 's> {
    /// Returns the string, for as long as both lifetimes allow.
    #[inline(always)]
    pub fn text(&self) -> Text<'s>
    where
        'de: 's,
    {
        match *self {
            Self::Input(text) => text,
            Self::Scratch(text) => text,
        }
    }

    /// Returns the string with the input's lifetime, if it is borrowed from the input.
    #[inline(always)]
    pub fn borrowed(&self) -> Option<&'de str> {
        match self {
            Self::Input(text) => Some(text.as_str()),
            Self::Scratch(_) => None,
        }
    }

    /// Returns the string, and copies it only if it is not borrowed from the input.
    #[inline(always)]
    pub fn into_cow(self) -> Cow<'de, str> {
        match self {
            Self::Input(text) => Cow::Borrowed(text.as_str()),
            Self::Scratch(text) => Cow::Owned(text.as_str().into()),
        }
    }
}

impl Deref for Str<'_, '_> {
    type Target = str;
    #[inline(always)]
    fn deref(&self) -> &str {
        match self {
            Self::Input(text) => text.as_str(),
            Self::Scratch(text) => text.as_str(),
        }
    }
}

impl<'de> From<&'de str> for Str<'de, '_> {
    #[inline(always)]
    fn from(text: &'de str) -> Self {
        Self::Input(text.into())
    }
}

impl fmt::Debug for Str<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Bytes from a source. They are borrowed from the input (`'de`), or from the source's scratch
/// memory (`'s`) if the format keeps them encoded or in pieces.
#[derive(Clone, Copy, Debug)]
pub enum Bytes<'de, 's> {
    /// The bytes live as long as the input.
    Input(&'de [u8]),
    /// The bytes live until the source is used again.
    Scratch(&'s [u8]),
}

impl<'de> Bytes<'de, '_> {
    /// Returns the bytes with the input's lifetime, if they are borrowed from the input.
    #[inline(always)]
    pub fn borrowed(&self) -> Option<&'de [u8]> {
        match *self {
            Self::Input(bytes) => Some(bytes),
            Self::Scratch(_) => None,
        }
    }

    /// Returns the bytes, and copies them only if they are not borrowed from the input.
    #[inline(always)]
    pub fn into_cow(self) -> Cow<'de, [u8]> {
        match self {
            Self::Input(bytes) => Cow::Borrowed(bytes),
            Self::Scratch(bytes) => Cow::Owned(bytes.into()),
        }
    }
}

impl Deref for Bytes<'_, '_> {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match *self {
            Self::Input(bytes) => bytes,
            Self::Scratch(bytes) => bytes,
        }
    }
}

impl<'de> From<&'de [u8]> for Bytes<'de, '_> {
    #[inline(always)]
    fn from(bytes: &'de [u8]) -> Self {
        Self::Input(bytes)
    }
}
