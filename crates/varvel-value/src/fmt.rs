//! A tree as text: compact JSON, pretty JSON, and a form for programmers.

use core::fmt::{self, Debug, Display, Formatter};

use crate::count::Count;
use crate::reference::Ref;
use crate::value::Value;

impl<R: Count> Display for Ref<'_, R> {
    /// JSON: on one line, or with `{:#}` indented. What JSON cannot hold makes the whole print as
    /// `Debug` does: [`varvel_json::to_string`] says instead what is wrong.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        varvel_frozen::display(f, self)
    }
}

impl<R: Count> Display for Value<R> {
    /// See [`Ref`].
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.as_ref(), f)
    }
}

impl<R: Count> Debug for Value<R> {
    /// As [`varvel_frozen::View`] does: JSON with forms of its own for what JSON has not.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        varvel_frozen::debug(f, self)
    }
}

impl<R: Count> Debug for Ref<'_, R> {
    /// See [`Value`].
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        varvel_frozen::debug(f, self)
    }
}
