//! Writes the C headers that the tests of `bindings/c/flatbuffers` and the benchmarks compile into
//! a folder:
//!
//! ```sh
//! cargo run -p generated --example c_headers -- FOLDER
//! ```
//!
//! `bindings/c/flatbuffers/tests/generated` has the others, which these tests need without Rust.
#![forbid(unsafe_code)]

use std::path::Path;
use std::{env, fs};

use varvel_codegen::{Backend as _, C, File, Options, join_files};
use varvel_fbs::{Disk, Schema, parse};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Each schema gets a header, called like it.
const SCHEMAS: &[&str] = &[
    "bench/schemas/flatcc",
    "crates/varvel-codegen/tests/generated/floats",
    "crates/varvel-codegen/tests/generated/keys",
    "crates/varvel-codegen/tests/generated/kinds",
    "crates/varvel-codegen/tests/generated/monster",
    "crates/varvel-codegen/tests/generated/names",
    "crates/varvel-codegen/tests/generated/shop",
];

/// Two schemas that include a third get one header.
const JOINED: [&str; 2] = [
    "crates/varvel-codegen/tests/generated/order",
    "crates/varvel-codegen/tests/generated/bill",
];

fn main() {
    let folder = env::args().nth(1).expect("the argument is a folder");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("the folder can be made");
    for path in SCHEMAS {
        let (_, name) = path.rsplit_once('/').expect("a path has a name");
        let code = C.code(&schema(path), &options(name));
        write(folder, &code.expect("C has all of the schema"));
    }
    let joined = join_files(&JOINED.map(schema)).expect("the schemas are of one kind");
    let code = C.code_joined(&joined, &options("joined"));
    write(folder, &code.expect("C has all of the schemas"));
}

fn schema(path: &str) -> Schema {
    let path = format!("{ROOT}/{path}.fbs");
    parse(&path, &Disk::default()).expect("the schema is right")
}

fn options(stem: &str) -> Options {
    Options {
        stem: Some(stem.to_owned()),
        ..Options::default()
    }
}

fn write(folder: &Path, files: &[File]) {
    for file in files {
        let path = folder.join(&file.name);
        fs::write(&path, &file.code).expect("the header can be written");
    }
}
