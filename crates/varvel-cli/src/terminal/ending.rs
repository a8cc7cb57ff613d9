//! One moment at which the command ends, or an output takes its place: a signal comes before it or
//! after it, but not in between.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether an output has taken its place.
static PLACED: Mutex<bool> = Mutex::new(false);

/// Waits until no output is being placed. Until the result is dropped, none is, and the command
/// does not end except by the holder.
pub fn hold() -> MutexGuard<'static, bool> {
    PLACED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that more outputs follow the one that has taken its place: a signal still ends the work
/// early.
pub fn goes_on() {
    *hold() = false;
}

/// Lets `place` put an output into its place, so that no signal sees half of that.
pub fn placing<T, E>(place: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut placed = hold();
    let result = place();
    *placed |= result.is_ok();
    result
}
