//! Compares the errors of JSON and JSON5 in Rust with those in Java (`bindings/jvm`), and those of
//! JSON with those in Dart (`bindings/dart`): of mutated texts all take the same, and give the same
//! error for the others: number, byte, line, column, path, and the words of the message. Limits and
//! options are drawn as well.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use conformance::documents::Draw;
use conformance::suite;
use varvel::formats::{AnyFormat, ReadOptions};
use varvel::{Duplicates, Error, Value, json};

use crate::dart_judge;
use crate::java_judge::judge;
use crate::line_judge::{self, count};

/// Longer texts are not mutated.
const LONGEST: usize = 2000;

/// Bytes that mean something to a reader.
const BYTES: &[u8] =
    b"{}[]:,\"\\ \n\t0123456789.eE+-truefalsn/*'x$_uabcdefD8\0\x01\x7F\x80\xC3\xA9\
    \xE2\x82\xAC\xED\xA0\xF0\x9F\x98\xFF\xEF\xBB\xBF";

const WORDS: &[&str] = &[
    "\\u", "\\ud83d", "\\ude00", "null", "true", "1e999", "\"a\":", "[[", "\"a\"", "Infinity",
    "NaN", "//", "/*", "*/", "\u{2028}", "0x", "\r\n", "\u{a0}", "\u{202e}",
];

const TEXTS: &[&str] = &[
    r#"{"a":[1,2,{"b":null,"cé":"x\ud83d\ude00"}],"d":-1.5e3,"e":true,"f":{"g":{"h":[]}}}"#,
    r#"[{"id":1,"name":"A\n"},{"id":2,"name":"B"},{"id":3,"id":4}]"#,
    "{\"schlüssel\":[\"日本\",\"😀\"],\n \"x y\":{\"a\":2,\"a\":3}}",
    "// c\n{a: [.5, 0x10, +1, -Infinity,], 'b': \"c\\\nd\", /* e */ $f: null}",
];

/// A text with its options.
struct Case {
    format: AnyFormat,
    exact: bool,
    duplicates: usize,
    depth: usize,
    nodes: Option<usize>,
    bytes: Option<usize>,
    text: Vec<u8>,
}

impl Case {
    fn draw(seeds: &[Vec<u8>], number: u64) -> Self {
        let mut draw = Draw::new(number);
        let mut text = seeds[draw.below(seeds.len())].clone();
        for _ in 0..draw.of(&[0, 1, 1, 1, 2, 3]) {
            mutate(&mut text, seeds, &mut draw);
        }
        Self {
            format: draw.of(&[AnyFormat::Json, AnyFormat::Json, AnyFormat::Json5]),
            exact: draw.once_in(5),
            duplicates: draw.of(&[0, 0, 0, 1, 2]),
            depth: draw.of(&[128, 128, 128, 3, 1, 0]),
            nodes: draw.once_in(5).then(|| draw.below(8)),
            bytes: draw.once_in(10).then(|| draw.below(30)),
            text,
        }
    }

    /// Returns whether the text has a character that is newer than the Unicode of JDK 17.
    fn is_new(&self) -> bool {
        let text = String::from_utf8_lossy(&self.text);
        text.contains(|c: char| matches!(c, '\u{9FFD}'..='\u{9FFF}'))
    }

    /// Returns the verdict of Rust.
    fn verdict(&self) -> String {
        let mut options = ReadOptions::default();
        options.exact_decimals = self.exact;
        options.limits.depth = self.depth;
        options.limits.nodes = self.nodes.unwrap_or(options.limits.nodes);
        options.limits.bytes = self.bytes.unwrap_or(options.limits.bytes);
        let policies = [Duplicates::Error, Duplicates::First, Duplicates::Last];
        match self
            .format
            .freeze(&self.text, policies[self.duplicates], &options)
        {
            Ok(_) => "taken".to_owned(),
            Err(error) => described(&error),
        }
    }

    /// Returns the case as a line for a program.
    fn line(&self) -> String {
        let limit = |limit: Option<usize>| limit.map_or("-".to_owned(), |limit| limit.to_string());
        let mut line = format!(
            "{} {} {} {} {} {} ",
            self.format.word(),
            u8::from(self.exact),
            self.duplicates,
            self.depth,
            limit(self.nodes),
            limit(self.bytes),
        );
        for byte in &self.text {
            let _ = write!(line, "{byte:02x}");
        }
        line + " " + &self.verdict() + "\n"
    }
}

fn described(error: &Error) -> String {
    format!(
        "{} {} {} {} {} | {} | {}",
        error.kind().number(),
        error.offset().map_or(-1, |offset| offset as i64),
        error.line(),
        error.column(),
        error
            .path()
            .map(|path| path.to_string())
            .unwrap_or_default(),
        error.expectation().unwrap_or_default(),
        error.found().unwrap_or_default(),
    )
}

fn mutate(text: &mut Vec<u8>, seeds: &[Vec<u8>], draw: &mut Draw) {
    let at = draw.below(text.len() + 1);
    match draw.below(6) {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = draw.of(BYTES),
        2 => text.truncate(at),
        3 => drop(text.splice(at..at, draw.of(WORDS).bytes())),
        4 => {
            let other = &seeds[draw.below(seeds.len())];
            let from = draw.below(other.len() + 1);
            let to = other.len().min(from + draw.below(12));
            text.splice(at..at, other[from..to].iter().copied());
        }
        _ => text.insert(at, draw.of(BYTES)),
    }
}

/// Returns texts of our own, those of the vectors, and those of suites.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect();
    for set in ["json", "json5"] {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../spec/vectors/{set}.json"));
        let table: Value = json::from_slice(&fs::read(file).unwrap()).unwrap();
        for case in table.get("cases").unwrap().items() {
            if let Some(text) = case.get("text") {
                seeds.push(text.as_str().unwrap().as_bytes().to_vec());
            }
        }
    }
    if let Some(folder) = suite("JSONTestSuite") {
        seeds.extend(
            conformance::cases(&folder.join("test_parsing"))
                .into_iter()
                .map(|case| case.bytes),
        );
    }
    if let Some(folder) = suite("json5-tests") {
        seeds.extend(
            conformance::cases(&folder)
                .into_iter()
                .map(|case| case.bytes),
        );
    }
    seeds.retain(|text| text.len() <= LONGEST);
    seeds
}

#[test]
fn the_errors_in_java_are_those_in_rust() {
    let seeds = seeds();
    let cases = (0..count()).map(|number| Case::draw(&seeds, number));
    let lines = cases.filter(|case| !case.is_new()).map(|case| case.line());
    judge("dev/varvel/json/Judge", "mutated texts of JSON", lines);
}

#[test]
fn the_errors_in_dart_are_those_in_rust() {
    let seeds = seeds();
    let what = "mutated texts of JSON";
    dart_judge::each("errors", what, count(), |program, count| {
        let cases = (0..).map(|number| Case::draw(&seeds, number));
        let cases = cases.filter(|case| case.format == AnyFormat::Json);
        let lines = cases.take(count as usize).map(|case| case.line());
        line_judge::judge(program, count, lines);
    });
}
