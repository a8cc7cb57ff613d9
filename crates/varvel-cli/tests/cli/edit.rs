//! `varvel set` and `varvel rm`: which parts of the file change, and which do not.

use crate::command::{Folder, Ran, bad, good};

const YAML: &str =
    "# servers\nport: 80   # http\nhosts:\n- 'a'\n- 'b'   # second\nbase: &b {x: 1}\nweb: *b\n";
const JSON: &str = "{\n  // the port\n  \"port\": 80,\n  \"hosts\": [\"a\"]\n}\n";

fn folder() -> Folder {
    Folder::with(&[("c.yaml", YAML), ("c.jsonc", JSON)])
}

#[test]
fn a_node_is_set_and_the_rest_stays() {
    let folder = folder();
    let changed = good("c.yaml: changed\n");
    assert_eq!(folder.run(&["set", "c.yaml", "port", "443"]), changed);
    assert_eq!(folder.run(&["set", "c.yaml", "/hosts/-", "c d"]), changed);
    assert_eq!(
        folder.run(&["set", "c.yaml", "$.web", "{\"x\":[2]}"]),
        changed
    );
    assert_eq!(
        folder.read("c.yaml"),
        "# servers\nport: 443   # http\nhosts:\n- 'a'\n- 'b'   # second\n- 'c d'\nbase: &b {x: 1}\nweb:\n  x:\n    - 2\n"
    );
    assert_eq!(
        folder.run(&["set", "c.jsonc", "port", "-1", "--quiet"]),
        good("")
    );
    assert_eq!(
        folder.run(&["set", "c.jsonc", "tls.key", "443", "--string"]),
        good("c.jsonc: changed\n")
    );
    assert_eq!(
        folder.read("c.jsonc"),
        "{\n  // the port\n  \"port\": -1,\n  \"hosts\": [\"a\"],\n  \"tls\": {\n    \"key\": \"443\"\n  }\n}\n"
    );
    assert_eq!(
        folder.run(&["set", "c.jsonc", "port", "-1"]),
        good("c.jsonc: unchanged\n")
    );
    assert_eq!(folder.names(), ["c.jsonc", "c.yaml"]);
}

#[test]
fn a_node_is_inserted_beside_others() {
    let folder = folder();
    let changed = good("c.yaml: changed\n");
    let insert = |path: &str, value: &str| folder.run(&["set", "c.yaml", path, value, "--insert"]);
    assert_eq!(insert("hosts[1]", "c d"), changed);
    assert_eq!(insert("/hosts/-", "e"), changed);
    assert_eq!(insert("tls", "true"), changed);
    let text = "# servers\nport: 80   # http\nhosts:\n- 'a'\n- 'c d'\n- 'b'   # second\n- 'e'\nbase: &b {x: 1}\nweb: *b\ntls: true\n";
    assert_eq!(folder.read("c.yaml"), text);
    assert_eq!(
        insert("port", "1"),
        bad(
            1,
            "error: c.yaml: the member is there already\nhint: without --insert it is set\n"
        )
    );
    assert_eq!(
        insert("hosts[5]", "x"),
        bad(
            1,
            "error: c.yaml: $.hosts has no item 5\nhint: its items are [0] to [3]\n"
        )
    );
    assert_eq!(folder.read("c.yaml"), text);
}

#[test]
fn a_node_is_taken_out_and_the_rest_stays() {
    let folder = folder();
    assert_eq!(
        folder.run(&["rm", "c.yaml", "hosts[1]"]),
        good("c.yaml: changed\n")
    );
    assert_eq!(
        folder.run(&["rm", "c.yaml", "port"]),
        good("c.yaml: changed\n")
    );
    assert_eq!(
        folder.read("c.yaml"),
        "# servers\nhosts:\n- 'a'\nbase: &b {x: 1}\nweb: *b\n"
    );
    assert_eq!(
        folder.run_with(&["rm", "-", "/hosts/0", "--from", "json5"], JSON.as_bytes()),
        good("{\n  // the port\n  \"port\": 80,\n  \"hosts\": []\n}\n")
    );
}

