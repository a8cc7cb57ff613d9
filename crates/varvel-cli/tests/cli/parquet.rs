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
            let line = format!("in.ndjson (ndjson) -> {to} ({format}), 2 rows");
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
             found values of several kinds\n--> in.ndjson\n\
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
    for (option, value) in [("--columns", "id"), ("--conflicts", "text")] {
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
    let ran = folder.run(&["convert", "-q", "none.ndjson", "out.parquet"]);
    assert_eq!(ran, good(""));
}
