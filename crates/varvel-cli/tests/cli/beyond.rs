//! Numbers beyond all floats: taken with their digits where no float is needed, else one error with
//! a hint that works.

use crate::command::{Folder, good};

fn folder() -> Folder {
    Folder::with(&[
        ("a.json", "{\"a\": 1e400, \"b\": 1.50}\n"),
        ("a.json5", "{a: 1e400, b: 1.50}\n"),
        ("a.yaml", "a: 1.0e+400\nb: 1.50\n"),
        ("a.ndjson", "{\"a\":1e400}\n[1.50]\n"),
    ])
}

#[test]
fn what_needs_no_float_takes_them() {
    let folder = folder();
    for file in ["a.json", "a.json5", "a.yaml", "a.ndjson"] {
        assert_eq!(folder.run(&["validate", "-q", file]), good(""), "{file}");
        let schema = folder.run(&["schema", file]);
        assert_eq!(schema.code, 0, "{file}: {}", schema.err);
        assert!(schema.out.contains("number"), "{}", schema.out);
    }
    assert_eq!(folder.run(&["count", "a.ndjson"]), good("2\n"));
    assert_eq!(
        folder.run(&["head", "a.ndjson"]),
        good("{\"a\":1e400}\n[1.50]\n")
    );
    for file in ["a.json", "a.json5", "a.yaml"] {
        let before = folder.read(file);
        let digits = if file == "a.yaml" {
            "1.0e+400"
        } else {
            "1e400"
        };
        assert_eq!(
            folder.run(&["get", file, "a"]),
            good(&format!("{digits}\n"))
        );
        let formatted = folder.run(&["fmt", file]);
        assert_eq!(formatted.code, 0, "{file}: {}", formatted.err);
        assert!(formatted.out.contains(digits) && formatted.out.contains("1.50"));
        assert_eq!(folder.run(&["set", "-q", file, "b", "2"]), good(""));
        assert_eq!(folder.read(file), before.replace("1.50", "2"));
        assert_eq!(folder.run(&["rm", "-q", file, "b"]), good(""));
        assert!(folder.read(file).contains(digits));
        assert_eq!(folder.run(&["set", "-q", file, "c", "-1.5e+999"]), good(""));
        assert!(folder.read(file).contains("-1.5e+999"), "{file}");
        // As a new member, in place of a value, and as an item.
        assert_eq!(folder.run(&["set", "-q", file, "d", "2e400"]), good(""));
        assert_eq!(folder.run(&["set", "-q", file, "a", "3E500"]), good(""));
        assert_eq!(folder.run(&["set", "-q", file, "/e/-", "4e600"]), good(""));
        let digits = match file {
            "a.yaml" => ["2.0e+400", "3.0e+500", "4.0e+600"],
            _ => ["2e400", "3E500", "4e600"],
        };
        let text = folder.read(file).replace("3.0E+500", "3.0e+500");
        assert!(digits.iter().all(|digits| text.contains(digits)), "{text}");
    }
}

#[test]
fn what_needs_floats_says_which_option_helps() {
    let folder = folder();
    for file in ["a.json", "a.json5", "a.yaml", "a.ndjson"] {
        for (output, options) in [
            ("o.varvel", &["--exact-decimals"][..]),
            ("o.cbor", &["--exact-decimals"]),
            ("o.msgpack", &["--exact-decimals", "--as-text"]),
        ] {
            let refused = folder.run(&["convert", "-q", file, output]);
            assert_eq!(refused.code, 1, "{file} to {output}");
            for part in [
                "number out of range: expected a number that a 64-bit float can hold",
                ":1:",
                "`--exact-decimals` keeps its digits",
                "`--as-text`",
            ] {
                assert!(refused.err.contains(part), "{file}: {}", refused.err);
            }
            let convert = ["convert", "-q", file, output].into_iter();
            let convert: Vec<_> = convert.chain(options.iter().copied()).collect();
            assert_eq!(folder.run(&convert), good(""), "{file} to {output}");
        }
    }
}
