//! MessagePack as a [`Format`], and the functions that the crate of every format has.

use alloc::vec::Vec;

use varvel_core::format::Read;
use varvel_core::{Format, Limits, Profile, Result, Sink};

use crate::marker::MessagePack;
use crate::options::{ReadOptions, WriteOptions};
use crate::read;
use crate::write::Writer;

impl Format for MessagePack {
    const NAME: &'static str = "MessagePack";
    const EXTENSIONS: &'static [&'static str] = &["msgpack", "mpk"];
    /// MessagePack is not for people. It has no integers beyond 64 bits and no decimals.
    const PROFILE: Profile = {
        let mut profile = Profile::BINARY;
        profile.big_integers = false;
        profile.decimals = false;
        profile
    };

    type ReadOptions = ReadOptions;
    type Scratch = ();
    type WriteOptions = WriteOptions;
    type Writer = Writer;

    /// Returns whether the document is an array or a map: their first bytes begin no text in UTF-8.
    fn has_signature(head: &[u8]) -> bool {
        matches!(head, [0x80..=0x9F | 0xDC..=0xDF, ..])
    }

    #[inline(always)]
    fn limits(options: &ReadOptions) -> &Limits {
        &options.limits
    }

    #[inline(always)]
    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        (): &mut (),
        sink: &mut S,
    ) -> Result {
        read::drive(input, options, sink)
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
        Writer::with_options(*options, buffer)
    }

    fn finish(writer: Writer) -> Result<Vec<u8>> {
        writer.finish()
    }

    fn abandon(writer: Writer) -> Vec<u8> {
        writer.abandon()
    }
}

varvel_core::format_functions! {
    MessagePack, "MessagePack document";
    /// ```
    /// let rows: Vec<Vec<u8>> = varvel::msgpack::from_slice(&[0x92, 0x91, 1, 0x90])?;
    /// assert_eq!(rows, [vec![1], vec![]]);
    /// let error = varvel::msgpack::from_slice::<Vec<u8>>(&[0x92, 1, 0xCD, 1, 0]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "number out of range: expected an integer that fits u8, found 256, at $[1] (byte 2)",
    /// );
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice
    /// ```
    /// use varvel::Limits;
    /// use varvel::msgpack::{ReadOptions, from_slice_with};
    /// let short = ReadOptions::with_limits(Limits { bytes: 2, ..Limits::DEFAULT });
    /// assert!(from_slice_with::<Vec<u8>>(&[0x92, 1, 2], &short).is_err());
    /// ```
    from_slice_with
    /// ```
    /// use varvel::Limits;
    /// use varvel::msgpack::{ReadOptions, decode};
    /// let flat = ReadOptions::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// assert!(decode::<Vec<Vec<bool>>, ()>(&[0x91, 0x90], &flat, &()).is_err());
    /// ```
    decode
    /// ```
    /// let mut bytes = vec![0_u8; 4];
    /// varvel::msgpack::read_into(&[0x92, 1, 2], &mut bytes)?;
    /// assert!(bytes == [1, 2] && bytes.capacity() == 4);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    read_into
    /// ```
    /// let input: &[u8] = &[0x92, 0xC3, 0xC2]; // or a file
    /// let answers: Vec<bool> = varvel::msgpack::from_reader(input)?;
    /// assert_eq!(answers, [true, false]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_reader
    /// ```
    /// assert_eq!(varvel::msgpack::to_vec(&[1.5, -0.0])?[..2], [0x92, 0xCB]);
    /// assert_eq!(varvel::msgpack::to_vec("ü")?, [0xA2, 0xC3, 0xBC]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec
    /// ```
    /// use varvel::msgpack::{WriteOptions, to_vec, to_vec_with};
    /// use varvel::{AsText, Number};
    /// let options = WriteOptions::default().with_as_text(AsText::ALL);
    /// let large = Number::Big("18446744073709551616");
    /// assert_eq!(to_vec_with(&large, &options)?, b"\xB418446744073709551616");
    /// assert!(to_vec(&large).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec_with
    /// ```
    /// let mut output = Vec::new();
    /// varvel::msgpack::to_writer(&mut output, &true)?;
    /// assert_eq!(output, [0xC3]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_writer
}
