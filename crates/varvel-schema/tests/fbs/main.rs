//! FlatBuffers schemas through the public door.
#![cfg(not(miri))]

mod compatible;
mod errors;
mod layout;
mod printed;
mod suite;
