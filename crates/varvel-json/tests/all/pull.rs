//! Tests of pulling values from JSON: what is read, what is refused, and that driving gives the
//! same.

use std::alloc::Layout;
use std::borrow::Cow;
use std::collections::BTreeMap;

use proptest::prelude::*;
use varvel_core::{
    Bytes, Decode, Discard, Error, ErrorKind, Key, Kind, Limits, Number, Result, Sink, Source, Str,
    Tag, Timestamp, UniqueKeys,
};
use varvel_json::decode;
use varvel_json::{ReadOptions, Reader, drive, from_slice, from_str};

/// A document as a tree. Both ways of reading must give the same one.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Null,
    Bool(bool),
    /// A number as Rust prints it, with its kind.
    Number(String),
    String(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl<'de, C: ?Sized> Decode<'de, C> for Tree {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let kind = source.peek()?;
        assert_eq!(source.peek()?, kind);
        Ok(match kind {
            Kind::Null => {
                source.read_null()?;
                Tree::Null
            }
            Kind::Bool => Tree::Bool(source.read_bool()?),
            Kind::String => Tree::String(source.read_str()?.to_string()),
            Kind::Array if source.passes_empty_array() => Tree::Array(Vec::new()),
            Kind::Array => {
                source.begin_array()?;
                let mut items = Vec::new();
                while source.next_item()? {
                    items.push(Decode::<C>::decode(source, context)?);
                }
                Tree::Array(items)
            }
            Kind::Object => {
                source.begin_map()?;
                let mut members = Vec::new();
                const LIKELY: Key = Key::new("a");
                loop {
                    if members.len() % 2 == 1 && source.leaves_map() {
                        break;
                    }
                    let key = if source.expect_key(&LIKELY)? {
                        "a".to_owned()
                    } else {
                        match source.next_key()? {
                            Some(key) => key.to_string(),
                            None => break,
                        }
                    };
                    members.push((key, Decode::<C>::decode(source, context)?));
                }
                Tree::Object(members)
            }
            kind => {
                let number = source.read_number()?;
                let float = matches!(number, Number::F64(_) | Number::Decimal(_));
                assert_eq!(kind == Kind::Float, float);
                Tree::Number(format!("{number:?}"))
            }
        })
    }
}

/// A sink that builds a [`Tree`].
#[derive(Default)]
struct Build {
    open: Vec<Tree>,
    keys: Vec<String>,
    done: Option<Tree>,
}

impl Build {
    fn add(&mut self, node: Tree) -> Result {
        match self.open.last_mut() {
            Some(Tree::Array(items)) => items.push(node),
            Some(Tree::Object(members)) => members.push((self.keys.pop().unwrap(), node)),
            _ => self.done = Some(node),
        }
        Ok(())
    }
    fn close(&mut self) -> Result {
        let node = self.open.pop().unwrap();
        self.add(node)
    }
}

impl<'de> Sink<'de> for Build {
    fn null(&mut self) -> Result {
        self.add(Tree::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.add(Tree::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::I64(value))))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::U64(value))))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::F64(value))))
    }
    fn f32(&mut self, _: f32) -> Result {
        unreachable!()
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::Big(digits))))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::Decimal(text))))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.add(Tree::String(value.to_string()))
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        unreachable!()
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        unreachable!()
    }
    fn tag(&mut self, _: Tag) -> Result {
        unreachable!()
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open.push(Tree::Array(Vec::new()));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.close()
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open.push(Tree::Object(Vec::new()));
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.keys.push(key.to_string());
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        unreachable!()
    }
    fn end_map(&mut self) -> Result {
        self.close()
    }
}

fn driven(input: &[u8], options: &ReadOptions) -> Result<Tree> {
    let mut build = Build::default();
    drive(input, options, &mut build)?;
    Ok(build.done.unwrap())
}

/// A value that is skipped.
struct Skipped;
impl<'de, C: ?Sized> Decode<'de, C> for Skipped {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.skip().map(|()| Self)
    }
}

/// A tree whose two outermost levels are pulled, and whose inner levels are driven.
struct Mixed(Tree);
impl<'de, C: ?Sized> Decode<'de, C> for Mixed {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        fn inner<'de, R: Source<'de>>(source: &mut R, pulled: usize) -> Result<Tree> {
            match source.peek()? {
                Kind::Array if pulled < 2 => {
                    source.begin_array()?;
                    let mut items = Vec::new();
                    while source.next_item()? {
                        items.push(inner(source, pulled + 1)?);
                    }
                    Ok(Tree::Array(items))
                }
                Kind::Object if pulled < 2 => {
                    source.begin_map()?;
                    let mut members = Vec::new();
                    while let Some(key) = source.next_key()? {
                        members.push((key.to_string(), inner(source, pulled + 1)?));
                    }
                    Ok(Tree::Object(members))
                }
                _ => {
                    let mut build = Build::default();
                    source.drive(&mut build)?;
                    Ok(build.done.unwrap())
                }
            }
        }
        inner(source, 0).map(Self)
    }
}

