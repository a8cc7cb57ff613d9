//! `{}` prints any tree as JSON.

use arbitrary::{Arbitrary as _, Unstructured};
use proptest::collection::vec;
use proptest::prelude::*;
use varvel_core::{Discard, ErrorKind, Tag, Timestamp, UniqueKeys};
use varvel_json::{ReadOptions, drive};
use varvel_value::{Value, value};

use crate::model::Model;

fn printed(value: &Value) -> String {
    let frozen = value.freeze().unwrap();
    let text = value.to_string();
    // All forms print the same text.
    assert_eq!(frozen.to_string(), text);
    assert_eq!(frozen.view().to_string(), text);
    assert_eq!(value.as_ref().to_string(), text);
    text
}

fn pairs<const N: usize>(pairs: [(Value, Value); N]) -> Value {
    Value::from_pairs(pairs)
}

#[test]
fn scalars_that_json_has_not_are_text() {
    let second = Timestamp::new(1, 500_000_000).unwrap();
    let far = Timestamp::new(i64::MAX, 7).unwrap();
    let list = Value::from(vec![
        value!(f64::NAN),
        value!(f64::NEG_INFINITY),
        value!(f32::INFINITY),
        Value::bytes(b"hi"),
        second.into(),
        far.into(),
        Value::tagged(Tag::Number(1), value!(2)),
        Value::decimal("1.10").unwrap(),
    ]);
    assert_eq!(
        printed(&list),
        r#"["nan","-inf","inf","aGk=","1970-01-01T00:00:01.5Z","@9223372036854775807.000000007",2,1.10]"#
    );
    assert!(format!("{list:?}").starts_with("[NaN, -inf, inf, b\"hi\", @1.500000000, "));
}

#[test]
fn maps_are_objects_where_they_can_be() {
    let map = pairs([
        (value!(1), value!("one")),
        (value!(true), value!(null)),
        (value!(null), value!(1.5)),
        (value!(0.5), pairs([(value!(f64::NAN), value!([]))])),
        (Value::bytes(b"hi"), value!({"1": 1})),
    ]);
    assert_eq!(
        printed(&map),
        r#"{"1":"one","true":null,"null":1.5,"0.5":{"nan":[]},"aGk=":{"1":1}}"#
    );
    assert_eq!(
        format!("{:#}", pairs([(value!(1), value!(2))])),
        "{\n  \"1\": 2\n}"
    );
}

#[test]
fn maps_that_cannot_be_objects_are_arrays_of_pairs() {
    let clash = pairs([(value!(1), value!("a")), (value!("1"), value!({"x": 1}))]);
    assert_eq!(printed(&clash), r#"[[1,"a"],["1",{"x":1}]]"#);
    let lists = pairs([
        (value!([1, {"a": 2}]), value!([3])),
        (value!("k"), clash.clone()),
    ]);
    assert_eq!(
        printed(&lists),
        r#"[[[1,{"a":2}],[3]],["k",[[1,"a"],["1",{"x":1}]]]]"#
    );
    // A tagged 1 is another key than 1.
    let tagged = pairs([
        (Value::tagged(Tag::Number(1), value!(1)), value!(0)),
        (value!(1), clash),
    ]);
    assert_eq!(printed(&tagged), r#"[[1,0],[1,[[1,"a"],["1",{"x":1}]]]]"#);
    let around = value!({"a": [{"b": tagged}]});
    assert!(printed(&around).starts_with(r#"{"a":[{"b":[[1,0],"#));
}

proptest! {
    #[test]
    fn all_that_is_printed_is_json(bytes in vec(any::<u8>(), 0..300)) {
        let model = Model::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let value: Value = model.value();
        for text in [printed(&value), format!("{value:#}")] {
            let mut keys = UniqueKeys::new(Discard);
            if let Err(error) = drive(text.as_bytes(), &ReadOptions::default(), &mut keys) {
                // A decimal may be beyond all floats, and is JSON.
                prop_assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{}", text);
            }
        }
        let strict = varvel_json::to_string(&value);
        let shown = value.to_string();
        prop_assert!(strict.is_err() || strict.unwrap() == shown);
    }
}
