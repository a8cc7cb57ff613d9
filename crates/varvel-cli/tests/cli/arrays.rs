//! Arrays item by item: large ones, and the first items of any.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use varvel::formats::AnyFormat;

use crate::command::{Folder, Ran, good};

/// Returns an item of an array, on two lines. Its keys are in the order of FlexBuffers.
fn item(number: usize) -> String {
    let text = "ä, [\\\"".repeat(number % 9);
    format!("{{\"n\":{number},\n \"text\":\"{text}\",\"tree\":[[],{{\"a\":1.50}}]}}")
}

/// Returns an array that is too large to be held in memory, with one item changed.
fn large(change: impl Fn(usize, String) -> String) -> String {
    let items: Vec<String> = (0..100_000).map(|n| change(n, item(n))).collect();
    format!("[{}]\n", items.join(",\n"))
}

#[test]
fn a_large_array_becomes_a_stream() {
    let text = large(|_, item| item);
    assert!(text.len() > 5 << 20);
    let folder = Folder::with(&[("a.json", &text)]);
    let line = |n| item(n).replace("\n ", "") + "\n";
    let lines: String = (0..100_000).map(line).collect();
    let ran = folder.run(&["convert", "a.json", "a.ndjson"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, "a.json (json) -> a.ndjson (ndjson)\n")
    );
    assert!(folder.read("a.ndjson") == lines);
    let ran = folder.run_with(&["convert", "-q", "-", "piped.ndjson"], text.as_bytes());
    assert_eq!(ran, good(""));
    assert!(folder.read("piped.ndjson") == lines);
    assert_eq!(folder.run(&["count", "a.json"]), good("100000\n"));
    assert_eq!(folder.run(&["validate", "a.json"]), good("a.json: ok\n"));
    for format in AnyFormat::ALL {
        let file = format!("b.{}.gz", format.extensions()[0]);
        assert_eq!(folder.run(&["convert", "-q", "a.ndjson", &file]).code, 0);
        assert_eq!(folder.run(&["count", &file]), good("100000\n"), "{file}");
        assert_eq!(folder.run(&["validate", "-q", &file]), good(""), "{file}");
        // Text has the digits of decimals; binary formats have the float.
        let lines = match format.profile().text {
            true => lines.clone(),
            false => lines.replace("1.50", "1.5"),
        };
        let ran = folder.run(&["convert", &file, "--to", "ndjson"]);
        assert!(ran.code == 0 && ran.out == lines, "{file}");
    }
}

