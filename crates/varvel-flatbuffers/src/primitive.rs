//! The Rust types of scalars.

use core::cmp::Ordering;

use varvel_core::Decode;

use crate::layout::Scalar;

/// Compares two numbers as keys. NaN comes after all other numbers, whatever its sign.
#[inline(always)]
pub fn numbers<V: Primitive>(a: V, b: V) -> Ordering {
    let is_number = |value: V| value.partial_cmp(&value).is_some();
    a.partial_cmp(&b)
        .unwrap_or_else(|| is_number(b).cmp(&is_number(a)))
}

mod sealed {
    pub trait Sealed {}
}

/// A Rust type of a [`Scalar`]. Only this crate implements it, since reading relies on it.
pub trait Primitive:
    Copy + PartialEq + PartialOrd + for<'de> Decode<'de> + sealed::Sealed + 'static
{
    /// The scalar.
    const SCALAR: Scalar;

    /// Whether a vector of these in little-endian order can be read as a slice: every pattern of
    /// bits must be a valid value.
    const PLAIN: bool = true;

    /// Makes the value with these bits in its own width. Higher bits are ignored.
    ///
    /// ```
    /// use varvel_flatbuffers::Primitive;
    /// assert_eq!(i16::from_bits(0xFFFF), -1);
    /// ```
    fn from_bits(bits: u64) -> Self;

    /// Returns its bits, with zeros above them.
    ///
    /// ```
    /// use varvel_flatbuffers::Primitive;
    /// assert_eq!((-1_i16).bits(), 0xFFFF);
    /// ```
    fn bits(self) -> u64;

    /// Compares two keys as numbers. NaN comes after all other numbers.
    ///
    /// ```
    /// use varvel_flatbuffers::Primitive;
    /// assert!(2.0.order(-f64::NAN).is_lt() && 0.0.order(-0.0).is_eq());
    /// ```
    #[inline]
    fn order(self, other: Self) -> Ordering {
        numbers(self, other)
    }

    /// Reads the value that is stored at `p`.
    ///
    /// # Safety
    /// Its size in bytes is readable at `p`.
    #[doc(hidden)]
    unsafe fn read(p: *const u8) -> Self;

    /// Stores the value at `p`.
    ///
    /// # Safety
    /// Its size in bytes is writable at `p`.
    #[doc(hidden)]
    unsafe fn write(self, p: *mut u8);
}

macro_rules! primitives {
    ($($name:ident $scalar:ident $bits:ident: $from:expr, $to:expr;)*) => {$(
        impl sealed::Sealed for $name {}
        impl Primitive for $name {
            const SCALAR: Scalar = Scalar::$scalar;
            const PLAIN: bool = !matches!(Scalar::$scalar, Scalar::Bool);

            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                $from(bits as $bits)
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                let bits: $bits = $to(self);
                bits.into()
            }

            #[inline(always)]
            unsafe fn read(p: *const u8) -> Self {
                // SAFETY: the caller's contract is that its bytes are readable. `read_unaligned`
                // needs no alignment, and every pattern of bits is an integer.
                let bits = unsafe { p.cast::<$bits>().read_unaligned() };
                $from($bits::from_le(bits))
            }

            #[inline(always)]
            unsafe fn write(self, p: *mut u8) {
                let bits: $bits = $to(self);
                // SAFETY: the caller's contract is that its bytes are writable. `write_unaligned`
                // needs no alignment.
                unsafe { p.cast::<$bits>().write_unaligned(bits.to_le()) }
            }
        }
    )*};
}

primitives! {
    bool Bool u8: |bits| bits != 0, u8::from;
    u8 U8 u8: |bits| bits, |value| value;
    i8 I8 u8: |bits| bits as i8, |value| value as u8;
    u16 U16 u16: |bits| bits, |value| value;
    i16 I16 u16: |bits| bits as i16, |value| value as u16;
    u32 U32 u32: |bits| bits, |value| value;
    i32 I32 u32: |bits| bits as i32, |value| value as u32;
    u64 U64 u64: |bits| bits, |value| value;
    i64 I64 u64: |bits| bits as i64, |value| value as u64;
    f32 F32 u32: f32::from_bits, f32::to_bits;
    f64 F64 u64: f64::from_bits, f64::to_bits;
}
