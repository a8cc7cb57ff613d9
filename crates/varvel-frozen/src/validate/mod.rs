//! Validation: one linear pass over untrusted bytes, before anything reads them unchecked.
//!
//! # The walk
//! Nodes lie in the buffer in post-order: the content of a container lies right before it, in
//! order. So two positions determine what the slots of a container must refer to: where its content
//! begins, and where its own node begins. The first reference must lead to the beginning, and each
//! following one to the end of the node before. The last node must end where the container's node
//! begins. The end of a node follows from its header alone, so this is known before the container's
//! own slots are checked. This proves that every byte belongs to exactly one node. Ranges of
//! containers are nested or disjoint, so nothing can contain itself. The walk never goes back, not
//! even where it will refuse the buffer later, so hostile bytes cannot cause more work than their
//! number.
//!
//! # What validation proves, for unchecked reads
//! * The file header is whole; the checksum, if there is one, is that of the bytes before it; the
//!   tree ends where the header states, and at least 16 bytes of tables follow.
//! * The tables are whole: each text is UTF-8, and no two texts are equal; each shared string is
//!   one of the texts. There is a record for each shape, which is not empty. The keys of a shape
//!   are among the texts and differ, and its fingerprints or index find each of them and lead to no
//!   other.
//! * Every slot is a literal, an integer, a short string that fits, the number of a shared string,
//!   or a reference to a node of the tag's kind before its container.
//! * Every header, length prefix, element and text is whole; shapes exist and have as many keys as
//!   their objects have slots; strings are UTF-8; the text of a number is a number; nanoseconds are
//!   below 10^9.
//! * All references to shared strings together stand for at most 64 times the bytes of the buffer.
//! * The keys of an object that carries its own are strings; they and the keys of a map differ.
//!
//! Memory: 48 bytes for each open container, the first 32 of them in place. For the tables, up to
//! 12 bytes for each key, 4 for each byte of its text, and 4 for each shape and each shared string.
//! For objects that carry their keys 12 bytes a key, and for maps 8 (24 while this grows), while
//! they are checked.
//!
//! | room | holds |
//! |---|---|
//! | `tables` | the tables of shapes and keys |
//! | `walk` | the walk through the tree, container by container |
//! | `nodes` | the nodes that references lead to |
//! | `sample` | small objects like one that was found valid |
//! | `stencil` | objects whose whole content is laid out like that of an earlier one |
//! | `text` | UTF-8, text of numbers |

mod nodes;
mod sample;
mod stencil;
mod tables;
mod text;
mod walk;

use alloc::borrow::Cow;

use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_raw::simd::{self, Isa, Task};

use crate::checksum;
use crate::layout::checked;
use crate::layout::{
    self, FLAG_CHECKSUM, FLAGS_AT, HEADER_LEN, MAGIC, MAX_BUFFER, TABLES_HEADER_LEN, VERSION,
};
use crate::view::{self, View};
pub use text::is_big;
use walk::Walk;

/// Checks that `bytes` are a valid buffer within `limits`.
pub fn validate(bytes: &[u8], limits: &Limits) -> Result {
    simd::dispatch(Validate { bytes, limits }).map_err(Error::in_binary)
}

/// The error for an invalid buffer: `expected` is not at `at`.
#[cold]
#[inline(never)]
pub fn invalid(at: usize, expected: impl Into<Cow<'static, str>>) -> Error {
    Error::expected(ErrorKind::InvalidFrozen, expected)
        .with_offset(at)
        .with_hint("the bytes were damaged, cut off, or never a frozen buffer")
}

fn no_memory<E>(_: E) -> Error {
    Error::out_of_memory()
}

struct Validate<'a> {
    bytes: &'a [u8],
    limits: &'a Limits,
}

impl Task for Validate<'_> {
    type Output = Result;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result {
        let Self { bytes, limits } = self;
        let (body, tree_end) = header(bytes, limits)?;
        let tables = tables::validate(body, tree_end)?;
        let mut walk = Walk::new(isa, body, tables, limits);
        walk.tree(tree_end)?;
        if walk.has_maps() {
            // SAFETY: all is validated except for this last rule, on which reading does not rely.
            let view = unsafe { View::root_unchecked(bytes) };
            view::unique_map_keys(view, |map| invalid(map.place(), "a map whose keys differ"))?;
        }
        Ok(())
    }
}

/// Checks the file header and the checksum. Returns the bytes without the checksum, and the end of
/// the tree.
fn header<'a>(bytes: &'a [u8], limits: &Limits) -> Result<(&'a [u8], usize)> {
    let most = (limits.bytes as u64).min(MAX_BUFFER);
    if bytes.len() as u64 > most {
        return Err(Error::too_large(most as usize));
    }
    if bytes.get(..4) != Some(&MAGIC) {
        return Err(invalid(0, "the bytes \"VRVL\"").with_hint("this is no frozen buffer"));
    }
    match bytes.get(4) {
        Some(&VERSION) => {}
        Some(&version) => return Err(layout::unsupported(version, 4)),
        None => return Err(invalid(4, "a version")),
    }
    let flags = match bytes.get(FLAGS_AT..8) {
        Some(&[flags, 0, 0]) if flags & !FLAG_CHECKSUM == 0 => flags,
        _ => return Err(invalid(FLAGS_AT, "known flags, then two zero bytes")),
    };
    // A buffer without a whole header is refused as such, whatever its last bytes are.
    let total = checked::uint(bytes, layout::TOTAL_AT, 8);
    if total != Some(bytes.len() as u64) || bytes.len() < HEADER_LEN {
        return Err(invalid(layout::TOTAL_AT, "the length of the buffer"));
    }
    let bytes = match flags & FLAG_CHECKSUM {
        0 => bytes,
        _ => without_checksum(bytes)?,
    };
    let last = bytes.len().checked_sub(TABLES_HEADER_LEN);
    let tree_end = checked::count(bytes, layout::TREE_END_AT, 8);
    match (tree_end, last) {
        (Some(end), Some(last)) if (HEADER_LEN..=last).contains(&end) => Ok((bytes, end)),
        _ => Err(invalid(
            layout::TREE_END_AT,
            "the end of the tree inside the buffer",
        )),
    }
}

/// Checks the checksum at the end of the bytes. Returns the bytes before it.
fn without_checksum(bytes: &[u8]) -> Result<&[u8]> {
    // The file header is there, and it is longer than a checksum.
    let (body, last) = bytes.split_at(bytes.len() - checksum::LEN);
    if last != checksum::of(body).to_le_bytes() {
        let expected = "the checksum of all bytes before it";
        return Err(Error::expected(ErrorKind::ChecksumMismatch, expected)
            .with_offset(body.len())
            .with_hint("the bytes were damaged on their way; get them once more"));
    }
    Ok(body)
}
