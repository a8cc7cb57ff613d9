//! [`objects_of`]: objects from the events of a reader, without a frozen document in between.

use pyo3::prelude::*;
use varvel::Result;
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit};

use super::{Hooks, Objects};

/// Reads a document without duplicate keys as objects.
///
/// Returns `None` for a document that is wrong in any way, and for one that has keys which are
/// perhaps equal: freezing it tells the error.
pub fn objects_of<'py>(
    py: Python<'py>,
    format: AnyFormat,
    input: &[u8],
    options: &ReadOptions,
) -> Option<Bound<'py, PyAny>> {
    format.visit(Direct { py, input, options })
}

struct Direct<'d, 'py> {
    py: Python<'py>,
    input: &'d [u8],
    options: &'d ReadOptions,
}

impl<'py> Visit for Direct<'_, 'py> {
    type Output = Option<Bound<'py, PyAny>>;

    fn visit<F: Row>(self) -> Self::Output {
        let hooks = Hooks::default();
        let mut objects = Objects::new(self.py, &hooks, self.input.len());
        objects.plain_keys = true;
        let options = F::read_options(self.options);
        let done: Result = F::drive(
            self.input,
            &options,
            &mut F::Scratch::default(),
            &mut objects,
        );
        let (value, _) = objects.end();
        done.ok().and(value)
    }
}
