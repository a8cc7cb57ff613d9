//! Keeps a builder for each thread, for calls that freeze one document without a builder of their
//! own.

use varvel_core::{Duplicates, Limits, Result};

use super::Builder;

/// Calls `freeze` with a builder that the thread keeps. So a document that is frozen alone costs no
/// more than one of many, if the thread has frozen others like it before.
///
/// The builder's knowledge about keys decides which objects share shapes, and so the bytes. If the
/// bytes must depend on the document alone, use [`Freeze::canonical`](crate::Freeze::canonical) or
/// a new [`Builder`].
///
/// A thread keeps at most 256 KiB, and as much again if it also freezes with a policy that accepts
/// duplicate keys. This memory holds keys of documents, and the last document that was laid out. A
/// call inside of `freeze` gets a builder of its own; without the feature `std`, every call does.
///
/// ```
/// use varvel::{Duplicates, Limits, Sink};
/// let frozen = varvel::with_builder(Duplicates::Error, Limits::DEFAULT, |builder| {
///     builder.start()?;
///     builder.i64(7)?;
///     builder.finish()
/// })?;
/// assert_eq!(frozen.view().i64()?, 7);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns the error of `freeze`, and one where there is no memory for a builder.
pub fn with_builder<T>(
    duplicates: Duplicates,
    limits: Limits,
    freeze: impl FnOnce(&mut Builder) -> Result<T>,
) -> Result<T> {
    let mut builder = kept::take(duplicates, limits)?;
    let result = freeze(&mut builder);
    kept::put(builder);
    result
}

#[cfg(feature = "std")]
mod kept {
    use core::cell::Cell;
    use std::boxed::Box;
    use std::thread_local;
    use std::vec::Vec;

    use varvel_core::{Duplicates, Error, Limits, Result};

    use crate::Builder;

    thread_local! {
        /// One builder that refuses duplicate keys, and one that accepts them: their knowledge
        /// about keys differs.
        static KEPT: [Cell<Option<Box<Builder>>>; 2] = const { [Cell::new(None), Cell::new(None)] };
    }

    /// A builder with more bytes of memory than this is not kept.
    const MOST_BYTES: usize = 1 << 18;

    fn place(duplicates: Duplicates) -> usize {
        usize::from(duplicates != Duplicates::Error)
    }

    /// Takes the builder that is kept, or makes one if there is none, as when a thread ends.
    pub fn take(duplicates: Duplicates, limits: Limits) -> Result<Box<Builder>> {
        let kept = KEPT.try_with(|kept| kept[place(duplicates)].take());
        match kept.ok().flatten() {
            Some(mut builder) => {
                builder.set(duplicates, limits);
                Ok(builder)
            }
            None => boxed(Builder::try_with(duplicates, limits)?),
        }
    }

    /// Puts a builder on the heap.
    fn boxed(builder: Builder) -> Result<Box<Builder>> {
        let mut list = Vec::new();
        list.try_reserve_exact(1)
            .map_err(|_| Error::out_of_memory())?;
        list.push(builder);
        let one: *mut [Builder] = Box::into_raw(list.into_boxed_slice());
        // SAFETY: one item and a value alone have the same layout, and nobody else has the pointer.
        Ok(unsafe { Box::from_raw(one.cast()) })
    }

    pub fn put(builder: Box<Builder>) {
        if builder.capacity() <= MOST_BYTES {
            let place = place(builder.duplicates);
            // When a thread ends, the builder is dropped.
            let _ = KEPT.try_with(|kept| kept[place].set(Some(builder)));
        }
    }
}

#[cfg(not(feature = "std"))]
mod kept {
    use varvel_core::{Duplicates, Limits, Result};

    use crate::Builder;

    pub fn take(duplicates: Duplicates, limits: Limits) -> Result<Builder> {
        Builder::try_with(duplicates, limits)
    }

    pub fn put(_: Builder) {}
}
