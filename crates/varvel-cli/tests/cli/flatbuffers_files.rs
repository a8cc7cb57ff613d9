//! FlatBuffers as files: how they are recognized, sizes before them, identifiers, and content that
//! JSON or the schema does not have.

use std::fs;

use crate::command::{Folder, Ran, good};

const POINT: &str = "table Point { x: int; f: float; d: double; } root_type Point;
file_identifier \"PNT1\"; file_extension \"pnt\";\n";

/// Runs with `--schema point.fbs`.
fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[arguments, &["--schema", "point.fbs"]].concat())
}

fn run_with(folder: &Folder, arguments: &[&str], input: &[u8]) -> Ran {
    folder.run_with(&[arguments, &["--schema", "point.fbs"]].concat(), input)
}

#[track_caller]
fn ok(ran: Ran) -> String {
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out
}

#[test]
fn a_buffer_is_known_by_the_schema_whatever_its_name() {
    let folder = Folder::with(&[("point.fbs", POINT), ("a.json", "{\"x\":7}\n")]);
    ok(run(&folder, &["convert", "-q", "a.json", "a.pnt"]));
    let bytes = fs::read(folder.at("a.pnt")).unwrap();
    for name in ["noname", "b.xyz", "b.pnt"] {
        folder.write(name, &bytes);
        assert_eq!(
            run(&folder, &["convert", name]),
            good("{\"x\":7}\n"),
            "{name}"
        );
    }
    let piped = run_with(&folder, &["convert", "-"], &bytes);
    assert_eq!(piped, good("{\"x\":7}\n"));
    // If the schema has no identifier, the root offset tells a FlatBuffer.
    folder.write("bare.fbs", "table Point { x: int; } root_type Point;");
    let piped = folder.run_with(&["get", "-", "x", "--schema", "bare.fbs"], &bytes);
    assert_eq!(piped, good("7\n"));
    // Text stays text, and other formats keep theirs.
    let text = run_with(&folder, &["convert", "-"], b"{\"x\":7}");
    assert_eq!(text, good("{\"x\":7}\n"));
    folder.write("text", "{\"x\":7}");
    assert_eq!(run(&folder, &["convert", "text"]), good("{\"x\":7}\n"));
    folder.write("packed", b"\x81\xA1x\x00");
    assert_eq!(run(&folder, &["convert", "packed"]), good("{\"x\":0}\n"));
    ok(run(&folder, &["convert", "-q", "a.json", "frozen.varvel"]));
    fs::rename(folder.at("frozen.varvel"), folder.at("frozen")).unwrap();
    assert_eq!(run(&folder, &["convert", "frozen"]), good("{\"x\":7}\n"));
    // The name of a compressed file tells its format, too.
    ok(run(&folder, &["convert", "-q", "a.json", "c.pnt.gz"]));
    assert_eq!(run(&folder, &["convert", "c.pnt.gz"]), good("{\"x\":7}\n"));
}

