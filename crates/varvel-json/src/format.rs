//! JSON as a [`Format`], and the functions that the crate of every format has.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::format::Read;
use varvel_core::{Encode, Format, Limits, Profile, Result, Sink};

use crate::marker::Json;
use crate::options::{ReadOptions, WriteOptions};
use crate::read::{self, Scratch};
use crate::write::{self, Writer};

impl Format for Json {
    const NAME: &'static str = "JSON";
    const EXTENSIONS: &'static [&'static str] = &["json"];
    /// JSON is text with strings as keys. It has no bytes, points in time, NaN and infinities.
    const PROFILE: Profile = {
        let mut profile = Profile::TREE;
        profile.bytes = false;
        profile.any_keys = false;
        profile.timestamps = false;
        profile.non_finite = false;
        profile
    };

    type ReadOptions = ReadOptions;
    type Scratch = Scratch;
    type WriteOptions = WriteOptions;
    type Writer = Writer;

    #[inline(always)]
    fn limits(options: &ReadOptions) -> &Limits {
        &options.limits
    }

    #[inline(always)]
    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> Result {
        read::drive_with(input, options, scratch, sink)
    }

    #[inline(always)]
    fn read<'de, R: Read<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        read: R,
    ) -> Result<R::Output> {
        read::read(input, options, read)
    }

    fn writer(options: &WriteOptions, buffer: Vec<u8>) -> Writer {
        Writer::with_buffer(*options, buffer)
    }

    fn finish(writer: Writer) -> Result<Vec<u8>> {
        writer.finish()
    }

    fn abandon(writer: Writer) -> Vec<u8> {
        writer.abandon()
    }

    #[inline(always)]
    fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
        write::to_vec(value, options)
    }
}

varvel_core::format_functions! {
    Json, "JSON document";
    /// ```
    /// let rows: Vec<Vec<u8>> = varvel::json::from_slice(b"[[1, 2], [], [255]]")?;
    /// assert_eq!(rows, [vec![1, 2], vec![], vec![255]]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice
    /// ```
    /// use varvel::Limits;
    /// use varvel::json::{ReadOptions, from_slice_with};
    /// let short = ReadOptions::with_limits(Limits { bytes: 4, ..Limits::DEFAULT });
    /// assert!(from_slice_with::<Vec<u8>>(b"[1,2,3]", &short).is_err());
    /// ```
    from_slice_with
    /// ```
    /// use varvel::Limits;
    /// use varvel::json::{ReadOptions, decode};
    /// let flat = ReadOptions::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// assert!(decode::<Vec<Vec<bool>>, ()>(b"[[true]]", &flat, &()).is_err());
    /// ```
    decode
    /// ```
    /// let mut line = String::with_capacity(80);
    /// for document in [r#""first""#, r#""second""#] {
    ///     varvel::json::read_into(document.as_bytes(), &mut line)?;
    /// }
    /// assert!(line == "second" && line.capacity() == 80);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    read_into
    /// ```
    /// let input: &[u8] = b"[true, false]"; // or a file
    /// let answers: Vec<bool> = varvel::json::from_reader(input)?;
    /// assert_eq!(answers, [true, false]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_reader
    /// ```
    /// assert_eq!(varvel::json::to_vec(&vec![1.5, -0.0])?, b"[1.5,-0.0]");
    /// assert!(varvel::json::to_vec(&[f64::NAN]).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec
    /// ```
    /// use varvel::json::{WriteOptions, to_vec_with};
    /// assert_eq!(to_vec_with(&[1, 2], &WriteOptions::pretty())?, b"[\n  1,\n  2\n]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec_with
    /// ```
    /// let mut output = Vec::new();
    /// varvel::json::to_writer(&mut output, &true)?;
    /// assert_eq!(output, b"true");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_writer
}

varvel_core::text_functions! {
    Json, "JSON document";
    /// ```
    /// let error = varvel::json::from_str::<Vec<u8>>("[1, 256]").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "number out of range: expected an integer that fits u8, found 256, at $[1] (byte 4)",
    /// );
    /// ```
    from_str
    /// ```
    /// assert_eq!(varvel::json::to_string("größe\n")?, r#""größe\n""#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_string
}

/// Writes a value as JSON into a string, on several lines, with two spaces a level.
///
/// ```
/// assert_eq!(varvel::json::to_string_pretty(&[1, 2])?, "[\n  1,\n  2\n]");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// The errors of [`to_vec`].
pub fn to_string_pretty<T: Encode + ?Sized>(value: &T) -> Result<String> {
    to_string_with(value, &WriteOptions::pretty())
}
