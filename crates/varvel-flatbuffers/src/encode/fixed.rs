//! Tables whose fields have fixed places, whether the fields are present or not.

use core::marker::PhantomData;

use varvel_core::Result;

use super::head::{HEAD, head};
use super::output::Output;
use super::presence::{Mask, Present};
use super::write::{Places, Write};
use super::{EncodeTable, Encoder, Identifier, compact};
use crate::layout::Layout;
use crate::schema::Object;
use crate::table_layout::{OPENING, Opening, Plan, Slot};

/// A table is compacted if its absent fields would leave more than one of `SPARSE` bytes empty.
const SPARSE: usize = 4;

/// A table whose bytes are reserved at this position.
struct Fixed(usize);

// SAFETY: `begin` and an `Opening` write `Plan::SIZE` bytes from the position on, and a `Slot` has
// its field within these.
unsafe impl<T: Object> Places<T> for Fixed {
    #[inline(always)]
    fn place<const I: usize>(&self, _: &Output) -> Option<usize> {
        Some(self.0 + const { Slot::<T, I>::OFFSET })
    }

    #[inline(always)]
    fn tag<const I: usize>(&self, _: &Output) -> Option<usize> {
        Some(self.0 + const { crate::table_layout::offset::<T>(I - 1) })
    }
}

/// Writes the root, and the bytes before it. Returns its position, and whether its offset is
/// written.
#[inline]
pub(super) fn root<E: EncodeTable, const SIZE_PREFIXED: bool>(
    encoder: &mut Encoder,
    value: &E,
) -> Result<(usize, bool)> {
    let mask = mask(value)?;
    // One reservation covers the root and the bytes before it.
    encoder
        .out
        .reserve(const { HEAD + OPENING + Plan::<E::Table>::ROOM })?;
    // An opening contains the identifier of the schema.
    let opens = const { Opening::<E::Table, SIZE_PREFIXED>::FITS }
        && encoder.identifier == Identifier::Schema;
    let at = match is_sparse::<E::Table>(mask) {
        // SAFETY: there is room for `OPENING` bytes, and nothing is written yet.
        false if opens => unsafe { open::<E::Table, SIZE_PREFIXED>(encoder, mask) },
        sparse => {
            // SAFETY: there is room for it.
            unsafe { head::<E::Table>(encoder, SIZE_PREFIXED) };
            if sparse {
                return Ok((compact::table(encoder, value)?, false));
            }
            // SAFETY: there is room for the vtable and the table.
            unsafe { anew::<E::Table>(encoder, mask) }
        }
    };
    fill(encoder, value, at)?;
    Ok((at, opens))
}

/// Writes the table. Returns its position.
#[inline]
pub(super) fn table<E: EncodeTable>(encoder: &mut Encoder, value: &E) -> Result<usize> {
    let mask = mask(value)?;
    let at = match encoder.vtables.find(E::Table::OBJECT as u32, mask) {
        Some(vtable) => {
            encoder.out.reserve(const { Plan::<E::Table>::SIZE })?;
            // SAFETY: there is room for it.
            unsafe { begin::<E::Table>(encoder, vtable) }
        }
        None if is_sparse::<E::Table>(mask) => return compact::table(encoder, value),
        None => {
            encoder.out.reserve(const { Plan::<E::Table>::ROOM })?;
            // SAFETY: there is room for the vtable and the table.
            unsafe { anew::<E::Table>(encoder, mask) }
        }
    };
    fill(encoder, value, at)?;
    Ok(at)
}

/// Returns the set of present fields.
#[inline(always)]
fn mask<E: EncodeTable>(value: &E) -> Result<u64> {
    let mut present = Present::<E::Table, Mask> {
        note: Mask(0),
        of: PhantomData,
    };
    value.fields(&mut present)?;
    Ok(present.note.0)
}

