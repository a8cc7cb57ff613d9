//! The places of a table's fields when the encoder writes it at once. They are known at compile
//! time.
//!
//! The fields come after the offset of the vtable, by decreasing alignment. Each size is a multiple
//! of its alignment, so that there are no gaps between fields if byte 4 of the table is aligned for
//! the first field.

use crate::layout::{Element, Field, Layout, Type};
use crate::schema::{At, Object, Of};

/// The most fields, as many as a word has bits. A table with more is laid out by its present
/// fields.
pub(crate) const MOST: usize = 64;

/// The constants of a table.
pub(crate) struct Plan<T>(core::marker::PhantomData<T>);

impl<T: Object> Plan<T> {
    /// The number of fields.
    pub const COUNT: usize = Of::<T>::FIELDS.len();

    /// Whether fields have fixed places.
    pub const FIXED: bool = Self::COUNT <= MOST && Self::SIZE <= u16::MAX as usize;

    /// The size of the table with all fields.
    pub const SIZE: usize = {
        let mut size = 4;
        let mut k = 0;
        while k < Self::COUNT {
            size += inline::<T>(k).0;
            k += 1;
        }
        size
    };

    /// The largest alignment of a field.
    pub const ALIGN: usize = {
        let mut align = 4;
        let mut k = 0;
        while k < Self::COUNT {
            if inline::<T>(k).1 > align {
                align = inline::<T>(k).1;
            }
            k += 1;
        }
        align
    };

    /// The most bytes that the vtable and the table take, without alignment of the table. A vtable
    /// begins at an even place.
    pub const ROOM: usize = Self::SLOTS + 1 + Self::SIZE;

    /// Whether the table can contain no other table.
    pub const IS_LEAF: bool = {
        let fields = Of::<T>::FIELDS;
        let mut leaf = true;
        let mut k = 0;
        while k < fields.len() {
            leaf = leaf
                && !matches!(
                    fields[k].ty,
                    Type::Table(_)
                        | Type::Union(_)
                        | Type::Vector(Element::Table(_) | Element::Union(_))
                );
            k += 1;
        }
        leaf
    };

    /// The vtable with all fields, in little-endian order.
    pub const VTABLE: &'static [[u8; 2]; 2 + MOST] = &{
        let mut vtable = [[0; 2]; 2 + MOST];
        let mut k = 0;
        while k < Self::COUNT && k < MOST {
            vtable[2 + k] = (offset::<T>(k) as u16).to_le_bytes();
            k += 1;
        }
        vtable[0] = (Layout::slot(Self::COUNT) as u16).to_le_bytes();
        vtable[1] = (Self::SIZE as u16).to_le_bytes();
        vtable
    };

    /// The size in bytes of the vtable with all fields.
    pub const SLOTS: usize = Layout::slot(Self::COUNT);

    /// Whether readers compare a vtable with the one of all fields. If it is short, the comparison
    /// costs less than looking up some of its slots.
    pub const KNOWN: bool = Self::FIXED && 0 < Self::COUNT && Self::COUNT <= 14;

    /// The set of all fields that are not deprecated.
    pub const ALL: u64 = {
        let mut all = 0;
        let mut k = 0;
        while k < Self::COUNT && k < MOST {
            if inline::<T>(k).0 != 0 {
                all |= 1 << k;
            }
            k += 1;
        }
        all
    };

    /// The size of each field in bytes.
    pub const SIZES: &'static [u16; MOST] = &{
        let mut sizes = [0; MOST];
        let mut k = 0;
        while k < Self::COUNT && k < MOST {
            sizes[k] = inline::<T>(k).0 as u16;
            k += 1;
        }
        sizes
    };
}

/// The first bytes of a buffer whose root has all of its fields and comes right after its vtable.
pub(crate) struct Opening<T, const SIZE_PREFIXED: bool>(core::marker::PhantomData<T>);

/// The most bytes of an opening, which is copied at once.
pub(crate) const OPENING: usize = 128;

impl<T: Object, const SIZE_PREFIXED: bool> Opening<T, SIZE_PREFIXED> {
    const IDENTIFIER: Option<[u8; 4]> = Of::<T>::IDENTIFIER;

    /// The position of the offset of the root, after the size of the buffer.
    const ROOT: usize = if SIZE_PREFIXED { 4 } else { 0 };

    pub const VTABLE_AT: usize = Self::ROOT + if Self::IDENTIFIER.is_some() { 8 } else { 4 };

    /// The position of the table: its byte 4 is at a multiple of the alignment.
    pub const TABLE_AT: usize =
        (Self::VTABLE_AT + Plan::<T>::SLOTS + 4).next_multiple_of(Plan::<T>::ALIGN) - 4;

    pub const LEN: usize = Self::TABLE_AT + Plan::<T>::SIZE;

    /// Whether buffers can begin in this way.
    pub const FITS: bool = Plan::<T>::FIXED && Self::LEN <= OPENING;

    /// The bytes of the opening. The size, the fields and the bytes after the opening are zero.
    pub const BYTES: &'static [u8; OPENING] = &{
        let mut bytes = [0; OPENING];
        put(&mut bytes, Self::ROOT, (Self::TABLE_AT - Self::ROOT) as u32);
        if let Some(identifier) = Self::IDENTIFIER {
            put(&mut bytes, Self::ROOT + 4, u32::from_le_bytes(identifier));
        }
        let vtable = Plan::<T>::VTABLE.as_flattened();
        let mut k = 0;
        while k < Plan::<T>::SLOTS {
            bytes[Self::VTABLE_AT + k] = vtable[k];
            k += 1;
        }
        put(
            &mut bytes,
            Self::TABLE_AT,
            (Self::TABLE_AT - Self::VTABLE_AT) as u32,
        );
        bytes
    };
}

const fn put(bytes: &mut [u8; OPENING], at: usize, word: u32) {
    let word = word.to_le_bytes();
    let mut k = 0;
    while k < word.len() {
        bytes[at + k] = word[k];
        k += 1;
    }
}

/// The constants of a field's slot.
pub(crate) struct Slot<T, const I: usize>(core::marker::PhantomData<T>);

impl<T: Object, const I: usize> Slot<T, I> {
    /// The offset of the field in a table with fixed places.
    pub const OFFSET: usize = {
        let _ = At::<T, I>::FIELD;
        offset::<T>(I)
    };
}

/// Returns the size and the alignment of a field. A deprecated field has no bytes.
pub(crate) const fn inline<T: Object>(index: usize) -> (usize, usize) {
    inline_of(&Of::<T>::LAYOUT, &Of::<T>::FIELDS[index])
}

/// Returns the size and the alignment of a field. A deprecated field has no bytes.
pub(crate) const fn inline_of(layout: &Layout<'_>, field: &Field) -> (usize, usize) {
    match field.deprecated {
        true => (0, 1),
        false => layout.inline(field.ty, field.width),
    }
}

pub(crate) const fn offset<T: Object>(index: usize) -> usize {
    let (size, align) = inline::<T>(index);
    if size == 0 {
        return 0;
    }
    let mut offset = 4;
    let mut k = 0;
    while k < Plan::<T>::COUNT {
        let (other, other_align) = inline::<T>(k);
        if other_align > align || (other_align == align && k < index) {
            offset += other;
        }
        k += 1;
    }
    offset
}
