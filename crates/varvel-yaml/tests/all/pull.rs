//! Tests of pulling values from YAML: what is read, what is refused, and that driving gives the
//! same.

use crate::model;

use std::collections::BTreeMap;

use model::{Event, Recorder, document, write};
use proptest::prelude::*;
use varvel_core::{
    Decode, Discard, Error, ErrorKind, Key, Kind, Limits, Number, Result, Sink, Source,
};
use varvel_yaml::{ReadOptions, Reader, WriteOptions, drive, from_str};

fn reader(text: &str) -> Reader<'_> {
    Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap()
}

/// A document whose events are all pulled. Before each container is read, the reader looks into it
/// and goes back.
pub struct Pulled(pub Recorder);
impl<'de, C: ?Sized> Decode<'de, C> for Pulled {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        fn node<'de, R: Source<'de>>(source: &mut R, to: &mut Recorder) -> Result {
            match source.peek()? {
                Kind::Null => source.read_null().and_then(|()| to.null()),
                Kind::Bool => source.read_bool().and_then(|value| to.bool(value)),
                Kind::Integer | Kind::Float => match source.read_number()? {
                    Number::I64(value) => to.i64(value),
                    Number::U64(value) => to.u64(value),
                    Number::F64(value) => to.f64(value),
                    Number::Big(digits) => to.big_integer(digits),
                    Number::Decimal(text) => to.decimal(text),
                    other => panic!("{other:?}"),
                },
                Kind::String => to.push(Event::Str(source.read_str()?.to_string())),
                Kind::Bytes => to.push(Event::Bytes(source.read_bytes()?.to_vec())),
                Kind::Timestamp => source
                    .read_timestamp()
                    .and_then(|value| to.timestamp(value)),
                Kind::Array => {
                    let mark = source.mark();
                    source.skip()?;
                    source.rewind(mark).unwrap();
                    source.begin_array()?;
                    to.begin_array(None)?;
                    while source.next_item()? {
                        node(source, to)?;
                    }
                    to.end_array()
                }
                Kind::Object | Kind::Map => {
                    source.begin_map()?;
                    let mark = source.mark();
                    while source.next_entry()? {
                        source.skip()?;
                        source.skip()?;
                    }
                    source.rewind(mark).unwrap();
                    to.begin_map(None)?;
                    while source.next_entry()? {
                        match source.peek()? {
                            Kind::String => to.push(Event::Key(source.read_str()?.to_string()))?,
                            _ => {
                                to.any_key()?;
                                node(source, to)?;
                            }
                        }
                        node(source, to)?;
                    }
                    to.end_map()
                }
                other => panic!("{other:?}"),
            }
        }
        let mut recorder = Recorder::default();
        node(source, &mut recorder)?;
        Ok(Self(recorder))
    }
}

fn both_ways(text: &[u8]) -> std::result::Result<(), TestCaseError> {
    let options = ReadOptions::default();
    let mut driven = Recorder::default();
    let result = drive(text, &options, &mut driven).map(|()| driven.0);
    let pulled = varvel_yaml::decode::<Pulled, ()>(text, &options, &());
    match (result, pulled) {
        (Ok(driven), Ok(pulled)) => prop_assert_eq!(driven, pulled.0.0),
        // Both refuse the text. Pulling looks ahead, and may meet another error first.
        (Err(_), Err(_)) => {}
        (driven, pulled) => {
            let pulled = pulled.map(|pulled| pulled.0.0);
            return Err(TestCaseError::fail(format!("{driven:?} {pulled:?}")));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 512 }))]

    #[test]
    fn pulling_says_what_driving_says(events in document()) {
        both_ways(&write(&events, WriteOptions::default())?)?;
    }

    #[test]
    fn pulling_any_text_says_what_driving_says(text in "[-ab:?&*'\"\\[\\]{}, \n1~]{0,40}") {
        both_ways(text.as_bytes())?;
    }
}

