//! Keys ready for comparison and printing: their JSON form in one vector.

/// A key with its quotes, as it stands in JSON text when nothing in it needs an escape.
///
/// A key of more than 30 bytes, or one that needs an escape, has no such form: it never matches
/// wide, and is compared as a string.
#[derive(Clone, Copy)]
pub struct Key {
    /// `"key"`, then zeros.
    quoted: [u8; 32],
    /// One bit for each byte of `quoted` that counts; zero when there is no quoted form.
    mask: u32,
    len: u8,
}

impl Key {
    /// A key that matches nothing.
    pub const NONE: Self = Self {
        quoted: [0; 32],
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
        let mut quoted = [0; 32];
        quoted[0] = b'"';
        let mut i = 0;
        while i < text.len() {
            if text[i] < 0x20 || text[i] == b'"' || text[i] == b'\\' {
                return Self::NONE;
            }
            quoted[i + 1] = text[i];
            i += 1;
        }
        quoted[i + 1] = b'"';
        Self {
            quoted,
            mask: (u32::MAX) >> (30 - text.len()),
            len: text.len() as u8 + 2,
        }
    }

    /// The key with its quotes, where it has such a form.
    #[inline(always)]
    pub fn quoted(&self) -> Option<&[u8]> {
        (self.mask != 0).then(|| &self.quoted[..usize::from(self.len & 63)])
    }

    /// All 32 bytes of the quoted form, zeros behind it; how many of them count (zero: none).
    #[inline(always)]
    pub fn block(&self) -> (&[u8; 32], usize) {
        (&self.quoted, usize::from(self.len))
    }

    #[inline(always)]
    pub(crate) fn mask(&self) -> u32 {
        self.mask
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