#[test]
fn a_dry_run_shows_a_diff_and_writes_nothing() {
    let folder = folder();
    assert_eq!(
        folder.run(&["set", "c.yaml", "hosts[0]", "z", "--dry-run"]),
        good(
            "--- c.yaml\n+++ c.yaml\n@@ -1,7 +1,7 @@\n # servers\n port: 80   # http\n hosts:\n-- 'a'\n+- 'z'\n - 'b'   # second\n base: &b {x: 1}\n web: *b\n"
        )
    );
    assert_eq!(
        folder.run(&["rm", "c.jsonc", "port", "--dry-run"]),
        good(
            "--- c.jsonc\n+++ c.jsonc\n@@ -1,5 +1,4 @@\n {\n   // the port\n-  \"port\": 80,\n   \"hosts\": [\"a\"]\n }\n"
        )
    );
    assert_eq!(
        folder.run(&["set", "c.yaml", "port", "80", "--dry-run"]),
        good("")
    );
    assert_eq!(
        (folder.read("c.yaml"), folder.read("c.jsonc")),
        (YAML.into(), JSON.into())
    );
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let folder = folder();
    folder.write("bad.json", "{\"a\": [1,, 2]}");
    folder.write("binary.json", b"{\"a\": \"\xFF\"}");
    folder.write("twice.yaml", "a: 1\na: 2\n");
    folder.write("a.ndjson", "1\n2\n");
    assert_eq!(folder.run(&["convert", "bad.json", "x"]).code, 2);
    let frozen = folder.run_with(&["convert", "-", "f.varvel", "--quiet"], b"{\"a\": 1}");
    assert_eq!(frozen.code, 0);
    std::fs::create_dir(folder.at("d.json")).unwrap();
    let names = folder.names();
    for (arguments, code, message) in [
        (
            &["rm", "c.yaml", "prt"][..],
            1,
            "c.yaml: $ has no member \"prt\"\nhint: did you mean \"port\"?\n",
        ),
        (
            &["set", "c.yaml", "port.number", "1"],
            1,
            "c.yaml: $.port is an integer, and has no member \"number\"\n",
        ),
        (
            &["set", "c.yaml", "hosts[3]", "x"],
            1,
            "c.yaml: $.hosts has no item 3\nhint: its items are [0] to [1]\n",
        ),
        (
            &["set", "c.yaml", "hosts[-]", "x"],
            2,
            "`hosts[-]` is no path: expected a number from 0 up, or a key in quotes, between `[` and `]` at character 6\nhint: only a JSON Pointer has `-`, the item behind the last one: `/users/-`\n",
        ),
        (
            &["set", "c.yaml", "web.x", "2"],
            1,
            "value refused: expected a node that is written where the path leads, found the alias *b, whose value is in other places, too: $.base.x\n --> c.yaml:7:6\n  |\n7 | web: *b\n  |      ^ at $.web.x\nhint: with `--through-aliases` it changes in all places\n",
        ),
        (
            &["rm", "c.yaml", "base"],
            1,
            "value refused: expected an edit that leaves everything else what it means, found the anchor &b, to which aliases refer: $.web\n",
        ),
        (
            &["rm", "c.yaml", "$"],
            1,
            "value refused: expected the path of an item or a member: a text has a document",
        ),
        (
            &["set", "c.yaml", "a..b", "1"],
            2,
            "`a..b` is no path: expected a key after `.` at character 2\nhint: ",
        ),
        (
            &["set", "none.json", "a", "1"],
            3,
            "cannot read none.json: no such file or directory\n",
        ),
        (
            &["set", "d.json", "a", "1"],
            3,
            "cannot read d.json: it is a directory\n",
        ),
        (&["set", "bad.json", "a", "1"], 1, "invalid syntax: "),
        (&["set", "binary.json", "a", "1"], 1, "invalid UTF-8"),
        (
            &["set", "twice.yaml", "a", "1"],
            1,
            "duplicate key: expected each key once, found \"a\" again\n --> twice.yaml:2:1\n  |\n2 | a: 2\n  | ^ at $.a\nhint: remove one of them by hand first\n",
        ),
        (
            &["set", "f.varvel", "a", "1"],
            2,
            "f.varvel is a frozen buffer, and only JSON and YAML text can be edited\n",
        ),
        (
            &["rm", "a.ndjson", "[0]"],
            2,
            "a.ndjson is NDJSON, and only JSON and YAML text can be edited\n",
        ),
        (
            &["set", "c.jsonc", "a", "{x"],
            2,
            "the value cannot be taken as JSON: ",
        ),
        (
            &["set", "c.jsonc", "a", "1", "--duplicates", "last"],
            2,
            "unexpected argument '--duplicates' found\n",
        ),
    ] {
        let ran = folder.run(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (code, ""),
            "{arguments:?} {}",
            ran.err
        );
        let wanted = format!("error: {message}");
        assert!(
            ran.err.starts_with(&wanted),
            "{arguments:?}\n{}\n{wanted}",
            ran.err
        );
    }
    assert_eq!(
        (folder.read("c.yaml"), folder.read("c.jsonc")),
        (YAML.into(), JSON.into())
    );
    assert_eq!(folder.names(), names);
}