/// An anchor that is read twice, because the caller went back, keeps its meaning.
#[test]
fn going_back_does_not_change_what_aliases_mean() {
    for text in [
        "- &a 1\n- [*a, &a 2, *a]\n- *a\n",
        "- &a [1, &b 2]\n- [[*a], &a {x: *b}]\n- *a\n",
        "x: &a {y: &b [1]}\nz: {*b : *a}\n",
    ] {
        both_ways(text.as_bytes()).unwrap();
    }
}

#[test]
fn types_are_read() {
    type Ports = BTreeMap<String, Vec<Option<u16>>>;
    let ports: Ports =
        from_str("web: [80, 443]\nnone: []\n# why\nodd:\n- ~\n-\n- 0x1F90\n").unwrap();
    assert_eq!(ports["web"], [Some(80), Some(443)]);
    assert_eq!(ports["odd"], [None, None, Some(8080)]);
    assert_eq!(from_str::<f64>("1_0"), from_str::<f64>("x"));
    assert_eq!(from_str::<f64>("-.inf").unwrap(), f64::NEG_INFINITY);
    assert_eq!(from_str::<f32>("0.1").unwrap(), 0.1);
    assert_eq!(from_str::<f64>("3").unwrap(), 3.0);
    assert_eq!(from_str::<&str>("'borrowed'").unwrap(), "borrowed");
    assert_eq!(from_str::<String>("a\nb").unwrap(), "a b");
    assert_eq!(from_str::<Option<u8>>("").unwrap(), None);
    assert_eq!(from_str::<Option<u8>>("# nothing\n---\n").unwrap(), None);
}

