//! Compares the documents that Go makes (`FromJSON` and `Freeze` of `bindings/go/frozen`), those
//! that Java makes (`fromJson` and `freeze` of `Frozen` in `bindings/jvm`), and those that Dart
//! makes (`Frozen.parseUtf8` and `Frozen.of` in `bindings/dart`), with those of Rust. For a text of
//! JSON, drawn or mutated, all give the same error at the same place, or
//! documents whose canonical forms have the same bytes. For a drawn document of any kinds of values
//! the canonical forms have the same bytes, too. The other form is not much longer than that of
//! Rust, and the readers in Rust, in C and in the language itself take it.

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use conformance::documents::{Draw, frozen};
use conformance::mutants::Mutant;
use conformance::{cases, suite};
use varvel::formats::{AnyFormat, WriteOptions};
use varvel_core::{Duplicates, Error, Limits, Result};
use varvel_frozen::{Builder, Freeze, Frozen};
use varvel_json::{ReadOptions, drive};

use crate::dart_judge;

use super::{compile, compile_c, compile_java, count, first, run_java, start, text, workspace};

/// Pieces of text that mean something in JSON.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "\\udc00",
    "\\u0000",
    "\\n",
    "\\x",
    "0",
    "-",
    "+",
    ".",
    "e",
    "E9",
    "1e400",
    "-0",
    "1.50",
    "null",
    "true",
    "fals",
    "NaN",
    "-Infinity",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{FEFF}",
    "\u{0}",
    "é",
    "\u{10FFFF}",
    "18446744073709551616",
    "9223372036854775808",
    "\"a\"",
    "\"a\":1,",
    "[1,2],",
    "{\"a\":{}}",
    "//",
];

/// A text of JSON or a document, and how it is read.
struct Case {
    is_document: bool,
    bytes: Vec<u8>,
    duplicates: Duplicates,
    options: ReadOptions,
}

/// Makes cases. Each depends on its number alone.
struct Cases {
    /// The texts of suites that are present: each is judged as it is.
    whole: Vec<Vec<u8>>,
    /// Whether NaN and the infinities may be words.
    non_finite: bool,
    /// Those that are short enough to be mutated.
    texts: Vec<Vec<u8>>,
}

/// The folders of texts: a suite, and a folder in it.
const SUITES: &[(&str, &str)] = &[
    ("JSONTestSuite", "test_parsing"),
    ("simdjson-data", "jsonexamples"),
];

impl Cases {
    fn load(non_finite: bool) -> Self {
        let folders = SUITES
            .iter()
            .filter_map(|(name, folder)| Some(suite(name)?.join(folder)));
        let found = folders.flat_map(|folder| cases(&folder));
        let whole: Vec<Vec<u8>> = found
            .filter(|case| case.extension() == "json")
            .map(|case| case.bytes)
            .collect();
        let texts = whole.iter().filter(|text| text.len() < 4096).cloned();
        Self {
            texts: texts.collect(),
            non_finite,
            whole,
        }
    }

    fn make(&self, number: u64) -> Case {
        let mut case = Case {
            is_document: number.is_multiple_of(2),
            bytes: Vec::new(),
            duplicates: Duplicates::Error,
            options: ReadOptions::default(),
        };
        let mut draw = Draw::new(number);
        if case.is_document {
            let made = (0..8).find_map(|_| frozen(&mut draw));
            case.bytes = made.expect("most draws are documents").into_bytes();
            return case;
        }
        if let Some(text) = self.whole.get(number as usize / 2) {
            case.bytes.clone_from(text);
            return case;
        }
        case.bytes = self.text(&mut draw);
        if !draw.once_in(4) {
            for _ in 0..1 + draw.below(3) {
                change(&mut case.bytes, &mut draw);
            }
        }
        case.duplicates = draw.of(&[Duplicates::Error, Duplicates::First, Duplicates::Last]);
        case.options.exact_decimals = draw.once_in(4);
        case.options.non_finite = draw.once_in(8) && self.non_finite;
        match draw.below(16) {
            0 => case.options.limits.depth = draw.below(6),
            1 => case.options.limits.nodes = draw.below(30),
            _ => {}
        }
        case
    }

