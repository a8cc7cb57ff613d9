//! A wide matrix of types: reading and writing give the same as `serde_json` and `rmp-serde`.

use crate::types;

use proptest::collection::{btree_map, hash_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use types::*;
use varvel_serde::{Serde, Unnamed};

const CASES: u32 = if cfg!(miri) { 2 } else { 128 };

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,8}",
        ".{0,40}",
        Just("esc \"\\\n\u{1} ü".to_owned())
    ]
}

fn float() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("JSON has no others", |value| value.is_finite())
}

fn named() -> impl Strategy<Value = Named> {
    (
        text(),
        any::<u8>(),
        option::of(text()),
        vec(any::<u8>(), 0..20),
    )
        .prop_map(|(first_name, age, note, blob)| Named {
            first_name,
            age,
            note,
            blob,
        })
}

fn named2() -> impl Strategy<Value = Named2> {
    (text(), any::<u64>()).prop_map(|(text, big)| Named2 { text, big })
}

fn external() -> impl Strategy<Value = External> {
    let leaf = prop_oneof![
        Just(External::Unit),
        any::<i32>().prop_map(External::Newtype),
        (any::<bool>(), text()).prop_map(|(a, b)| External::Tuple(a, b)),
        (float(), option::of(any::<u16>())).prop_map(|(x, y)| External::Struct { x, y }),
    ];
    leaf.prop_recursive(4, 8, 1, |inner| {
        inner.prop_map(|inner| External::Nested(Box::new(inner)))
    })
}

fn internal() -> impl Strategy<Value = Internal> {
    prop_oneof![
        Just(Internal::Empty),
        (any::<i64>(), any::<u64>()).prop_map(|(x, y)| Internal::Point { x, y }),
        named2().prop_map(Internal::Wrapped),
    ]
}

fn adjacent() -> impl Strategy<Value = Adjacent> {
    prop_oneof![
        Just(Adjacent::A),
        vec(any::<i16>(), 0..5).prop_map(Adjacent::B),
        option::of(any::<bool>()).prop_map(|d| Adjacent::C { d }),
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Untagged::Flag),
        any::<i64>().prop_map(Untagged::Number),
        (i64::MAX as u64 + 1..).prop_map(Untagged::Large),
        // A float that is a whole number stays a float in MessagePack, and so does `-0.0`.
        float().prop_map(|value| Untagged::Float(value + 0.5)),
        text().prop_map(Untagged::Text),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Untagged::List),
            inner.prop_map(|inner| Untagged::Object {
                inner: Box::new(inner)
            }),
        ]
    })
}

fn flat() -> impl Strategy<Value = Flat> {
    (
        any::<u64>(),
        named2(),
        btree_map("r[a-z]{1,5}", untagged(), 0..4),
    )
        .prop_map(|(id, inner, rest)| Flat { id, inner, rest })
}

fn keys() -> impl Strategy<Value = Keys> {
    (
        btree_map(any::<i32>(), text(), 0..4),
        btree_map(any::<u64>(), any::<bool>(), 0..4),
        btree_map(any::<bool>(), any::<u8>(), 0..3),
        btree_map(any::<char>(), any::<u8>(), 0..4),
        btree_map(
            prop_oneof![Just(Colour::Red), Just(Colour::Green)],
            any::<u8>(),
            0..3,
        ),
        hash_map(text(), any::<u8>(), 0..4),
    )
        .prop_map(|(numbers, wide, flags, chars, colours, texts)| Keys {
            numbers,
            wide,
            flags,
            chars,
            colours,
            texts,
        })
}

