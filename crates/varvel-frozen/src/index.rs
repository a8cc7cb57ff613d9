//! The index of many keys: finds the place of a key by its hash.
//!
//! The highest bits of its hash put each key into a bucket of some four keys. For every bucket the
//! builder searches a byte, its *displacement*, which sends the keys of the bucket to places of a
//! table that no other key has. Each place holds the number of its key. So a look-up reads one
//! displacement and one place, and compares one key. This is Pagh's "Hash and Displace" (WADS
//! 1999), with the largest buckets first as in Belazzougui, Botelho and Dietzfelbinger, "Hash,
//! displace, and compress" (ESA 2009).
//!
//! No displacement exists for keys that hash alike, or that were chosen to fall into one bucket.
//! Then the index lists all keys in the order of their text instead, and a look-up is a binary
//! search.
//!
//! ```text
//! byte 0           k: the table has 2^k places; 0: there is none
//! k > 0            2^(k-3) displacements, then 2^k numbers of keys
//! k = 0            the numbers of the keys in the order of their text
//! ```
//! Numbers are 1, 2 or 4 bytes wide, depending on how many keys there are.

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::{Error, Result};

use crate::key::hash_of;
use crate::layout;
use crate::view::unchecked::Raw;

/// Up to this many keys are found by their fingerprints, without an index.
pub const SCANNED: usize = 16;

/// The most keys of a bucket: more are no accident.
const MAX_BUCKET: usize = 32;

/// There are 2^`BUCKET_BITS` places for each bucket.
const BUCKET_BITS: u32 = 3;

/// Returns the width of a key's number in bytes.
fn width(count: usize) -> usize {
    layout::table_width(count)
}

/// Returns the bucket of a hash.
#[inline(always)]
fn bucket(hash: u64, k: u32) -> usize {
    (hash >> (64 - (k - BUCKET_BITS))) as usize
}

/// Returns the place of a hash under the displacement of its bucket: the highest bits of a product.
/// The factors are the hash with its halves swapped and an odd number made from the displacement.
/// The bits that the keys of a bucket have in common do not reach the result.
#[inline(always)]
fn place(hash: u64, displacement: u8, k: u32) -> usize {
    let odd = 2 * u64::from(displacement) + 1;
    (hash.rotate_left(32).wrapping_mul(odd) >> (64 - k)) as usize
}

/// Returns the length in bytes of an index of `count` keys whose first byte is `k`.
fn len(k: u8, count: usize) -> Option<usize> {
    let width = width(count);
    match k {
        0 => count.checked_mul(width)?.checked_add(1),
        4..=32 => {
            let places = 1_usize.checked_shl(k.into())?;
            (places >> BUCKET_BITS)
                .checked_add(places.checked_mul(width)?)?
                .checked_add(1)
        }
        _ => None,
    }
}

/// Returns the length in bytes of the index at `at`.
pub fn end(bytes: &[u8], at: usize, count: usize) -> Option<usize> {
    len(*bytes.get(at)?, count)
}

/// Builds the index of the keys with these hashes. `compare` orders the texts of two keys, given by
/// number.
///
/// Costs time linear in the number of keys, unless they have to be sorted.
pub fn build(hashes: &[u64], compare: impl Fn(u32, u32) -> Ordering) -> Result<Vec<u8>> {
    let count = layout::number(hashes.len())? as usize;
    let no_memory = |_| Error::out_of_memory();
    let mut index = Vec::new();
    // The table is at most three quarters full.
    let k = (count + count / 3 + 1).next_power_of_two().ilog2().max(4);
    if k <= 32 {
        for k in k..=k + 1 {
            if let Some(bytes) = len(k as u8, count) {
                index.clear();
                index.try_reserve_exact(bytes).map_err(no_memory)?;
                index.resize(bytes, 0);
                index[0] = k as u8;
                if displace(hashes, k, &mut index[1..])? {
                    return Ok(index);
                }
            }
        }
    }
    let mut order: Vec<u32> = Vec::new();
    order.try_reserve_exact(count).map_err(no_memory)?;
    order.extend(0..count as u32);
    order.sort_unstable_by(|&a, &b| compare(a, b));
    index.clear();
    index
        .try_reserve_exact(1 + count * width(count))
        .map_err(no_memory)?;
    index.push(0);
    for number in order {
        index.extend_from_slice(&number.to_le_bytes()[..width(count)]);
    }
    Ok(index)
}

