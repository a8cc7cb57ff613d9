//! [`Name`]: the name of a member, known when the program is compiled.

use varvel_raw::key::Key;

/// The name of a member, ready to be written and to be looked for.
#[derive(Debug)]
pub struct Name {
    text: &'static str,
    key: Key,
    /// `"name":` and zeros, and how much of that counts: nothing if it does not fit.
    json: ([u8; 32], usize),
}

impl Name {
    /// Prepares a name.
    ///
    /// ```
    /// const ID: varvel_core::Name = varvel_core::Name::new("id");
    /// assert_eq!(ID.text(), "id");
    /// ```
    pub const fn new(text: &'static str) -> Self {
        let key = Key::new(text);
        let (block, len) = key.block();
        let mut json = (*block, 0);
        if len > 0 && len < 32 {
            json.0[len] = b':';
            json.1 = len + 1;
        }
        Self { text, key, json }
    }

    /// The name.
    #[inline(always)]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Returns the name as a key that is compared with text.
    #[inline(always)]
    pub const fn key(&self) -> &Key {
        &self.key
    }

    /// As it stands in compact JSON: `"name":` and zeros behind it, and how many bytes count; zero for a name that
    /// is longer than that, or needs an escape.
    #[inline(always)]
    pub const fn json(&self) -> (&[u8; 32], usize) {
        (&self.json.0, self.json.1)
    }
}