    /// Draws a text of JSON, or takes one of the suite.
    fn text(&self, draw: &mut Draw) -> Vec<u8> {
        if !self.texts.is_empty() && draw.once_in(3) {
            return self.texts[draw.below(self.texts.len())].clone();
        }
        let json = AnyFormat::ALL.iter().find(|one| one.word() == "json");
        let mut options = WriteOptions::default();
        options.pretty = draw.once_in(3);
        let text = (0..8).find_map(|_| {
            let document = frozen(draw)?;
            json?.to_vec(&document.view(), &options).ok()
        });
        text.unwrap_or_default()
    }
}

/// Changes a text somewhere.
fn change(text: &mut Vec<u8>, draw: &mut Draw) {
    let at = draw.below(text.len() + 1);
    let len = draw.below(6).min(text.len() - at);
    match draw.below(8) {
        0..=2 => {
            text.splice(at..at, draw.of(PIECES).bytes());
        }
        3 => {
            text.splice(at..at + len, draw.of(PIECES).bytes());
        }
        4 => {
            text.drain(at..at + len);
        }
        5 => {
            // A part comes again, perhaps with a key.
            let long = draw.below(60).min(text.len() - at);
            let part = text[at..at + long].to_vec();
            text.splice(at..at, part);
        }
        6 if draw.once_in(3) => text.truncate(at),
        _ if at < text.len() => text[at] ^= 1 << draw.below(8),
        _ => {}
    }
}

/// Returns the document that Rust makes.
fn frozen_text(case: &Case) -> Result<Frozen> {
    let mut builder = Builder::with(case.duplicates, case.options.limits);
    builder.start()?;
    drive(&case.bytes, &case.options, &mut builder)?;
    builder.finish()
}

/// The verdict of Rust.
struct Verdict {
    error: Option<Error>,
    length: usize,
    canonical: Vec<u8>,
}

fn judge(case: &Case) -> Verdict {
    let made = match case.is_document {
        true => Frozen::validate(&case.bytes).and_then(|view| Freeze::new().freeze(&view)),
        false => frozen_text(case),
    };
    match made {
        Ok(made) => Verdict {
            error: None,
            length: made.as_bytes().len(),
            canonical: Freeze::canonical()
                .freeze_view(made.view())
                .unwrap()
                .into_bytes(),
        },
        Err(error) => Verdict {
            error: Some(error),
            length: 0,
            canonical: Vec::new(),
        },
    }
}

/// Gives the program one case with the verdict of Rust.
fn give(to: &mut impl Write, case: &Case, verdict: &Verdict) -> std::io::Result<()> {
    let error = verdict.error.as_ref();
    let flags = match case.duplicates {
        Duplicates::Error => 0,
        Duplicates::First => 1,
        Duplicates::Last => 2,
    };
    let flags =
        flags | u8::from(case.options.exact_decimals) << 2 | u8::from(case.options.non_finite) << 3;
    let path = error.and_then(Error::path).map(|path| path.to_string());
    let path = path.unwrap_or_default();
    to.write_all(&[
        u8::from(case.is_document),
        flags,
        error.map_or(0, |error| error.kind().number() as u8),
        0,
    ])?;
    let Limits { depth, nodes, .. } = case.options.limits;
    let fields = [
        depth,
        nodes,
        error.and_then(Error::offset).unwrap_or(usize::MAX),
        error.map_or(0, Error::line),
        error.map_or(0, Error::column),
        verdict.length,
        path.len(),
        verdict.canonical.len(),
        case.bytes.len(),
    ];
    for field in fields {
        to.write_all(&u32::try_from(field).unwrap_or(u32::MAX).to_le_bytes())?;
    }
    to.write_all(path.as_bytes())?;
    to.write_all(&verdict.canonical)?;
    to.write_all(&case.bytes)
}

#[test]
fn go_makes_what_rust_makes() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("writers");
    let mut go = Command::new("go");
    go.current_dir(workspace("bindings/go"));
    go.args(["build", "-buildvcs=false", "-o"]);
    if compile(go.arg(&program).arg("./internal/writers"), "Go") {
        let in_c = folder.path().join("judge");
        let in_c = compile_c(&in_c, count()).then_some(in_c);
        agree(&mut Command::new(program), in_c, true, count());
    }
}

