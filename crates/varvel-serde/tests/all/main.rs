//! The tests of the public interface: one program, so that it is linked once.

mod errors;
mod hostile;
mod json;
mod matrix;
mod numbers;
mod types;
