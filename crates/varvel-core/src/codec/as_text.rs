//! [`AsText`]: a choice of values to write as text, for formats that have no kind for them.

use alloc::string::String;
use core::ops::Deref;

use arrayvec::ArrayString;

use super::Base64;
use super::rfc3339;
use crate::error::{Error, ErrorKind, Result};
use crate::path::KeyText;
use crate::pipe::Scalar;

/// A choice of values that a writer writes as text where its format has no kind for them.
///
/// By default it chooses nothing: a writer refuses such a value and names the place.
///
/// The choice is the same for all writers. A format writes a value as text only if it has no kind
/// for it, by its [`Profile`](crate::Profile). A buffer that has a schema takes the text where the
/// schema has a string. Readers give the text back as a string.
///
/// This is for trees and for what goes from one format into another. Types choose a text by
/// themselves.
///
/// ```
/// use varvel_core::{AsText, pipe::Scalar};
/// let as_text = AsText::ALL;
/// assert_eq!(&*as_text.value(Scalar::F64(f64::NAN))?.unwrap(), "nan");
/// assert_eq!(&*as_text.key(Scalar::I64(200))?.unwrap(), "200");
/// assert!(AsText::KEYS.value(Scalar::F64(f64::NAN))?.is_none());
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AsText {
    /// Keys that are null, booleans or numbers: `null`, `true`, `200`. Bytes and points in time,
    /// too, if those are to be text. Two keys of a map that have the same text are an error, and so
    /// are arrays and maps as keys.
    pub keys: bool,
    /// Bytes: Base64 (RFC 4648, section 4, padded).
    pub bytes: bool,
    /// Points in time: RFC 3339 in UTC. Outside of the years 0 to 9999 they are an error.
    pub timestamps: bool,
    /// NaN and the infinities: `nan`, `inf`, `-inf`.
    pub non_finite: bool,
    /// Integers beyond 64 bits and decimals: their digits.
    pub numbers: bool,
}

impl AsText {
    /// Nothing.
    pub const NOTHING: Self = Self {
        keys: false,
        bytes: false,
        timestamps: false,
        non_finite: false,
        numbers: false,
    };

    /// Keys alone: their text is that of the same value elsewhere in the document, so a person
    /// loses nothing.
    pub const KEYS: Self = Self {
        keys: true,
        ..Self::NOTHING
    };

    /// Everything.
    pub const ALL: Self = Self {
        keys: true,
        bytes: true,
        timestamps: true,
        non_finite: true,
        numbers: true,
    };

    /// The hint of errors about a value that this option would write.
    pub const HINT: &'static str = "the write option `as_text` writes it as text";

    /// The text of a key that is no string, if it is to be one.
    ///
    /// # Errors
    /// `Unrepresentable` for a point in time outside of the years 0 to 9999; `OutOfMemory`.
    pub fn key<'s>(self, key: Scalar<'_, 's>) -> Result<Option<ScalarText<'s>>> {
        match key {
            Scalar::Str(_) => Ok(None),
            Scalar::Bytes(_) if !self.bytes => Ok(None),
            Scalar::Timestamp(_) if !self.timestamps => Ok(None),
            _ if self.keys => text(key).map(Some),
            _ => Ok(None),
        }
    }

    /// The text of a value that the format has no kind for, if it is to be one.
    ///
    /// # Errors
    /// Those of [`AsText::key`].
    pub fn value<'s>(self, value: Scalar<'_, 's>) -> Result<Option<ScalarText<'s>>> {
        let asked = match value {
            Scalar::Bytes(_) => self.bytes,
            Scalar::Timestamp(_) => self.timestamps,
            Scalar::F64(value) => self.non_finite && !value.is_finite(),
            Scalar::F32(value) => self.non_finite && !value.is_finite(),
            Scalar::BigInteger(_) | Scalar::Decimal(_) => self.numbers,
            _ => false,
        };
        match asked {
            true => text(value).map(Some),
            false => Ok(None),
        }
    }