/// Writes the text of a tree, with white space from `spaces`.
fn text(tree: &Tree, spaces: &mut impl FnMut() -> &'static str, out: &mut String) {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    match tree {
        Tree::Null => out.push_str("null"),
        Tree::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Tree::Number(number) => out.push_str(number),
        Tree::String(value) => out.push_str(&quoted(value)),
        Tree::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                out.push_str(spaces());
                text(item, spaces, out);
                out.push_str(spaces());
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            for (i, (key, value)) in members.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                out.push_str(spaces());
                out.push_str(&quoted(key));
                out.push_str(spaces());
                out.push(':');
                out.push_str(spaces());
                text(value, spaces, out);
                out.push_str(spaces());
            }
            out.push('}');
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![
        any::<i64>().prop_map(|v| v.to_string()),
        any::<i8>().prop_map(|v| v.to_string()),
        any::<u64>().prop_map(|v| v.to_string()),
        any::<i128>().prop_map(|v| v.to_string()),
        (-1e9..1e9).prop_map(|v| format!("{v:e}")),
        Just("-0".to_owned()),
        Just("0.5".to_owned()),
    ];
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        number.prop_map(Tree::Number),
        ".{0,40}".prop_map(Tree::String),
    ];
    leaf.prop_recursive(5, 60, 8, |node| {
        let key = prop_oneof![4 => "[a-c]{1}", 1 => ".{0,36}"];
        prop_oneof![
            prop::collection::vec(node.clone(), 0..8).prop_map(Tree::Array),
            prop::collection::vec((key, node), 0..8).prop_map(Tree::Object),
        ]
    })
}

/// JSON texts: compact, pretty, or with white space anywhere.
fn documents() -> impl Strategy<Value = String> {
    (trees(), 0..3, prop::collection::vec(0..6_usize, 1..20)).prop_map(|(tree, style, choice)| {
        let mut out = String::new();
        let mut at = 0;
        let mut spaces = || {
            at += 1;
            match style {
                0 => "",
                1 => " ",
                _ => [
                    "",
                    "",
                    " ",
                    "\n  ",
                    "\t\r\n      ",
                    "                                        ",
                ][choice[at % choice.len()]],
            }
        };
        text(&tree, &mut spaces, &mut out);
        out
    })
}

#[test]
fn a_bad_escape_before_a_quote_in_a_key_is_in_its_member() {
    for text in [
        r#"{"a\u0"b":null}"#,
        r#"{"a\"b":null}"#,
        r#"{"a\ud800\"":1}"#,
    ] {
        both_ways(text.as_bytes(), &ReadOptions::default());
    }
    let bad = r#"{"a\u0"1":","b":null}"#;
    let error = decode::<Tree, ()>(bad.as_bytes(), &ReadOptions::default(), &()).unwrap_err();
    let path = error.path().unwrap().to_string();
    assert!(path.starts_with("$[\"a"), "{path}");
}

/// Reads `input` in both ways and by skipping, and checks that values and errors are equal.
///
/// It does the same with decimals kept. That must refuse and take the same texts, except for
/// decimals that no float holds.
fn both_ways(input: &[u8], options: &ReadOptions) {
    let exact = options.with_exact_decimals();
    both_ways_by(input, options);
    both_ways_by(input, &exact);
    match (driven(input, options), driven(input, &exact)) {
        (Ok(_), Ok(_)) => {}
        (Err(rounded), _) if rounded.kind() == ErrorKind::NumberOutOfRange => {}
        (rounded, exact) => {
            let message = |read: Result<Tree>| read.unwrap_err().to_string();
            assert_eq!(message(exact), message(rounded));
        }
    }
}

