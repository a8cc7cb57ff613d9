//! A program in Dart over generated code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use varvel_codegen::{Backend, Dart, File, Options};
use varvel_fbs::Schema;

/// A folder with a library for each schema, and a program.
pub struct Program {
    folder: PathBuf,
    libraries: Vec<String>,
    vm: String,
}

fn runtime() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/dart");
    fs::canonicalize(folder).unwrap()
}

impl Program {
    /// Begins a program, or returns nothing if there is no Dart.
    pub fn new(name: &str) -> Option<Self> {
        let found = Command::new("sh")
            .arg(runtime().join("tool/vm.sh"))
            .output()
            .ok()
            .filter(|found| found.status.success());
        let Some(found) = found else {
            println!("skipped: no dart");
            return None;
        };
        let folder = match std::env::var_os("VARVEL_DART_OUT") {
            Some(folder) => PathBuf::from(folder).join(name),
            None => Path::new(env!("CARGO_TARGET_TMPDIR"))
                .join("dart")
                .join(name),
        };
        // An earlier run may have had other libraries.
        if folder.is_dir() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(&folder).unwrap();
        let packages = format!(
            "{{\"configVersion\": 2, \"packages\": [{{\"name\": \"varvel\", \"rootUri\": \
             \"file://{}/\", \"packageUri\": \"lib/\", \"languageVersion\": \"3.4\"}}]}}\n",
            runtime().display()
        );
        fs::write(folder.join("package_config.json"), packages).unwrap();
        Some(Self {
            folder,
            libraries: Vec::new(),
            vm: String::from_utf8(found.stdout).unwrap().trim().to_owned(),
        })
    }

    /// Generates a library with options. Returns its code.
    pub fn add(&mut self, schema: &Schema, options: Options) -> String {
        let library = format!("p{}", self.libraries.len());
        let options = Options {
            stem: Some(library.clone()),
            ..options
        };
        let files = Dart.code(schema, &options).unwrap();
        self.write(&files);
        self.libraries.push(library);
        files.into_iter().map(|file| file.code).collect()
    }

    /// Returns the last library.
    pub fn last(&self) -> String {
        self.libraries.last().unwrap().clone()
    }

    /// Returns the lines that import all libraries.
    pub fn imports(&self) -> String {
        let line = |name: &String| format!("import '{name}.fbs.dart' as {name};\n");
        self.libraries.iter().map(line).collect()
    }

    /// Writes files of code.
    pub fn write(&self, files: &[File]) {
        for file in files {
            self.write_bytes(&file.name, file.code.as_bytes());
        }
    }

    /// Writes a file.
    pub fn write_bytes(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.join(name), bytes).unwrap();
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the program.
    pub fn main(&self, code: &str) {
        self.write_bytes("main.dart", code.as_bytes());
    }

    /// Runs a program that imports all libraries: the machine compiles them all.
    pub fn run(&self, body: &str) {
        self.main(&format!("{}\nvoid main() {{\n{body}}}\n", self.imports()));
        self.vm(&[]);
    }

    /// Runs the program, which must succeed. Returns its output.
    pub fn vm(&self, defines: &[&str]) -> String {
        self.vm_with(defines, &[])
    }

    /// Runs the program with arguments.
    pub fn vm_with(&self, defines: &[&str], arguments: &[&str]) -> String {
        let output = Command::new(&self.vm)
            .current_dir(&self.folder)
            .args(["--packages=package_config.json", "--enable-asserts"])
            .args(defines)
            .arg("main.dart")
            .args(arguments)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "dart {defines:?}:\n{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        text
    }
}
