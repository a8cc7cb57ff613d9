//! Decodes the text of a JSON string with escapes while copying it.
//!
//! A vector is loaded and stored, and its stops are found at once. If one of them is an escape of
//! one byte, the rest of the vector is stored again further down. The mask of its stops is known
//! already, so the next escape waits for a shift and not for another load.

use crate::buffer::{Buffer, OutOfMemory};
use crate::prefetch;
use crate::simd::Isa;

/// The byte that an escape character stands for; zero for `u` and for any other character.
const ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table[b'/' as usize] = b'/';
    table[b'b' as usize] = 0x08;
    table[b'f' as usize] = 0x0C;
    table[b'n' as usize] = b'\n';
    table[b'r' as usize] = b'\r';
    table[b't' as usize] = b'\t';
    table
};

/// Appends the text of the string body at the start of `text`. Stops at its closing quote, or at
/// anything that is not decoded here: `\u`, an escape that JSON does not have, a control character,
/// the end. Returns how many bytes of `text` it took.
///
/// Costs linear time. The text is not checked to be UTF-8.
///
/// ```
/// use varvel_raw::{buffer::Buffer, simd::Compiled, unescape::unescape};
/// let mut out = Buffer::new();
/// let taken = unescape(Compiled::compiled(), &mut out, br#"a\n\"b", 1"#);
/// assert_eq!((taken, out.as_slice()), (Ok(6), &b"a\n\"b"[..]));
/// ```
#[inline(always)]
pub fn unescape<I: Isa>(isa: I, out: &mut Buffer, text: &[u8]) -> Result<usize, OutOfMemory> {
    let mut from = 0;
    while text.len() - from >= I::LANES {
        // SAFETY: LANES bytes are readable at `from`.
        let (taken, ended) = unsafe { vector(isa, out, text, from)? };
        from += taken;
        if ended {
            return Ok(from);
        }
        if from >= text.len() {
            return Ok(text.len());
        }
    }
    while let Some(&byte) = text.get(from) {
        let byte = match byte {
            b'\\' => match text.get(from + 1).map(|&kind| ESCAPES[usize::from(kind)]) {
                None | Some(0) => break,
                Some(byte) => {
                    from += 1;
                    byte
                }
            },
            b'"' | 0..0x20 => break,
            byte => byte,
        };
        out.put([byte])?;
        from += 1;
    }
    Ok(from)
}

/// Decodes the vector at `text[from..]`, and one byte more if its last byte is a backslash. Returns
/// how many bytes it took, and whether it met something that ends the text.
///
/// # Safety
/// `from + LANES <= text.len()`.
#[inline(always)]
unsafe fn vector<I: Isa>(
    isa: I,
    out: &mut Buffer,
    text: &[u8],
    from: usize,
) -> Result<(usize, bool), OutOfMemory> {
    let mut taken = 0;
    let mut ended = false;
    let write = |to: *mut u8| {
        let mut written = 0;
        // SAFETY: `from + LANES <= text.len()` (caller). `fill` below gives 3 * LANES writable
        // bytes: `written` grows by at most LANES in all, since each byte taken from the vector
        // makes at most one, so that LANES bytes behind it stay inside. LANES bytes at
        // `from + taken` are read only if the text is long enough; otherwise only the bytes of the
        // vector that are left.
        unsafe {
            let p = text.as_ptr().add(from);
            prefetch::line(p.wrapping_add(prefetch::DISTANCE));
            let mut stops = isa.copy_stops(p, to);
            loop {
                let left = I::LANES - taken;
                let n = stops.trailing_zeros() as usize;
                if n >= left {
                    written += left;
                    taken += left;
                    break;
                }
                written += n;
                taken += n;
                let escape = match text.get(from + taken + 1) {
                    Some(&kind) if *p.add(taken) == b'\\' => ESCAPES[usize::from(kind)],
                    _ => 0,
                };
                if escape == 0 {
                    ended = true;
                    break;
                }
                *to.add(written) = escape;
                written += 1;
                taken += 2;
                if taken >= I::LANES {
                    break;
                }
                stops = stops >> n >> 2;
                if from + taken + I::LANES <= text.len() {
                    isa.copy_stops(p.add(taken), to.add(written));
                } else {
                    let left = I::LANES - taken;
                    to.add(written).copy_from_nonoverlapping(p.add(taken), left);
                }
            }
        }
        written
    };
    // SAFETY: `write` only writes, within the first 3 * LANES bytes, and returns how many of them
    // it has written without a gap, at most LANES.
    unsafe { out.fill(3 * I::LANES, write)? };
    Ok((taken, ended))
}
