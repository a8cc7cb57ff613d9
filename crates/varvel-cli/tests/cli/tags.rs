//! Tags, simple values and extensions, which JSON and YAML lack: their places, and what to do.

use crate::command::{Folder, good};

#[test]
fn the_place_and_the_hint_of_what_text_lacks() {
    let folder = Folder::new();
    folder.write("simple.cbor", b"\x82\0\xF7");
    folder.write("wide.cbor", b"\x82\0\xF8\xFF");
    folder.write("tag.cbor", b"\x82\0\xD8\x20\x61a");
    folder.write("extension.msgpack", b"\x92\0\xD5\x07ab");
    for file in ["simple.cbor", "wide.cbor", "tag.cbor", "extension.msgpack"] {
        for to in ["json", "yaml", "json5"] {
            let ran = folder.run(&["convert", file, "-", "--to", to]);
            assert_eq!(ran.code, 1, "{file}");
            assert!(
                ran.err.contains(&format!("{file}, byte 2\n")),
                "{}",
                ran.err
            );
            let hint = "hint: frozen documents hold it: `varvel convert FILE OUT.varvel`\n";
            assert!(ran.err.ends_with(hint), "{}", ran.err);
        }
        assert_eq!(folder.run(&["convert", "-q", file, "o.varvel"]), good(""));
    }
}

#[test]
fn the_place_of_a_key_that_is_no_string() {
    let folder = Folder::new();
    for (file, bytes) in [
        ("a.cbor", &b"\x82\0\xA2\x61a\0\x41A\x01"[..]),
        ("a.msgpack", b"\x92\0\x82\xA1a\0\xC4\x01A\x01"),
    ] {
        folder.write(file, bytes);
        for to in ["json", "ndjson"] {
            let ran = folder.run(&["convert", file, "-", "--to", to]);
            assert_eq!(ran.code, 1, "{file}");
            assert!(ran.err.contains("byte 6\n"), "{file} to {to}: {}", ran.err);
        }
    }
}

#[test]
fn yaml_without_its_ending_is_named() {
    let folder = Folder::new();
    for text in [
        "host: a\nport: 1\n",
        "# settings\n\n- a\n- b: 1\n",
        "a:\n  b: 1\n",
        "\"quoted key\": 1\n",
    ] {
        folder.write("settings", text);
        for arguments in [&["get", "settings", "port"][..], &["validate", "settings"]] {
            let ran = folder.run(arguments);
            assert_eq!(ran.code, 1);
            let hint = "hint: this looks like YAML: `--from yaml` reads it\n";
            assert!(ran.err.ends_with(hint), "{}", ran.err);
        }
        let ran = folder.run(&["validate", "-q", "settings", "--from", "yaml"]);
        assert_eq!(ran, good(""));
    }
    for text in ["{a: 1}\n", "nil\n", "host a: [\n", "[1, 2\n"] {
        folder.write("settings", text);
        let ran = folder.run(&["validate", "settings"]);
        assert!(!ran.err.contains("YAML"), "{text}: {}", ran.err);
    }
}
