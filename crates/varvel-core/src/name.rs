//! [`Name`]: the name of a member, known when the program is compiled.

use varvel_raw::key::Key;

/// The name of a member, prepared for writing and for searching.
#[derive(Debug)]
pub struct Name {
    text: &'static str,
    key: Key,
    /// The text `"name":` followed by zeros, and how many of its bytes count: zero if the name does
    /// not fit.
    quoted: ([u8; 32], usize),
}

impl Name {
    /// Prepares a name.
    ///
    /// ```
    /// const ID: varvel::format::Name = varvel::format::Name::new("id");
    /// assert_eq!(ID.text(), "id");
    /// ```
    pub const fn new(text: &'static str) -> Self {
        let key = Key::new(text);
        let (block, len) = key.block();
        let mut quoted = (*block, 0);
        if len > 0 && len < 32 {
            quoted.0[len] = b':';
            quoted.1 = len + 1;
        }
        Self { text, key, quoted }
    }

    /// Returns the name.
    #[inline(always)]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Returns the name as a key that is compared with text.
    #[inline(always)]
    pub const fn key(&self) -> &Key {
        &self.key
    }

    /// Returns the name as `"name":`, the text before a value in a format with keys in double
    /// quotes. Zeros follow it.
    ///
    /// Returns also how many of the bytes count: zero for a name that is too long, or needs an
    /// escape.
    ///
    /// ```
    /// static ID: varvel::format::Name = varvel::format::Name::new("id");
    /// let (text, len) = ID.quoted();
    /// assert_eq!(&text[..len], b"\"id\":");
    /// ```
    #[inline(always)]
    pub const fn quoted(&self) -> (&[u8; 32], usize) {
        (&self.quoted.0, self.quoted.1)
    }
}
