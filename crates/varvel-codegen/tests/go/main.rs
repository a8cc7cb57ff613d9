//! Tests of the code for Go: it is formatted, compiles without a warning, and agrees with Rust
//! about a corpus of buffers, mutants and JSON.
//!
//! They need `go`; without it they are skipped. `VARVEL_MUTANTS` says how many mutants there are,
//! `VARVEL_FIRST_MUTANT` the number of the first one, and `VARVEL_GO_OUT` in which folder all of it
//! is kept.
#![forbid(unsafe_code)]

mod binary;
mod builders;
#[path = "../languages/mod.rs"]
mod languages;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use binary::written;
use languages::cases::Subject;
use languages::{Texts, drawn_mutants, read, schemas, tests};
use varvel_codegen::{Backend, Go, Options};
use varvel_fbs::Schema;
use varvel_flatbuffers::reflect::SchemaLayout;

/// The version that `bindings/go/check.sh` runs, too.
const STATICCHECK: &str = "honnef.co/go/tools/cmd/staticcheck@v0.8.2";

/// A module of Go with a package for each schema.
struct Module {
    folder: PathBuf,
    packages: Vec<String>,
}

impl Module {
    /// Begins a module, or returns nothing if there is no Go.
    fn new(name: &str) -> Option<Self> {
        if Command::new("go").arg("version").output().is_err() {
            println!("skipped: no go");
            return None;
        }
        let folder = match std::env::var_os("VARVEL_GO_OUT") {
            Some(folder) => PathBuf::from(folder).join(name),
            // Go finds what it has compiled and checked by its path, so the folder is the same in
            // each run. An earlier run may have had other packages.
            None => {
                let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("go").join(name);
                if folder.is_dir() {
                    fs::remove_dir_all(&folder).unwrap();
                }
                folder
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
            packages: Vec::new(),
        })
    }

    /// Generates a package. Returns its code.
    fn add(&mut self, schema: &Schema) -> String {
        self.add_with(schema, Options::default())
    }

