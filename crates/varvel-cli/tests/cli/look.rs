//! `head`, `count`, `fmt`, `inspect`, `completions`, `man`.

use varvel::records;

use crate::command::{Folder, bad, good};
use crate::table::{self, endings};

const ORDERS: &str = include_str!("../../../../samples/orders.json");

fn streams() -> Folder {
    let lines: String = (0..1000).map(|n| format!("{{\"n\": {n}}}\n")).collect();
    let folder = Folder::with(&[("a.ndjson", &lines)]);
    let all = table::documents().chain(table::streams());
    let all = all.zip([".gz", ".zst"].iter().cycle());
    let all = all.flat_map(|(name, by)| [format!("a.{name}"), format!("a.{name}{by}")]);
    for output in all.filter(|name| name != "a.ndjson") {
        assert_eq!(folder.run(&["convert", "a.ndjson", &output]).code, 0);
    }
    folder
}

#[test]
fn the_first_records_are_printed() {
    let folder = streams();
    for file in folder.names() {
        let ran = folder.run(&["head", &file, "-n", "2"]);
        assert_eq!(ran, good("{\"n\":0}\n{\"n\":1}\n"), "{file}");
        assert_eq!(folder.run(&["head", &file, "-n", "0"]), good(""));
        assert_eq!(folder.run(&["head", &file]).out.lines().count(), 10);
    }
    let ran = folder.run(&["head", "a.varvels", "-n", "1", "--pretty"]);
    assert_eq!(ran, good("{\n  \"n\": 0\n}\n"));
}

#[test]
fn a_frozen_document_that_is_no_array_of_records_is_printed_whole() {
    let folder = Folder::with(&[]);
    for text in [
        "{\"a\":1}",
        "{}",
        "7",
        "\"x\"",
        "null",
        "[]",
        "[1,2]",
        "[[1,2],[3,4]]",
        "[{}]",
    ] {
        folder.write("a.json", text);
        assert_eq!(
            folder.run(&["convert", "-q", "a.json", "a.varvel"]),
            good("")
        );
        let expected = folder.run(&["head", "a.json"]);
        assert_eq!(folder.run(&["head", "a.varvel"]), expected, "{text}");
        assert_eq!(expected.code, 0, "{text}");
    }
}

#[test]
fn json5_is_formatted_with_all_of_its_white_space() {
    let folder = Folder::with(&[]);
    let text = "[1,//\u{2028}[2,\n3]\u{a0},\u{3000}'x'\u{feff}, b\u{2029}]".replace('b', "-4");
    folder.write("a.json5", &text);
    let lines = "[\n  1, //\n  [\n    2,\n    3\n  ],\n  'x',\n  -4\n]\n";
    assert_eq!(folder.run(&["fmt", "a.json5"]), good(lines));
}

#[test]
fn no_more_is_read_than_the_first_records_take() {
    let folder = Folder::with(&[("a.ndjson", "1\n2\n?")]);
    assert_eq!(folder.run(&["head", "a.ndjson", "-n", "2"]), good("1\n2\n"));
    let ran = folder.run(&["head", "a.ndjson", "-n", "3"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "1\n2\n"));
    assert!(ran.err.contains("--> a.ndjson:3:1"), "{}", ran.err);
}

