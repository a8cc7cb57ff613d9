//! FlatBuffers by a schema: from every format and into every format, and refusals.

use std::fs;

use crate::command::{Folder, bad, good};

const SHOP: &str = "include \"fruit.fbs\";
table Label { text: string; }
union Part { Fruit, Label }
table Order { id: uint; size: int = 3; parts: [Part]; }
root_type Order;
";
const FRUIT: &str =
    "enum Color: ubyte { Red, Green } table Fruit { color: Color = Green; grams: double; }\n";
const ORDER: &str = "{\"id\":7,\"parts_type\":[\"Fruit\",\"Label\"],\
                     \"parts\":[{\"color\":\"Red\",\"grams\":0.1},{\"text\":\"ripe\"}]}\n";

fn shop() -> Folder {
    let folder = Folder::with(&[("shop.fbs", SHOP), ("fruit.fbs", FRUIT), ("a.json", ORDER)]);
    folder.write("bare.fbs", "table Order { id: uint; }");
    folder
}

#[test]
fn a_flatbuffer_becomes_every_format_and_itself_again() {
    let folder = shop();
    let with = |arguments: &[&str]| folder.run(&[arguments, &["--schema", "shop.fbs"]].concat());
    let ran = with(&["convert", "a.json", "a.bin"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, "a.json (json) -> a.bin (flatbuffers)\n")
    );
    let bytes = fs::read(folder.at("a.bin")).unwrap();
    for name in ["b.json", "b.yaml", "b.msgpack", "b.varvel", "b.mon", "b.fb"] {
        assert_eq!(with(&["convert", "a.bin", name]).code, 0, "{name}");
        assert_eq!(with(&["convert", name, "c.bin"]).code, 0, "{name}");
        assert_eq!(fs::read(folder.at("c.bin")).unwrap(), bytes, "{name}");
        assert_eq!(
            with(&["convert", name, "--to", "json"]),
            good(ORDER),
            "{name}"
        );
    }
    // A stream of one record, which is not one document.
    assert_eq!(with(&["convert", "a.bin", "b.ndjson"]).code, 0);
    assert_eq!(folder.read("b.ndjson"), ORDER);
    let ran = with(&["convert", "b.ndjson", "c.bin"]);
    assert!(
        ran.err.contains("this is a stream of records"),
        "{}",
        ran.err
    );

    assert_eq!(with(&["get", "a.bin", "parts[1].text"]), good("\"ripe\"\n"));
    assert_eq!(with(&["validate", "a.bin"]), good("a.bin: ok\n"));
    let compressed = with(&["convert", "a.json", "d.bin.gz", "--to", "flatbuffers"]);
    assert_eq!(compressed.code, 0, "{}", compressed.err);
    let ran = with(&["convert", "d.bin.gz", "--from", "flatbuffers"]);
    assert_eq!(ran, good(ORDER));
}

