//! `varvel validate`: every file gets a result.

use std::fs;

use crate::command::{Folder, Ran, bad, good};

const ORDERS: &str = include_str!("../../../../samples/orders.json");
const BROKEN: &str = include_str!("../../../../samples/broken.json");

#[test]
fn good_files_of_both_formats_are_ok() {
    let folder = Folder::with(&[("a.json", ORDERS), ("b.json", " null\n")]);
    folder.run(&["convert", "a.json", "a.varvel"]);
    assert_eq!(
        folder.run(&["validate", "a.json", "b.json", "a.varvel"]),
        good("a.json: ok\nb.json: ok\na.varvel: ok\n")
    );
}

#[test]
fn it_goes_on_after_a_bad_file_and_the_greatest_code_counts() {
    let folder = Folder::with(&[("a.json", "1"), ("broken.json", BROKEN), ("z.json", "2")]);
    let broken = "error: invalid syntax: expected `,` or `]`, found `{`\n \
                  --> broken.json:7:5\n  \
                  |\n\
                  7 |     { \"id\": \"mole\", \"depth_m\": 11.0 }\n  \
                  |     ^ at $.sensors[1]\n";
    assert_eq!(
        folder.run(&["validate", "a.json", "broken.json", "z.json"]),
        Ran {
            code: 1,
            out: "a.json: ok\nz.json: ok\n".into(),
            err: format!("{broken}1 of 3 files are not valid\n")
        }
    );
    let ran = folder.run(&["validate", "none.json", "broken.json", "z.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, "z.json: ok\n"));
    assert!(
        ran.err
            .ends_with(&format!("{broken}2 of 3 files are not valid\n"))
    );
}

#[test]
fn the_caret_stands_below_its_character() {
    let folder = Folder::with(&[(
        "a.json",
        "{\"山田 花子\":\t\"東京\", \"e\u{301}\": 1 2}\r\n",
    )]);
    assert_eq!(
        folder.run(&["validate", "a.json"]),
        bad(
            1,
            "error: invalid syntax: expected `,` or `}`, found `2`\n \
             --> a.json:1:25\n  \
             |\n\
             1 | {\"山田 花子\": \"東京\", \"e\u{301}\": 1 2}\n  \
             |                              ^ at $[\"e\\u0301\"]\n"
        )
    );
}

#[test]
fn a_cut_off_file_is_refused_at_its_end() {
    let folder = Folder::with(&[("a.json", ORDERS)]);
    folder.run(&["convert", "a.json", "a.varvel"]);
    let frozen = fs::read(folder.at("a.varvel")).unwrap();
    for len in 1..frozen.len() {
        if len % 97 != 0 && len > 64 {
            continue;
        }
        folder.write("cut.varvel", &frozen[..len]);
        let ran = folder.run(&["validate", "cut.varvel"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{len} bytes");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
    folder.write("cut.json", "{\"a\": [1, 2\n\n");
    assert_eq!(
        folder.run(&["validate", "cut.json"]),
        bad(
            1,
            "error: unexpected end of input: expected `,` or `]`\n \
             --> cut.json:1:12\n  \
             |\n\
             1 | {\"a\": [1, 2\n  \
             |            ^ at $.a[1]\n"
        )
    );
}

#[test]
fn what_is_no_text_does_not_fill_the_terminal() {
    let folder = Folder::new();
    folder.write("a.json", b"\x01\x00\x02\xFF\xFE\x1B[31m\x07");
    folder.write("b.json", b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03");
    folder.write("c.varvel", b"\x00\x01\x02\x03");
    folder.write("d.varvel", "{\"a\": 1}");
    assert_eq!(
        folder.run(&["validate", "a.json", "b.json", "c.varvel", "d.varvel"]),
        bad(
            1,
            "error: invalid syntax: expected a value, found byte 0x01\n\
             --> a.json:1:1\n\
             error: cannot read b.json: its gzip data cannot be unpacked: it ends too early\n\
             error: c.varvel is not a frozen buffer: it does not begin with VRVL\n\
             error: d.varvel is not a frozen buffer: it does not begin with VRVL\n\
             hint: it looks like JSON: `--from json` reads it\n\
             4 of 4 files are not valid\n"
        )
    );
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("[{}1 2{}]", "1,".repeat(100_000), ",1".repeat(1000));
    let folder = Folder::with(&[("a.json", &text)]);
    let ran = folder.run(&["validate", "a.json"]);
    let before = "1,".repeat(24);
    let after = ",1".repeat(24);
    assert_eq!(
        ran.err,
        format!(
            "error: invalid syntax: expected `,` or `]`, found `2`\n \
             --> a.json:1:200004\n  \
             |\n\
             1 | …{before}1 2{after},…\n  \
             | {}^ at $[100000]\n",
            " ".repeat(51)
        )
    );
}

#[test]
fn a_document_cannot_steer_the_terminal_or_fill_it() {
    let key = "k".repeat(1000);
    let folder = Folder::with(&[("long.json", &format!("{{\"{key}\": 1, \"{key}\": 2}}"))]);
    let ran = folder.run(&["validate", "long.json"]);
    let (start, end) = (&key[..24], &key[..15]);
    assert!(ran.err.starts_with(&format!(
        "error: duplicate key: expected each key once, found \"{start}…{end}\" again\n"
    )));
    assert!(ran.err.len() < 500, "{}", ran.err);
    folder.write(
        "deep.json",
        format!("{{\"{key}\": [{{\"{key}\": [1 2]}}]}}"),
    );
    let ran = folder.run(&["validate", "deep.json"]);
    let place = format!("at $.{start}…{end}[0].{start}…{end}[0]\n");
    assert!(ran.err.contains(&place), "{}", ran.err);
    let ran = folder.run(&["get", "deep.json", "x", "--from", "json"]);
    assert!(ran.err.len() < 500, "{}", ran.err);

    folder.write("steer.json", "{\"\u{9b}31m \u{202e}abc\": 1 2}");
    let ran = folder.run(&["validate", "steer.json"]);
    let strange = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!ran.err.contains(strange), "{:?}", ran.err);
    let ran = folder.run(&["get", "steer.json", "\u{9b}31m"]);
    assert!(!ran.err.contains(strange), "{:?}", ran.err);
}

#[test]
fn duplicates_follow_the_policy() {
    let folder = Folder::with(&[("a.json", "{\"k\": 1, \"k\": 2}")]);
    assert_eq!(folder.run(&["validate", "a.json"]).code, 1);
    for policy in ["first", "last"] {
        let ran = folder.run(&["validate", "a.json", "--duplicates", policy]);
        assert_eq!(ran, good("a.json: ok\n"));
    }
}

/// Texts of people who know another format, or whose file was damaged.
const MISTAKES: &[&str] = &[
    "[1, 2,]",
    "{\"a\": 1,}",
    "{'a': 1}",
    "['it']",
    "{a: 1}",
    "{null: 1}",
    "{1: 2}",
    "[1] // done",
    "[1, /* x */ 2]",
    "# x\n[1]",
    "[NaN]",
    "[Infinity]",
    "[-Infinity]",
    "[007]",
    "[+1]",
    "[.5]",
    "[-.5]",
    "[1.]",
    "[1e]",
    "[0x10]",
    "[1_000]",
    "[1,000]",
    "[12abc]",
    "\"abc",
    "[\"a\nb\"]",
    "[\"a\tb\"]",
    "[\"C:\\Users\"]",
    "[\"\\u12\"]",
    "[\"\\ud800\"]",
    "{\"a\" 1}",
    "{\"a\" = 1}",
    "{\"a\": 1 \"b\": 2}",
    "{\"a\": 1; \"b\": 2}",
    "[1 2]",
    "{} {}",
    "1, 2",
    "\"a\": 1",
    "[1]]",
    "  \n ",
    "[True]",
    "[None]",
    "{\"a\": undefined}",
    "[nul]",
    "[nulls]",
    "{\"a\": tru",
    "{\"a\": [1, 2",
    "{\"a\":",
    "{\"a\": }",
    "[,]",
    "{\"a\": 1]",
    "[\u{201c}hi\u{201d}]",
    "[1,\u{a0}2]",
    "hello world",
    "<html>",
    "key: value\n",
    "{\"a\": 1, \"a\": 2}",
];

#[test]
fn every_mistake_is_one_line_a_place_a_caret_and_perhaps_a_hint() {
    let folder = Folder::new();
    for text in MISTAKES {
        folder.write("a.json", text);
        let ran = folder.run(&["validate", "a.json"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{text:?}");
        let lines: Vec<&str> = ran.err.lines().collect();
        let [what, place, _, _, caret, hints @ ..] = &lines[..] else {
            panic!("{text:?}: {}", ran.err);
        };
        assert!(what.starts_with("error: "), "{text:?}: {}", ran.err);
        assert!(place.starts_with(" --> a.json:"), "{text:?}: {}", ran.err);
        assert!(
            caret.contains("| ") && caret.contains('^'),
            "{text:?}: {}",
            ran.err
        );
        assert!(
            matches!(hints, [] | [_]) && hints.iter().all(|hint| hint.starts_with("hint: ")),
            "{text:?}: {}",
            ran.err
        );
        let names_api = ran.err.contains("::") || ran.err.contains("Options");
        assert!(!names_api, "{text:?}: {}", ran.err);
    }
}
