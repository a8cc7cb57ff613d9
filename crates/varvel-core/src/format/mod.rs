//! [`Format`]: a format of documents, as the code sees it that is written once for all formats.
//!
//! | room | holds |
//! |---|---|
//! | here | the trait, and reading and writing by it |
//! | `io` | whole documents from a [`std::io::Read`], and into a [`std::io::Write`] |
//! | `prepared` | dialects and encodings: documents that are first made readable by a format |
//! | `records` | [`RecordFormat`]: documents that follow one another |
//! | `items` | [`ArrayFormat`], [`Items`]: the items of one array as such documents |
//! | `splitter` | [`Splitter`]: such documents out of an input that comes in pieces |
//! | `record_reader` | `RecordReader`: such documents from a [`std::io::Read`]; `next_record`: one, and no byte more |
//! | `functions` | the functions that the crate of a format has, declared by a macro |

mod functions;
#[cfg(feature = "std")]
mod io;
mod items;
mod passed;
mod prepared;
#[cfg(feature = "std")]
mod record_reader;
mod records;
mod splitter;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::codec::{Decode, Encode};
use crate::copying::Copying;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::profile::Profile;
use crate::raw::{Known, Raw};
use crate::recording::Recording;
use crate::sink::Sink;
use crate::source::Source;

#[cfg(feature = "std")]
pub use io::{from_reader, read_to_end, to_writer};
pub use items::{ArrayFormat, Head, Items};
pub use passed::Passed;
pub use prepared::{Copied, Prepared};
#[cfg(feature = "std")]
pub use record_reader::{RecordReader, next_record};
pub use records::RecordFormat;
pub use splitter::{Record, Splitter};

/// A format of documents: bytes that become events, and events that become bytes.
///
/// A type without values stands for each format: `varvel_json::Json`. Code that is the same for all
/// formats is written once over this trait: reading types, freezing, the functions of a format's
/// crate ([`format_functions!`](crate::format_functions)), records one after the other, the formats
/// of the command.
///
/// ```
/// use varvel::format::{self, Format};
/// use varvel::{Decode, Encode, Result, json::Json, json5::Json5};
/// /// Reads a value from one format, and writes it in another.
/// fn convert<From: Format, To: Format, T>(input: &[u8]) -> Result<Vec<u8>>
/// where
///     T: for<'de> Decode<'de> + Encode,
/// {
///     let value: T = format::decode::<From, T, ()>(input, &Default::default(), &())?;
///     To::to_vec(&value, &Default::default())
/// }
/// assert_eq!(convert::<Json5, Json, Vec<u8>>(b"[0x10,]")?, b"[16]");
/// # Ok::<(), varvel::Error>(())
/// ```
pub trait Format: Sized + 'static {
    /// The name, as errors show it: `JSON`.
    const NAME: &'static str;
    /// The endings of file names, without the point, the most usual one first.
    const EXTENSIONS: &'static [&'static str];
    /// The kinds of values that documents hold.
    const PROFILE: Profile;

    /// The options of reading.
    type ReadOptions: Clone + Debug + Default + From<Limits>;
    /// Memory of the reader that is reused from document to document.
    type Scratch: Debug + Default;
    /// The options of writing.
    type WriteOptions: Clone + Debug + Default;
    /// The sink that writes a document.
    type Writer: for<'de> Sink<'de>;

    /// Returns whether a document that begins with `head` is of this format, and of no other.
    /// Returns `false` for formats without a signature.
    fn has_signature(head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// Returns the limits among the options.
    fn limits(options: &Self::ReadOptions) -> &Limits;

    /// Gives the document `input` to a sink.
    ///
    /// # Errors
    /// Faults of the document, with offset and path; and the errors of the sink.
    fn drive<'de, S: Sink<'de>>(
        input: &'de [u8],
        options: &Self::ReadOptions,
        scratch: &mut Self::Scratch,
        sink: &mut S,
    ) -> Result;

    /// Gives a source over the document `input` to `read`, and checks that nothing is left of the
    /// document.
    ///
    /// The format chooses the type of the source. It may differ from document to document. It need
    /// not borrow from the input, if the input has to be made readable first.
    ///
    /// By default the document is driven into a [`Recording`], which is the source. A source of the
    /// format's own is faster, borrows from the input, and knows where in the input an error is.
    ///
    /// # Errors
    /// Faults of the document, and the errors of `read`, with offset and path.
    fn read<'de, R: Read<'de>>(
        input: &'de [u8],
        options: &Self::ReadOptions,
        read: R,
    ) -> Result<R::Output> {
        let mut events = Recording::new(Self::PROFILE);
        Self::drive(input, options, &mut Self::Scratch::default(), &mut events)?;
        let mut source = events.source();
        read.read(&mut Copying::new(&mut source)).map_err(|error| {
            // The offset is a place in the recording, not in the input.
            let at = error.offset().unwrap_or_else(|| source.offset());
            error.without_offset().or_path(|| events.path_to(at))
        })
    }

    /// Makes a writer that appends to `buffer`.
    fn writer(options: &Self::WriteOptions, buffer: Vec<u8>) -> Self::Writer;

    /// Returns the buffer, with the document behind its former content.
    ///
    /// # Errors
    /// `InvalidEvents` if the document is not complete; `OutOfMemory`.
    fn finish(writer: Self::Writer) -> Result<Vec<u8>>;

    /// Returns the buffer as it was before the document.
    fn abandon(writer: Self::Writer) -> Vec<u8>;

    /// Writes a value as a document.
    ///
    /// # Errors
    /// Values that the format cannot hold, with their paths; the errors of the value itself.
    #[inline]
    fn to_vec<T: Encode + ?Sized>(value: &T, options: &Self::WriteOptions) -> Result<Vec<u8>> {
        let mut buffer = Vec::new();
        buffer
            .try_reserve(value.size_hint().max(1024))
            .map_err(|_| Error::out_of_memory())?;
        let mut writer = Self::writer(options, buffer);
        value.encode(&mut writer, &())?;
        Self::finish(writer)
    }
}

