//! A sink of any type: see [`AnySink`].

use varvel::Sink;

/// A sink of any type. Code for it is compiled once.
pub type AnySink<'s> = dyn for<'x> Sink<'x> + 's;
