//! Several inputs: names with wildcards, one output of all, and a folder of outputs.

use std::fs;

use crate::command::{Folder, bad, good};

fn folder() -> Folder {
    let folder = Folder::with(&[
        ("b.ndjson", "{\"n\":3}\n"),
        ("a.ndjson", "{\"n\":1}\n{\"n\":2}"),
        ("c.json", "[{\"n\":4},{\"n\":5}]"),
    ]);
    folder.run(&["convert", "b.ndjson", "d.varvels.gz", "-q"]);
    folder
}

const ALL: &str = "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n{\"n\":4}\n{\"n\":5}\n{\"n\":3}\n";

#[test]
fn the_rows_of_several_files_come_one_after_the_other() {
    let folder = folder();
    let files = ["a.ndjson", "b.ndjson", "c.json", "d.varvels.gz"];
    let run = |more: &[&str]| folder.run(&[&["convert"], &files[..], more].concat());
    assert_eq!(run(&["-o", "-"]), good(ALL));
    assert_eq!(run(&["--output", "-", "--threads", "1"]), good(ALL));
    let ran = run(&["out.ndjson"]);
    assert_eq!(ran.err, "4 files -> out.ndjson (ndjson), 6 records\n");
    assert_eq!(folder.read("out.ndjson"), ALL);
    assert_eq!(folder.run(&["convert", "[a-d].*", "-o", "-"]), good(ALL));
    assert_eq!(folder.run(&["convert", "[a-d].*"]), good(ALL));
    assert_eq!(
        folder.run(&["convert", "b*", "a*", "-o", "-"]),
        good("{\"n\":3}\n{\"n\":1}\n{\"n\":2}\n")
    );
    for name in [
        "all.varvels",
        "all.msgpacks.zst",
        "all.json",
        "all.yaml",
        "all.cborseq",
    ] {
        assert_eq!(run(&[name, "-q"]), good(""));
        let ran = folder.run(&["convert", name, "--to", "ndjson"]);
        assert_eq!(ran, good(ALL), "{name}");
    }
    assert_eq!(
        folder.run(&["validate", "all.varvels"]),
        good("all.varvels: ok, 6 records\n")
    );
    run(&["one.varvels", "--threads", "1", "-q"]);
    let one = fs::read(folder.at("one.varvels")).unwrap();
    assert_eq!(one, fs::read(folder.at("all.varvels")).unwrap());
    let ran = run(&["-o", "-", "--to", "json", "--pretty"]);
    assert_eq!(ran.out.matches("\n  {").count(), 6);
}

#[test]
fn other_subcommands_take_wildcards() {
    let folder = folder();
    let ran = folder.run(&["count", "*.ndjson"]);
    assert_eq!(ran, good("2 a.ndjson\n1 b.ndjson\n3 in all\n"));
    let ran = folder.run(&["validate", "*.ndjson"]);
    assert_eq!(
        ran,
        good("a.ndjson: ok, 2 records\nb.ndjson: ok, 1 record\n")
    );
    assert_eq!(
        folder.run(&["schema", "*.ndjson"]),
        good("object\n  n: integer\n")
    );
    for subcommand in ["count", "validate", "schema", "convert", "splits"] {
        let ran = folder.run(&[subcommand, "x*.ndjson"]);
        assert_eq!(ran, bad(3, "error: no file matches x*.ndjson\n"));
    }
    folder.write("x*.ndjson", "7\n");
    assert_eq!(folder.run(&["count", "x*.ndjson"]), good("1\n"));
}

#[test]
fn an_output_that_is_no_input_by_its_name_is_replaced() {
    let folder = folder();
    // A name that tells another format than those of all inputs is none that a shell added.
    folder.write("out.msgpacks", "old");
    for (input, expected) in [("b*.ndjson", 0), ("*.msgpack*", 2), ("none", 2)] {
        let ran = folder.run(&["convert", "a.ndjson", input, "out.msgpacks", "-q"]);
        assert_eq!(ran.code, expected, "{input}: {ran:?}");
    }
    let from = ["--from", "msgpack-stream"];
    let args = ["convert", "a.ndjson", "b.ndjson", "out.msgpacks"];
    assert_eq!(folder.run(&[&args[..], &from].concat()).code, 2);
    let back = folder.run(&["convert", "out.msgpacks"]);
    assert_eq!(back, good("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"));
}

