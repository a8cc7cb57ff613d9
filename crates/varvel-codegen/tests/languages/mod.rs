//! The corpus of all languages: which schemas, documents, buffers and mutants there are.

pub mod cases;
pub mod drawn;
pub mod finished;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use cases::{Cases, DEFAULTS, NUMBERS, RELAXED, Random, SIZE_PREFIXED, SKIP_UNKNOWN, Subject};
use varvel_fbs::{Disk, Schema, parse};

/// Returns the folder of this crate's tests.
pub fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Returns the folder of the tests of google/flatbuffers, or prints that it is absent.
pub fn suite() -> Option<PathBuf> {
    let suites = std::env::var_os("VARVEL_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites"),
        PathBuf::from,
    );
    let tests = suites.join("flatbuffers/tests");
    if !tests.is_dir() {
        println!("skipped: no flatbuffers at VARVEL_SUITES or ../shared/suites");
        return None;
    }
    Some(tests)
}

/// Returns the schema in a file.
pub fn read(path: &Path) -> Schema {
    parse(path.to_str().unwrap(), &disk()).unwrap()
}

fn disk() -> Disk {
    match suite() {
        Some(suite) => Disk::default().searched(suite.join("include_test")),
        None => Disk::default(),
    }
}

/// Returns the files below folders whose names end so, in order.
pub fn files(folders: &[PathBuf], ends: &[&str]) -> Vec<PathBuf> {
    let mut folders = folders.to_vec();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if ends.iter().any(|end| path.to_string_lossy().ends_with(end)) => {
                    found.push(path);
                }
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// Returns the schemas of this crate's tests and of the suite.
pub fn schemas() -> Vec<Schema> {
    let folders: Vec<PathBuf> = [Some(tests()), suite()].into_iter().flatten().collect();
    let disk = disk();
    files(&folders, &[".fbs"])
        .iter()
        // Some are there to be refused, or are parts of others.
        .filter_map(|path| parse(path.to_str().unwrap(), &disk).ok())
        .collect()
}

/// The documents and buffers that are tried with each schema.
pub struct Texts {
    /// Documents for one schema or another of this crate's tests.
    own: Vec<String>,
    /// JSON of the suite.
    texts: Vec<Vec<u8>>,
    /// Buffers of the suite.
    binaries: Vec<Vec<u8>>,
    /// Those that begin with their sizes.
    prefixed: Vec<Vec<u8>>,
}

impl Texts {
    /// Returns those of this crate.
    pub fn of_our_own() -> Self {
        let own = files(&[tests().join("corpus")], &[".ndjson"]);
        let lines = own.iter().flat_map(|path| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        });
        Self {
            own: lines.collect(),
            texts: Vec::new(),
            binaries: Vec::new(),
            prefixed: Vec::new(),
        }
    }

    /// Returns those of this crate and of the suite.
    pub fn all() -> Self {
        let folders: Vec<PathBuf> = suite().into_iter().collect();
        let load = |ends: &[&str]| -> Vec<Vec<u8>> {
            let files = files(&folders, ends);
            files.iter().map(|path| fs::read(path).unwrap()).collect()
        };
        let mut all = Self::of_our_own();
        all.own.push(nested_buffers());
        all.texts = load(&[".json", ".golden"]);
        all.binaries = load(&[".bin", ".mon"]);
        all.prefixed = load(&["_sp.mon", ".sp"]);
        all
    }
}

