//! JSON5, compared with the npm package `json5`, which the authors of JSON5 write: both read drawn
//! texts, right and wrong ones, as the same values, or both refuse them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use varvel::json::{ReadOptions, Relaxed, WriteOptions, drive, to_string_with};
use varvel::{Duplicates, Limits, Result, View, with_builder};

/// Reads texts, and writes the value of each, or nothing. Numbers are written as their bits.
const SCRIPT: &str = r#"
let json5;
console.warn = () => {};
try { json5 = require("json5"); } catch { process.exit(77); }
const bits = new DataView(new ArrayBuffer(8));
function shown(value) {
  if (typeof value === "number") {
    if (Number.isNaN(value)) return "NaN";
    bits.setFloat64(0, value);
    return "=" + bits.getBigUint64(0).toString(16);
  }
  if (Array.isArray(value)) return "[" + value.map(shown).join(",") + "]";
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value).map(([key, value]) => JSON.stringify(key) + ":" + shown(value));
    return "{" + members.sort().join(",") + "}";
  }
  return JSON.stringify(value);
}
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const found = texts.map((text) => { try { return shown(json5.parse(text)); } catch { return null; } });
process.stdout.write(JSON.stringify(found));
"#;

/// The number of texts that are drawn.
const TEXTS: usize = 6000;

/// Pseudo-random numbers, the same in each run (Marsaglia, "Xorshift RNGs").
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// Adds white space, or none, or a comment.
    fn space(&mut self, out: &mut String) {
        let space = self.of(&[
            "", "", "", " ", "\n", "\t", "\u{A0}", "\u{2028}", "\u{FEFF}", "/* c */", "// c\n",
        ]);
        out.push_str(space);
    }

    fn scalar(&mut self) -> &'static str {
        self.of(&[
            "0",
            "-0",
            "+1",
            "1.",
            ".5",
            "-.5e3",
            "5.e-1",
            "1e5",
            "0x1F",
            "-0XaB",
            "+0x0",
            "123456789012",
            "NaN",
            "-NaN",
            "+NaN",
            "Infinity",
            "-Infinity",
            "+Infinity",
            "null",
            "true",
            "false",
            "'a'",
            "\"b\"",
            "'it\\'s'",
            "\"a'b\"",
            "'\\x41\\u00e9\\v\\0'",
            "'a\\\nb'",
            "'\\q'",
            "'\u{2028}'",
            "''",
            "\"\\uD83D\\uDE00\"",
            "'\t'",
        ])
    }

    /// Returns a text that is wrong, or nearly right.
    fn wrong(&mut self) -> &'static str {
        self.of(&[
            "01",
            "0x",
            "1_0",
            ".",
            "+",
            "- 1",
            "--1",
            "1e",
            "0b1",
            "nan",
            "infinity",
            "Nan1",
            "NaNs",
            "-null",
            "undefined",
            "'a",
            "'a\nb'",
            "\"\\01\"",
            "'\\x4'",
            "'\\u00g0'",
            "`a`",
            "a",
            ",",
            ":",
            "/",
            "/*",
            "1 2",
            "#",
            "]",
            "}",
            "Infinity5",
            "-Infinity.",
            "1.2.3",
            "0x1.5",
            "\u{85}1",
        ])
    }

    fn name(&mut self) -> &'static str {
        self.of(&[
            "a",
            "b1",
            "$",
            "_x",
            "\u{E9}",
            "\\u0061z",
            "null",
            "NaN",
            "Infinity",
            "'q r'",
            "\"s\"",
            "''",
            "true",
            "\u{928}\u{940}",
            "1a",
            "a-b",
            "5",
            "'",
        ])
    }

    fn value(&mut self, out: &mut String, depth: usize) {
        self.space(out);
        match self.below(if depth < 3 { 12 } else { 8 }) {
            0 if self.below(6) == 0 => out.push_str(self.wrong()),
            8 | 9 => self.list(out, depth, "[", "]"),
            10 | 11 => self.list(out, depth, "{", "}"),
            _ => out.push_str(self.scalar()),
        }
        self.space(out);
    }

    fn list(&mut self, out: &mut String, depth: usize, open: &str, close: &str) {
        out.push_str(open);
        let count = self.below(4);
        for i in 0..count {
            if open == "{" {
                self.space(out);
                out.push_str(self.name());
                self.space(out);
                out.push_str(if self.below(40) == 0 { "" } else { ":" });
            }
            self.value(out, depth + 1);
            let comma = i + 1 < count || self.below(4) == 0;
            out.push_str(if comma { "," } else { "" });
        }
        self.space(out);
        out.push_str(close);
    }
}

