//! What a place of the buffer is known to hold: where it is said ([`Site`]), what the slot says
//! ([`Target`]), and the node with its header read ([`Node`]). Positions count from the start of
//! the buffer. `unchecked` reads them; nothing here does.

use crate::layout::{self, Element, MAX_BUFFER, tag};

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
        let place = self.at + index * self.width();
        Site::slot(place, self.base(), self.form.code())
    }

    /// How far left the bits of a slot are to be moved for its highest to be the highest of 64.
    #[inline(always)]
    pub fn shift(self) -> u32 {
        64 - (16 << self.form.code())
    }
}

/// Where it is said what a node is: a slot, which is not read yet, or a place for which it is
/// known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The slot, element, row or key; or where it is said which key.
    pub place: usize,
    /// Bits 0 to 5: of 8 bytes read at `place` the bits that do not belong to the slot or the
    /// signed element. Bits 6 and 7: the class. Bits 8 to 15: of what is no slot which it is. From
    /// 16 on: of a slot what its reference counts from, of a row its columns.
    how: u64,
}

const _: () = assert!(MAX_BUFFER < 1 << 48);

impl Site {
    /// The classes; that of slots is zero.
    const CLASS: u64 = 0xC0;
    const SIGNED: u64 = 0x40;
    const NUMBER: u64 = 0x80;
    const REST: u64 = 0xC0;
    /// Of the last class what is no row.
    const KEY: u64 = 8 << 8 | Self::REST;
    const NAME: u64 = 9 << 8 | Self::REST;

    /// A slot whose references count from `base`, with the code of its width.
    #[inline(always)]
    pub const fn slot(place: usize, base: usize, code: u8) -> Self {
        let shift = 64 - (16 << code) as u64;
        let how = (base as u64) << 16 | shift;
        Self { place, how }
    }

    /// An element of a packed array.
    #[inline(always)]
    pub const fn element(place: usize, element: Element) -> Self {
        let class = match element as u8 <= Element::I64 as u8 {
            true => Self::SIGNED | (64 - 8 * element.width() as u64),
            false => Self::NUMBER,
        };
        let how = (element as u64) << 8 | class;
        Self { place, how }
    }

    /// A row of a matrix.
    #[inline(always)]
    pub const fn row(place: usize, element: Element, columns: usize) -> Self {
        let how = (columns as u64) << 16 | (element as u64) << 8 | Self::REST;
        Self { place, how }
    }

    /// A key of the tables, which stands as a string of the tree does.
    #[inline(always)]
    pub const fn key(place: usize) -> Self {
        let how = Self::KEY;
        Self { place, how }
    }

    /// Where a shape has the place of a key.
    #[inline(always)]
    pub const fn name(place: usize) -> Self {
        let how = Self::NAME;
        Self { place, how }
    }

    /// The parts of a site, for a function that gets them in registers.
    #[inline(always)]
    pub const fn of(place: usize, how: u64) -> Self {
        Self { place, how }
    }

    #[inline(always)]
    pub const fn how(self) -> u64 {
        self.how
    }

    /// The site as far behind this one that is of the same kind.
    #[inline(always)]
    pub const fn behind(self, distance: usize) -> Self {
        Self {
            place: self.place + distance,
            how: self.how,
        }
    }

    /// A slot as far behind, in a container that is.
    #[inline(always)]
    pub const fn moved(self, distance: usize) -> Self {
        Self {
            place: self.place + distance,
            how: (self.how & 0x30) | (distance as u64) << 16,
        }
    }

    #[inline(always)]
    pub const fn is_slot(self) -> bool {
        self.how & Self::CLASS == 0
    }

    /// Whether this is an element that is a signed integer.
    #[inline(always)]
    pub const fn is_signed(self) -> bool {
        self.how & Self::CLASS == Self::SIGNED
    }

    /// Whether this is any other element.
    #[inline(always)]
    pub const fn is_number(self) -> bool {
        self.how & Self::CLASS == Self::NUMBER
    }

    #[inline(always)]
    pub const fn is_key(self) -> bool {
        self.how == Self::KEY
    }

    #[inline(always)]
    pub const fn is_name(self) -> bool {
        self.how == Self::NAME
    }

    /// How far left the bits of a slot or a signed element are to be moved for its highest to be
    /// the highest of 64.
    #[inline(always)]
    pub const fn shift(self) -> u32 {
        self.how as u32 & 63
    }

    /// The code of a slot's width.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        match self.shift() {
            48 => 0,
            32 => 1,
            _ => 2,
        }
    }

    /// What the reference of a slot counts from.
    #[inline(always)]
    pub const fn base(self) -> usize {
        (self.how >> 16) as usize
    }

    /// How many columns a row has.
    #[inline(always)]
    pub const fn columns(self) -> usize {
        (self.how >> 16) as usize
    }

    /// What an element is, or are those of a row.
    #[inline(always)]
    pub const fn element_kind(self) -> Element {
        Element::of((self.how >> 8) as u8)
    }

    /// Whether this is an element that is a float of 8 bytes.
    #[inline(always)]
    pub const fn is_f64(self) -> bool {
        self.how == Self::element(0, Element::F64).how
    }
}

/// What is known of a node before its own bytes are read: most callers ask for one kind, and
/// compute only what that needs.
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

    /// Whether the slot refers to a node.
    #[inline(always)]
    pub fn is_reference(&self) -> bool {
        (tag::REFERENCE..=tag::OTHER).contains(&self.tag)
    }

    /// The position of the node that is referred to.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.base
            .wrapping_sub((self.bits >> self.shift >> 4) as usize)
    }

    /// The payload of a slot that holds the number of a shared string.
    #[inline(always)]
    pub fn number(&self) -> u64 {
        self.bits >> self.shift >> 4
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
