//! Calls of this package inside of each other: a function of the caller's may read or write a
//! document, too. Python counts its own calls alone, and knows not how much stack ours take.

use std::cell::Cell;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// How many calls may always be inside of each other.
const FREE: usize = 8;

/// The most bytes of stack that further calls may begin below the first one.
const MOST: usize = if cfg!(windows) { 384 << 10 } else { 2 << 20 };

thread_local! {
    /// How many calls there are in this thread, and where the stack of the first one is.
    static CALLS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// A call that has begun.
pub struct Call(());

impl Call {
    /// Begins a call, which ends when this is dropped.
    ///
    /// # Errors
    /// `RecursionError` if the calls before it have used too much stack.
    pub fn begin() -> PyResult<Self> {
        let mark = 0_u8;
        let here = (&raw const mark).addr();
        let (count, first) = CALLS.get();
        if count >= FREE && first.abs_diff(here) > MOST {
            return Err(too_deep());
        }
        CALLS.set((count + 1, if count == 0 { here } else { first }));
        Ok(Self(()))
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let (count, first) = CALLS.get();
        CALLS.set((count - 1, first));
    }
}

#[cold]
fn too_deep() -> PyErr {
    PyRecursionError::new_err("too many calls of varvel inside of each other")
}
