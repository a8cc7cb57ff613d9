//! Compares the Rust reader of frozen buffers and streams with those in C
//! (`bindings/c/varvel_frozen.h`), in Go (`bindings/go/frozen`), in Java (`bindings/jvm`) and in
//! Dart (`bindings/dart`): they accept or refuse the same mutated bytes, with the same error, and
//! read the same values from those they accept. Those in Java and Dart also have the offset of each
//! error.
//!
//! Every other mutant is of a document in the form of another writer (`conformance::forms`).
//!
//! `VARVEL_MUTANTS` is the number of mutants. By default it is 20,000 (10,000 for Dart), or 100,000
//! if `CI` is set.
//! `VARVEL_FIRST_MUTANT` is the number of the first one, by default 0.
//! From 100,000 on the program in C runs with sanitizers. Without a compiler for a language,
//! its test is skipped.

mod text;
mod writers;

use std::env;
use std::io::{BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use conformance::forms::Forms;
use conformance::mutants::{Mutant, Mutants};
use conformance::skipped;
use varvel_core::{Error, Limits};
use varvel_frozen::{Frozen, Stream};

use crate::dart_judge;

/// The number of mutants by default.
const MUTANTS: u64 = 20_000;
/// The number of mutants in continuous integration. From this many on sanitizers are used.
const SANITIZED: u64 = 100_000;

/// Returns how many mutants to judge.
fn count() -> u64 {
    match env::var("VARVEL_MUTANTS") {
        Ok(count) => count.parse().unwrap(),
        Err(_) if env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false") => SANITIZED,
        Err(_) => MUTANTS,
    }
}

/// Returns the number of the first mutant.
fn first() -> u64 {
    env::var("VARVEL_FIRST_MUTANT").map_or(0, |first| first.parse().unwrap())
}

/// Makes mutants. Each depends on its number alone.
struct Made {
    mutants: Mutants,
    forms: Forms,
}

impl Made {
    fn make(&mut self, number: u64) -> Mutant {
        match number % 2 {
            0 => self.mutants.make(number / 2),
            _ => Mutant {
                bytes: self.forms.make(number / 2),
                is_stream: false,
                limits: Limits::DEFAULT,
            },
        }
    }
}

/// The verdict of the Rust reader.
struct Verdict {
    /// The number of the error, or 0.
    number: u8,
    /// The offset of the error, or 0.
    offset: usize,
    /// The text of the value, of a stream a line for each record.
    text: Vec<u8>,
}

impl Verdict {
    fn of(mutant: &Mutant) -> Self {
        match judge(mutant) {
            Ok(text) => Self {
                number: 0,
                offset: 0,
                text,
            },
            Err(error) => Self {
                number: error.kind().number() as u8,
                offset: error.offset().unwrap_or(usize::MAX),
                text: Vec::new(),
            },
        }
    }
}

/// The part of an error that a program is told, and must find.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Number,
    NumberAndOffset,
}

fn judge(mutant: &Mutant) -> Result<Vec<u8>, Error> {
    match mutant.is_stream {
        true => read_stream(&mutant.bytes, mutant.limits),
        false => read_buffer(&mutant.bytes, mutant.limits),
    }
}

fn read_buffer(bytes: &[u8], limits: Limits) -> Result<Vec<u8>, Error> {
    let view = Frozen::validate_with(bytes, &limits)?;
    Ok(text::of(view))
}

fn read_stream(bytes: &[u8], limits: Limits) -> Result<Vec<u8>, Error> {
    let stream = Stream::open(bytes, limits)?;
    stream.validate_all()?;
    let mut lines = Vec::new();
    for record in stream.records() {
        lines.extend(text::of(record?));
        lines.push(b'\n');
    }
    Ok(lines)
}

/// Runs the compiler of a program that judges mutants. Returns whether there is such a compiler.
fn compile(compiler: &mut Command, language: &str) -> bool {
    match compiler.status() {
        Ok(status) => {
            assert!(status.success(), "the judge in {language} does not compile");
            true
        }
        Err(_) => {
            let name = compiler.get_program().to_string_lossy();
            skipped(format_args!(
                "mutated frozen buffers in {language} (no compiler `{name}`)"
            ));
            false
        }
    }
}

