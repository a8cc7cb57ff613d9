//! Random trees, and random things to do with them.

use proptest::collection::vec;
use proptest::prelude::*;

use super::Model::{self, *};
use super::steps::{Change, Step};

pub fn scalars() -> impl Strategy<Value = Model> {
    prop_oneof![
        Just(Null),
        any::<bool>().prop_map(Bool),
        (-9_i64..9).prop_map(Int),
        any::<i64>().prop_map(Int),
        any::<u64>().prop_map(|value| Big(value.into())),
        any::<u128>().prop_map(Big),
        any::<f64>().prop_map(Float),
        prop::sample::select(vec![0.0, -0.0, 1.0, f64::NAN, f64::INFINITY]).prop_map(Float),
        any::<f32>().prop_map(Single),
        "[ab]{0,2}".prop_map(Str),
        ".{20,30}".prop_map(Str),
        "[a-z]{60,80}".prop_map(Str),
        vec(any::<u8>(), 0..80).prop_map(Bytes),
    ]
}

fn numbers() -> impl Strategy<Value = Model> {
    prop_oneof![
        vec((-9_i64..9).prop_map(Int), 0..12),
        vec(any::<i64>().prop_map(Int), 0..12),
        vec(
            (-4..4).prop_map(|value| Float(f64::from(value) / 2.0)),
            0..12
        ),
    ]
    .prop_map(Array)
}

fn matrices() -> impl Strategy<Value = Model> {
    vec(vec((0_i64..9).prop_map(Int), 3), 0..4)
        .prop_map(|rows| Array(rows.into_iter().map(Array).collect()))
}

/// Keeps the first of members with equal keys.
fn distinct<K>(members: Vec<(K, Model)>, same: impl Fn(&K, &K) -> bool) -> Vec<(K, Model)> {
    let mut kept: Vec<(K, Model)> = Vec::new();
    for (key, value) in members {
        if !kept.iter().any(|(other, _)| same(other, &key)) {
            kept.push((key, value));
        }
    }
    kept
}

/// A map, or an object if all keys are strings.
pub fn map(members: Vec<(Model, Model)>) -> Model {
    if members.iter().any(|(key, _)| !matches!(key, Str(_))) {
        return Map(members);
    }
    let text = |key| match key {
        Str(key) => key,
        _ => unreachable!("all are strings"),
    };
    Object(
        members
            .into_iter()
            .map(|(key, value)| (text(key), value))
            .collect(),
    )
}

pub fn keys() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[abc]", 2 => "[a-f]{1,2}", 1 => "[a-c]{30}"]
}

pub fn models() -> impl Strategy<Value = Model> {
    let leaf = prop_oneof![4 => scalars(), 1 => numbers(), 1 => matrices()];
    leaf.prop_recursive(4, 40, 8, |inner| {
        prop_oneof![
            3 => vec(inner.clone(), 0..8).prop_map(Array),
            4 => vec((keys(), inner.clone()), 0..14)
                .prop_map(|members| Object(distinct(members, |a, b| a == b))),
            1 => (any::<u64>(), inner.clone()).prop_map(|(tag, inner)| Tagged(tag, Box::new(inner))),
            1 => vec((inner.clone(), inner), 0..12)
                .prop_map(|members| map(distinct(members, Model::same))),
        ]
    })
}

pub fn changes() -> impl Strategy<Value = Change> {
    let n = || 0_usize..12;
    prop_oneof![
        models().prop_map(Change::Set),
        Just(Change::Take),
        models().prop_map(Change::Push),
        (-9_i64..9).prop_map(|value| Change::Push(Int(value))),
        Just(Change::Pop),
        (n(), keys(), models()).prop_map(|(at, key, model)| Change::Insert(at, key, model)),
        n().prop_map(Change::Remove),
        n().prop_map(Change::SwapRemove),
        n().prop_map(Change::Truncate),
        Just(Change::Clear),
        Just(Change::Reverse),
        (n(), n()).prop_map(|(a, b)| Change::Swap(a, b)),
        Just(Change::Sort),
        Just(Change::Dedup),
        (1_usize..4).prop_map(Change::Retain),
        (n(), n()).prop_map(|(a, b)| Change::Drain(a, b)),
        (n(), n(), vec(models(), 0..3)).prop_map(|(a, b, with)| Change::Splice(a, b, with)),
        vec((keys(), models()), 0..12).prop_map(Change::Extend),
        (keys(), models()).prop_map(|(key, model)| Change::Entry(key, model)),
        (keys(), models()).prop_map(|(key, model)| Change::Assign(key, model)),
        (models(), models()).prop_map(|(key, model)| Change::InsertAny(key, model)),
        n().prop_map(Change::RemoveAny),
        scalars().prop_map(Change::SetAll),
        (n(), keys(), models()).prop_map(|(at, key, model)| Change::Place(at, key, model)),
    ]
}

pub fn steps() -> impl Strategy<Value = Step> {
    let place = || vec(0_usize..8, 0..4);
    prop_oneof![
        20 => (place(), changes()).prop_map(|(place, change)| Step::Change(place, change)),
        3 => Just(Step::Freeze),
        1 => Just(Step::FreezeSharing),
        1 => Just(Step::Thaw),
        1 => Just(Step::Detach),
        3 => Just(Step::Share),
        3 => (place(), place()).prop_map(|(from, to)| Step::Graft(from, to)),
        2 => Just(Step::Index),
    ]
}
