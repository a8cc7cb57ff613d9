//! Several inputs, and splits, as Parquet files.

use crate::command::{Folder, bad, good};
use crate::splits::zstd_frames;

/// Returns the text of all columns' names and types, which stand in the file's own schema.
fn schema_of(folder: &Folder, name: &str) -> Vec<u8> {
    let bytes = std::fs::read(folder.at(name)).unwrap();
    assert!(
        bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"),
        "{name}"
    );
    let length = u32::from_le_bytes(bytes[bytes.len() - 8..][..4].try_into().unwrap()) as usize;
    let foot = &bytes[bytes.len() - 8 - length..];
    let key = b"ARROW:schema";
    let at = foot
        .windows(key.len())
        .position(|window| window == key)
        .unwrap();
    // The length and the text of the value follow.
    let end = foot[at..].iter().position(|&byte| byte == 0).unwrap();
    foot[at..at + end].to_vec()
}

#[test]
fn tables_of_a_folder_have_one_schema() {
    let folder = Folder::with(&[
        ("a.ndjson", "{\"n\":1}\n"),
        ("b.ndjson", "{\"n\":1.5,\"s\":\"x\"}\n{\"n\":2}\n"),
    ]);
    let ran = folder.run(&["convert", "*.ndjson", "out/", "--to", "parquet"]);
    assert_eq!(
        ran.err,
        "n is Float64: an integer in a.ndjson, line 1, a float in b.ndjson, line 1\n\
         a.ndjson -> out/a.parquet (parquet), 1 row\nb.ndjson -> out/b.parquet (parquet), 2 rows\n"
    );
    assert_eq!(
        schema_of(&folder, "out/a.parquet"),
        schema_of(&folder, "out/b.parquet")
    );
    let ran = folder.run(&["convert", "*.ndjson", "all.parquet"]);
    let done = "2 files -> all.parquet (parquet), 3 rows\n";
    assert!(ran.err.ends_with(done), "{ran:?}");
    assert_eq!(
        schema_of(&folder, "out/a.parquet"),
        schema_of(&folder, "all.parquet")
    );
    let ran = folder.run(&["convert", "a.ndjson", "alone.parquet", "-q"]);
    assert_eq!(ran, good(""));
    assert_ne!(
        schema_of(&folder, "out/a.parquet"),
        schema_of(&folder, "alone.parquet")
    );
    // The rows of several files have the schema that they have in one file.
    folder.write(
        "both.ndjson",
        folder.read("a.ndjson") + &folder.read("b.ndjson"),
    );
    folder.run(&["convert", "both.ndjson", "both.parquet", "-q"]);
    assert_eq!(
        schema_of(&folder, "both.parquet"),
        schema_of(&folder, "all.parquet")
    );
}

#[test]
fn standard_input_is_one_of_the_files_of_a_table() {
    let folder = Folder::with(&[("a.ndjson", "{\"n\":1}\n")]);
    let arguments = [
        "convert",
        "a.ndjson",
        "-",
        "-o",
        "all.parquet",
        "--from",
        "ndjson",
    ];
    let ran = folder.run_with(&arguments, b"{\"n\":2}\n{\"n\":3}\n");
    let done = "2 files -> all.parquet (parquet), 3 rows\n";
    assert!(ran.err.ends_with(done), "{ran:?}");
    let ran = folder.run(&["convert", "a.ndjson", "none.ndjson", "-o", "all.parquet"]);
    assert_eq!(ran.code, 3);
}

/// Returns a folder with the tables `in/a` and `in/b`, whose types no text has.
fn typed(kind: &str) -> Folder {
    let schema = r#"{"required": ["n"], "properties": {
        "n": {"type": "integer", "minimum": 0, "maximum": 255},
        "at": {"type": "string", "format": "date-time"},
        "v": {}}}"#;
    let folder = Folder::with(&[
        (
            "a.ndjson",
            "{\"n\":1,\"at\":\"2026-01-01T00:00:00Z\",\"v\":1.50}\n",
        ),
        ("b.ndjson", "{\"n\":2,\"v\":\"x\"}\n{\"n\":3}\n"),
        ("s.json", schema),
    ]);
    let args = ["*.ndjson", "in/", "--to", kind, "--schema", "s.json", "-q"];
    let args = [&["convert"], &args[..]].concat();
    let ran = folder.run(&[&args[..], &["--conflicts", "variant", "--shred", "no"]].concat());
    assert_eq!(ran, good(""));
    folder
}

#[test]
fn several_tables_become_one_with_their_types() {
    for kind in ["parquet", "arrow"] {
        let folder = typed(kind);
        let types = |file: &str| {
            let told = folder.run(&["inspect", "--json", file]).out;
            let types = told
                .lines()
                .filter(|line| line.contains("\"type\"") || line.contains("\"path\""));
            types.map(str::to_owned).collect::<Vec<_>>()
        };
        let one = types(&format!("in/a.{kind}"));
        assert!(one.iter().any(|line| line.contains("Timestamp")), "{one:?}");
        for to in ["all.parquet", "all.arrow"] {
            let ran = folder.run(&["convert", "in/*", to]);
            let format = to.trim_start_matches("all.");
            assert_eq!(ran.err, format!("2 files -> {to} ({format}), 3 rows\n"));
            assert_eq!(types(to), one, "{kind} {to}");
            let back = folder.run(&["convert", to, "--skip-nulls"]);
            let lines = "{\"n\":1,\"at\":\"2026-01-01T00:00:00Z\",\"v\":1.50}\n\
                         {\"n\":2,\"v\":\"x\"}\n{\"n\":3}\n";
            assert_eq!(back, good(lines), "{kind} {to}");
            // Columns may be chosen, and an input be standard input.
            let args = ["convert", "-q", "in/*", "-", "-o", to, "--columns", "n"];
            let table = std::fs::read(folder.at(&format!("in/a.{kind}"))).unwrap();
            assert_eq!(folder.run_with(&args, &table), good(""));
            let back = folder.run(&["convert", to]);
            assert_eq!(back, good("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n{\"n\":1}\n"));
        }
        // Each into a folder is copied.
        let ran = folder.run(&["convert", "in/*", "out/", "--to", "arrow"]);
        assert!(ran.err.contains("out/b.arrow (arrow), 2 rows\n"), "{ran:?}");
        assert_eq!(types("out/b.arrow"), one);
    }
}

