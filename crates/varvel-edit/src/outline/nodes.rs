//! [`Nodes`]: the list of the nodes of a text, with 20 bytes for most of them.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::{Form, Node};

/// A list of nodes that grows without being copied.
#[derive(Debug, Default)]
pub struct Nodes {
    /// The nodes, [`CHUNK`] in each chunk but the last.
    chunks: Vec<Vec<Packed>>,
    /// The anchors and tags of the nodes that have some, or whose place is not `start`, in the
    /// order of their numbers.
    properties: Vec<Properties>,
}

/// How many nodes are allocated at once.
const CHUNK: usize = 1 << 9;

/// A node, but for its anchor and tag.
#[derive(Clone, Copy, Debug)]
struct Packed {
    begin: u32,
    start: u32,
    end: u32,
    next: u32,
    form: Form,
    /// Whether `slot` is behind the sign that `begin` is at.
    has_sign: bool,
    has_properties: bool,
}

/// The place of an anchor and a tag.
#[derive(Clone, Copy, Debug)]
struct Properties {
    number: u32,
    outer: u32,
    end: u32,
}

/// Returns a place as a node holds it.
fn narrow(place: usize) -> Result<u32> {
    u32::try_from(place).map_err(|_| Error::too_large(u32::MAX as usize))
}

impl Nodes {
    /// Returns how many nodes there are.
    pub fn len(&self) -> usize {
        let last = self.chunks.last().map_or(0, Vec::len);
        self.chunks.len().saturating_sub(1) * CHUNK + last
    }

    /// Adds a node. Returns its number.
    #[inline]
    pub fn add(&mut self, node: Node) -> Result<usize> {
        let no_memory = |_| Error::out_of_memory();
        let number = self.len();
        let has_properties = (node.outer, node.properties_end) != (node.start, node.start);
        if has_properties {
            self.properties.try_reserve(1).map_err(no_memory)?;
            self.properties.push(Properties {
                number: narrow(number)?,
                outer: narrow(node.outer)?,
                end: narrow(node.properties_end)?,
            });
        }
        let packed = Packed {
            begin: narrow(node.begin)?,
            start: narrow(node.start)?,
            end: narrow(node.end)?,
            next: narrow(node.next)?,
            form: node.form,
            has_sign: node.slot != node.begin,
            has_properties,
        };
        if let Some(chunk) = self.chunks.last_mut()
            && chunk.len() < chunk.capacity()
            && chunk.len() < CHUNK
        {
            chunk.push(packed);
            return Ok(number);
        }
        self.grow(packed)?;
        Ok(number)
    }

    /// Adds a node for which there is no room yet.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, packed: Packed) -> Result {
        let no_memory = |_| Error::out_of_memory();
        let number = self.len();
        if number.is_multiple_of(CHUNK) {
            let mut chunk = Vec::new();
            // Most texts have few nodes, and need no whole chunk.
            if number != 0 {
                chunk.try_reserve_exact(CHUNK).map_err(no_memory)?;
            }
            self.chunks.try_reserve(1).map_err(no_memory)?;
            self.chunks.push(chunk);
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.try_reserve(1).map_err(no_memory)?;
            chunk.push(packed);
        }
        Ok(())
    }

    /// Returns the node with this number.
    pub fn get(&self, number: usize) -> Node {
        let packed = &self.chunks[number / CHUNK][number % CHUNK];
        let start = packed.start as usize;
        let (outer, properties_end) = match packed.has_properties {
            true => {
                let of = |one: &Properties| one.number as usize;
                let at = self.properties.binary_search_by_key(&number, of);
                at.map_or((start, start), |at| {
                    let one = self.properties[at];
                    (one.outer as usize, one.end as usize)
                })
            }
            false => (start, start),
        };
        Node {
            form: packed.form,
            begin: packed.begin as usize,
            slot: packed.begin as usize + usize::from(packed.has_sign),
            outer,
            properties_end,
            start,
            end: packed.end as usize,
            next: packed.next as usize,
        }
    }

    /// Returns the kind of the node with this number.
    pub fn form(&self, number: usize) -> Form {
        self.chunks[number / CHUNK][number % CHUNK].form
    }

    /// Changes the kind of a node.
    pub fn set_form(&mut self, number: usize, form: Form) {
        self.chunks[number / CHUNK][number % CHUNK].form = form;
    }

    /// Ends a collection at a place of the text: all nodes behind it so far are inside.
    pub fn close(&mut self, number: usize, end: usize) -> Result {
        let next = narrow(self.len())?;
        let node = &mut self.chunks[number / CHUNK][number % CHUNK];
        (node.end, node.next) = (narrow(end)?, next);
        Ok(())
    }
}
