//! Each allocation fails in turn: an error says so, and the next document is taken as before.
//!
//! What takes the same however much is asked for is exempt, and listed here by its size: that a
//! program has so little memory left is not the input's doing.

use conformance::alloc::failing;
use varvel::ErrorKind;

use super::decoders::{Decoder, decoders};

/// Sizes in bytes of what is boxed, counted or made at the start, whatever the input; of 64-bit
/// targets.
const EXEMPT: &[usize] = &[
    16, 28, 64, 72, 512, // a builder's first node of each table, and its frames
    40, 48, 56, 80, 96, // a buffer, a frozen node, a tag, an array and an object of a `Value`
    128, 152, // an error
    544, 1864, // nodes of `BTreeMap`s
];

#[test]
fn each_allocation_fails_in_turn() {
    // A writer that refuses a value says where it stands, and has to have the memory for that.
    let refuses = |decoder: &Decoder| decoder.name.ends_with("into every format");
    for decoder in decoders().filter(|decoder| !refuses(decoder)) {
        for input in decoder.inputs {
            // What a thread keeps for its next document is made, or grown, by the first.
            (decoder.decode)(&input).expect(&decoder.name);
            let mut refused = 0;
            for n in 0.. {
                let (outcome, failed) = failing(n, EXEMPT, || (decoder.decode)(&input));
                if !failed {
                    outcome.expect(&decoder.name);
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
