//! YAML in the command: texts of any number of documents, merge keys, versions, tolerance,
//! encodings.

use varvel::records;

use crate::command::{Folder, Ran};
use crate::table::endings;

fn ok(ran: &Ran) -> &str {
    assert_eq!(ran.code, 0, "{}", ran.err);
    &ran.out
}

/// Texts without a document, which every subcommand reads as such.
const NONE: &[&str] = &["", "# nothing\n", "\n\n", "...\n", "# a\n...\n# b\n"];

#[test]
fn a_text_of_no_document_is_the_same_however_it_is_written() {
    for &text in NONE {
        let folder = Folder::with(&[("none.yaml", text)]);
        assert_eq!(
            ok(&folder.run(&["validate", "none.yaml"])),
            "none.yaml: ok\n"
        );
        assert_eq!(ok(&folder.run(&["count", "none.yaml"])), "0\n");
        assert_eq!(ok(&folder.run(&["head", "none.yaml"])), "");
        for to in ["yaml", "ndjson"] {
            let ran = folder.run(&["convert", "none.yaml", "-", "--to", to]);
            assert_eq!(ok(&ran), "", "{text:?} to {to}");
        }
        for arguments in [
            &["get", "none.yaml", "$"][..],
            &["convert", "none.yaml", "-", "--to", "json"],
            &["inspect", "none.yaml"],
        ] {
            let ran = folder.run(arguments);
            assert_eq!(ran.code, 1, "{text:?}: {arguments:?}");
            assert_eq!(
                ran.err, "error: none.yaml has no document\n",
                "{arguments:?}"
            );
        }
    }
    // An empty document is a document.
    let folder = Folder::with(&[("null.yaml", "---\n")]);
    assert_eq!(ok(&folder.run(&["get", "null.yaml", "$"])), "null\n");
    assert_eq!(ok(&folder.run(&["count", "null.yaml"])), "1\n");
}

#[test]
fn a_key_that_is_no_string_is_refused_where_it_comes_again() {
    for (text, place) in [
        ("1: a\n2: b\n1: c\n3: d\n", "in.yaml:3:1"),
        (
            "x:\n  - 1.5: a\n    2: b\n    1.5: c\n    3: d\ny: 1\n",
            "in.yaml:4:5",
        ),
        ("{true: 1, True: 2}\n", "in.yaml:1:11"),
        ("a: {0x10: 1,\n 16: 2}\n", "in.yaml:2:2"),
        ("a: 1\nb: 2\na: 3\n", "in.yaml:3:1"),
        ("---\n1: a\n---\n1: a\n1: b\n", "in.yaml:5:1"),
    ] {
        let folder = Folder::with(&[("in.yaml", text)]);
        for arguments in [
            &["validate", "in.yaml"][..],
            &["get", "in.yaml", "$"],
            &["convert", "in.yaml", "-", "--to", "yaml"],
        ] {
            let ran = folder.run(arguments);
            assert_eq!(ran.code, 1, "{text}");
            assert!(ran.err.contains(place), "{text}: {}", ran.err);
        }
    }
}

#[test]
fn several_documents_stay_several() {
    let text = "a: 1\n--- # two\nb: [1, 2]\n---\n- c\n...\n---\n";
    let folder = Folder::with(&[("in.yaml", text)]);
    ok(&folder.run(&["convert", "-q", "in.yaml", "out.yaml"]));
    let written = folder.read("out.yaml");
    assert_eq!(
        written,
        "---\na: 1\n---\nb:\n  - 1\n  - 2\n---\n- c\n---\nnull\n"
    );
    for file in ["in.yaml", "out.yaml"] {
        assert_eq!(ok(&folder.run(&["count", file])), "4\n");
        assert_eq!(
            ok(&folder.run(&["convert", file, "-", "--to", "ndjson"])),
            "{\"a\":1}\n{\"b\":[1,2]}\n[\"c\"]\nnull\n"
        );
        assert_eq!(ok(&folder.run(&["get", file, "[1].b[0]"])), "1\n");
    }
    // A single document gets no mark, and an array is not several documents.
    folder.write("one.yaml", "---\n- 1\n- 2\n");
    let one = folder.run(&["convert", "one.yaml", "-", "--to", "yaml"]);
    assert_eq!(ok(&one), "- 1\n- 2\n");
    let twice = folder.run(&[
        "convert",
        "in.yaml",
        "-",
        "--to",
        "yaml",
        "--duplicates",
        "last",
    ]);
    assert_eq!(ok(&twice), written);
}

