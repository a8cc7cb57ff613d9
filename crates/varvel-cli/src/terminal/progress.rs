//! The progress of the work: a bar with rate and time left on standard error.
//!
//! The bar appears only on a terminal, after a moment, and goes without a trace. With `--quiet`
//! there is none.

use std::io::{self, IsTerminal as _, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// The bar if the total is known.
const KNOWN: &str =
    "{wide_bar:.cyan/dim} {binary_bytes}/{binary_total_bytes}  {binary_bytes_per_sec}  {eta} left";

/// The bar if the total is unknown.
const UNKNOWN: &str = "{spinner} {binary_bytes}  {binary_bytes_per_sec}  {elapsed}";

/// The bytes read of a total. The bar goes when the last clone does.
#[derive(Clone, Debug)]
pub struct Progress(Option<Arc<Bar>>);

#[derive(Debug)]
struct Bar {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    /// Begins a bar for `len` bytes, if the length is known.
    pub fn of(len: Option<u64>, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
        let template = if len.is_some() { KNOWN } else { UNKNOWN };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━━ "));
        }
        let begun = Instant::now();
        Self(Some(Arc::new(Bar { bar, begun })))
    }

    /// Adds this many bytes that were read.
    pub fn advance(&self, bytes: usize) {
        let Some(Bar { bar, begun }) = self.0.as_deref() else {
            return;
        };
        if bar.is_hidden() && begun.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.inc(bytes as u64);
    }

    /// Lets `print` write lines to the terminal, which the bar would spoil.
    pub fn suspended(&self, print: impl FnOnce()) {
        match self.0.as_deref() {
            Some(Bar { bar, .. }) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A reader whose progress is shown.
pub struct Watched<R>(pub R, pub Progress);

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.advance(count);
        Ok(count)
    }
}
