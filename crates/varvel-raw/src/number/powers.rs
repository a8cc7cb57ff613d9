//! The powers of ten that reading and printing floats need, as 128-bit significands.
//!
//! 10^q = s * 2^x with 2^127 <= s < 2^128. The table holds `s` for every `q` of
//! [`MIN`]`..=`[`MAX`], computed by the compiler:
//!
//! * `0 <= q <= 55`: exact (5^55 < 2^128 < 5^56),
//! * `-27 <= q < 0`: rounded up (where a product may be a tie: 5^27 < 2^64 < 5^28),
//! * elsewhere: rounded down.
//!
//! The Eisel-Lemire algorithm needs this (D. Lemire, "Number Parsing at a Gigabyte per Second",
//! 2021, section 5, and the table published with it). Schubfach (R. Giulietti, "The Schubfach way
//! to render doubles", 2020, section 9) needs everything inexact rounded up: see [`rounded_up`].

/// The least power: below it, 19 digits are closer to zero than to the least subnormal.
pub(super) const MIN: i32 = -342;
/// The greatest power: printing the least subnormal takes it.
pub(super) const MAX: i32 = 324;
/// The table is exact or rounded up from here to [`LAST_NOT_DOWN`], and elsewhere rounded down.
const FIRST_NOT_DOWN: i32 = -27;
const LAST_NOT_DOWN: i32 = 55;

const COUNT: usize = (MAX - MIN + 1) as usize;

/// The high and low 64 bits of each significand, from [`MIN`] up.
static TABLE: [(u64, u64); COUNT] = table();

/// Returns the significand of 10^q as the table rounds it. For `q` outside of the table, returns
/// some entry.
#[inline(always)]
pub(super) fn significand(q: i32) -> (u64, u64) {
    let at = q.wrapping_sub(MIN) as usize;
    debug_assert!(at < COUNT, "10^{q} is not in the table");
    TABLE[if at < COUNT { at } else { 0 }]
}

/// Returns the significand of 10^q, rounded up unless exact.
#[inline(always)]
pub(super) fn rounded_up(q: i32) -> (u64, u64) {
    let (high, low) = significand(q);
    let down = !(FIRST_NOT_DOWN..=LAST_NOT_DOWN).contains(&q);
    // The low half of no such entry is all ones (tested), so this never carries.
    (high, low.wrapping_add(down as u64))
}

/// Returns `floor(log2(10^q))`, for |q| <= 1233.
#[inline(always)]
pub(super) const fn floor_log2_pow10(q: i32) -> i32 {
    (q * 217_706) >> 16
}

