//! Values that a format has no kind for: refused with a hint, or written as text if the options ask
//! for that. One table for all formats.
#![cfg(feature = "derive")]

use std::time::{Duration, SystemTime};

use proptest::collection::vec;
use proptest::prelude::*;
use varvel::codec::bytes;
use varvel::format::Profile;
use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{AsText, Duplicates, ErrorKind, Result, Timestamp, Value, json, value};

fn written(to: AnyFormat, value: &Value, as_text: AsText) -> Result<Vec<u8>> {
    let mut options = WriteOptions::default();
    options.as_text = as_text;
    to.to_vec(value, &options)
}

fn read(from: AnyFormat, bytes: &[u8]) -> Value {
    Value::from(
        from.freeze(bytes, Duplicates::Error, &ReadOptions::default())
            .unwrap(),
    )
}

/// Returns the formats that hold a document of such a form at all: some have only one level, or
/// only strings.
fn that_hold(form: Value) -> impl Iterator<Item = AnyFormat> {
    let formats = AnyFormat::ALL.iter().copied();
    formats.filter(move |format| written(*format, &form, AsText::NOTHING).is_ok())
}

/// Returns the formats whose keys are strings, or the others.
fn by_keys(any_keys: bool) -> impl Iterator<Item = AnyFormat> {
    that_hold(value!([0, {"a": {"b": "text"}}]))
        .filter(move |format| format.profile().any_keys == any_keys)
}

/// Returns whether a format claims to have a kind.
type Has = fn(Profile) -> bool;

/// Returns values, their text, and which formats have a kind for them.
fn values() -> Vec<(Value, &'static str, Has)> {
    let time = Timestamp::new(0, 500_000_000).unwrap();
    vec![
        (Value::bytes(b"hi"), "aGk=", |profile| profile.bytes),
        (time.into(), "1970-01-01T00:00:00.5Z", |profile| {
            profile.timestamps
        }),
        (f64::NAN.into(), "nan", |profile| profile.non_finite),
        (f64::INFINITY.into(), "inf", |profile| profile.non_finite),
        (f32::NEG_INFINITY.into(), "-inf", |profile| {
            profile.non_finite
        }),
        ((1_u128 << 64).into(), "18446744073709551616", |profile| {
            profile.big_integers
        }),
        (Value::decimal("1.10").unwrap(), "1.10", |profile| {
            profile.decimals
        }),
    ]
}

#[test]
fn a_value_without_a_kind_is_refused_or_text() {
    for (value, text, has) in values() {
        let document = value!([0, {"a": value.clone()}]);
        for to in that_hold(value!([0, {"a": text}])) {
            let plain = written(to, &document, AsText::NOTHING);
            let asked = written(to, &document, AsText::ALL).unwrap();
            if has(to.profile()) {
                assert_eq!(asked, plain.unwrap(), "{to:?} has {text}");
                continue;
            }
            let error = plain.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unrepresentable);
            assert_eq!(error.hint(), Some(AsText::HINT), "{to:?}: {text}");
            assert_eq!(
                error.path().unwrap().to_string(),
                "$[1].a",
                "{to:?}: {text}"
            );
            assert_eq!(read(to, &asked), value!([0, {"a": text}]), "{to:?}");
        }
    }
}

