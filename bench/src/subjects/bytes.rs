//! Plain bytes: the lower bound for copying a frozen buffer and for comparing two.

use std::hint::black_box;

use varvel::Frozen;

use super::prepared::{Each, Made};
use super::varvel::{after_edit, checksum, equal_pairs};
use crate::harness::Subject;

/// Returns the subject that copies the buffer of the edited document.
pub fn copy() -> Box<dyn Subject> {
    Each {
        name: "memcpy",
        load: after_edit,
        work: |frozen: &Frozen| frozen.as_bytes().to_vec(),
        sum: |bytes| {
            let view = Frozen::validate(&bytes).map_err(|error| error.to_string())?;
            checksum(view)
        },
    }
    .subject()
}

/// Returns the subject that compares two equal buffers.
pub fn compare() -> Box<dyn Subject> {
    Made {
        name: "memcmp",
        load: equal_pairs,
        run: |pairs| {
            let equal = |[a, b]: &&[Frozen; 2]| black_box(a).as_bytes() == black_box(b).as_bytes();
            pairs.iter().filter(equal).count() as u64
        },
        check: |pairs, i| match pairs[i][0].as_bytes() == pairs[i][1].as_bytes() {
            true => checksum(pairs[i][0].view()),
            false => Err("the buffers differ".to_owned()),
        },
    }
    .subject()
}
