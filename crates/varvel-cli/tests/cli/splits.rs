//! `varvel splits`, and `convert --split`: all splits of a file together are the file.

use std::fs;
use std::io::Write as _;

use flate2::write::GzEncoder;

use crate::command::{Folder, bad, good};

fn lines(count: usize) -> String {
    (0..count).map(|n| format!("{{\"n\":{n}}}\n")).collect()
}

/// Compresses a text, each piece of `size` bytes as a frame.
pub fn zstd_frames(text: &str, size: usize) -> Vec<u8> {
    let pieces = text.as_bytes().chunks(size);
    pieces
        .flat_map(|piece| zstd::encode_all(piece, 3).unwrap())
        .collect()
}

/// Returns the splits of a file, each as JSON.
fn splits(folder: &Folder, file: &str, size: &str) -> Vec<String> {
    let ran = folder.run(&["splits", file, "--size", size, "--to", "ndjson"]);
    assert_eq!((ran.code, &ran.err[..]), (0, ""));
    ran.out.lines().map(str::to_owned).collect()
}

/// Converts each split into a file of its own, and returns their content.
fn converted(folder: &Folder, splits: &[String], to: &str) -> Vec<u8> {
    let mut all = Vec::new();
    for split in splits {
        let ran = folder.run(&["convert", "--split", split, "part", "--to", to, "-q"]);
        assert_eq!(ran, good(""));
        all.extend(fs::read(folder.at("part")).unwrap());
    }
    all
}

#[test]
fn every_split_is_converted_alone() {
    let folder = Folder::with(&[("a.ndjson", &lines(100))]);
    let mut gzip = Vec::new();
    for piece in lines(100).as_bytes().chunks(70) {
        let mut encoder = GzEncoder::new(&mut gzip, flate2::Compression::fast());
        encoder.write_all(piece).unwrap();
        encoder.finish().unwrap();
    }
    folder.write("b.ndjson.gz", gzip);
    folder.write("c.ndjson.zst", zstd_frames(&lines(100), 90));
    folder.run(&["convert", "a.ndjson", "d.varvels"]);
    for (file, least) in [
        ("a.ndjson", 8),
        ("b.ndjson.gz", 5),
        ("c.ndjson.zst", 5),
        ("d.varvels", 1),
    ] {
        let splits = splits(&folder, file, "100");
        assert!(splits.len() >= least, "{file}: {}", splits.len());
        assert_eq!(
            converted(&folder, &splits, "ndjson"),
            lines(100).into_bytes(),
            "{file}"
        );
        folder.run(&["convert", file, "whole.msgpacks"]);
        let whole = fs::read(folder.at("whole.msgpacks")).unwrap();
        assert_eq!(
            converted(&folder, &splits, "msgpack-stream"),
            whole,
            "{file}"
        );
    }
}

#[test]
fn a_plan_is_an_array_or_lines() {
    let folder = Folder::with(&[
        ("a.ndjson", &lines(3)),
        ("b.json", "[1]"),
        ("empty.ndjson", ""),
    ]);
    let ran = folder.run(&["splits", "*.json", "*.ndjson", "--size", "10"]);
    let whole = |name: &str, format: &str, length: u64, range: (u64, u64)| {
        let (start, end) = range;
        format!(
            "{{\"file\":\"{name}\",\"length\":{length},\"modified\":_,\"format\":\"{format}\",\"start\":{start},\"end\":{end}}}"
        )
    };
    let mut out = String::new();
    for (i, part) in ran.out.split("\"modified\":").enumerate() {
        let part = part.trim_start_matches(|char: char| char.is_ascii_digit());
        out += if i == 0 { "" } else { "\"modified\":_" };
        out += part;
    }
    let lines = [
        whole("b.json", "json", 3, (0, 3)),
        whole("a.ndjson", "ndjson", 24, (0, 16)),
        whole("a.ndjson", "ndjson", 24, (16, 24)),
        whole("empty.ndjson", "ndjson", 0, (0, 0)),
    ];
    assert_eq!(out, format!("[\n{}\n]\n", lines.join(",\n")));
    let ndjson = splits(&folder, "a.ndjson", "10");
    folder.write("split.json", &ndjson[1]);
    let ran = folder.run(&["convert", "--split", "@split.json"]);
    assert_eq!(ran, good("{\"n\":2}\n"));
    // A document is converted as it is without a plan.
    let json = splits(&folder, "b.json", "1");
    assert_eq!(folder.run(&["convert", "--split", &json[0]]), good("[1]\n"));
}

#[test]
fn errors_have_the_places_of_the_file() {
    let folder = Folder::new();
    let text = format!("{}{{\"n\": no}}\n{}", lines(30), lines(30));
    folder.write("a.ndjson", &text);
    folder.write("a.ndjson.zst", zstd_frames(&text, 64));
    for (file, size) in [("a.ndjson", "50"), ("a.ndjson.zst", "100")] {
        let whole = folder.run(&["convert", file, "out.ndjson"]);
        assert!(whole.err.contains(":31:7"), "{}", whole.err);
        let whole_aside = folder.run(&[
            "convert",
            file,
            "out.ndjson",
            "--bad-lines",
            "bad.ndjson",
            "-q",
        ]);
        assert_eq!(folder.read("bad.ndjson"), "{\"n\": no}\n");
        let mut found = 0;
        for split in splits(&folder, file, size) {
            let ran = folder.run(&["convert", "--split", &split, "part.ndjson"]);
            if ran.code == 0 {
                continue;
            }
            found += 1;
            assert_eq!(ran, whole);
            let aside = ["--bad-lines", "bad.ndjson", "-q"];
            let ran =
                folder.run(&[&["convert", "--split", &split, "part.ndjson"], &aside[..]].concat());
            assert_eq!(ran.code, 4);
            assert_eq!(folder.read("bad.ndjson"), "{\"n\": no}\n");
            assert_eq!(ran.err.lines().next(), whole_aside.err.lines().next());
        }
        assert_eq!(found, 1);
    }
}

