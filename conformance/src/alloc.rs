//! An allocator on top of the system's that counts the allocations of each thread, and can refuse
//! one.
//!
//! Each program that tests memory makes it its global allocator.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// The system's allocator, counted.
#[derive(Debug)]
pub struct Alloc;

thread_local! {
    /// The bytes that this thread has allocated and not freed (it may free those of another
    /// thread), their maximum since the last reset, and the number of allocations. Each thread
    /// counts its own, since the test harness allocates in other threads while a test counts.
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static CALLS: Cell<usize> = const { Cell::new(0) };
    /// How many allocations of this thread succeed before one is refused, and the sizes that are
    /// exempt from this.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    static EXEMPT: Cell<&'static [usize]> = const { Cell::new(&[]) };
    /// The size of the last block that was freed, if nothing was allocated since: so much is
    /// available.
    static FREED: Cell<usize> = const { Cell::new(0) };
}

/// Counts `by` bytes more. Returns `false` if they are to be refused.
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
    // Old and new memory may both be allocated for a while.
    USED.set(USED.get() + by as isize);
    PEAK.set(PEAK.get().max(USED.get()));
    USED.set(USED.get() - instead_of as isize);
    true
}

// SAFETY: every call goes to the system's allocator as it is, or returns null, which means that
// there is no memory; counting changes nothing about it.
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

/// Returns the result of `work`, its peak of bytes in use beyond those before, and its number of
/// allocations.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = USED.get();
    let calls = CALLS.get();
    PEAK.set(before);
    let result = without_self_check(work);
    let peak = (PEAK.get() - before).unsigned_abs();
    (result, peak, CALLS.get() - calls)
}

/// Returns the result of `work` with allocation number `n`, from 0, refused, and whether there was
/// one. Allocations of the `exempt` sizes, in bytes, succeed and are not counted. The same holds
/// for an allocation that fits the block that was freed just before: code may probe for memory in
/// this way, and then allocates it.
pub fn failing<T>(n: usize, exempt: &'static [usize], work: impl FnOnce() -> T) -> (T, bool) {
    EXEMPT.set(exempt);
    LEFT.set(Some(n));
    let result = without_self_check(work);
    (result, LEFT.replace(None).is_none())
}

/// Returns the result of `work`, in which no finished document is validated: that allocates.
fn without_self_check<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(debug_assertions)]
    let was = varvel_frozen::set_self_check(false);
    let result = work();
    #[cfg(debug_assertions)]
    varvel_frozen::set_self_check(was);
    result
}

/// Returns whether an allocation of this thread is to be refused: for code that cannot report a
/// lack of memory.
pub fn is_failing() -> bool {
    LEFT.get().is_some()
}
