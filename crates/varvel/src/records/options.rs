//! The choices and callbacks of a caller, and the formats.

use core::num::NonZeroUsize;
use core::ops::ControlFlow;
use std::io;

use super::failure::{BadRecord, Unit};
use crate::format::{ArrayFormat, Items, RecordFormat};
use crate::formats::AnyFormat;
use crate::{AsText, Duplicates, Limits, formats};

/// A format of documents whose successive records are a [`Format`].
pub trait Row: RecordFormat + formats::Row {}

impl<F: RecordFormat + formats::Row> Row for F {}

impl<F: ArrayFormat + formats::Row> formats::Row for Items<F> {
    fn read_options(options: &formats::ReadOptions) -> Self::ReadOptions {
        F::read_options(options)
    }

    fn write_options(options: &formats::WriteOptions) -> Self::WriteOptions {
        F::write_options(options)
    }
}

/// Something to do with a format of records, compiled once for each. See [`Format::visit`].
pub trait Visit: Sized {
    /// The result.
    type Output;

    /// Does it with a format of documents.
    fn documents<F: Row>(self) -> Self::Output;

    /// Does it with frozen streams.
    fn frozen(self) -> Self::Output;
}

/// Something to do with a format whose arrays can be read item by item, too.
trait VisitArrays: Sized {
    type Output;
    fn documents<F: Row + ArrayFormat>(self) -> Self::Output;
    fn frozen(self) -> Self::Output;
}

/// Does it with the items of one array.
struct InArray<V>(V);

impl<V: Visit> VisitArrays for InArray<V> {
    type Output = V::Output;

    fn documents<F: Row + ArrayFormat>(self) -> V::Output {
        self.0.documents::<Items<F>>()
    }

    fn frozen(self) -> V::Output {
        self.0.frozen()
    }
}

