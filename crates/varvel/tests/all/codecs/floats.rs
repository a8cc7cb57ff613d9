//! Floats from whole numbers: the nearest float if a format has one kind of number; exact or
//! refused if it has two.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::utf16;
use crate::formats::{decode, encode};
use proptest::prelude::*;
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::serde::Serde;
use varvel::{Decode, Encode, ErrorKind, Frozen, Result, Value, View, json, yaml};

#[derive(Debug, PartialEq, Decode, Encode, View)]
struct Point {
    x: f64,
    y: f32,
}

/// Returns the results of reading `text` as a `T` from each text format, which have one kind of
/// number, and from the trees that they give.
fn everywhere<T>(text: &str) -> Vec<Result<T>>
where
    T: for<'de> Decode<'de> + serde::de::DeserializeOwned,
{
    struct Read<'t, T>(&'t [u8], core::marker::PhantomData<T>);
    impl<T: for<'de> Decode<'de> + serde::de::DeserializeOwned> Visit for Read<'_, T> {
        type Output = [Result<T>; 3];
        fn visit<F: Row>(self) -> Self::Output {
            let item = [b"[", self.0, b"]"].concat();
            let only = |mut items: Vec<T>| items.remove(0);
            [
                decode::<F, T>(self.0),
                decode::<F, Vec<T>>(&item).map(only),
                decode::<F, Serde<T>>(self.0).map(|read| read.0),
            ]
        }
    }
    let formats = AnyFormat::ALL.iter().filter(|format| format.profile().text);
    let read =
        formats.flat_map(|format| format.visit(Read(text.as_bytes(), core::marker::PhantomData)));
    let frozen = json::freeze(text.as_bytes()).unwrap();
    let thawed: Value = json::from_str(text).unwrap();
    let others = [
        json::from_str(&format!(" {text} ")),
        yaml::from_slice(&utf16(text)),
        frozen.to(),
        thawed.to(),
        Value::from(frozen.clone()).to(),
        json::serde::from_str(text),
        json::serde::from_str::<BTreeMap<String, T>>(&format!("{{\"a\":{text}}}"))
            .map(|mut map| map.remove("a").unwrap()),
        varvel::serde::from_view(frozen.view()),
        varvel::serde::from_value(&thawed),
        json::from_str::<BTreeMap<OfKey<T>, ()>>(&format!("{{\"{text}\":null}}"))
            .map(|map| map.into_keys().next().unwrap().0),
    ];
    read.chain(others).collect()
}

/// A float as a key.
#[derive(Debug)]
struct OfKey<T>(T);
impl<T> PartialEq for OfKey<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<T> Eq for OfKey<T> {}
impl<T> PartialOrd for OfKey<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for OfKey<T> {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for OfKey<T> {
    fn decode<R: varvel::Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        T::decode(source, context).map(Self)
    }
}

