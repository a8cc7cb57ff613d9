//! json
#![no_std]
