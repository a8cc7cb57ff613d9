//! What a caller may choose, and is told.

use core::num::NonZeroUsize;
use core::ops::ControlFlow;
use std::io;

use super::failure::{BadRecord, Unit};
use crate::format::{ArrayFormat, Items, RecordFormat};
use crate::formats::AnyFormat;
use crate::{AsText, Duplicates, Limits, formats};

/// A format of documents whose records one after the other are one of [`Format`].
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

/// Declares [`Format`]: words for frozen streams, and a row for each format of documents.
macro_rules! formats {
    (
        Frozen, $frozen_word:literal, $frozen_stream:literal, $frozen_about:literal, $frozen_extensions:expr;
        $($(#[$meta:meta])* $variant:ident($format:ty), $doc:literal,
            $word:literal, $stream:literal, $about:literal, $extensions:expr;)*
    ) => {
        /// A format of records one after the other.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$meta])* #[doc = $doc] $variant,)*
            /// A frozen stream.
            Frozen,
        }

        impl Format {
            /// All formats that this build has.
            pub const ALL: &'static [Self] = &[$($(#[$meta])* Self::$variant,)* Self::Frozen];

            /// The word for it in options and settings.
            ///
            /// ```
            /// assert_eq!(varvel::records::Format::Ndjson.word(), "ndjson");
            /// ```
            pub const fn word(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $word,)*
                    Self::Frozen => $frozen_word,
                }
            }

            /// The name of a stream of it in a sentence.
            ///
            /// ```
            /// assert_eq!(varvel::records::Format::Frozen.stream(), "a frozen stream");
            /// ```
            pub const fn stream(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $stream,)*
                    Self::Frozen => $frozen_stream,
                }
            }

            /// A line for help texts: what it is, and how its files are named.
            ///
            /// ```
            /// use varvel::records::Format;
            /// assert_eq!(Format::Ndjson.about(), "JSON text, a record a line: *.ndjson, *.jsonl");
            /// ```
            pub const fn about(self) -> &'static str {
                match self {
                    $($(#[$meta])* Self::$variant => $about,)*
                    Self::Frozen => $frozen_about,
                }
            }

            /// The endings of file names, without the point, the most usual one first.
            ///
            /// ```
            /// assert_eq!(varvel::records::Format::Ndjson.extensions(), ["ndjson", "jsonl"]);
            /// ```
            pub const fn extensions(self) -> &'static [&'static str] {
                match self {
                    $($(#[$meta])* Self::$variant => $extensions,)*
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
                    Self::Frozen => visit.frozen(),
                }
            }

            fn visit_arrays<V: VisitArrays>(self, visit: V) -> V::Output {
                match self {
                    $($(#[$meta])* Self::$variant => visit.documents::<$format>(),)*
                    Self::Frozen => visit.frozen(),
                }
            }
        }
    };
}

formats! {
    Frozen,
        "frozen-stream", "a frozen stream",
        "A frozen stream (version 0): *.varvels", &["varvels"];
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
    /// Whether a document that begins so is an array, whose items are read as records by
    /// [`Options::array`]; `None` if `head` does not show it.
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

    /// The format of each record as a document; `None` for frozen ones.
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

    /// The format whose files have this ending of their names, in letters of either case.
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

    /// Does something with the format of what is read as a type; `array` says whether that is one
    /// array.
    pub(super) fn visit_input<V: Visit>(self, array: bool, visit: V) -> V::Output {
        match array {
            true => self.visit_arrays(InArray(visit)),
            false => self.visit(visit),
        }
    }

    /// The facts about the format of an input; `array` says whether that is one array.
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
    /// What the numbers of bad records count.
    pub unit: Unit,
    /// The number of the first.
    pub first: u64,
    /// Whether a node may be a single byte. In text a comma comes with each, so that a document
    /// takes fewer times its length.
    pub dense: bool,
}

/// How records are converted.
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
    /// How many threads work at most, the calling one included; `None` is as many as the system
    /// runs at once.
    pub threads: Option<NonZeroUsize>,
    /// What one record may cost; of a frozen stream that is read, a segment. More bytes than its
    /// limit stop also where bad records are set aside, since they would have to be in memory for
    /// that.
    pub limits: Limits,
    /// What is done where an object has a key twice.
    pub duplicates: Duplicates,
    /// About so many bytes of input are one piece of work, and for a frozen stream one segment: 256
    /// KiB by default. A longer record is a piece of its own.
    pub block_bytes: usize,
    /// Values to write as text into formats of documents that have no kind for them; none by
    /// default.
    pub as_text: AsText,
    /// Whether decimals of JSON keep all their digits, as with
    /// [`ReadOptions`](crate::json::ReadOptions::exact_decimals). MessagePack has no decimals, and
    /// refuses them then, unless `as_text` says otherwise.
    pub exact_decimals: bool,
    /// Whether the input is one document, an array whose items are the records, and not documents
    /// in a row. It is of the format of such documents: [`Format::Ndjson`] then is one JSON text,
    /// on any lines. Bad records are items, counted from 0. An error behind which the next item
    /// cannot be found ends it, and is not set aside. A frozen stream is read as one in any case.
    pub array: bool,
    /// Whether records are written as soon as they have come, for an input that comes slowly. Each
    /// read gives a piece of work, and the output is flushed behind it. The bytes that are written
    /// stay the same, but for a frozen stream: it has a segment for each piece, so that it depends
    /// on how the input came.
    pub prompt: bool,
}

impl Options {
    /// All threads, the default limits, no duplicate keys, blocks of 256 KiB.
    pub const DEFAULT: Self = Self {
        threads: None,
        limits: Limits::DEFAULT,
        duplicates: Duplicates::Error,
        block_bytes: 256 << 10,
        as_text: AsText::NOTHING,
        exact_decimals: false,
        array: false,
        prompt: false,
    };

    /// How the document of a record is read.
    pub(super) fn read_options(&self) -> formats::ReadOptions {
        let mut options = formats::ReadOptions::with_limits(self.limits);
        options.exact_decimals = self.exact_decimals;
        options
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How far it is; in the end, what was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes of the input that are done with.
    pub bytes_in: u64,
    /// Bytes that were written, for a frozen stream without its indexes.
    pub bytes_out: u64,
    /// Records that were written.
    pub records: u64,
    /// Records that were set aside.
    pub bad: u64,
}

/// Takes a record that is bad.
pub type OnBad<'a> = dyn FnMut(&BadRecord<'_>) -> io::Result<()> + Send + 'a;

/// Is told how far it is; `Break` ends it.
pub type OnProgress<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

/// What is told while records are converted. The calls come one at a time and in the order of the
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
    /// Takes each line or value that is bad, and the next follows; its error ends it, as
    /// [`Failure::SetAside`](super::Failure::SetAside). Without this the first one ends it. What is
    /// wrong in a frozen stream always does.
    pub bad: Option<&'a mut OnBad<'a>>,
    /// Called about each [`Options::block_bytes`] of input; `Break` ends it, as
    /// [`Failure::Cancelled`](super::Failure::Cancelled).
    pub progress: Option<&'a mut OnProgress<'a>>,
}
