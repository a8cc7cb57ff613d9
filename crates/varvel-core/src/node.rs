//! The node model: the kinds of nodes, which are the same for every format.

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    // <spec:kinds> Made by `cargo xtask spec`.
    /// The absence of a value.
    Null,
    /// True or false.
    Bool,
    /// A whole number of any size; beyond 64 bits it is kept as text.
    Integer,
    /// A binary floating-point number; `-0` is one.
    Float,
    /// A decimal kept as text, if the caller asked for exactness.
    Decimal,
    /// UTF-8 text.
    String,
    /// Bytes without further meaning.
    Bytes,
    /// A point in time.
    Timestamp,
    /// A node with a tag before it.
    Tagged,
    /// Nodes in a row.
    Array,
    /// String keys and their values, in order.
    Object,
    /// Keys of any kind and their values, in order.
    Map,
    // </spec:kinds>
}

impl Kind {
    /// Returns the kind's name as error messages write it, with its article: `a string`.
    pub const fn name(self) -> &'static str {
        match self {
            // <spec:phrases> Made by `cargo xtask spec`.
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
            // </spec:phrases>
        }
    }
}

/// A set of kinds: those that a node may have to be read as a certain type.
///
/// ```
/// use varvel::Kind;
/// use varvel::format::Kinds;
/// let numbers = Kinds::of(&[Kind::Integer, Kind::Float]);
/// assert!(numbers.has(Kind::Float) && !numbers.has(Kind::String) && Kinds::ALL.has(Kind::String));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u16);

impl Kinds {
    /// Any kind.
    pub const ALL: Self = Self(u16::MAX);

    /// Returns the set of these kinds.
    pub const fn of(kinds: &[Kind]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Returns the union of both sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the set has a kind.
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
    /// Makes a point in time; `None` unless `nanos` is below 1,000,000,000.
    pub const fn new(seconds: i64, nanos: u32) -> Option<Self> {
        if nanos < 1_000_000_000 {
            Some(Self { seconds, nanos })
        } else {
            None
        }
    }

    /// Returns the whole seconds since 1970-01-01T00:00:00Z, rounded down.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// Returns the nanoseconds after [`Timestamp::seconds`], below 1,000,000,000.
    pub const fn nanos(self) -> u32 {
        self.nanos
    }

    /// Returns the shortest bytes of MessagePack's extension type -1 for it, and how many of them
    /// count: 4, 8 or 12.
    ///
    /// ```
    /// use varvel::Timestamp;
    /// let second = Timestamp::new(1, 0).unwrap();
    /// assert_eq!(second.to_extension(), ([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 4));
    /// assert_eq!(Timestamp::of_extension(&[0, 0, 0, 1]), Some(second));
    /// ```
    #[inline]
    pub fn to_extension(self) -> ([u8; 12], usize) {
        let (seconds, nanos) = (self.seconds, self.nanos);
        let mut bytes = [0; 12];
        let len = match u64::try_from(seconds) {
            Ok(seconds) if seconds <= u32::MAX.into() && nanos == 0 => {
                bytes[..4].copy_from_slice(&(seconds as u32).to_be_bytes());
                4
            }
            Ok(seconds) if seconds >> 34 == 0 => {
                let both = u64::from(nanos) << 34 | seconds;
                bytes[..8].copy_from_slice(&both.to_be_bytes());
                8
            }
            _ => {
                bytes[..4].copy_from_slice(&nanos.to_be_bytes());
                bytes[4..].copy_from_slice(&seconds.to_be_bytes());
                12
            }
        };
        (bytes, len)
    }

    /// Reads the bytes of MessagePack's extension type -1, in one of its three forms; `None` for
    /// any other bytes.
    #[inline(never)]
    pub fn of_extension(bytes: &[u8]) -> Option<Self> {
        match *bytes {
            [a, b, c, d] => Self::new(u32::from_be_bytes([a, b, c, d]).into(), 0),
            [a, b, c, d, e, f, g, h] => {
                let both = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
                // 30 bits of nanoseconds stand above 34 bits of seconds.
                Self::new((both & ((1 << 34) - 1)) as i64, (both >> 34) as u32)
            }
            [a, b, c, d, ref seconds @ ..] => {
                let seconds = i64::from_be_bytes(seconds.try_into().ok()?);
                Self::new(seconds, u32::from_be_bytes([a, b, c, d]))
            }
            _ => None,
        }
    }
}

/// The tag of a tagged node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tag {
    /// The number of a tag (RFC 8949, section 3.4); any node may follow.
    Number(u64),
    /// A MessagePack extension type; bytes follow.
    Extension(i8),
    /// A simple value that has no kind of its own, such as 23 for `undefined` (RFC 8949, section
    /// 3.3); null follows.
    Simple(u8),
}
