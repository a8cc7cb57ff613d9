//! Tests of types of `serde_json` that have names of their own: `RawValue`, and `Number` with the
//! feature `arbitrary_precision`. That feature would change every other test here, so the tests
//! spell out its protocol.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer, forward_to_deserialize_any};
use serde_json::value::RawValue;
use varvel_core::{Error, ErrorKind};
use varvel_json::{WriteOptions, Writer};
use varvel_serde::{Drive, Serde};

const NUMBER: &str = "$serde_json::private::Number";

#[derive(Debug, Serialize, Deserialize)]
struct Envelope {
    id: u8,
    body: Box<RawValue>,
    list: Vec<Box<RawValue>>,
    none: Option<Box<RawValue>>,
}

const TEXT: &str = r#"{"id":7,"body":{ "a" : [1.50, 1e40] },"list":[ 1 , "x"],"none":null}"#;

#[test]
fn raw_text_is_written_and_read_as_it_stands_in_json() {
    let Serde(envelope) = varvel_json::from_str::<Serde<Envelope>>(TEXT).unwrap();
    assert_eq!(envelope.body.get(), r#"{ "a" : [1.50, 1e40] }"#);
    assert_eq!(envelope.list[1].get(), r#""x""#);
    assert_eq!(
        varvel_json::to_string(&Serde(&envelope)).unwrap(),
        serde_json::to_string(&envelope).unwrap()
    );
    let pretty = varvel_json::to_string_with(&Serde(&envelope.list), &WriteOptions::pretty());
    assert_eq!(pretty.unwrap(), "[\n  1,\n  \"x\"\n]");
    // It can be borrowed, too.
    let Serde(parts) = varvel_json::from_str::<Serde<BTreeMap<&str, &RawValue>>>(TEXT).unwrap();
    assert!(
        TEXT.as_bytes()
            .as_ptr_range()
            .contains(&parts["id"].get().as_ptr())
    );
    // As a key it is its value, if that is a string.
    let keys = [(RawValue::from_string(r#""k""#.to_owned()).unwrap(), 1)];
    assert_eq!(
        varvel_json::to_string(&Serde(Pairs(&keys))).unwrap(),
        r#"{"k":1}"#
    );
    let keys = [(RawValue::from_string("1".to_owned()).unwrap(), 1)];
    assert!(varvel_json::to_string(&Serde(Pairs(&keys))).is_err());
}

struct Pairs<'a>(&'a [(Box<RawValue>, u8)]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[test]
fn raw_text_is_a_node_in_other_formats() {
    let text = TEXT.replace("1e40", "-2");
    let Serde(envelope) = varvel_json::from_str::<Serde<Envelope>>(&text).unwrap();
    let bytes = varvel_msgpack::to_vec(&Serde(&envelope)).unwrap();
    let plain: serde_json::Value = serde_json::from_str(&text).unwrap();
    let Serde(tree) = varvel_msgpack::from_slice::<Serde<serde_json::Value>>(&bytes).unwrap();
    assert_eq!(tree, plain);
    let Serde(back) = varvel_msgpack::from_slice::<Serde<Envelope>>(&bytes).unwrap();
    assert_eq!(back.body.get(), r#"{"a":[1.5,-2]}"#);
    assert_eq!(back.list[0].get(), "1");
    assert!(back.none.is_none());
    // A value that JSON cannot hold is an error at its place.
    let error = varvel_msgpack::from_slice::<Serde<Vec<Box<RawValue>>>>(&[0x92, 1, 0xC4, 1, 0]);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Unrepresentable);
}

/// A number as `serde_json` reads and writes it with `arbitrary_precision`.
struct Precise(&'static str);

impl Serialize for Precise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut number = serializer.serialize_struct(NUMBER, 1)?;
        number.serialize_field(NUMBER, self.0)?;
        number.end()
    }
}

impl<'de> Deserializer<'de> for Precise {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(PreciseParts(Some(self.0)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct PreciseParts(Option<&'static str>);

impl<'de> MapAccess<'de> for PreciseParts {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.0 {
            Some(_) => seed
                .deserialize(BorrowedStrDeserializer::new(NUMBER))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let text = self.0.take().unwrap_or_default().to_owned();
        let text: StringDeserializer<Error> = text.into_deserializer();
        seed.deserialize(text)
    }
}

const NUMBERS: [(&str, &[u8]); 6] = [
    ("1", &[1]),
    ("-1", &[0xFF]),
    (
        "18446744073709551615",
        &[0xCF, 255, 255, 255, 255, 255, 255, 255, 255],
    ),
    ("2.50", &[0xCB, 0x40, 0x04, 0, 0, 0, 0, 0, 0]),
    ("-0", &[0xCB, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    ("1E0", &[0xCB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]),
];

#[test]
fn precise_numbers_are_numbers_in_every_format() {
    for (text, bytes) in NUMBERS {
        let json = varvel_json::to_string(&Serde(Precise(text))).unwrap();
        assert_eq!(json, text);
        let packed = varvel_msgpack::to_vec(&Serde(Precise(text))).unwrap();
        assert_eq!(packed, bytes, "{text}");
        let mut writer = Writer::new(WriteOptions::compact());
        Drive::new(&mut writer).deserialize(Precise(text)).unwrap();
        assert_eq!(writer.finish().unwrap(), text.as_bytes());
    }
    let big = "-36893488147419103233";
    assert_eq!(varvel_json::to_string(&Serde(Precise(big))).unwrap(), big);
    let error = varvel_msgpack::to_vec(&Serde(Precise(big))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    let number = varvel_core::Number::deserialize(Precise("2.50")).unwrap();
    assert_eq!(number, varvel_core::Number::F64(2.5));
    assert!(varvel_core::Number::deserialize(Precise(big)).is_err());
}

/// A tree that only looks like a number of `serde_json` stays a tree.
#[test]
fn an_object_of_that_name_is_an_object() {
    for value in [
        "\"1\"",
        "\"\\u0031\"",
        "1",
        "null",
        "[]",
        "{\"a\":1}",
        "\"x\"",
        "true",
        "2.5",
    ] {
        for text in [
            format!("{{\"{NUMBER}\":{value}}}"),
            format!("{{\"{NUMBER}\":{value},\"b\":2}}"),
            format!("{{\"b\":2,\"{NUMBER}\":{value}}}"),
        ] {
            let Serde(Copied(copy)) = varvel_json::from_str(&text).unwrap();
            assert_eq!(copy, text.replace("\\u0031", "1"));
        }
    }
}

/// A value that is read through [`Drive`] into JSON text.
struct Copied(String);

impl<'de> Deserialize<'de> for Copied {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut writer = Writer::new(WriteOptions::compact());
        Drive::new(&mut writer).deserialize(deserializer)?;
        let text = writer.finish().map_err(serde::de::Error::custom)?;
        String::from_utf8(text)
            .map(Self)
            .map_err(serde::de::Error::custom)
    }
}

impl fmt::Debug for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
