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
/// The choice is for trees and for conversions between formats. A type chooses its text itself.
///
/// ```
/// use varvel::AsText;
/// use varvel::pipe::Scalar;
/// let as_text = AsText::ALL;
/// assert_eq!(&*as_text.value(Scalar::F64(f64::NAN))?.unwrap(), "nan");
/// assert_eq!(&*as_text.key(Scalar::I64(200))?.unwrap(), "200");
/// assert!(AsText::KEYS.value(Scalar::F64(f64::NAN))?.is_none());
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AsText {
    /// Keys that are null, booleans or numbers: `null`, `true`, `200`. Bytes and points in time,
    /// too, if `bytes` or `timestamps` is set. Two keys of a map that have the same text are an
    /// error, and so are arrays and maps as keys.
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
    /// Writes nothing as text.
    pub const NOTHING: Self = Self {
        keys: false,
        bytes: false,
        timestamps: false,
        non_finite: false,
        numbers: false,
    };

    /// Writes keys alone as text. No information is lost for a person: the key has the text that
    /// the same value has elsewhere in the document.
    pub const KEYS: Self = Self {
        keys: true,
        ..Self::NOTHING
    };

    /// Writes everything as text.
    pub const ALL: Self = Self {
        keys: true,
        bytes: true,
        timestamps: true,
        non_finite: true,
        numbers: true,
    };

    /// The hint of errors about values that one of these options would write.
    pub const HINT: &'static str = "the write option `as_text` writes it as text";

    /// Returns the text of a key that is not a string, if the options ask for it.
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

    /// Returns the text of a value that the format has no kind for, if the options ask for it.
    ///
    /// # Errors
    /// The errors of [`AsText::key`].
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

    /// Writes without [`AsText::keys`] first, and with it only if a key is not a string.
    ///
    /// A writer that turns keys into text has to remember all keys of a map, and few documents have
    /// such keys.
    ///
    /// ```
    /// use varvel::{AsText, Error, ErrorKind};
    /// let written = AsText::KEYS.try_without_keys(|as_text| match as_text.keys {
    ///     true => Ok("{\"1\":2}"),
    ///     false => Err(Error::expected(ErrorKind::Unrepresentable, "a string as key")),
    /// })?;
    /// assert_eq!(written, "{\"1\":2}");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of the last attempt.
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

/// The text of a scalar. It lives as long as a writer needs it.
#[derive(Clone, Debug)]
pub struct ScalarText<'s>(Text<'s>);

#[derive(Clone, Debug)]
enum Text<'s> {
    /// A text on the stack: 40 bytes hold any 64-bit number and any point in time.
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

/// Returns the text of a scalar that is not a string.
#[cold]
fn text<'s>(scalar: Scalar<'_, 's>) -> Result<ScalarText<'s>> {
    Ok(ScalarText(match scalar {
        Scalar::BigInteger(digits) | Scalar::Decimal(digits) => Text::Lent(digits),
        Scalar::Bytes(bytes) => Text::Long(Base64::Standard.encode(&bytes)?),
        Scalar::Timestamp(time) if rfc3339::print(time).is_none() => {
            let expected = "a point in time in the years 0 to 9999";
            return Err(Error::expected(ErrorKind::Unrepresentable, expected));
        }
        // Numbers and words are short.
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
