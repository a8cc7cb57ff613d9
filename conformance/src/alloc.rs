//! An allocator before the system's that counts what each thread asks for, and can refuse it.
//!
//! For the programs that test memory, each of which makes it their global allocator.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// The system's allocator, counted.
#[derive(Debug)]
pub struct Alloc;

thread_local! {
    /// Bytes that this thread has asked for and not given back (it may give back another's), the
    /// most there were since the last reset, and how often it asked. Of each thread apart: the
    /// test harness allocates in others while a test counts.
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static CALLS: Cell<usize> = const { Cell::new(0) };
    /// How often this thread will be given what it asks for before it is refused once, and the
    /// sizes that do not count.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    static EXEMPT: Cell<&'static [usize]> = const { Cell::new(&[]) };
    /// The bytes that it gave back last, if it has not asked since: so many are there.
    static FREED: Cell<usize> = const { Cell::new(0) };
}

/// Counts `by` bytes more; `false` if they are to be refused.
fn granted(by: usize, instead_of: usize) -> bool {
    CALLS.set(CALLS.get() + 1);
    let freed = FREED.replace(0);
    if let Some(left) = LEFT.get()
        && !EXEMPT.get().contains(&by)
        && by > freed
    {
        LEFT.set(left.checked_sub(1));
        if left == 0 {
            return false;
        }
    }
    // Old and new memory may both be there for a while.
    USED.set(USED.get() + by as isize);
    PEAK.set(PEAK.get().max(USED.get()));
    USED.set(USED.get() - instead_of as isize);
    true
}

// SAFETY: every call goes to the system's allocator as it is, or gives null, which says that there
// is no memory; counting changes nothing about it.
unsafe impl GlobalAlloc for Alloc {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match granted(layout.size(), 0) {
            // SAFETY: the caller's contract.
            true => unsafe { System.alloc(layout) },
            false => ptr::null_mut(),
        }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match granted(layout.size(), 0) {
            // SAFETY: the caller's contract.
            true => unsafe { System.alloc_zeroed(layout) },
            false => ptr::null_mut(),
        }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match granted(size, layout.size()) {
            // SAFETY: the caller's contract.
            true => unsafe { System.realloc(at, layout, size) },
            false => ptr::null_mut(),
        }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        USED.set(USED.get() - layout.size() as isize);
        FREED.set(layout.size());
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(at, layout) }
    }
}

/// What `work` gives, the bytes it had in use at its peak beyond those before, and its allocations.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = USED.get();
    let calls = CALLS.get();
    PEAK.set(before);
    let result = work();
    let peak = (PEAK.get() - before).unsigned_abs();
    (result, peak, CALLS.get() - calls)
}

/// What `work` gives where its allocation number `n`, from 0, is refused, and whether there was
/// one. Those of the `exempt` sizes, in bytes, are granted and not counted, and so is what has just
/// been given back: whoever asks for it to see whether it is there gets it afterwards.
pub fn failing<T>(n: usize, exempt: &'static [usize], work: impl FnOnce() -> T) -> (T, bool) {
    EXEMPT.set(exempt);
    LEFT.set(Some(n));
    let result = work();
    (result, LEFT.replace(None).is_none())
}

/// Whether an allocation of this thread is to be refused: for what cannot say that there is no
/// memory.
pub fn is_failing() -> bool {
    LEFT.get().is_some()
}
