//! Makes strings of short texts, and vectors with room: with no call but the one for the memory.

use alloc::alloc::{Layout, alloc};
use alloc::string::String;
use alloc::vec::Vec;

use crate::buffer::OutOfMemory;
use crate::text::Text;

/// Texts of up to this length are copied in one or two vectors.
const SHORT: usize = 2 * STEP;

/// The room of a short text is a multiple of this.
const STEP: usize = 16;

/// Returns how much room a text of `len` bytes gets: up to 15 bytes more if it is short, so that
/// whole vectors can be written.
#[inline(always)]
const fn room(len: usize) -> usize {
    if len > SHORT {
        return len;
    }
    (len + STEP - 1) & !(STEP - 1)
}

/// Returns a vector with room for `count` items, like `try_reserve_exact` on a new one, but inline.
///
/// ```
/// use varvel_raw::owned::with_room;
/// let items = with_room::<u64>(4).unwrap();
/// assert_eq!((items.len(), items.capacity()), (0, 4));
/// ```
///
/// # Errors
/// `OutOfMemory` if memory is missing.
#[inline(always)]
pub fn with_room<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let layout = Layout::array::<T>(count).map_err(|_| OutOfMemory)?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout is not of size zero.
    let to = unsafe { alloc(layout) };
    if to.is_null() {
        return Err(OutOfMemory);
    }
    // SAFETY: new memory from the global allocator, with the layout that a vector of this capacity
    // has; the vector has no items.
    Ok(unsafe { Vec::from_raw_parts(to.cast(), 0, count) })
}

/// Returns a copy of a text. Its capacity may be up to 15 bytes more than its length.
///
/// ```
/// use varvel_raw::{owned::copied, text::Text};
/// assert_eq!(copied(Text::from("a text")).unwrap(), "a text");
/// ```
///
/// # Errors
/// `OutOfMemory` if memory is missing.
#[inline(always)]
pub fn copied(text: Text<'_>) -> Result<String, OutOfMemory> {
    let len = text.len();
    if len == 0 {
        return Ok(String::new());
    }
    let room = room(len);
    let layout = Layout::array::<u8>(room).map_err(|_| OutOfMemory)?;
    // SAFETY: `room >= len > 0`, so the layout is not of size zero.
    let to = unsafe { alloc(layout) };
    if to.is_null() {
        return Err(OutOfMemory);
    }
    // SAFETY: there are `room(len)` bytes at `to`, in new memory that overlaps nothing. The memory
    // comes from the global allocator, with the layout that a vector of this capacity has. `copy`
    // initialises its first `len` bytes, with those of `text`, which are UTF-8.
    unsafe {
        copy(text, to);
        Ok(String::from_utf8_unchecked(Vec::from_raw_parts(
            to, len, room,
        )))
    }
}

/// Makes `to` a copy of a text, in its own memory if that is enough.
///
/// ```
/// use varvel_raw::{owned::copy_into, text::Text};
/// let mut line = String::from("what was there");
/// copy_into(Text::from("a text"), &mut line).unwrap();
/// assert_eq!(line, "a text");
/// ```
///
/// # Errors
/// `OutOfMemory` if memory is missing; then `to` is empty.
#[inline(always)]
pub fn copy_into(text: Text<'_>, to: &mut String) -> Result<(), OutOfMemory> {
    let len = text.len();
    to.clear();
    if to.capacity() < room(len) {
        return replace(text, to);
    }
    // SAFETY: the vector is empty and has room for `room(len)` bytes; since it is borrowed mutably,
    // it overlaps nothing of `text`. `copy` initialises its first `len` bytes, with those of
    // `text`, which are UTF-8.
    unsafe {
        let bytes = to.as_mut_vec();
        copy(text, bytes.as_mut_ptr());
        bytes.set_len(len);
    }
    Ok(())
}

/// Makes `to` a copy of a text, if wide copies do not fit its memory.
#[inline(never)]
fn replace(text: Text<'_>, to: &mut String) -> Result<(), OutOfMemory> {
    if to.capacity() < text.len() {
        *to = copied(text)?;
    } else {
        to.push_str(text.as_str());
    }
    Ok(())
}

/// Copies a text.
///
/// # Safety
/// `to` is writable for `room(text.len())` bytes, and overlaps nothing of the text's window.
#[inline(always)]
unsafe fn copy(text: Text<'_>, to: *mut u8) {
    let (window, len) = (text.window(), text.len());
    let from = window.as_ptr();
    if SHORT < len && len <= 2 * SHORT {
        // SAFETY: both have `len` bytes, and `SHORT <= len`: SHORT bytes from the first on, and
        // SHORT bytes up to the last, which together are all of them.
        unsafe {
            let first = from.cast::<[u8; SHORT]>().read();
            let last = from.add(len - SHORT).cast::<[u8; SHORT]>().read();
            to.cast::<[u8; SHORT]>().write(first);
            to.add(len - SHORT).cast::<[u8; SHORT]>().write(last);
        }
        return;
    }
    if len > SHORT || window.len() < room(len) {
        // SAFETY: both have `len` bytes.
        return unsafe { to.copy_from_nonoverlapping(from, len) };
    }
    if len == 0 {
        return;
    }
    // SAFETY: `0 < len <= SHORT`, so `room(len)` is one STEP or two, and both have as many bytes.
    unsafe {
        let first = from.cast::<[u8; STEP]>().read();
        to.cast::<[u8; STEP]>().write(first);
        if len > STEP {
            let second = from.add(STEP).cast::<[u8; STEP]>().read();
            to.add(STEP).cast::<[u8; STEP]>().write(second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_for_as_many_as_asked_for() {
        let mut items = with_room::<String>(3).unwrap();
        items.extend([String::from("a"), String::from("b")]);
        assert_eq!((items.len(), items.capacity()), (2, 3));
        assert_eq!(with_room::<String>(0).unwrap().capacity(), 0);
        assert_eq!(with_room::<()>(7).unwrap(), []);
        assert!(with_room::<u64>(usize::MAX / 2).is_err());
    }

    const ALL: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u{e4}\u{f6}";

    #[test]
    fn texts_of_all_lengths_are_copied_whatever_is_behind_them() {
        // All lengths take Miri minutes.
        let passed = |len: &usize| !cfg!(miri) || matches!(len % 16, 0 | 1 | 15);
        for len in (0..=60).filter(passed) {
            let step = if cfg!(miri) { 3 } else { 1 };
            for behind in [0, 1, 15, 16, 31, ALL.len()].into_iter().step_by(step) {
                let window = &ALL.as_bytes()[..(len + behind).min(ALL.len())];
                let text = Text::checked(window, len).unwrap();
                let copy = copied(text).unwrap();
                assert_eq!(copy, &ALL[..len]);
                assert!(copy.capacity() - len < STEP);
                for capacity in [0, 5, 16, 17, 32, 60, 100].into_iter().step_by(step) {
                    let mut to = String::with_capacity(capacity);
                    to.push_str(&"x".repeat(capacity));
                    copy_into(text, &mut to).unwrap();
                    assert_eq!(to, &ALL[..len]);
                    to.push_str(ALL);
                    assert_eq!(&to[len..], ALL);
                }
            }
        }
    }

    #[test]
    fn memory_is_used_again() {
        let mut to = String::with_capacity(80);
        let start = to.as_ptr();
        for len in [0, 3, 16, 17, 32, 33, 60] {
            copy_into(Text::from(&ALL[..len]), &mut to).unwrap();
            assert_eq!((to.as_str(), to.as_ptr()), (&ALL[..len], start));
        }
    }
}
