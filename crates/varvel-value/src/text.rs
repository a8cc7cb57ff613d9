//! [`Text`]: strings and keys of a tree.

use alloc::vec::Vec;
use core::hint::black_box;
use core::ops::Deref;

use varvel_core::{Error, Result, Str};
use varvel_raw::short::Short;

use crate::count::Count;

/// A string: up to 23 bytes in place, longer ones counted, so that a clone copies no more than 24
/// bytes. Invariant: what is short enough is `Short`.
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

    /// The same, and an error where there is no memory for it.
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

    /// Two words, which come in registers.
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

    /// The string for a sink, which may copy a short one whole.
    #[inline(always)]
    pub fn give(&self) -> Str<'_, '_> {
        match self {
            Self::Short(short) => Str::Input(short.text()),
            Self::Long(text) => (&**text).into(),
        }
    }
}

/// Whether there is memory for so many bytes of the input's choosing and the counts before them. A
/// counted pointer is made or the program ends, so this is asked first.
pub fn ask(bytes: usize) -> Result {
    let words = bytes.div_ceil(size_of::<usize>()).saturating_add(2);
    let mut room = Vec::<usize>::new();
    room.try_reserve_exact(words)
        .map_err(|_| Error::out_of_memory())?;
    // Else the compiler could leave out both, the asking and the giving back.
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
