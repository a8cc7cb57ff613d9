//! Changes to one node of a value and of its model; both must give the same result.

use varvel_core::Kind;
use varvel_value::{Atomic, Count, Value};

use super::Model::{self, *};

/// A change to a node; a node of an unsuitable kind stays unchanged.
#[derive(Clone, Debug)]
pub enum Change {
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
    /// Moves a member to another place.
    Move(usize, usize),
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
    /// Resizes an array, or inserts a member at a place.
    Place(usize, String, Model),
    /// Merges by the rules of a JSON Merge Patch, or keeps nulls.
    Merge(bool, Model),
    /// Adds one to every integer below, by a walk.
    Increment,
}

/// Asserts that both give the same result.
fn agree<R: Count>(value: Option<Value<R>>, model: Option<Model>) {
    assert_eq!(value.is_some(), model.is_some());
    if let (Some(value), Some(model)) = (value, model) {
        model.check(value.as_ref());
    }
}

/// Returns the order of models, which is that of thawed values.
fn order(a: &Model, b: &Model) -> std::cmp::Ordering {
    a.value::<Atomic>().cmp(&b.value::<Atomic>())
}

pub fn change<R: Count>(value: &mut Value<R>, model: &mut Model, change: Change) {
    match change {
        Change::Set(new) => {
            *value = new.value();
            *model = new;
        }
        Change::Take => {
            agree(Some(value.take()), Some(std::mem::replace(model, Null)));
        }
        Change::SetAll(new) => {
            let mut names = match &*model {
                Object(members) => members.iter().map(|(name, _)| name.clone()).collect(),
                _ => Vec::new(),
            }
            .into_iter();
            for (key, place) in value.as_object_mut().iter_mut().flat_map(|o| o.iter_mut()) {
                assert_eq!(names.next().as_deref(), Some(key));
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
            *model = Model::of_members(members);
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
                *model = Model::of_members(std::mem::take(members));
            }
        }
        Change::Merge(nulls_remove, other) => {
            match nulls_remove {
                true => value.merge_patch(&other.value()),
                false => value.merge(&other.value()),
            }
            merge(model, other, nulls_remove);
        }
        Change::Increment => {
            value.walk_mut(|node| {
                if node.kind() == Kind::Integer
                    && let Some(n) = node.as_i64()
                {
                    *node = n.wrapping_add(1).into();
                }
            });
            increment(model);
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

fn merge(target: &mut Model, other: Model, nulls_remove: bool) {
    let Object(others) = other else {
        *target = other;
        return;
    };
    if !matches!(target, Object(_)) {
        *target = Object(Vec::new());
    }
    let Object(members) = target else {
        unreachable!("made one above");
    };
    for (key, other) in others {
        let at = members.iter().position(|(k, _)| *k == key);
        match at {
            Some(at) if nulls_remove && matches!(other, Null) => drop(members.remove(at)),
            None if nulls_remove && matches!(other, Null) => {}
            Some(at) => merge(&mut members[at].1, other, nulls_remove),
            None => {
                let mut new = Null;
                merge(&mut new, other, nulls_remove);
                members.push((key, new));
            }
        }
    }
}

fn increment(model: &mut Model) {
    match model {
        Int(n) => *n = n.wrapping_add(1),
        Big(n) => {
            if let Ok(n) = i64::try_from(*n) {
                *model = Int(n.wrapping_add(1));
            }
        }
        _ => model.children_mut().into_iter().for_each(increment),
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
            let (mut keep, mut same) = (one_in(nth), one_in(nth));
            list.retain(|_| keep());
            model.retain(|_| same());
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
        Change::Swap(a, b) if a.max(b) < len => {
            object.swap_indices(a, b);
            model.swap(a, b);
        }
        Change::Move(from, to) if from.max(to) < len => {
            object.move_index(from, to);
            let member = model.remove(from);
            model.insert(to, member);
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
            let (mut keep, mut same) = (one_in(nth), one_in(nth));
            object.retain(|_, _| keep());
            model.retain(|_| same());
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

/// Returns `true` at each `nth` call.
fn one_in(nth: usize) -> impl FnMut() -> bool {
    let mut n = 0;
    move || {
        n += 1;
        n % nth == 0
    }
}
