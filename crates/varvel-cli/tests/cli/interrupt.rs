//! What is left when the command is interrupted while it writes.

use std::fs;
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use crate::command::Folder;

/// Whether the file system has files without names.
fn has_nameless_files(folder: &Folder) -> bool {
    let flags = OFlags::TMPFILE.bits().cast_signed();
    let mut options = fs::OpenOptions::new();
    let file = options.write(true).custom_flags(flags).open(folder.path());
    file.is_ok()
}

/// Whether the command has opened the file that it writes, with a name or without.
fn is_writing(child: &Child, folder: &Folder) -> bool {
    let Ok(open) = fs::read_dir(format!("/proc/{}/fd", child.id())) else {
        return false;
    };
    let inside = fs::canonicalize(folder.path()).unwrap();
    let here = |name: &str| name.contains(" (deleted)") || name.contains(".varvel-");
    open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok())
        .any(|path| path.starts_with(&inside) && here(&path.to_string_lossy()))
}

/// Sends the signal while the command writes; false if it was done before.
fn interrupted(folder: &Folder, signal: i32) -> bool {
    let mut child = folder
        .command(&["convert", "a.json", "old.json", "--pretty"])
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(20);
    while !is_writing(&child, folder) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(Instant::now() < end, "it never writes");
        sleep(Duration::from_micros(200));
    }
    let id = child.id().to_string();
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {id}")])
        .status();
    assert!(sent.unwrap().success());
    child.wait().unwrap().signal() == Some(signal)
}

/// Whether whoever runs the tests ignores the signal, as a shell does for what it starts in the
/// background; what the tests start ignores it too.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (signal - 1) & 1 == 1
}

#[test]
fn an_interruption_leaves_the_old_output_and_nothing_else() {
    const INTERRUPT: i32 = 2;
    const KILL: i32 = 9;
    const TERMINATE: i32 = 15;
    let folder = Folder::new();
    if !has_nameless_files(&folder) {
        return; // Only where there are such files is this promised.
    }
    // A short text that is long when it is indented: some 60 megabytes.
    let (depth, items) = (120, "0,".repeat(250_000));
    let text = format!("{}{items}0{}", "[".repeat(depth), "]".repeat(depth));
    folder.write("a.json", text);
    for signal in [INTERRUPT, TERMINATE, KILL] {
        if is_ignored(signal) {
            println!("signal {signal} is ignored here, and not tried");
            continue;
        }
        // Where the machine is busy, the moment may be missed.
        let hit = (0..20).any(|_| {
            folder.write("old.json", "old");
            interrupted(&folder, signal)
        });
        assert!(hit, "signal {signal} always came too late");
        assert_eq!(folder.read("old.json"), "old", "signal {signal}");
        assert_eq!(folder.names(), ["a.json", "old.json"], "signal {signal}");
    }
}
