//! Schemas inferred from documents: each document fits, and the memory is bounded.

use proptest::prelude::*;
use varvel::schema::{Inference, InferenceOptions, JsonSchema, Schema, Type};
use varvel::{Bytes, Encode, Sink, Str, Tag, Timestamp, Value, json};

fn fold<'d, T: Encode + 'd>(
    documents: impl IntoIterator<Item = &'d T>,
    options: InferenceOptions,
) -> Inference {
    let mut inference = Inference::with(options);
    for document in documents {
        document.encode(&mut inference, &()).unwrap();
        inference.end_document();
    }
    inference
}

fn infer<'d, T: Encode + 'd>(
    documents: impl IntoIterator<Item = &'d T>,
    options: InferenceOptions,
) -> Schema {
    fold(documents, options).finish()
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
        for options in [InferenceOptions::default(), InferenceOptions { members, places, ..InferenceOptions::default() }] {
            let schema = infer(&documents, options);
            let (first, rest) = documents.split_at(documents.len() / 2);
            let mut parts = fold(first, options);
            parts.merge(fold(rest, options)).unwrap();
            if options == InferenceOptions::default() {
                prop_assert_eq!(parts.mixed(), fold(&documents, options).mixed());
            }
            for schema in [schema, parts.finish()] {
            let text = json::to_string(&JsonSchema(&schema)).unwrap();
            let exported = serde_json::from_str(&text).unwrap();
            let validator = jsonschema::validator_for(&exported).unwrap();
            for document in &documents {
                let document = serde_json::from_str(&document.to_string()).unwrap();
                prop_assert!(validator.is_valid(&document), "{document} by {text}");
            }
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
        ..InferenceOptions::default()
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
  a0?: array of array of integer
  a1?: array of array of integer
  a2?: array of array of integer
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
fn the_first_document_of_each_kind_is_known() {
    let of = |documents: &[&str]| {
        let mut inference = Inference::default();
        for document in documents {
            let options = json::ReadOptions::default();
            json::drive(document.as_bytes(), &options, &mut inference).unwrap();
            inference.end_document();
        }
        inference
    };
    let documents = [
        r#"{"a": 1, "b": [1, 2], "c": {"x y": null}, "d": 18446744073709551615}"#,
        r#"{"a": -7, "b": [3], "c": {"x y": 9007199254740993}, "d": 18446744073709551614}"#,
        r#"{"a": 18446744073709551615, "b": "1", "c": {"x y": 0.5}, "e": null}"#,
        r#"{"a": 123456789012345678901234567890, "b": [1.5], "c": {"x y": 1}, "e": true}"#,
        r#"{"a": 5, "b": [true, "x"], "c": 1e40, "e": null}"#,
    ];
    let expected = [
        (
            "a",
            "an integer in 0, an integer above 2^63 - 1 in 2, an integer of more than 64 bits in 3",
        ),
        ("b", "an array in 0, a string in 2"),
        (
            "b[]",
            "an integer in 0, a float in 3, a boolean in 4, a string in 4",
        ),
        ("c", "an object in 0, a float in 4"),
        (
            "c[\"x y\"]",
            "an integer in 1, an integer that no float is in 1, a float in 2",
        ),
    ];
    let shown = |inference: &Inference| -> Vec<_> {
        let mixed = inference.mixed().into_iter();
        mixed
            .map(|mixed| (mixed.path(), mixed.to_string()))
            .collect()
    };
    let expected: Vec<_> = expected
        .map(|(path, kinds)| (path.to_owned(), kinds.to_owned()))
        .into();
    assert_eq!(shown(&of(&documents)), expected);
    for at in 0..=documents.len() {
        let (first, rest) = documents.split_at(at);
        let mut all = of(first);
        all.merge(of(rest)).unwrap();
        assert_eq!(shown(&all), expected, "{at}");
    }
}

#[test]
fn no_documents_may_be_anything() {
    let schema = infer::<Value>([], InferenceOptions::default());
    assert_eq!(schema.node(schema.root()).ty, Type::Any);
}

/// A node of any kind.
#[derive(Clone, Debug)]
enum Node {
    Null,
    Bool,
    Integer(i64),
    Wide(u64),
    Big,
    Float,
    Decimal,
    Text,
    Bytes,
    Time,
    Tagged(Box<Node>),
    Integers(Vec<i64>),
    Floats(usize),
    Array(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

#[derive(Clone, Debug)]
enum Key {
    Name(String),
    Node(Node),
}

impl Encode for Node {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &()) -> varvel::Result {
        match self {
            Self::Null => sink.null(),
            Self::Bool => sink.bool(true),
            Self::Integer(value) => sink.i64(*value),
            Self::Wide(value) => sink.u64(*value),
            Self::Big => sink.big_integer("123456789012345678901234567890"),
            Self::Float => sink.f64(0.5),
            Self::Decimal => sink.decimal("0.1"),
            Self::Text => sink.str(Str::from("text")),
            Self::Bytes => sink.bytes(Bytes::Input(b"bytes")),
            Self::Time => sink.timestamp(Timestamp::new(0, 0).unwrap()),
            Self::Tagged(node) => {
                sink.tag(Tag::Number(7))?;
                node.encode(sink, &())
            }
            Self::Integers(values) => sink.i64_array(values),
            Self::Floats(count) => sink.f64_array(&vec![0.5; *count]),
            Self::Array(items) => {
                sink.begin_array(None)?;
                items.iter().try_for_each(|item| item.encode(sink, &()))?;
                sink.end_array()
            }
            Self::Map(members) => {
                sink.begin_map(None)?;
                for (key, value) in members {
                    match key {
                        Key::Name(name) => sink.key(Str::from(&**name))?,
                        Key::Node(node) => {
                            sink.any_key()?;
                            node.encode(sink, &())?;
                        }
                    }
                    value.encode(sink, &())?;
                }
                sink.end_map()
            }
        }
    }
}

fn nodes() -> impl Strategy<Value = Node> {
    let scalar = prop_oneof![
        Just(Node::Null),
        Just(Node::Bool),
        any::<i64>().prop_map(Node::Integer),
        (i64::MAX as u64 - 1..).prop_map(Node::Wide),
        Just(Node::Big),
        Just(Node::Float),
        Just(Node::Decimal),
        Just(Node::Text),
        Just(Node::Bytes),
        Just(Node::Time),
        prop::collection::vec(-2..2_i64, 0..3).prop_map(Node::Integers),
        (0..3_usize).prop_map(Node::Floats),
    ];
    scalar.prop_recursive(5, 48, 6, |inner| {
        let key = prop_oneof![
            20 => "[a-h]".prop_map(Key::Name),
            1 => Just(Key::Name("long".repeat(40))),
            1 => inner.clone().prop_map(Key::Node),
        ];
        let members = prop::collection::vec((key, inner.clone()), 0..6);
        prop_oneof![
            1 => inner.clone().prop_map(|node| Node::Tagged(Box::new(node))),
            6 => prop::collection::vec(inner.clone(), 0..5).prop_map(Node::Array),
            16 => members.prop_map(Node::Map),
        ]
    })
}

proptest! {
    #[test]
    fn parts_that_are_merged_know_what_one_inference_knows(
        documents in prop::collection::vec(nodes(), 0..10),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        members in prop_oneof![0_usize..8, Just(256)],
    ) {
        let options = InferenceOptions { members, ..InferenceOptions::default() };
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(documents.len() + 1)).collect();
        cuts.extend([0, documents.len()]);
        cuts.sort_unstable();
        let parts = || cuts.windows(2).map(|ends| fold(&documents[ends[0]..ends[1]], options));
        let whole = fold(&documents, options);
        let joined = |before: Inference, after: Inference| {
            let mut joined = before;
            joined.merge(after).unwrap();
            joined
        };
        let from_the_front = parts().reduce(joined).unwrap();
        let from_the_back = parts().rev().reduce(|after, before| joined(before, after)).unwrap();
        prop_assert_eq!(from_the_front.documents(), whole.documents());
        prop_assert_eq!(from_the_front.places(), whole.places());
        let whole = whole.finish();
        prop_assert_eq!(&from_the_front.finish(), &whole);
        prop_assert_eq!(&from_the_back.finish(), &whole);
    }

    #[test]
    fn parts_may_be_folded_on(before in nodes(), merged in nodes(), behind in nodes(), members in 0_usize..8) {
        let options = InferenceOptions { members, ..InferenceOptions::default() };
        let mut inference = fold([&before], options);
        inference.merge(fold([&merged], options)).unwrap();
        behind.encode(&mut inference, &()).unwrap();
        inference.end_document();
        prop_assert_eq!(inference.finish(), infer([&before, &merged, &behind], options));
    }

    #[test]
    fn what_is_merged_is_bounded(
        documents in prop::collection::vec(nodes(), 0..8),
        members in 0_usize..8,
        places in 0_usize..30,
    ) {
        let options = InferenceOptions { members, places, ..InferenceOptions::default() };
        let mut all = Inference::with(options);
        for document in &documents {
            all.merge(fold([document], InferenceOptions::default())).unwrap();
            prop_assert!(all.places() <= places.max(2));
        }
        all.finish().to_string();
    }
}

/// Returns lines of members as documents.
fn members<const N: usize>(lines: [&str; N]) -> Vec<Value> {
    let parse = |line: &&str| Value::from(json::freeze(line.as_bytes()).unwrap());
    lines.iter().map(parse).collect()
}

#[test]
fn members_stand_in_the_order_in_which_they_came() {
    // The third key makes a map, whose values have the members of all three.
    let documents = members([
        r#"{"x": {"a": 1}, "y": {"b": 1}}"#,
        r#"{"x": {"c": 1}}"#,
        r#"{"z": {"d": 1, "b": 1, "a": 1}}"#,
    ]);
    let options = InferenceOptions {
        members: 2,
        ..InferenceOptions::default()
    };
    let text = infer(&documents[..2], options).to_string();
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        "object x: object a?: integer c?: integer y?: object b: integer"
    );
    let text = "map of object\n  a?: integer\n  b?: integer\n  c?: integer\n  d?: integer\n";
    // The merged values have four keys, which is more than two: they are a map, too.
    let inner = InferenceOptions {
        members: 4,
        ..options
    };
    assert_eq!(
        infer(&documents, options).to_string(),
        "map of map of integer\n"
    );
    let wide: Vec<String> = (0..5)
        .map(|n| format!("{{\"k{n}\": {{\"{}\": 1}}}}", b"abcda"[n] as char))
        .collect();
    let wide: Vec<Value> = wide
        .iter()
        .map(|line| Value::from(json::freeze(line.as_bytes()).unwrap()))
        .collect();
    assert_eq!(infer(&wide, inner).to_string(), text);
}

#[test]
fn points_in_time_have_the_unit_that_holds_them() {
    let of = |times: &[(i64, u32)]| {
        let mut inference = Inference::default();
        for &(seconds, nanos) in times {
            let time = Timestamp::new(seconds, nanos).unwrap();
            time.encode(&mut inference, &()).unwrap();
            inference.end_document();
        }
        inference
    };
    let (coarse, fine, far) = ((1, 1000), (1, 1), (253_402_300_799, 0));
    for (times, shown, mixed) in [
        (vec![coarse, far], "timestamp\n", None),
        (vec![coarse, fine], "timestamp with nanoseconds\n", None),
        (
            vec![coarse, fine, far],
            "timestamp beyond 64 bits\n",
            Some(
                "a timestamp in 0, a timestamp finer than microseconds in 1, \
                 a timestamp beyond the years 1677 to 2262 in 2",
            ),
        ),
        (
            vec![(i64::MAX, 0), coarse],
            "timestamp beyond 64 bits\n",
            Some("a timestamp beyond 64 bits of microseconds in 0"),
        ),
    ] {
        let inference = of(&times);
        let found = inference.mixed().first().map(ToString::to_string);
        assert_eq!(found.as_deref(), mixed);
        assert_eq!(inference.finish().to_string(), shown);
    }
}
