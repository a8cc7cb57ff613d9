//! Random trees of every kind of node: built, read in every way, validated, compared, driven out
//! again. Miri runs `vectors` instead: generating takes it too long.

#![cfg(not(miri))]

mod model;

use std::hash::{BuildHasher, RandomState};

use model::*;
use proptest::collection::vec;
use proptest::prelude::*;
use varvel_core::{Duplicates, ErrorKind, Limits, Result, Sink, Tag, Timestamp};
use varvel_frozen::{Builder, Frozen, View};

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
        any::<i8>().prop_map(Tag::Extension)
    ]
}

/// Integers where one element of 32 bits ends and the next begins.
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
fn distinct<K>(members: Vec<(K, Tree)>, same: impl Fn(&K, &K) -> bool) -> Vec<(K, Tree)> {
    let mut kept: Vec<(K, Tree)> = Vec::new();
    for (key, value) in members {
        if !kept.iter().any(|(other, _)| same(other, &key)) {
            kept.push((key, value));
        }
    }
    kept
}

fn trees() -> impl Strategy<Value = Tree> {
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
                // With strings for keys, or none, it would be an object.
                if members.iter().all(|(key, _)| matches!(key, Str(_))) {
                    members = vec![(Null, Null)];
                }
                Map(members)
            }),
        ]
    })
}

fn config() -> ProptestConfig {
    // PROPTEST_CASES asks for more.
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_was_built_is_read_and_validated(tree in trees()) {
        let frozen = tree.freeze().unwrap();
        tree.check(frozen.view(), &mut Vec::new());
        let again = Frozen::from_bytes(frozen.as_bytes().to_vec()).unwrap();
        tree.check(again.view(), &mut Vec::new());
        prop_assert!(tree.same(&Tree::from_view(&again.view())));
        prop_assert!(frozen == again);
    }

    #[test]
    fn equality_is_that_of_the_model(a in trees(), b in trees()) {
        let mut builder = Builder::new();
        let (x, y) = (a.freeze_with(&mut builder).unwrap(), b.freeze_with(&mut builder).unwrap());
        prop_assert_eq!(x == y, a.same(&b));
        let z = a.reversed().freeze().unwrap();
        prop_assert_eq!(x == z, a.same(&a.reversed()));
    }

    #[test]
    fn order_and_hash_agree_with_equality(trees in vec(trees(), 3)) {
        let mut all: Vec<Frozen> = trees.iter().map(|tree| tree.freeze().unwrap()).collect();
        all.extend(trees.iter().map(|tree| tree.reversed().freeze().unwrap()));
        all.sort();
        let hasher = RandomState::new();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                prop_assert_eq!(a.cmp(b), b.cmp(a).reverse());
                prop_assert_eq!(a.cmp(b).is_eq(), a == b);
                prop_assert!(i > j || a <= b);
                prop_assert!(a != b || hasher.hash_one(a) == hasher.hash_one(b));
            }
        }
    }

    #[test]
    fn a_part_is_the_node_it_was_made_of(tree in trees()) {
        let frozen = tree.freeze().unwrap().into_arc();
        let mut open = vec![frozen.view()];
        while let Some(view) = open.pop() {
            let part = frozen.part(view).unwrap();
            prop_assert!(part.view() == view);
            prop_assert_eq!(part.view().kind(), view.kind());
            prop_assert_eq!(part.view().len(), view.len());
            let detached = part.detach().unwrap();
            prop_assert!(detached.is_whole() && detached.view() == view);
            // Equal places have equal paths.
            prop_assert_eq!(part.view().field("no such key").unwrap_err(), view.field("no such key").unwrap_err());
            open.extend(view.items());
            for (i, (key, value)) in view.pairs().enumerate() {
                prop_assert!(view.value_at(i).unwrap() == value);
                if let Some(text) = key.as_str() {
                    prop_assert_eq!(view.position(text), Some(i));
                }
                open.extend([key, value]);
            }
            open.extend(view.tag().map(|(_, inner)| inner));
        }
        let other = tree.freeze().unwrap();
        prop_assert!(frozen.part(other.view()).is_none());
    }

    #[test]
    fn one_builder_for_many_documents(trees in vec(trees(), 1..5)) {
        let mut builder = Builder::new();
        for tree in &trees {
            let frozen = tree.freeze_with(&mut builder).unwrap();
            prop_assert!(Frozen::validate(frozen.as_bytes()).is_ok());
            tree.check(frozen.view(), &mut Vec::new());
        }
    }

    #[test]
    fn duplicates_are_dropped(
        members in vec(("[a-e]", trees()), 0..12),
        any in proptest::option::of(trees()),
    ) {
        for policy in [Duplicates::First, Duplicates::Last] {
            let mut with_any: Vec<(Tree, Tree)> =
                members.iter().map(|(key, value)| (text(key), value.clone())).collect();
            with_any.extend(any.iter().filter(|key| !matches!(key, Str(_))).map(|key| (key.clone(), Null)));
            let mut kept = with_any.clone();
            if policy == Duplicates::Last {
                kept.reverse();
            }
            let mut kept = distinct(kept, Tree::same);
            if policy == Duplicates::Last {
                kept.reverse();
            }
            let expected = match kept.iter().all(|(key, _)| matches!(key, Str(_))) {
                true => Object(kept.into_iter().map(|(key, value)| match key {
                    Str(key) => (key, value),
                    _ => unreachable!("all are strings"),
                }).collect()),
                false => Map(kept),
            };
            let mut builder = Builder::with(policy, Limits::DEFAULT);
            let frozen = Map(with_any).freeze_with(&mut builder).unwrap();
            let again = Frozen::from_bytes(frozen.into_bytes()).unwrap();
            expected.check(again.view(), &mut Vec::new());
        }
    }

    #[test]
    fn any_bytes_are_refused_or_read(tree in trees(), at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let mut bytes = tree.freeze().unwrap().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = to;
        if let Ok(frozen) = Frozen::from_bytes(bytes) {
            let tree = Tree::from_view(&frozen.view());
            tree.check(frozen.view(), &mut Vec::new());
        }
    }
}

