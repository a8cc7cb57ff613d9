//! The options of reading and writing CBOR.

use varvel_core::{AsText, Limits};

/// The options of reading CBOR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Bounds on what a document may cost.
    pub limits: Limits,
    /// Whether a document must be dCBOR.
    pub dcbor: bool,
    /// The check of each text of a document that must be dCBOR.
    pub(crate) text: Option<TextCheck>,
    /// Whether the document is an item of an array.
    pub(crate) item: bool,
}

/// A check of text; see [`ReadOptions::with_dcbor_text`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextCheck(fn(&str) -> bool);

impl TextCheck {
    pub fn passes(self, text: &str) -> bool {
        self.0(text)
    }
}

/// Two checks are equal if they are the same function.
impl PartialEq for TextCheck {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for TextCheck {}

impl ReadOptions {
    /// Returns the default options with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Refuses documents that are not dCBOR (draft-mcnally-deterministic-cbor), which has one form
    /// for each document: shortest heads and floats, definite lengths, each key once and in the
    /// order of their bytes, integers instead of floats without a fraction, and no simple values
    /// except false, true and null.
    ///
    /// The check comes before anything is read. It leaves out Unicode's normal form C, which
    /// [`with_dcbor_text`](Self::with_dcbor_text) checks.
    ///
    /// ```
    /// use varvel::cbor::{ReadOptions, from_slice_with};
    /// let strict = ReadOptions::default().with_dcbor();
    /// assert_eq!(from_slice_with::<Vec<u8>>(&[0x82, 1, 2], &strict)?, [1, 2]);
    /// let error = from_slice_with::<Vec<u8>>(&[0x82, 1, 0x18, 2], &strict).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid syntax: expected the shortest form, found a longer one, at $[1] (byte 2)",
    /// );
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_dcbor(mut self) -> Self {
        self.dcbor = true;
        self
    }

    /// Refuses a document that is not dCBOR, or that contains a text for which `is_normal` returns
    /// `false`.
    ///
    /// dCBOR requires text in Unicode's normal form C. The tables for that are larger than this
    /// crate, and few need them, so the caller brings the function: `is_nfc` of the crate
    /// `unicode-normalization`, for instance.
    ///
    /// ```
    /// use varvel::cbor::{ReadOptions, from_slice_with};
    /// // ASCII is always in normal form.
    /// let strict = ReadOptions::default().with_dcbor_text(str::is_ascii);
    /// assert_eq!(from_slice_with::<&str>(b"\x61a", &strict)?, "a");
    /// assert!(from_slice_with::<&str>("\x63e\u{301}".as_bytes(), &strict).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_dcbor_text(mut self, is_normal: fn(&str) -> bool) -> Self {
        self.text = Some(TextCheck(is_normal));
        self.with_dcbor()
    }
}

impl From<Limits> for ReadOptions {
    fn from(limits: Limits) -> Self {
        Self::with_limits(limits)
    }
}

/// The options of writing CBOR. Each part is written in its preferred form (RFC 8949, section 4.1),
/// which is the shortest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether a document begins with the tag 55799, which marks it as CBOR.
    pub signature: bool,
    /// Whether maps are written in the order of their keys' bytes.
    pub deterministic: bool,
    /// The numbers that are written as text, because readers do not take them for numbers: integers
    /// of more than 128 bytes, and decimals with such an integer, with an exponent beyond 9999, or
    /// that are a negative zero.
    pub as_text: AsText,
    /// How many containers a type may open inside each other: by default as many as a reader
    /// takes (128). Each level is a call, so the levels must fit the stack. Trees are written at
    /// any depth.
    pub depth: Option<usize>,
}

impl WriteOptions {
    /// Allows a type to open `depth` containers inside each other. Each level is a call, so they
    /// must fit the stack, and a reader needs the same limit.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Returns how many containers a type may open inside each other.
    pub(crate) fn most(&self) -> usize {
        self.depth.unwrap_or(Limits::DEFAULT.depth)
    }

    /// Writes the tag 55799 first, which marks the document as CBOR.
    ///
    /// ```
    /// use varvel::cbor::{WriteOptions, from_slice, to_vec_with};
    /// let bytes = to_vec_with(&7, &WriteOptions::default().with_signature())?;
    /// assert_eq!(bytes, [0xD9, 0xD9, 0xF7, 7]);
    /// assert_eq!(from_slice::<u8>(&bytes)?, 7);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_signature(mut self) -> Self {
        self.signature = true;
        self
    }

    /// Writes maps in the order of their keys' bytes, so that equal documents have the same bytes:
    /// the core deterministic encoding of RFC 8949, section 4.2.1. A key that comes twice in a map
    /// is then an error.
    ///
    /// Maps are sorted when the document is complete. Time is linear in the output, but for sorting
    /// keys, and for maps that are keys in maps that are keys.
    ///
    /// ```
    /// use varvel::Sink;
    /// use varvel::cbor::{WriteOptions, Writer};
    /// let mut writer = Writer::with_options(WriteOptions::default().with_deterministic(), Vec::new());
    /// writer.begin_map(None)?;
    /// for (key, value) in [("b", 2), ("aa", 3), ("a", 1)] {
    ///     writer.key(key.into())?;
    ///     writer.i64(value)?;
    /// }
    /// writer.end_map()?;
    /// assert_eq!(writer.finish()?, b"\xA3\x61a\x01\x61b\x02\x62aa\x03");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_deterministic(mut self) -> Self {
        self.deterministic = true;
        self
    }

    /// Writes numbers as text that readers would not take for numbers.
    ///
    /// ```
    /// use varvel::cbor::{WriteOptions, Writer};
    /// use varvel::{AsText, Sink};
    /// let options = WriteOptions::default().with_as_text(AsText::ALL);
    /// let mut writer = Writer::with_options(options, Vec::new());
    /// writer.decimal("1e10000")?;
    /// assert_eq!(writer.finish()?, b"\x671e10000");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }
}
