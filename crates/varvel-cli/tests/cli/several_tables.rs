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

#[test]
fn several_tables_become_one_by_way_of_records() {
    let folder = Folder::with(&[("a.ndjson", "{\"n\":1}\n"), ("b.ndjson", "{\"n\":2}\n")]);
    let ran = folder.run(&["convert", "*.ndjson", "in/", "--to", "parquet", "-q"]);
    assert_eq!(ran, good(""));
    let line = "error: several files become an Arrow file only if they are records, and in/a.parquet is a Parquet file\n\
                hint: by way of records: `varvel convert IN... OUT.ndjson`, and that into the file\n";
    let ran = folder.run(&["convert", "in/*", "all.arrow"]);
    assert_eq!(ran, bad(2, line));
    let ran = folder.run(&["convert", "in/*", "out/", "--to", "arrow"]);
    assert_eq!(ran, bad(2, line));
    assert!(!folder.at("out").exists());
    let ran = folder.run(&["convert", "in/*", "all.ndjson", "-q"]);
    assert_eq!(ran, good(""));
    assert_eq!(folder.read("all.ndjson"), "{\"n\":1}\n{\"n\":2}\n");
    // One table into a folder is copied.
    let ran = folder.run(&["convert", "in/a.parquet", "out/", "--to", "arrow"]);
    let line = "in/a.parquet (parquet) -> out/a.arrow (arrow), 1 row\n";
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
