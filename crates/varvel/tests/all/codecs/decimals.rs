//! Decimals with all their digits: through every format and shape, if options ask for that, and
//! into types that ask for them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Debug;

use super::utf16;
use proptest::prelude::*;
use rust_decimal::Decimal;
use varvel::formats::{self, AnyFormat, Row, Visit};
use varvel::{
    Decode, Duplicates, Encode, ErrorKind, Frozen, Kind, Number, Result, Sink, Source,
    StreamOptions, StreamWriter, Value, json, yaml,
};
use varvel_core::number::compare;

fn json_options() -> json::ReadOptions {
    json::ReadOptions::default().with_exact_decimals()
}

fn yaml_options() -> yaml::ReadOptions {
    yaml::ReadOptions::default().with_exact_decimals()
}

/// A number as text, which asks its source for exact digits.
struct Text(String);

impl<'de> Decode<'de> for Text {
    fn decode<R: Source<'de>>(source: &mut R, _: &()) -> Result<Self> {
        Ok(Self(source.read_exact_number()?.to_string()))
    }
}

/// Reads a number as text.
struct Digits<'t>(&'t str, &'t formats::ReadOptions);

impl Visit for Digits<'_> {
    type Output = ();

    fn visit<F: Row>(self) {
        let options = F::read_options(self.1);
        let read = varvel::format::decode::<F, Text, ()>(self.0.as_bytes(), &options, &());
        assert_eq!(read.unwrap().0, self.0, "{}", F::NAME);
    }
}

fn options(exact_decimals: bool) -> formats::ReadOptions {
    let mut options = formats::ReadOptions::default();
    options.exact_decimals = exact_decimals;
    options
}

/// Returns the text formats, in which the numbers of JSON are the same numbers.
fn texts() -> impl Iterator<Item = AnyFormat> {
    let formats = AnyFormat::ALL.iter().copied();
    formats.filter(|format| format.profile().text)
}

