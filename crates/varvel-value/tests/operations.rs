//! Random operations on a value, held against the same on a plain model: frozen and thawed mixed,
//! shared and not, with freezing and thawing in between.

mod model;

use model::Model;
use model::random::{models, steps};
use model::steps::run;
use proptest::collection::vec;
use proptest::prelude::*;
use varvel_value::{Atomic, Local, Value};

fn config() -> ProptestConfig {
    // PROPTEST_CASES asks for more.
    let default = ProptestConfig::default();
    ProptestConfig {
        failure_persistence: None,
        cases: if cfg!(miri) { 4 } else { default.cases },
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_value_does_what_the_model_does(start in models(), steps in vec(steps(), 1..40)) {
        run::<Atomic>(start, steps);
    }

    #[test]
    fn a_local_value_does_what_the_model_does(start in models(), steps in vec(steps(), 1..40)) {
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
