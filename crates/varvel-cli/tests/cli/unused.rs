//! Options that a conversion has no use for are refused.

#[cfg(feature = "full")]
use crate::command::good;
use crate::command::{Folder, bad};

const LINES: &str = "{\"a\":1}\n{\"a\":null}\n";

fn refused(folder: &Folder, args: &[&str], what: &str) {
    let names = folder.names();
    let ran = folder.run(&[&["convert"], args].concat());
    assert_eq!(ran, bad(2, &format!("error: {what}\n")), "{args:?}");
    assert_eq!(folder.names(), names);
}

#[test]
fn a_schema_that_gives_no_types_is_refused() {
    let folder = Folder::with(&[("a.ndjson", LINES), ("s.json", "{}")]);
    let of = |option: &str, from: &str, to: &str| {
        let and_tables = match cfg!(feature = "full") {
            true => ", and for records that become Parquet and Arrow files; this reads",
            false => ", and this reads",
        };
        format!("{option} is for FlatBuffers{and_tables} {from} and writes {to}")
    };
    for schema in ["s.json", "no.json"] {
        let args = ["a.ndjson", "b.json", "--schema", schema];
        refused(&folder, &args, &of("--schema", "NDJSON", "JSON text"));
        let args = ["a.ndjson", "b.ndjson", "--schema", schema];
        refused(&folder, &args, &of("--schema", "NDJSON", "NDJSON"));
        // Several inputs, of which none uses it.
        let args = ["a.ndjson", "a.ndjson", "b.ndjson", "--schema", schema];
        refused(&folder, &args, &of("--schema", "NDJSON", "NDJSON"));
        let args = ["a.ndjson", "out/", "--to", "yaml", "--schema", schema];
        refused(&folder, &args, &of("--schema", "NDJSON", "YAML text"));
    }
    // A schema of FlatBuffers tells which inputs are buffers, so it has to be there.
    let ran = folder.run(&["convert", "a.ndjson", "b.json", "--schema", "no.fbs"]);
    assert!(ran.code != 0 && ran.err.contains("no.fbs"), "{ran:?}");
}

#[cfg(feature = "full")]
mod tables {
    use super::*;

    /// Returns a folder with a table of the lines.
    fn folder() -> Folder {
        let folder = Folder::with(&[("a.ndjson", LINES), ("s.json", "{}")]);
        let ran = folder.run(&["convert", "-q", "a.ndjson", "a.parquet"]);
        assert_eq!(ran, good(""));
        folder
    }

    #[test]
    fn columns_that_have_types_take_no_other_ones() {
        let folder = folder();
        for (option, values) in [
            ("--schema", &["no.json"][..]),
            ("--conflicts", &["text"]),
            ("--variant", &["a"]),
            ("--sample", &["5"]),
            ("--report", &["r"]),
            ("--shred", &["no"]),
        ] {
            for to in ["b.parquet", "b.arrow"] {
                let args = [&["a.parquet", to, option], values].concat();
                let what =
                    format!("{option} is for records, and the columns of the input have types");
                refused(&folder, &args, &what);
            }
        }
        for to in ["b.ndjson", "b.json"] {
            let args = ["a.parquet", to, "--schema", "s.json"];
            let what = "--schema is for records, and the columns of the input have types";
            refused(&folder, &args, what);
        }
    }

    #[test]
    fn options_of_rows_are_for_rows() {
        let folder = folder();
        let args = ["a.parquet", "b.arrow", "--skip-nulls"];
        let what = "--skip-nulls is for rows that become documents, and this writes an Arrow file";
        refused(&folder, &args, what);
        let args = ["a.ndjson", "b.json", "--skip-nulls"];
        let what = "--skip-nulls is for rows of Parquet and Arrow files, and this reads NDJSON";
        refused(&folder, &args, what);
        let args = ["a.parquet", "b.arrow", "--bad-lines", "bad"];
        let what = "--bad-lines is for records, and the input is a table";
        refused(&folder, &args, what);
        let args = ["a.parquet", "b.arrow", "--exact-decimals"];
        let what = "--exact-decimals is for records, and the columns of the input have types";
        refused(&folder, &args, what);
    }

    #[test]
    fn several_inputs_take_options_that_one_of_them_uses() {
        let folder = folder();
        let args = ["a.ndjson", "a.parquet", "-o", "-"];
        let ran = folder.run(&[&["convert"], &args[..], &["--skip-nulls"]].concat());
        assert_eq!(ran, good(&format!("{LINES}{{\"a\":1}}\n{{}}\n")));
        for (option, value) in [("--sample", "5"), ("--conflicts", "text")] {
            let args = [&args[..], &[option, value]].concat();
            let what = format!("{option} is for Parquet and Arrow files, and this writes NDJSON");
            refused(&folder, &args, &what);
        }
        // Columns are chosen of tables alone.
        let columns = ["--columns", "a"];
        let what = "--columns is for Parquet and Arrow files: a.ndjson is none, and this writes \
                    NDJSON";
        refused(&folder, &[&args[..], &columns].concat(), what);
        folder.write("b.ndjson", "{\"x\":1,\"y\":2}\n");
        folder.run(&["convert", "-q", "b.ndjson", "b.parquet"]);
        let args = [
            "convert",
            "b.parquet",
            "b.parquet",
            "-o",
            "-",
            "--columns",
            "y",
        ];
        assert_eq!(folder.run(&args), good("{\"y\":2}\n{\"y\":2}\n"));
    }

    #[test]
    fn members_beyond_a_schema_are_left_out_if_that_is_asked_for() {
        let schema = "{\"properties\":{\"a\":{\"type\":\"integer\"}}}";
        let lines = "{\"a\":1,\"new\":2}\n";
        let folder = Folder::with(&[("a.ndjson", lines), ("s.json", schema)]);
        let args = [
            "convert",
            "-q",
            "a.ndjson",
            "a.parquet",
            "--schema",
            "s.json",
        ];
        assert_eq!(folder.run(&args).code, 1);
        let args = [&args[..], &["--skip-unknown"]].concat();
        assert_eq!(folder.run(&args), good(""));
        assert_eq!(folder.run(&["convert", "a.parquet"]), good("{\"a\":1}\n"));
        let args = [&args[..], &["--defaults"]].concat();
        let what = "--defaults is for FlatBuffers, and this reads NDJSON and writes a Parquet file";
        refused(&folder, &args[2..], what);
    }
}
