//! The files that are left when the command is interrupted while it writes.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};

use crate::command::{Folder, PATIENCE, is_superuser};

const HANG_UP: i32 = 1;
const INTERRUPT: i32 = 2;
const KILL: i32 = 9;
const TERMINATE: i32 = 15;

/// Returns whether the file system has files without names.
fn has_nameless_files(folder: &Folder) -> bool {
    let flags = OFlags::TMPFILE.bits().cast_signed();
    let mut options = fs::OpenOptions::new();
    let file = options.write(true).custom_flags(flags).open(folder.path());
    file.is_ok()
}

/// Returns whether the command has opened the file that it writes, with a name or without.
fn is_writing(child: &Child, folder: &Folder) -> bool {
    let Ok(open) = fs::read_dir(format!("/proc/{}/fd", child.id())) else {
        return false;
    };
    let inside = fs::canonicalize(folder.path()).unwrap();
    let here = |name: &str| name.contains(" (deleted)") || name.contains(".varvel-");
    open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok())
        .any(|path| path.starts_with(&inside) && here(&path.to_string_lossy()))
}

fn send(child: &Child, signal: i32) {
    let signal = Signal::from_named_raw(signal).unwrap();
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Sends the signal while the command writes. Returns `false` if the command ended before.
fn interrupted(folder: &Folder, signal: i32) -> bool {
    let mut child = folder
        .command(&["convert", "a.json", "old.json", "--pretty"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let end = Instant::now() + PATIENCE;
    while !is_writing(&child, folder) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(Instant::now() < end, "it never writes");
        sleep(Duration::from_micros(200));
    }
    send(&child, signal);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    // Without this line the output had taken its place when the signal came.
    let in_time = signal == KILL || err == "error: interrupted\n";
    output.status.signal() == Some(signal) && in_time
}

/// Returns whether the process that runs the tests ignores the signal, as a shell does for commands
/// in the background; its children then ignore it, too.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (signal - 1) & 1 == 1
}

#[test]
fn an_interruption_leaves_the_old_output_and_nothing_else() {
    let folder = Folder::new();
    if !has_nameless_files(&folder) {
        return; // other file systems make no promise
    }
    // A short text that is long when it is indented: some 60 megabytes.
    let (depth, items) = (120, "0,".repeat(250_000));
    let text = format!("{}{items}0{}", "[".repeat(depth), "]".repeat(depth));
    folder.write("a.json", text);
    for signal in [HANG_UP, INTERRUPT, TERMINATE, KILL] {
        if is_ignored(signal) {
            println!("signal {signal} is ignored here, and not tried");
            continue;
        }
        // On a busy machine the moment may be missed.
        let hit = (0..20).any(|_| {
            folder.write("old.json", "old");
            interrupted(&folder, signal)
        });
        assert!(hit, "signal {signal} always came too late");
        assert_eq!(folder.read("old.json"), "old", "signal {signal}");
        assert_eq!(folder.names(), ["a.json", "old.json"], "signal {signal}");
    }
}

/// Feeds lines to the command, and sends it the signal when `is_time` returns true.
fn ended(folder: &Folder, arguments: &[&str], signal: i32, is_time: impl Fn(&Child) -> bool) {
    let mut command = folder.command(arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = "{\"some\": \"line\", \"of\": [1, 2, 3]}\n".repeat(1000);
    let end = Instant::now() + PATIENCE;
    while !is_time(&child) {
        input.write_all(lines.as_bytes()).unwrap();
        assert!(Instant::now() < end, "it never writes");
    }
    send(&child, signal);
    assert_eq!(child.wait().unwrap().signal(), Some(signal));
}

#[test]
fn a_stream_that_is_killed_leaves_the_old_output_and_nothing_else() {
    let folder = Folder::new();
    if !has_nameless_files(&folder) {
        return; // other file systems make no promise
    }
    for output in [
        "old.varvels",
        "old.msgpacks",
        "old.cborseq",
        "old.ndjson.zst",
    ] {
        folder.write(output, "old");
        let arguments = [
            "convert",
            "-",
            output,
            "--from",
            "ndjson",
            "--bad-lines",
            "bad",
        ];
        ended(&folder, &arguments, KILL, |child| {
            is_writing(child, &folder)
        });
        assert_eq!(folder.read(output), "old");
    }
    assert_eq!(
        folder.names(),
        [
            "old.cborseq",
            "old.msgpacks",
            "old.ndjson.zst",
            "old.varvels"
        ]
    );
}

#[test]
fn adding_that_is_interrupted_leaves_the_stream_as_it_was() {
    let folder = Folder::with(&[("a.ndjson", "1\n2\n")]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let before = fs::read(folder.at("all.varvels")).unwrap();
    let len = || fs::metadata(folder.at("all.varvels")).unwrap().len();
    let add = "convert - all.varvels --append --from ndjson";
    let arguments: Vec<&str> = add.split(' ').collect();
    for signal in [HANG_UP, INTERRUPT, TERMINATE] {
        if is_ignored(signal) {
            println!("signal {signal} is ignored here, and not tried");
            continue;
        }
        let old = before.len() as u64;
        ended(&folder, &arguments, signal, |_| len() > old + 100_000);
        assert!(fs::read(folder.at("all.varvels")).unwrap() == before);
    }
}

/// Each process that reports success has added its records; the others report that they have not.
#[test]
fn many_that_add_at_once_lose_nothing() {
    for made in [None, Some("")] {
        let folder = Folder::with(&[("a.ndjson", &"{\"a\": 1}\n".repeat(100))]);
        if let Some(bytes) = made {
            folder.write("all.varvels", bytes);
        }
        let add = ["convert", "a.ndjson", "all.varvels", "--append", "-q"];
        let start = || folder.command(&add).stderr(Stdio::piped()).spawn().unwrap();
        let children: Vec<Child> = (0..8).map(|_| start()).collect();
        let mut added = 0;
        for child in children {
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => added += 100,
                _ => assert!(err.contains("another process"), "{err}"),
            }
        }
        assert!(added > 0);
        let count = folder.run(&["count", "all.varvels"]).out;
        assert_eq!(count, format!("{added}\n"));
    }
}

#[test]
fn adding_that_is_killed_can_be_gone_on_with() {
    let folder = Folder::with(&[("a.ndjson", "1\n2\n")]);
    folder.run(&["convert", "a.ndjson", "all.varvels"]);
    let len = || fs::metadata(folder.at("all.varvels")).unwrap().len();
    let before = fs::read(folder.at("all.varvels")).unwrap();
    for round in 0..3_u64 {
        let old = len();
        let arguments = [
            "convert",
            "-",
            "all.varvels",
            "--append",
            "--from",
            "ndjson",
        ];
        ended(&folder, &arguments, KILL, |_| {
            len() > old + 100_000 * round + 1
        });
        let now = fs::read(folder.at("all.varvels")).unwrap();
        assert!(now.starts_with(&before), "what was there is as it was");
        let ran = folder.run(&["convert", "a.ndjson", "all.varvels", "--append"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(folder.run(&["validate", "all.varvels"]).code, 0);
        let lines = folder.run(&["convert", "all.varvels"]).out;
        assert!(lines.starts_with("1\n2\n") && lines.ends_with("1\n2\n"));
    }
}

/// Returns the processes that a child has started and not waited for.
fn children_of(child: &Child) -> Vec<Pid> {
    let pid = child.id();
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    let numbers = children.split_whitespace();
    numbers
        .filter_map(|number| Pid::from_raw(number.parse().ok()?))
        .collect()
}

/// The signal comes while the output has its temporary name: `strace` holds the command there.
#[test]
fn an_output_that_is_being_placed_takes_its_place() {
    let folder = Folder::with(&[("a.json", "[1]")]);
    let traces = Command::new("strace")
        .args(["-o", "/dev/null", "true"])
        .output();
    let traces = traces.is_ok_and(|output| output.status.success());
    if !traces || !has_nameless_files(&folder) || is_ignored(TERMINATE) {
        writeln!(
            std::io::stdout(),
            "skipped: strace traces nothing, or no files without names"
        )
        .unwrap();
        return;
    }
    let beside = Folder::new();
    for call in ["linkat", "renameat,rename,renameat2"] {
        folder.write("old.json", "old");
        let mut command = Command::new("strace");
        beside.write("calls", "");
        command.arg("-f").arg("-o").arg(beside.at("calls"));
        command.args(["-e", &format!("trace={call}")]);
        command.arg(format!("--inject={call}:delay_enter=700000"));
        command
            .arg(env!("CARGO_BIN_EXE_varvel"))
            .args(["convert", "a.json", "old.json", "-q"]);
        command.current_dir(folder.path()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        // The line begins when the call does. Before, the command might not know signals yet.
        let end = Instant::now() + PATIENCE;
        while !beside.read("calls").contains('(') {
            assert!(Instant::now() < end, "it never places its output");
            sleep(Duration::from_millis(5));
        }
        for process in children_of(&child) {
            // Where this took longer than the call, the command has ended.
            let _ = kill_process(process, Signal::TERM);
        }
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(folder.names(), ["a.json", "old.json"], "{call}");
        match &*folder.read("old.json") {
            "old" => assert_eq!(err, "error: interrupted\n", "{call}"),
            text => assert_eq!((text, &*err), ("[1]\n", ""), "{call}"),
        }
    }
}

/// Whatever the moment, the command says that it was interrupted only if the output is as it was.
#[test]
fn an_interruption_is_named_only_if_the_output_is_as_it_was() {
    let folder = Folder::with(&[("a.json", "[1]")]);
    if is_ignored(TERMINATE) {
        return;
    }
    for round in 0..60_u64 {
        folder.write("old.json", "old");
        let mut command = folder.command(&["convert", "a.json", "old.json", "-q"]);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_micros(1000 + 120 * round));
        send(&child, TERMINATE);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        if folder.read("old.json") != "old" || output.status.success() {
            assert_eq!(err, "", "round {round}");
            assert_eq!(folder.read("old.json"), "[1]\n");
        }
        assert_eq!(folder.names(), ["a.json", "old.json"]);
    }
}

#[test]
fn edits_at_once_lose_nothing() {
    for name in ["e.json", "e.yaml"] {
        let folder = &Folder::with(&[(name, "{\"a\":   1}\n")]);
        let run = |arguments: &[&str]| assert_eq!(folder.run(arguments).err, "");
        std::thread::scope(|threads| {
            for half in ["x", "y"] {
                threads.spawn(move || {
                    for number in 0..15 {
                        let (key, gone) =
                            (format!("{half}{number}"), format!("{half}gone{number}"));
                        run(&["set", "-q", name, &key, "1"]);
                        run(&["set", "-q", name, &gone, "1"]);
                        run(&["rm", "-q", name, &gone]);
                        run(&["fmt", "-i", "-q", name]);
                    }
                });
            }
        });
        let members = folder.run(&["get", name, "$"]).out.matches(':').count();
        assert_eq!(members, 1 + 2 * 15, "{}", folder.read(name));
    }
}

#[test]
fn a_file_that_may_not_grow_so_large_is_an_error() {
    let folder = Folder::with(&[("a.json", &format!("[{}1]", "1,".repeat(100_000)))]);
    folder.write("old.json", "old");
    let line = "ulimit -f 8; exec \"$V\" convert a.json old.json -q";
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder.path());
    let output = command
        .env("V", env!("CARGO_BIN_EXE_varvel"))
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert_eq!(err, "error: cannot write old.json: file too large\n");
    assert_eq!(folder.read("old.json"), "old");
    assert_eq!(folder.names(), ["a.json", "old.json"]);
}

#[test]
fn no_thread_is_needed() {
    let folder = Folder::with(&[("a.json", "[1]"), ("a.ndjson", &"[1]\n".repeat(50_000))]);
    let binary = folder.at("varvel");
    // A copy that this process makes cannot run while a child that another test starts just now
    // has it open for writing, too.
    let copied = Command::new("cp")
        .arg(env!("CARGO_BIN_EXE_varvel"))
        .arg(&binary)
        .status();
    assert!(copied.unwrap().success());
    let others = fs::Permissions::from_mode(0o777);
    fs::set_permissions(folder.path(), others).unwrap();
    let run = |line: &str| {
        let mut command = Command::new("bash");
        if is_superuser() {
            command.uid(65533); // the limit is for other users only
        }
        let command = command.args(["-c", line]).current_dir(folder.path());
        command.output()
    };
    let tried = run("./varvel --version");
    if !tried.is_ok_and(|output| output.status.success()) {
        println!("skipped: other users cannot run programs in the temporary folder");
        return;
    }
    for part in [
        "./varvel validate a.json",
        "./varvel count a.ndjson",
        "./varvel convert a.ndjson b.varvels -q --threads 4",
        "./varvel count b.varvels",
    ] {
        let output = run(&format!("ulimit -u 1 || exit 99; exec {part}")).unwrap();
        if output.status.code() == Some(99) {
            return;
        }
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{part}: {err}");
    }
}

/// A frozen stream that another process adds to gives the records that are whole.
#[test]
fn a_stream_that_grows_is_read_up_to_there() {
    let folder = Folder::with(&[("a.ndjson", "{\"a\": 1}\n{\"a\": 2}\n")]);
    folder.run(&["convert", "a.ndjson", "all.varvels", "-q"]);
    let arguments = [
        "convert",
        "-",
        "all.varvels",
        "--append",
        "--from",
        "ndjson",
        "-q",
    ];
    let mut child = folder
        .command(&arguments)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let len = || fs::metadata(folder.at("all.varvels")).unwrap().len();
    let (old, end) = (len(), Instant::now() + PATIENCE);
    let lines = "{\"some\": \"line\", \"of\": [1, 2, 3]}\n".repeat(1000);
    while len() < old + 200_000 {
        input.write_all(lines.as_bytes()).unwrap();
        assert!(Instant::now() < end, "it never writes");
    }
    for arguments in [
        &["count", "all.varvels"][..],
        &["get", "all.varvels", "[1].a"],
        &["head", "-n", "1", "all.varvels"],
        &["validate", "all.varvels"],
        &["schema", "all.varvels"],
        &["convert", "all.varvels", "-"],
        &["convert", "all.varvels", "b.msgpacks", "-q"],
        &["convert", "all.varvels", "b.json", "-q"],
    ] {
        let ran = folder.run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
        let warning = "warning: another process adds to all.varvels: ";
        assert!(ran.err.starts_with(warning), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(folder.run(&["get", "all.varvels", "[1].a"]).out, "2\n");
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.run(&["count", "all.varvels"]).err, "");
}

#[test]
fn an_interruption_between_files_of_a_folder_leaves_the_whole_ones() {
    if is_ignored(INTERRUPT) {
        return;
    }
    for (more, left) in [
        (&["out/", "--to", "ndjson"][..], &["out/a.ndjson"][..]),
        (&["-o", "all.ndjson"], &[]),
    ] {
        let folder = Folder::with(&[("a.ndjson", "1\n")]);
        let made = Command::new("mkfifo")
            .arg(folder.at("slow.ndjson"))
            .status();
        assert!(made.unwrap().success());
        let arguments = [&["convert", "*.ndjson", "-q"], more].concat();
        let child = folder
            .command(&arguments)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // This waits until the command has opened the second input.
        let mut slow = fs::OpenOptions::new()
            .write(true)
            .open(folder.at("slow.ndjson"))
            .unwrap();
        slow.write_all(b"2\n3").unwrap();
        send(&child, INTERRUPT);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(INTERRUPT));
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "error: interrupted\n"
        );
        let names = folder
            .names()
            .into_iter()
            .flat_map(|name| match name.as_str() {
                "out" => fs::read_dir(folder.at("out"))
                    .unwrap()
                    .map(|entry| format!("out/{}", entry.unwrap().file_name().to_string_lossy()))
                    .collect(),
                _ => vec![name],
            });
        let names: Vec<String> = names
            .filter(|name| name.starts_with("out") || name.starts_with("all"))
            .collect();
        assert_eq!(names, left);
        assert!(!folder.names().iter().any(|name| name.starts_with('.')));
    }
}
