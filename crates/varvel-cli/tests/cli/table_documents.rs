//! Documents of any format as Parquet and Arrow files: their items are rows.

use varvel::formats::AnyFormat;

use crate::command::{Folder, bad, good};

const ARRAY: &str = "[{\"a\":1,\"d\":1.50,\"b\":{\"c\":[true]}},\n {\"a\":2,\"d\":\"x\"}]";

const LINES: &str = "{\"a\":1,\"d\":1.50,\"b\":{\"c\":[true]}}\n{\"a\":2,\"d\":\"x\"}\n";

const TABLES: [&str; 2] = ["out.parquet", "out.arrow"];

/// Converts a file into tables, and returns their rows, which are the same.
fn rows(folder: &Folder, file: &str) -> String {
    let rows = TABLES.map(|table| {
        let ran = folder.run(&["convert", "-q", file, table]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{file}: {ran:?}");
        let ran = folder.run(&["convert", table, "--skip-nulls"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    });
    let [parquet, arrow] = rows;
    assert_eq!(parquet, arrow, "{file}");
    parquet
}

#[test]
fn the_items_of_an_array_of_any_format_are_rows() {
    let folder = Folder::with(&[("a.json", ARRAY)]);
    let documents = AnyFormat::ALL.iter().map(|format| {
        let extension = format.extensions()[0];
        (format!("b.{extension}"), format.profile().text)
    });
    for (file, is_text) in documents.chain([("b.varvel".to_owned(), false)]) {
        // Text has the digits of decimals; binary formats have the float.
        let lines = match is_text {
            true => LINES.to_owned(),
            false => LINES.replace("1.50", "1.5"),
        };
        for file in [file.clone(), file + ".gz"] {
            assert_eq!(folder.run(&["convert", "-q", "a.json", &file]), good(""));
            // FlexBuffers sort keys.
            let sorted = folder.run(&["convert", &file, "--to", "ndjson"]).out;
            let expected = match file.contains(".flex") {
                true => sorted,
                false => lines.clone(),
            };
            assert_eq!(rows(&folder, &file), expected, "{file}");
        }
    }
}

#[test]
fn documents_come_from_standard_input() {
    let folder = Folder::with(&[("a.json", ARRAY)]);
    folder.run(&["convert", "-q", "a.json", "a.cbor"]);
    let cbor = std::fs::read(folder.at("a.cbor")).unwrap();
    let inputs: [(&[u8], &[&str], &str); 5] = [
        (ARRAY.as_bytes(), &[], "json"),
        (LINES.as_bytes(), &[], "ndjson"),
        (b"{\"a\":1}", &[], "json"),
        (b"- a: 1\n- a: 2\n", &["--from", "yaml"], "yaml"),
        (&cbor, &["--from", "cbor"], "cbor"),
    ];
    for (input, options, format) in inputs {
        let args = [&["convert", "-", "out.parquet"], options].concat();
        let ran = folder.run_with(&args, input);
        let written = format!("<stdin> ({format}) -> out.parquet (parquet), ");
        assert!(ran.code == 0 && ran.err.contains(&written), "{ran:?}");
        let back = folder.run(&["convert", "out.parquet", "--skip-nulls"]).out;
        let to = [&["convert", "-", "--to", "ndjson"], options].concat();
        let lines = folder.run_with(&to, input).out;
        assert_eq!(back, lines, "{format}");
    }
    // Nothing is left of what was kept of them.
    assert_eq!(folder.names(), ["a.cbor", "a.json", "out.parquet"]);
}

#[test]
fn a_document_that_is_no_array_is_one_row_and_several_are_a_row_each() {
    for (file, text) in [
        ("one.json", "{\n\"a\":1}"),
        ("several.json", "{\"a\":\n1}\n{\"a\":2} {\"a\":3}"),
        ("one.yaml", "a: 1\n"),
        ("several.yaml", "a: 1\n---\na: 2\n"),
        ("none.yaml", "# nothing\n"),
        ("several.json5", "{a:1}\n{a:2}"),
        // Lines under the name of a document.
        ("lines.json", "{\"a\":1}\n\n{\"a\":2}\n"),
    ] {
        let folder = Folder::with(&[(file, text)]);
        let lines = folder.run(&["convert", file, "--to", "ndjson"]);
        assert_eq!(lines.code, 0, "{lines:?}");
        assert_eq!(rows(&folder, file), lines.out, "{file}");
    }
}

#[test]
fn lines_under_the_name_of_a_document_are_a_stream() {
    let folder = Folder::with(&[("a.json", "{\"a\":1}\n{\"a\":2}\n{\"a\":}\n")]);
    let args = ["convert", "a.json", "out.parquet", "--bad-lines", "bad"];
    let ran = folder.run(&args);
    assert_eq!(
        ran,
        bad(
            4,
            "a.json:3:6: invalid syntax: expected a value, found `}`, at $.a\n\
             a.json (ndjson) -> out.parquet (parquet), 2 rows\n\
             error: 1 of 3 records are bad; bad has them\n"
        )
    );
    // An option that names the format is believed.
    let ran = folder.run(&["convert", "a.json", "out.parquet", "--from", "json"]);
    assert!(ran.err.contains("a.json:3:6"), "{ran:?}");
}

#[test]
fn kinds_that_json_lacks_are_kept() {
    // [{"t": 0("2026-01-02T03:04:05.678Z"), "b": h'00ff', "n": 4([-2, 1250])}]
    let mut cbor = vec![0x81, 0xA3, 0x61, b't', 0xC0, 0x78, 24];
    cbor.extend(b"2026-01-02T03:04:05.678Z");
    cbor.extend([0x61, b'b', 0x42, 0x00, 0xFF]);
    cbor.extend([0x61, b'n', 0xC4, 0x82, 0x21, 0x19, 0x04, 0xE2]);
    let folder = Folder::new();
    folder.write("a.cbor", cbor);
    for table in TABLES {
        let ran = folder.run(&["convert", "-q", "a.cbor", table]);
        assert_eq!(ran, good(""), "{table}");
        let types = folder.run(&["inspect", table]).out;
        for column in ["t: Timestamp", "b: Binary", "n: Float64"] {
            assert!(types.contains(column), "{column} in {types}");
        }
        let ran = folder.run(&["convert", table, "--as-text"]);
        let line = "{\"t\":\"2026-01-02T03:04:05.678Z\",\"b\":\"AP8=\",\"n\":12.5}\n";
        assert_eq!(ran, good(line));
    }
    // A tag that no column has is an error, as in a stream.
    folder.write("b.cbor", [0x81, 0xA1, 0x61, b'x', 0xD8, 99, 0x00]);
    let ran = folder.run(&["convert", "b.cbor", "out.parquet"]);
    assert!(ran.err.contains("found a tagged value"), "{ran:?}");
    assert!(ran.err.contains("at $[0]"), "{ran:?}");
}

#[test]
fn a_large_array_is_read_item_by_item() {
    let items: Vec<_> = (0..200_000).map(|n| format!("{{\"n\":{n}}}")).collect();
    let folder = Folder::with(&[("a.json", &format!("[{}]", items.join(",\n")))]);
    let expected = items.join("\n") + "\n";
    assert!(rows(&folder, "a.json") == expected);
    let ran = folder.run(&["convert", "-q", "a.json", "a.msgpack.zst"]);
    assert_eq!(ran, good(""));
    assert!(rows(&folder, "a.msgpack.zst") == expected);
}

#[test]
fn an_error_has_its_place_and_its_path() {
    let schema = "{\"properties\":{\"a\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}}}";
    for (file, text, place, path) in [
        ("a.json", "[{\"a\":{}},\n 7]", ":2:2", "$[1]"),
        (
            "a.json",
            "[{},\n {\"a\":{\"n\":\"x\"}}]",
            ":2:12",
            "$[1].a.n",
        ),
        ("a.json", "{\"a\":\n{\"n\":\"x\"}}", ":2:6", "$.a.n"),
        ("a.json5", "[{},\n {a:{n:'x'}}]", ":2:8", "$[1].a.n"),
        ("a.yaml", "- a: {}\n- 7\n", ":2:3", "$[1]"),
        ("a.yaml", "- a:\n    n: x\n", ":2:8", "$[0].a.n"),
        ("a.yaml", "a: {}\n---\na:\n  n: x\n", ":4:6", "$[1].a.n"),
        ("a.yaml", "- a: {}\n  b: 1\n", ":1:3", "$[0]"),
    ] {
        let folder = Folder::with(&[(file, text), ("s.json", schema)]);
        let ran = folder.run(&["convert", file, "out.parquet", "--schema", "s.json"]);
        let (place, path) = (format!("--> {file}{place}\n"), format!(" at {path}\n"));
        assert_eq!(ran.code, 1, "{text}: {ran:?}");
        assert!(ran.err.contains(&place), "{text}: {}", ran.err);
        assert!(ran.err.contains(&path), "{text}: {}", ran.err);
        assert!(!folder.at("out.parquet").exists());
    }
    let folder = Folder::with(&[("a.yaml", "- a: 1\n- [2]\n")]);
    let ran = folder.run(&["convert", "a.yaml", "out.parquet"]);
    assert_eq!(
        ran,
        bad(
            1,
            "error: wrong kind of value: expected an object, found an array\n \
             --> a.yaml:2:3\n  |\n2 | - [2]\n  |   ^ at $[1]\n"
        )
    );
}

#[test]
fn columns_of_several_kinds_name_the_items() {
    let folder = Folder::with(&[("a.json", ARRAY), ("b.yaml", "d: 7\n")]);
    let ran = folder.run(&["convert", "a.json", "out.parquet"]);
    assert_eq!(
        ran.err,
        "d is JSON: a float in item 0, a string in item 1\n\
         a.json (json) -> out.parquet (parquet), 2 rows\n"
    );
    let ran = folder.run(&["convert", "a.json", "b.yaml", "all.parquet"]);
    assert_eq!(
        ran.err,
        "d is JSON: a float in a.json, item 0, a string in a.json, item 1, \
         an integer in b.yaml, item 0\n2 files -> all.parquet (parquet), 3 rows\n"
    );
    let ran = folder.run(&["convert", "*.*[ln]", "out/", "--to", "parquet", "-q"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = folder.run(&["convert", "out/b.parquet", "--skip-nulls"]);
    assert_eq!(ran, good("{\"d\":7}\n"));
}

#[test]
fn options_of_streams_are_not_for_documents() {
    let folder = Folder::with(&[("a.json", ARRAY), ("b.yaml", "d: 7\n")]);
    for (file, found) in [("a.json", "JSON text"), ("b.yaml", "YAML text")] {
        let run = |more: &[&str]| folder.run(&[&["convert", file, "out.arrow"], more].concat());
        let what = format!("error: --bad-lines is for streams, and {file} is {found}\n");
        assert_eq!(run(&["--bad-lines", "bad"]), bad(2, &what));
        let what = format!("error: --sample takes lines, and {file} is {found}\n");
        assert_eq!(run(&["--sample", "5"]), bad(2, &what));
    }
    assert_eq!(folder.names(), ["a.json", "b.yaml"]);
}

#[test]
fn flatbuffers_and_damaged_streams_become_tables() {
    let fbs = "table Lamp { watts: ushort = 5; name: string; at: double; } root_type Lamp;";
    let lines = "{\"watts\":60,\"name\":\"a\"}\n{\"name\":\"b\"}\n";
    let folder = Folder::with(&[("a.ndjson", lines), ("lamp.fbs", fbs)]);
    let schema = ["--schema", "lamp.fbs"];
    let run = |args: &[&str]| folder.run(&[&["convert", "-q"], args, &schema].concat());
    assert_eq!(run(&["a.ndjson", "a.bin", "--size-prefixed"]), good(""));
    assert_eq!(run(&["a.bin", "a.parquet", "--size-prefixed"]), good(""));
    let back = folder.run(&["convert", "a.parquet", "--skip-nulls"]);
    assert_eq!(back, good(lines));
    folder.write("one.json", "{\"name\":\"b\"}");
    assert_eq!(run(&["one.json", "one.bin"]), good(""));
    assert_eq!(run(&["one.bin", "one.arrow"]), good(""));
    let back = folder.run(&["convert", "one.arrow", "--skip-nulls"]);
    assert_eq!(back, good("{\"name\":\"b\"}\n"));

    folder.run(&["convert", "-q", "a.ndjson", "a.varvels"]);
    let mut stream = std::fs::read(folder.at("a.varvels")).unwrap();
    stream.truncate(stream.len() - 8);
    folder.write("cut.varvels", stream);
    let args = ["convert", "-q", "cut.varvels", "b.parquet", "--recover"];
    let ran = folder.run(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    let back = folder.run(&["convert", "b.parquet", "--skip-nulls"]);
    assert_eq!(back, good(lines));
}
