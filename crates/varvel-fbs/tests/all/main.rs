//! Tests of FlatBuffers schemas through the public interface.
// The suite is read from the disk.
#![cfg(all(feature = "std", not(miri)))]

mod compatible;
mod errors;
mod layout;
mod printed;
mod suite;
