//! Programs written for `serde_yaml` and its successors, with one line changed: the names they use
//! exist, and do the same.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use varvel::yaml::serde as serde_yaml;

use serde_yaml::{Mapping, Number, Sequence, Value};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Service {
    name: String,
    address: IpAddr,
    ports: Vec<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    load: Option<f64>,
    labels: BTreeMap<String, String>,
}

fn service() -> Service {
    Service {
        name: "no".to_owned(),
        address: IpAddr::from([127, 0, 0, 1]),
        ports: vec![80, 443],
        load: Some(f64::INFINITY),
        labels: [("a b".to_owned(), "1.10".to_owned())].into(),
    }
}

#[test]
fn texts_are_read_by_both_and_say_the_same() {
    let service = service();
    let text = serde_yaml::to_string(&service).unwrap();
    let theirs = serde_yaml_ng::to_string(&service).unwrap();
    // An address is a word in a text.
    assert!(text.contains("address: 127.0.0.1\n") && theirs.contains("address: 127.0.0.1\n"));
    for text in [&text, &theirs] {
        assert_eq!(serde_yaml::from_str::<Service>(text).unwrap(), service);
        assert_eq!(
            serde_yaml::from_slice::<Service>(text.as_bytes()).unwrap(),
            service
        );
        assert_eq!(
            serde_yaml::from_reader::<_, Service>(text.as_bytes()).unwrap(),
            service
        );
        assert_eq!(serde_yaml_ng::from_str::<Service>(text).unwrap(), service);
    }
    let mut written = Vec::new();
    serde_yaml::to_writer(&mut written, &service).unwrap();
    assert_eq!(written, text.as_bytes());
    assert_eq!(serde_yaml::to_vec(&service).unwrap(), written);
}

#[test]
fn nan_and_the_infinities_are_what_they_are_there() {
    let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let (text, theirs) = (
        serde_yaml::to_string(&floats).unwrap(),
        serde_yaml_ng::to_string(&floats).unwrap(),
    );
    assert_eq!(text, theirs);
    let read: Vec<f64> = serde_yaml::from_str(&text).unwrap();
    assert!(read[0].is_nan() && read[1..] == floats[1..]);
    let tree = serde_yaml::to_value(floats).unwrap();
    let other = serde_yaml_ng::to_value(floats).unwrap();
    assert!(tree[0].as_f64().unwrap().is_nan() && other[0].as_f64().unwrap().is_nan());
}

#[test]
fn trees_are_made_of_types_and_types_of_trees() {
    let service = service();
    let mut tree = serde_yaml::to_value(&service).unwrap();
    assert_eq!(tree["address"], "127.0.0.1");
    assert_eq!(tree["ports"][1].as_u64(), Some(443));
    let read: Service = serde_yaml::from_value(tree.clone()).unwrap();
    assert_eq!(read, service);
    assert_eq!(Service::deserialize(&tree).unwrap(), service);
    tree["ports"][0] = 70000.into();
    let error: serde_yaml::Error = serde_yaml::from_value::<Service>(tree).unwrap_err();
    assert!(error.location().is_none());

    // Keys keep their kind in both.
    let keys = BTreeMap::from([(1, 'a'), (2, 'b')]);
    let tree = serde_yaml::value::to_value(&keys).unwrap();
    assert_eq!(tree.pairs().map(|(key, _)| key.i64_or(0)).sum::<i64>(), 3);
    let other = serde_yaml_ng::to_value(&keys).unwrap();
    let sum: i64 = other
        .as_mapping()
        .unwrap()
        .keys()
        .filter_map(|key| key.as_i64())
        .sum();
    assert_eq!(sum, 3);

    let mapping: Mapping = serde_yaml::from_str("a: 1\nb: [x]\n").unwrap();
    assert_eq!(mapping.get("a").unwrap().as_i64(), Some(1));
    let members: serde_yaml::mapping::Iter<'_> = mapping.iter();
    assert_eq!(members.count(), 2);
    let sequence: Sequence = serde_yaml::from_str("[1, x]").unwrap();
    assert_eq!(
        (sequence.len(), sequence.at(1).unwrap().as_str()),
        (2, Some("x"))
    );
    let number: Number = serde_yaml::from_str("0x1F").unwrap();
    assert_eq!(number.as_i64(), Some(31));
    assert_eq!(
        serde_yaml::to_string(&mapping).unwrap(),
        "a: 1\nb:\n  - x\n"
    );
    let null: serde_yaml::Result<Value> = serde_yaml::from_str("");
    assert!(null.unwrap().is_null());
}

#[test]
fn errors_have_line_column_and_index_as_theirs() {
    let texts = [
        "name: a\nports: [80, 443\n",
        "- x: 1\n y: 2\n",
        "a: \"\\q\"\n",
        "a: *nowhere\n",
        "a: b: c\n",
        "{a: 1",
        "\u{fc}: [\n  1,\n  ]]\n",
    ];
    for text in texts {
        let theirs = serde_yaml_ng::from_str::<serde_yaml_ng::Value>(text).unwrap_err();
        let error = serde_yaml::from_str::<Value>(text).unwrap_err();
        let (own, other) = (error.location().unwrap(), theirs.location());
        assert_eq!((own.line(), own.column()), (error.line(), error.column()));
        assert_eq!(error.offset(), Some(own.index()));
        // libyaml names the place where it gives up, or the beginning of what is broken: at most
        // the line before.
        if let Some(other) = other {
            let apart = own.line().abs_diff(other.line());
            assert!(apart <= 1, "{text:?}: {error}; {theirs}");
        }
    }
    let text = "\u{fc}: x\nports: [80, x]\n";
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "never read")]
    struct Ports {
        ports: Vec<u16>,
    }
    let theirs = serde_yaml_ng::from_str::<Ports>(text).unwrap_err();
    let error = serde_yaml::from_str::<Ports>(text).unwrap_err();
    let (own, other) = (error.location().unwrap(), theirs.location().unwrap());
    assert_eq!((own.line(), own.column()), (2, 13));
    assert_eq!((other.line(), other.column()), (2, 13));
    // Both count bytes.
    assert_eq!((own.index(), other.index()), (18, 18));
    assert_eq!(error.path().unwrap().to_string(), "$.ports[1]");
}