fn one() -> impl Strategy<Value = All> {
    (
        (option::of(text()), any::<(i8, u64, char)>(), named()),
        vec(external(), 0..4),
        vec(internal(), 0..4),
        vec(adjacent(), 0..4),
        untagged(),
        flat(),
        keys(),
        any::<[u32; 3]>(),
        vec(vec((any::<u8>(), float()), 0..3), 0..3),
        any::<f32>().prop_filter("JSON has no others", |value| value.is_finite()),
    )
        .prop_map(|parts| {
            let ((newtype, (a, b, c), named), external, internal, adjacent, untagged, flat, ..) =
                parts.clone();
            let (.., keys, array, nested, float) = parts;
            All {
                unit: (),
                unit_struct: Unit,
                newtype: Newtype(newtype),
                tuple: Tuple(a, b, c),
                named,
                external,
                internal,
                adjacent,
                untagged,
                flat,
                keys,
                array,
                option: None,
                nested,
                float,
            }
        })
}

fn all() -> impl Strategy<Value = All> {
    (one(), option::of(one())).prop_map(|(outer, inner)| All {
        option: inner.map(Box::new),
        ..outer
    })
}

/// Checks that our JSON is that of serde_json, except for the form of floats, and that both read it
/// as the same value.
fn same_json<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let ours = varvel_json::to_vec(&Serde(value)).unwrap();
    let theirs = serde_json::to_vec(value).unwrap();
    let tree = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).unwrap();
    assert_eq!(tree(&ours), tree(&theirs));
    for text in [&ours, &theirs] {
        let Serde(back) = varvel_json::from_slice::<Serde<T>>(text)
            .unwrap_or_else(|error| panic!("{}", error.report(text)));
        assert_eq!(&back, value);
    }
    let pretty = serde_json::to_vec_pretty(value).unwrap();
    let Serde(back) = varvel_json::from_slice::<Serde<T>>(&pretty).unwrap();
    assert_eq!(&back, value);
}

/// Checks that `bytes` are read as `value` by us and by `rmp-serde`.
fn reads_as<T: DeserializeOwned + PartialEq + std::fmt::Debug>(bytes: &[u8], value: &T) {
    let Serde(back) = varvel_msgpack::from_slice::<Serde<T>>(bytes).unwrap();
    assert_eq!(&back, value);
    let back: T = rmp_serde::from_slice(bytes).unwrap();
    assert_eq!(&back, value);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_form_of_type_is_the_same_in_json(value in all()) {
        same_json(&value);
    }

    #[test]
    fn every_form_of_type_is_the_same_in_messagepack(value in all()) {
        reads_as(&varvel_msgpack::to_vec(&Serde(&value)).unwrap(), &value);
        reads_as(&rmp_serde::to_vec_named(&value).unwrap(), &value);
    }

    /// Types that can be written without names of fields also have the same bytes.
    #[test]
    fn structs_without_names_are_those_of_rmp_serde(
        tuples in vec((any::<i8>(), any::<u64>(), any::<char>()), 0..3),
        external in vec(external(), 0..4),
        named in vec(named2(), 0..3),
        keys in keys(),
        float: f32,
    ) {
        prop_assume!(!float.is_nan());
        let tuples: Vec<_> = tuples.into_iter().map(|(a, b, c)| Tuple(a, b, c)).collect();
        let value = Unnamable { unit: Unit, tuples, external, named, keys, float };
        let ours = varvel_msgpack::to_vec(&Unnamed(&value)).unwrap();
        prop_assert_eq!(&ours, &rmp_serde::to_vec(&value).unwrap());
        reads_as(&ours, &value);
    }

    #[test]
    fn integers_of_128_bits_are_exact(wide: i128, unsigned: u128) {
        same_json(&(wide, unsigned));
        let bytes = varvel_msgpack::to_vec(&Serde((wide, unsigned))).unwrap();
        let Serde(back) = varvel_msgpack::from_slice::<Serde<(i128, u128)>>(&bytes).unwrap();
        prop_assert_eq!(back, (wide, unsigned));
        prop_assert_eq!(rmp_serde::from_slice::<(i128, u128)>(&bytes).unwrap(), (wide, unsigned));
        let theirs = rmp_serde::to_vec(&(wide, unsigned)).unwrap();
        prop_assert_eq!(varvel_msgpack::from_slice::<Serde<(i128, u128)>>(&theirs).unwrap().0, (wide, unsigned));
    }

    /// Any document gives the same tree through serde as through serde_json.
    #[test]
    fn trees_are_the_same(value in untagged()) {
        let text = serde_json::to_vec(&value).unwrap();
        let Serde(tree) = varvel_json::from_slice::<Serde<serde_json::Value>>(&text).unwrap();
        prop_assert_eq!(&tree, &serde_json::to_value(&value).unwrap());
    }
}

