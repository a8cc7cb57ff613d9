//! Packed numbers, and matrices.

use super::Read;
use super::bytes::{Bytes, signed};
use super::value::Value;

/// Padding comes only before so many elements or more.
const PADDED: u64 = 8;

/// Returns the width of an element.
pub fn width(element: u8) -> usize {
    [1, 2, 4, 8, 8, 4, 8, 4][usize::from(element)]
}

/// Reads the packed node at `at`, with what padding it has from `start` on. `bytes` end at the base
/// of the slot that refers to it. Returns its value, and the place after it.
///
/// # Errors
/// If it breaks a rule.
pub fn read(bytes: Bytes<'_>, at: usize, start: usize) -> Read<(Value<'_>, usize)> {
    let head = bytes.byte(at)?;
    if head >> 6 != 0 {
        return Err("bits 6 and 7 of a packed node are zero");
    }
    let (element, is_matrix) = (head & 7, head & 8 != 0);
    let (count_width, width) = (1 << (head >> 4), width(element));
    let mut at = at + 1;
    let mut counts = Vec::new();
    for _ in 0..1 + usize::from(is_matrix) {
        counts.push(bytes.number(at, count_width)?);
        at += count_width;
    }
    if counts.contains(&0) {
        return Err("counts, rows and columns are not zero");
    }
    let all = counts
        .iter()
        .try_fold(width as u64, |all, count| all.checked_mul(*count));
    let all = all.ok_or("the elements lie before the base")?;
    let content = bytes.range(at, all)?;
    padding(
        bytes,
        start,
        at - 1 - counts.len() * count_width,
        all,
        width,
    )?;

    let mut numbers = content.chunks_exact(width);
    let columns = counts[counts.len() - 1];
    let mut row = || {
        let row = numbers.by_ref().take(columns as usize);
        Value::Array(row.map(|number| read_element(number, element)).collect())
    };
    let value = match is_matrix {
        true => Value::Array((0..counts[0]).map(|_| row()).collect()),
        false => row(),
    };
    Ok((value, at + content.len()))
}

/// Checks the bytes between the end of the node before, `start`, and the packed node at `at`.
fn padding(bytes: Bytes<'_>, start: usize, at: usize, all: u64, width: usize) -> Read<()> {
    let padding = bytes.range(start, (at - start) as u64)?;
    if padding.is_empty() {
        return Ok(());
    }
    if all / (width as u64) < PADDED || padding.len() >= width {
        return Err("padding is before 8 elements or more, and shorter than one");
    }
    match padding.iter().all(|byte| *byte == 0) {
        true => Ok(()),
        false => Err("padding is zero"),
    }
}

/// Returns the value of an element.
fn read_element(bytes: &[u8], element: u8) -> Value<'static> {
    let number = bytes.iter().rev();
    let number = number.fold(0, |number, byte| number << 8 | u64::from(*byte));
    match element {
        0..=3 => Value::Integer(signed(number, 8 * bytes.len() as u32)),
        5 => Value::float(f32::from_bits(number as u32).into()),
        6 => Value::float(f64::from_bits(number)),
        _ => Value::Integer(number.into()),
    }
}
