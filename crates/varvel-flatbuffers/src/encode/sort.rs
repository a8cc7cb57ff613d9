//! Sorts vectors of tables by their keys, as lookups need it. Tables of equal keys keep their
//! order.

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::{Error, Result};

use super::output::Output;
use crate::compare;
use crate::layout::{Field, Layout, Type};

/// Sorts the vector of tables at `vector`.
pub(super) fn tables(out: &mut Output, layout: &Layout<'_>, object: u32, vector: usize) -> Result {
    let Some((number, field)) = compare::key(*layout, object) else {
        return Ok(());
    };
    let count = word(out.bytes(), vector);
    let first = vector + 4;
    let table = |bytes: &[u8], index: usize| {
        let at = first + 4 * index;
        at + word(bytes, at)
    };
    let bytes = out.bytes();
    let order = |a: usize, b: usize| compare(layout, bytes, (number, field), a, b);
    if (1..count).all(|index| order(table(bytes, index - 1), table(bytes, index)).is_le()) {
        return Ok(());
    }
    let mut sorted: Vec<usize> = Vec::new();
    sorted
        .try_reserve_exact(count)
        .map_err(|_| Error::out_of_memory())?;
    sorted.extend((0..count).map(|index| table(bytes, index)));
    sorted.sort_by(|a, b| order(*a, *b));
    let bytes = out.bytes_mut();
    for (index, table) in sorted.into_iter().enumerate() {
        let at = first + 4 * index;
        if let Some(place) = bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&((table - at) as u32).to_le_bytes());
        }
    }
    Ok(())
}

/// Compares the tables at two positions.
fn compare(
    layout: &Layout<'_>,
    bytes: &[u8],
    (number, field): (usize, &Field),
    a: usize,
    b: usize,
) -> Ordering {
    let key = |table| field_of(bytes, table, number);
    match field.ty {
        Type::String => {
            let text = |table| key(table).map(|at| string_at(bytes, at + word(bytes, at)));
            text(a).cmp(&text(b))
        }
        _ => {
            let from = |table| key(table).and_then(|at| bytes.get(at..));
            compare::of_tables(*layout, field, from(a), from(b))
        }
    }
}

/// Returns the position of a field of the table at `table`.
fn field_of(bytes: &[u8], table: usize, field: usize) -> Option<usize> {
    let short = |at: usize| {
        Some(usize::from(u16::from_le_bytes(
            *bytes.get(at..)?.first_chunk()?,
        )))
    };
    // A vtable comes before its table.
    let vtable = table.checked_sub(word(bytes, table))?;
    let slot = Layout::slot(field);
    match slot + 2 > short(vtable)? {
        true => None,
        false => Some(short(vtable + slot)?)
            .filter(|offset| *offset != 0)
            .map(|offset| table + offset),
    }
}

/// Returns four bytes as a number, or 0 behind the end.
fn word(bytes: &[u8], at: usize) -> usize {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk());
    u32::from_le_bytes(found.copied().unwrap_or_default()) as usize
}

/// Returns the text of the string at `at`.
fn string_at(bytes: &[u8], at: usize) -> &[u8] {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.split_first_chunk() {
        Some((len, text)) => {
            let len = u32::from_le_bytes(*len) as usize;
            text.get(..len).unwrap_or_default()
        }
        None => &[],
    }
}
