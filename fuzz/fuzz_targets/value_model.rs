//! Operations on a value, held against the same on a plain model. The input is what the random choices
//! are made of: which tree to begin with, and what to do with it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proptest::collection::vec;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use varvel_value::{Atomic, Local};

#[path = "../../crates/varvel-value/tests/model/mod.rs"]
mod model;

fuzz_target!(|input: &[u8]| {
    let Some((&local, input)) = input.split_first() else {
        return;
    };
    let choices = TestRng::from_seed(RngAlgorithm::PassThrough, input);
    let mut runner = TestRunner::new_with_rng(Config::default(), choices);
    let cases = (model::random::models(), vec(model::random::steps(), 1..20));
    // The choices may run out.
    let Ok(case) = cases.new_tree(&mut runner) else {
        return;
    };
    let (start, steps) = case.current();
    match local % 2 {
        0 => model::steps::run::<Atomic>(start, steps),
        _ => model::steps::run::<Local>(start, steps),
    }
});
