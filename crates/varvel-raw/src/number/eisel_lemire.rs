//! Converts `w * 10^q`, with `w` of up to 64 bits, to the nearest float, ties to even.
//!
//! The algorithm of M. Eisel and D. Lemire: multiply by a 128-bit power of ten and read the answer
//! off the top of the product ("Number Parsing at a Gigabyte per Second", 2021). N. Mushtak and D.
//! Lemire proved that the product always decides ("Fast Number Parsing Without Fallback", 2023), so
//! there is no second algorithm behind it.

use super::powers;

/// An IEEE 754 binary format, with the constants that the algorithm needs.
pub(super) trait Format {
    /// The number of stored bits of the significand.
    const STORED_BITS: u32;
    /// One less than the exponent of the least normal number, which is the bias with its sign
    /// changed.
    const MIN_EXPONENT: i32;
    /// The biased exponent of infinity.
    const INFINITY: i32;
    /// Below this power of ten every 64-bit significand gives zero.
    const MIN_POWER: i32;
    /// Above this power of ten every significand but zero gives infinity.
    const MAX_POWER: i32;
    /// The powers of ten for which the product can lie exactly between two floats.
    const TIES: core::ops::RangeInclusive<i32>;
}

/// The format of `f64`.
pub(super) struct Double;

impl Format for Double {
    const STORED_BITS: u32 = 52;
    const MIN_EXPONENT: i32 = -1023;
    const INFINITY: i32 = 0x7ff;
    const MIN_POWER: i32 = -342;
    const MAX_POWER: i32 = 308;
    const TIES: core::ops::RangeInclusive<i32> = -4..=23;
}

/// The format of `f32`.
pub(super) struct Single;

impl Format for Single {
    const STORED_BITS: u32 = 23;
    const MIN_EXPONENT: i32 = -127;
    const INFINITY: i32 = 0xff;
    const MIN_POWER: i32 = -65;
    const MAX_POWER: i32 = 38;
    const TIES: core::ops::RangeInclusive<i32> = -17..=10;
}

/// Returns the bits (sign clear) of the float nearest to `w * 10^q`; those of infinity if it
/// overflows.
#[inline(always)]
pub(super) fn nearest<F: Format>(w: u64, q: i64) -> u64 {
    if q < F::MIN_POWER as i64 {
        return 0;
    }
    if q > F::MAX_POWER as i64 {
        return if w == 0 {
            0
        } else {
            (F::INFINITY as u64) << F::STORED_BITS
        };
    }
    nearest_in_range::<F>(w, q as i32)
}

/// Returns the bits of the nearest float for `F::MIN_POWER <= q <= F::MAX_POWER`. For another `q`
/// the result is some float; it never panics.
#[inline(always)]
pub(super) fn nearest_in_range<F: Format>(w: u64, q: i32) -> u64 {
    // The number of bits dropped: all below the stored bits, the hidden bit, the rounding bit, and
    // one more because the product may have its top bit clear.
    let spare = 64 - F::STORED_BITS - 3;
    let shift = w.leading_zeros() & 63;
    let w = w << shift;
    let (power_high, power_low) = powers::significand(q);
    let (mut high, mut low) = product(w, power_high);
    // If all bits below the rounding bit are ones, the rest of the power may carry into it.
    let ones = (1u64 << spare) - 1;
    if high & ones == ones {
        let (add, _) = product(w, power_low);
        let (sum, carry) = low.overflowing_add(add);
        low = sum;
        high = high.wrapping_add(carry as u64);
    }
    let top = (high >> 63) as u32;
    let mantissa = high >> (top + spare);
    let exponent = powers::floor_log2_pow10(q) + 63 + top as i32 - shift as i32 - F::MIN_EXPONENT;
    if exponent <= 0 || exponent >= F::INFINITY - 1 || low <= 1 {
        return rare::<F>(high, low, q, exponent);
    }
    // The hidden bit is still in the mantissa and adds one to the exponent. A mantissa that rounds
    // up to the next power of two carries into the exponent, as it should.
    ((mantissa + (mantissa & 1)) >> 1) + (((exponent - 1) as u64) << F::STORED_BITS)
}

