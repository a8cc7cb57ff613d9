//! Keys and the text before them, ready for comparison with JSON text in one vector.

use crate::simd::Isa;

/// A key in quotes, as JSON text has it if nothing in it needs an escape.
///
/// A key of more than 30 bytes, or one that needs an escape, has no such form: a wide comparison
/// never matches it, and it is compared as a string.
#[derive(Clone, Copy)]
pub struct Key {
    /// `"key"`, then zeros.
    block: [u8; 32],
    /// A one for each byte of the block that counts: all of them if there is no such form.
    mask: u32,
    /// The length of the key and its quotes in bytes, at most 32; zero if there is no such form.
    len: u32,
}

impl Key {
    /// A key that matches nothing.
    pub const NONE: Self = Self {
        block: [0; 32],
        mask: u32::MAX,
        len: 0,
    };

    /// Prepares `text` for comparison.
    ///
    /// ```
    /// use varvel_raw::key::Key;
    /// const NAME: Key = Key::new("name");
    /// assert_eq!(NAME.quoted(), Some(&br#""name""#[..]));
    /// assert_eq!(Key::new("a\"b").quoted(), None);
    /// ```
    pub const fn new(text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() > 30 {
            return Self::NONE;
        }
        let mut block = [0; 32];
        block[0] = b'"';
        let mut i = 0;
        while i < text.len() {
            if text[i] < 0x20 || text[i] == b'"' || text[i] == b'\\' {
                return Self::NONE;
            }
            block[i + 1] = text[i];
            i += 1;
        }
        block[i + 1] = b'"';
        Self {
            block,
            mask: u32::MAX >> (30 - text.len()),
            len: text.len() as u32 + 2,
        }
    }

    /// Returns the key with its quotes, if it has such a form.
    #[inline(always)]
    pub fn quoted(&self) -> Option<&[u8]> {
        (self.len != 0).then(|| &self.block[..self.len as usize & 63])
    }

    /// Returns all 32 bytes of the quoted form, with zeros behind it, and how many of them count
    /// (zero if there is no such form).
    #[inline(always)]
    pub const fn block(&self) -> (&[u8; 32], usize) {
        (&self.block, self.len as usize)
    }

    /// Returns the rest of `bytes` behind the byte `head` and the text of the key, if they begin
    /// with these. They never do for a key without a quoted form.
    #[inline(always)]
    pub fn behind_head<'b, I: Isa>(&self, isa: I, head: u8, bytes: &'b [u8]) -> Option<&'b [u8]> {
        match bytes.first_chunk() {
            Some(window) if !self.stands_behind_head(isa, head, window) => None,
            Some(_) => bytes.get(self.len as usize - 1..),
            None => self.behind_head_near_end(head, bytes),
        }
    }

    /// Returns whether `window` begins with `head` and the text of the key. It never does for a key
    /// without a quoted form.
    #[inline(always)]
    pub fn stands_behind_head<I: Isa>(&self, isa: I, head: u8, window: &[u8; 32]) -> bool {
        let (block, mask, len) = self.parts();
        // The quotes do not count.
        let mask = mask & !1 & !(1 << (len.max(1) - 1));
        // SAFETY: both have 32 bytes.
        len != 0
            && window[0] == head
            && unsafe { isa.equal32(window.as_ptr(), block.as_ptr(), mask) }
    }

    #[cold]
    #[inline(never)]
    fn behind_head_near_end<'b>(&self, head: u8, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let [_, text @ .., _] = self.quoted()? else {
            return None;
        };
        match bytes.split_first()? {
            (first, rest) if *first == head => rest.strip_prefix(text),
            _ => None,
        }
    }

    /// Returns the block, the mask of the bytes that count, and how many count: at most 32.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&[u8; 32], u32, usize) {
        (&self.block, self.mask, self.len as usize)
    }
}

impl core::fmt::Debug for Key {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.quoted() {
            Some(text) => write!(f, "Key({})", text.escape_ascii()),
            None => f.write_str("Key(none)"),
        }
    }
}

/// The text that led to the value of a key the last time: the comma (none before the first member
/// of an object), white space, the key in its quotes, the colon and white space. One comparison
/// confirms it.
///
/// It is learned from text that was read; a text of more than 59 bytes is not kept. Beside the text
/// is a mark for the owner of the pattern, in the same cache line.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Pattern {
    /// The text, then zeros.
    text: [u8; 59],
    /// The length of the text in bytes; `NO_PATTERN` if there is none.
    len: u8,
    mark: u32,
}

/// A length greater than that of any text.
const NO_PATTERN: u8 = 0xFF;

