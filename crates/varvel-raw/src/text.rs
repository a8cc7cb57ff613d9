//! [`Text`]: text that is known to be UTF-8, with a view of the memory behind it.

/// A string as scans return it: its bytes, and how far memory may be read past them.
///
/// A caller that copies a short string can then copy one whole vector, with no loop and no call, if
/// the window allows. Invariant: the first `len` bytes of `window` are UTF-8.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    window: &'a [u8],
    len: usize,
}

impl<'a> Text<'a> {
    /// Returns the text `window[..len]`, if that is in range and UTF-8.
    #[inline]
    pub fn checked(window: &'a [u8], len: usize) -> Option<Self> {
        (len <= window.len() && crate::utf8::is_valid(&window[..len]))
            .then_some(Self { window, len })
    }

    /// Returns the text `window[..len]`, if that is in range and UTF-8, with an instruction set
    /// that the caller already has.
    #[inline(always)]
    pub fn checked_with<I: crate::simd::Isa>(isa: I, window: &'a [u8], len: usize) -> Option<Self> {
        // Most strings are short, and ASCII.
        if let Some(text) = Self::short_ascii(isa, window, len) {
            return Some(text);
        }
        (len <= window.len() && crate::utf8::is_valid_with(isa, &window[..len]))
            .then_some(Self { window, len })
    }

    /// Returns the text `window[..len]` after one look, if it is ASCII of at most 64 bytes and the
    /// window has 64 bytes. `None` says nothing about the text.
    #[inline(always)]
    pub fn short_ascii<I: crate::simd::Isa>(isa: I, window: &'a [u8], len: usize) -> Option<Self> {
        let block = window.first_chunk()?;
        (len <= block.len() && crate::utf8::is_ascii_with(isa, block, len))
            .then_some(Self { window, len })
    }

    /// Returns the text with the rest of `buffer` behind it as its window, if it lies in `buffer`;
    /// otherwise without a window behind it. Costs two comparisons.
    ///
    /// ```
    /// use varvel_raw::text::Text;
    /// let buffer = b"key and more";
    /// let text = core::str::from_utf8(&buffer[..3]).unwrap();
    /// assert_eq!(Text::with_window(text, buffer).window(), buffer);
    /// assert_eq!(Text::with_window("key", buffer).as_str(), "key");
    /// ```
    #[inline(always)]
    pub fn with_window(text: &'a str, buffer: &'a [u8]) -> Self {
        let at = (text.as_ptr() as usize).wrapping_sub(buffer.as_ptr() as usize);
        match buffer.get(at..) {
            // These are the same bytes by address: both borrows are shared, so they are the UTF-8
            // of `text`. (An empty text may share its address with anything; it has no bytes.)
            Some(window) if text.len() <= window.len() => Self {
                window,
                len: text.len(),
            },
            _ => text.into(),
        }
    }

    /// # Safety
    /// `len <= window.len()`, and the first `len` bytes of `window` are UTF-8.
    #[inline(always)]
    pub(crate) unsafe fn new_unchecked(window: &'a [u8], len: usize) -> Self {
        debug_assert!(len <= window.len());
        Self { window, len }
    }

    /// Returns the string.
    #[inline(always)]
    pub fn as_str(&self) -> &'a str {
        // SAFETY: the type's invariant: in range, and UTF-8.
        unsafe { core::str::from_utf8_unchecked(self.window.get_unchecked(..self.len)) }
    }

    /// Returns the bytes of the string.
    #[inline(always)]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.as_str().as_bytes()
    }

    /// Returns how many bytes the string has.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the string has no bytes.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the bytes of the string and the readable memory that follows them.
    #[inline(always)]
    pub fn window(&self) -> &'a [u8] {
        self.window
    }
}

impl<'a> From<&'a str> for Text<'a> {
    #[inline(always)]
    fn from(text: &'a str) -> Self {
        Self {
            window: text.as_bytes(),
            len: text.len(),
        }
    }
}

impl core::fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}
