//! Freezing documents, written once for all formats.

use core::fmt;

use crate::format::Format;
use crate::{Builder, Duplicates, Frozen, Result, View, with_builder};

/// Freezes a document of the format `F`. Each format's module has this function under the name
/// `freeze_with`.
///
/// ```
/// use varvel::{format::Format, Duplicates, Frozen, Result, freeze_with};
/// fn load<F: Format>(document: &[u8]) -> Result<Frozen> {
///     freeze_with::<F>(document, Duplicates::Last, F::ReadOptions::default())
/// }
/// let frozen = load::<varvel::json::Json>(br#"{"a": 1, "a": 2}"#)?;
/// assert_eq!(frozen.view().field("a")?.i64()?, 2);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the document is malformed or goes beyond the limits, with byte offset and
/// path.
pub fn freeze_with<F: Format>(
    input: &[u8],
    duplicates: Duplicates,
    options: impl Into<F::ReadOptions>,
) -> Result<Frozen> {
    let options = options.into();
    with_builder(duplicates, *F::limits(&options), |builder| {
        builder.start()?;
        F::drive(input, &options, &mut F::Scratch::default(), builder)?;
        builder.finish()
    })
}

/// Freezes many documents of one format, and keeps memory and knowledge of keys between them. Each
/// format's module has its own under this name.
///
/// ```
/// use varvel::json::Freezer;
/// let mut freezer = Freezer::new();
/// let mut total = 0;
/// for line in [r#"{"id": 1, "paid": 20}"#, r#"{"id": 2, "paid": 5}"#] {
///     total += freezer.freeze(line.as_bytes())?.field("paid")?.i64()?;
/// }
/// assert_eq!(total, 25);
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Freezer<F: Format> {
    builder: Builder,
    options: F::ReadOptions,
    scratch: F::Scratch,
}

impl<F: Format> Freezer<F> {
    /// Returns a freezer that refuses duplicate keys, with the default limits.
    pub fn new() -> Self {
        Self::with(Duplicates::Error, F::ReadOptions::default())
    }

    /// Returns a freezer with a policy for duplicate keys, and with limits or the format's
    /// `ReadOptions`. Ends the process, as `Vec` does, where there is no memory for a few KiB:
    /// [`Freezer::try_with`] does not.
    ///
    /// ```
    /// use varvel::{Duplicates, ErrorKind, Limits, json::Freezer};
    /// let flat = Limits { depth: 1, ..Limits::DEFAULT };
    /// let error = Freezer::with(Duplicates::Error, flat).freeze(b"[[]]").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DepthLimit);
    /// ```
    pub fn with(duplicates: Duplicates, options: impl Into<F::ReadOptions>) -> Self {
        let options = options.into();
        Self::of(Builder::with(duplicates, *F::limits(&options)), options)
    }

    /// Returns a freezer like [`Freezer::with`], or an error where there is no memory for a few
    /// KiB. `Freezer::with` ends the process then.
    ///
    /// ```
    /// use varvel::{Duplicates, Limits, json::Freezer};
    /// let mut freezer = Freezer::try_with(Duplicates::Error, Limits::DEFAULT)?;
    /// assert_eq!(freezer.freeze(b"[1, 2]")?.len(), 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error where there is no memory for a few KiB.
    pub fn try_with(duplicates: Duplicates, options: impl Into<F::ReadOptions>) -> Result<Self> {
        let options = options.into();
        let builder = Builder::try_with(duplicates, *F::limits(&options))?;
        Ok(Self::of(builder, options))
    }

    fn of(builder: Builder, options: F::ReadOptions) -> Self {
        Self {
            builder,
            options,
            scratch: F::Scratch::default(),
        }
    }

    /// Freezes `input`. The result lives in this freezer's memory until the next call.
    ///
    /// # Errors
    /// Returns an error if the document is malformed or goes beyond the limits, with byte offset
    /// and path.
    pub fn freeze(&mut self, input: &[u8]) -> Result<View<'_>> {
        self.read(input)?;
        self.builder.finish_view()
    }

    /// Freezes `input` into a buffer of its own.
    ///
    /// ```
    /// let mut freezer = varvel::json::Freezer::new();
    /// let first = freezer.freeze_owned(b"[1]")?;
    /// let second = freezer.freeze_owned(b"[1, 2]")?;
    /// assert_eq!((first.view().len(), second.view().len()), (1, 2));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Freezer::freeze`].
    pub fn freeze_owned(&mut self, input: &[u8]) -> Result<Frozen> {
        self.read(input)?;
        self.builder.finish()
    }

    fn read(&mut self, input: &[u8]) -> Result {
        self.builder.start()?;
        F::drive(input, &self.options, &mut self.scratch, &mut self.builder)
    }
}

impl<F: Format> Default for Freezer<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Format> fmt::Debug for Freezer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Freezer")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Declares `freeze`, `freeze_with` and `Freezer` of a format. The attributes before a name are its
/// example.
macro_rules! freezing {
    (
        $format:ty, $document:literal;
        $(#[$freeze:meta])* freeze
        $(#[$freeze_with:meta])* freeze_with
    ) => {
        #[doc = concat!("Freezes the ", $document, " `input`. Duplicate keys are refused; the limits are the default ones.")]
        ///
        /// Time is linear in the input, and less if the thread froze similar documents before. The
        /// bytes may differ then: see [`with_builder`](crate::with_builder). A [`Freezer`] can lend
        /// its result instead, without a buffer for each document.
        ///
        $(#[$freeze])*
        ///
        /// # Errors
        /// Returns an error if the document is malformed, with byte offset and path.
        pub fn freeze(input: &[u8]) -> crate::Result<crate::Frozen> {
            freeze_with(input, crate::Duplicates::Error, ReadOptions::default())
        }

        /// Freezes as [`freeze`] does, with a policy for duplicate keys, and with limits or
        /// [`ReadOptions`].
        ///
        $(#[$freeze_with])*
        ///
        /// # Errors
        /// Returns the errors of [`freeze`], and one if the document goes beyond the limits.
        pub fn freeze_with(
            input: &[u8],
            duplicates: crate::Duplicates,
            options: impl Into<ReadOptions>,
        ) -> crate::Result<crate::Frozen> {
            crate::freezing::freeze_with::<$format>(input, duplicates, options)
        }

        #[doc = concat!("Freezes one ", $document, " after the other: a [`Freezer`](crate::Freezer) of this format.")]
        pub type Freezer = crate::Freezer<$format>;
    };
}

pub(crate) use freezing;
