//! The formats of files: their names, and how the command recognizes them.
//!
//! Formats of documents and of records are rows of the library's tables, [`AnyFormat`] and
//! [`records::Format`], and most of the command asks these: another row there costs nothing here.
//! [`OTHERS`] has the formats that are in neither table.
//!
//! The first bytes of a file outweigh its name if they are a signature; `--from` and `--to`
//! outweigh both.

use std::path::Path;
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use varvel::format::Profile;
use varvel::formats::AnyFormat;
use varvel::records;
#[cfg(feature = "full")]
use varvel_arrow::{FileKind, Kind};
use varvel_files::Compression;

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A document.
    Document(AnyFormat),
    /// Records one after the other.
    Records(records::Format),
    /// A frozen buffer.
    Frozen,
    /// A FlatBuffer by the schema of `--schema`.
    Flatbuffers,
    /// Successive FlatBuffers, each with its size before it. The option `--size-prefixed` turns
    /// [`Format::Flatbuffers`] into this.
    FlatbuffersStream,
    /// A table of columns.
    #[cfg(feature = "full")]
    Table(Kind),
}

/// A format that is in no table of the library.
struct Row {
    format: Format,
    /// The word for it in options.
    word: &'static str,
    /// The name of a file of it in a sentence.
    phrase: &'static str,
    /// A line for the help texts; `None` if no option takes its word.
    about: Option<&'static str>,
    /// The ending of file names.
    extensions: &'static [&'static str],
}

const OTHERS: &[Row] = &[
    Row {
        format: Format::Frozen,
        word: "frozen",
        phrase: "a frozen buffer",
        about: Some("A frozen buffer (version 1 of the format): *.varvel"),
        extensions: &["varvel"],
    },
    Row {
        format: Format::Flatbuffers,
        word: "flatbuffers",
        phrase: "a FlatBuffer",
        about: Some(
            "A FlatBuffer by the schema of `--schema`; with that: *.bin, *.fb, *.mon, and as the schema's \
             `file_extension` says",
        ),
        extensions: &[],
    },
    Row {
        format: Format::FlatbuffersStream,
        word: "flatbuffers",
        phrase: "a row of FlatBuffers",
        about: None,
        extensions: &[],
    },
    #[cfg(feature = "full")]
    Row {
        format: Format::Table(Kind::Parquet),
        word: "parquet",
        phrase: "a Parquet file",
        about: Some("A Parquet file, whose rows are records: *.parquet"),
        extensions: &["parquet"],
    },
    #[cfg(feature = "full")]
    Row {
        format: Format::Table(Kind::Arrow),
        word: "arrow",
        phrase: "an Arrow file",
        about: Some("An Arrow file (IPC), whose rows are records: *.arrow, *.feather"),
        extensions: &["arrow", "feather"],
    },
    #[cfg(feature = "full")]
    Row {
        format: Format::Table(Kind::ArrowStream),
        word: "arrows",
        phrase: "a stream of Arrow",
        about: Some("A stream of Arrow (IPC), whose rows are records: *.arrows"),
        extensions: &["arrows"],
    },
];

/// The first bytes of a frozen buffer, and so of most frozen streams.
pub const MAGIC: &[u8] = b"VRVL";

/// The first bytes of the index of a frozen stream, which is all of a stream without records.
const INDEX_MAGIC: &[u8] = b"VRVI";

/// The number of bytes that [`Format::of_bytes`] looks at.
pub const HEAD: usize = 16;

impl Format {
    /// Returns the format of files with this name, if the name tells it. `.gz` and `.zst` are
    /// ignored.
    pub fn of_name(path: &Path) -> Option<Self> {
        let path = match Compression::of_name(path) {
            Some(_) => Path::new(path.file_stem()?),
            None => path,
        };
        let extension = path.extension()?.to_str()?;
        if let Some(document) = AnyFormat::of_extension(extension) {
            return Some(Self::Document(document));
        }
        if let Some(records) = records::Format::of_extension(extension) {
            return Some(Self::Records(records));
        }
        let mut others = OTHERS.iter();
        let row = others.find(|row| {
            let mut extensions = row.extensions.iter();
            extensions.any(|one| one.eq_ignore_ascii_case(extension))
        })?;
        Some(row.format)
    }

