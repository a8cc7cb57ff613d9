//! Codecs of `OsStr`, paths and C strings, which are written as strings. A text that is not UTF-8
//! is an error; it is never repaired.

use alloc::ffi::CString;
use core::ffi::CStr;

use super::strings::{not_of_form, owned};
use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::{Kind, Kinds};
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

fn encode_utf8<'a, S: Sink<'a>>(text: Option<&'a str>, sink: &mut S) -> Result {
    match text {
        Some(text) => sink.str(Str::from(text)),
        None => Err(Error::expected(
            ErrorKind::Unrepresentable,
            "text that is UTF-8",
        )),
    }
}

impl<C: ?Sized> Encode<C> for CStr {
    /// Writes the string without the zero byte at its end.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        encode_utf8(self.to_str().ok(), sink)
    }
}
impl<C: ?Sized> Encode<C> for CString {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        encode_utf8(self.to_str().ok(), sink)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for CString {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    /// Refuses a text with a zero character.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        let text = owned(&source.read_str()?)?;
        Self::new(text).map_err(|error| {
            let bytes = error.into_vec();
            let text = core::str::from_utf8(&bytes).unwrap_or_default();
            not_of_form("a string without zero characters", text, at)
        })
    }
}

#[cfg(feature = "std")]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::path::{Path, PathBuf};

    use alloc::boxed::Box;

    use super::*;

    /// Implements the codecs of borrowed and owned texts of the system by their `OsStr`.
    macro_rules! encode_as_os_str {
        ($($type:ty)*) => {$(
            impl<C: ?Sized> Encode<C> for $type {
                fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
                    encode_utf8(AsRef::<OsStr>::as_ref(self).to_str(), sink)
                }
            }
        )*};
    }
    encode_as_os_str!(OsStr OsString Path PathBuf);

    /// Implements the codecs of owned texts by a `String`.
    macro_rules! decode_from_string {
        ($($type:ty)*) => {$(
            impl<'de, C: ?Sized> Decode<'de, C> for $type {
                const KINDS: Kinds = Kinds::of(&[Kind::String]);
                fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
                    owned(&source.read_str()?).map(Self::from)
                }
            }
        )*};
    }
    decode_from_string!(OsString PathBuf);

    impl<'de, C: ?Sized> Decode<'de, C> for Box<Path> {
        const KINDS: Kinds = Kinds::of(&[Kind::String]);
        fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
            PathBuf::decode(source, context).map(PathBuf::into_boxed_path)
        }
    }
    impl<'a, 'de: 'a, C: ?Sized> Decode<'de, C> for &'a Path {
        const KINDS: Kinds = Kinds::of(&[Kind::String]);
        /// Fails on a string that the source had to copy, as a `&str` does.
        fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
            <&str as Decode<'de, C>>::decode(source, context).map(Path::new)
        }
    }
}