/// A document that takes over `view` in every way: whole, by parts, with other nodes between.
fn spliced(base: View<'_>, view: View<'_>, cuts: &[usize]) -> Result<Frozen> {
    let mut builder = Builder::new();
    let mut splice = builder.splice(base)?;
    splice.begin_array(None)?;
    splice.i64(1)?;
    splice.node(view)?;
    // Shapes that come, perhaps of keys that the other buffer has.
    splice.begin_map(None)?;
    splice.key("a".into())?;
    splice.i64(1)?;
    splice.key("only here".into())?;
    splice.node(view)?;
    splice.end_map()?;
    splice.begin_array(None)?;
    let mut from = 0;
    for &cut in cuts {
        splice.items(view, from..from + cut)?;
        splice.f64(0.5)?;
        from += cut;
    }
    splice.items(view, from..usize::MAX)?;
    splice.end_array()?;
    for value in view.values() {
        splice.node(value)?;
    }
    splice.end_array()?;
    splice.finish()
}

proptest! {
    #[test]
    fn parts_of_a_buffer_mean_the_same_in_another(tree in trees(), cuts in vec(0_usize..4, 0..4)) {
        // Large enough for its tables to come along.
        let base = Array(vec![tree, Str("-".repeat(5000))]).freeze().unwrap();
        let view = base.view().item(0).unwrap();
        for view in [view].into_iter().chain(view.items()) {
            let found = spliced(base.view(), view, &cuts).unwrap();
            let limits = Limits { depth: 1000, ..Limits::DEFAULT };
            let found = Frozen::from_bytes_with(found.into_bytes(), &limits).unwrap();
            let mut nodes = found.view().items().skip(1);
            prop_assert!(nodes.next() == Some(view));
            let object = nodes.next().unwrap();
            prop_assert!(object.get("only here") == Some(view));
            prop_assert!(object.get("a").is_some_and(|a| a.as_i64() == Some(1)));
            let mut left = view.items();
            for item in nodes.next().unwrap().items() {
                if item.as_f64() != Some(0.5) {
                    prop_assert!(left.find(|other| other.as_f64() != Some(0.5)) == Some(item));
                }
            }
            prop_assert!(left.all(|item| item.as_f64() == Some(0.5)));
            prop_assert!(nodes.eq(view.values()));
        }
    }
}

/// Keys that are equal as nodes are one key, also where their bytes differ; what the builder makes is
/// always what the validator takes.
#[test]
fn map_keys_differ_as_nodes() {
    let [a, b] = ["a", "b"].map(|key| move || (key.to_owned(), I64(key.len() as i64)));
    let alike = [
        (Object(vec![a(), b()]), Object(vec![b(), a()])),
        (F32(0.5), F64(0.5)),
        (F64(f64::NAN), F64(-f64::NAN)),
    ];
    for (one, other) in alike {
        for duplicates in [Duplicates::Error, Duplicates::First, Duplicates::Last] {
            let mut builder = Builder::with(duplicates, Limits::DEFAULT);
            let map = Map(vec![(one.clone(), Null), (other.clone(), Bool(true))]);
            let error = map.freeze_with(&mut builder).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DuplicateKey);
            let map = Map(vec![
                (one.clone(), Null),
                (Array(vec![other.clone()]), Null),
            ]);
            let frozen = map.freeze_with(&mut builder).unwrap();
            assert!(Frozen::validate(frozen.as_bytes()).is_ok());
        }
    }
}
