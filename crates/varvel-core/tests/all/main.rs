//! The tests of the public interface: one program, so that it is linked once.

mod error;
mod format;
mod model;
mod path;
mod secret;
mod unique;
