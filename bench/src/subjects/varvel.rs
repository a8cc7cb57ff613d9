//! Ours, behind the facade crate. The only file of `bench` that knows Varvel's interface.
//!
//! Until the facade offers it, the feature `varvel` is off and every family is empty; the report
//! then names us as missing.

use crate::harness::Subject;

#[cfg(not(feature = "varvel"))]
mod ours {
    use super::Subject;

    pub fn parse() -> Vec<Box<dyn Subject>> {
        Vec::new()
    }

    pub fn write() -> Vec<Box<dyn Subject>> {
        Vec::new()
    }

    pub fn validate() -> Vec<Box<dyn Subject>> {
        Vec::new()
    }

    pub fn drive() -> Vec<Box<dyn Subject>> {
        Vec::new()
    }

    pub fn frozen_size(_document: &[u8]) -> Result<usize, String> {
        Err("built without the feature `varvel`".to_owned())
    }
}

pub use ours::{drive, frozen_size, parse, validate, write};
