//! Tables whose fields stand in the same places whether they are there or not.

use core::marker::PhantomData;

use varvel_core::Result;

use super::output::Output;
use super::presence::{Mask, Present};
use super::write::{Places, Write};
use super::{EncodeTable, Encoder, compact};
use crate::layout::Layout;
use crate::plan::{Plan, Slot};
use crate::schema::Object;

/// A table is laid out anew when the fields that are absent would leave more than one byte in so many empty.
const SPARSE: usize = 4;

/// A table that has been begun at this position.
struct Fixed(usize);

// SAFETY: `table` writes `Plan::SIZE` bytes from the position on, and a `Slot` has its field inside of these.
unsafe impl<T: Object> Places<T> for Fixed {
    #[inline(always)]
    fn place<const I: usize>(&self, _: &Output) -> Option<usize> {
        Some(self.0 + const { Slot::<T, I>::OFFSET })
    }

    #[inline(always)]
    fn tag<const I: usize>(&self, _: &Output) -> Option<usize> {
        Some(self.0 + const { crate::plan::offset::<T>(I - 1) })
    }
}

/// Writes the table; its position. The root comes first: no vtable is there yet, and `Plan::ROOM` is reserved.
#[inline]
pub(super) fn table<E: EncodeTable, const ROOT: bool>(
    encoder: &mut Encoder,
    value: &E,
) -> Result<usize> {
    let mut present = Present::<E::Table, Mask> {
        mark: Mask(0),
        of: PhantomData,
    };
    value.fields(&mut present)?;
    let mask = present.mark.0;
    let object = E::Table::OBJECT as u32;
    let (size, align) = const { (Plan::<E::Table>::SIZE, Plan::<E::Table>::ALIGN) };
    let known = match ROOT {
        true => None,
        false => encoder.vtables.find(object, mask),
    };
    let vtable = match known {
        Some(vtable) => {
            encoder.out.reserve(size)?;
            vtable
        }
        None if mask != Plan::<E::Table>::ALL && is_sparse::<E::Table>(mask) => {
            return compact::table(encoder, value);
        }
        None => {
            if !ROOT {
                encoder.out.reserve(const { Plan::<E::Table>::ROOM })?;
            }
            let vtable = match mask == Plan::<E::Table>::ALL {
                // A constant is copied without a look at its length.
                // SAFETY: `ROOM` is reserved, here or before the root.
                true => unsafe { new_vtable::<E::Table>(encoder, Plan::<E::Table>::ALL) },
                // SAFETY: as before.
                false => unsafe { new_vtable::<E::Table>(encoder, mask) },
            };
            if !ROOT || const { !Plan::<E::Table>::IS_LEAF } {
                encoder.vtables.insert(object, mask, vtable);
            }
            vtable
        }
    };
    // SAFETY: there is room for the table, and a layout's alignments are powers of two up to 256; then its bytes are
    // there, and the first four are the offset of its vtable.
    let at = unsafe {
        let at = encoder.out.zeros(4, align, size);
        encoder.out.put(at, (at - vtable) as i32);
        at
    };
    value.fields(&mut Write::<E::Table, _> {
        encoder,
        places: Fixed(at),
        of: PhantomData,
    })?;
    Ok(at)
}

/// Whether too much of the table would be empty.
#[inline]
fn is_sparse<T: Object>(mask: u64) -> bool {
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
        let mut absent = !mask & !u64::MAX.unbounded_shl(count as u32);
        while absent != 0 {
            let field = absent.trailing_zeros() as usize;
            absent &= absent - 1;
            encoder.out.put(at + Layout::slot(field), 0_u16);
        }
        at
    }
}