    /// Returns the format of an input that begins with `head` and is `len` bytes long, if these
    /// tell it. `named` is the format that the name tells.
    pub fn of_bytes(head: &[u8], len: Option<u64>, named: Option<Self>) -> Option<Self> {
        let stream = Self::Records(records::Format::Frozen);
        if head.starts_with(INDEX_MAGIC) {
            return Some(stream);
        }
        if head.starts_with(MAGIC) {
            // A buffer has its length, and a stream is longer than its first buffer.
            let first = head.get(8..16).and_then(|bytes| bytes.try_into().ok());
            let goes_on = first.map(u64::from_le_bytes) < len;
            return match named == Some(stream) || first.is_some() && goes_on {
                true => Some(stream),
                false => Some(Self::Frozen),
            };
        }
        #[cfg(feature = "full")]
        if let Some(kind) = FileKind::of(head) {
            return Some(Self::Table(match kind {
                FileKind::Parquet | FileKind::Encrypted => Kind::Parquet,
                FileKind::ArrowStream => Kind::ArrowStream,
                _ => Kind::Arrow,
            }));
        }
        named.or_else(|| AnyFormat::of_first_bytes(head).map(Self::Document))
    }

    /// Returns the name of a file that begins with `head`, if only the feature `full` reads it.
    #[cfg(not(feature = "full"))]
    pub fn left_out(head: &[u8]) -> Option<&'static str> {
        match head {
            [b'P', b'A', b'R', b'1', ..] => Some("a Parquet file"),
            [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Some("an Arrow file"),
            _ => None,
        }
    }

    /// Returns the row of a format that is in no table of the library.
    fn row(self) -> Option<&'static Row> {
        OTHERS.iter().find(|row| row.format == self)
    }

    /// Returns the word that the options take.
    pub fn word(self) -> &'static str {
        match self {
            Self::Document(document) => document.word(),
            Self::Records(records) => records.word(),
            _ => self.row().map_or("", |row| row.word),
        }
    }

    /// Returns the name of a file of it in a sentence.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Document(document) => document.document(),
            Self::Records(records) => records.stream(),
            _ => self.row().map_or("", |row| row.phrase),
        }
    }

    /// Returns the ending of the names of its files.
    pub fn extension(self) -> &'static str {
        let all = match self {
            Self::Document(document) => document.extensions(),
            Self::Records(records) => records.extensions(),
            _ => self.row().map_or(&[][..], |row| row.extensions),
        };
        // The schema may name another ending for FlatBuffers.
        all.first().copied().unwrap_or("bin")
    }

    /// Returns the line of the help texts.
    fn about(self) -> Option<&'static str> {
        match self {
            Self::Document(document) => Some(document.about()),
            Self::Records(records) => Some(records.about()),
            _ => self.row()?.about,
        }
    }

    /// Returns the format of the document, or of each record, if it is one of [`AnyFormat`].
    pub fn each(self) -> Option<AnyFormat> {
        match self {
            Self::Document(document) => Some(document),
            Self::Records(records) => records.document(),
            _ => None,
        }
    }

    /// Returns the stream whose records are documents of this format, if there is one.
    pub fn stream_of(document: AnyFormat) -> Option<Self> {
        let mut all = records::Format::ALL.iter().copied();
        let records = all.find(|records| records.document() == Some(document))?;
        Some(Self::Records(records))
    }

    /// Returns the kinds of values that its documents or records hold. A frozen buffer holds all.
    /// For FlatBuffers the schema narrows them.
    pub fn profile(self) -> Profile {
        self.each().map_or(Profile::BINARY, AnyFormat::profile)
    }

    /// Returns whether it holds successive records.
    pub fn is_stream(self) -> bool {
        #[cfg(feature = "full")]
        if let Self::Table(_) = self {
            return true;
        }
        matches!(self, Self::Records(_) | Self::FlatbuffersStream)
    }

    /// Returns whether it is text.
    pub fn is_text(self) -> bool {
        self.profile().text
    }

    /// Returns whether it is a document of JSON or JSON5.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Document(AnyFormat::Json | AnyFormat::Json5))
    }
}

