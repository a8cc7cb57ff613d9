//! The stack of the thread that calls: how much of it is left, and work that needs more than that.
//!
//! Python's threads have as much as `threading.stack_size` says: 32 KiB at least, and 128 KiB by
//! default where musl is the library of C. A call that leads to ever more calls looks at a
//! [`Floor`]. Work that needs no objects of Python is done by [`roomy`].

use std::io;
use std::panic::resume_unwind;
use std::thread;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use stacker::remaining_stack;

/// The bytes that are left to the calls which do not look: those of Python, and all of ours that do
/// not lead to ever more calls. Without optimisation these take much more.
const RESERVE: usize = if cfg!(debug_assertions) {
    88 << 10
} else {
    32 << 10
};

/// The bytes that work without objects may need: a check by 768 schemas in each other is the most.
const ROOM: usize = 1280 << 10;

/// The stack of a thread for work that needs more than the calling thread has. The system gives
/// only the pages that are used.
pub const OWN: usize = 8 << 20;

/// An address of the stack. Calls below it begin no more calls.
#[derive(Clone, Copy)]
pub struct Floor(usize);

impl Floor {
    /// Returns that of this thread. It is never reached where the system does not tell how large
    /// the stack is.
    pub fn of_thread() -> Self {
        let mark = 0_u8;
        let here = (&raw const mark).addr();
        let left = remaining_stack().map(|left| left.saturating_sub(RESERVE));
        Self(left.map_or(0, |left| here.saturating_sub(left)))
    }

    /// Returns whether the call that asks is below.
    #[inline(always)]
    pub fn is_reached(self) -> bool {
        let mark = 0_u8;
        (&raw const mark).addr() < self.0
    }
}

/// Looks whether a call of this package may begin. It may be inside of others: a function of the
/// caller's may read or write a document, too. Python counts its own calls alone, and knows not how
/// much stack ours take.
///
/// # Errors
/// `RecursionError` if the calls before it have used too much stack.
pub fn begin_call() -> PyResult<()> {
    match has_room(0, 0) {
        true => Ok(()),
        false => Err(too_many()),
    }
}

#[cold]
fn too_many() -> PyErr {
    PyRecursionError::new_err("too many calls of varvel inside of each other, or too little stack")
}

/// Returns whether this thread has room for so many calls in each other that each take so many
/// bytes.
pub fn has_room(calls: usize, bytes: usize) -> bool {
    let needed = calls.saturating_mul(bytes).saturating_add(RESERVE);
    remaining_stack().is_none_or(|left| left >= needed)
}

/// Does work that needs no objects of Python: in a thread of its own if this one has too little
/// stack. The work must not wait for Python's lock if this thread has it.
///
/// # Errors
/// One of the operating system that gives no thread.
pub fn roomy<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    if remaining_stack().is_none_or(|left| left >= ROOM) {
        return Ok(work());
    }
    let done = thread::scope(|threads| {
        let thread = thread::Builder::new().name("varvel-work".to_owned());
        let thread = thread.stack_size(OWN).spawn_scoped(threads, work)?;
        Ok::<_, io::Error>(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    Ok(done?)
}
