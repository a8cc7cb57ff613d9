//! The index of many keys: where each stands, found by its hash.
//!
//! The keys fall into buckets by the highest bits of their hashes, some four in each. For every
//! bucket the builder looks for a byte, its *displacement*, with which its keys fall on places of a
//! table that no other key has; the table says which key that is. So a look-up reads one
//! displacement and one place, and compares one key. This is Pagh's "Hash and Displace" (WADS
//! 1999), with the largest buckets first as in Belazzougui, Botelho and Dietzfelbinger, "Hash,
//! displace, and compress" (ESA 2009).
//!
//! Keys that hash alike, or that were chosen to fall into one bucket, find no such byte. They are
//! listed in the order of their text instead, and a look-up halves the list.
//!
//! ```text
//! byte 0           k: the table has 2^k places; 0: there is none
//! k > 0            2^(k-3) displacements, then 2^k numbers of keys
//! k = 0            the numbers of the keys in the order of their text
//! ```
//! Numbers are 1, 2 or 4 bytes wide, by how many keys there are.

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

/// Buckets are by this many bits fewer than places.
const BUCKET_BITS: u32 = 3;

/// Bytes of a key's number.
fn width(count: usize) -> usize {
    layout::table_width(count)
}

/// The bucket of a hash.
#[inline(always)]
fn bucket(hash: u64, k: u32) -> usize {
    (hash >> (64 - (k - BUCKET_BITS))) as usize
}

/// The place of a hash under the displacement of its bucket: the highest bits of its halves swapped
/// times an odd number. What the bucket has in common does not reach them.
#[inline(always)]
fn place(hash: u64, displacement: u8, k: u32) -> usize {
    let odd = 2 * u64::from(displacement) + 1;
    (hash.rotate_left(32).wrapping_mul(odd) >> (64 - k)) as usize
}

/// Bytes of an index of `count` keys whose first byte is `k`.
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

/// Bytes of the index at `at`.
pub fn end(bytes: &[u8], at: usize, count: usize) -> Option<usize> {
    len(*bytes.get(at)?, count)
}

/// The index of the keys with these hashes; `compare` orders their texts by number.
///
/// Linear in the number of keys but for those that need to be sorted.
pub fn build(hashes: &[u64], compare: impl Fn(u32, u32) -> Ordering) -> Result<Vec<u8>> {
    let count = layout::number(hashes.len())? as usize;
    let no_memory = |_| Error::out_of_memory();
    let mut index = Vec::new();
    // Three quarters full at most.
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

/// Finds the displacements, and fills displacements and places in; `false` if there are none.
fn displace(hashes: &[u64], k: u32, index: &mut [u8]) -> Result<bool> {
    let no_memory = |_| Error::out_of_memory();
    let buckets = 1 << (k - BUCKET_BITS);
    let width = width(hashes.len());
    // Where each bucket's keys begin among the keys by bucket: a counting sort.
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
        // Each end is moved down to its bucket's start.
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

/// Whether all keys of a bucket fall on free places with this displacement; takes them if so.
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

/// An index of validated tables.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// Its first byte.
    k: u8,
    /// Bytes of a key's number.
    width: u8,
    /// Where the numbers begin, in the table or in order.
    numbers: usize,
}

impl Index {
    /// That of few keys, which is not asked.
    pub const NONE: Self = Self {
        k: 0,
        width: 0,
        numbers: 0,
    };

    /// The index of `count` keys at `at`, and where it ends.
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

    /// The number of the only key that may have this hash; `None` if there is an order instead.
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

    /// The number of the key equal to `key` among `count` in order.
    ///
    /// # Safety
    /// This is an index of these tables, with `count` keys in order; `text` gives the text of each.
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

/// Checks the index of `count` different keys at `at`: where it ends, if it finds each key by its
/// text and leads nowhere else.
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
            // Rising texts are different keys, and so all of them.
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

/// Number `i` of those that stand there.
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

    /// Equal in all that the hash looks at.
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

    /// A changed byte makes an index that is refused, or one that finds all the same: buckets
    /// without keys may be displaced, and places that no key falls on may lead to any.
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
