//! What a caller may choose about reading and writing JSON.

use varvel_core::{AsText, Limits};

/// How JSON is read. The default reads RFC 8259 as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What a document may cost.
    pub limits: Limits,
    /// Whether the words `NaN`, `Infinity` and `-Infinity` are numbers, as in JSON5. They are not
    /// JSON.
    pub non_finite: bool,
    /// Whether a number with a fraction or an exponent is kept as its text, with all its digits,
    /// and not as the nearest `f64`: a decimal ([`Kind::Decimal`](varvel_core::Kind::Decimal)), of
    /// any size. So it comes into trees, and into types that take numbers of any kind; those that
    /// ask for a float get the nearest one. Reading into trees takes longer.
    pub exact_decimals: bool,
}

impl ReadOptions {
    /// The defaults with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Takes the words `NaN`, `Infinity` and `-Infinity` as numbers.
    ///
    /// ```
    /// use varvel_json::{ReadOptions, decode};
    /// let options = ReadOptions::default().with_non_finite();
    /// let read: Vec<f32> = decode(b"[-Infinity, 1]", &options, &())?;
    /// assert_eq!(read, [f32::NEG_INFINITY, 1.0]);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_non_finite(mut self) -> Self {
        self.non_finite = true;
        self
    }

    /// Keeps decimals as their text.
    ///
    /// ```
    /// use varvel_json::{ReadOptions, WriteOptions, Writer, drive};
    /// let mut writer = Writer::new(WriteOptions::compact());
    /// drive(b"[1.10, 1e999]", &ReadOptions::default().with_exact_decimals(), &mut writer)?;
    /// assert_eq!(writer.finish()?, b"[1.10,1e999]");
    /// # Ok::<(), varvel_core::Error>(())
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

/// How JSON is written. The default is compact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Spaces a level of nesting; `None` writes all on one line, without any space.
    pub indent: Option<u8>,
    /// What to do with NaN and the infinities, which JSON does not have.
    pub non_finite: NonFinite,
    /// How names of members are written.
    pub names: Names,
    /// Values to write as text, because JSON has no kind for them. For NaN and the infinities this
    /// comes before `null`, and the words of JSON5 come before this: see
    /// [`WriteOptions::non_finite`].
    pub as_text: AsText,
}

/// How names of members are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// As strings.
    #[default]
    Quoted,
    /// Without quotes where they are ASCII letters, digits and `_`, and begin with no digit: as
    /// people write them, JSON5 reads them and `flatc` prints them. It is not JSON, and takes
    /// longer.
    Bare,
}

/// What to write for a float that JSON cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// Refuse it.
    #[default]
    Error,
    /// Write `null`, as JavaScript does. The value is lost.
    Null,
    /// Write `NaN`, `Infinity` and `-Infinity`, as JSON5 has them. It is not JSON.
    Words,
}

impl WriteOptions {
    /// All on one line, without any space.
    pub fn compact() -> Self {
        Self::default()
    }

    /// Two spaces a level of nesting.
    pub fn pretty() -> Self {
        Self {
            indent: Some(2),
            ..Self::default()
        }
    }

    /// Writes names without quotes where they can be.
    ///
    /// ```
    /// use varvel_json::{WriteOptions, to_vec_with};
    /// let of = std::collections::BTreeMap::from([("hit_points", 80), ("of armour", 3)]);
    /// let text = to_vec_with(&of, &WriteOptions::compact().bare_names())?;
    /// assert_eq!(text, br#"{hit_points:80,"of armour":3}"#);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn bare_names(mut self) -> Self {
        self.names = Names::Bare;
        self
    }

    /// Writes NaN and the infinities as the words that JSON5 has for them.
    ///
    /// ```
    /// use varvel_json::{WriteOptions, to_string_with};
    /// let options = WriteOptions::compact().non_finite_as_words();
    /// assert_eq!(to_string_with(&[f64::NAN, -f64::INFINITY], &options)?, "[NaN,-Infinity]");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn non_finite_as_words(mut self) -> Self {
        self.non_finite = NonFinite::Words;
        self
    }

    /// Writes as text what JSON has no kind for.
    ///
    /// ```
    /// use varvel_core::{AsText, Sink};
    /// use varvel_json::{WriteOptions, Writer};
    /// let mut writer = Writer::new(WriteOptions::compact().with_as_text(AsText::ALL));
    /// writer.begin_map(None)?;
    /// writer.any_key()?;
    /// writer.i64(200)?;
    /// writer.bytes(b"hi"[..].into())?;
    /// writer.end_map()?;
    /// assert_eq!(writer.finish()?, br#"{"200":"aGk="}"#);
    /// # Ok::<(), varvel_core::Error>(())
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