/// Searches the displacements, and fills in displacements and places. Returns `false` if no
/// displacement fits some bucket.
fn displace(hashes: &[u64], k: u32, index: &mut [u8]) -> Result<bool> {
    let no_memory = |_| Error::out_of_memory();
    let buckets = 1 << (k - BUCKET_BITS);
    let width = width(hashes.len());
    // A counting sort of the keys by bucket: where each bucket's keys begin.
    let mut starts: Vec<u32> = Vec::new();
    starts.try_reserve_exact(buckets + 1).map_err(no_memory)?;
    starts.resize(buckets + 1, 0);
    for &hash in hashes {
        starts[bucket(hash, k) + 1] += 1;
    }
    let mut by_size = [const { Vec::<u32>::new() }; MAX_BUCKET + 1];
    for i in 0..buckets {
        let Some(list) = by_size.get_mut(starts[i + 1] as usize) else {
            return Ok(false);
        };
        list.try_reserve(1).map_err(no_memory)?;
        list.push(i as u32);
        starts[i + 1] += starts[i];
    }
    let mut keys: Vec<u32> = Vec::new();
    keys.try_reserve_exact(hashes.len()).map_err(no_memory)?;
    keys.resize(hashes.len(), 0);
    for (number, &hash) in hashes.iter().enumerate().rev() {
        // Each end moves down to the start of its bucket.
        let end = &mut starts[bucket(hash, k) + 1];
        *end -= 1;
        keys[*end as usize] = number as u32;
    }
    // Now the start of bucket i is in entry i + 1, and its end in entry i + 2.
    let mut taken: Vec<bool> = Vec::new();
    taken.try_reserve_exact(1 << k).map_err(no_memory)?;
    taken.resize(1 << k, false);
    let (displacements, places) = index.split_at_mut(buckets);
    for list in by_size.iter().skip(1).rev() {
        for &i in list {
            let start = starts[i as usize + 1] as usize;
            let end = starts
                .get(i as usize + 2)
                .map_or(keys.len(), |&end| end as usize);
            let own = &keys[start..end];
            let Some(displacement) = (0..=255).find(|&d| fits(own, hashes, d, k, &mut taken))
            else {
                return Ok(false);
            };
            displacements[i as usize] = displacement;
            for &number in own {
                let at = place(hashes[number as usize], displacement, k) * width;
                places[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
            }
        }
    }
    Ok(true)
}

/// Returns whether this displacement sends all keys of a bucket to free places; if so, takes the
/// places.
fn fits(own: &[u32], hashes: &[u64], displacement: u8, k: u32, taken: &mut [bool]) -> bool {
    for (n, &number) in own.iter().enumerate() {
        let at = place(hashes[number as usize], displacement, k);
        if taken[at] {
            for &number in &own[..n] {
                taken[place(hashes[number as usize], displacement, k)] = false;
            }
            return false;
        }
        taken[at] = true;
    }
    true
}

/// An index in validated tables.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// The first byte of the index.
    k: u8,
    /// The width of a key's number in bytes.
    width: u8,
    /// The place where the numbers of the keys begin, in the table or in order.
    numbers: usize,
}

impl Index {
    /// A stand-in for the index of few keys, which is never used for a look-up.
    pub const NONE: Self = Self {
        k: 0,
        width: 0,
        numbers: 0,
    };

    /// Returns the index of `count` keys at `at`, and where it ends.
    ///
    /// # Safety
    /// A validated index of `count` keys stands at `at` in these tables.
    #[inline(always)]
    pub unsafe fn of(tables: Raw<'_>, at: usize, count: usize) -> (Self, usize) {
        // SAFETY: the caller's contract.
        let [k] = unsafe { tables.take(at) };
        let width = width(count);
        let (before, numbers) = match k {
            0 => (0, count),
            k => (1 << (u32::from(k) - BUCKET_BITS), 1 << k),
        };
        let index = Self {
            k,
            width: width as u8,
            numbers: at + 1 + before,
        };
        (index, index.numbers + numbers * width)
    }

    /// Returns the number of the only key that may have this hash, or `None` if the index lists the
    /// keys in order instead.
    ///
    /// # Safety
    /// This is an index of these tables.
    #[inline(always)]
    pub unsafe fn find(&self, tables: Raw<'_>, hash: u64) -> Option<usize> {
        if self.k == 0 {
            return None;
        }
        let k = u32::from(self.k);
        // SAFETY: a validated index is whole: it has a displacement for each bucket before the
        // numbers, and a number for each place.
        unsafe {
            let first = self.numbers - (1 << (k - BUCKET_BITS));
            let [displacement] = tables.take(first + bucket(hash, k));
            Some(self.number(tables, place(hash, displacement, k)))
        }
    }

    /// # Safety
    /// This is an index of these tables with more than `i` numbers.
    #[inline(always)]
    unsafe fn number(&self, tables: Raw<'_>, i: usize) -> usize {
        let width = usize::from(self.width);
        // SAFETY: the caller's contract.
        unsafe { tables.uint(self.numbers + i * width, width) as usize }
    }

