//! Places of errors in every format. Texts mark the place with `^`, which is not part of them.
#![cfg(all(feature = "derive", feature = "msgpack", feature = "yaml"))]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;

use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{
    Decode, Duplicates, Error, ErrorKind, Sink, Value, format, json, msgpack, value, yaml,
};

use crate::formats::{decode, encode, meet_many_keys};

/// The words of the formats in which a value does not follow its key. The offset of an error is
/// that of some part of the buffer that leads to the value.
const SCATTERED: &[&str] = &["flexbuffers"];

/// Checks that reading a document fails at a path, in every format, and at the offset that `place`
/// returns, or one byte before it.
struct Fails<'d, T, P> {
    format: AnyFormat,
    document: &'d Value,
    path: &'d str,
    place: P,
    of: PhantomData<T>,
}

/// Finds the offset of the wrong part of a document; `write` writes other documents.
trait Place {
    fn of(&self, document: &[u8], write: &dyn Fn(&Value) -> Vec<u8>) -> usize;
}

impl<T: for<'de> Decode<'de> + Debug, P: Place> Visit for Fails<'_, T, P> {
    type Output = ();

    fn visit<F: Row>(self) {
        let write = |document: &Value| encode::<F, _>(document).expect(F::NAME);
        let document = write(self.document);
        let error = decode::<F, T>(&document).unwrap_err();
        assert_eq!(path(&error), self.path, "{}", F::NAME);
        let offset = error.offset().expect(F::NAME);
        if SCATTERED.contains(&self.format.word()) {
            assert!(offset < document.len(), "{}: {error}", F::NAME);
            return;
        }
        let place = self.place.of(&document, &write);
        assert!(
            offset == place || offset + 1 == place,
            "{}: {offset} and not {place} of {}",
            F::NAME,
            document.escape_ascii()
        );
    }
}

fn fails<T: for<'de> Decode<'de> + Debug>(document: &Value, path: &str, place: impl Place + Copy) {
    fails_once::<T>(document, path, place);
    meet_many_keys();
    fails_once::<T>(document, path, place);
}

fn fails_once<T>(document: &Value, path: &str, place: impl Place + Copy)
where
    T: for<'de> Decode<'de> + Debug,
{
    for &format in AnyFormat::ALL {
        format.visit(Fails::<T, _> {
            format,
            document,
            path,
            place,
            of: PhantomData,
        });
    }
}

/// Checks an error at a key, whose text follows its quote or its length.
fn at_key<T: for<'de> Decode<'de> + Debug>(document: &Value, key: &str, path: &str) {
    #[derive(Clone, Copy)]
    struct OfKey<'k>(&'k [u8]);
    impl Place for OfKey<'_> {
        fn of(&self, document: &[u8], _: &dyn Fn(&Value) -> Vec<u8>) -> usize {
            let mut all = document.windows(self.0.len());
            all.rposition(|text| text == self.0).unwrap()
        }
    }
    fails::<T>(document, path, OfKey(key.as_bytes()));
}

/// Checks an error at a value: there the document first differs from `other`, which has another
/// value.
fn at_value<T: for<'de> Decode<'de> + Debug>(document: &Value, other: &Value, path: &str) {
    #[derive(Clone, Copy)]
    struct OfValue<'v>(&'v Value);
    impl Place for OfValue<'_> {
        fn of(&self, document: &[u8], write: &dyn Fn(&Value) -> Vec<u8>) -> usize {
            let other = write(self.0);
            let both = document.iter().zip(&other);
            both.take_while(|(a, b)| a == b).count()
        }
    }
    fails::<T>(document, path, OfValue(other));
}

/// Returns the error of a text, after checking that it is at the mark.
fn at_mark<T>(read: impl FnOnce(&[u8]) -> varvel::Result<T>, marked: &str) -> Error
where
    T: Debug,
{
    let (at, text) = (marked.find('^').unwrap(), marked.replacen('^', "", 1));
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!(error.offset(), Some(at), "{marked}: {error}");
    error
}