/// Checks that each reader gives the float that the standard library gives for the same digits.
fn as_std(text: &str) {
    let wide: f64 = text.parse().unwrap();
    let narrow: f32 = text.parse().unwrap();
    for (door, read) in everywhere::<f64>(text).into_iter().enumerate() {
        match (wide.is_finite(), read) {
            (true, Ok(value)) => assert_eq!(value.to_bits(), wide.to_bits(), "{text}, door {door}"),
            (false, Err(error)) => assert_eq!(error.kind(), ErrorKind::NumberOutOfRange),
            (_, read) => panic!("{text}, door {door}: {read:?}"),
        }
    }
    for (door, read) in everywhere::<f32>(text).into_iter().enumerate() {
        match (narrow.is_finite(), read) {
            (true, Ok(value)) => {
                assert_eq!(value.to_bits(), narrow.to_bits(), "{text}, door {door}");
            }
            (false, Err(error)) => assert_eq!(error.kind(), ErrorKind::NumberOutOfRange),
            (_, read) => panic!("{text}, door {door}: {read:?}"),
        }
    }
    // Access by name, and views of types.
    let held = Some(wide).filter(|wide| wide.is_finite());
    let object = format!("{{\"x\":{text},\"y\":{text}}}");
    let frozen = json::freeze(object.as_bytes()).unwrap();
    let thawed: Value = json::from_str(&object).unwrap();
    let view = frozen.view().field("x").unwrap();
    assert_eq!((view.as_f64(), view.f64().ok()), (held, held));
    assert_eq!(view.f64_or(0.5), wide_or(held));
    assert_eq!((thawed["x"].as_f64(), thawed["x"].f64().ok()), (held, held));
    assert_eq!(thawed["x"].f64_or(0.5), wide_or(held));
    match (narrow.is_finite(), Point::view(&frozen)) {
        (true, Ok(point)) => assert_eq!((point.x(), point.y()), (wide, narrow)),
        (false, Err(error)) => assert_eq!(error.kind(), ErrorKind::NumberOutOfRange),
        (_, point) => panic!("{text}: {point:?}"),
    }
    // Formats with two kinds of numbers give the exact float or refuse.
    let exact = held.filter(|wide| digits_of(*wide) == text);
    assert_eq!(view.as_f64_exact(), exact, "{text}");
    assert_eq!(thawed["x"].as_f64_exact(), exact, "{text}");
    assert_eq!(thawed["x"].f64_exact().ok(), exact, "{text}");
}

fn wide_or(held: Option<f64>) -> f64 {
    held.unwrap_or(0.5)
}

/// Returns all digits of a whole float.
fn digits_of(value: f64) -> String {
    format!("{value:.0}")
}

#[test]
fn whole_numbers_are_the_nearest_float() {
    for text in [
        "0",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740995",
        "1152921504606847000",
        "1152921504606847001",
        "16777217",
        "16777219",
        "9223372036854775807",
        "18446744073709551615",
        "18446744073709551616",
        "100000000000000000000",
        "-123456789012345678901234567890",
        "340282346638528859811704183484516925440",
        "340282356779733661637539395458142568447",
        "340282356779733661637539395458142568448",
    ] {
        as_std(text);
    }
    as_std(&"9".repeat(308));
    as_std(&"9".repeat(309));
    as_std(&format!("-{}", "1".repeat(400)));
}

#[test]
fn binary_formats_take_only_what_a_float_holds_exactly() {
    struct Exactly;
    impl Visit for Exactly {
        type Output = ();
        fn visit<F: Row>(self) {
            for inexact in [9_007_199_254_740_993_u64, (1 << 60) + 1, u64::MAX] {
                let document = encode::<F, _>(&inexact).unwrap();
                let refused = [
                    decode::<F, f64>(&document).map(drop),
                    decode::<F, f32>(&document).map(drop),
                    decode::<F, Serde<f64>>(&document).map(drop),
                    decode::<F, Serde<f32>>(&document).map(drop),
                ];
                for error in refused {
                    let kind = error.unwrap_err().kind();
                    assert_eq!(kind, ErrorKind::NumberOutOfRange, "{}", F::NAME);
                }
            }
            let document = encode::<F, _>(&(1_u64 << 60)).unwrap();
            let float = 2_f64.powi(60);
            assert_eq!(decode::<F, f64>(&document).unwrap(), float, "{}", F::NAME);
            assert_eq!(decode::<F, Serde<f64>>(&document).unwrap().0, float);
        }
    }
    let binary = AnyFormat::ALL
        .iter()
        .filter(|format| !format.profile().text);
    binary.for_each(|format| format.visit(Exactly));
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(untagged)]
enum Either {
    Float(f64),
    Integer(i64),
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(untagged)]
enum Lengths {
    Narrow { size: f32 },
    Wide { size: f64 },
    Text { size: String },
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(untagged)]
enum Outer {
    Floats(Vec<f64>),
    Lengths(Lengths),
    Mixed(Vec<Either>),
}

