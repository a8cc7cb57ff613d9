//! raw
#![no_std]
