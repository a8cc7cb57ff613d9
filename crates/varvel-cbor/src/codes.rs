//! The heads of data items, with the names of RFC 8949:
//!
//! ```text
//! bit  7 ... 5      4 ... 0
//!     +------------+---------------------------------------------+
//!     | major type | argument, or 24 + log2 of its bytes behind, |
//!     |            | or 31: indefinite length                    |
//!     +------------+---------------------------------------------+
//! ```

/// Major type 0: an unsigned integer.
pub const UNSIGNED: u8 = 0x00;
/// Major type 1: a negative integer, whose value is -1 minus the argument.
pub const NEGATIVE: u8 = 0x20;
/// An unsigned integer of 64 bits.
pub const UNSIGNED_64: u8 = 0x1B;
/// A negative integer of 64 bits.
pub const NEGATIVE_64: u8 = 0x3B;
/// Major type 2: a byte string.
pub const BYTES: u8 = 0x40;
/// Major type 3: a text string.
pub const TEXT: u8 = 0x60;
/// Major type 4: an array.
pub const ARRAY: u8 = 0x80;
/// Major type 5: a map.
pub const MAP: u8 = 0xA0;
/// Major type 6: a tag.
pub const TAG: u8 = 0xC0;
/// Major type 7: a simple value, a float or the break.
pub const SIMPLE: u8 = 0xE0;
pub const FALSE: u8 = 0xF4;
pub const TRUE: u8 = 0xF5;
pub const NULL: u8 = 0xF6;
pub const UNDEFINED: u8 = 0xF7;
/// A simple value whose number is in the next byte.
pub const SIMPLE_8: u8 = 0xF8;
pub const FLOAT_16: u8 = 0xF9;
pub const FLOAT_32: u8 = 0xFA;
pub const FLOAT_64: u8 = 0xFB;
/// The end of an item of indefinite length.
pub const BREAK: u8 = 0xFF;

/// The bits of the major type.
pub const MAJOR: u8 = 0xE0;
/// The bits of the argument, or of its length.
pub const INFO: u8 = 31;
/// From this value on, the bits of [`INFO`] hold the length of the argument.
pub const ONE_BYTE: u8 = 24;
/// The value of [`INFO`] for an indefinite length: items or chunks follow, and a break.
pub const INDEFINITE: u8 = 31;

/// The tag that marks a document as CBOR, as the first bytes of the document.
pub const SIGNATURE: [u8; 3] = [0xD9, 0xD9, 0xF7];

/// The tags that the model has a kind for.
pub mod tag {
    pub const TEXT_TIME: u64 = 0;
    pub const EPOCH_TIME: u64 = 1;
    pub const BIG_UNSIGNED: u64 = 2;
    pub const BIG_NEGATIVE: u64 = 3;
    pub const DECIMAL: u64 = 4;
    /// RFC 9581.
    pub const EXTENDED_TIME: u64 = 1001;
    /// Marks a document as CBOR (RFC 8949, section 3.4.6). It has no meaning for the value.
    pub const SELF_DESCRIBED: u64 = 55_799;
}

/// The argument of the key -9, which stands before the nanoseconds in an extended time.
pub const NANOSECONDS: u64 = 8;

/// The most bytes of integers behind the tags 2, 3 and 4 that are read as numbers.
pub const BIG_BYTES: usize = 128;
/// The largest exponent, with either sign, of a decimal behind the tag 4 that is read as a number.
pub const EXPONENT: i64 = 9999;

/// Returns a head in its shortest form: at most 9 bytes, and how many of them count. It is made of
/// two registers, not byte by byte.
#[inline(always)]
pub fn head(major: u8, argument: u64) -> ([u8; 16], usize) {
    let (info, width) = match argument {
        0..24 => return (u128::from(major | argument as u8).to_le_bytes(), 1),
        24..=0xFF => (24, 1),
        0x100..=0xFFFF => (25, 2),
        0x1_0000..=0xFFFF_FFFF => (26, 4),
        _ => (27, 8),
    };
    let highest_first = (argument << (64 - 8 * width)).swap_bytes();
    let bytes = u128::from(highest_first) << 8 | u128::from(major | info);
    (bytes.to_le_bytes(), 1 + width)
}

/// Returns a whole integer that fits `i64`.
#[inline(always)]
pub fn integer(value: i64) -> ([u8; 16], usize) {
    // The argument of a negative integer has all bits inverted.
    let sign = value >> 63;
    head(NEGATIVE & sign as u8, (value ^ sign) as u64)
}

/// Returns a whole float, in the shortest form that keeps all of its bits.
#[inline(always)]
pub fn float(value: f64) -> ([u8; 16], usize) {
    let bits = value.to_bits();
    match narrowed(bits) {
        Some(single) => float_32(single),
        None => whole(FLOAT_64, bits, 8),
    }
}

