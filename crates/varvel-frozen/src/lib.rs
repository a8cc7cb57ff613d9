//! frozen
#![no_std]