/// Writes the first bytes of a buffer whose root has these fields. The fields are zero. Returns the
/// position of the root.
///
/// # Safety
/// Nothing is written yet, and there is room for `OPENING` bytes.
#[inline(always)]
unsafe fn open<T: Object, const SIZE_PREFIXED: bool>(encoder: &mut Encoder, mask: u64) -> usize {
    let bytes = Opening::<T, SIZE_PREFIXED>::BYTES;
    let vtable = const { Opening::<T, SIZE_PREFIXED>::VTABLE_AT };
    // SAFETY: the caller's contract. The caller has checked `FITS`, so that there are no more than
    // `OPENING` bytes. The slots of all fields are among them.
    unsafe {
        let len = const { Opening::<T, SIZE_PREFIXED>::LEN };
        encoder.out.open(bytes, len);
        clear_slots(encoder, vtable, Plan::<T>::ALL & !mask);
    }
    if const { !Plan::<T>::IS_LEAF } {
        encoder.vtables.insert(T::OBJECT as u32, mask, vtable);
    }
    const { Opening::<T, SIZE_PREFIXED>::TABLE_AT }
}

/// Writes a vtable, and the bytes of a table with these fields, as zeros. Returns the position of
/// the table.
///
/// # Safety
/// There is room for `Plan::ROOM` bytes.
#[inline]
unsafe fn anew<T: Object>(encoder: &mut Encoder, mask: u64) -> usize {
    // SAFETY: the caller's contract.
    let vtable = unsafe {
        match mask == Plan::<T>::ALL {
            // A constant is copied without a check of its length.
            true => new_vtable::<T>(encoder, Plan::<T>::ALL),
            false => new_vtable::<T>(encoder, mask),
        }
    };
    encoder.vtables.insert(T::OBJECT as u32, mask, vtable);
    // SAFETY: `ROOM` includes the table.
    unsafe { begin::<T>(encoder, vtable) }
}

/// Writes the bytes of a table: zeros, and the offset of its vtable. Returns its position.
///
/// # Safety
/// There is room for `Plan::SIZE` bytes.
#[inline(always)]
unsafe fn begin<T: Object>(encoder: &mut Encoder, vtable: usize) -> usize {
    let (size, align) = const { (Plan::<T>::SIZE, Plan::<T>::ALIGN) };
    // SAFETY: the caller's contract, and a layout's alignments are powers of two up to 256; then
    // its bytes are there, and the first four are the offset of its vtable.
    unsafe {
        let at = encoder.out.zeros(4, align, size);
        encoder.out.put(at, (at - vtable) as i32);
        at
    }
}

/// Writes the fields of the table whose bytes are reserved at `at`.
#[inline(always)]
fn fill<E: EncodeTable>(encoder: &mut Encoder, value: &E, at: usize) -> Result {
    value.fields(&mut Write::<E::Table, _> {
        encoder,
        places: Fixed(at),
        of: PhantomData,
    })
}

/// Returns whether too much of the table would be empty.
#[inline]
fn is_sparse<T: Object>(mask: u64) -> bool {
    if mask == Plan::<T>::ALL {
        return false;
    }
    let sizes = const { Plan::<T>::SIZES };
    let empty: usize = (0..Plan::<T>::COUNT)
        .filter(|field| mask >> field & 1 == 0)
        .map(|field| usize::from(sizes[field]))
        .sum();
    empty * SPARSE > Plan::<T>::SIZE
}

/// Writes a vtable for these fields.
///
/// # Safety
/// There is room for `Plan::ROOM` bytes.
#[inline]
unsafe fn new_vtable<T: Object>(encoder: &mut Encoder, mask: u64) -> usize {
    let template = const { Plan::<T>::VTABLE };
    let count = (u64::BITS - mask.leading_zeros()) as usize;
    let len = Layout::slot(count);
    // SAFETY: the caller's contract; then all slots of the vtable are there.
    unsafe {
        let at = encoder.out.zeros(0, 2, len);
        encoder.out.copy(at, &template.as_flattened()[..len]);
        encoder.out.put(at, len as u16);
        clear_slots(encoder, at, !mask & !u64::MAX.unbounded_shl(count as u32));
        at
    }
}

/// Marks these fields as absent.
///
/// # Safety
/// A vtable with their slots is there.
#[inline(always)]
unsafe fn clear_slots(encoder: &mut Encoder, vtable: usize, mut absent: u64) {
    while absent != 0 {
        let field = absent.trailing_zeros() as usize;
        absent &= absent - 1;
        // SAFETY: the caller's contract.
        unsafe { encoder.out.put(vtable + Layout::slot(field), 0_u16) };
    }
}
