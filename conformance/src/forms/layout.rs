//! Lays nodes out as the tree of a buffer.

use std::ops::Range;

use super::append::{counted, number};
use super::index;
use super::node::{Node, Packed, Pairs, Widths};
use super::vocabulary::Vocabulary;
use crate::documents::Draw;
use crate::second::packed::width;

/// The tree of a buffer, while it grows.
pub struct Layout<'a> {
    /// The bytes from the start of the buffer on.
    pub bytes: Vec<u8>,
    /// Where the parts of the tree are.
    pub places: Places,
    /// Shared strings are keys of indexes, too.
    pub vocabulary: &'a Vocabulary,
    /// The source of choices for indexes.
    pub draw: &'a mut Draw,
}

/// Where the parts of a buffer are, so that one of them can be changed.
#[derive(Debug, Default)]
pub struct Places {
    /// The position and width of each slot.
    pub slots: Vec<(usize, usize)>,
    /// The positions of the widths of containers.
    pub heads: Vec<usize>,
    /// The positions of scalars.
    pub scalars: Vec<usize>,
    /// The positions of packed nodes.
    pub packed: Vec<usize>,
    /// The positions of numbers of 4 bytes in the tables.
    pub numbers: Vec<usize>,
    /// Indexes and fingerprints.
    pub indexes: Vec<Range<usize>>,
    /// The end of the tree.
    pub tree: usize,
}

/// The content of a slot.
#[derive(Clone, Copy)]
pub enum Content {
    /// A tag and a payload.
    Value(u8, u64),
    /// A tag, and the position of the node.
    At(u8, usize),
}

impl Content {
    /// Returns the bits of a slot whose base is `base`.
    pub fn bits(self, base: usize) -> u64 {
        match self {
            Self::Value(tag, payload) => payload << 4 | u64::from(tag),
            Self::At(tag, at) => ((base - at) as u64) << 4 | u64::from(tag),
        }
    }

    /// Returns whether a slot of so many bytes can hold this.
    fn fits(self, width: usize, base: usize) -> bool {
        let bits = self.bits(base);
        let unused = 64 - 8 * width as u32;
        match self {
            Self::Value(1, _) => (bits as i64) << unused >> unused == bits as i64,
            Self::Value(2, payload) => (payload & 15) < width as u64,
            _ => bits << unused >> unused == bits,
        }
    }
}

