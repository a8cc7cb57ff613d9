//! JSON5, JSON as people write it: comments, commas behind the last element, names without quotes,
//! NaN and infinities.
//!
//! | from, to | call |
//! |---|---|
//! | text to [`Frozen`](crate::Frozen) | [`freeze`], [`freeze_with`]; a [`Freezer`] for many documents |
//! | text to a type | [`from_slice`], [`from_str`], [`from_reader`]; into one that is there: [`read_into`] |
//! | [`Frozen`](crate::Frozen), [`View`](struct@crate::View), [`Value`](crate::Value) or a type to text | [`to_vec`], [`to_string`], [`to_writer`] |
//! | text to any [`Sink`](crate::Sink) | [`drive`] |
//!
//! Each function has a sibling that takes [`ReadOptions`] or [`WriteOptions`], whose name ends in
//! `_with`.
//!
//! The reader first rewrites a text as JSON, so nothing borrows from the text. Errors have their
//! place in the text that was given. Comments are not kept:
//! [`edit`](https://docs.rs/varvel/latest/varvel/edit/) changes a text and keeps them.
//!
//! ```
//! let text = "{\n  // In kilograms\n  weights: [.5, 0x10,],\n}";
//! let frozen = varvel::json5::freeze(text.as_bytes())?;
//! assert_eq!(varvel::json::to_string(&frozen)?, r#"{"weights":[0.5,16]}"#);
//! assert_eq!(varvel::json5::to_string(&frozen)?, "{weights:[0.5,16]}");
//! # Ok::<(), varvel::Error>(())
//! ```

pub use varvel_json::json5::{
    Json5, decode, drive, from_slice, from_slice_with, from_str, from_str_with, read_into,
    read_into_with, to_string, to_string_with, to_vec, to_vec_with,
};
#[cfg(feature = "std")]
pub use varvel_json::json5::{from_reader, from_reader_with, to_writer, to_writer_with};
#[doc(hidden)]
pub use varvel_json::json5::{line_len, white_len};
pub use varvel_json::{ReadOptions, WriteOptions};

crate::freezing::freezing! {
    Json5, "JSON5 document";
    /// ```
    /// let frozen = varvel::json5::freeze(b"[+1, 'two', /* and */]")?;
    /// assert_eq!(varvel::json::to_string(&frozen)?, r#"[1,"two"]"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze
    /// ```
    /// use varvel::{Duplicates, Limits, json5};
    /// let frozen = json5::freeze_with(b"{a: 1, a: 2}", Duplicates::First, Limits::DEFAULT)?;
    /// assert_eq!(frozen.view().field("a")?.i64()?, 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    freeze_with
}
