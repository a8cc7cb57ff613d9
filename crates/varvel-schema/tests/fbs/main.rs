//! FlatBuffers schemas through the public door.
#![cfg(not(miri))]

mod suite;