fn path(error: &Error) -> String {
    error.path().unwrap().to_string()
}

fn json_at<T: for<'de> Decode<'de> + Debug>(marked: &str) -> Error {
    at_mark(|text| json::from_slice::<T>(text), marked)
}

fn yaml_at<T: for<'de> Decode<'de> + Debug>(marked: &str) -> Error {
    at_mark(|text| yaml::from_slice::<T>(text), marked)
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(deny_unknown)]
struct Log {
    #[varvel(default)]
    level: u8,
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(tag = "t", content = "c", deny_unknown)]
enum Pair {
    One(u8),
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(deny_unknown)]
struct Flat {
    #[varvel(flatten)]
    inner: Inner,
}

#[derive(Debug, PartialEq, Decode)]
struct Inner {
    #[varvel(default)]
    level: u8,
}

#[test]
fn an_unknown_member_is_shown_at_its_key() {
    let error = json_at::<Log>("{\n  ^\"levl\": 1}");
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::UnknownMember, "$.levl")
    );
    assert_eq!(error.hint(), Some("did you mean `level`?"));
    json_at::<Log>(r#"{"level": 1 , ^"le\\\"vl"  :  1}"#);
    json_at::<Log>(r#"{^"":1}"#);
    json_at::<Vec<Flat>>(r#"[{"level": 1, ^"levl": 1}]"#);
    json_at::<Pair>(r#"{"t": "One", ^"d": 1, "c": 1}"#);
    json_at::<std::ops::Range<u8>>(r#"{"start": 1, ^"stop": 2}"#);
    let error = yaml_at::<Log>("level: 1\n^levl: 1\n");
    assert_eq!(path(&error), "$.levl");
    assert_eq!(path(&yaml_at::<Log>("^levl: 1\n")), "$.levl");
    yaml_at::<Vec<Flat>>("- level: 1\n-  ^\"levl\": 1\n");
    yaml_at::<Pair>("{t: One, ^d: 1, c: 1}");
    yaml_at::<std::ops::Range<u8>>("start: 1\n\n# and\n^stop: 2\n");
    let document = value!([{"level": 1, "levl": 2}]);
    at_key::<Vec<Log>>(&document, "levl", "$[0].levl");
}

#[test]
fn a_key_that_does_not_fit_is_shown_itself() {
    type Map = BTreeMap<i32, u8>;
    let error = json_at::<Map>(r#"{"1": 1, "2": 2, ^"x": 3}"#);
    assert_eq!(path(&error), "$.x");
    assert_eq!(path(&json_at::<Map>(r#"{^"x": 3}"#)), "$.x");
    let error = json_at::<BTreeMap<u8, u8>>(r#"{"1": 1,  ^"256": 2}"#);
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::NumberOutOfRange, "$[\"256\"]")
    );
    json_at::<BTreeMap<std::net::IpAddr, u8>>(r#"{"::1": 1, ^"1.2": 2}"#);
    json_at::<std::collections::HashMap<bool, u8>>(r#"{"true": 1, ^"yes": 2}"#);
    yaml_at::<Map>("^a: 1\n");
    let error = yaml_at::<Map>("1: 1\n2: 2\n^x: 3\n");
    assert_eq!(path(&error), "$.x");
    at_key::<Map>(&value!({"1": 1, "x": 2}), "x", "$.x");
}

/// A codec for even numbers.
mod even {
    use varvel::{Decode, Error, Result, Source};

    pub fn decode<'de, R: Source<'de>, C: ?Sized>(source: &mut R, _: &C) -> Result<u32> {
        match u32::decode(source, &())? {
            number if number % 2 == 0 => Ok(number),
            _ => Err(Error::refused("it is odd")),
        }
    }
}

#[derive(Debug, PartialEq, Decode)]
struct Even {
    #[varvel(with = even)]
    number: u32,
    #[varvel(default)]
    other: bool,
}

#[test]
fn what_a_codec_refuses_is_shown_where_it_stands() {
    let error = json_at::<Even>("{\"number\":  ^4711  , \"other\": true}");
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::Refused, "$.number")
    );
    assert_eq!(
        path(&json_at::<Vec<Even>>("[{\"number\": 2}, {\"number\":^1}]")),
        "$[1].number"
    );
    let document = value!([{"number": 4711, "other": true}]);
    let other = value!([{"number": null, "other": true}]);
    at_value::<Vec<Even>>(&document, &other, "$[0].number");
    let error = yaml::from_slice::<Vec<Even>>(b"- other: true\n  number: 4711\n").unwrap_err();
    assert_eq!(path(&error), "$[0].number");
    assert!((23..=24).contains(&error.offset().unwrap()), "{error}");
}

#[test]
fn input_that_is_cut_ends_too_early() {
    let text = r#"["\ud83d\ude00", "a\u00e4"]"#;
    for end in 0..text.len() {
        let error = json::from_slice::<Vec<String>>(&text.as_bytes()[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{}", &text[..end]);
        assert_eq!(error.offset(), Some(end));
        let error = json::freeze(&text.as_bytes()[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{}", &text[..end]);
    }
    for wrong in [
        r#"["\ud83d"#,
        r#"["\ud83d\n"#,
        r#"["\ude00"#,
        r#"["\ud83dx"#,
    ] {
        let text = format!("{wrong}\"]");
        let error = json::from_slice::<Vec<String>>(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LoneSurrogate, "{text}");
    }
}

/// A mapping in block style begins where its first key does; an error in that key is an error of
/// the member.
#[test]
fn a_bad_first_key_of_a_block_mapping_names_itself() {
    type Map = BTreeMap<i32, u8>;
    assert_eq!(path(&yaml_at::<Map>("^x: 1\n")), "$.x");
    assert_eq!(path(&yaml_at::<Map>("^\"x\": 1\n")), "$.x");
    assert_eq!(path(&yaml_at::<Vec<Map>>("- 1: 1\n- ^x: 1\n")), "$[1].x");
    let error = yaml_at::<BTreeMap<String, Map>>("a:\n  ^x: 1\n");
    assert_eq!(path(&error), "$.a.x");
    let error = yaml_at::<BTreeMap<u8, u8>>("^256: 1\n");
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::NumberOutOfRange, "$[\"256\"]")
    );
    assert_eq!(path(&yaml_at::<BTreeMap<bool, u8>>("^1: 1\n")), "$[\"1\"]");
    let error = yaml_at::<BTreeMap<u8, u8>>("^[1, 2]: 1\n");
    assert_eq!(path(&error), "$[\"[1,2]\"]");
    let error = yaml_at::<BTreeMap<u8, u8>>("? ^- 1\n  - 2\n: 1\n");
    assert_eq!(path(&error), "$[\"[1,2]\"]");
    let error = yaml::from_slice::<(String, Map)>(b"- &a x\n- *a : 1\n").unwrap_err();
    assert_eq!(path(&error), "$[1].x");
    // A node that cannot be a key: the error is at the mapping itself.
    assert_eq!(path(&yaml_at::<Vec<u8>>("^x: 1\n")), "$");
    assert_eq!(path(&yaml_at::<Vec<Vec<u8>>>("- [1]\n- ^x: 1\n")), "$[1]");
    assert_eq!(path(&yaml_at::<Log>("^levl: 1\n")), "$.levl");
    let error = yaml_at::<BTreeMap<u8, u8>>("1: ^x\n");
    assert_eq!(path(&error), "$[\"1\"]");
}

#[test]
fn a_bad_first_key_names_itself_where_the_document_is_driven() {
    let error = yaml::freeze(b"!!int x: 1\n").unwrap_err();
    assert_eq!(path(&error), "$.x");
    let error = yaml::freeze(b"- 1\n- !!int x: 1\n").unwrap_err();
    assert_eq!(path(&error), "$[1].x");
    let error = yaml::freeze(b"- !!int x\n").unwrap_err();
    assert_eq!(path(&error), "$[0]");
}

#[cfg(feature = "serde")]
#[test]
fn a_bad_first_key_names_itself_through_serde() {
    type Map = BTreeMap<i32, u8>;
    fn read<T: serde::de::DeserializeOwned>(text: &[u8]) -> varvel::Result<T> {
        let read: varvel::serde::Serde<T> = yaml::from_slice(text)?;
        Ok(read.0)
    }
    assert_eq!(path(&at_mark(read::<Map>, "^x: 1\n")), "$.x");
    assert_eq!(path(&at_mark(read::<Map>, "1: 1\n^x: 1\n")), "$.x");
    let error = at_mark(read::<Vec<BTreeMap<bool, u8>>>, "- ^1: 1\n");
    assert_eq!(path(&error), "$[0][\"1\"]");
    let error = at_mark(read::<BTreeMap<u8, u8>>, "^256: 1\n");
    assert_eq!(path(&error), "$[\"256\"]");
    let error = at_mark(read::<Vec<u8>>, "^x: 1\n");
    assert_eq!(path(&error), "$");

    fn of_json<T: serde::de::DeserializeOwned>(text: &[u8]) -> varvel::Result<T> {
        json::serde::from_slice(text)
    }
    assert_eq!(path(&at_mark(of_json::<Map>, "{^\"x\": 1}")), "$.x");
    let document = value!([{"1": 1, "x": 2}]);
    at_key::<varvel::serde::Serde<Vec<Map>>>(&document, "x", "$[0].x");
}

#[cfg(feature = "serde")]
#[test]
fn a_field_that_comes_twice_is_shown_at_its_second_key_through_serde() {
    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "it is never read whole")]
    struct Two {
        a: u8,
        b: u8,
    }
    let text = "{\"a\": 1, \"b\": 2,  ^\"a\": 3}";
    let error = at_mark(|text| json::serde::from_slice::<Two>(text), text);
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::DuplicateKey, "$.a")
    );
    let text = "a: 1\nb: 2\n^a:   3\n";
    let error = at_mark(
        |text| yaml::from_slice::<varvel::serde::Serde<Two>>(text),
        text,
    );
    assert_eq!(path(&error), "$.a");
    let bytes = [0x83, 0xA1, b'a', 1, 0xA1, b'b', 2, 0xA1, b'a', 3];
    let error = msgpack::serde::from_slice::<Two>(&bytes).unwrap_err();
    assert_eq!((error.offset(), path(&error).as_str()), (Some(7), "$.a"));
}

#[derive(Debug, Decode)]
struct Two {
    a: u8,
    #[varvel(default)]
    b: Vec<u8>,
}

#[derive(Debug, Decode)]
#[expect(dead_code, reason = "it is never read whole")]
struct Around {
    #[varvel(flatten)]
    two: Two,
    #[varvel(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Decode)]
#[varvel(tag = "c")]
#[expect(dead_code, reason = "it is never read whole")]
enum Tagged {
    X { a: u8, b: Vec<u8> },
}

#[derive(Debug, Decode)]
#[varvel(tag = "c", content = "a")]
#[expect(dead_code, reason = "it is never read whole")]
enum Beside {
    X(u8),
}

/// Writes a list of one object with these keys. The value of `c` is the name of a variant, that of
/// `b` an array.
fn with_names<F: Row>(keys: &[&str]) -> varvel::Result<Vec<u8>> {
    let mut writer = F::writer(&F::write_options(&WriteOptions::default()), Vec::new());
    let sink: &mut dyn Sink<'_> = &mut writer;
    sink.begin_array(Some(1))?;
    sink.begin_map(Some(keys.len()))?;
    for (number, key) in (1..).zip(keys) {
        sink.key((*key).into())?;
        match *key {
            "b" => sink.empty_array()?,
            "c" => sink.str("X".into())?,
            _ => sink.i64(number)?,
        }
    }
    sink.end_map()?;
    sink.end_array()?;
    F::finish(writer)
}

#[test]
fn a_member_that_comes_twice_is_shown_at_its_second_key_in_every_format() {
    fn check<F: Row, T: for<'de> Decode<'de> + Debug>(keys: &[&str]) {
        // Some writer may refuse such an object.
        let Ok(document) = with_names::<F>(keys) else {
            return;
        };
        let last = keys.len() - 1;
        let mut others = keys.to_vec();
        others[last] = "q";
        let other = with_names::<F>(&others).expect(F::NAME);
        let both = document.iter().zip(&other);
        let at = both.take_while(|(a, b)| a == b).count();
        let error = decode::<F, Vec<T>>(&document).unwrap_err();
        let of = std::any::type_name::<T>();
        assert_eq!(
            error.kind(),
            ErrorKind::DuplicateKey,
            "{}, {of}: {error}",
            F::NAME
        );
        let place = format!("$[0].{}", keys[last]);
        assert_eq!(path(&error), place, "{}, {of}: {error}", F::NAME);
        let offset = error.offset().expect(F::NAME);
        assert!(
            (offset..=offset + 1).contains(&at),
            "{}, {of}: {error}, not {at}",
            F::NAME
        );
    }
    struct Twice;
    impl Visit for Twice {
        type Output = ();
        fn visit<F: Row>(self) {
            for keys in [
                &["a", "a"][..],
                &["a", "b", "a"],
                &["b", "a", "b"],
                &["b", "b"],
                &["x", "a", "y", "b", "a"],
                &["c", "a", "b", "b"],
                &["a", "b", "c", "a"],
            ] {
                check::<F, Two>(keys);
                check::<F, Around>(keys);
                check::<F, Value>(keys);
                check::<F, varvel::Frozen>(keys);
                check::<F, BTreeMap<String, Value>>(keys);
            }
            for keys in [
                &["c", "a", "a"][..],
                &["c", "a", "b", "c"],
                &["a", "c", "b", "a"],
                &["a", "b", "c", "c"],
            ] {
                check::<F, Tagged>(keys);
            }
            for keys in [
                &["c", "a", "a"][..],
                &["c", "c"],
                &["a", "a"],
                &["a", "c", "c"],
            ] {
                check::<F, Beside>(keys);
            }
        }
    }
    AnyFormat::ALL.iter().for_each(|format| format.visit(Twice));
}

#[derive(Debug, Decode)]
enum Shape {
    #[expect(dead_code, reason = "it is never read")]
    Circle(u8),
}

#[test]
fn an_unknown_variant_is_shown_at_its_name() {
    let error = json_at::<Vec<Shape>>("[ {  ^\"Circel\" : 1}]");
    assert_eq!(
        (path(&error).as_str(), error.hint()),
        ("$[0].Circel", Some("did you mean `Circle`?"))
    );
    assert_eq!(path(&json_at::<Vec<Shape>>("[ ^\"Circel\"]")), "$[0]");
    assert_eq!(
        path(&yaml_at::<Vec<Shape>>("- ^Circel: 1\n")),
        "$[0].Circel"
    );
    assert_eq!(
        path(&yaml_at::<Vec<Shape>>("- !Circle 1\n- ^!Circel 1\n")),
        "$[1]"
    );
    assert_eq!(path(&yaml_at::<Vec<Shape>>("- ^!Circel\n  a: 1\n")), "$[0]");
    assert_eq!(path(&yaml_at::<Vec<Shape>>("- &x ^!Circel [1]\n")), "$[0]");
    assert_eq!(path(&yaml_at::<Vec<Shape>>("-   ^Circel\n")), "$[0]");
    let document = value!([{"Circel": 1}]);
    at_key::<Vec<Shape>>(&document, "Circel", "$[0].Circel");
    type Outcome = Result<u8, u8>;
    assert_eq!(
        path(&json_at::<Vec<Outcome>>("[{^\"Okay\": 1}]")),
        "$[0].Okay"
    );
    assert_eq!(path(&yaml_at::<Vec<Outcome>>("- ^Okay: 1\n")), "$[0].Okay");
    at_key::<Vec<Outcome>>(&value!([{"Okay": 1}]), "Okay", "$[0].Okay");
    // A second member is shown at its name, too.
    let error = json_at::<Vec<Shape>>("[{\"Circle\": 1,  ^\"b\":   2}]");
    assert_eq!(path(&error), "$[0].b");
    yaml_at::<Vec<Shape>>("- Circle: 1\n  ^b:  2\n");
    at_key::<Vec<Shape>>(&value!([{"Circle": 1, "b": 2}]), "b", "$[0].b");
}

#[derive(Debug, Decode)]
#[expect(dead_code, reason = "it is never read whole")]
struct Reading(u8, bool);

#[derive(Debug, Decode)]
enum Report {
    #[expect(dead_code, reason = "it is never read")]
    Of(u8, bool),
}

#[test]
fn an_array_of_too_few_items_is_shown_where_it_begins() {
    assert_eq!(path(&json_at::<Vec<Reading>>("[[1, true],  ^[1]]")), "$[1]");
    assert_eq!(
        path(&json_at::<Vec<Report>>("[{\"Of\":  ^[1]}, 2]")),
        "$[0].Of"
    );
    let text = "- - 1\n  - true\n-   ^- 1\n- - 3\n";
    assert_eq!(path(&yaml_at::<Vec<Reading>>(text)), "$[1]");
    assert_eq!(path(&yaml_at::<Vec<Report>>("- Of:\n  ^- 1\n")), "$[0].Of");
    assert_eq!(path(&yaml_at::<Vec<Report>>("- !Of  ^[1]\n")), "$[0]");
    let (document, other) = (value!([[1, true], [1]]), value!([[1, true], null]));
    at_value::<Vec<Reading>>(&document, &other, "$[1]");
}

/// Writes a key into a sink.
type Key = fn(&mut dyn Sink<'_>) -> varvel::Result;

/// Keys of each kind, with their paths and their text in errors.
const KEYS: [(Key, &str, &str); 6] = [
    (|sink| sink.i64(7), "$[0][\"7\"]", "7 again"),
    (|sink| sink.i64(1000), "$[0][\"1000\"]", "1000 again"),
    (|sink| sink.null(), "$[0].null", "null again"),
    (|sink| sink.str("x".into()), "$[0].x", "\"x\" again"),
    (
        |sink| {
            sink.begin_array(Some(2))?;
            sink.i64(1)?;
            sink.str("x".into())?;
            sink.end_array()
        },
        "$[0][\"[1,\\\"x\\\"]\"]",
        "[1,\"x\"] again",
    ),
    (
        |sink| {
            sink.begin_map(Some(1))?;
            sink.any_key()?;
            sink.i64(1)?;
            sink.i64(2)?;
            sink.end_map()
        },
        "$[0][\"{1:2}\"]",
        "{1:2} again",
    ),
];

/// Returns a map in a list, `[{1: 0, KEY: 0, true: 0, SECOND: 0, 2: 0}]`, as a writer of the format
/// writes it.
fn with_keys<F: Row>(key: Key, second: Key) -> varvel::Result<Vec<u8>> {
    let mut writer = F::writer(&F::write_options(&WriteOptions::default()), Vec::new());
    let sink: &mut dyn Sink<'_> = &mut writer;
    sink.begin_array(Some(1))?;
    sink.begin_map(Some(5))?;
    let keys: [Key; 5] = [
        |sink| sink.i64(1),
        key,
        |sink| sink.bool(true),
        second,
        |sink| sink.i64(2),
    ];
    for key in keys {
        sink.any_key()?;
        key(sink)?;
        sink.i64(0)?;
    }
    sink.end_map()?;
    sink.end_array()?;
    F::finish(writer)
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Decode)]
#[varvel(untagged)]
enum Any<'a> {
    Nothing(()),
    Bool(bool),
    Number(i64),
    Text(std::borrow::Cow<'a, str>),
    List(Vec<Any<'a>>),
    Map(BTreeMap<Any<'a>, Any<'a>>),
}

#[test]
fn a_doubled_key_of_any_kind_is_shown_itself_in_every_format() {
    struct Doubled;
    impl Visit for Doubled {
        type Output = ();
        fn visit<F: Row>(self) {
            // The first key is a number in place of a boolean.
            let document = with_keys::<F>(KEYS[0].0, KEYS[1].0).expect(F::NAME);
            let error = decode::<F, Vec<BTreeMap<bool, u8>>>(&document).unwrap_err();
            assert_eq!(path(&error), "$[0][\"1\"]", "{}", F::NAME);
            for (key, place, content) in KEYS {
                let document = with_keys::<F>(key, key).expect(F::NAME);
                // The offset of the second key; YAML has `? ` before a key that is no scalar.
                let other = with_keys::<F>(key, |sink| sink.bool(false)).expect(F::NAME);
                let at = document
                    .iter()
                    .zip(&other)
                    .take_while(|(a, b)| a == b)
                    .count();
                let options = F::read_options(&ReadOptions::default());
                let typed = format::decode::<F, Vec<BTreeMap<Any<'_>, Any<'_>>>, ()>(
                    &document,
                    &options,
                    &(),
                );
                let tree = varvel::freeze_with::<F>(&document, Duplicates::Error, options);
                let value = decode::<F, Value>(&document);
                for error in [typed.unwrap_err(), tree.unwrap_err(), value.unwrap_err()] {
                    assert_eq!(
                        error.kind(),
                        ErrorKind::DuplicateKey,
                        "{}: {error}",
                        F::NAME
                    );
                    assert_eq!(path(&error), place, "{}: {error}", F::NAME);
                    let found = error.found();
                    assert_eq!(found, Some(content), "{}: {error}", F::NAME);
                    let offset = error.offset().expect(F::NAME);
                    assert!(
                        (at..=at + 2).contains(&offset),
                        "{}: {error}, not {at}",
                        F::NAME
                    );
                }
            }
        }
    }
    let any_keys = AnyFormat::ALL
        .iter()
        .filter(|format| format.profile().any_keys);
    any_keys.for_each(|format| format.visit(Doubled));
}

#[test]
fn a_doubled_key_of_yaml_is_shown_where_it_begins() {
    for key in ["7", "true", "~", "x", "[1, x]", "{1: 2}", "[[], {1: [2]}]"] {
        let error = at_mark(
            yaml::freeze,
            &format!("- {{1: 0, ? {key} : 0, false: {{}}, ? ^{key} : 0, 2: {{}}}}\n"),
        );
        assert_eq!(error.kind(), ErrorKind::DuplicateKey);
        let tree = yaml::freeze(format!("- ? {key}\n  : 0\n").as_bytes()).unwrap();
        let place = path(&error);
        assert!(tree.view().path(&place).is_ok(), "{place}");
    }
}

#[test]
fn what_is_wrong_inside_of_a_key_is_shown_by_the_path_of_the_key() {
    type Map = BTreeMap<(u8, u8), u8>;
    let bytes = [0x91, 0x82, 0x92, 1, 2, 0, 0x92, 1, 0xA1, b'x', 0];
    let error = msgpack::from_slice::<Vec<Map>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(8), "$[0][\"[1,\\\"x\\\"]\"]")
    );
    let error = yaml::from_slice::<Vec<Map>>(b"- [1, 2]: 0\n  [1, x]: 0\n").unwrap_err();
    assert_eq!(path(&error), "$[0][\"[1,\\\"x\\\"]\"]");
}

#[test]
fn a_bad_key_names_itself_in_trees_and_formats() {
    type Map = Vec<BTreeMap<i32, u8>>;
    let value = value!([{"1": 1, "x": 2}]);
    assert_eq!(path(&value.to::<Map>().unwrap_err()), "$[0].x");
    let frozen = value.freeze().unwrap();
    assert_eq!(path(&frozen.to::<Map>().unwrap_err()), "$[0].x");
    let yaml = yaml::freeze(b"- {true: 1}\n").unwrap();
    assert_eq!(path(&yaml.to::<Map>().unwrap_err()), "$[0].true");
    at_key::<Map>(&value, "x", "$[0].x");
}