#[test]
fn the_file_identifier_is_looked_at() {
    let folder = Folder::with(&[
        ("point.fbs", POINT),
        (
            "other.fbs",
            "table Point { x: int; } root_type Point; file_identifier \"OTHR\";",
        ),
        ("none.fbs", "table Point { x: int; } root_type Point;"),
        ("a.json", "{\"x\":7}\n"),
    ]);
    for name in ["other", "none"] {
        let schema = format!("{name}.fbs");
        let out = format!("{name}.bin");
        let made = folder.run(&["convert", "-q", "a.json", &out, "--schema", &schema]);
        ok(made);
        for command in ["validate", "convert", "inspect", "schema", "count"] {
            let ran = run(&folder, &[command, &out]);
            assert_eq!(ran.code, 1, "{command} {name}: {}", ran.out);
            assert!(
                ran.err.contains("expected the file identifier `PNT1`"),
                "{}",
                ran.err
            );
            assert!(ran.err.contains("hint: `--any-identifier`"), "{}", ran.err);
            ok(run(&folder, &[command, &out, "--any-identifier"]));
        }
    }
    // The hint is the option that reads it, with and without an identifier.
    for schema in ["point.fbs", "none.fbs"] {
        let schema = ["--schema", schema];
        let prefixed = ["convert", "-q", "a.json", "sized.bin", "--size-prefixed"];
        ok(folder.run(&[&prefixed[..], &schema[..]].concat()));
        let ran = folder.run(&[&["convert", "sized.bin"], &schema[..]].concat());
        assert_eq!(ran.code, 1, "{}", ran.out);
        let hint = "hint: it begins with its size: `--size-prefixed` reads it\n";
        assert!(ran.err.ends_with(hint), "{}", ran.err);
    }
    // A table that is not the schema's root has no identifier.
    folder.write(
        "two.fbs",
        format!("{POINT} table Line {{ a: Point; b: Point; }}"),
    );
    folder.write("line.json", "{\"a\":{\"x\":1}}\n");
    let with = ["--schema", "two.fbs", "--root", "Line"];
    ok(folder.run(&[&["convert", "-q", "line.json", "line.bin"], &with[..]].concat()));
    let ran = folder.run(&[&["convert", "line.bin"], &with[..]].concat());
    assert_eq!(ran, good("{\"a\":{\"x\":1}}\n"));
}

#[test]
fn rows_of_buffers_are_records() {
    let lines = "{\"x\":1}\n{\"x\":2,\"f\":1.0000001}\n{\"x\":3}\n";
    let folder = Folder::with(&[
        ("point.fbs", POINT),
        ("a.ndjson", lines),
        (
            "array.json",
            "[{\"x\":1},{\"x\":2,\"f\":1.0000001},{\"x\":3}]\n",
        ),
        ("one.json", "{\"x\":2,\"f\":1.0000001}\n"),
    ]);
    let sized = |arguments: &[&str]| run(&folder, &[arguments, &["--size-prefixed"]].concat());
    let ran = sized(&["convert", "a.ndjson", "rows.bin"]);
    assert_eq!(ran.err, "a.ndjson (ndjson) -> rows.bin (flatbuffers)\n");
    let rows = fs::read(folder.at("rows.bin")).unwrap();
    let first = u32::from_le_bytes(*rows.first_chunk().unwrap()) as usize;
    assert_eq!(&rows[8..12], b"PNT1");
    assert!(first + 4 < rows.len() && &rows[first + 12..first + 16] == b"PNT1");

    // The option is named where it is missing, in writing and in reading.
    let ran = run(&folder, &["convert", "a.ndjson", "one.bin"]);
    assert_eq!((ran.code, folder.at("one.bin").exists()), (2, false));
    let hint = "hint: `--size-prefixed` writes each record as a buffer with its size before it\n";
    assert!(ran.err.ends_with(hint), "{}", ran.err);
    for command in ["convert", "count", "head", "validate"] {
        let ran = run(&folder, &[command, "rows.bin"]);
        assert_eq!(ran.code, 1, "{command}: {}", ran.out);
        let hint = "hint: it begins with its size: `--size-prefixed` reads it\n";
        assert!(ran.err.ends_with(hint), "{command}: {}", ran.err);
    }

    assert_eq!(sized(&["convert", "rows.bin"]), good(lines));
    assert_eq!(
        sized(&["convert", "rows.bin", "-", "--to", "ndjson"]),
        good(lines)
    );
    assert_eq!(sized(&["count", "rows.bin"]), good("3\n"));
    assert_eq!(sized(&["head", "-n", "1", "rows.bin"]), good("{\"x\":1}\n"));
    assert_eq!(sized(&["get", "rows.bin", "[1].x"]), good("2\n"));
    assert_eq!(
        sized(&["validate", "rows.bin"]),
        good("rows.bin: ok, 3 records\n")
    );
    let array = fs::read_to_string(folder.at("array.json")).unwrap();
    assert_eq!(
        sized(&["convert", "rows.bin", "-", "--to", "json"]),
        good(&array)
    );
    let piped = run_with(&folder, &["convert", "-", "--size-prefixed"], &rows);
    assert_eq!(piped, good(lines));
    // An array becomes a stream, and so do other streams, both ways.
    for name in ["array.json", "b.msgpacks", "b.varvels"] {
        if name != "array.json" {
            ok(sized(&["convert", "-q", "rows.bin", name]));
        }
        ok(sized(&["convert", "-q", name, "again.bin"]));
        assert_eq!(fs::read(folder.at("again.bin")).unwrap(), rows, "{name}");
    }

    // A stream of one FlatBuffer is a document.
    ok(sized(&["convert", "-q", "one.json", "one.bin"]));
    let one = fs::read(folder.at("one.bin")).unwrap();
    assert_eq!(one, rows[first + 4..first + 4 + one.len()]);
    let text = "{\"x\":2,\"f\":1.0000001}\n";
    for to in ["json", "ndjson"] {
        assert_eq!(sized(&["convert", "one.bin", "-", "--to", to]), good(text));
        let arguments = ["convert", "-", "--to", to, "--size-prefixed"];
        assert_eq!(run_with(&folder, &arguments, &one), good(text));
    }
    assert_eq!(sized(&["get", "one.bin", "x"]), good("2\n"));
    assert_eq!(sized(&["validate", "one.bin"]), good("one.bin: ok\n"));
}

