//! C says what Rust says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use varvel_codegen::{Backend, C};
use varvel_fbs::{Disk, Schema, parse};
use varvel_flatbuffers::reflect::SchemaLayout;

use super::cases::{Cases, Random, SKIP_UNKNOWN, Subject};
use super::{folder, options};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// Returns the schema with one of every construct.
pub fn zoo() -> Schema {
    let path = tests().join("zoo.fbs");
    parse(path.to_str().unwrap(), &Disk::default()).unwrap()
}

/// Returns the schema with a struct as its root.
pub fn reading() -> Schema {
    let path = tests().join("reading.fbs");
    parse(path.to_str().unwrap(), &Disk::default()).unwrap()
}

fn suite() -> Option<PathBuf> {
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

fn monster(suite: &Path) -> Schema {
    let disk = Disk::default().searched(suite.join("include_test"));
    let path = suite.join("monster_test.fbs");
    parse(path.to_str().unwrap(), &disk).unwrap()
}

/// A schema, with documents and buffers.
type Corpus = (SchemaLayout, Vec<Vec<u8>>, Vec<Vec<u8>>);

/// Makes cases of documents and buffers of each schema, and mutants of them all.
fn cases_of(all: Vec<Corpus>, mutants: usize) -> Vec<u8> {
    let mut cases = Cases::default();
    let mut buffers = Vec::new();
    let mut subjects = Vec::new();
    for (number, (layout, documents, held)) in (0..).zip(all) {
        let root = layout.layout().root().unwrap();
        let subject = Subject {
            number,
            layout,
            root,
        };
        let made = documents
            .iter()
            .filter_map(|document| cases.json(&subject, 0, document));
        let made: Vec<Vec<u8>> = made.collect();
        for buffer in made.into_iter().chain(held) {
            let (number, _) = cases.buffer(&subject, SKIP_UNKNOWN, &buffer);
            buffers.push((subjects.len(), number, buffer));
        }
        subjects.push(subject);
    }
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for n in 0..mutants {
        let (subject, number, buffer) = &buffers[n % buffers.len()];
        cases.mutant(&subjects[*subject], (*number, buffer), &mut random);
    }
    cases.bytes
}

fn documents(names: &[&str]) -> Vec<Vec<u8>> {
    let files = names
        .iter()
        .map(|name| fs::read_to_string(tests().join(name)).unwrap());
    let lines = |text: String| {
        text.lines()
            .map(|line| line.as_bytes().to_vec())
            .collect::<Vec<_>>()
    };
    files.flat_map(lines).collect()
}

/// The schemas 0 and 1.
fn of_our_own() -> Vec<Corpus> {
    let of = |schema: Schema, names: &[&str]| {
        (
            SchemaLayout::new(&schema).unwrap(),
            documents(names),
            Vec::new(),
        )
    };
    vec![
        of(zoo(), &["zoo.ndjson", "refused.ndjson"]),
        of(reading(), &["reading.ndjson"]),
    ]
}

fn of_monsters(suite: &Path) -> Corpus {
    let all = |names: &[&str]| {
        let files = names.iter().map(|name| fs::read(suite.join(name)).unwrap());
        files.collect()
    };
    let documents = all(&["monsterdata_extra.json"]);
    let buffers = all(&[
        "monsterdata_test.mon",
        "monsterdata_python_wire.mon",
        "unicode_test.mon",
        "FlatBuffers.Test/monsterdata_cstest.mon",
        "javatest.bin",
    ]);
    (
        SchemaLayout::new(&monster(suite)).unwrap(),
        documents,
        buffers,
    )
}

/// The tests of the folder run these with every compiler, also for 32 bits and big-endian machines.
#[test]
fn the_kept_cases_are_what_rust_says() {
    let cases = cases_of(of_our_own(), 2_000);
    let kept = folder().join("tests/corpus/zoo.cases");
    if std::env::var_os("VARVEL_BLESS").is_some() {
        fs::write(&kept, &cases).unwrap();
    }
    assert!(
        fs::read(&kept).unwrap() == cases,
        "{} is another",
        kept.display()
    );
}

#[test]
fn c_says_what_rust_says() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if Command::new(&compiler).arg("--version").output().is_err() {
        println!("skipped: no C compiler");
        return;
    }
    let build = tempfile::tempdir().unwrap();
    let mut all = of_our_own();
    let mut command = Command::new(&compiler);
    command.args([
        "-std=c99",
        "-O2",
        "-Wall",
        "-Wextra",
        "-pedantic",
        "-Werror",
    ]);
    for (schema, name) in [(zoo(), "zoo"), (reading(), "reading")] {
        for file in C.code(&schema, &options(name)).unwrap() {
            fs::write(build.path().join(file.name), file.code).unwrap();
        }
    }
    if let Some(suite) = suite() {
        all.push(of_monsters(&suite));
        for file in C.code(&monster(&suite), &options("monster_test")).unwrap() {
            fs::write(build.path().join(file.name), file.code).unwrap();
        }
        command.arg("-DCORPUS_MONSTER");
    }
    let mutants = std::env::var("VARVEL_MUTANTS").map_or(20_000, |text| text.parse().unwrap());
    let cases = build.path().join("cases");
    fs::write(&cases, cases_of(all, mutants)).unwrap();
    let sources = C
        .runtime()
        .into_iter()
        .filter(|file| file.name.ends_with(".c"));
    let program = build.path().join("corpus");
    command
        .arg("-I")
        .arg(build.path())
        .arg("-I")
        .arg(folder())
        .arg(folder().join("tests/corpus.c"))
        .args(sources.map(|file| folder().join(file.name)))
        .arg("-o")
        .arg(&program);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&program).arg(&cases).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{}:\n{said}", output.status);
}
