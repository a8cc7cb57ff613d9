//! `varvel validate --schema`: documents and records by a JSON Schema.

use crate::command::{Folder, Ran, bad, good};

const SERVER: &str = r##"{
  "type": "object",
  "required": ["host"],
  "additionalProperties": false,
  "properties": {
    "host": {"type": "string", "pattern": "^[a-z]+$"},
    "port": {"type": "integer", "minimum": 1, "maximum": 65535},
    "rate": {"multipleOf": 0.1}
  }
}
"##;

#[test]
fn good_documents_of_all_formats_are_ok() {
    let folder = Folder::with(&[
        ("s.json", SERVER),
        ("a.json", "{\"host\": \"h\", \"rate\": 0.3}"),
        ("a.yaml", "host: h\nport: 80\n---\nhost: i\n"),
        ("a.ndjson", "{\"host\": \"h\"}\n{\"host\": \"i\"}\n"),
        ("a.json5", "{host: 'h'}"),
    ]);
    for to in ["a.msgpack", "a.cbor", "a.varvel", "a.flex"] {
        folder.run(&["convert", "a.json", to]);
    }
    let ran = folder.run(&[
        "validate",
        "--schema",
        "s.json",
        "a.json",
        "a.yaml",
        "a.ndjson",
        "a.json5",
        "a.msgpack",
        "a.cbor",
        "a.varvel",
        "a.flex",
    ]);
    let lines = [
        "a.json: ok",
        "a.yaml: ok",
        "a.ndjson: ok, 2 records",
        "a.json5: ok",
        "a.msgpack: ok",
        "a.cbor: ok",
        "a.varvel: ok",
        "a.flex: ok",
    ];
    assert_eq!(ran, good(&format!("{}\n", lines.join("\n"))));
}

#[test]
fn all_faults_of_a_document_are_shown_with_their_places() {
    let text = "prot: 80\nport: 0\nrate: 0.35\n";
    let folder = Folder::with(&[("s.json", SERVER), ("a.yaml", text)]);
    let expected = "\
error: missing member: expected a member `host`, found an object without
 --> a.yaml:1:1
  |
1 | prot: 80
  | ^
error: unknown member: expected one of `host`, `port`, `rate`, found \"prot\"
 --> a.yaml:1:1
  |
1 | prot: 80
  | ^ at $.prot
hint: did you mean `port`?
error: number out of range: expected at least 1, found 0
 --> a.yaml:2:7
  |
2 | port: 0
  |       ^ at $.port
error: number out of range: expected a multiple of 0.1, found 0.35
 --> a.yaml:3:7
  |
3 | rate: 0.35
  |       ^ at $.rate
";
    assert_eq!(
        folder.run(&["validate", "--schema", "s.json", "a.yaml"]),
        bad(1, expected)
    );
    let ran = folder.run(&[
        "validate",
        "--schema",
        "s.json",
        "--max-errors",
        "1",
        "a.yaml",
    ]);
    let end = "error: a.yaml has more faults than 1\nhint: `--max-errors N` shows more\n";
    assert!(ran.err.ends_with(end), "{}", ran.err);
    assert_eq!(ran.err.matches("error: ").count(), 2, "{}", ran.err);
}

#[test]
fn all_faults_of_records_are_shown_with_their_lines() {
    let mut lines = String::new();
    for number in 0..50_000 {
        lines.push_str(match number {
            1234 => "{\"host\": \"h\", \"port\": 70000, \"rate\": \"x\"}\n",
            40_000 => "{\"host\": \"H\"}\n",
            45_000 => "{\"host\": \n",
            _ => "{\"host\": \"h\", \"port\": 1}\n",
        });
    }
    let folder = Folder::with(&[("s.json", SERVER), ("a.ndjson", &lines)]);
    let Ran { code, err, .. } = folder.run(&["validate", "--schema", "s.json", "a.ndjson"]);
    let places: Vec<&str> = err.lines().filter(|line| line.contains("-->")).collect();
    let wanted = [
        "     --> a.ndjson:1235:23",
        "      --> a.ndjson:40001:10",
        "      --> a.ndjson:45001:9",
    ];
    let trimmed = |lines: &[&str]| lines.iter().map(|line| line.trim().to_owned()).collect();
    let (places, wanted): (Vec<String>, Vec<String>) = (trimmed(&places), trimmed(&wanted));
    assert_eq!((code, places), (1, wanted), "{err}");
    // A fault of a frozen stream has the number of the record.
    folder.write("b.ndjson", "{\"host\": \"h\"}\n{\"host\": 1}\n");
    folder.run(&["convert", "b.ndjson", "b.varvels", "--to", "frozen-stream"]);
    let ran = folder.run(&["validate", "--schema", "s.json", "b.varvels"]);
    assert!(
        ran.err.contains("expected a string, found an integer"),
        "{}",
        ran.err
    );
}