    /// Writes without [`AsText::keys`] first, and with them if there is a key that is no string: a
    /// writer that makes keys of others has to remember all keys of a map, and few documents have
    /// others.
    ///
    /// ```
    /// use varvel_core::{AsText, Error, ErrorKind};
    /// let written = AsText::KEYS.try_without_keys(|as_text| match as_text.keys {
    ///     true => Ok("{\"1\":2}"),
    ///     false => Err(Error::expected(ErrorKind::Unrepresentable, "a string as key")),
    /// })?;
    /// assert_eq!(written, "{\"1\":2}");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// That of the last attempt.
    pub fn try_without_keys<T>(self, mut write: impl FnMut(Self) -> Result<T>) -> Result<T> {
        let plain = Self {
            keys: false,
            ..self
        };
        match write(plain) {
            Err(error) if self.keys && error.kind() == ErrorKind::Unrepresentable => write(self),
            written => written,
        }
    }
}

/// The text of a scalar, for as long as a writer needs it.
#[derive(Clone, Debug)]
pub struct ScalarText<'s>(Text<'s>);

#[derive(Clone, Debug)]
enum Text<'s> {
    /// Longer than any number of 64 bits, and than any point in time.
    Short(ArrayString<40>),
    Long(String),
    Lent(&'s str),
}

impl Deref for ScalarText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Text::Short(text) => text,
            Text::Long(text) => text,
            Text::Lent(text) => text,
        }
    }
}

/// The text of a scalar that is no string.
#[cold]
fn text<'s>(scalar: Scalar<'_, 's>) -> Result<ScalarText<'s>> {
    Ok(ScalarText(match scalar {
        Scalar::BigInteger(digits) | Scalar::Decimal(digits) => Text::Lent(digits),
        Scalar::Bytes(bytes) => Text::Long(Base64::Standard.encode(&bytes)?),
        Scalar::Timestamp(time) if rfc3339::print(time).is_none() => {
            let expected = "a point in time in the years 0 to 9999";
            return Err(Error::expected(ErrorKind::Unrepresentable, expected));
        }
        // Numbers and words, which are short.
        _ => {
            let mut text = KeyText::<ArrayString<40>>::default();
            scalar.give(&mut text)?;
            Text::Short(text.finish())
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Timestamp;
    use crate::string::Bytes;

    fn key(scalar: Scalar<'_, '_>) -> Option<String> {
        AsText::ALL.key(scalar).unwrap().map(|text| (*text).into())
    }

    #[test]
    fn keys_have_the_text_of_their_value() {
        let of = |scalar| key(scalar).unwrap();
        assert_eq!(of(Scalar::Null), "null");
        assert_eq!(of(Scalar::Bool(true)), "true");
        assert_eq!(of(Scalar::I64(i64::MIN)), "-9223372036854775808");
        assert_eq!(of(Scalar::U64(u64::MAX)), "18446744073709551615");
        assert_eq!(of(Scalar::F64(1.0)), "1.0");
        assert_eq!(
            of(Scalar::F64(-1.7976931348623157e308)),
            "-1.7976931348623157e308"
        );
        assert_eq!(of(Scalar::F64(f64::NEG_INFINITY)), "-inf");
        assert_eq!(of(Scalar::F32(0.1)), "0.1");
        assert_eq!(
            of(Scalar::BigInteger("18446744073709551616")),
            "18446744073709551616"
        );
        assert_eq!(of(Scalar::Decimal("1.10")), "1.10");
        assert_eq!(of(Scalar::Bytes(Bytes::Input(b"hi"))), "aGk=");
        let time = Timestamp::new(0, 500_000_000).unwrap();
        assert_eq!(of(Scalar::Timestamp(time)), "1970-01-01T00:00:00.5Z");
        assert_eq!(key(Scalar::Str("a".into())), None);
    }

    #[test]
    fn nothing_becomes_text_unless_asked() {
        let bytes = Scalar::Bytes(Bytes::Input(b"hi"));
        assert!(AsText::NOTHING.key(Scalar::Null).unwrap().is_none());
        assert!(AsText::KEYS.key(bytes).unwrap().is_none());
        assert!(AsText::KEYS.value(bytes).unwrap().is_none());
        assert!(AsText::ALL.value(Scalar::I64(1)).unwrap().is_none());
        assert!(AsText::ALL.value(Scalar::F64(1.5)).unwrap().is_none());
        assert_eq!(&*AsText::ALL.value(bytes).unwrap().unwrap(), "aGk=");
        let far = Scalar::Timestamp(Timestamp::new(i64::MAX, 0).unwrap());
        let error = AsText::ALL.value(far).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    }
}
