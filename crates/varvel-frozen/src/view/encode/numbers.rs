//! Gives the numbers of packed arrays: short arrays as a whole, long ones in blocks.
//!
//! These are functions and not methods of `Drive`: a value that is lent to a call that is not
//! inlined leaves its registers.

use varvel_core::{Result, Sink};

use crate::layout::Element;
use crate::view::unchecked::Raw;

/// The number of numbers that the sink gets at a time.
const BLOCK: usize = 64;

/// The most numbers of a short array.
const FEW: usize = 8;

/// Gives a packed array.
#[inline(never)]
pub fn packed<'a, S: Sink<'a>>(
    raw: Raw<'a>,
    sink: &mut S,
    element: Element,
    at: usize,
    count: usize,
) -> Result {
    // SAFETY: validated: all elements of a packed array are there.
    let bytes = unsafe { raw.slice(at, count * element.width()) };
    match element {
        Element::I8 => return integers(sink, bytes, |b| i8::from_le_bytes(b).into()),
        Element::I16 => return integers(sink, bytes, |b| i16::from_le_bytes(b).into()),
        Element::I32 => return integers(sink, bytes, |b| i32::from_le_bytes(b).into()),
        Element::U32 => return integers(sink, bytes, |b| u32::from_le_bytes(b).into()),
        Element::I64 => return integers(sink, bytes, i64::from_le_bytes),
        Element::F64 if count <= FEW => return few_floats(sink, bytes),
        _ => {}
    }
    sink.begin_array(Some(count))?;
    match element {
        Element::F64 => blocks(bytes, f64::from_le_bytes, |block| sink.f64s(block))?,
        Element::U64 => blocks(bytes, u64::from_le_bytes, |block| {
            block
                .iter()
                .try_for_each(|&value| match i64::try_from(value) {
                    Ok(value) => sink.i64(value),
                    Err(_) => sink.u64(value),
                })
        })?,
        _ => blocks(bytes, f32::from_le_bytes, |block| {
            block.iter().try_for_each(|&value| sink.f32(value))
        })?,
    }
    sink.end_array()
}

#[inline(always)]
fn integers<'a, S: Sink<'a>, const N: usize>(
    sink: &mut S,
    bytes: &[u8],
    read: impl Fn([u8; N]) -> i64,
) -> Result {
    let count = bytes.len() / N;
    if count <= FEW {
        return few(bytes, read, |numbers| sink.i64_array(numbers));
    }
    sink.begin_array(Some(count))?;
    blocks(bytes, read, |block| sink.i64s(block))?;
    sink.end_array()
}

/// Gives a whole array of at most `FEW` floats.
#[inline(always)]
fn few_floats<'a, S: Sink<'a>>(sink: &mut S, bytes: &[u8]) -> Result {
    few(bytes, f64::from_le_bytes, |numbers| sink.f64_array(numbers))
}

/// Gives a matrix.
#[inline(never)]
pub fn matrix<'a, S: Sink<'a>>(raw: Raw<'a>, sink: &mut S, at: usize, rows: usize) -> Result {
    // SAFETY: validated: a matrix stands at `at`.
    let matrix = unsafe { raw.matrix(at) };
    sink.begin_array(Some(rows))?;
    let bytes = matrix.cols * matrix.element.width();
    if matrix.element == Element::F64 && matrix.cols <= FEW {
        // Points are the most common matrix, and have a loop of their own.
        for row in 0..rows {
            // SAFETY: validated: all elements of all rows are there.
            let row = unsafe { raw.slice(matrix.at + row * bytes, bytes) };
            few_floats(sink, row)?;
        }
    } else {
        for row in 0..rows {
            packed(
                raw,
                sink,
                matrix.element,
                matrix.at + row * bytes,
                matrix.cols,
            )?;
        }
    }
    sink.end_array()
}
/// Gives the numbers in `bytes`, at most `FEW`, to `give` all at once.
#[inline(always)]
fn few<const N: usize, T: Copy + Default>(
    bytes: &[u8],
    read: impl Fn([u8; N]) -> T,
    mut give: impl FnMut(&[T]) -> Result,
) -> Result {
    let (numbers, _) = bytes.as_chunks::<N>();
    // Points stay in registers: a copy of variable length would be two calls.
    match *numbers {
        [a, b] => return give(&[read(a), read(b)]),
        [a, b, c] => return give(&[read(a), read(b), read(c)]),
        _ => {}
    }
    let mut block = [T::default(); FEW];
    for (to, &from) in block.iter_mut().zip(numbers) {
        *to = read(from);
    }
    give(&block[..numbers.len().min(FEW)])
}

/// Gives the numbers in `bytes` to `give`, a block at a time.
#[inline(always)]
fn blocks<const N: usize, T: Copy + Default>(
    bytes: &[u8],
    read: impl Fn([u8; N]) -> T,
    mut give: impl FnMut(&[T]) -> Result,
) -> Result {
    let (numbers, _) = bytes.as_chunks::<N>();
    let mut block = [T::default(); BLOCK];
    for some in numbers.chunks(BLOCK) {
        for (to, &from) in block.iter_mut().zip(some) {
            *to = read(from);
        }
        give(&block[..some.len()])?;
    }
    Ok(())
}
