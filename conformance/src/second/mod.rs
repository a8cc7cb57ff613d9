//! A second reader of frozen buffers. It was written from `spec/frozen.md` alone, shares no code
//! with `varvel-frozen`, and is made to be compared with the page: it reads everything into a
//! [`Value`], rule by rule, however long that takes.
//!
//! | room | holds |
//! |---|---|
//! | here | the header |
//! | [`bytes`] | numbers, lengths and texts |
//! | [`tables`] | texts, shapes and shared strings |
//! | [`index`] | the hash of keys, and their index |
//! | [`tree`], [`packed`] | slots and nodes |
//! | [`value`] | values, and which are equal |
//! | [`checksum`] | XXH3 |
//!
//! It recurses, so it is for documents that are some hundred containers deep at most.

pub mod bytes;
pub mod checksum;
pub mod index;
pub mod packed;
pub mod tables;
pub mod tree;
pub mod value;

pub use value::{Tag, Value};

use bytes::Bytes;
use tree::{Slot, Tree};

/// The rule that a buffer breaks.
pub type Fault = &'static str;

/// A part that was read, or the rule that it breaks.
pub type Read<T> = Result<T, Fault>;

/// The bytes of the header.
pub const HEADER: usize = 32;

/// Reads a buffer.
///
/// # Errors
/// If it breaks a rule of the format.
pub fn read(buffer: &[u8]) -> Read<Value<'_>> {
    let all = Bytes::new(buffer);
    if all.range(0, 4)? != b"VRVL" {
        return Err("a buffer begins with VRVL");
    }
    if all.byte(4)? != 1 {
        return Err("the version is 1");
    }
    let flags = all.byte(5)?;
    if flags > 1 || all.number(6, 2)? != 0 {
        return Err("flags and zeros of the header that mean nothing are zero");
    }
    let length = all.number(8, 8)?;
    if length != buffer.len() as u64 || length >= 1 << 48 {
        return Err("the length is that of the buffer, and below 2^48");
    }
    let bytes = match flags {
        0 => all,
        _ => checked(all)?,
    };
    let end = usize::try_from(all.number(16, 8)?).unwrap_or(usize::MAX);
    if end < HEADER || bytes.end() < 16 || end > bytes.end() - 16 {
        return Err("the tree ends after the header, and 16 bytes before the end");
    }
    let mut tree = Tree {
        bytes,
        tables: tables::read(bytes, end)?,
        expanded: 0,
    };
    let root = Slot {
        at: 24,
        width: 8,
        base: end,
    };
    match tree.slot(root, HEADER)? {
        (value, place) if place == end => Ok(value),
        _ => Err("every byte of the tree belongs to a node"),
    }
}

/// Returns a buffer without its checksum, which must be right.
fn checked(all: Bytes<'_>) -> Read<Bytes<'_>> {
    let end = all.end().checked_sub(8).ok_or("a checksum has 8 bytes")?;
    let bytes = all.until(end);
    match checksum::of(bytes.range(0, end as u64)?) == all.number(end, 8)? {
        true => Ok(bytes),
        false => Err("the checksum is that of the bytes"),
    }
}
