//! Ctrl-C: a line that says so, and no temporary file left behind. The output is as it was, since it is replaced
//! only when it is whole; but for a stream that is added to, which the next one that adds cuts back to its last whole
//! segment.

use std::io::{IsTerminal as _, Write as _};
use std::thread;

use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::{report, temporary};

/// Waits for Ctrl-C in a thread of its own, unless whoever started the command has it ignored.
pub fn watch() {
    if is_ignored() {
        return;
    }
    let Ok(mut signals) = Signals::new([SIGINT]) else {
        return;
    };
    thread::spawn(move || {
        if signals.forever().next().is_none() {
            return;
        }
        temporary::remove();
        let mut err = std::io::stderr();
        if err.is_terminal() {
            let _ = err.write_all(b"\r\x1B[2K"); // the bar of the progress
        }
        report::interrupted().print();
        // Ends by the signal, so that a shell knows.
        let _ = emulate_default_handler(SIGINT);
    });
}

/// As a shell does for what it starts in the background.
fn is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (SIGINT - 1) & 1 == 1
}
