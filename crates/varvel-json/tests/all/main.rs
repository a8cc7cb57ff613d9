//! The tests of the public interface: one program, so that it is linked once.

mod borrowed;
mod errors;
mod indented;
mod likely;
mod marked;
mod non_finite;
mod pull;
mod relaxed;
mod write_properties;
mod writer;
