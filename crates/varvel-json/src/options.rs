//! The options of reading and writing JSON.

use varvel_core::{AsText, Limits};

/// The options of reading JSON. The default reads RFC 8259 as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Bounds on what a document may cost.
    pub limits: Limits,
    /// Whether the words `NaN`, `Infinity` and `-Infinity` are numbers, as in JSON5. They are not
    /// JSON.
    pub non_finite: bool,
    /// Whether a number with a fraction or an exponent is kept as its text, with all its digits,
    /// instead of the nearest `f64`.
    ///
    /// Then it is a decimal ([`Kind::Decimal`](varvel_core::Kind::Decimal)) of any size, for trees
    /// and for types that take numbers of any kind. Types that ask for a float get the nearest one.
    /// Reading into trees takes longer.
    pub exact_decimals: bool,
}

impl ReadOptions {
    /// Returns the default options with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Takes the words `NaN`, `Infinity` and `-Infinity` as numbers.
    ///
    /// ```
    /// use varvel::json::{ReadOptions, decode};
    /// let options = ReadOptions::default().with_non_finite();
    /// let read: Vec<f32> = decode(b"[-Infinity, 1]", &options, &())?;
    /// assert_eq!(read, [f32::NEG_INFINITY, 1.0]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_non_finite(mut self) -> Self {
        self.non_finite = true;
        self
    }

    /// Keeps decimals as their text.
    ///
    /// ```
    /// use varvel::json::{ReadOptions, WriteOptions, Writer, drive};
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// drive(b"[1.10, 1e999]", &ReadOptions::default().with_exact_decimals(), &mut writer)?;
    /// assert_eq!(writer.finish()?, b"[1.10,1e999]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_exact_decimals(mut self) -> Self {
        self.exact_decimals = true;
        self
    }
}

impl From<Limits> for ReadOptions {
    fn from(limits: Limits) -> Self {
        Self::with_limits(limits)
    }
}

/// The options of writing JSON. The default is compact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// How many spaces a level of nesting has. `None` writes everything on one line, without any
    /// space.
    pub indent: Option<u8>,
    /// How NaN and the infinities are written, which JSON does not have.
    pub non_finite: NonFinite,
    /// How names of members are written.
    pub names: Names,
    /// The values that are written as text, because JSON has no kind for them. For NaN and the
    /// infinities, the words of JSON5 take precedence over this, and this takes precedence over
    /// `null`: see [`WriteOptions::non_finite`].
    pub as_text: AsText,
    /// How many containers a type may open inside each other: by default as many as a reader
    /// takes (128). Each level is a call, so the levels must fit the stack. Trees are written at
    /// any depth.
    pub depth: Option<usize>,
}

/// How names of members are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// Names are strings.
    #[default]
    Quoted,
    /// A name has no quotes if it consists of ASCII letters, digits and `_`, and does not begin
    /// with a digit. People write such names, JSON5 reads them, and `flatc` prints them. This is
    /// not JSON, and takes longer.
    Bare,
}

/// How a float is written that JSON cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// It is refused.
    #[default]
    Error,
    /// It is written as `null`, as JavaScript does. The value is lost.
    Null,
    /// It is written as `NaN`, `Infinity` or `-Infinity`, as in JSON5. This is not JSON.
    Words,
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

    /// Writes everything on one line, without any space.
    pub fn compact() -> Self {
        Self::default()
    }

    /// Writes each item and member on a line of its own, with two spaces a level of nesting.
    pub fn pretty() -> Self {
        Self {
            indent: Some(2),
            ..Self::default()
        }
    }

    /// Writes names without quotes if they need none.
    ///
    /// ```
    /// use varvel::json::{WriteOptions, to_vec_with};
    /// let of = std::collections::BTreeMap::from([("hit_points", 80), ("of armour", 3)]);
    /// let text = to_vec_with(&of, &WriteOptions::compact().bare_names())?;
    /// assert_eq!(text, br#"{hit_points:80,"of armour":3}"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn bare_names(mut self) -> Self {
        self.names = Names::Bare;
        self
    }

    /// Writes NaN and the infinities as the words of JSON5.
    ///
    /// ```
    /// use varvel::json::{WriteOptions, to_string_with};
    /// let options = WriteOptions::compact().non_finite_as_words();
    /// assert_eq!(to_string_with(&[f64::NAN, -f64::INFINITY], &options)?, "[NaN,-Infinity]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn non_finite_as_words(mut self) -> Self {
        self.non_finite = NonFinite::Words;
        self
    }

    /// Writes values as text that JSON has no kind for.
    ///
    /// ```
    /// use varvel::json::{WriteOptions, Writer};
    /// use varvel::{AsText, Sink};
    /// let mut writer = Writer::new(WriteOptions::compact().with_as_text(AsText::ALL));
    /// writer.begin_map(None)?;
    /// writer.any_key()?;
    /// writer.i64(200)?;
    /// writer.bytes(b"hi"[..].into())?;
    /// writer.end_map()?;
    /// assert_eq!(writer.finish()?, br#"{"200":"aGk="}"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }

    /// Writes NaN and the infinities as `null`.
    #[must_use]
    pub fn non_finite_as_null(mut self) -> Self {
        self.non_finite = NonFinite::Null;
        self
    }
}