#[test]
fn what_is_not_asked_for_is_refused() {
    for (text, expected) in [
        (
            "a: 1",
            "wrong kind of value: expected an integer, found an object (byte 0)",
        ),
        (
            "[1]",
            "wrong kind of value: expected an integer, found an array (byte 0)",
        ),
        (
            "1.5",
            "wrong kind of value: expected an integer, found a float (byte 0)",
        ),
        (
            "'1'",
            "wrong kind of value: expected an integer, found a string (byte 0)",
        ),
        (
            "300",
            "number out of range: expected an integer that fits u8, found 300 (byte 0)",
        ),
        (
            "99999999999999999999",
            "number out of range: expected an integer that fits i64, found 99999999999999999999 (byte 0)",
        ),
    ] {
        let error = from_str::<i64>(text).map(drop);
        let error = error
            .and_then(|()| from_str::<u8>(text).map(drop))
            .unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    // A string is the text of any scalar, but not of a collection or of bytes.
    for (text, expected) in [
        (
            "- a\n- []\n",
            "wrong kind of value: expected a string, found an array, at $[1] (byte 6)",
        ),
        (
            "- !!binary AA==\n",
            "wrong kind of value: expected a string, found bytes, at $[0] (byte 11)",
        ),
    ] {
        let error = from_str::<Vec<String>>(text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(
        from_str::<Vec<String>>("- yes\n- 1.0\n").unwrap(),
        ["yes", "1.0"]
    );
    assert_eq!(
        from_str::<BTreeMap<String, u8>>("8080: 1").unwrap()["8080"],
        1
    );
}

#[test]
fn keys_are_looked_for() {
    let mut reader = reader("one: 1\n\"two\": [2]\n3: 4\n");
    assert_eq!(reader.peek().unwrap(), Kind::Object);
    reader.begin_map().unwrap();
    assert!(!reader.expect_key(&Key::new("two")).unwrap());
    assert!(reader.expect_key(&Key::new("one")).unwrap());
    assert_eq!(reader.read_u64().unwrap(), 1);
    assert!(reader.expect_key(&Key::new("two")).unwrap());
    // The offset is the place of the value, not the place behind the colon.
    assert_eq!(reader.offset(), 14);
    reader.drive(&mut Discard).unwrap();
    assert!(!reader.expect_key(&Key::new("3")).unwrap());
    assert!(reader.next_entry().unwrap());
    assert_eq!(reader.read_i64().unwrap(), 3);
    assert_eq!(reader.read_i64().unwrap(), 4);
    assert!(!reader.next_entry().unwrap());
    reader.finish().unwrap();
}

#[test]
fn calls_that_no_document_has_end_in_an_error() {
    let refused = |error: Error| assert_eq!(error.kind(), ErrorKind::InvalidEvents);
    let mut reader = reader("- 1\n");
    refused(reader.finish().unwrap_err());
    reader.begin_array().unwrap();
    assert!(reader.next_item().unwrap());
    reader.read_i64().unwrap();
    refused(reader.read_i64().unwrap_err());
    refused(reader.skip().unwrap_err());
    refused(reader.next_entry().unwrap_err());
}

#[test]
fn a_place_can_be_read_again_until_that_costs_too_much() {
    let text = format!("- {}\n- 7\n", "x".repeat(50_000));
    let options = ReadOptions::with_limits(Limits {
        replay: 1,
        ..Limits::DEFAULT
    });
    let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
    reader.begin_array().unwrap();
    assert!(reader.next_item().unwrap());
    let mark = reader.mark();
    let mut turns = 0;
    let error = loop {
        assert_eq!(reader.read_str().unwrap().len(), 50_000);
        assert!(reader.next_item().unwrap());
        match reader.rewind(mark) {
            Ok(()) => turns += 1,
            Err(error) => break error,
        }
        assert!(turns < 1000);
    };
    assert!(turns > 3, "{turns}");
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
    // The reader stays where it was, and can go on.
    assert_eq!(error.offset(), text.find('7'));
    assert_eq!(reader.offset(), text.find('7').unwrap());
    assert_eq!(reader.read_i64().unwrap(), 7);
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
}

#[test]
fn a_member_can_be_skipped_also_if_it_was_looked_at() {
    let mut reader = reader("a: [1]\nb: {c: 2}\nd: 3\n");
    reader.begin_map().unwrap();
    for (key, looks) in [("a", false), ("b", true), ("d", true)] {
        assert_eq!(reader.next_key().unwrap().as_deref(), Some(key));
        if looks {
            reader.peek().unwrap();
        }
        reader.skip_member().unwrap();
    }
    assert!(reader.next_key().unwrap().is_none());
    reader.finish().unwrap();
}

#[test]
fn an_error_of_a_type_keeps_what_it_says() {
    /// A type that refuses the first member that is not `known`.
    #[derive(Debug)]
    struct Strict;
    impl<'de> Decode<'de> for Strict {
        fn decode<R: Source<'de>>(source: &mut R, _: &()) -> Result<Self> {
            source.begin_map()?;
            while let Some(key) = source.next_key()? {
                let error = match &*key {
                    "known" => None,
                    "twice" => Some(Error::duplicate_key("twice").with_offset(3)),
                    _ => Some(Error::new(ErrorKind::UnknownMember)),
                };
                if let Some(error) = error {
                    return Err(error);
                }
                source.skip()?;
            }
            Err(Error::new(ErrorKind::UnknownMember))
        }
    }
    for (text, at, hint) in [
        ("known: 1\nother: 2\n", 9, false),
        ("known: 1\n<<: {}\n", 9, true),
        ("known: 1\ntwice: 2\n", 3, false),
        // This is an error of the whole mapping, which has ended.
        ("{known: 1}", 10, false),
    ] {
        let error = from_str::<Strict>(text).unwrap_err();
        assert_eq!(error.offset(), Some(at), "{text}");
        let merge = error.hint().is_some_and(|hint| hint.contains("merge_keys"));
        assert_eq!(merge, hint, "{text}");
    }
}

#[cfg(feature = "std")]
#[test]
fn a_document_comes_from_a_reader_within_its_limit() {
    use varvel_yaml::from_reader_with;
    let options = ReadOptions::with_limits(Limits {
        bytes: 100_000,
        ..Limits::DEFAULT
    });
    let text = |len: usize| format!("- 1{}", " ".repeat(len - 3)).into_bytes();
    for len in [3, 16 * 1024, 40_000, 100_000] {
        assert_eq!(
            from_reader_with::<Vec<u8>>(&text(len)[..], &options).unwrap(),
            [1]
        );
    }
    for input in [&text(100_001)[..], &text(300_000)] {
        let error = from_reader_with::<Vec<u8>>(input, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SizeLimit);
    }
    let error = from_reader_with::<Vec<u8>>(std::io::repeat(b' '), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
}
