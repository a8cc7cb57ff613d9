//! Frozen: an immutable, contiguous, zero-copy buffer of structured data, read in place.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod build;
mod extent;
mod frozen;
mod layout;
mod view;

pub use build::Builder;
pub use frozen::Frozen;
pub use view::View;
