//! Nodes, each with the form that it is laid out in.

use crate::documents::Draw;

/// A node.
#[derive(Clone, Debug)]
pub enum Node {
    /// A literal: the payload of its slot.
    Literal(u64),
    /// An integer in the slot, of at most 60 bits.
    Integer(i64),
    /// A string in the slot, of at most 7 bytes.
    Short(String),
    /// The number of a shared string.
    Shared(usize),
    /// A string as a node.
    Text(String),
    /// The bits of a float of 64 bits.
    F64(u64),
    /// The bits of a float of 32 bits.
    F32(u32),
    /// An integer of 32 bits.
    I32(i32),
    /// An integer of 64 bits.
    I64(i64),
    /// An unsigned integer of 64 bits.
    U64(u64),
    /// An integer beyond 64 bits.
    Big(&'static str),
    /// A decimal.
    Decimal(&'static str),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Seconds and nanoseconds.
    Timestamp(i64, u32),
    /// Packed numbers.
    Packed(Packed),
    /// Nodes in a row.
    Array(Widths, Vec<Self>),
    /// The number of a shape, and a value for each key.
    Object(Widths, usize, Vec<Self>),
    /// A kind of tag, its number, and the value.
    Tagged(Widths, u8, u64, Box<Self>),
    /// Keys and values, of a map or of an object.
    Pairs(Widths, Pairs, Vec<(Self, Self)>),
}

/// Packed numbers.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The kind of the elements, from 0 to 7.
    pub element: u8,
    /// The width of a count: 0 to 3.
    pub counts: u8,
    /// The number of rows; `None` if this is no matrix.
    pub rows: Option<usize>,
    /// The elements, in their lowest bytes.
    pub numbers: Vec<u64>,
    /// The bytes of padding, if there may be so many.
    pub padding: usize,
}

/// The kinds of nodes with keys of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// A map.
    Map,
    /// An object. Many keys have an index in their order if it is set, else a perfect hash.
    Object {
        /// Whether the index is in the order of the keys.
        in_order: bool,
    },
}

/// The widths of a container: the least that are used. A writer may choose wider ones than the
/// content needs.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    /// The width of a slot, from 0 to 2.
    pub slot: u8,
    /// The width of the number, from 0 to 3.
    pub number: u8,
}

impl Widths {
    /// Draws widths, narrow ones for the most part.
    pub fn draw(draw: &mut Draw) -> Self {
        Self {
            slot: draw.of(&[0, 0, 0, 0, 1, 2]),
            number: draw.of(&[0, 0, 0, 0, 0, 1, 2, 3]),
        }
    }
}

impl Node {
    /// Returns the number of nodes in this one.
    pub fn weight(&self) -> usize {
        let sum = |nodes: &[Self]| nodes.iter().map(Self::weight).sum::<usize>();
        1 + match self {
            Self::Array(_, nodes) | Self::Object(_, _, nodes) => sum(nodes),
            Self::Tagged(_, _, _, node) => node.weight(),
            Self::Pairs(_, _, pairs) => {
                let weight = |(key, value): &(Self, Self)| key.weight() + value.weight();
                pairs.iter().map(weight).sum()
            }
            Self::Packed(packed) => packed.numbers.len() / 4,
            _ => 0,
        }
    }
}
