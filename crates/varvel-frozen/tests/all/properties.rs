//! Random trees of every kind of node: built, read through every accessor, validated, compared, and
//! given to a sink again. Miri runs `vectors` instead, since generating takes it too long.

#![cfg(not(miri))]

use crate::model;

use std::hash::{BuildHasher, RandomState};

use model::random::{config, distinct, trees};
use model::*;
use proptest::collection::vec;
use proptest::prelude::*;
use varvel_core::{Duplicates, ErrorKind, Limits, Result, Sink};
use varvel_frozen::{Builder, Freeze, Frozen, View};

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

/// A document that copies `view` in every way: whole, by parts, with other nodes between.
fn spliced(base: View<'_>, view: View<'_>, cuts: &[usize]) -> Result<Frozen> {
    let mut builder = Builder::new();
    let mut splice = builder.splice(base)?;
    splice.begin_array(None)?;
    splice.i64(1)?;
    splice.node(view)?;
    // New shapes, perhaps with keys that the other buffer has.
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
        // Large enough for its tables to be copied.
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

/// Keys that are equal as nodes are one key, even if their bytes differ. The validator accepts
/// everything that the builder makes.
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

/// Objects carry keys that are too long for a shape, and nothing else changes.
#[test]
fn objects_with_long_keys() {
    for len in [255, 256, 257, 5000] {
        let long = "k".repeat(len);
        for n in [1, 3, 16, 17, 40] {
            let mut members: Vec<_> = (0..n - 1).map(|i| (format!("key {i}"), I64(i))).collect();
            members.push((long.clone(), Bool(true)));
            let record = Object(members);
            let tree = Array(vec![record.clone(), record.reversed(), record]);
            let frozen = tree.freeze().unwrap();
            tree.check(frozen.view(), &mut Vec::new());
            let item = frozen.view().at(0).unwrap();
            assert_eq!(item.as_object().is_some(), len <= 256);
            assert_eq!(item.position(long.as_str()), Some(n as usize - 1));
            Frozen::validate(frozen.as_bytes()).unwrap();
            let canonical = Freeze::canonical().freeze(&frozen).unwrap();
            let reversed = tree.reversed().freeze().unwrap();
            let again = Freeze::canonical().freeze(&reversed).unwrap();
            assert_eq!(canonical.as_bytes() == again.as_bytes(), frozen == reversed);
            assert_eq!(
                Frozen::validate(canonical.as_bytes()).unwrap(),
                frozen.view()
            );
        }
    }
}
