//! Tests of the code for Go: it is formatted, compiles without a warning, and agrees with Rust
//! about a corpus of buffers, mutants and JSON.
//!
//! They need `go`; without it they are skipped. `VARVEL_MUTANTS` says how many mutants there are,
//! `VARVEL_FIRST_MUTANT` the number of the first one, and `VARVEL_GO_OUT` in which folder all of it
//! is kept.
#![forbid(unsafe_code)]

mod binary;
mod cases;
mod drawn;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use binary::written;
use cases::{Cases, DEFAULTS, NUMBERS, RELAXED, Random, SIZE_PREFIXED, SKIP_UNKNOWN, Subject};
use varvel_codegen::{Backend, Go, Options};
use varvel_fbs::{Disk, Schema, parse};
use varvel_flatbuffers::reflect::SchemaLayout;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
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

/// The version that `bindings/go/check.sh` runs, too.
const STATICCHECK: &str = "honnef.co/go/tools/cmd/staticcheck@v0.8.2";

/// A module of Go with a package for each schema.
struct Module {
    folder: PathBuf,
    _held: Option<tempfile::TempDir>,
    packages: Vec<String>,
}

impl Module {
    /// Begins a module, or returns nothing if there is no Go.
    fn new(name: &str) -> Option<Self> {
        if Command::new("go").arg("version").output().is_err() {
            println!("skipped: no go");
            return None;
        }
        let (folder, held) = match std::env::var_os("VARVEL_GO_OUT") {
            Some(folder) => (PathBuf::from(folder).join(name), None),
            None => {
                let held = tempfile::tempdir().unwrap();
                (held.path().to_owned(), Some(held))
            }
        };
        fs::create_dir_all(&folder).unwrap();
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/go");
        let module = format!(
            "module corpus\n\ngo 1.23\n\nrequire example.invalid/varvel/bindings/go v0.0.0\n\n\
             replace example.invalid/varvel/bindings/go => {}\n",
            fs::canonicalize(runtime).unwrap().display()
        );
        fs::write(folder.join("go.mod"), module).unwrap();
        Some(Self {
            folder,
            _held: held,
            packages: Vec::new(),
        })
    }

    /// Generates a package. Returns its code.
    fn add(&mut self, schema: &Schema) -> String {
        let package = format!("p{}", self.packages.len());
        let options = Options {
            package: Some(package.clone()),
            stem: Some("code".into()),
            ..Options::default()
        };
        let folder = self.folder.join(&package);
        fs::create_dir_all(&folder).unwrap();
        let mut all = String::new();
        for file in Go.code(schema, &options).unwrap() {
            fs::write(folder.join(&file.name), &file.code).unwrap();
            all += &file.code;
        }
        self.packages.push(package);
        all
    }

    /// Runs a command, which must succeed. Returns its output.
    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        let output = command.current_dir(&self.folder).args(arguments).output();
        let output = output.unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{program} {arguments:?}:\n{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        text
    }

    /// Checks format and warnings.
    fn check(&self) {
        assert_eq!(
            self.run("gofmt", &["-l", "."]),
            "",
            "gofmt changes these files"
        );
        self.run("go", &["vet", "./..."]);
    }
}

fn read(path: &Path) -> Schema {
    parse(path.to_str().unwrap(), &disk()).unwrap()
}

fn disk() -> Disk {
    match suite() {
        Some(suite) => Disk::default().searched(suite.join("include_test")),
        None => Disk::default(),
    }
}

