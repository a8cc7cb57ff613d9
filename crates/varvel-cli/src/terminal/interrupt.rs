//! Ctrl-C, or being told to end: a line that says so, and no temporary file left behind. The output
//! is as it was, since it is replaced only when it is whole, and a stream that is added to is cut
//! back.

use std::io::{IsTerminal as _, Write as _};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::files::append;
use crate::terminal::{report, temporary};

/// Waits for these signals in a thread of its own, but for those that whoever started the command
/// has ignored.
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
        // Ends by the signal, so that a shell knows.
        let _ = emulate_default_handler(signal);
    });
}

/// The signals that are ignored, as a shell does for what it starts in the background: a bit each.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0)
}
