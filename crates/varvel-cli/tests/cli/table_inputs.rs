//! Parquet and Arrow files as inputs of all subcommands.

use std::fs;

use crate::command::{Folder, bad, good};

const LINES: &str = "{\"id\":1,\"user\":{\"name\":\"ada\",\"age\":36},\"tags\":[\"a\",null]}
{\"id\":\"x\",\"user\":{\"name\":\"bob\",\"age\":null},\"tags\":[]}
{\"id\":1.50,\"user\":null,\"tags\":null}
";

/// The file of a table, as a Parquet file, an Arrow file, and one that is compressed once more.
const TABLES: [&str; 3] = ["in.parquet", "in.arrow", "in.parquet.gz"];

/// Returns a folder with the tables of the lines.
fn tables() -> Folder {
    let folder = Folder::with(&[("in.ndjson", LINES)]);
    for table in TABLES {
        let ran = folder.run(&["convert", "-q", "in.ndjson", table]);
        assert_eq!(ran, good(""), "{table}");
    }
    folder
}

#[test]
fn rows_become_documents_of_any_format() {
    let folder = tables();
    for table in TABLES {
        let run = |to| folder.run(&["convert", table, "--to", to]);
        assert_eq!(run("ndjson"), good(LINES), "{table}");
        assert_eq!(folder.run(&["convert", table]), good(LINES));
        let array = format!("[{}]\n", LINES.trim_end().replace('\n', ","));
        assert_eq!(run("json"), good(&array));
        for to in [
            "out.varvels",
            "out.msgpack",
            "out.cbor",
            "out.yaml",
            "out.varvel",
        ] {
            assert_eq!(folder.run(&["convert", "-q", table, to]), good(""), "{to}");
            let back = folder.run(&["convert", to, "--to", "ndjson"]);
            // Only text keeps the digits of decimals in columns of JSON, without an option.
            let lines = match to {
                "out.yaml" => LINES.to_owned(),
                _ => LINES.replace("1.50", "1.5"),
            };
            assert_eq!(back, good(&lines), "{table} {to}");
        }
    }
}

#[test]
fn a_table_comes_through_standard_input() {
    let folder = tables();
    for table in TABLES {
        let bytes = fs::read(folder.at(table)).unwrap();
        let ran = folder.run_with(&["convert", "-"], &bytes);
        assert_eq!(ran, good(LINES), "{table}");
    }
}

#[test]
fn tables_become_tables_and_keep_their_types() {
    let folder = tables();
    for (from, to) in [("in.parquet", "out.arrow"), ("in.arrow", "out.parquet")] {
        assert_eq!(folder.run(&["convert", "-q", from, to]), good(""));
        assert_eq!(folder.run(&["convert", to]), good(LINES));
        let columns = ["--columns", "user.name"];
        let args = [&["convert", "-q", from, to][..], &columns].concat();
        assert_eq!(folder.run(&args), good(""));
        let ran = folder.run(&["head", to, "-n", "1"]);
        // A column of Arrow is read as a whole.
        let expected = match from {
            "in.parquet" => "{\"user\":{\"name\":\"ada\"}}\n",
            _ => "{\"user\":{\"name\":\"ada\",\"age\":36}}\n",
        };
        assert_eq!(ran, good(expected));
    }
}

#[test]
fn streams_of_arrow_are_written_and_read() {
    let folder = tables();
    let is_stream = |bytes: &[u8]| {
        let index = bytes.windows(6).any(|part| part == b"ARROW1");
        bytes.starts_with(&[0xFF; 4]) && !index
    };
    for from in ["in.ndjson", "in.parquet", "in.arrow"] {
        assert_eq!(folder.run(&["convert", "-q", from, "out.arrows"]), good(""));
        assert!(is_stream(&fs::read(folder.at("out.arrows")).unwrap()));
        assert_eq!(
            folder.run(&["convert", "out.arrows"]),
            good(LINES),
            "{from}"
        );
        // Standard output takes one, too, and standard input.
        let piped = folder.command(&["convert", "-q", from, "--to", "arrows"]);
        let piped = { piped }.output().unwrap().stdout;
        assert!(is_stream(&piped), "{from}");
        let ran = folder.run_with(&["convert", "-", "back.parquet"], &piped);
        assert_eq!(
            ran.err,
            "<stdin> (arrows) -> back.parquet (parquet), 3 rows\n"
        );
        assert_eq!(folder.run(&["convert", "back.parquet"]), good(LINES));
    }
    assert_eq!(folder.run(&["count", "out.arrows"]), good("3\n"));
    let ran = folder.run(&["convert", "in.ndjson", "out/", "--to", "arrows"]);
    assert!(
        ran.err.ends_with("out/in.arrows (arrows), 3 rows\n"),
        "{ran:?}"
    );
}

#[test]
fn subcommands_take_tables_as_streams() {
    let folder = tables();
    for table in TABLES {
        assert_eq!(folder.run(&["count", table]), good("3\n"));
        assert_eq!(
            folder.run(&["get", table, "[1].user.name"]),
            good("\"bob\"\n")
        );
        assert_eq!(folder.run(&["get", table, "[0].tags[0]"]), good("\"a\"\n"));
        assert_eq!(folder.run(&["get", table, "[2].id"]), good("1.50\n"));
        assert_eq!(
            folder.run(&["get", table, "[0].nope"]),
            bad(
                1,
                &format!(
                    "error: {table}: $[0] has no member \"nope\"\nhint: it has \"id\", \"user\", \"tags\"\n"
                )
            )
        );
        assert_eq!(
            folder.run(&["get", table, "[3]"]),
            bad(
                1,
                &format!(
                    "error: {table}: there is no record 3\nhint: its records are [0] to [2]\n"
                )
            )
        );
        let ok = format!("{table}: ok, 3 records\n");
        assert_eq!(folder.run(&["validate", table]), good(&ok));
        let first = LINES.lines().next().unwrap();
        assert_eq!(
            folder.run(&["head", table, "-n", "1"]),
            good(&format!("{first}\n"))
        );
        assert!(
            folder
                .run(&["schema", table])
                .out
                .starts_with("object\n  id: ")
        );
    }
}

#[test]
fn nulls_are_left_out_if_that_is_asked_for() {
    let folder = tables();
    let ran = folder.run(&["convert", "in.parquet", "--skip-nulls"]);
    assert_eq!(
        ran,
        good(
            "{\"id\":1,\"user\":{\"name\":\"ada\",\"age\":36},\"tags\":[\"a\",null]}\n\
             {\"id\":\"x\",\"user\":{\"name\":\"bob\"},\"tags\":[]}\n{\"id\":1.50}\n"
        )
    );
}

#[test]
fn the_metadata_is_shown() {
    let folder = tables();
    let ran = folder.run(&["inspect", "in.parquet"]);
    for part in [
        "in.parquet: parquet, 3 rows, by varvel version",
        "row groups  1\n",
        "id: JSON, 0 nulls",
        "user.age: Int64, 2 nulls, 36 to 36",
        "zstd",
    ] {
        assert!(ran.out.contains(part), "{part} in {}", ran.out);
    }
    let ran = folder.run(&["inspect", "--json", "in.arrow"]);
    for part in [
        "\"rows\": 3",
        "\"path\": \"user.name\"",
        "\"type\": \"Utf8\"",
    ] {
        assert!(ran.out.contains(part), "{part} in {}", ran.out);
    }
}

#[test]
fn tables_are_not_edited() {
    let folder = tables();
    for args in [
        &["set", "in.parquet", "[0].id", "1"][..],
        &["rm", "in.parquet", "[0].id"],
        &["fmt", "in.parquet"],
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("in.parquet is a Parquet file"), "{ran:?}");
    }
}

#[test]
fn options_without_use_are_refused() {
    let folder = tables();
    assert_eq!(
        folder.run(&["convert", "in.parquet", "--columns", "nope"]),
        bad(
            2,
            "error: the file does not have a column `nope`\nhint: there are `id`, `user` and `tags`\n"
        )
    );
    assert_eq!(
        folder.run(&["convert", "in.parquet", "--conflicts", "text"]),
        bad(
            2,
            "error: --conflicts is for records, and the columns of the input have types\n"
        )
    );
}

#[test]
fn damaged_tables_are_errors_without_noise() {
    let folder = tables();
    for table in ["in.parquet", "in.arrow"] {
        let bytes = fs::read(folder.at(table)).unwrap();
        for part in 1..20 {
            let cut = &bytes[..bytes.len() * part / 20];
            fs::write(folder.at("cut"), cut).unwrap();
            let ran = folder.run(&["convert", "cut", "--from", "parquet", "--to", "ndjson"]);
            assert_eq!(ran.code, 1, "{ran:?}");
            assert!(ran.err.starts_with("error: "), "{ran:?}");
            assert!(!ran.err.contains("panicked"), "{ran:?}");
        }
        let mut changed = bytes.clone();
        for at in (0..bytes.len()).step_by(7) {
            changed[at] ^= 0x55;
            fs::write(folder.at("changed"), &changed).unwrap();
            let ran = folder.run(&["validate", "changed", "--from", "parquet"]);
            assert!(!ran.err.contains("panicked"), "{ran:?}");
            changed[at] ^= 0x55;
        }
    }
}

#[test]
fn a_part_that_expands_too_much_names_the_option() {
    let long = "x".repeat(70 << 20);
    let folder = Folder::with(&[("a.ndjson", &format!("{{\"a\":\"{long}\"}}\n"))]);
    let ran = folder.run(&["convert", "-q", "a.ndjson", "a.parquet"]);
    assert_eq!(ran, good(""));
    let hint = "hint: `--max-expansion N` allows more, if you trust the file: column `a`";
    for args in [
        &["convert", "a.parquet", "--to", "ndjson"][..],
        &["convert", "a.parquet", "b.arrow"],
        &["validate", "a.parquet"],
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 1, "{args:?}");
        assert!(
            ran.err.contains("at most 200 times its size"),
            "{}",
            ran.err
        );
        assert!(ran.err.contains(hint), "{args:?}: {}", ran.err);
    }
    let args = [
        "convert",
        "-q",
        "a.parquet",
        "b.ndjson",
        "--max-expansion",
        "1000000",
    ];
    assert_eq!(folder.run(&args), good(""));
    assert!(folder.read("b.ndjson") == folder.read("a.ndjson"));
}
