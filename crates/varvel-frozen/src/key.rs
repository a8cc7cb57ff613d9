//! [`HashedKey`]: a key with the hash that every shape is indexed by.
//!
//! The hash looks at a fixed sample of the key: its length, its first and its last eight bytes, and of a
//! key of more than sixteen the eight in its middle. So it costs the same for keys of any length, and
//! a compiler can do it. Keys that the sample does not tell apart are found in sorted order instead:
//! see `index`. The hash is part of the format: `spec/frozen.md` defines it.

/// A key, ready to be looked up in any object.
///
/// Made at compile time by [`key!`](crate::key), it spares the hashing at each look-up.
///
/// ```
/// use varvel_frozen::HashedKey;
/// const NAME: HashedKey = HashedKey::new("name");
/// assert_eq!(NAME.as_str(), "name");
/// ```
#[derive(Clone, Copy)]
pub struct HashedKey<'k> {
    text: &'k str,
    ends: Ends,
    hash: u64,
}

/// A [`HashedKey`] of a literal, hashed at compile time.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_frozen::{Builder, key};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_map(None)?;
/// builder.key("id".into())?;
/// builder.i64(7)?;
/// builder.end_map()?;
/// let view = builder.finish_view()?;
/// assert_eq!(view.get(key!("id")).and_then(|id| id.as_i64()), Some(7));
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[macro_export]
macro_rules! key {
    ($text:expr) => {
        const { $crate::HashedKey::new($text) }
    };
}

impl<'k> HashedKey<'k> {
    /// Hashes `text`: two multiplications, whatever its length.
    #[inline(always)]
    pub const fn new(text: &'k str) -> Self {
        let ends = Ends::of(text.as_bytes());
        Self {
            text,
            ends,
            hash: hash(text.as_bytes(), ends),
        }
    }

    /// The key.
    #[inline(always)]
    pub const fn as_str(&self) -> &'k str {
        self.text
    }

    /// The hash.
    #[inline(always)]
    pub(crate) const fn hash(&self) -> u64 {
        self.hash
    }

    /// The byte of the hash that small shapes hold of each key.
    #[inline(always)]
    pub(crate) const fn fingerprint(&self) -> u8 {
        (self.hash >> 56) as u8
    }

    /// Whether this key is `text`. Of keys of up to sixteen bytes the ends are all there is.
    #[inline(always)]
    pub(crate) fn is(&self, text: &[u8]) -> bool {
        let len = self.text.len();
        if text.len() != len {
            return false;
        }
        let ends = Ends::of(text);
        let same = (ends.first ^ self.ends.first) | (ends.last ^ self.ends.last) == 0;
        same && (len <= 16 || text == self.text.as_bytes())
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

/// The first and the last bytes of a key, as two numbers: with the length they are all of a key of
/// up to sixteen bytes.
#[derive(Clone, Copy)]
struct Ends {
    first: u64,
    last: u64,
}

impl Ends {
    #[inline(always)]
    const fn of(text: &[u8]) -> Self {
        if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            return Self {
                first: u64::from_le_bytes(*first),
                last: u64::from_le_bytes(*last),
            };
        }
        if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            return Self {
                first: u32::from_le_bytes(*first) as u64,
                last: u32::from_le_bytes(*last) as u64,
            };
        }
        match text {
            [] => Self { first: 0, last: 0 },
            [first, .., last] => Self {
                first: *first as u64 | (text[text.len() / 2] as u64) << 8,
                last: *last as u64,
            },
            [one] => Self {
                first: *one as u64 | (*one as u64) << 8,
                last: *one as u64,
            },
        }
    }
}

/// Odd numbers without a pattern: the first digits of the square roots of 2, 3 and 5 in binary.
const ROOT_2: u64 = 0x6A09_E667_F3BC_C909;
const ROOT_3: u64 = 0xBB67_AE85_84CA_A73B;
const ROOT_5: u64 = 0x3C6E_F372_FE94_F82B;

/// The hash of a key with these ends. Both halves of a product count, folded together.
#[inline(always)]
const fn hash(text: &[u8], ends: Ends) -> u64 {
    let mut first = ends.first;
    if text.len() > 16 {
        let (_, from_middle) = text.split_at(text.len() / 2 - 4);
        if let Some(middle) = from_middle.first_chunk::<8>() {
            first ^= u64::from_le_bytes(*middle).wrapping_mul(ROOT_5);
        }
    }
    let product =
        (first ^ ROOT_2) as u128 * (ends.last ^ ROOT_3.wrapping_add(text.len() as u64)) as u128;
    let folded = product as u64 ^ (product >> 64) as u64;
    // The highest bits are what is used first: every bit of the product counts in them.
    folded.wrapping_mul(ROOT_5)
}