#[test]
fn what_is_wrong_in_a_large_array_is_shown_where_it_is() {
    let wrong = large(|n, item| match n {
        70_007 => item.replace("1.50", "1.50, 2"),
        _ => item,
    });
    let folder = Folder::with(&[("a.json", &wrong)]);
    let expected = "error: invalid syntax: expected a key in double quotes, found `2`
      --> a.json:140016:64
       |
140016 | …, [\\\"ä, [\\\"ä, [\\\"ä, [\\\"\",\"tree\":[[],{\"a\":1.50, 2}]},
       |                                                 ^ at $[70007].tree[1]
hint: keys take double quotes in JSON
";
    for arguments in [
        &["validate", "a.json"][..],
        &["count", "a.json"],
        &["convert", "a.json", "b.ndjson"],
        &["convert", "a.json", "b.varvels"],
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{arguments:?}");
        assert_eq!(ran.err, expected, "{arguments:?}");
        assert_eq!(folder.names(), ["a.json"]);
    }
    let ran = folder.run_with(&["validate", "-"], wrong.as_bytes());
    assert_eq!(ran.err, expected.replace("a.json", "<stdin>"));

    let twice = large(|n, item| match n {
        99_999 => item.replace("tree", "n"),
        _ => item,
    });
    folder.write("a.json", &twice);
    let ran = folder.run(&["validate", "a.json"]);
    assert!(ran.err.contains("a.json:200000:"), "{}", ran.err);
    assert!(ran.err.contains("at $[99999]"), "{}", ran.err);
    let ran = folder.run(&["count", "--duplicates", "last", "a.json"]);
    assert_eq!(ran, good("100000\n"));
    for (behind, place) in [(" x", "200001:2"), ("\n\n[1]", "200003:1")] {
        folder.write("a.json", large(|_, item| item) + behind);
        let ran = folder.run(&["validate", "a.json"]);
        assert!(ran.err.contains(place), "{}", ran.err);
        assert!(ran.err.starts_with("error: data after"), "{}", ran.err);
    }
    folder.write("a.json", &wrong[..wrong.len() - 2]);
    assert_eq!(folder.run(&["validate", "a.json"]).code, 1);
}

#[test]
fn documents_behind_a_large_array_are_read_with_it() {
    let folder = Folder::with(&[("a.json", &(large(|_, item| item) + "[1]"))]);
    assert_eq!(folder.run(&["count", "a.json"]), good("2\n"));
    let ran = folder.run(&["convert", "-q", "a.json", "a.ndjson"]);
    assert_eq!(ran, good(""));
    let lines = folder.read("a.ndjson");
    assert!(lines.ends_with("]\n[1]\n"));
    assert_eq!(lines.lines().count(), 2);
    // On standard output, nothing that was written can be removed.
    let ran = folder.run(&["convert", "a.json", "--to", "ndjson"]);
    assert!(ran.code == 0 && ran.out == lines, "{}", ran.err);
    #[cfg(target_os = "linux")]
    {
        let ran = folder.run(&["convert", "-q", "a.json", "/dev/stdout", "--to", "ndjson"]);
        assert!(ran.code == 0 && ran.out == lines, "{}", ran.err);
    }
}

#[test]
fn the_first_of_a_few_arrays_in_a_row_is_no_array_of_records() {
    let lines = "[1,2]\n[3,4]\n";
    let folder = Folder::with(&[("a.json", lines)]);
    assert_eq!(folder.run(&["head", "a.json"]), good(lines));
    let ran = folder.run_with(&["head", "-"], lines.as_bytes());
    assert_eq!(ran, good(lines));
    let ran = folder.run_with(&["head", "-", "-n", "1"], b"[]\n1");
    assert_eq!(ran, good("[]\n"));
}

#[test]
fn small_arrays_in_a_row_are_a_row_however_many_they_are() {
    let lines = "[1,\"a long text that makes five mebibytes of these arrays\"]\n".repeat(100_000);
    assert!(lines.len() > 5 << 20);
    let folder = Folder::with(&[("a.json", &lines)]);
    let from_file = |arguments: &[&str]| folder.run(arguments);
    let from_pipe = |arguments: &[&str]| folder.run_with(arguments, lines.as_bytes());
    for (input, run) in [
        ("a.json", &from_file as &dyn Fn(&[&str]) -> Ran),
        ("-", &from_pipe),
    ] {
        assert_eq!(run(&["count", input]), good("100000\n"), "{input}");
        let ran = run(&["head", "-n", "2", input]);
        let two = lines.split_inclusive('\n').take(2).collect::<String>();
        assert_eq!(ran, good(&two), "{input}");
        let ran = run(&["convert", input, "--to", "ndjson"]);
        assert!(ran.code == 0 && ran.out == lines, "{input}: {}", ran.err);
        assert_eq!(run(&["convert", "-q", input, "b.ndjson"]), good(""));
        assert!(folder.read("b.ndjson") == lines, "{input}");
    }
}

/// The first items come out before the rest has come in.
#[test]
fn no_more_of_an_array_is_read_than_its_first_items() {
    let folder = Folder::new();
    for (format, input) in [
        ("json", &b"\n [1, {\"a\": [2]}, [oops"[..]),
        ("msgpack", b"\xDD\0\xFF\xFF\xFF\x01\x81\xA1a\x91\x02\xC1"),
        ("cbor", b"\x9A\0\xFF\xFF\xFF\x01\xA1\x61a\x81\x02\x1C"),
        ("cbor", b"\x9F\x01\xA1\x61a\x9F\x02\xFF\x1C"),
    ] {
        let mut child = folder
            .command(&["head", "-n", "2", "-", "--from", format])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(input).unwrap();
        pipe.flush().unwrap();
        let mut out = String::new();
        // The output ends when the command ends: it waits for nothing.
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_to_string(&mut out).unwrap();
        assert_eq!(out, "1\n{\"a\":[2]}\n", "{format}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
        drop(pipe);
    }
    let text = large(|n, item| if n == 3 { "oops".into() } else { item });
    folder.write("a.json", text);
    let ran = folder.run(&["head", "-n", "3", "a.json"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 3));
    let ran = folder.run(&["head", "-n", "9", "a.json"]);
    assert_eq!((ran.code, ran.out.lines().count()), (1, 3));
    assert!(ran.err.contains("--> a.json:7:1"), "{}", ran.err);
    assert!(ran.err.contains("at $[3]"), "{}", ran.err);
}

/// Returns the greatest amount of memory that a process had so far, in KiB. `None` if it has ended.
#[cfg(target_os = "linux")]
pub fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_array_is_never_held() {
    let folder = Folder::new();
    let items: String = (0..20_000).map(|n| item(n) + ",\n").collect();
    let lines: String = (0..20_000)
        .map(|n| item(n).replace('\n', " ") + "\n")
        .collect();
    let binary = [0x93, 1, 0xA1, b'a', 0xC0].repeat(200_000);
    let count = 200_000_u32 * 25;
    let head = [&[0xDD][..], &count.to_be_bytes()].concat();
    for (arguments, first, rest) in [
        (&["validate", "-"][..], &b"["[..], items.as_bytes()),
        (&["convert", "-", "out.varvels"], b"[", items.as_bytes()),
        (&["convert", "-", "--to", "ndjson"], b"[", items.as_bytes()),
        (&["convert", "-", "out.msgpacks"], &head, &binary),
        (&["get", "-", "[500000]"], b"[", items.as_bytes()),
        // Records become an array as they come.
        (
            &["convert", "-", "out.json", "--from", "ndjson"],
            b"",
            lines.as_bytes(),
        ),
        (
            &["convert", "-", "out.json", "--from", "ndjson", "--pretty"],
            b"",
            lines.as_bytes(),
        ),
        (
            &["convert", "-", "--to", "yaml", "--from", "ndjson"],
            b"",
            lines.as_bytes(),
        ),
    ] {
        let mut child = folder
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(first).unwrap();
        for _ in 0..25 {
            pipe.write_all(rest).unwrap();
        }
        let most = most_memory(child.id()).unwrap();
        // The command itself takes some of it.
        assert!(most < 64 << 10, "{arguments:?}: {most} KiB");
        if first == b"[" {
            pipe.write_all(b"0]").unwrap();
        }
        drop(pipe);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
}

/// `get` of an item stops behind it, whatever follows.
#[test]
fn an_item_is_read_and_nothing_behind_it() {
    let folder = Folder::new();
    for (format, input) in [
        ("json", &b"\n [1, {\"a\": [2]}, [oops"[..]),
        ("msgpack", b"\xDD\0\xFF\xFF\xFF\x01\x81\xA1a\x91\x02\xC1"),
        ("cbor", b"\x9F\x01\xA1\x61a\x9F\x02\xFF\x1C"),
    ] {
        for path in ["[1].a[0]", "/1/a/0"] {
            let mut child = folder
                .command(&["get", "-", path, "--from", format])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut pipe = child.stdin.take().unwrap();
            pipe.write_all(input).unwrap();
            pipe.flush().unwrap();
            let mut out = String::new();
            // The output ends when the command ends: it waits for nothing.
            let mut stdout = child.stdout.take().unwrap();
            stdout.read_to_string(&mut out).unwrap();
            assert_eq!(out, "2\n", "{format}");
            assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
            drop(pipe);
        }
    }
    // A key that comes twice in a container on the way is found.
    folder.write(
        "a.json",
        "[{\"a\": 1}, {\"a\": 1, \"b\": 2, \"a\": 3}, [oops",
    );
    let ran = folder.run(&["get", "a.json", "[1].a"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("duplicate key") && ran.err.contains("$[1].a"),
        "{}",
        ran.err
    );
    folder.write("a.json", "[1, 2]");
    let ran = folder.run(&["get", "a.json", "[2]"]);
    assert_eq!(
        ran.err,
        "error: a.json: $ has no item 2\nhint: its items are [0] to [1]\n"
    );
    folder.write("a.json", "{\"0\": 5}");
    assert_eq!(folder.run(&["get", "a.json", "/0"]).out, "5\n");
}

/// An array that is written record by record is the one that is written as a whole.
#[test]
fn records_become_the_array_of_them() {
    let records = [
        "{\"a\":1,\"b\":[]}",
        "[1,2]",
        "[]",
        "{}",
        "\"x\\ny\"",
        "3",
        "null",
        "[[{\"c\":\"d # e\"}]]",
        "\"\"",
    ];
    for count in 0..=records.len() {
        let lines: String = records[..count]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        let whole = format!("[{}]", records[..count].join(","));
        let folder = Folder::with(&[("r.ndjson", &lines), ("a.json", &whole)]);
        for options in [&["--to", "json"][..], &["--to", "yaml"]] {
            let convert = |name| {
                let arguments = [&["convert", name, "-"], options].concat();
                folder.run(&arguments).out
            };
            assert_eq!(
                convert("r.ndjson"),
                convert("a.json"),
                "{options:?}: {lines}"
            );
        }
        let pretty = folder
            .run(&["convert", "r.ndjson", "-", "--to", "json", "--pretty"])
            .out;
        folder.write("p.json", &pretty);
        assert_eq!(
            folder.run(&["convert", "p.json"]).out,
            format!("{whole}\n"),
            "{pretty}"
        );
    }
    let folder = Folder::with(&[("r.ndjson", "{\"a\":1}\n{\"b\":[{}]}\n")]);
    let pretty = folder
        .run(&["convert", "r.ndjson", "-", "--to", "json", "--pretty"])
        .out;
    let text = "[\n  {\n    \"a\": 1\n  },\n  {\n    \"b\": [\n      {}\n    ]\n  }\n]\n";
    assert_eq!(pretty, text);
}

/// `fmt` refuses a stream by its first bytes.
#[test]
fn a_stream_is_not_read_to_be_refused() {
    let folder = Folder::new();
    // A pipe that stays open: the command waits for nothing.
    let status = std::process::Command::new("mkfifo")
        .arg(folder.at("f.ndjson"))
        .status();
    if status.is_ok_and(|status| status.success()) {
        let mut child = folder
            .command(&["fmt", "f.ndjson"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = std::fs::OpenOptions::new()
            .write(true)
            .open(folder.at("f.ndjson"))
            .unwrap();
        let _ = pipe.write_all(&b"{\"some\": \"line\"}\n".repeat(4000));
        assert_eq!(child.wait().unwrap().code(), Some(2));
    }
    let lines = "{\"some\": \"line\"}\n".repeat(50_000);
    folder.write("a.ndjson", &lines[..lines.len() - 3]);
    let ran = folder.run(&["fmt", "a.ndjson"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("fmt is for JSON and YAML text"),
        "{}",
        ran.err
    );
}
