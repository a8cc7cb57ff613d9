//! Tests of merge keys: what the reader merges, the places of errors in merged members, and the
//! cost. Without the option, no member is lost.

use std::collections::BTreeMap;

use proptest::prelude::*;
use varvel_core::{Decode, ErrorKind, Limits, Result, Source};
use varvel_value::Value;
use varvel_yaml::decode;
use varvel_yaml::{Documents, ReadOptions, Reader, drive, from_str};

fn options() -> ReadOptions {
    ReadOptions::default().with_merge_keys()
}

fn merged(text: &str) -> Value {
    read(text, &options()).unwrap_or_else(|error| panic!("{}", error.report(text.as_bytes())))
}

fn read(text: &str, options: &ReadOptions) -> Result<Value> {
    decode(text.as_bytes(), options, &())
}

#[test]
fn own_members_win_and_then_the_first() {
    let bases = "a: &a {x: 1, y: 2}\nb: &b {x: 10, z: 3}\n";
    for (text, expected) in [
        ("{<<: *a}", r#"{"x":1,"y":2}"#),
        ("{y: 0, <<: *a, w: 9}", r#"{"y":0,"w":9,"x":1}"#),
        ("{<<: [*a, *b]}", r#"{"x":1,"y":2,"z":3}"#),
        ("{<<: [*b, *a]}", r#"{"x":10,"z":3,"y":2}"#),
        ("{<<: *b, <<: *a}", r#"{"x":10,"z":3,"y":2}"#),
        ("{<<: []}", "{}"),
        ("{<<: {}}", "{}"),
        ("[<<: *a, <<]", r#"[{"x":1,"y":2},"<<"]"#),
        ("{\"<<\": 1, '<<' : 1}", ""),
        ("{\"<<\": *a}", r#"{"<<":{"x":1,"y":2}}"#),
        ("{!!merge <<: *a}", r#"{"x":1,"y":2}"#),
        ("\n  <<: *a\n  x: 7", r#"{"x":7,"y":2}"#),
        (
            "\n  x: 7\n  <<:\n  - *a\n  - *b # two",
            r#"{"x":7,"y":2,"z":3}"#,
        ),
        ("\n  ? <<\n  : *a", r#"{"x":1,"y":2}"#),
    ] {
        let text = format!("{bases}c: {text}\n");
        let read = read(&text, &options()).map(|value| value["c"].to_string());
        match expected {
            "" => assert_eq!(read.unwrap_err().kind(), ErrorKind::DuplicateKey),
            _ => assert_eq!(read.unwrap(), expected, "{text}"),
        }
    }
}

#[test]
fn what_is_merged_merges_and_is_any_node() {
    for (text, expected) in [
        (
            "{<<: [{<<: {a: 1, b: 1}, b: 2}, {c: 3, a: 4}], d: {<<: {e: {<<: {f: 5}}}}}",
            r#"{"d":{"e":{"f":5}},"b":2,"a":1,"c":3}"#,
        ),
        (
            "l: &l [1, {k: &k v}]\nb: &b\n  l: *l\n  t: \"a\\nb\"\n  s: 'it''s'\n  n:\nc:\n  <<: *b\nd: *k\n",
            r#"{"l":[1,{"k":"v"}],"b":{"l":[1,{"k":"v"}],"t":"a\nb","s":"it's","n":null},"c":{"l":[1,{"k":"v"}],"t":"a\nb","s":"it's","n":null},"d":"v"}"#,
        ),
        // These have an anchor inside of a merged value, and an anchor whose name comes again.
        (
            "a: {<<: &x {p: &y [1]}}\nb: *x\nc: *y\nd: &x 2\ne: *x\n",
            r#"{"a":{"p":[1]},"b":{"p":[1]},"c":[1],"d":2,"e":2}"#,
        ),
        // These have a mapping that merges, and is the node of an alias.
        (
            "a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: *b\nd: {<<: *b, x: 3}\n",
            r#"{"a":{"x":1},"b":{"y":2,"x":1},"c":{"y":2,"x":1},"d":{"x":3,"y":2}}"#,
        ),
        // Keys that are written differently may be the same.
        (
            "a: &a {0x10: a, 'k': b}\nb: {<<: *a, 16: c, k: d}\n",
            r#"{"a":{"16":"a","k":"b"},"b":{"16":"c","k":"d"}}"#,
        ),
    ] {
        let value = merged(text);
        let found = text_of(&value);
        assert_eq!(found, expected, "{text}");
    }
}

/// Returns a value as JSON, with keys by their text.
fn text_of(value: &Value) -> String {
    let mut out = String::new();
    write(value.as_ref(), &mut out);
    out
}

fn write(node: varvel_value::Ref<'_>, out: &mut String) {
    if node.is_array() {
        out.push('[');
        for (i, item) in node.items().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            write(item, out);
        }
        out.push(']');
    } else if node.is_object() || node.kind() == varvel_core::Kind::Map {
        out.push('{');
        for (i, (key, value)) in node.pairs().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            let key = key.to_value().to_string();
            out.push_str(&format!("\"{}\":", key.trim_matches('"')));
            write(value, out);
        }
        out.push('}');
    } else {
        out.push_str(&node.to_value().to_string());
    }
}

#[test]
fn keys_of_any_kind_are_merged_once() {
    for (text, expected) in [
        (
            "- &a {[1]: x, 2: y}\n- {[1]: own, <<: *a}\n",
            r#"{"[1]":"own","2":"y"}"#,
        ),
        (
            "- &a {{b: c}: x}\n- {<<: *a, {b: c}: own}\n",
            r#"{"{"b":"c"}":"own"}"#,
        ),
        (
            "- &a {&k [1]: x}\n- {<<: *a, [1]: own}\n",
            r#"{"[1]":"own"}"#,
        ),
        ("- &a {0x2: x}\n- {<<: *a, 2: own}\n", r#"{"2":"own"}"#),
    ] {
        let value = merged(text);
        assert_eq!(
            text_of(&value.as_ref().items().nth(1).unwrap().to_value()),
            expected,
            "{text}"
        );
    }
    // A value that cannot be read is an error at its own place, merged or not.
    for text in [
        "- &a {b: 1e999}\n- {<<: *a}\n",
        "- {<<: {b: 1}, 1e999: 2}\n",
        "- <<: {1e999: 1}\n",
    ] {
        let error = read(text, &options()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{text}");
        assert_eq!(error.offset(), text.find("1e999"), "{text}");
    }
}

#[test]
fn documents_have_names_of_their_own() {
    let text = b"--- \na: &a {x: 1}\nb: {<<: *a}\n---\na: &a {y: 2}\nb: {<<: *a}\n";
    let mut documents = Documents::new(text, &options()).unwrap();
    let mut found = Vec::new();
    while let Some(document) = documents.next().unwrap() {
        let value: Value = Decode::decode(document, &()).unwrap();
        found.push(value["b"].to_string());
    }
    assert_eq!(found, [r#"{"x":1}"#, r#"{"y":2}"#]);
}

#[test]
fn errors_in_what_is_merged_name_its_place() {
    let text = "base: &base\n  port: many\nweb:\n  <<: *base\n";
    type Services = BTreeMap<String, BTreeMap<String, u16>>;
    let error = decode::<Services, ()>(text.as_bytes(), &options(), &()).unwrap_err();
    assert_eq!(error.offset(), text.find("many"));

    // The merged value is valid by itself, but does not fit the mapping that it is merged into.
    struct Web(u16);
    impl<'de> Decode<'de> for Web {
        fn decode<R: Source<'de>>(source: &mut R, _: &()) -> Result<Self> {
            let mut port = 0;
            source.begin_map()?;
            while let Some(key) = source.next_key()? {
                let base = &*key == "base";
                if base {
                    source.skip()?;
                    continue;
                }
                source.begin_map()?;
                while let Some(key) = source.next_key()? {
                    assert_eq!(&*key, "port");
                    port = source.read_u64()? as u16;
                }
            }
            Ok(Self(port))
        }
    }
    let error = decode::<Web, ()>(text.as_bytes(), &options(), &())
        .err()
        .unwrap();
    assert_eq!(error.offset(), text.find("many"));
    assert_eq!(error.path().unwrap().to_string(), "$.base.port");
    let right = text.replace("many", "8080");
    assert_eq!(
        decode::<Web, ()>(right.as_bytes(), &options(), &())
            .unwrap()
            .0,
        8080
    );
}

#[test]
fn other_values_are_errors_with_their_place() {
    for (text, found, at) in [
        ("a: {<<: 1}", "an integer", 8),
        ("a: {<<: [x]}", "a string", 9),
        ("a: {<<: }", "null", 8),
        ("a: {<<: [[{}]]}", "an array", 9),
    ] {
        let error = read(text, &options()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TypeMismatch, "{text}");
        assert_eq!(error.found(), Some(found), "{text}");
        assert_eq!(error.offset(), Some(at), "{text}");
        let path = error.path().unwrap().to_string();
        assert!(path.starts_with("$.a[\"<<\"]"), "{text}: {path}");
    }
    for text in ["a: &a {<<: *a}", "a: {<<: *b}", "a: &a {b: {<<: [*a]}}"] {
        let error = read(text, &options()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Syntax, "{text}");
    }
}

/// Nine mappings, each of them merged into all that follow. The limits bound how much is read
/// again.
#[test]
fn what_is_merged_is_counted() {
    let mut text = String::from("a: &a {");
    for i in 0..2000 {
        text += &format!("key{i}: {i}, ");
    }
    text += "}\n";
    for i in 0..2000 {
        text += &format!("m{i}: {{<<: *a}}\n");
    }
    let error = read(&text, &options()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
    let limits = Limits {
        replay: 100_000,
        ..Limits::DEFAULT
    };
    let mut few = ReadOptions::with_limits(limits).with_merge_keys();
    assert!(read(&text[..text.find("m9:").unwrap()], &few).is_ok());
    few.limits.nodes = 10_000;
    assert_eq!(read(&text, &few).unwrap_err().kind(), ErrorKind::NodeLimit);

    let mut bomb = "a: &a {x0: 1, x1: 1, x2: 1, x3: 1, x4: 1, x5: 1, x6: 1, x7: 1}\n".to_owned();
    for (name, before) in ('b'..='i').zip('a'..) {
        bomb += &format!("{name}: &{name} {{<<: *{before}");
        for i in 0..8 {
            bomb += &format!(", {name}{i}: {{<<: *{before}}}");
        }
        bomb += "}\n";
    }
    let error = read(&bomb, &options()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
}

#[test]
fn going_back_reads_the_same() {
    let text = "a: &a {x: [1, {y: 2}], z: {w: 3}}\nb: {<<: *a, v: 4}\nc: {<<: [*a]}\n";
    let mut reader = Reader::new(text.as_bytes(), &options()).unwrap();
    // Each node is read twice: it is skipped the first time, and the reader goes back from before
    // it and from behind it.
    fn node(reader: &mut Reader<'_>, out: &mut String) {
        let kind = reader.peek().unwrap();
        let mark = reader.mark();
        reader.skip().unwrap();
        reader.rewind(mark).unwrap();
        assert_eq!(reader.peek().unwrap(), kind);
        match kind {
            varvel_core::Kind::Array => {
                reader.begin_array().unwrap();
                out.push('[');
                while reader.next_item().unwrap() {
                    node(reader, out);
                }
                out.push(']');
            }
            varvel_core::Kind::Object => {
                reader.begin_map().unwrap();
                let first = reader.mark();
                while reader.next_key().unwrap().is_some() {
                    reader.skip().unwrap();
                }
                reader.rewind(first).unwrap();
                out.push('{');
                while let Some(key) = reader.next_key().unwrap() {
                    out.push_str(&key);
                    node(reader, out);
                }
                out.push('}');
            }
            _ => out.push_str(&reader.read_i64().unwrap().to_string()),
        }
    }
    let mut out = String::new();
    node(&mut reader, &mut out);
    reader.finish().unwrap();
    assert_eq!(out, "{a{x[1{y2}]z{w3}}b{v4x[1{y2}]z{w3}}c{x[1{y2}]z{w3}}}");
}

#[test]
fn a_type_does_not_lose_what_would_be_merged() {
    #[derive(Debug, PartialEq)]
    struct Web {
        image: String,
    }
    // A derive does the same: it skips unknown members.
    impl<'de> Decode<'de> for Web {
        fn decode<R: Source<'de>>(source: &mut R, context: &()) -> Result<Self> {
            let mut image = String::new();
            source.begin_map()?;
            while let Some(key) = source.next_key()? {
                match &*key {
                    "image" => image = Decode::decode(source, context)?,
                    _ => source.skip_member()?,
                }
            }
            Ok(Self { image })
        }
    }
    for text in [
        "{<<: {image: x}, port: 80}",
        "port: 80\n<<:\n  image: x\n",
        "? <<\n: image: x\n",
    ] {
        let error = from_str::<Web>(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownMember, "{text}");
        assert!(error.hint().unwrap().contains("`merge_keys`"), "{error:?}");
        assert_eq!(error.offset(), text.find("<<"));
        let web: Web = decode(text.as_bytes(), &options(), &()).unwrap();
        assert_eq!(web.image, "x");
    }
    // In quotes it is a key like others.
    assert_eq!(
        from_str::<Web>("\"<<\": {}\nimage: y\n").unwrap().image,
        "y"
    );
    // A type that asks for the key gets it.
    let map: BTreeMap<String, BTreeMap<String, u8>> = from_str("<<: {a: 1}").unwrap();
    assert_eq!(map["<<"]["a"], 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 }))]

    /// Compares the reader with a model on trees: it removes `<<`, and puts the merged members
    /// behind the others.
    #[test]
    fn merging_is_that_of_the_tree(text in document()) {
        let plain = read(&text, &ReadOptions::default());
        let mut sink = varvel_core::Discard;
        let driven = drive(text.as_bytes(), &options(), &mut sink);
        match (plain, read(&text, &options())) {
            (Ok(plain), Ok(found)) => {
                driven.unwrap();
                prop_assert_eq!(&found, &model(&plain), "{}", text);
            }
            (Ok(_), Err(error)) => prop_assert!(false, "{}", error.report(text.as_bytes())),
            (Err(_), Ok(_)) => prop_assert!(text.matches("<<").count() > 1, "{}", text),
            (Err(_), Err(_)) => {}
        }
    }
}

/// Returns mappings that merge the mappings before them, in block and flow style.
fn document() -> impl Strategy<Value = String> {
    let member = (0_u8..6, 0_u8..10).prop_map(|(key, value)| format!("k{key}: {value}"));
    let mapping = (
        prop::collection::btree_set(member, 0..4),
        prop::collection::vec(0_usize..8, 0..3),
        any::<(bool, bool)>(),
    );
    prop::collection::vec(mapping, 1..8).prop_map(|mappings| {
        let mut text = String::new();
        for (i, (members, bases, (flow, last))) in mappings.into_iter().enumerate() {
            let mut keys = std::collections::BTreeSet::new();
            let mut lines: Vec<String> = members
                .into_iter()
                .filter(|member| keys.insert(member[..2].to_owned()))
                .collect();
            let bases: Vec<String> = bases
                .into_iter()
                .filter(|&base| base < i)
                .map(|base| format!("*m{base}"))
                .collect();
            if !bases.is_empty() {
                let merge = match bases.len() {
                    1 => format!("<<: {}", bases[0]),
                    _ => format!("<<: [{}]", bases.join(", ")),
                };
                lines.insert(if last { lines.len() } else { 0 }, merge);
            }
            let lines = match flow || lines.is_empty() {
                true => format!(" {{{}}}", lines.join(", ")),
                false => lines.iter().map(|line| format!("\n  {line}")).collect(),
            };
            text += &format!("m{i}: &m{i}{lines}\n");
        }
        text
    })
}

/// Returns a tree with its merge keys carried out.
fn model(value: &Value) -> Value {
    let pairs = value.as_ref();
    let merged = pairs
        .pairs()
        .map(|(key, value)| (key.to_value(), of_mapping(value.to_value())));
    Value::from_pairs(merged.collect::<Vec<_>>())
}

fn of_mapping(value: Value) -> Value {
    let mut pairs: Vec<(Value, Value)> = Vec::new();
    let mut bases = Vec::new();
    for (key, value) in value.as_ref().pairs() {
        match key.as_str() == Some("<<") {
            true if value.is_array() => bases.extend(value.items().map(|item| item.to_value())),
            true => bases.push(value.to_value()),
            false => pairs.push((key.to_value(), value.to_value())),
        }
    }
    for base in bases {
        for (key, value) in of_mapping(base).as_ref().pairs() {
            if !pairs.iter().any(|(known, _)| known.as_ref() == key) {
                pairs.push((key.to_value(), value.to_value()));
            }
        }
    }
    Value::from_pairs(pairs)
}
