//! CBOR as a [`Format`], and the functions that the crate of every format has.

use alloc::vec::Vec;

use varvel_core::format::Read;
use varvel_core::{Format, Limits, Profile, Result, Sink};

use crate::codes;
use crate::marker::Cbor;
use crate::options::{ReadOptions, WriteOptions};
use crate::read;
use crate::write::Writer;

impl Format for Cbor {
    const NAME: &'static str = "CBOR";
    const EXTENSIONS: &'static [&'static str] = &["cbor"];
    const PROFILE: Profile = Profile::BINARY;

    type ReadOptions = ReadOptions;
    /// The buffer in which strings of indefinite length are put together.
    type Scratch = Vec<u8>;
    type WriteOptions = WriteOptions;
    type Writer = Writer;

    /// Returns whether the document begins with the tag 55799. Without it the bytes do not tell:
    /// arrays and maps begin with bytes of MessagePack, too.
    fn has_signature(head: &[u8]) -> bool {
        head.starts_with(&codes::SIGNATURE)
    }

    #[inline(always)]
    fn limits(options: &ReadOptions) -> &Limits {
        &options.limits
    }

    #[inline(always)]
    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        scratch: &mut Vec<u8>,
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
    Cbor, "CBOR document";
    /// ```
    /// let rows: Vec<Vec<u8>> = varvel::cbor::from_slice(&[0x82, 0x81, 1, 0x9F, 0xFF])?;
    /// assert_eq!(rows, [vec![1], vec![]]);
    /// let error = varvel::cbor::from_slice::<Vec<u8>>(&[0x82, 1, 0x19, 1, 0]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "number out of range: expected an integer that fits u8, found 256, at $[1] (byte 2)",
    /// );
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice
    /// ```
    /// use varvel::Limits;
    /// use varvel::cbor::{ReadOptions, from_slice_with};
    /// let short = ReadOptions::with_limits(Limits { bytes: 2, ..Limits::DEFAULT });
    /// assert!(from_slice_with::<Vec<u8>>(&[0x82, 1, 2], &short).is_err());
    /// ```
    from_slice_with
    /// ```
    /// use varvel::Limits;
    /// use varvel::cbor::{ReadOptions, decode};
    /// let flat = ReadOptions::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// assert!(decode::<Vec<Vec<bool>>, ()>(&[0x81, 0x80], &flat, &()).is_err());
    /// ```
    decode
    /// ```
    /// let mut bytes = vec![0_u8; 4];
    /// varvel::cbor::read_into(&[0x82, 1, 2], &mut bytes)?;
    /// assert!(bytes == [1, 2] && bytes.capacity() == 4);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    read_into
    /// ```
    /// let input: &[u8] = &[0x82, 0xF5, 0xF4]; // or a file
    /// let answers: Vec<bool> = varvel::cbor::from_reader(input)?;
    /// assert_eq!(answers, [true, false]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_reader
    /// ```
    /// // In the shortest form that holds them exactly.
    /// assert_eq!(varvel::cbor::to_vec(&[1.5, 0.1])?[..5], [0x82, 0xF9, 0x3E, 0x00, 0xFB]);
    /// assert_eq!(varvel::cbor::to_vec("ü")?, [0x62, 0xC3, 0xBC]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec
    /// ```
    /// use varvel::cbor::{WriteOptions, to_vec_with};
    /// let options = WriteOptions::default().with_signature();
    /// assert_eq!(to_vec_with(&[1], &options)?, [0xD9, 0xD9, 0xF7, 0x81, 1]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec_with
    /// ```
    /// let mut output = Vec::new();
    /// varvel::cbor::to_writer(&mut output, &true)?;
    /// assert_eq!(output, [0xF5]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_writer
}