#[test]
fn documents_are_read_one_by_one_as_theirs() {
    let texts = [
        "--- 1\n--- [2]\n...\n# the end\n",
        "a: &x {b: 1}\nc: *x\n---\nd: &x 2\ne: *x\n",
        "%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\nb: 2\n",
        "- 1\n",
        "---\n---\n- 2\n",
    ];
    for text in texts {
        let ours: Vec<String> = serde_yaml::Deserializer::from_str(text)
            .take(9)
            .map(|document| Value::deserialize(document).unwrap().to_string())
            .collect();
        let theirs: Vec<String> = serde_yaml_ng::Deserializer::from_str(text)
            .take(9)
            .map(|document| {
                let value = serde_yaml_ng::Value::deserialize(document).unwrap();
                serde_json::to_string(&value).unwrap()
            })
            .collect();
        assert_eq!(ours, theirs, "{text:?}");
        // A deserializer reads one document, or gives an error.
        let one = Value::deserialize(serde_yaml::Deserializer::from_str(text));
        assert_eq!(one.is_ok(), ours.len() == 1, "{text:?}");
    }
    // Each document is read on its own, in any order, with places in the whole text.
    let documents: Vec<_> =
        serde_yaml::Deserializer::from_slice(b"--- 1\n--- x\n--- 3\n").collect();
    let read: Vec<serde_yaml::Result<u8>> =
        documents.into_iter().rev().map(u8::deserialize).collect();
    assert_eq!(
        (read[0].as_ref().ok(), read[2].as_ref().ok()),
        (Some(&3), Some(&1))
    );
    let error = read[1].as_ref().unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 5));

    // The iterator ends behind an error. Theirs repeats the error for ever.
    let broken: Vec<_> = serde_yaml::Deserializer::from_str("--- 1\n--- [2\n--- 3\n")
        .take(9)
        .map(Value::deserialize)
        .collect();
    let theirs = serde_yaml_ng::Deserializer::from_str("--- 1\n--- [2\n--- 3\n")
        .take(2)
        .map(serde_yaml_ng::Value::deserialize);
    assert_eq!(
        broken.iter().map(Result::is_ok).collect::<Vec<_>>(),
        theirs.map(|document| document.is_ok()).collect::<Vec<_>>()
    );
}

#[test]
fn a_serializer_writes_documents_in_a_row_as_theirs() {
    let mut ours = serde_yaml::Serializer::new(Vec::new());
    let mut theirs = serde_yaml_ng::Serializer::new(Vec::new());
    for number in [1, 2] {
        BTreeMap::from([("id", number)])
            .serialize(&mut ours)
            .unwrap();
        BTreeMap::from([("id", number)])
            .serialize(&mut theirs)
            .unwrap();
    }
    ours.flush().unwrap();
    let text = ours.into_inner().unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        String::from_utf8(theirs.into_inner().unwrap()).unwrap()
    );
}

#[test]
fn enums_of_a_field_are_mappings_as_with_singleton_map() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Size {
        Full,
        Fixed(u16),
        Between { least: u16, most: u16 },
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Ours {
        #[serde(with = "serde_yaml::with::singleton_map")]
        one: Size,
        #[serde(with = "serde_yaml::with::singleton_map_recursive")]
        all: Vec<Size>,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Theirs {
        #[serde(with = "serde_yaml_ng::with::singleton_map")]
        one: Size,
        #[serde(with = "serde_yaml_ng::with::singleton_map_recursive")]
        all: Vec<Size>,
    }
    let sizes = || {
        vec![
            Size::Full,
            Size::Fixed(3),
            Size::Between { least: 1, most: 2 },
        ]
    };
    let ours = Ours {
        one: Size::Fixed(3),
        all: sizes(),
    };
    let theirs = Theirs {
        one: Size::Fixed(3),
        all: sizes(),
    };
    let text = serde_yaml::to_string(&ours).unwrap();
    let other = serde_yaml_ng::to_string(&theirs).unwrap();
    assert!(!text.contains('!') && !other.contains('!'));
    assert_eq!(serde_yaml::from_str::<Ours>(&other).unwrap(), ours);
    // Without the attribute variants have tags in both.
    let (tagged, other_tagged) = (
        serde_yaml::to_string(&sizes()).unwrap(),
        serde_yaml_ng::to_string(&sizes()).unwrap(),
    );
    assert!(tagged.contains("!Fixed 3") && other_tagged.contains("!Fixed 3"));
    for text in [&tagged, &other_tagged] {
        assert_eq!(serde_yaml::from_str::<Vec<Size>>(text).unwrap(), sizes());
        assert_eq!(serde_yaml_ng::from_str::<Vec<Size>>(text).unwrap(), sizes());
    }
    let mut written = serde_yaml::Serializer::new(Vec::new());
    sizes().serialize(&mut written).unwrap();
    assert_eq!(written.into_inner().unwrap(), tagged.as_bytes());
    assert_eq!(serde_yaml_ng::from_str::<Theirs>(&text).unwrap(), theirs);
}
