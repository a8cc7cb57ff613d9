//! Tables that are laid out by their present fields: those with few present fields, and those with
//! many fields.

use core::marker::PhantomData;

use varvel_core::{Error, Result};

use super::output::Output;
use super::presence::{NoteField, Present};
use super::write::{Places, Write};
use super::{EncodeTable, Encoder};
use crate::layout::Layout;
use crate::schema::{Object, Of};
use crate::table_layout::inline_of;

/// Marks the present fields in a vtable.
struct VtableSlots<'a> {
    out: &'a mut Output,
    vtable: usize,
    count: usize,
}

impl NoteField for VtableSlots<'_> {
    #[inline]
    fn note(&mut self, field: usize) {
        if field < self.count {
            // SAFETY: `table` has written `count` slots there.
            unsafe { self.out.put(self.vtable + Layout::slot(field), 1_u16) }
        }
    }
}

/// A table whose bytes are reserved, and its vtable.
struct Compact {
    at: usize,
    vtable: usize,
    count: usize,
}

impl Compact {
    #[inline(always)]
    fn offset(&self, out: &Output, field: usize) -> Option<usize> {
        if field >= self.count {
            return None;
        }
        match out.u16(self.vtable + Layout::slot(field)) {
            0 => None,
            offset => Some(self.at + usize::from(offset)),
        }
    }
}

// SAFETY: `lay_out` has given each present field a place within the size that `table` has written
// from `at` on. A written vtable does not change.
unsafe impl<T> Places<T> for Compact {
    #[inline(always)]
    fn place<const I: usize>(&self, out: &Output) -> Option<usize> {
        self.offset(out, I)
    }

    #[inline(always)]
    fn tag<const I: usize>(&self, out: &Output) -> Option<usize> {
        self.offset(out, I - 1)
    }
}

/// Writes the table. Returns its position.
pub(super) fn table<E: EncodeTable>(encoder: &mut Encoder, value: &E) -> Result<usize> {
    let layout = const { &Of::<E::Table>::LAYOUT };
    let fields = const { Of::<E::Table>::FIELDS }.len();
    encoder.out.reserve(Layout::slot(fields))?;
    // SAFETY: there is room for the vtable.
    let vtable = unsafe { encoder.out.zeros(0, 2, Layout::slot(fields)) };
    let mut present = Present::<E::Table, _> {
        note: VtableSlots {
            out: &mut encoder.out,
            vtable,
            count: fields,
        },
        of: PhantomData,
    };
    value.fields(&mut present)?;
    let (count, size, align) = lay_out(&mut encoder.out, layout, E::Table::OBJECT, vtable)?;
    let vtable = share(encoder, E::Table::OBJECT as u32, vtable);
    encoder.out.reserve(size)?;
    // SAFETY: there is room for the table, and a layout's alignments are powers of two up to 256;
    // then its bytes are there, and the first four are the offset of its vtable.
    let at = unsafe {
        let at = encoder.out.zeros(4, align, size);
        encoder.out.put(at, (at - vtable) as i32);
        at
    };
    let places = Compact { at, vtable, count };
    value.fields(&mut Write::<E::Table, _> {
        encoder,
        places,
        of: PhantomData,
    })?;
    Ok(at)
}

/// Gives each present field its place, by decreasing alignment, and cuts the vtable after the last
/// of them. The vtable must be the last part that was written. Returns the number of fields in the
/// vtable, and the size and alignment of the table.
#[inline(never)]
fn lay_out(
    out: &mut Output,
    layout: &Layout<'_>,
    object: usize,
    vtable: usize,
) -> Result<(usize, usize, usize)> {
    let fields = layout.fields(object);
    let (mut aligns, mut count) = (4, 0);
    for (index, field) in fields.iter().enumerate() {
        if out.u16(vtable + Layout::slot(index)) != 0 {
            aligns |= inline_of(layout, field).1;
            count = index + 1;
        }
    }
    let largest = 1 << aligns.ilog2();
    let mut size = 4;
    while aligns != 0 {
        let this = 1 << aligns.ilog2();
        aligns ^= this;
        for (index, field) in fields[..count].iter().enumerate() {
            let slot = vtable + Layout::slot(index);
            let (bytes, align) = inline_of(layout, field);
            if align != this || out.u16(slot) == 0 {
                continue;
            }
            let offset = u16::try_from(size).map_err(|_| too_large())?;
            // SAFETY: the vtable has this slot.
            unsafe { out.put(slot, offset) };
            size += bytes;
        }
    }
    let len = Layout::slot(count);
    let whole = u16::try_from(size).map_err(|_| too_large())?;
    // SAFETY: the vtable has at least its two sizes.
    unsafe {
        out.put(vtable, len as u16);
        out.put(vtable + 2, whole);
    }
    out.truncate(vtable + len);
    Ok((count, size, largest))
}

/// Removes this vtable, which must be the last part that was written, if there is an equal one.
/// Returns the position of the one that remains.
fn share(encoder: &mut Encoder, object: u32, vtable: usize) -> usize {
    // This bit separates these vtables from those of tables with fixed places.
    let object = object | 1 << 31;
    let bytes = &encoder.out.bytes()[vtable..];
    // FNV-1a of 64 bits, by Fowler, Noll and Vo.
    let hash = bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    });
    if let Some(before) = encoder.vtables.find(object, hash)
        && encoder.out.bytes().get(before..before + bytes.len()) == Some(bytes)
    {
        encoder.out.truncate(vtable);
        return before;
    }
    encoder.vtables.insert(object, hash, vtable);
    vtable
}

#[cold]
fn too_large() -> Error {
    Error::too_large(u16::MAX.into())
        .with_hint("a table ends at 64 KiB; larger structs go into a vector")
}
