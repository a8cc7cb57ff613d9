//! JSON texts with a byte order mark, with comments, or with several documents; and JSON5.

use std::fs;
use std::io::Write as _;

use crate::command::{Folder, Ran};

fn ok(ran: &Ran) -> &str {
    assert_eq!(ran.code, 0, "{}", ran.err);
    &ran.out
}

#[test]
fn a_byte_order_mark_is_taken_and_kept() {
    let folder = Folder::with(&[("in.json", "\u{FEFF}{\"a\": 1}\n")]);
    assert_eq!(ok(&folder.run(&["get", "in.json", "a"])), "1\n");
    assert_eq!(ok(&folder.run(&["validate", "in.json"])), "in.json: ok\n");
    assert_eq!(ok(&folder.run(&["convert", "in.json"])), "{\"a\":1}\n");
    assert_eq!(
        ok(&folder.run(&["convert", "in.json", "--to", "ndjson"])),
        "{\"a\":1}\n"
    );
    assert_eq!(ok(&folder.run(&["count", "in.json"])), "1\n");
    assert_eq!(
        ok(&folder.run(&["fmt", "in.json", "--compact"])),
        "\u{FEFF}{\"a\":1}\n"
    );
    ok(&folder.run(&["set", "-q", "in.json", "a", "2"]));
    assert_eq!(folder.read("in.json"), "\u{FEFF}{\"a\": 2}\n");
    for (name, text) in [
        ("in.json5", "\u{FEFF}{a: 1}\n"),
        ("in.yaml", "\u{FEFF}a: 1\n"),
        ("in.ndjson", "\u{FEFF}{\"a\": 1}\n"),
    ] {
        folder.write(name, text);
        assert_eq!(ok(&folder.run(&["validate", "-q", name])), "");
    }
}

#[test]
fn errors_behind_a_byte_order_mark_have_the_columns_of_an_editor() {
    let folder = Folder::new();
    for (name, text, place, line) in [
        ("in.json", "{\"a\": ?}\n", ":1:7", "{\"a\": ?}\n  |       ^"),
        ("in.json5", "{a: ?}\n", ":1:5", "{a: ?}\n  |     ^"),
        ("in.yaml", "a: ]\n", ":1:4", "a: ]\n  |    ^"),
        (
            "in.ndjson",
            "{\"a\": ?}\n",
            ":1:7",
            "{\"a\": ?}\n  |       ^",
        ),
        (
            "in.fbs",
            "table T { a: ?; }\n",
            ":1:14",
            "table T { a: ?; }\n  |              ^",
        ),
        ("later.json", "{\"a\":\n ?}\n", ":2:2", " ?}\n  |  ^"),
    ] {
        for mark in ["", "\u{FEFF}"] {
            folder.write(name, format!("{mark}{text}"));
            let ran = match name {
                "in.fbs" => folder.run(&["schema", "check", name, name]),
                _ => folder.run(&["validate", name]),
            };
            assert_eq!(ran.code, 1, "{name}: {}", ran.err);
            let place = format!("{name}{place}");
            assert!(ran.err.contains(&place), "{place}: {}", ran.err);
            assert!(ran.err.contains(line), "{name}: {}", ran.err);
            assert!(!ran.err.contains('\u{FEFF}'), "{name}: {}", ran.err);
        }
    }
    // The items of an array are read one by one.
    folder.write("array.json", "\u{FEFF}[1, ?]");
    let ran = folder.run(&["convert", "array.json", "--to", "ndjson"]);
    assert!(
        ran.err.contains("array.json:1:5\n") && ran.err.contains("| [1, ?]\n  |     ^"),
        "{}",
        ran.err
    );
    folder.write("schema.json", "\u{FEFF}{\"type\": ?}");
    folder.write("in.json", "1");
    let ran = folder.run(&["validate", "in.json", "--schema", "schema.json"]);
    assert!(ran.err.contains("schema.json:1:10\n"), "{}", ran.err);
}

#[test]
fn comments_are_refused_in_json_and_the_hint_says_where_they_are_read() {
    for text in [
        "// one\n{\"a\": 1}\n",
        "{\"a\": 1 /* b */}\n",
        "{\"a\": 1, // b\n}\n",
        "{\"a\": 1,}\n",
        "{a: 1}\n",
        "{'a': 1}\n",
        "{\"a\": 1, \"b\": NaN}\n",
    ] {
        let folder = Folder::with(&[("in.json", text)]);
        for arguments in [
            &["get", "in.json", "a"][..],
            &["validate", "in.json"],
            &["convert", "in.json"],
            &["count", "in.json"],
            &["head", "in.json"],
            &["fmt", "in.json"],
            &["set", "in.json", "a", "2"],
            &["rm", "in.json", "a"],
        ] {
            let ran = folder.run(arguments);
            assert_eq!(ran.code, 1, "{arguments:?}: {text}");
            assert!(
                ran.err.contains("`--from json5` reads it"),
                "{arguments:?}: {}",
                ran.err
            );
            assert_eq!(folder.read("in.json"), text);
        }
        assert_eq!(
            ok(&folder.run(&["get", "in.json", "a", "--from", "json5"])),
            "1\n"
        );
        ok(&folder.run(&["set", "-q", "in.json", "a", "2", "--from", "json5"]));
        assert_eq!(folder.read("in.json"), text.replacen('1', "2", 1));
        // The user gave `--from`, so the error does not suggest it.
        let ran = folder.run(&["get", "in.json", "b", "--from", "json5"]);
        assert!(!ran.err.contains("--from"), "{}", ran.err);
    }
}

