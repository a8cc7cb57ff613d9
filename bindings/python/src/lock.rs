//! [`lock`]: a lock that a panic does not close.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also if another thread panicked meanwhile.
pub fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}