#[test]
fn merge_keys_are_carried_out_on_request() {
    let text = "deploy: &d\n  image: x\nweb:\n  <<: *d\n  port: 80\n";
    let folder = Folder::with(&[("in.yaml", text)]);
    let plain = folder.run(&["get", "in.yaml", "web"]);
    assert_eq!(ok(&plain), "{\"<<\":{\"image\":\"x\"},\"port\":80}\n");
    let merged = folder.run(&["get", "in.yaml", "web", "--merge-keys"]);
    assert_eq!(ok(&merged), "{\"port\":80,\"image\":\"x\"}\n");
    for (_, to) in endings() {
        let out = format!("out.{to}");
        ok(&folder.run(&["convert", "-q", "in.yaml", &out, "--merge-keys"]));
        assert_eq!(
            ok(&folder.run(&[
                "get",
                &out,
                match records::Format::of_extension(to) {
                    Some(_) => "[0].web.image",
                    None => "web.image",
                }
            ])),
            "\"x\"\n"
        );
    }
    let bad = Folder::with(&[("bad.yaml", "web:\n  <<: 1\n")]);
    let ran = bad.run(&["validate", "bad.yaml", "--merge-keys"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("bad.yaml:2:7"), "{}", ran.err);
    assert_eq!(bad.run(&["validate", "bad.yaml"]).code, 0);
    let ran = folder.run(&["set", "in.yaml", "web.port", "1", "--merge-keys"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn yaml_1_1_is_read_on_request() {
    let folder = Folder::with(&[("in.yaml", "[yes, 014, 1_000, 1:30, off]\n")]);
    let now = folder.run(&["get", "in.yaml", "$"]);
    assert_eq!(ok(&now), "[\"yes\",14,\"1_000\",\"1:30\",\"off\"]\n");
    let old = folder.run(&["get", "in.yaml", "$", "--yaml", "1.1"]);
    assert_eq!(ok(&old), "[true,12,1000,90,false]\n");
    assert_eq!(
        folder.run(&["get", "in.yaml", "$", "--yaml", "1.3"]).code,
        2
    );
}

#[test]
fn what_many_files_have_is_tolerated_on_request() {
    let text = "a: [\n  1,\n]\nb: 'one\ntwo'\n";
    let folder = Folder::with(&[("in.yaml", text)]);
    let strict = folder.run(&["validate", "in.yaml"]);
    assert_eq!(strict.code, 1);
    assert!(
        strict.err.contains("`--tolerant` takes it here"),
        "{}",
        strict.err
    );
    assert_eq!(
        ok(&folder.run(&["get", "in.yaml", "$", "--tolerant"])),
        "{\"a\":[1],\"b\":\"one two\"}\n"
    );
    let ran = folder.run(&["set", "in.yaml", "c", "3"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("`--tolerant` takes it here"),
        "{}",
        ran.err
    );
    ok(&folder.run(&["set", "-q", "in.yaml", "c", "3", "--tolerant"]));
    assert_eq!(folder.read("in.yaml"), format!("{text}c: 3\n"));
    ok(&folder.run(&["rm", "-q", "in.yaml", "c", "--tolerant"]));
    assert_eq!(folder.read("in.yaml"), text);
    assert_eq!(ok(&folder.run(&["fmt", "in.yaml", "--tolerant"])), text);
}

/// Returns a text in an encoding: units of this many bytes, the low one first or last.
fn encoded(text: &str, unit: usize, little: bool) -> Vec<u8> {
    let units: Vec<u32> = match unit {
        2 => text.encode_utf16().map(u32::from).collect(),
        _ => text.chars().map(u32::from).collect(),
    };
    let bytes = units.into_iter().flat_map(|value| match little {
        true => value.to_le_bytes()[..unit].to_vec(),
        false => value.to_be_bytes()[4 - unit..].to_vec(),
    });
    bytes.collect()
}

#[test]
fn utf_16_and_utf_32_are_read_and_kept_by_edits() {
    for (unit, little) in [(2, true), (2, false), (4, true), (4, false)] {
        for mark in ["", "\u{FEFF}"] {
            let of = |text: &str| encoded(&format!("{mark}{text}"), unit, little);
            let folder = Folder::new();
            folder.write("in.yaml", of("a: 1 # \u{E9}\nb: [\u{1F600}]\n"));
            assert_eq!(ok(&folder.run(&["get", "in.yaml", "a"])), "1\n");
            ok(&folder.run(&["validate", "in.yaml"]));
            assert_eq!(
                ok(&folder.run(&["convert", "in.yaml", "-", "--to", "yaml"])),
                "a: 1\nb:\n  - \u{1F600}\n"
            );
            ok(&folder.run(&["set", "-q", "in.yaml", "a", "2"]));
            let bytes = std::fs::read(folder.at("in.yaml")).unwrap();
            assert_eq!(bytes, of("a: 2 # \u{E9}\nb: [\u{1F600}]\n"));
            assert_eq!(folder.run(&["fmt", "--check", "in.yaml"]).code, 0);
            folder.write("in.yaml", of("a:    1\nb:\n    c: \u{E9}\n"));
            ok(&folder.run(&["fmt", "-i", "in.yaml"]));
            let bytes = std::fs::read(folder.at("in.yaml")).unwrap();
            assert_eq!(bytes, of("a:    1\nb:\n  c: \u{E9}\n"));
            folder.write("in.yaml", of("\u{E9}: 1\nb: [\n"));
            let ran = folder.run(&["validate", "in.yaml"]);
            assert!(
                ran.code == 1 && ran.err.contains("in.yaml:2:"),
                "{}",
                ran.err
            );
        }
    }
    let folder = Folder::new();
    folder.write("in.yaml", b"\xFF\xFEa\0:\0 \0\x00\xD8");
    let ran = folder.run(&["validate", "in.yaml"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("in.yaml, byte 8"), "{}", ran.err);
}

#[test]
fn merge_keys_that_come_twice_are_formatted_and_not_edited() {
    let text = "a: &a {x: 1}\nb: &b {y: 2}\nc:\n    <<: *a\n    <<: *b\n    z: 3\n";
    let neat = text.replace("    ", "  ");
    let folder = Folder::with(&[("m.yaml", text), ("d.yaml", "a:   1\na: 2\n")]);
    for option in [
        &["--merge-keys"][..],
        &["--duplicates", "last"],
        &["--duplicates", "first"],
    ] {
        let arguments = [&["fmt", "m.yaml"], option].concat();
        assert_eq!(folder.run(&arguments), crate::command::good(&neat));
    }
    assert_eq!(folder.run(&["fmt", "m.yaml"]).code, 1);
    // White space alone is changed, so both members stay.
    let ran = folder.run(&["fmt", "d.yaml", "--duplicates", "last"]);
    assert_eq!((ran.code, ran.out.matches("a:").count()), (0, 2));
    for command in [&["set", "m.yaml", "c.z", "4"][..], &["rm", "m.yaml", "c.z"]] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 1);
        let hint = "hint: an edit takes `<<` for a key like others: write `<<: [*a, *b]` once";
        assert!(ran.err.contains(hint), "{}", ran.err);
    }
}
