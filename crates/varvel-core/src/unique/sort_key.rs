//! [`SortKey`]: bytes that are equal if and only if nodes are equal.
//!
//! The canonical form sorts the members of maps by these bytes, so `spec/frozen.md` defines them.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::number::float_bits;
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// Returns an unsigned number that sorts as the signed `value` does.
fn sign_flipped(value: i64) -> u64 {
    value as u64 ^ 1 << 63
}

/// A sink that writes the sort key of a node.
#[derive(Debug, Default)]
pub struct SortKey {
    out: Vec<u8>,
    open: Vec<Open>,
}

/// An open map, with the offsets of its members. Nothing is kept of an open array.
#[derive(Debug)]
struct Open {
    members: Vec<usize>,
}

fn no_memory(_: alloc::collections::TryReserveError) -> Error {
    Error::out_of_memory()
}

impl SortKey {
    /// Returns the bytes that were written so far. The members of an open map are not sorted yet.
    pub fn bytes(&self) -> &[u8] {
        &self.out
    }

    /// Removes all bytes.
    pub fn clear(&mut self) {
        self.out.clear();
        self.open.clear();
    }

    /// Returns the sort key of the node that came.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    fn put(&mut self, bytes: &[u8]) -> Result {
        self.out.try_reserve(bytes.len()).map_err(no_memory)?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn node(&mut self, kind: u8, bytes: &[u8]) -> Result {
        self.put(&[kind])?;
        self.put(bytes)
    }

    /// Writes a node with its length before it.
    fn text(&mut self, kind: u8, bytes: &[u8]) -> Result {
        self.node(kind, &(bytes.len() as u64).to_be_bytes())?;
        self.put(bytes)
    }

    fn member(&mut self) -> Result {
        let at = self.out.len();
        if let Some(open) = self.open.last_mut() {
            open.members.try_reserve(1).map_err(no_memory)?;
            open.members.push(at);
        }
        Ok(())
    }
}

impl<'de> Sink<'de> for SortKey {
    fn null(&mut self) -> Result {
        self.node(1, &[])
    }
    fn bool(&mut self, value: bool) -> Result {
        self.node(2, &[value.into()])
    }
    fn i64(&mut self, value: i64) -> Result {
        self.node(3, &sign_flipped(value).to_be_bytes())
    }
    fn u64(&mut self, value: u64) -> Result {
        self.node(4, &value.to_be_bytes())
    }
    fn f64(&mut self, value: f64) -> Result {
        let bits = float_bits(value);
        // Negative floats sort downwards as their bits rise, so all bits are flipped.
        let rising = match bits >> 63 {
            0 => bits | 1 << 63,
            _ => !bits,
        };
        self.node(5, &rising.to_be_bytes())
    }
    fn f32(&mut self, value: f32) -> Result {
        self.f64(value.into())
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.text(6, digits.as_bytes())
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.text(7, text.as_bytes())
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.text(8, value.as_bytes())
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.text(9, &value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.node(10, &sign_flipped(value.seconds()).to_be_bytes())?;
        self.put(&value.nanos().to_be_bytes())
    }
    fn tag(&mut self, tag: Tag) -> Result {
        match tag {
            Tag::Number(number) => self.node(11, &number.to_be_bytes()),
            Tag::Extension(kind) => self.node(12, &[kind as u8 ^ 0x80]),
            Tag::Simple(number) => self.node(15, &[number]),
        }
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.node(13, &[])
    }
    fn end_array(&mut self) -> Result {
        self.node(0, &[])
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open.try_reserve(1).map_err(no_memory)?;
        self.open.push(Open {
            members: Vec::new(),
        });
        self.node(14, &[])
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.member()?;
        self.str(key)
    }
    fn any_key(&mut self) -> Result {
        self.member()
    }
    fn end_map(&mut self) -> Result {
        if let Some(Open { members }) = self.open.pop()
            && let Some(&first) = members.first()
        {
            let ends = members[1..].iter().copied().chain([self.out.len()]);
            let mut parts: Vec<&[u8]> = Vec::new();
            parts.try_reserve_exact(members.len()).map_err(no_memory)?;
            parts.extend(
                members
                    .iter()
                    .zip(ends)
                    .map(|(&start, end)| &self.out[start..end]),
            );
            if !parts.is_sorted() {
                parts.sort_unstable();
                let mut sorted = Vec::new();
                sorted
                    .try_reserve_exact(self.out.len() - first)
                    .map_err(no_memory)?;
                for part in parts {
                    sorted.extend_from_slice(part);
                }
                self.out[first..].copy_from_slice(&sorted);
            }
        }
        self.node(0, &[])
    }
}