/// Writes a node in the form of the script.
fn shown(node: View<'_>, out: &mut String) {
    if let Some(value) = node.as_f64() {
        match value.is_nan() {
            true => out.push_str("NaN"),
            false => write!(out, "={:x}", value.to_bits()).unwrap(),
        }
    } else if node.is_array() {
        out.push('[');
        for (i, item) in node.items().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            shown(item, out);
        }
        out.push(']');
    } else if node.is_object() {
        let members = node.pairs().map(|(key, value)| {
            let mut member = json(&key) + ":";
            shown(value, &mut member);
            member
        });
        let mut members: Vec<String> = members.collect();
        // JavaScript compares strings by their UTF-16 units.
        members.sort_by_key(|member| member.encode_utf16().collect::<Vec<_>>());
        write!(out, "{{{}}}", members.join(",")).unwrap();
    } else {
        out.push_str(&json(&node));
    }
}

fn json(node: &View<'_>) -> String {
    to_string_with(node, &WriteOptions::compact()).unwrap()
}

/// Returns the value of a text, and how we write it.
fn read(text: &str) -> Result<(String, String)> {
    let relaxed = Relaxed::with_non_finite(text.as_bytes())?;
    let options = ReadOptions::default().with_non_finite();
    with_builder(Duplicates::Last, Limits::DEFAULT, |builder| {
        builder.start()?;
        relaxed.read(|json| drive(json, &options, builder))?;
        let mut out = String::new();
        let view = builder.finish_view()?;
        shown(view, &mut out);
        let options = WriteOptions::pretty().bare_names().non_finite_as_words();
        Ok((out, to_string_with(&view, &options)?))
    })
}

#[test]
fn the_package_of_its_authors_reads_the_same() {
    let mut draw = Draw(0x9E37_79B9_7F4A_7C15);
    let texts: Vec<String> = (0..TEXTS)
        .map(|_| {
            let mut text = String::new();
            draw.value(&mut text, 0);
            text
        })
        .collect();
    let ours: Vec<_> = texts.iter().map(|text| read(text)).collect();
    let written = ours.iter().flatten().map(|(_, written)| written.clone());
    let all: Vec<String> = texts.iter().cloned().chain(written).collect();
    let node = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut node) = node else {
        conformance::skipped("no node");
        return;
    };
    let mut input = node.stdin.take().unwrap();
    // If the package is missing, the script reads nothing.
    let _ = input.write_all(&varvel::json::to_vec(&all).unwrap());
    drop(input);
    let output = node.wait_with_output().unwrap();
    if output.status.code() == Some(77) {
        conformance::skipped("no npm package json5 (NODE_PATH says where packages are)");
        return;
    }
    assert!(output.status.success());
    let found: Vec<Option<String>> = varvel::json::from_slice(&output.stdout).unwrap();
    let (mut taken, mut refused) = (0, 0);
    let meant = ours
        .iter()
        .map(|read| read.as_ref().ok().map(|(meaning, _)| meaning));
    let expected = meant.clone().chain(meant.filter(Option::is_some));
    for ((text, ours), theirs) in all.iter().zip(expected).zip(found) {
        match &theirs {
            Some(_) => taken += 1,
            None => refused += 1,
        }
        assert_eq!(ours, theirs.as_ref(), "{text:?}");
    }
    assert!(
        taken > TEXTS / 4 && refused > TEXTS / 20,
        "{taken}, {refused}"
    );
}
