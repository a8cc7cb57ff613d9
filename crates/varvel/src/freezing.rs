//! Documents of any format, frozen: once for all formats.

use core::fmt;

use crate::{Builder, Duplicates, Frozen, Result, View, format::Format, with_builder};

/// Freezes a document of a format; each format's module has this by the name `freeze_with`.
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
/// What is wrong with the document, and where: byte offset and path; and whatever goes beyond the
/// limits.
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

/// Freezes one document of a format after the other, with memory and knowledge of keys kept between
/// them. Each format's module has its own by this name.
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
    /// A freezer that refuses duplicate keys, with the default limits.
    pub fn new() -> Self {
        Self::with(Duplicates::Error, F::ReadOptions::default())
    }

    /// A freezer with a policy for duplicate keys, and with limits or the format's `ReadOptions`.
    ///
    /// ```
    /// use varvel::{Duplicates, ErrorKind, Limits, json::Freezer};
    /// let flat = Limits { depth: 1, ..Limits::DEFAULT };
    /// let error = Freezer::with(Duplicates::Error, flat).freeze(b"[[]]").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DepthLimit);
    /// ```
    pub fn with(duplicates: Duplicates, options: impl Into<F::ReadOptions>) -> Self {
        let options = options.into();
        Self {
            builder: Builder::with(duplicates, *F::limits(&options)),
            options,
            scratch: F::Scratch::default(),
        }
    }

    /// Freezes `input`; the result lives in this freezer's memory until the next call.
    ///
    /// # Errors
    /// What is wrong with the document, and where: byte offset and path; and whatever goes beyond
    /// the limits.
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
    /// Those of [`Freezer::freeze`].
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

/// Declares `freeze`, `freeze_with` and `Freezer` of a format; the lines before a name are its
/// example.
macro_rules! freezing {
    (
        $format:ty, $document:literal;
        $(#[$freeze:meta])* freeze
        $(#[$freeze_with:meta])* freeze_with
    ) => {
        #[doc = concat!("Freezes the ", $document, " `input`. Duplicate keys are refused; the limits are the default ones.")]
        ///
        /// Time is linear in the input, and less if the thread froze the like before; the bytes may
        /// differ then: see [`with_builder`](crate::with_builder). A [`Freezer`] also lends what it
        /// froze, without a buffer for each.
        ///
        $(#[$freeze])*
        ///
        /// # Errors
        /// What is wrong with it, and where: byte offset and path.
        pub fn freeze(input: &[u8]) -> crate::Result<crate::Frozen> {
            freeze_with(input, crate::Duplicates::Error, ReadOptions::default())
        }

        /// Freezes as [`freeze`] does, with a policy for duplicate keys, and with limits or
        /// [`ReadOptions`].
        ///
        $(#[$freeze_with])*
        ///
        /// # Errors
        /// Those of [`freeze`], and whatever goes beyond the limits.
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