#[test]
fn columns_that_differ_are_named() {
    let folder = Folder::with(&[
        ("a.ndjson", "{\"n\":1,\"u\":{\"x\":1}}\n"),
        ("b.ndjson", "{\"n\":2,\"u\":{\"x\":\"y\"}}\n"),
        ("c.ndjson", "{\"n\":2,\"u\":{\"x\":1},\"z\":true}\n"),
    ]);
    for name in ["a", "b", "c"] {
        let (from, to) = (format!("{name}.ndjson"), format!("{name}.parquet"));
        assert_eq!(folder.run(&["convert", "-q", &from, &to]), good(""));
    }
    let hint = "hint: by way of records columns may differ: `varvel convert IN... OUT.ndjson`, \
                and that into the file\n";
    for (other, fault) in [
        (
            "b",
            "expected the column `u.x` of the type Int64, as before, found Utf8",
        ),
        (
            "c",
            "expected the columns of before alone, found a column `z` of the type Boolean",
        ),
    ] {
        let other = format!("{other}.parquet");
        let ran = folder.run(&["convert", "a.parquet", &other, "all.arrow"]);
        let what = format!("error: wrong kind of value: {fault}\n--> {other}\n{hint}");
        assert_eq!(ran, bad(1, &what));
        assert!(!folder.at("all.arrow").exists());
    }
    let ran = folder.run(&["convert", "c.parquet", "a.parquet", "all.arrow"]);
    assert!(
        ran.err
            .contains("`z` of the type Boolean, as before, found none"),
        "{ran:?}"
    );
    // By way of records.
    let ran = folder.run(&["convert", "*.parquet", "all.ndjson", "-q"]);
    assert_eq!(ran, good(""));
    assert_eq!(folder.read("all.ndjson").lines().count(), 3);
}

#[test]
fn tables_and_records_do_not_become_one_table() {
    let folder = Folder::with(&[("a.ndjson", "{\"n\":1}\n")]);
    folder.run(&["convert", "-q", "a.ndjson", "a.parquet"]);
    for (files, found) in [
        (
            ["a.ndjson", "a.parquet"],
            "a.parquet is a Parquet file, and other files are records",
        ),
        (
            ["a.parquet", "a.ndjson"],
            "a.ndjson is NDJSON, and other files are tables",
        ),
    ] {
        let ran = folder.run(&["convert", files[0], files[1], "all.arrow"]);
        let what = format!(
            "error: several files become a table if all are tables or all are records: {found}\n\
             hint: by way of records: `varvel convert IN... OUT.ndjson`, and that into the file\n"
        );
        assert_eq!(ran, bad(2, &what));
    }
    let args = [
        "convert",
        "a.parquet",
        "a.parquet",
        "all.arrow",
        "--bad-lines",
        "bad",
    ];
    let what = "error: --bad-lines is for records, and the inputs are tables\n";
    assert_eq!(folder.run(&args), bad(2, what));
    // One table into a folder is copied.
    let ran = folder.run(&["convert", "a.parquet", "out/", "--to", "arrow"]);
    let line = "a.parquet (parquet) -> out/a.arrow (arrow), 1 row\n";
    assert_eq!((ran.code, &ran.err[..]), (0, line));
}

#[test]
fn a_split_becomes_a_table() {
    let lines: String = (0..100).map(|n| format!("{{\"n\":{n}}}\n")).collect();
    let folder = Folder::with(&[("a.ndjson", &lines)]);
    folder.run(&["convert", "a.ndjson", "a.varvels", "-q"]);
    folder.write("a.ndjson.zst", zstd_frames(&lines, 200));
    for file in ["a.ndjson", "a.ndjson.zst", "a.varvels"] {
        let plan = folder
            .run(&["splits", file, "--size", "100", "--to", "ndjson"])
            .out;
        let mut rows = 0;
        for split in plan.lines() {
            let ran = folder.run(&["convert", "--split", split, "part.parquet"]);
            let count = ran.err.split(", ").last().unwrap();
            rows += count.split(' ').next().unwrap().parse::<u32>().unwrap();
        }
        assert_eq!(rows, 100, "{file}");
    }
    folder.write("bad.ndjson", lines + "{\"n\": no}\n");
    let plan = folder
        .run(&["splits", "bad.ndjson", "--size", "900", "--to", "ndjson"])
        .out;
    let last = plan.lines().last().unwrap();
    let ran = folder.run(&[
        "convert",
        "--split",
        last,
        "part.parquet",
        "--bad-lines",
        "aside",
        "-q",
    ]);
    let error = "bad.ndjson:101:7: invalid syntax: expected a value, found `no`, at $.n\n\
                 error: 1 of ";
    assert!(ran.err.starts_with(error), "{}", ran.err);
    assert_eq!(ran.code, 4);
}
