//! Values shared by threads: readers and writers of copies, at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use varvel_value::{Value, value};

const ROUNDS: i64 = if cfg!(miri) { 5 } else { 300 };

fn document() -> Value {
    let users: Vec<Value> = (0..20)
        .map(|id| value!({"id": id, "name": format!("user {id}"), "tags": ["a", "b"], "at": [1, 2, 3]}))
        .collect();
    value!({"users": users, "count": 20})
}

/// What every reader must see, whatever others do to copies.
fn check(value: &Value) {
    assert_eq!(value.field("count").unwrap().i64(), Ok(20));
    let users = value.field("users").unwrap();
    for (id, user) in users.items().enumerate() {
        assert_eq!(user.field("id").unwrap(), id);
        assert_eq!(user.field("tags").unwrap().len(), 2);
    }
    // Makes values of what is frozen, by several threads at the same time.
    let sum: i64 = (0..20)
        .filter_map(|id| value["users"][id]["at"][1].as_i64())
        .sum();
    assert_eq!(sum, 40);
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
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let mut copy = shared.clone();
                        copy["count"] = round.into();
                        copy["users"][3]["id"] = writer.into();
                        copy["users"][4]["tags"].array_mut().unwrap().push(round);
                        let at = copy["users"][5]["at"].array_mut().unwrap().remove(0);
                        assert_eq!(at, 1);
                        assert_eq!(copy["users"][3]["id"], writer);
                        assert_eq!(copy["users"][4]["tags"].len(), 3);
                        let other = copy.clone();
                        copy["users"].array_mut().unwrap().clear();
                        assert_eq!(other["users"].len(), 20);
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    check(shared);
}

#[test]
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
    value["users"][7]["name"] = "changed".into();
    value["users"][8]["at"].array_mut().unwrap().reverse();
    readers_and_writers(&value);
}

/// Each level is owned by several threads that drop it at about the same time.
#[test]
fn one_tree_is_dropped_by_many_threads() {
    let depth = if cfg!(miri) { 50 } else { 20_000 };
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
