//! The kinds of errors. Made by `cargo xtask spec` from `spec/tables/errors.toml`.

use super::class::Category;

/// The kind of an error. The numbers are stable: they never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Text that cannot stand here.
    Syntax = 1,
    /// The input ends inside a document.
    UnexpectedEnd = 2,
    /// Something follows the document.
    TrailingData = 3,
    /// A text that is not a number of the format.
    InvalidNumber = 4,
    /// A number that its target cannot hold.
    NumberOutOfRange = 5,
    /// A control character inside a string.
    ControlCharacter = 6,
    /// An escape that the format does not have.
    InvalidEscape = 7,
    /// Half of a surrogate pair, without the other half.
    LoneSurrogate = 8,
    /// Bytes that are not UTF-8.
    InvalidUtf8 = 9,
    /// One object has the same key twice.
    DuplicateKey = 10,
    /// More containers inside each other than the limit.
    DepthLimit = 11,
    /// More bytes than the limit.
    SizeLimit = 12,
    /// More nodes than the limit.
    NodeLimit = 13,
    /// There is no memory left.
    OutOfMemory = 14,
    /// A node of another kind than the caller asked for.
    TypeMismatch = 15,
    /// A member that is required and missing.
    MissingField = 16,
    /// A value that the target format cannot hold.
    Unrepresentable = 17,
    /// Bytes that are not a valid frozen buffer.
    InvalidFrozen = 18,
    /// A version of the frozen format that this library does not read.
    UnsupportedVersion = 19,
    /// There is no node at this path.
    NotFound = 20,
    /// Reading or writing failed in the operating system, or in a callback.
    Io = 21,
    /// Events came in an order that no document has.
    InvalidEvents = 22,
    /// A text that is neither a path nor a JSON Pointer. The offset counts in that text.
    InvalidPath = 23,
    /// A checksum that does not match the bytes.
    ChecksumMismatch = 24,
    /// A value or an edit that is refused for a reason of its own; the message says which.
    Refused = 25,
    /// A member that the type does not have.
    UnknownMember = 26,
    /// A variant that the type does not have.
    UnknownVariant = 27,
    /// More bytes of the input were read again than the limit allows, because a tag came late or
    /// variants did not fit.
    ReplayLimit = 28,
    /// Bytes that are not a valid FlatBuffer of the schema, or not a valid FlexBuffer.
    InvalidBuffer = 29,
}

impl ErrorKind {
    /// All kinds. The index of each is its number minus one.
    pub(super) const ALL: [Self; 29] = [
        Self::Syntax,
        Self::UnexpectedEnd,
        Self::TrailingData,
        Self::InvalidNumber,
        Self::NumberOutOfRange,
        Self::ControlCharacter,
        Self::InvalidEscape,
        Self::LoneSurrogate,
        Self::InvalidUtf8,
        Self::DuplicateKey,
        Self::DepthLimit,
        Self::SizeLimit,
        Self::NodeLimit,
        Self::OutOfMemory,
        Self::TypeMismatch,
        Self::MissingField,
        Self::Unrepresentable,
        Self::InvalidFrozen,
        Self::UnsupportedVersion,
        Self::NotFound,
        Self::Io,
        Self::InvalidEvents,
        Self::InvalidPath,
        Self::ChecksumMismatch,
        Self::Refused,
        Self::UnknownMember,
        Self::UnknownVariant,
        Self::ReplayLimit,
        Self::InvalidBuffer,
    ];

    /// Returns the stable number.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// Returns one phrase for the kind.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Syntax => "invalid syntax",
            Self::UnexpectedEnd => "unexpected end of input",
            Self::TrailingData => "data after the document",
            Self::InvalidNumber => "invalid number",
            Self::NumberOutOfRange => "number out of range",
            Self::ControlCharacter => "control character in a string",
            Self::InvalidEscape => "invalid escape",
            Self::LoneSurrogate => "lone surrogate",
            Self::InvalidUtf8 => "invalid UTF-8",
            Self::DuplicateKey => "duplicate key",
            Self::DepthLimit => "nested too deeply",
            Self::SizeLimit => "document too large",
            Self::NodeLimit => "too many nodes",
            Self::OutOfMemory => "out of memory",
            Self::TypeMismatch => "wrong kind of value",
            Self::MissingField => "missing member",
            Self::Unrepresentable => "value cannot be represented",
            Self::InvalidFrozen => "invalid frozen buffer",
            Self::UnsupportedVersion => "unsupported version",
            Self::NotFound => "not found",
            Self::Io => "input/output error",
            Self::InvalidEvents => "events out of order",
            Self::InvalidPath => "invalid path",
            Self::ChecksumMismatch => "checksum mismatch",
            Self::Refused => "value refused",
            Self::UnknownMember => "unknown member",
            Self::UnknownVariant => "unknown variant",
            Self::ReplayLimit => "too much read again",
            Self::InvalidBuffer => "invalid buffer",
        }
    }

    /// Returns the class: see [`Error::classify`](super::Error::classify).
    pub(super) const fn category(self) -> Category {
        match self {
            Self::Io => Category::Io,
            Self::Syntax
            | Self::TrailingData
            | Self::InvalidNumber
            | Self::ControlCharacter
            | Self::InvalidEscape
            | Self::LoneSurrogate
            | Self::InvalidUtf8
            | Self::DepthLimit
            | Self::SizeLimit
            | Self::NodeLimit
            | Self::OutOfMemory
            | Self::InvalidFrozen
            | Self::UnsupportedVersion
            | Self::ChecksumMismatch
            | Self::ReplayLimit
            | Self::InvalidBuffer => Category::Syntax,
            Self::NumberOutOfRange
            | Self::DuplicateKey
            | Self::TypeMismatch
            | Self::MissingField
            | Self::Unrepresentable
            | Self::NotFound
            | Self::InvalidEvents
            | Self::InvalidPath
            | Self::Refused
            | Self::UnknownMember
            | Self::UnknownVariant => Category::Data,
            Self::UnexpectedEnd => Category::Eof,
        }
    }
}
