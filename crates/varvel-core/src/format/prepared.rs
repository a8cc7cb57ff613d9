//! Dialects and encodings: documents that are first made readable by a format.

use core::marker::PhantomData;

use super::Read;
use crate::copying::Copying;
use crate::error::{Error, Result};
use crate::source::Source;

/// A document that was made readable by a format: JSON of a text in JSON5, UTF-8 of one in UTF-16.
///
/// What is read from it cannot borrow from the document as it was; errors have their place in that.
pub trait Prepared {
    /// The document that the format reads.
    fn bytes(&self) -> &[u8];

    /// Where in the document as it was the byte at `offset` comes from. Called for errors only;
    /// linear in the document.
    fn place(&self, offset: usize) -> usize;

    /// Adds to an error its place in the document as it was.
    #[cold]
    fn placed(&self, error: Error) -> Error {
        match error.offset() {
            Some(offset) => error.with_offset(self.place(offset)),
            None => error,
        }
    }
}

/// What reads from a [`Prepared`] document for `R`, of which nothing lives as long as `'de`: it
/// gives copies.
#[derive(Debug)]
pub struct Copied<'de, R>(R, PhantomData<&'de ()>);

impl<'de, R: Read<'de>> Copied<'de, R> {
    /// Reads for `read`.
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
