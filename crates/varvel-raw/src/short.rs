//! [`Short`]: short strings in three words, made in registers.

/// The most bytes that [`Short`] holds.
pub const SHORT: usize = 23;

/// A string of up to [`SHORT`] bytes in place, with unused values in its first byte, which an enum
/// around it can use.
///
/// Invariant: `bytes` begins with `len` bytes of UTF-8; the others are zero.
#[repr(C, align(8))]
pub struct Short {
    len: Len,
    bytes: [u8; SHORT],
}

/// The length of a short string; its unused values are free for enums that hold one.
#[allow(dead_code, reason = "made by transmutation alone")]
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[rustfmt::skip]
enum Len {
    L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13, L14, L15, L16, L17, L18, L19, L20, L21, L22, L23,
}

const _: () = assert!(size_of::<Short>() == 24 && size_of::<Option<Short>>() == 24);

impl Short {
    /// Returns the string, if it is short enough.
    ///
    /// The words are assembled in registers: bytes copied one by one or in pieces would be waited
    /// for when they are moved as a whole.
    ///
    /// ```
    /// use varvel_raw::short::Short;
    /// assert_eq!(Short::new("id").unwrap().as_str(), "id");
    /// assert!(Short::new("longer than twenty-three").is_none());
    /// ```
    #[inline(always)]
    pub fn new(text: &str) -> Option<Self> {
        let words = words(text)?;
        // SAFETY: `words` returns the length, the bytes of `text`, which are UTF-8, then zeros.
        Some(unsafe { Self::of(words) })
    }

    /// # Safety
    /// The words are those of a short string.
    #[inline(always)]
    unsafe fn of(words: [u64; 3]) -> Self {
        // SAFETY: both types have 24 bytes and no padding. The first byte is the length, at most
        // 23, which is a value of `Len`; the other bytes may have any value.
        unsafe { core::mem::transmute::<[u64; 3], Self>(words) }
    }

    /// Returns the string.
    #[inline(always)]
    pub fn as_str(&self) -> &str {
        let len = self.len as usize;
        // SAFETY: `len` is at most 23, and the bytes up to there are UTF-8, by the type's
        // invariant.
        unsafe { core::str::from_utf8_unchecked(self.bytes.get_unchecked(..len)) }
    }

    /// Returns the bytes of the whole value as they lie in memory: a byte with the length, the
    /// bytes of the string, zeros.
    #[inline(always)]
    pub fn words(&self) -> [u64; 3] {
        // SAFETY: there are 24 bytes without padding, aligned as numbers are, which may have any
        // value.
        unsafe { *core::ptr::from_ref(self).cast::<[u64; 3]>() }
    }

    /// Returns the string, with the zeros behind it as its window.
    #[inline(always)]
    pub fn text(&self) -> crate::text::Text<'_> {
        // SAFETY: `len` is at most 23, and the bytes up to there are UTF-8, by the type's
        // invariant.
        unsafe { crate::text::Text::new_unchecked(&self.bytes, self.len as usize) }
    }
}

impl Clone for Short {
    /// Copies word by word; otherwise the copy would be split into more and smaller pieces.
    #[inline(always)]
    fn clone(&self) -> Self {
        let [a, b, c] = self.words();
        // SAFETY: these are the words of `self`.
        unsafe { Self::of([a, b, c]) }
    }
}

/// Returns the words that [`Short::words`] has for a string, if it is short enough; in registers,
/// for look-ups.
///
/// ```
/// use varvel_raw::short::{Short, words};
/// assert_eq!(words("id"), Short::new("id").map(|short| short.words()));
/// ```
#[inline(always)]
pub fn words(text: &str) -> Option<[u64; 3]> {
    let bytes = text.as_bytes();
    let len = bytes.len();
    let [low, middle, high] = match (bytes.first_chunk(), bytes.last_chunk()) {
        // One path for all of these lengths: with keys or strings of many lengths, branches on the
        // length would be mispredicted.
        (Some(first), Some(last)) if len <= SHORT => {
            let from = (len - 8).min(7);
            // SAFETY: there are at least eight bytes, and `from` is at most eight before the end.
            let middle = unsafe { bytes.as_ptr().add(from).cast::<[u8; 8]>().read() };
            // The shift has two steps, since it may shift out everything. Written as `23 - len` it
            // would be computed in eight bits of a register, which wait for the other bits: each
            // look-up for the one before.
            let half = 4 * (from + 16 - len);
            [
                u64::from_le_bytes(*first),
                u64::from_le_bytes(middle) >> (8 * (7 - from)),
                u64::from_le_bytes(*last) >> half >> half,
            ]
        }
        (Some(_), _) => return None,
        _ => [few(bytes), 0, 0],
    };
    Some([low << 8 | len as u64, middle, high].map(u64::to_le))
}

/// Returns up to seven bytes as a number.
#[inline(always)]
fn few(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            u64::from(first) | u64::from(last) << (8 * (len - 4))
        }
        _ => match *bytes {
            [] => 0,
            [first, .., last] => {
                let middle = u64::from(bytes[len / 2]) << (8 * (len / 2));
                u64::from(first) | middle | u64::from(last) << (8 * (len - 1))
            }
            [only] => only.into(),
        },
    }
}

impl core::fmt::Debug for Short {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{SHORT, Short};

    #[test]
    fn strings_of_every_length_are_kept() {
        let all = "abcdefghijklmnopqrstuvw\u{e4}";
        for len in 0..=SHORT {
            let step = if cfg!(miri) { 7 } else { 1 };
            for from in (0..all.len() - len).step_by(step) {
                let Some(text) = all.get(from..from + len) else {
                    continue;
                };
                let short = Short::new(text).unwrap();
                assert_eq!(short.as_str(), text);
                assert_eq!(short.words()[0].to_le() as u8, len as u8);
                assert_eq!(short.text().as_str(), text);
                assert_eq!(short.text().window().len(), SHORT);
                assert!(short.text().window()[len..].iter().all(|&byte| byte == 0));
            }
        }
        assert!(Short::new("abcdefghijklmnopqrstuvwx").is_none());
    }
}
