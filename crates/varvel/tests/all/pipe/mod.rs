//! Pipes with filters, against the same edits on a tree.
#![cfg(all(feature = "msgpack", feature = "std"))]

use proptest::prelude::*;
use varvel::path::Step;
use varvel::pipe::{
    At, Base64ToBytes, BytesToBase64, Everywhere, Omit, Place, Rename, ToF32, pipe,
};
use varvel::value::TreeBuilder;
use varvel::{ErrorKind, Kind, Ref, Value, json, msgpack, value};

/// Edits of a tree: each method is the filter of the same name.
struct Edits<'e> {
    keep: &'e dyn Fn(&[Step]) -> bool,
    rename: &'e dyn Fn(&str) -> String,
    scalar: &'e dyn Fn(&[Step], Ref<'_>) -> Value,
}

impl Default for Edits<'_> {
    fn default() -> Self {
        Self {
            keep: &|_| true,
            rename: &str::to_owned,
            scalar: &|_, value| value.into(),
        }
    }
}

impl Edits<'_> {
    fn of(&self, value: Ref<'_>, place: &mut Vec<Step>) -> Value {
        match value.kind() {
            Kind::Array => {
                let mut list = Vec::new();
                for (number, item) in value.items().enumerate() {
                    place.push(Step::Index(number));
                    if (self.keep)(place) {
                        list.push(self.of(item, place));
                    }
                    place.pop();
                }
                list.into()
            }
            Kind::Object => {
                let mut members = value!({});
                for (key, member) in value.entries() {
                    place.push(Step::Key(key.to_owned()));
                    if (self.keep)(place) {
                        members[&*(self.rename)(key)] = self.of(member, place);
                    }
                    place.pop();
                }
                members
            }
            _ => (self.scalar)(place, value),
        }
    }

    fn whole(&self, value: &Value) -> Value {
        self.of(value.as_ref(), &mut Vec::new())
    }
}

fn documents() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::NULL),
        any::<bool>().prop_map(Value::from),
        (-1_000_000_i64..1_000_000).prop_map(Value::from),
        (-1e30..1e30_f64).prop_map(Value::from),
        "[a-zA-Z+/]{0,8}".prop_map(Value::from),
        prop::collection::vec(any::<u8>(), 0..9).prop_map(|bytes| Value::bytes(&bytes)),
    ];
    scalar.prop_recursive(4, 48, 6, |inner| {
        let key = prop_oneof![Just("a"), Just("b"), Just("name"), Just("*"), Just("0")];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..5).prop_map(Value::from),
        ]
    })
}

/// Returns the document, sent in MessagePack through filters, as a tree.
macro_rules! piped {
    ($document:expr $(, $filter:expr)*) => {{
        let bytes = msgpack::to_vec($document).unwrap();
        let mut source = msgpack::Reader::new(&bytes, &msgpack::ReadOptions::default()).unwrap();
        let mut tree = TreeBuilder::new();
        pipe(&mut source)$(.filter($filter))*.into(&mut tree).unwrap();
        source.finish().unwrap();
        let value: Value = tree.finish().unwrap();
        value
    }};
}

