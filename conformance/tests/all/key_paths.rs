//! Keys of any scalar kind, in every format and shape: a path finds them by their text, and the
//! path in an error leads to the place of the error.

use std::collections::BTreeMap;

use proptest::prelude::*;
use varvel::edit::{Document, Syntax};
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::path::{KeyText, Path, Step};
use varvel::pipe::{Filter, Place, Scalar, pipe};
use varvel::{
    Bytes, Discard, Duplicates, Error, ErrorKind, Result, Sink, Source, Timestamp, Value, format,
    freeze_with, value, yaml,
};

fn bytes(bytes: &[u8]) -> Value {
    let mut builder = varvel::Builder::new();
    builder.start().unwrap();
    builder.bytes(Bytes::Input(bytes)).unwrap();
    Value::from(builder.finish().unwrap())
}

/// Draws scalars whose text a path shows whole.
fn scalars() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-20_i64..20).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        // The text of these is the same in 32 and in 64 bits, as which CBOR gives a key.
        any::<i16>().prop_map(|eighths| Value::from(f32::from(eighths) / 8.0)),
        prop_oneof![
            Just(f64::NAN),
            Just(f64::INFINITY),
            Just(f64::NEG_INFINITY),
            Just(-0.0)
        ]
        .prop_map(Value::from),
        "-?[1-9][0-9]{20,30}".prop_map(|digits| varvel::json::from_str(&digits).unwrap()),
        "\\PC{0,20}".prop_map(Value::from),
        "(true|null|~|0x10|1\\.50|-0|nan)".prop_map(Value::from),
        prop::collection::vec(any::<u8>(), 0..25).prop_map(|all| bytes(&all)),
        (-62_000_000_000_i64..253_000_000_000, 0_u32..1_000_000_000)
            .prop_map(|(seconds, nanos)| Value::from(Timestamp::new(seconds, nanos).unwrap())),
    ]
}

/// Returns the path of an error in the form that is shown.
fn shown(error: &Error) -> String {
    error
        .path()
        .map(|path| path.to_string())
        .unwrap_or_default()
}

/// Checks that a member is found, changed and removed by its path, in a tree and in place.
fn in_trees(key: &Value, document: &Value, path: &str, pointer: &str) -> Result {
    let inner = value!({"inner": [5, true]});
    let frozen = document.freeze()?;
    let thawed = document.clone();
    let of_frozen = Value::from(frozen.clone());
    for place in [path, pointer] {
        assert_eq!(frozen.view().path(place)?.field("inner")?.len(), 2);
        for mut tree in [thawed.clone(), of_frozen.clone()] {
            assert_eq!(tree.path(place)?, inner, "{place}");
            *tree.path_mut(place)? = 7.into();
            tree.set_path(place, 8)?;
            assert_eq!(tree.get_any(key.as_ref()).unwrap(), 8, "{place}");
            assert_eq!(tree.len(), document.len(), "{place}: a twin");
            assert_eq!(tree.remove_path(place)?, 8);
            assert_eq!(tree, value!({"other": 1}));
        }
    }
    let mut tree = thawed;
    *tree.pointer_mut(pointer).unwrap() = 7.into();
    assert_eq!(tree.get_any(key.as_ref()).unwrap(), 7);
    assert_eq!(shown(&frozen.view().path(path)?.bool().unwrap_err()), path);
    Ok(())
}

/// Checks that an edit of the text does the same.
fn in_text(document: &Value, path: &str, pointer: &str) -> Result {
    let text = yaml::to_string(document)?;
    let read = Document::new(text, Syntax::Yaml)?;
    for place in [path, pointer] {
        let mut edited = read.clone();
        edited.set(place, 8)?;
        assert_eq!(edited.value().path(place)?, 8, "{place}");
        assert_eq!(edited.value().len(), document.len(), "{place}: a twin");
        assert!(edited.insert(place, 8).is_err(), "{place}");
        edited.remove(place)?;
        assert_eq!(edited.value(), &value!({"other": 1}));
    }
    Ok(())
}

/// A filter that refuses booleans.
struct NoBooleans;

impl Filter for NoBooleans {
    fn scalar<'de, S: Sink<'de>>(
        &mut self,
        _: &Place,
        value: Scalar<'de, '_>,
        sink: &mut S,
    ) -> Result {
        match value {
            Scalar::Bool(_) => Err(Error::new(ErrorKind::Refused)),
            value => value.give(sink),
        }
    }
}

