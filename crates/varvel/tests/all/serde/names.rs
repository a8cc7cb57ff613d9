//! Programs written for other libraries, with one line changed: the names they use exist, and do
//! the same.

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};
use varvel::ErrorKind;
use varvel::json::serde as serde_json;

use serde_json::error::Category;
use serde_json::{Map, Number, Value, json};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Service {
    name: String,
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
}

fn service() -> Service {
    Service {
        name: "api".to_owned(),
        port: 8080,
        tags: vec!["http".to_owned()],
    }
}

fn ours(text: &str) -> serde_json::Result<Vec<Service>> {
    serde_json::Deserializer::from_str(text)
        .into_iter::<Service>()
        .collect()
}

#[test]
fn trees_are_made_of_types_and_types_of_trees() {
    let one = service();
    let mut tree = json!({
        "services": [one, {"name": "db", "port": 5432}],
        ("of".to_string() + "_number"): BTreeMap::from([(1, true)]),
        "none": null, "list": [[], {}, -1, 2.5, "x", 'c', Some(1), None::<u8>],
    });
    assert_eq!(one.port, 8080); // not moved
    assert_eq!(
        tree.to_string(),
        ::serde_json::json!({
            "services": [one, {"name": "db", "port": 5432}],
            ("of".to_string() + "_number"): BTreeMap::from([(1, true)]),
            "none": null, "list": [[], {}, -1, 2.5, "x", 'c', Some(1), None::<u8>],
        })
        .as_object()
        .map(|theirs| {
            // `serde_json` sorts the members.
            let order = ["services", "of_number", "none", "list"];
            let members = order.map(|key| match key {
                "services" => format!(r#""{key}":{}"#, tree["services"]),
                _ => format!(r#""{key}":{}"#, theirs[key]),
            });
            format!("{{{}}}", members.join(","))
        })
        .unwrap()
    );
    tree["services"][1] = serde_json::to_value(&one).unwrap();
    let read: Vec<Service> = serde_json::from_value(tree["services"].clone()).unwrap();
    assert_eq!(read, [one.clone(), one.clone()]);
    assert_eq!(Service::deserialize(&tree["services"][0]).unwrap(), one);
    let name = <&str>::deserialize(tree["services"][0].get("name").unwrap()).unwrap();
    assert_eq!(name, "api");
    let error = serde_json::from_value::<Service>(json!({"name": "x", "port": 70000})).unwrap_err();
    assert!(error.is_data() && error.line() == 0, "{error}");
}

#[test]
fn a_tree_is_what_the_text_would_be() {
    #[derive(Serialize)]
    struct Odd<'a> {
        keys: BTreeMap<u8, f64>,
        #[serde(with = "bytes")]
        bytes: &'a [u8],
        float: f32,
        unit: (),
    }
    mod bytes {
        pub fn serialize<S: serde::Serializer>(bytes: &&[u8], to: S) -> Result<S::Ok, S::Error> {
            to.serialize_bytes(bytes)
        }
    }
    let odd = Odd {
        keys: BTreeMap::from([(1, f64::NAN), (2, 0.5)]),
        bytes: b"hi",
        float: f32::INFINITY,
        unit: (),
    };
    let tree = serde_json::to_value(&odd).unwrap();
    let text = serde_json::to_string(&odd).unwrap();
    assert_eq!(text, ::serde_json::to_string(&odd).unwrap());
    assert_eq!(tree, serde_json::from_str::<Value>(&text).unwrap());
    assert!(tree["keys"].is_object() && tree["keys"]["1"].is_null());
    assert_eq!(
        serde_json::to_string_pretty(&[f64::NAN]).unwrap(),
        "[\n  null\n]"
    );
}

#[allow(
    clippy::unnecessary_to_owned,
    reason = "programs give `serde_json` owned keys, and that has to compile"
)]
#[test]
fn maps_and_numbers_have_their_names() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Document {
        id: Number,
        #[serde(flatten)]
        rest: Map<String, Value>,
    }
    let text = r#"{"id":7,"a":[1],"b":{"c":null}}"#;
    let mut document: Document = serde_json::from_str(text).unwrap();
    assert_eq!(document.id.as_u64(), Some(7));
    assert_eq!(serde_json::to_string(&document).unwrap(), text);
    document.rest.insert("d".to_owned(), json!(true));
    document.rest.remove("a");
    document
        .rest
        .entry("b")
        .and_modify(|b| b["c"] = json!(1))
        .or_insert(json!(2));
    *document
        .rest
        .entry("e".to_string())
        .or_insert_with(|| json!([])) = 3.into();
    assert_eq!(
        serde_json::to_string(&document).unwrap(),
        r#"{"id":7,"b":{"c":1},"d":true,"e":3}"#
    );
    let collected: Map<String, Value> = [("x", 1)].into_iter().collect();
    assert_eq!(Value::from(collected), json!({"x": 1}));
    let mut map = Map::new();
    map.insert("k", 1);
    let members: serde_json::map::Iter<'_> = map.iter();
    assert_eq!(members.count(), 1);
    assert!(serde_json::from_str::<Map>("[1]").is_err());
}

