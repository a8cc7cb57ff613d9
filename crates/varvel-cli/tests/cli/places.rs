//! A value that the output cannot hold is shown where it stands in the input, whatever the
//! subcommand and the format, and by a path that `get` takes.

use crate::command::Folder;

/// Runs the command, and checks that it fails at a place that ends with `place`. Returns the path.
fn fails(folder: &Folder, arguments: &[&str], place: &str) -> String {
    let ran = folder.run(arguments);
    let shown = |what: &str| panic!("{arguments:?}: {what}: {}", ran.err);
    if ran.code != 1 || !ran.err.contains("value cannot be represented") {
        shown("it is refused");
    }
    let (_, rest) = ran.err.split_once("--> ").unwrap();
    let (origin, rest) = rest.split_once('\n').unwrap();
    if !origin.ends_with(place) {
        shown(place);
    }
    match rest.split_once("at $") {
        Some((_, path)) => format!("${}", path.lines().next().unwrap()),
        None => "$".to_owned(),
    }
}

/// Texts with a number that JSON lacks, the place of the number as line and column, and its path.
const TEXTS: &[(&str, &str, &str, &str)] = &[
    ("a.yaml", ".nan\n", "1:1", "$"),
    (
        "a.yaml",
        "# c\na: 1\nb:\n  - x\n  -   .nan # c\n",
        "5:7",
        "$.b[1]",
    ),
    ("a.yaml", "- a: 1\n- b: .nan\n", "2:6", "$[1].b"),
    ("a.yaml", "a: 1\n---\n[0, .nan]\n", "3:5", "$[1][1]"),
    (
        "a.yaml",
        "a: &x [0, 1]\n---\n---\nb: {c: .nan}\n",
        "4:8",
        "$[2].b.c",
    ),
    ("a.yaml", "1: {2: 3, true: .nan}\n", "1:17", "$[\"1\"].true"),
    ("a.yaml", "1: 0\n\"1\": [.nan]\n", "2:7", "$[\"1\"][0]"),
    ("a.json5", "[{a: 1},\n {b: NaN, c: 2}]", "2:6", "$[1].b"),
    (
        "a.json5",
        "// c\n{a: {'b': [1, // c\n -Infinity]}}",
        "3:2",
        "$.a.b[1]",
    ),
];

#[test]
fn a_value_that_json_lacks_is_shown_in_its_text() {
    for &(name, text, place, path) in TEXTS {
        let folder = Folder::with(&[(name, text)]);
        let place = format!("{name}:{place}");
        let mut calls = vec![
            vec!["get", name, ""],
            vec!["get", name, path],
            vec!["convert", name],
            vec!["head", name],
            vec!["convert", name, "--to", "ndjson"],
            vec!["convert", name, "a.json", "--duplicates", "last"],
        ];
        // Two equal texts of keys are refused before anything else where all is written.
        if text.contains("\"1\"") {
            calls = vec![vec!["get", name, path]];
        }
        for call in calls {
            assert_eq!(fails(&folder, &call, &place), path, "{call:?} of {text:?}");
        }
        // The path is one that `get` takes.
        let ran = folder.run(&["get", name, path, "--as-text"]);
        assert_eq!(ran.code, 0, "{path}: {}", ran.err);
        assert!(
            ["\"nan\"\n", "\"-inf\"\n"].contains(&&*ran.out),
            "{}",
            ran.out
        );
    }
}

#[test]
fn the_last_of_equal_keys_is_shown_where_that_one_counts() {
    let folder = Folder::with(&[("a.yaml", "a: 1\nb: .nan\nb: .inf\n")]);
    let call = |policy| ["get", "a.yaml", "", "--duplicates", policy];
    assert_eq!(fails(&folder, &call("first"), "a.yaml:2:4"), "$.b");
    assert_eq!(fails(&folder, &call("last"), "a.yaml:3:4"), "$.b");
}

#[test]
fn a_value_of_a_record_is_shown_in_its_record() {
    let big = "123456789012345678901234567890";
    let folder = Folder::new();
    folder.write(
        "a.ndjson",
        format!("{{\"a\":1}}\n\n{{\"b\":[0,  {big}]}}\n"),
    );
    folder.write("a.json", format!("[{{\"a\":1}},\n {{\"b\":[0,  {big}]}}]"));
    folder.write("rows.json", format!("{{\"a\":1}}{{\"b\":\n[0,  {big}]}}"));
    for to in ["o.msgpack", "o.flex"] {
        let path = fails(&folder, &["convert", "a.ndjson", to], "a.ndjson:3:11");
        assert_eq!(path, "$[1].b[1]");
        let path = fails(&folder, &["convert", "a.json", to], "a.json:2:12");
        assert_eq!(path, "$[1].b[1]");
    }
    let rows = ["convert", "rows.json", "o.msgpacks"];
    assert_eq!(fails(&folder, &rows, "rows.json:2:6"), "$[1].b[1]");
    let items = ["convert", "a.json", "o.msgpacks"];
    assert_eq!(fails(&folder, &items, "a.json:2:12"), "$[1].b[1]");

    // Binary records are shown by their bytes, frozen ones by their number.
    folder.write("a.yaml", "- a: 1\n- b: [0, .nan]\n");
    for (name, place) in [
        ("a.msgpacks", "a.msgpacks, byte 9"),
        ("a.cborseq", "a.cborseq, byte 9"),
        ("a.varvels", "a.varvels, record 1"),
    ] {
        assert_eq!(folder.run(&["convert", "-q", "a.yaml", name]).code, 0);
        for call in [
            &["get", name, ""][..],
            &["get", name, "[1]"],
            &["get", name, "[1].b"],
            &["convert", name, "--to", "json"],
        ] {
            assert_eq!(fails(&folder, call, place), "$[1].b[1]", "{call:?}");
        }
    }
    for (name, place) in [
        ("a.msgpack", "a.msgpack, byte 10"),
        ("a.cbor", "a.cbor, byte 10"),
    ] {
        assert_eq!(folder.run(&["convert", "-q", "a.yaml", name]).code, 0);
        for call in [
            &["get", name, ""][..],
            &["get", name, "[1].b[1]"],
            &["head", name],
            &["convert", name, "--to", "json"],
            &["convert", name, "--to", "ndjson"],
        ] {
            assert_eq!(fails(&folder, call, place), "$[1].b[1]", "{call:?}");
        }
    }
}
