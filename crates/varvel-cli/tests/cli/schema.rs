//! `schema`.

use crate::command::{Folder, good};
use crate::table::streams;

const EVENTS: &str = include_str!("../../../../samples/events.ndjson");

/// Lines whose records differ in all ways.
const LINES: &str = "\
{\"id\": 1, \"name\": \"a\", \"at\": {\"lat\": 1.5, \"lon\": 2}, \"list\": [1, 2]}
{\"id\": -2, \"name\": null, \"at\": {\"lat\": 1.5, \"lon\": 2.5}, \"list\": []}
{\"id\": 3, \"name\": \"c\", \"list\": [\"x\", {\"y\": true}], \"a key\": null}
";

const SHOWN: &str = "\
object
  id: integer
  name: string or null
  at?: object
    lat: number
    lon: number
  list: array of one of
    integer: integer
    string: string
    object: object
      y: boolean
  \"a key\"?: null
";

#[test]
fn records_that_differ_have_one_schema() {
    let folder = Folder::with(&[("a.ndjson", LINES)]);
    assert_eq!(folder.run(&["schema", "a.ndjson"]), good(SHOWN));
    for output in streams().map(|stream| format!("b.{stream}.gz")) {
        assert_eq!(folder.run(&["convert", "a.ndjson", &output]).code, 0);
        assert_eq!(folder.run(&["schema", &output]), good(SHOWN), "{output}");
    }
}

#[test]
fn files_are_folded_together() {
    let folder = Folder::with(&[
        ("a.json", "[1]"),
        ("b.yaml", "- text\n"),
        ("c.json", "null"),
    ]);
    let shown = "array of one of or null\n  integer: integer\n  string: string\n";
    assert_eq!(
        folder.run(&["schema", "a.json", "b.yaml", "c.json"]),
        good(shown)
    );
    assert_eq!(
        folder.run(&["schema", "a.json"]),
        good("array of integer\n")
    );
}

#[test]
fn as_json_schema() {
    let folder = Folder::with(&[("a.json", "{\"a\": [true], \"b\": 1}")]);
    let text = "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\",\
        \"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}},\"b\":{\"type\":\"integer\",\
        \"minimum\":-9223372036854775808,\"maximum\":9223372036854775807}},\"required\":[\"a\",\"b\"]}\n";
    assert_eq!(
        folder.run(&["schema", "a.json", "--json-schema"]),
        good(text)
    );
    let pretty = folder.run(&["schema", "a.json", "--json-schema", "--pretty"]);
    assert!(
        pretty.out.starts_with("{\n  \"$schema\": "),
        "{}",
        pretty.out
    );
}

#[test]
fn many_keys_are_a_map() {
    let members: Vec<String> = (0..300)
        .map(|n| format!("\"k{n}\": {{\"n\": {n}}}"))
        .collect();
    let folder = Folder::with(&[("a.json", &format!("{{{}}}", members.join(",")))]);
    assert_eq!(
        folder.run(&["schema", "a.json"]),
        good("map of object\n  n: integer\n")
    );
}

#[test]
fn what_is_wrong_is_shown_with_its_place() {
    let folder = Folder::with(&[
        ("a.ndjson", "{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n"),
        ("b.ndjson", EVENTS),
    ]);
    let ran = folder.run(&["schema", "a.ndjson"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("duplicate key") && ran.err.contains("a.ndjson:2:10"),
        "{}",
        ran.err
    );
    let last = folder.run(&["schema", "a.ndjson", "--duplicates", "last"]);
    assert_eq!(last, good("object\n  a: integer\n"));
    assert_eq!(folder.run(&["schema", "none.json"]).code, 3);
    assert_eq!(folder.run(&["schema", "b.ndjson"]).code, 1);
}

/// Returns lines of many blocks. The last ones have members that no others have.
fn many_lines() -> String {
    let line = |n: usize| match n {
        19_000.. => format!(
            "{{\"id\": {n}, \"late {}\": [null], \"text\": \"late\"}}\n",
            n % 3
        ),
        _ => format!("{{\"id\": {n}, \"text\": \"{}\"}}\n", "x".repeat(40)),
    };
    (0..20_000).map(line).collect()
}

#[test]
fn streams_of_many_blocks() {
    let lines = many_lines();
    let folder = Folder::with(&[("a.ndjson", &lines), ("b.json", "{\"other\": 1}")]);
    let shown = |id, other| {
        let late = |n| format!("  \"late {n}\"?: array of null\n");
        let late = [1, 2, 0].map(late).concat();
        good(&format!(
            "object\n  id{id}: integer\n  text{id}: string\n{late}{other}"
        ))
    };
    assert_eq!(folder.run(&["schema", "a.ndjson"]), shown("", ""));
    let piped = folder.run_with(&["schema", "-", "--from", "ndjson"], lines.as_bytes());
    assert_eq!(piped, shown("", ""));
    for output in ["a.varvels", "a.msgpacks", "a.cborseq", "b.ndjson.zst"] {
        assert_eq!(folder.run(&["convert", "a.ndjson", output]).code, 0);
        assert_eq!(folder.run(&["schema", output]), shown("", ""), "{output}");
    }
    let both = folder.run(&["schema", "a.ndjson", "b.json", "a.varvels"]);
    assert_eq!(both, shown("?", "  other?: integer\n"));
}

#[test]
fn a_bad_record_of_a_late_block_has_its_place() {
    let lines = many_lines() + "{\"id\": 1,\n{}\n";
    let folder = Folder::with(&[("a.ndjson", &lines)]);
    let ran = folder.run(&["schema", "a.ndjson"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("a.ndjson:20001:10"), "{}", ran.err);
}

#[test]
fn what_is_whole_of_a_frozen_stream() {
    let folder = Folder::with(&[("a.ndjson", &many_lines())]);
    assert_eq!(folder.run(&["convert", "a.ndjson", "a.varvels"]).code, 0);
    let bytes = std::fs::read(folder.at("a.varvels")).unwrap();
    folder.write("cut.varvels", &bytes[..bytes.len() * 3 / 4]);
    assert_eq!(folder.run(&["schema", "cut.varvels"]).code, 1);
    let ran = folder.run(&["schema", "cut.varvels", "--recover"]);
    assert_eq!(ran.out, "object\n  id: integer\n  text: string\n");
    assert_eq!(
        ran.err.matches("records are whole").count(),
        1,
        "{}",
        ran.err
    );
    // A damaged segment, in a stream whose index and other segments are valid.
    let mut bytes = bytes;
    let at = bytes.len() / 2;
    bytes[at..at + 64].fill(0xFF);
    folder.write("bad.varvels", &bytes);
    let ran = folder.run(&["schema", "bad.varvels"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("bad.varvels, byte "), "{}", ran.err);
}

const OLD: &str = "table Order { id: uint; note: string; } root_type Order;\n";

#[test]
fn a_schema_that_may_follow_another() {
    let new = "include \"money.fbs\"; table Order { id: uint; note: string; price: Money; } root_type Order;\n";
    let folder = Folder::with(&[
        ("old.fbs", OLD),
        ("new.fbs", new),
        ("money.fbs", "struct Money { cents: long; }\n"),
    ]);
    let shown = "Order.price: new\nMoney: new\n";
    assert_eq!(
        folder.run(&["schema", "check", "old.fbs", "new.fbs"]),
        good(shown)
    );
    std::fs::create_dir(folder.at("shared")).unwrap();
    std::fs::rename(folder.at("money.fbs"), folder.at("shared/money.fbs")).unwrap();
    let ran = folder.run(&["schema", "check", "old.fbs", "new.fbs", "-I", "shared"]);
    assert_eq!(ran, good(shown));
    let ran = folder.run(&["schema", "check", "old.fbs", "new.fbs"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(
        ran.err.contains("there is no file `money.fbs`") && ran.err.contains("new.fbs:1:9"),
        "{}",
        ran.err
    );
}

#[test]
fn a_schema_that_breaks_another() {
    let folder = Folder::with(&[
        ("old.fbs", OLD),
        (
            "new.fbs",
            "table Order { note: string; id: int; } root_type Order;\n",
        ),
        ("bad.fbs", "table Order { note: strin; }\n"),
    ]);
    let ran = folder.run(&["schema", "check", "old.fbs", "new.fbs"]);
    let shown = "breaks: Order.note: it was field 1, and is field 0\n\
                 breaks: Order.id: it was field 0, and is field 1\n";
    assert_eq!((ran.code, ran.out.as_str()), (1, shown));
    assert_eq!(ran.err, "error: new.fbs: 2 changes break\n");
    let ran = folder.run(&["schema", "check", "old.fbs", "bad.fbs"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.ends_with("1 | table Order { note: strin; }\n  |                     ^^^^^\nhint: did you mean `string`?\n"), "{}", ran.err);
    assert_eq!(folder.run(&["schema", "check", "old.fbs"]).code, 2);
    assert_eq!(
        folder.run(&["schema", "check", "old.fbs", "none.fbs"]).code,
        3
    );
}

const MONEY: &str = "/// In cents.\nstruct Money { cents: long; }\n";

#[test]
fn a_binary_schema_is_taken_wherever_a_text_is() {
    let new = "include \"money.fbs\"; table Order { id: uint; note: string; price: Money; } root_type Order;\n";
    let folder = Folder::with(&[("old.fbs", OLD), ("new.fbs", new)]);
    std::fs::create_dir(folder.at("shared")).unwrap();
    folder.write("shared/money.fbs", MONEY);
    let compile = |from: &str, to: &str| {
        folder.run(&["schema", "compile", from, "--out", to, "-I", "shared"])
    };
    assert_eq!(compile("old.fbs", "old.bfbs"), good(""));
    assert_eq!(compile("new.fbs", "new.bfbs"), good(""));
    let bytes = std::fs::read(folder.at("new.bfbs")).unwrap();
    assert_eq!(&bytes[4..8], b"BFBS");

    // The included schemas are in the output.
    std::fs::remove_dir_all(folder.at("shared")).unwrap();
    let shown = "Order.price: new\nMoney: new\n";
    for (old, new) in [("old.fbs", "new.bfbs"), ("old.bfbs", "new.bfbs")] {
        let ran = folder.run(&["schema", "check", old, new]);
        assert_eq!(ran, good(shown), "{old} {new}");
    }
    let ran = folder.run(&["gen", "rust", "new.bfbs"]);
    assert_eq!(ran.out, "./new.rs: written\n", "{}", ran.err);
    assert!(folder.read("new.rs").contains("/// In cents."));
    folder.write("a.json", "{\"id\":7,\"price\":{\"cents\":5}}\n");
    let ran = folder.run(&["convert", "a.json", "a.bin", "--schema", "new.bfbs"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = folder.run(&["convert", "a.bin", "--schema", "new.bfbs"]);
    assert_eq!(ran, good("{\"id\":7,\"price\":{\"cents\":5}}\n"));

    // The text form is one file with the same content.
    assert_eq!(compile("new.bfbs", "again.fbs"), good(""));
    let text = folder.read("again.fbs");
    assert!(
        text.starts_with("/// In cents.\nstruct Money {\n"),
        "{text}"
    );
    assert_eq!(compile("again.fbs", "again.bfbs"), good(""));
    let ran = folder.run(&["schema", "check", "new.bfbs", "again.bfbs"]);
    assert_eq!(ran, good(""));
}

#[test]
fn a_binary_schema_that_is_none_is_refused() {
    let folder = Folder::with(&[("old.fbs", OLD)]);
    let compile = ["schema", "compile", "old.fbs", "--out", "old.bfbs"];
    assert_eq!(folder.run(&compile).code, 0);
    let mut bytes = std::fs::read(folder.at("old.bfbs")).unwrap();
    bytes.truncate(bytes.len() - 20);
    folder.write("bad.bfbs", &bytes);
    let ran = folder.run(&["schema", "check", "old.fbs", "bad.bfbs"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.starts_with("error: ") && ran.err.contains("bad.bfbs, byte "),
        "{}",
        ran.err
    );
    assert_eq!(folder.run(&compile[..3]).code, 2);
    let ran = folder.run(&["schema", "compile", "none.bfbs", "--out", "a.bfbs"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(!folder.at("a.bfbs").exists());
}
