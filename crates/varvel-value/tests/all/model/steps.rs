//! Steps that change a value and its model, which must agree after each step.

use std::hash::{BuildHasher, RandomState};

use varvel_core::{Encode, Tag};
use varvel_frozen::Freeze;
use varvel_value::{Count, Ref, TreeBuilder, Value};

use super::Model::{self, *};
use super::change::{Change, change};

/// A step that changes the whole value.
#[derive(Clone, Debug)]
pub enum Step {
    Change(Vec<usize>, Change),
    Freeze,
    FreezeSharing,
    Thaw,
    Detach,
    /// Writes JSON and reads it, if JSON can hold the tree.
    Json,
    /// Builds the value anew from its events.
    Rebuild,
    /// Keeps a clone, which must stay unchanged.
    Share,
    /// Replaces one node by a clone of another.
    Graft(Vec<usize>, Vec<usize>),
    /// Reads by `[]`, which makes values of frozen nodes.
    Index,
}

/// The most nodes, and the most levels, that result from putting a tree into itself: fewer than the
/// default limits, so that the whole tree can be read again.
const LARGEST: (usize, usize) = (1000, 100);

/// Returns the node at `place` of both. A place beyond the end wraps around; the descent ends at
/// the last level and at the tag of an extension.
fn find<'a, R: Count>(
    value: &'a mut Value<R>,
    model: &'a mut Model,
    place: &[usize],
) -> (&'a mut Value<R>, &'a mut Model) {
    let (mut value, mut model) = (value, model);
    for &at in place {
        let len = match model {
            Tagged(Tag::Number(_), _) => 1,
            _ => model.len(),
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

/// Begins with `start`, frozen, takes each of the steps, and checks everything after it.
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
            Step::Json => {
                if let Some(read) = model.as_json() {
                    let text = value.to_string();
                    value = text.parse().unwrap();
                    let thawed: Value<R> = varvel_json::from_slice(text.as_bytes()).unwrap();
                    read.check(thawed.as_ref());
                    model = read;
                }
            }
            Step::Rebuild => {
                let mut builder = TreeBuilder::new();
                value.encode(&mut builder, &()).unwrap();
                value = builder.finish().unwrap();
                assert_eq!(value.retained_bytes(), 0);
            }
            Step::Share => {
                kept.push((value.clone(), model.clone()));
                if kept.len() > 3 {
                    kept.remove(0);
                }
            }
            Step::Graft(from, to) => {
                let (node, part) = find(&mut value, &mut model, &from);
                let (node, part) = (node.clone(), part.clone());
                let (nodes, levels) = part.size();
                let (all, deepest) = model.size();
                if nodes + all > LARGEST.0 || levels + deepest > LARGEST.1 {
                    continue;
                }
                let (place, old) = find(&mut value, &mut model, &to);
                *place = node;
                *old = part;
            }
            Step::Index => model.check_indexed(&value),
        }
        model.check(value.as_ref());
    }
    kept.push((value, model));
    all_agree(&kept);
}

/// Asserts that each value equals its model in every form, and that two values compare as their
/// models do.
fn all_agree<R: Count>(kept: &[(Value<R>, Model)]) {
    let hasher = RandomState::new();
    for (value, model) in kept {
        model.check(value.as_ref());
        model.check_indexed(value);
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
        for (other, with) in kept {
            assert_eq!(value == other, model.same(with));
            assert_eq!(value.cmp(other).is_eq(), model.same(with));
            assert_eq!(value.cmp(other), other.cmp(value).reverse());
        }
    }
}
