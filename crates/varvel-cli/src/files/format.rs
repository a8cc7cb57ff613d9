//! The formats of files: their names, and how they are told from each other.
//!
//! A file's first bytes count for more than its name where they are a signature; `--from` and `--to`
//! count for more than both.

use std::path::Path;

use clap::ValueEnum;

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// JSON text (RFC 8259): *.json
    Json,
    /// JSON as people write it (JSON5): comments, names without quotes: *.json5, *.jsonc
    Json5,
    /// YAML text; several documents are read as the array of them: *.yaml, *.yml
    Yaml,
    /// A MessagePack value: *.msgpack
    Msgpack,
    /// A FlexBuffer: *.flex
    Flexbuffers,
    /// A frozen buffer (version 0 of the format): *.varvel
    Frozen,
    /// A FlatBuffer by the schema of `--schema`; with that: *.bin, *.fb, *.mon, and as the schema's `file_extension` says
    Flatbuffers,
    /// FlatBuffers one after the other, each with its size before it: `--size-prefixed` makes this of the one above.
    #[value(skip)]
    FlatbuffersStream,
    /// JSON text, a record a line: *.ndjson, *.jsonl
    Ndjson,
    /// MessagePack values one after the other: *.msgpacks
    MsgpackStream,
    /// A frozen stream (version 0): *.varvels
    FrozenStream,
}

/// What a frozen buffer begins with, and so most frozen streams.
pub const MAGIC: &[u8] = b"VRVL";

/// What an index of a frozen stream begins with: all of a stream without records.
const INDEX_MAGIC: &[u8] = b"VRVI";

/// Bytes that [`Format::of_bytes`] looks at.
pub const HEAD: usize = 16;

impl Format {
    /// The format that files of this name have, if the name tells; `.gz` and `.zst` aside.
    pub fn of_name(path: &Path) -> Option<Self> {
        let path = match Compression::of_name(path) {
            Some(_) => Path::new(path.file_stem()?),
            None => path,
        };
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "json" => Some(Self::Json),
            "json5" | "jsonc" => Some(Self::Json5),
            "yaml" | "yml" => Some(Self::Yaml),
            "msgpack" | "mpk" => Some(Self::Msgpack),
            "flex" | "flexbuf" => Some(Self::Flexbuffers),
            "varvel" => Some(Self::Frozen),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            "msgpacks" => Some(Self::MsgpackStream),
            "varvels" => Some(Self::FrozenStream),
            _ => None,
        }
    }

    /// The format of what begins with `head` and is `len` bytes long, if that tells; `named` is what
    /// the name says.
    pub fn of_bytes(head: &[u8], len: Option<u64>, named: Option<Self>) -> Option<Self> {
        if head.starts_with(INDEX_MAGIC) {
            return Some(Self::FrozenStream);
        }
        if head.starts_with(MAGIC) {
            // A buffer says how long it is, and a stream goes on behind the first.
            let first = head.get(8..16).and_then(|bytes| bytes.try_into().ok());
            let goes_on = first.map(u64::from_le_bytes) < len;
            return match named == Some(Self::FrozenStream) || first.is_some() && goes_on {
                true => Some(Self::FrozenStream),
                false => Some(Self::Frozen),
            };
        }
        let container = head.first().is_some_and(|first| is_container(*first));
        named.or(container.then_some(Self::Msgpack))
    }

    /// The word that the options take.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Json5 => "json5",
            Self::Yaml => "yaml",
            Self::Msgpack => "msgpack",
            Self::Flexbuffers => "flexbuffers",
            Self::Frozen => "frozen",
            Self::Flatbuffers | Self::FlatbuffersStream => "flatbuffers",
            Self::Ndjson => "ndjson",
            Self::MsgpackStream => "msgpack-stream",
            Self::FrozenStream => "frozen-stream",
        }
    }

    /// What a file of it is called.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Json => "JSON text",
            Self::Json5 => "JSON5 text",
            Self::Yaml => "YAML text",
            Self::Msgpack => "a MessagePack value",
            Self::Flexbuffers => "a FlexBuffer",
            Self::Frozen => "a frozen buffer",
            Self::Flatbuffers => "a FlatBuffer",
            Self::FlatbuffersStream => "a row of FlatBuffers",
            Self::Ndjson => "NDJSON",
            Self::MsgpackStream => "a MessagePack stream",
            Self::FrozenStream => "a frozen stream",
        }
    }

    /// Whether it holds records one after the other.
    pub fn is_stream(self) -> bool {
        matches!(
            self,
            Self::Ndjson | Self::MsgpackStream | Self::FrozenStream | Self::FlatbuffersStream
        )
    }

    /// Whether a person can read it.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Json | Self::Json5 | Self::Yaml | Self::Ndjson)
    }
}

/// Whether a MessagePack array or map begins with this byte. None of these begins a text in UTF-8.
pub fn is_container(first: u8) -> bool {
    matches!(first, 0x80..=0x9F | 0xDC..=0xDF)
}

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// RFC 1952; several members are read as one.
    Gzip,
    /// RFC 8878; several frames are read as one.
    Zstd,
}

impl Compression {
    /// How files of this name are compressed, if they are.
    pub fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// How what begins with `head` is compressed, if it is.
    pub fn of_bytes(head: &[u8]) -> Option<Self> {
        match head {
            [0x1F, 0x8B, 8, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// As messages name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_formats_below_a_compression() {
        let of = |name: &str| Format::of_name(Path::new(name));
        assert_eq!(of("a.JSON"), Some(Format::Json));
        assert_eq!(of("log.2026.jsonl.zst"), Some(Format::Ndjson));
        assert_eq!(of("folder/a.varvels.gz"), Some(Format::FrozenStream));
        assert_eq!(of("values.yml.gz"), Some(Format::Yaml));
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
        assert_eq!(of(65), Some(Format::FrozenStream));
        assert_eq!(
            Format::of_bytes(b"VRVI", None, None),
            Some(Format::FrozenStream)
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
            Some(Format::Msgpack)
        );
        for text in ["{", "[", "\"", "0", "n", "\u{FEFF}{", "ä"] {
            assert_eq!(
                Format::of_bytes(text.as_bytes(), None, None),
                None,
                "{text}"
            );
        }
    }
}
