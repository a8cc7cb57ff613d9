//! Parquet and Arrow files: options, and errors as a person meets them.

use std::fs;

use crate::command::{Folder, Ran, bad, good};

const LINES: &str = "{\"id\":1,\"user\":{\"name\":\"ada\",\"age\":36}}
{\"id\":\"x\",\"user\":{\"name\":\"bob\",\"age\":null}}
";

fn told(what: &str) -> Ran {
    Ran {
        err: format!("{what}\n"),
        ..good("")
    }
}

#[test]
fn records_become_tables() {
    let folder = Folder::with(&[("in.ndjson", LINES)]);
    for (to, magic) in [("out.parquet", &b"PAR1"[..]), ("out.arrow", b"ARROW1")] {
        for conflicts in ["text", "variant"] {
            let args = ["convert", "in.ndjson", to, "--conflicts", conflicts];
            let format = to.trim_start_matches("out.");
            let ty = conflicts
                .replace("text", "JSON")
                .replace("variant", "VARIANT");
            let line = format!(
                "id is {ty}: an integer in line 1, a string in line 2\n\
                 in.ndjson (ndjson) -> {to} ({format}), 2 rows"
            );
            assert_eq!(folder.run(&args), told(&line));
            let file = fs::read(folder.at(to)).unwrap();
            assert!(file.starts_with(magic) && file.ends_with(magic));
        }
    }
}

#[test]
fn columns_are_chosen_by_their_paths() {
    let folder = Folder::with(&[("in.ndjson", LINES)]);
    let convert = |columns: &[&str]| {
        let args = [
            "convert",
            "in.ndjson",
            "out.parquet",
            "--conflicts",
            "error",
        ];
        folder.run(&[&args[..], &["--columns"], columns].concat())
    };
    assert_eq!(convert(&["user.name", "user.age"]).code, 0);
    assert_eq!(convert(&["user"]).code, 0);
    assert_eq!(
        convert(&["id"]),
        bad(
            1,
            "error: value cannot be represented: expected values of one type in the column `id`, \
             found an integer in line 1, a string in line 2\n--> in.ndjson\n\
             hint: `--conflicts text` or `--conflicts variant` keeps all values of the column\n"
        )
    );
    assert_eq!(
        convert(&["name"]),
        bad(2, "error: no record has a column `name`\n")
    );
    assert_eq!(
        convert(&["user[0]"]),
        bad(
            2,
            "error: --columns: expected the path of a column, found `user[0]`\n\
             hint: a path has names of members alone, such as `user.name`; it leads through arrays\n"
        )
    );
}

#[test]
fn options_of_tables_are_for_tables() {
    let folder = Folder::with(&[("in.ndjson", LINES)]);
    for (option, value) in [
        ("--columns", "id"),
        ("--conflicts", "text"),
        ("--shred", "no"),
    ] {
        assert_eq!(
            folder.run(&["convert", "in.ndjson", "out.json", option, value]),
            bad(
                2,
                &format!(
                    "error: {option} is for Parquet and Arrow files, and this writes JSON text\n"
                )
            )
        );
    }
    assert_eq!(folder.names(), ["in.ndjson"]);
}

#[test]
fn variant_is_shredded_in_parquet_unless_told_otherwise() {
    let folder = Folder::with(&[("in.ndjson", LINES)]);
    let shredded = |to: &str, more: &[&str]| {
        let args = ["convert", "in.ndjson", to, "--conflicts", "variant"];
        let ran = folder.run(&[&args[..], more].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        let lines = folder.run(&["convert", to, "-", "--to", "ndjson"]);
        assert_eq!(lines.out, LINES);
        let file = fs::read(folder.at(to)).unwrap();
        file.windows(11).any(|window| window == b"typed_value")
    };
    assert!(shredded("a.parquet", &[]));
    assert!(!shredded("a.arrow", &[]));
    assert!(!shredded("b.parquet", &["--shred", "no"]));
    assert!(shredded("b.arrow", &["--shred", "yes"]));
    assert_eq!(
        folder.run(&["convert", "in.ndjson", "c.parquet", "--shred", "yes"]),
        bad(
            2,
            "error: --shred is for columns of VARIANT\nhint: `--variant PATH` and `--conflicts variant` make them\n"
        )
    );
}

#[test]
fn numbers_that_variant_does_not_hold_are_errors_or_text() {
    let long = "9".repeat(39);
    let lines = format!("{{\"a\":\"x\"}}\n{{\"a\":{long}}}\n");
    let folder = Folder::with(&[("in.ndjson", &lines)]);
    let args = [
        "convert",
        "in.ndjson",
        "out.parquet",
        "--conflicts",
        "variant",
    ];
    let ran = folder.run(&args);
    assert_eq!(ran.code, 1, "{ran:?}");
    for part in [
        "in.ndjson:2:6",
        "at most 38 digits",
        "`--as-text` writes it as text",
    ] {
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
    assert_eq!(folder.names(), ["in.ndjson"]);
    assert_eq!(folder.run(&[&args[..], &["--as-text"]].concat()).code, 0);
}

#[test]
fn bad_lines_leave_no_trace_in_the_table() {
    let lines = "{\"a\":1}\n{\"a\":\"x\",\"b\":nope}\n[1]\n{\"a\":2}\n";
    let folder = Folder::with(&[("in.ndjson", lines)]);
    let args = ["convert", "in.ndjson", "out.arrow", "--conflicts", "error"];
    let ran = folder.run(&[&args[..], &["--bad-lines", "bad.ndjson"]].concat());
    assert!(ran.err.contains("2 rows"), "{ran:?}");
    assert_eq!(folder.read("bad.ndjson"), "{\"a\":\"x\",\"b\":nope}\n[1]\n");
}

#[test]
fn a_bad_line_that_is_no_document_says_that_first() {
    let lines = "{\"a\":1}\n{\"a\":\"x\"\n{\"a\":\"x\"}\n";
    let schema = "{\"properties\":{\"a\":{\"type\":\"integer\"}}}";
    let folder = Folder::with(&[("in.ndjson", lines), ("s.json", schema)]);
    let args = [
        "convert",
        "-q",
        "in.ndjson",
        "out.parquet",
        "--bad-lines",
        "bad",
    ];
    for more in [&["--schema", "s.json"][..], &["--sample", "1"]] {
        let ran = folder.run(&[&args[..], more].concat());
        let first = "in.ndjson:2:9: unexpected end of input: expected `,` or `}`, at $.a\n\
                     in.ndjson:3:6: wrong kind of value: expected an integer";
        assert!(ran.err.starts_with(first), "{}", ran.err);
    }
}

#[test]
fn a_column_of_variant_is_one_that_is_wanted() {
    let folder = Folder::with(&[("in.ndjson", LINES)]);
    let run = |more: &[&str]| folder.run(&[&["convert", "in.ndjson", "out.arrow"], more].concat());
    let what = "error: --variant is about the column `id`, and --columns leaves it out\n";
    for columns in ["user", "nope"] {
        let ran = run(&["--variant", "id", "--columns", columns]);
        assert_eq!(ran, bad(2, what));
    }
    let ran = run(&["--variant", "nope", "--columns", "nope"]);
    assert_eq!(ran, bad(2, "error: no record has a column `nope`\n"));
    // The order of the columns is that of the records.
    assert_eq!(
        run(&["-q", "--variant", "id", "--columns", "user", "id"]).code,
        0
    );
    let back = folder.run(&["convert", "out.arrow"]);
    assert_eq!(back, good(LINES));
}

const SCHEMA: &str = r#"{"type": "object", "required": ["id"], "properties": {
    "id": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615},
    "at": {"type": "string", "format": "date-time"},
    "price": {"type": "number"},
    "user": {"properties": {"name": {"type": "string"}, "tags": {"items": {"type": "string"}}}}}}"#;