#[test]
fn errors_say_line_column_and_sort_as_theirs() {
    let texts = [
        "",
        "[1,\n 2",
        "[1,\n\n x]",
        "{\"name\": 1}",
        "[1] 2",
        "\"\\q\"",
        "{\n \"name\": \"a\",\n \"port\": -1}",
        "nul",
        "[tru]",
        "{\"name\" 1}",
        "\"\u{1}\"",
    ];
    for text in texts {
        let theirs = ::serde_json::from_str::<Vec<Service>>(text).unwrap_err();
        let error: serde_json::Error = serde_json::from_str::<Vec<Service>>(text).unwrap_err();
        // If both the kind and the syntax are wrong, either may be reported.
        if (theirs.is_data(), error.is_data()) != (true, false) {
            let category = match theirs.classify() {
                ::serde_json::error::Category::Io => Category::Io,
                ::serde_json::error::Category::Syntax => Category::Syntax,
                ::serde_json::error::Category::Data => Category::Data,
                ::serde_json::error::Category::Eof => Category::Eof,
            };
            assert_eq!(error.classify(), category, "{text:?}: {theirs}; {error}");
        }
        assert_eq!(error.line(), theirs.line(), "{text:?}: {theirs}; {error}");
        assert!(error.column() >= 1);
        let kind = io::Error::from(theirs).kind();
        let own = io::Error::from(error.clone());
        assert!(own.kind() == kind || error.is_data(), "{text:?}: {own:?}");
    }
    struct Denied;
    impl io::Read for Denied {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let error = serde_json::from_reader::<_, Value>(Denied).unwrap_err();
    assert!(error.is_io());
    assert_eq!(error.io_error_kind(), Some(io::ErrorKind::PermissionDenied));
    assert_eq!(
        io::Error::from(error).kind(),
        io::ErrorKind::PermissionDenied
    );
    fn with_io() -> io::Result<Value> {
        Ok(serde_json::from_str("[1")?)
    }
    assert_eq!(with_io().unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
}

#[test]
fn values_one_behind_the_other_are_read_as_theirs() {
    // The reader accepts or refuses the bytes behind each value as `serde_json` does. Each error is
    // reported once.
    let parts = [
        "1",
        "true",
        "null",
        "-0.5",
        "\"a\"",
        "[1,2]",
        "{\"a\":{}}",
        "x",
        "[1",
        "\"b",
    ];
    let gaps = ["", " ", "\n\r\n", "\t", ","];
    for first in parts {
        for gap in gaps {
            for second in parts {
                let text = format!(" {first}{gap}{second}\n");
                let mut theirs =
                    ::serde_json::Deserializer::from_str(&text).into_iter::<::serde_json::Value>();
                let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
                loop {
                    let (own, other) = (values.next(), theirs.next());
                    match (&own, &other) {
                        (None, None) => break,
                        (Some(Ok(own)), Some(Ok(other))) => {
                            assert_eq!(own.to_string(), other.to_string(), "{text:?}");
                            assert_eq!(values.byte_offset(), theirs.byte_offset(), "{text:?}");
                        }
                        (Some(Err(own)), Some(Err(other))) => {
                            assert_eq!(own.is_eof(), other.is_eof(), "{text:?}: {own}; {other}");
                            // A line break in a string ends its line in one library, and begins the
                            // next line in the other.
                            if own.kind() != ErrorKind::ControlCharacter {
                                assert_eq!(own.line(), other.line(), "{text:?}: {own}; {other}");
                            }
                        }
                        _ => panic!("{text:?}: {own:?}; {other:?}"),
                    }
                }
                assert!(values.next().is_none());
            }
        }
    }
    let error =
        ours("{\"name\": \"a\", \"port\": 1}\n{\"name\": \"b\", \"port\": []}").unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.port");
    assert_eq!((error.line(), error.column()), (2, 23));

    let mut one = serde_json::Deserializer::from_slice(b" {\"name\": \"a\", \"port\": 1} ,");
    assert_eq!(Service::deserialize(&mut one).unwrap().name, "a");
    assert!(one.end().unwrap_err().is_syntax());
}

#[test]
fn a_serializer_writes_values_one_behind_the_other_as_theirs() {
    let values = [service(), service()];
    let (mut text, mut theirs) = (Vec::new(), Vec::new());
    let mut serializer = serde_json::Serializer::new(&mut text);
    let mut other = ::serde_json::Serializer::new(&mut theirs);
    for value in &values {
        value.serialize(&mut serializer).unwrap();
        value.serialize(&mut other).unwrap();
    }
    (None::<u8>, f32::NAN, 'c')
        .serialize(&mut serializer)
        .unwrap();
    (None::<u8>, f32::NAN, 'c').serialize(&mut other).unwrap();
    assert_eq!(text, theirs);
    let mut pretty = serde_json::ser::Serializer::pretty(Vec::new());
    let mut other = ::serde_json::ser::Serializer::pretty(Vec::new());
    BTreeMap::from([(1, &values)])
        .serialize(&mut pretty)
        .unwrap();
    BTreeMap::from([(1, &values)])
        .serialize(&mut other)
        .unwrap();
    assert_eq!(pretty.into_inner(), other.into_inner());

    // A raw value is one of the values, too.
    let mut serializer = serde_json::Serializer::new(Vec::new());
    let raw: varvel::Raw<'_> = varvel::json::from_str("[1, 2]").unwrap();
    raw.serialize(&mut serializer).unwrap();
    [&raw].serialize(&mut serializer).unwrap();
    assert_eq!(serializer.into_inner(), b"[1, 2][[1, 2]]");
}