/// Returns a whole float of 32 bits, in the shortest form that keeps all of its bits.
#[inline]
pub fn float_32(bits: u32) -> ([u8; 16], usize) {
    match halved(bits) {
        Some(half) => whole(FLOAT_16, half.into(), 2),
        None => whole(FLOAT_32, bits.into(), 4),
    }
}

#[inline(always)]
fn whole(first: u8, bits: u64, width: usize) -> ([u8; 16], usize) {
    let highest_first = (bits << (64 - 8 * width)).swap_bytes();
    let bytes = u128::from(highest_first) << 8 | u128::from(first);
    (bytes.to_le_bytes(), 1 + width)
}

/// Returns a float of 64 bits in 32, if they hold it exactly. A NaN must keep its bits.
#[inline(always)]
fn narrowed(bits: u64) -> Option<u32> {
    if bits & 0x1FFF_FFFF != 0 {
        return None;
    }
    narrowed_rarely(bits)
}

#[inline]
fn narrowed_rarely(bits: u64) -> Option<u32> {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 32) as u32 & 0x8000_0000;
        return Some(sign | 0x7F80_0000 | (bits >> 29) as u32 & 0x7F_FFFF);
    }
    let single = value as f32;
    (f64::from(single).to_bits() == bits).then_some(single.to_bits())
}

/// Returns a float of 32 bits in 16, if they hold it exactly. A NaN must keep its bits.
fn halved(bits: u32) -> Option<u16> {
    let sign = (bits >> 16) as u16 & 0x8000;
    let (exponent, fraction) = (bits >> 23 & 0xFF, bits & 0x7F_FFFF);
    let fits = fraction & 0x1FFF == 0;
    let narrow = (fraction >> 13) as u16;
    match exponent {
        0 => (fraction == 0).then_some(sign),
        // Floats below the least normal one of 16 bits are multiples of 2^-24.
        103..=112 => {
            let (all, shift) = (fraction | 0x80_0000, 126 - exponent);
            (all & ((1 << shift) - 1) == 0).then_some(sign | (all >> shift) as u16)
        }
        113..=142 => fits.then_some(sign | ((exponent - 112) << 10) as u16 | narrow),
        0xFF => fits.then_some(sign | 0x7C00 | narrow),
        _ => None,
    }
}

/// Returns a float of 16 bits in 32. A NaN keeps its bits.
pub fn of_half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3FF));
    match exponent {
        // These are multiples of 2^-24.
        0 => f32::from_bits(sign | (fraction as f32 / 16_777_216.0).to_bits()),
        31 => f32::from_bits(sign | 0x7F80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

/// Returns a float of 32 bits in 64. A NaN keeps its bits, which a cast may change.
#[inline]
pub fn widened(value: f32) -> f64 {
    if !value.is_nan() {
        return value.into();
    }
    let bits = value.to_bits();
    let (sign, fraction) = (u64::from(bits >> 31) << 63, u64::from(bits & 0x7F_FFFF));
    f64::from_bits(sign | 0x7FF0_0000_0000_0000 | fraction << 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_half_float_is_itself() {
        for bits in 0..=u16::MAX {
            let value = of_half(bits);
            assert_eq!(halved(value.to_bits()), Some(bits));
            assert_eq!(narrowed(widened(value).to_bits()), Some(value.to_bits()));
        }
    }

    #[test]
    fn a_float_is_as_narrow_as_it_may_be() {
        let widths = |value: f64| float(value).1 - 1;
        for (value, width) in [
            (0.0, 2),
            (-0.0, 2),
            (65_504.0, 2),
            (65_536.0, 4),
            (f64::from(f32::MAX), 4),
            (f64::MAX, 8),
            (2_f64.powi(-24), 2),
            (2_f64.powi(-25), 4),
            (2_f64.powi(-149), 4),
            (2_f64.powi(-150), 8),
            (1.1, 8),
            (100_000.0, 4),
            (f64::INFINITY, 2),
            (f64::from_bits(0x7FF8_0000_0000_0000), 2),
            (f64::from_bits(0x7FF8_0000_2000_0000), 4),
            (f64::from_bits(0x7FF8_0000_0000_0001), 8),
            (f64::from_bits(0xFFF4_0000_0000_0000), 2),
        ] {
            assert_eq!(widths(value), width, "{value:e}");
        }
        assert_eq!(float(f64::NAN).0[..3], [0xF9, 0x7E, 0]);
    }

    #[test]
    fn heads_are_shortest() {
        for (argument, bytes) in [
            (0, &[0xA0][..]),
            (23, &[0xB7]),
            (24, &[0xB8, 24]),
            (255, &[0xB8, 255]),
            (256, &[0xB9, 1, 0]),
            (65_536, &[0xBA, 0, 1, 0, 0]),
            (1 << 32, &[0xBB, 0, 0, 0, 1, 0, 0, 0, 0]),
        ] {
            let (head, len) = head(MAP, argument);
            assert_eq!(&head[..len], bytes);
        }
        assert_eq!(integer(i64::MIN).0[..2], [0x3B, 0x7F]);
    }
}