fn both_ways_by(input: &[u8], options: &ReadOptions) {
    let driven = driven(input, options);
    let pulled = decode::<Tree, ()>(input, options, &());
    assert_eq!(
        pulled.map_err(|e| e.to_string()),
        driven.clone().map_err(|e| e.to_string()),
        "{:?}",
        String::from_utf8_lossy(input)
    );
    let mixed = decode::<Mixed, ()>(input, options, &());
    assert_eq!(
        mixed.map(|m| m.0).map_err(|e| e.to_string()),
        driven.clone().map_err(|e| e.to_string()),
        "{:?}",
        String::from_utf8_lossy(input)
    );
    let skipped = decode::<Skipped, ()>(input, options, &());
    assert_eq!(
        skipped.map(drop).map_err(|e| e.to_string()),
        driven.map(drop).map_err(|e| e.to_string()),
        "{:?}",
        String::from_utf8_lossy(input)
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn pulling_a_document_gives_what_driving_it_gives(document in documents()) {
        both_ways(document.as_bytes(), &ReadOptions::default());
    }

    #[test]
    fn pulling_refuses_what_driving_refuses(
        document in documents(),
        place in any::<prop::sample::Index>(),
        byte in prop::sample::select(&b"\"\\{}[],:0-+.eEntfu \n\x00\x7f\x80\xc3\xff"[..]),
        how in 0..3,
    ) {
        let mut bytes = document.into_bytes();
        let at = place.index(bytes.len());
        match how {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            _ => bytes.truncate(at),
        }
        both_ways(&bytes, &ReadOptions::default());
    }

    #[test]
    fn calls_in_any_order_end_in_results_or_errors(
        document in documents(),
        calls in prop::collection::vec(0..20, 0..60),
    ) {
        let options = ReadOptions::default();
        let mut reader = Reader::new(document.as_bytes(), &options).unwrap();
        let mut marks = vec![reader.mark()];
        for call in calls {
            let _ = match call {
                0 => reader.read_null(),
                1 => reader.read_bool().map(drop),
                2 => reader.read_i64().map(drop),
                3 => reader.read_u64().map(drop),
                4 => reader.read_f64().map(drop),
                5 => reader.read_f32().map(drop),
                6 => reader.read_number().map(drop),
                7 => reader.read_str().map(drop),
                8 => reader.read_bytes().map(drop),
                9 => reader.begin_array().map(drop),
                10 => reader.next_item().map(drop),
                11 => reader.begin_map().map(drop),
                12 => reader.next_key().map(drop),
                13 => reader.expect_key(&Key::new("a")).map(drop),
                14 => reader.next_entry().map(drop),
                15 => reader.skip(),
                16 => reader.drive(&mut Discard),
                17 => reader.peek().map(drop),
                18 => {
                    marks.push(reader.mark());
                    Ok(())
                }
                _ => {
                    reader.rewind(marks[reader.offset() % marks.len()]).unwrap();
                    Ok(())
                }
            };
        }
        let _ = reader.finish();
    }
}

#[test]
fn limits_hold_when_pulling() {
    let limited = |depth, nodes| {
        ReadOptions::with_limits(Limits {
            depth,
            nodes,
            ..Limits::DEFAULT
        })
    };
    for depth in 0..4 {
        both_ways(br#"[{"a": [true]}, [[7]]]"#, &limited(depth, usize::MAX));
        both_ways(br#"[{"a": []}, [[]], []]"#, &limited(depth, usize::MAX));
    }
    for (nodes, fits) in [(5, false), (6, true)] {
        both_ways(br#"[{"a":[]},[[]],[]]"#, &limited(3, nodes));
        let tree = decode::<Tree, ()>(br#"[{"a":[]},[[]],[]]"#, &limited(3, nodes), &());
        assert_eq!(tree.is_ok(), fits);
    }
    let all = decode::<Tree, ()>(br#"[[1], {"a": 2}]"#, &limited(2, 5), &());
    assert!(all.is_ok());
    for nodes in 0..5 {
        let error = decode::<Tree, ()>(br#"[[1], {"a": 2}]"#, &limited(2, nodes), &()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NodeLimit);
        let error = decode::<Skipped, ()>(br#"[[1], {"a": 2}]"#, &limited(2, nodes), &());
        assert_eq!(error.map(drop).unwrap_err().kind(), ErrorKind::NodeLimit);
    }
}

/// Arrays of numbers are read in runs of 32.
#[test]
fn long_arrays_of_numbers_are_read_as_short_ones() {
    let other = [
        "-5",
        "0.25",
        "18446744073709551615",
        "1e3",
        "null",
        "\"a\"",
        "[7]",
        "x",
    ];
    let wide = " ".repeat(300);
    let some = if cfg!(miri) { 40 } else { 1 };
    for (first, comma) in [
        ("1", ","),
        ("2.5", ", "),
        ("3", ",\n  "),
        ("-0", &format!(",{wide}")),
    ] {
        for len in [1_usize, 31, 32, 33, 64, 65, 100].into_iter().step_by(some) {
            let numbers = vec![first; len];
            let text = format!("[{}]", numbers.join(comma));
            both_ways(text.as_bytes(), &ReadOptions::default());
            let read: Vec<f64> = from_str(&text).unwrap();
            assert_eq!(read, vec![first.parse::<f64>().unwrap(); len]);
            for other in other {
                for at in [0, len - 1, len / 2, len.saturating_sub(2)] {
                    let mut items = numbers.clone();
                    items[at] = other;
                    let text = format!("[[{}{wide}], 1]", items.join(comma));
                    both_ways(text.as_bytes(), &ReadOptions::default());
                }
            }
            let unclosed = text.replace(']', " }");
            both_ways(unclosed.as_bytes(), &ReadOptions::default());
        }
    }
}

/// The kinds of the open containers are kept 64 at a time.
#[test]
fn deep_nodes_are_passed_over_as_strictly_as_others() {
    let kinds = |i: usize| i % 3 != 1;
    for depth in [63, 64, 65, 120] {
        let mut text: String = (0..depth)
            .map(|i| if kinds(i) { "[" } else { "{\"a\": " })
            .collect();
        text.push('1');
        for i in (0..depth).rev() {
            text.push_str(if kinds(i) { ", 2]" } else { "}" });
        }
        both_ways(text.as_bytes(), &ReadOptions::default());
        assert!(from_str::<Skipped>(&text).is_ok());
        for (at, bracket) in text.match_indices([']', '}']) {
            let mut wrong = text.clone();
            let other = if bracket == "]" { "}" } else { "]" };
            wrong.replace_range(at..=at, other);
            both_ways(wrong.as_bytes(), &ReadOptions::default());
            assert!(from_str::<Skipped>(&wrong).is_err());
        }
    }
}

#[test]
fn pairs_of_surrogates_are_one_character() {
    for (text, read) in [
        (r#""\ud83d\ude00""#, "\u{1f600}"),
        (r#""a\uD834\uDd1Eb""#, "a\u{1d11e}b"),
        (r#""\uD800\uDC00""#, "\u{10000}"),
        (r#""\uDBFF\uDFFF""#, "\u{10ffff}"),
    ] {
        assert_eq!(from_str::<String>(text).unwrap(), read);
        both_ways(text.as_bytes(), &ReadOptions::default());
    }
    for half in [
        r"\ud800",
        r"\ud800x",
        r"\ud800\n",
        r"\ud800\\u0041",
        r"\ud800\u0041",
        r"\ud800\ud800",
        r"\udc00",
        r"\udc00\ud800",
    ] {
        let text = format!("[\"{half}\"]");
        both_ways(text.as_bytes(), &ReadOptions::default());
        let error = from_str::<Vec<String>>(&text).unwrap_err();
        assert_eq!(
            (error.kind(), error.offset()),
            (ErrorKind::LoneSurrogate, Some(2)),
            "{text}"
        );
    }
}

/// A sink's predictions are compared with the text, and never change the result, whatever the white
/// space is.
#[test]
fn predicted_keys_are_read_as_others() {
    let wide = " ".repeat(40);
    let spaces = ["", " ", "\n  ", &wide];
    let record = |[a, b, c, d]: [&str; 4]| {
        format!(r#"{{{a}"id"{b}:{c}1{d},{a}"name"{b}:{c}"x"{d},{a}"rest"{b}:{c}[[]]{d}}}"#)
    };
    let step = if cfg!(miri) { 50 } else { 1 };
    for n in (0..256).step_by(step) {
        let odd = record([n, n / 4, n / 16, n / 64].map(|n| spaces[n % 4]));
        let usual = record(["", "", " ", ""]);
        let text = format!("[{usual}, {usual},{odd}, {odd},\n{usual},{odd}]");
        let expected = driven(text.as_bytes(), &ReadOptions::default()).unwrap();
        let mut sink = UniqueKeys::new(Build::default());
        drive(text.as_bytes(), &ReadOptions::default(), &mut sink).unwrap();
        assert_eq!(sink.into_inner().done, Some(expected), "{text}");
    }
}

#[test]
fn what_is_too_long_or_not_left_is_refused_when_pulling() {
    let limits = Limits {
        bytes: 3,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    assert!(Reader::new(b"[1]", &options).is_ok());
    let error = Reader::new(b"[1] ", &options).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
    // The input ends here, but a container is open.
    let mut reader = Reader::new(b"[", &options).unwrap();
    reader.begin_array().unwrap();
    assert_eq!(
        reader.finish().unwrap_err().kind(),
        ErrorKind::InvalidEvents
    );
}

#[test]
fn a_hundred_thousand_levels_can_be_entered_and_left() {
    let depth = 100_000;
    let text = ["[".repeat(depth), "]".repeat(depth)].concat();
    let limits = Limits {
        depth,
        ..Limits::DEFAULT
    };
    let mut reader = Reader::new(text.as_bytes(), &ReadOptions::with_limits(limits)).unwrap();
    reader.begin_array().unwrap();
    for _ in 1..depth {
        assert!(reader.next_item().unwrap());
        reader.begin_array().unwrap();
    }
    for _ in 0..depth {
        assert!(!reader.next_item().unwrap());
    }
    reader.finish().unwrap();
}

#[test]
fn errors_name_what_was_expected_and_found_and_where() {
    fn error<'de, T: Decode<'de>>(input: &'de str) -> String {
        from_str::<T>(input).map(drop).unwrap_err().to_string()
    }
    assert_eq!(
        error::<Vec<bool>>("[true, \"no\"]"),
        "wrong kind of value: expected a boolean, found a string, at $[1] (byte 7)"
    );
    assert_eq!(
        error::<BTreeMap<String, u64>>(r#"{"a": 1, "b": -1}"#),
        "number out of range: expected an integer that fits u64, found -1, at $.b (byte 14)"
    );
    assert_eq!(
        error::<Vec<i64>>("[1.0]"),
        "wrong kind of value: expected an integer, found a float, at $[0] (byte 1)"
    );
    assert_eq!(
        error::<Vec<u8>>("[1, 300]"),
        "number out of range: expected an integer that fits u8, found 300, at $[1] (byte 4)"
    );
    assert_eq!(
        error::<f64>(&"9".repeat(309)),
        format!(
            "number out of range: expected a number that a 64-bit float can hold, found {}… (byte 0)",
            "9".repeat(200)
        )
    );
    assert_eq!(
        error::<f32>("1e39"),
        "number out of range: expected a number that a 32-bit float can hold, found 1e39 (byte 0)"
    );
    assert_eq!(
        error::<String>("{}"),
        "wrong kind of value: expected a string, found an object (byte 0)"
    );
    assert_eq!(
        error::<Vec<Vec<bool>>>("[[], {}]"),
        "wrong kind of value: expected an array, found an object, at $[1] (byte 5)"
    );
    assert_eq!(
        error::<[f64; 2]>("[1, 2, 3]"),
        "wrong kind of value: expected an array of exactly 2 items, found a longer one (byte 0)"
    );
    assert_eq!(
        error::<BTreeMap<String, bool>>(r#"{"a": true, "a": false}"#),
        "duplicate key: expected each key once, found \"a\" again, at $.a (byte 12)"
    );
    assert_eq!(
        error::<&str>(r#""a\n""#),
        "wrong kind of value: expected a string without escapes (byte 0)"
    );
    assert_eq!(
        error::<bool>("trux"),
        "invalid syntax: expected a value, found `trux` (byte 0)"
    );
    assert_eq!(
        error::<bool>(" "),
        "unexpected end of input: expected a value (byte 1)"
    );
}

#[test]
fn numbers_are_exact() {
    assert_eq!(from_str::<f32>("0.1").unwrap(), 0.1);
    // Rounded through f64 first, this would round up: 1 + 2^-24 and a little.
    assert_eq!(
        from_str::<f32>("1.00000005960464477540").unwrap(),
        1.000_000_1
    );
    assert_eq!(from_str::<f32>("16777216").unwrap(), 16_777_216.0);
    assert_eq!(from_str::<f32>("16777217").unwrap(), 16_777_216.0);
    assert_eq!(
        from_str::<f64>("18446744073709549568").unwrap(),
        18_446_744_073_709_549_568.0
    );
    assert_eq!(from_str::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(from_str::<i64>("-9223372036854775808").unwrap(), i64::MIN);
    assert!(from_str::<i64>("-0").is_err());
    assert!(from_str::<f64>("-0").unwrap().is_sign_negative());
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    let texts: Vec<Cow<'_, str>> = from_str(r#"["plain", "esc\u0061ped"]"#).unwrap();
    assert!(matches!(texts[0], Cow::Borrowed("plain")));
    assert!(matches!(&texts[1], Cow::Owned(text) if text == "escaped"));
}

#[test]
fn a_key_that_is_not_there_is_not_passed() {
    for text in [
        r#"{"b":1,"a":2}"#,
        "{\n  \"b\": 1,\n  \"a\": 2\n}",
        "{ \"b\" :1 , \"a\"\t:\n2 } ",
    ] {
        let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        let (a, b) = (Key::new("a"), Key::new("b"));
        reader.begin_map().unwrap();
        assert!(!reader.expect_key(&a).unwrap());
        assert!(reader.expect_key(&b).unwrap());
        assert_eq!(reader.read_i64().unwrap(), 1);
        assert!(!reader.expect_key(&b).unwrap());
        assert!(!reader.expect_key(&Key::NONE).unwrap());
        assert_eq!(reader.next_key().unwrap().as_deref(), Some("a"));
        assert_eq!(reader.read_i64().unwrap(), 2);
        assert!(!reader.expect_key(&a).unwrap());
        assert!(!reader.expect_key(&a).unwrap());
        assert!(reader.next_key().unwrap().is_none());
        reader.finish().unwrap();
    }
}

#[test]
fn members_are_found_however_near_the_end_they_are() {
    let keys = ["a", "a_long_name", "c", "d"].map(Key::new);
    for (comma, colon) in [
        (",", ":"),
        (", ", ": "),
        (",\n    ", ": "),
        (" ,\t", " :  "),
    ] {
        for behind in 0..80 {
            let text = format!(
                r#"{{"a"{colon}1{comma}"a_long_name"{colon}"text"{comma}"c"{colon}[-23]{comma}"d"{colon}4}}{:behind$}"#,
                ""
            );
            let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
            reader.begin_map().unwrap();
            assert!(!reader.expect_key(&keys[1]).unwrap());
            assert!(reader.expect_key(&keys[0]).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            assert!(!reader.expect_key(&Key::NONE).unwrap());
            assert!(reader.expect_key(&keys[1]).unwrap());
            assert_eq!(&*reader.read_str().unwrap(), "text");
            assert!(reader.expect_key(&keys[2]).unwrap());
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap());
            assert_eq!(reader.read_i64().unwrap(), -23);
            assert!(!reader.next_item().unwrap());
            assert!(!reader.expect_key(&keys[1]).unwrap());
            assert!(reader.expect_key(&keys[3]).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 4);
            assert!(!reader.expect_key(&keys[3]).unwrap());
            assert!(reader.next_key().unwrap().is_none());
            reader.finish().unwrap();
        }
    }
}

/// Tests depths beyond the containers whose kinds one word holds.
#[test]
fn containers_of_any_depth_are_left_as_they_were_entered() {
    for depth in [62, 63, 64, 65, 126, 127, 128] {
        let (before, behind) = (
            r#"[{"a":"#.repeat(depth / 2),
            r#","b":2}]"#.repeat(depth / 2),
        );
        let text = format!("{before}[1]{behind}");
        let options = ReadOptions::with_limits(Limits {
            depth: depth + 2,
            ..Limits::DEFAULT
        });
        let (a, b) = (Key::new("a"), Key::new("b"));
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        for _ in 0..depth / 2 {
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap());
            reader.begin_map().unwrap();
            assert!(reader.expect_key(&a).unwrap());
        }
        let mark = reader.mark();
        for _ in 0..2 {
            reader.rewind(mark).unwrap();
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            assert!(!reader.next_item().unwrap());
        }
        for _ in 0..depth / 2 {
            assert!(reader.expect_key(&b).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 2);
            assert!(reader.next_key().unwrap().is_none());
            assert!(!reader.next_item().unwrap());
        }
        reader.finish().unwrap();
    }
}

#[test]
fn a_comma_before_a_closing_brace_is_refused_after_a_guess_too() {
    let mut reader = Reader::new(br#"{"a":1,}"#, &ReadOptions::default()).unwrap();
    reader.begin_map().unwrap();
    assert!(reader.expect_key(&Key::new("a")).unwrap());
    reader.skip().unwrap();
    let error = reader.expect_key(&Key::new("b")).unwrap_err();
    assert_eq!(
        error.hint(),
        Some("JSON allows no comma after the last element")
    );
    assert!(reader.next_key().is_err());
}

#[test]
fn a_place_can_be_read_again_and_what_is_read_again_counts() {
    let limits = Limits {
        nodes: 11,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    let mut reader = Reader::new(br#"[{"a":[1]},2]"#, &options).unwrap();
    reader.begin_array().unwrap();
    assert!(reader.next_item().unwrap());
    let mark = reader.mark();
    for _ in 0..3 {
        reader.rewind(mark).unwrap();
        reader.begin_map().unwrap();
        assert_eq!(reader.next_key().unwrap().as_deref(), Some("a"));
        reader.begin_array().unwrap();
        assert!(reader.next_item().unwrap());
        assert_eq!(reader.read_i64().unwrap(), 1);
    }
    // There are 1 + 3 * 3 nodes so far. The array and the map can be left in any case.
    assert!(!reader.next_item().unwrap());
    assert!(reader.next_key().unwrap().is_none());
    assert!(reader.next_item().unwrap());
    assert_eq!(reader.read_i64().unwrap(), 2);
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
    reader.rewind(mark).unwrap();
    assert_eq!(reader.skip().unwrap_err().kind(), ErrorKind::NodeLimit);
}

#[test]
fn calls_that_belong_to_the_other_container_are_refused() {
    let options = ReadOptions::default();
    for text in ["[]", "{}", "[1]", r#"{"a":1}"#] {
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        let is_array = text.starts_with('[');
        assert_eq!(
            reader.next_item().unwrap_err().kind(),
            ErrorKind::InvalidEvents
        );
        assert_eq!(
            reader.next_key().unwrap_err().kind(),
            ErrorKind::InvalidEvents
        );
        let error = if is_array {
            reader.begin_array().unwrap();
            assert!(reader.expect_key(&Key::new("a")).is_err());
            reader.next_key().map(drop).unwrap_err()
        } else {
            reader.begin_map().unwrap();
            reader.next_item().map(drop).unwrap_err()
        };
        assert_eq!(error.kind(), ErrorKind::InvalidEvents);
        assert_eq!(
            reader.finish().unwrap_err().kind(),
            ErrorKind::InvalidEvents
        );
    }
}

#[cfg(feature = "std")]
#[test]
fn a_document_comes_from_a_reader_within_its_limit() {
    use varvel_json::from_reader_with;
    let limits = Limits {
        bytes: 100_000,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    let text = |len: usize| format!("[1{}]", " ".repeat(len - 3)).into_bytes();
    assert_eq!(
        from_reader_with::<Vec<u8>>(&text(100_000)[..], &options).unwrap(),
        [1]
    );
    let error = from_reader_with::<Vec<u8>>(&text(100_001)[..], &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
    let endless = std::io::repeat(b' ');
    let error = from_reader_with::<Vec<u8>>(endless, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
}

/// A reader of a `Layout`. The caller chooses it by the context.
trait LayoutCodec {
    fn read<'de, R: Source<'de>>(&self, source: &mut R) -> Result<Layout>;
}

/// Reads a layout as `16@8`.
struct SizeAtAlign;
impl LayoutCodec for SizeAtAlign {
    fn read<'de, R: Source<'de>>(&self, source: &mut R) -> Result<Layout> {
        let at = source.offset();
        let text = source.read_str()?;
        text.split_once('@')
            .and_then(|(size, align)| {
                Layout::from_size_align(size.parse().ok()?, align.parse().ok()?).ok()
            })
            .ok_or_else(|| {
                Error::expected(ErrorKind::TypeMismatch, "a layout as 16@8").with_offset(at)
            })
    }
}

/// A type of the caller's own that is read with any context. A derive would only have to add the
/// bound.
#[derive(Debug, PartialEq)]
struct Buffer<L> {
    name: String,
    layout: L,
}

impl<'de, C: ?Sized, L: Decode<'de, C>> Decode<'de, C> for Buffer<L> {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let (mut name, mut layout) = (None, None);
        source.begin_map()?;
        while let Some(key) = source.next_key()? {
            match &*key {
                "name" => name = Some(Decode::<C>::decode(source, context)?),
                "layout" => layout = Some(Decode::<C>::decode(source, context)?),
                _ => source.skip()?,
            }
        }
        Ok(Self {
            name: name.map_or_else(|| <String as Decode<C>>::missing("name"), Ok)?,
            layout: layout.map_or_else(|| L::missing("layout"), Ok)?,
        })
    }
}

// Neither `Layout` nor `Decode` is ours. The context is, and that is enough for the orphan rule.
impl<'de> Decode<'de, SizeAtAlign> for Layout {
    fn decode<R: Source<'de>>(source: &mut R, context: &SizeAtAlign) -> Result<Self> {
        context.read(source)
    }
}

#[test]
fn a_context_chooses_the_codec_of_a_type_that_is_not_ours() {
    let text = br#"[{"name": "page", "layout": "4096@64"}, {"layout": "1@1", "name": ""}]"#;
    let options = ReadOptions::default();
    let buffers: Vec<Buffer<Layout>> = decode(text, &options, &SizeAtAlign).unwrap();
    assert_eq!(
        buffers[0].layout,
        Layout::from_size_align(4096, 64).unwrap()
    );
    assert_eq!(buffers[1].layout, Layout::new::<u8>());
    // This is the same type without a context, because the field needs none.
    let buffers: Vec<Buffer<&str>> = from_slice(text).unwrap();
    assert_eq!(buffers[0].layout, "4096@64");
    let error = decode::<Vec<Option<Layout>>, _>(b"[null, \"x\"]", &options, &SizeAtAlign);
    assert_eq!(
        error.unwrap_err().to_string(),
        "wrong kind of value: expected a layout as 16@8, at $[1] (byte 7)"
    );
    let error = from_slice::<Vec<Buffer<&str>>>(br#"[{"name": ""}]"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "missing member: expected a member `layout`, at $[0] (byte 13)"
    );
}

/// Reads a number at the end of a document, and with many bytes behind it. The two take different
/// paths.
fn with_and_without_room<T: for<'de> Decode<'de> + Clone + std::fmt::Debug + PartialEq>(
    text: &str,
) -> Option<T> {
    let alone = from_str::<T>(text).ok();
    let within: Option<Vec<T>> = from_str(&format!("[{text},{text}{}]", " ".repeat(64))).ok();
    assert_eq!(
        within,
        alone.clone().map(|value| vec![value.clone(), value]),
        "{text}"
    );
    alone
}

fn is_as_std(text: &str) {
    assert_eq!(
        with_and_without_room::<i64>(text),
        text.parse().ok().filter(|_| text != "-0"),
        "{text}"
    );
    assert_eq!(
        with_and_without_room::<u64>(text),
        text.parse().ok(),
        "{text}"
    );
    let narrow = with_and_without_room::<f32>(text).map(f32::to_bits);
    assert_eq!(narrow, text.parse().ok().map(f32::to_bits), "{text}");
    let wide = with_and_without_room::<f64>(text).map(f64::to_bits);
    assert_eq!(wide, text.parse().ok().map(f64::to_bits), "{text}");
}

#[test]
fn integers_of_any_length_are_read_or_refused() {
    for text in [
        "0",
        "-0",
        "7",
        "-7",
        "10",
        "1234567",
        "12345678",
        "123456789012345678",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999",
        "999999999999999999999",
    ] {
        is_as_std(text);
    }
    for text in [
        "00",
        "01",
        "-01",
        "1.",
        "1e",
        "-",
        "+1",
        "1.0",
        "1e2",
        "1E2",
        "12.5",
        "1234567.0",
    ] {
        assert_eq!(with_and_without_room::<i64>(text), None, "{text}");
        assert_eq!(with_and_without_room::<u64>(text), None, "{text}");
    }
    for text in ["-1", "-10"] {
        assert_eq!(with_and_without_room::<u64>(text), None, "{text}");
    }
    assert_eq!(with_and_without_room::<f32>("1e39"), None);
}

proptest! {
    #[test]
    fn typed_numbers_are_those_of_the_standard_library(
        integer in "-?(0|[1-9][0-9]{0,37})",
        decimal in "-?(0|[1-9][0-9]{0,4})\\.[0-9]{1,20}",
    ) {
        is_as_std(&integer);
        is_as_std(&decimal);
    }
}

#[test]
fn a_map_is_left_at_a_glance_or_not_at_all() {
    for spaces in [0, 1, 15, 16, 17, 63, 64, 65, 130] {
        for behind in [0, 1, 70] {
            let space = &["\n", &" ".repeat(200)].concat()[..spaces];
            let text = format!("[{{\"a\":1{space}}},{{}}{}]", " ".repeat(behind));
            let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
            // In an array, and before the first member, there is no end of a map.
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap() && !reader.leaves_map());
            reader.begin_map().unwrap();
            assert!(!reader.leaves_map());
            assert!(reader.expect_key(&Key::new("a")).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            if !reader.leaves_map() {
                assert!(spaces > 16);
                assert_eq!(reader.offset(), "[{\"a\":1".len());
                assert!(reader.next_key().unwrap().is_none());
            }
            assert!(reader.next_item().unwrap() && !reader.leaves_map());
            reader.begin_map().unwrap();
            assert!(reader.next_key().unwrap().is_none());
            assert!(!reader.next_item().unwrap());
            reader.finish().unwrap();
        }
    }
    // There is no comma, another bracket, or the end of the input. `next_key` reports these errors.
    for text in ["{\"a\":1 ", "{\"a\":1 ]", "{\"a\":1,}", "{\"a\":1\u{b}}"] {
        let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        reader.begin_map().unwrap();
        assert!(reader.expect_key(&Key::new("a")).unwrap());
        reader.read_i64().unwrap();
        assert!(!reader.leaves_map());
        assert!(reader.next_key().is_err(), "{text}");
    }
}
