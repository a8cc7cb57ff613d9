//! The known facts about a place of the buffer: the place itself ([`Site`]), its slot ([`Target`]),
//! and the node with its header read ([`Node`]). Positions count from the start of the buffer. The
//! types here hold facts that `unchecked` reads; nothing here reads the buffer.

use crate::layout::{self, Element, MAX_BUFFER, tag};

/// The layout of the slots of a container: the length of its header (at most 10 bytes), and the
/// code of the slots' width.
///
/// ```text
/// bit  7 ... 2   1  0
///      header    code
/// ```
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

/// Slots in a row: the first slot, and their layout.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    pub at: usize,
    pub form: Form,
}

impl Slots {
    /// Returns the width of a slot in bytes.
    #[inline(always)]
    pub fn width(self) -> usize {
        layout::slot_width(self.form.code())
    }

    /// Returns the position of the container's node, from which references count.
    #[inline(always)]
    pub fn base(self) -> usize {
        self.at - self.form.head()
    }

    /// Returns the site of the slot at `index`, which must exist.
    #[inline(always)]
    pub fn site(self, index: usize) -> Site {
        let place = self.at + index * self.width();
        Site::slot(place, self.base(), self.form.code())
    }

    /// Returns how far left the bits of a slot must be shifted so that its highest bit is the
    /// highest of 64.
    #[inline(always)]
    pub fn shift(self) -> u32 {
        64 - (16 << self.form.code())
    }
}

/// The place that stands for a node: a slot, which is not read yet, or another place whose meaning
/// is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The position of the slot, element, row or key; for a name, the position of the key's place.
    pub place: usize,
    /// The meaning of the place, in one word:
    ///
    /// ```text
    /// bit  63 ... 16         15         14 ... 8   7  6    5 ... 0
    ///      base or columns   pathless   kind       class   shift
    /// ```
    ///
    /// * `shift`: how many of the 64 bits read at `place` do not belong to the slot or the signed
    ///   element.
    /// * `class`: 0 for a slot, 1 for a signed element, 2 for another element, 3 for the rest.
    /// * `kind`: the [`Element`] of an element or a row, or 8 for a key and 9 for a name.
    /// * `pathless`: the errors of this node name no path.
    /// * `base`: the position that the reference of a slot counts from; for a row, its `columns`.
    how: u64,
}

const _: () = assert!(MAX_BUFFER < 1 << 48);

impl Site {
    /// The classes other than that of slots, which is zero.
    const CLASS: u64 = 0xC0;
    const SIGNED: u64 = 0x40;
    const NUMBER: u64 = 0x80;
    const REST: u64 = 0xC0;
    /// The values for those of the last class that are no rows.
    const KEY: u64 = 8 << 8 | Self::REST;
    const NAME: u64 = 9 << 8 | Self::REST;
    const PATHLESS: u64 = 1 << 15;

    /// Returns the site of a slot whose references count from `base`, with the code of its width.
    #[inline(always)]
    pub const fn slot(place: usize, base: usize, code: u8) -> Self {
        let shift = 64 - (16 << code) as u64;
        let how = (base as u64) << 16 | shift;
        Self { place, how }
    }

    /// Returns the site of an element of a packed array.
    #[inline(always)]
    pub const fn element(place: usize, element: Element) -> Self {
        let class = match element as u8 <= Element::I64 as u8 {
            true => Self::SIGNED | (64 - 8 * element.width() as u64),
            false => Self::NUMBER,
        };
        let how = (element as u64) << 8 | class;
        Self { place, how }
    }

    /// Returns the site of a row of a matrix.
    #[inline(always)]
    pub const fn row(place: usize, element: Element, columns: usize) -> Self {
        let how = (columns as u64) << 16 | (element as u64) << 8 | Self::REST;
        Self { place, how }
    }

    /// Returns the site of a key in the tables, which has the form of a string in the tree.
    #[inline(always)]
    pub const fn key(place: usize) -> Self {
        let how = Self::KEY;
        Self { place, how }
    }

    /// Returns the site at which a shape holds the place of a key.
    #[inline(always)]
    pub const fn name(place: usize) -> Self {
        let how = Self::NAME;
        Self { place, how }
    }

    /// Returns the site with these parts, for a function that gets them in registers.
    #[inline(always)]
    pub const fn of(place: usize, how: u64) -> Self {
        Self { place, how }
    }

    #[inline(always)]
    pub const fn how(self) -> u64 {
        self.how
    }

    /// Returns the site of the same kind that lies `distance` bytes behind this one.
    #[inline(always)]
    pub const fn behind(self, distance: usize) -> Self {
        Self {
            place: self.place + distance,
            how: self.how,
        }
    }

    /// Returns the site of a slot that moves by `distance` bytes together with its container, whose
    /// position was zero.
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

