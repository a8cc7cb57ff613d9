//! Trees of any depth, on a small stack: nothing recurses.

use std::hash::{DefaultHasher, Hash, Hasher};

use varvel_core::{Limits, Tag};
use varvel_value::{Local, Value, value};

/// Far deeper than the stack below can hold: it has fewer than three bytes for each level.
const DEPTH: usize = if cfg!(miri) { 1_000 } else { 100_000 };

/// Runs on a thread with 256 KiB of stack.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}

/// Nodes around each other, in each way that one node can contain another.
fn deep(depth: usize) -> Value {
    let mut value = value!("core");
    for i in 0..depth {
        value = match i % 4 {
            0 => value!([1, value]),
            1 => value!({"a": null, "b": value}),
            2 => Value::tagged(Tag::Number(7), value),
            _ => Value::from_pairs([(value!(1), value), (value!("x"), value!(2))]),
        };
    }
    value
}

fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn deep_trees_drop_clone_compare_and_hash() {
    on_a_small_stack(|| {
        let value = deep(DEPTH);
        let clone = value.clone();
        let same = deep(DEPTH);
        assert_eq!(value, same);
        assert_ne!(value, deep(DEPTH - 4));
        assert_eq!(hash(&value), hash(&same));
        drop(value);
        assert_eq!(clone, same);
    });
}

#[test]
fn deep_trees_freeze_and_thaw() {
    on_a_small_stack(|| {
        let value = deep(DEPTH);
        let frozen = value.freeze().unwrap();
        let mut again: Value = Value::from(frozen.clone());
        assert_eq!(again, frozen);
        again.thaw();
        assert_eq!(again, value);
        assert_eq!(again.walk().count(), value.walk().count());
        assert_eq!(format!("{again:?}"), format!("{frozen:?}"));
        assert_eq!(frozen.detach().unwrap(), frozen);
        assert!(value.freeze_with(&Limits::DEFAULT).is_err());
    });
}

#[test]
fn deep_trees_are_ordered() {
    on_a_small_stack(|| {
        let arrays = || (0..DEPTH).fold(value!(1), |value, _| value!([value]));
        assert_eq!(arrays().cmp(&arrays()), std::cmp::Ordering::Equal);
        // Each map is in the key of another. Maps compare by their canonical bytes, which takes
        // time for each level.
        let maps = |depth| {
            (0..depth).fold(value!(1), |value, _| {
                Value::from_pairs([(value, value!(null))])
            })
        };
        assert!(maps(100) == maps(100) && maps(100).cmp(&maps(100)).is_eq());
        assert!(maps(100).cmp(&maps(101)).is_ne());
    });
}

#[test]
fn deep_trees_are_changed() {
    on_a_small_stack(|| {
        let mut value = Value::from(deep(DEPTH).freeze().unwrap());
        value.walk_mut(|node| {
            if *node == "core" {
                *node = value!("changed");
            }
        });
        assert!(value.walk().any(|node| node == "changed"));

        let patch = (0..DEPTH).fold(value!({"x": 1}), |value, _| value!({"a": value}));
        let mut target = value!({});
        target.merge_patch(&patch);
        assert_eq!(target, patch);
        target.merge(&patch);
        assert_eq!(target, patch);
    });
}

#[test]
fn a_way_down_by_index_is_dropped() {
    on_a_small_stack(|| {
        let mut value: Value = Value::new_array();
        for _ in 0..DEPTH {
            value = value!([value, "a"]);
        }
        let value: Value = Value::from(value.freeze().unwrap());
        // Each step makes a value that lives in the one before.
        let mut inner = &value;
        for _ in 0..DEPTH {
            inner = &inner[0];
        }
        assert!(inner.is_array() && inner.is_empty());
        drop(value);
    });
}

#[test]
fn deep_trees_of_one_thread() {
    on_a_small_stack(|| {
        let mut value: Value<Local> = Value::from(1);
        for _ in 0..DEPTH {
            value = [value].into_iter().collect();
        }
        let clone = value.clone();
        drop(value);
        assert_eq!(clone.walk().count(), DEPTH + 1);
    });
}
