//! Documents through files: drawn ones, with nulls at every place.

#![cfg(feature = "parquet")]

mod reading;

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use reading::{lines, open, round};
use varvel::ErrorKind;
use varvel_arrow::{Conflicts, FileWriter, Kind, Projection};

/// Draws documents.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    /// Adds an object. `depth` is how many may follow in it, and `kinds` how many kinds of scalars
    /// there are.
    fn object(&mut self, text: &mut String, depth: usize, kinds: u64) {
        text.push('{');
        for key in ["a", "b", "c", "d"] {
            if self.below(4) == 0 {
                continue;
            }
            if !text.ends_with('{') {
                text.push(',');
            }
            text.push_str(&format!("\"{key}\":"));
            self.member(text, key, depth, kinds);
        }
        text.push('}');
    }

    fn member(&mut self, text: &mut String, key: &str, depth: usize, kinds: u64) {
        match (self.below(5), key) {
            (0, _) => text.push_str("null"),
            (_, "a") if depth > 0 => self.object(text, depth - 1, kinds),
            (_, "b") if depth > 0 => {
                text.push('[');
                for index in 0..self.below(4) {
                    if index > 0 {
                        text.push(',');
                    }
                    match self.below(3) {
                        0 => text.push_str("null"),
                        _ => self.object(text, depth - 1, kinds),
                    }
                }
                text.push(']');
            }
            (_, "c") if kinds == 1 => text.push_str(&self.below(1000).to_string()),
            _ => match self.below(kinds) {
                0 => text.push_str(&format!("\"text {}\"", self.below(5))),
                1 => text.push_str(&self.below(u64::MAX).to_string()),
                2 => text.push_str("true"),
                3 => text.push_str("[1,\"x\",{\"y\":null}]"),
                _ => text.push_str("-0.25"),
            },
        }
    }
}

#[test]
fn nulls_at_every_place_come_back() {
    for seed in 1..40 {
        let mut draw = Draw(seed * 7919);
        let kinds = if seed % 2 == 0 { 1 } else { 5 };
        let mut text = String::new();
        for _ in 0..draw.below(200) + 2 {
            draw.object(&mut text, 3, kinds);
            text.push('\n');
        }
        // All columns have a value, and so a type.
        text.push_str(
            "{\"a\":{\"a\":{\"a\":{\"c\":1}}},\"b\":[{\"b\":[{\"c\":1}]}],\"c\":1,\"d\":\"x\"}\n",
        );
        round::check(text.as_bytes());
    }
}

/// Values that are deep in different ways, with what is in their middle.
fn deep(depth: usize) -> [String; 4] {
    let inside = |begin: &str, end: &str| {
        format!("{{\"a\":{}1{}}}\n", begin.repeat(depth), end.repeat(depth))
    };
    [
        inside("[", "]"),
        inside("{\"a\":", "}"),
        inside("{\"text\":\"x\",\"replies\":[", "]}"),
        inside("[[{\"a\":{\"b\":", "}}]]"),
    ]
}

#[test]
fn values_of_any_depth_come_back() {
    for depth in [8, 20, 24, 25, 36, 40, 41, 60] {
        for value in deep(depth) {
            // Beside an object that is elsewhere a number, so that the column may be a VARIANT.
            let inside = value.trim().replacen("{\"a\":", "", 1);
            let inside = &inside[..inside.len() - 1];
            let shredded = format!("{{\"v\":{{\"x\":1,\"y\":{inside}}}}}\n{{\"v\":7}}\n");
            round::check(value.as_bytes());
            round::check(shredded.as_bytes());
        }
    }
}

#[test]
fn types_that_are_too_deep_are_refused_in_writing() {
    let mut ty = DataType::Int64;
    for _ in 0..80 {
        ty = DataType::List(Arc::new(Field::new("item", ty, true)));
    }
    let schema = Arc::new(Schema::new(vec![Field::new("a", ty, true)]));
    for kind in [Kind::Parquet, Kind::Arrow] {
        let written = FileWriter::new(Vec::new(), kind, &schema).and_then(FileWriter::finish);
        let error = written.map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        assert!(error.to_string().contains("column `a`"), "{error}");
    }
}

#[test]
fn a_projection_leaves_what_it_names() {
    let input = br#"{"id":1,"user":{"name":"ada","tags":[{"k":"x","v":1}]},"m":2}
{"id":2,"user":null,"m":3}
"#;
    for kind in [Kind::Parquet, Kind::Arrow] {
        let (bytes, _) = round::file(input, kind, Conflicts::Text).unwrap();
        let read = |paths: &[&str]| {
            let mut reader = open(bytes.clone()).unwrap();
            reader
                .project(&Projection::new(paths.iter().copied()).unwrap())
                .unwrap();
            lines(&mut reader).unwrap()
        };
        let whole = r#"{"id":1,"user":{"name":"ada","tags":[{"k":"x","v":1}]}}"#;
        assert_eq!(read(&["id", "user"]), [whole, r#"{"id":2,"user":null}"#]);
        assert_eq!(read(&["m"]), [r#"{"m":2}"#, r#"{"m":3}"#]);
        if kind == Kind::Parquet {
            let part = r#"{"user":{"tags":[{"k":"x"}]}}"#;
            assert_eq!(read(&["user.tags.k"]), [part, r#"{"user":null}"#]);
            let part = r#"{"id":1,"user":{"name":"ada"}}"#;
            assert_eq!(read(&["user.name", "id"])[0], part);
        }
    }
}
