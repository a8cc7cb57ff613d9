//! Handles Ctrl-C and requests to end: the command prints a line, and leaves no temporary file. The
//! output is as it was, since it is replaced only when it is whole, and a stream that was appended
//! to is cut back.

use std::io::{IsTerminal as _, Write as _};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::files::append;
use crate::terminal::{report, temporary};

/// Waits for these signals in a thread of its own, except for those that the parent process has
/// ignored.
pub fn watch() {
    let ignored = ignored();
    let wanted = [SIGINT, SIGTERM].into_iter();
    let wanted = wanted.filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(wanted) else {
        return;
    };
    thread::spawn(move || {
        let Some(signal) = signals.forever().next() else {
            return;
        };
        temporary::remove();
        let _held = append::take_back();
        let mut err = std::io::stderr();
        if err.is_terminal() {
            let _ = err.write_all(b"\r\x1B[2K"); // the bar of the progress
        }
        report::interrupted().print();
        // The command ends by the signal, so that a shell knows.
        let _ = emulate_default_handler(signal);
    });
}

/// Returns the ignored signals, a bit each: a shell ignores some for commands that it starts in the
/// background.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0)
}