#[test]
fn what_aliases_refer_to_changes_in_all_places_where_that_is_asked_for() {
    let folder = folder();
    let changed = good("c.yaml: changed\n");
    let ran = folder.run(&["set", "c.yaml", "base", "1"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("in other places, too: $.web\n"),
        "{}",
        ran.err
    );
    let hint = "hint: with `--through-aliases` it changes in all places\n";
    assert!(ran.err.ends_with(hint), "{}", ran.err);
    assert_eq!(
        folder.run(&["set", "c.yaml", "web.x", "2", "--through-aliases"]),
        changed
    );
    assert_eq!(
        folder.read("c.yaml"),
        YAML.replace("base: &b {x: 1}", "base: &b {x: 2}")
    );
    assert_eq!(
        folder.run(&["rm", "c.yaml", "base.x", "--through-aliases"]),
        changed
    );
    assert_eq!(folder.run(&["get", "c.yaml", "web"]), good("{}\n"));
    assert_eq!(
        folder
            .run(&["rm", "c.yaml", "base", "--through-aliases"])
            .code,
        1
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_stays() {
    use std::os::unix::fs::PermissionsExt as _;
    if crate::command::is_superuser() {
        return;
    }
    let folder = folder();
    let locked = std::fs::Permissions::from_mode(0o444);
    std::fs::set_permissions(folder.at("c.yaml"), locked).unwrap();
    assert_eq!(
        folder.run(&["set", "c.yaml", "port", "1"]),
        bad(3, "error: cannot write c.yaml: permission denied\n")
    );
    assert_eq!(folder.read("c.yaml"), YAML);
}

#[test]
fn compressed_files_and_links_stay_what_they_are() {
    let folder = folder();
    let ran = folder.run(&["convert", "c.yaml", "c.json.gz", "--quiet"]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        folder.run(&["set", "c.json.gz", "port", "1"]),
        good("c.json.gz: changed\n")
    );
    assert_eq!(folder.run(&["get", "c.json.gz", "port"]), good("1\n"));
    let packed = std::fs::read(folder.at("c.json.gz")).unwrap();
    assert_eq!(packed[..2], [0x1F, 0x8B]);
    folder.write("p.json", packed);
    assert_eq!(
        folder.run(&["set", "p.json", "port", "1"]),
        bad(
            2,
            "error: p.json is compressed, and its name does not say so\n"
        )
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("c.yaml", folder.at("link.yaml")).unwrap();
        assert_eq!(folder.run(&["set", "link.yaml", "port", "1"]).code, 0);
        assert!(folder.at("link.yaml").is_symlink());
        assert!(folder.read("c.yaml").contains("port: 1   # http"));
    }
}

#[test]
fn yaml_is_indented_anew_and_keeps_its_comments() {
    let folder = Folder::new();
    let text = "# top\na:\n    - 1   # one\n    -   b: |\n            text\n        # c\n        c: 'x'   \n";
    let behind = "# top\na:\n  - 1   # one\n  - b: |\n        text\n    # c\n    c: 'x'\n";
    folder.write("a.yaml", text);
    folder.write("b.yaml", "a: 1 # no line break");
    assert_eq!(folder.run(&["fmt", "a.yaml"]), good(behind));
    assert_eq!(folder.run(&["fmt", "--check", "a.yaml"]).code, 1);
    assert_eq!(folder.read("a.yaml"), text);
    assert_eq!(
        folder.run(&["fmt", "--in-place", "a.yaml", "b.yaml"]),
        good("a.yaml: formatted\nb.yaml: formatted\n")
    );
    assert_eq!(folder.read("a.yaml"), behind);
    assert_eq!(folder.read("b.yaml"), "a: 1 # no line break\n");
    assert_eq!(
        folder.run(&["fmt", "--check", "a.yaml", "b.yaml"]),
        good("")
    );
    assert_eq!(
        folder.run(&["fmt", "a.yaml", "--compact"]),
        bad(
            2,
            "error: --compact is for JSON, and would lose the comments of YAML\n"
        )
    );
    folder.write("t.yaml", "a: 1\na: 2\n");
    assert_eq!(folder.run(&["fmt", "t.yaml"]).code, 1);
}

#[test]
fn keys_that_are_no_strings_are_found_by_their_text() {
    let folder = Folder::new();
    let text = "200: {text: ok}   # fine\n0x10: hex\ntrue: yes\n~: none\n1.50: float\n";
    folder.write("a.yaml", text);
    for (path, value) in [
        ("/200/text", "\"ok\"\n"),
        ("16", "\"hex\"\n"),
        ("true", "\"yes\"\n"),
        ("null", "\"none\"\n"),
        ("/1.5", "\"float\"\n"),
    ] {
        assert_eq!(folder.run(&["get", "a.yaml", path]), good(value), "{path}");
    }
    assert_eq!(
        folder.run(&["set", "-q", "a.yaml", "/200/text", "new"]),
        good("")
    );
    assert_eq!(folder.run(&["set", "-q", "a.yaml", "/16", "x"]), good(""));
    assert_eq!(folder.run(&["rm", "-q", "a.yaml", "true"]), good(""));
    let behind = "200: {text: new}   # fine\n0x10: x\n~: none\n1.50: float\n";
    assert_eq!(folder.read("a.yaml"), behind);
    assert_eq!(
        folder.run(&["get", "a.yaml", "/20"]),
        bad(
            1,
            "error: a.yaml: $ has no member \"20\"\nhint: did you mean \"200\"?\n"
        )
    );
    assert_eq!(
        folder.run(&["rm", "a.yaml", "zzz"]),
        bad(
            1,
            "error: a.yaml: $ has no member \"zzz\"\nhint: it has \"200\", \"16\", \"null\", \"1.5\"\n"
        )
    );
    let twin = folder.run(&["set", "a.yaml", "[\"1.50\"]", "x"]);
    assert_eq!(
        twin.err,
        "error: value refused: expected a key that is not there in this form yet, found \"1.50\", which is \"1.5\" in paths\n\
 \x20--> a.yaml:4:1\n  |\n4 | 1.50: float\n  | ^\n"
    );
    assert_eq!((twin.code, folder.read("a.yaml")), (1, behind.into()));
    folder.write("n.msgpack", [0x81, 0xCC, 200, 0xA1, b'x']);
    folder.run(&["convert", "-q", "n.msgpack", "n.varvel"]);
    for file in ["n.msgpack", "n.varvel"] {
        assert_eq!(folder.run(&["get", file, "/200"]), good("\"x\"\n"));
    }
}

#[test]
fn numbers_keep_their_digits() {
    let folder = Folder::new();
    for (file, text) in [
        ("a.yaml", "v: 1\n"),
        ("a.json", "{\"v\": 1}\n"),
        ("a.json5", "{v: 1}\n"),
    ] {
        for number in [
            "1.10",
            "1.0e+3",
            "-0.0",
            "1.0E+2",
            "1.0e+999",
            "0.1000",
            "18446744073709551616",
            "123456789012345678901234567890.50",
        ] {
            folder.write(file, text);
            assert_eq!(folder.run(&["set", "-q", file, "v", number]), good(""));
            assert_eq!(folder.read(file), text.replace('1', number), "{file}");
        }
        for word in ["+1", "01", ".5", "1.", "0x10", "1_000", "1.2.3", "NaN"] {
            folder.write(file, text);
            assert_eq!(folder.run(&["set", "-q", file, "v", word]), good(""));
            let string = format!("\"{word}\"\n");
            assert_eq!(folder.run(&["get", file, "v"]), good(&string), "{file}");
        }
        // In YAML they get the form that all its readers take for a float.
        for (number, in_yaml) in [("1e3", "1.0e+3"), ("-0", "-0.0"), ("1E+2", "1.0E+2")] {
            folder.write(file, text);
            assert_eq!(folder.run(&["set", "-q", file, "v", number]), good(""));
            let number = if file == "a.yaml" { in_yaml } else { number };
            assert_eq!(folder.read(file), text.replace('1', number), "{file}");
        }
    }
    folder.run(&["set", "-q", "a.json", "v", "[1.10,{\"a\":-0}]"]);
    assert_eq!(folder.read("a.json"), "{\"v\": [1.10, {\"a\": -0}]}\n");
}

#[test]
fn a_block_scalar_at_the_end_gets_its_line_break() {
    let folder = Folder::new();
    folder.write("a.yaml", "a: x");
    assert_eq!(
        folder.run(&["set", "-q", "a.yaml", "a", "two\nlines\n", "--string"]),
        good("")
    );
    assert_eq!(folder.read("a.yaml"), "a: |\n  two\n  lines\n");
    // Readers differ on a block scalar without it.
    let warning = "warning: b.yaml ends in a block scalar without a line break: other readers saw less of it, the text \
        without its last line break\n";
    folder.write("b.yaml", "b: 1\na: |\n  l1");
    let warned = |out: &str| Ran {
        err: warning.to_owned(),
        ..good(out)
    };
    for args in [
        &["set", "-q", "b.yaml", "b", "2"][..],
        &["set", "-q", "b.yaml", "c", "3"],
    ] {
        assert_eq!(folder.run(args), warned(""));
    }
    assert_eq!(folder.read("b.yaml"), "b: 2\na: |\n  l1\nc: 3\n");
    assert_eq!(folder.run(&["get", "b.yaml", "a"]), good("\"l1\\n\"\n"));
    folder.write("b.yaml", "b: 1\na: |\n  l1");
    assert_eq!(folder.run(&["rm", "-q", "b.yaml", "b"]), warned(""));
    assert_eq!(folder.run(&["fmt", "b.yaml"]), warned("a: |\n  l1\n"));
    for text in ["a: |-\n  l1", "a: 'l1'", "a: |\n  l1\n"] {
        folder.write("b.yaml", text);
        assert_eq!(folder.run(&["fmt", "b.yaml"]).err, "");
    }
}

#[test]
fn a_hint_names_only_formats_that_can_be_edited() {
    let lines = "{\"a\": 1}\n{\"a\": 2}\n";
    let folder = Folder::with(&[("lines.json", lines), ("five.json", "{a: 1}")]);
    let ran = folder.run(&["validate", "lines.json"]);
    assert!(ran.err.contains("`--from ndjson` reads it"), "{}", ran.err);
    for edit in [&["set", "lines.json", "a", "3"][..], &["fmt", "lines.json"]] {
        let ran = folder.run(edit);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("lines.json:2:1"), "{}", ran.err);
        assert!(!ran.err.contains("--from"), "{}", ran.err);
    }
    let ran = folder.run(&["set", "five.json", "a", "3"]);
    assert!(ran.err.contains("`--from json5` reads it"), "{}", ran.err);
}

#[test]
fn a_path_makes_an_array_or_an_object_where_nothing_is() {
    let folder = Folder::new();
    for (path, text) in [
        ("/l/-", "{\"l\":[1]}"),
        ("l[0]", "{\"l\":[1]}"),
        ("/l/-/x", "{\"l\":[{\"x\":1}]}"),
        ("/l/00", "{\"l\":{\"00\":1}}"),
    ] {
        folder.write("e.json", "{}");
        assert_eq!(folder.run(&["set", "-q", "e.json", path, "1"]), good(""));
        assert_eq!(folder.run(&["get", "e.json", "$"]).out.trim_end(), text);
    }
    folder.write("e.json", "{}");
    let hint = "`$.l[0]` makes an array, and `$.l[\"0\"]` an object";
    for path in ["/l/0", "/l/0/x", "l.0"] {
        let err = format!(
            "error: not found: expected an array or an object that exists\n--> e.json\n = at $.l\nhint: {hint}\n"
        );
        let ran = folder.run(&["set", "e.json", path, "1"]);
        assert_eq!((ran.code, ran.err), (1, err), "{path}");
    }
    let ran = folder.run(&["set", "e.json", "l[1]", "1"]);
    assert!(
        ran.err.contains("expected item 1, found no items"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("`$.l[0]` makes an array with an item"),
        "{}",
        ran.err
    );
    assert_eq!(folder.read("e.json"), "{}");
}

/// Under a limit of memory an edit is made, or fails for lack of memory and changes nothing.
#[test]
#[cfg(target_os = "linux")]
fn an_edit_without_memory_is_an_error() {
    use std::process::Command;
    let record = "{\"id\": 1, \"tags\": [\"a\", \"b\"], \"note\": \"text\"}";
    let json = format!("[{}{record}]", format!("{record}, ").repeat(60_000));
    let yaml = "- id: 1\n  tags: [a, b]\n  note: text\n".repeat(60_000);
    let folder = Folder::new();
    let run = |limit: u32, arguments: &str| {
        let line = format!("ulimit -v {}; exec \"$V\" {arguments}", limit * 1024);
        let mut shell = Command::new("bash");
        shell.args(["-c", &line]).current_dir(folder.path());
        shell.env("V", env!("CARGO_BIN_EXE_varvel"));
        shell.output().unwrap()
    };
    // With some features the command alone needs more.
    let mut limits = 32..;
    let least = limits.find(|&limit| run(limit, "--version").status.success());
    let least: u32 = least.unwrap();
    for (name, text) in [("m.json", &json), ("m.yaml", &yaml)] {
        for command in [
            "set FILE [7].id 5 -q",
            "set FILE /- x -q",
            "rm FILE [7] -q",
            "fmt FILE -i -q",
        ] {
            let mut failed = 0;
            for limit in (least + 4..=least + 48).step_by(4) {
                folder.write(name, text);
                let command = command.replace("FILE", name);
                let output = run(limit, &command);
                let err = String::from_utf8_lossy(&output.stderr);
                match output.status.code() {
                    Some(0) => {
                        assert!(
                            name == "m.yaml"
                                || folder.read(name) != *text
                                || command.contains("fmt")
                        );
                        continue;
                    }
                    // The command itself could not be loaded.
                    None | Some(127) if !err.contains("memory allocation of") => continue,
                    code => assert_eq!(code, Some(3), "{command}, {limit} MiB: {err}"),
                }
                assert!(err.contains("memory"), "{command}, {limit} MiB: {err}");
                assert_eq!(folder.read(name), *text);
                failed += 1;
            }
            assert!(failed > 0, "{command}: no limit was too low");
        }
    }
}
