//! The types of columns: which are told to have values of several kinds, which are VARIANT because
//! an option says so, and which come from a sample.

use crate::command::{Folder, bad, good};

#[test]
fn columns_of_several_kinds_are_told() {
    let folder = Folder::with(&[
        (
            "a.ndjson",
            "\n{\"n\":1,\"t\":[null]}\n{\"n\":2.5,\"t\":[3]}\n",
        ),
        (
            "b.ndjson",
            "{\"n\":1,\"t\":[]}\n{\"n\":1,\"t\":[4,\"x\"]}\n",
        ),
    ]);
    let ran = folder.run(&["convert", "a.ndjson", "a.parquet"]);
    let told = "n is Float64: an integer in line 2, a float in line 3\n";
    let done = "a.ndjson (ndjson) -> a.parquet (parquet), 2 rows\n";
    assert_eq!((ran.code, ran.err), (0, told.to_owned() + done));

    let run = |rest: &[&str]| {
        let all = ["convert", "a.ndjson", "b.ndjson", "--output", "ab.arrow"];
        folder.run(&[&all, rest].concat())
    };
    let told = "\
n is Float64: an integer in a.ndjson, line 2, a float in a.ndjson, line 3
t[] is JSON: an integer in a.ndjson, line 3, a string in b.ndjson, line 2
2 files -> ab.arrow (arrow), 4 rows
";
    assert_eq!(run(&[]).err, told);
    assert_eq!(run(&["-q", "--report", "report.ndjson"]), good(""));
    let report = "\
{\"column\":\"n\",\"type\":\"Float64\",\"kinds\":[{\"kind\":\"an integer\",\"line\":2,\"file\":\"a.ndjson\"},{\"kind\":\"a float\",\"line\":3,\"file\":\"a.ndjson\"}]}
{\"column\":\"t[]\",\"type\":\"JSON\",\"kinds\":[{\"kind\":\"an integer\",\"line\":3,\"file\":\"a.ndjson\"},{\"kind\":\"a string\",\"line\":2,\"file\":\"b.ndjson\"}]}
";
    assert_eq!(folder.read("report.ndjson"), report);

    // Records of a frozen stream are counted from 0 on.
    folder.run(&["convert", "-q", "a.ndjson", "a.varvels"]);
    let ran = folder.run(&["convert", "a.varvels", "a.parquet"]);
    let told = "n is Float64: an integer in record 0, a float in record 1\n";
    assert!(ran.err.starts_with(told), "{ran:?}");

    // Wider integers, and more columns than are shown.
    let line = |value: &str| {
        let members: Vec<_> = (0..12).map(|n| format!("\"c{n}\":{value}")).collect();
        format!("{{{}}}\n", members.join(","))
    };
    folder.write("wide.ndjson", line("1") + &line("18446744073709551615"));
    let ran = folder.run(&["convert", "wide.ndjson", "wide.parquet"]);
    let lines: Vec<_> = ran.err.lines().collect();
    assert_eq!(lines.len(), 12, "{lines:?}");
    let told = "c9 is UInt64: an integer in line 1, an integer above 2^63 - 1 in line 2";
    assert_eq!(lines[9], told);
    assert_eq!(
        lines[10],
        "2 more columns of several kinds: --report FILE lists all"
    );
}

#[test]
fn a_conflict_names_columns_kinds_and_lines() {
    let lines = "{\"a\":1,\"b\":{\"c\":[1]}}\n{\"a\":2}\n{\"a\":\"x\",\"b\":{\"c\":[true]}}\n";
    let folder = Folder::with(&[
        ("in.ndjson", lines),
        ("more.ndjson", "{\"a\":3}\n{\"a\":[]}\n"),
        ("alone.ndjson", "{\"d\":1e400}\n"),
    ]);
    let run = |rest: &[&str]| folder.run(&[&["convert", "--conflicts", "error"], rest].concat());
    let expected = "error: value cannot be represented: expected values of one type in the column";
    let kept = "`--conflicts text` or `--conflicts variant` keeps all values of the column\n";
    let found = "`a`, found an integer in line 1, a string in line 3; \
                 and in `b.c[]` an integer in line 1, a boolean in line 3";
    let one = ["in.ndjson", "out.parquet"];
    let whole = format!("{expected} {found}\n--> in.ndjson\nhint: {kept}");
    assert_eq!(run(&one), bad(1, &whole));
    // No line is bad by itself.
    let ran = run(&[&one[..], &["--bad-lines", "bad.ndjson"]].concat());
    let hint = "hint: `--bad-lines` takes a line that is bad by itself, and not a conflict between lines: ";
    assert_eq!(
        ran.err,
        format!("{expected} {found}\n--> in.ndjson\n{hint}{kept}")
    );
    assert!(!folder.names().contains(&"out.parquet".to_owned()));

    let ran = run(&["in.ndjson", "more.ndjson", "--output", "out.parquet"]);
    let found = "`a`, found an integer in in.ndjson, line 1, a string in in.ndjson, line 3, \
                 an array in more.ndjson, line 2; and in `b.c[]`";
    assert!(
        ran.err.starts_with(&format!("{expected} {found}")),
        "{ran:?}"
    );

    let ran = run(&["alone.ndjson", "out.parquet"]);
    let found = "`d`, found a number beyond all floats in line 1\n";
    assert!(
        ran.err.starts_with(&format!("{expected} {found}")),
        "{ran:?}"
    );

    let members = |value: &str| {
        let members: Vec<_> = (0..7).map(|n| format!("\"c{n}\":{value}")).collect();
        format!("{{{}}}\n", members.join(","))
    };
    folder.write("many.ndjson", members("1") + &members("\"x\""));
    let ran = run(&["many.ndjson", "out.parquet"]);
    let end = "; and in `c3` an integer in line 1, a string in line 2; and in 3 more columns\n";
    assert!(ran.err.contains(end), "{ran:?}");
}

#[test]
fn inspect_shows_all_digits_of_bounds() {
    let long = "0.1000000000000000055511151231257827";
    let lines = format!("{{\"a\":[{long}]}}\n{{\"a\":{{\"b\":{long}}}}}\n");
    let folder = Folder::with(&[("in.ndjson", &*lines)]);
    folder.run(&["convert", "-q", "in.ndjson", "out.parquet"]);
    let ran = folder.run(&["inspect", "out.parquet", "--json"]);
    assert!(
        ran.out.contains(&format!("\"min\": \"[{long}]\"")),
        "{ran:?}"
    );
}

#[test]
fn a_column_is_variant_because_an_option_says_so() {
    let lines = "{\"a\":1,\"u\":[{\"b\":[1]}]}\n{\"a\":\"x\",\"u\":[{\"b\":[2]},{\"c\":null}]}\n";
    let folder = Folder::with(&[("in.ndjson", lines)]);
    let run = |rest: &[&str]| {
        folder.run(&[&["convert", "-q", "in.ndjson", "out.parquet"], rest].concat())
    };
    assert_eq!(run(&["--variant", "u.b", "--conflicts", "text"]), good(""));
    let ran = folder.run(&["inspect", "out.parquet"]);
    let columns = ["a: JSON", "u.list.item.b.metadata: Binary"];
    assert!(
        columns.iter().all(|column| ran.out.contains(column)),
        "{}",
        ran.out
    );
    let back = folder.run(&["convert", "out.parquet", "--to", "ndjson"]);
    let with_nulls = lines.replace("{\"b\":[1]}", "{\"b\":[1],\"c\":null}");
    let with_nulls = with_nulls.replace("{\"b\":[2]}", "{\"b\":[2],\"c\":null}");
    let with_nulls = with_nulls.replace("{\"c\":null}", "{\"b\":null,\"c\":null}");
    assert_eq!(back, good(&with_nulls));

    // A column inside of a chosen one cannot be in conflict, and one of several kinds has no parts.
    assert_eq!(run(&["--variant", "a", "--conflicts", "error"]), good(""));
    let mixed = "{\"a\":1}\n{\"a\":{\"b\":2}}\n";
    folder.write("in.ndjson", mixed);
    let no_column = "error: no record has a column `a.b`\n\
                     hint: parts of a column that holds any value are no columns\n";
    assert_eq!(run(&["--variant", "a.b"]), bad(2, no_column));
    let no_path = "error: --variant: expected the path of a column: keys alone, found `a[0]`\n";
    let ran = run(&["--variant", "a[0]"]);
    assert_eq!(
        (ran.code, &ran.err[..19]),
        (2, &no_path[..19]),
        "{}",
        ran.err
    );
}

#[test]
fn types_come_from_a_sample() {
    let lines: String = (0..2000)
        .map(|n| match n {
            1500 => "{\"n\":0.5}\n".to_owned(),
            1600 => "{\"n\":1,\"m\":2}\n".to_owned(),
            _ => format!("{{\"n\":{n}}}\n"),
        })
        .collect();
    let folder = Folder::with(&[("in.ndjson", &lines)]);
    let run = |input: &str, rest: &[&str]| {
        let all = ["convert", "-q", input, "out.parquet", "--from", "ndjson"];
        folder.run_with(&[&all, rest].concat(), lines.as_bytes())
    };
    for input in ["in.ndjson", "-"] {
        assert_eq!(run(input, &["--sample", "1601"]), good(""));
        let whole = folder.run(&["count", "out.parquet"]);
        assert_eq!(whole, good("2000\n"));
        let ran = run(input, &["--sample", "1500"]);
        assert_eq!(ran.code, 1);
        let error = "expected an integer for the column `n`, found a float";
        assert!(
            ran.err.contains(error) && ran.err.contains(":1501:"),
            "{ran:?}"
        );
        let aside = ["--sample", "1500", "--bad-lines", "bad.ndjson"];
        assert_eq!(run(input, &aside).code, 4);
        assert_eq!(
            folder.read("bad.ndjson"),
            "{\"n\":0.5}\n{\"n\":1,\"m\":2}\n"
        );
    }
    folder.run(&["convert", "-q", "in.ndjson", "in.msgpacks"]);
    let refused = "error: --sample takes lines, and in.msgpacks is a MessagePack stream\n";
    let ran = folder.run(&["convert", "in.msgpacks", "out.arrow", "--sample", "9"]);
    assert_eq!(ran, bad(2, refused));
    folder.write(
        "schema.json",
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}",
    );
    let ran = run("in.ndjson", &["--sample", "9", "--schema", "schema.json"]);
    let error =
        "error: --sample is about types that are found in records, and --schema gives them\n";
    assert_eq!(ran, bad(2, error));
    let ran = folder.run(&["convert", "in.ndjson", "out.json", "--sample", "9"]);
    let error = "error: --sample is for Parquet and Arrow files, and this writes JSON text\n";
    assert_eq!(ran, bad(2, error));
}