#[test]
fn the_first_items_are_printed_whatever_is_behind_them() {
    let folder = Folder::with(&[
        ("a.json", "[1, 2, oops"),
        ("a.json5", "[1, 2, {"),
        ("a.yaml", "- 1\n- 2\n- \"\n"),
        ("rows.json", "[1, 2][3]"),
    ]);
    folder.write("a.msgpack", b"\x93\x01\x02\xC1");
    for file in ["a.json", "a.json5", "a.yaml", "a.msgpack"] {
        let ran = folder.run(&["head", file, "-n", "2"]);
        assert_eq!(ran, good("1\n2\n"), "{file}");
        let ran = folder.run(&["head", file, "-n", "3"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{file}");
    }
    // Each of several documents is a record.
    let ran = folder.run(&["head", "rows.json", "-n", "1"]);
    assert_eq!(ran, good("[1,2]\n"));
}

#[test]
fn records_are_counted() {
    let folder = streams();
    for file in folder.names() {
        assert_eq!(folder.run(&["count", &file]), good("1000\n"), "{file}");
    }
    let ran = folder.run(&["count", "a.ndjson", "none.json", "a.json"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (3, "1000 a.ndjson\n1000 a.json\n2000 in all\n")
    );
}

#[test]
fn a_frozen_stream_is_counted_without_reading_it() {
    let folder = streams();
    let mut bytes = std::fs::read(folder.at("a.varvels")).unwrap();
    bytes[40] ^= 0xFF; // in the first segment, which then is no longer valid
    folder.write("damaged.varvels", &bytes);
    assert_eq!(folder.run(&["count", "damaged.varvels"]), good("1000\n"));
    assert_eq!(folder.run(&["validate", "damaged.varvels"]).code, 1);
}

#[test]
fn text_is_laid_out_anew_and_nothing_else_changes() {
    let folder = Folder::with(&[("a.json", "{\"a\":[1.50,{}],\n\"b\":\"\\u00e9\"}")]);
    let pretty = "{\n  \"a\": [\n    1.50,\n    {}\n  ],\n  \"b\": \"\\u00e9\"\n}\n";
    assert_eq!(folder.run(&["fmt", "a.json"]), good(pretty));
    let compact = "{\"a\":[1.50,{}],\"b\":\"\\u00e9\"}\n";
    assert_eq!(folder.run(&["fmt", "a.json", "--compact"]), good(compact));
    assert_eq!(
        folder.run(&["fmt", "a.json", "--check"]),
        bad(
            1,
            "error: a.json is not formatted\nhint: `varvel fmt --in-place` does it\n"
        )
    );
    assert_eq!(
        folder.run(&["fmt", "-i", "a.json"]),
        good("a.json: formatted\n")
    );
    assert_eq!(folder.read("a.json"), pretty);
    assert_eq!(folder.run(&["fmt", "-i", "a.json"]), good(""));
    assert_eq!(folder.run(&["fmt", "--check", "a.json"]), good(""));
    assert_eq!(folder.run_with(&["fmt", "-"], b"[ ]"), good("[]\n"));
}

#[test]
fn what_is_wrong_is_not_formatted() {
    let folder = Folder::with(&[
        ("bad.json", "[1,]"),
        ("a.json", "[1]"),
        ("twice.json", "{\"a\":1,\"a\":2}"),
    ]);
    let ran = folder.run(&["fmt", "-i", "bad.json", "a.json", "twice.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "a.json: formatted\n"));
    assert_eq!(folder.read("bad.json"), "[1,]");
    assert_eq!(folder.read("twice.json"), "{\"a\":1,\"a\":2}");
    let ran = folder.run(&[
        "fmt",
        "-i",
        "twice.json",
        "--compact",
        "--duplicates",
        "last",
    ]);
    assert_eq!(
        (ran.code, folder.read("twice.json").as_str()),
        (0, "{\"a\":1,\"a\":2}\n")
    );
    let ran = folder.run(&["fmt", "a.json", "bad.json"]);
    let line = "error: several files can be formatted only with --in-place or --check\n";
    assert_eq!(ran, bad(2, line));
    folder.write("a.ndjson", "1\n");
    let line = "error: a.ndjson is NDJSON, and fmt is for JSON and YAML text\n";
    assert_eq!(folder.run(&["fmt", "a.ndjson"]), bad(2, line));
}

#[test]
fn inspect_shows_what_is_in_a_file() {
    let folder = Folder::with(&[(
        "a.json",
        r#"[{"id": 1, "tag": "twice"}, {"id": 2, "tag": "twice"}, [0.5, 1.5]]"#,
    )]);
    let common = "\
nodes  10, depth 2
  object   2   20.0 %
  array    2   20.0 %
  string   2   20.0 %
  integer  2   20.0 %
  float    2   20.0 %

strings  2, 10 bytes; 1 repeat an earlier one, 5 bytes
  2 × \"twice\"

shapes  1 in 2 objects
  2 × id, tag
";
    let first = "a.json: json, 66 bytes, 121 as a frozen buffer\n\n";
    assert_eq!(
        folder.run(&["inspect", "a.json"]),
        good(&format!("{first}{common}"))
    );
    folder.run(&["convert", "a.json", "a.varvel"]);
    let parts = "
bytes  121
  slots                    14   11.6 %
  strings                  12    9.9 %
  packed numbers           18   14.9 %
  container heads           6    5.0 %
  keys and shared strings   8    6.6 %
  tables of shapes         31   25.6 %
  header                   32   26.4 %
";
    let first = "a.varvel: frozen, 121 bytes\n\n";
    assert_eq!(
        folder.run(&["inspect", "a.varvel"]),
        good(&format!("{first}{common}{parts}"))
    );
}

#[test]
fn inspect_is_for_machines_too() {
    let folder = Folder::with(&[("o.json", ORDERS)]);
    for (_, ending) in endings() {
        folder.run(&["convert", "o.json", &format!("o.{ending}")]);
    }
    for file in folder.names() {
        let text = folder.run(&["inspect", "--json", &file]).out;
        let value: varvel::Value =
            varvel::Value::from(varvel::json::freeze(text.as_bytes()).unwrap());
        // A stream is the array of its records.
        let ending = file.trim_start_matches("o.");
        let records = u64::from(records::Format::of_extension(ending).is_some());
        assert_eq!(value["strings"]["count"].u64().unwrap(), 42, "{file}");
        assert_eq!(
            value["kinds"]["array"].u64().unwrap(),
            19 + records,
            "{file}"
        );
        assert_eq!(value.get("parts").is_some(), file == "o.varvel");
    }
}

#[test]
fn inspect_does_not_let_a_document_steer_the_terminal() {
    let folder = Folder::with(&[(
        "a.json",
        "[\"\\u001b[31m\", \"\\u001b[31m\", {\"\\u202ekey\": \"\\u202e\", \"b\": \"\\u202e\"}]",
    )]);
    let ran = folder.run(&["inspect", "a.json"]);
    let strange = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!ran.out.contains(strange), "{:?}", ran.out);
    assert_eq!(ran.code, 0);
}

#[test]
fn completions_and_manual_name_every_subcommand() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = folder.run(&["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        assert!(
            ran.out.contains("inspect") && ran.out.contains("bad-lines"),
            "{shell}"
        );
    }
    assert_eq!(folder.run(&["man", "."]), good(""));
    let names = folder.names();
    for name in ["varvel.1", "varvel-convert.1", "varvel-inspect.1"] {
        assert!(
            names.iter().any(|page| page == name),
            "{name} is not in {names:?}"
        );
    }
    assert!(folder.read("varvel-convert.1").contains("Exit codes"));
    let ran = folder.run(&["man", "nowhere"]);
    assert_eq!((ran.code, ran.err.lines().count()), (3, 1), "{}", ran.err);
}