#[test]
fn a_key_that_is_a_scalar_is_refused_or_text() {
    let mut keys = values();
    keys.extend([
        (value!(200), "200", (|_| true) as Has),
        (value!(null), "null", |_| true),
        (value!(false), "false", |_| true),
        (value!(-0.5), "-0.5", |_| true),
    ]);
    for (key, text, _) in keys {
        let document =
            value!([{"b": Value::from_pairs([(value!("a"), value!(1)), (key, value!(2))])}]);
        for to in by_keys(false) {
            let error = written(to, &document, AsText::NOTHING).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unrepresentable);
            assert_eq!(error.hint(), Some(AsText::HINT), "{to:?}: {text}");
            let asked = written(to, &document, AsText::ALL).unwrap();
            let members = Value::from_pairs([("a".into(), value!(1)), (text.into(), value!(2))]);
            assert_eq!(read(to, &asked), value!([{"b": members}]), "{to:?}");
        }
        for to in by_keys(true) {
            // A format with such values has such keys, so nothing becomes text.
            if let Ok(plain) = written(to, &document, AsText::NOTHING) {
                assert_eq!(written(to, &document, AsText::ALL).unwrap(), plain);
            }
        }
    }
    for key in [value!([1]), value!({"a": 1})] {
        let document = Value::from_pairs([(key, value!(2))]);
        for to in by_keys(false) {
            let error = written(to, &document, AsText::ALL).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unrepresentable);
            assert_ne!(error.hint(), Some(AsText::HINT));
        }
    }
}

#[test]
fn keys_alone_leave_values_refused() {
    let document = Value::from_pairs([(value!(1), Value::bytes(b"hi"))]);
    assert!(written(AnyFormat::Json, &document, AsText::KEYS).is_err());
    let document = Value::from_pairs([(Value::bytes(b"hi"), value!(1))]);
    let error = written(AnyFormat::Json, &document, AsText::KEYS).unwrap_err();
    assert_eq!(error.hint(), Some(AsText::HINT));
}

#[test]
fn two_keys_of_one_text_are_refused() {
    for [a, b] in [
        [value!(1), value!("1")],
        [value!("1"), value!(1)],
        [value!(true), value!("true")],
        [value!("null"), value!(null)],
    ] {
        let inner = Value::from_pairs([(a, value!([{"1": 1}, {"1": 2}])), (b, value!(2))]);
        let error =
            written(AnyFormat::Json, &value!({"x": inner.clone()}), AsText::ALL).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        assert!(
            error.path().unwrap().to_string().starts_with("$.x"),
            "{error}"
        );
        assert!(error.hint().unwrap().contains("another key has this one"));
        for to in by_keys(false) {
            assert!(written(to, &inner, AsText::ALL).is_err(), "{to:?}");
        }
    }
}