    /// Returns whether this is an element that is a signed integer.
    #[inline(always)]
    pub const fn is_signed(self) -> bool {
        self.how & Self::CLASS == Self::SIGNED
    }

    /// Returns whether this is any other element.
    #[inline(always)]
    pub const fn is_number(self) -> bool {
        self.how & Self::CLASS == Self::NUMBER
    }

    #[inline(always)]
    pub const fn is_key(self) -> bool {
        self.how & !Self::PATHLESS == Self::KEY
    }

    #[inline(always)]
    pub const fn is_name(self) -> bool {
        self.how & !Self::PATHLESS == Self::NAME
    }

    #[inline(always)]
    pub const fn is_pathless(self) -> bool {
        self.how & Self::PATHLESS != 0
    }

    /// Returns the site without a path, or with the path that it has in its buffer.
    #[inline(always)]
    pub const fn pathless(self, yes: bool) -> Self {
        Self {
            place: self.place,
            how: self.how & !Self::PATHLESS | (yes as u64) << 15,
        }
    }

    /// Returns the site without a path if `other` has none.
    #[inline(always)]
    pub const fn pathless_as(self, other: Self) -> Self {
        Self {
            place: self.place,
            how: self.how | other.how & Self::PATHLESS,
        }
    }

    /// Returns how far left the bits of a slot or a signed element must be shifted so that its
    /// highest bit is the highest of 64.
    #[inline(always)]
    pub const fn shift(self) -> u32 {
        self.how as u32 & 63
    }

    /// Returns the code of a slot's width.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        match self.shift() {
            48 => 0,
            32 => 1,
            _ => 2,
        }
    }

    /// Returns the position that the reference of a slot counts from.
    #[inline(always)]
    pub const fn base(self) -> usize {
        (self.how >> 16) as usize
    }

    /// Returns how many columns a row has.
    #[inline(always)]
    pub const fn columns(self) -> usize {
        (self.how >> 16) as usize
    }

    /// Returns the type of an element, or of the elements of a row.
    #[inline(always)]
    pub const fn element_kind(self) -> Element {
        Element::of((self.how >> 8) as u8 & 0x7F)
    }

    /// Returns whether this is an element that is a float of 8 bytes.
    #[inline(always)]
    pub const fn is_f64(self) -> bool {
        self.how & !Self::PATHLESS == Self::element(0, Element::F64).how
    }
}

/// The facts known about a node before its own bytes are read. Most callers expect one kind, and
/// compute only what it needs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The tag of the slot; `ELEMENT` or `ROW` for a node without a slot.
    pub tag: u8,
    /// The position that a reference counts from; for a node without a slot, its own position.
    pub base: usize,
    /// The bits of the slot, shifted left so that its highest bit is the highest here, and
    /// (`shift`) how far they were shifted.
    pub bits: u64,
    pub shift: u32,
}

impl Target {
    /// The tag for an element of a packed array.
    pub const ELEMENT: u8 = 16;
    /// The tag for a row of a matrix.
    pub const ROW: u8 = 17;

    /// Returns whether the slot refers to a node.
    #[inline(always)]
    pub fn is_reference(&self) -> bool {
        (tag::REFERENCE..=tag::OTHER).contains(&self.tag)
    }

    /// Returns the position of the node that the slot refers to.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.base
            .wrapping_sub((self.bits >> self.shift >> 4) as usize)
    }

    /// Returns the payload of a slot that holds the number of a shared string.
    #[inline(always)]
    pub fn number(&self) -> u64 {
        self.bits >> self.shift >> 4
    }

    /// Returns the payload of a slot that holds a value, with its sign.
    #[inline(always)]
    pub fn payload(&self) -> i64 {
        self.bits as i64 >> self.shift >> 4
    }
}

/// A node with its header read.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    Null,
    Bool(bool),
    Int(i64),
    /// An integer above `i64::MAX`.
    U64(u64),
    F64(f64),
    F32(f32),
    /// A text; `at` is the position of its first byte.
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
    /// A point in time; `at` is the node's own position.
    Timestamp {
        at: usize,
    },
    Tagged {
        at: usize,
    },
    /// An array; `at` is the position of its first slot.
    Array {
        at: usize,
        form: Form,
        count: usize,
    },
    /// Numbers in a row; `at` is the position of the first.
    Packed {
        element: Element,
        at: usize,
        count: usize,
    },
    /// A matrix; `at` is the node's own position.
    Matrix {
        at: usize,
        rows: usize,
    },
    Object {
        at: usize,
        form: Form,
        shape: u32,
    },
    /// An object that carries its keys: `count` members of two slots each.
    Pairs {
        at: usize,
        form: Form,
        count: usize,
    },
    /// A map: `count` members of two slots each.
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