/// Finishes [`nearest_in_range`] for zero, for subnormals, at the edge of infinity, and for
/// products that may be halfway.
#[cold]
#[inline(never)]
fn rare<F: Format>(high: u64, low: u64, q: i32, mut exponent: i32) -> u64 {
    let spare = 64 - F::STORED_BITS - 3;
    // All other products are above 2^62.
    if high == 0 {
        return 0;
    }
    let top = (high >> 63) as u32;
    let mut mantissa = high >> (top + spare);
    if exponent <= 0 {
        let down = 1 - exponent;
        if down >= 64 {
            return 0;
        }
        // There is no tie here: a halfway point between subnormals needs far more decimal digits
        // than 64 bits hold. A value that rounds up to the least normal number has the right bits
        // already.
        mantissa >>= down;
        return (mantissa + (mantissa & 1)) >> 1;
    }
    // If it is exactly halfway over an even mantissa, round down. It is if the bits shifted out are
    // zero, and the power is small enough that this is no accident.
    if low <= 1 && F::TIES.contains(&q) && mantissa & 3 == 1 && mantissa << (top + spare) == high {
        mantissa &= !1;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    if mantissa >= 2 << F::STORED_BITS {
        mantissa = 1 << F::STORED_BITS;
        exponent += 1;
    }
    if exponent >= F::INFINITY {
        return (F::INFINITY as u64) << F::STORED_BITS;
    }
    (mantissa & !(1 << F::STORED_BITS)) | (exponent as u64) << F::STORED_BITS
}

/// Returns `a * b` as (high, low).
#[inline(always)]
fn product(a: u64, b: u64) -> (u64, u64) {
    let wide = a as u128 * b as u128;
    ((wide >> 64) as u64, wide as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(w: u64, q: i64) -> f64 {
        f64::from_bits(nearest::<Double>(w, q))
    }

    #[test]
    fn edges_of_double() {
        assert_eq!(double(1, 0), 1.0);
        assert_eq!(double(5, -324), f64::from_bits(1));
        assert_eq!(double(247_032_822_920_623_272, -341), 0.0);
        assert_eq!(double(247_032_822_920_623_273, -341), f64::from_bits(1));
        assert_eq!(
            double(22_250_738_585_072_011, -324),
            f64::from_bits(0x000f_ffff_ffff_ffff)
        );
        assert_eq!(double(22_250_738_585_072_014, -324), f64::MIN_POSITIVE);
        assert_eq!(double(17_976_931_348_623_157, 292), f64::MAX);
        assert_eq!(double(17_976_931_348_623_158, 292), f64::MAX);
        assert_eq!(double(17_976_931_348_623_159, 292), f64::INFINITY);
        assert_eq!(double(9_007_199_254_740_993, 0), 9_007_199_254_740_992.0);
        assert_eq!(double(9_007_199_254_740_995, 0), 9_007_199_254_740_996.0);
        assert_eq!(double(1, 23), 1e23);
        assert_eq!(double(u64::MAX, -400), 0.0);
        assert_eq!(double(1, 400), f64::INFINITY);
    }

    #[test]
    fn edges_of_single() {
        let single = |w, q| f32::from_bits(nearest::<Single>(w, q) as u32);
        assert_eq!(single(1, -45), f32::from_bits(1));
        assert_eq!(single(7, -46), 0.0);
        assert_eq!(single(16_777_217, 0), 16_777_216.0);
        assert_eq!(single(16_777_219, 0), 16_777_220.0);
        assert_eq!(single(34_028_235, 31), f32::MAX);
        assert_eq!(single(34_028_236, 31), f32::INFINITY);
    }
}
