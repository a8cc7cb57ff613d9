//! Schemas of documents that are there: each document fits, and what is remembered is bounded.

use proptest::prelude::*;
use varvel::schema::{Inference, InferenceOptions, JsonSchema, Schema, Type};
use varvel::{Encode, Value, json};

fn infer<'d>(documents: impl IntoIterator<Item = &'d Value>, options: InferenceOptions) -> Schema {
    let mut inference = Inference::with(options);
    for document in documents {
        document.encode(&mut inference, &()).unwrap();
        inference.end_document();
    }
    inference.finish()
}

fn documents() -> impl Strategy<Value = Vec<Value>> {
    let scalar = prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e30..1e30_f64).prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from),
    ];
    let document = scalar.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-f]", inner, 0..5).prop_map(Value::from),
        ]
    });
    prop::collection::vec(document, 0..5)
}

proptest! {
    #[test]
    fn every_document_fits(documents in documents(), members in 0_usize..6, places in 2_usize..40) {
        for options in [InferenceOptions::default(), InferenceOptions { members, places }] {
            let schema = infer(&documents, options);
            let text = json::to_string(&JsonSchema(&schema)).unwrap();
            let exported = serde_json::from_str(&text).unwrap();
            let validator = jsonschema::validator_for(&exported).unwrap();
            for document in &documents {
                let document = serde_json::from_str(&document.to_string()).unwrap();
                prop_assert!(validator.is_valid(&document), "{document} by {text}");
            }
        }
    }

    #[test]
    fn the_order_of_documents_decides_nothing_but_that_of_members(documents in documents()) {
        let all = InferenceOptions::default();
        let shape = |schema: &Schema| {
            let text = schema.to_string();
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            lines.sort();
            lines
        };
        let there = infer(&documents, all);
        let back = infer(documents.iter().rev(), all);
        prop_assert_eq!(shape(&there), shape(&back));
    }
}

#[test]
fn what_is_remembered_is_bounded() {
    let options = InferenceOptions {
        members: 8,
        places: 100,
    };
    let mut inference = Inference::with(options);
    for number in 0..10_000 {
        let text = format!("{{\"k{number}\": {{\"a{}\": [[{number}]]}}}}", number % 3);
        json::drive(
            text.as_bytes(),
            &json::ReadOptions::default(),
            &mut inference,
        )
        .unwrap();
        inference.end_document();
    }
    assert_eq!(inference.documents(), 10_000);
    let schema = inference.finish();
    assert!(schema.nodes().count() < 200);
    let text = "\
map of object
  a2?: array of array of integer
  a0?: array of array of integer
  a1?: array of array of integer
";
    assert_eq!(schema.to_string(), text);
}

#[test]
fn keys_of_any_kind_and_all_kinds_of_nodes() {
    // {1: bytes, 2: bytes}, [{"a": tagged}]
    let documents: [&[u8]; 2] = [
        &[0x82, 1, 0xC4, 1, 0, 2, 0xC4, 0],
        &[0x91, 0x81, 0xA1, b'a', 0xD4, 5, 0],
    ];
    let mut inference = Inference::default();
    for document in documents {
        let options = varvel::msgpack::ReadOptions::default();
        varvel::msgpack::drive(document, &options, &mut inference).unwrap();
        inference.end_document();
    }
    let text = "\
one of
  array: array of object
    a: anything
  object: map by integer of bytes
";
    assert_eq!(inference.finish().to_string(), text);
}

#[test]
fn no_documents_may_be_anything() {
    let schema = infer([], InferenceOptions::default());
    assert_eq!(schema.node(schema.root()).ty, Type::Any);
}