/// Returns a document of `shop.fbs` whose innermost text is inside of more nested buffers than the
/// times that a byte may be visited.
fn nested_buffers() -> String {
    let text = "x".repeat(20_000);
    let innermost = format!(r#"{{"items":[{{"link":"","text":"{text}"}}]}}"#);
    (0..14).fold(innermost, |inner, _| {
        format!(r#"{{"items":[{{"link":"","inner":{inner}}}]}}"#)
    })
}

/// Returns the numbers of the mutants: 100,000, unless variables of the environment say otherwise.
pub fn drawn_mutants() -> Range<usize> {
    let first = number("VARVEL_FIRST_MUTANT", 0);
    first..first + number("VARVEL_MUTANTS", 100_000)
}

/// Returns cases of documents, buffers and mutants of the buffers.
pub fn corpus(subjects: &[Subject], texts: &Texts, mutants: Range<usize>) -> Vec<u8> {
    let mut cases = Cases::default();
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let buffers = buffers(subjects, texts, &mut cases, &mut random);
    for n in mutants {
        // Each depends on its number alone.
        let mut random = Random((n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (subject, at, buffer) = &buffers[n % buffers.len()];
        cases.mutant(&subjects[*subject], (*at, buffer), &mut random);
        if n % MUTANTS_TO_A_TEXT == 0 {
            let of = &subjects[n / MUTANTS_TO_A_TEXT % subjects.len()];
            let text = mutated_text(of, &mut random);
            let flags = [0, RELAXED, RELAXED | SKIP_UNKNOWN, SKIP_UNKNOWN][random.below(4)];
            cases.json(of, flags, &text);
        }
    }
    cases.bytes
}

/// How many mutants of buffers come for each mutant of a text.
const MUTANTS_TO_A_TEXT: usize = 4;

/// Returns a document of a schema, some of whose bytes are others, or come twice, or are gone.
fn mutated_text(of: &Subject, random: &mut Random) -> Vec<u8> {
    let mut text = drawn::document(&of.layout.layout(), of.root, random).into_bytes();
    for _ in 0..1 + random.below(2) {
        let at = random.below(text.len().max(1));
        let end = text.len().min(at + 1 + random.below(12));
        match random.below(4) {
            0 => drop(text.drain(at.min(end)..end)),
            1 => {
                let twice = text[at.min(end)..end].to_vec();
                text.splice(at..at, twice);
            }
            _ => {
                let sign = SIGNS[random.below(SIGNS.len())];
                if let Some(byte) = text.get_mut(at) {
                    *byte = sign;
                }
            }
        }
    }
    text
}

/// Returns the number in a variable of the environment.
pub fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// Returns a buffer whose root has all of its fields behind the size that its vtable says: google's
/// builder for Go shares a vtable between tables of different sizes.
fn with_fields_behind_the_root(buffer: &[u8]) -> Option<Vec<u8>> {
    let word = |at: usize| Some(u32::from_le_bytes(*buffer.get(at..)?.first_chunk()?));
    let root = word(0)?;
    let vtable = root.wrapping_sub(word(root as usize)?) as usize;
    let mut shared = buffer.to_vec();
    shared
        .get_mut(vtable + 2..vtable + 4)?
        .copy_from_slice(&[4, 0]);
    Some(shared)
}

/// Adds documents and buffers for each schema. Returns the buffers that are not too large, each
/// with the subject that it is of, and its number.
fn buffers(
    subjects: &[Subject],
    all: &Texts,
    cases: &mut Cases,
    random: &mut Random,
) -> Vec<(usize, u32, Vec<u8>)> {
    let mut kept = Vec::new();
    for (at, of) in subjects.iter().enumerate() {
        let mut add = |cases: &mut Cases, buffer: Vec<u8>| {
            let shared = with_fields_behind_the_root(&buffer);
            shared.inspect(|shared| _ = cases.buffer(of, 0, shared));
            for flags in [DEFAULTS | NUMBERS | SKIP_UNKNOWN, DEFAULTS, 0] {
                let (number, is_valid) = cases.buffer(of, flags, &buffer);
                if is_valid && flags == 0 && (8..4096).contains(&buffer.len()) {
                    kept.push((at, number, buffer.clone()));
                }
            }
        };
        for text in &all.own {
            let buffer = cases.json(of, 0, text.as_bytes());
            buffer.into_iter().for_each(|buffer| add(cases, buffer));
        }
        for text in RELAXED_TEXTS {
            cases.json(of, RELAXED, text.as_bytes());
            cases.json(of, RELAXED | SKIP_UNKNOWN, text.as_bytes());
        }
        for _ in 0..DRAWN {
            let mut text = RELAXED_TEXTS[random.below(RELAXED_TEXTS.len())]
                .as_bytes()
                .to_vec();
            for _ in 0..1 + random.below(2) {
                let at = random.below(text.len().max(1));
                let sign = SIGNS[random.below(SIGNS.len())];
                if let Some(byte) = text.get_mut(at) {
                    *byte = sign;
                }
            }
            cases.json(of, RELAXED | SKIP_UNKNOWN, &text);
        }
        for text in &all.texts {
            cases.json(of, 0, text);
            let buffer = cases.json(of, RELAXED | SKIP_UNKNOWN, text);
            buffer.into_iter().for_each(|buffer| add(cases, buffer));
        }
        all.binaries
            .iter()
            .for_each(|buffer| add(cases, buffer.clone()));
        for buffer in &all.prefixed {
            cases.buffer(of, SIZE_PREFIXED, buffer);
        }
        for n in 0..DRAWN {
            let text = drawn::document(&of.layout.layout(), of.root, random);
            let flags = [0, DEFAULTS, SKIP_UNKNOWN, RELAXED][n % 4];
            let buffer = cases.json(of, flags, text.as_bytes());
            buffer.into_iter().for_each(|buffer| add(cases, buffer));
            if let Some(buffer) = cases.json(of, flags | SIZE_PREFIXED, text.as_bytes()) {
                cases.buffer(of, SIZE_PREFIXED, &buffer);
            }
        }
    }
    // The buffers of one schema are read by those beside it: files in order have versions of one
    // schema side by side.
    for (at, _, buffer) in &kept {
        for other in [at.wrapping_sub(1), at + 1] {
            if let Some(of) = subjects.get(other) {
                cases.buffer(of, SKIP_UNKNOWN, buffer);
            }
        }
    }
    kept
}

/// The number of documents that are drawn for each schema, and of those that are changed.
const DRAWN: usize = 40;

/// Bytes that mean something in JSON5, and one that is no character.
const SIGNS: &[u8] = b"{}[]:,\"'\\/*+-.0x1eEna_$ \n\t\x00\x7F\xFF";

/// JSON as flatc takes it, and as it does not. In schemas without these members, what is skipped
/// counts.
const RELAXED_TEXTS: &[&str] = &[
    "{ // a\n name: 'a', /* b */ }",
    "{name: \"a\", size: Tiny, traits: \"Furry Fast\",}",
    "{name:'it\\'s', b:[1,2,],}",
    "{a: 0x1F, b: +1, c: .5, d: 5., e: -0x10, f: 1_000}",
    "{a: nan, b: -inf, c: inf, d: +inf, e: NaN, f: Infinity, g: -Infinity, h: -nan}",
    "{a: Red.Blue, b: a.b.c, c: true, d: false, e: null}",
    "{\"a\": 'x', 'b': \"y\", $c: 1, _d: 2, é: 3}",
    "{a: 1 b: 2}",
    "{a: 1,, b: 2}",
    "{,}",
    "[,]",
    "{a: /* open }",
    "// only a comment",
    "{} // at the end",
    "{} /* at the end */ ",
    "{}}",
    "{a: \"line\nbreak\"}",
    "{a: 'tab\tin'}",
    "{a: '\\x41\\v\\0\\\n'}",
    "{a: \"\\u{1F600}\"}",
    "{1: 2}",
    "{a: 01}",
    "{a: -}",
    "{a: --1}",
    "{a: 1e}",
    "{a: 0x}",
    "{a: tru}",
    "{a: True}",
    "{a b: 1}",
    "\u{FEFF}{}",
    "\u{A0}{}",
    "{\u{2028}}",
    "{a: #}",
    "{a: 1;}",
    "{a: \"\\q\"}",
    "{a-b: 1}",
    "{\"name\": \"\u{2028}\"}",
    "{a: 1, a: 2}",
    "{size: -inf, i8: 'x', f32: nan, f64: inf}",
    "{name: \"n\", scalars: {f32: nan, f64: -inf, i32: 0x1F, b: true, i8: -0x7,}}",
    "{name: n}",
    "{name: 'n', flex: {b: [1, 0x1F, .5, +7,], 'a': word, \"c\": -inf, d: {},}}",
    "{name: 'n', flex: nan}",
    "{name: 'n', flex: [\"it's\", 'a \"quote\"', // to the end\n true, Infinity, null,]}",
    "{name: 'n', flex: {a: 1, a: 2}}",
    "{name: 'n', flex: {a.b: 1}}",
    "{name: 'n', flex: [1,,2]}",
    "{name: 'n', flex: 0xFFFFFFFFFFFFFFFFF}",
    "{name: 'n', size: 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF}",
    "{name: 'n', size: 0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF}",
    "{name: 'n', size: -0x000000000000000000000000000000000001}",
    "{name: '\\u00e9\\ud83d\\ude00\\a', again: '\\ud800'}",
    "{n\\u0061me: 'n', \\u0030a: 1}",
    "{name: 'n', hash: word.with.dots, at: {x: 1., y: -.5e+1}}",
    "{name: 'n', scalars: {i32: -0}}",
    "{name: 'n', scalars: {i32: -0x0, u8: -0x00}}",
    "{name: 'n', size: -0x0}",
    "{name: 'n', unions: {one_type: -0x0}}",
    "{name: 'n', flex: [-0, -0x0]}",
    "{a: -0, b: -0x0}",
    "{\"children\":[nullx",
    "{\"children\":[truex",
    "{\"children\":[nulx",
    "{\"children\":nullx",
    "{\"scalars\":{\"i8\":nullx",
    "{\"unions\":{\"one\":nullx",
    "{\"unions\":{\"one_type\":\"NONE\",\"one\":nullx",
    "{\"unions\":{\"one_type\":\"NONE\",\"one\":truex",
    "{\"block\":{\"at\":nullx",
    "{\"block\":{\"sizes\":[1,1,1,nullx",
    "{\"block\":{\"sizes\":[1,1,1,truex",
    "{\"block\":{\"sizes\":[1,1,1,nulx",
    "{\"flex\":[nullx",
    "{名: 1, n·: 2, ำ: 3, ͺ: 4, a\u{309B}: 5, b\u{200D}: 6}",
    "{n×: 1}",
    "{×: 1}",
    "{·n: 1}",
    "{n\\u00d7: 1}",
    "{\\u00b7: 1}",
    "{a: x…}",
    "{a: fals",
    "{name: 'n', scalars: {b: fals",
    "",
    " ",
    "//x\n",
    "{\u{2028}name\u{3000}:\u{A0}'n'/**/,/***/}",
];

/// Notes where `VARVEL_CONFORMANCE` names a folder that a language says of each of so many schemas
/// what Rust says, for `cargo xtask conformance`. Rust is what the others are compared with.
pub fn note_conformance(language: &str, schemas: usize) {
    let Some(folder) = std::env::var_os("VARVEL_CONFORMANCE") else {
        return;
    };
    for language in ["rust", language] {
        let lines: String = (0..schemas)
            .map(|schema| {
                format!(
                    "{{\"language\":\"{language}\",\"set\":\"flatbuffers\",\"case\":\"schema {schema}\",\"result\":\"right\"}}\n"
                )
            })
            .collect();
        fs::write(
            Path::new(&folder).join(format!("{language}-flatbuffers.jsonl")),
            lines,
        )
        .unwrap();
    }
}
