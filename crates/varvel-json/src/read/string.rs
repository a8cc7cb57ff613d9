//! Strings with escapes: decoded into scratch memory.

use alloc::vec::Vec;

use varvel_core::{Error, Result, Text};
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::simd::Isa;

use crate::error;

/// Decodes a string whose body begins at the cursor and has its first stop (a backslash, a
/// control character or the end) `stop` bytes on. Returns the cursor past the closing quote,
/// and the text, which is in `scratch`.
///
/// Linear in the string; `scratch` grows with what was read, never ahead of it.
#[cold]
#[inline(never)]
pub fn escaped<'de, 's, I: Isa>(
    mut cursor: Cursor<'de, I>,
    mut stop: usize,
    scratch: &'s mut Vec<u8>,
) -> Result<(Cursor<'de, I>, Text<'s>)> {
    scratch.clear();
    let start = cursor.at();
    loop {
        let plain = cursor.rest().get(..stop).unwrap_or(&[]);
        append(scratch, plain)?;
        cursor.bump(stop);
        if cursor.peek() != b'\\' {
            return Err(error::broken_string(cursor.input(), cursor.at()));
        }
        escape(&mut cursor, scratch)?;
        // What follows up to the next stop; the text is validated as a whole at the end.
        match cursor.string_body() {
            StringScan::Plain(text) => {
                append(scratch, text.as_bytes())?;
                break;
            }
            StringScan::Stop(next) => stop = next,
            StringScan::NotUtf8 => return Err(not_utf8(cursor.input(), start)),
        }
    }
    let end = cursor.at();
    let scratch: &'s [u8] = scratch;
    Text::checked(scratch, scratch.len())
        .map(|text| (cursor, text))
        .ok_or_else(|| error::not_utf8(cursor.input(), start, end))
}

/// Not UTF-8 somewhere between `start` and the closing quote.
#[cold]
pub fn not_utf8(input: &[u8], start: usize) -> Error {
    error::not_utf8(input, start, input.len())
}

fn append(scratch: &mut Vec<u8>, bytes: &[u8]) -> Result {
    if scratch.capacity() - scratch.len() < bytes.len() {
        scratch
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
    }
    scratch.extend_from_slice(bytes);
    Ok(())
}

/// Decodes the escape at the cursor.
fn escape<I: Isa>(cursor: &mut Cursor<'_, I>, scratch: &mut Vec<u8>) -> Result {
    let byte = match cursor.peek_at(1) {
        b'"' => b'"',
        b'\\' => b'\\',
        b'/' => b'/',
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'u' => return unicode_escape(cursor, scratch),
        _ => return Err(error::bad_escape(cursor.input(), cursor.at())),
    };
    cursor.bump(2);
    append(scratch, &[byte])
}

/// Decodes `\uXXXX`, and the second half of a surrogate pair with it.
fn unicode_escape<I: Isa>(cursor: &mut Cursor<'_, I>, scratch: &mut Vec<u8>) -> Result {
    let at = cursor.at();
    let first = hex4(cursor)?;
    let code = match first {
        0xD800..0xDC00 => {
            if cursor.peek() != b'\\' || cursor.peek_at(1) != b'u' {
                return Err(error::lone_surrogate(at));
            }
            let second = hex4(cursor)?;
            if !(0xDC00..0xE000).contains(&second) {
                return Err(error::lone_surrogate(at));
            }
            0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        }
        code => code,
    };
    let c = char::from_u32(code).ok_or_else(|| error::lone_surrogate(at))?;
    append(scratch, c.encode_utf8(&mut [0; 4]).as_bytes())
}

/// Reads `\uXXXX` at the cursor.
fn hex4<I: Isa>(cursor: &mut Cursor<'_, I>) -> Result<u32> {
    let mut code = 0;
    for i in 2..6 {
        let Some(digit) = char::from(cursor.peek_at(i)).to_digit(16) else {
            return Err(error::bad_escape(cursor.input(), cursor.at()));
        };
        code = code << 4 | digit;
    }
    cursor.bump(6);
    Ok(code)
}
