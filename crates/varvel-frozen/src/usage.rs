//! Counts the bytes of each part of a buffer, to explain its size.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

use crate::checksum;
use crate::layout::checked;
use crate::layout::{HEADER_LEN, TABLES_HEADER_LEN, other, tag};
use crate::view::View;
use crate::view::inside::Inside;

/// The number of bytes of each part of a buffer; together they are its length.
///
/// ```
/// use varvel::{Builder, Sink, Usage};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_array(None)?;
/// for name in ["Ada", "Kurt"] {
///     builder.begin_map(None)?;
///     builder.key("name".into())?;
///     builder.str(name.into())?;
///     builder.end_map()?;
/// }
/// builder.end_array()?;
/// let frozen = builder.finish()?;
///
/// let usage = Usage::of(&frozen.view())?;
/// assert_eq!(usage.strings, 2 + "AdaKurt".len()); // each with its length before it
/// assert_eq!(usage.slots, 4 * 2);
/// assert_eq!(usage.shapes, 1);
/// assert_eq!(usage.total(), frozen.as_bytes().len());
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// The header.
    pub header: usize,
    /// The slots of containers. Small integers, short strings and literals stand in them.
    pub slots: usize,
    /// The rest of containers: widths, counts, numbers of shapes, indexes of keys of their own.
    pub containers: usize,
    /// Strings that stand in the tree.
    pub strings: usize,
    /// Packed arrays of numbers and matrices.
    pub packed: usize,
    /// Numbers that stand alone and do not fit a slot.
    pub numbers: usize,
    /// Bytes and timestamps.
    pub others: usize,
    /// Zeros before packed numbers, which align these so that they can be lent as a slice.
    pub padding: usize,
    /// The texts of the tables: keys of shapes and shared strings.
    pub texts: usize,
    /// The rest of the tables: for each shape, which keys it has and how they are found.
    pub tables: usize,
    /// The checksum.
    pub checksum: usize,
    /// The number of shapes, not of bytes.
    pub shapes: usize,
}

impl Usage {
    /// Counts the bytes of the whole buffer that `view` looks into.
    ///
    /// Costs one pass over its nodes, without the numbers in packed arrays.
    ///
    /// # Errors
    /// `OutOfMemory`: the memory needed grows with the depth.
    pub fn of(view: &View<'_>) -> Result<Self> {
        let buffer = view.buffer();
        // SAFETY: the buffer of a view is validated.
        let root = unsafe { View::root_unchecked(buffer) };
        let tables = root.tables();
        let number = |at| checked::count(tables, at, 4).unwrap_or(0);
        let (shapes, records, shared) = (number(0), number(8), number(12));
        let mut usage = Self {
            header: HEADER_LEN,
            texts: records.saturating_sub(TABLES_HEADER_LEN + 4 * (shapes + shared)),
            checksum: buffer.len() - checksum::strip(buffer).len(),
            shapes,
            ..Self::default()
        };
        usage.tables = tables.len() - usage.texts;
        usage.add_nodes(root)?;
        usage.padding = buffer.len() - usage.total();
        Ok(usage)
    }

    /// Returns the number of all bytes.
    pub fn total(&self) -> usize {
        let tree = self.slots + self.containers + self.strings + self.packed + self.numbers;
        let tables = self.texts + self.tables + self.checksum;
        self.header + tree + self.others + self.padding + tables
    }

    /// Adds a node and everything in it.
    fn add_nodes(&mut self, root: View<'_>) -> Result {
        let mut open = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(node) = next {
                self.add(&node);
                if let Some(inside) = Inside::of(&node) {
                    open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                    open.push(inside);
                }
            }
            let Some(innermost) = open.last_mut() else {
                return Ok(());
            };
            next = innermost.next();
            if next.is_none() {
                open.pop();
            }
        }
    }

    /// Adds a node's own bytes. A value in a slot has none.
    fn add(&mut self, node: &View<'_>) {
        if !node.is_reference() {
            return;
        }
        let (buffer, target) = (node.buffer(), node.target());
        let at = target.position();
        let all = node.end().saturating_sub(at);
        let members = |_| node.shape().map(|(_, count)| count);
        let slots = match target.tag {
            tag::STRING => return self.strings += all,
            tag::PACKED => return self.packed += all,
            tag::ARRAY => checked::array(buffer, at),
            tag::OBJECT => checked::object(buffer, at, members).map(|(_, slots)| slots),
            tag::OTHER => match buffer.get(at) {
                Some(&(other::TAGGED | other::EXTENSION | other::SIMPLE)) => {
                    checked::tagged(buffer, at)
                }
                Some(&(other::MAP | other::PAIRS)) => checked::pairs(buffer, at),
                Some(&(other::BYTES | other::TIMESTAMP)) => return self.others += all,
                _ => return self.numbers += all,
            },
            _ => return self.numbers += all,
        };
        let slots = slots.map_or(0, |slots| slots.count * slots.width);
        self.slots += slots;
        self.containers += all.saturating_sub(slots);
    }
}