proptest! {
    #[test]
    fn no_filter_changes_nothing(document in documents()) {
        prop_assert_eq!(&piped!(&document), &document);
        prop_assert_eq!(piped!(&document, Omit(|_: &Place| false)), document);
    }

    #[test]
    fn what_is_left_out_by_path(document in documents()) {
        let edits = Edits {
            keep: &|place| {
                let by_name = matches!(place, [_, Step::Key(key)] if key == "name");
                !by_name && *place != [Step::Index(1)]
            },
            ..Edits::default()
        };
        let left = piped!(&document, Omit(At::new("*.name").unwrap()), Omit(At::new("[1]").unwrap()));
        prop_assert_eq!(left, edits.whole(&document));
    }

    #[test]
    fn what_is_left_out_by_a_predicate(document in documents()) {
        let edits = Edits {
            keep: &|place| place.len() % 2 == 0 || !matches!(place.last(), Some(Step::Index(0))),
            ..Edits::default()
        };
        let omitted = Omit(|place: &Place| place.depth() % 2 == 1 && place.index() == Some(0));
        prop_assert_eq!(piped!(&document, omitted), edits.whole(&document));
    }

    #[test]
    fn keys_that_are_renamed(document in documents()) {
        let rename = |key: &str| if key == "name" { "title".to_owned() } else { format!("{key}_") };
        let edits = Edits { rename: &rename, ..Edits::default() };
        let renamed = piped!(&document, Rename(|key: &str| Some(rename(key))));
        prop_assert_eq!(renamed, edits.whole(&document));
    }

    #[test]
    fn numbers_of_32_bits(document in documents()) {
        let edits = Edits {
            scalar: &|place, value| match (place.last(), value.as_number()) {
                (Some(Step::Key(key)), Some(varvel::Number::I64(v))) if key == "a" => Value::from(v as f32),
                (Some(Step::Key(key)), Some(varvel::Number::F64(v))) if key == "a" => Value::from(v as f32),
                _ => value.into(),
            },
            ..Edits::default()
        };
        let near = piped!(&document, ToF32(|place: &Place| place.key() == Some("a")));
        prop_assert_eq!(near, edits.whole(&document));
    }

    #[test]
    fn bytes_to_base64_and_back(document in documents()) {
        let text = piped!(&document, BytesToBase64(Everywhere));
        let json = json::to_string(&text).unwrap();
        prop_assert_eq!(json::from_str::<Value>(&json).unwrap().to_string(), json.clone());
        let edits = Edits {
            scalar: &|_, value| match value.as_bytes() {
                Some(bytes) => Value::from(&*text_of(bytes)),
                None => value.into(),
            },
            ..Edits::default()
        };
        prop_assert_eq!(&text, &edits.whole(&document));
        // A document whose only strings are Base64 is the same after both filters.
        let bytes_only = Edits {
            scalar: &|_, value| if value.as_str().is_some() { Value::NULL } else { value.into() },
            ..Edits::default()
        };
        let document = bytes_only.whole(&document);
        prop_assert_eq!(piped!(&document, BytesToBase64(Everywhere), Base64ToBytes(Everywhere)), document);
    }

    #[test]
    fn filters_in_a_row_see_what_those_before_leave(document in documents()) {
        let first = piped!(&document, Rename(|key: &str| (key == "a").then_some("moved")));
        let both = piped!(&first, Omit(|place: &Place| place.key() == Some("moved")));
        let in_a_row = piped!(
            &document,
            Rename(|key: &str| (key == "a").then_some("moved")),
            Omit(|place: &Place| place.key() == Some("moved"))
        );
        prop_assert_eq!(in_a_row, both);
    }
}

/// Returns Base64 as the codec of bytes writes it into JSON.
fn text_of(bytes: &[u8]) -> String {
    let mut writer = json::Writer::new(json::WriteOptions::compact());
    varvel::codec::bytes::encode(bytes, &mut writer, &()).unwrap();
    let quoted = String::from_utf8(writer.finish().unwrap()).unwrap();
    quoted.trim_matches('"').to_owned()
}

#[test]
fn errors_have_the_place_in_the_source() {
    let drive = |text: &str| {
        let mut source = json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap();
        pipe(&mut source)
            .filter(Base64ToBytes(At::new("files[1]").unwrap()))
            .filter(ToF32(|place: &Place| place.key() == Some("n")))
            .into(&mut msgpack::Writer::new())
            .unwrap_err()
    };
    let error = drive(r#"{"files": ["AQ==", "AQ="]}"#);
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    assert_eq!(error.path().unwrap().to_string(), "$.files[1]");
    let error = drive(r#"{"n": 1e39}"#);
    assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
    assert_eq!(error.path().unwrap().to_string(), "$.n");
}

#[test]
fn keys_that_are_no_strings_pass() {
    // {[1, "x"]: 1, "a": {2: bytes}}
    let bytes = [
        0x82, 0x92, 1, 0xA1, b'x', 1, 0xA1, b'a', 0x81, 2, 0xC4, 1, 0xFF,
    ];
    let mut source = msgpack::Reader::new(&bytes, &msgpack::ReadOptions::default()).unwrap();
    let mut writer = msgpack::Writer::new();
    pipe(&mut source)
        .filter(Base64ToBytes(|place: &Place| place.depth() == 9))
        .filter(Omit(|place: &Place| {
            place.depth() == 1 && place.key().is_none()
        }))
        .filter(BytesToBase64(At::new("a.*").unwrap()))
        .into(&mut writer)
        .unwrap();
    let all = [
        0x82, 0x92, 1, 0xA1, b'x', 1, 0xA1, b'a', 0x81, 2, 0xA4, b'/', b'w', b'=', b'=',
    ];
    assert_eq!(writer.finish().unwrap(), all);
}
