//! Numbers that come as text: integers beyond 64 bits, and decimals, in the forms of the tags 2, 3
//! and 4.

use crate::codes::{self, tag};

/// How many digits fit 64 bits.
const GROUP: u32 = 19;

/// An unsigned integer in words of 64 bits, the lowest first. They hold up to 128 bytes, and
/// another word for the bit that a negative integer has more than its written form.
struct Magnitude([u64; WORDS + 1]);

const WORDS: usize = codes::BIG_BYTES / 8;

/// A written number: at most a tag, the head of an array, an exponent, a tag, the head of a string,
/// and its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    bytes: [u8; codes::BIG_BYTES + 16],
    len: usize,
}

impl Written {
    const NOTHING: Self = Self {
        bytes: [0; codes::BIG_BYTES + 16],
        len: 0,
    };

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn put(&mut self, bytes: &[u8]) {
        // There is room for it, as the comment of the type shows.
        if let Some(room) = self.bytes.get_mut(self.len..self.len + bytes.len()) {
            room.copy_from_slice(bytes);
            self.len += bytes.len();
        }
    }

    fn head(&mut self, major: u8, argument: u64) {
        let (bytes, len) = codes::head(major, argument);
        self.put(&bytes[..len]);
    }

    fn integer(&mut self, negative: bool, mut magnitude: Magnitude) -> Option<()> {
        let negative = negative && !magnitude.is_zero();
        if negative {
            magnitude.decrease();
        }
        if let Some(word) = magnitude.word() {
            let major = if negative {
                codes::NEGATIVE
            } else {
                codes::UNSIGNED
            };
            self.head(major, word);
            return Some(());
        }
        let [words @ .., 0] = &magnitude.0 else {
            return None;
        };
        let mut bytes = [0; codes::BIG_BYTES];
        for (room, word) in bytes.rchunks_exact_mut(8).zip(words) {
            room.copy_from_slice(&word.to_be_bytes());
        }
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        self.head(
            codes::TAG,
            if negative {
                tag::BIG_NEGATIVE
            } else {
                tag::BIG_UNSIGNED
            },
        );
        self.head(codes::BYTES, (bytes.len() - zeros) as u64);
        self.put(&bytes[zeros..]);
        Some(())
    }
}

impl Magnitude {
    /// Returns the value of digits; `None` if it is too large, or another character is among them.
    fn of(digits: impl Iterator<Item = u8>) -> Option<Self> {
        let mut all = Self([0; WORDS + 1]);
        let (mut group, mut count) = (0, 0);
        for digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            group = group * 10 + u64::from(digit - b'0');
            count += 1;
            if count == GROUP {
                all.append(group, count)?;
                (group, count) = (0, 0);
            }
        }
        all.append(group, count)?;
        Some(all)
    }

    /// Appends `count` digits, whose value is `group`.
    fn append(&mut self, group: u64, count: u32) -> Option<()> {
        let unit = u128::from(10_u64.pow(count));
        let mut carry = u128::from(group);
        for word in &mut self.0 {
            carry += u128::from(*word) * unit;
            *word = carry as u64;
            carry >>= 64;
        }
        (carry == 0).then_some(())
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn decrease(&mut self) {
        for word in &mut self.0 {
            let borrow;
            (*word, borrow) = word.overflowing_sub(1);
            if !borrow {
                break;
            }
        }
    }

    /// Returns the value, if it fits 64 bits.
    fn word(&self) -> Option<u64> {
        let (&lowest, others) = self.0.split_first()?;
        others.iter().all(|&word| word == 0).then_some(lowest)
    }
}

/// Writes an integer of any sign.
///
/// # Errors
/// The words for an error message, if it has more than 128 bytes.
pub fn integer(text: &str) -> Result<Written, &'static str> {
    let (negative, digits) = signed(text);
    let mut written = Written::NOTHING;
    Magnitude::of(digits.bytes())
        .and_then(|magnitude| written.integer(negative, magnitude))
        .ok_or("an integer of more than 128 bytes")?;
    Ok(written)
}

/// Writes a decimal that is given in the grammar of JSON numbers.
///
/// # Errors
/// The words for an error message, if its digits without the point are an integer of more than 128
/// bytes, if the exponent that belongs to that integer is beyond 9999, or if the decimal is a
/// negative zero. A negative zero cannot be an integer, and a float would lose its digits.
pub fn decimal(text: &str) -> Result<Written, &'static str> {
    const TOO_LONG: &str = "a decimal of more than 128 bytes, or with an exponent beyond 9999";
    let (negative, rest) = signed(text);
    let (exponent, mantissa) = parts(rest).ok_or(TOO_LONG)?;
    if negative && mantissa.is_zero() {
        return Err("a decimal that is a negative zero");
    }
    let mut written = Written::NOTHING;
    written.head(codes::TAG, tag::DECIMAL);
    written.head(codes::ARRAY, 2);
    let (bytes, len) = codes::integer(exponent);
    written.put(&bytes[..len]);
    written.integer(negative, mantissa).ok_or(TOO_LONG)?;
    Ok(written)
}

/// Returns the exponent of a decimal without a sign, and its digits as an integer.
fn parts(text: &str) -> Option<(i64, Magnitude)> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    if !(-codes::EXPONENT..=codes::EXPONENT).contains(&exponent) {
        return None;
    }
    let mantissa = Magnitude::of(whole.bytes().chain(fraction.bytes()))?;
    Some((exponent, mantissa))
}

fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    }
}