/// Declares [`Format`]: a text that is no stream, words for frozen streams, and a row for each
/// format of documents.
macro_rules! formats {
    (
        $text:ident($text_format:ty), $text_doc:literal,
            $text_word:literal, $text_stream:literal, $text_about:literal;
        Frozen, $frozen_word:literal, $frozen_stream:literal, $frozen_about:literal, $frozen_extensions:expr;
        $($(#[$meta:meta])* $variant:ident($format:ty), $doc:literal,
            $word:literal, $stream:literal, $about:literal, $extensions:expr;)*
    ) => {
        /// A format of successive records.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$meta])* #[doc = $doc] $variant,)*
            #[doc = $text_doc] $text,
            /// A frozen stream.
            Frozen,
        }

        impl Format {
            /// All formats of streams that this build has. [`Format::Json5`] is not among them: it
            /// is a text of several documents, and files are named as for one.
            pub const ALL: &'static [Self] = &[$($(#[$meta])* Self::$variant,)* Self::Frozen];

            /// Returns the word for it in options and settings.
            ///
            /// ```
            /// assert_eq!(varvel::records::Format::Ndjson.word(), "ndjson");
            /// ```
            pub const fn word(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $word,)*
                    Self::$text => $text_word,
                    Self::Frozen => $frozen_word,
                }
            }

            /// Returns the name of a stream of it in a sentence.
            ///
            /// ```
            /// assert_eq!(varvel::records::Format::Frozen.stream(), "a frozen stream");
            /// ```
            pub const fn stream(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $stream,)*
                    Self::$text => $text_stream,
                    Self::Frozen => $frozen_stream,
                }
            }

            /// Returns a line for help texts: what the format is, and how its files are named.
            ///
            /// ```
            /// use varvel::records::Format;
            /// assert_eq!(Format::Ndjson.about(), "JSON text, a record a line: *.ndjson, *.jsonl");
            /// ```
            pub const fn about(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $about,)*
                    Self::$text => $text_about,
                    Self::Frozen => $frozen_about,
                }
            }

            /// Returns the endings of file names, without the point, the most usual one first.
            ///
            /// ```
            /// assert_eq!(varvel::records::Format::Ndjson.extensions(), ["ndjson", "jsonl"]);
            /// ```
            pub const fn extensions(self) -> &'static [&'static str] {
                match self {
                    $($(#[$meta])* Self::$variant => $extensions,)*
                    Self::$text => &[],
                    Self::Frozen => $frozen_extensions,
                }
            }

            /// Does something with the format as a type.
            ///
            /// ```
            /// use varvel::records::{Format, Row, Visit};
            /// /// The name of the documents that the records are.
            /// struct Name;
            /// impl Visit for Name {
            ///     type Output = Option<&'static str>;
            ///     fn documents<F: Row>(self) -> Self::Output {
            ///         Some(F::NAME)
            ///     }
            ///     fn frozen(self) -> Self::Output {
            ///         None
            ///     }
            /// }
            /// assert_eq!(Format::Ndjson.visit(Name), Some("JSON"));
            /// assert_eq!(Format::Frozen.visit(Name), None);
            /// ```
            pub fn visit<V: Visit>(self, visit: V) -> V::Output {
                match self {
                    $($(#[$meta])* Self::$variant => visit.documents::<$format>(),)*
                    Self::$text => visit.documents::<$text_format>(),
                    Self::Frozen => visit.frozen(),
                }
            }

            fn visit_arrays<V: VisitArrays>(self, visit: V) -> V::Output {
                match self {
                    $($(#[$meta])* Self::$variant => visit.documents::<$format>(),)*
                    Self::$text => visit.documents::<$text_format>(),
                    Self::Frozen => visit.frozen(),
                }
            }
        }
    };
}

formats! {
    Json5(crate::json5::Json5), "JSON5 documents in one text, on any lines.",
        "json5-documents", "a text of JSON5 documents",
        "JSON5 text, documents one after the other";
    Frozen,
        "frozen-stream", "a frozen stream",
        "A frozen stream (version 1): *.varvels", &["varvels"];
    Ndjson(crate::json::Json), "JSON documents, a line each.",
        "ndjson", "NDJSON",
        "JSON text, a record a line: *.ndjson, *.jsonl", &["ndjson", "jsonl"];
    #[cfg(feature = "msgpack")]
    MessagePack(crate::msgpack::MessagePack), "MessagePack values with nothing between them.",
        "msgpack-stream", "a MessagePack stream",
        "MessagePack values one after the other: *.msgpacks", &["msgpacks"];
    #[cfg(feature = "cbor")]
    Cbor(crate::cbor::Cbor), "CBOR data items with nothing between them (RFC 8742).",
        "cbor-seq", "a CBOR sequence",
        "CBOR data items one after the other (RFC 8742): *.cborseq", &["cborseq"];
}

impl Format {
    /// Returns whether a document that begins with `head` is an array, whose items
    /// [`Options::array`] reads as records. Returns `None` if `head` does not show it.
    ///
    /// ```
    /// use varvel::records::Format;
    /// assert_eq!(Format::Ndjson.is_array(b" [1,"), Some(true));
    /// assert_eq!(Format::Ndjson.is_array(b"  "), None);
    /// ```
    pub fn is_array(self, head: &[u8]) -> Option<bool> {
        struct Look<'h>(&'h [u8]);
        impl VisitArrays for Look<'_> {
            type Output = Option<bool>;
            fn documents<F: Row + ArrayFormat>(self) -> Option<bool> {
                Items::<F>::is_array(self.0)
            }
            fn frozen(self) -> Option<bool> {
                Some(false)
            }
        }
        self.visit_arrays(Look(head))
    }

    /// Returns the format of each record as a document; `None` for frozen ones.
    ///
    /// ```
    /// use varvel::formats::AnyFormat;
    /// use varvel::records::Format;
    /// assert_eq!(Format::Ndjson.document(), Some(AnyFormat::Json));
    /// assert_eq!(Format::Frozen.document(), None);
    /// ```
    pub fn document(self) -> Option<AnyFormat> {
        struct Name;
        impl Visit for Name {
            type Output = Option<&'static str>;
            fn documents<F: Row>(self) -> Self::Output {
                Some(F::NAME)
            }
            fn frozen(self) -> Self::Output {
                None
            }
        }
        let name = self.visit(Name)?;
        AnyFormat::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
    }

    /// Returns the format whose file names have this ending, in letters of either case.
    ///
    /// ```
    /// use varvel::records::Format;
    /// assert_eq!(Format::of_extension("jsonl"), Some(Format::Ndjson));
    /// assert_eq!(Format::of_extension("json"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| {
            let mut extensions = format.extensions().iter();
            extensions.any(|one| one.eq_ignore_ascii_case(extension))
        })
    }

    /// Does something with the format of an input as a type. `array` is true if the input is one
    /// array.
    pub(super) fn visit_input<V: Visit>(self, array: bool, visit: V) -> V::Output {
        match array {
            true => self.visit_arrays(InArray(visit)),
            false => self.visit(visit),
        }
    }

    /// Returns the facts about the format of an input. `array` is true if the input is one array.
    pub(super) fn facts(self, array: bool) -> Facts {
        struct Tell;
        impl Visit for Tell {
            type Output = Facts;
            fn documents<F: Row>(self) -> Facts {
                let (unit, first) = match F::LINES {
                    true => (Unit::Line, 1),
                    false => (Unit::Value, 0),
                };
                Facts {
                    unit,
                    first,
                    dense: !F::PROFILE.text,
                }
            }
            fn frozen(self) -> Facts {
                Facts {
                    unit: Unit::Segment,
                    first: 0,
                    dense: false,
                }
            }
        }
        self.visit_input(array, Tell)
    }
}

