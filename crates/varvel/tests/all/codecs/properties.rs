//! Random values of a type with fields of all kinds, through every format.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;
use std::time::Duration;

use proptest::collection::{btree_map, btree_set, vec, vec_deque};
use proptest::prelude::*;
use varvel::Timestamp;

use super::through::{all, binary, frozen_to_json, json};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 64 },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

type Nested = BTreeMap<String, Vec<Option<(i64, f64, String)>>>;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nested(value in btree_map(any::<String>(), vec(any::<Option<(i64, f64, String)>>(), 0..4), 0..4)) {
        let value: Nested = value;
        let finite = value.values().flatten().flatten().all(|(_, float, _)| float.is_finite());
        match finite {
            true => drop(all(value)),
            // JSON has no NaN and no infinities; NaN is not equal to itself.
            false if value == value => drop(binary(&value)),
            false => {}
        }
    }

    #[test]
    fn integers(value in vec(any::<(i8, u16, i32, u64, usize)>(), 0..20), row in vec(any::<u8>(), 0..300)) {
        all(value);
        all(row);
    }

    #[test]
    fn wide_integers(signed: i128, unsigned: u128, shift in 0..128_u32) {
        for value in [(signed, unsigned), (signed >> shift, unsigned >> shift)] {
            json(&value);
            frozen_to_json(&value);
            binary(&value);
        }
    }

    #[test]
    fn keys(
        numbers in btree_map(any::<i64>(), any::<u8>(), 0..5),
        characters in btree_map(any::<char>(), any::<bool>(), 0..5),
        pairs in btree_map(any::<(bool, i8)>(), any::<char>(), 0..5),
    ) {
        all(numbers);
        all(characters);
        binary(&pairs);
    }

    #[test]
    fn containers(
        set in btree_set(any::<String>(), 0..5),
        deque in vec_deque(any::<char>(), 0..5),
        array: [u32; 5],
        range: Range<i16>,
    ) {
        let value: (BTreeSet<String>, VecDeque<char>, [u32; 5], Range<i16>) = (set, deque, array, range);
        all(value);
    }

    #[test]
    fn times(seconds in -62_167_219_200..253_402_300_800_i64, nanos in 0..1_000_000_000_u32, duration: Duration) {
        all((Timestamp::new(seconds, nanos).unwrap(), duration));
    }

    #[test]
    fn addresses(four: Ipv4Addr, six: Ipv6Addr) {
        all((four, six));
    }
}
