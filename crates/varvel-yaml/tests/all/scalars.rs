//! Tests of the meaning of scalars: by the schema, by their tags, and by the type that is asked
//! for.

use crate::model;
use crate::pull::Pulled;

use model::{Event, Recorder};
use varvel_core::{Bytes, ErrorKind, Key, Number, Result, Sink, Source, Str, Tag, Timestamp};
use varvel_yaml::decode;
use varvel_yaml::{ReadOptions, Reader, Schema, drive, from_str};

/// Returns the events of a document, and checks that driving and pulling give the same.
fn events(text: &str, options: &ReadOptions) -> Result<Vec<Event>> {
    let mut driven = Recorder::default();
    let result = drive(text.as_bytes(), options, &mut driven).map(|()| driven.0);
    let pulled = decode::<Pulled, ()>(text.as_bytes(), options, &()).map(|pulled| pulled.0.0);
    match (&result, &pulled) {
        (Ok(driven), Ok(pulled)) => assert_eq!(driven, pulled, "{text}"),
        (driven, pulled) => assert_eq!(
            driven
                .as_ref()
                .map_err(|error| (error.kind(), error.offset())),
            pulled
                .as_ref()
                .map_err(|error| (error.kind(), error.offset())),
            "{text}"
        ),
    }
    result
}

fn one(text: &str, options: &ReadOptions) -> Event {
    let found = events(text, options).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found.len(), 1, "{text}");
    found.into_iter().next().unwrap()
}

fn float(value: f64) -> Event {
    Event::F64(value.to_bits())
}

fn string(text: &str) -> Event {
    Event::Str(text.into())
}

#[test]
fn a_tag_of_yaml_says_what_a_scalar_is() {
    let core = ReadOptions::default();
    for (text, expected) in [
        ("!!null ''", Event::Null),
        ("!!null", Event::Null),
        ("!!bool 'true'", Event::Bool(true)),
        ("!!int 0x10", Event::I64(16)),
        ("!!int '7'", Event::I64(7)),
        (
            "!!int 18446744073709551616",
            Event::Big("18446744073709551616".into()),
        ),
        ("!!float 1", float(1.0)),
        ("!!float '-0'", float(-0.0)),
        (
            "!!float 18446744073709551616",
            float(18_446_744_073_709_551_616.0),
        ),
        ("!!float .inf", float(f64::INFINITY)),
        ("!!str 1", string("1")),
        ("!!str", string("")),
        ("!!binary aGk=", Event::Bytes(b"hi".to_vec())),
        (
            "!!timestamp 1970-01-01",
            Event::Timestamp(Timestamp::new(0, 0).unwrap()),
        ),
        ("!<tag:yaml.org,2002:int> 7", Event::I64(7)),
        // A scalar with an unknown tag is text.
        ("!thing 1", string("1")),
        ("!thing", string("")),
        ("!thing ''", string("")),
        ("! 1", string("1")),
        ("!!unheard 1", string("1")),
    ] {
        assert_eq!(one(text, &core), expected, "{text}");
    }
    // The tag decides the kind, even if plain scalars have no meaning.
    let failsafe = ReadOptions::with_schema(Schema::Failsafe);
    assert_eq!(one("!!int 7", &failsafe), Event::I64(7));
    assert_eq!(one("!thing", &failsafe), string(""));
    for text in [
        "!!null 0",
        "!!bool yes",
        "!!bool 1",
        "!!int 1.5",
        "!!int x",
        "!!float x",
        "!!binary a",
        "!!binary '?'",
        "!!timestamp x",
        "!!map x",
        "!!seq x",
        "!!set x",
        "!!omap x",
        "!!pairs x",
    ] {
        let error = events(&format!("[1, {text}]"), &core).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Syntax, "{text}");
        assert_eq!(error.path().unwrap().to_string(), "$[1]", "{text}");
    }
    for text in [
        "!!float 1e999".to_owned(),
        format!("!!float 0x{}", "f".repeat(33)),
        format!("!!float {}", "9".repeat(400)),
        "1e999".to_owned(),
        format!("0x{}", "f".repeat(33)),
    ] {
        let error = events(&text, &core).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{text}");
    }
}

#[test]
fn a_tag_of_yaml_says_what_a_collection_is() {
    let core = ReadOptions::default();
    for (tags, fits) in [
        ("!!map !!set !thing !", [false, true]),
        ("!!seq !!omap !!pairs", [true, false]),
        (
            "!!str !!null !!bool !!int !!float !!binary !!timestamp",
            [false, false],
        ),
        ("!thing ! !!unheard", [true, true]),
    ] {
        for tag in tags.split(' ') {
            for (collection, fits) in ["[1]", "{a: 1}"].into_iter().zip(fits) {
                let fits = fits || !tag.starts_with("!!");
                let plain = events(&format!("[{collection}]"), &core).unwrap();
                let text = format!("[{tag} {collection}]");
                match events(&text, &core) {
                    Ok(found) => assert!(fits && found == plain, "{text}"),
                    Err(error) => {
                        assert!(!fits, "{text}: {error}");
                        let name = tag.trim_start_matches('!');
                        let expected = format!("a value that `!!{name}` stands for");
                        assert!(error.to_string().contains(&expected), "{error}");
                    }
                }
            }
        }
    }
}

