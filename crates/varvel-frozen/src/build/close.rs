//! Containers that close: entries become slots of the width that fits.

use varvel_core::Result;

use super::{Builder, Mode, SPARE, literal_entry, no_memory, out_of_order, reference};
use crate::layout::{self, literal, other, tag};

impl Builder {
    #[inline(always)]
    pub(super) fn close_object(&mut self) -> Result {
        let n = self.entries.top() - self.frames.current().start;
        let node = self.frames.current().node;
        if n != self.shapes.depth(node) {
            return Err(out_of_order());
        }
        if self.shapes.doubled(node) {
            return self.close_doubled();
        }
        if n == 0 {
            self.pop()?;
            return self.push(literal_entry(literal::EMPTY_OBJECT));
        }
        let shape = self.shapes.shape(node)?;
        let at = self.slots(&[], shape)?;
        self.pop()?;
        self.push(reference(tag::OBJECT, at))
    }

    #[inline(never)]
    pub(super) fn close_array(&mut self) -> Result {
        match self.frames.current().mode {
            Mode::Values => self.close_values(),
            Mode::Ints | Mode::Floats => self.close_numbers(),
            Mode::Empty => {
                self.pop()?;
                self.push(literal_entry(literal::EMPTY_ARRAY))
            }
            Mode::Rows => self.close_rows(),
            _ => Err(out_of_order()),
        }
    }

    #[inline(always)]
    pub(super) fn close_values(&mut self) -> Result {
        let n = self.entries.top() - self.frames.current().start;
        let at = self.slots(&[], n)?;
        self.pop()?;
        self.push(reference(tag::ARRAY, at))
    }

    /// A tagged node is complete with the node that it tags; one around it may be complete then.
    #[cold]
    #[inline(never)]
    pub(super) fn close_tagged(&mut self) -> Result {
        let kind = match self.frames.current().mode {
            Mode::TagNumber => other::TAGGED,
            _ => other::EXTENSION,
        };
        let value = self.entries[self.frames.current().start];
        let at = self.out.len();
        let code = layout::slot_code(at - self.frames.current().tile);
        self.out.put([kind, code]).map_err(no_memory)?;
        self.out.put(value.to_le_bytes()).map_err(no_memory)?;
        // The tag's own entry is no slot.
        self.frames.current_mut().start += 1;
        self.narrow(at, code)?;
        self.frames.current_mut().start -= 1;
        self.pop()?;
        self.push(reference(tag::OTHER, at))
    }

    /// Writes the header and the slots of the current container: the bytes `kind`, one byte of
    /// widths, `number` (a count or a shape). Returns where it is.
    #[inline(always)]
    pub(super) fn slots(&mut self, kind: &[u8], number: usize) -> Result<usize> {
        let at = self.out.len();
        if let Some(&kind) = kind.first() {
            self.out.put([kind]).map_err(no_memory)?;
        }
        let slots = layout::slot_code(at - self.frames.current().tile);
        if number <= 0xFF {
            self.out.put([slots, number as u8]).map_err(no_memory)?;
        } else {
            let counts = layout::count_code(number);
            self.out.put([slots | counts << 2]).map_err(no_memory)?;
            self.out
                .put_part((number as u64).to_le_bytes(), layout::count_width(counts))
                .map_err(no_memory)?;
        }
        self.narrow(at, slots)?;
        Ok(at)
    }

    /// Writes the entries of the current container as slots; references count from `base`.
    #[inline(always)]
    fn narrow(&mut self, base: usize, code: u8) -> Result {
        if code == 0 {
            return self.narrow_to::<2>(base);
        }
        self.narrow_wide(base, code)
    }

    #[inline(never)]
    fn narrow_wide(&mut self, base: usize, code: u8) -> Result {
        match code {
            1 => self.narrow_to::<4>(base),
            _ => self.narrow_to::<8>(base),
        }
    }

    #[inline(always)]
    fn narrow_to<const W: usize>(&mut self, base: usize) -> Result {
        let entries = self.entries.padded(self.frames.current().start);
        let n = entries.len() - SPARE;
        let base = (base as u64) << 4;
        let write = |to: *mut u8| {
            let mut i = 0;
            loop {
                let mut block = [[0_u8; W]; SPARE];
                for (j, slot) in block.iter_mut().enumerate() {
                    // SAFETY: i < n or i = n = 0, and SPARE entries follow on `top` (`padded`).
                    let entry = unsafe { *entries.as_ptr().add(i + j) };
                    // All ones for a reference, whose payload is a negated position.
                    let reference = (entry >> 3 & 1).wrapping_neg();
                    let bytes = entry.wrapping_add(base & reference).to_le_bytes();
                    let mut w = 0;
                    while w < W {
                        slot[w] = bytes[w];
                        w += 1;
                    }
                }
                // SAFETY: `fill` below gives room for W * (n + SPARE) bytes, and i < n or i = 0;
                // a byte array needs no alignment.
                unsafe {
                    to.add(i * W)
                        .cast::<[[u8; W]; SPARE]>()
                        .write_unaligned(block);
                }
                i += SPARE;
                if i >= n {
                    break;
                }
            }
            n * W
        };
        // SAFETY: `write` writes only, at most W * (n + SPARE) bytes in all, and answers n * W,
        // all of which it wrote.
        unsafe { self.out.fill(W * (n + SPARE), write) }.map_err(no_memory)
    }
}