/// Checks that documents and parts of documents that hold the decimal `text` keep it.
fn kept(text: &str) {
    let array = format!("[{text},{{\"a\":{text}}},7]");
    let frozen = json::freeze_with(array.as_bytes(), Duplicates::Error, json_options()).unwrap();
    let mut freezer = json::Freezer::with(Duplicates::Error, json_options());
    let thawed: Value = json::from_slice_with(array.as_bytes(), &json_options()).unwrap();
    let exact = options(true);
    let of_texts: Vec<Frozen> = texts()
        .map(|format| format.freeze(array.as_bytes(), Duplicates::Error, &exact))
        .map(Result::unwrap)
        .collect();
    let wide = yaml::freeze_with(&utf16(&array), Duplicates::Error, yaml_options()).unwrap();
    let again = Frozen::from_typed(&thawed).unwrap();
    let typed: (Value, BTreeMap<String, Value>, u8) =
        json::from_slice_with(array.as_bytes(), &json_options()).unwrap();
    let served: (Value, serde::de::IgnoredAny, u8) =
        json::serde::from_slice_with(array.as_bytes(), &json_options()).unwrap();
    let float = text.parse().ok().filter(|value: &f64| value.is_finite());

    let views = [
        frozen.view(),
        freezer.freeze(array.as_bytes()).unwrap(),
        wide.view(),
        again.view(),
    ];
    for view in of_texts.iter().map(Frozen::view).chain(views) {
        assert_eq!(view, frozen.view());
        let item = view.item(0).unwrap();
        assert_eq!(
            (item.kind(), item.as_number_text()),
            (Kind::Decimal, Some(text))
        );
        assert_eq!(item.as_number(), Some(Number::Decimal(text)));
        assert_eq!((item.as_f64(), item.as_i64()), (float, None));
        assert_eq!(json::to_string(&view).unwrap(), array);
        assert_eq!(item.to::<f64>().ok(), float);
    }
    for value in [
        &thawed[0],
        &thawed[1]["a"],
        &typed.0,
        &typed.1["a"],
        &served.0,
    ] {
        assert_eq!(
            (value.kind(), value.as_number_text()),
            (Kind::Decimal, Some(text))
        );
        assert_eq!(value.as_number(), Some(Number::Decimal(text)));
        assert_eq!((value.as_f64(), value.to::<f64>().ok()), (float, float));
        assert_eq!(*value, frozen.view().item(0).unwrap());
    }
    // Decimals are compared by text.
    let other = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => format!("{digits}e0{}", exponent.replace('+', "")),
        None => format!("{text}0"),
    };
    if other.parse::<f64>().is_ok() && !other.contains("0-") && text != "-0" {
        let other: Value = json::from_slice_with(other.as_bytes(), &json_options()).unwrap();
        assert_ne!(thawed[0], other);
    }
    // Each format writes it, or refuses it if the format has no decimals.
    for format in AnyFormat::ALL {
        let written = [
            format.to_vec(&frozen, &formats::WriteOptions::default()),
            format.to_vec(&thawed, &formats::WriteOptions::default()),
        ];
        for written in written {
            let document = match written {
                Ok(document) => document,
                Err(error) => {
                    // A zero with a sign has no mantissa and exponent, either.
                    let zero = !format.profile().text && compare(text, "0") == Ordering::Equal;
                    assert!(!format.profile().decimals || zero, "{format:?}: {text}");
                    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
                    continue;
                }
            };
            assert!(format.profile().decimals, "{format:?}: {text}");
            let read = format.freeze(&document, Duplicates::Error, &exact).unwrap();
            // YAML adds the point and the sign that readers of YAML 1.1 ask for.
            let rewritten = format.profile().plain && (text == "-0" || text.contains(['e', 'E']));
            if format.profile().text && !rewritten {
                assert_eq!(read.view(), frozen.view(), "{format:?}: {text}");
            }
            // In other formats the number is the same, with its usual text.
            let number = read
                .view()
                .item(0)
                .unwrap()
                .as_number()
                .unwrap()
                .to_string();
            assert_eq!(
                compare(&number, text),
                Ordering::Equal,
                "{format:?}: {text}"
            );
        }
    }
    // In a stream.
    let mut stream = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    stream
        .push_with(|record| json::drive(array.as_bytes(), &json_options(), record))
        .unwrap();
    let stream = varvel::Stream::open(stream.finish().unwrap(), varvel::Limits::DEFAULT).unwrap();
    assert_eq!(stream.record(0).unwrap(), frozen.view());
    // Types that ask for digits get all of them, with and without the option. Only the option keeps
    // numbers that no float holds.
    for format in texts() {
        format.visit(Digits(text, &exact));
        if float.is_some() {
            format.visit(Digits(text, &formats::ReadOptions::default()));
        }
    }
    assert_eq!(frozen.view().item(0).unwrap().to::<Text>().unwrap().0, text);
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Price {
    amount: Decimal,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Around {
    id: u8,
    #[varvel(flatten)]
    price: Price,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind")]
enum Inside {
    Plain(Price),
    Named { amount: Decimal },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind", content = "it")]
enum Beside {
    One(Decimal),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
enum Outside {
    One(Decimal),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[varvel(untagged)]
enum Untagged {
    Whole(i64),
    One(Decimal),
    Other { amount: Decimal },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct All {
    plain: Decimal,
    list: Vec<Option<Decimal>>,
    map: BTreeMap<String, Decimal>,
    around: Around,
    inside: Vec<Inside>,
    beside: Beside,
    outside: Outside,
    untagged: Vec<Untagged>,
}

fn all(amount: Decimal) -> All {
    let price = Price { amount };
    All {
        plain: amount,
        list: vec![Some(amount), None],
        map: BTreeMap::from([("a".into(), amount)]),
        around: Around {
            id: 1,
            price: price.clone(),
        },
        inside: vec![Inside::Plain(price), Inside::Named { amount }],
        beside: Beside::One(amount),
        outside: Outside::One(amount),
        untagged: vec![Untagged::One(amount), Untagged::Other { amount }],
    }
}

/// Compares text and scale, since equality of decimals ignores the scale.
fn same<T: Debug>(a: &T, b: &T) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

/// Checks that a decimal type is the same after each format and shape.
fn survives(amount: Decimal) {
    /// Checks a value through a format, and through its frozen and thawed tree.
    struct Through<'v>(&'v All);
    impl Visit for Through<'_> {
        type Output = ();
        fn visit<F: Row>(self) {
            let Self(all) = self;
            let document = F::to_vec(all, &F::write_options(&formats::WriteOptions::default()));
            let document = document.expect(F::NAME);
            for exact_decimals in [false, true] {
                let options = F::read_options(&options(exact_decimals));
                let read = varvel::format::decode::<F, All, ()>(&document, &options, &());
                same(&read.expect(F::NAME), all);
                // Without the option a tree has the nearest floats.
                if exact_decimals {
                    let frozen = varvel::freeze_with::<F>(&document, Duplicates::Error, options);
                    let frozen = frozen.expect(F::NAME);
                    same(&frozen.to::<All>().expect(F::NAME), all);
                    let value = Value::from(frozen);
                    same(&value.to::<All>().expect(F::NAME), all);
                }
            }
        }
    }
    let all = all(amount);
    AnyFormat::ALL
        .iter()
        .for_each(|format| format.visit(Through(&all)));
    let text = json::to_string(&all).unwrap();
    let in_yaml = yaml::to_string(&all).unwrap();
    let frozen = json::freeze_with(text.as_bytes(), Duplicates::Error, json_options()).unwrap();
    let value: Value = json::from_slice_with(text.as_bytes(), &json_options()).unwrap();
    same(&yaml::from_str::<All>(&text).unwrap(), &all);
    same(&yaml::from_slice::<All>(&utf16(&in_yaml)).unwrap(), &all);
    same(
        &Frozen::from_typed(&all).unwrap().to::<All>().unwrap(),
        &all,
    );
    same(&Value::from_typed(&all).unwrap().to::<All>().unwrap(), &all);
    assert_eq!(json::to_string(&frozen).unwrap(), text);
    assert_eq!(json::to_string(&value).unwrap(), text);
}

#[test]
fn decimals_keep_their_text() {
    for text in [
        "1.10",
        "0.1",
        "-0",
        "-0.0",
        "1e3",
        "1E+05",
        "1e999",
        "-1e-999",
        "123456789012345678901234567.89",
        "1.0000000000000000000001",
        "0.30000000000000004440892098500626",
    ] {
        kept(text);
    }
}

#[test]
fn yaml_gives_the_digits_that_json_would() {
    for (given, expected) in [
        (
            "123456789012345678901234567.89",
            "123456789012345678901234567.89",
        ),
        ("1.10", "1.10"),
        ("+.50", "0.50"),
        ("5.", "5.0"),
        ("007.50", "7.50"),
        ("!!float 1.10", "1.10"),
        ("!!float 3", "3.0"),
        ("&a 1.10", "1.10"),
    ] {
        assert_eq!(yaml::from_str::<Text>(given).unwrap().0, expected);
        let frozen =
            yaml::freeze_with(given.as_bytes(), Duplicates::Error, yaml_options()).unwrap();
        assert_eq!(frozen.view().as_number_text(), Some(expected));
    }
    let mut old = yaml::ReadOptions::with_schema(yaml::Schema::Yaml11);
    for (given, expected) in [("1_000.10", "1000.10"), ("1:30.250", "90.250")] {
        assert_eq!(
            yaml::from_slice_with::<Text>(given.as_bytes(), &old)
                .unwrap()
                .0,
            expected
        );
        assert_eq!(
            yaml::from_slice_with::<f32>(given.as_bytes(), &old).unwrap(),
            expected.parse::<f32>().unwrap()
        );
    }
    old.exact_decimals = true;
    let frozen = yaml::freeze_with(b"[1_000.10, 1:30, .inf, *a]", Duplicates::Error, old);
    assert!(frozen.is_err());
    let frozen =
        yaml::freeze_with(b"[&a 1_000.10, 1:30, .inf, *a]", Duplicates::Error, old).unwrap();
    assert_eq!(
        yaml::to_string(&frozen).unwrap(),
        "- 1000.10\n- 90\n- .inf\n- 1000.10\n"
    );
}

/// Readers that keep decimals give the same errors at the same places.
#[test]
fn what_is_wrong_is_wrong_with_decimals_kept() {
    for text in [
        "",
        " ",
        "[1.5",
        "[1.5,]",
        "{\"a\":1.5,\"a\":2.5}",
        "[1.5 2]",
        "{\"a\" 1}",
        "{\"a\":1.5,}",
        "[01.5]",
        "[1.]",
        "[1.5e]",
        "[1.5]]",
        "{1.5:2}",
        "[\"\\x\"]",
        "[tru]",
        "nul",
        "[-]",
        "{\"a\":[1,{\"b\":\"\u{1}\"}]}",
    ] {
        let plain = json::freeze(text.as_bytes()).unwrap_err();
        let exact =
            json::freeze_with(text.as_bytes(), Duplicates::Error, json_options()).unwrap_err();
        assert_eq!(exact.to_string(), plain.to_string(), "{text}");
        let pulled = json::from_slice_with::<Value>(text.as_bytes(), &json_options()).unwrap_err();
        assert_eq!(pulled.kind(), plain.kind(), "{text}");
    }
    let deep = "[".repeat(200);
    let error = json::freeze_with(deep.as_bytes(), Duplicates::Error, json_options()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    assert_eq!(
        error.offset(),
        json::freeze(deep.as_bytes()).unwrap_err().offset()
    );
}

#[test]
fn a_float_is_never_infinite() {
    for options in [json::ReadOptions::default(), json_options()] {
        for text in ["1e999", "-1e999"] {
            let wide = json::from_slice_with::<f64>(text.as_bytes(), &options).unwrap_err();
            let narrow = json::from_slice_with::<f32>(text.as_bytes(), &options).unwrap_err();
            let kinds = (wide.kind(), narrow.kind());
            assert_eq!(
                kinds,
                (ErrorKind::NumberOutOfRange, ErrorKind::NumberOutOfRange)
            );
        }
    }
    // With another option, the words for infinities and NaN are read.
    let words = json_options().with_non_finite();
    let frozen = json::freeze_with(b"[-Infinity,1.10,NaN]", Duplicates::Error, words).unwrap();
    assert_eq!(
        frozen.view().item(0).unwrap().as_f64(),
        Some(f64::NEG_INFINITY)
    );
    assert_eq!(
        frozen.view().item(1).unwrap().as_number_text(),
        Some("1.10")
    );
    let floats: Vec<f32> = json::from_slice_with(b"[-Infinity,1.5,NaN]", &words).unwrap();
    assert!(floats[0] == f32::NEG_INFINITY && floats[2].is_nan());
    let error = yaml::from_slice_with::<f64>(b"1e999", &yaml_options()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
    // A struct that skips the member, and reads the next one.
    #[derive(Decode)]
    struct Last {
        last: u8,
    }
    let text = b"{\"first\":[1e999],\"last\":1}";
    assert_eq!(
        json::from_slice_with::<Last>(text, &json_options())
            .unwrap()
            .last,
        1
    );
    assert!(json::from_slice::<Last>(text).is_err());
}

/// A pipe keeps the digits of decimals.
#[test]
fn pipes_keep_decimals() {
    let mut reader = json::Reader::new(b"{\"a\":1.10,\"b\":[2.50]}", &json_options()).unwrap();
    let mut writer = json::Writer::new(json::WriteOptions::compact());
    varvel::pipe::pipe(&mut reader).into(&mut writer).unwrap();
    assert_eq!(writer.finish().unwrap(), b"{\"a\":1.10,\"b\":[2.50]}");
    let mut writer = json::Writer::new(json::WriteOptions::compact());
    writer.decimal("1.10").unwrap();
    assert_eq!(writer.finish().unwrap(), b"1.10");
}

proptest! {
    #[test]
    fn any_decimal_is_kept(text in "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40}|(\\.[0-9]{1,30})?[eE][-+]?[0-9]{1,3})") {
        kept(&text);
    }

    #[test]
    fn any_decimal_type_survives(mantissa in any::<i128>(), shift in 32_u32..120, scale in 1_u32..=28) {
        survives(Decimal::from_i128_with_scale(mantissa >> shift, scale));
    }
}
