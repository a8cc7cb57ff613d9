//! Objects, arrays and records for the cases that read trees in memory.
//!
//! All objects of a case have the same number of keys. Together they have [`KEYS`] keys, or as near
//! to that as [`ROTATION`] allows, so that cases of other sizes differ in their objects and not in
//! the memory that they use.

use std::collections::HashSet;

use super::{ROTATION, Seed};

/// The number of keys of all objects of a case together, or of items of its arrays.
const KEYS: usize = 256;
/// The beginning of colliding keys.
const PREFIX: &str = "qx";
/// The number of records of a column.
pub const RECORDS: usize = 10_000;
/// The number of scalars that are read out of an array.
pub const SCALARS: usize = 64;

/// Returns the number of objects of `n` keys in a case.
pub fn rotation(n: usize) -> usize {
    (KEYS / n).clamp(1, ROTATION)
}

/// Returns objects of `n` keys of `m` letters, each with itself as value.
pub fn random(n: usize, m: usize) -> Vec<Vec<u8>> {
    each(n, 11, |seed| with_themselves(&keys(seed, n, m)))
}

/// Returns objects of `n` keys of 8 letters. `percent` of the keys begin with the same two letters,
/// and no other key does. Each has itself as value.
pub fn colliding(n: usize, percent: usize) -> Vec<Vec<u8>> {
    each(n, 12, |seed| {
        with_themselves(&colliding_keys(seed, n, percent))
    })
}

/// Returns objects of `n` keys of `m` letters. Each key has another key as value, so that a chain
/// leads from any key through all.
pub fn chained(n: usize, m: usize) -> Vec<Vec<u8>> {
    each(n, 13, |seed| {
        let keys = keys(seed, n, m);
        let mut order = keys.clone();
        shuffle(seed, &mut order);
        let next = order.iter().cycle().skip(1);
        object(order.iter().zip(next.map(|key| format!("{key:?}"))))
    })
}

/// Returns objects of `n` fields with keys of 8 letters and strings of 2 to 24 letters.
pub fn fields(n: usize) -> Vec<Vec<u8>> {
    each(n, 14, |seed| {
        let keys = keys(seed, n, 8);
        let values: Vec<String> = keys.iter().map(|_| string(seed)).collect();
        object(keys.iter().zip(values))
    })
}

/// Returns arrays of `n` strings of 2 to 24 letters.
pub fn strings(n: usize) -> Vec<Vec<u8>> {
    each(n, 15, |seed| array(n, || string(seed)))
}

/// Returns arrays of `n` integers below a million.
pub fn integers(n: usize) -> Vec<Vec<u8>> {
    each(n, 16, |seed| array(n, || integer(seed)))
}

/// Returns arrays of [`SCALARS`] values of a kind: `string`, `integer`, `float` or `bool`.
pub fn scalars(kind: &str) -> Vec<Vec<u8>> {
    let mut seed = Seed::new(17);
    let make: fn(&mut Seed) -> String = match kind {
        "string" => string,
        "integer" => integer,
        "float" => float,
        _ => boolean,
    };
    let document = |_| array(SCALARS, || make(&mut seed)).into_bytes();
    (0..ROTATION).map(document).collect()
}

/// Returns an array of [`RECORDS`] records of six fields.
pub fn records() -> Vec<u8> {
    let mut seed = Seed::new(18);
    let record = |id| {
        let (name, tag) = (string(&mut seed), seed.scramble("ab-12"));
        let (quantity, price) = (seed.below(100_000), float(&mut seed));
        let ok = boolean(&mut seed);
        format!(
            r#"{{"id":{id},"name":{name},"qty":{quantity},"price":{price},"tag":{tag:?},"ok":{ok}}}"#
        )
    };
    let records: Vec<String> = (0..RECORDS).map(record).collect();
    format!("[{}]", records.join(",")).into_bytes()
}

/// Shuffles `items`; each order is equally likely.
pub fn shuffle<T>(seed: &mut Seed, items: &mut [T]) {
    for end in (1..items.len()).rev() {
        items.swap(end, seed.below(end as u64 + 1) as usize);
    }
}

fn each(n: usize, number: u64, mut make: impl FnMut(&mut Seed) -> String) -> Vec<Vec<u8>> {
    let mut seed = Seed::new(number);
    (0..rotation(n))
        .map(|_| make(&mut seed).into_bytes())
        .collect()
}

/// Returns `n` different keys of `m` letters.
fn keys(seed: &mut Seed, n: usize, m: usize) -> Vec<String> {
    distinct(n, |_| letters(seed, m))
}

fn colliding_keys(seed: &mut Seed, n: usize, percent: usize) -> Vec<String> {
    let colliding = (n * percent + 50) / 100;
    let mut keys = distinct(n, |i| {
        loop {
            let key = letters(seed, 8);
            match i < colliding {
                true => break format!("{PREFIX}{}", &key[PREFIX.len()..]),
                false if !key.starts_with(PREFIX) => break key,
                false => {}
            }
        }
    });
    shuffle(seed, &mut keys);
    keys
}

