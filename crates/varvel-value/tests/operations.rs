//! Random operations on a value, held against the same on a plain model: frozen and thawed mixed,
//! shared and not, with freezing and thawing in between.

mod model;

use std::hash::{BuildHasher, RandomState};

use model::Model::{self, *};
use proptest::collection::vec;
use proptest::prelude::*;
use varvel_frozen::Freeze;
use varvel_value::{Atomic, Count, Local, Ref, Value};

fn scalars() -> impl Strategy<Value = Model> {
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
fn map(members: Vec<(Model, Model)>) -> Model {
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

fn keys() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[abc]", 2 => "[a-f]{1,2}", 1 => "[a-c]{30}"]
}

fn models() -> impl Strategy<Value = Model> {
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

/// What is done to a node; what it has no sense for it leaves alone.
#[derive(Clone, Debug)]
enum Change {
    Set(Model),
    Take,
    Push(Model),
    Pop,
    Insert(usize, String, Model),
    Remove(usize),
    SwapRemove(usize),
    Truncate(usize),
    Clear,
    Reverse,
    Swap(usize, usize),
    Sort,
    Dedup,
    Retain(usize),
    Drain(usize, usize),
    Splice(usize, usize, Vec<Model>),
    Extend(Vec<(String, Model)>),
    Entry(String, Model),
    Assign(String, Model),
    InsertAny(Model, Model),
    RemoveAny(usize),
    SetAll(Model),
    /// To resize an array, to put a member to a place.
    Place(usize, String, Model),
}

/// What is done to the whole.
#[derive(Clone, Debug)]
enum Step {
    Change(Vec<usize>, Change),
    Freeze,
    FreezeSharing,
    Thaw,
    Detach,
    /// Keeps a clone, which must stay as it is.
    Share,
    /// Puts a clone of one node in the place of another.
    Graft(Vec<usize>, Vec<usize>),
    /// Reads by `[]`, which makes values of frozen nodes.
    Index,
}

fn changes() -> impl Strategy<Value = Change> {
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

fn steps() -> impl Strategy<Value = Step> {
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

/// The node at `place` of both; a place beyond the end is counted around, and none goes further
/// down than there is.
fn find<'a, R: Count>(
    value: &'a mut Value<R>,
    model: &'a mut Model,
    place: &[usize],
) -> (&'a mut Value<R>, &'a mut Model) {
    let (mut value, mut model) = (value, model);
    for &at in place {
        let len = if matches!(model, Tagged(..)) {
            1
        } else {
            model.len()
        };
        if len == 0 {
            break;
        }
        let at = at % len;
        value = match &*model {
            Array(_) if at.is_multiple_of(2) => &mut value[at],
            Array(_) => value.at_mut(at).unwrap(),
            Object(members) if at.is_multiple_of(2) => &mut value[members[at].0.as_str()],
            Object(members) => value.get_mut(&members[at].0).unwrap(),
            Map(members) => value
                .get_any_mut(members[at].0.value::<R>().as_ref())
                .unwrap(),
            _ => value.tag_mut().unwrap().1,
        };
        model = model.children_mut().swap_remove(at);
    }
    (value, model)
}

/// Both come to the same.
fn agree<R: Count>(value: Option<Value<R>>, model: Option<Model>) {
    assert_eq!(value.is_some(), model.is_some());
    if let (Some(value), Some(model)) = (value, model) {
        model.check(value.as_ref());
    }
}

/// The order of models, by that of thawed values.
fn order(a: &Model, b: &Model) -> std::cmp::Ordering {
    a.value::<Atomic>().cmp(&b.value::<Atomic>())
}

fn change<R: Count>(value: &mut Value<R>, model: &mut Model, change: Change) {
    match change {
        Change::Set(new) => {
            *value = new.value();
            *model = new;
        }
        Change::Take => {
            agree(Some(value.take()), Some(std::mem::replace(model, Null)));
        }
        Change::SetAll(new) => {
            for (key, place) in value.as_object_mut().iter_mut().flat_map(|o| o.iter_mut()) {
                assert!(!key.is_empty());
                *place = new.value();
            }
            for place in value
                .as_array_mut()
                .iter_mut()
                .flat_map(|list| list.iter_mut())
            {
                *place = new.value();
            }
            if matches!(model, Array(_) | Object(_)) {
                for place in model.children_mut() {
                    *place = new.clone();
                }
            }
        }
        Change::InsertAny(key, new) => {
            if !matches!(model, Object(_) | Map(_)) {
                assert!(value.insert_any(key.value(), new.value()).is_err());
                return;
            }
            let old = value.insert_any(key.value(), new.value()).unwrap();
            let mut members = match std::mem::replace(model, Null) {
                Map(members) => members,
                Object(members) => members
                    .into_iter()
                    .map(|(key, value)| (Str(key), value))
                    .collect(),
                _ => unreachable!("asked above"),
            };
            match members.iter_mut().find(|(other, _)| other.same(&key)) {
                Some((_, place)) => agree(old, Some(std::mem::replace(place, new))),
                None => {
                    agree(old, None);
                    members.push((key, new));
                }
            }
            *model = map(members);
        }
        Change::RemoveAny(at) => {
            if let Map(members) = model
                && at < members.len()
            {
                let (key, old) = members.remove(at);
                agree(
                    value.remove_any(key.value::<R>().as_ref()).unwrap(),
                    Some(old),
                );
                *model = map(std::mem::take(members));
            }
        }
        change => match model {
            Array(list) => change_array(value, list, change),
            Object(members) => change_object(value, members, change),
            Null => {
                if let Change::Assign(key, new) = change {
                    value[key.as_str()] = new.value();
                    *model = Object(vec![(key, new)]);
                }
            }
            _ => {
                assert!(value.as_array_mut().is_none());
                assert!(value.object_mut().is_err());
            }
        },
    }
}

fn change_array<R: Count>(value: &mut Value<R>, model: &mut Vec<Model>, change: Change) {
    let mut list = value.array_mut().unwrap();
    let len = model.len();
    let range = |a: usize, b: usize| a.min(b).min(len)..a.max(b).min(len);
    match change {
        Change::Push(new) => {
            list.push(new.value::<R>());
            model.push(new);
        }
        Change::Pop => agree(list.pop(), model.pop()),
        Change::Insert(at, _, new) => {
            let at = at.min(len);
            list.insert(at, new.value::<R>());
            model.insert(at, new);
        }
        Change::Remove(at) if at < len => agree(Some(list.remove(at)), Some(model.remove(at))),
        Change::SwapRemove(at) if at < len => {
            agree(Some(list.swap_remove(at)), Some(model.swap_remove(at)));
        }
        Change::Truncate(to) => {
            list.truncate(to);
            model.truncate(to);
        }
        Change::Clear => {
            list.clear();
            model.clear();
        }
        Change::Place(len, _, new) => {
            list.resize(len, new.value::<R>());
            model.resize(len, new);
        }
        Change::Reverse => {
            list.reverse();
            model.reverse();
        }
        Change::Swap(a, b) if a.max(b) < len => {
            list.swap(a, b);
            model.swap(a, b);
        }
        Change::Sort => {
            list.sort();
            model.sort_by(order);
        }
        Change::Dedup => {
            list.dedup();
            model.dedup_by(|a, b| a.same(b));
        }
        Change::Retain(nth) => {
            let mut n = 0;
            list.retain(|_| {
                n += 1;
                n % nth == 0
            });
            n = 0;
            model.retain(|_| {
                n += 1;
                n % nth == 0
            });
        }
        Change::Drain(a, b) => {
            let taken = list.drain(range(a, b));
            let expected: Vec<Model> = model.drain(range(a, b)).collect();
            assert_eq!(taken.len(), expected.len());
            taken
                .zip(expected)
                .for_each(|(value, model)| agree(Some(value), Some(model)));
        }
        Change::Splice(a, b, with) => {
            let taken = list.splice(range(a, b), with.iter().map(Model::value::<R>));
            let expected: Vec<Model> = model.splice(range(a, b), with).collect();
            assert_eq!(taken.len(), expected.len());
            taken
                .zip(expected)
                .for_each(|(value, model)| agree(Some(value), Some(model)));
        }
        Change::Extend(with) => {
            list.extend(with.iter().map(|(_, model)| model.value::<R>()));
            let mut other = with
                .iter()
                .map(|(_, model)| model.value::<R>())
                .collect::<Value<R>>();
            list.append(&mut other.array_mut().unwrap());
            assert!(other.is_empty());
            for _ in 0..2 {
                model.extend(with.iter().map(|(_, model)| model.clone()));
            }
        }
        _ => {}
    }
}

fn change_object<R: Count>(value: &mut Value<R>, model: &mut Vec<(String, Model)>, change: Change) {
    let len = model.len();
    let place = |model: &Vec<(String, Model)>, key: &str| model.iter().position(|(k, _)| k == key);
    let mut object = value.object_mut().unwrap();
    match change {
        Change::Insert(_, key, new) => {
            let old = object.insert(&key, new.value::<R>());
            match place(model, &key) {
                Some(at) => agree(old, Some(std::mem::replace(&mut model[at].1, new))),
                None => {
                    agree(old, None);
                    model.push((key, new));
                }
            }
        }
        Change::Entry(key, new) => {
            let found = object.entry(&key).or_insert(new.value::<R>());
            match place(model, &key) {
                Some(at) => model[at].1.check(found.as_ref()),
                None => model.push((key, new)),
            }
        }
        Change::Assign(key, new) => {
            value[key.as_str()] = new.value();
            match place(model, &key) {
                Some(at) => model[at].1 = new,
                None => model.push((key, new)),
            }
        }
        Change::Place(at, key, new) => {
            let old = place(model, &key).map(|at| model.remove(at).1);
            let at = at.min(model.len());
            agree(object.shift_insert(at, &key, new.value::<R>()), old);
            model.insert(at, (key, new));
        }
        Change::Remove(at) if at < len => {
            let (key, old) = model.remove(at);
            agree(object.remove(&key), Some(old));
        }
        Change::SwapRemove(at) if at < len => {
            let (key, old) = model.swap_remove(at);
            agree(object.swap_remove(&key), Some(old));
        }
        Change::Pop => {
            let (value, model) = (object.pop(), model.pop());
            assert_eq!(value.as_ref().map(|v| &v.0), model.as_ref().map(|m| &m.0));
            agree(value.map(|v| v.1), model.map(|m| m.1));
        }
        Change::Truncate(to) => {
            object.truncate(to);
            model.truncate(to);
        }
        Change::Clear => {
            object.clear();
            model.clear();
        }
        Change::Reverse => {
            object.reverse();
            model.reverse();
        }
        Change::Sort => {
            object.sort_keys();
            model.sort_by(|(a, _), (b, _)| a.cmp(b));
        }
        Change::Dedup => {
            object.sort_by(|_, a, _, b| a.cmp(b));
            model.sort_by(|(_, a), (_, b)| order(a, b));
        }
        Change::Retain(nth) => {
            let mut n = 0;
            object.retain(|_, _| {
                n += 1;
                n % nth == 0
            });
            n = 0;
            model.retain(|_| {
                n += 1;
                n % nth == 0
            });
        }
        Change::Drain(a, b) => {
            let range = a.min(b).min(len)..a.max(b).min(len);
            let taken = object.drain(range.clone());
            let expected: Vec<(String, Model)> = model.drain(range).collect();
            assert_eq!(taken.len(), expected.len());
            for ((key, value), (other, model)) in taken.zip(expected) {
                assert_eq!(key, other);
                model.check(value.as_ref());
            }
        }
        Change::Extend(with) => {
            object.extend(with.iter().map(|(key, model)| (key, model.value::<R>())));
            for (key, new) in with {
                match place(model, &key) {
                    Some(at) => model[at].1 = new,
                    None => model.push((key, new)),
                }
            }
        }
        _ => {}
    }
}

fn run<R: Count>(start: Model, steps: Vec<Step>) {
    let mut model = start;
    let mut value: Value<R> = Value::from(model.value::<R>().freeze().unwrap());
    let mut kept: Vec<(Value<R>, Model)> = Vec::new();
    for step in steps {
        match step {
            Step::Change(place, what) => {
                let (value, model) = find(&mut value, &mut model, &place);
                change(value, model, what);
            }
            Step::Freeze => value = Value::from(value.freeze().unwrap()),
            Step::FreezeSharing => {
                value = Value::from(Freeze::sharing_strings().freeze(&value).unwrap());
            }
            Step::Thaw => {
                value.thaw();
                assert_eq!(value.retained_bytes(), 0);
            }
            Step::Detach => value.detach().unwrap(),
            Step::Share => kept.push((value.clone(), model.clone())),
            Step::Graft(from, to) => {
                let (node, part) = find(&mut value, &mut model, &from);
                let (node, part) = (node.clone(), part.clone());
                let (place, old) = find(&mut value, &mut model, &to);
                *place = node;
                *old = part;
            }
            Step::Index => model.check_indexed(&value),
        }
        model.check(value.as_ref());
        kept.push((value.clone(), model.clone()));
        if kept.len() > 4 {
            kept.remove(0);
        }
    }
    let hasher = RandomState::new();
    for (value, model) in &kept {
        model.check(value.as_ref());
        let fresh = model.value::<R>();
        assert_eq!(*value, fresh);
        assert!(value.cmp(&fresh).is_eq());
        assert_eq!(hasher.hash_one(value), hasher.hash_one(&fresh));
        let frozen = value.freeze().unwrap();
        model.check(Ref::<R>::from(frozen.view()));
        assert_eq!(*value, frozen);
        let canonical = Freeze::canonical();
        let bytes = canonical.freeze(value).unwrap().into_bytes();
        for same in [canonical.freeze(&fresh), canonical.freeze(&frozen)] {
            assert!(same.unwrap().as_bytes() == bytes);
        }
        assert_eq!(
            hasher.hash_one(Ref::<R>::from(frozen.view())),
            hasher.hash_one(&fresh)
        );
        for (other, with) in &kept {
            assert_eq!(value == other, model.same(with));
            assert_eq!(value.cmp(other).is_eq(), model.same(with));
            assert_eq!(value.cmp(other), other.cmp(value).reverse());
        }
    }
}

fn config() -> ProptestConfig {
    // PROPTEST_CASES asks for more.
    let default = ProptestConfig::default();
    ProptestConfig {
        failure_persistence: None,
        cases: if cfg!(miri) { 4 } else { default.cases },
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_value_does_what_the_model_does(start in models(), steps in vec(steps(), 1..40)) {
        run::<Atomic>(start, steps);
    }

    #[test]
    fn a_local_value_does_what_the_model_does(start in models(), steps in vec(steps(), 1..40)) {
        run::<Local>(start, steps);
    }

    #[test]
    fn the_order_is_total(models in vec(models(), 3)) {
        let mut values: Vec<Value> = models.iter().map(Model::value).collect();
        values[1] = Value::from(values[1].freeze().unwrap());
        values.sort();
        prop_assert!(values[0] <= values[1] && values[1] <= values[2] && values[0] <= values[2]);
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            prop_assert_eq!(values[a] == values[b], values[a].cmp(&values[b]).is_eq());
        }
    }
}
