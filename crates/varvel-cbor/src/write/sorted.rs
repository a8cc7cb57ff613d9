//! Sorts the maps of a complete document by their keys' bytes (RFC 8949, section 4.2.1).
//!
//! One walk over the heads finds the maps whose members are not in order, and sorts lists of the
//! members' places. One copy then puts the bytes in order. A map inside of a key is sorted at once,
//! because its bytes decide the place of the key. So bytes inside of keys are copied once for each
//! key around them.

use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::path::Step;
use varvel_core::{Error, Result};

use crate::codes;
use crate::read::{head, key_step, path_at};

/// A member: the beginning and the end of its key, and the end of its value.
#[derive(Clone, Copy, Debug)]
struct Member {
    key: usize,
    value: usize,
    end: usize,
}

/// A map whose members are not in order.
#[derive(Debug)]
struct Unsorted {
    /// The range from its first key to its end.
    bytes: Range<usize>,
    /// The range of `Sorting::members` that holds its members in their final order.
    members: Range<usize>,
}

/// An open container or tag.
struct Frame {
    /// How many items have not ended.
    left: u64,
    map: bool,
    /// How many members of outer maps are pending.
    pending: usize,
    /// How many unsorted maps were known when the last key began.
    unsorted: usize,
    first: usize,
}

#[derive(Default)]
struct Sorting {
    /// The offset at which the document begins.
    start: usize,
    open: Vec<Frame>,
    /// The members of the open maps.
    pending: Vec<Member>,
    members: Vec<Member>,
    unsorted: Vec<Unsorted>,
}

/// Sorts all maps of the document that begins at `start` of `out`. Returns the document.
///
/// # Errors
/// `DuplicateKey`, `OutOfMemory`.
pub fn sorted(mut out: Vec<u8>, start: usize) -> Result<Vec<u8>> {
    let mut sorting = Sorting {
        start,
        ..Sorting::default()
    };
    sorting.walk(&mut out, start)?;
    if sorting.unsorted.is_empty() {
        return Ok(out);
    }
    let range = start..out.len();
    let document = sorting.arranged(&out, range, 0)?;
    out.truncate(start);
    out.extend_from_slice(&document);
    Ok(out)
}

impl Sorting {
    fn walk(&mut self, out: &mut [u8], mut at: usize) -> Result {
        loop {
            // These are the writer's own bytes, so there is a head.
            let Some((major, argument, rest)) = out.get(at..).and_then(head) else {
                return Ok(());
            };
            at = out.len() - rest.len();
            let inside = match major {
                codes::BYTES | codes::TEXT => {
                    at += argument as usize;
                    0
                }
                codes::ARRAY => argument,
                codes::MAP => 2 * argument,
                codes::TAG => 1,
                _ => 0,
            };
            if inside > 0 {
                let frame = Frame {
                    left: inside,
                    map: major == codes::MAP,
                    pending: self.pending.len(),
                    unsorted: self.unsorted.len(),
                    first: at,
                };
                push(&mut self.open, frame)?;
                if major == codes::MAP {
                    self.begin_member(at)?;
                }
                continue;
            }
            // The item has ended, and the containers around it may end, too.
            loop {
                let Some(frame) = self.open.last_mut() else {
                    return Ok(());
                };
                frame.left -= 1;
                let left = frame.left;
                if frame.map && left % 2 == 1 {
                    self.end_key(out, at)?;
                } else if frame.map {
                    frame.unsorted = self.unsorted.len();
                    if let Some(member) = self.pending.last_mut() {
                        member.end = at;
                    }
                    if left > 0 {
                        self.begin_member(at)?;
                    }
                }
                if left > 0 {
                    break;
                }
                if let Some(frame) = self.open.pop().filter(|frame| frame.map) {
                    self.end_map(out, &frame, at)?;
                }
            }
        }
    }

    fn begin_member(&mut self, at: usize) -> Result {
        let member = Member {
            key: at,
            value: at,
            end: at,
        };
        push(&mut self.pending, member)
    }

    /// Ends a key: the maps in it are sorted at once.
    fn end_key(&mut self, out: &mut [u8], at: usize) -> Result {
        let (Some(frame), Some(member)) = (self.open.last(), self.pending.last_mut()) else {
            return Ok(());
        };
        member.value = at;
        let (from, range) = (frame.unsorted, member.key..at);
        if self.unsorted.len() > from {
            let key = self.arranged(out, range.clone(), from)?;
            out[range].copy_from_slice(&key);
            if let Some(first) = self
                .unsorted
                .get(from..)
                .and_then(|inner| inner.iter().map(|map| map.members.start).min())
            {
                self.members.truncate(first);
            }
            self.unsorted.truncate(from);
        }
        Ok(())
    }

    /// Ends a map. If its members are not in order, their final order is recorded.
    fn end_map(&mut self, out: &[u8], frame: &Frame, end: usize) -> Result {
        let members = &mut self.pending[frame.pending..];
        let key = |member: &Member| &out[member.key..member.value];
        if !members.is_sorted_by(|a, b| key(a) < key(b)) {
            members.sort_unstable_by(|a, b| key(a).cmp(key(b)));
            let equal = |pair: &&[Member]| key(&pair[0]) == key(&pair[1]);
            if let Some(twice) = members.windows(2).find(equal) {
                return Err(came_twice(out, self.start, twice[1].key));
            }
            let from = self.members.len();
            self.members
                .try_reserve(members.len())
                .map_err(|_| Error::out_of_memory())?;
            self.members.extend_from_slice(members);
            let unsorted = Unsorted {
                bytes: frame.first..end,
                members: from..self.members.len(),
            };
            push(&mut self.unsorted, unsorted)?;
        }
        self.pending.truncate(frame.pending);
        Ok(())
    }

    /// Returns the bytes of a range with the maps in it sorted: those in `unsorted` from `from` on.
    fn arranged(&mut self, out: &[u8], range: Range<usize>, from: usize) -> Result<Vec<u8>> {
        let maps = &mut self.unsorted[from..];
        maps.sort_unstable_by_key(|map| map.bytes.start);
        let mut arranged = Vec::new();
        arranged
            .try_reserve_exact(range.len())
            .map_err(|_| Error::out_of_memory())?;
        // The ranges that still have to be copied, the next one last.
        let mut todo = Vec::new();
        push(&mut todo, range)?;
        while let Some(range) = todo.pop() {
            // A head stands before its content, so a map that begins exactly here is the one that
            // is being copied.
            let next = maps.partition_point(|map| map.bytes.start <= range.start);
            let Some(map) = maps.get(next).filter(|map| map.bytes.start < range.end) else {
                arranged.extend_from_slice(&out[range]);
                continue;
            };
            arranged.extend_from_slice(&out[range.start..map.bytes.start]);
            todo.try_reserve(1 + map.members.len())
                .map_err(|_| Error::out_of_memory())?;
            todo.push(map.bytes.end..range.end);
            let members = self.members[map.members.clone()].iter().rev();
            todo.extend(members.map(|member| member.key..member.end));
        }
        Ok(arranged)
    }
}

fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(item);
    Ok(())
}

/// Makes the error of the key at `at`, which its map has a second time.
#[cold]
fn came_twice(out: &[u8], start: usize, at: usize) -> Error {
    let document = out.get(start..).unwrap_or_default();
    let key = document.get(at - start..).and_then(key_step);
    let error = match &key {
        Some((Step::Key(text), _)) => Error::duplicate_key(text),
        _ => Error::duplicate_key(""),
    };
    error.or_path(|| path_at(document, at - start))
}