/// The formats that the options `--from` and `--to` take.
impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        static NAMED: LazyLock<Vec<Format>> = LazyLock::new(|| {
            let documents = AnyFormat::ALL.iter().copied().map(Format::Document);
            let others = OTHERS.iter().map(|row| row.format);
            let records = records::Format::ALL.iter().copied().map(Format::Records);
            let all = documents.chain(others).chain(records);
            all.filter(|format| format.about().is_some()).collect()
        });
        &NAMED
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let about = self.about()?;
        Some(PossibleValue::new(self.word()).help(about))
    }
}

/// A format of texts that people write, which the command edits and formats.
#[derive(Clone, Copy, Debug)]
pub struct TextFormat(AnyFormat);

impl ValueEnum for TextFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self(AnyFormat::Json),
            Self(AnyFormat::Json5),
            Self(AnyFormat::Yaml),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Format::from(*self).to_possible_value()
    }
}

impl From<TextFormat> for Format {
    fn from(TextFormat(format): TextFormat) -> Self {
        Self::Document(format)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_tell_formats_below_a_compression() {
        let of = |name: &str| Format::of_name(Path::new(name));
        assert_eq!(of("a.JSON"), Some(Format::Document(AnyFormat::Json)));
        assert_eq!(
            of("log.2026.jsonl.zst"),
            Some(Format::Records(records::Format::Ndjson))
        );
        assert_eq!(
            of("folder/a.varvels.gz"),
            Some(Format::Records(records::Format::Frozen))
        );
        assert_eq!(of("values.yml.gz"), Some(Format::Document(AnyFormat::Yaml)));
        assert_eq!(of("a.gz"), None);
        assert_eq!(of("json"), None);
    }

    #[test]
    fn a_frozen_buffer_that_goes_on_is_a_stream() {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(MAGIC);
        head[8] = 64;
        let of = |len| Format::of_bytes(&head, Some(len), None);
        assert_eq!(of(64), Some(Format::Frozen));
        assert_eq!(of(63), Some(Format::Frozen));
        assert_eq!(of(65), Some(Format::Records(records::Format::Frozen)));
        assert_eq!(
            Format::of_bytes(b"VRVI", None, None),
            Some(Format::Records(records::Format::Frozen))
        );
        assert_eq!(
            Format::of_bytes(b"VRVL", Some(4), None),
            Some(Format::Frozen)
        );
    }

    #[test]
    fn messagepack_is_told_from_text() {
        assert_eq!(
            Format::of_bytes(&[0x82, 0xA1], None, None),
            Some(Format::Document(AnyFormat::MessagePack))
        );
        for text in ["{", "[", "\"", "0", "n", "\u{FEFF}{", "ä"] {
            assert_eq!(
                Format::of_bytes(text.as_bytes(), None, None),
                None,
                "{text}"
            );
        }
    }

    #[test]
    fn every_format_has_a_word_of_its_own() {
        let words: BTreeSet<&str> = Format::value_variants().iter().map(|f| f.word()).collect();
        let all = AnyFormat::ALL.len() + records::Format::ALL.len() + OTHERS.len();
        assert_eq!(words.len(), all - 1);
        let found = Format::from_str("MSGPACK-stream", true);
        assert_eq!(found, Ok(Format::Records(records::Format::MessagePack)));
    }

    #[test]
    fn a_name_tells_one_format_alone() {
        let extensions = |format: &Format| match *format {
            Format::Document(document) => document.extensions(),
            Format::Records(records) => records.extensions(),
            other => other.row().map_or(&[][..], |row| row.extensions),
        };
        let named = Format::value_variants().iter();
        let all: Vec<&str> = named.flat_map(extensions).copied().collect();
        let different: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), different.len());
    }
}
