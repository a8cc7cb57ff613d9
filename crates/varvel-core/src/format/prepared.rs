//! Dialects and encodings: documents that are converted before a format reads them.

use core::marker::PhantomData;

use super::Read;
use crate::copying::Copying;
use crate::error::{Error, Result};
use crate::source::Source;

/// A document that was converted so that a format can read it: JSON5 to JSON, UTF-16 to UTF-8.
///
/// Values that are read from it cannot borrow from the original. Errors have their offset in the
/// original.
pub trait Prepared {
    /// Returns the document that the format reads.
    fn bytes(&self) -> &[u8];

    /// Returns the offset in the original of the byte at `offset`. It is called for errors only,
    /// and takes time that is linear in the document.
    fn place(&self, offset: usize) -> usize;

    /// Moves the offset of an error to the original document. Its line and column stay, as they
    /// are the same in each encoding of a text.
    #[cold]
    fn placed(&self, error: Error) -> Error {
        match error.offset() {
            Some(offset) => error.moved_to(self.place(offset)),
            None => error,
        }
    }
}

/// Reads a [`Prepared`] document for `R`. Nothing in that document lives as long as `'de`, so it
/// gives copies.
#[derive(Debug)]
pub struct Copied<'de, R>(R, PhantomData<&'de ()>);

impl<'de, R: Read<'de>> Copied<'de, R> {
    /// Makes a reader for `read`.
    pub fn new(read: R) -> Self {
        Self(read, PhantomData)
    }
}

impl<'t, 'de, R: Read<'de>> Read<'t> for Copied<'de, R> {
    type Output = R::Output;

    fn read<S: Source<'t>>(self, source: &mut S) -> Result<R::Output> {
        self.0.read(&mut Copying::new(source))
    }
}
