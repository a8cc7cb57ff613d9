//! Drawn sequences of calls of the C library, each held against the same operation on a value in
//! Rust. Under the address sanitizer, this also finds memory that is used after it was freed. The
//! tests of the library run the same calls.

#[path = "../../../bindings/c/library/tests/calls/mod.rs"]
mod calls;

use calls::Draw;

/// More calls take longer and find no more.
const CALLS: usize = 60;

/// Decides by the bytes of the input.
struct Input<'i>(&'i [u8]);

impl Draw for Input<'_> {
    fn below(&mut self, bound: usize) -> usize {
        // No bound is above 1000: two bytes are enough, and one for most.
        let len = if bound > 256 { 2 } else { 1 };
        let (now, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        let number = now.iter().fold(0, |all, byte| all << 8 | usize::from(*byte));
        number % bound
    }

    fn is_at_its_end(&self) -> bool {
        self.0.is_empty()
    }
}

/// Tries one input.
pub fn run(input: &[u8]) {
    calls::run(&mut Input(input), CALLS);
}
