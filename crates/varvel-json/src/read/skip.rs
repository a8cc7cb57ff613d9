//! Skips a node: it checks the grammar as strictly as reading does, without a sink and without any
//! preparation. Codecs of structs skip many small nodes, for which driving costs more to begin than
//! to run.

use alloc::vec::Vec;

use varvel_core::number::number_len;
use varvel_core::{Error, Result};
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::number::{NumError, NumErrorKind};
use varvel_raw::simd::Isa;

use super::{Reader, string};
use crate::error;

/// The kinds of the containers that were entered here: 64 in a register, the rest in memory.
#[derive(Default)]
struct Open {
    /// The kinds of the innermost containers, the last one in bit 0. A set bit is an object.
    objects: u64,
    depth: usize,
    outer: Vec<u64>,
}

impl Open {
    #[inline(always)]
    fn enter(&mut self, object: bool) -> Result {
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.outer
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.outer.push(self.objects);
        }
        self.objects = self.objects << 1 | u64::from(object);
        self.depth += 1;
        Ok(())
    }

    #[inline(always)]
    fn leave(&mut self) {
        self.depth -= 1;
        self.objects >>= 1;
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.objects = self.outer.pop().unwrap_or(0);
        }
    }
}

/// Skips the node at the reader's cursor, which is inside of `depth` containers.
#[inline(never)]
pub fn node<I: Isa>(reader: &mut Reader<'_, I>, depth: usize) -> Result {
    let limits = reader.options.limits;
    let mut cursor = reader.cursor;
    let mut open = Open::default();
    loop {
        reader.nodes += 1;
        if reader.nodes > limits.nodes {
            return Err(Error::too_many_nodes(limits.nodes).with_offset(cursor.position()));
        }
        cursor.skip_spaces();
        let bracket = cursor.peek();
        if bracket == b'{' || bracket == b'[' {
            if depth + open.depth >= limits.depth {
                return Err(Error::too_deep(limits.depth).with_offset(cursor.position()));
            }
            open.enter(bracket == b'{')?;
            cursor.bump(1);
            cursor.skip_spaces();
            // The codes of `{` and `}`, and of `[` and `]`, differ by two.
            if cursor.peek() != bracket + 2 {
                if bracket == b'{' {
                    key(reader, &mut cursor)?;
                }
                continue;
            }
            cursor.bump(1);
            open.leave();
        } else {
            scalar(reader, &mut cursor)?;
        }
        if !close(reader, &mut cursor, &mut open)? {
            reader.cursor = cursor;
            return Ok(());
        }
    }
}

/// Moves on behind a value: leaves the containers that end. Returns whether another value follows.
#[inline(always)]
fn close<'de, I: Isa>(
    reader: &mut Reader<'de, I>,
    cursor: &mut Cursor<'de, I>,
    open: &mut Open,
) -> Result<bool> {
    loop {
        if open.depth == 0 {
            return Ok(false);
        }
        cursor.skip_spaces();
        let object = open.objects & 1 == 1;
        match cursor.peek() {
            b',' => {
                cursor.bump(1);
                cursor.skip_spaces();
                if object {
                    key(reader, cursor)?;
                }
                return Ok(true);
            }
            b'}' if object => {}
            b']' if !object => {}
            _ => {
                return Err(unexpected(
                    *cursor,
                    ["`,` or `]`", "`,` or `}`"][usize::from(object)],
                ));
            }
        }
        cursor.bump(1);
        open.leave();
    }
}

/// Skips a key and its colon.
#[inline(always)]
fn key<'de, I: Isa>(reader: &mut Reader<'de, I>, cursor: &mut Cursor<'de, I>) -> Result {
    if cursor.peek() != b'"' {
        return Err(unexpected(*cursor, error::EXPECTED_KEY));
    }
    body(reader, cursor)?;
    cursor.skip_spaces();
    if cursor.peek() != b':' {
        return Err(unexpected(*cursor, "`:` after the key"));
    }
    cursor.bump(1);
    Ok(())
}

/// Skips a string, from its opening quote.
#[inline(always)]
fn body<'de, I: Isa>(reader: &mut Reader<'de, I>, cursor: &mut Cursor<'de, I>) -> Result {
    cursor.bump(1);
    match cursor.string_body() {
        StringScan::Plain(_) => Ok(()),
        StringScan::Stop(stop) => {
            *cursor = string::escaped_aside(*cursor, stop, &mut reader.scratch)?.0;
            Ok(())
        }
        StringScan::NotUtf8 => Err(string::not_utf8(cursor.input(), cursor.position())),
    }
}

#[inline(always)]
fn scalar<'de, I: Isa>(reader: &mut Reader<'de, I>, cursor: &mut Cursor<'de, I>) -> Result {
    match cursor.peek() {
        b'"' => body(reader, cursor),
        b'-' | b'0'..=b'9' => match cursor.number() {
            Ok(_) => Ok(()),
            Err(error) => rare_number(reader, cursor, error),
        },
        b'n' if cursor.eat(*b"null") => Ok(()),
        b't' if cursor.eat(*b"true") => Ok(()),
        b'f' if cursor.peek_at(4) == b'e' && cursor.eat(*b"fals") => {
            cursor.bump(1);
            Ok(())
        }
        _ if non_finite(reader, cursor) => Ok(()),
        _ => Err(unexpected(*cursor, "a value")),
    }
}

/// Skips NaN or an infinity, if the options allow it. Returns whether it did.
#[cold]
#[inline(never)]
fn non_finite<I: Isa>(reader: &Reader<'_, I>, cursor: &mut Cursor<'_, I>) -> bool {
    let word = match reader.options.non_finite {
        true => super::non_finite(cursor.input(), cursor.position()),
        false => None,
    };
    let Some((_, len)) = word else {
        return false;
    };
    cursor.bump(len);
    true
}

/// Skips a number that is not a finite float: a decimal beyond them if its text is kept, or
/// [`non_finite`]. Any other text is an error.
#[cold]
#[inline(never)]
fn rare_number<I: Isa>(
    reader: &Reader<'_, I>,
    cursor: &mut Cursor<'_, I>,
    error: NumError,
) -> Result {
    if error.kind == NumErrorKind::Overflow && reader.options.exact_decimals {
        cursor.bump(number_len(cursor.rest()).unwrap_or(0));
        return Ok(());
    }
    match non_finite(reader, cursor) {
        true => Ok(()),
        false => Err(error::number(cursor.input(), cursor.position(), error)),
    }
}

#[cold]
#[inline(never)]
fn unexpected<I: Isa>(cursor: Cursor<'_, I>, expected: &'static str) -> Error {
    error::unexpected(cursor.input(), cursor.position(), expected)
}