const _: () = assert!(size_of::<Pattern>() == 64);

impl Pattern {
    /// Returns a pattern that matches nothing.
    pub const fn new(mark: u32) -> Self {
        Self {
            text: [0; 59],
            len: NO_PATTERN,
            mark,
        }
    }

    /// Makes the pattern match `text` from now on, if `text` is short enough and leads to the value
    /// of `key`; otherwise the pattern matches nothing. `first` is whether the member is the first
    /// of an object.
    ///
    /// ```
    /// use varvel_raw::key::{Key, Pattern};
    /// let mut pattern = Pattern::new(0);
    /// pattern.learn(b",\n \"id\": ", &Key::new("id"), false);
    /// assert_eq!(pattern.text(), Some(&b",\n \"id\": "[..]));
    /// pattern.learn(b",\n \"id\": ", &Key::new("name"), false);
    /// assert_eq!(pattern.text(), None);
    /// ```
    pub fn learn(&mut self, text: &[u8], key: &Key, first: bool) {
        *self = Self::new(self.mark);
        if let Some(room) = self.text.get_mut(..text.len())
            && leads_to(text, key, first)
        {
            room.copy_from_slice(text);
            self.len = text.len() as u8;
        }
    }

    /// Returns the mark.
    #[inline(always)]
    pub fn mark(&self) -> u32 {
        // Volatile, so that it is a load of four bytes: LLVM would extract it from the vector that
        // was compared, and the next pattern would wait for it. SAFETY: a reference to a number.
        unsafe { core::ptr::from_ref(&self.mark).read_volatile() }
    }

    /// Sets the mark, and leaves the text.
    #[inline(always)]
    pub fn set_mark(&mut self, mark: u32) {
        self.mark = mark;
    }

    /// Returns the text, if there is one.
    #[inline(always)]
    pub fn text(&self) -> Option<&[u8]> {
        self.text.get(..self.len as usize)
    }

    /// Returns how many bytes the text has: more than 64 if this matches nothing.
    #[inline(always)]
    pub(crate) fn needs(&self) -> usize {
        // Volatile, so that it is one load of one byte: LLVM 21 would load 16 bytes and extract it.
        // SAFETY: a reference to a byte.
        usize::from(unsafe { core::ptr::from_ref(&self.len).read_volatile() })
    }
}

/// Returns whether `text` is a comma (unless `first`), white space, `key`, a colon and white space.
fn leads_to(text: &[u8], key: &Key, first: bool) -> bool {
    let after_comma = match first {
        true => Some(text),
        false => text.strip_prefix(b","),
    };
    key.quoted()
        .and_then(|key| spaces_passed(after_comma?).strip_prefix(key))
        .and_then(|rest| spaces_passed(rest).strip_prefix(b":"))
        .is_some_and(|rest| spaces_passed(rest).is_empty())
}

/// Returns the rest of `text` behind its leading white space.
fn spaces_passed(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = text {
        text = rest;
    }
    text
}

impl core::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.text() {
            Some(text) => write!(f, "Pattern({})", text.escape_ascii()),
            None => f.write_str("Pattern(none)"),
        }
    }
}

/// The text between two values of a container up to the next key or item: a comma and white space,
/// as they were the last time.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lead {
    /// The comma, the white space, then any bytes. The block is longer than a lead can be, so that
    /// 32 bytes can be read from the second byte on.
    block: [u8; 40],
    /// A one for each byte of the block that counts.
    mask: u32,
    /// The number of bytes that count: from 1 to 32.
    len: u32,
}

impl Lead {
    /// A comma and nothing else.
    pub const COMMA: Self = {
        let mut block = [0; 40];
        block[0] = b',';
        Self {
            block,
            mask: 1,
            len: 1,
        }
    };

    /// Returns a comma, a line feed, and `space` repeated `count` times, or a comma alone if that
    /// is too long.
    pub const fn indented(space: u8, count: usize) -> Self {
        let mut lead = Self::COMMA;
        if count > 30 {
            return lead;
        }
        lead.block[1] = b'\n';
        let mut i = 0;
        while i < count {
            lead.block[2 + i] = space;
            i += 1;
        }
        lead.mask = u32::MAX >> (30 - count);
        lead.len = count as u32 + 2;
        lead
    }

