//! Outputs whose names are streams that the process has already: they are written to at their
//! place, and what others write to them stays.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::command::Folder;

/// Runs a line of shell in the folder, where `varvel` is `$V`. Returns the exit code.
fn shell(folder: &Folder, line: &str) -> i32 {
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder.path());
    command.env("V", env!("CARGO_BIN_EXE_varvel"));
    let status = command.stdin(Stdio::null()).status().unwrap();
    status.code().unwrap()
}

fn folder() -> Folder {
    let folder = Folder::with(&[
        ("m.yaml", "a: 1\n"),
        ("r.ndjson", "1\n{\n2\n"),
        ("p.fbs", "table P { a: int; }\nroot_type P;\n"),
    ]);
    symlink("/dev/stdout", folder.at("link.json")).unwrap();
    symlink("/proc/self/fd/3", folder.at("third.json")).unwrap();
    folder
}

#[test]
fn a_log_keeps_what_others_write_to_it() {
    let folder = folder();
    let convert = "$V convert m.yaml --to json -q";
    for output in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link.json"] {
        for (redirection, before) in [(">", "first\n"), (">>", "old\nfirst\n")] {
            folder.write("log", "old\n");
            let line = format!("(echo first; {convert} {output}; echo last) {redirection} log");
            assert_eq!(shell(&folder, &line), 0, "{line}");
            let all = format!("{before}{{\"a\":1}}\nlast\n");
            assert_eq!(folder.read("log"), all, "{line}");
        }
    }
    for (output, number) in [
        ("/dev/stderr", 2),
        ("/dev/fd/2", 2),
        ("/dev/fd/3", 3),
        ("/proc/self/fd/3", 3),
        ("/proc/thread-self/fd/3", 3),
        ("third.json", 3),
    ] {
        for redirection in [">", ">>"] {
            folder.write("log", "");
            let line = format!(
                "(echo first >&{number}; {convert} {output}; echo last >&{number}) {number}{redirection} log"
            );
            assert_eq!(shell(&folder, &line), 0, "{line}");
            assert_eq!(folder.read("log"), "first\n{\"a\":1}\nlast\n", "{line}");
        }
    }
}

#[test]
fn bad_lines_go_to_standard_error_between_other_lines() {
    let folder = folder();
    let line = "(echo first; $V convert r.ndjson o.ndjson -q --bad-lines /dev/stderr; echo last) > log 2>&1";
    assert_eq!(shell(&folder, line), 0);
    let log = folder.read("log");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!((lines[0], lines.last()), ("first", Some(&"last")), "{log}");
    assert!(lines.contains(&"{"), "{log}");
    assert!(log.contains("r.ndjson:2:2"), "{log}");
    assert_eq!(folder.read("o.ndjson"), "1\n2\n");
    // In one file they could not be told from the records.
    let line = "$V convert r.ndjson - -q --bad-lines /dev/stdout > log";
    assert_eq!(shell(&folder, line), 2);
}

#[test]
fn code_and_schemas_go_there_too() {
    let folder = folder();
    for command in [
        "gen rust p.fbs --out code -q --depfile /dev/stdout",
        "schema compile p.fbs --out /dev/stdout",
    ] {
        let line = format!("(echo first; $V {command}; echo last) > log");
        assert_eq!(shell(&folder, &line), 0, "{line}");
        let log = fs::read(folder.at("log")).unwrap();
        assert!(log.starts_with(b"first\n") && log.ends_with(b"last\n"));
        assert!(log.len() > 20, "{line}");
    }
}

#[test]
fn edits_in_place_need_a_file() {
    let folder = folder();
    for command in [
        "set /dev/stdin a 2 --from yaml < m.yaml",
        "rm /dev/fd/3 a --from yaml 3<> m.yaml",
        "fmt -i /dev/stdin --from yaml < m.yaml",
        "convert r.ndjson /dev/stdout --to frozen-stream --append > log",
    ] {
        assert_eq!(
            shell(&folder, &format!("$V {command} 2> err")),
            2,
            "{command}"
        );
        let err = folder.read("err");
        assert!(err.contains("a stream of th"), "{err}");
    }
    assert_eq!(folder.read("m.yaml"), "a: 1\n");
}

#[test]
fn a_stream_that_is_not_there_is_an_error() {
    let folder = folder();
    for number in [3, 4, 5, 9] {
        let line = format!("$V convert m.yaml /dev/fd/{number} --to json 2> err");
        assert_eq!(shell(&folder, &line), 3, "{line}");
    }
    // It was opened for reading.
    let line = "$V convert m.yaml /dev/fd/3 --to json 3< r.ndjson 2> err";
    assert_eq!(shell(&folder, line), 3);
    assert_eq!(folder.read("r.ndjson"), "1\n{\n2\n");
}

#[test]
fn what_does_not_reach_a_full_device_is_an_error() {
    let folder = folder();
    for arguments in ["--help", "--version", "get --help", "help convert"] {
        let line = format!("$V {arguments} > /dev/full 2> err");
        assert_eq!(shell(&folder, &line), 3, "{arguments}");
        assert!(folder.read("err").contains("no space"), "{arguments}");
    }
    assert_eq!(shell(&folder, "$V 2> err"), 2);
    assert_eq!(shell(&folder, "$V --help | head -n 1"), 0);
}
