//! Tests of the code for Go: it is formatted, compiles without a warning, and agrees with Rust
//! about a corpus of buffers, mutants and JSON.
//!
//! They need `go`; without it they are skipped. `VARVEL_MUTANTS` says how many mutants there are,
//! and `VARVEL_GO_OUT` in which folder everything is kept.
#![forbid(unsafe_code)]

mod cases;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cases::{Cases, Random};
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

    /// Generates a package.
    fn add(&mut self, schema: &Schema) {
        let package = format!("p{}", self.packages.len());
        let options = Options {
            package: Some(package.clone()),
            stem: Some("code".into()),
            ..Options::default()
        };
        let folder = self.folder.join(&package);
        fs::create_dir_all(&folder).unwrap();
        for file in Go.code(schema, &options).unwrap() {
            fs::write(folder.join(&file.name), &file.code).unwrap();
        }
        self.packages.push(package);
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
    let disk = match suite() {
        Some(suite) => Disk::default().searched(suite.join("include_test")),
        None => Disk::default(),
    };
    parse(path.to_str().unwrap(), &disk).unwrap()
}

#[test]
fn every_schema_becomes_clean_code() {
    let Some(mut module) = Module::new("every") else {
        return;
    };
    let mut schemas = Vec::new();
    let mut folders = vec![tests()];
    folders.extend(suite());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|of| of == "fbs") => schemas.push(path),
                false => {}
            }
        }
    }
    schemas.sort();
    let disk = Disk::default();
    for path in schemas {
        // Some are there to be refused, or are parts of others.
        if let Ok(schema) = parse(path.to_str().unwrap(), &disk) {
            module.add(&schema);
        }
    }
    module.check();
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
    let zoo = read(&tests().join("corpus/zoo.fbs"));
    let monster = suite().map(|suite| read(&suite.join("monster_test.fbs")));
    let mut cases = Cases::default();
    let mut registry = String::new();
    let mut buffers = Vec::new();
    for (number, schema) in [Some(&zoo), monster.as_ref()]
        .into_iter()
        .flatten()
        .enumerate()
    {
        module.add(schema);
        let root = schema.object(schema.root.unwrap()).name.base();
        let names = format!("&p{number}.Schema, {}", schema.root.unwrap().0);
        writeln!(registry, "\t{{{names}, again{number}}},").unwrap();
        let layout = SchemaLayout::new(schema).unwrap();
        let (documents, held) = match number {
            0 => (documents(&tests().join("corpus")), Vec::new()),
            _ => of_suite(),
        };
        let number = number as u16;
        for document in documents {
            if let Some(buffer) = cases.json(number, &layout, &document) {
                let at = cases.buffer(number, &layout, &buffer);
                buffers.push((number, at, buffer));
            }
        }
        for buffer in held {
            let at = cases.buffer(number, &layout, &buffer);
            buffers.push((number, at, buffer));
        }
        let again = format!(
            "package corpus\n\nimport \"corpus/p{number}\"\n\n\
             func again{number}(b []byte) ([]byte, error) {{\n\tt, err := p{number}.Read{root}(b)\n\
             \tif err != nil {{\n\t\treturn nil, err\n\t}}\n\treturn t.Unpack().Marshal()\n}}\n"
        );
        fs::write(module.folder.join(format!("again{number}_test.go")), again).unwrap();
    }
    let layouts: Vec<SchemaLayout> = [Some(&zoo), monster.as_ref()]
        .into_iter()
        .flatten()
        .map(|schema| SchemaLayout::new(schema).unwrap())
        .collect();
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mutants = std::env::var("VARVEL_MUTANTS").map_or(20_000, |text| text.parse().unwrap());
    for n in 0..mutants {
        let (schema, number, buffer) = &buffers[n % buffers.len()];
        let layout = &layouts[usize::from(*schema)];
        cases.mutant(*schema, layout, (*number, buffer), &mut random);
    }
    fs::write(module.folder.join("cases.bin"), &cases.bytes).unwrap();
    let imports: String = (0..module.packages.len())
        .map(|number| format!("\t\"corpus/p{number}\"\n"))
        .collect();
    let harness = include_str!("corpus_test.go.txt")
        .replace("\t// imports\n", &imports)
        .replace("\t// schemas\n", &registry);
    fs::write(module.folder.join("corpus_test.go"), harness).unwrap();
    module.check();
    println!("{}", module.run("go", &["test", "-count=1", "-v", "."]));
}

/// Returns the documents of the corpus: those that are taken, and those that are refused.
fn documents(folder: &Path) -> Vec<Vec<u8>> {
    let files = ["zoo.ndjson", "refused.ndjson"].map(|name| fs::read_to_string(folder.join(name)));
    let lines = files.iter().flat_map(|text| text.as_ref().unwrap().lines());
    lines.map(|line| line.as_bytes().to_vec()).collect()
}

/// Returns the documents and buffers of monsters in the suite.
fn of_suite() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let Some(suite) = suite() else {
        return (Vec::new(), Vec::new());
    };
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
    (documents, buffers)
}
