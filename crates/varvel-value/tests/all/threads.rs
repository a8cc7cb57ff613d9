//! Values shared by threads: readers, writers of copies and one that freezes, at the same time.
//! Miri tries several orders of their actions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use varvel_value::{Value, value};

/// The number of rounds of each writer.
const ROUNDS: i64 = if cfg!(miri) { 1 } else { 300 };
const USERS: i64 = if cfg!(miri) { 6 } else { 20 };

fn document() -> Value {
    let users: Vec<Value> = (0..USERS)
        .map(|id| value!({"id": id, "name": format!("user {id}"), "tags": ["a", "b"], "at": [1, 2, 3]}))
        .collect();
    value!({"users": users, "count": USERS})
}

/// Reads what every reader must see, whatever others do to copies.
fn check(value: &Value) {
    assert_eq!(value.field("count").unwrap().i64(), Ok(USERS));
    let users = value.field("users").unwrap();
    for (id, user) in users.items().enumerate() {
        assert_eq!(user.field("id").unwrap(), id);
        assert_eq!(user.field("tags").unwrap().len(), 2);
    }
    // Several threads make values of frozen nodes at the same time.
    let sum: i64 = (0..users.len())
        .filter_map(|id| value["users"][id]["at"][1].as_i64())
        .sum();
    assert_eq!(sum, 2 * USERS);
}

/// Copies `shared` and changes the copies; returns one of them.
fn write(shared: &Value, writer: i64) -> Value {
    let mut last = shared.clone();
    for round in 0..ROUNDS {
        let mut copy = shared.clone();
        copy["count"] = round.into();
        copy["users"][3]["id"] = writer.into();
        copy["users"][4]["tags"].array_mut().unwrap().push(round);
        let at = copy["users"][5]["at"].array_mut().unwrap().remove(0);
        assert_eq!(at, 1);
        let frozen: Value = copy.freeze().unwrap().into();
        assert_eq!(frozen, copy);
        assert_eq!(frozen["users"][3]["id"], writer);
        assert_eq!(copy["users"][4]["tags"].len(), 3);
        last = copy.clone();
        copy["users"].array_mut().unwrap().clear();
    }
    last
}

fn readers_and_writers(shared: &Value) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    check(shared);
                    check(&shared.clone());
                    thread::yield_now();
                }
            });
        }
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                check(&shared.freeze().unwrap().into());
                thread::yield_now();
            }
        });
        let writers: Vec<_> = (0..2)
            .map(|writer| scope.spawn(move || write(shared, writer)))
            .collect();
        let copies: Vec<_> = writers.into_iter().map(|thread| thread.join()).collect();
        // This comes first: it ends the readers, even if a writer has failed.
        done.store(true, Ordering::Relaxed);
        for (writer, copy) in copies.into_iter().enumerate() {
            let copy = copy.unwrap();
            assert_eq!(copy["users"].len(), shared["users"].len());
            assert_eq!(copy["users"][3]["id"], writer);
        }
    });
    check(shared);
}

#[test]
#[cfg_attr(miri, ignore = "the half thawed one has thawed levels, too")]
fn a_thawed_document_is_shared() {
    readers_and_writers(&document());
}

#[test]
fn a_frozen_document_is_shared() {
    readers_and_writers(&Value::from(document().freeze().unwrap()));
}

#[test]
fn a_half_thawed_document_is_shared() {
    let mut value = Value::from(document().freeze().unwrap());
    value["users"][0]["name"] = "changed".into();
    value["users"][1]["at"].array_mut().unwrap().reverse();
    readers_and_writers(&value);
}

/// Several threads own each level, and drop it at about the same time.
#[test]
fn one_tree_is_dropped_by_many_threads() {
    let depth = if cfg!(miri) { 20 } else { 20_000 };
    let mut levels = vec![value!(["core"])];
    for _ in 0..depth {
        let inner = levels[levels.len() - 1].clone();
        levels.push(value!([inner, 1]));
    }
    let copies: Vec<Vec<Value>> = (0..3).map(|_| levels.clone()).collect();
    drop(levels);
    thread::scope(|scope| {
        for mut copy in copies {
            let thread = thread::Builder::new().stack_size(256 << 10);
            let work = move || {
                copy.reverse();
                copy.into_iter().for_each(drop);
            };
            thread.spawn_scoped(scope, work).unwrap();
        }
    });
}
