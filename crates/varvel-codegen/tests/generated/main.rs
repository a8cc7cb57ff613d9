//! Tests of the code for Rust: that of two schemas equals the golden files, and none needs another
//! crate. `conformance/generated` compiles the code of all schemas, and tests what it does.
//!
//! With `VARVEL_BLESS` set the golden files are written anew.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

use varvel_codegen::{Backend, Builder, Rust, join_files};
use varvel_fbs::{Disk, Schema, parse, parse_text};
use varvel_flatbuffers::reflect::bfbs;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated")
}

fn schema(path: &str) -> Schema {
    let schema = folder().join(path).with_extension("fbs");
    parse(schema.to_str().unwrap(), &Disk::default()).unwrap()
}

/// `shop` has one of every construct, `odd` has names that the code uses itself.
#[test]
fn the_code_is_what_it_was() {
    for name in ["odd", "shop"] {
        let code = Rust.generate(&schema(name)).unwrap();
        let golden = folder().join(format!("{name}.rs.txt"));
        if std::env::var_os("VARVEL_BLESS").is_some() {
            fs::write(&golden, &code).unwrap();
        }
        let is_golden = fs::read_to_string(&golden).unwrap() == code;
        assert!(is_golden, "{name}.rs is another");
    }
}

#[test]
fn the_code_needs_no_other_crate() {
    let joined = join_files(&[schema("order"), schema("bill")]).unwrap();
    let mut all = vec![Rust.generate_in_one(&joined).unwrap()];
    for name in [
        "drawn",
        "keys",
        "kinds",
        "monster",
        "names",
        "odd",
        "shop",
        "../corpus/reading",
        "../corpus/stamp",
    ] {
        all.push(Rust.generate(&schema(name)).unwrap());
    }
    for code in all {
        assert!(!code.contains("varvel_core"), "{code}");
    }
}

#[test]
fn names_that_rust_has_are_others() {
    let schema = "table Box { type: int; Type: int; } table self { a_b: int; aB: int; } enum Vec: byte { a, A }";
    let code = Rust.generate(&parse_text(schema).unwrap()).unwrap();
    for part in [
        "struct Box2<'a>",
        "fn type_(",
        "fn type__(",
        "struct Self2",
        "fn a_b_(",
        "struct Vec2(pub i8)",
        "const A_:",
    ] {
        assert!(code.contains(part), "{part} is not in\n{code}");
    }
}

#[test]
fn a_schema_is_written_where_it_is_asked_for() {
    let out = tempfile::tempdir().unwrap();
    let files = Builder::default()
        .write(&folder().join("monster.fbs"), out.path())
        .unwrap();
    assert!(files.len() == 1 && files[0].ends_with("monster.fbs"));
    let written = fs::read(out.path().join("monster.rs")).unwrap();
    assert!(written == Rust.generate(&schema("monster")).unwrap().as_bytes());
    let names: Vec<_> = fs::read_dir(out.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "a temporary file is left: {names:?}");

    // A binary schema, whose declarations have another order.
    let schema = parse(files[0].as_str(), &Disk::default()).unwrap();
    let binary = out.path().join("binary.bfbs");
    let bytes = bfbs::write(&schema).unwrap();
    fs::write(&binary, &bytes).unwrap();
    fs::write(out.path().join("binary.rs"), "of before").unwrap();
    let files = Builder::default().write(&binary, out.path()).unwrap();
    assert_eq!(files, [binary.display().to_string()]);
    let of_binary = fs::read(out.path().join("binary.rs")).unwrap();
    let schema = bfbs::read(&bytes).unwrap();
    assert!(of_binary == Rust.generate(&schema).unwrap().as_bytes());
    fs::write(&binary, &bytes[..bytes.len() / 2]).unwrap();
    let broken = Builder::default().write(&binary, out.path()).unwrap_err();
    assert!(broken.to_string().contains("binary.bfbs: "), "{broken}");
    assert!(fs::read(out.path().join("binary.rs")).unwrap() == of_binary);

    // Two versions of a schema side by side.
    for name in ["binary.v1", "binary.v2"] {
        let schema = out.path().join(format!("{name}.fbs"));
        fs::write(&schema, "table A {}").unwrap();
        Builder::default().write(&schema, out.path()).unwrap();
        assert!(out.path().join(format!("{name}.rs")).exists());
    }

    let missing = Builder::default()
        .write(Path::new("none.fbs"), out.path())
        .unwrap_err();
    assert!(missing.to_string().contains("there is no file `none.fbs`"));
}
