//! Tests of the code for Dart: it compiles, and agrees with Rust about a corpus of buffers, mutants
//! and JSON, also with the numbers of programs on the web.
//!
//! They need a Dart virtual machine, which `bindings/dart/tool/vm.sh` finds; without it they are
//! skipped. `VARVEL_MUTANTS` says how many mutants there are, `VARVEL_FIRST_MUTANT` the number of
//! the first one, and `VARVEL_DART_OUT` in which folder all of it is kept.
#![forbid(unsafe_code)]

mod builders;
mod flatc;
#[path = "../languages/mod.rs"]
mod languages;
mod program;

use std::fmt::Write as _;
use std::fs;

use languages::cases::Subject;
use languages::{Texts, drawn_mutants, files, number, read, schemas, suite, tests};
use program::Program;
use varvel_codegen::{Backend, Dart, Files, Options, join_files};
use varvel_fbs::{Disk, parse, parse_text};
use varvel_flatbuffers::reflect::SchemaLayout;

/// How many mutants there are if `VARVEL_MUTANTS` does not say so.
const MUTANTS: usize = 10_000;

#[test]
fn every_schema_becomes_code() {
    let Some(mut program) = Program::new("every") else {
        return;
    };
    left_out();
    for schema in schemas() {
        let code = program.add(&schema, Options::default());
        assert!(
            code.lines().all(|line| line == line.trim_end()),
            "a line ends with a space"
        );
    }
    program.run("");
}

/// Prints which files of the suite become no code, and why.
fn left_out() {
    let Some(suite) = suite() else {
        return;
    };
    let disk = Disk::default().searched(suite.join("include_test"));
    for file in files(&[suite], &[".fbs"]) {
        if let Err(problems) = parse(file.to_str().unwrap(), &disk) {
            let reason = problems.to_string();
            let reason = reason.lines().next().unwrap_or_default();
            println!("left out: {}: {reason}", file.display());
        }
    }
}

#[test]
fn code_without_json_does_not_import_it() {
    let Some(mut program) = Program::new("plain") else {
        return;
    };
    for schema in schemas() {
        let options = Options {
            no_json: true,
            ..Options::default()
        };
        let code = program.add(&schema, options);
        assert!(!code.contains("json"), "{code}");
    }
    program.run("");
}

/// The tests and the measurements of the package need these without Rust.
#[test]
fn the_code_in_the_package_is_what_it_was() {
    let root = tests().join("../../..");
    let package = root.join("bindings/dart");
    let own = ["wishes", "later", "earlier", "lamp", "robot"];
    let own = own.map(|name| {
        package
            .join("test/schemas")
            .join(name)
            .with_extension("fbs")
    });
    let others = [
        (tests().join("corpus/keys.fbs"), "test/src/generated"),
        (root.join("bench/schemas/objectbox.fbs"), "benchmark/src"),
    ];
    let own = own.map(|schema| (schema, "test/src/generated"));
    for (schema, folder) in own.into_iter().chain(others) {
        let options = Options {
            stem: Some(schema.file_stem().unwrap().to_str().unwrap().to_owned()),
            no_json: folder == "benchmark/src",
            ..Options::default()
        };
        let code = Dart.code(&read(&schema), &options).unwrap().remove(0);
        let golden = package.join(folder).join(&code.name);
        if std::env::var_os("VARVEL_BLESS").is_some() {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, &code.code).unwrap();
        }
        assert!(
            fs::read_to_string(&golden).unwrap() == code.code,
            "{} is another",
            golden.display()
        );
    }
}

