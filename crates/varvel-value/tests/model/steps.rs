//! What is done to a value and to its model alike, and that they agree after each step.

use std::hash::{BuildHasher, RandomState};

use varvel_frozen::Freeze;
use varvel_value::{Atomic, Count, Ref, Value};

use super::Model::{self, *};
use super::random::map;

/// What is done to a node; what it has no sense for it leaves alone.
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
pub enum Step {
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

pub fn run<R: Count>(start: Model, steps: Vec<Step>) {
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
