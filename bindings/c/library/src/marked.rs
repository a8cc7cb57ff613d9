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

/// Bytes that a processor stores and loads at once. C compilers copy structures in such pieces. A
/// load of a piece that was stored word by word a moment before waits until all of it is in the
/// cache, which takes longer than a look-up.
#[cfg(all(target_arch = "x86_64", target_feature = "avx"))]
type Piece = core::arch::x86_64::__m256i;
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx")))]
type Piece = core::arch::x86_64::__m128i;
#[cfg(not(target_arch = "x86_64"))]
type Piece = u64;

/// The words of a piece.
const WORDS: usize = size_of::<Piece>() / size_of::<u64>();

/// Stores a value as [`store`] does, in whole pieces.
#[inline(always)]
pub fn put<T, const N: usize>(to: &mut Words<N>, value: T, mark: u64) {
    const {
        assert!(N.is_multiple_of(WORDS));
        assert!(size_of::<T>().is_multiple_of(size_of::<u64>()));
    }
    let words: Words<N> = store(value, mark);
    for (to, from) in to.chunks_exact_mut(WORDS).zip(words.chunks_exact(WORDS)) {
        let mut piece = [MaybeUninit::uninit(); WORDS];
        for (to, from) in piece.iter_mut().zip(from) {
            // A compiler must not join these loads to one of a piece: the words have just been
            // stored one by one.
            // SAFETY: a reference can be read, and the type allows for anything.
            *to = unsafe { core::ptr::from_ref(from).read_volatile() };
        }
        // SAFETY: as many words can be written.
        unsafe { store_piece(to.as_mut_ptr(), piece) };
    }
}

/// Stores a piece at once. LLVM would store one that it has just made as two halves.
///
/// # Safety
/// Room for a piece.
#[cfg(all(target_arch = "x86_64", target_feature = "avx", not(miri)))]
#[inline(always)]
unsafe fn store_piece(to: *mut MaybeUninit<u64>, piece: Words<WORDS>) {
    // SAFETY: bytes that may be uninitialised, of one size. The instruction needs no alignment, and
    // writes where it may (the contract of this function).
    unsafe {
        let piece: MaybeUninit<Piece> = core::mem::transmute(piece);
        core::arch::asm!(
            "vmovdqu ymmword ptr [{to}], {piece}",
            to = in(reg) to,
            piece = in(ymm_reg) piece,
            options(nostack, preserves_flags),
        );
    }
}

/// Stores a piece at once.
///
/// # Safety
/// Room for a piece.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx", not(miri))))]
#[inline(always)]
unsafe fn store_piece(to: *mut MaybeUninit<u64>, piece: Words<WORDS>) {
    // SAFETY: bytes that may be uninitialised, of one size; the contract of this function.
    unsafe {
        let piece: MaybeUninit<Piece> = core::mem::transmute(piece);
        to.cast::<MaybeUninit<Piece>>().write_unaligned(piece);
    }
}

/// Whether words have a mark, whatever its notes are.
///
/// # Safety
/// The last word is initialised.
#[inline]
unsafe fn has<const N: usize>(words: &Words<N>, mark: u64) -> bool {
    // SAFETY: the contract of this function.
    unsafe { words[N - 1].assume_init() & !NOTES == mark }
}

/// Bits of a mark that say more about the value.
pub const NOTES: u64 = 0xF0;

/// The bits of the mark that say more about the value.
#[inline(always)]
pub fn notes<const N: usize>(words: &Words<N>) -> u64 {
    // SAFETY: zeros, or made by `store` or `put`, as for `load`.
    unsafe { words[N - 1].assume_init() & NOTES }
}

/// The value that words hold, if they have its mark.
///
/// # Safety
/// Zeros, or made by [`store`] or [`put`]: a value of this type if it was with this mark.
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
