//! The tables of keys and shapes.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use varvel_core::Result;

use super::{invalid, no_memory};
use crate::extent;
use crate::layout::{self, TABLES_HEADER_LEN};
use crate::view::tables::Tables;

/// Up to this many keys are compared with each other; more go through a hash table.
const COMPARED: usize = 16;

/// Checks the tables; how many keys each shape has.
pub fn validate(bytes: &[u8], at: usize) -> Result<Vec<u32>> {
    let counts = [0, 4, 8, 12].map(|i| extent::count(bytes, at + i, 4).unwrap_or(0));
    let [keys, shapes, ids, text_len] = counts;
    let wide = |n: usize| n as u64;
    // Each product is below 2^34, so the sum does not overflow.
    let size = wide(keys) * wide(layout::table_width(text_len + 1))
        + wide(shapes) * wide(layout::table_width(ids + 1))
        + wide(ids) * wide(layout::table_width(keys))
        + wide(text_len);
    if size != wide(bytes.len() - at - TABLES_HEADER_LEN) {
        return Err(invalid(at, "tables that fill the buffer to its end"));
    }
    let tables = Tables::locate(at, counts);
    let names = key_names(bytes, &tables, keys, text_len)?;
    unique_names(&names, &tables)?;
    let members = shape_members(bytes, &tables, shapes, ids)?;
    shape_keys(bytes, &tables, &members, keys)?;
    Ok(members)
}

/// An entry of the tables; they are whole, so that zero stands for nothing.
#[inline(always)]
fn entry(bytes: &[u8], at: usize, width: usize) -> usize {
    let bytes = bytes.get(at..).unwrap_or_default();
    match (width, bytes) {
        (1, &[a, ..]) => a.into(),
        (2, &[a, b, ..]) => u16::from_le_bytes([a, b]).into(),
        (4, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]) as usize,
        _ => 0,
    }
}

/// The text of each key.
fn key_names<'a>(
    bytes: &'a [u8],
    tables: &Tables,
    keys: usize,
    text_len: usize,
) -> Result<Vec<&'a str>> {
    let at = tables.text_at();
    let all = bytes
        .get(at..at + text_len)
        .and_then(|text| core::str::from_utf8(text).ok())
        .ok_or_else(|| invalid(at, "keys in UTF-8"))?;
    let mut names = Vec::new();
    names.try_reserve_exact(keys).map_err(no_memory)?;
    let mut start = 0;
    for key in 0..keys {
        let (place, width) = tables.key_end_at(key);
        let end = entry(bytes, place, width);
        let name = all.get(start..end);
        names.push(name.ok_or_else(|| invalid(place, "the end of a key behind the one before"))?);
        start = end;
    }
    if start != text_len {
        return Err(invalid(at, "keys that make up all of the text"));
    }
    Ok(names)
}

fn unique_names(names: &[&str], tables: &Tables) -> Result {
    match repeated(names.len(), |i| names[i])? {
        Some(key) => Err(invalid(
            tables.key_end_at(key).0,
            "a key that is not there twice",
        )),
        None => Ok(()),
    }
}

/// The first of `n` texts that one before it is equal to.
pub fn repeated<'a>(n: usize, text: impl Fn(usize) -> &'a str) -> Result<Option<usize>> {
    if n <= COMPARED {
        return Ok((1..n).find(|&i| (0..i).any(|j| text(i) == text(j))));
    }
    let hasher = RandomState::default();
    let hash = |&i: &usize| hasher.hash_one(text(i));
    let mut seen: HashTable<usize> = HashTable::new();
    seen.try_reserve(n, hash).map_err(no_memory)?;
    for i in 0..n {
        match seen.entry(hash(&i), |&j| text(i) == text(j), hash) {
            Entry::Occupied(_) => return Ok(Some(i)),
            Entry::Vacant(place) => place.insert(i),
        };
    }
    Ok(None)
}

fn shape_members(bytes: &[u8], tables: &Tables, shapes: usize, ids: usize) -> Result<Vec<u32>> {
    let mut members = Vec::new();
    members.try_reserve_exact(shapes).map_err(no_memory)?;
    let mut start = 0;
    for shape in 0..shapes {
        let (place, width) = tables.shape_end_at(shape);
        let end = entry(bytes, place, width);
        if end <= start || end > ids {
            return Err(invalid(place, "the end of a shape behind the one before"));
        }
        members.push((end - start) as u32);
        start = end;
    }
    if start != ids {
        return Err(invalid(
            tables.id_at(start),
            "shapes that make up all key numbers",
        ));
    }
    Ok(members)
}

/// Checks that the keys of each shape exist and differ.
fn shape_keys(bytes: &[u8], tables: &Tables, members: &[u32], keys: usize) -> Result {
    // The last shape, counted from one, that has each key.
    let mut last: Vec<u32> = Vec::new();
    last.try_reserve_exact(keys).map_err(no_memory)?;
    last.resize(keys, 0);
    let mut place = tables.id_at(0);
    for (shape, &count) in (1..).zip(members) {
        for _ in 0..count {
            match last.get_mut(entry(bytes, place, tables.id_width())) {
                Some(last) if *last != shape => *last = shape,
                Some(_) => return Err(invalid(place, "a key that the shape has not yet")),
                None => return Err(invalid(place, "the number of a key")),
            }
            place += tables.id_width();
        }
    }
    Ok(())
}
