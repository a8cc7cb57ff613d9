//! Values of the library in structures of the caller.
//!
//! The words of such a structure hold a value, and the last word a mark. Zeros hold none, and most
//! memory that was never set has no mark.

use core::mem::{MaybeUninit, needs_drop};

/// The words of a structure.
pub type Words<const N: usize> = [MaybeUninit<u64>; N];

/// Words that hold no value.
pub const fn zeros<const N: usize>() -> Words<N> {
    [MaybeUninit::new(0); N]
}

/// Words that hold a value.
#[inline]
pub fn store<T, const N: usize>(value: T, mark: u64) -> Words<N> {
    const {
        assert!(size_of::<T>() <= (N - 1) * size_of::<u64>());
        assert!(align_of::<T>() <= align_of::<u64>());
        assert!(!needs_drop::<T>(), "nobody would drop it");
    }
    let mut words = zeros();
    words[N - 1].write(mark);
    // SAFETY: the words before the last have room for a value, and are aligned for it (asserted
    // above).
    unsafe { words.as_mut_ptr().cast::<T>().write(value) };
    words
}

/// Whether words have a mark.
///
/// # Safety
/// The last word is initialised.
#[inline]
unsafe fn has<const N: usize>(words: &Words<N>, mark: u64) -> bool {
    // SAFETY: the contract of this function.
    unsafe { words[N - 1].assume_init() == mark }
}

/// The value that words hold, if they have its mark.
///
/// # Safety
/// Zeros, or made by [`store`]: a value of this type if it was with this mark.
#[inline]
pub unsafe fn load<T, const N: usize>(words: &Words<N>, mark: u64) -> Option<&T> {
    // SAFETY: `store` initialised the mark and the value (the contract of this function).
    unsafe { has(words, mark).then(|| &*words.as_ptr().cast::<T>()) }
}

/// The value that words hold, to be changed.
///
/// # Safety
/// As [`load`].
#[inline]
pub unsafe fn load_mut<T, const N: usize>(words: &mut Words<N>, mark: u64) -> Option<&mut T> {
    // SAFETY: `store` initialised the mark and the value (the contract of this function).
    unsafe { has(words, mark).then(|| &mut *words.as_mut_ptr().cast::<T>()) }
}
