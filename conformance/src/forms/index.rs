//! Indexes of many keys, as any writer may make them.

use std::cmp::Reverse;

use super::append::number;
use crate::documents::Draw;
use crate::second::index::{bucket, hash, number_width, place};

/// The largest `k` that is tried. It is enough for some hundred keys.
const LARGEST: u32 = 12;

/// Returns an index of keys: in their order, or a perfect hash with any displacements that work,
/// and any numbers where no key is found.
pub fn make(keys: &[&str], in_order: bool, draw: &mut Draw) -> Vec<u8> {
    let hashes: Vec<u64> = keys.iter().map(|key| hash(key.as_bytes())).collect();
    let least = 4 + draw.below(3) as u32;
    let found = match in_order {
        true => None,
        false => (least..=LARGEST).find_map(|k| perfect(&hashes, k, draw)),
    };
    found.unwrap_or_else(|| ordered(keys))
}

fn ordered(keys: &[&str]) -> Vec<u8> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|key| keys[*key].as_bytes());
    let mut index = vec![0];
    for key in order {
        number(&mut index, key as u64, number_width(keys.len()));
    }
    index
}

/// Returns a perfect hash with 2^`k` places, if one is found.
fn perfect(hashes: &[u64], k: u32, draw: &mut Draw) -> Option<Vec<u8>> {
    let mut buckets = vec![vec![]; 1 << (k - 3)];
    for (key, hash) in hashes.iter().enumerate() {
        buckets[bucket(*hash, k)].push(key);
    }
    let mut order: Vec<usize> = (0..buckets.len()).collect();
    order.sort_by_key(|bucket| Reverse(buckets[*bucket].len()));
    let mut displacements = vec![0; buckets.len()];
    let mut table = vec![None; 1 << k];
    let first = draw.word() as u8;
    for bucket in order {
        let keys = &buckets[bucket];
        let mut tries = (0..=u8::MAX).map(|i| first.wrapping_add(i));
        displacements[bucket] = tries.find(|displacement| {
            let place = |key: &usize| place(hashes[*key], *displacement, k);
            let mut places: Vec<usize> = keys.iter().map(place).collect();
            places.sort_unstable();
            places.dedup();
            places.len() == keys.len() && places.iter().all(|place| table[*place].is_none())
        })?;
        for key in keys {
            table[place(hashes[*key], displacements[bucket], k)] = Some(*key);
        }
    }
    let mut index = vec![k as u8];
    index.extend(displacements);
    for key in table {
        let key = key.unwrap_or_else(|| draw.below(hashes.len()));
        number(&mut index, key as u64, number_width(hashes.len()));
    }
    Some(index)
}
