//! Pulling a document, driving it, and skipping it give the same values and the same errors.

use proptest::prelude::*;
use varvel_core::{Decode, Discard, ErrorKind, Key, Kind, Limits, Result, Source, UniqueKeys};
use varvel_json::{ReadOptions, Reader, decode, drive, from_str};

use super::tree::{Build, Tree, documents};

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
