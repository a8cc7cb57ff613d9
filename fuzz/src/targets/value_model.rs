//! Operations on a value, compared with the same operations on a plain model: frozen and thawed
//! mixed, shared and not, with freezing, thawing and JSON in between. The property tests decode the
//! same steps.

use varvel_value::Atomic;

#[path = "../../../crates/varvel-value/tests/all/model/mod.rs"]
mod model;

use model::Model;
use model::steps::{self, Step};

/// More steps take longer and find no more.
const STEPS: usize = 50;

/// Tries one input.
pub fn run(input: &[u8]) {
    crate::decoded(input, |case: (Model, Vec<Step>)| {
    let (start, mut steps) = case;
    steps.truncate(STEPS);
    steps::run::<Atomic>(start, steps);
    });
}
