//! Arrays of numbers: an array of numbers is packed when it closes, and an array of packed rows of
//! one length and class becomes a matrix when it closes.

use varvel_core::{Error, Result};
use varvel_raw::buffer::Buffer;

use super::pairs::moved;
use super::{Builder, Frame, Full, Mode, literal_entry, no_memory, position, reference, single};
use crate::layout::{self, ALIGN_FROM, Element, MATRIX, SMALL_INT, literal, tag};

/// The most bytes of the zeros before a matrix and of its header: a byte, and two counts.
const MATRIX_HEAD: usize = 7 + 1 + 2 * 8;

/// Returns whether rows of two elements may make a matrix together: rows of integers do, or rows of
/// floats of the same width.
fn is_alike(a: Element, b: Element) -> bool {
    let is_float = |element| matches!(element, Element::F32 | Element::F64);
    a == b || !is_float(a) && !is_float(b)
}

/// Returns whether an integer fits in its slot.
#[inline(always)]
fn is_small(value: i64) -> bool {
    (-SMALL_INT..SMALL_INT).contains(&value)
}

impl Builder {
    /// Turns the numbers of the current array into ordinary entries, because a value follows that
    /// is neither a number of their kind nor a row. Returns `entry`, the entry of that value: its
    /// bytes were written already, and they move behind the nodes of the numbers.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_numbers(&mut self, entry: u64) -> Result<u64> {
        let Frame {
            start,
            content,
            mode,
            ..
        } = *self.frames.current();
        if !mode.is_numbers() {
            self.frames.current_mut().mode = Mode::Values;
            return Ok(entry);
        }
        self.scratch.clear();
        let written = &self.out.as_slice()[content..];
        self.scratch
            .try_reserve(written.len())
            .map_err(|_| Error::out_of_memory())?;
        // Room for all nodes is reserved before anything changes, so that an error leaves the
        // numbers as they are.
        let wide = |&&entry: &&u64| mode != Mode::Ints || !is_small(entry as i64);
        let nodes = self.entries[start..].iter().filter(wide).count();
        self.out.reserve(8 * nodes).map_err(no_memory)?;
        self.frames.current_mut().mode = Mode::Values;
        self.scratch
            .extend_from_slice(&self.out.as_slice()[content..]);
        self.out.truncate(content);
        for i in start..self.entries.top() {
            let number = self.entries[i];
            self.entries[i] = match mode {
                Mode::Ints => self.int_entry(number as i64)?,
                Mode::Singles => {
                    let at = self.out.len();
                    self.out.put(single(number as u32)).map_err(no_memory)?;
                    reference(tag::OTHER, at)
                }
                _ => {
                    let at = self.out.len();
                    self.out.put(number.to_le_bytes()).map_err(no_memory)?;
                    reference(tag::F64, at)
                }
            };
        }
        let delta = self.out.len() - content;
        self.out.extend(&self.scratch).map_err(no_memory)?;
        Ok(moved(entry, delta))
    }

    /// Writes an integer, unless it fits in its slot. Returns its entry.
    #[inline(always)]
    pub(super) fn int_entry(&mut self, value: i64) -> Result<u64> {
        if is_small(value) {
            return Ok((value << 4) as u64 | u64::from(tag::INT));
        }
        let at = self.out.len();
        if let Ok(value) = i32::try_from(value) {
            self.out.put(value.to_le_bytes()).map_err(no_memory)?;
            return Ok(reference(tag::I32, at));
        }
        self.out.put(value.to_le_bytes()).map_err(no_memory)?;
        Ok(reference(tag::I64, at))
    }

    /// Closes an array of numbers as a packed node.
    #[inline(always)]
    pub(super) fn close_numbers(&mut self) -> Result {
        let Frame { start, mode, .. } = *self.frames.current();
        let n = self.entries.top() - start;
        let element = match mode {
            Mode::Floats => Element::F64,
            Mode::Singles => Element::F32,
            _ => {
                let values = &self.entries[start..];
                let fold = |folded, &entry: &u64| folded | entry ^ (entry as i64 >> 63) as u64;
                let negative = || values.iter().any(|&entry| (entry as i64) < 0);
                Element::for_folded(values.iter().fold(0, fold), negative)
            }
        };
        let at = self.packed_header(element, n)?;
        let out = &mut self.out;
        pack(out, element, &self.entries[start..], |&entry| entry)?;
        let start = self.leave()?;
        self.entries.truncate(start);
        self.push_row(reference(tag::PACKED, at), element, n)
    }

    /// Adds an array of integers that comes as a whole.
    #[inline(always)]
    pub(super) fn packed_ints(&mut self, values: &[i64]) -> Result {
        let folded = values.iter().fold(0, |folded, v| folded | (v ^ v >> 63));
        let negative = || values.iter().any(|&v| v < 0);
        let element = Element::for_folded(folded as u64, negative);
        self.packed(element, values, |&v| v as u64)
    }

    /// Adds an array of floats that comes as a whole.
    #[inline(always)]
    pub(super) fn packed_floats(&mut self, values: &[f64]) -> Result {
        self.packed(Element::F64, values, |v| v.to_bits())
    }

    #[inline(always)]
    fn packed<T>(&mut self, element: Element, values: &[T], bits: impl Fn(&T) -> u64) -> Result {
        if self.frames.at_limit() {
            return Err(self.cannot_open(&Full::Limit));
        }
        if values.is_empty() {
            return self.push(literal_entry(literal::EMPTY_ARRAY));
        }
        self.count_nodes(values.len())?;
        if self.frames.current().mode.is_numbers() {
            self.leave_numbers(0)?;
        }
        let at = self.packed_header(element, values.len())?;
        pack(&mut self.out, element, values, bits)?;
        self.push_row(reference(tag::PACKED, at), element, values.len())
    }

    /// Writes the header of a packed node, and zeros before it if its elements are to be aligned.
    /// Returns the position of the header.
    #[inline(always)]
    fn packed_header(&mut self, element: Element, n: usize) -> Result<usize> {
        let code = layout::count_code(n as u64);
        let width = layout::count_width(code);
        self.align(element, n, 1 + width)?;
        let at = self.out.len();
        self.out
            .put([element as u8 | code << 4])
            .map_err(no_memory)?;
        self.out
            .put_part((n as u64).to_le_bytes(), width)
            .map_err(no_memory)?;
        Ok(at)
    }

    /// Writes the zeros before a packed node of `n` elements, which begin `head` bytes behind its
    /// own beginning.
    #[inline(always)]
    fn align(&mut self, element: Element, n: usize, head: usize) -> Result {
        if n < ALIGN_FROM {
            return Ok(());
        }
        let elements = self.out.len() + head;
        let padding = elements.wrapping_neg() & (element.width() - 1);
        self.out.put_part([0; 8], padding).map_err(no_memory)
    }

    /// Pushes a packed node. An array around it notes whether its rows are still alike.
    #[inline(always)]
    fn push_row(&mut self, entry: u64, element: Element, cols: usize) -> Result {
        let frame = self.frames.current_mut();
        match frame.mode {
            Mode::Rows if frame.cols as usize == cols && is_alike(frame.element, element) => {
                if frame.element != element {
                    frame.element = frame.element.join(element);
                }
                self.entries.push(entry)
            }
            Mode::Empty if cols <= u32::MAX as usize => {
                frame.mode = Mode::Rows;
                frame.cols = cols as u32;
                frame.element = element;
                self.entries.push(entry)
            }
            _ => self.push(entry),
        }
    }

    /// Closes an array of like rows as a matrix: removes the headers of the rows.
    #[inline(never)]
    pub(super) fn close_rows(&mut self) -> Result {
        let Frame {
            start,
            content,
            cols,
            element,
            ..
        } = *self.frames.current();
        let cols = cols as usize;
        let rows = self.entries.top() - start;
        let width = element.width();
        self.scratch.clear();
        let bytes = rows * cols * width;
        // All that may fail comes before the rows are removed, so that this may be called again
        // after an error.
        if rows > self.nodes_left {
            return Err(Error::too_many_nodes(self.limits.nodes));
        }
        self.scratch
            .try_reserve(bytes)
            .map_err(|_| Error::out_of_memory())?;
        let end = content + bytes + MATRIX_HEAD;
        let more = end.saturating_sub(self.out.len());
        self.out.reserve(more).map_err(no_memory)?;
        let head = 1 + layout::count_width(layout::count_code(cols as u64));
        for i in start..self.entries.top() {
            let at = position(self.entries[i]);
            let node = &self.out.as_slice()[at..];
            let own = Element::of(node[0]);
            let data = &node[head..head + cols * own.width()];
            if own == Element::F64 {
                // One element at a time, because rows are short.
                for item in data.as_chunks::<8>().0 {
                    self.scratch.extend_from_slice(item);
                }
            } else if own == element {
                self.scratch.extend_from_slice(data);
            } else {
                for item in data.chunks_exact(own.width()) {
                    let value = widen(item, own).to_le_bytes();
                    self.scratch.extend_from_slice(&value[..width]);
                }
            }
        }
        self.out.truncate(content);
        let code = layout::count_code(rows.max(cols) as u64);
        let count = layout::count_width(code);
        self.align(element, rows * cols, 1 + 2 * count)?;
        let at = self.out.len();
        self.out
            .put([element as u8 | MATRIX | code << 4])
            .map_err(no_memory)?;
        for number in [rows, cols] {
            self.out
                .put_part((number as u64).to_le_bytes(), count)
                .map_err(no_memory)?;
        }
        self.out.extend(&self.scratch).map_err(no_memory)?;
        self.deliver(reference(tag::PACKED, at))
    }

    /// Adds several numbers to the current array in a row.
    #[inline(always)]
    pub(super) fn number_run<T: Copy>(
        &mut self,
        mode: Mode,
        values: &[T],
        bits: impl Fn(&T) -> u64,
        one: impl Fn(&mut Self, T) -> Result,
    ) -> Result {
        if self.frames.current().mode == Mode::Empty && !values.is_empty() {
            self.frames.current_mut().mode = mode;
        }
        if self.frames.current().mode != mode {
            return values.iter().try_for_each(|&value| one(self, value));
        }
        self.entries.extend(values.iter().map(bits))
    }
}