/// Converts records into columns whose types are those of a JSON Schema.
const WITH_TYPES: [&str; 5] = [
    "convert",
    "in.ndjson",
    "out.parquet",
    "--schema",
    "types.json",
];

#[test]
fn a_schema_that_is_given_has_the_types_of_columns() {
    let lines = "{\"id\":18446744073709551615,\"at\":\"2026-01-01T01:00:00+01:00\",\"price\":1}\n\
                 {\"user\":{\"tags\":[\"a\"]},\"id\":1}\n";
    let folder = Folder::with(&[("in.ndjson", lines), ("types.json", SCHEMA)]);
    let convert = [&WITH_TYPES[..], &["-q"]].concat();
    assert_eq!(folder.run(&convert), good(""));
    let back = folder.run(&["convert", "out.parquet", "--to", "ndjson", "--skip-nulls"]);
    let expected = "{\"id\":18446744073709551615,\"at\":\"2026-01-01T00:00:00Z\",\"price\":1.0}\n\
                    {\"id\":1,\"user\":{\"tags\":[\"a\"]}}\n";
    assert_eq!(back, good(expected));
    // With `--columns` the file has the columns that are named.
    let columns = [&convert[..], &["--columns", "user.name", "id"]].concat();
    assert_eq!(folder.run(&columns), good(""));
    let back = folder.run(&["convert", "out.parquet", "--to", "ndjson"]);
    let expected =
        "{\"id\":18446744073709551615,\"user\":null}\n{\"id\":1,\"user\":{\"name\":null}}\n";
    assert_eq!(back, good(expected));
    let columns = [&convert[..], &["--columns", "other"]].concat();
    assert_eq!(
        folder.run(&columns).err,
        "error: the schema does not have a column `other`\n\
         hint: there are `id`, `at`, `price` and `user`\n"
    );
}

