//! YAML as a [`Format`], and the functions that the crate of every format has.

use alloc::vec::Vec;

use varvel_core::format::Read;
use varvel_core::{Encode, Format, Limits, Profile, Result, Sink};

use crate::marker::Yaml;
use crate::options::{ReadOptions, WriteOptions};
use crate::read;
use crate::write::{self, Writer};

impl Format for Yaml {
    const NAME: &'static str = "YAML";
    const EXTENSIONS: &'static [&'static str] = &["yaml", "yml"];
    /// YAML is text that holds everything, with scalars that need no quotes.
    const PROFILE: Profile = {
        let mut profile = Profile::TREE;
        profile.plain = true;
        profile
    };

    type ReadOptions = ReadOptions;
    type Scratch = ();
    type WriteOptions = WriteOptions;
    type Writer = Writer;

    #[inline(always)]
    fn limits(options: &ReadOptions) -> &Limits {
        &options.limits
    }

    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        (): &mut (),
        sink: &mut S,
    ) -> Result {
        read::drive(input, options, sink)
    }

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

    fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
        write::to_vec(value, options)
    }
}

varvel_core::format_functions! {
    Yaml, "YAML document";
    /// ```
    /// let rows: Vec<Vec<u8>> = varvel::yaml::from_slice(b"- [1, 2]\n- []\n- [255]\n")?;
    /// assert_eq!(rows, [vec![1, 2], vec![], vec![255]]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice
    /// ```
    /// use varvel::yaml::{ReadOptions, Schema, from_slice_with};
    /// let old = ReadOptions::with_schema(Schema::Yaml11);
    /// assert_eq!(from_slice_with::<Vec<bool>>(b"[yes, off]", &old)?, [true, false]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice_with
    /// ```
    /// use varvel::Limits;
    /// use varvel::yaml::{ReadOptions, decode};
    /// let flat = ReadOptions::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// assert!(decode::<Vec<Vec<bool>>, ()>(b"- [true]", &flat, &()).is_err());
    /// ```
    decode
    /// ```
    /// let mut line = String::with_capacity(80);
    /// for document in ["first", "'second'"] {
    ///     varvel::yaml::read_into(document.as_bytes(), &mut line)?;
    /// }
    /// assert!(line == "second" && line.capacity() == 80);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    read_into
    /// ```
    /// let input: &[u8] = b"- true\n- false\n"; // or a file
    /// let answers: Vec<bool> = varvel::yaml::from_reader(input)?;
    /// assert_eq!(answers, [true, false]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_reader
    /// ```
    /// assert_eq!(varvel::yaml::to_vec(&[vec!["a"], vec![]])?, b"- - a\n- []\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec
    /// ```
    /// use varvel::yaml::{WriteOptions, to_vec_with};
    /// let text = to_vec_with("as long as it is", &WriteOptions::folded(10))?;
    /// assert_eq!(text, b">-\n  as long\n  as it is\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec_with
    /// ```
    /// let mut output = Vec::new();
    /// varvel::yaml::to_writer(&mut output, &true)?;
    /// assert_eq!(output, b"true\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_writer
}

varvel_core::text_functions! {
    Yaml, "YAML document";
    /// ```
    /// let error = varvel::yaml::from_str::<Vec<u8>>("- 1\n- 256\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "number out of range: expected an integer that fits u8, found 256, at $[1] (byte 6)",
    /// );
    /// ```
    from_str
    /// ```
    /// assert_eq!(varvel::yaml::to_string("größe: 1")?, "\"größe: 1\"\n");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_string
}
