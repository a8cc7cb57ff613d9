//! Mistakes of new users and faults of systems, for every subcommand: one clear error, the right
//! code, nothing lost.

use std::fs;
use std::process::Stdio;

use varvel::formats::AnyFormat;

use crate::command::{Folder, bad};
use crate::table::endings;

/// The formats in which a truncated document may be another document.
const OPEN_ENDED: &[AnyFormat] = &[AnyFormat::Yaml, AnyFormat::FlexBuffers];

/// The subcommands that read a file; the file's name comes next.
const READING: &[&[&str]] = &[
    &["convert"],
    &["inspect"],
    &["validate"],
    &["fmt"],
    &["head"],
    &["count"],
];

fn error_of(folder: &Folder, subcommand: &[&str], file: &str) -> (i32, String) {
    let ran = folder.run(&[subcommand, &[file]].concat());
    let errors = ran.err.lines().filter(|line| line.starts_with("error: "));
    assert_eq!(errors.count(), 1, "{subcommand:?} {file}: {}", ran.err);
    assert!(
        !ran.err.contains("panicked"),
        "{subcommand:?} {file}: {}",
        ran.err
    );
    (ran.code, ran.err)
}

#[test]
fn no_file_an_empty_one_a_folder() {
    let folder = Folder::with(&[
        ("empty.json", ""),
        ("empty.varvels", ""),
        ("empty.json.gz", ""),
    ]);
    fs::create_dir(folder.at("folder")).unwrap();
    for subcommand in READING {
        assert_eq!(error_of(&folder, subcommand, "none.json").0, 3);
        assert_eq!(error_of(&folder, subcommand, "folder").0, 3);
        assert_eq!(error_of(&folder, subcommand, "empty.json").0, 1);
        assert_eq!(error_of(&folder, subcommand, "empty.json.gz").0, 1);
    }
    for subcommand in [&["convert"][..], &["head"], &["count"], &["validate"]] {
        assert_eq!(error_of(&folder, subcommand, "empty.varvels").0, 1);
    }
}

#[test]
fn what_is_no_json_is_not_read_to_its_end() {
    let folder = Folder::new();
    // A sparse file larger than any memory.
    let file = fs::File::create(folder.at("huge.json")).unwrap();
    if file.set_len(1 << 40).is_err() {
        return; // this file system has no sparse files
    }
    for subcommand in READING {
        let (code, err) = error_of(&folder, subcommand, "huge.json");
        assert_eq!(code, 1);
        assert!(err.contains("expected a value, found byte 0x00"), "{err}");
    }
}

#[test]
fn what_does_not_fit_the_memory_is_one_clear_line() {
    let folder = Folder::new();
    for name in ["huge.varvel", "huge.msgpack"] {
        let file = fs::File::create(folder.at(name)).unwrap();
        if file.set_len(1 << 42).is_err() {
            return; // this file system has no sparse files
        }
        let line = format!("error: cannot read {name}: it is larger than the memory\n");
        assert_eq!(folder.run(&["convert", name]), bad(3, &line));
    }
}

#[test]
fn random_bytes_by_any_name_are_an_error() {
    let folder = Folder::new();
    let mut state = 7_u64;
    let mut bytes = Vec::new();
    for _ in 0..5000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        bytes.push((state >> 56) as u8);
    }
    let names =
        endings().flat_map(|(_, name)| ["", ".gz", ".zst"].map(|by| format!("a.{name}{by}")));
    for name in names {
        folder.write(&name, &bytes);
        for subcommand in [&["convert"][..], &["validate"], &["head"], &["inspect"]] {
            let (code, err) = error_of(&folder, subcommand, &name);
            assert_eq!(code, 1, "{subcommand:?} {name}");
            assert!(err.lines().count() <= 6 && err.len() < 600, "{err}");
        }
    }
}

#[test]
fn every_truncation_of_every_format_is_an_error_or_less() {
    let folder = Folder::with(&[("a.json", "[{\"a\": 1.5, \"b\": \"text\"}, [1, 2, 3], null]")]);
    let documents = AnyFormat::ALL.iter();
    let documents = documents.filter(|format| !OPEN_ENDED.contains(format));
    let documents = documents.map(|format| format.extensions()[0]);
    // Streams of documents may end between two documents; only a frozen stream marks its end.
    for ending in documents.chain(["varvel", "varvels"]) {
        // A compressed file marks its end, whatever its content.
        let compressions: &[&str] = match ending {
            "varvel" => &["", ".gz", ".zst"],
            _ => &[""],
        };
        for compression in compressions {
            let whole = format!("whole.{ending}{compression}");
            folder.run(&["convert", "a.json", &whole, "-q"]);
            let bytes = fs::read(folder.at(&whole)).unwrap();
            let cut = whole.replace("whole", "cut");
            // The line break that the command writes behind a text is no part of the document.
            let end = bytes
                .strip_suffix(b"]\n")
                .map_or(bytes.len(), |text| text.len() + 1);
            for len in 0..end {
                folder.write(&cut, &bytes[..len]);
                let ran = folder.run(&["validate", &cut]);
                assert_eq!(ran.code, 1, "{cut} of {len} bytes: {}", ran.err);
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_one_clear_line() {
    let folder = Folder::with(&[("a.json", "[1]"), ("a.ndjson", "1\n")]);
    for arguments in [
        &["convert", "a.ndjson"][..],
        &["convert", "a.ndjson", "--to", "frozen-stream"],
        &["get", "a.json", "$"],
        &["inspect", "a.json"],
        &["fmt", "a.json"],
        &["head", "a.ndjson"],
        &["count", "a.ndjson"],
        &["validate", "a.json"],
        &["completions", "zsh"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = folder.command(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let line = "error: cannot write to standard output: no space left on device\n";
        assert_eq!(
            (output.status.code(), err.as_str()),
            (Some(3), line),
            "{arguments:?}"
        );
    }
    for output in [
        "--to=ndjson",
        "--to=frozen-stream",
        "--to=msgpack-stream",
        "--to=cbor-seq",
    ] {
        let line = "error: cannot write /dev/full: no space left on device\n";
        let ran = folder.run(&["convert", "a.ndjson", "/dev/full", output]);
        assert_eq!(ran, bad(3, line));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error_of_any_subcommand() {
    let lines: String = (0..200_000).map(|n| format!("[{n}]\n")).collect();
    let folder = Folder::with(&[("a.ndjson", &lines)]);
    folder.run(&["convert", "a.ndjson", "a.json", "-q"]);
    for arguments in [
        &["convert", "a.ndjson"][..],
        &["convert", "a.ndjson", "--to", "frozen-stream"],
        &["convert", "a.json", "--to", "ndjson"],
        &["head", "a.ndjson", "-n", "100000"],
        &["head", "a.json", "-n", "100000"],
        &["fmt", "a.json"],
        &["inspect", "a.json"],
        &["count", "a.ndjson", "a.json"],
    ] {
        let mut command = folder.command(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), err.as_ref()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}