#[test]
fn documents_in_a_row_are_a_stream() {
    for (text, rows) in [
        ("{\"a\":1}{\"a\":2}", "{\"a\":1}\n{\"a\":2}\n"),
        (
            "{\n  \"a\": 1\n}\n{\n  \"a\": [\n2]\n}\n",
            "{\"a\":1}\n{\"a\":[2]}\n",
        ),
        ("\x1E{\"a\":1}\n\x1E[1]\n\x1E3\n", "{\"a\":1}\n[1]\n3\n"),
        ("\x1E{\"a\":1}\n", "{\"a\":1}\n"),
        ("[1,2]\n[3]", "[1,2]\n[3]\n"),
        (
            "1 2\n\"x\"\"y\"true[null]",
            "1\n2\n\"x\"\n\"y\"\ntrue\n[null]\n",
        ),
        ("\u{FEFF}[1] [2]", "[1]\n[2]\n"),
    ] {
        let folder = Folder::with(&[("in.json", text)]);
        let count = format!("{}\n", rows.lines().count());
        assert_eq!(
            ok(&folder.run(&["convert", "in.json", "--to", "ndjson"])),
            rows
        );
        assert_eq!(ok(&folder.run(&["count", "in.json"])), count);
        assert_eq!(ok(&folder.run(&["head", "in.json"])), rows);
        ok(&folder.run(&["convert", "-q", "in.json", "out.varvels"]));
        assert_eq!(ok(&folder.run(&["head", "out.varvels"])), rows);
        for arguments in [
            &["get", "in.json", "a"][..],
            &["validate", "in.json"],
            &["convert", "in.json", "--to", "json"],
            &["fmt", "in.json"],
            &["set", "in.json", "a", "2"],
        ] {
            assert_eq!(folder.run(arguments).code, 1, "{arguments:?}: {text}");
        }
    }
    let folder = Folder::with(&[("in.json", "{\"a\": 1}\n{\"b\": }\n")]);
    let ran = folder.run(&["count", "in.json"]);
    assert!(
        ran.code == 1 && ran.err.contains("in.json:2:7"),
        "{}",
        ran.err
    );
    for text in [
        "truefalse",
        "1.5-2",
        "{} x",
        "[1],[2]",
        "{\"a\":1,\"a\":2}{}",
    ] {
        folder.write("in.json", text);
        assert_eq!(folder.run(&["count", "in.json"]).code, 1, "{text}");
    }
}

#[test]
fn gzip_that_is_padded_with_zeros_is_taken() {
    let folder = Folder::with(&[("in.json", "[1,2,3]\n")]);
    ok(&folder.run(&["convert", "-q", "in.json", "one.ndjson.gz"]));
    let member = fs::read(folder.at("one.ndjson.gz")).unwrap();
    let zeros = vec![0; 100_000];
    for (parts, code, count) in [
        (&[&member[..], &zeros[..1]][..], 0, "3\n"),
        (&[&member, &zeros], 0, "3\n"),
        (&[&member, &member, &zeros[..512]], 0, "6\n"),
        (&[&member, &zeros[..7], &member], 1, ""),
        (&[&member, b"x"], 1, ""),
        (&[&member[..member.len() - 1], &[]], 1, ""),
    ] {
        folder.write("in.ndjson.gz", parts.concat());
        let ran = folder.run(&["count", "in.ndjson.gz"]);
        assert_eq!((ran.code, ran.out.as_str()), (code, count), "{}", ran.err);
    }
}

#[test]
fn json5_has_nan_and_infinities() {
    let folder = Folder::with(&[(
        "in.json5",
        "{a: NaN, b: Infinity, c: -Infinity, d: [+Infinity, 1]}\n",
    )]);
    ok(&folder.run(&["validate", "in.json5"]));
    let yaml = folder.run(&["convert", "in.json5", "-", "--to", "yaml"]);
    assert_eq!(
        ok(&yaml),
        "a: .nan\nb: .inf\nc: -.inf\nd:\n  - .inf\n  - 1\n"
    );
    folder.write("in.yaml", ok(&yaml));
    let back = folder.run(&["convert", "in.yaml", "-", "--to", "json5"]);
    assert_eq!(ok(&back), "{a:NaN,b:Infinity,c:-Infinity,d:[Infinity,1]}\n");
    ok(&folder.run(&["convert", "-q", "in.json5", "out.msgpack"]));
    let back = folder.run(&["convert", "out.msgpack", "-", "--to", "json5"]);
    assert_eq!(ok(&back), "{a:NaN,b:Infinity,c:-Infinity,d:[Infinity,1]}\n");
    // JSON has none, and a word in quotes is a string.
    assert_eq!(
        folder
            .run(&["convert", "in.json5", "-", "--to", "json"])
            .code,
        1
    );
    folder.write("in.json5", "['NaN', 'Infinity']");
    assert_eq!(
        ok(&folder.run(&["get", "in.json5", "$"])),
        "[\"NaN\",\"Infinity\"]\n"
    );
}