#[test]
fn yaml_1_1_has_numbers_of_its_own() {
    let options = ReadOptions::with_schema(Schema::Yaml11);
    for (text, expected) in [
        ("-0b0", float(-0.0)),
        ("-0x0", float(-0.0)),
        ("-00", float(-0.0)),
        ("-0x10", Event::I64(-16)),
        (
            "-0x8000000000000001",
            Event::Big("-9223372036854775809".into()),
        ),
        ("0b", string("0b")),
        ("0x", string("0x")),
        ("0b2", string("0b2")),
        ("1:30", Event::I64(90)),
        ("-1:30", Event::I64(-90)),
        ("1:30.5", float(90.5)),
        ("-1:00.25", float(-60.25)),
        ("0:00", Event::I64(0)),
        ("1:60", string("1:60")),
        // A colon is followed by two digits at most.
        ("1:030", string("1:030")),
        ("1:3x", string("1:3x")),
        ("1:30.5x", string("1:30.5x")),
        ("1_0_0", Event::I64(100)),
        ("1_0.5", float(10.5)),
        (
            "18_446_744_073_709_551_616",
            Event::Big("18446744073709551616".into()),
        ),
        (
            "18446744073709551615:00",
            Event::Big("1106804644422573096900".into()),
        ),
    ] {
        assert_eq!(one(text, &options), expected, "{text}");
    }
    for text in [
        format!("1:30.{}", "5".repeat(40)),
        "18446744073709551615:00.5".to_owned(),
        format!("{}:00:00", "9".repeat(38)),
    ] {
        let error = events(&text, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{text}");
    }
}

/// A sink that wants decimals as text, and predicts a key.
struct Wanting(Recorder, Key);

impl<'de> Sink<'de> for Wanting {
    fn null(&mut self) -> Result {
        self.0.null()
    }
    fn bool(&mut self, value: bool) -> Result {
        self.0.bool(value)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.0.i64(value)
    }
    fn u64(&mut self, value: u64) -> Result {
        self.0.u64(value)
    }
    fn f64(&mut self, value: f64) -> Result {
        self.0.f64(value)
    }
    fn f32(&mut self, value: f32) -> Result {
        self.0.f32(value)
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.0.big_integer(digits)
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.0.decimal(text)
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.0.str(value)
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.0.bytes(value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.0.timestamp(value)
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.0.tag(tag)
    }
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.0.begin_array(len)
    }
    fn end_array(&mut self) -> Result {
        self.0.end_array()
    }
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.0.begin_map(len)
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.0.key(key)
    }
    fn any_key(&mut self) -> Result {
        self.0.any_key()
    }
    fn end_map(&mut self) -> Result {
        self.0.end_map()
    }
    fn expect_key(&self) -> Option<&Key> {
        Some(&self.1)
    }
    fn expected_key(&mut self) -> Result {
        self.0.push(Event::Key("likely".into()))
    }
    fn wants_decimal(&self) -> bool {
        true
    }
}

fn wanted(text: &str, options: &ReadOptions) -> Result<Vec<Event>> {
    let mut sink = Wanting(Recorder::default(), Key::new("likely"));
    drive(text.as_bytes(), options, &mut sink).map(|()| sink.0.0)
}