/// Returns a path of the workspace.
fn workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Gives the program one mutant with the verdict of the Rust reader.
fn give(
    to: &mut impl Write,
    mutant: &Mutant,
    verdict: &Verdict,
    told: Told,
) -> std::io::Result<()> {
    let limit = |limit: usize| u32::try_from(limit).unwrap_or(u32::MAX).to_le_bytes();
    to.write_all(&[u8::from(mutant.is_stream), verdict.number])?;
    to.write_all(&limit(mutant.limits.depth))?;
    to.write_all(&limit(mutant.limits.nodes))?;
    to.write_all(&limit(verdict.text.len()))?;
    to.write_all(&limit(mutant.bytes.len()))?;
    if told == Told::NumberAndOffset {
        to.write_all(&limit(verdict.offset))?;
    }
    to.write_all(&verdict.text)?;
    to.write_all(&mutant.bytes)
}

fn start(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().unwrap()
}

/// Compiles the program in C that judges `count` documents. Returns whether there is a compiler.
fn compile_c(program: &Path, count: u64) -> bool {
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-O1"]);
    if count >= SANITIZED {
        let sanitizers = "-fsanitize=address,undefined";
        cc.args(["-g", sanitizers, "-fno-sanitize-recover=all"]);
    }
    cc.arg(workspace("bindings/c/frozen/tests/judge.c"));
    compile(cc.arg("-o").arg(program), "C")
}

#[test]
fn the_reader_in_c_agrees_on_mutated_bytes() {
    let count = count();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("judge");
    if compile_c(&program, count) {
        agree(&mut Command::new(program), Told::Number, count);
    }
}

#[test]
fn the_reader_in_go_agrees_on_mutated_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("judge");
    let mut go = Command::new("go");
    go.current_dir(workspace("bindings/go"));
    go.args(["build", "-buildvcs=false", "-o"]);
    if compile(go.arg(&program).arg("./internal/judge"), "Go") {
        agree(&mut Command::new(program), Told::Number, count());
    }
}

#[test]
fn the_reader_in_java_agrees_on_mutated_bytes() {
    let folder = tempfile::tempdir().unwrap();
    if compile_java(folder.path(), "Judge") {
        let mut judge = run_java(folder.path(), "Judge");
        agree(&mut judge, Told::NumberAndOffset, count());
    }
}

#[test]
fn the_reader_in_dart_agrees_on_mutated_bytes() {
    let what = "mutated frozen buffers";
    dart_judge::each("judge", what, count(), |judge, count| {
        agree(judge, Told::NumberAndOffset, count);
    });
}

/// Compiles a program of the tests in Java. Returns whether there is a compiler.
fn compile_java(folder: &Path, program: &str) -> bool {
    let sources = workspace("bindings/jvm/varvel-java/src");
    let mut java = Command::new("javac");
    java.current_dir(&sources);
    java.args(["-sourcepath", "main/java:test/java", "-d"]);
    java.arg(folder);
    java.arg(format!("test/java/dev/varvel/frozen/{program}.java"));
    compile(&mut java, "Java")
}

/// Returns the command that runs a program of the tests in Java.
fn run_java(folder: &Path, program: &str) -> Command {
    let mut java = Command::new("java");
    java.arg("-cp").arg(folder);
    java.args(["-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"]);
    java.arg(format!("dev.varvel.frozen.{program}"));
    java
}

/// Lets a program judge so many mutants, which must agree with the Rust reader on each.
fn agree(program: &mut Command, told: Told, count: u64) {
    let mut child = start(program);
    let mut input = BufWriter::new(child.stdin.take().unwrap());
    let mut mutants = Made {
        mutants: Mutants::load(),
        forms: Forms::default(),
    };
    let (mut taken, mut given) = (0, Ok(()));
    for number in first()..first() + count {
        let mutant = mutants.make(number);
        let verdict = Verdict::of(&mutant);
        taken += u64::from(verdict.number == 0);
        given = give(&mut input, &mutant, &verdict, told);
        if given.is_err() {
            break;
        }
    }
    given = given.and_then(|()| input.flush());
    drop(input);
    let mut said = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    let ended = child.wait().unwrap();
    for line in said.lines().filter(|line| line.contains("expected")) {
        let number = line.split(' ').next().and_then(|word| word.parse().ok());
        let number: u64 = number.unwrap();
        let mutant = mutants.make(first() + number);
        let hex: String = mutant
            .bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        println!("{line}\n{hex}\n{:?}", judge(&mutant).err());
    }
    assert!(said.ends_with("0 differ\n"), "{said}");
    given.unwrap();
    assert!(ended.success());
    assert!(
        taken > count / 20 && taken < count / 2,
        "{taken} of {count} are taken"
    );
}