#[test]
fn binary_documents_have_the_byte() {
    let folder = Folder::with(&[("s.json", SERVER), ("a.json", "{\"host\": 1, \"port\": 2}")]);
    for (file, place) in [
        ("a.msgpack", ", byte 6"),
        ("a.cbor", ", byte 6"),
        ("a.varvel", ""),
    ] {
        folder.run(&["convert", "a.json", file]);
        let ran = folder.run(&["validate", "--schema", "s.json", file]);
        let expected = format!(
            "error: wrong kind of value: expected a string, found an integer\n--> {file}{place}\n = at $.host\n"
        );
        assert_eq!((ran.code, ran.err), (1, expected));
    }
}

#[test]
fn a_bad_schema_has_its_place() {
    let folder = Folder::with(&[
        ("a.json", "1"),
        ("s.json", "{\n  \"type\": \"text\"\n}"),
        ("s.yaml", "type: string\n"),
        ("r.json", "{\"$ref\": \"other.json\"}"),
        ("p.json", "{\"pattern\": \"(?=a)\"}"),
    ]);
    let ran = folder.run(&["validate", "--schema", "s.json", "a.json"]);
    assert!(
        ran.err
            .starts_with("error: unknown variant: expected one of `null`")
            && ran.code == 1,
        "{}",
        ran.err
    );
    assert!(ran.err.contains("--> s.json:2:11\n"), "{}", ran.err);
    for (schema, words) in [
        ("s.yaml", "expected a string, found an integer"),
        ("r.json", "not into another document"),
        ("p.json", "without look-around"),
    ] {
        let ran = folder.run(&["validate", "--schema", schema, "a.json"]);
        assert!(ran.err.contains(words) && ran.code == 1, "{}", ran.err);
    }
    let ran = folder.run(&["validate", "--schema", "none.json", "a.json"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    let ran = folder.run(&["validate", "--max-errors", "3", "a.json"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn standard_input_is_judged_by_its_bytes() {
    let folder = Folder::with(&[("s.json", SERVER)]);
    let ran = folder.run_with(
        &["validate", "--schema", "s.json", "-"],
        b"{\"host\": \"h\"}",
    );
    assert_eq!(ran, good("<stdin>: ok\n"));
}

#[test]
fn a_schema_without_text_is_an_error_and_a_document_without_text_is_null() {
    let folder = Folder::with(&[
        ("empty.json", ""),
        ("blank.json", "\n\n"),
        ("object.json", "{\"type\": \"object\"}"),
        ("true.json", "true"),
        ("a.json", "{}"),
        ("a.yaml", "# nothing\n"),
    ]);
    for schema in ["empty.json", "blank.json"] {
        let ran = folder.run(&["validate", "--schema", schema, "a.json"]);
        assert!(ran.err.contains(&format!("--> {schema}:")), "{}", ran.err);
    }
    let ran = folder.run(&["validate", "--schema", "true.json", "a.json"]);
    assert_eq!(ran, good("a.json: ok\n"));
    let ran = folder.run(&["validate", "--schema", "object.json", "a.yaml"]);
    assert!(ran.err.contains("expected an object"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_schema_may_come_from_a_pipe() {
    let folder = Folder::with(&[("a.json", "{\"host\": 1}"), ("b.json", "{\"x\": 1}")]);
    let args = ["validate", "--schema", "/dev/stdin", "a.json"];
    let ran = folder.run_with(&args, SERVER.as_bytes());
    assert!(ran.err.contains("expected a string"), "{}", ran.err);
    let args = ["convert", "--schema", "/dev/stdin", "b.json", "b.bin"];
    let ran = folder.run_with(&args, b"table T { x: int; } root_type T;");
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn schemas_too_deep_have_no_hint_at_an_option() {
    let text = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let schema = "{\"items\": {\"$ref\": \"#\"}}";
    let folder = Folder::with(&[("s.json", schema), ("a.json", &text)]);
    let ran = folder.run(&[
        "validate",
        "--schema",
        "s.json",
        "--max-depth",
        "9999",
        "a.json",
    ]);
    assert!(ran.err.contains("768 schemas"), "{}", ran.err);
    assert!(!ran.err.contains("--max-depth"), "{}", ran.err);
    let ran = folder.run(&["validate", "--schema", "s.json", "a.json"]);
    assert!(ran.err.contains("--max-depth"), "{}", ran.err);
}

#[test]
fn the_limit_of_depth_holds_for_the_schema_too() {
    let schema = format!("{}true{}", "{\"not\": ".repeat(200), "}".repeat(200));
    let folder = Folder::with(&[("s.json", &*schema), ("a.json", "1")]);
    let ran = folder.run(&["validate", "--schema", "s.json", "a.json"]);
    assert!(ran.err.contains("--max-depth"), "{}", ran.err);
    let ran = folder.run(&[
        "validate",
        "--schema",
        "s.json",
        "--max-depth",
        "201",
        "a.json",
    ]);
    assert_eq!(ran, good("a.json: ok\n"));
}