#[test]
fn splits_that_do_not_fit_are_refused() {
    let folder = Folder::with(&[("a.ndjson", "1\n2\n"), ("b.json", "[1]")]);
    let of = |rest: &str| {
        let split = format!("{{\"file\":\"a.ndjson\",\"format\":\"ndjson\",{rest}}}");
        folder.run(&["convert", "--split", &split, "out.ndjson"])
    };
    let ran = of("\"length\":5,\"start\":0,\"end\":4");
    let line =
        "error: cannot read a.ndjson: it has 4 bytes, and had 5 when the split was planned\n";
    assert_eq!(ran, bad(1, line));
    let ran = of("\"length\":4,\"modified\":1,\"start\":0,\"end\":4");
    let line = "error: cannot read a.ndjson: it was changed after the split was planned\n";
    assert_eq!(ran, bad(1, line));
    let ran = of("\"length\":4,\"start\":2,\"end\":5");
    let line = "error: cannot read a.ndjson: the split from 2 to 5 is no range of its 4 bytes\n";
    assert_eq!(ran, bad(1, line));
    let ran = of("\"length\":4,\"start\":2");
    assert_eq!(
        ran,
        bad(
            1,
            "error: missing member: expected a member `end`\n--> --split, byte 0\n"
        )
    );
    let split = "{\"file\":\"b.json\",\"length\":3,\"format\":\"json\",\"start\":1,\"end\":3}";
    let line = "error: cannot read b.json: the format json has no splits but the whole file\n";
    assert_eq!(folder.run(&["convert", "--split", split]), bad(1, line));
    let split = "{\"file\":\"b.json\",\"length\":3,\"format\":\"odd\",\"start\":0,\"end\":3}";
    let line = "error: the split has an unknown format, `odd`\n";
    assert_eq!(folder.run(&["convert", "--split", split]), bad(2, line));
    let split = "{\"file\":\"a.ndjson\",\"length\":4,\"format\":\"ndjson\",\"start\":0,\"end\":4}";
    let ran = folder.run(&["convert", "--split", split, "out.varvel"]);
    let line = "error: a split becomes a stream, a table, or an array in JSON or YAML, and this writes \
                a frozen buffer\n";
    assert_eq!(ran, bad(2, line));
    let ran = folder.run(&["convert", "--split", split, "a.ndjson", "out.ndjson"]);
    let line = "error: with --split there is no other argument than the output\n\
                hint: the split names the input\n";
    assert_eq!(ran, bad(2, line));
    let line = "error: standard input has no splits: it is read once, from its beginning\n";
    assert_eq!(folder.run(&["splits", "-"]), bad(2, line));
    assert_eq!(folder.names(), ["a.ndjson", "b.json"]);
}

#[test]
fn a_split_is_read_record_by_record() {
    // A line of a byte order mark is blank only at the beginning of the file.
    let bad = "\u{FEFF}\n{\"n\": no}\n";
    let folder = Folder::with(&[("a.ndjson", &lines(40)), ("bad.ndjson", &(lines(40) + bad))]);
    folder.run(&["convert", "a.ndjson", "a.varvels", "-q"]);
    folder.write("a.ndjson.zst", zstd_frames(&lines(40), 90));
    for file in ["a.ndjson", "a.ndjson.zst", "a.varvels"] {
        let (mut items, mut count) = (Vec::new(), 0);
        for split in splits(&folder, file, "100") {
            let ran = folder.run(&["convert", "--split", &split, "--to", "json"]);
            assert_eq!(ran.err, "");
            let array = ran.out.trim_end().trim_matches(['[', ']']).to_owned();
            items.extend((!array.is_empty()).then_some(array));
            let all = folder.run(&["head", "--split", &split, "-n", "100"]);
            let counted = folder.run(&["count", "--split", &split]);
            assert_eq!(counted, good(&format!("{}\n", all.out.lines().count())));
            count += all.out.lines().count();
        }
        let whole = folder.run(&["convert", file, "--to", "json"]).out;
        assert_eq!(format!("[{}]\n", items.join(",")), whole, "{file}");
        assert_eq!(count, 40, "{file}");
    }
    let length = lines(40).len() as u64;
    for start in [length, length + 4] {
        let split = format!(
            "{{\"file\":\"bad.ndjson\",\"length\":{},\"format\":\"ndjson\",\"start\":{start},\"end\":{}}}",
            length + bad.len() as u64,
            length + bad.len() as u64,
        );
        let ran = folder.run(&["convert", "--split", &split, "--to", "json"]);
        let place = if start == length { ":41:" } else { ":42:7" };
        assert!(ran.err.contains(place), "{}", ran.err);
        let ran = folder.run(&["head", "--split", &split]);
        assert!(ran.err.contains(place), "{}", ran.err);
    }
}

#[test]
fn a_size_is_a_whole_number_with_a_unit() {
    let folder = Folder::with(&[("a.ndjson", "1\n")]);
    for size in ["1.5M", "x", "64X", "-1"] {
        let option = format!("--size={size}");
        let ran = folder.run(&["splits", "a.ndjson", &option]);
        let expected = "expected a whole number of bytes, such as 1000, 64K, 128M or 1G";
        assert!(ran.code == 2 && ran.err.contains(expected), "{ran:?}");
    }
}
