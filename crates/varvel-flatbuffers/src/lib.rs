//! FlatBuffers: verified once, then read in place without a failure; built in one pass.
//!
//! | room | holds |
//! |---|---|
//! | [`layout`] | the one const field table: what a schema says of bytes |
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod layout;
