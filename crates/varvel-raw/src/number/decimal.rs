//! A number text of any length, split into its parts, and its exact value. Every slow path ends
//! here.

use super::eisel_lemire::{self, Format};
use super::powers;

/// The number of digits that fit a `u64` whatever they are.
const EXACT_DIGITS: usize = 19;

/// More significant digits than any halfway point between two `f64` has (767). The digits after
/// them matter only by being zero or not.
const DECIDING_DIGITS: usize = 768;

/// A number text, split into its parts. The value is `integer.fraction * 10^exponent`.
#[derive(Clone, Copy)]
pub(super) struct Decimal<'a> {
    /// Digits before the point; leading zeros allowed.
    pub(super) integer: &'a [u8],
    /// Digits after the point.
    pub(super) fraction: &'a [u8],
    /// The exponent, saturated far beyond what any number of digits could compensate.
    pub(super) exponent: i64,
}

/// The value of the first significant digits.
struct Head {
    /// The first 19 of them, as a number.
    digits: u64,
    /// The power of ten of the last of those 19.
    power: i64,
    /// Whether a digit behind them is not zero.
    inexact: bool,
}

impl<'a> Decimal<'a> {
    /// Returns the significant digits in order, without leading zeros, and the power of ten of the
    /// first.
    pub(super) fn significant(self) -> (impl Iterator<Item = u8> + Clone + 'a, i64) {
        let zeros = |digits: &[u8]| digits.iter().take_while(|&&d| d == b'0').count();
        let skip = zeros(self.integer);
        let (integer, fraction, first) = if skip < self.integer.len() {
            (
                &self.integer[skip..],
                self.fraction,
                (self.integer.len() - skip) as i64 - 1,
            )
        } else {
            let skip = zeros(self.fraction);
            (&[][..], &self.fraction[skip..], -1 - skip as i64)
        };
        (
            integer.iter().chain(fraction).copied(),
            first.saturating_add(self.exponent),
        )
    }

    fn head(self) -> Head {
        let (mut digits, first) = self.significant();
        let mut head = Head {
            digits: 0,
            power: first.saturating_add(1),
            inexact: false,
        };
        for digit in digits.by_ref().take(EXACT_DIGITS) {
            head.digits = head.digits * 10 + u64::from(digit - b'0');
            head.power -= 1;
        }
        head.inexact = digits.any(|digit| digit != b'0');
        head
    }

    /// Returns the bits (sign clear) of the nearest float of a format. If 19 digits do not decide,
    /// `exact` reads a text of at most 800 bytes.
    fn nearest<F: Format>(self, exact: impl Fn(&str) -> u64) -> u64 {
        let head = self.head();
        let bits = eisel_lemire::nearest::<F>(head.digits, head.power);
        // The value lies strictly between two neighbouring 19-digit numbers; rounding is monotonic.
        if head.inexact && bits != eisel_lemire::nearest::<F>(head.digits + 1, head.power) {
            let mut text = [0; 800];
            return exact(self.rewrite(&mut text));
        }
        bits
    }

    /// Writes another text, of at most 800 bytes, for the standard parser, whose value rounds to
    /// the same float. Only for values within an `f64`'s reach, so that the exponent is short.
    fn rewrite(self, out: &mut [u8; 800]) -> &str {
        let (digits, first) = self.significant();
        let mut len = 0;
        let mut rest = digits;
        for digit in rest.by_ref().take(DECIDING_DIGITS) {
            out[len] = digit;
            len += 1;
        }
        if rest.any(|digit| digit != b'0') {
            out[len] = b'1';
            len += 1;
        }
        let mut power = first - (len as i64 - 1);
        out[len] = b'e';
        len += 1;
        if power < 0 {
            out[len] = b'-';
            len += 1;
            power = -power;
        }
        for place in (0..19).rev() {
            out[len] = b'0' + (power.unsigned_abs() / powers::SMALL[place] % 10) as u8;
            len += 1;
        }
        core::str::from_utf8(&out[..len]).unwrap_or("")
    }

    /// Returns the bits (sign clear) of the nearest `f64`.
    pub(super) fn to_f64_bits(self) -> u64 {
        self.nearest::<eisel_lemire::Double>(|text| text.parse().unwrap_or(0f64).to_bits())
    }

    /// Returns the bits (sign clear) of the nearest `f32`.
    pub(super) fn to_f32_bits(self) -> u32 {
        self.nearest::<eisel_lemire::Single>(|text| text.parse().unwrap_or(0f32).to_bits().into())
            as u32
    }

