//! No file that a command reads is overwritten, and no file is written twice.

use crate::command::Folder;

const ROWS: &str = "{\"a\":1}\n{\"a\":\"x\"}\n";
const TYPE: &str = "{\"type\":\"object\",\"properties\":{\"a\":{}}}";

/// Runs the command, and checks that it is refused with `what` and leaves all files as they were.
fn refused(folder: &Folder, arguments: &[&str], what: &str) {
    let names = folder.names();
    let files: Vec<_> = names.iter().map(|name| folder.read(name)).collect();
    let ran = folder.run(arguments);
    assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    assert!(ran.err.contains(what), "{arguments:?}: {}", ran.err);
    assert_eq!(folder.names(), names, "{arguments:?}");
    for (name, content) in names.iter().zip(files) {
        assert_eq!(folder.read(name), content, "{arguments:?}: {name}");
    }
}

#[cfg(feature = "full")]
#[test]
fn a_report_is_a_file_of_its_own() {
    let folder = Folder::with(&[("m.ndjson", ROWS), ("n.ndjson", ROWS)]);
    std::fs::hard_link(folder.at("m.ndjson"), folder.at("link")).unwrap();
    for name in ["m.ndjson", "./m.ndjson", "link"] {
        let table = ["convert", "m.ndjson", "x.parquet", "--report", name];
        refused(&folder, &table, "the report is the input");
        let several = [
            "convert", "n.ndjson", "m.ndjson", "x.arrow", "--report", name,
        ];
        refused(&folder, &several, "the report is the input");
    }
    let output = [
        "convert",
        "m.ndjson",
        "x.parquet",
        "--report",
        "./x.parquet",
    ];
    refused(&folder, &output, "the report is the output");
    let bad = ["--bad-lines", "bad", "--report", "./bad"];
    let table = [&["convert", "m.ndjson", "x.parquet"][..], &bad].concat();
    refused(&folder, &table, "the file for bad lines is the report");
    let own = ["convert", "m.ndjson", "x.parquet", "--report", "r.ndjson"];
    assert_eq!(folder.run(&own).code, 0);
    assert!(folder.read("r.ndjson").contains("\"column\":\"a\""));
}

#[test]
fn no_output_is_a_plan_or_a_schema() {
    let folder = Folder::with(&[("m.ndjson", ROWS), ("s.json", TYPE)]);
    let plan = folder.run(&["splits", "m.ndjson", "--to", "ndjson"]);
    folder.write("plan", plan.out);
    for written in [["-o", "./plan"], ["--bad-lines", "plan"]] {
        let split = [
            &["convert", "--split", "@plan", "--to", "ndjson"][..],
            &written,
        ]
        .concat();
        refused(&folder, &split, "is the file of the split");
    }
    for written in [["-o", "./s.json"], ["--bad-lines", "s.json"]] {
        let schema = [
            "convert", "m.ndjson", "--to", "ndjson", "--schema", "s.json",
        ];
        refused(&folder, &[&schema[..], &written].concat(), "is the schema");
    }
}

#[test]
fn files_of_a_schema_are_not_overwritten() {
    let folder = Folder::with(&[
        ("a.fbs", "include \"b.fbs\"; table A { b: B; } root_type A;"),
        ("b.fbs", "table B { x: int; }"),
        ("a.json", "{}"),
    ]);
    let compile = ["schema", "compile", "a.fbs", "-o", "./b.fbs"];
    refused(&folder, &compile, "the output is a file of the schema");
    let compile = ["schema", "compile", "a.fbs", "-o", "a.fbs"];
    refused(&folder, &compile, "the output is the schema");
    let convert = [
        "convert",
        "a.json",
        "b.fbs",
        "--to",
        "flatbuffers",
        "--schema",
        "a.fbs",
    ];
    refused(&folder, &convert, "the output is a file of the schema");
    let depfile = ["gen", "c", "a.fbs", "--depfile", "b.fbs", "--out", "."];
    refused(&folder, &depfile, "the depfile is a schema");
    let name = folder.run(&["gen", "c", "a.fbs", "-o", "."]);
    assert_eq!(name.code, 0, "{}", name.err);
    let depfile = ["gen", "c", "a.fbs", "--depfile", "./a.h", "--out", "."];
    refused(&folder, &depfile, "the depfile is a file of the code");

    // A binary schema has the names of the files, and does not need them.
    assert_eq!(
        folder
            .run(&["schema", "compile", "a.fbs", "-o", "a.bfbs"])
            .code,
        0
    );
    std::fs::remove_file(folder.at("a.fbs")).unwrap();
    let text = folder.run(&["schema", "compile", "a.bfbs", "-o", "a.fbs"]);
    assert_eq!(text.code, 0, "{}", text.err);
}