/// The facts about the format of an input that do not depend on its type.
pub struct Facts {
    /// The unit of the numbers of bad records.
    pub unit: Unit,
    /// The number of the first record.
    pub first: u64,
    /// Whether a node may be a single byte. In text each node has a comma, so that the result of a
    /// document is fewer times its length.
    pub dense: bool,
}

/// Options for converting records.
///
/// ```
/// use std::num::NonZeroUsize;
/// use varvel::records::Options;
/// let two = Options { threads: NonZeroUsize::new(2), ..Options::DEFAULT };
/// assert_eq!(Options::DEFAULT.threads, None);
/// assert_ne!(two, Options::DEFAULT);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most threads that work, including the calling one; `None` is as many as the system runs
    /// at once.
    pub threads: Option<NonZeroUsize>,
    /// The limits on one record; on a segment, for a frozen stream that is read. A record with more
    /// bytes than the limit stops the work even if bad records are set aside, since it would have
    /// to be in memory for that.
    pub limits: Limits,
    /// The policy for duplicate keys.
    pub duplicates: Duplicates,
    /// The bytes of input that are about one piece of work, and for a frozen stream one segment:
    /// 256 KiB by default. A longer record is a piece of its own.
    pub block_bytes: usize,
    /// The values that are written as text into formats of documents that have no kind for them;
    /// none by default.
    pub as_text: AsText,
    /// Whether decimals of JSON keep all their digits, as with
    /// [`ReadOptions`](crate::json::ReadOptions::exact_decimals). MessagePack has no decimals, and
    /// refuses them then, unless `as_text` has them written as text.
    pub exact_decimals: bool,
    /// Whether the input is one document, an array whose items are the records, and not a row of
    /// documents. The format is the one of such a row: [`Format::Ndjson`] then means one JSON text,
    /// on any lines. Bad records are items, counted from 0. If the next item cannot be found behind
    /// an error, the error ends the work, and is not set aside. A frozen stream is read as one in
    /// any case.
    pub array: bool,
    /// The place of the input in a file, if it is a part of that: places of bad records count from
    /// the beginning of the file. Only a part at its beginning may have a byte order mark before
    /// the first document. A part of a frozen stream has whole segments and needs no index.
    pub part: Option<Part>,
    /// Whether a line of NDJSON may hold several documents, one behind the other; each is a record.
    /// Otherwise the line is bad.
    pub several: bool,
    /// Whether records are written as soon as they have come, for an input that comes slowly. Each
    /// read gives a piece of work, and the output is flushed behind it. The bytes of the output
    /// stay the same, except for a frozen stream: it has a segment for each piece, so that it
    /// depends on the pieces of the input.
    pub prompt: bool,
}