/// Reads a text by all readers that have to give the same.
fn decoded<T: for<'de> Decode<'de> + Debug + PartialEq>(text: &str) -> T {
    let read: T = json::from_str(text).unwrap();
    let frozen = json::freeze(text.as_bytes()).unwrap();
    let thawed: Value = json::from_str(text).unwrap();
    crate::formats::reads(text.as_bytes(), &read);
    assert_eq!(yaml::from_slice::<T>(&utf16(text)).unwrap(), read);
    assert_eq!(frozen.to::<T>().unwrap(), read);
    assert_eq!(thawed.to::<T>().unwrap(), read);
    read
}

#[test]
fn in_untagged_enums_a_float_rounds_only_if_nothing_else_fits() {
    assert_eq!(decoded::<Either>("3"), Either::Float(3.0));
    assert_eq!(
        decoded::<Either>("9007199254740993"),
        Either::Integer(9_007_199_254_740_993)
    );
    assert_eq!(
        decoded::<Either>("18446744073709551617"),
        Either::Float(18_446_744_073_709_551_616.0)
    );
    assert_eq!(
        decoded::<Lengths>(r#"{"size": 16777217}"#),
        Lengths::Wide { size: 16_777_217.0 }
    );
    let two_to_60 = 1_152_921_504_606_846_976.0;
    assert_eq!(
        decoded::<Lengths>(r#"{"size": 1152921504606847000}"#),
        Lengths::Narrow {
            size: two_to_60 as f32
        }
    );
    // Deeper inside: the enum around it looks ahead before any of them rounds.
    let mixed = decoded::<Outer>("[0.5, 1152921504606847000]");
    let expected = [
        Either::Float(0.5),
        Either::Integer(1_152_921_504_606_847_000),
    ];
    assert_eq!(mixed, Outer::Mixed(expected.into()));
    assert_eq!(
        decoded::<Outer>("[0.5, 1152921504606847000000000]"),
        Outer::Floats(vec![0.5, 1_152_921_504_606_847e9])
    );
    assert_eq!(
        decoded::<Outer>(r#"{"size": 1152921504606847000}"#),
        Outer::Lengths(Lengths::Narrow {
            size: two_to_60 as f32
        })
    );
    // Behind an untagged enum readers go on as before it.
    let (either, float) = decoded::<(Either, f64)>("[9007199254740993, 9007199254740993]");
    assert_eq!(either, Either::Integer(9_007_199_254_740_993));
    assert_eq!(float, 9_007_199_254_740_992.0);
    // A key, whose text may be either.
    #[derive(Debug, Decode)]
    #[varvel(untagged)]
    enum Keyed {
        Float(OfKey<f64>),
        Integer(OfKey<i64>),
    }
    let keys = json::from_str::<BTreeMap<OfKey<Keyed>, ()>>(r#"{"9007199254740993": null}"#);
    match keys.unwrap().into_keys().next().unwrap().0 {
        Keyed::Integer(key) => assert_eq!(key.0, 9_007_199_254_740_993),
        Keyed::Float(key) => panic!("{key:?}"),
    }
}

#[test]
fn an_untagged_enum_that_fits_nowhere_says_why() {
    let error = json::from_str::<Either>("\"a\"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    let error = json::from_str::<Lengths>(r#"{"size": 1152921504606847000, "size": 1}"#);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::DuplicateKey);
    let error = json::from_str::<Either>(&"9".repeat(400)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
}

proptest! {
    #[test]
    fn any_integer_is_the_float_that_the_standard_library_reads(
        text in "-?[1-9][0-9]{0,50}",
    ) {
        as_std(&text);
    }

    /// Takes numbers about the borders between floats, where rounding is hardest.
    #[test]
    fn integers_half_way_between_floats(mantissa in 1_u64 << 52..1 << 53, shift in 1_u32..70, off in -1_i128..=1) {
        let half = ((u128::from(mantissa) << 1) + 1) << (shift - 1);
        as_std(&(half as i128 + off).to_string());
    }

    #[test]
    fn frozen_packed_integers_are_floats(values in proptest::collection::vec(any::<i64>(), 0..40)) {
        let frozen = Frozen::from_typed(&values).unwrap();
        let floats: Vec<f64> = frozen.to().unwrap();
        let expected: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        prop_assert_eq!(floats, expected);
    }
}