/// Appends numbers as elements of the given type.
#[inline(always)]
fn pack<T>(out: &mut Buffer, element: Element, values: &[T], bits: impl Fn(&T) -> u64) -> Result {
    match element.width() {
        1 => pack_to::<1, T>(out, values, bits),
        2 => pack_to::<2, T>(out, values, bits),
        4 => pack_to::<4, T>(out, values, bits),
        _ => pack_to::<8, T>(out, values, bits),
    }
}

#[inline(always)]
fn pack_to<const W: usize, T>(out: &mut Buffer, values: &[T], bits: impl Fn(&T) -> u64) -> Result {
    let write = |to: *mut u8| {
        for (i, value) in values.iter().enumerate() {
            let bytes = bits(value).to_le_bytes();
            // SAFETY: `fill` below gives room for W bytes a value, and W <= 8.
            unsafe { to.add(i * W).copy_from_nonoverlapping(bytes.as_ptr(), W) };
        }
        values.len() * W
    };
    // SAFETY: `write` only writes, W bytes a value, and returns how many bytes it wrote.
    unsafe { out.fill(values.len() * W, write) }.map_err(no_memory)
}

/// Returns the integer in the bytes of an element of a type from I8 to I64, or U32.
fn widen(bytes: &[u8], element: Element) -> i64 {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let value = i64::from_le_bytes(wide);
    match element {
        Element::U32 => value,
        _ => {
            let unused = 64 - 8 * bytes.len() as u32;
            value << unused >> unused
        }
    }
}
