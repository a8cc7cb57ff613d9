//! The tests of the public interface: one program, so that it is linked once.

mod borrowed;
mod deterministic;
mod duplicates;
mod errors;
mod likely;
mod model;
mod numbers;
mod pull;
mod shapes;
mod stream;
mod write;
