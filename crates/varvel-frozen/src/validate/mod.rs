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
//! * The file header is whole; the tree ends where it says, and at least 16 bytes of tables follow.
//! * The tables are whole: the text of keys is UTF-8, key by key, and no two are the same; there is a
//!   record for each shape, not empty, whose keys are some of those and differ, and whose
//!   fingerprints or index find each of them and lead to no other.
//! * Every slot is a literal, an integer, a short string that fits, or a reference to a node of the
//!   tag's kind before its container.
//! * Every header, length prefix, element and text is whole; shapes exist and have as many keys as
//!   their objects have slots; strings are UTF-8; the text of numbers is a number's;
//!   nanoseconds are below 10^9.
//! * The keys of an object with its own are strings; they and the keys of a map differ.
//!
//! Memory: 48 bytes for each open container, the first 32 in place; for each key of the tables 34
//! bytes, and 4 for each byte of its text, for each shape 4; for objects that carry their keys, and maps, 16 bytes a key while they
//! are checked.
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

use crate::extent;
use crate::layout::{self, BUFFER_BOUND, HEADER_LEN, MAGIC, TABLES_HEADER_LEN, VERSION};
use crate::view::{self, View};
pub use nodes::too_deep;
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
        .at(at)
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
        let tree_end = header(bytes, limits)?;
        let members = tables::validate(bytes, tree_end)?;
        let mut walk = Walk::new(isa, bytes, members, limits);
        walk.tree(tree_end)?;
        if walk.has_maps() {
            // SAFETY: all is validated but for this last rule, which reading does not rely on.
            view::unique_map_keys(unsafe { View::root_unchecked(bytes) })?;
        }
        Ok(())
    }
}

/// Checks the file header; the end of the tree.
fn header(bytes: &[u8], limits: &Limits) -> Result<usize> {
    let most = (limits.bytes as u64).min(BUFFER_BOUND - 1);
    if bytes.len() as u64 > most {
        let expected = alloc::format!("at most {most} bytes");
        return Err(Error::expected(ErrorKind::SizeLimit, expected)
            .at(most as usize)
            .with_hint("raise the limit `bytes` if the input is trusted"));
    }
    if bytes.get(..4) != Some(&MAGIC) {
        return Err(invalid(0, "the bytes \"VRVL\"").with_hint("this is no frozen buffer"));
    }
    match bytes.get(4) {
        Some(&VERSION) => {}
        Some(version) => {
            return Err(Error::expected(ErrorKind::UnsupportedVersion, "version 0")
                .at(4)
                .with_found(alloc::format!("version {version}"))
                .with_hint("read it with a release that writes this version"));
        }
        None => return Err(invalid(4, "a version")),
    }
    if bytes.get(5..8) != Some(&[0; 3]) {
        return Err(invalid(5, "three zero bytes"));
    }
    let total = extent::uint(bytes, layout::TOTAL_AT, 8);
    if total != Some(bytes.len() as u64) {
        return Err(invalid(layout::TOTAL_AT, "the length of the buffer"));
    }
    let last = bytes.len().checked_sub(TABLES_HEADER_LEN);
    let tree_end = extent::count(bytes, layout::TREE_END_AT, 8);
    match (tree_end, last) {
        (Some(end), Some(last)) if (HEADER_LEN..=last).contains(&end) => Ok(end),
        _ => Err(invalid(
            layout::TREE_END_AT,
            "the end of the tree inside the buffer",
        )),
    }
}
