//! Streams: bad records, frozen streams that are appended to, and the files that are left after a
//! failure.

use std::fs;

use crate::command::{Folder, Ran, bad, good};
use crate::table::streams;

const LINES: &str = "{\"a\": 1}\n[1, \n\n{\"a\": 2}\n{\"k\": 1, \"k\": 2}\r\n\"ä\" x\n{\"a\": 3}";

fn wrote(code: i32, err: &str) -> Ran {
    Ran {
        code,
        out: String::new(),
        err: err.into(),
    }
}

#[test]
fn the_first_bad_line_stops_it_and_nothing_is_written() {
    for output in streams().map(|stream| format!("old.{stream}")) {
        let folder = Folder::with(&[("a.ndjson", LINES), (&output, "old")]);
        let ran = folder.run(&["convert", "a.ndjson", &output]);
        let stopped = "error: unexpected end of input: expected a value\n \
                       --> a.ndjson:2:4\n  \
                       |\n\
                       2 | [1, \n  \
                       |    ^ at $[1]\n\
                       hint: a record stands on one line\n";
        assert_eq!(ran, bad(1, stopped), "{output}");
        assert_eq!(folder.read(&output), "old");
        assert_eq!(folder.names().len(), 2);
    }
}

#[test]
fn bad_lines_are_set_aside_as_they_are() {
    for (stream, threads) in streams().zip(["1", "2", "3", "7"].iter().cycle()) {
        let output = format!("b.{stream}");
        let folder = Folder::with(&[("a.ndjson", LINES)]);
        let ran = folder.run(&[
            "convert",
            "a.ndjson",
            &output,
            "--bad-lines",
            "bad.ndjson",
            "--threads",
            threads,
            "-q",
        ]);
        assert_eq!(
            ran,
            wrote(
                4,
                "a.ndjson:2:4: unexpected end of input: expected a value, at $[1]\n\
                 a.ndjson:5:10: duplicate key: expected each key once, found \"k\" again, at $.k\n\
                 a.ndjson:6:5: data after the document: expected the end of input, found `x`\n\
                 error: 3 of 6 records are bad; bad.ndjson has them\n"
            )
        );
        assert_eq!(
            folder.read("bad.ndjson"),
            "[1, \n{\"k\": 1, \"k\": 2}\r\n\"ä\" x\n"
        );
        let ran = folder.run(&["convert", &output, "--to", "json"]);
        assert_eq!(ran, good("[{\"a\":1},{\"a\":2},{\"a\":3}]\n"));
    }
}

#[test]
fn many_bad_lines_are_counted_and_not_all_told() {
    let folder = Folder::with(&[("a.ndjson", &"?\n".repeat(1000))]);
    let ran = folder.run(&[
        "convert",
        "a.ndjson",
        "b.varvels",
        "--bad-lines",
        "bad.txt",
        "-q",
    ]);
    assert_eq!((ran.code, ran.err.lines().count()), (4, 11));
    assert!(
        ran.err
            .ends_with("error: 1000 of 1000 records are bad; bad.txt has them\n")
    );
    assert_eq!(folder.read("bad.txt"), "?\n".repeat(1000));
    assert_eq!(folder.run(&["count", "b.varvels"]), good("0\n"));
}

#[test]
fn without_bad_lines_their_file_is_empty() {
    let folder = Folder::with(&[("a.ndjson", "1\n2\n"), ("bad.txt", "of yesterday")]);
    let ran = folder.run(&["convert", "a.ndjson", "b.varvels", "--bad-lines", "bad.txt"]);
    assert_eq!(
        ran,
        wrote(
            0,
            "a.ndjson (ndjson) -> b.varvels (frozen-stream), 2 records\n"
        )
    );
    assert_eq!(folder.read("bad.txt"), "");
}

#[test]
fn a_stream_is_added_to() {
    let folder = Folder::with(&[("a.ndjson", "1\n2\n"), ("b.ndjson", "3\n")]);
    for (input, count) in [("a.ndjson", 2), ("b.ndjson", 3), ("a.ndjson", 5)] {
        assert_eq!(
            folder
                .run(&["convert", input, "all.varvels", "--append"])
                .code,
            0
        );
        assert_eq!(
            folder.run(&["count", "all.varvels"]),
            good(&format!("{count}\n"))
        );
    }
    assert_eq!(
        folder.run(&["convert", "all.varvels"]),
        good("1\n2\n3\n1\n2\n")
    );
}

