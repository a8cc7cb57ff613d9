//! JSON (RFC 8259): into frozen buffers, into your types, and out of both.
//!
//! | from, to | call |
//! |---|---|
//! | text to [`Frozen`] | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | text to a type | [`from_slice`], [`from_str`], [`from_reader`]; with [`ReadOptions`]: [`from_slice_with`] |
//! | [`Frozen`], [`View`](struct@crate::View) or a type to text | [`to_vec`], [`to_string`], [`to_writer`]; with [`WriteOptions`]: [`to_vec_with`], [`to_string_with`] |
//! | text to any [`Sink`](crate::Sink) | [`drive`]; [`drive_with`] for many documents |
//! | JSON5: comments, names without quotes and the like | [`Relaxed`], which makes JSON of it |
//!
//! Reading is strict and exact: integers of any size, floats correctly rounded, strings always
//! UTF-8. Everything else is an [`Error`](crate::Error) with its place.
//!
//! ```
//! let error = varvel::json::freeze(b"{\n  \"size\": 3,\n}").unwrap_err();
//! let report = error.report(b"{\n  \"size\": 3,\n}").to_string();
//! assert_eq!(error.path().unwrap().to_string(), "$");
//! assert!(report.contains("line 3, column 1"));
//! assert!(report.ends_with("hint: JSON allows no comma after the last element"));
//! ```

#[cfg(feature = "serde")]
pub mod serde;

pub use varvel_json::options::{Names, NonFinite};
pub use varvel_json::read::{Scratch, drive_with};
pub use varvel_json::{
    ReadOptions, Reader, Relaxed, WriteOptions, Writer, drive, from_slice, from_slice_with,
    from_str, read_into, to_string, to_string_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_json::{from_reader, to_writer};

use crate::{Builder, Duplicates, Frozen, Limits, Result, View, with_builder};

/// Freezes the JSON document `input`. Duplicate keys are refused; the limits are the default ones.
///
/// Time is linear in the input, and less if the thread froze the like before; the bytes may differ then: see
/// [`with_builder`]. A [`Freezer`] also lends what it froze, without a buffer for each.
///
/// ```
/// let frozen = varvel::json::freeze(br#"[18446744073709551616, 0.1, "a\tb"]"#)?;
/// assert_eq!(varvel::json::to_string(&frozen)?, r#"[18446744073709551616,0.1,"a\tb"]"#);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the document, and where: byte offset and path.
pub fn freeze(input: &[u8]) -> Result<Frozen> {
    freeze_with(input, Duplicates::Error, Limits::DEFAULT)
}

/// Freezes the JSON document `input` with a policy for duplicate keys, and with limits or [`ReadOptions`].
///
/// ```
/// use varvel::{Duplicates, Limits, json};
/// let text = br#"{"limit": 500, "limit": 50000}"#;
/// assert!(json::freeze(text).is_err());
/// let frozen = json::freeze_with(text, Duplicates::Last, Limits::DEFAULT)?;
/// assert_eq!(frozen.view().field("limit")?.i64()?, 50000);
///
/// let exact = json::ReadOptions::default().with_exact_decimals();
/// let frozen = json::freeze_with(b"1.10", Duplicates::Error, exact)?;
/// assert_eq!(frozen.view().as_number_text(), Some("1.10"));
/// assert_eq!(frozen.view().f64()?, 1.1);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of [`freeze`], and whatever goes beyond the limits.
pub fn freeze_with(
    input: &[u8],
    duplicates: Duplicates,
    options: impl Into<ReadOptions>,
) -> Result<Frozen> {
    let options = options.into();
    with_builder(duplicates, options.limits, |builder| {
        builder.start()?;
        drive(input, &options, builder)?;
        builder.finish()
    })
}

/// Freezes one JSON document after the other, with memory and knowledge of keys kept between them.
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
#[derive(Debug, Default)]
pub struct Freezer {
    builder: Builder,
    options: ReadOptions,
    scratch: Scratch,
}

impl Freezer {
    /// A freezer that refuses duplicate keys, with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// A freezer with a policy for duplicate keys, and with limits or [`ReadOptions`].
    ///
    /// ```
    /// use varvel::{Duplicates, ErrorKind, Limits, json::Freezer};
    /// let flat = Limits { depth: 1, ..Limits::DEFAULT };
    /// let error = Freezer::with(Duplicates::Error, flat).freeze(b"[[]]").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DepthLimit);
    /// ```
    pub fn with(duplicates: Duplicates, options: impl Into<ReadOptions>) -> Self {
        let options = options.into();
        Self {
            builder: Builder::with(duplicates, options.limits),
            options,
            scratch: Scratch::new(),
        }
    }

    /// Freezes `input`; the result lives in this freezer's memory until the next call.
    ///
    /// # Errors
    /// Those of [`freeze`].
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
    /// Those of [`freeze`].
    pub fn freeze_owned(&mut self, input: &[u8]) -> Result<Frozen> {
        self.read(input)?;
        self.builder.finish()
    }

    fn read(&mut self, input: &[u8]) -> Result {
        self.builder.start()?;
        drive_with(input, &self.options, &mut self.scratch, &mut self.builder)
    }
}
