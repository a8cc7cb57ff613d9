//! Codecs of strings.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::{Kind, Kinds};
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;
use varvel_raw::buffer::OutOfMemory;
use varvel_raw::owned::{copied, copy_into};
use varvel_raw::prefetch::prefetch;

/// Returns a copy of a text. Fails if there is no memory for it.
#[inline]
pub(crate) fn owned(text: &str) -> Result<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())
        .map_err(|_| Error::out_of_memory())?;
    copy.push_str(text);
    Ok(copy)
}

/// Calls [`Source::likely_str`], and returns two registers: the cheapest result of a call.
#[inline(never)]
fn likely_borrowed<'de, R: Source<'de>>(source: &mut R) -> Option<&'de str> {
    source.likely_str().map(|text| text.as_str())
}

/// Reads a string that [`Source::likely_str`] did not give.
#[inline(never)]
fn other_string<'de, R: Source<'de>>(source: &mut R) -> Result<String> {
    copied(source.other_str()?.text()).map_err(no_memory)
}

/// Reads a string that [`Source::likely_str`] did not give, into an existing one.
#[inline(never)]
fn other_string_into<'de, R: Source<'de>>(source: &mut R, to: &mut String) -> Result {
    copy_into(source.other_str()?.text(), to).map_err(no_memory)
}

/// Reads a string that [`Source::likely_str`] did not give. Fails if it cannot be borrowed.
#[inline(never)]
fn other_borrowed<'de, R: Source<'de>>(source: &mut R) -> Result<&'de str> {
    let at = source.offset();
    source.other_str()?.borrowed().ok_or_else(|| {
        Error::expected(ErrorKind::TypeMismatch, "a string without escapes")
            .with_hint("a string with escapes cannot be borrowed; read it as Cow<str>")
            .or_offset(at)
    })
}

/// Reads a string that [`Source::likely_str`] did not give, borrowed or copied.
#[inline(never)]
fn other_cow<'de, R: Source<'de>>(source: &mut R) -> Result<Cow<'de, str>> {
    let text = source.other_str()?;
    match text.borrowed() {
        Some(text) => Ok(Cow::Borrowed(text)),
        None => owned(&text).map(Cow::Owned),
    }
}

#[cold]
#[inline(never)]
pub(super) fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

/// Returns how many bytes a string likely takes, and prefetches its text: the caller reads it soon.
#[inline(always)]
fn size_and_fetch(text: &str) -> usize {
    prefetch(text.as_bytes(), 0);
    text.len() + 3
}

impl<C: ?Sized> Encode<C> for str {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.str(Str::from(self))
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_and_fetch(self)
    }
}
impl<C: ?Sized> Encode<C> for String {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.str(Str::from(self.as_str()))
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_and_fetch(self)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for String {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        match source.likely_str() {
            Some(text) => copied(text).map_err(no_memory),
            None => other_string(source),
        }
    }
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, _: &C) -> Result {
        match source.likely_str() {
            Some(text) => copy_into(text, self).map_err(no_memory),
            None => other_string_into(source, self),
        }
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Box<str> {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        Ok(owned(&source.read_str()?)?.into_boxed_str())
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Rc<str> {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        Ok(Self::from(&*source.read_str()?))
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Arc<str> {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        Ok(Self::from(&*source.read_str()?))
    }
}
impl<'a, 'de: 'a, C: ?Sized> Decode<'de, C> for Cow<'a, str> {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        match likely_borrowed(source) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => other_cow(source),
        }
    }
}
impl<'a, 'de: 'a, C: ?Sized> Decode<'de, C> for &'a str {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    /// Fails on a string that the source had to copy, such as one with escapes: use `Cow` for
    /// those.
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        match likely_borrowed(source) {
            Some(text) => Ok(text),
            None => other_borrowed(source),
        }
    }
}

impl<C: ?Sized> Encode<C> for char {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        let mut bytes = [0; 4];
        sink.str(Str::Scratch((&*self.encode_utf8(&mut bytes)).into()))
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for char {
    const KINDS: Kinds = Kinds::of(&[Kind::String]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        let text = source.read_str()?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => Ok(one),
            _ => Err(not_of_form("a string of one character", &text, at)),
        }
    }
}

/// Makes the error of a text that does not have the form `expected`.
#[cold]
pub(super) fn not_of_form(expected: &'static str, text: &str, at: usize) -> Error {
    Error::expected(ErrorKind::TypeMismatch, expected)
        .with_content(crate::path::Quoted(text))
        .or_offset(at)
}
