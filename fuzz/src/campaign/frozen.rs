//! Mutated frozen buffers and streams.

use std::sync::LazyLock;

use conformance::mutants::{Mutant, Mutants};
use conformance::walk;
use varvel_frozen::{Frozen, Stream};

static MUTANTS: LazyLock<Mutants> = LazyLock::new(Mutants::load_pool);

/// Validates a mutant and, if it is valid, calls every method of every view. Returns whether it is
/// valid.
pub fn mutant(number: u64) -> bool {
    let mutant = MUTANTS.make(number);
    match mutant.is_stream {
        true => stream(&mutant),
        false => buffer(&mutant),
    }
}

fn buffer(mutant: &Mutant) -> bool {
    match Frozen::validate_with(&mutant.bytes, &mutant.limits) {
        Ok(view) => {
            walk::every_member(view);
            true
        }
        Err(_) => false,
    }
}

fn stream(mutant: &Mutant) -> bool {
    let Ok(stream) = Stream::open(mutant.bytes.as_slice(), mutant.limits) else {
        return false;
    };
    // Records are validated one by one, so that some can be read where others are damaged.
    let valid = stream.validate_all().is_ok();
    let mut read = true;
    for record in stream.records() {
        match record {
            Ok(view) => drop(walk::every_member(view)),
            Err(_) => read = false,
        }
    }
    assert_eq!(valid, read, "all records can be read, or not all are valid");
    valid
}
