//! Dialects and encodings: documents that are first made readable by a format.

use core::marker::PhantomData;

use super::{Format, Read};
use crate::copying::Copying;
use crate::error::{Error, Result};
use crate::source::Source;
use crate::transient::Transient;

/// A document that was made readable by a format: JSON of a text in JSON5, UTF-8 of one in UTF-16.
///
/// What is read from it cannot borrow from the document as it was; errors have their place in that.
pub trait Prepared {
    /// The document that the format reads.
    fn bytes(&self) -> &[u8];

    /// Where in the document as it was the byte at `offset` comes from. Called for errors only; linear in the document.
    fn place(&self, offset: usize) -> usize;
}

/// Gives a prepared document to a sink.
///
/// # Errors
/// Those of [`Format::drive`].
pub fn drive_prepared<F: Format>(
    prepared: &impl Prepared,
    options: &F::ReadOptions,
    scratch: &mut F::Scratch,
    sink: &mut Transient<'_, '_>,
) -> Result {
    F::drive(prepared.bytes(), options, scratch, sink).map_err(|error| placed(prepared, error))
}

/// Gives a source over a prepared document to `read`.
///
/// # Errors
/// Those of [`Format::read`].
pub fn read_prepared<'de, F: Format, R: Read<'de>>(
    prepared: &impl Prepared,
    options: &F::ReadOptions,
    read: R,
) -> Result<R::Output> {
    struct Copied<'de, R>(R, PhantomData<&'de ()>);
    impl<'t, 'de, R: Read<'de>> Read<'t> for Copied<'de, R> {
        type Output = R::Output;
        fn read<S: Source<'t>>(self, source: &mut S) -> Result<R::Output> {
            self.0.read(&mut Copying::new(source))
        }
    }
    let read = F::read(prepared.bytes(), options, Copied(read, PhantomData));
    read.map_err(|error| placed(prepared, error))
}

#[cold]
fn placed(prepared: &impl Prepared, error: Error) -> Error {
    match error.offset() {
        Some(offset) => error.at(prepared.place(offset)),
        None => error,
    }
}
