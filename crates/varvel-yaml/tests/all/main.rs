//! The tests of the public interface: one program, so that it is linked once.

mod anchors;
mod encodings;
mod errors;
mod hostile;
mod merging;
mod model;
mod pull;
mod tolerant;
mod write_properties;
