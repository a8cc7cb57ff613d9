//! [`Text`]: the strings and keys of a tree.

use alloc::vec::Vec;
use core::hint::black_box;
use core::ops::Deref;

use varvel_core::{Error, Result, Str};
use varvel_raw::short::Short;

use crate::count::Count;

/// A string: up to 23 bytes in place, longer ones reference-counted, so that a clone copies at most
/// 24 bytes. Invariant: a string that is short enough is `Short`.
#[derive(Clone)]
pub enum Text<R: Count> {
    Short(Short),
    Long(R::Ptr<str>),
}

const _: () = assert!(size_of::<Text<crate::Atomic>>() == 24);

impl<R: Count> Text<R> {
    #[inline(always)]
    pub fn new(text: &str) -> Self {
        match Short::new(text) {
            Some(short) => Self::Short(short),
            None => Self::Long(Self::long(text)),
        }
    }

    /// Makes a string, or returns an error if memory is missing.
    #[inline]
    pub fn try_new(text: &str) -> Result<Self> {
        match Short::new(text) {
            Some(short) => Ok(Self::Short(short)),
            None => {
                ask(text.len())?;
                Ok(Self::Long(Self::long(text)))
            }
        }
    }

    /// Makes a long string. Returns two words, which fit in registers.
    #[inline(never)]
    fn long(text: &str) -> R::Ptr<str> {
        R::text(text)
    }

    #[inline(always)]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Short(short) => short.as_str(),
            Self::Long(text) => text,
        }
    }

    /// Returns the string for a sink, which may copy a short one as a whole.
    #[inline(always)]
    pub fn give(&self) -> Str<'_, '_> {
        match self {
            Self::Short(short) => Str::Input(short.text()),
            Self::Long(text) => (&**text).into(),
        }
    }
}

/// Returns an error if there is no memory for this many bytes and the counts before them. The input
/// chooses the number, and making a counted pointer ends the program if memory is missing, so this
/// is called first.
pub fn ask(bytes: usize) -> Result {
    let words = bytes.div_ceil(size_of::<usize>()).saturating_add(2);
    let mut room = Vec::<usize>::new();
    room.try_reserve_exact(words)
        .map_err(|_| Error::out_of_memory())?;
    // Otherwise the compiler could remove both the allocation and its release.
    black_box(&room);
    Ok(())
}

impl<R: Count> Deref for Text<R> {
    type Target = str;

    #[inline(always)]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<R: Count> Default for Text<R> {
    fn default() -> Self {
        Self::new("")
    }
}

impl<R: Count> PartialEq for Text<R> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<R: Count> core::fmt::Debug for Text<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}
