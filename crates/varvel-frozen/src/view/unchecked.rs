//! Reads of a buffer whose layout is proved, without checks.
//!
//! The whole module relies on one invariant, called **validated** below: the builder of this crate
//! has laid out the bytes of a [`Raw`], or they passed `validate`. The module `validate` lists what
//! that guarantees; each read names the part that it needs.

use core::marker::PhantomData;
use core::ptr::NonNull;

use varvel_core::{Tag, Timestamp};

use super::node::{Form, Matrix, Node, Site, Slots, Target};
use crate::layout::{
    self, Element, MATRIX, TABLES_HEADER_LEN, TOTAL_AT, TREE_END_AT, literal, other, tag,
};

/// The start of a validated buffer, or of its tables. The header of a buffer holds its length.
#[derive(Clone, Copy)]
pub struct Raw<'a> {
    start: NonNull<u8>,
    bytes: PhantomData<&'a [u8]>,
}

// SAFETY: a `&'a [u8]` is both `Send` and `Sync`, and this is used like one: only reads go through
// the pointer.
unsafe impl Send for Raw<'_> {}
// SAFETY: a `&'a [u8]` is both `Send` and `Sync`, and this is used like one: only reads go through
// the pointer.
unsafe impl Sync for Raw<'_> {}

impl core::fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Raw({:?})", self.start)
    }
}

impl<'a> Raw<'a> {
    /// # Safety
    /// `bytes` are validated.
    #[inline(always)]
    pub unsafe fn new(bytes: &'a [u8]) -> Self {
        Self {
            // Made from a pointer to all of the bytes, and so one that may read all of them.
            start: NonNull::from(bytes).cast(),
            bytes: PhantomData,
        }
    }

    /// Returns the pointer to a buffer of which only the start is known: its header has the length.
    ///
    /// # Safety
    /// Validated bytes begin at `start`, all of which this pointer may read for as long as `'a`.
    #[inline(always)]
    pub unsafe fn at(start: NonNull<u8>) -> Self {
        Self {
            start,
            bytes: PhantomData,
        }
    }

