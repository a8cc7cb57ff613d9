//! Strings with escapes: decoded into scratch memory.

use varvel_core::{Error, Result, Text};
use varvel_raw::buffer::{Buffer, OutOfMemory};
use varvel_raw::cursor::Cursor;
use varvel_raw::simd::{self, Isa, Task};
use varvel_raw::unescape::unescape;

use crate::error;

/// Decodes a string whose body begins at the cursor. Returns the cursor behind the closing quote,
/// and the text, which is in `scratch`.
///
/// The first stop of the body (a backslash, a control character or the end) is `stop` bytes behind
/// the cursor.
///
/// Time is linear in the string. `scratch` grows with the bytes that were read, never ahead of
/// them.
#[inline(always)]
pub fn escaped<'de, 's, I: Isa>(
    mut cursor: Cursor<'de, I>,
    stop: usize,
    scratch: &'s mut Buffer,
) -> Result<(Cursor<'de, I>, Text<'s>)> {
    let start = cursor.position();
    scratch.truncate(0);
    let plain = cursor.rest().get(..stop).unwrap_or(&[]);
    scratch.extend(plain).map_err(no_memory)?;
    cursor.bump(stop);
    loop {
        let taken = unescape(cursor.isa(), scratch, cursor.rest()).map_err(no_memory)?;
        cursor.bump(taken);
        match cursor.peek() {
            b'"' => break,
            b'\\' if cursor.peek_at(1) == b'u' => unicode_escape(&mut cursor, scratch)?,
            b'\\' => return Err(error::bad_escape(cursor.input(), cursor.position())),
            _ => return Err(error::broken_string(cursor.input(), cursor.position())),
        }
    }
    let end = cursor.position();
    cursor.bump(1);
    let scratch: &'s Buffer = scratch;
    match Text::checked_with(cursor.isa(), scratch.as_slice(), scratch.len()) {
        Some(text) => Ok((cursor, text)),
        None => Err(error::not_utf8(cursor.input(), start, end)),
    }
}

/// Decodes a string as [`escaped`] does, with the best instruction set of this processor. It is not
/// inlined.
#[cold]
#[inline(never)]
pub fn escaped_aside<'de, 's, I: Isa>(
    mut cursor: Cursor<'de, I>,
    stop: usize,
    scratch: &'s mut Buffer,
) -> Result<(Cursor<'de, I>, Text<'s>)> {
    struct Escaped<'de, 's> {
        input: &'de [u8],
        at: usize,
        stop: usize,
        scratch: &'s mut Buffer,
    }
    impl<'s> Task for Escaped<'_, 's> {
        type Output = Result<(usize, Text<'s>)>;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Self::Output {
            let mut cursor = Cursor::new(isa, self.input);
            cursor.seek(self.at);
            let (end, text) = escaped(cursor, self.stop, self.scratch)?;
            Ok((end.position(), text))
        }
    }
    let (end, text) = simd::dispatch(Escaped {
        input: cursor.input(),
        at: cursor.position(),
        stop,
        scratch,
    })?;
    cursor.seek(end);
    Ok((cursor, text))
}

/// Makes the error of bytes between `start` and the closing quote that are not UTF-8.
#[cold]
#[inline(never)]
pub fn not_utf8(input: &[u8], start: usize) -> Error {
    error::not_utf8(input, start, input.len())
}

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

/// The value of a hexadecimal digit; 16 or more for any other byte.
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

/// Decodes an escape `\u` with its four digits. The second half of a surrogate pair is decoded with
/// the first.
#[inline(always)]
fn unicode_escape<I: Isa>(cursor: &mut Cursor<'_, I>, scratch: &mut Buffer) -> Result {
    let at = cursor.position();
    let first = hex4(cursor)?;
    let code = match first {
        0xD800..0xDC00 => {
            if cursor.peek() != b'\\' || cursor.peek_at(1) != b'u' {
                return Err(error::lone_surrogate(cursor.input(), at));
            }
            let second = hex4(cursor)?;
            if !(0xDC00..0xE000).contains(&second) {
                return Err(error::lone_surrogate(cursor.input(), at));
            }
            0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        }
        code => code,
    };
    let Some(c) = char::from_u32(code) else {
        return Err(error::lone_surrogate(cursor.input(), at));
    };
    let mut bytes = [0; 4];
    let len = c.encode_utf8(&mut bytes).len();
    scratch.put_part(bytes, len).map_err(no_memory)
}

/// Reads `\uXXXX` at the cursor.
#[inline(always)]
fn hex4<I: Isa>(cursor: &mut Cursor<'_, I>) -> Result<u32> {
    let digit = |i| u32::from(HEX[usize::from(cursor.peek_at(i))]);
    let digits = [digit(2), digit(3), digit(4), digit(5)];
    if digits.iter().any(|&digit| digit > 15) {
        return Err(error::bad_escape(cursor.input(), cursor.position()));
    }
    cursor.bump(6);
    Ok(digits[0] << 12 | digits[1] << 8 | digits[2] << 4 | digits[3])
}
