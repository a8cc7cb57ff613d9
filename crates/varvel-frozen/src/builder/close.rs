//! Closes containers: turns their entries into slots of the narrowest width that fits.

use varvel_core::Result;

use super::{Builder, Mode, SPARE, literal_entry, no_memory, out_of_order, reference};
use crate::layout::{self, literal, other, tag};

impl Builder {
    #[inline(always)]
    pub(super) fn close_object(&mut self) -> Result {
        let frame = self.frames.current();
        let node = frame.node;
        let n = self.entries.top().wrapping_sub(frame.start);
        if n != self.shapes.members(node) as usize {
            return self.close_oddly(n);
        }
        let shape = self.shapes.shape(node)?;
        let at = self.slots(&[], shape, n)?;
        self.deliver(reference(tag::OBJECT, at))
    }

    /// Closes an object that is empty or has a duplicate key.
    #[inline(never)]
    fn close_oddly(&mut self, n: usize) -> Result {
        let node = self.frames.current().node;
        if n != self.shapes.depth(node) {
            return Err(out_of_order());
        }
        if n != 0 {
            return self.close_doubled();
        }
        self.deliver(literal_entry(literal::EMPTY_OBJECT))
    }

    #[inline(never)]
    pub(super) fn close_array(&mut self) -> Result {
        match self.frames.current().mode {
            Mode::Values => self.close_values(),
            Mode::Ints | Mode::Floats | Mode::Singles => self.close_numbers(),
            Mode::Empty => self.deliver(literal_entry(literal::EMPTY_ARRAY)),
            Mode::Rows => self.close_rows(),
            _ => Err(out_of_order()),
        }
    }

    #[inline(always)]
    pub(super) fn close_values(&mut self) -> Result {
        let n = self.entries.top() - self.frames.current().start;
        let at = self.slots(&[], n, n)?;
        self.deliver(reference(tag::ARRAY, at))
    }

    /// Closes a tagged node after the node that it tags, and the tags around it that are complete
    /// then. There may be any number of these.
    #[cold]
    #[inline(never)]
    pub(super) fn close_tags(&mut self) -> Result {
        loop {
            let kind = match self.frames.current().mode {
                Mode::TagNumber => other::TAGGED,
                Mode::TagExtension => other::EXTENSION,
                _ => other::SIMPLE,
            };
            // The tag's number gets no slot of its own: the tagged node takes its entry's place.
            let start = self.frames.current().start;
            let (value, node) = (self.entries[start], self.entries[start + 1]);
            self.entries.replace(start, node);
            let at = self.out.len();
            let code = layout::slot_code(at - self.frames.current().content);
            self.slots_wide(&[kind], value, 1, code)?;
            let start = self.leave()?;
            self.entries.truncate(start);
            let entry = reference(tag::OTHER, at);
            if !self.frames.current().mode.is_tag() {
                return self.push(entry);
            }
            self.entries.push(entry)?;
        }
    }

    /// Writes the header and the slots of the current container, whose slots are its last `n`
    /// entries. The header is the bytes `kind`, one byte of widths, and `number` (a count or a
    /// shape). Returns the position of the header.
    #[inline(always)]
    pub(super) fn slots(&mut self, kind: &[u8], number: usize, n: usize) -> Result<usize> {
        let at = self.out.len();
        let distance = at - self.frames.current().content;
        if kind.is_empty() && number <= 0xFF && layout::is_short(distance) {
            self.narrow_to::<2, 2>(at, [0, number as u8], n)?;
        } else {
            self.slots_wide(kind, number as u64, n, layout::slot_code(distance))?;
        }
        Ok(at)
    }

    #[inline(never)]
    fn slots_wide(&mut self, kind: &[u8], number: u64, n: usize, code: u8) -> Result {
        let at = self.out.len();
        self.out.extend(kind).map_err(no_memory)?;
        let counts = layout::count_code(number);
        self.out.put([code | counts << 2]).map_err(no_memory)?;
        self.out
            .put_part(number.to_le_bytes(), layout::count_width(counts))
            .map_err(no_memory)?;
        self.narrow(at, code, n)
    }

    /// Writes the last `n` entries as slots of the width `code`; references count from `base`.
    fn narrow(&mut self, base: usize, code: u8, n: usize) -> Result {
        match code {
            0 => self.narrow_to::<2, 0>(base, [], n),
            1 => self.narrow_to::<4, 0>(base, [], n),
            _ => self.narrow_to::<8, 0>(base, [], n),
        }
    }

    /// Writes the last `n` entries as slots of `W` bytes, behind the bytes `head`.
    #[inline(always)]
    fn narrow_to<const W: usize, const H: usize>(
        &mut self,
        base: usize,
        head: [u8; H],
        n: usize,
    ) -> Result {
        let Some(entries) = self.entries.last(n) else {
            return Err(out_of_order());
        };
        let base = (base as u64) << 4;
        let write = |to: *mut u8| {
            // SAFETY: `fill` below gives room for H bytes and for W * (n + SPARE) bytes behind
            // them.
            let to = unsafe {
                to.cast::<[u8; H]>().write_unaligned(head);
                to.add(H)
            };
            let mut i = 0;
            loop {
                let mut block = [[0_u8; W]; SPARE];
                for (j, slot) in block.iter_mut().enumerate() {
                    // SAFETY: i < n or i = n = 0, and `last` returns SPARE entries behind the last
                    // one.
                    let entry = unsafe { *entries.as_ptr().add(i + j) };
                    // All ones if the entry is a reference: its payload is a negated position.
                    let reference = (entry >> 3 & 1).wrapping_neg();
                    let bytes = entry.wrapping_add(base & reference).to_le_bytes();
                    let mut w = 0;
                    while w < W {
                        slot[w] = bytes[w];
                        w += 1;
                    }
                }
                // SAFETY: there is room for W * (n + SPARE) bytes, and i < n or i = 0. A byte array
                // needs no alignment.
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
            H + n * W
        };
        // SAFETY: `write` only writes, at most H + W * (n + SPARE) bytes, and returns H + n * W,
        // all of which it wrote.
        unsafe { self.out.fill(H + W * (n + SPARE), write) }.map_err(no_memory)
    }
}
