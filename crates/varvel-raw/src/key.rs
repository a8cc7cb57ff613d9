//! Keys and what leads up to them, ready for comparison with JSON text in one vector.

/// A key as it stands in JSON text when nothing in it needs an escape: with its quotes.
///
/// A key of more than 30 bytes, or one that needs an escape, has no such form: it never matches
/// wide, and is compared as a string.
#[derive(Clone, Copy)]
pub struct Key {
    /// `"key"`, then zeros.
    block: [u8; 32],
    /// A one for each byte of the block that counts.
    mask: u32,
    /// Bytes of the key and its quotes, at most 32; zero when there is no such form.
    len: u32,
}

impl Key {
    /// A key that matches nothing.
    pub const NONE: Self = Self {
        block: [0; 32],
        mask: 0,
        len: 0,
    };

    /// Prepares `text` for comparison.
    ///
    /// ```
    /// use varvel_raw::key::Key;
    /// const NAME: Key = Key::new("name");
    /// assert_eq!(NAME.quoted(), Some(&br#""name""#[..]));
    /// assert_eq!(Key::new("a\"b").quoted(), None);
    /// ```
    pub const fn new(text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() > 30 {
            return Self::NONE;
        }
        let mut block = [0; 32];
        block[0] = b'"';
        let mut i = 0;
        while i < text.len() {
            if text[i] < 0x20 || text[i] == b'"' || text[i] == b'\\' {
                return Self::NONE;
            }
            block[i + 1] = text[i];
            i += 1;
        }
        block[i + 1] = b'"';
        Self {
            block,
            mask: u32::MAX >> (30 - text.len()),
            len: text.len() as u32 + 2,
        }
    }

    /// The key with its quotes, where it has such a form.
    #[inline(always)]
    pub fn quoted(&self) -> Option<&[u8]> {
        (self.len != 0).then(|| &self.block[..self.len as usize & 63])
    }

    /// All 32 bytes of the quoted form, zeros behind it, and how many of them count (zero: there
    /// is no such form).
    #[inline(always)]
    pub fn block(&self) -> (&[u8; 32], usize) {
        (&self.block, self.len as usize)
    }

    /// The block, the mask of the bytes that count, and how many do: at most 32.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&[u8; 32], u32, usize) {
        (&self.block, self.mask, self.len as usize)
    }
}

impl core::fmt::Debug for Key {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.quoted() {
            Some(text) => write!(f, "Key({})", text.escape_ascii()),
            None => f.write_str("Key(none)"),
        }
    }
}

/// What stands between two values of a container up to the next key or item: a comma and white
/// space, as it was the last time.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lead {
    /// The comma, the white space, then zeros. Longer than a lead can be, so that 32 bytes can be
    /// read from the second on.
    block: [u8; 40],
    /// A one for each byte of the block that counts.
    mask: u32,
    /// How many do: from 1 to 32.
    len: u32,
}

impl Lead {
    /// A comma and nothing else.
    pub const COMMA: Self = {
        let mut block = [0; 40];
        block[0] = b',';
        Self {
            block,
            mask: 1,
            len: 1,
        }
    };

    /// A comma and white space as they stand in `text`; a comma alone when that is too long.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        let mut lead = Self::COMMA;
        if text.len() <= 32 && text.first() == Some(&b',') {
            lead.block[..text.len()].copy_from_slice(text);
            lead.mask = u32::MAX >> (32 - text.len());
            lead.len = text.len() as u32;
        }
        lead
    }

    /// How many bytes the comma and the white space are: from 1 to 32.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The block, the mask of the bytes that count, and how many do: from 1 to 32.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&[u8; 40], u32, usize) {
        (&self.block, self.mask, self.len as usize)
    }
}

/// What stands between a key and its value: a colon and white space, as it was the last time.
#[derive(Clone, Copy, Debug)]
pub struct Colon {
    /// The bytes, the first in the lowest bits.
    word: u32,
    /// Ones for the bytes that count.
    mask: u32,
    /// How many do: from 1 to 4.
    len: u32,
}

impl Colon {
    /// A colon and nothing else.
    pub const PLAIN: Self = Self {
        word: b':' as u32,
        mask: 0xFF,
        len: 1,
    };

    /// A colon and white space around it as they stand in `text`; a colon alone when that is too
    /// long.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        if text.len() > 4 || !text.contains(&b':') {
            return Self::PLAIN;
        }
        let byte = |i: usize| text.get(i).copied().unwrap_or(0);
        Self {
            word: u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]),
            mask: u32::MAX >> (32 - 8 * text.len()),
            len: text.len() as u32,
        }
    }

    /// The bytes as a number, a mask of those that count, and how many do: at most 4.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (u32, u32, usize) {
        (self.word, self.mask, self.len as usize)
    }
}
