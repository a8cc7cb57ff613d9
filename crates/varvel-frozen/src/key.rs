//! [`HashedKey`]: a key together with its hash, by which shapes find it.
//!
//! The hash looks at a fixed sample of the key: its length, its first seven and its last eight
//! bytes and, in a key of more than fifteen bytes, the eight in its middle. So it costs the same
//! for keys of any length, and the compiler can compute it. Keys with equal samples are found in
//! sorted order instead: see `index`. The hash is part of the format: `spec/frozen.md` defines it.

/// A key, ready to be looked up in any object.
///
/// If [`key!`](crate::key!) makes it at compile time, no look-up has to hash it.
///
/// ```
/// use varvel::HashedKey;
/// const NAME: HashedKey = HashedKey::new("name");
/// assert_eq!(NAME.as_str(), "name");
/// ```
#[derive(Clone, Copy)]
pub struct HashedKey<'k> {
    text: &'k str,
    head: u64,
    last: u64,
    hash: u64,
}

/// Makes a [`HashedKey`] of a literal, hashed at compile time.
///
/// ```
/// use varvel::{Builder, Sink, key};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_map(None)?;
/// builder.key("id".into())?;
/// builder.i64(7)?;
/// builder.end_map()?;
/// let view = builder.finish_view()?;
/// assert_eq!(view.get(key!("id")).and_then(|id| id.as_i64()), Some(7));
/// # Ok::<(), varvel::Error>(())
/// ```
#[macro_export]
macro_rules! key {
    ($text:expr) => {
        const { $crate::HashedKey::new($text) }
    };
}

impl<'k> HashedKey<'k> {
    /// Hashes `text`. Costs one multiplication, or two for a key of more than 15 bytes.
    #[inline(always)]
    pub const fn new(text: &'k str) -> Self {
        let bytes = text.as_bytes();
        let (head, last) = (head(bytes), last(bytes));
        Self {
            text,
            head,
            last,
            hash: hash(bytes, head, last),
        }
    }

    /// Returns the key `text`, whose hash is `hash`.
    #[inline(always)]
    pub(crate) const fn with_hash(text: &'k str, hash: u64) -> Self {
        let bytes = text.as_bytes();
        Self {
            text,
            head: head(bytes),
            last: last(bytes),
            hash,
        }
    }

    /// Returns the parts of the key, for a function that takes them in registers.
    #[inline(always)]
    pub(crate) const fn parts(&self) -> (&'k str, u64, u64, u64) {
        (self.text, self.head, self.last, self.hash)
    }

    /// Returns the key with these parts.
    #[inline(always)]
    pub(crate) const fn of(text: &'k str, head: u64, last: u64, hash: u64) -> Self {
        Self {
            text,
            head,
            last,
            hash,
        }
    }

    /// Returns the text of the key.
    #[inline(always)]
    pub const fn as_str(&self) -> &'k str {
        self.text
    }

    /// Returns the hash of the key.
    #[inline(always)]
    pub(crate) const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the byte of the hash that small shapes hold for each key.
    #[inline(always)]
    pub(crate) const fn fingerprint(&self) -> u8 {
        (self.hash >> 56) as u8
    }

    /// Returns the length of the key in the lowest byte, and its first seven bytes, or zeros, in
    /// the others. A short key stands in a buffer in this form.
    #[inline(always)]
    pub(crate) const fn head(&self) -> u64 {
        self.head
    }

    /// Returns the last eight bytes of the key, or zero for a shorter key.
    #[inline(always)]
    pub(crate) const fn last(&self) -> u64 {
        self.last
    }
}

impl<'k> From<&'k str> for HashedKey<'k> {
    #[inline(always)]
    fn from(text: &'k str) -> Self {
        Self::new(text)
    }
}

impl<'k> From<&'k alloc::string::String> for HashedKey<'k> {
    #[inline(always)]
    fn from(text: &'k alloc::string::String) -> Self {
        Self::new(text)
    }
}

impl<'k> From<&HashedKey<'k>> for HashedKey<'k> {
    #[inline(always)]
    fn from(key: &HashedKey<'k>) -> Self {
        *key
    }
}

impl core::fmt::Debug for HashedKey<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "HashedKey({:?})", self.text)
    }
}

/// Returns the hash of a key.
#[inline]
pub const fn hash_of(text: &[u8]) -> u64 {
    hash(text, head(text), last(text))
}

/// The head and the last eight bytes together hold all of a key of up to this length.
pub const SHORT: usize = 15;

/// Computes [`HashedKey::head`].
#[inline(always)]
const fn head(text: &[u8]) -> u64 {
    let len = text.len();
    let first = if let Some(first) = text.first_chunk::<8>() {
        u64::from_le_bytes(*first)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        // Both chunks may overlap; the overlapping bytes are equal.
        u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << (8 * (len - 4))
    } else if let [first, .., last] = text {
        let middle = (text[len / 2] as u64) << (8 * (len / 2));
        *first as u64 | middle | (*last as u64) << (8 * (len - 1))
    } else if let [one] = text {
        *one as u64
    } else {
        0
    };
    first << 8 | len as u64 & 0xFF
}

/// Computes [`HashedKey::last`].
#[inline(always)]
const fn last(text: &[u8]) -> u64 {
    match text.last_chunk::<8>() {
        Some(last) => u64::from_le_bytes(*last),
        None => 0,
    }
}

// Odd numbers without a pattern: the first bits after the point of the square roots of 2, 3 and 5.
// The first is made odd.
// <spec:hash> Made by `cargo xtask spec`.
const ROOT_2: u64 = 0x6A09_E667_F3BC_C909;
const ROOT_3: u64 = 0xBB67_AE85_84CA_A73B;
const ROOT_5: u64 = 0x3C6E_F372_FE94_F82B;
// </spec:hash>

/// Returns the hash of a key with this head and these last bytes. Both halves of the product count:
/// they are combined by XOR.
#[inline(always)]
const fn hash(text: &[u8], head: u64, last: u64) -> u64 {
    let mut first = head;
    if text.len() > SHORT {
        let (_, from_middle) = text.split_at(text.len() / 2 - 4);
        if let Some(middle) = from_middle.first_chunk::<8>() {
            first ^= u64::from_le_bytes(*middle).wrapping_mul(ROOT_5);
        }
    }
    let product = (first ^ ROOT_2) as u128 * (last ^ ROOT_3) as u128;
    product as u64 ^ (product >> 64) as u64
}
