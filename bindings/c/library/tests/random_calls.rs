//! Drawn sequences of calls through the functions of C do what `Value` does in Rust.

mod calls;

use calls::Draw;

/// Numbers that look random, the same in each run (xorshift, Marsaglia 2003).
struct Seed(u64);

impl Draw for Seed {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn is_at_its_end(&self) -> bool {
        false
    }
}

#[test]
fn calls_do_what_they_do_in_rust() {
    let mut seed = Seed(0x9E37_79B9_7F4A_7C15);
    let (mut succeeded, mut failed) = (0, 0);
    for _ in 0..if cfg!(miri) { 2 } else { 300 } {
        let outcome = calls::run(&mut seed, 40);
        succeeded += outcome.succeeded;
        failed += outcome.failed;
    }
    assert!(
        failed > succeeded / 20 && succeeded > failed / 2,
        "calls of both kinds, or the test tries too little: {succeeded} succeeded, {failed} failed"
    );
}

/// A program that gives bytes which no document is gets an error, whatever the format.
#[test]
fn drawn_bytes_end_in_an_error_or_a_document() {
    let mut seed = Seed(7);
    for _ in 0..if cfg!(miri) { 20 } else { 3000 } {
        let bytes: Vec<u8> = (0..seed.below(40)).map(|_| seed.below(256) as u8).collect();
        for (number, format) in calls::FORMATS {
            calls::read(number, format, &bytes);
        }
    }
}
