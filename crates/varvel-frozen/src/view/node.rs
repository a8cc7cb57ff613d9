//! What a place of the buffer is known to hold: where it is said ([`Site`]), what the slot says ([`Target`]),
//! and the node with its header read ([`Node`]). Positions count from the start of the buffer. `raw` reads
//! them; nothing here does.

use crate::layout::{self, Element};

/// How the slots of a container are laid out: the bytes of its header (at most 10), and the code of
/// the slots' width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form(u8);

impl Form {
    #[inline(always)]
    pub const fn new(head: usize, code: u8) -> Self {
        Self((head as u8) << 2 | code & 3)
    }

    #[inline(always)]
    pub const fn head(self) -> usize {
        (self.0 >> 2) as usize
    }

    #[inline(always)]
    pub const fn code(self) -> u8 {
        self.0 & 3
    }
}

/// Slots in a row: the first, and how they are laid out.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    pub at: usize,
    pub form: Form,
}

impl Slots {
    /// Bytes a slot.
    #[inline(always)]
    pub fn width(self) -> usize {
        layout::slot_width(self.form.code())
    }

    /// Where the container's node begins: references count from there.
    #[inline(always)]
    pub fn base(self) -> usize {
        self.at - self.form.head()
    }

    /// The slot number `index`, if there are more.
    #[inline(always)]
    pub fn site(self, index: usize) -> Site {
        Site {
            place: self.at + index * self.width(),
            base: self.base(),
            how: self.form.code(),
        }
    }

    /// How far left the bits of a slot are to be moved for its highest to be the highest of 64.
    #[inline(always)]
    pub fn shift(self) -> u32 {
        64 - (16 << self.form.code())
    }
}

/// Where it is said what a node is: a slot, which is not read yet, or a place for which it is known.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The slot, element, row or key.
    pub place: usize,
    /// Of a slot what its reference counts from; of a row its columns.
    pub base: usize,
    /// Of a slot the code of its width; else `KEY`, or `ELEMENT` or `ROW` with the element's number
    /// added.
    pub how: u8,
}

impl Site {
    /// A key of the tables, which stands as a string of the tree does.
    pub const KEY: u8 = 3;
    /// An element of a packed array.
    pub const ELEMENT: u8 = 8;
    /// A row of a matrix.
    pub const ROW: u8 = 16;
}

/// What is known of a node before its own bytes are read: most callers ask for one kind, and compute
/// only what that needs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The tag of the slot; `ELEMENT` or `ROW` for what has none.
    pub tag: u8,
    /// What a reference counts from; of what has no slot its own position.
    pub base: usize,
    /// The bits of the slot, the highest of them the highest of these; how far they were moved.
    pub bits: u64,
    pub shift: u32,
}

impl Target {
    /// An element of a packed array.
    pub const ELEMENT: u8 = 16;
    /// A row of a matrix.
    pub const ROW: u8 = 17;

    /// The position of the node that is referred to.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.base
            .wrapping_sub((self.bits >> self.shift >> 4) as usize)
    }

    /// The payload of a slot that holds a value, with its sign.
    #[inline(always)]
    pub fn payload(&self) -> i64 {
        self.bits as i64 >> self.shift >> 4
    }
}

/// A node with its header resolved.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    Null,
    Bool(bool),
    Int(i64),
    /// Above `i64::MAX`.
    U64(u64),
    F64(f64),
    F32(f32),
    /// Text; `at` is its first byte.
    Str {
        at: usize,
        len: usize,
    },
    Bytes {
        at: usize,
        len: usize,
    },
    Big {
        at: usize,
        len: usize,
    },
    Decimal {
        at: usize,
        len: usize,
    },
    /// Here and in the next one `at` is the node's own position.
    Timestamp {
        at: usize,
    },
    Tagged {
        at: usize,
    },
    /// Here and below `at` is the first slot.
    Array {
        at: usize,
        form: Form,
        count: usize,
    },
    /// Numbers in a row; `at` is the first.
    Packed {
        element: Element,
        at: usize,
        count: usize,
    },
    /// `at` is the node's own position.
    Matrix {
        at: usize,
        rows: usize,
    },
    Object {
        at: usize,
        form: Form,
        shape: u32,
    },
    /// `count` members, of two slots each.
    Pairs {
        at: usize,
        form: Form,
        count: usize,
    },
    /// `count` members, of two slots each.
    Map {
        at: usize,
        form: Form,
        count: usize,
    },
    EmptyObject,
}

/// A matrix: rows of packed numbers.
#[derive(Clone, Copy, Debug)]
pub struct Matrix {
    pub element: Element,
    pub at: usize,
    pub cols: usize,
}
