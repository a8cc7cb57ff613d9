//! Compressed files: damaged ones, and ones that expand too far.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::command::{Folder, bad, good};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 19).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn the_output_is_what_other_tools_read() {
    let folder = Folder::with(&[("a.json", "[1, 2]")]);
    folder.run(&["convert", "a.json", "a.json.gz"]);
    folder.run(&["convert", "a.json", "a.json.zst"]);
    let gzip = fs::read(folder.at("a.json.gz")).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&gzip[..]), &mut text).unwrap();
    assert_eq!(text, "[1,2]\n");
    let zstd = fs::read(folder.at("a.json.zst")).unwrap();
    assert_eq!(zstd::decode_all(&zstd[..]).unwrap(), b"[1,2]\n");
}

#[test]
fn several_members_and_frames_are_read_as_one() {
    let folder = Folder::new();
    for (name, pack) in [
        ("a.ndjson.gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("a.ndjson.zst", zstd),
    ] {
        folder.write(name, [pack(b"1\n"), pack(b"2\n")].concat());
        assert_eq!(folder.run(&["convert", name]), good("1\n2\n"));
    }
}

#[test]
fn a_frame_that_is_skipped_may_come_first() {
    let folder = Folder::new();
    let skipped = b"\x5B\x2A\x4D\x18\x03\0\0\0abc";
    folder.write("a", [&skipped[..], &zstd(b"[1, 2]\n")].concat());
    folder.write("b.ndjson.zst", [&skipped[..], &zstd(b"1\n2\n")].concat());
    assert_eq!(folder.run(&["convert", "a"]), good("[1,2]\n"));
    assert_eq!(folder.run(&["count", "b.ndjson.zst"]).out, "2\n");
    let ran = folder.run_with(&["convert", "-"], &fs::read(folder.at("a")).unwrap());
    assert_eq!(ran, good("[1,2]\n"));
}

#[test]
fn a_bomb_is_one_clear_error() {
    let folder = Folder::with(&[("old.varvel", "old")]);
    let text = format!("[{}0]", "0,".repeat(4 << 20));
    for (name, pack) in [
        ("b.json.gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("b.json.zst", zstd),
    ] {
        folder.write(name, pack(text.as_bytes()));
        let line = format!(
            "error: cannot read {name}: it expands to more than 200 times its size\n\
             hint: `--max-expansion N` allows more, if you trust the file\n"
        );
        assert_eq!(folder.run(&["convert", name, "old.varvel"]), bad(1, &line));
        assert_eq!(folder.run(&["validate", name]), bad(1, &line));
        assert_eq!(folder.read("old.varvel"), "old");
        let ran = folder.run(&["validate", name, "--max-expansion", "100000"]);
        assert_eq!(ran, good(&format!("{name}: ok\n")));
    }
}

#[test]
fn a_damaged_file_is_one_clear_line() {
    let folder = Folder::new();
    let text = "[\"some text that is not too short to be cut and changed\"]";
    for (name, how, packed) in [
        ("a.json.gz", "gzip", gzip(text.as_bytes())),
        ("a.json.zst", "zstd", zstd(text.as_bytes())),
    ] {
        for len in 1..packed.len() {
            folder.write(name, &packed[..len]);
            let line = format!(
                "error: cannot read {name}: its {how} data cannot be unpacked: it ends too early\n"
            );
            assert_eq!(folder.run(&["convert", name]), bad(1, &line), "{len} bytes");
        }
        let mut changed = packed.clone();
        let last = changed.len() - 6;
        changed[last] ^= 0x40;
        folder.write(name, &changed);
        let ran = folder.run(&["convert", name]);
        let start = format!("error: cannot read {name}: its {how} data cannot be unpacked: ");
        assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
        assert!(ran.err.starts_with(&start), "{}", ran.err);
    }
}

#[test]
fn bytes_behind_a_gzip_file_are_named() {
    let folder = Folder::new();
    for rest in [&b"text"[..], b"\xFF", b"\0\0more"] {
        folder.write("a.json.gz", [&gzip(b"[1]")[..], rest].concat());
        let ran = folder.run(&["convert", "a.json.gz"]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains("behind"), "{}", ran.err);
    }
    folder.write("a.json.gz", [&gzip(b"[1]")[..], b"\0\0\0"].concat());
    assert_eq!(folder.run(&["convert", "a.json.gz"]), good("[1]\n"));
}

#[test]
fn a_name_and_a_content_that_differ_are_named() {
    let folder = Folder::with(&[("a.json.gz", "[1, 2]")]);
    folder.write("b.json", gzip(b"[1]"));
    folder.write("c.json.zst", gzip(b"[1]"));
    for (name, says) in [
        (
            "a.json.gz",
            "a.json.gz is not compressed, and its name says gzip",
        ),
        (
            "b.json",
            "b.json is compressed, and its name does not say so",
        ),
        ("c.json.zst", "c.json.zst is gzip, and its name says zstd"),
    ] {
        for command in [&["set", name, "[0]", "2"][..], &["rm", name, "[0]"]] {
            assert_eq!(folder.run(command), bad(2, &format!("error: {says}\n")));
        }
    }
}
