//! The tests of the public interface: one program, so that it is linked once.

mod anchors;
mod encodings;
mod errors;
mod hostile;
mod model;
mod pull;
mod write_properties;
mod tolerant;