#[test]
fn an_error_leaves_the_output_as_it_was() {
    let folder = folder();
    folder.write("b.ndjson", "{\"n\":3}\n{\"n\": }\n");
    folder.write("out.ndjson", "old");
    let ran = folder.run(&["convert", "*.ndjson", "c.json", "-o", "new.ndjson"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("--> b.ndjson:2:7\n"), "{}", ran.err);
    let ran = folder.run(&["convert", "a.ndjson", "none.ndjson", "-o", "new.ndjson"]);
    assert!(
        ran.err
            .starts_with("error: cannot read none.ndjson: no such file"),
        "{}",
        ran.err
    );
    assert_eq!(ran.code, 3);
    let ran = folder.run(&["convert", "a.ndjson", "c.json", "out.ndjson"]);
    let line = "error: out.ndjson exists, and the last of several files is the output\n\
                hint: name the output with `--output`\n";
    assert_eq!(ran, bad(2, line));
    let ran = folder.run(&["convert", "*.ndjson", "-o", "a.ndjson"]);
    assert_eq!(
        ran,
        bad(
            2,
            "error: the output is one of the files to read, a.ndjson\n"
        )
    );
    let ran = folder.run(&["convert", "a.ndjson", "b.ndjson", "-o", "x.varvel"]);
    let line = "error: several files become a stream, a table, or an array in JSON or YAML, and this writes a frozen \
                buffer\n";
    assert_eq!(ran, bad(2, line));
    let ran = folder.run(&["convert", "-", "-", "-o", "x.ndjson"]);
    let line = "error: standard input is read once, and the files to read name it again\n";
    assert_eq!(ran, bad(2, line));
    assert_eq!(folder.read("out.ndjson"), "old");
    assert_eq!(
        folder.names(),
        [
            "a.ndjson",
            "b.ndjson",
            "c.json",
            "d.varvels.gz",
            "out.ndjson"
        ]
    );
}

#[test]
fn bad_lines_of_several_files_name_the_file() {
    let folder = folder();
    folder.write("b.ndjson", b"{\"n\":3}\n{\"n\": }\n\"\xFF\"\n");
    let ran = folder.run(&[
        "convert",
        "*.ndjson",
        "-o",
        "out.ndjson",
        "--bad-lines",
        "bad.ndjson",
        "-q",
    ]);
    assert_eq!(ran.code, 4);
    assert!(ran.err.starts_with("b.ndjson:2:7: "), "{}", ran.err);
    assert!(
        ran.err
            .ends_with("error: 2 of 5 records are bad; bad.ndjson has them\n"),
        "{}",
        ran.err
    );
    assert_eq!(
        folder.read("out.ndjson"),
        "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"
    );
    let bad = folder.read("bad.ndjson");
    let lines: Vec<&str> = bad.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("{\"file\":\"b.ndjson\",\"line\":2,\"column\":7,\"offset\":14,\"error\":\"invalid syntax"), "{bad}");
    assert!(lines[0].ends_with(",\"text\":\"{\\\"n\\\": }\"}"), "{bad}");
    assert!(lines[1].ends_with(",\"bytes\":\"Iv8iCg==\"}"), "{bad}");
    // An array has no bad lines that are set aside.
    let ran = folder.run(&[
        "convert",
        "a.ndjson",
        "c.json",
        "-o",
        "x.ndjson",
        "--bad-lines",
        "bad2",
    ]);
    assert_eq!(
        ran,
        crate::command::bad(2, "error: --bad-lines is for streams, and c.json is none\n")
    );
    assert!(!folder.at("x.ndjson").exists() && !folder.at("bad2").exists());
}

#[test]
fn a_folder_gets_a_file_for_each() {
    let folder = folder();
    let ran = folder.run(&[
        "convert",
        "*.ndjson",
        "c.json",
        "out/",
        "--to",
        "msgpack-stream",
    ]);
    assert_eq!(
        ran.err,
        "a.ndjson (ndjson) -> out/a.msgpacks (msgpack-stream), 2 records\n\
         b.ndjson (ndjson) -> out/b.msgpacks (msgpack-stream), 1 record\n\
         c.json (json) -> out/c.msgpacks (msgpack-stream)\n"
    );
    assert_eq!(
        folder.run(&["count", "out/*"]).out.lines().last(),
        Some("5 in all")
    );
    let ran = folder.run(&["convert", "d.varvels.gz", "out", "--to", "ndjson", "-q"]);
    assert_eq!(ran, good(""));
    assert_eq!(folder.read("out/d.ndjson"), "{\"n\":3}\n");
    let ran = folder.run(&["convert", "a.ndjson", "out"]);
    let line = "error: out is a folder, and does not tell which format to write\n\
                hint: say `--to ndjson` or another\n";
    assert_eq!(ran, bad(2, line));
    folder.write("a.json", "[]");
    let ran = folder.run(&["convert", "a.*", "new/", "--to", "json"]);
    assert_eq!(
        ran,
        bad(
            2,
            "error: a.json and a.ndjson would both be written to new/a.json\n"
        )
    );
    let ran = folder.run(&["convert", "-", "new/", "--to", "json"]);
    assert_eq!(
        ran,
        bad(2, "error: standard input has no name for a file in new/\n")
    );
    let ran = folder.run(&["convert", "a.ndjson", "no/new/", "--to", "json"]);
    assert!(
        ran.err
            .starts_with("error: cannot make no/new/: no such file"),
        "{}",
        ran.err
    );
    assert!(!folder.at("new").exists());
}

#[test]
fn files_of_a_folder_appear_when_they_are_whole() {
    let folder = folder();
    folder.write("b.ndjson", "{\"n\":3}\n{\"n\": }\n");
    let ran = folder.run(&[
        "convert", "*.ndjson", "c.json", "out/", "--to", "ndjson", "-q",
    ]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .starts_with("warning: 1 of the 3 files could be written: out/a.ndjson\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("--> b.ndjson:2:7\n"), "{}", ran.err);
    let names = fs::read_dir(folder.at("out")).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["a.ndjson"]);
    // A folder that would stay empty is not made.
    let ran = folder.run(&["convert", "b.ndjson", "new/", "--to", "ndjson"]);
    assert_eq!(ran.code, 1);
    assert!(!folder.at("new").exists());
    // The file for bad lines has those of all files.
    let more = ["out/", "--to", "ndjson", "--bad-lines", "bad.ndjson", "-q"];
    let ran = folder.run(&[&["convert", "a.ndjson", "b.ndjson"], &more[..]].concat());
    assert_eq!(ran.code, 4);
    assert!(
        ran.err
            .ends_with("error: 1 of 4 records are bad; bad.ndjson has them\n"),
        "{}",
        ran.err
    );
    assert_eq!(folder.read("out/b.ndjson"), "{\"n\":3}\n");
}
