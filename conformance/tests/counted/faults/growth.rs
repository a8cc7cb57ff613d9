//! Each allocation fails in turn: an error reports it, and the next document is read as before.
//!
//! Allocations of a fixed size are exempt, and listed here by their size: the input is not to blame
//! if a program has so little memory left.

use conformance::alloc::failing;
use varvel::ErrorKind;

use super::decoders::{Decoder, decoders};

/// The sizes in bytes of blocks that are boxed, counted or made at the start, whatever the input;
/// on 64-bit targets.
const EXEMPT: &[usize] = &[
    16, 44, 64, 72, 512, // a builder's first node of each table, and its frames
    40, 48, 56, 80, 96, // a buffer, a frozen node, a tag, an array and an object of a `Value`
    128, 152, // an error
    544, // a node of a `BTreeMap`
];

#[test]
fn each_allocation_fails_in_turn() {
    // A writer that refuses a value reports its place, and needs memory for that.
    let refuses = |decoder: &Decoder| decoder.name.ends_with("into every format");
    for decoder in decoders().filter(|decoder| !refuses(decoder)) {
        for input in decoder.inputs {
            // The first document makes or grows the memory that a thread keeps for the next one.
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