    /// Returns the number of the key equal to `key` among `count` keys in order.
    ///
    /// # Safety
    /// This is an index of these tables, with `count` keys in order; `text` returns the text of
    /// each.
    #[inline(never)]
    pub unsafe fn search<'a>(
        self,
        tables: Raw<'a>,
        count: usize,
        key: &str,
        text: impl Fn(usize) -> &'a str,
    ) -> Option<usize> {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            // SAFETY: a validated index is whole.
            let number = unsafe { self.number(tables, middle) };
            match text(number).cmp(key) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(number),
            }
        }
        None
    }
}

/// Checks the index of `count` different keys at `at`. Returns where it ends, if it finds each key
/// by its text and every number in it is that of a key.
pub fn check<'a>(
    bytes: &[u8],
    at: usize,
    count: usize,
    text: impl Fn(usize) -> &'a [u8],
) -> Option<usize> {
    let k = *bytes.get(at)?;
    let end = at.checked_add(len(k, count)?)?;
    let body = bytes.get(at + 1..end)?;
    let width = width(count);
    let numbers = match k {
        0 => body,
        _ => body.get(1 << (u32::from(k) - BUCKET_BITS)..)?,
    };
    let astray = match width {
        1 => numbers.iter().any(|&n| usize::from(n) >= count),
        2 => numbers
            .as_chunks()
            .0
            .iter()
            .any(|&n| usize::from(u16::from_le_bytes(n)) >= count),
        _ => numbers
            .as_chunks()
            .0
            .iter()
            .any(|&n| u32::from_le_bytes(n) as usize >= count),
    };
    if astray {
        return None;
    }
    if k == 0 {
        let mut before = None;
        for i in 0..count {
            let number = number(numbers, i, width)?;
            // Rising texts belong to different keys, so all keys are listed.
            if before.is_some_and(|before| text(before) >= text(number)) {
                return None;
            }
            before = Some(number);
        }
        return Some(end);
    }
    let k = u32::from(k);
    let finds = |i: usize| {
        let hash = hash_of(text(i));
        // The displacements stand before the numbers.
        let displacement = body[bucket(hash, k)];
        number(numbers, place(hash, displacement, k), width) == Some(i)
    };
    (0..count).all(finds).then_some(end)
}

/// Returns the number at index `i` in a list of numbers.
#[inline(always)]
fn number(numbers: &[u8], i: usize, width: usize) -> Option<usize> {
    Some(match width {
        1 => usize::from(*numbers.get(i)?),
        2 => usize::from(u16::from_le_bytes(*numbers.as_chunks().0.get(i)?)),
        _ => u32::from_le_bytes(*numbers.as_chunks().0.get(i)?) as usize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::HashedKey;
    use alloc::string::String;

    fn keys(n: usize) -> Vec<String> {
        (0..n).map(|i| alloc::format!("key-{i}")).collect()
    }

    fn index(keys: &[String]) -> Vec<u8> {
        let hashes: Vec<u64> = keys.iter().map(|key| HashedKey::new(key).hash()).collect();
        build(&hashes, |a, b| keys[a as usize].cmp(&keys[b as usize])).unwrap()
    }

    #[test]
    fn every_key_has_a_place_of_its_own() {
        let counts: &[usize] = match cfg!(miri) {
            true => &[1, 65, 257],
            false => &[1, 2, 12, 65, 96, 192, 255, 256, 257, 1000, 65_536, 65_537],
        };
        for &n in counts {
            let keys = keys(n);
            let index = index(&keys);
            assert_ne!(index[0], 0, "{n}");
            assert_eq!(
                check(&index, 0, n, |i| keys[i].as_bytes()),
                Some(index.len()),
                "{n}"
            );
        }
    }

    /// The keys are equal in every byte that the hash reads.
    #[test]
    fn keys_that_hash_alike_stand_in_order() {
        let count = if cfg!(miri) { 40 } else { 300 };
        let keys: Vec<String> = (0..count)
            .rev()
            .map(|i| alloc::format!("{:<16}{i:03}{:<32}", "same", ""))
            .collect();
        let index = index(&keys);
        assert_eq!(index[0], 0);
        assert_eq!(
            check(&index, 0, keys.len(), |i| keys[i].as_bytes()),
            Some(index.len())
        );
    }

    /// A changed byte either makes the index invalid or does not matter: buckets without keys may
    /// have any displacement, and places without a key may hold any number.
    #[test]
    fn an_index_that_misses_a_key_or_leads_astray_is_refused() {
        let keys = keys(100);
        let right = index(&keys);
        let mut refused = 0;
        let step = if cfg!(miri) { 29 } else { 1 };
        for at in (0..right.len()).step_by(step) {
            for bit in [0, 7] {
                let mut wrong = right.clone();
                wrong[at] ^= 1 << bit;
                match check(&wrong, 0, keys.len(), |i| keys[i].as_bytes()) {
                    None => refused += 1,
                    Some(_) => assert!(at != 0 && (at < 17 || wrong[at] < 100), "byte {at}"),
                }
            }
        }
        assert!(refused * step > right.len());
    }
}
