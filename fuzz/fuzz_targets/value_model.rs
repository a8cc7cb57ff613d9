//! Operations on a value, held against the same on a plain model: frozen and thawed mixed, shared and
//! not, with freezing, thawing and JSON in between. The property tests decode the same steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use varvel_value::Atomic;

#[path = "../../crates/varvel-value/tests/all/model/mod.rs"]
mod model;

use model::Model;
use model::steps::{Step, run};

/// More take longer and show no more.
const STEPS: usize = 50;

fuzz_target!(|case: (Model, Vec<Step>)| {
    let (start, mut steps) = case;
    steps.truncate(STEPS);
    run::<Atomic>(start, steps);
});
