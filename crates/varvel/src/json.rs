//! JSON (RFC 8259): reads it into frozen buffers and your types, and writes it from both.
//!
//! | from, to | call |
//! |---|---|
//! | text to [`Frozen`](crate::Frozen) | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | text to a type | [`from_slice`], [`from_str`], [`from_reader`]; into one that is there: [`read_into`] |
//! | [`Frozen`](crate::Frozen), [`View`](struct@crate::View) or a type to text | [`to_vec`], [`to_string`], [`to_string_pretty`], [`to_writer`]; a [`Writer`] |
//! | text to any [`Sink`](crate::Sink) | [`drive`]; [`drive_with`] for many documents |
//! | JSON5: comments, names without quotes and the like | [`json5`](crate::json5); [`Relaxed`] makes JSON of it |
//!
//! Each function has a sibling that takes [`ReadOptions`] or [`WriteOptions`], whose name ends in
//! `_with`.
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

pub use varvel_json::number;
pub use varvel_json::options::{Names, NonFinite};
pub use varvel_json::read::{Scratch, drive_with};
pub use varvel_json::{
    Json, ReadOptions, Reader, Relaxed, WriteOptions, Writer, decode, drive, from_slice,
    from_slice_with, from_str, from_str_with, read_into, read_into_with, to_string,
    to_string_pretty, to_string_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_json::{from_reader, from_reader_with, to_writer, to_writer_with};

crate::freezing::freezing! {
    Json, "JSON document";
    /// ```
    /// let frozen = varvel::json::freeze(br#"[18446744073709551616, 0.1, "a\tb"]"#)?;
    /// assert_eq!(varvel::json::to_string(&frozen)?, r#"[18446744073709551616,0.1,"a\tb"]"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze
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
    freeze_with
}
