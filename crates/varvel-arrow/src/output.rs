//! [`Output`]: the output of a file that is written, which keeps its first failure.

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, OnceLock};

use varvel::Error;

/// An output whose first failure is kept.
pub(crate) struct Output<W> {
    inner: W,
    failure: Failure,
}

/// The first failure of an output.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<OnceLock<Error>>);

impl Failure {
    /// Returns the failure, if there was one, or else `error`.
    pub fn or(&self, error: Error) -> Error {
        self.0.get().cloned().unwrap_or(error)
    }
}

impl<W: Write> Output<W> {
    /// Returns the output with the place of its failure.
    pub fn new(inner: W) -> (Self, Failure) {
        let failure = Failure::default();
        let output = Self {
            inner,
            failure: failure.clone(),
        };
        (output, failure)
    }

    /// Returns the output itself.
    pub fn into_inner(self) -> W {
        self.inner
    }

    fn note<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(cause) = &result
            && cause.kind() != ErrorKind::Interrupted
        {
            self.failure.0.get_or_init(|| Error::of_io(cause));
        }
        result
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.inner.write(bytes) {
            Ok(0) if !bytes.is_empty() => Err(ErrorKind::WriteZero.into()),
            other => other,
        };
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.inner.flush();
        self.note(flushed)
    }
}
