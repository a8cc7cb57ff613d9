//! From a float to the shortest decimal that reads back to it; of those, the closest.
//!
//! Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020): scale by the power of ten
//! that makes the rounding interval between 1 and 10 wide. Then at most one multiple of ten lies
//! inside, and that is the answer (its zeros go later); else the answer is the nearest integer.
//!
//! [`by_one_product`] takes one 64 by 128 bit product for nearly all values, from which both the
//! scaled value and, shifted, half the interval are read; it decides when no comparison is closer
//! than the error of that. The rest, and values whose lower neighbour is nearer (powers of two), go
//! to [`exact_f64`] and [`exact_f32`], the paper's own way with three products rounded to odd.

use super::powers;
use core::hint::select_unpredictable;

/// `(10 * tens + last) * 10^power`, not trimmed of zeros, `last` at most 9.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shortest {
    pub(super) tens: u64,
    pub(super) last: u64,
    pub(super) power: i32,
}

impl Shortest {
    fn new(significand: u64, power: i32) -> Self {
        Self {
            tens: significand / 10,
            last: significand % 10,
            power,
        }
    }
}

/// `floor(log10(2^e))`, for |e| <= 1500.
#[inline(always)]
const fn floor_log10_pow2(e: i32) -> i32 {
    (e * 315_653) >> 20
}

/// `floor(log10(3/4 * 2^e))`, the constants of the Schubfach paper.
const fn floor_log10_three_quarters_pow2(e: i32) -> i32 {
    ((e as i64 * 661_971_961_083 - 274_743_187_321) >> 41) as i32
}

/// The 52 low bits.
#[inline(always)]
fn fraction_of(bits: u64) -> u64 {
    // SAFETY: BMI2 is a feature of the compile target.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    let fraction = unsafe { core::arch::x86_64::_bzhi_u64(bits, 52) };
    // LLVM makes this the same instruction, but with its operand in one byte of a register, so that
    // it waits for whatever that register held: for the text before this one, 20 ns instead of 12.
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    let fraction = bits & ((1 << 52) - 1);
    fraction
}

/// For finite values that are not zero (else some answer, no panic); the sign is ignored.
#[inline(always)]
pub(super) fn shortest_f64(bits: u64) -> Shortest {
    let fraction = fraction_of(bits);
    let biased = (bits >> 52) as i32 & 0x7ff;
    // The value is c * 2^e.
    let (c, e) = if biased != 0 {
        (fraction | 1 << 52, biased - 1075)
    } else {
        (fraction, -1074)
    };
    if fraction == 0 {
        return exact_f64(c, e, biased > 1);
    }
    match by_one_product(c, e) {
        Some(shortest) => shortest,
        None => exact_f64(c, e, false),
    }
}

/// For finite values that are not zero (else some answer, no panic); the sign is ignored.
#[inline(always)]
pub(super) fn shortest_f32(bits: u32) -> Shortest {
    let fraction = bits & ((1 << 23) - 1);
    let biased = (bits >> 23) as i32 & 0xff;
    let (c, e) = if biased != 0 {
        (fraction | 1 << 23, biased - 150)
    } else {
        (fraction, -149)
    };
    if fraction == 0 {
        return exact_f32(c, e, biased > 1);
    }
    match by_one_product(c.into(), e) {
        Some(shortest) => shortest,
        None => exact_f32(c, e, false),
    }
}

/// `c * 2^e`, whose neighbours are at `2^e`, unless a comparison is closer than the error.
#[inline(always)]
fn by_one_product(c: u64, e: i32) -> Option<Shortest> {
    let power = floor_log10_pow2(e);
    // 0 to 3, so that the scaled value has at most 57 bits before its point.
    let h = (e + powers::floor_log2_pow10(-power)) as u32;
    let (g_high, g_low) = powers::rounded_up(-power);
    // c * 2^e * 10^-power = integer + rest / 2^64, from a significand that is too large by at most
    // 2^-128 of itself: too large by less than 2^-71, and the lowest 64 bits are dropped.
    let scaled = (2 * c).wrapping_shl(h);
    let carry = ((scaled as u128 * g_low as u128) >> 64) as u64;
    let wide = scaled as u128 * g_high as u128 + carry as u128;
    let (integer, rest) = ((wide >> 64) as u64, wide as u64);

    // In units of 2^-60: how far the value is above the multiple of ten below it (less than 10),
    // and half the interval (0.5 to 5). The first is short by less than one unit, the second by less
    // than 8; either may be long by 2^-11 of one.
    let tens = integer / 10;
    let digit = integer - 10 * tens;
    let above = digit << 60 | rest >> 4;
    let half = (g_high >> 4).wrapping_shl(h);
    const TEN: u64 = 10 << 60;
    let reach = above.wrapping_add(half);
    // Nearer to an end of the interval than the errors together, or a tie of the last digit.
    let at_lower = above.wrapping_sub(half).wrapping_add(1) <= 10;
    let at_upper = reach.wrapping_sub(TEN - 9) <= 10;
    if at_lower || at_upper || rest == 1 << 63 {
        return None;
    }
    // Which one it is depends on the last digits: no branch would be predicted. A digit 9 that is
    // rounded up is within reach of the next ten, since half the interval is at least 0.5.
    let tens = tens + (reach > TEN) as u64;
    let last = select_unpredictable(reach > TEN, 0, digit + (rest >> 63));
    let last = select_unpredictable(above < half, 0, last);
    Some(Shortest { tens, last, power })
}

