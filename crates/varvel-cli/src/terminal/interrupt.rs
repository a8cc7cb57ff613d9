//! Handles Ctrl-C, a terminal that is closed, and requests to end: the command prints a line, and
//! leaves no temporary file. The output is as it was, since it is replaced only when it is whole,
//! and a stream that was appended to is cut back. If the output was already replaced, the command
//! says nothing.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc;
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
use std::sync::{Arc, atomic::AtomicBool};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::files::append;
use crate::terminal::{ending, report, temporary};

/// Waits for these signals in a thread of its own, except for those that the parent process has
/// ignored. If no thread can be started, signals do what they do by default.
pub fn watch() {
    // With any handler, writing to a file that may not grow ends in an error that says why.
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    {
        let too_large = rustix::process::Signal::XFSZ.as_raw();
        let _ = signal_hook::flag::register(too_large, Arc::new(AtomicBool::new(false)));
    }
    let (ready, wait) = mpsc::channel();
    let watching = thread::Builder::new().spawn(move || {
        let ignored = ignored();
        let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let wanted = wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let signals = Signals::new(wanted);
        let _ = ready.send(());
        if let Ok(mut signals) = signals
            && let Some(signal) = signals.forever().next()
        {
            end_by(signal);
        }
    });
    if watching.is_ok() {
        let _ = wait.recv();
    }
}

/// Ends the command by the signal, so that a shell knows.
fn end_by(signal: i32) {
    let _held = append::take_back();
    let placed = ending::hold();
    temporary::remove();
    if !*placed {
        let mut err = std::io::stderr();
        if err.is_terminal() {
            let _ = err.write_all(b"\r\x1B[2K"); // the bar of the progress
        }
        report::interrupted().print();
    }
    let _ = emulate_default_handler(signal);
}

/// Returns the ignored signals, a bit each: a shell ignores some for commands that it starts in the
/// background.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0)
}