/// Returns trees of maps whose keys may have the same text, and whether two keys of one map have.
fn trees() -> impl Strategy<Value = (Value, bool)> {
    let key = prop_oneof![
        prop_oneof![
            Just("1"),
            Just("true"),
            Just("null"),
            Just("a"),
            Just("0.5")
        ]
        .prop_map(Value::from),
        prop_oneof![
            Just(value!(1)),
            Just(value!(true)),
            Just(value!(null)),
            Just(value!(0.5))
        ],
    ];
    let leaf = any::<i8>().prop_map(|number| (Value::from(number), false));
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|items| {
                let clash = items.iter().any(|(_, clash)| *clash);
                let items: Vec<Value> = items.into_iter().map(|(item, _)| item).collect();
                (items.into(), clash)
            }),
            vec((key.clone(), inner), 0..5).prop_map(|members| {
                let mut texts = Vec::new();
                let (mut pairs, mut clash) = (Vec::new(), false);
                for (key, (value, inner)) in members {
                    // Each key comes once.
                    if pairs.iter().any(|(other, _)| *other == key) {
                        continue;
                    }
                    let text = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                    clash |= inner || texts.contains(&text);
                    texts.push(text);
                    pairs.push((key, value));
                }
                (Value::from_pairs(pairs), clash)
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_object_gets_a_key_twice((tree, clash) in trees()) {
        for to in by_keys(false) {
            let written = written(to, &tree, AsText::KEYS);
            prop_assert_eq!(written.is_err(), clash, "{:?}: {:?}", to, tree);
            if let Ok(bytes) = written {
                // Reading refuses keys that come twice.
                read(to, &bytes);
            }
        }
        // Pretty printing refuses the same trees.
        let options = json::WriteOptions::pretty().with_as_text(AsText::KEYS);
        prop_assert_eq!(json::to_vec_with(&tree, &options).is_err(), clash);
    }
}

#[derive(varvel::Encode)]
struct Blob {
    #[varvel(with = bytes)]
    data: Vec<u8>,
    at: SystemTime,
}

#[test]
fn types_give_text_and_trees_refuse() {
    let blob = Blob {
        data: vec![1, 2, 3],
        at: SystemTime::UNIX_EPOCH + Duration::from_secs(1),
    };
    let text = r#"{"data":"AQID","at":"1970-01-01T00:00:01Z"}"#;
    assert_eq!(json::to_string(&blob).unwrap(), text);
    let tree = Value::from_typed(&blob).unwrap();
    let error = json::to_string(&tree).unwrap_err();
    assert_eq!(
        (error.kind(), error.hint()),
        (ErrorKind::Unrepresentable, Some(AsText::HINT))
    );
    assert_eq!(error.path().unwrap().to_string(), "$.data");
    let asked = written(AnyFormat::Json, &tree, AsText::ALL).unwrap();
    assert_eq!(asked, text.as_bytes());
    assert_eq!(tree.to_string(), text);
}

/// FlatBuffers by a schema: values that they have no kind for become text if the schema has a
/// string.
#[cfg(feature = "flatbuffers")]
mod by_schema {
    use varvel::Encode as _;
    use varvel::flatbuffers::{BuildOptions, Builder, Dynamic, SchemaLayout};
    use varvel::schema::fbs;

    use super::*;

    fn built(schema: &str, value: &Value, as_text: AsText) -> Result<Value> {
        let schema = fbs::parse_text(schema).unwrap();
        let layout = SchemaLayout::new(&schema)?;
        let options = BuildOptions {
            as_text,
            ..BuildOptions::default()
        };
        let root = layout.object("T").unwrap();
        let mut builder = Builder::with(&layout, root, options)?;
        value.encode(&mut builder, &())?;
        Value::from_typed(&Dynamic::new(&layout, &builder.finish()?)?)
    }

    #[test]
    fn a_value_without_a_kind_is_refused_or_text() {
        let schema =
            "table T { a: string; list: [string]; number: long; bytes: [ubyte]; } root_type T;";
        let nan = |value: &Value| value.as_f64().is_some();
        for (value, text, _) in values().into_iter().filter(|(value, ..)| !nan(value)) {
            for (document, expected) in [
                (value!({"a": value.clone()}), value!({"a": text})),
                (
                    value!({"list": ["x", value.clone()]}),
                    value!({"list": ["x", text]}),
                ),
            ] {
                let refused = built(schema, &document, AsText::NOTHING).unwrap_err();
                assert!(refused.path().is_some(), "{refused}");
                let asked = built(schema, &document, AsText::ALL).unwrap();
                assert_eq!(asked, expected, "{text}");
            }
            // Elsewhere they are refused.
            let document = value!({"number": value.clone()});
            assert!(built(schema, &document, AsText::ALL).is_err(), "{text}");
        }
        let bytes = value!({"bytes": Value::bytes(b"hi")});
        let asked = built(schema, &bytes, AsText::ALL).unwrap();
        assert_eq!(asked, value!({"bytes": [104, 105]}));
    }

    #[test]
    fn a_flexbuffer_in_one_has_text_too() {
        let schema = "table T { any: [ubyte] (flexbuffer); } root_type T;";
        let time = Timestamp::new(0, 0).unwrap();
        let any = Value::from_pairs([(value!(1), Value::from(time))]);
        let document = value!({"any": any});
        assert!(built(schema, &document, AsText::NOTHING).is_err());
        let asked = built(schema, &document, AsText::ALL).unwrap();
        assert_eq!(asked, value!({"any": {"1": "1970-01-01T00:00:00Z"}}));
    }
}
