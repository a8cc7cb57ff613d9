//! Every format into every other, by name, by first bytes and by option.

use std::fs;

use crate::command::{Folder, bad, good};
use crate::table::{endings, streams};

/// The endings of compressed files, and none.
const COMPRESSIONS: [&str; 3] = ["", ".gz", ".zst"];

const ROWS: &str =
    "[{\"id\":1,\"name\":\"Ada\"},{\"id\":18446744073709551615,\"name\":\"Lin\"},[0.5,null]]\n";

#[test]
fn every_format_becomes_every_other_and_json_again() {
    let folder = Folder::with(&[("rows.json", ROWS)]);
    for (number, (_, from)) in endings().enumerate() {
        let first = format!("a.{from}");
        assert_eq!(folder.run(&["convert", "rows.json", &first]).code, 0);
        // The compressions take turns, so that each format is written with all of them.
        for ((_, to), compression) in endings().zip(COMPRESSIONS.iter().cycle().skip(number % 3)) {
            let second = format!("b.{to}{compression}");
            let ran = folder.run(&["convert", &first, &second]);
            assert_eq!(ran.code, 0, "{first} -> {second}: {}", ran.err);
            let ran = folder.run(&["convert", &second, "--to", "json"]);
            assert_eq!(ran, good(ROWS), "{first} -> {second}");
            assert_eq!(folder.run(&["validate", &second]).code, 0, "{second}");
        }
    }
}

#[test]
fn standard_input_is_known_by_its_first_bytes() {
    let folder = Folder::with(&[("rows.json", ROWS)]);
    for name in ["json", "msgpack", "varvel", "varvels"] {
        for compression in COMPRESSIONS {
            let file = format!("a.{name}{compression}");
            folder.run(&["convert", "rows.json", &file]);
            let bytes = fs::read(folder.at(&file)).unwrap();
            let ran = folder.run_with(&["convert", "-", "--to", "json"], &bytes);
            assert_eq!(ran, good(ROWS), "{file}");
        }
    }
    // Some formats have no signature, but each has a word.
    for (format, name) in endings() {
        let file = format!("a.{name}.gz");
        folder.run(&["convert", "rows.json", &file]);
        let bytes = fs::read(folder.at(&file)).unwrap();
        let ran = folder.run_with(&["convert", "-", "--from", format, "--to", "json"], &bytes);
        assert_eq!(ran, good(ROWS), "{file}");
    }
}

#[test]
fn a_stream_on_standard_output_is_lines() {
    let folder = Folder::with(&[("rows.json", ROWS)]);
    folder.run(&["convert", "rows.json", "a.varvels"]);
    let lines =
        "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":18446744073709551615,\"name\":\"Lin\"}\n[0.5,null]\n";
    assert_eq!(folder.run(&["convert", "a.varvels"]), good(lines));
    assert_eq!(
        folder.run(&["convert", "rows.json", "--to", "ndjson"]),
        good(lines)
    );
    let ran = folder.run_with(&["convert", "-", "--to", "ndjson"], b"{\"one\": 1}");
    assert_eq!(ran, good("{\"one\":1}\n"));
    assert_eq!(
        folder.run(&["get", "a.varvels", "[1].name"]),
        good("\"Lin\"\n")
    );
}

#[test]
fn nothing_is_lost_between_messagepack_and_frozen() {
    // Bytes, a timestamp, an extension, a map with a key that is not a string, a float of 32 bits.
    let value = [
        0x95, 0xC4, 1, 0xFF, 0xD6, 0xFF, 0, 0, 0, 1, 0xD4, 5, 9, 0x81, 1, 2, 0xCA, 0x3F, 0, 0, 0,
    ];
    let folder = Folder::new();
    folder.write("a.msgpack", value);
    for file in ["a.varvel", "a.varvels", "a.msgpacks", "b.varvel.zst"] {
        assert_eq!(folder.run(&["convert", "a.msgpack", file]).code, 0);
        folder.run(&["convert", file, "again.msgpack"]);
        assert_eq!(
            fs::read(folder.at("again.msgpack")).unwrap(),
            value,
            "{file}"
        );
    }
}

