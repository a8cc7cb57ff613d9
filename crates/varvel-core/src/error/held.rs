//! [`Held`]: the content of an error on the heap, also where memory is refused.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use super::{ErrorKind, Found, Repr};
use crate::path::Step;

/// The content of an error, behind one pointer. It is an array of one, since a list is what can be
/// allocated without an abort where memory is refused.
#[derive(PartialEq, Eq)]
pub(super) struct Held(Box<[Repr; 1]>);

impl Held {
    /// Puts the content of an error on the heap. Where memory is refused, this is an error of the
    /// kind `OutOfMemory` in memory that was kept for it; if there is none, the program ends.
    pub fn new(repr: Repr) -> Self {
        if let Some(held) = Self::try_new(repr) {
            return held;
        }
        #[cfg(feature = "std")]
        if let Some(kept) = kept::take() {
            return kept;
        }
        Self(Box::new([Repr::new(ErrorKind::OutOfMemory)]))
    }

    fn try_new(repr: Repr) -> Option<Self> {
        let mut list = Vec::new();
        list.try_reserve_exact(1).ok()?;
        list.push(repr);
        Box::try_from(list).ok().map(Self)
    }
}

impl Clone for Held {
    /// Where memory is refused, the copy is an error of the kind `OutOfMemory`.
    fn clone(&self) -> Self {
        let copy = self.0[0].try_clone();
        Self::new(copy.unwrap_or_else(|| Repr::new(ErrorKind::OutOfMemory)))
    }
}

impl Repr {
    /// Returns a copy, or `None` if there is no memory for it.
    fn try_clone(&self) -> Option<Self> {
        let mut copy = Self::new(self.kind);
        copy.offset = self.offset;
        copy.lines = self.lines;
        #[cfg(feature = "std")]
        {
            copy.io = self.io;
        }
        if let Some(steps) = &self.path {
            let list = copy.path.insert(Vec::new());
            list.try_reserve_exact(steps.len()).ok()?;
            for step in steps {
                list.push(match step {
                    Step::Key(key) => Step::Key(copied(key)?),
                    Step::Index(index) => Step::Index(*index),
                });
            }
        }
        copy.expected = words(self.expected.as_ref())?;
        copy.hint = words(self.hint.as_ref())?;
        copy.found = match &self.found {
            Some(Found::Content(text)) => Some(Found::Content(copied(text)?)),
            Some(Found::Fact(fact)) => words(Some(fact))?.map(Found::Fact),
            None => None,
        };
        Some(copy)
    }
}

/// Returns a copy of words, or `None` if there is no memory for it.
fn words(of: Option<&Cow<'static, str>>) -> Option<Option<Cow<'static, str>>> {
    Some(match of {
        Some(Cow::Owned(text)) => Some(Cow::Owned(copied(text)?)),
        Some(Cow::Borrowed(text)) => Some(Cow::Borrowed(text)),
        None => None,
    })
}

fn copied(text: &str) -> Option<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).ok()?;
    copy.push_str(text);
    Some(copy)
}

impl Deref for Held {
    type Target = Repr;

    #[inline]
    fn deref(&self) -> &Repr {
        &self.0[0]
    }
}

impl DerefMut for Held {
    #[inline]
    fn deref_mut(&mut self) -> &mut Repr {
        &mut self.0[0]
    }
}

/// Memory that is kept for errors.
#[cfg(feature = "std")]
mod kept {
    use core::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, PoisonError};

    use super::{ErrorKind, Held, Repr};
    use crate::error::Error;

    /// How many errors there is memory for. Each thread needs one at a time, and one more where an
    /// error is made while another is handled.
    const COUNT: usize = 16;

    static KEPT: Mutex<[Option<Held>; COUNT]> = Mutex::new([const { None }; COUNT]);
    /// Whether all of it is there. Guards nothing: who reads an old answer comes once too often, or
    /// once too late.
    static IS_FULL: AtomicBool = AtomicBool::new(false);

    /// Returns an error of the kind `OutOfMemory` for which memory was kept.
    pub fn take() -> Option<Held> {
        IS_FULL.store(false, Ordering::Relaxed);
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter_mut().find_map(Option::take)
    }

    impl Error {
        /// Keeps memory for errors about memory that is refused, as far as there is some. Then the
        /// next of them do not end the program. For interfaces that promise errors; takes no time
        /// where the memory was kept before.
        #[doc(hidden)]
        #[inline]
        pub fn keep_memory() {
            if !IS_FULL.load(Ordering::Relaxed) {
                fill();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn fill() {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        for place in kept.iter_mut().filter(|place| place.is_none()) {
            let Some(held) = Held::try_new(Repr::new(ErrorKind::OutOfMemory)) else {
                return;
            };
            *place = Some(held);
        }
        IS_FULL.store(true, Ordering::Relaxed);
    }
}
