//! [`Interrupts`]: signals, such as that of Ctrl-C, while no Python runs for long.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::lock::lock;

/// How often Python is asked.
pub const EVERY: Duration = Duration::from_millis(50);

/// How long after the error of a library Ctrl-C is raised: a program that ends has told the error.
const REPEAT: Duration = Duration::from_millis(100);

/// The signals that come while work is done.
#[derive(Clone)]
pub struct Interrupts(Arc<Mutex<(Instant, Option<PyErr>)>>);

impl Interrupts {
    /// Returns those from now on.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new((Instant::now(), None))))
    }

    /// Lets Python handle the signals that came, at times, and says to stop if that raised an
    /// exception. This thread holds no lock of Python.
    pub fn poll(&self) -> ControlFlow<()> {
        let mut state = lock(&self.0);
        let (last, raised) = &mut *state;
        if raised.is_none() && last.elapsed() >= EVERY {
            let checked = Python::try_attach(|py| py.check_signals());
            *raised = checked.and_then(Result::err);
            *last = Instant::now();
        }
        match raised {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns whether an exception was raised. This is for work that a library called, which
    /// raises an error of its own then: if it was Ctrl-C, Python raises that once more, soon after,
    /// so that a program which goes on after errors ends.
    pub fn repeat(&self) -> bool {
        let Some(raised) = lock(&self.0).1.take() else {
            return false;
        };
        let is_key = |py: Python<'_>| raised.is_instance_of::<PyKeyboardInterrupt>(py);
        if Python::try_attach(is_key) == Some(true) {
            // Without a thread, the error of the library is left.
            let _ = thread::Builder::new().spawn(|| {
                thread::sleep(REPEAT);
                Python::try_attach(press)
            });
        }
        true
    }

    /// Returns the end of the work, or the exception that was raised meanwhile.
    pub fn end<T>(self, done: PyResult<T>) -> PyResult<T> {
        match lock(&self.0).1.take() {
            Some(raised) => Err(raised),
            None => done,
        }
    }
}

/// Sends the main thread the signal of Ctrl-C, which also ends what it waits for.
fn press(py: Python<'_>) -> PyResult<()> {
    let signal = py.import("signal")?;
    if !signal.hasattr("pthread_kill")? {
        // On Windows.
        let interrupted = py.import("_thread")?.call_method0("interrupt_main");
        return interrupted.map(drop);
    }
    let main = py.import("threading")?.call_method0("main_thread")?;
    let given = (main.getattr("ident")?, signal.getattr("SIGINT")?);
    signal.call_method1("pthread_kill", given).map(drop)
}