#[test]
fn options_say_how_the_schema_is_used() {
    let folder = shop();
    fs::create_dir(folder.at("schemas")).unwrap();
    fs::rename(folder.at("fruit.fbs"), folder.at("schemas/fruit.fbs")).unwrap();
    let run = |arguments: &[&str]| {
        let with = ["--schema", "shop.fbs", "-I", "schemas"];
        folder.run(&[arguments, &with].concat())
    };
    folder.write("b.json", r#"{"text": "x", "new": [1, {"a": null}]}"#);
    let build = ["convert", "b.json", "b.bin", "--root", "Label"];
    let ran = run(&build);
    assert_eq!(
        ran,
        bad(
            1,
            "error: unknown member: expected `text`, found \"new\"\n \
             --> b.json:1:15\n  \
             |\n\
             1 | {\"text\": \"x\", \"new\": [1, {\"a\": null}]}\n  \
             |               ^ at $.new\n"
        )
    );
    assert_eq!(run(&[&build[..], &["--skip-unknown"]].concat()).code, 0);
    let ran = run(&["convert", "b.bin", "--root", "Label"]);
    assert_eq!(ran, good("{\"text\":\"x\"}\n"));

    folder.write("c.json", "{}");
    assert_eq!(run(&["convert", "c.json", "c.bin"]).code, 0);
    let ran = run(&["convert", "c.bin", "--defaults"]);
    assert_eq!(ran, good("{\"id\":0,\"size\":3}\n"));
}

#[test]
fn what_is_wrong_is_told() {
    let folder = shop();
    let ran = folder.run(&["convert", "a.json", "a.bin", "--to", "flatbuffers"]);
    assert_eq!(
        ran,
        bad(
            2,
            "error: FlatBuffers are read and written by a schema\n\
             hint: name it: `--schema FILE.fbs`\n"
        )
    );
    let ran = folder.run(&["convert", "a.json", "a.bin", "--schema", "bare.fbs"]);
    assert_eq!(
        ran,
        bad(
            2,
            "error: bare.fbs: the schema has no root type\n\
             hint: say which table is the root: `--root TABLE`\n"
        )
    );
    let root = [
        "convert", "a.json", "a.bin", "--schema", "bare.fbs", "--root",
    ];
    let ran = folder.run(&[&root[..], &["Odor"]].concat());
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("expected a table or struct of the schema, found Odor"),
        "{}",
        ran.err
    );
    let ran = folder.run(&["convert", "a.json", "a.bin", "--root", "Order"]);
    assert_eq!(ran.code, 2, "{}", ran.err);

    folder.write(
        "b.json",
        "{\"id\": 1,\n \"parts_type\": [1], \"parts\": [{\"grams\": [1]}]}",
    );
    let ran = folder.run(&["convert", "b.json", "b.bin", "--schema", "shop.fbs"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .starts_with("error: wrong kind of value: expected a number, found an array\n"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("--> b.json:2:"), "{}", ran.err);
    assert!(ran.err.contains("$.parts[0].grams"), "{}", ran.err);
    assert!(!folder.at("b.bin").exists());

    folder.write("bad.bin", b"\xFF\xFF\xFF\x7F....");
    let ran = folder.run(&["validate", "bad.bin", "--schema", "shop.fbs"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("bad.bin"), "{}", ran.err);
}

#[test]
fn text_as_people_write_it_is_read_and_written() {
    let folder = shop();
    folder.write(
        "loose.json5",
        "// An order\n{\n  id: 0x07,\n  parts_type: [Fruit, 'Label',],\n  parts: [{grams: 5, color: Red}, {/* none */}],\n}\n",
    );
    let run = |args: &[&str]| {
        let ran = folder.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        ran.out
    };
    run(&[
        "convert",
        "loose.json5",
        "loose.bin",
        "--schema",
        "shop.fbs",
    ]);
    let out = run(&[
        "convert",
        "loose.bin",
        "--to",
        "json5",
        "--schema",
        "shop.fbs",
    ]);
    assert_eq!(
        out,
        "{id:7,parts_type:[\"Fruit\",\"Label\"],parts:[{color:\"Red\",grams:5.0},{}]}\n"
    );
    let plain = folder.run(&["convert", "loose.json5"]);
    assert_eq!(plain.code, 1);
    let place = "loose.json5:4:16\n";
    assert!(plain.err.contains(place), "{}", plain.err);
    folder.write(
        "note.jsonc",
        "{\n  \"a\": [1, 2], // two\n  \"b\": {},\n}\n",
    );
    assert_eq!(run(&["convert", "note.jsonc"]), "{\"a\":[1,2],\"b\":{}}\n");
    assert_eq!(run(&["get", "note.jsonc", "a[1]"]), "2\n");
    assert_eq!(run(&["validate", "note.jsonc"]), "note.jsonc: ok\n");
    run(&["set", "note.jsonc", "a[1]", "3"]);
    let text = fs::read_to_string(folder.at("note.jsonc")).unwrap();
    assert_eq!(text, "{\n  \"a\": [1, 3], // two\n  \"b\": {},\n}\n");
}

#[test]
fn fields_may_be_behind_the_size_of_their_table() {
    // One vtable for a table of 8 bytes and one of 12, which says 8, as google's builder for Go
    // shares it.
    let folder = Folder::with(&[(
        "r.fbs",
        "table A { x: uint; } table B { id: ulong; } table R { a: A; b: B; } root_type R;",
    )]);
    let mut bytes: Vec<u8> = Vec::new();
    bytes.extend([16, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([8, 0, 12, 0, 8, 0, 4, 0]);
    // The root: its vtable is 8 bytes before it; `b` is 8 bytes behind its offset, `a` 20.
    bytes.extend([8, 0, 0, 0, 8, 0, 0, 0, 24, 0, 0, 0]);
    // A `B` whose field is 4 bytes behind it, by the vtable of the `A` at byte 42.
    bytes.extend([242, 255, 255, 255, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([6, 0, 8, 0, 4, 0]);
    bytes.extend([6, 0, 0, 0, 7, 0, 0, 0]);
    fs::write(folder.at("r.bin"), &bytes).unwrap();
    let ran = folder.run(&[
        "convert",
        "r.bin",
        "--from",
        "flatbuffers",
        "--to",
        "json",
        "--schema",
        "r.fbs",
    ]);
    assert_eq!(ran, good("{\"a\":{\"x\":7},\"b\":{\"id\":9}}\n"));
}

#[test]
fn nested_buffers_are_read_as_deep_as_they_are_built() {
    let folder = Folder::with(&[(
        "n.fbs",
        "table N { s: string; n: [ubyte] (nested_flatbuffer: \"N\"); } root_type N;",
    )]);
    // More levels than the times that a byte may be visited: each is inside of the one before.
    let innermost = format!("{{\"s\":\"{}\"}}", "x".repeat(100_000));
    let text = (0..40).fold(innermost, |inner, _| format!("{{\"n\":{inner}}}"));
    folder.write("n.json", &text);
    let with = |from: &str, to: &str| folder.run(&["convert", from, to, "--schema", "n.fbs"]);
    let ran = with("n.json", "n.bin");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = with("n.bin", "out.json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(folder.read("out.json").trim_end(), text);
}

#[test]
fn nested_buffers_with_base64_are_such_text() {
    let folder = Folder::with(&[(
        "t.fbs",
        "table N { s: string; } table T { n: [ubyte] (nested_flatbuffer: \"N\", base64); } root_type T;",
    )]);
    folder.write("content.json", "{\"n\":{\"s\":\"b\"}}");
    let with = |from: &str, to: &str| folder.run(&["convert", from, to, "--schema", "t.fbs"]);
    assert_eq!(with("content.json", "a.bin").code, 0);
    assert_eq!(with("a.bin", "text.json").code, 0);
    let text = folder.read("text.json");
    assert!(
        text.starts_with("{\"n\":\"") && text.ends_with("=\"}\n"),
        "{text}"
    );
    assert_eq!(with("text.json", "b.bin").code, 0);
    assert_eq!(with("b.bin", "again.json").code, 0);
    assert_eq!(folder.read("again.json"), text);
}