#[test]
fn decimals_keep_their_digits_where_that_is_asked_for() {
    let core = ReadOptions::default();
    let yaml11 = ReadOptions::with_schema(Schema::Yaml11);
    for (text, options, expected) in [
        ("1.10", core, "1.10"),
        ("+.5", core, "0.5"),
        ("5.", core, "5.0"),
        ("-0", core, "-0"),
        ("-2.E+3", core, "-2E+3"),
        (
            "0.1000000000000000055511151231257827",
            core,
            "0.1000000000000000055511151231257827",
        ),
        ("!!float 1.50", core, "1.50"),
        ("1_000.10", yaml11, "1000.10"),
        ("-190:20:30.150", yaml11, "-685230.150"),
    ] {
        let decimal = || Event::Decimal(expected.into());
        assert_eq!(
            one(text, &options.with_exact_decimals()),
            decimal(),
            "{text}"
        );
        assert_eq!(wanted(text, &options).unwrap(), [decimal()], "{text}");
        // The float of the text is the nearest one.
        assert_eq!(
            one(text, &options),
            float(expected.parse().unwrap()),
            "{text}"
        );
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        match reader.read_exact_number().unwrap() {
            Number::Decimal(digits) => assert_eq!(digits, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
        reader.finish().unwrap();
    }
    // A number beyond all floats has only its text.
    for text in ["1e999", "!!float 1e999"] {
        let exact = core.with_exact_decimals();
        assert_eq!(one(text, &exact), Event::Decimal("1e999".into()));
        for error in [
            decode::<f64, ()>(text.as_bytes(), &exact, &()).unwrap_err(),
            decode::<f32, ()>(text.as_bytes(), &exact, &())
                .map(drop)
                .unwrap_err(),
            wanted(text, &core).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{text}");
        }
    }
    // A scalar without digits, or one that is not a float, does not change.
    for (text, expected) in [
        (".inf", float(f64::INFINITY)),
        ("-.inf", float(f64::NEG_INFINITY)),
        (".nan", float(f64::NAN)),
        ("7", Event::I64(7)),
        (
            "99999999999999999999",
            Event::Big("99999999999999999999".into()),
        ),
        ("'1.5'", string("1.5")),
        ("!!str 1.5", string("1.5")),
        ("null", Event::Null),
    ] {
        assert_eq!(one(text, &core.with_exact_decimals()), expected, "{text}");
        assert_eq!(wanted(text, &core).unwrap(), [expected], "{text}");
    }
    let mut reader = Reader::new(b".inf", &core).unwrap();
    let number = reader.read_exact_number().unwrap();
    assert!(matches!(number, Number::F64(f64::INFINITY)));
}

#[test]
fn a_key_is_the_predicted_one_or_another() {
    let key = |text: &str| Event::Key(text.into());
    for (text, expected) in [
        ("likely: 1", key("likely")),
        ("\"likely\": 1", key("likely")),
        ("other: 1", key("other")),
        ("likel: 1", key("likel")),
        ("likely2: 1", key("likely2")),
        ("!!str likely: 1", key("likely")),
        ("!!str 7: 1", key("7")),
        ("7: 1", Event::AnyKey),
        ("!!int 7: 1", Event::AnyKey),
        ("[likely]: 1", Event::AnyKey),
    ] {
        let found = wanted(text, &ReadOptions::default()).unwrap();
        assert_eq!(found[1], expected, "{text}");
    }
}

#[test]
fn a_key_that_is_looked_for_is_a_string() {
    for key in ["7", "[a]", "{a: b}", "!!binary aGk=", "~"] {
        let text = format!("? {key}\n: 1\na: 2\n");
        let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        reader.begin_map().unwrap();
        for key in [
            Key::new("7"),
            Key::new("a"),
            Key::new("~"),
            Key::new("aGk="),
            Key::NONE,
        ] {
            assert!(!reader.expect_key(&key).unwrap(), "{text}");
        }
        // Nothing was passed.
        reader.skip().unwrap();
        assert_eq!(reader.read_i64().unwrap(), 1);
        assert!(!reader.expect_key(&Key::NONE).unwrap());
        assert!(reader.expect_key(&Key::new("a")).unwrap());
        assert_eq!(reader.read_i64().unwrap(), 2);
        assert!(!reader.expect_key(&Key::new("a")).unwrap());
        assert!(reader.next_key().unwrap().is_none());
        reader.finish().unwrap();
    }
}

/// A typed read.
type Read = fn(&mut Reader<'_>) -> Result;

#[test]
fn typed_reads_take_what_fits() {
    assert_eq!(from_str::<u64>("18446744073709551615").unwrap(), u64::MAX);
    for text in ["-1", "18446744073709551616"] {
        let error = from_str::<u64>(text).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "number out of range: expected an integer that fits u64, found {text} (byte 0)"
            )
        );
    }
    assert_eq!(from_str::<f32>(".inf").unwrap(), f32::INFINITY);
    assert_eq!(from_str::<f32>("-.inf").unwrap(), f32::NEG_INFINITY);
    assert!(from_str::<f32>(".nan").unwrap().is_nan());
    assert_eq!(from_str::<f32>("+.5").unwrap(), 0.5);
    let error = from_str::<f32>("1e39").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
    // Bytes and points in time are neither text nor numbers.
    for (text, found) in [
        ("!!binary aGk=", "bytes"),
        ("!!timestamp 1970-01-01", "a timestamp"),
    ] {
        let options = ReadOptions::default();
        let reads: [(&str, Read); 6] = [
            ("null", |reader| reader.read_null()),
            ("a boolean", |reader| reader.read_bool().map(drop)),
            ("an integer", |reader| reader.read_u64().map(drop)),
            ("a number", |reader| reader.read_f64().map(drop)),
            ("a number", |reader| reader.read_number().map(drop)),
            ("a string", |reader| reader.read_str().map(drop)),
        ];
        for (expected, read) in reads {
            let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
            let error = read(&mut reader).unwrap_err();
            let text = error.to_string();
            assert!(
                text.contains(&format!("expected {expected}, found {found}")),
                "{text}"
            );
            reader.skip().unwrap();
            reader.finish().unwrap();
        }
    }
}
