//! [`Texts`]: equal strings of a document are one object.
//!
//! Many documents say the same texts again and again. To find one takes less time than to make it,
//! and the objects of the document take less memory.

use pyo3::prelude::*;
use pyo3::types::PyString;
use varvel::Str;

/// Texts of fewer bytes are not kept: Python has an object for each character already.
const SHORT: usize = 2;

/// The most strings that are kept at once.
const MOST: usize = 2048;

/// After so many strings that were not found it is decided whether keeping them goes on.
const TRIAL: u32 = 512;

/// The strings that came last, by their texts. A string takes the place of another one with which
/// it shares some bits of its hash, so the work for each string is bounded.
pub struct Texts<'de, 'py> {
    /// A power of two, or none if no strings are kept.
    slots: Vec<Option<Known<'de, 'py>>>,
    found: u32,
    made: u32,
}

struct Known<'de, 'py> {
    /// The text in the input; `None` for a string that is ASCII, which is its own text.
    text: Option<&'de str>,
    string: Bound<'py, PyString>,
}

impl<'de, 'py> Texts<'de, 'py> {
    /// Returns none yet, for a document of so many bytes.
    pub fn new(bytes: usize) -> Self {
        let count = match bytes / 64 {
            0..4 => 0,
            count => count.next_power_of_two().min(MOST),
        };
        let mut slots = Vec::new();
        slots.resize_with(count, || None);
        Self {
            slots,
            found: 0,
            made: 0,
        }
    }

    /// Returns the string of a text.
    #[inline]
    pub fn get(&mut self, py: Python<'py>, text: Str<'de, '_>) -> Bound<'py, PyString> {
        if text.len() < SHORT {
            return PyString::new(py, &text);
        }
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return PyString::new(py, &text);
        };
        let index = hash(text.as_bytes()) as usize & mask;
        if let Some(known) = &self.slots[index]
            && known.is(&text)
        {
            self.found += 1;
            return known.string.clone();
        }
        self.make(py, text, index)
    }

    #[inline(never)]
    fn make(&mut self, py: Python<'py>, text: Str<'de, '_>, index: usize) -> Bound<'py, PyString> {
        let string = PyString::new(py, &text);
        self.made += 1;
        if self.made == TRIAL {
            if self.found < TRIAL / 8 {
                self.slots = Vec::new();
                return string;
            }
            (self.made, self.found) = (0, 0);
        }
        let text = match text.is_ascii() {
            true => None,
            false => match text.borrowed() {
                None => return string,
                text => text,
            },
        };
        self.slots[index] = Some(Known {
            text,
            string: string.clone(),
        });
        string
    }
}

impl Known<'_, '_> {
    #[inline(always)]
    fn is(&self, text: &str) -> bool {
        match self.text {
            Some(known) => known == text,
            None => self.string.to_str().is_ok_and(|known| known == text),
        }
    }
}

/// Returns a number for a text of two bytes or more: of its length and of up to 24 of its bytes.
#[inline(always)]
fn hash(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let len = bytes.len();
    let eight = |at: usize| {
        let eight = bytes.get(at..).and_then(|rest| rest.first_chunk());
        u64::from_le_bytes(*eight.unwrap_or(&[0; 8]))
    };
    let (first, last) = if len >= 8 {
        (eight(0), eight(len - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let four = |bytes| u64::from(u32::from_le_bytes(bytes));
        (four(*first), four(*last))
    } else {
        (
            u64::from(bytes[0]),
            u64::from(bytes[len - 1]) << 8 | u64::from(bytes[len / 2]),
        )
    };
    let middle = if len > 16 { eight(len / 2 - 4) } else { 0 };
    let mixed =
        (first ^ len as u64).wrapping_mul(ODD) ^ last.rotate_left(29) ^ middle.rotate_left(47);
    mixed.wrapping_mul(ODD) >> 40
}
