//! Typed reads guess what stands at the cursor. Here nothing is as they guess: each is to read the same, or to refuse the same
//! at the same place.

use varvel_core::{Discard, Key, Result, Source, Str};
use varvel_json::{ReadOptions, Reader};

/// A typed read by its name, a text that it takes, and what it gives.
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
            // Where an error of its type would be.
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