#[test]
fn json5_is_edited_and_laid_out() {
    let text = "// head\n{\n  a: 1, // one\n  'b c': [+.5, 0x10, NaN,],\n}\n";
    let folder = Folder::with(&[("in.json5", text)]);
    ok(&folder.run(&["set", "-q", "in.json5", "a", "2"]));
    ok(&folder.run(&["set", "-q", "in.json5", "[\"b c\"][0]", "'x'", "--string"]));
    ok(&folder.run(&["set", "-q", "in.json5", "d", "true"]));
    let text = "// head\n{\n  a: 2, // one\n  'b c': [\"'x'\", 0x10, NaN,],\n  d: true,\n}\n";
    assert_eq!(folder.read("in.json5"), text);
    ok(&folder.run(&["rm", "-q", "in.json5", "[\"b c\"]"]));
    assert_eq!(
        folder.read("in.json5"),
        "// head\n{\n  a: 2, // one\n  d: true,\n}\n"
    );

    folder.write(
        "in.json5",
        "// head\n{a:1,/* x */b :[1,\n'c',], // one\n\n\n  // two\n c:{},d:[ // e\n]}//end",
    );
    let laid = "// head\n{\n  a: 1,\n  /* x */ b: [\n    1,\n    'c',\n  ], // one\n\n  // two\n  c: {},\n  d: [ // e\n  ]\n} //end\n";
    assert_eq!(ok(&folder.run(&["fmt", "in.json5"])), laid);
    folder.write("in.json5", laid);
    assert_eq!(folder.run(&["fmt", "--check", "in.json5"]).code, 0);
    assert_eq!(folder.run(&["fmt", "--compact", "in.json5"]).code, 2);
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(folder.at("in.json5"))
        .unwrap();
    file.write_all(b"}").unwrap();
    assert_eq!(folder.run(&["fmt", "in.json5"]).code, 1);
}

/// POLICIES.md: formatting JSON takes 16 times the text and 3 times the output, beside the memory
/// of any run of the command.
#[cfg(target_os = "linux")]
#[test]
fn formatting_takes_no_more_memory_than_stated() {
    use std::io::{BufRead as _, BufReader, Read as _};
    const ANY_RUN: usize = 16 << 20;
    let folder = Folder::new();
    let nested = |item: &str, size: usize| {
        let mut text = String::from("[");
        while text.len() < size {
            text.push_str(item);
            text.push(',');
        }
        text + "1]"
    };
    let size = 1 << 20;
    let objects = (0..size / 12).map(|i| format!("\"{i:07}\":1,"));
    for text in [
        nested("[[[[[1]]]],[1]]", size),
        nested("[]", size),
        format!("{{{}\"\":1}}", objects.collect::<String>()),
    ] {
        folder.write("a.json", &text);
        let mut child = folder
            .command(&["fmt", "a.json"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // The pipe is full long before the end, so the command waits with all that it holds.
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.fill_buf().unwrap();
        let peak = crate::arrays::most_memory(child.id()).unwrap() as usize * 1024;
        let len = output.bytes().count();
        assert!(child.wait().unwrap().success());
        let bound = ANY_RUN + 16 * text.len() + 3 * len;
        assert!(peak <= bound, "{peak} for {} to {len}", text.len());
        println!("{peak} of {bound}: {} to {len}", text.len());
    }
}

#[test]
fn json5_texts_may_hold_several_documents() {
    let folder = Folder::with(&[
        ("in.json5", "// two\n{a: 1} {a: [+2,],}\n'three'"),
        ("bad.json5", "{a: 1}\n\n{a: 1,\n b: }"),
        ("one.json5", "[{a: 1},]"),
    ]);
    let lines = "{\"a\":1}\n{\"a\":[2]}\n\"three\"\n";
    let convert = |name| folder.run(&["convert", name, "--to", "ndjson"]);
    assert_eq!(ok(&convert("in.json5")), lines);
    assert_eq!(ok(&convert("one.json5")), "{\"a\":1}\n");
    let bad = convert("bad.json5");
    assert!(bad.err.contains("bad.json5:4:5"), "{}", bad.err);
    // As one document, it is refused.
    let ran = folder.run(&["convert", "in.json5"]);
    assert!(ran.err.contains("data after the document"), "{}", ran.err);
}
