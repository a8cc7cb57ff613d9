//! Typed reads guess the text at the cursor. Here all guesses fail: each read must give the same
//! value, or the same error at the same place.

use varvel_core::path::Step;
use varvel_core::{
    Bytes, Discard, Error, ErrorKind, Key, Kind, Limits, Number, Result, Sink, Source, Str, Tag,
    Timestamp,
};
use varvel_json::decode;
use varvel_json::{ReadOptions, Reader, drive, from_str};

/// The name of a typed read, a text that it takes, the read, and its result.
type Read = (
    &'static str,
    &'static str,
    fn(&mut Reader<'_>) -> Result<String>,
    &'static str,
);

/// Every way to read a value.
const READS: &[Read] = &[
    ("null", "null", |r| r.read_null().map(shown), "()"),
    ("bool", "true", |r| r.read_bool().map(shown), "true"),
    ("bool", "false", |r| r.read_bool().map(shown), "false"),
    ("i64", "-7", |r| r.read_i64().map(shown), "-7"),
    (
        "i64",
        "-1234567890123456789",
        |r| r.read_i64().map(shown),
        "-1234567890123456789",
    ),
    ("u64", "7", |r| r.read_u64().map(shown), "7"),
    (
        "u64",
        "18446744073709551615",
        |r| r.read_u64().map(shown),
        "18446744073709551615",
    ),
    ("f64", "7", |r| r.read_f64().map(shown), "7.0"),
    ("f64", "0.25", |r| r.read_f64().map(shown), "0.25"),
    (
        "f64",
        "9007199254740993",
        |r| r.read_f64().map(shown),
        "9007199254740992.0",
    ),
    ("f32", "0.25", |r| r.read_f32().map(shown), "0.25"),
    ("f32", "16777217", |r| r.read_f32().map(shown), "16777216.0"),
    ("number", "7", |r| r.read_number().map(shown), "I64(7)"),
    (
        "exact number",
        "0.10",
        |r| r.read_exact_number().map(shown),
        r#"Decimal("0.10")"#,
    ),
    (
        "string",
        r#""a""#,
        |r| r.read_str().map(|text| shown(&*text)),
        r#""a""#,
    ),
    (
        "likely string",
        r#""a""#,
        |r| match r.likely_str() {
            Some(text) => Ok(shown(&*Str::Input(text))),
            None => r.other_str().map(|text| shown(&*text)),
        },
        r#""a""#,
    ),
    (
        "array",
        "[]",
        |r| {
            let empty = r.passes_empty_array();
            if !empty {
                r.begin_array()?;
            }
            Ok(shown(!empty && r.next_item()?))
        },
        "false",
    ),
    (
        "map",
        "{}",
        |r| {
            r.begin_map()?;
            r.next_key().map(|key| shown(key.is_some()))
        },
        "false",
    ),
    ("skip", "[7]", |r| r.skip().map(shown), "()"),
    (
        "raw",
        "[7]",
        |r| r.read_raw().map(|raw| shown(raw.as_bytes().len())),
        "3",
    ),
    ("drive", "[7]", |r| r.drive(&mut Discard).map(shown), "()"),
];

fn shown(value: impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

#[test]
fn white_space_before_a_value_is_passed_by_every_read() {
    for (name, text, read, expected) in READS {
        for space in [" ", "\n\t\r ", &" ".repeat(70)] {
            let input = [space, text, space, text, space].concat();
            let mut reader = Reader::new(input.as_bytes(), &ReadOptions::default()).unwrap();
            for _ in 0..2 {
                assert_eq!(read(&mut reader).unwrap(), *expected, "{name}: {input}");
            }
            reader.finish().unwrap();
        }
    }
}

#[test]
fn a_value_stands_behind_more_white_space_than_those_before_it() {
    for (name, text, read, expected) in READS {
        for (before, behind) in [(0, 0), (1, 0), (3, 0), (70, 0), (3, 100), (70, 100)] {
            let (before, behind) = (" ".repeat(before), " ".repeat(behind));
            let input = format!(r#"{{"a":1,"b":{before}{text}}}{behind}"#);
            let mut reader = Reader::new(input.as_bytes(), &ReadOptions::default()).unwrap();
            reader.begin_map().unwrap();
            assert!(reader.expect_key(&Key::new("a")).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            assert!(reader.expect_key(&Key::new("b")).unwrap(), "{input}");
            // An error of the value's type would be here.
            assert_eq!(
                reader.offset(),
                r#"{"a":1,"b":"#.len() + before.len(),
                "{input}"
            );
            assert_eq!(read(&mut reader).unwrap(), *expected, "{name}: {input}");
            assert!(reader.next_key().unwrap().is_none(), "{name}: {input}");
            reader.finish().unwrap();
        }
    }
}

#[test]
fn no_read_takes_a_node_beyond_the_limit() {
    for (name, text, read, expected) in READS {
        for behind in ["", &" ".repeat(100)] {
            let input = format!("[0,{text}]{behind}");
            for nodes in [2, 9] {
                let limits = Limits {
                    nodes,
                    ..Limits::DEFAULT
                };
                let options = ReadOptions::with_limits(limits);
                let mut reader = Reader::new(input.as_bytes(), &options).unwrap();
                reader.begin_array().unwrap();
                assert!(reader.next_item().unwrap());
                assert_eq!(reader.read_i64().unwrap(), 0);
                assert!(reader.next_item().unwrap());
                match read(&mut reader) {
                    Ok(found) => assert!(nodes == 9 && found == *expected, "{name}: {input}"),
                    Err(error) => assert_eq!(
                        (nodes, error.kind()),
                        (2, ErrorKind::NodeLimit),
                        "{name}: {input}"
                    ),
                }
            }
        }
    }
}

#[test]
fn a_row_of_floats_is_read_at_once_or_not_touched() {
    let limited = |depth, nodes| {
        let limits = Limits {
            depth,
            nodes,
            ..Limits::DEFAULT
        };
        ReadOptions::with_limits(limits)
    };
    let free = limited(9, 9);
    for (text, options, at_once) in [
        ("[1,2.5,-3e0]", free, true),
        ("[-0,9007199254740992,0.1]", free, true),
        ("[1,2.5,-3]", limited(1, 4), true),
        // These are beyond a limit.
        ("[1,2.5,-3]", limited(1, 3), false),
        ("[1,2.5,-3]", limited(0, 9), false),
        // These are not written in the most likely form.
        (" [1,2.5,-3]", free, true),
        ("[ 1,2.5,-3]", free, false),
        ("[1, 2.5, -3]", free, false),
        ("[1,2.5,-3 ]", free, false),
        ("[1,2.5 ,-3]", free, false),
        // These contain an integer that is not a float.
        ("[1,2,9007199254740993]", free, false),
        ("[1,2,18446744073709551615]", free, false),
        // These have another length, or are not a row of numbers.
        ("[]", free, false),
        ("[1,2]", free, false),
        ("[1,2,3,4]", free, false),
        ("[1,null,3]", free, false),
        ("[1,\"2\",3]", free, false),
        ("[1,[2],3]", free, false),
        ("{}", free, false),
        ("7", free, false),
        ("[1,2,3", free, false),
        ("[1,2,", free, false),
    ] {
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        let at = reader.offset();
        let mut row = [0.0; 3];
        assert_eq!(reader.read_f64_row(&mut row).unwrap(), at_once, "{text}");
        if at_once {
            let items = text.trim().trim_matches(['[', ']']).split(',');
            let items: Vec<f64> = items.map(|item| item.parse().unwrap()).collect();
            assert_eq!(
                row.map(f64::to_bits)[..],
                items.iter().map(|item| item.to_bits()).collect::<Vec<_>>()
            );
            reader.finish().unwrap();
            assert_eq!(
                reader.read_null().unwrap_err().kind() == ErrorKind::NodeLimit,
                options.limits.nodes == 4
            );
        } else {
            assert_eq!(reader.offset(), at, "{text}");
        }
        // Each way of reading gives the same array, or refuses it.
        let array = decode::<[f64; 3], ()>(text.as_bytes(), &options, &());
        let list = decode::<Vec<f64>, ()>(text.as_bytes(), &options, &());
        match (array, list) {
            (Ok(array), Ok(list)) => assert_eq!(array[..], list, "{text}"),
            (Err(_), Ok(list)) => assert_ne!(list.len(), 3, "{text}"),
            (array, list) => assert_eq!(
                array.map(drop).unwrap_err().to_string(),
                list.map(drop).unwrap_err().to_string(),
                "{text}"
            ),
        }
    }
    // `read_f64_row` leaves an empty row to other reads.
    let mut reader = Reader::new(b"[]", &free).unwrap();
    assert!(!reader.read_f64_row(&mut []).unwrap());
    assert!(from_str::<[f64; 0]>("[]").is_ok());
}

#[test]
fn a_document_beyond_the_limit_of_bytes_is_refused_by_every_door() {
    let limits = Limits {
        bytes: 4,
        ..Limits::DEFAULT
    };
    for options in [
        ReadOptions::with_limits(limits),
        ReadOptions::with_limits(limits).with_exact_decimals(),
    ] {
        for (text, fits) in [("[12]", true), ("[12] ", false)] {
            let results = [
                Reader::new(text.as_bytes(), &options).map(drop),
                decode::<Vec<u8>, ()>(text.as_bytes(), &options, &()).map(drop),
                drive(text.as_bytes(), &options, &mut Discard),
            ];
            for result in results {
                let kind = result.map_err(|error| error.kind());
                assert_eq!(
                    kind,
                    if fits {
                        Ok(())
                    } else {
                        Err(ErrorKind::SizeLimit)
                    }
                );
            }
        }
    }
}

/// A sink that logs all events, and refuses one number. It may want decimals as text.
#[derive(Default)]
struct Log {
    events: Vec<String>,
    wants_decimal: bool,
    refused: Option<f64>,
    /// The number of items of each open array so far; `None` for a map.
    open: Vec<Option<usize>>,
}

impl Log {
    fn note(&mut self, event: impl std::fmt::Debug) -> Result {
        self.events.push(shown(event));
        if let Some(Some(items)) = self.open.last_mut() {
            *items += 1;
        }
        Ok(())
    }

    fn number(&mut self, value: f64) -> Result {
        if self.refused == Some(value) {
            let error = Error::new(ErrorKind::NumberOutOfRange);
            return Err(match self.open.last() {
                Some(&Some(index)) => error.inside(Step::Index(index)),
                _ => error,
            });
        }
        self.note(value)
    }
}

impl<'de> Sink<'de> for Log {
    fn null(&mut self) -> Result {
        self.note("null")
    }
    fn bool(&mut self, value: bool) -> Result {
        self.note(value)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.number(value as f64)
    }
    fn u64(&mut self, value: u64) -> Result {
        self.note(value)
    }
    fn f64(&mut self, value: f64) -> Result {
        self.number(value)
    }
    fn f32(&mut self, value: f32) -> Result {
        self.note(value)
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.note(("big", digits))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.note(("decimal", text))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.note(&*value)
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.note(&*value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.note(value)
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.note(tag)
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.note("[")?;
        self.open.push(Some(0));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.open.pop();
        self.events.push("]".into());
        Ok(())
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.note("{")?;
        self.open.push(None);
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.note(("key", &*key))
    }
    fn any_key(&mut self) -> Result {
        self.note("?")
    }
    fn end_map(&mut self) -> Result {
        self.open.pop();
        self.events.push("}".into());
        Ok(())
    }
    fn wants_decimal(&self) -> bool {
        self.wants_decimal
    }
}

/// Returns the events of `document` for a sink that wants decimals as text. A reader that keeps
/// decimals must give the same events.
fn with_decimals(document: &str) -> Vec<String> {
    let mut wanted = Log {
        wants_decimal: true,
        ..Log::default()
    };
    drive(document.as_bytes(), &ReadOptions::default(), &mut wanted).unwrap();
    let mut kept = Log::default();
    let options = ReadOptions::default().with_exact_decimals();
    drive(document.as_bytes(), &options, &mut kept).unwrap();
    assert_eq!(wanted.events, kept.events, "{document}");
    wanted.events
}

#[test]
fn a_sink_that_wants_decimals_gets_their_digits() {
    let decimal = |text| shown(("decimal", text));
    for text in [
        "0.10",
        "-2.500",
        "1e3",
        "-0",
        "0.1000000000000000055511151231257827",
    ] {
        assert_eq!(with_decimals(text), [decimal(text)]);
        let member = with_decimals(&format!(r#"{{"a": {text}}}"#));
        assert_eq!(member[2], decimal(text), "{text}");
        // The decimal is the first item of an array of numbers, or follows integers, which stay
        // integers.
        for array in [
            format!("[{text},7]"),
            format!("[7, {text}, {}]", "9".repeat(30)),
        ] {
            let events = with_decimals(&array);
            assert!(events.contains(&decimal(text)), "{array}");
            assert!(events.contains(&shown(7.0)), "{array}");
        }
    }
}

#[test]
fn a_number_that_is_refused_is_pointed_at() {
    let many = |at: usize, number: &str| {
        let mut items = vec!["0"; 100];
        items[at] = number;
        format!("[[],[{}]]", items.join(", "))
    };
    let documents = [
        "77".to_owned(),
        r#"{"a": 77}"#.to_owned(),
        "[1, 2, 77, 4]".to_owned(),
        "[77]".to_owned(),
        "[\n  1 ,\n  77\n]".to_owned(),
        "[0.5, 77.0, 1]".to_owned(),
        r#"{"a": [[0], [1, 77 ], 2]}"#.to_owned(),
        // These are given in parts, because items of other kinds follow or come before.
        "[1, 77, null]".to_owned(),
        "[1, 0.5, 77]".to_owned(),
        r#"["x", 77, 1]"#.to_owned(),
        r#"[[5], {"a": [1]}, 77, 3]"#.to_owned(),
        r#"["]", [], 77]"#.to_owned(),
        many(3, "77"),
        many(31, "77"),
        many(32, "77"),
        many(99, "77"),
    ];
    for document in documents {
        for options in [
            ReadOptions::default(),
            ReadOptions::default().with_exact_decimals(),
        ] {
            let document = match options.exact_decimals {
                true => document.replace("77.0", "77"),
                false => document.clone(),
            };
            let mut sink = Log {
                refused: Some(77.0),
                ..Log::default()
            };
            let error = drive(document.as_bytes(), &options, &mut sink).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{document}");
            assert_eq!(error.offset(), document.find("77"), "{document}");
        }
    }
}

#[test]
fn what_follows_the_word_of_an_infinity_tells_whether_it_is_one() {
    let options = ReadOptions::default().with_non_finite();
    for word in ["NaN", "Infinity", "-Infinity"] {
        let value = decode::<f64, ()>(word.as_bytes(), &options, &()).unwrap();
        assert!(!value.is_finite());
        for behind in ["x", "7", "_", "$", ".", "-", "+", "é", "\u{2028}"] {
            let text = format!("[{word}{behind}]");
            assert!(
                decode::<Vec<f64>, ()>(text.as_bytes(), &options, &()).is_err(),
                "{text}"
            );
            assert!(
                drive(text.as_bytes(), &options, &mut Discard).is_err(),
                "{text}"
            );
        }
    }
    // Digits before the word make it an error.
    for text in ["1Infinity", "-1Infinity", "12I"] {
        let error = decode::<Vec<f64>, ()>(format!("[{text}]").as_bytes(), &options, &());
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Syntax, "{text}");
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        assert_eq!(reader.peek().unwrap(), Kind::Integer, "{text}");
    }
}

#[test]
fn a_decimal_beyond_all_floats_is_kept_as_text_or_refused() {
    for text in ["1e999", "-1e999", "123456789.5e400"] {
        for input in [
            text.to_owned(),
            format!("[{text},7]"),
            format!(r#"{{"a": {text} }}"#),
        ] {
            let kept = ReadOptions::default().with_exact_decimals();
            let mut log = Log::default();
            drive(input.as_bytes(), &kept, &mut log).unwrap();
            assert!(log.events.contains(&shown(("decimal", text))), "{input}");
            let mut reader = Reader::new(input.as_bytes(), &kept).unwrap();
            assert_eq!(reader.read_raw().unwrap().as_bytes(), input.as_bytes());
            reader.finish().unwrap();
            // It is an error without that option.
            for error in [
                drive(input.as_bytes(), &ReadOptions::default(), &mut Discard),
                Reader::new(input.as_bytes(), &ReadOptions::default()).and_then(|mut r| r.skip()),
            ] {
                let error = error.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NumberOutOfRange, "{input}");
                assert_eq!(error.offset(), input.find(text), "{input}");
            }
        }
        let kept = ReadOptions::default().with_exact_decimals();
        let mut reader = Reader::new(text.as_bytes(), &kept).unwrap();
        match reader.read_number().unwrap() {
            Number::Decimal(digits) => assert_eq!(digits, text),
            other => panic!("{text}: {other:?}"),
        }
        for float in [
            decode::<f64, ()>(text.as_bytes(), &kept, &()).map(drop),
            decode::<f32, ()>(text.as_bytes(), &kept, &()).map(drop),
        ] {
            assert_eq!(
                float.unwrap_err().kind(),
                ErrorKind::NumberOutOfRange,
                "{text}"
            );
        }
    }
}