#[test]
fn a_bad_row_is_told_by_its_place() {
    let folder = Folder::with(&[("point.fbs", POINT), ("a.ndjson", "{\"x\":1}\n{\"x\":2}\n")]);
    let sized = |arguments: &[&str]| run(&folder, &[arguments, &["--size-prefixed"]].concat());
    ok(sized(&["convert", "-q", "a.ndjson", "a.bin"]));
    let rows = fs::read(folder.at("a.bin")).unwrap();
    for cut in [1, 3, rows.len() / 2 - 3, rows.len() / 2 + 1] {
        folder.write("cut.bin", &rows[..rows.len() - cut]);
        for command in ["convert", "validate", "count"] {
            let ran = sized(&[command, "cut.bin"]);
            assert_eq!(ran.code, 1, "{command} without {cut}: {}", ran.out);
            assert!(ran.err.contains("cut.bin, byte "), "{}", ran.err);
        }
    }
    let mut wrong = rows.clone();
    let second = rows.len() / 2;
    wrong[second + 9] = b'?';
    folder.write("wrong.bin", &wrong);
    let ran = sized(&["convert", "wrong.bin", "w.ndjson"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains(&format!("wrong.bin, byte {}", second + 8)),
        "{}",
        ran.err
    );
    assert!(!folder.at("w.ndjson").exists());
    let ran = sized(&["convert", "a.ndjson", "b.bin", "--bad-lines", "c"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("--bad-lines is not for FlatBuffers"),
        "{}",
        ran.err
    );
    // An error in a line has its place there.
    folder.write("bad.ndjson", "{\"x\":1}\n{\"x\": \"y\"}\n");
    let ran = sized(&["convert", "bad.ndjson", "b.bin"]);
    assert!(ran.err.contains("bad.ndjson:2:7\n"), "{}", ran.err);
}

#[test]
fn what_json_has_no_number_for_is_a_word() {
    let folder = Folder::with(&[(
        "point.fbs",
        "table T { f: float; d: double; fs: [float]; ds: [double]; s: S; } struct S { a: [float:2]; } root_type T;",
    )]);
    let text = "{\"f\":\"nan\",\"d\":\"-inf\",\"fs\":[1.5,\"inf\"],\"ds\":[\"nan\",2.5],\"s\":{\"a\":[\"-inf\",0.0]}}\n";
    folder.write("a.json", text);
    ok(run(&folder, &["convert", "-q", "a.json", "a.bin"]));
    for arguments in [
        &["convert", "a.bin"][..],
        &["convert", "a.bin", "-", "--to", "ndjson"],
        &["head", "a.bin"],
        &["get", "a.bin", "$"],
    ] {
        assert_eq!(run(&folder, arguments), good(text), "{arguments:?}");
    }
    let bytes = fs::read(folder.at("a.bin")).unwrap();
    // Formats that have such numbers keep them as numbers.
    for name in ["a.yaml", "a.msgpack", "a.varvel", "a.flex", "a.ndjson"] {
        ok(run(&folder, &["convert", "-q", "a.bin", name]));
        let from = if name == "a.ndjson" { "a.json" } else { name };
        ok(run(&folder, &["convert", "-q", from, "b.bin"]));
        assert_eq!(run(&folder, &["convert", "b.bin"]), good(text), "{name}");
        // A FlexBuffer has its members in another order.
        let same = fs::read(folder.at("b.bin")).unwrap() == bytes;
        assert!(same || name == "a.flex", "{name}");
    }
    assert!(
        folder.read("a.yaml").contains("f: .nan\n"),
        "{}",
        folder.read("a.yaml")
    );
    let ran = run(
        &folder,
        &["convert", "a.bin", "-", "--to", "json", "--pretty"],
    );
    assert!(ran.out.contains("\"f\": \"nan\""), "{}", ran.out);
}

#[test]
fn an_unknown_union_is_refused_or_left_out() {
    let new = "union U { A, B } table A { x: int; } table B { y: int; } table T { u: U; us: [U]; t: [T]; } root_type T;";
    let folder = Folder::with(&[
        ("new.fbs", new),
        ("point.fbs", &new.replace("{ A, B }", "{ A }")),
        (
            "one.json",
            "{\"t\":[{},{\"u_type\":\"B\",\"u\":{\"y\":1}}]}",
        ),
        (
            "many.json",
            "{\"us_type\":[\"A\",\"B\"],\"us\":[{\"x\":1},{\"y\":1}]}",
        ),
    ]);
    for (name, path, left) in [
        ("one", "$.t[1].u_type", "{\"t\":[{},{}]}\n"),
        (
            "many",
            "$.us_type[1]",
            "{\"us_type\":[\"A\",\"NONE\"],\"us\":[{\"x\":1},null]}\n",
        ),
    ] {
        let (json, bin) = (format!("{name}.json"), format!("{name}.bin"));
        ok(folder.run(&["convert", "-q", &json, &bin, "--schema", "new.fbs"]));
        for command in ["convert", "validate", "inspect"] {
            let ran = run(&folder, &[command, &bin]);
            assert_eq!(ran.code, 1, "{}", ran.out);
            assert!(
                ran.err
                    .contains("expected a tag that the union has, found 2"),
                "{}",
                ran.err
            );
            assert!(ran.err.contains(path), "{}", ran.err);
            assert!(
                ran.err
                    .contains("hint: a later schema has it: `--skip-unknown` leaves it out"),
                "{}",
                ran.err
            );
        }
        assert_eq!(
            run(&folder, &["convert", &bin, "--skip-unknown"]),
            good(left)
        );
        folder.write("left.json", left);
        ok(run(&folder, &["convert", "-q", "left.json", "left.bin"]));
        assert_eq!(run(&folder, &["convert", "left.bin"]), good(left));
    }
}

#[test]
fn a_place_is_that_of_the_value() {
    let schema = "enum E: byte { A } struct S { a: [int:2]; } union U { T }
table T { u: ulong; f: float; e: E; s: S; v: [ubyte]; es: [E]; t: T; any: U; b: bool; name: string (required); } root_type T;";
    let folder = Folder::with(&[("point.fbs", schema)]);
    for marked in [
        "{\"u\": ^-1, \"name\": \"\"}",
        "{ \"name\" : ^12 }",
        "{\"name\":\"\",\"e\": ^\"B\"}",
        "{\"name\":\"\",\"b\":  ^17}",
        "{\"name\":\"\",\"f\": ^1e99 }",
        "{\"name\":\"\",\"f\": ^[1]}",
        "{\"name\":\"\",\"v\": [1, 2, ^256]}",
        "{\"name\":\"\",\"v\": [1, ^\"x\"]}",
        "{\"name\":\"\",\"v\": [0,0,0,0,0,0,0,0,0,0, 0,0,0,0,0,0,0,0,0,0, 0,0,0,0,0,0,0,0,0,0, 0,0,0,0, ^999, 0,0,0]}",
        "{\"name\":\"\",\"es\":[0, ^\"B\"]}",
        "{\"name\":\"\",\"s\": {\"a\": ^[1]}}",
        "{\"name\":\"\",\"s\": {\"a\": ^3}}",
        "{\"name\":\"\",\"s\": ^{}}",
        "{\"name\":\"\", \"t\": {\"u\": ^3.5} }",
        "{\"name\":\"\", \"t\": ^{\"u\": 3} }",
        "  ^{\"u\": 3}",
        "{\"name\":\"\", ^\"nome\": 1}",
        "{\"name\":\"\", \"any_type\": ^\"X\", \"any\": {}}",
    ] {
        let (before, _) = marked.split_once('^').unwrap();
        let (text, column) = (marked.replace('^', ""), before.len() + 1);
        folder.write("a.json", &text);
        let ran = run(&folder, &["convert", "-q", "a.json", "a.bin"]);
        assert_eq!(ran.code, 1, "{text}");
        let place = format!("a.json:1:{column}\n");
        assert!(ran.err.contains(&place), "{text}\n{}", ran.err);
    }
    // YAML gives the same.
    folder.write("a.yaml", "name: x\nu:  -1\n");
    let ran = run(&folder, &["convert", "-q", "a.yaml", "a.bin"]);
    assert!(ran.err.contains("a.yaml:2:5\n"), "{}", ran.err);
}

#[test]
fn texts_are_integers_and_names_of_any_enum() {
    let schema = "namespace N; enum D: byte { A, B = -3 } enum F: ubyte (bit_flags) { One, Two } namespace M; enum D: int { C = 9 }
namespace; table T { n: int; b: ubyte; d: N.D; } root_type T;";
    let folder = Folder::with(&[("point.fbs", schema)]);
    let build = |text: &str| {
        folder.write("a.json", text);
        run(&folder, &["convert", "-q", "a.json", "a.bin"])
    };
    for (text, n) in [
        ("0x1F", "31"),
        ("-0x10", "-16"),
        ("0XfF", "255"),
        ("N.D.B", "-3"),
        ("M.D.C", "9"),
        ("F.One F.Two", "3"),
        ("12", "12"),
    ] {
        ok(build(&format!("{{\"n\":\"{text}\"}}")));
        assert_eq!(
            run(&folder, &["get", "a.bin", "n"]),
            good(&format!("{n}\n")),
            "{text}"
        );
    }
    ok(build("{\"d\":\"0x1\",\"b\":\"F.Two\"}"));
    for (text, why) in [
        ("{\"n\":\"D.A\"}", "expected an integer, found a string"),
        ("{\"n\":\"B\"}", "expected an integer, found a string"),
        ("{\"n\":\"N.D.X\"}", "expected an integer, found a string"),
        (
            "{\"n\":\"N.D.A N.D.B\"}",
            "expected an integer, found a string",
        ),
        ("{\"n\":\"0x\"}", "expected an integer, found a string"),
        (
            "{\"n\":\"0x1FFFFFFFF\"}",
            "expected an integer that fits `int`",
        ),
        ("{\"b\":\"N.D.B\"}", "expected an integer that fits `ubyte`"),
    ] {
        let ran = build(text);
        assert_eq!(ran.code, 1, "{text}");
        assert!(ran.err.contains(why), "{text}: {}", ran.err);
    }
}

#[test]
fn a_float_is_rounded_once() {
    let schema = "union U { T } table T { f: float; v: [float]; a: S; u: U; d: double; x: [ubyte] (flexbuffer); } struct S { a: [float:1]; } root_type T;";
    let folder = Folder::with(&[("point.fbs", schema)]);
    // This decimal is nearer to another float than its `f64` shows, and so are its neighbours.
    let text = "1.00000017881393432617187499";
    let json = format!(
        "{{\"u\":{{\"f\":{text},\"d\":0.1,\"x\":[0.1]}},\"u_type\":\"T\",\"f\":{text},\"v\":[1,{text},{text}],\"a\":{{\"a\":[{text}]}},\"d\":1.5}}"
    );
    folder.write("a.json", &json);
    folder.write("a.yaml", &json);
    folder.write("a.json5", &json);
    let read = "{\"f\":1.0000001,\"v\":[1.0,1.0000001,1.0000001],\"a\":{\"a\":[1.0000001]},\"u_type\":\"T\",\"u\":{\"f\":1.0000001,\"d\":0.1,\"x\":[0.1]},\"d\":1.5}\n";
    for name in ["a.json", "a.yaml", "a.json5"] {
        ok(run(&folder, &["convert", "-q", name, "a.bin"]));
        assert_eq!(run(&folder, &["convert", "a.bin"]), good(read), "{name}");
    }
    // A conversion by way of a tree gives the same.
    let ran = run(
        &folder,
        &["convert", "-q", "a.json", "a.bin", "--duplicates", "last"],
    );
    ok(ran);
    assert_eq!(run(&folder, &["convert", "a.bin"]), good(read));
    folder.write("rows.json", format!("[{json},{json}]"));
    let sized = ["convert", "-q", "rows.json", "rows.bin", "--size-prefixed"];
    ok(run(&folder, &sized));
    let rows = run(&folder, &["convert", "rows.bin", "--size-prefixed"]);
    assert_eq!(rows, good(&[read, read].concat()));
    folder.write("c.json5", "{f: NaN, d: -Infinity}");
    ok(run(&folder, &["convert", "-q", "c.json5", "c.bin"]));
    let ran = run(&folder, &["convert", "c.bin"]);
    assert_eq!(ran, good("{\"f\":\"nan\",\"d\":\"-inf\"}\n"));
    for (text, f) in [
        ("16777217", "16777216.0"),
        ("1152921504606847000", "1152921500000000000.0"),
        ("1e-50", "0.0"),
        ("-0.0", "-0.0"),
        (
            "340282350000000000000000000000000000001",
            "340282350000000000000000000000000000000.0",
        ),
    ] {
        folder.write("b.json", format!("{{\"f\":{text}}}"));
        ok(run(&folder, &["convert", "-q", "b.json", "b.bin"]));
        let ran = run(&folder, &["get", "b.bin", "f", "--defaults"]);
        let shown: f32 = ok(ran).trim().parse().unwrap();
        assert_eq!(
            shown.to_bits(),
            f.parse::<f32>().unwrap().to_bits(),
            "{text}"
        );
    }
}

#[test]
fn keys_are_shown_and_shared_strings_stand_once() {
    let schema = "table T { a: int = 3 (key); b: string; } table S { a: string (shared); b: string (shared); c: [string] (shared); d: string; n: [ubyte] (nested_flatbuffer: \"S\"); }
table R { ts: [T]; s: S; } root_type R;";
    let folder = Folder::with(&[("point.fbs", schema)]);
    folder.write("a.json", "{\"ts\":[{\"a\":4},{\"b\":\"x\"},{\"a\":0}]}");
    ok(run(&folder, &["convert", "-q", "a.json", "a.bin"]));
    let ran = run(&folder, &["convert", "a.bin"]);
    assert_eq!(
        ran,
        good("{\"ts\":[{\"a\":0},{\"a\":3,\"b\":\"x\"},{\"a\":4}]}\n")
    );

    let text = "{\"s\":{\"a\":\"a long text\",\"b\":\"a long text\",\"c\":[\"a long text\",\"\"],\"n\":{\"a\":\"a long text\",\"b\":\"a long text\"}}}\n";
    folder.write("b.json", text);
    ok(run(&folder, &["convert", "-q", "b.json", "b.bin"]));
    assert_eq!(run(&folder, &["convert", "b.bin"]), good(text));
    let bytes = fs::read(folder.at("b.bin")).unwrap();
    let count = bytes
        .windows(11)
        .filter(|window| window == b"a long text")
        .count();
    // A nested buffer has its own identifier.
    assert_eq!(count, 2);
}
