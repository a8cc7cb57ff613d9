//! Converts a float to the shortest decimal that reads back to it, and of those to the closest.
//!
//! Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020): scale by the power of ten
//! that makes the rounding interval between 1 and 10 wide. Then at most one multiple of ten lies
//! inside, and that is the answer (its zeros are removed later). Otherwise the answer is the
//! nearest integer.
//!
//! [`by_one_product`] takes one 64 by 128 bit product for nearly all values, scaled to tens: its
//! integer part is the multiple of ten below, and its fraction decides the rest (the scale is that
//! of Xiang JunBo, in V. Zverovich's zmij, 2026). It decides if no comparison is closer than the
//! error of the product. The other values, and those whose lower neighbour is nearer (powers of
//! two), go to [`exact_f64`] and [`exact_f32`], the paper's own way with three products rounded to
//! odd.

use super::powers;
use core::hint::select_unpredictable;

/// The decimal `(10 * tens + last) * 10^power`, with trailing zeros, `last` at most 9.
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

/// Returns `floor(log10(2^e))`, for |e| <= 1500.
#[inline(always)]
const fn floor_log10_pow2(e: i32) -> i32 {
    (e * 315_653) >> 20
}

/// Returns `floor(log10(3/4 * 2^e))`, with the constants of the Schubfach paper.
const fn floor_log10_three_quarters_pow2(e: i32) -> i32 {
    ((e as i64 * 661_971_961_083 - 274_743_187_321) >> 41) as i32
}

/// Returns the shortest decimal of a normal `f64`, ignoring its sign. For other values the result
/// is some decimal; it never panics.
#[inline(always)]
pub(super) fn shortest_f64(bits: u64) -> Shortest {
    let e = ((bits >> 52) as i32 & 0x7ff) - 1075;
    // The fraction at the top, behind the bit that is not stored; the exponent is shifted out.
    let c = bits << 11 | 1 << 63;
    if bits << 12 == 0 {
        return exact_f64(1 << 52, e, e > -1074);
    }
    match by_one_product(c, e) {
        Some(shortest) => shortest,
        None => exact_f64(c >> 11, e, false),
    }
}

/// Returns the shortest decimal of a subnormal `f64`.
#[cold]
#[inline(never)]
pub(super) fn shortest_subnormal_f64(bits: u64) -> Shortest {
    exact_f64(bits & ((1 << 52) - 1), -1074, false)
}

/// Returns the shortest decimal of a finite `f32` that is not zero, ignoring its sign. For other
/// values the result is some decimal; it never panics.
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
    match by_one_product(u64::from(c) << 11, e) {
        Some(shortest) => shortest,
        None => exact_f32(c, e, false),
    }
}

/// Returns the shortest decimal of `c / 2^11 * 2^e`, whose neighbours are at `2^e`, unless a
/// comparison is closer than the error.
#[inline(always)]
fn by_one_product(c: u64, e: i32) -> Option<Shortest> {
    let power = floor_log10_pow2(e);
    let to_tens = -1 - power;
    let (g_high, g_low) = powers::significand(to_tens);
    // The interval is 1 to 10 wide, a tenth to one of a ten: at most three bits more to the right.
    let shift = !(e + powers::floor_log2_pow10(to_tens)) as u32;
    // The value is wide / 2^75 tens. The power is off by less than two units of 2^-128 of itself.
    // Its low half is made odd so that it is loaded on its own: a product with a factor in memory
    // would wait until the places of earlier stores are known (on Zen 3: 25 ns a float instead of
    // 14).
    let scaled = c.wrapping_shr(shift);
    let carry = ((scaled as u128 * (g_low | 1) as u128) >> 64) as u64;
    let wide = scaled as u128 * g_high as u128 + carry as u128;
    let (tens, above) = ((wide >> 75) as u64, (wide >> 11) as u64);

    // In units of 2^-64 of a ten: `above` is how far the value is above the ten below it, less than
    // a unit too far or two too short; `half` is half the interval, with the same error; `digits`
    // is ten times `above`.
    let half = (g_high >> 1).wrapping_shr(shift);
    let reach = above.wrapping_add(half);
    let digits = above as u128 * 10 + (1 << 63);
    let (digit, beyond) = ((digits >> 64) as u64, digits as u64);
    // Whether the value is nearer to an end of the interval, or to a tie of the last digit, than
    // the errors together; with room to spare.
    let at_lower = above.wrapping_sub(half).wrapping_add(3) <= 6;
    let at_upper = reach.wrapping_add(4) <= 6;
    let at_tie = beyond.wrapping_add(20) <= 30;
    if at_lower || at_upper || at_tie {
        return None;
    }
    // The choice depends on the last digits, so no branch could be predicted. A digit 9 that is
    // rounded up is within reach of the next ten, since half the interval is at least half a digit.
    let up = reach < half;
    let last = select_unpredictable(above < half, 0, digit);
    Some(Shortest {
        tens: tens + up as u64,
        last: select_unpredictable(up, 0, last),
        power,
    })
}

/// Returns the shortest decimal of any finite `c * 2^e` but zero, by the whole algorithm. `narrow`
/// is whether the lower neighbour is at half the distance of the upper one.
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
    // n * 2^h * g / 2^128, rounded to odd: comparisons with even integers give the exact result.
    let scaled = |n: u64| {
        let n = n << h;
        let carry = ((n as u128 * g_low as u128) >> 64) as u64;
        let wide = n as u128 * g_high as u128 + carry as u128;
        (wide >> 64) as u64 | (wide as u64 > 1) as u64
    };
    decide(c, narrow, power, scaled)
}

/// Returns the shortest decimal of a value of an `f32`, like [`exact_f64`].
#[cold]
#[inline(never)]
fn exact_f32(c: u32, e: i32, narrow: bool) -> Shortest {
    let power = if narrow {
        floor_log10_three_quarters_pow2(e)
    } else {
        floor_log10_pow2(e)
    };
    let h = (e + powers::floor_log2_pow10(-power) + 1) as u32 & 7;
    // 64 bits of the power are enough here; they are rounded up unless exact (5^27 < 2^64 < 5^28).
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

/// Makes the decision of Schubfach (figure 7 of the paper). `scaled` scales by `10^-power * 2^e`,
/// rounded to odd. It gets quarters, so that the ends of the interval are whole numbers.
#[inline(always)]
fn decide(c: u64, narrow: bool, power: i32, scaled: impl Fn(u64) -> u64) -> Shortest {
    // An end of the interval belongs to it if the significand is even: then it reads back to the
    // value.
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
        // 2^e has floor(log10) + 1 digits; for negative e, 10^-p * 2^e is in 1..10.
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
            if matches!(biased, 0 | 0x7ff) || fraction == 0 {
                continue;
            }
            let (c, e) = (fraction | 1 << 52, biased - 1075);
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