fn distinct(n: usize, mut make: impl FnMut(usize) -> String) -> Vec<String> {
    let (mut seen, mut keys) = (HashSet::new(), Vec::new());
    while keys.len() < n {
        let key = make(keys.len());
        if seen.insert(key.clone()) {
            keys.push(key);
        }
    }
    keys
}

fn letters(seed: &mut Seed, count: usize) -> String {
    seed.scramble(&"x".repeat(count))
}

fn string(seed: &mut Seed) -> String {
    let count = 2 + seed.below(23) as usize;
    format!("{:?}", letters(seed, count))
}

fn integer(seed: &mut Seed) -> String {
    seed.below(1_000_000).to_string()
}

/// Returns a float that 32 bits cannot hold.
fn float(seed: &mut Seed) -> String {
    format!("{}.{:04}1", seed.below(1_000_000), seed.below(10_000))
}

fn boolean(seed: &mut Seed) -> String {
    (seed.below(2) == 0).to_string()
}

fn with_themselves(keys: &[String]) -> String {
    object(keys.iter().map(|key| (key, format!("{key:?}"))))
}

fn object<'a>(fields: impl Iterator<Item = (&'a String, String)>) -> String {
    let fields: Vec<String> = fields
        .map(|(key, value)| format!("{key:?}:{value}"))
        .collect();
    format!("{{{}}}", fields.join(","))
}

fn array(n: usize, mut make: impl FnMut() -> String) -> String {
    let items: Vec<String> = (0..n).map(|_| make()).collect();
    format!("[{}]", items.join(","))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;

    fn maps(documents: &[Vec<u8>]) -> Vec<Map<String, Value>> {
        documents
            .iter()
            .map(|document| serde_json::from_slice(document).expect("an object"))
            .collect()
    }

    #[test]
    fn random_objects_have_as_many_different_keys_as_asked_for_each_time_the_same() {
        for (n, m) in [(1, 4), (8, 64), (64, 8), (256, 4), (256, 256)] {
            let documents = random(n, m);
            assert_eq!(documents.len(), rotation(n));
            assert_eq!(documents, random(n, m));
            for map in maps(&documents) {
                assert_eq!(map.len(), n);
                assert!(
                    map.iter()
                        .all(|(key, value)| key.len() == m && value == key)
                );
            }
        }
        assert_ne!(random(8, 8)[0], random(8, 8)[1]);
    }

    #[test]
    fn as_many_keys_collide_as_asked_for() {
        for (n, percent, colliding) in [
            (8, 0, 0),
            (8, 32, 3),
            (64, 8, 5),
            (256, 64, 164),
            (64, 100, 64),
        ] {
            for map in maps(&super::colliding(n, percent)) {
                assert_eq!(map.len(), n);
                assert_eq!(
                    map.keys().filter(|key| key.starts_with(PREFIX)).count(),
                    colliding
                );
            }
        }
    }

    #[test]
    fn a_chain_leads_through_all_keys() {
        for n in [1, 8, 256] {
            for map in maps(&chained(n, 8)) {
                let first = map.keys().next().expect("a key");
                let (mut key, mut steps) = (first.as_str(), 0);
                loop {
                    key = map[key].as_str().expect("a key");
                    steps += 1;
                    if key == first {
                        break;
                    }
                }
                assert_eq!(steps, n);
            }
        }
    }

    #[test]
    fn a_shuffle_keeps_all() {
        let mut numbers: Vec<u32> = (0..100).collect();
        shuffle(&mut Seed::new(1), &mut numbers);
        assert_ne!(numbers, (0..100).collect::<Vec<_>>());
        numbers.sort_unstable();
        assert_eq!(numbers, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn arrays_and_records_hold_what_they_say() {
        let array =
            |document: &Vec<u8>| serde_json::from_slice::<Vec<Value>>(document).expect("an array");
        assert!(array(&strings(8)[0]).iter().all(Value::is_string));
        assert!(array(&integers(256)[0]).iter().all(Value::is_u64));
        type Is = fn(&Value) -> bool;
        let kinds: [(&str, Is); 4] = [
            ("string", Value::is_string),
            ("integer", Value::is_u64),
            ("float", Value::is_f64),
            ("bool", Value::is_boolean),
        ];
        for (kind, is) in kinds {
            let documents = scalars(kind);
            assert_eq!(documents.len(), ROTATION);
            assert!(
                documents
                    .iter()
                    .all(|document| array(document).len() == SCALARS)
            );
            assert!(array(&documents[1]).iter().all(is));
        }
        let records = array(&records());
        assert_eq!(records.len(), RECORDS);
        assert!(
            records
                .iter()
                .all(|record| record.as_object().is_some_and(|map| map.len() == 6))
        );
    }
}