/// The whole algorithm, for any finite `c * 2^e` but zero. `narrow`: the lower neighbour is at half
/// the distance of the upper one.
#[cold]
#[inline(never)]
fn exact_f64(c: u64, e: i32, narrow: bool) -> Shortest {
    let power = if narrow {
        floor_log10_three_quarters_pow2(e)
    } else {
        floor_log10_pow2(e)
    };
    let h = (e + powers::floor_log2_pow10(-power) + 1) as u32 & 7;
    let (g_high, g_low) = powers::rounded_up(-power);
    // n * 2^h * g / 2^128, rounded to odd: comparisons with even integers come out as if exact.
    let scaled = |n: u64| {
        let n = n << h;
        let carry = ((n as u128 * g_low as u128) >> 64) as u64;
        let wide = n as u128 * g_high as u128 + carry as u128;
        (wide >> 64) as u64 | (wide as u64 > 1) as u64
    };
    decide(c, narrow, power, scaled)
}

/// [`exact_f64`] for the values of an `f32`.
#[cold]
#[inline(never)]
fn exact_f32(c: u32, e: i32, narrow: bool) -> Shortest {
    let power = if narrow {
        floor_log10_three_quarters_pow2(e)
    } else {
        floor_log10_pow2(e)
    };
    let h = (e + powers::floor_log2_pow10(-power) + 1) as u32 & 7;
    // 64 bits of the power are enough here; rounded up unless exact (5^27 < 2^64 < 5^28).
    let (g_high, _) = powers::significand(-power);
    let exact = matches!(-power, 0..=27);
    let g = if exact {
        g_high
    } else {
        g_high.wrapping_add(1)
    };
    let scaled = |n: u64| {
        let wide = (n << h) as u128 * g as u128;
        (wide >> 64) as u64 | ((wide as u64) >> 32 > 1) as u64
    };
    decide(c.into(), narrow, power, scaled)
}

/// The decision of Schubfach (figure 7 of the paper). `scaled` scales by `10^-power * 2^e`, rounded
/// to odd, and is asked about quarters so that the ends of the interval are whole numbers.
#[inline(always)]
fn decide(c: u64, narrow: bool, power: i32, scaled: impl Fn(u64) -> u64) -> Shortest {
    // An end of the interval belongs to it when the significand is even: it reads back to it.
    let odd = c & 1;
    let value = scaled(4 * c);
    let lower = scaled((4 * c).wrapping_sub(2 - narrow as u64)) + odd;
    let upper = scaled(4 * c + 2) - odd;

    let integer = value >> 2;
    let tens = integer / 10;
    let below_inside = tens != 0 && lower <= 40 * tens;
    let above_inside = tens != 0 && 40 * tens + 40 <= upper;
    if below_inside != above_inside {
        return Shortest {
            tens: tens + above_inside as u64,
            last: 0,
            power,
        };
    }
    let below_inside = lower <= 4 * integer;
    let above_inside = 4 * integer + 4 <= upper;
    let up = if below_inside != above_inside {
        above_inside
    } else {
        let middle = 4 * integer + 2;
        value > middle || value == middle && integer & 1 == 1
    };
    Shortest::new(integer + up as u64, power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        // 2^e has floor(log10) + 1 digits; negative ones by 10^-p * 2^e in 1..10.
        for e in 0..128 {
            assert_eq!(floor_log10_pow2(e), (1u128 << e).ilog10() as i32);
        }
        for e in -1100..1000 {
            let exact = f64::from(e) * core::f64::consts::LOG10_2;
            assert_eq!(floor_log10_pow2(e), exact.floor() as i32);
            assert_eq!(
                floor_log10_three_quarters_pow2(e),
                (exact + 0.75f64.log10()).floor() as i32
            );
        }
        for q in -342..=324 {
            let exact = f64::from(q) * core::f64::consts::LOG2_10;
            assert_eq!(powers::floor_log2_pow10(q), exact.floor() as i32);
        }
    }

    #[test]
    fn both_ways_agree() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..if cfg!(miri) {
            200
        } else if cfg!(debug_assertions) {
            100_000
        } else {
            20_000_000
        } {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let bits = state & (u64::MAX >> 1);
            let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
            if biased == 0x7ff || fraction == 0 {
                continue;
            }
            let (c, e) = if biased != 0 {
                (fraction | 1 << 52, biased - 1075)
            } else {
                (fraction, -1074)
            };
            assert_eq!(shortest_f64(bits), exact_f64(c, e, false), "{bits:#x}");
        }
    }

    #[test]
    fn both_ways_agree_for_f32() {
        let step = if cfg!(miri) {
            10_000_019
        } else if cfg!(debug_assertions) {
            4_099
        } else {
            7
        };
        for bits in (1..0x7f80_0000u32).step_by(step) {
            let (fraction, biased) = (bits & ((1 << 23) - 1), (bits >> 23) as i32);
            let (c, e) = if biased != 0 {
                (fraction | 1 << 23, biased - 150)
            } else {
                (fraction, -149)
            };
            let narrow = fraction == 0 && biased > 1;
            assert_eq!(shortest_f32(bits), exact_f32(c, e, narrow), "{bits:#x}");
        }
    }
}