#[test]
fn records_that_a_schema_does_not_fit_are_errors() {
    for (line, expected) in [
        ("{\"id\":1,\"new\":2}", "unknown member"),
        ("{\"at\":null}", "a member `id`"),
        ("{\"id\":1.5}", "`id`"),
        ("{\"id\":1,\"at\":\"soon\"}", "`at`"),
        ("{\"id\":1,\"user\":{\"tags\":\"a\"}}", "$.user.tags"),
    ] {
        let lines = format!("{{\"id\":1}}\n{line}\n");
        let folder = Folder::with(&[("in.ndjson", &lines), ("types.json", SCHEMA)]);
        let ran = folder.run(&WITH_TYPES);
        assert!(
            ran.code == 1 && ran.err.contains(expected) && ran.err.contains(":2:"),
            "{line}: {ran:?}"
        );
    }
}

#[test]
fn a_schema_of_flatbuffers_has_the_types_of_columns() {
    let fbs = "enum Kind : byte { Small, Large } struct At { x: double; y: double; }
               table Lamp { watts: ushort = 5; kind: Kind; at: At; tags: [string]; } root_type Lamp;";
    let lines =
        "{\"watts\":60,\"kind\":\"Large\",\"at\":{\"x\":1,\"y\":2.5}}\n{\"tags\":[\"a\"]}\n";
    let folder = Folder::with(&[("in.ndjson", lines), ("lamp.fbs", fbs)]);
    let args = [
        "convert",
        "-q",
        "in.ndjson",
        "out.arrow",
        "--schema",
        "lamp.fbs",
    ];
    assert_eq!(folder.run(&args), good(""));
    let back = folder.run(&["convert", "out.arrow", "--to", "ndjson", "--skip-nulls"]);
    let expected =
        "{\"watts\":60,\"kind\":\"Large\",\"at\":{\"x\":1.0,\"y\":2.5}}\n{\"tags\":[\"a\"]}\n";
    assert_eq!(back, good(expected));
}

#[test]
fn a_schema_with_a_fault_has_its_place() {
    let schema = "{\"properties\": {\n  \"a\": {\"type\": \"strnig\"}}}";
    let folder = Folder::with(&[("in.ndjson", "{}\n"), ("types.json", schema)]);
    let ran = folder.run(&WITH_TYPES);
    assert!(
        ran.code == 1 && ran.err.contains("types.json:2:17"),
        "{ran:?}"
    );
}

#[test]
fn records_without_members_are_not_lost_in_parquet() {
    let folder = Folder::with(&[("a.ndjson", "{}\n{}\n"), ("none.ndjson", "")]);
    let ran = folder.run(&["convert", "a.ndjson", "out.parquet"]);
    assert_eq!(
        ran,
        bad(
            1,
            "error: value cannot be represented: expected rows that have a column\n--> a.ndjson\nhint: Parquet has no rows without \
             columns; an Arrow file has them\n"
        )
    );
    assert!(!folder.at("out.parquet").exists());
    assert_eq!(
        folder.run(&["convert", "-q", "a.ndjson", "out.arrow"]),
        good("")
    );
    let back = folder.run(&["convert", "out.arrow", "--to", "ndjson"]);
    assert_eq!(back, good("{}\n{}\n"));
    let ran = folder.run(&["convert", "out.arrow", "out.parquet"]);
    assert_eq!(
        ran,
        bad(
            1,
            "error: value cannot be represented: expected rows that have a column\n--> out.arrow\nhint: Parquet has no rows without \
             columns; an Arrow file has them\n"
        )
    );
    let ran = folder.run(&["convert", "-q", "none.ndjson", "out.parquet"]);
    assert_eq!(ran, good(""));
}
