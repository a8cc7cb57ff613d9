//! C says what Rust says.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use varvel_codegen::{Backend, C};
use varvel_fbs::Schema;
use varvel_flatbuffers::reflect::SchemaLayout;

use super::languages::cases::Subject;
use super::languages::{self, Texts, drawn_mutants, read, tests};
use super::{folder, options, sanitizers};

/// Returns the schema with one of every construct.
pub fn zoo() -> Schema {
    read(&tests().join("corpus/zoo.fbs"))
}

/// The schemas with a struct as the root.
pub const STRUCT_ROOTS: [&str; 2] = ["reading", "stamp"];

/// Returns one of them.
pub fn struct_root(name: &str) -> Schema {
    read(&tests().join("corpus").join(name).with_extension("fbs"))
}

/// Returns a schema as a subject: with its root, or else its first table.
fn subject(number: usize, schema: &Schema) -> Option<Subject> {
    let tables = schema.objects.iter().position(|of| !of.is_struct());
    Some(Subject {
        number: number as u16,
        layout: SchemaLayout::new(schema).unwrap(),
        root: schema.root.map(|root| root.0 as usize).or(tables)?,
    })
}

/// The tests of the folder run these with every compiler, also for 32 bits and big-endian machines.
#[test]
fn the_kept_cases_are_what_rust_says() {
    let [reading, stamp] = STRUCT_ROOTS.map(struct_root);
    let schemas = [zoo(), reading, stamp];
    let subjects = (0..).zip(&schemas).filter_map(|(n, of)| subject(n, of));
    let subjects: Vec<Subject> = subjects.collect();
    let cases = languages::corpus(&subjects, &Texts::of_our_own(), 0..2_000);
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

/// The warnings are errors, in the code of every schema.
#[test]
fn c_says_what_rust_says_of_every_schema() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if Command::new(&compiler).arg("--version").output().is_err() {
        println!("skipped: no C compiler");
        return;
    }
    let held = tempfile::tempdir().unwrap();
    let build = held.path();
    let mut subjects = Vec::new();
    let mut sources = Vec::new();
    let mut declared = String::new();
    let mut listed = String::new();
    for schema in languages::schemas() {
        // Names are apart within a schema, so each has a source of its own.
        let stem = format!("p{}", sources.len());
        for file in C.code(&schema, &options(&stem)).unwrap() {
            fs::write(build.join(file.name), file.code).unwrap();
        }
        let source = build.join(&stem).with_extension("c");
        let code = format!(
            "#include \"{stem}.h\"\n\
             const vfb_schema *{stem}_of(void);\n\
             const vfb_schema *{stem}_of(void) {{ return &{stem}_schema; }}\n"
        );
        fs::write(&source, code).unwrap();
        sources.push(source);
        let Some(subject) = subject(subjects.len(), &schema) else {
            continue;
        };
        writeln!(declared, "const vfb_schema *{stem}_of(void);").unwrap();
        writeln!(listed, "    {{{stem}_of, {}}},", subject.root).unwrap();
        subjects.push(subject);
    }
    let count = subjects.len();
    let header = format!(
        "{declared}static subject subject_of(unsigned number)\n{{\n    \
         static const struct {{ const vfb_schema *(*schema)(void); uint32_t root; }} all[] = {{\n{listed}    }};\n    \
         subject of = {{NULL, 0}};\n    \
         if (number < {count}) {{ of.schema = all[number].schema(); of.root = all[number].root; }}\n    \
         return of;\n}}\n"
    );
    fs::write(build.join("subjects.h"), header).unwrap();
    let cases = languages::corpus(&subjects, &Texts::all(), drawn_mutants());
    fs::write(build.join("cases"), cases).unwrap();
    let runtime = C.runtime().into_iter().map(|file| folder().join(file.name));
    sources.extend(runtime.filter(|file| file.extension().is_some_and(|end| end == "c")));
    sources.push(folder().join("tests/corpus.c"));
    compile(&compiler, build, &sources);
    let mut command = Command::new(build.join("corpus"));
    let output = command.arg(build.join("cases")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{}:\n{said}", output.status);
    languages::note_conformance("c", subjects.len());
}

/// Compiles sources into the program `corpus`, two at a time.
fn compile(compiler: &str, build: &Path, sources: &[PathBuf]) {
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {said}");
    };
    let object = |n: usize| build.join(format!("{n}.o"));
    thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for (n, source) in sources.iter().enumerate().skip(half).step_by(2) {
                    let mut command = Command::new(compiler);
                    command.args([
                        "-std=c99",
                        "-O1",
                        "-Wall",
                        "-Wextra",
                        "-pedantic",
                        "-Werror",
                    ]);
                    command.args(sanitizers());
                    command.arg("-DCORPUS_SUBJECTS=\"subjects.h\"");
                    command.arg("-I").arg(build).arg("-I").arg(folder());
                    run(command.arg("-c").arg(source).arg("-o").arg(object(n)));
                }
            });
        }
    });
    let objects = (0..sources.len()).map(object);
    let mut command = Command::new(compiler);
    let command = command.args(sanitizers()).args(objects);
    run(command.arg("-o").arg(build.join("corpus")));
}
