//! Validation: one linear pass over bytes from elsewhere, before anything reads them unchecked.
//!
//! # The walk
//! Nodes lie in the buffer in post-order: what a container holds lies right before it, in order.
//! So where the nodes of a container begin, and where its own node does, says what its slots must
//! refer to: the first to the beginning, each following one to the end of the one before, and the
//! last must end where the container's node begins. The end of a node follows from its header
//! alone, so this is known of a container before its own slots are gone through. Every byte is
//! proved to belong to exactly one node; ranges of containers are nested or apart, so hostile bytes
//! buy no more work than there are bytes, and nothing can contain itself.
//!
//! # What is proved, and read unchecked afterwards
//! * The file header is whole; the checksum, if there is one, is that of the bytes before it; the
//!   tree ends where it says, and at least 16 bytes of tables follow.
//! * The tables are whole: the texts are UTF-8, each of them, and no two are the same; each shared
//!   string is one of them; there is a record for each shape, not empty, whose keys are some of
//!   those and differ, and whose fingerprints or index find each of them and lead to no other.
//! * Every slot is a literal, an integer, a short string that fits, the number of a shared string,
//!   or a reference to a node of the tag's kind before its container.
//! * Every header, length prefix, element and text is whole; shapes exist and have as many keys as
//!   their objects have slots; strings are UTF-8; the text of numbers is a number's;
//!   nanoseconds are below 10^9.
//! * All references to shared strings together stand for at most 64 times the bytes of the buffer.
//! * The keys of an object with its own are strings; they and the keys of a map differ.
//!
//! Memory: 48 bytes for each open container, the first 32 in place; for each key of the tables 34
//! bytes, and 4 for each byte of its text, for each shape and shared string 4; for objects that
//! carry their keys, and maps, 16 bytes a key while they are checked.
//!
//! | room | holds |
//! |---|---|
//! | `tables` | the tables of shapes and keys |
//! | `walk` | the walk through the tree, container by container |
//! | `nodes` | what single references lead to |
//! | `sample` | objects like one that was seen valid |
//! | `text` | UTF-8, text of numbers |

mod nodes;
mod sample;
mod tables;
mod text;
mod walk;

use alloc::borrow::Cow;

use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_raw::simd::{self, Isa, Task};

use crate::checksum;
use crate::layout::checked;
use crate::layout::{
    self, FLAGS_AT, HEADER_LEN, MAGIC, MAX_BUFFER, TABLES_HEADER_LEN, VERSION, flag,
};
use crate::view::{self, View};
pub use text::is_big;
use walk::Walk;

/// Whether `bytes` are a valid buffer within `limits`.
pub fn validate(bytes: &[u8], limits: &Limits) -> Result {
    simd::dispatch(Validate { bytes, limits })
}

/// Bytes that are no valid buffer: `expected` is not at `at`.
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
            // SAFETY: all is validated but for this last rule, which reading does not rely on.
            let view = unsafe { View::root_unchecked(bytes) };
            view::unique_map_keys(view, |map| invalid(map.place(), "a map whose keys differ"))?;
        }
        Ok(())
    }
}

/// Checks the file header and the checksum: the bytes without that, and the end of the tree.
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
        Some(version) => {
            return Err(Error::expected(ErrorKind::UnsupportedVersion, "version 0")
                .with_offset(4)
                .with_found(alloc::format!("version {version}"))
                .with_hint("read it with a release that writes this version"));
        }
        None => return Err(invalid(4, "a version")),
    }
    let flags = match bytes.get(FLAGS_AT..8) {
        Some(&[flags, 0, 0]) if flags & !flag::CHECKSUM == 0 => flags,
        _ => return Err(invalid(FLAGS_AT, "known flags, then two zero bytes")),
    };
    let total = checked::uint(bytes, layout::TOTAL_AT, 8);
    if total != Some(bytes.len() as u64) {
        return Err(invalid(layout::TOTAL_AT, "the length of the buffer"));
    }
    let bytes = match flags & flag::CHECKSUM {
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

/// Checks the checksum that the bytes end in: what is before it.
fn without_checksum(bytes: &[u8]) -> Result<&[u8]> {
    // The header is there, which is longer.
    let (body, last) = bytes.split_at(bytes.len() - checksum::LEN);
    if last != checksum::of(body).to_le_bytes() {
        let expected = "the checksum of all bytes before it";
        return Err(Error::expected(ErrorKind::ChecksumMismatch, expected)
            .with_offset(body.len())
            .with_hint("the bytes were damaged on their way; get them once more"));
    }
    Ok(body)
}