impl Options {
    /// The defaults: all threads, the default limits, no duplicate keys, blocks of 256 KiB.
    pub const DEFAULT: Self = Self {
        threads: None,
        limits: Limits::DEFAULT,
        duplicates: Duplicates::Error,
        block_bytes: 256 << 10,
        as_text: AsText::NOTHING,
        exact_decimals: false,
        array: false,
        part: None,
        several: false,
        prompt: false,
    };

    /// Returns the options for reading the document of a record.
    pub(super) fn read_options(&self) -> formats::ReadOptions {
        let mut options = formats::ReadOptions::with_limits(self.limits);
        options.exact_decimals = self.exact_decimals;
        options
    }
}

/// The place of an input in the file of which it is a part. The numbers are below 2^63.
///
/// ```
/// use varvel::records::{Format, Options, Part, Watch, check};
/// let file = b"[1]\n[2]\n[3\n";
/// let part = Part { offset: 4, number: 1, record: 0 };
/// let options = Options { part: Some(part), ..Options::DEFAULT };
/// let failure = check(&file[4..], Format::Ndjson, &options, Watch::default()).unwrap_err();
/// assert!(failure.to_string().starts_with("line 3, column 3: "));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The bytes of the file before it.
    pub offset: u64,
    /// The lines or values of the file before it; the segments, for a frozen stream.
    pub number: u64,
    /// The records before it, for a frozen stream.
    pub record: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The progress of the work; at the end, its totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The bytes of the input that are done.
    pub bytes_in: u64,
    /// The bytes that were written, for a frozen stream without its indexes.
    pub bytes_out: u64,
    /// The number of records that were written.
    pub records: u64,
    /// The number of records that were set aside.
    pub bad: u64,
}

/// A callback that gets a bad record.
pub type OnBad<'a> = dyn FnMut(&BadRecord<'_>) -> io::Result<()> + Send + 'a;

/// A callback that gets the progress; `Break` ends the work.
pub type OnProgress<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

/// Callbacks for the conversion of records. The calls come one at a time and in the order of the
/// input, each from some thread.
///
/// ```
/// use std::ops::ControlFlow;
/// use varvel::records::{Format, Options, Watch, convert};
/// let lines = "1\n[2\n3\n{} {}";
/// let (mut aside, mut places) = (Vec::new(), Vec::new());
/// let mut bad = |record: &varvel::records::BadRecord<'_>| {
///     aside.extend_from_slice(&record.bytes);
///     places.push(record.to_string());
///     Ok(())
/// };
/// let mut progress = |progress: &varvel::records::Progress| {
///     assert!(progress.bytes_in <= 12);
///     ControlFlow::Continue(())
/// };
/// let watch = Watch { bad: Some(&mut bad), progress: Some(&mut progress) };
/// let mut output = Vec::new();
/// let done = convert(lines.as_bytes(), Format::Ndjson, &mut output, Format::Ndjson, &Options::default(), watch)?;
/// assert_eq!((done.records, done.bad), (2, 2));
/// assert_eq!(output, b"1\n3\n");
/// assert_eq!(aside, b"[2\n{} {}");
/// assert!(places[1].starts_with("line 4, column 4: data after the document"));
/// # Ok::<(), varvel::records::Failure>(())
/// ```
#[derive(Default)]
pub struct Watch<'a> {
    /// Gets each bad line or value; the work goes on with the next one. An error that it returns
    /// ends the work with [`Failure::SetAside`](super::Failure::SetAside). Without this callback
    /// the first bad record ends the work. An error in a frozen stream always ends it.
    pub bad: Option<&'a mut OnBad<'a>>,
    /// Called about once for each [`Options::block_bytes`] of input. `Break` ends the work with
    /// [`Failure::Cancelled`](super::Failure::Cancelled).
    pub progress: Option<&'a mut OnProgress<'a>>,
}
