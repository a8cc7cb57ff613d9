//! Each allocation fails in turn: an error says so, and the next document is taken as before.
//!
//! What takes the same however much is asked for is exempt, and listed here by its size: that a program has so
//! little memory left is not the input's doing.

use conformance::alloc::{Alloc, failing};
use varvel::ErrorKind;

use super::decoders::DECODERS;

#[global_allocator]
static ALLOCATOR: Alloc = Alloc;

/// Sizes in bytes of what is boxed, or counted, one by one.
const EXEMPT: &[usize] = &[128, 48, 40, 72, 28, 16, 64, 56, 80, 96, 512, 544];

#[test]
fn each_allocation_fails_in_turn() {
    for decoder in DECODERS {
        for input in (decoder.inputs)() {
            // What a thread keeps for its next document is made, or grown, by the first.
            (decoder.decode)(&input).expect(decoder.name);
            let mut refused = 0;
            for n in 0.. {
                let (outcome, failed) = failing(n, EXEMPT, || (decoder.decode)(&input));
                if !failed {
                    outcome.expect(decoder.name);
                    break;
                }
                refused += 1;
                match outcome {
                    Ok(()) => {}
                    Err(error) => assert_eq!(
                        error.kind(),
                        ErrorKind::OutOfMemory,
                        "{}: {n}: {error}",
                        decoder.name
                    ),
                }
            }
            println!("{}: {refused} allocations", decoder.name);
        }
    }
}
