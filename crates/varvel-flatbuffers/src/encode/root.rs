//! Writes whole buffers: the bytes before the root, the root, and what it refers to.

use varvel_core::Result;

use super::head::{HEAD, head};
use super::{EncodeStruct, EncodeTable, Encoder, VisitRoot, compact, fixed, structure};
use crate::schema::Of;
use crate::table_layout::Plan;

/// The least alignment of a buffer: that of its first offset.
const LEAST_ALIGN: usize = 4;

/// Writes a buffer, with its size before it if `SIZE_PREFIXED`. Nothing has been written yet.
pub(super) struct Write<'a, const SIZE_PREFIXED: bool>(pub &'a mut Encoder);

impl<const SIZE_PREFIXED: bool> Write<'_, SIZE_PREFIXED> {
    /// The position of the offset of the root.
    const FIRST: usize = if SIZE_PREFIXED { 4 } else { 0 };
}

impl<const SIZE_PREFIXED: bool> VisitRoot for Write<'_, SIZE_PREFIXED> {
    #[inline]
    fn table<E: EncodeTable>(&mut self, root: &E) -> Result {
        const { Of::<E::Table>::TABLE };
        let encoder = &mut *self.0;
        let (at, pointed) = match const { Plan::<E::Table>::FIXED } {
            true => fixed::root::<E, SIZE_PREFIXED>(encoder, root)?,
            false => {
                encoder.out.reserve(HEAD)?;
                // SAFETY: there is room for it.
                unsafe { head::<E::Table>(encoder, SIZE_PREFIXED) };
                (compact::table(encoder, root)?, false)
            }
        };
        encoder.strings.finish(&mut encoder.out)?;
        match pointed && !SIZE_PREFIXED {
            true => Ok(()),
            false => encoder.out.finish(Self::FIRST, at, SIZE_PREFIXED),
        }
    }

    #[inline]
    fn structure<E: EncodeStruct>(&mut self, root: &E) -> Result {
        let (size, align) = const { Of::<E::Struct>::STRUCT };
        let encoder = &mut *self.0;
        encoder.out.reserve(HEAD + size)?;
        // SAFETY: there is room for the head and the struct, and a layout's alignments are powers
        // of two up to 256; then its bytes are there, and are zero.
        let at = unsafe {
            head::<E::Struct>(encoder, SIZE_PREFIXED);
            // The end is aligned, as that of a buffer which is built from back to front: so the
            // bytes are the same, whatever builds them. A struct is a multiple of its alignment.
            let at = encoder.out.zeros(size, align.max(LEAST_ALIGN), size);
            structure(&mut encoder.out, at, root)?;
            at
        };
        encoder.out.finish(Self::FIRST, at, SIZE_PREFIXED)
    }
}
