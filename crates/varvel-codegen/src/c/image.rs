//! Where the builder keeps the fields of an open table.

use varvel_flatbuffers::layout::{
    Element, Field, Layout, Presence, Scalar, TableOrStruct, Type, Width,
};

/// The places of the fields of a struct, or of a table with all of its fields.
pub(super) struct Image {
    /// The offset of each field; 0 if a table has it no more.
    pub offsets: Vec<u32>,
    /// The fields of a table, by falling alignment, so that there are no gaps between them.
    pub slots: Vec<Slot>,
    pub size: u32,
    pub align: u32,
    /// The set of the first 64 fields that are required.
    pub required: u64,
}

pub(super) struct Slot {
    number: usize,
    offset: u32,
    size: u32,
    align: u32,
    is_ref: bool,
}

impl Slot {
    pub fn row(&self) -> String {
        let Self {
            number,
            offset,
            size,
            align,
            is_ref,
        } = self;
        format!("{{{offset}, {size}, {align}, {number}, {is_ref}}}")
    }
}

impl Image {
    /// Returns the image of an object.
    pub fn of(layout: &Layout<'_>, n: usize) -> Self {
        let fields = layout.fields(n);
        let mut image = Self {
            offsets: fields.iter().map(|field| field.offset).collect(),
            slots: Vec::new(),
            size: 4,
            align: 4,
            required: 0,
        };
        if let TableOrStruct::Struct { size, align } = layout.objects()[n].shape {
            (image.size, image.align) = (size, align.into());
            return image;
        }
        for (number, field) in fields.iter().enumerate() {
            image.offsets[number] = 0;
            if field.deprecated {
                continue;
            }
            let (size, align, is_ref) = inline(layout, field);
            image.slots.push(Slot {
                number,
                offset: 0,
                size,
                align,
                is_ref,
            });
            if field.presence == Presence::Required && number < 64 {
                image.required |= 1 << number;
            }
        }
        let order = |slot: &Slot| (u32::MAX - slot.align, !slot.is_ref, slot.number);
        image.slots.sort_unstable_by_key(order);
        for slot in &mut image.slots {
            slot.offset = image.size;
            image.offsets[slot.number] = image.size;
            image.size += slot.size;
            image.align = image.align.max(slot.align);
        }
        image
    }

    /// Returns the set of the first 64 fields.
    pub fn all(&self) -> u64 {
        let bits = self.slots.iter().filter(|slot| slot.number < 64);
        bits.fold(0, |all, slot| all | 1 << slot.number)
    }

    /// Returns the slots between which all offsets stand.
    pub fn refs(&self) -> (usize, usize) {
        let first = self.slots.iter().position(|slot| slot.is_ref);
        let last = self.slots.iter().rposition(|slot| slot.is_ref);
        (first.unwrap_or(0), last.map_or(0, |last| last + 1))
    }

    /// Returns the place of the image in an open table, and the size of the whole. The image stands
    /// behind 16 bytes, the set of fields, and 8 bytes for each field.
    pub fn frame(&self) -> (usize, usize) {
        if self.slots.is_empty() {
            return (24, 32);
        }
        let count = self.offsets.len();
        let image = 16 + 8 * count.div_ceil(64) + 8 * count;
        (image, image + (self.size as usize).next_multiple_of(8))
    }

    /// Returns the vtable of all fields, if there can be such a table and the set has them all.
    pub fn vtable(&self) -> Vec<u32> {
        if self.offsets.len() > 64 || self.size > u16::MAX.into() || self.slots.is_empty() {
            return Vec::new();
        }
        let last = self.slots.iter().map(|slot| slot.number).max().unwrap_or(0);
        let mut vtable = vec![6 + 2 * last as u32, self.size];
        vtable.extend(&self.offsets[..=last]);
        vtable
    }
}

/// Returns the size and the alignment of the place of a field, and whether it is an offset.
pub(super) fn inline(layout: &Layout<'_>, field: &Field) -> (u32, u32, bool) {
    let scalar = |of: Scalar| (of.size() as u32, of.size() as u32, false);
    match field.ty {
        Type::Array(of, length) => {
            let (size, align) = match of {
                Element::Scalar(of) => (of.size() as u32, of.size() as u32),
                Element::Struct(index) => match layout.objects()[index as usize].shape {
                    TableOrStruct::Struct { size, align } => (size, align.into()),
                    TableOrStruct::Table => (0, 1),
                },
                _ => (0, 1),
            };
            (size * u32::from(length), align, false)
        }
        Type::Scalar(of) => scalar(of),
        Type::Tag(index) => scalar(layout.unions()[index as usize].tag),
        Type::Struct(index) => match layout.objects()[index as usize].shape {
            TableOrStruct::Struct { size, align } => (size, align.into(), false),
            TableOrStruct::Table => (4, 4, true),
        },
        _ if field.width == Width::Narrow => (4, 4, true),
        _ => (8, 8, true),
    }
}