    /// Generates a package with options. Returns its code.
    fn add_with(&mut self, schema: &Schema, options: Options) -> String {
        let package = format!("p{}", self.packages.len());
        let options = Options {
            package: Some(package.clone()),
            stem: Some("code".into()),
            ..options
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

    /// Checks the code by the linter that all of Go's code passes.
    fn lint(&self) {
        let run = ["run", STATICCHECK, "-version"];
        let version = Command::new("go").args(run).output().unwrap();
        match version.status.success() {
            true => drop(self.run("go", &["run", STATICCHECK, "./..."])),
            false => println!("skipped: no {STATICCHECK}"),
        }
    }

    /// Returns the packages that a package links, with all that they use.
    fn links(&self, package: &str) -> Vec<String> {
        let listed = self.run("go", &["list", "-deps", package]);
        let mut links: Vec<String> = listed.lines().map(str::to_owned).collect();
        links.sort();
        links
    }
}

#[test]
fn every_schema_becomes_clean_code() {
    let Some(mut module) = Module::new("every") else {
        return;
    };
    for schema in schemas() {
        module.add(&schema);
    }
    module.check();
    module.lint();
}

#[test]
fn code_without_json_links_the_core_alone() {
    let Some(mut module) = Module::new("plain") else {
        return;
    };
    for schema in schemas() {
        let options = Options {
            no_json: true,
            ..Options::default()
        };
        let code = module.add_with(&schema, options);
        assert!(!code.contains("fbjson"), "{code}");
    }
    module.check();
    module.lint();
    let runtime = "example.invalid/varvel/bindings/go";
    let core = module.links(&format!("{runtime}/flatbuffers"));
    for name in &core {
        let ours = name.strip_prefix(runtime).unwrap_or_default();
        assert!(
            matches!(
                ours,
                "" | "/flatbuffers" | "/internal/codes" | "/internal/paths"
            ),
            "the core links {name}"
        );
        let other = [
            "encoding/json",
            "encoding/base64",
            "bufio",
            "math/big",
            "regexp",
        ];
        assert!(!other.contains(&name.as_str()), "the core links {name}");
    }
    for package in &module.packages {
        let mut links = module.links(&format!("./{package}"));
        links.retain(|name| *name != format!("corpus/{package}"));
        assert_eq!(links, core, "{package} links other packages than the core");
    }
    // With JSON there is more, so that the lists mean something.
    module.add(
        schemas()
            .iter()
            .find(|schema| schema.root.is_some())
            .unwrap(),
    );
    let all = module.links(&format!("./{}", module.packages.last().unwrap()));
    assert!(all.contains(&format!("{runtime}/flatbuffers/fbjson")));
}

#[test]
fn the_code_in_the_module_is_what_it_was() {
    let root = tests().join("../../..");
    for (schema, package, folder) in [
        (
            tests().join("corpus/reading.fbs"),
            "reading",
            "bindings/go/flatbuffers/internal/reading",
        ),
        (
            tests().join("corpus/stamp.fbs"),
            "stamp",
            "bindings/go/flatbuffers/internal/stamp",
        ),
        (
            tests().join("corpus/zoo.fbs"),
            "zoo",
            "bindings/go/flatbuffers/internal/zoo",
        ),
        (
            tests().join("corpus/keys.fbs"),
            "keys",
            "bindings/go/flatbuffers/internal/keys",
        ),
        (
            root.join("bindings/go/flatbuffers/internal/lamp/lamp.fbs"),
            "lamp",
            "bindings/go/flatbuffers/internal/lamp",
        ),
        (
            root.join("bench/schemas/objectbox.fbs"),
            "entity",
            "interop/go/entity",
        ),
        (
            root.join("interop/go/depot.fbs"),
            "store",
            "interop/go/store",
        ),
        (
            root.join("bindings/go/flatbuffers/bfbs/reflection.fbs"),
            "reflection",
            "bindings/go/flatbuffers/bfbs/internal/reflection",
        ),
    ] {
        let options = Options {
            package: Some(package.into()),
            stem: Some(package.into()),
            // A program that reads binary schemas may want no JSON.
            no_json: package == "reflection",
            ..Options::default()
        };
        let code = Go.code(&read(&schema), &options).unwrap().remove(0);
        let golden = root.join(folder).join(&code.name);
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
    for schema in schemas() {
        let tables = schema.objects.iter().position(|of| !of.is_struct());
        let Some(root) = schema.root.map(|root| root.0 as usize).or(tables) else {
            continue;
        };
        let number = subjects.len();
        let code = module.add(&schema);
        let package = module.packages.last().unwrap();
        let (variable, reader) = names(&code, root);
        let name = schema.objects[root].name.as_str();
        let again = match schema.objects[root].is_struct() {
            true => "againStruct",
            false => "again",
        };
        let binary = written(&schema).map_or(String::new(), |bytes| {
            let file = format!("{package}/schema.bfbs");
            fs::write(module.folder.join(&file), bytes).unwrap();
            file
        });
        writeln!(
            registry,
            "\t{{&{package}.{variable}, {root}, loaded({binary:?}, {name:?}), {again}({package}.Read{reader}, {package}.{reader}.Unpack, (*{package}.{reader}T).Marshal, {package}.Clone{reader}, {package}.Finish{reader})}},"
        )
        .unwrap();
        subjects.push(Subject {
            number: number as u16,
            layout: SchemaLayout::new(&schema).unwrap(),
            root,
        });
    }
    let cases = languages::corpus(&subjects, &Texts::all(), drawn_mutants());
    fs::write(module.folder.join("cases.bin"), &cases).unwrap();
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
    languages::note_conformance("go", subjects.len());
}

/// Returns the names that generated code has for the schema and for the type that reads a root.
fn names(code: &str, root: usize) -> (&str, &str) {
    let call = format!(", {root}, b)\n\treturn ");
    let at = code.match_indices(&call).find_map(|(at, _)| {
        let (_, schema) = code[..at].rsplit_once('&')?;
        let (root, _) = code[at + call.len()..].split_once('(')?;
        (!schema.contains('\n')).then_some((schema, root))
    });
    at.unwrap()
}
