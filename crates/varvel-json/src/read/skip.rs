//! Skips a node: it checks the grammar as strictly as reading does, without a sink and without any
//! preparation. Codecs of structs skip many small nodes, for which driving costs more to begin than
//! to run.

use alloc::vec::Vec;

use varvel_core::number::number_len;
use varvel_core::{Error, Result};
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::number::{NumError, NumErrorKind};
use varvel_raw::simd::Isa;

use super::{Reader, string};
use crate::error;
use crate::options::ReadOptions;

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

/// A node to be skipped, with the parts of a reader that this needs.
struct Skip<'r> {
    /// How many containers it is in.
    depth: usize,
    nodes: &'r mut usize,
    options: &'r ReadOptions,
    scratch: &'r mut Buffer,
}

/// Skips the node at the reader's cursor, which is inside of `depth` containers.
#[inline(never)]
pub fn node<I: Isa>(reader: &mut Reader<'_, I>, depth: usize) -> Result {
    let mut cursor = reader.cursor;
    let at = cursor.position();
    cursor.skip_spaces();
    let mut skip = Skip {
        depth,
        nodes: &mut reader.nodes,
        options: &reader.options,
        scratch: &mut reader.scratch,
    };
    if !matches!(cursor.peek(), b'{' | b'[') {
        skip.count(at)?;
        scalar(&mut skip, &mut cursor)?;
        reader.cursor = cursor;
        return Ok(());
    }
    skip.node(&mut cursor)?;
    reader.cursor = cursor;
    Ok(())
}

impl Skip<'_> {
    /// Counts another node, which is at `at`.
    #[inline(always)]
    fn count(&mut self, at: usize) -> Result {
        *self.nodes += 1;
        let most = self.options.limits.nodes;
        match *self.nodes <= most {
            true => Ok(()),
            false => Err(Error::too_many_nodes(most).with_offset(at)),
        }
    }

    #[inline(always)]
    fn node<I: Isa>(&mut self, cursor: &mut Cursor<'_, I>) -> Result {
        let limits = &self.options.limits;
        let mut open = Open::default();
        loop {
            self.count(cursor.position())?;
            cursor.skip_spaces();
            let bracket = cursor.peek();
            if bracket == b'{' || bracket == b'[' {
                if self.depth + open.depth >= limits.depth {
                    return Err(Error::too_deep(limits.depth).with_offset(cursor.position()));
                }
                open.enter(bracket == b'{')?;
                cursor.bump(1);
                cursor.skip_spaces();
                if cursor.peek() != bracket + 2 {
                    if bracket == b'{' {
                        key(self, cursor)?;
                    }
                    continue;
                }
                cursor.bump(1);
                open.leave();
            } else {
                scalar(self, cursor)?;
            }
            if !close(self, cursor, &mut open)? {
                return Ok(());
            }
        }
    }
}

/// Moves on behind a value: leaves the containers that end. Returns whether another value follows.
#[inline(always)]
fn close<'de, I: Isa>(
    skip: &mut Skip<'_>,
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
                    key(skip, cursor)?;
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
fn key<'de, I: Isa>(skip: &mut Skip<'_>, cursor: &mut Cursor<'de, I>) -> Result {
    if cursor.peek() != b'"' {
        return Err(unexpected(*cursor, error::EXPECTED_KEY));
    }
    body(skip, cursor)?;
    cursor.skip_spaces();
    if cursor.peek() != b':' {
        return Err(unexpected(*cursor, "`:` after the key"));
    }
    cursor.bump(1);
    Ok(())
}

/// Skips a string, from its opening quote.
#[inline(always)]
fn body<'de, I: Isa>(skip: &mut Skip<'_>, cursor: &mut Cursor<'de, I>) -> Result {
    cursor.bump(1);
    match cursor.string_body() {
        StringScan::Plain(_) => Ok(()),
        StringScan::Stop(stop) => {
            *cursor = string::escaped_aside(*cursor, stop, skip.scratch)?.0;
            Ok(())
        }
        StringScan::NotUtf8 => Err(string::not_utf8(cursor.input(), cursor.position())),
    }
}

#[inline(always)]
fn scalar<'de, I: Isa>(skip: &mut Skip<'_>, cursor: &mut Cursor<'de, I>) -> Result {
    match cursor.peek() {
        b'"' => body(skip, cursor),
        b'-' | b'0'..=b'9' => match cursor.number() {
            Ok(_) => Ok(()),
            Err(error) => rare_number(skip, cursor, error),
        },
        b'n' if cursor.eat(*b"null") => Ok(()),
        b't' if cursor.eat(*b"true") => Ok(()),
        b'f' if cursor.peek_at(4) == b'e' && cursor.eat(*b"fals") => {
            cursor.bump(1);
            Ok(())
        }
        _ if non_finite(skip, cursor) => Ok(()),
        _ => Err(unexpected(*cursor, "a value")),
    }
}

/// Skips NaN or an infinity, if the options allow it. Returns whether it did.
#[cold]
#[inline(never)]
fn non_finite<I: Isa>(skip: &Skip<'_>, cursor: &mut Cursor<'_, I>) -> bool {
    let word = match skip.options.non_finite {
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
fn rare_number<I: Isa>(skip: &Skip<'_>, cursor: &mut Cursor<'_, I>, error: NumError) -> Result {
    if error.kind == NumErrorKind::Overflow && skip.options.exact_decimals {
        cursor.bump(number_len(cursor.rest()).unwrap_or(0));
        return Ok(());
    }
    match non_finite(skip, cursor) {
        true => Ok(()),
        false => Err(error::number(cursor.input(), cursor.position(), error)),
    }
}

#[cold]
#[inline(never)]
fn unexpected<I: Isa>(cursor: Cursor<'_, I>, expected: &'static str) -> Error {
    error::unexpected(cursor.input(), cursor.position(), expected)
}
