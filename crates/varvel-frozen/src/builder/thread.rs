//! The builder of each thread, for calls that freeze one document and have none of their own.

use varvel_core::{Duplicates, Limits};

use super::Builder;

/// Calls `freeze` with a builder that the thread keeps: a document that is frozen alone costs no
/// more than one of many, if others like it came before.
///
/// What the builder knows of keys decides where shapes are shared, and so the bytes. Where they
/// must depend on the document alone, [`Freeze::canonical`](crate::Freeze::canonical) makes them,
/// or a [`Builder`] of one's own.
///
/// A thread keeps at most 256 KiB, and as much again if it also freezes where keys may come twice;
/// in it are keys of documents, and what was laid out last. A call inside of `freeze` has a builder
/// of its own; so has every call without the feature `std`.
///
/// ```
/// use varvel_core::{Duplicates, Limits, Sink};
/// let frozen = varvel_frozen::with_builder(Duplicates::Error, Limits::DEFAULT, |builder| {
///     builder.start()?;
///     builder.i64(7)?;
///     builder.finish()
/// })?;
/// assert_eq!(frozen.view().i64()?, 7);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn with_builder<T>(
    duplicates: Duplicates,
    limits: Limits,
    freeze: impl FnOnce(&mut Builder) -> T,
) -> T {
    let mut builder = kept::take(duplicates, limits);
    let result = freeze(&mut builder);
    kept::put(builder);
    result
}

#[cfg(feature = "std")]
mod kept {
    use core::cell::Cell;
    use std::boxed::Box;
    use std::thread_local;

    use varvel_core::{Duplicates, Limits};

    use crate::Builder;

    thread_local! {
        /// One that refuses keys that come twice, and one that does not: they know different things
        /// of keys.
        static KEPT: [Cell<Option<Box<Builder>>>; 2] = const { [Cell::new(None), Cell::new(None)] };
    }

    /// A builder with more memory is not kept.
    const MOST_BYTES: usize = 1 << 18;

    fn place(duplicates: Duplicates) -> usize {
        usize::from(duplicates != Duplicates::Error)
    }

    /// The one that is kept; one anew where there is none, as while a thread ends.
    pub fn take(duplicates: Duplicates, limits: Limits) -> Box<Builder> {
        let kept = KEPT.try_with(|kept| kept[place(duplicates)].take());
        match kept.ok().flatten() {
            Some(mut builder) => {
                builder.set(duplicates, limits);
                builder.shapes.make_young();
                builder
            }
            None => Box::new(Builder::with(duplicates, limits)),
        }
    }

    pub fn put(builder: Box<Builder>) {
        if builder.capacity() <= MOST_BYTES {
            let place = place(builder.duplicates);
            // While a thread ends, it is dropped.
            let _ = KEPT.try_with(|kept| kept[place].set(Some(builder)));
        }
    }
}

#[cfg(not(feature = "std"))]
mod kept {
    use varvel_core::{Duplicates, Limits};

    use crate::Builder;

    pub fn take(duplicates: Duplicates, limits: Limits) -> Builder {
        Builder::with(duplicates, limits)
    }

    pub fn put(_: Builder) {}
}
