//! Standard input and output: pipes, terminals, readers that go away, colours.

use std::process::{Command, Stdio};

use crate::command::{Folder, bad, good};

#[test]
fn a_dash_is_a_standard_stream() {
    let folder = Folder::with(&[("a.json", "[ 1 ]")]);
    assert_eq!(folder.run_with(&["convert", "-"], b"{ }"), good("{}\n"));
    assert_eq!(folder.run(&["convert", "a.json", "-"]), good("[1]\n"));
    assert_eq!(
        folder.run_with(&["get", "-", "[1]"], b"[1, 2]"),
        good("2\n")
    );
    assert_eq!(
        folder.run_with(&["validate", "-"], b"0"),
        good("<stdin>: ok\n")
    );
    assert_eq!(
        folder.run_with(&["validate", "-"], b"[0"),
        bad(
            1,
            "error: unexpected end of input: expected `,` or `]`\n \
             --> <stdin>:1:3\n  \
             |\n\
             1 | [0\n  \
             |   ^ at $[0]\n"
        )
    );
    assert_eq!(
        folder.run_with(&["convert", "-"], b""),
        bad(1, "error: <stdin> is empty\n")
    );
    assert_eq!(folder.names(), ["a.json"]);
}

#[test]
fn a_large_document_comes_through_a_pipe() {
    let items = vec!["12345678"; 200_000].join(",");
    let text = format!("[{items}]");
    let ran = Folder::new().run_with(&["validate", "-"], text.as_bytes());
    assert_eq!(ran, good("<stdin>: ok\n"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let text = format!("[{}0]", "1234567890,".repeat(100_000));
    folder.write("a.json", &text);
    for arguments in [
        &["convert", "a.json"][..],
        &["get", "a.json", "$"],
        &["validate", "a.json"],
    ] {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(output.stderr, b"");
    }
}

#[test]
fn an_error_that_nobody_reads_still_has_its_code() {
    let folder = Folder::with(&[("a.json", "[")]);
    let mut child = folder
        .command(&["validate", "a.json"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_behind_standard_output_is_one_clear_line() {
    let folder = Folder::with(&[("a.json", "1")]);
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = folder
        .command(&["convert", "a.json"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: cannot write to standard output: no space left on device\n"
    );
}

#[test]
fn colours_only_where_they_belong() {
    let folder = Folder::with(&[("a.json", "[")]);
    let run = |name: &str| {
        let output = folder
            .command(&["validate", "a.json"])
            .env(name, "1")
            .output();
        String::from_utf8(output.unwrap().stderr).unwrap()
    };
    assert!(!run("NO_COLOR").contains('\x1B'));
    assert!(run("CLICOLOR_FORCE").contains("\x1B[91m"));
    assert!(!folder.run(&["validate", "a.json"]).err.contains('\x1B'));
}

#[test]
fn colours_can_be_asked_for() {
    let folder = Folder::with(&[("a.json", "[")]);
    let coloured = |option: &str| {
        let ran = folder.run(&["validate", "a.json", "--color", option]);
        assert_eq!(ran.code, 1);
        ran.err.contains('\x1B')
    };
    assert!(coloured("always"));
    assert!(!coloured("never") && !coloured("auto"));
    let ran = folder.run(&["--color", "always", "inspect", "-"]);
    assert!(ran.err.contains("\x1B[1m"), "{}", ran.err);
}

/// Returns the output on a terminal, if `script` is installed to make one.
#[cfg(target_os = "linux")]
fn on_a_terminal(folder: &Folder, arguments: &str) -> Option<String> {
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_varvel"));
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder.path())
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8(output.stdout).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn binary_is_not_written_to_a_terminal() {
    let folder = Folder::with(&[("a.json", "[1]")]);
    let Some(shown) = on_a_terminal(&folder, "convert a.json --to frozen") else {
        return; // `script` is not installed
    };
    assert!(shown.contains("a frozen buffer is binary, and this would write it to the terminal"));
    assert!(shown.contains("name an output file, or send it on with `>` or `|`"));
    assert!(shown.contains("\x1B[91m"), "a terminal is shown colours");
    assert!(!shown.contains("VRVL"));
    let shown = on_a_terminal(&folder, "convert a.json --to json").unwrap_or_default();
    assert_eq!(shown, "[1]\r\n");
}

#[cfg(target_os = "linux")]
#[test]
fn figures_are_bars_on_a_terminal() {
    let folder = Folder::with(&[("a.json", "[1, 2, 3, \"x\"]")]);
    let Some(shown) = on_a_terminal(&folder, "inspect a.json") else {
        return; // `script` is not installed
    };
    assert!(
        shown.contains("integer  3") && shown.contains("████"),
        "{shown}"
    );
    let shown = on_a_terminal(&folder, "inspect --color never a.json").unwrap_or_default();
    assert!(!shown.contains('\x1B'), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn progress_is_shown_on_a_terminal_and_goes_away() {
    let folder = Folder::new();
    // The blank lines are more than a pipe holds, so that the command has begun when the first
    // second does.
    let blank = "yes '' | head -c 2000000";
    let slow = format!("({blank}; echo 1; sleep 1; echo 2; sleep 0.2; echo 3)");
    folder.write(
        "slow.sh",
        format!(
            "{slow} | {} convert - --from ndjson out.varvels $1",
            env!("CARGO_BIN_EXE_varvel")
        ),
    );
    let run = |option: &str| {
        let output = Command::new("script")
            .args(["-qec", &format!("sh slow.sh {option}"), "/dev/null"])
            .current_dir(folder.path())
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .output();
        output
            .ok()
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(shown) = run("") else {
        return; // `script` is not installed
    };
    assert!(shown.contains("B/s"), "{shown:?}");
    let end = "\x1B[2K<stdin> (ndjson) -> out.varvels (frozen-stream), 3 records\r\n";
    assert!(shown.ends_with(end), "{shown:?}");
    assert_eq!(run("--quiet").unwrap_or_default(), "");
}