#[test]
fn each_file_of_a_schema_is_a_library() {
    let generated = |name: &str| read(&tests().join("generated").join(name));
    let joined = join_files(&[generated("order.fbs"), generated("bill.fbs")]).unwrap();
    let options = Options {
        files: Files::Each,
        stem: Some("orders".into()),
        ..Options::default()
    };
    let files = Dart.code_joined(&joined, &options).unwrap();
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "bill.fbs.dart",
            "order.fbs.dart",
            "orders.fbs.dart",
            "shared.fbs.dart"
        ]
    );
    for file in &files {
        let mut imports: Vec<&str> = file
            .code
            .lines()
            .filter(|line| line.starts_with("import ") || line.starts_with("export "))
            .collect();
        let count = imports.len();
        imports.sort_unstable();
        imports.dedup();
        assert_eq!(count, imports.len(), "{} imports twice", file.name);
    }
    if let Some(program) = Program::new("each") {
        program.write(&files);
        program.main("import 'orders.fbs.dart';\n\nvoid main() {\n  print(ordersSchema.objects.length);\n}\n");
        program.vm(&[]);
    }
}

#[test]
fn names_of_two_namespaces_are_apart() {
    let text = "namespace A.B; table C { d: int; } namespace A; table C { d: B.C; } root_type C;";
    let code = Dart.generate(&parse_text(text).unwrap()).unwrap();
    assert!(code.contains("final class C ") && code.contains("final class ABC "));
    assert!(code.contains("ABC? get d"));
}

#[test]
fn options_are_checked() {
    let schema = parse_text("table Lamp { name: string; } root_type Lamp;").unwrap();
    let code = |options: Options| Dart.code(&schema, &options);
    let with = Options {
        prefix: Some("my".into()),
        runtime: Some("package:copy".into()),
        stem: Some("a-lamp".into()),
        ..Options::default()
    };
    let files = code(with).unwrap();
    assert_eq!(files[0].name, "a-lamp.fbs.dart");
    let text = &files[0].code;
    for found in [
        "import 'package:copy/flatbuffers.dart' as fb;",
        "class MyLamp ",
        "class MyLampT ",
        " myALampSchema = ",
    ] {
        assert!(text.contains(found), "{found} is not in\n{text}");
    }
    for runtime in ["", "a'b", "a b", "x/"] {
        let options = Options {
            runtime: Some(runtime.into()),
            ..Options::default()
        };
        assert!(code(options).unwrap_err().is_option(), "{runtime}");
    }
}

#[test]
fn dart_says_what_rust_says() {
    let Some(mut program) = Program::new("corpus") else {
        return;
    };
    let mut subjects = Vec::new();
    let mut registry = String::new();
    for schema in schemas() {
        let tables = schema.objects.iter().position(|of| !of.is_struct());
        let Some(root) = schema.root.map(|root| root.0 as usize).or(tables) else {
            continue;
        };
        let code = program.add(&schema, Options::default());
        let library = program.last();
        let class = class_of(&code, &format!("{library}Schema, {root}, bytes)"));
        writeln!(
            registry,
            "  Subject({library}.{library}Schema, {root}, \
             (bytes) => {library}.{class}.read(bytes).unpack().toBytes()),"
        )
        .unwrap();
        subjects.push(Subject {
            number: subjects.len() as u16,
            layout: SchemaLayout::new(&schema).unwrap(),
            root,
        });
    }
    let first = drawn_mutants().start;
    let mutants = first..first + number("VARVEL_MUTANTS", MUTANTS);
    let cases = languages::corpus(&subjects, &Texts::all(), mutants);
    program.write_bytes("cases.bin", &cases);
    let harness = include_str!("corpus.dart.txt")
        .replace("// imports\n", &program.imports())
        .replace("  // subjects\n", &registry);
    program.main(&harness);
    println!("{}", program.vm(&[]));
    println!("{}", program.vm(&["-Dvarvel.web=true"]));
    languages::note_conformance("dart", subjects.len());
}

/// Returns the class whose constructor verifies a buffer by this call.
fn class_of<'c>(code: &'c str, call: &str) -> &'c str {
    let at = code.find(&format!("verify.root({call}")).unwrap();
    let (before, _) = code[..at].rsplit_once(".at(").unwrap();
    before.rsplit([' ', '\n']).next().unwrap()
}