#[test]
fn a_stream_is_as_it_was_if_adding_to_it_fails() {
    let folder = Folder::with(&[
        ("a.ndjson", "1\n2\n"),
        ("bad.ndjson", &format!("{}?\n", "[3]\n".repeat(100_000))),
    ]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let before = fs::read(folder.at("all.varvels")).unwrap();
    assert_eq!(
        folder
            .run(&["convert", "bad.ndjson", "all.varvels", "--append"])
            .code,
        1
    );
    assert_eq!(fs::read(folder.at("all.varvels")).unwrap(), before);
    let ran = folder.run(&[
        "convert",
        "bad.ndjson",
        "all.varvels",
        "--append",
        "--bad-lines",
        "aside",
    ]);
    assert_eq!(ran.code, 4);
    assert_eq!(folder.run(&["count", "all.varvels"]), good("100002\n"));
    assert_eq!(folder.read("aside"), "?\n");
}

#[test]
fn adding_that_was_cut_off_goes_on_behind_what_is_whole() {
    let folder = Folder::with(&[
        ("a.ndjson", "1\n2\n"),
        ("b.ndjson", &"[3]\n".repeat(200_000)),
    ]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let first = fs::metadata(folder.at("all.varvels")).unwrap().len() as usize;
    folder.run(&["convert", "b.ndjson", "all.varvels", "--append"]);
    let whole = fs::read(folder.at("all.varvels")).unwrap();
    for len in [first + 1, first + 17, first + 1000, whole.len() - 1] {
        folder.write("cut.varvels", &whole[..len]);
        assert_eq!(folder.run(&["count", "cut.varvels"]).code, 1, "{len} bytes");
        let ran = folder.run(&["convert", "a.ndjson", "cut.varvels", "--append"]);
        assert_eq!(ran.code, 0, "{len} bytes: {}", ran.err);
        assert_eq!(folder.run(&["validate", "cut.varvels"]).code, 0);
        let lines = folder.run(&["convert", "cut.varvels"]).out;
        assert!(
            lines.starts_with("1\n2\n") && lines.ends_with("1\n2\n"),
            "{len} bytes"
        );
    }
}

/// This includes streams that lack only the padding of a segment up to the next block.
#[test]
fn adding_that_was_cut_off_anywhere_goes_on() {
    let folder = Folder::with(&[("a.ndjson", "1\n"), ("b.ndjson", "\"text\"\n")]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let first = fs::metadata(folder.at("all.varvels")).unwrap().len() as usize;
    folder.run(&["convert", "b.ndjson", "all.varvels", "--append"]);
    let whole = fs::read(folder.at("all.varvels")).unwrap();
    for len in first..whole.len() {
        folder.write("cut.varvels", &whole[..len]);
        let ran = folder.run(&["convert", "b.ndjson", "cut.varvels", "--append"]);
        assert_eq!(ran.code, 0, "{len} bytes: {}", ran.err);
        let lines = folder.run(&["convert", "cut.varvels"]).out;
        let again = "1\n\"text\"\n\"text\"\n";
        assert!(
            lines == again || lines == again[..9],
            "{len} bytes: {lines}"
        );
    }
}

#[test]
fn what_is_no_frozen_stream_is_not_added_to() {
    let folder = Folder::with(&[
        ("a.ndjson", "1\n"),
        ("text.varvels", "my only copy"),
        ("b.ndjson", "1\n"),
    ]);
    let fails = |output: &str, code, line: &str| {
        let ran = folder.run(&["convert", "a.ndjson", output, "--append"]);
        assert_eq!((ran.code, ran.err.lines().next()), (code, Some(line)));
    };
    fails(
        "text.varvels",
        1,
        "error: invalid frozen buffer: expected an index that ends here",
    );
    fails(
        "b.ndjson",
        2,
        "error: --append adds to frozen streams that are not compressed",
    );
    assert_eq!(folder.read("text.varvels"), "my only copy");
    assert_eq!(folder.read("b.ndjson"), "1\n");

    // A stream that is damaged in its middle and at its end: the bytes behind may be worth
    // something.
    folder.run(&["convert", "a.ndjson", "s.varvels"]);
    folder.run(&["convert", "a.ndjson", "s.varvels", "--append"]);
    let mut bytes = fs::read(folder.at("s.varvels")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xFF;
    bytes.pop();
    folder.write("s.varvels", &bytes);
    assert_eq!(
        folder
            .run(&["convert", "a.ndjson", "s.varvels", "--append"])
            .code,
        1
    );
    assert_eq!(fs::read(folder.at("s.varvels")).unwrap(), bytes);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = Folder::with(&[("a.ndjson", "1\n"), ("a.json", "1")]);
    folder.run(&["convert", "a.ndjson", "a.varvels"]);
    let fails = |arguments: &[&str], line: &str| {
        let ran = folder.run(&[&["convert"], arguments].concat());
        assert_eq!(ran, bad(2, &format!("error: {line}\n")));
    };
    fails(
        &["a.json", "b.varvels", "--append"],
        "--append is for whole streams that become streams",
    );
    fails(
        &["a.json", "b.json", "--bad-lines", "bad"],
        "--bad-lines is for whole streams that become streams",
    );
    fails(
        &["a.varvels", "b.varvels", "--append", "--recover"],
        "--append is for whole streams that become streams",
    );
    fails(
        &["a.varvels", "a.varvels", "--append"],
        "the input and the stream that is added to are the same file",
    );
    fails(
        &["a.ndjson", "b.varvels", "--bad-lines", "b.varvels"],
        "the file for bad lines is the output",
    );
    fails(
        &["a.ndjson", "b.varvels", "--bad-lines", "./b.varvels"],
        "the file for bad lines is the output",
    );
    fails(
        &["a.ndjson", "--bad-lines", "-"],
        "the file for bad lines is the output",
    );
    fails(
        &["a.ndjson", "b.varvels", "--bad-lines", "./a.ndjson"],
        "the file for bad lines is the input",
    );
    assert_eq!(folder.names(), ["a.json", "a.ndjson", "a.varvels"]);
    assert_eq!(folder.read("a.ndjson"), "1\n");
}

/// The command would read what it writes, whatever the file is called.
#[cfg(unix)]
#[test]
fn a_stream_is_not_added_to_itself() {
    let folder = Folder::with(&[("a.ndjson", "1\n")]);
    folder.run(&["convert", "a.ndjson", "a.varvels"]);
    fs::hard_link(folder.at("a.varvels"), folder.at("b.varvels")).unwrap();
    let same = "error: the input and the stream that is added to are the same file\n";
    let ran = folder.run(&["convert", "a.varvels", "b.varvels", "--append"]);
    assert_eq!(ran, bad(2, same));
    let from_stdin = ["convert", "-", "b.varvels", "--append"];
    let mut command = folder.command(&[&from_stdin[..], &["--from", "frozen-stream"]].concat());
    let input = fs::File::open(folder.at("a.varvels")).unwrap();
    assert_eq!(command.stdin(input).status().unwrap().code(), Some(2));
    let output = fs::OpenOptions::new()
        .append(true)
        .open(folder.at("a.ndjson"))
        .unwrap();
    let mut command = folder.command(&["convert", "a.ndjson"]);
    assert_eq!(command.stdout(output).status().unwrap().code(), Some(2));
    assert_eq!(folder.read("a.ndjson"), "1\n");
    let ran = folder.run(&["count", "a.varvels"]);
    assert_eq!(ran, good("1\n"));
}

#[test]
fn the_output_may_be_the_stream_that_is_read() {
    let folder = Folder::with(&[("a.ndjson", "[ 1 ]\n\n[ 2 ]")]);
    assert_eq!(
        folder.run(&["convert", "a.ndjson", "a.ndjson", "-q"]),
        good("")
    );
    assert_eq!(folder.read("a.ndjson"), "[1]\n[2]\n");
}

#[test]
fn what_is_whole_of_a_stream_is_recovered() {
    let folder = Folder::with(&[("a.ndjson", &"[3]\n".repeat(200_000))]);
    folder.run(&["convert", "a.ndjson", "a.varvels"]);
    let whole = fs::read(folder.at("a.varvels")).unwrap();
    folder.write("cut.varvels", &whole[..whole.len() / 2]);
    let ran = folder.run(&["convert", "cut.varvels", "whole.varvels"]);
    let hint = "hint: if it is a frozen stream, `--recover` reads what is whole of it\n";
    assert!(ran.code == 1 && ran.err.ends_with(hint), "{}", ran.err);
    let ran = folder.run(&["convert", "cut.varvels", "whole.varvels", "--recover"]);
    assert!(ran.err.starts_with("warning: cut.varvels: "), "{}", ran.err);
    let count = folder.run(&["count", "cut.varvels", "--recover"]).out;
    let checked = folder.run(&["validate", "cut.varvels", "--recover"]);
    let expected = format!("cut.varvels: ok, {} records\n", count.trim());
    assert_eq!(
        (checked.code, checked.out),
        (0, expected),
        "{}",
        checked.err
    );
    assert_eq!(folder.run(&["count", "whole.varvels"]).out, count);
    assert!(
        (1..200_000).contains(&count.trim().parse().unwrap()),
        "{count}"
    );

    folder.write("none.varvels", "no stream at all");
    let line = "error: none.varvels has no segment that is whole\n";
    assert_eq!(
        folder.run(&["count", "none.varvels", "--recover"]),
        bad(1, line)
    );
}

#[test]
fn one_record_is_got_without_the_others() {
    let folder = Folder::with(&[(
        "a.ndjson",
        "\u{FEFF}{\"n\": 0}\n\n{\"n\": [1, 2]}\n{\"n\": 2}\n",
    )]);
    for output in streams().map(|stream| format!("b.{stream}.zst")) {
        assert_eq!(folder.run(&["convert", "a.ndjson", &output]).code, 0);
    }
    for file in folder.names() {
        assert_eq!(
            folder.run(&["get", &file, "[1].n[1]"]),
            good("2\n"),
            "{file}"
        );
        assert_eq!(
            folder.run(&["get", &file, "/2"]),
            good("{\"n\":2}\n"),
            "{file}"
        );
        assert_eq!(
            folder.run(&["get", &file, "[7].n"]),
            bad(
                1,
                &format!("error: {file}: there is no record 7\nhint: its records are [0] to [2]\n")
            )
        );
        assert_eq!(
            folder.run(&["get", &file, "[1].m"]),
            bad(
                1,
                &format!("error: {file}: $[1] has no member \"m\"\nhint: it has \"n\"\n")
            )
        );
    }
    folder.write("bad.ndjson", "{}\n?");
    assert_eq!(folder.run(&["get", "bad.ndjson", "[0]"]), good("{}\n"));
    folder.write("none.ndjson", "");
    let line = "error: none.ndjson: there is no record 0\nhint: it is an empty stream\n";
    assert_eq!(folder.run(&["get", "none.ndjson", "[0]"]), bad(1, line));
}

#[test]
fn a_stream_is_not_laid_out_over_lines() {
    let folder = Folder::with(&[("a.ndjson", "[1]\n")]);
    let line = "error: --pretty and --compact are for JSON, and this writes NDJSON\n";
    assert_eq!(
        folder.run(&["convert", "a.ndjson", "--pretty"]),
        bad(2, line)
    );
}

#[test]
fn two_do_not_add_at_once() {
    let folder = Folder::with(&[("a.ndjson", "1\n")]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let file = fs::File::open(folder.at("all.varvels")).unwrap();
    if file.lock().is_err() {
        return; // this system has no locks
    }
    let line = "error: cannot add to all.varvels: another process does\n";
    let add = &["convert", "a.ndjson", "all.varvels", "--append", "-q"];
    assert_eq!(folder.run(add), bad(3, line));
    // A child that another test starts just now may have the file open, too.
    file.unlock().unwrap();
    assert_eq!(folder.run(add), good(""));
    assert_eq!(folder.run(&["count", "all.varvels"]), good("2\n"));
}

#[test]
fn one_that_adds_waits_for_readers() {
    let folder = Folder::with(&[("a.ndjson", "1\n")]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let file = fs::File::open(folder.at("all.varvels")).unwrap();
    if file.lock_shared().is_err() {
        return; // this system has no locks
    }
    let add = &["convert", "a.ndjson", "all.varvels", "--append", "-q"];
    let ran = std::thread::scope(|threads| {
        let adding = threads.spawn(|| folder.run(add));
        // Enough to meet the lock, unless the machine is very busy.
        std::thread::sleep(std::time::Duration::from_millis(300));
        file.unlock().unwrap();
        adding.join().unwrap()
    });
    assert_eq!(ran, good(""));
    assert_eq!(folder.run(&["count", "all.varvels"]), good("2\n"));
}