#[test]
fn what_can_be_borrowed_is() {
    let text = r#"{"plain": "here", "either": "there"}"#;
    let Serde(both) = varvel_json::from_str::<Serde<Borrowed<'_>>>(text).unwrap();
    assert!(
        text.as_bytes()
            .as_ptr_range()
            .contains(&both.plain.as_ptr())
    );
    assert!(matches!(both.either, std::borrow::Cow::Borrowed("there")));

    let escaped = r#"{"plain": "here", "either": "th\u0065re"}"#;
    let Serde(both) = varvel_json::from_str::<Serde<Borrowed<'_>>>(escaped).unwrap();
    assert!(matches!(&both.either, std::borrow::Cow::Owned(text) if text == "there"));
}

#[test]
fn fields_come_in_any_order_by_any_of_their_names_and_unknown_ones_are_passed_over() {
    let text = r#"[{"big": 1, "text": "a"}, {"x": [{}], "text": "b", "big": 2, "y": null}, {"text": "c", "big": 3}]"#;
    let Serde(list) = varvel_json::from_str::<Serde<Vec<Named2>>>(text).unwrap();
    assert_eq!(list, serde_json::from_str::<Vec<Named2>>(text).unwrap());

    // The later objects have another name of a member and another order than those before.
    let text = r#"[{"firstName": "a", "age": 1, "blob": []}, {"firstName": "a", "age": 1, "blob": []},
        {"firstName": "b", "years": 2, "blob": [1]}, {"blob": [], "aged": 3, "note": "n", "firstName": "c"},
        {"firstName": "b", "years": 2, "blob": [1]}, {"firstName": "a", "age": 1, "blob": []}]"#;
    let Serde(list) = varvel_json::from_str::<Serde<Vec<Named>>>(text).unwrap();
    assert_eq!(list, serde_json::from_str::<Vec<Named>>(text).unwrap());
}

#[test]
fn words_for_people_bytes_for_programs() {
    let address: std::net::IpAddr = "127.0.0.1".parse().unwrap();
    assert_eq!(
        varvel_json::to_vec(&Serde(address)).unwrap(),
        b"\"127.0.0.1\""
    );
    let bytes = varvel_msgpack::to_vec(&Unnamed(address)).unwrap();
    assert_eq!(bytes, rmp_serde::to_vec(&address).unwrap());
    assert_eq!(varvel_msgpack::from_slice(&bytes), Ok(Serde(address)));
}

#[test]
fn keys_of_any_kind_are_what_they_are_where_a_format_has_them() {
    let pairs: std::collections::BTreeMap<(u8, bool), &str> = [((1, true), "a")].into();
    let bytes = varvel_msgpack::to_vec(&Serde(&pairs)).unwrap();
    assert_eq!(bytes, [0x81, 0x92, 1, 0xC3, 0xA1, b'a']);
    assert_eq!(varvel_msgpack::from_slice(&bytes), Ok(Serde(pairs.clone())));
    let error = varvel_json::to_vec(&Serde(&pairs)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "value cannot be represented: expected a string as key, found an array"
    );

    // The first key is a string, and a later one is not.
    let mixed = [0x82, 0xA1, b'1', 1, 2, 3];
    let map = varvel_msgpack::from_slice::<Serde<std::collections::BTreeMap<u8, u8>>>(&mixed);
    assert_eq!(map, Ok(Serde([(1, 1), (2, 3)].into())));
}
