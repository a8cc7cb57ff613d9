//! The tests of the public interface: one program, so that it is linked once.

mod anchors;
mod encodings;
mod errors;
mod fractions;
mod grammar;
mod hostile;
mod merging;
mod model;
mod pull;
mod scalars;
mod tolerant;
mod typed;
mod write_properties;