/// A function over a source of any type, which [`Format::read`] calls.
pub trait Read<'de> {
    /// The result of reading.
    type Output;

    /// Reads the one node of the source.
    ///
    /// # Errors
    /// The errors of the source, and of what is read.
    fn read<R: Source<'de>>(self, source: &mut R) -> Result<Self::Output>;
}

/// Reads a value of a type from the document `input`, with a context that chooses codecs
/// ([`crate::codec`]).
///
/// # Errors
/// Faults of the document, and where.
#[inline]
pub fn decode<'de, F: Format, T: Decode<'de, C>, C: ?Sized>(
    input: &'de [u8],
    options: &F::ReadOptions,
    context: &C,
) -> Result<T> {
    struct New<'c, T, C: ?Sized>(&'c C, core::marker::PhantomData<T>);
    impl<'de, T: Decode<'de, C>, C: ?Sized> Read<'de> for New<'_, T, C> {
        type Output = T;
        #[inline(always)]
        fn read<R: Source<'de>>(self, source: &mut R) -> Result<T> {
            T::decode(source, self.0)
        }
    }
    F::read(input, options, New(context, core::marker::PhantomData))
}

/// Reads the document `input` into an existing value ([`Decode::decode_into`]). After an error the
/// value is some value of its type.
///
/// # Errors
/// Faults of the document, and where.
#[inline]
pub fn read_into<'de, F: Format, T: Decode<'de>>(
    input: &'de [u8],
    options: &F::ReadOptions,
    value: &mut T,
) -> Result {
    struct Into<'v, T>(&'v mut T);
    impl<'de, T: Decode<'de>> Read<'de> for Into<'_, T> {
        type Output = ();
        #[inline(always)]
        fn read<R: Source<'de>>(self, source: &mut R) -> Result {
            self.0.decode_into(source, &())
        }
    }
    F::read(input, options, Into(value))
}

/// Writes a value as a document that is text.
///
/// # Errors
/// The errors of [`Format::to_vec`]; `InvalidUtf8` for a format that is not text.
#[inline]
pub fn to_string<F: Format, T: Encode + ?Sized>(
    value: &T,
    options: &F::WriteOptions,
) -> Result<String> {
    // Text formats write nothing but UTF-8. The second check costs little, and needs no proof.
    varvel_raw::utf8::into_string(F::to_vec(value, options)?)
        .map_err(|_| Error::new(ErrorKind::InvalidUtf8))
}

impl<'a> Raw<'a> {
    /// Makes the node that `bytes` are in the format `F`. This is for readers: nobody checks again
    /// that the bytes are one node.
    pub fn of<F: Format>(bytes: &'a [u8]) -> Self {
        fn drive<'b, F: Format>(bytes: &'b [u8], mut sink: &mut dyn Sink<'b>) -> Result {
            F::drive(
                bytes,
                &Limits::NONE.into(),
                &mut F::Scratch::default(),
                &mut sink,
            )
        }
        let known = const {
            &Known {
                name: F::NAME,
                drive: drive::<F>,
            }
        };
        Self::new(bytes, known)
    }
}
