//! [`Trail`]: the last part of an array that was read, to show the place of an error.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use varvel::path::Step;
use varvel::yaml::Encoding;
use varvel::{Error, ErrorKind};

use crate::files::format::Format;
use crate::files::input::{Input, Passed};
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// The part of an input that was read and may still be needed to find the place of an error.
#[derive(Clone)]
pub struct Trail(Arc<Mutex<Kept>>);

struct Kept {
    /// Whether the input is text, whose lines are shown. Nothing is kept of other inputs.
    text: bool,
    pieces: VecDeque<Vec<u8>>,
    /// The part before these.
    passed: Passed,
}

impl Trail {
    /// Returns a trail of an input of which nothing was read.
    pub fn new(text: bool) -> Self {
        Self(Arc::new(Mutex::new(Kept {
            text,
            pieces: VecDeque::new(),
            passed: Passed::default(),
        })))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps bytes that were read.
    fn follow(&self, bytes: &[u8]) {
        let mut kept = self.kept();
        if !kept.text {
            return;
        }
        let mut piece = Vec::new();
        // If memory runs out, errors are shown without their lines: see `failure`.
        match piece.try_reserve_exact(bytes.len()) {
            Ok(()) => piece.extend_from_slice(bytes),
            Err(_) => kept.text = false,
        }
        kept.pieces.push_back(piece);
    }

    /// Drops the pieces before byte `to`, except the last ones, which are shown beside an error
    /// behind them.
    pub fn leave(&self, to: u64) {
        let mut kept = self.kept();
        let Some(to) = to.checked_sub(SHOWN) else {
            return;
        };
        while let Some(first) = kept.pieces.front()
            && (kept.passed.offset + first.len()) as u64 <= to
            && let Some(first) = kept.pieces.pop_front()
        {
            kept.passed.pass(&first);
        }
    }

    /// Reports an error in the item of this number, which begins at byte `offset`, or behind it.
    pub fn failure(
        &self,
        name: &str,
        format: Format,
        number: u64,
        offset: u64,
        error: Error,
    ) -> Failure {
        let inside = error.offset().unwrap_or_default();
        let place = usize::try_from(offset).map_or(usize::MAX, |at| at.saturating_add(inside));
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let error = match error.kind() {
            // This error is behind all items.
            ErrorKind::TrailingData => error,
            _ => error.inside(Step::Index(number)),
        };
        let error = error.with_offset(place);
        let kept = self.kept();
        if format.is_text() && !kept.text {
            return report::in_document(name, &error);
        }
        let bytes: Vec<u8> = kept.pieces.iter().flatten().copied().collect();
        let input = Input {
            name: name.to_owned(),
            bytes,
            format,
            encoding: Encoding::Utf8,
            passed: Some(kept.passed),
        };
        input.failure(&error)
    }
}

/// At least this many bytes are kept before the part that is still needed.
const SHOWN: u64 = 1 << 12;

/// An input that leaves a trail.
pub struct Trailed<R>(pub R, pub Trail);

impl<R: Read> Read for Trailed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.follow(&buffer[..count]);
        Ok(count)
    }
}
