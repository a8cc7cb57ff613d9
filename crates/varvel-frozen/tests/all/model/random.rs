//! Random trees of every kind of node, for proptest.

use proptest::collection::vec;
use proptest::prelude::*;
use varvel_core::{Tag, Timestamp};

use super::*;

fn scalars() -> impl Strategy<Value = Tree> {
    prop_oneof![
        Just(Null),
        any::<bool>().prop_map(Bool),
        (-3000_i64..3000).prop_map(I64),
        any::<i64>().prop_map(I64),
        any::<i32>().prop_map(|v| I64(v.into())),
        (1_u64 << 63..).prop_map(U64),
        any::<f64>().prop_map(F64),
        prop_oneof![Just(0.0), Just(-0.0), Just(f64::NAN), Just(1.0)].prop_map(F64),
        any::<f32>().prop_map(F32),
        "-?[1-9][0-9]{20,30}".prop_map(Big),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?".prop_map(Decimal),
        ".{0,8}".prop_map(Str),
        "[a-z]{0,40}".prop_map(Str),
        ".{100,200}".prop_map(Str),
        vec(any::<u8>(), 0..40).prop_map(Bytes),
        (any::<i64>(), 0_u32..1_000_000_000)
            .prop_map(|(s, n)| Timestamp::new(s, n).map_or(Null, Time)),
    ]
}

fn tags() -> impl Strategy<Value = Tag> {
    prop_oneof![
        any::<u64>().prop_map(Tag::Number),
        any::<i8>().prop_map(Tag::Extension),
        any::<u8>().prop_map(Tag::Simple)
    ]
}

/// Integers near the bounds of element types.
fn around_32_bits() -> impl Strategy<Value = Tree> {
    const BOUNDS: [i64; 4] = [0, -(1 << 31), 1 << 31, 1 << 32];
    (prop::sample::select(&BOUNDS[..]), -2_i64..2).prop_map(|(bound, by)| I64(bound + by))
}

fn numbers() -> impl Strategy<Value = Tree> {
    prop_oneof![
        vec(any::<i8>().prop_map(|v| I64(v.into())), 0..20),
        vec(any::<i16>().prop_map(|v| I64(v.into())), 0..20),
        vec(any::<i32>().prop_map(|v| I64(v.into())), 0..20),
        vec(any::<u32>().prop_map(|v| I64(v.into())), 0..20),
        vec(around_32_bits(), 0..4),
        vec(any::<i64>().prop_map(I64), 0..20),
        vec(any::<f64>().prop_map(F64), 0..20),
    ]
    .prop_map(Array)
}

fn matrices() -> impl Strategy<Value = Tree> {
    (0_usize..5, 0_usize..5).prop_flat_map(|(rows, cols)| {
        prop_oneof![
            vec(vec(any::<i64>().prop_map(I64), cols), rows),
            vec(vec(around_32_bits(), cols), rows),
            vec(vec(any::<u32>().prop_map(|v| I64(v.into())), cols), rows),
            vec(vec((-9_i64..300).prop_map(I64), cols), rows),
            vec(vec(any::<f64>().prop_map(F64), cols), rows),
        ]
        .prop_map(|rows| Array(rows.into_iter().map(Array).collect()))
    })
}

/// Keeps the first of members with equal keys.
pub fn distinct<K>(members: Vec<(K, Tree)>, same: impl Fn(&K, &K) -> bool) -> Vec<(K, Tree)> {
    let mut kept: Vec<(K, Tree)> = Vec::new();
    for (key, value) in members {
        if !kept.iter().any(|(other, _)| same(other, &key)) {
            kept.push((key, value));
        }
    }
    kept
}

pub fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![4 => scalars(), 1 => numbers(), 1 => matrices()];
    leaf.prop_recursive(5, 60, 10, |inner| {
        let members = |key: &'static str, n| vec((key, inner.clone()), 0..n);
        let object = prop_oneof![
            members("[abc]", 4),
            members(".{0,3}", 8),
            members("[a-z]{1,3}", 30)
        ];
        prop_oneof![
            3 => vec(inner.clone(), 0..10).prop_map(Array),
            4 => object.prop_map(|m| Object(distinct(m, |a, b| a == b))),
            1 => (tags(), inner.clone()).prop_map(|(tag, tree)| Tagged(tag, Box::new(tree))),
            1 => vec((inner.clone(), inner.clone()), 0..20).prop_map(|members| {
                let mut members = distinct(members, Tree::same);
                // With only strings for keys, or none, it would be an object.
                if members.iter().all(|(key, _)| matches!(key, Str(_))) {
                    members = vec![(Null, Null)];
                }
                Map(members)
            }),
        ]
    })
}

pub fn config() -> ProptestConfig {
    // More cases run with PROPTEST_CASES.
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
