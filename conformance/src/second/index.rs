//! The hash of a key, and the index of many keys.

use std::collections::HashSet;

use super::bytes::Bytes;
use super::{Fault, Read};

/// Returns the hash of a key.
pub fn hash(key: &[u8]) -> u64 {
    let word = |bytes: &[u8]| {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    let n = key.len();
    let head = word(&key[..n.min(7)]) << 8 | n as u64 & 0xFF;
    let last = if n < 8 { 0 } else { word(&key[n - 8..]) };
    let middle = match n < 16 {
        true => 0,
        false => word(&key[n / 2 - 4..][..8]),
    };
    let first = head ^ middle.wrapping_mul(0x3C6E_F372_FE94_F82B);
    let product =
        u128::from(first ^ 0x6A09_E667_F3BC_C909) * u128::from(last ^ 0xBB67_AE85_84CA_A73B);
    product as u64 ^ (product >> 64) as u64
}

/// Returns the fingerprint of a key.
pub fn fingerprint(key: &str) -> u8 {
    (hash(key.as_bytes()) >> 56) as u8
}

/// Returns the bytes of the number of a key among `count` keys.
pub fn number_width(count: usize) -> usize {
    match count {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

/// Returns the bucket of a hash, whose displacement counts.
pub fn bucket(hash: u64, k: u32) -> usize {
    (hash >> (64 - (k - 3))) as usize
}

/// Returns the place in the table of a hash that is displaced.
pub fn place(hash: u64, displacement: u8, k: u32) -> usize {
    let factor = 2 * u64::from(displacement) + 1;
    (hash.rotate_left(32).wrapping_mul(factor) >> (64 - k)) as usize
}

/// Checks the index of `keys` that begins at `at`. Returns the place after it.
///
/// # Errors
/// If it does not find each key.
pub fn check(bytes: Bytes<'_>, at: usize, keys: &[&str]) -> Read<usize> {
    let width = number_width(keys.len());
    match u32::from(bytes.byte(at)?) {
        0 => in_order(bytes, at + 1, width, keys),
        k @ 4..=32 => hashed(bytes, at + 1, width, k, keys),
        _ => Err("k of an index is 0, or from 4 to 32"),
    }
}

/// Checks the numbers of keys in the order of their texts.
fn in_order(bytes: Bytes<'_>, at: usize, width: usize, keys: &[&str]) -> Read<usize> {
    const ORDER: Fault = "an index with k zero has all keys in the order of their texts";
    let mut seen = HashSet::new();
    let mut last: Option<&str> = None;
    for i in 0..keys.len() {
        let number = bytes.number(at + i * width, width)? as usize;
        let key = *keys.get(number).ok_or(ORDER)?;
        if !seen.insert(number) || last.is_some_and(|last| last.as_bytes() >= key.as_bytes()) {
            return Err(ORDER);
        }
        last = Some(key);
    }
    Ok(at + keys.len() * width)
}

/// Checks displacements and the table.
fn hashed(bytes: Bytes<'_>, at: usize, width: usize, k: u32, keys: &[&str]) -> Read<usize> {
    let displacements = bytes.range(at, 1 << (k - 3))?;
    let table = at + displacements.len();
    let end = table + bytes.range(table, (1 << k) * width as u64)?.len();
    let number = |place: usize| bytes.number(table + place * width, width);
    for place in 0..1_usize << k {
        if number(place)? as usize >= keys.len() {
            return Err("an index has numbers of keys");
        }
    }
    for (i, key) in keys.iter().enumerate() {
        let hash = hash(key.as_bytes());
        let displacement = displacements[bucket(hash, k)];
        if number(place(hash, displacement, k))? as usize != i {
            return Err("an index finds every key");
        }
    }
    Ok(end)
}