#[test]
fn exact_decimals_holds_in_tables() {
    let long = [
        "0.1000000000000000055511151231257827",
        "12345678901234567.89",
    ];
    let lines: String = long.iter().map(|d| format!("{{\"d\":{d}}}\n")).collect();
    let folder = Folder::with(&[
        ("in.ndjson", &*lines),
        (
            "floats.ndjson",
            "{\"d\":1.5}\n{\"d\":0.10}\n{\"d\":1e300}\n",
        ),
        (
            "of.json",
            r#"{"type":"object","properties":{"d":{"type":"number"}}}"#,
        ),
    ]);
    let run = |input: &str, output: &str, rest: &[&str]| {
        let all = ["convert", "-q", "--exact-decimals", input, output];
        folder.run(&[&all, rest].concat())
    };
    for output in ["a.parquet", "a.arrow"] {
        for conflicts in ["text", "variant"] {
            assert_eq!(
                run("in.ndjson", output, &["--conflicts", conflicts]),
                good("")
            );
            assert_eq!(folder.run(&["head", output]), good(&lines), "{conflicts}");
        }
        let ran = run("in.ndjson", output, &["--conflicts", "error"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        // Both lines are bad where the column has floats.
        let schema = ["--schema", "of.json"];
        let ran = run("in.ndjson", output, &schema);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(
            ran.err.contains("in.ndjson:1:6") && ran.err.contains(long[0]),
            "{ran:?}"
        );
        let aside = [&schema[..], &["--bad-lines", "bad.ndjson"]].concat();
        assert_eq!(run("in.ndjson", output, &aside).code, 4);
        assert_eq!(folder.read("bad.ndjson"), lines);

        let floats = ["--conflicts", "error"];
        assert_eq!(run("floats.ndjson", output, &floats), good(""));
        assert!(folder.run(&["inspect", output]).out.contains("d: Float64"));
    }
    // Without the option it is the nearest float.
    let plain = ["convert", "-q", "in.ndjson", "a.parquet"];
    assert_eq!(folder.run(&plain), good(""));
    assert!(
        folder
            .run(&["inspect", "a.parquet"])
            .out
            .contains("d: Float64")
    );
    let told = folder.run(&["convert", "--exact-decimals", "in.ndjson", "a.parquet"]);
    let kind = "d is JSON: a number of more digits than its float in line 1\n";
    assert!(told.err.starts_with(kind), "{told:?}");
}
