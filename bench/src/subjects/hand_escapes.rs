//! Strings with escapes, for the loop fused by hand.

use varvel_core::{Error, ErrorKind, Result};
use varvel_raw::buffer::{Buffer, OutOfMemory};
use varvel_raw::cursor::Cursor;
use varvel_raw::simd::Isa;
use varvel_raw::text::Text;
use varvel_raw::unescape::unescape;

/// The value of a hexadecimal digit; 16 and up for other bytes.
const HEX: [u8; 256] = {
    let mut table = [0xFF; 256];
    let mut digit = 0;
    while digit < 16 {
        table[b"0123456789abcdef"[digit] as usize] = digit as u8;
        table[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        digit += 1;
    }
    table
};

/// Decodes the string whose body begins at the cursor and stops `stop` bytes on. Returns where the
/// string ends, and its text.
#[inline(always)]
pub fn decode<'s, I: Isa>(
    mut cursor: Cursor<'_, I>,
    stop: usize,
    scratch: &'s mut Buffer,
) -> Result<(usize, Text<'s>)> {
    let start = cursor.position();
    scratch.truncate(0);
    let plain = &cursor.rest()[..stop];
    scratch.extend(plain).map_err(no_memory)?;
    cursor.bump(stop);
    loop {
        let taken = unescape(cursor.isa(), scratch, cursor.rest()).map_err(no_memory)?;
        cursor.bump(taken);
        match cursor.peek() {
            b'"' => break,
            b'\\' if cursor.peek_at(1) == b'u' => unicode(&mut cursor, scratch)?,
            _ => {
                return Err(expected(
                    cursor.position(),
                    "an escape or the end of the string",
                ));
            }
        }
    }
    let scratch: &'s Buffer = scratch;
    match Text::checked_with(cursor.isa(), scratch.as_slice(), scratch.len()) {
        Some(text) => Ok((cursor.position() + 1, text)),
        None => Err(expected(start, "UTF-8")),
    }
}

#[inline(always)]
fn unicode<I: Isa>(cursor: &mut Cursor<'_, I>, scratch: &mut Buffer) -> Result {
    let at = cursor.position();
    let mut code = hex4(cursor)?;
    if (0xD800..0xDC00).contains(&code) {
        let low = if cursor.peek() == b'\\' && cursor.peek_at(1) == b'u' {
            hex4(cursor)?
        } else {
            0
        };
        if !(0xDC00..0xE000).contains(&low) {
            return Err(expected(at, "both halves of a surrogate pair"));
        }
        code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    let Some(c) = char::from_u32(code) else {
        return Err(expected(at, "both halves of a surrogate pair"));
    };
    let mut bytes = [0; 4];
    let len = c.encode_utf8(&mut bytes).len();
    scratch.put_part(bytes, len).map_err(no_memory)
}

#[inline(always)]
fn hex4<I: Isa>(cursor: &mut Cursor<'_, I>) -> Result<u32> {
    let digit = |i| u32::from(HEX[usize::from(cursor.peek_at(i))]);
    let digits = [digit(2), digit(3), digit(4), digit(5)];
    if digits.iter().any(|&digit| digit > 15) {
        return Err(expected(cursor.position(), "four hexadecimal digits"));
    }
    cursor.bump(6);
    Ok(digits[0] << 12 | digits[1] << 8 | digits[2] << 4 | digits[3])
}

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

/// Returns the error for a byte at `at` that is not `what`.
#[cold]
#[inline(never)]
pub fn expected(at: usize, what: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, what).with_offset(at)
}
