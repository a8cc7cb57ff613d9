//! Decimals of text: text formats keep every digit, and others keep those that the options ask for.

use crate::command::Folder;

/// Decimals that no float holds, and forms that a float would not keep.
const DECIMALS: [&str; 6] = [
    "1.10",
    "0.1234567890123456789012345678901",
    "123456789012345678901234567.89",
    "1e3",
    "-0.0",
    "1E400",
];

fn json() -> String {
    format!("[{}]\n", DECIMALS.join(","))
}

/// Returns the list as YAML, with a point and a signed exponent for readers of YAML 1.1.
fn yaml() -> String {
    let lines = DECIMALS.map(|text| format!("- {text}\n")).concat();
    lines.replace("1e3", "1.0e+3").replace("1E400", "1.0E+400")
}

#[test]
fn text_keeps_all_digits_in_text() {
    let folder = Folder::new();
    folder.write("a.json", json());
    folder.write(
        "a.yaml",
        DECIMALS.map(|text| format!("- {text}\n")).concat(),
    );
    folder.write("a.ndjson", json().repeat(3));
    let same = |args: &[&str], expected: &str| {
        let out = folder.run(args);
        assert_eq!((out.out.as_str(), out.code), (expected, 0), "{args:?}");
    };
    same(&["convert", "a.json", "--to", "yaml"], &yaml());
    same(&["convert", "a.json", "--to", "json"], &json());
    same(&["convert", "a.json", "--to", "json5"], &json());
    same(&["convert", "a.yaml", "--to", "json"], &json());
    same(&["convert", "a.yaml", "--to", "yaml"], &yaml());
    same(
        &["convert", "--from", "json5", "a.json", "--to", "yaml"],
        &yaml(),
    );
    same(
        &["convert", "a.json", "--to", "json", "--duplicates", "last"],
        &json(),
    );
    let lines = DECIMALS.map(|text| format!("{text}\n")).concat();
    same(&["convert", "a.json", "--to", "ndjson"], &lines);
    same(&["convert", "a.yaml", "--to", "ndjson"], &lines);
    same(
        &["convert", "a.ndjson", "--to", "ndjson"],
        &json().repeat(3),
    );
    let rows = json().repeat(3).trim_end().replace('\n', ",");
    same(
        &["convert", "a.ndjson", "--to", "json"],
        &format!("[{rows}]\n"),
    );
    same(&["head", "a.ndjson", "-n", "1"], &json());
    same(&["head", "a.json", "-n", "1"], "1.10\n");
    same(&["head", "a.yaml", "-n", "1"], "1.10\n");
    for file in ["a.json", "a.yaml"] {
        same(&["get", file, ""], &json());
        for (number, text) in DECIMALS.iter().enumerate() {
            same(&["get", file, &format!("[{number}]")], &format!("{text}\n"));
        }
    }
    same(
        &["get", "a.ndjson", "[1][1]"],
        &format!("{}\n", DECIMALS[1]),
    );
    same(&["get", "a.ndjson", "[1]"], &json());
}

#[test]
fn binary_formats_have_the_nearest_float_or_what_is_asked_for() {
    let folder = Folder::new();
    folder.write("a.json", "[1.10,0.1234567890123456789012345678901]\n");
    folder.write("a.ndjson", "1.10\n0.1234567890123456789012345678901\n");
    let run = |args: &[&str]| {
        let out = folder.run(args);
        assert_eq!(out.code, 0, "{args:?}: {}", out.err);
        out.out
    };
    for to in ["a.msgpack", "a.flex", "a.varvel"] {
        run(&["convert", "-q", "a.json", to]);
        assert_eq!(run(&["get", to, ""]), "[1.1,0.12345678901234568]\n", "{to}");
    }
    run(&["convert", "-q", "--exact-decimals", "a.json", "a.varvel"]);
    assert_eq!(
        run(&["get", "a.varvel", ""]),
        "[1.10,0.1234567890123456789012345678901]\n"
    );
    for to in ["b.msgpack", "b.flex"] {
        let refused = folder.run(&["convert", "--exact-decimals", "a.json", to]);
        assert_eq!(refused.code, 1, "{to}");
        assert!(refused.err.contains("--as-text"), "{}", refused.err);
        run(&[
            "convert",
            "-q",
            "--exact-decimals",
            "--as-text",
            "a.json",
            to,
        ]);
        assert_eq!(
            run(&["get", to, ""]),
            "[\"1.10\",\"0.1234567890123456789012345678901\"]\n"
        );
    }
    let streams = ["--exact-decimals", "-q", "a.ndjson"];
    run(&[&["convert"][..], &streams, &["a.varvels"]].concat());
    assert_eq!(
        run(&["convert", "a.varvels", "--to", "ndjson"]),
        "1.10\n0.1234567890123456789012345678901\n"
    );
    let refused = folder.run(&[
        "convert",
        "--exact-decimals",
        "a.ndjson",
        "b",
        "--to",
        "msgpack-stream",
    ]);
    assert_eq!(refused.code, 1);
    // A CBOR sequence has decimals.
    let kept = folder.run(&["convert", "--exact-decimals", "a.ndjson", "b.cborseq"]);
    assert_eq!(kept.code, 0, "{}", kept.err);
    assert_eq!(
        folder.run(&["convert", "b.cborseq"]).out,
        "1.10\n0.1234567890123456789012345678901\n"
    );
}

#[test]
fn a_key_of_yaml_is_found_by_its_number_however_it_is_written() {
    let folder = Folder::new();
    folder.write("a.yaml", "1.50: 1.10\n0.12345678901234567890123: 2.0\n");
    let get = |path: &str| folder.run(&["get", "a.yaml", path]).out;
    assert_eq!(get("/1.5"), "1.10\n");
    assert_eq!(get("/0.12345678901234567890123"), "2.0\n");
    let json = folder.run(&["convert", "a.yaml"]).out;
    assert_eq!(json, "{\"1.5\":1.10,\"0.12345678901234567890123\":2.0}\n");
    folder.write("b.yaml", "1.50: 1\n1.5: 2\n");
    for command in [&["convert", "b.yaml"][..], &["validate", "b.yaml"]] {
        let refused = folder.run(command);
        assert!(refused.err.contains("duplicate key"), "{}", refused.err);
    }
}