#[test]
fn nothing_is_lost_between_cbor_and_frozen() {
    // `undefined`, a tagged string, 2^64, 1.10, a point in time, a map with a key that is not a
    // string, a float of 16 bits.
    let value = [
        0x86, 0xF7, 0xD8, 32, 0x61, b'a', 0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xC4, 0x82, 0x21,
        0x18, 110, 0xC1, 0, 0xA1, 1, 0xF9, 0x3E, 0,
    ];
    let folder = Folder::new();
    folder.write("a.cbor", value);
    for file in ["a.varvel", "a.varvels", "b.varvel.zst", "a.cborseq"] {
        assert_eq!(folder.run(&["convert", "a.cbor", file]).code, 0);
        folder.run(&["convert", file, "again.cbor"]);
        assert_eq!(fs::read(folder.at("again.cbor")).unwrap(), value, "{file}");
    }
    assert_eq!(folder.run(&["get", "a.cbor", "[3]"]), good("1.10\n"));
    assert_eq!(folder.run(&["get", "a.cbor", "[5].1"]), good("1.5\n"));
    // CBOR is recognized if it begins with its signature; else first bytes from 0x80 to 0x9F mean
    // MessagePack.
    let signed = [&[0xD9, 0xD9, 0xF7][..], &value].concat();
    let ran = folder.run_with(&["get", "-", "[3]"], &signed);
    assert_eq!(ran, good("1.10\n"));
    let refused = folder.run(&["convert", "a.cbor", "--to", "json"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("= at $[0]"), "{}", refused.err);
}

#[test]
fn an_empty_stream_has_no_records() {
    let folder = Folder::with(&[("blank.ndjson", "\n \n\r\n")]);
    let empty = streams().map(|stream| format!("a.{stream}"));
    for file in empty.chain(["blank.ndjson".to_owned()]) {
        folder.run_with(&["convert", "-", "--from", "ndjson", &file], b"");
        assert_eq!(folder.run(&["convert", &file, "b.varvels"]).code, 0);
        assert_eq!(
            folder.run(&["convert", "b.varvels", "--to", "json"]),
            good("[]\n")
        );
        assert_eq!(
            folder.run(&["validate", &file]),
            good(&format!("{file}: ok, 0 records\n"))
        );
    }
}

#[test]
fn a_bad_record_is_told_by_its_line_or_its_byte() {
    let folder = Folder::with(&[
        ("a.ndjson", "{\"a\": 1}\n\n{\"a\": tru}\n"),
        ("old.varvels", "old"),
    ]);
    assert_eq!(
        folder.run(&["convert", "a.ndjson", "old.varvels"]),
        bad(
            1,
            "error: invalid syntax: expected a value, found `tru`\n \
             --> a.ndjson:3:7\n  \
             |\n\
             3 | {\"a\": tru}\n  \
             |       ^ at $.a\n\
             hint: a string takes double quotes; the only words are true, false and null\n"
        )
    );
    assert_eq!(folder.read("old.varvels"), "old");
    folder.write("a.msgpacks", [0x01, 0x92, 0x02, 0xC1]);
    assert_eq!(
        folder.run(&["convert", "a.msgpacks", "old.varvels"]),
        bad(
            1,
            "error: invalid syntax: expected a value, found the byte 0xC1, which MessagePack never uses\n\
             --> a.msgpacks, byte 3\n \
             = at $[1]\n\
             hint: the input may not be MessagePack, or be cut in the middle\n"
        )
    );
    folder.write("a.cborseq", [0x01, 0x82, 0x02, 0x1C]);
    for command in [
        &["convert", "a.cborseq", "old.varvels"][..],
        &["validate", "a.cborseq"],
    ] {
        let expected = "error: invalid syntax: expected a data item, found the byte 0x1C, which is reserved\n\
                        --> a.cborseq, byte 3\n \
                        = at $[1]\n\
                        hint: the input may not be CBOR, or be cut in the middle\n";
        assert_eq!(folder.run(command), bad(1, expected));
    }
}

#[test]
fn lines_that_are_taken_for_one_document_get_a_hint() {
    let folder = Folder::with(&[("a.json", "{\"a\": 1}\n{\"a\": 2}\n")]);
    let ran = folder.run(&["convert", "a.json"]);
    assert_eq!(ran.code, 1);
    let hint = "hint: if each line is a document of its own, `--from ndjson` reads it\n";
    assert!(ran.err.ends_with(hint), "{}", ran.err);
}

#[test]
fn yaml_is_read_and_written() {
    let folder = Folder::with(&[
        (
            "a.yaml",
            "# why\nports: &p [80, 0x1BB]\nsame: *p\ntext: |\n  one\n  two\n",
        ),
        ("many.yml", "--- 1\n--- [2]\n"),
        ("bad.yaml", "a:\n\tb: 1\n"),
        ("twice.yaml", "a: 1\na: 2\n"),
    ]);
    assert_eq!(
        folder.run(&["convert", "a.yaml"]),
        good("{\"ports\":[80,443],\"same\":[80,443],\"text\":\"one\\ntwo\\n\"}\n")
    );
    assert_eq!(
        folder.run(&["convert", "a.yaml", "--to", "yaml"]),
        good("ports:\n  - 80\n  - 443\nsame:\n  - 80\n  - 443\ntext: |\n  one\n  two\n")
    );
    assert_eq!(folder.run(&["get", "a.yaml", "ports[1]"]), good("443\n"));
    assert_eq!(folder.run(&["convert", "many.yml"]), good("[1,[2]]\n"));
    assert_eq!(
        folder.run(&["validate", "many.yml"]),
        good("many.yml: ok\n")
    );
    assert_eq!(
        folder.run(&["validate", "bad.yaml"]),
        bad(
            1,
            "error: invalid syntax: expected indentation by spaces, found a tab\n \
             --> bad.yaml:2:1\n  |\n2 |  b: 1\n  | ^ at $.a\n\
             hint: write spaces instead of the tab\n"
        )
    );
    assert_eq!(folder.run(&["validate", "twice.yaml"]).code, 1);
    let last = folder.run(&["convert", "twice.yaml", "--duplicates", "last"]);
    assert_eq!(last, good("{\"a\":2}\n"));
}

#[cfg(not(feature = "full"))]
#[test]
fn tables_that_the_build_does_not_read_are_named() {
    let folder = Folder::with(&[
        ("a.parquet", "PAR1\u{15}\u{4}"),
        ("a.arrow", "ARROW1\0\0"),
        ("a.json", "PAR1\u{15}\u{4}"),
        ("a.yaml", "PAR1: x\n"),
    ]);
    for (name, phrase) in [
        ("a.parquet", "a Parquet file"),
        ("a.arrow", "an Arrow file"),
        ("a.json", "a Parquet file"),
    ] {
        let line = format!(
            "error: {name} is {phrase}, and this build of the command does not read such files\n"
        );
        let hint = "hint: a command that was built with `--features full` reads them\n";
        for command in ["convert", "count", "validate", "inspect"] {
            let ran = folder.run(&[command, name]);
            assert_eq!(ran, bad(1, &format!("{line}{hint}")), "{command} {name}");
        }
    }
    // An option, and the name of a format that may begin so, come first.
    let ran = folder.run(&["convert", "a.yaml", "--to", "json"]);
    assert_eq!(ran, good("{\"PAR1\":\"x\"}\n"));
    let ran = folder.run(&["convert", "a.parquet", "--from", "msgpack-stream"]);
    assert_eq!(ran, good("80\n65\n82\n49\n21\n4\n"));
}
