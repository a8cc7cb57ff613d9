//! The node model: which kinds of node there are, whatever the format or the shape.

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// The absence of a value.
    Null,
    /// True or false.
    Bool,
    /// A whole number of any size; beyond 64 bits it is kept as text.
    Integer,
    /// A binary floating-point number; `-0` is one.
    Float,
    /// A decimal kept as text, where exactness was asked for.
    Decimal,
    /// UTF-8 text.
    String,
    /// Bytes without further meaning.
    Bytes,
    /// A point in time.
    Timestamp,
    /// A node with a [`Tag`] before it.
    Tagged,
    /// Nodes in a row.
    Array,
    /// String keys and their values, in order.
    Object,
    /// Keys of any kind and their values, in order.
    Map,
}

impl Kind {
    /// The kind's name as error messages write it, with its article: `a string`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Integer => "an integer",
            Self::Float => "a float",
            Self::Decimal => "a decimal",
            Self::String => "a string",
            Self::Bytes => "bytes",
            Self::Timestamp => "a timestamp",
            Self::Tagged => "a tagged value",
            Self::Array => "an array",
            Self::Object => "an object",
            Self::Map => "a map",
        }
    }
}

/// Some of the kinds: those of which a node may be that is read as a certain type.
///
/// ```
/// use varvel_core::{Kind, Kinds};
/// let numbers = Kinds::of(&[Kind::Integer, Kind::Float]);
/// assert!(numbers.has(Kind::Float) && !numbers.has(Kind::String) && Kinds::ALL.has(Kind::String));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// Any kind.
    pub const ALL: Self = Self(u16::MAX);

    /// These kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// These kinds and those.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a kind is among them.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }
}

/// A point in time: whole seconds since 1970-01-01T00:00:00Z, and nanoseconds after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
}

impl Timestamp {
    /// `None` unless `nanos` is below 1,000,000,000.
    pub const fn new(seconds: i64, nanos: u32) -> Option<Self> {
        if nanos < 1_000_000_000 {
            Some(Self { seconds, nanos })
        } else {
            None
        }
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// Nanoseconds after [`Timestamp::seconds`], below 1,000,000,000.
    pub const fn nanos(self) -> u32 {
        self.nanos
    }
}

/// What a tagged node is tagged with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tag {
    /// A CBOR tag number (RFC 8949, section 3.4); any node may follow.
    Number(u64),
    /// A MessagePack extension type; bytes follow.
    Extension(i8),
}
