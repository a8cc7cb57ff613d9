//! [`Scalar`]: a scalar that is read.

use varvel::{Error, Result};

use super::error::{cut, invalid};
use super::{DIGITS, kind, scalar};

/// A scalar, with the type that it has in the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Float(f32),
    /// Digits, and how many of them are behind the point: at most 38.
    Decimal(i128, u8),
    /// Days since 1970.
    Date(i32),
    /// Microseconds of a day.
    Time(i64),
    /// Microseconds since 1970, in UTC.
    Micros(i64),
    Nanos(i64),
    /// Microseconds since 1970, without a zone.
    LocalMicros(i64),
    LocalNanos(i64),
    Binary(&'a [u8]),
    Text(&'a str),
    Uuid([u8; 16]),
}

impl<'a> Scalar<'a> {
    /// Reads the scalar that begins at `at` and ends before `end`. Returns also how many bytes it
    /// has.
    ///
    /// # Errors
    /// Types that are unknown, scalars that are cut, and strings that are not UTF-8. Offsets count
    /// in `bytes`.
    pub fn read(bytes: &'a [u8], at: usize, end: usize) -> Result<(Self, usize)> {
        let Some((&header, rest)) = bytes.get(at..end).and_then(<[u8]>::split_first) else {
            return Err(cut(at));
        };
        let content = Content { at, rest };
        let info = header >> 2;
        if header & 3 == kind::SHORT_STRING {
            let text = content.text(0, info.into())?;
            return Ok((Self::Text(text), 1 + usize::from(info)));
        }
        let scalar = content.read(info)?;
        let size = match scalar {
            Self::Binary(bytes) => 4 + bytes.len(),
            Self::Text(text) => 4 + text.len(),
            _ => scalar::size(info).unwrap_or_default(),
        };
        Ok((scalar, 1 + size))
    }
}

/// The bytes behind the header of a scalar, which is at `at`.
struct Content<'a> {
    at: usize,
    rest: &'a [u8],
}

impl<'a> Content<'a> {
    fn read(&self, ty: u8) -> Result<Scalar<'a>> {
        let wide = || self.fixed(0).map(i64::from_le_bytes);
        Ok(match ty {
            scalar::NULL => Scalar::Null,
            scalar::TRUE => Scalar::Bool(true),
            scalar::FALSE => Scalar::Bool(false),
            scalar::INT8 => Scalar::Int(i8::from_le_bytes(self.fixed(0)?).into()),
            scalar::INT16 => Scalar::Int(i16::from_le_bytes(self.fixed(0)?).into()),
            scalar::INT32 => Scalar::Int(i32::from_le_bytes(self.fixed(0)?).into()),
            scalar::INT64 => Scalar::Int(wide()?),
            scalar::DOUBLE => Scalar::Double(f64::from_le_bytes(self.fixed(0)?)),
            scalar::FLOAT => Scalar::Float(f32::from_le_bytes(self.fixed(0)?)),
            scalar::DECIMAL4 => self.decimal(i32::from_le_bytes(self.fixed(1)?).into())?,
            scalar::DECIMAL8 => self.decimal(i64::from_le_bytes(self.fixed(1)?).into())?,
            scalar::DECIMAL16 => self.decimal(i128::from_le_bytes(self.fixed(1)?))?,
            scalar::DATE => Scalar::Date(i32::from_le_bytes(self.fixed(0)?)),
            scalar::TIME => Scalar::Time(wide()?),
            scalar::TIMESTAMP_MICROS => Scalar::Micros(wide()?),
            scalar::TIMESTAMP_NANOS => Scalar::Nanos(wide()?),
            scalar::LOCAL_MICROS => Scalar::LocalMicros(wide()?),
            scalar::LOCAL_NANOS => Scalar::LocalNanos(wide()?),
            scalar::BINARY => Scalar::Binary(self.part(4, self.len()?)?),
            scalar::STRING => Scalar::Text(self.text(4, self.len()?)?),
            scalar::UUID => Scalar::Uuid(self.fixed(0)?),
            _ => {
                let error = invalid(self.at, "a type of VARIANT, 0 to 20");
                return Err(error.with_content(format_args!("{ty}")));
            }
        })
    }

    /// Returns a decimal of `digits`, of which the first byte says how many are behind the point.
    fn decimal(&self, digits: i128) -> Result<Scalar<'a>> {
        let [scale] = self.fixed::<1>(0)?;
        if u32::from(scale) > DIGITS {
            let error = invalid(
                self.at + 1,
                "at most 38 digits after the point of a decimal",
            );
            return Err(error.with_content(scale));
        }
        Ok(Scalar::Decimal(digits, scale))
    }

    fn len(&self) -> Result<usize> {
        let len = u32::from_le_bytes(self.fixed(0)?);
        usize::try_from(len).map_err(|_| cut(self.at))
    }

    /// Returns the `N` bytes from `from` on.
    fn fixed<const N: usize>(&self, from: usize) -> Result<[u8; N]> {
        let bytes = self.rest.get(from..).and_then(<[u8]>::first_chunk);
        bytes.copied().ok_or_else(|| cut(self.at))
    }

    /// Returns the `len` bytes from `from` on.
    fn part(&self, from: usize, len: usize) -> Result<&'a [u8]> {
        let part = self.rest.get(from..).and_then(|rest| rest.get(..len));
        part.ok_or_else(|| cut(self.at))
    }

    fn text(&self, from: usize, len: usize) -> Result<&'a str> {
        let bytes = self.part(from, len)?;
        std::str::from_utf8(bytes).map_err(|_| {
            let start = self.at + 1 + from;
            let error = Error::not_utf8(bytes, 0, len);
            let at = error.offset().unwrap_or_default();
            error.with_offset(start + at)
        })
    }
}
