//! Typed access to scalars in three forms: an option, an error that names the path, a default.

use varvel_core::{Error, Kind, Number, Result, Timestamp};

use super::node::{Node, Target};
use super::{View, lends};
use crate::layout::{Element, literal, other, tag};

/// Makes the error form and the default form of an access from its option form.
macro_rules! forms {
    ($($as:ident $result:ident $or:ident $t:ty, $what:literal;)*) => {$(
        #[doc = concat!("Returns the value of [`View::", stringify!($as), "`], or an error.\n\n",
            "# Errors\n`TypeMismatch` (`NumberOutOfRange` for a number that does not fit), with ",
            "the node that was found and the path of this view in its document.")]
        #[inline]
        pub fn $result(&self) -> Result<$t> {
            match self.$as() {
                Some(value) => Ok(value),
                None => Err(self.no($what)),
            }
        }

        #[doc = concat!("Returns the value of [`View::", stringify!($as), "`], or `default`.")]
        #[inline]
        pub fn $or(&self, default: $t) -> $t {
            self.$as().unwrap_or(default)
        }
    )*};
}

/// # Typed access
///
/// Each type can be read in three forms.
///
/// ```
/// # use varvel::Sink;
/// # let mut builder = varvel::Builder::new();
/// # builder.start()?;
/// # builder.begin_map(None)?;
/// # builder.key("users".into())?;
/// # builder.begin_array(None)?;
/// # builder.begin_map(None)?;
/// # builder.key("name".into())?;
/// # builder.bool(true)?;
/// # builder.end_map()?;
/// # builder.end_array()?;
/// # builder.end_map()?;
/// # let frozen = builder.finish()?;
/// // {"users": [{"name": true}]}
/// let name = frozen.view().field("users")?.item(0)?.field("name")?;
/// assert_eq!(name.as_str(), None);
/// assert_eq!(name.str_or("nobody"), "nobody");
/// let error = name.str().unwrap_err();
/// assert!(error.to_string().starts_with(
///     "wrong kind of value: expected a string, found a boolean, at $.users[0].name"
/// ));
/// # Ok::<(), varvel::Error>(())
/// ```
impl<'a> View<'a> {
    /// Returns the boolean, if this is one.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        match self.literal() {
            Some(literal::FALSE) => Some(false),
            Some(literal::TRUE) => Some(true),
            _ => None,
        }
    }

    /// Returns the integer, if this is one that fits `i64`. A float is not an integer, even `1.0`.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        let target = self.target();
        // Not a `match`: the compiler would make a jump from it that the processor cannot predict.
        // SAFETY: validated: nodes of these tags are integers of 4 and 8 bytes, and an element
        // stands at the place of its site.
        unsafe {
            if target.tag == tag::INT {
                return Some(target.payload());
            }
            if target.tag == tag::I32 {
                return Some(i32::from_le_bytes(self.raw.take(target.position())).into());
            }
            match target.tag {
                tag::I64 => Some(i64::from_le_bytes(self.raw.take(target.position()))),
                Target::ELEMENT => self.raw.small_integer(self.site),
                _ => None,
            }
        }
    }

    /// Returns the integer, if this is one that fits `u64`.
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        match self.node() {
            Node::Int(value) => u64::try_from(value).ok(),
            Node::U64(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the float, or the float nearest to an integer or a decimal, if that is finite.
    /// [`View::as_f64_exact`] does not round.
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        let target = self.target();
        if target.tag == tag::F64 || self.site.is_f64() {
            // SAFETY: validated: a float of 8 bytes stands there.
            let bytes = unsafe { self.raw.take(target.position()) };
            return Some(f64::from_le_bytes(bytes));
        }
        self.as_number().and_then(|number| number.as_f64())
    }

    /// Returns the float, or the value of an integer or a decimal if `f64` holds it exactly.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.i64(9_007_199_254_740_993)?;
    /// # let frozen = builder.finish()?;
    /// // 9007199254740993, which is 2^53 + 1
    /// assert_eq!(frozen.view().as_f64_exact(), None);
    /// assert_eq!(frozen.view().as_f64(), Some(9_007_199_254_740_992.0));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn as_f64_exact(&self) -> Option<f64> {
        self.as_number().and_then(|number| number.as_f64_exact())
    }

    /// Returns the float, if this is one of 32 bits.
    ///
    /// ```
    /// # use varvel::{Kind, Sink};
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.f32(0.1)?;
    /// # let frozen = builder.finish()?;
    /// // 0.1, from a format that tells 32 bits from 64
    /// assert_eq!(frozen.view().as_f32(), Some(0.1));
    /// assert_eq!(frozen.view().as_f64(), Some(0.10000000149011612));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn as_f32(&self) -> Option<f32> {
        match self.node() {
            Node::F32(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the float, if this is one of 32 bits; inline, unlike [`View::as_f32`].
    #[inline(always)]
    pub(crate) fn as_f32_in_place(&self) -> Option<f32> {
        let target = self.target();
        if target.tag != tag::OTHER {
            return self.as_f32();
        }
        // SAFETY: validated: a node of this tag stands there, and its first byte is its kind; if
        // that is `F32`, a float of 4 bytes follows.
        unsafe {
            let [kind] = self.raw.take(target.position());
            (kind == other::F32).then(|| f32::from_le_bytes(self.raw.take(target.position() + 1)))
        }
    }

    /// Returns the number. Widens a 32-bit float; keeps the text of a decimal
    /// ([`Number::Decimal`]).
    pub fn as_number(&self) -> Option<Number<'a>> {
        match self.node() {
            Node::Int(value) => Some(Number::I64(value)),
            Node::U64(value) => Some(Number::U64(value)),
            Node::F64(value) => Some(Number::F64(value)),
            Node::F32(value) => Some(Number::F64(value.into())),
            Node::Big { .. } => self.as_number_text().map(Number::Big),
            Node::Decimal { .. } => self.as_number_text().map(Number::Decimal),
            _ => None,
        }
    }

    /// Returns the text of a number that is kept as text: of an integer beyond 64 bits, or a
    /// decimal.
    #[inline]
    pub fn as_number_text(&self) -> Option<&'a str> {
        match self.node() {
            Node::Big { at, len } | Node::Decimal { at, len } => {
                // SAFETY: validated: the text of a number is ASCII.
                Some(unsafe { self.raw.str(at, len) })
            }
            _ => None,
        }
    }

    /// Returns the string, if this is one.
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        // SAFETY: validated: strings are whole, and UTF-8; shared ones are in the tables.
        unsafe {
            let target = self.target();
            let (at, len) = match target.tag {
                tag::STRING => self.raw.length(target.position()),
                tag::SHORT => (self.site.place + 1, target.payload() as usize & 15),
                tag::SHARED => return Some(self.raw.shared_str(self.site)),
                _ => return None,
            };
            Some(self.raw.str(at, len))
        }
    }

    /// Returns the bytes, if this is a node of bytes; a string is not one.
    #[inline]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        match self.node() {
            // SAFETY: validated: the bytes are there.
            Node::Bytes { at, len } => Some(unsafe { self.raw.slice(at, len) }),
            _ => None,
        }
    }

    /// Returns the point in time, if this is one.
    #[inline]
    pub fn as_timestamp(&self) -> Option<Timestamp> {
        match self.node() {
            // SAFETY: validated: a timestamp stands there.
            Node::Timestamp { at } => Some(unsafe { self.raw.timestamp(at) }),
            _ => None,
        }
    }

    forms! {
        as_bool bool bool_or bool, "a boolean";
        as_i64 i64 i64_or i64, "an integer that fits i64";
        as_u64 u64 u64_or u64, "an integer that fits u64";
        as_f64 f64 f64_or f64, "a number that f64 holds";
        as_f64_exact f64_exact f64_exact_or f64, "a number that f64 holds exactly";
        as_number number number_or Number<'a>, "a number";
        as_str str str_or &'a str, "a string";
        as_bytes bytes bytes_or &'a [u8], "bytes";
        as_timestamp timestamp timestamp_or Timestamp, "a timestamp";
    }

    #[cold]
    #[inline(never)]
    fn no(&self, expected: &'static str) -> Error {
        let number = matches!(
            self.node(),
            Node::Int(_) | Node::U64(_) | Node::Big { .. } | Node::Decimal { .. }
        );
        // Among the expected types, only numbers have a range.
        if !number || !expected.contains("fits") && !expected.contains("holds") {
            return self.mismatch(expected);
        }
        if expected.contains("integer") && matches!(self.node(), Node::Decimal { .. }) {
            return self.mismatch(expected);
        }
        self.placed(varvel_tree::out_of_range(expected, *self))
    }

    /// Returns the kind of the numbers of a packed array, if this is one: `Integer` if all are
    /// integers that fit `i64`, `Float` if all are 64-bit floats.
    ///
    /// ```
    /// # use varvel::{Kind, Sink};
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.i64_array(&[1, 2, 3])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2, 3]
    /// assert_eq!(frozen.view().packed_kind(), Some(Kind::Integer));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn packed_kind(&self) -> Option<Kind> {
        match self.node() {
            Node::Packed { element, .. } => match element {
                Element::F64 => Some(Kind::Float),
                Element::U64 | Element::F32 => None,
                _ => Some(Kind::Integer),
            },
            _ => None,
        }
    }

    /// Returns the type of the elements of a packed array, and their bytes: little-endian numbers
    /// in a row, aligned or not. Returns `None` if this is no packed array.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.i64_array(&[1, 2, 300])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2, 300]
    /// let bytes = [1, 0, 2, 0, 44, 1];
    /// assert_eq!(frozen.view().packed_bytes(), Some((varvel::Element::I16, &bytes[..])));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn packed_bytes(&self) -> Option<(Element, &'a [u8])> {
        let Node::Packed { element, at, count } = self.node() else {
            return None;
        };
        // SAFETY: validated: all elements of a packed array are there.
        let bytes = unsafe { self.raw.slice(at, count * element.width()) };
        Some((element, bytes))
    }

    /// Returns the floats of a packed array in place. Returns `None` if this is no packed array of
    /// 64-bit floats, if its elements are not aligned to their width in memory, and on big-endian
    /// hosts. From 8 elements on, the buffer aligns them relative to its start; most owners align
    /// the buffer to 16 bytes.
    ///
    /// Use [`View::items`] instead where this returns `None`: it always works.
    pub fn as_f64_slice(&self) -> Option<&'a [f64]> {
        self.lent(Element::F64)
    }

    /// Returns the integers of a packed array of 64-bit elements in place, under the conditions of
    /// [`View::as_f64_slice`]. Smaller integers are packed into smaller elements.
    pub fn as_i64_slice(&self) -> Option<&'a [i64]> {
        self.lent(Element::I64)
    }

    /// Returns the integers of a packed array of 32-bit elements in place, under the conditions of
    /// [`View::as_f64_slice`].
    pub fn as_i32_slice(&self) -> Option<&'a [i32]> {
        self.lent(Element::I32)
    }

    /// Returns the integers of a packed array of unsigned 32-bit elements in place, under the
    /// conditions of [`View::as_f64_slice`]. Such an array holds no negative integer, and at least
    /// one that `i32` does not hold.
    pub fn as_u32_slice(&self) -> Option<&'a [u32]> {
        self.lent(Element::U32)
    }

    /// Returns the integers of a packed array of 16-bit elements in place, under the conditions of
    /// [`View::as_f64_slice`].
    pub fn as_i16_slice(&self) -> Option<&'a [i16]> {
        self.lent(Element::I16)
    }

    /// Returns the integers of a packed array of 8-bit elements in place, under the conditions of
    /// [`View::as_f64_slice`].
    pub fn as_i8_slice(&self) -> Option<&'a [i8]> {
        self.lent(Element::I8)
    }

    /// Returns the floats of a packed array of 32-bit elements in place, under the conditions of
    /// [`View::as_f64_slice`].
    pub fn as_f32_slice(&self) -> Option<&'a [f32]> {
        self.lent(Element::F32)
    }

    /// Returns the elements of a packed array as a slice of `T`.
    fn lent<T: Packable>(&self, wanted: Element) -> Option<&'a [T]> {
        let (element, bytes) = self.packed_bytes()?;
        if !lends(element, wanted) {
            return None;
        }
        // SAFETY: every bit pattern is a value of these number types (`Packable`), so bytes may be
        // read as them; `align_to` takes care of alignment.
        let (before, numbers, _) = unsafe { bytes.align_to::<T>() };
        let whole = before.is_empty() && size_of_val(numbers) == bytes.len();
        whole.then_some(numbers)
    }
}

/// A number type of the host. Private: each implementor is a number for which every bit pattern is
/// a value.
trait Packable: Copy {}
impl Packable for i8 {}
impl Packable for i16 {}
impl Packable for i32 {}
impl Packable for i64 {}
impl Packable for u32 {}
impl Packable for f32 {}
impl Packable for f64 {}