    /// Returns the comma and white space in `text`, or a comma alone if they are too long.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        match text {
            [b',', spaces @ ..] => Self::of_spaces(spaces),
            _ => Self::COMMA,
        }
    }

    /// Returns a comma and `spaces`, which are white space, or a comma alone if they are too long.
    #[inline]
    pub fn of_spaces(spaces: &[u8]) -> Self {
        let mut lead = Self::COMMA;
        lead.learn(spaces, spaces.len());
        lead
    }

    /// Sets the white space to `window[..len]`. Copies bytes behind it, too, since a copy of so
    /// many bytes takes two instructions; they do not count.
    #[inline]
    pub fn learn(&mut self, window: &[u8], len: usize) {
        if len > 31 || len > window.len() {
            *self = Self::COMMA;
            return;
        }
        match window.first_chunk::<32>() {
            Some(chunk) => self.block[1..33].copy_from_slice(chunk),
            None => self.block[1..=window.len()].copy_from_slice(window),
        }
        self.mask = u32::MAX >> (31 - len);
        self.len = len as u32 + 1;
    }

    /// Returns the length of the comma and the white space in bytes: from 1 to 32.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the block, the mask of the bytes that count, and how many count: from 1 to 32.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&[u8; 40], u32, usize) {
        (&self.block, self.mask, self.len as usize)
    }
}

/// The text between a key and its value: a colon and white space, as they were the last time.
#[derive(Clone, Copy, Debug)]
pub struct Colon {
    /// The bytes, the first in the lowest bits; one of those that count is a colon.
    word: u32,
    /// Ones for the bytes that count.
    mask: u32,
    /// The number of bytes that count: from 1 to 4.
    len: u32,
}

impl Colon {
    /// A colon and nothing else.
    pub const PLAIN: Self = Self {
        word: b':' as u32,
        mask: 0xFF,
        len: 1,
    };

    /// A colon and a space behind it.
    pub const SPACED: Self = Self {
        word: u16::from_le_bytes(*b": ") as u32,
        mask: 0xFFFF,
        len: 2,
    };

    /// Returns the colon and the white space around it in `text`, or a colon alone if they are too
    /// long.
    #[inline]
    pub fn new(text: &[u8]) -> Self {
        if text.len() > 4 || !text.contains(&b':') {
            return Self::PLAIN;
        }
        let byte = |i: usize| text.get(i).copied().unwrap_or(0);
        Self {
            word: u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]),
            mask: u32::MAX >> (32 - 8 * text.len()),
            len: text.len() as u32,
        }
    }

    /// Returns the bytes as a number, a mask of those that count, and how many count: at most 4.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (u32, u32, usize) {
        (self.word, self.mask, self.len as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(text: &[u8], key: &str, first: bool) -> bool {
        let mut pattern = Pattern::new(7);
        pattern.learn(text, &Key::new(key), first);
        assert_eq!(pattern.mark(), 7);
        assert!(pattern.text().is_none_or(|kept| kept == text));
        pattern.text().is_some()
    }

    #[test]
    fn a_pattern_is_what_leads_to_its_key_and_nothing_else() {
        assert!(learned(b",\n\t\r \"a\" : ", "a", false));
        assert!(learned(b"\n\"a\":", "a", true));
        assert!(learned(b"\"\":", "", true));
        // A comma stands before every member but the first.
        assert!(!learned(b"\"a\":", "a", false));
        assert!(!learned(b",\"a\":", "a", true));
        for wrong in [
            &b""[..],
            b",",
            b",\"a\"",
            b",,\"a\":",
            b",\"a\"::",
            b",\"b\":",
            b",\"a\":1",
            b" ,\"a\":",
            b",\"x\":1,\"a\":",
            b",\0\"a\":",
        ] {
            assert!(!learned(wrong, "a", false), "{}", wrong.escape_ascii());
        }
        // A key without a quoted form has no pattern.
        assert!(!learned(b",\"\":", "\"", false));
    }

    #[test]
    fn a_pattern_has_up_to_59_bytes() {
        let text =
            |spaces: usize| [b",".to_vec(), b" ".repeat(spaces), b"\"a\":".to_vec()].concat();
        assert!(learned(&text(54), "a", false));
        assert!(!learned(&text(55), "a", false));
    }

    #[test]
    fn a_lead_is_a_comma_and_white_space_of_any_length_that_fits() {
        for n in 0..40 {
            let text = [b",".to_vec(), b" ".repeat(n)].concat();
            let lead = Lead::of_spaces(&text[1..]);
            assert_eq!(lead.parts(), Lead::new(&text).parts());
            let window = [&text[1..], b"whatever stands behind the white space"].concat();
            let mut other = Lead::of_spaces(b"\n");
            other.learn(&window, n);
            let (block, mask, len) = other.parts();
            assert_eq!((mask, len), (lead.mask, lead.len as usize));
            assert_eq!(block[..len], lead.block[..len]);
        }
    }
}