/// Returns the paths of all errors about the `true` in `{key: {"inner": [5, true]}}`, one for each
/// way to find it.
fn of_errors(document: &Value) -> Result<Vec<String>> {
    let frozen = document.freeze()?;
    let mut paths = vec![
        shown(&document.to::<Wanted>().unwrap_err()),
        shown(&frozen.to::<Wanted>().unwrap_err()),
    ];
    for format in AnyFormat::ALL {
        paths.extend(format.visit(InFormat(*format, document)));
    }
    Ok(paths)
}

type Wanted = BTreeMap<Value, BTreeMap<String, Vec<i32>>>;

/// Returns the paths of the errors in one format, or none if the format has no such keys.
struct InFormat<'d>(AnyFormat, &'d Value);

impl Visit for InFormat<'_> {
    type Output = Vec<String>;

    fn visit<F: Row>(self) -> Vec<String> {
        let Self(format, document) = self;
        let document = match F::to_vec(document, &F::write_options(&WriteOptions::default())) {
            Ok(document) => document,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{}", F::NAME);
                return Vec::new();
            }
        };
        let options = F::read_options(&ReadOptions::default());
        let typed = format::decode::<F, Wanted, ()>(&document, &options, &()).unwrap_err();
        let piped = F::read(&document, &options, Piped).unwrap_err();
        let mut paths = vec![shown(&typed), shown(&piped)];
        if let Some(broken) = broken(format, &document) {
            let driven = F::drive(&broken, &options, &mut F::Scratch::default(), &mut Discard);
            let read = format::decode::<F, Value, ()>(&broken, &options, &());
            let frozen = freeze_with::<F>(&broken, Duplicates::Error, options);
            paths.extend([
                shown(&driven.unwrap_err()),
                shown(&read.unwrap_err()),
                shown(&frozen.unwrap_err()),
            ]);
        }
        paths
    }
}

/// Pipes a source through the filter that refuses booleans.
struct Piped;

impl<'de> format::Read<'de> for Piped {
    type Output = ();

    fn read<R: Source<'de>>(self, source: &mut R) -> Result<()> {
        pipe(source).filter(NoBooleans).into(&mut Discard)
    }
}

/// Replaces the `true` at the end of the document by an error of the format itself. FlexBuffers are
/// verified as a whole, before there is a path.
fn broken(format: AnyFormat, document: &[u8]) -> Option<Vec<u8>> {
    let last_true = || document.windows(4).rposition(|text| text == b"true");
    let (at, len, wrong): (_, _, &[u8]) = match format {
        AnyFormat::Json | AnyFormat::Json5 => (last_true()?, 4, b"?"),
        AnyFormat::Yaml => (last_true()?, 0, b"!!int "),
        AnyFormat::MessagePack => (document.len() - 1, 1, b"\xC1"),
        AnyFormat::Cbor => (document.len() - 1, 1, b"\x1C"),
        AnyFormat::FlexBuffers => return None,
        other => panic!("no row in `broken` for {other:?}"),
    };
    Some([&document[..at], wrong, &document[at + len..]].concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_scalar_is_found_as_a_key(key in scalars()) {
        prop_assume!(key.as_str() != Some("other"));
        let steps = [Step::Key(KeyText::of(&key))];
        let path = Path::new(&steps).to_string();
        let Step::Key(text) = &steps[0] else { unreachable!() };
        let pointer = format!("/{}", text.replace('~', "~0").replace('/', "~1"));
        let inner = value!({"inner": [5, true]});
        let document = Value::from_pairs([(key.clone(), inner.clone()), (value!("other"), value!(1))]);
        in_trees(&key, &document, &path, &pointer)?;
        in_text(&document, &path, &pointer)?;
        let alone = Value::from_pairs([(key, inner)]);
        for shown in of_errors(&alone)? {
            prop_assert_eq!(&shown, &format!("{path}.inner[1]"));
            prop_assert_eq!(alone.path(&shown)?, true);
        }
    }
}

#[test]
fn a_string_key_is_found_before_others_of_that_text() -> Result {
    let text = "1: number\n\"1\": string\n0x10: hex\n? [a, 1]\n: list\n";
    let mut document = Document::new(text, Syntax::Yaml)?;
    let frozen = document.value().freeze()?;
    for (path, found) in [("/1", "string"), ("/16", "hex"), ("['[\"a\",1]']", "list")] {
        assert_eq!(frozen.view().path(path)?.str()?, found);
        assert_eq!(document.value().path(path)?, found);
    }
    document.set("/1", "text")?;
    document.set("/16", "sixteen")?;
    assert_eq!(
        document.text(),
        text.replace("string", "text").replace("hex", "sixteen")
    );
    assert!(document.rename("/16", "1").is_err());
    document.remove("/1")?;
    assert!(
        document.rename("/16", "1").is_err(),
        "the integer 1 has this text"
    );
    Ok(())
}