impl Layout<'_> {
    /// Lays a node out, and what it holds before it. Returns what its slot holds.
    pub fn node(&mut self, node: &Node) -> Content {
        match node {
            Node::Literal(payload) => Content::Value(0, *payload),
            Node::Integer(value) => Content::Value(1, *value as u64),
            Node::Short(text) => {
                let bytes = text.bytes().rev();
                let bytes = bytes.fold(0, |bits, byte| bits << 8 | u64::from(byte));
                Content::Value(2, bytes << 4 | text.len() as u64)
            }
            Node::Shared(number) => Content::Value(3, *number as u64),
            Node::Packed(packed) => self.packed(packed),
            Node::Array(widths, items) => {
                let slots = self.contents(items);
                self.container(9, &[], *widths, slots.len() as u64, &slots)
            }
            Node::Object(widths, shape, values) => {
                let slots = self.contents(values);
                self.container(10, &[], *widths, *shape as u64, &slots)
            }
            Node::Tagged(widths, kind, number, inner) => {
                let slot = self.node(inner);
                self.container(15, &[*kind], *widths, *number, &[slot])
            }
            Node::Pairs(widths, kind, members) => self.pairs(*widths, *kind, members),
            scalar => self.scalar(scalar),
        }
    }

    fn scalar(&mut self, node: &Node) -> Content {
        let at = self.bytes.len();
        self.places.scalars.push(at);
        let bytes = &mut self.bytes;
        let tag = match node {
            Node::Text(text) => {
                counted(bytes, text.as_bytes());
                8
            }
            Node::F64(bits) => {
                number(bytes, *bits, 8);
                11
            }
            Node::I32(value) => {
                number(bytes, *value as u64, 4);
                12
            }
            Node::I64(value) => {
                number(bytes, *value as u64, 8);
                13
            }
            other => {
                rare(bytes, other);
                15
            }
        };
        Content::At(tag, at)
    }

    fn packed(&mut self, packed: &Packed) -> Content {
        let width = width(packed.element);
        if packed.numbers.len() >= 8 {
            let padding = packed.padding % width;
            self.bytes.resize(self.bytes.len() + padding, 0);
        }
        let at = self.bytes.len();
        self.places.packed.push(at);
        let matrix = if packed.rows.is_some() { 8 } else { 0 };
        self.bytes
            .push(packed.element | matrix | packed.counts << 4);
        let columns = packed.numbers.len() / packed.rows.unwrap_or(1);
        for count in packed.rows.into_iter().chain([columns]) {
            number(&mut self.bytes, count as u64, 1 << packed.counts);
        }
        for element in &packed.numbers {
            number(&mut self.bytes, *element, width);
        }
        Content::At(14, at)
    }

    fn contents(&mut self, nodes: &[Node]) -> Vec<Content> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    /// Lays the own part of a container out: in the least widths that fit, from `widths` on.
    fn container(
        &mut self,
        tag: u8,
        kind: &[u8],
        widths: Widths,
        count: u64,
        slots: &[Content],
    ) -> Content {
        let at = self.bytes.len();
        let fits = |code: &u8| slots.iter().all(|slot| slot.fits(2 << code, at));
        let slot_code = (widths.slot..2).find(fits).unwrap_or(2);
        let holds = |code: &u8| count >> (8 << code) == 0;
        let number_code = (widths.number..3).find(holds).unwrap_or(3);
        self.bytes.extend_from_slice(kind);
        self.places.heads.push(self.bytes.len());
        self.bytes.push(slot_code | number_code << 2);
        number(&mut self.bytes, count, 1 << number_code);
        for slot in slots {
            self.places.slots.push((self.bytes.len(), 2 << slot_code));
            number(&mut self.bytes, slot.bits(at), 2 << slot_code);
        }
        Content::At(tag, at)
    }

    fn pairs(&mut self, widths: Widths, kind: Pairs, members: &[(Node, Node)]) -> Content {
        let nodes = members.iter().flat_map(|(key, value)| [key, value]);
        let slots: Vec<_> = nodes.map(|node| self.node(node)).collect();
        let byte = if kind == Pairs::Map { 8 } else { 9 };
        let content = self.container(15, &[byte], widths, members.len() as u64, &slots);
        if let Pairs::Object { in_order } = kind
            && members.len() > 16
        {
            let vocabulary = self.vocabulary;
            let keys = members.iter().map(|(key, _)| match key {
                Node::Short(text) | Node::Text(text) => text.as_str(),
                Node::Shared(number) => &vocabulary.texts[vocabulary.shared[*number]],
                _ => "",
            });
            let keys: Vec<&str> = keys.collect();
            let start = self.bytes.len();
            self.bytes.extend(index::make(&keys, in_order, self.draw));
            self.places.indexes.push(start..self.bytes.len());
        }
        content
    }
}

/// Adds a scalar of tag 15 to bytes.
fn rare(bytes: &mut Vec<u8>, node: &Node) {
    match node {
        Node::U64(value) => {
            bytes.push(0);
            number(bytes, *value, 8);
        }
        Node::F32(bits) => {
            bytes.push(1);
            number(bytes, (*bits).into(), 4);
        }
        Node::Big(text) => {
            bytes.push(2);
            counted(bytes, text.as_bytes());
        }
        Node::Decimal(text) => {
            bytes.push(3);
            counted(bytes, text.as_bytes());
        }
        Node::Bytes(content) => {
            bytes.push(4);
            counted(bytes, content);
        }
        Node::Timestamp(seconds, nanos) => {
            bytes.push(5);
            number(bytes, *seconds as u64, 8);
            number(bytes, (*nanos).into(), 4);
        }
        other => unreachable!("{other:?} is no scalar of tag 15"),
    }
}
