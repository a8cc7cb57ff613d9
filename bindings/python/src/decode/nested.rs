//! How deep types are in each other, as `list[list[int]]` is. Python recurses to hash, compare and
//! print such types, and looks neither at their depth nor at the stack.

use std::collections::HashSet;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::stack::has_room;

/// The most types in each other.
const MOST: usize = 100;

/// The bytes of stack that Python takes for each of them.
const EACH: usize = 3 << 10;

/// Fails for a type with too many types in each other. `place` begins the message.
///
/// # Errors
/// `TypeError`; and what Python raises.
#[pyfunction(name = "_check_nested")]
pub fn check_nested(of: &Bound<'_, PyAny>, place: &str) -> PyResult<()> {
    if of.is_instance_of::<PyType>() {
        return Ok(());
    }
    let mut level = vec![of.clone()];
    for depth in 0.. {
        if level.is_empty() {
            return Ok(());
        }
        if depth > MOST || !has_room(depth, EACH) {
            break;
        }
        // Each type of a level once: one may have another several times.
        let (mut seen, mut next) = (HashSet::new(), Vec::new());
        for one in &level {
            let Some(parts) = one.getattr_opt("__args__")? else {
                continue;
            };
            let parts = parts.cast_into::<PyTuple>().ok();
            let parts = parts.iter().flat_map(|parts| parts.iter_borrowed());
            let new = parts.filter(|part| !part.is_instance_of::<PyType>());
            next.extend(
                new.filter(|part| seen.insert(part.as_ptr().addr()))
                    .map(|part| part.to_owned()),
            );
        }
        level = next;
    }
    let message = format!(
        "{place}: it has ever more types in each other, more than {MOST}, or more than the stack of \
         this thread has room for"
    );
    Err(PyTypeError::new_err(message))
}