    /// Returns the bits (sign clear) of the nearest IEEE 754 half-precision float.
    ///
    /// Rounds to the nearest `f64` first. Rounding that again is wrong only if it is exactly
    /// halfway between two half-precision floats and the decimal is not; then the two are compared.
    pub(super) fn to_f16_bits(self) -> u16 {
        let wide = f64::from_bits(self.to_f64_bits());
        // From 2^16 on the result is infinity. (It also is from 65,520 on, which is found below.)
        if wide >= 65_536.0 {
            return 0x7c00;
        }
        // In units of 2^-25, half of the least subnormal: below 2^41. Halfway points and
        // half-precision floats are whole numbers of units, so a fraction that is cut off lies
        // strictly between two of those.
        let scaled = wide * 33_554_432.0;
        let units = scaled as u64;
        let cut = scaled > units as f64;
        // Half-precision floats below 2^-13 are 2 units apart, the others 2 * 2^scale units, with
        // 11 bits.
        let scale = (64 - units.leading_zeros()).saturating_sub(12);
        let half_step = 1u64 << scale;
        let floor = units >> (scale + 1);
        let rest = units & (2 * half_step - 1);
        let up = match rest.cmp(&half_step) {
            core::cmp::Ordering::Less => false,
            core::cmp::Ordering::Greater => true,
            core::cmp::Ordering::Equal if cut => true,
            core::cmp::Ordering::Equal => match self.cmp_units(units) {
                core::cmp::Ordering::Less => false,
                core::cmp::Ordering::Greater => true,
                core::cmp::Ordering::Equal => floor & 1 == 1,
            },
        };
        // The hidden bit, if there is one, adds one to the exponent field.
        (floor as u16 + up as u16) + ((scale as u16) << 10)
    }

    /// Compares the value with `units * 2^-25`, `0 < units < 2^41`.
    fn cmp_units(self, units: u64) -> core::cmp::Ordering {
        // The right side is exactly value * 10^-25, with value below 2^41 * 5^25 < 2^100.
        let value = u128::from(units) * 5u128.pow(25);
        let places = value.ilog10();
        let (digits, first) = self.significant();
        first.cmp(&(i64::from(places) - 25)).then_with(|| {
            let mine = digits.map(|digit| digit - b'0').chain(core::iter::once(0));
            let theirs = (0..=places)
                .rev()
                .map(|place| (value / 10u128.pow(place) % 10) as u8);
            // Both are padded with zeros to the longer one.
            let (mut mine, mut theirs) = (mine.fuse(), theirs.fuse());
            loop {
                match (mine.next(), theirs.next()) {
                    (None, None) => return core::cmp::Ordering::Equal,
                    (a, b) => match a.unwrap_or(0).cmp(&b.unwrap_or(0)) {
                        core::cmp::Ordering::Equal => {}
                        decided => return decided,
                    },
                }
            }
        })
    }
}

/// A sequence of digits that may have a point among them, read as one number.
pub(super) struct Plain {
    /// All digits, before and after the point, as a number; correct if there are at most 19.
    pub(super) digits: u64,
    /// The number of digits before the point.
    pub(super) whole: usize,
    /// The number of digits behind the point, if there is one.
    pub(super) places: Option<usize>,
    /// The place where the digits end.
    pub(super) end: usize,
}

/// Reads digits from `start` on, and a `.` and digits behind it.
#[inline(always)]
pub(super) fn plain(text: &[u8], start: usize) -> Plain {
    let (digits, at) = take_digits(text, start, 0);
    let whole = at - start;
    if text.get(at) != Some(&b'.') {
        return Plain {
            digits,
            whole,
            places: None,
            end: at,
        };
    }
    let (digits, end) = take_digits(text, at + 1, digits);
    Plain {
        digits,
        whole,
        places: Some(end - at - 1),
        end,
    }
}

/// Appends the digits from `at` on to a number. Returns the number (modulo 2^64), and where the
/// digits end.
#[inline(always)]
fn take_digits(text: &[u8], mut at: usize, mut number: u64) -> (u64, usize) {
    while let Some(eight) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let eight = u64::from_le_bytes(*eight);
        if super::digits::non_digits(eight) != 0 {
            break;
        }
        number = number
            .wrapping_mul(100_000_000)
            .wrapping_add(super::digits::from_eight(eight));
        at += 8;
    }
    while let Some(digit @ 0..=9) = text.get(at).map(|byte| byte.wrapping_sub(b'0')) {
        number = number.wrapping_mul(10).wrapping_add(digit.into());
        at += 1;
    }
    (number, at)
}

/// Returns how many bytes from `at` on are digits.
pub(super) fn count_digits(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while let Some(eight) = text.get(end..).and_then(|rest| rest.first_chunk::<8>()) {
        let mask = super::digits::non_digits(u64::from_le_bytes(*eight));
        if mask != 0 {
            return end + mask.trailing_zeros() as usize / 8 - at;
        }
        end += 8;
    }
    while text.get(end).is_some_and(u8::is_ascii_digit) {
        end += 1;
    }
    end - at
}

/// Reads `[+-]digits` at `at` (just behind the `e`). Returns the exponent and where it ends. The
/// error is the place where a digit was expected.
pub(super) fn exponent(text: &[u8], mut at: usize) -> Result<(i64, usize), usize> {
    let negative = text.get(at) == Some(&b'-');
    if negative || text.get(at) == Some(&b'+') {
        at += 1;
    }
    let count = count_digits(text, at);
    if count == 0 {
        return Err(at);
    }
    let mut value = 0i64;
    for &digit in &text[at..at + count] {
        // Saturates above 10^17: no text is long enough to compensate that.
        if value < 100_000_000_000_000_000 {
            value = value * 10 + i64::from(digit - b'0');
        }
    }
    Ok((if negative { -value } else { value }, at + count))
}
