//! FlexBuffers as a [`Format`], and the functions that every format has.

use alloc::vec::Vec;

use varvel_core::format::Read;
use varvel_core::{Decode, Format, Limits, Profile, Result, Sink};
use varvel_tree::TreeSource;

use crate::Flex;
use crate::builder::Builder;
use crate::marker::FlexBuffers;
use crate::node::Node;
use crate::options::{ReadOptions, WriteOptions};
use crate::reference::Reference;

impl Format for FlexBuffers {
    const NAME: &'static str = "FlexBuffers";
    const EXTENSIONS: &'static [&'static str] = &["flex", "flexbuf"];
    /// A binary format without big integers, decimals and points in time, whose keys are strings.
    const PROFILE: Profile = {
        let mut profile = Profile::BINARY;
        profile.big_integers = false;
        profile.decimals = false;
        profile.any_keys = false;
        profile.timestamps = false;
        profile
    };

    type ReadOptions = ReadOptions;
    type Scratch = ();
    type WriteOptions = WriteOptions;
    type Writer = Builder;

    fn limits(options: &ReadOptions) -> &Limits {
        &options.limits
    }

    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        (): &mut (),
        sink: &mut S,
    ) -> Result {
        drive(input, options, sink)
    }

    fn read<'de, R: Read<'de>>(
        input: &'de [u8],
        options: &ReadOptions,
        read: R,
    ) -> Result<R::Output> {
        let root = Flex::new(input, &options.limits)?.root();
        let mut nodes = TreeSource::with(Node(root), options.limits);
        read.read(&mut nodes).map_err(|error| nodes.locate(error))
    }

    fn writer(options: &WriteOptions, buffer: Vec<u8>) -> Builder {
        Builder::with_options(*options, buffer)
    }

    fn finish(mut writer: Builder) -> Result<Vec<u8>> {
        writer.finish()
    }

    fn abandon(writer: Builder) -> Vec<u8> {
        writer.abandon()
    }
}

/// Verifies a FlexBuffer and gives its content to a sink. Time is linear in the input under
/// [`Limits::replay`](varvel_core::Limits::replay).
///
/// ```
/// use varvel::flexbuffers::{Builder, drive, to_vec};
/// let bytes = to_vec(&[1, 2])?;
/// let mut builder = Builder::new();
/// drive(&bytes, &Default::default(), &mut builder)?;
/// assert_eq!(builder.finish()?, bytes);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of [`Flex::new`], before the sink gets anything, and those of the sink.
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    Flex::new(input, &options.limits)?.root().drive(sink)
}

/// Reads a value of a type from a node of a verified buffer.
///
/// ```
/// use varvel::Limits;
/// use varvel::flexbuffers::{Flex, read, to_vec};
/// let bytes = to_vec(&std::collections::BTreeMap::from([("tags", ["a", "b"])]))?;
/// let buffer = Flex::new(&bytes, &Limits::DEFAULT)?;
/// let tags = buffer.root().as_map().and_then(|root| root.get("tags")).unwrap();
/// assert_eq!(read::<[&str; 2]>(tags)?, ["a", "b"]);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns an error with its path from this node and its offset in the buffer if the content does
/// not fit the type. Returns `DepthLimit` or `NodeLimit` beyond the default limits.
pub fn read<'a, T: Decode<'a>>(node: Reference<'a>) -> Result<T> {
    TreeSource::read(Node(node))
}

varvel_core::format_functions! {
    FlexBuffers, "FlexBuffer";
    /// ```
    /// use std::collections::BTreeMap;
    /// let stock = BTreeMap::from([("pear", vec![3_u8, 4])]);
    /// let bytes = varvel::flexbuffers::to_vec(&stock)?;
    /// assert_eq!(varvel::flexbuffers::from_slice::<BTreeMap<&str, Vec<u8>>>(&bytes)?, stock);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice
    /// ```
    /// use varvel::Limits;
    /// use varvel::flexbuffers::{ReadOptions, from_slice_with, to_vec};
    /// let short = ReadOptions::with_limits(Limits { bytes: 4, ..Limits::DEFAULT });
    /// assert!(from_slice_with::<Vec<u8>>(&to_vec(&[1, 2, 3])?, &short).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_slice_with
    /// ```
    /// use varvel::Limits;
    /// use varvel::flexbuffers::{ReadOptions, decode, to_vec};
    /// let flat = ReadOptions::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// assert!(decode::<Vec<Vec<bool>>, ()>(&to_vec(&[[true]])?, &flat, &()).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    decode
    /// ```
    /// let mut line = String::with_capacity(80);
    /// for word in ["first", "second"] {
    ///     varvel::flexbuffers::read_into(&varvel::flexbuffers::to_vec(word)?, &mut line)?;
    /// }
    /// assert!(line == "second" && line.capacity() == 80);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    read_into
    /// ```
    /// let input: &[u8] = &[1, 26 << 2, 1]; // or a file
    /// assert!(varvel::flexbuffers::from_reader::<bool>(input)?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    from_reader
    /// ```
    /// assert_eq!(varvel::flexbuffers::to_vec(&[1, 2, 3])?, [1, 2, 3, 3, 19 << 2, 1]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec
    /// ```
    /// use varvel::flexbuffers::{WriteOptions, to_vec, to_vec_with};
    /// let shared = WriteOptions::default().with_shared_strings();
    /// assert!(to_vec_with(&["word"; 9], &shared)?.len() < to_vec(&["word"; 9])?.len());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_vec_with
    /// ```
    /// let mut output = Vec::new();
    /// varvel::flexbuffers::to_writer(&mut output, &true)?;
    /// assert_eq!(output, [1, 26 << 2, 1]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    to_writer
}