    /// Returns all bytes of a buffer.
    ///
    /// # Safety
    /// This is a buffer, not tables.
    #[inline(always)]
    pub unsafe fn buffer(self) -> &'a [u8] {
        // SAFETY: validated: the header holds the length of the bytes that this was made from.
        unsafe { self.slice(0, self.uint(TOTAL_AT, 8) as usize) }
    }

    /// Reads `N` bytes.
    ///
    /// # Safety
    /// `at + N <= len`.
    #[inline(always)]
    pub unsafe fn take<const N: usize>(self, at: usize) -> [u8; N] {
        // SAFETY: in range by the caller's contract; a byte array needs no alignment.
        unsafe {
            self.start
                .as_ptr()
                .add(at)
                .cast::<[u8; N]>()
                .read_unaligned()
        }
    }

    /// Reads a number of `width` bytes: 1, 2, 4, or else 8.
    ///
    /// # Safety
    /// `at + width <= len`.
    #[inline(always)]
    pub unsafe fn uint(self, at: usize, width: usize) -> u64 {
        // SAFETY: each arm reads `width` bytes, in range by the caller's contract.
        unsafe {
            match width {
                1 => u64::from(u8::from_le_bytes(self.take(at))),
                2 => u64::from(u16::from_le_bytes(self.take(at))),
                4 => u64::from(u32::from_le_bytes(self.take(at))),
                _ => u64::from_le_bytes(self.take(at)),
            }
        }
    }

    /// Reads a number of `width` bytes in the tree, without a branch on the width.
    ///
    /// # Safety
    /// A number of `width` bytes stands at `at`, in the tree.
    #[inline(always)]
    unsafe fn inner_uint(self, at: usize, width: usize) -> u64 {
        const { assert!(TABLES_HEADER_LEN >= 8) };
        // SAFETY: at least TABLES_HEADER_LEN bytes of tables follow the tree.
        let bits = u64::from_le_bytes(unsafe { self.take(at) });
        let shift = 64 - 8 * width as u32;
        bits << (shift & 63) >> (shift & 63)
    }

    /// # Safety
    /// `at + len` is not behind the end.
    #[inline(always)]
    pub unsafe fn slice(self, at: usize, len: usize) -> &'a [u8] {
        // SAFETY: the caller's contract; the bytes live and do not change for 'a.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr().add(at), len) }
    }

    /// # Safety
    /// `at` and `len` are those of a text that validation found to be UTF-8.
    #[inline(always)]
    pub unsafe fn str(self, at: usize, len: usize) -> &'a str {
        // SAFETY: the caller's contract.
        unsafe { core::str::from_utf8_unchecked(self.slice(at, len)) }
    }

    /// Reads a length prefix. Returns where the measured bytes begin, and how many there are.
    ///
    /// # Safety
    /// A validated length prefix stands at `at`.
    #[inline(always)]
    pub unsafe fn length(self, at: usize) -> (usize, usize) {
        // SAFETY: a validated prefix is whole.
        unsafe {
            let [first] = self.take(at);
            if first < 0x80 {
                return (at + 1, usize::from(first));
            }
            self.long_length(at)
        }
    }

    /// # Safety
    /// A validated length prefix stands at `at`.
    #[inline(never)]
    unsafe fn long_length(self, at: usize) -> (usize, usize) {
        let (mut len, mut i) = (0, 0);
        loop {
            // SAFETY: a validated prefix is whole, and its last byte is below 0x80. It fits
            // `usize`, so `7 * i` is below the number of its bits.
            let [byte] = unsafe { self.take(at + i) };
            len |= usize::from(byte & 0x7F) << (7 * i);
            i += 1;
            if byte < 0x80 {
                return (at + i, len);
            }
        }
    }

    /// Returns the root slot.
    #[inline(always)]
    pub fn root(self) -> Site {
        // SAFETY: validated: the header is whole; its root slot belongs to a container that would
        // stand at the end of the tree.
        let base = unsafe { self.uint(TREE_END_AT, 8) } as usize;
        Site::slot(layout::ROOT_AT, base, 2)
    }

    /// Reads the slot of a site.
    ///
    /// # Safety
    /// The site is one of this buffer.
    #[inline(always)]
    pub unsafe fn target(self, site: Site) -> Target {
        const { assert!(TABLES_HEADER_LEN >= 8) };
        if !site.is_slot() {
            let tag = match site.is_key() {
                true => tag::STRING,
                false if site.is_signed() || site.is_number() => Target::ELEMENT,
                false => Target::ROW,
            };
            return Target {
                tag,
                base: site.place,
                bits: 0,
                shift: 0,
            };
        }
        // SAFETY: a slot is inside the tree, and at least TABLES_HEADER_LEN bytes of tables follow,
        // so 8 bytes can always be read.
        let bits = u64::from_le_bytes(unsafe { self.take(site.place) });
        Target {
            tag: bits as u8 & 15,
            base: site.base(),
            bits: bits << site.shift(),
            shift: site.shift(),
        }
    }

    /// Reads the node of a site.
    ///
    /// # Safety
    /// The site is one of this buffer.
    #[inline(always)]
    pub unsafe fn node(self, site: Site) -> Node {
        // SAFETY: the caller's contract; a target refers to a node of its tag.
        unsafe {
            let target = self.target(site);
            let at = target.position();
            match target.tag {
                tag @ tag::REFERENCE..=tag::OTHER => match self.referred(tag, at) {
                    Some(node) => node,
                    None => self.other(at),
                },
                Target::ELEMENT => self.element(site.element_kind(), at),
                Target::ROW => Node::Packed {
                    element: site.element_kind(),
                    at,
                    count: site.columns(),
                },
                tag => match Self::held(tag, site.place, target.payload() as u64) {
                    Some(node) => node,
                    None => self.shared(site),
                },
            }
        }
    }

    /// Reads the node of the slot at `at`.
    ///
    /// # Safety
    /// `at` is one of the slots of a validated container, whose `shift` and `base` these are.
    #[inline(always)]
    pub unsafe fn node_at(self, at: usize, shift: u32, base: usize) -> Node {
        const { assert!(TABLES_HEADER_LEN >= 8) };
        // SAFETY: a slot is inside the tree, and at least TABLES_HEADER_LEN bytes of tables follow,
        // so 8 bytes can always be read.
        unsafe {
            let bits = u64::from_le_bytes(self.take(at));
            match self.common_of(at, bits, shift, base) {
                Some(node) => node,
                None => self.rare(bits as u8 & 15, bits << shift >> shift >> 4, base),
            }
        }
    }

    /// Returns the text that the slot at `at` refers to, if it refers to one.
    ///
    /// # Safety
    /// `at` is one of the slots of a validated container, whose `shift` and `base` these are.
    #[inline(always)]
    pub unsafe fn long_text_at(self, at: usize, shift: u32, base: usize) -> Option<&'a str> {
        // SAFETY: a slot is inside the tree, and the tables follow; see `node_at`. A validated
        // reference with this tag leads to a string, before `base`.
        unsafe {
            let bits = u64::from_le_bytes(self.take(at));
            if bits as u8 & 15 != tag::STRING {
                return None;
            }
            let (at, len) = self.length(base - (bits << shift >> shift >> 4) as usize);
            Some(self.str(at, len))
        }
    }

    /// Returns the text of the slot at `at`, if it holds or refers to one.
    ///
    /// # Safety
    /// `at` is one of the slots of a validated container, whose `shift` and `base` these are.
    pub unsafe fn text_at(self, at: usize, shift: u32, base: usize) -> Option<&'a str> {
        // SAFETY: the caller's contract; validated strings are UTF-8.
        unsafe {
            match self.node_at(at, shift, base) {
                Node::Str { at, len } => Some(self.str(at, len)),
                _ => None,
            }
        }
    }

    /// Reads the node of the slot at `at`, unless it is a rare one (tags `OTHER`, `SHARED`). Loops
    /// use this to hold no node in memory, since rare nodes are returned through memory.
    ///
    /// # Safety
    /// `at` is one of the slots of a validated container, whose `shift` and `base` these are.
    #[inline(always)]
    pub unsafe fn common_at(self, at: usize, shift: u32, base: usize) -> Option<Node> {
        // SAFETY: a slot is inside the tree, and the tables follow; see `node_at`.
        unsafe {
            let bits = u64::from_le_bytes(self.take(at));
            self.common_of(at, bits, shift, base)
        }
    }

    /// Reads the node of a slot, unless it is a rare one, from the 8 bytes at `at`. The highest
    /// `shift` bits do not belong to the slot.
    ///
    /// # Safety
    /// `at` is one of the slots of a validated container, whose `shift` and `base` these are;
    /// `bits` are the 8 bytes at `at`.
    #[inline(always)]
    unsafe fn common_of(self, at: usize, bits: u64, shift: u32, base: usize) -> Option<Node> {
        let kind = bits as u8 & 15;
        if kind & tag::REFERENCE != 0 {
            let payload = bits << shift >> shift >> 4;
            // SAFETY: validated: a reference leads to a node of its kind, before `base`.
            return unsafe { self.referred(kind, base - payload as usize) };
        }
        let payload = (bits << shift) as i64 >> shift >> 4;
        Self::held(kind, at, payload as u64)
    }

    /// Returns the node that the slot at `at` holds itself, or `None` for a shared string.
    #[inline(always)]
    fn held(kind: u8, at: usize, payload: u64) -> Option<Node> {
        Some(match kind {
            tag::INT => Node::Int(payload as i64),
            tag::SHORT => Node::Str {
                at: at + 1,
                len: payload as usize & 15,
            },
            tag::SHARED => return None,
            _ => match payload {
                literal::FALSE => Node::Bool(false),
                literal::TRUE => Node::Bool(true),
                literal::EMPTY_ARRAY => Node::Array {
                    at: 0,
                    form: Form::new(0, 0),
                    count: 0,
                },
                literal::EMPTY_OBJECT => Node::EmptyObject,
                _ => Node::Null,
            },
        })
    }

    /// Reads a rare node: the shared string with the number `payload`, or the node `payload` bytes
    /// before `base`.
    ///
    /// # Safety
    /// `payload` is that of a validated slot with the tag `kind`, which is `SHARED` or `OTHER`.
    #[inline(never)]
    unsafe fn rare(self, kind: u8, payload: u64, base: usize) -> Node {
        // SAFETY: the caller's contract.
        unsafe {
            match kind {
                tag::SHARED => {
                    let (at, len) = self.shared_text(payload);
                    Node::Str { at, len }
                }
                _ => self.other(base - payload as usize),
            }
        }
    }

    /// Returns the shared string at a site. Takes and returns registers, and reads the slot anew,
    /// so that the caller's values stay in registers.
    ///
    /// # Safety
    /// The site is a slot of this buffer with the tag `SHARED`.
    #[cold]
    #[inline(never)]
    pub unsafe fn shared_str(self, site: Site) -> &'a str {
        // SAFETY: the caller's contract; validated texts are UTF-8.
        unsafe {
            let (at, len) = self.shared_text(self.target(site).number());
            self.str(at, len)
        }
    }

    /// Returns the shared string at a site as a node.
    ///
    /// # Safety
    /// The site is a slot of this buffer with the tag `SHARED`.
    #[cold]
    #[inline(never)]
    unsafe fn shared(self, site: Site) -> Node {
        // SAFETY: the caller's contract.
        unsafe {
            let (at, len) = self.shared_text(self.target(site).number());
            Node::Str { at, len }
        }
    }

    /// Returns where the text of the shared string with this number begins, and its length.
    ///
    /// # Safety
    /// The tables of this buffer have more shared strings than `number`.
    unsafe fn shared_text(self, number: u64) -> (usize, usize) {
        // SAFETY: validated: the tables' header is whole; the places of the shared strings follow
        // those of the shapes, and each is that of a text.
        unsafe {
            let tables = self.tree_end();
            let shapes = self.uint(tables, 4);
            let entry = TABLES_HEADER_LEN + 4 * (shapes + number) as usize;
            let place = self.uint(tables + entry, 4) as usize;
            self.length(tables + place)
        }
    }

    /// Reads the node at `at`, unless it is a rare one.
    ///
    /// # Safety
    /// A validated node stands at `at`, to which slots with this tag may refer.
    #[inline(always)]
    unsafe fn referred(self, kind: u8, at: usize) -> Option<Node> {
        // SAFETY: the node is validated: its bytes are all there and are of this kind.
        unsafe {
            Some(match kind {
                tag::STRING => {
                    let (at, len) = self.length(at);
                    Node::Str { at, len }
                }
                tag::ARRAY => {
                    let (slots, count) = self.slots(at, 0);
                    Node::Array {
                        at: slots.at,
                        form: slots.form,
                        count,
                    }
                }
                tag::OBJECT => self.object(at),
                tag::F64 => Node::F64(f64::from_le_bytes(self.take(at))),
                tag::I32 => Node::Int(i32::from_le_bytes(self.take(at)).into()),
                tag::I64 => Node::Int(i64::from_le_bytes(self.take(at))),
                tag::PACKED => self.packed(at),
                _ => return None,
            })
        }
    }

    /// Reads the header of the container at `at`, whose widths byte comes `skip` bytes later.
    /// Returns its slots and the number behind the widths byte.
    ///
    /// # Safety
    /// A validated container stands at `at`.
    #[inline(always)]
    pub unsafe fn slots(self, at: usize, skip: usize) -> (Slots, usize) {
        // SAFETY: a validated header is whole.
        unsafe {
            let [codes] = self.take(at + skip);
            let width = layout::count_width(codes >> 2);
            let number = self.inner_uint(at + skip + 1, width) as usize;
            let head = skip + 1 + width;
            let slots = Slots {
                at: at + head,
                form: Form::new(head, codes),
            };
            (slots, number)
        }
    }

    /// # Safety
    /// A validated object stands at `at`.
    #[inline(always)]
    unsafe fn object(self, at: usize) -> Node {
        // SAFETY: validated: the header is whole.
        unsafe {
            let (slots, shape) = self.slots(at, 0);
            Node::Object {
                at: slots.at,
                form: slots.form,
                shape: shape as u32,
            }
        }
    }

    /// # Safety
    /// A validated packed node stands at `at`.
    #[inline(always)]
    pub unsafe fn packed(self, at: usize) -> Node {
        // SAFETY: a validated header is whole.
        unsafe {
            let [byte] = self.take(at);
            let width = layout::count_width(byte >> 4);
            let count = self.inner_uint(at + 1, width) as usize;
            if byte & MATRIX != 0 {
                return Node::Matrix { at, rows: count };
            }
            Node::Packed {
                element: Element::of(byte),
                at: at + 1 + width,
                count,
            }
        }
    }

    /// Reads the header of a matrix, before its rows.
    ///
    /// # Safety
    /// A validated matrix stands at `at`.
    #[inline(always)]
    pub unsafe fn matrix(self, at: usize) -> Matrix {
        // SAFETY: a validated header is whole.
        unsafe {
            let [byte] = self.take(at);
            let width = layout::count_width(byte >> 4);
            Matrix {
                element: Element::of(byte),
                at: at + 1 + 2 * width,
                cols: self.uint(at + 1 + width, width) as usize,
            }
        }
    }

    /// Reads one element of a packed node.
    ///
    /// # Safety
    /// `at` is an element of a validated packed node with elements of this kind.
    #[inline(always)]
    pub unsafe fn element(self, element: Element, at: usize) -> Node {
        // SAFETY: all elements of a validated packed node are there.
        unsafe {
            match element {
                Element::I8 => Node::Int(i8::from_le_bytes(self.take(at)).into()),
                Element::I16 => Node::Int(i16::from_le_bytes(self.take(at)).into()),
                Element::I32 => Node::Int(i32::from_le_bytes(self.take(at)).into()),
                Element::U32 => Node::Int(u32::from_le_bytes(self.take(at)).into()),
                Element::I64 => Node::Int(i64::from_le_bytes(self.take(at))),
                Element::U64 => {
                    let value = u64::from_le_bytes(self.take(at));
                    i64::try_from(value).map_or(Node::U64(value), Node::Int)
                }
                Element::F32 => Node::F32(f32::from_le_bytes(self.take(at))),
                Element::F64 => Node::F64(f64::from_le_bytes(self.take(at))),
            }
        }
    }

    /// Returns the integer that a packed element is, if it fits; without a branch on the width of
    /// signed elements.
    ///
    /// # Safety
    /// The site is that of a packed element.
    #[inline(always)]
    pub unsafe fn small_integer(self, site: Site) -> Option<i64> {
        const { assert!(TABLES_HEADER_LEN >= 8) };
        if !site.is_signed() {
            // SAFETY: the caller's contract.
            return unsafe { self.other_integer(site.element_kind(), site.place) };
        }
        // SAFETY: the element is in the tree, and at least 8 bytes of tables follow.
        let bits = u64::from_le_bytes(unsafe { self.take(site.place) });
        Some((bits << site.shift()) as i64 >> site.shift())
    }

    /// Returns the integer that a packed element of any type is, if it fits. Takes and returns
    /// registers, so that the caller's values stay in registers.
    ///
    /// # Safety
    /// A packed element of this kind stands at `at`.
    #[inline(never)]
    unsafe fn other_integer(self, element: Element, at: usize) -> Option<i64> {
        // SAFETY: the caller's contract.
        match unsafe { self.element(element, at) } {
            Node::Int(value) => Some(value),
            _ => None,
        }
    }

    /// # Safety
    /// A validated node of tag `OTHER` stands at `at`.
    #[inline(never)]
    unsafe fn other(self, at: usize) -> Node {
        // SAFETY: the node is validated: its bytes are all there and are of the kind that the
        // first byte names.
        unsafe {
            let [kind] = self.take(at);
            match kind {
                other::U64 => Node::U64(u64::from_le_bytes(self.take(at + 1))),
                other::F32 => Node::F32(f32::from_le_bytes(self.take(at + 1))),
                other::BIG => {
                    let (at, len) = self.length(at + 1);
                    Node::Big { at, len }
                }
                other::DECIMAL => {
                    let (at, len) = self.length(at + 1);
                    Node::Decimal { at, len }
                }
                other::BYTES => {
                    let (at, len) = self.length(at + 1);
                    Node::Bytes { at, len }
                }
                other::TIMESTAMP => Node::Timestamp { at },
                other::TAGGED | other::EXTENSION | other::SIMPLE => Node::Tagged { at },
                other::MAP => {
                    let (slots, count) = self.slots(at, 1);
                    Node::Map {
                        at: slots.at,
                        form: slots.form,
                        count,
                    }
                }
                _ => {
                    let (slots, count) = self.slots(at, 1);
                    Node::Pairs {
                        at: slots.at,
                        form: slots.form,
                        count,
                    }
                }
            }
        }
    }

    /// Returns the point in time of the node at `at`.
    ///
    /// # Safety
    /// A validated timestamp stands at `at`.
    pub unsafe fn timestamp(self, at: usize) -> Timestamp {
        // SAFETY: a validated timestamp is whole, and its nanoseconds are below 1e9.
        unsafe {
            let seconds = i64::from_le_bytes(self.take(at + 1));
            let nanos = u32::from_le_bytes(self.take(at + 9));
            Timestamp::new(seconds, nanos).unwrap_unchecked()
        }
    }

    /// Reads a tagged node. Returns its tag and its one slot.
    ///
    /// # Safety
    /// A validated tagged node stands at `at`.
    pub unsafe fn tagged(self, at: usize) -> (Tag, Slots) {
        // SAFETY: a validated tagged node is whole.
        unsafe {
            let [kind, codes] = self.take(at);
            let width = layout::count_width(codes >> 2);
            let head = 2 + width;
            let slots = Slots {
                at: at + head,
                form: Form::new(head, codes),
            };
            let number = self.inner_uint(at + 2, width);
            let tag = match kind {
                other::EXTENSION => Tag::Extension(number as i8),
                other::SIMPLE => Tag::Simple(number as u8),
                _ => Tag::Number(number),
            };
            (tag, slots)
        }
    }

    /// Returns where the tables of a buffer begin: right behind the tree.
    ///
    /// # Safety
    /// This is a buffer, not tables.
    #[inline(always)]
    pub unsafe fn tree_end(self) -> usize {
        // SAFETY: validated: the file header is whole.
        unsafe { self.uint(TREE_END_AT, 8) as usize }
    }

    /// Returns the tables of a buffer.
    ///
    /// # Safety
    /// This is a buffer, not tables.
    #[inline(always)]
    pub unsafe fn tables(self) -> Raw<'a> {
        // SAFETY: validated: the tree ends inside the buffer.
        unsafe {
            Raw {
                start: self.start.add(self.tree_end()),
                bytes: PhantomData,
            }
        }
    }
}
