//! Where an error stands: at what is wrong, in every format. Texts mark the place with `^`, which is not part of them.
#![cfg(all(feature = "derive", feature = "msgpack", feature = "yaml"))]

use std::collections::BTreeMap;
use std::fmt::Debug;

use varvel::{Decode, Error, ErrorKind, json, msgpack, value, yaml};

/// The error of a text, which has to stand at the mark.
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
    let bytes = msgpack::to_vec(&value!([{"level": 1, "levl": 2}])).unwrap();
    let error = msgpack::from_slice::<Vec<Log>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(9), "$[0].levl")
    );
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
    let bytes = msgpack::to_vec(&value!({"1": 1, "x": 2})).unwrap();
    let error = msgpack::from_slice::<Map>(&bytes).unwrap_err();
    assert_eq!((error.offset(), path(&error).as_str()), (Some(4), "$.x"));
}

/// Even numbers alone.
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
    let bytes = msgpack::to_vec(&value!([{"number": 4711, "other": true}])).unwrap();
    let error = msgpack::from_slice::<Vec<Even>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(9), "$[0].number")
    );
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