/// 10^0 to 10^19.
pub(super) static SMALL: [u64; 20] = {
    let mut powers = [1; 20];
    let mut i = 1;
    while i < 20 {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};

/// The limbs of the big integers, least significant first: 5^324 takes 753 bits, 2^1023 all of
/// 1,024.
const LIMBS: usize = 16;

const fn table() -> [(u64, u64); COUNT] {
    let mut table = [(0, 0); COUNT];

    // 5^q, by multiplication.
    let mut power = [0u64; LIMBS];
    power[0] = 1;
    let mut q = 0;
    while q <= MAX {
        table[(q - MIN) as usize] = top_128_bits(&power);
        let mut carry = 0u128;
        let mut i = 0;
        while i < LIMBS {
            let product = power[i] as u128 * 5 + carry;
            power[i] = product as u64;
            carry = product >> 64;
            i += 1;
        }
        q += 1;
    }

    // floor(2^1023 / 5^-q), by repeated division: floor(floor(a / 5) / 5) = floor(a / 25). At least
    // 2^1023 / 5^342 > 2^228 remains, so the top 128 bits are those of the infinite quotient.
    let mut power = [0u64; LIMBS];
    power[LIMBS - 1] = 1 << 63;
    let mut q = -1;
    while q >= MIN {
        let mut rest = 0u128;
        let mut i = LIMBS;
        while i > 0 {
            i -= 1;
            let part = rest << 64 | power[i] as u128;
            power[i] = (part / 5) as u64;
            rest = part % 5;
        }
        let (high, low) = top_128_bits(&power);
        // The checked addition proves that nothing carries into the high half.
        table[(q - MIN) as usize] = (high, low + (q >= FIRST_NOT_DOWN) as u64);
        q -= 1;
    }
    table
}

/// Returns the 128 bits from the highest set bit of a positive number down, rounded down.
const fn top_128_bits(limbs: &[u64; LIMBS]) -> (u64, u64) {
    let mut top = LIMBS - 1;
    while limbs[top] == 0 {
        top -= 1;
    }
    let high = limbs[top];
    let middle = if top >= 1 { limbs[top - 1] } else { 0 };
    let low = if top >= 2 { limbs[top - 2] } else { 0 };
    let shift = high.leading_zeros();
    if shift == 0 {
        (high, middle)
    } else {
        let back = 64 - shift;
        (
            high << shift | middle >> back,
            middle << shift | low >> back,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the ends, and entries around one, with the published table in the reference
    /// implementation of Lemire's paper.
    #[test]
    fn known_entries() {
        assert_eq!(
            significand(-342),
            (0xeef4_53d6_923b_d65a, 0x113f_aa29_06a1_3b3f)
        );
        assert_eq!(
            significand(-1),
            (0xcccc_cccc_cccc_cccc, 0xcccc_cccc_cccc_cccd)
        );
        assert_eq!(significand(0), (1 << 63, 0));
        assert_eq!(significand(1), (0xa << 60, 0));
        assert_eq!(
            significand(55),
            (0xd0cf_4b50_cfe2_0765, 0xfff4_b4e3_f741_cf6d)
        );
        assert_eq!(
            significand(308),
            (0x8e67_9c2f_5e44_ff8f, 0x570f_09ea_a7ea_7648)
        );
    }

    #[test]
    fn rounding_up_carries_nothing() {
        for q in (MIN..FIRST_NOT_DOWN).chain(LAST_NOT_DOWN + 1..=MAX) {
            assert_ne!(significand(q).1, u64::MAX, "10^{q}");
        }
    }

    /// Recomputes each entry another way: s is the rounded significand exactly when
    /// `s <= 5^q * 2^y < s + 1` (rounded down) or `s - 1 < 2^y / 5^-q < s` (rounded up).
    #[test]
    #[cfg_attr(miri, ignore = "arithmetic alone")]
    fn every_entry_by_cross_multiplication() {
        type Wide = [u64; 32];
        fn times(a: &Wide, by: u64) -> Wide {
            let mut out = [0; 32];
            let mut carry = 0;
            for i in 0..32 {
                let product = u128::from(a[i]) * u128::from(by) + carry;
                out[i] = product as u64;
                carry = product >> 64;
            }
            assert_eq!(carry, 0);
            out
        }
        fn shifted(a: &Wide, by: usize) -> Wide {
            let mut out = *a;
            for _ in 0..by / 32 {
                out = times(&out, 1 << 32);
            }
            times(&out, 1 << (by % 32))
        }
        fn wide(s: u128) -> Wide {
            let mut out = [0; 32];
            out[0] = s as u64;
            out[1] = (s >> 64) as u64;
            out
        }
        fn bits(a: &Wide) -> usize {
            let top = (0..32).rev().find(|&i| a[i] != 0).unwrap();
            64 * top + 64 - a[top].leading_zeros() as usize
        }
        fn less(a: &Wide, b: &Wide) -> bool {
            a.iter().rev().lt(b.iter().rev())
        }

        for n in 1..=342 {
            let mut five = wide(1);
            for _ in 0..n {
                five = times(&five, 5);
            }
            let digits = bits(&five);
            if n <= MAX {
                let (high, low) = significand(n);
                let s = u128::from(high) << 64 | u128::from(low);
                let drop = digits.max(128) - 128;
                let exact = if digits < 128 {
                    shifted(&five, 128 - digits)
                } else {
                    five
                };
                assert!(!less(&exact, &shifted(&wide(s), drop)), "10^{n}");
                if let Some(next) = s.checked_add(1) {
                    assert!(less(&exact, &shifted(&wide(next), drop)), "10^{n}");
                }
            }
            // 2^(digits + 127) / 5^n lies in 2^127..2^128.
            let (high, low) = rounded_up(-n);
            assert_eq!(significand(-n) == (high, low), n <= 27);
            let s = u128::from(high) << 64 | u128::from(low);
            let one = shifted(&wide(1), digits + 127);
            let product = |s: u128| {
                let mut out = wide(s);
                for _ in 0..n {
                    out = times(&out, 5);
                }
                out
            };
            assert!(less(&one, &product(s)), "10^-{n}");
            assert!(less(&product(s - 1), &one), "10^-{n}");
        }
    }
}