/// Returns the files below folders whose names end so, in order.
fn files(folders: &[PathBuf], ends: &[&str]) -> Vec<PathBuf> {
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
fn schemas() -> Vec<Schema> {
    let folders: Vec<PathBuf> = [Some(tests()), suite()].into_iter().flatten().collect();
    let disk = disk();
    files(&folders, &[".fbs"])
        .iter()
        // Some are there to be refused, or are parts of others.
        .filter_map(|path| parse(path.to_str().unwrap(), &disk).ok())
        .collect()
}

/// Returns the schemas without a struct as the root, which is for C alone.
fn schemas_for_go() -> impl Iterator<Item = Schema> {
    schemas().into_iter().map(|schema| Schema {
        root: schema.root.filter(|root| !schema.object(*root).is_struct()),
        ..schema
    })
}

#[test]
fn every_schema_becomes_clean_code() {
    let Some(mut module) = Module::new("every") else {
        return;
    };
    for schema in schemas_for_go() {
        module.add(&schema);
    }
    module.check();
    let run = ["run", STATICCHECK, "-version"];
    let version = Command::new("go").args(run).output().unwrap();
    match version.status.success() {
        true => drop(module.run("go", &["run", STATICCHECK, "./..."])),
        false => println!("skipped: no {STATICCHECK}"),
    }
}

#[test]
fn the_code_in_the_module_is_what_it_was() {
    let bindings = tests().join("../../../bindings/go");
    for (schema, package, folder) in [
        (
            tests().join("corpus/zoo.fbs"),
            "zoo",
            "flatbuffers/internal/zoo",
        ),
        (
            tests().join("corpus/keys.fbs"),
            "keys",
            "flatbuffers/internal/keys",
        ),
        (
            tests().join("../../../bench/schemas/objectbox.fbs"),
            "entity",
            "exchange/entity",
        ),
        (
            bindings.join("exchange/depot.fbs"),
            "store",
            "exchange/store",
        ),
        (
            bindings.join("flatbuffers/bfbs/reflection.fbs"),
            "reflection",
            "flatbuffers/bfbs/internal/reflection",
        ),
    ] {
        let options = Options {
            package: Some(package.into()),
            stem: Some(package.into()),
            ..Options::default()
        };
        let code = Go.code(&read(&schema), &options).unwrap().remove(0);
        let golden = bindings.join(folder).join(&code.name);
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
fn go_says_what_rust_says() {
    let Some(mut module) = Module::new("corpus") else {
        return;
    };
    let mut subjects = Vec::new();
    let mut registry = String::new();
    for schema in schemas_for_go() {
        let tables = schema.objects.iter().position(|of| !of.is_struct());
        let Some(root) = schema.root.map(|root| root.0 as usize).or(tables) else {
            continue;
        };
        let number = subjects.len();
        let code = module.add(&schema);
        let package = module.packages.last().unwrap();
        let (variable, reader) = names(&code, root);
        let name = schema.objects[root].name.as_str();
        let binary = written(&schema).map_or(String::new(), |bytes| {
            let file = format!("{package}/schema.bfbs");
            fs::write(module.folder.join(&file), bytes).unwrap();
            file
        });
        writeln!(
            registry,
            "\t{{&{package}.{variable}, {root}, loaded({binary:?}, {name:?}), again({package}.Read{reader}, {package}.{reader}.Unpack, (*{package}.{reader}T).Marshal, {package}.Clone{reader}, {package}.Finish{reader})}},"
        )
        .unwrap();
        subjects.push(Subject {
            number: number as u16,
            layout: SchemaLayout::new(&schema).unwrap(),
            root,
        });
    }
    let mut cases = Cases::default();
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let buffers = corpus(&subjects, &mut cases, &mut random);
    let first = number("VARVEL_FIRST_MUTANT", 0);
    for n in first..first + number("VARVEL_MUTANTS", 20_000) {
        // Each depends on its number alone.
        let mut random = Random((n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (subject, at, buffer) = &buffers[n % buffers.len()];
        cases.mutant(&subjects[*subject], (*at, buffer), &mut random);
    }
    fs::write(module.folder.join("cases.bin"), &cases.bytes).unwrap();
    let imports: String = (0..module.packages.len())
        .map(|number| format!("\t\"corpus/p{number}\"\n"))
        .collect();
    let harness = include_str!("corpus_test.go.txt")
        .replace("\t// imports\n", &imports)
        .replace("\t// schemas\n", &registry);
    fs::write(module.folder.join("corpus_test.go"), harness).unwrap();
    module.run("gofmt", &["-w", "corpus_test.go"]);
    module.check();
    println!("{}", module.run("go", &["test", "-count=1", "-v", "."]));
}

/// Returns the number in a variable of the environment.
fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// Returns the names that generated code has for the schema and for the type that reads a table.
fn names(code: &str, root: usize) -> (&str, &str) {
    let call = format!(", {root}, b)\n\treturn ");
    let at = code.match_indices(&call).find_map(|(at, _)| {
        let (_, schema) = code[..at].rsplit_once('&')?;
        let (table, _) = code[at + call.len()..].split_once("(t), err")?;
        (!schema.contains('\n')).then_some((schema, table))
    });
    at.unwrap()
}

/// Adds documents and buffers for each schema. Returns the buffers that are not too large, each
/// with the subject that it is of, and its number.
fn corpus(
    subjects: &[Subject],
    cases: &mut Cases,
    random: &mut Random,
) -> Vec<(usize, u32, Vec<u8>)> {
    let own = files(&[tests().join("corpus")], &[".ndjson"]);
    let own: Vec<String> = own
        .iter()
        .flat_map(|path| {
            fs::read_to_string(path)
                .unwrap()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    let folders: Vec<PathBuf> = suite().into_iter().collect();
    let load = |ends: &[&str]| -> Vec<Vec<u8>> {
        let files = files(&folders, ends);
        files.iter().map(|path| fs::read(path).unwrap()).collect()
    };
    let texts = load(&[".json", ".golden"]);
    let binaries = load(&[".bin", ".mon"]);
    let prefixed = load(&["_sp.mon", ".sp"]);
    let mut kept = Vec::new();
    for (at, of) in subjects.iter().enumerate() {
        let mut add = |cases: &mut Cases, buffer: Vec<u8>| {
            for flags in [DEFAULTS | NUMBERS | SKIP_UNKNOWN, DEFAULTS, 0] {
                let (number, is_valid) = cases.buffer(of, flags, &buffer);
                if is_valid && flags == 0 && (8..4096).contains(&buffer.len()) {
                    kept.push((at, number, buffer.clone()));
                }
            }
        };
        for text in &own {
            let buffer = cases.json(of, 0, text.as_bytes());
            buffer.into_iter().for_each(|buffer| add(cases, buffer));
        }
        for text in RELAXED_TEXTS {
            cases.json(of, RELAXED, text.as_bytes());
            cases.json(of, RELAXED | SKIP_UNKNOWN, text.as_bytes());
        }
        for text in &texts {
            cases.json(of, 0, text);
            let buffer = cases.json(of, RELAXED | SKIP_UNKNOWN, text);
            buffer.into_iter().for_each(|buffer| add(cases, buffer));
        }
        binaries
            .iter()
            .for_each(|buffer| add(cases, buffer.clone()));
        for buffer in &prefixed {
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

/// The number of documents that are drawn for each schema.
const DRAWN: usize = 40;

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
];
