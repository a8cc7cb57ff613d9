//! [`Interrupts`]: signals, such as that of Ctrl-C, while no Python runs for long.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::tables::rows::lock;

/// How often Python is asked.
const EVERY: Duration = Duration::from_millis(50);

/// The signals that come while work is done.
pub struct Interrupts(Mutex<(Instant, Option<PyErr>)>);

impl Interrupts {
    /// Returns those from now on.
    pub fn new() -> Self {
        Self(Mutex::new((Instant::now(), None)))
    }

    /// Lets Python handle the signals that came, at times, and says to stop if that raised an
    /// exception. This thread holds no lock of Python.
    pub fn poll(&self) -> ControlFlow<()> {
        let mut state = lock(&self.0);
        let (last, raised) = &mut *state;
        if raised.is_none() && last.elapsed() >= EVERY {
            *raised = Python::attach(|py| py.check_signals()).err();
            *last = Instant::now();
        }
        match raised {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the end of the work, or the exception that was raised meanwhile.
    pub fn end<T>(self, done: PyResult<T>) -> PyResult<T> {
        match lock(&self.0).1.take() {
            Some(raised) => Err(raised),
            None => done,
        }
    }
}
