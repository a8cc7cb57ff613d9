//! Random operations on a value, compared with the same operations on a plain model: frozen and
//! thawed mixed, shared and not, with freezing and thawing in between.

use crate::model;

use arbitrary::{Arbitrary, Unstructured};
use model::Model;
use model::steps::{Step, run};
use proptest::collection::vec;
use proptest::prelude::*;
use varvel_value::{Atomic, Local, Value};

/// Decoded from up to this many random bytes. Each step is decoded on its own, so a failure shrinks
/// by fewer steps as well as by smaller bytes.
fn decoded<T>(bytes: usize) -> impl Strategy<Value = T>
where
    T: std::fmt::Debug + for<'a> Arbitrary<'a>,
{
    vec(any::<u8>(), 0..=bytes)
        .prop_map(|bytes| T::arbitrary(&mut Unstructured::new(&bytes)).expect("no choice fails"))
}

fn models() -> impl Strategy<Value = Model> {
    decoded(if cfg!(miri) { 60 } else { 300 })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec(
        decoded(if cfg!(miri) { 20 } else { 60 }),
        1..if cfg!(miri) { 12 } else { 40 },
    )
}

fn config() -> ProptestConfig {
    // More cases run with PROPTEST_CASES.
    let default = ProptestConfig::default();
    ProptestConfig {
        failure_persistence: None,
        cases: if cfg!(miri) { 4 } else { 4 * default.cases },
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_value_does_what_the_model_does(start in models(), steps in steps()) {
        run::<Atomic>(start, steps);
    }

    #[test]
    fn a_local_value_does_what_the_model_does(start in models(), steps in steps()) {
        run::<Local>(start, steps);
    }

    #[test]
    fn the_order_is_total(models in vec(models(), 3)) {
        let mut values: Vec<Value> = models.iter().map(Model::value).collect();
        values[1] = Value::from(values[1].freeze().unwrap());
        values.sort();
        prop_assert!(values[0] <= values[1] && values[1] <= values[2] && values[0] <= values[2]);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            prop_assert_eq!(values[a] == values[b], values[a].cmp(&values[b]).is_eq());
        }
    }
}
