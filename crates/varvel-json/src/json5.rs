//! JSON5 as a [`Format`]. It is rewritten as JSON before it is read, so values cannot borrow from
//! the text.
//!
//! NaN and the infinities are numbers here. The writer leaves the quotes of names out if it can.

use alloc::vec::Vec;

use varvel_core::format::{Copied, Prepared, Read};
use varvel_core::{Encode, Format, Limits, Profile, Result, Sink, Transient};

use crate::marker::Json;
use crate::options::{ReadOptions, WriteOptions};
use crate::read::Scratch;
use crate::relaxed::Relaxed;
use crate::write::{self, Writer};

#[doc(hidden)]
pub use crate::relaxed::{line_len, white_len};

/// JSON as people write it, with comments, names without quotes, and more. See [`Relaxed`].
#[derive(Debug)]
pub enum Json5 {}

impl Json5 {
    fn relaxed<'t>(input: &'t [u8], options: &ReadOptions) -> Result<Relaxed<'t>> {
        options.limits.check_len(input.len())?;
        Relaxed::with_non_finite(input)
    }

    /// Returns the options for reading the rewritten JSON. It may be longer than the text.
    fn inner(options: &ReadOptions) -> ReadOptions {
        let mut inner = options.with_non_finite();
        inner.limits.bytes = usize::MAX;
        inner
    }

    fn dialect(options: &WriteOptions) -> WriteOptions {
        options.bare_names().non_finite_as_words()
    }
}

impl Format for Json5 {
    const NAME: &'static str = "JSON5";
    const EXTENSIONS: &'static [&'static str] = &["json5", "jsonc"];
    /// JSON5 is JSON with NaN and the infinities.
    const PROFILE: Profile = {
        let mut profile = <Json as Format>::PROFILE;
        profile.non_finite = true;
        profile
    };

    type ReadOptions = ReadOptions;
    type Scratch = Scratch;
    type WriteOptions = WriteOptions;
    type Writer = Writer;

    fn limits(options: &ReadOptions) -> &Limits {
        &options.limits
    }

    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        scratch: &mut Scratch,
        sink: &mut S,
    ) -> Result {
        let (text, inner) = (Self::relaxed(input, options)?, Self::inner(options));
        Json::drive(text.bytes(), &inner, scratch, &mut Transient::new(sink))
            .map_err(|error| text.placed(error))
    }

    fn read<'de, R: Read<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        read: R,
    ) -> Result<R::Output> {
        let (text, inner) = (Self::relaxed(input, options)?, Self::inner(options));
        Json::read(text.bytes(), &inner, Copied::new(read)).map_err(|error| text.placed(error))
    }

    fn writer(options: &WriteOptions, buffer: Vec<u8>) -> Writer {
        Writer::with_buffer(Self::dialect(options), buffer)
    }

    fn finish(writer: Writer) -> Result<Vec<u8>> {
        writer.finish()
    }

    fn abandon(writer: Writer) -> Vec<u8> {
        writer.abandon()
    }

    fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
        write::to_vec(value, &Self::dialect(options))
    }
}

/// Drives the JSON5 document `input` into `sink`.
///
/// Time is linear in the input. It allocates memory for the rewritten JSON, which is at most six
/// times as long as the input.
///
/// ```
/// use varvel::json::{WriteOptions, Writer};
/// use varvel::json5;
/// let mut writer = Writer::new(WriteOptions::compact());
/// json5::drive(b"{a: [.5, 0x10,],} // done", &Default::default(), &mut writer)?;
/// assert_eq!(writer.finish()?, br#"{"a":[0.5,16]}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Faults of the document, with their offset and path; the errors of the sink.
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    Json5::drive(input, options, &mut Scratch::new(), sink)
}

varvel_core::format_functions! {
    Json5, "JSON5 document";
    /// ```
    /// let rows: Vec<Vec<u8>> = varvel::json5::from_slice(b"[[+1, 0x2,], /* none */ []]")?;
    /// assert_eq!(rows, [vec![1, 2], vec![]]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice
    /// ```
    /// use varvel::Limits;
    /// use varvel::json::ReadOptions;
    /// use varvel::json5::from_slice_with;
    /// let short = ReadOptions::with_limits(Limits { bytes: 4, ..Limits::DEFAULT });
    /// assert!(from_slice_with::<Vec<u8>>(b"[1,2,]", &short).is_err());
    /// ```
    from_slice_with
    /// ```
    /// use varvel::Limits;
    /// use varvel::json::ReadOptions;
    /// use varvel::json5::decode;
    /// let flat = ReadOptions::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// assert!(decode::<Vec<Vec<bool>>, ()>(b"[[true]]", &flat, &()).is_err());
    /// ```
    decode
    /// ```
    /// let mut line = String::with_capacity(80);
    /// varvel::json5::read_into(b"'it' // a string", &mut line)?;
    /// assert!(line == "it" && line.capacity() == 80);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    read_into
    /// ```
    /// let input: &[u8] = b"[true, /* or */ false]"; // or a file
    /// let answers: Vec<bool> = varvel::json5::from_reader(input)?;
    /// assert_eq!(answers, [true, false]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_reader
    /// ```
    /// let value = std::collections::BTreeMap::from([("most", f64::INFINITY)]);
    /// assert_eq!(varvel::json5::to_vec(&value)?, b"{most:Infinity}");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec
    /// ```
    /// use varvel::json::WriteOptions;
    /// use varvel::json5::to_vec_with;
    /// let value = std::collections::BTreeMap::from([("a", 1)]);
    /// assert_eq!(to_vec_with(&value, &WriteOptions::pretty())?, b"{\n  a: 1\n}");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec_with
    /// ```
    /// let mut output = Vec::new();
    /// varvel::json5::to_writer(&mut output, &f64::NAN)?;
    /// assert_eq!(output, b"NaN");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_writer
}

varvel_core::text_functions! {
    Json5, "JSON5 document";
    /// ```
    /// let error = varvel::json5::from_str::<Vec<u8>>("[1, /* two */ 256]").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "number out of range: expected an integer that fits u8, found 256, at $[1] (byte 14)",
    /// );
    /// ```
    from_str
    /// ```
    /// assert_eq!(varvel::json5::to_string("größe")?, r#""größe""#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_string
}