#[test]
fn java_makes_what_rust_makes() {
    let folder = tempfile::tempdir().unwrap();
    if compile_java(folder.path(), "Writers") {
        let in_c = folder.path().join("judge");
        let in_c = compile_c(&in_c, count()).then_some(in_c);
        // Strict JSON in Java has no such words, and JSON5 has more than them.
        let mut writers = run_java(folder.path(), "Writers");
        agree(&mut writers, in_c, false, count());
    }
}

#[test]
fn dart_makes_what_rust_makes() {
    let folder = tempfile::tempdir().unwrap();
    dart_judge::each("writers", "documents made", count(), |writers, count| {
        let in_c = folder.path().join("judge");
        let in_c = compile_c(&in_c, count).then_some(in_c);
        agree(writers, in_c, true, count);
    });
}

/// Takes the documents that the program has made: Rust reads the right values from each, and so
/// does the reader in C.
fn take(mut made: impl Read, in_c: Option<PathBuf>) {
    let mut field = || {
        let mut bytes = [0; 4];
        made.read_exact(&mut bytes).ok()?;
        let mut bytes = vec![0; u32::from_le_bytes(bytes) as usize];
        made.read_exact(&mut bytes).ok()?;
        Some(bytes)
    };
    let mut judge = in_c.map(|program| start(&mut Command::new(program)));
    let mut to = judge
        .as_mut()
        .map(|child| BufWriter::new(child.stdin.take().unwrap()));
    let limits = Limits::NONE;
    while let Some(bytes) = field() {
        let canonical = field().unwrap();
        let view = Frozen::validate_with(&bytes, &limits).unwrap_or_else(|error| {
            panic!("{error}: {bytes:?}");
        });
        let again = Freeze::canonical().freeze_view(view).unwrap();
        assert!(again.as_bytes() == canonical, "{view:?}");
        let verdict = super::Verdict {
            number: 0,
            offset: 0,
            text: text::of(view),
        };
        let is_stream = false;
        let mutant = Mutant {
            bytes,
            is_stream,
            limits,
        };
        if let Some(to) = &mut to {
            super::give(to, &mutant, &verdict, super::Told::Number).unwrap();
        }
    }
    drop(to);
    if let Some(mut judge) = judge {
        let mut said = String::new();
        let mut out = judge.stdout.take().unwrap();
        out.read_to_string(&mut said).unwrap();
        assert!(said.ends_with(" 0 differ\n"), "{said}");
        assert!(judge.wait().unwrap().success());
    }
}

/// Lets a program judge cases, which must agree with Rust on each. `non_finite` says whether the
/// program reads NaN and the infinities as words.
fn agree(command: &mut Command, in_c: Option<PathBuf>, non_finite: bool, count: u64) {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut input = BufWriter::new(child.stdin.take().unwrap());
    let made = BufReader::new(child.stdout.take().unwrap());
    let taking = std::thread::spawn(move || take(made, in_c));
    let cases = Cases::load(non_finite);
    let (mut taken, mut given) = (0, Ok(()));
    for number in first()..first() + count {
        let case = cases.make(number);
        let verdict = judge(&case);
        taken += u64::from(!case.is_document && verdict.error.is_none());
        given = give(&mut input, &case, &verdict);
        if given.is_err() {
            break;
        }
    }
    given = given.and_then(|()| input.flush());
    drop(input);
    let mut said = String::new();
    let mut out = child.stderr.take().unwrap();
    out.read_to_string(&mut said).unwrap();
    let ended = child.wait().unwrap();
    for line in said.lines().filter(|line| line.contains("expected")) {
        let number = line.split(' ').next().and_then(|word| word.parse().ok());
        let number: u64 = number.unwrap();
        let case = cases.make(first() + number);
        let text = String::from_utf8_lossy(&case.bytes);
        println!(
            "{line}\n{text:.4000}\n{:?} {:?}",
            case.options, case.duplicates
        );
        println!("{:?}", judge(&case).error);
    }
    assert!(said.ends_with(" 0 differ\n"), "{said}");
    taking.join().expect("documents that all readers take");
    given.unwrap();
    assert!(ended.success());
    assert!(taken > count / 20, "{taken} of {count} texts are taken");
}
